// Command arpad is a chess rating bureau in one binary: it rates tournament
// reports under the rating regulations of federations and leagues, explains
// every number down to the clause, checks and converts reports, and answers
// what-if questions.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/willabides/kongplete"
	"golang.org/x/term"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
)

// The exit statuses.
const (
	exitFine    = 0 // done
	exitRefused = 1 // done, but something was refused, or findings are errors
	exitFailed  = 2 // unusable arguments or input, or the machine failed; the message states what is kept
)

func main() {
	ignoreSizeSignal()
	out := bufio.NewWriter(shown(os.Stdout))
	status := run(os.Args[1:], out, after{os.Stderr, shown(os.Stderr), out})
	if err := out.Flush(); err != nil {
		said := explain.New(language(os.Args[1:])).Text("trouble.done", explain.Data{"cause": err.Error()})
		fmt.Fprintln(os.Stderr, "arpad:", said)
		status = exitFailed
	}
	os.Exit(status)
}

// after is a stream that flushes another one before writing, so that the output
// on a terminal stays in order.
type after struct {
	*os.File
	shown io.Writer // writes to the file
	out   *bufio.Writer
}

// Write implements io.Writer.
func (w after) Write(p []byte) (int, error) {
	if err := w.out.Flush(); err != nil {
		return 0, err
	}
	return w.shown.Write(p)
}

// commands is the command line; its groups, in their order, are those of the help.
type commands struct {
	Lang    string           `enum:"${languages}" default:"${lang}" help:"cli.flag-lang"`
	Version kong.VersionFlag `help:"cli.flag-version"`

	Start    startCommand             `cmd:"" group:"set-up" help:"cli.start"`
	Init     initCommand              `cmd:"" group:"set-up" help:"cli.init"`
	Set      setCommand               `cmd:"" group:"set-up" help:"cli.set"`
	Demo     demoCommand              `cmd:"" group:"set-up" help:"cli.demo"`
	Adopt    adoptCommand             `cmd:"" group:"set-up" help:"cli.adopt"`
	Serve    serveCommand             `cmd:"" group:"set-up" help:"cli.serve"`
	Schedule scheduleCommand          `cmd:"" group:"set-up" help:"cli.schedule"`
	Site     siteCommand              `cmd:"" group:"set-up" help:"cli.site"`
	Backup   backupCommand            `cmd:"" group:"set-up" help:"cli.backup"`
	Restore  restoreCommand           `cmd:"" group:"set-up" help:"cli.restore"`
	Export   exportCommand            `cmd:"" group:"set-up" help:"cli.export"`
	Import   importCommand            `cmd:"" group:"set-up" help:"cli.import"`
	Migrate  migrateCommand           `cmd:"" group:"set-up" help:"cli.migrate"`
	Doctor   doctorCommand            `cmd:"" group:"set-up" help:"cli.doctor"`
	Rebuild  command[act.RebuildRows] `cmd:"" group:"set-up" help:"cli.rebuild"`

	Today    todayCommand    `cmd:"" group:"month" help:"cli.today"`
	Announce announceCommand `cmd:"" group:"month" help:"cli.announce"`
	Period   periodCommand   `cmd:"" group:"month" help:"cli.period"`
	Fee      feeCommand      `cmd:"" group:"month" help:"cli.fee"`
	FIDE     fideCommand     `cmd:"" group:"month" name:"fide" help:"cli.fide"`

	Report    reportCommand    `cmd:"" group:"reports" help:"cli.report"`
	Precedent precedentCommand `cmd:"" group:"reports" help:"cli.precedent"`

	Player playerCommand `cmd:"" group:"registers" help:"cli.player"`
	Club   clubCommand   `cmd:"" group:"registers" help:"cli.club"`
	Member memberCommand `cmd:"" group:"registers" help:"cli.member"`
	Person personCommand `cmd:"" group:"registers" help:"cli.person"`

	Account accountCommand `cmd:"" group:"set-up" help:"cli.account"`

	Ask         askCommand         `cmd:"" group:"corrections" help:"cli.ask"`
	Inquiry     inquiryCommand     `cmd:"" group:"corrections" help:"cli.inquiry"`
	Correct     proposeCommand     `cmd:"" group:"corrections" help:"cli.correct"`
	Correction  correctionCommand  `cmd:"" group:"corrections" help:"cli.correction"`
	Corrections correctionsCommand `cmd:"" group:"corrections" help:"cli.corrections"`

	Verify  verifyCommand  `cmd:"" group:"proof" help:"cli.verify"`
	Log     logCommand     `cmd:"" group:"proof" help:"cli.log"`
	Proof   proofCommand   `cmd:"" group:"proof" help:"cli.proof"`
	Bundle  bundleCommand  `cmd:"" group:"proof" help:"cli.bundle"`
	Witness witnessCommand `cmd:"" group:"proof" help:"cli.witness"`
	Signer  signerCommand  `cmd:"" group:"proof" help:"cli.signer"`

	List         listCommand         `cmd:"" group:"look" help:"cli.list"`
	Find         findCommand         `cmd:"" group:"look" help:"cli.find"`
	History      historyCommand      `cmd:"" group:"look" help:"cli.history"`
	Games        gamesCommand        `cmd:"" group:"look" help:"cli.games"`
	Event        eventCommand        `cmd:"" group:"look" help:"cli.event"`
	Performances performancesCommand `cmd:"" group:"look" help:"cli.performances"`

	Rate        rateCommand        `cmd:"" group:"engine" help:"cli.rate"`
	Explain     explainCommand     `cmd:"" group:"engine" help:"cli.explain"`
	Check       checkCommand       `cmd:"" group:"engine" help:"cli.check"`
	Convert     convertCommand     `cmd:"" group:"engine" help:"cli.convert"`
	Calc        calcCommand        `cmd:"" group:"engine" help:"cli.calc"`
	Regulations regulationsCommand `cmd:"" group:"engine" help:"cli.regulations"`
}

