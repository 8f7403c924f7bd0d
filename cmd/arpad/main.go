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
	"golang.org/x/term"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
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

// commands is the command line.
type commands struct {
	Lang    string           `enum:"${languages}" default:"${lang}" help:"cli.flag-lang"`
	Version kong.VersionFlag `help:"cli.flag-version"`

	Rate        rateCommand        `cmd:"" help:"cli.rate"`
	Adopt       adoptCommand       `cmd:"" help:"cli.adopt"`
	Explain     explainCommand     `cmd:"" help:"cli.explain"`
	Check       checkCommand       `cmd:"" help:"cli.check"`
	Convert     convertCommand     `cmd:"" help:"cli.convert"`
	Calc        calcCommand        `cmd:"" help:"cli.calc"`
	Regulations regulationsCommand `cmd:"" help:"cli.regulations"`

	Init initCommand `cmd:"" help:"cli.init"`

	Player   playerCommand   `cmd:"" help:"cli.player"`
	Club     clubCommand     `cmd:"" help:"cli.club"`
	Member   memberCommand   `cmd:"" help:"cli.member"`
	Announce announceCommand `cmd:"" help:"cli.announce"`

	Today     todayCommand     `cmd:"" help:"cli.today"`
	Report    reportCommand    `cmd:"" help:"cli.report"`
	Fee       feeCommand       `cmd:"" help:"cli.fee"`
	FIDE      fideCommand      `cmd:"" name:"fide" help:"cli.fide"`
	Precedent precedentCommand `cmd:"" help:"cli.precedent"`
	Period    periodCommand    `cmd:"" help:"cli.period"`

	Verify  verifyCommand  `cmd:"" help:"cli.verify"`
	Backup  backupCommand  `cmd:"" help:"cli.backup"`
	Restore restoreCommand `cmd:"" help:"cli.restore"`
	Export  exportCommand  `cmd:"" help:"cli.export"`
	Import  importCommand  `cmd:"" help:"cli.import"`
	Migrate migrateCommand `cmd:"" help:"cli.migrate"`
	Doctor  doctorCommand  `cmd:"" help:"cli.doctor"`
	Rebuild rebuildCommand `cmd:"" help:"cli.rebuild"`
	Log     logCommand     `cmd:"" help:"cli.log"`
	Person  personCommand  `cmd:"" help:"cli.person"`
	Proof   proofCommand   `cmd:"" help:"cli.proof"`
	Bundle  bundleCommand  `cmd:"" help:"cli.bundle"`
	Witness witnessCommand `cmd:"" help:"cli.witness"`
	Demo    demoCommand    `cmd:"" help:"cli.demo"`

	Serve   serveCommand   `cmd:"" help:"cli.serve"`
	Site    siteCommand    `cmd:"" help:"cli.site"`
	Find    findCommand    `cmd:"" help:"cli.find"`
	List    listCommand    `cmd:"" help:"cli.list"`
	History historyCommand `cmd:"" help:"cli.history"`
	Games   gamesCommand   `cmd:"" help:"cli.games"`
	Event   eventCommand   `cmd:"" help:"cli.event"`

	Performances performancesCommand `cmd:"" help:"cli.performances"`

	Inquiry     inquiryCommand     `cmd:"" help:"cli.inquiry"`
	Correct     proposeCommand     `cmd:"" help:"cli.correct"`
	Correction  correctionCommand  `cmd:"" help:"cli.correction"`
	Corrections correctionsCommand `cmd:"" help:"cli.corrections"`
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
	if len(args) == 1 && args[0] == "--version" { // without reading texts and commands
		fmt.Fprintln(out, version())
		return exitFine
	}
	a := &app{Printer: explain.New(language(args)), out: out, err: errOut}
	exited := -1
	parser, err := kong.New(grammar(args), kong.Name("arpad"), variables(a.Language), kong.Writers(out, errOut),
		kong.Help(a.help), kong.Exit(func(status int) { exited = status }), kong.Bind(a), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	showChoices(parser.Model.Node)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	context, err := parser.Parse(args)
	if exited >= 0 {
		return exitFine // help or version
	}
	if err == nil {
		err = context.Run(a)
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