// grammar returns what arguments are parsed by: the command named first, and no
// other, because making a parser of all takes longer than many commands do. Who
// names none gets all.
func grammar(args []string) any {
	var fields []reflect.StructField
	one := false
	for f := range reflect.TypeFor[commands]().Fields() {
		_, isCommand := f.Tag.Lookup("cmd")
		named := len(args) > 0 && args[0] == strings.ToLower(f.Name)
		if named || !isCommand {
			fields = append(fields, f)
		}
		one = one || named
	}
	if !one {
		return new(commands)
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// app is the context of every command.
type app struct {
	*explain.Printer
	out, err io.Writer
	status   int
	named    []string         // IDs of players whom a reason names
	unsigned *finding.Problem // a checkpoint that could not be signed; nil: none
	upgraded bool             // the database was upgraded when it was opened
}

// run runs the program and returns its exit status.
func run(args []string, out, errOut io.Writer) int {
	args = meant(args)
	if len(args) == 1 && args[0] == "--version" { // without reading texts and commands
		fmt.Fprintln(out, version())
		return exitFine
	}
	a := &app{Printer: explain.New(language(args)), out: out, err: errOut}
	exited := -1
	parser, err := kong.New(grammar(args), kong.Name("arpad"), variables(a.Language), kong.Writers(out, errOut),
		kong.Help(a.help), kong.Exit(func(status int) { exited = status }), kong.Bind(a), kong.BindToProvider(guardOf), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	if os.Getenv("COMP_LINE") != "" { // a shell asks for the words that may follow (dist/completion)
		kongplete.Complete(parser, kongplete.WithExitFunc(func(status int) { exited = status }))
		return exitFine
	}
	showChoices(parser.Model.Node)
	if len(spoken(args)) == 0 && a.begin() {
		return exitFine
	}
	context, err := parser.Parse(asksForHelp(parser.Model.Node, args))
	if exited >= 0 {
		return exitFine // help or version
	}
	if err == nil {
		err = a.perform(context)
	}
	if err == nil && a.unsigned != nil {
		err = a.unsigned
	}
	if err != nil {
		said := a.problem(err)
		var parse *kong.ParseError
		if errors.As(err, &parse) {
			said = a.usage(said) + "\n" + a.Text("cli.see-help", nil)
		}
		fmt.Fprintf(errOut, "arpad: %s\n", said)
		return exitFailed
	}
	return a.status
}

// meant returns the arguments for words that people try first: "help" for --help, with or
// without a command, and "version" for --version.
func meant(args []string) []string {
	switch {
	case len(args) > 0 && args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) > 0 && args[0] == "version":
		return append([]string{"--version"}, args[1:]...)
	}
	return args
}

// asksForHelp returns the arguments, with --help if they end at a command that only has others
// below it.
func asksForHelp(node *kong.Node, args []string) []string {
	for _, arg := range spoken(args) {
		at := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == arg })
		if at < 0 {
			return args
		}
		node = node.Children[at]
	}
	if len(node.Children) > 0 {
		return append(slices.Clone(args), "--help")
	}
	return args
}

// spoken returns the arguments without the language.
func spoken(args []string) (rest []string) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--lang":
			i++
		case !strings.HasPrefix(args[i], "--lang="):
			rest = append(rest, args[i])
		}
	}
	return rest
}

// begin says what to do first, where no database is named and the folder has none; it returns
// false if there is one.
func (a *app) begin() bool {
	if os.Getenv("ARPAD_DB") != "" {
		return false
	}
	if _, err := os.Stat(defaultDB); err == nil {
		return false
	}
	a.say("cli.begin", explain.Data{"file": defaultDB})
	return true
}

// language returns the language before the arguments are parsed, so that help
// and usage errors use it.
func language(args []string) string {
	lang := "en"
	choose := func(wanted string) {
		if slices.Contains(explain.Languages, wanted) {
			lang = wanted
		}
	}
	choose(os.Getenv("ARPAD_LANG"))
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			choose(value)
		} else if arg == "--lang" && i+1 < len(args) {
			choose(args[i+1])
		}
	}
	return lang
}

// clock formats an instant in the authority's time zone.
func clock(s *bureau.Settings, at time.Time) string { return s.Local(at).Format("2006-01-02 15:04") }

// terminal reports whether a stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// say prints a text on a line.
func (a *app) say(key string, data explain.Data) { fmt.Fprintln(a.out, a.Text(key, data)) }

// atLeast raises the exit status to status.
func (a *app) atLeast(status int) { a.status = max(a.status, status) }
