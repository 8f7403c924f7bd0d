package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// reportCommand handles reports.
type reportCommand struct {
	Submit   submitCommand   `cmd:"" help:"cli.report-submit"`
	State    stateCommand    `cmd:"" help:"cli.report-state"`
	Notice   noticeCommand   `cmd:"" help:"cli.report-notice"`
	List     reportsCommand  `cmd:"" help:"cli.report-list"`
	Show     showCommand     `cmd:"" help:"cli.report-show"`
	Match    matchCommand    `cmd:"" help:"cli.report-match"`
	Check    recheckCommand  `cmd:"" help:"cli.report-check"`
	Correct  adjustCommand   `cmd:"" help:"cli.report-correct"`
	Floor    floorCommand    `cmd:"" help:"cli.report-floor"`
	Answer   answerCommand   `cmd:"" help:"cli.report-answer"`
	Assign   assignCommand   `cmd:"" help:"cli.report-assign"`
	SetAside setAsideCommand `cmd:"" help:"cli.report-set-aside"`
	Admit    ruleCommand     `cmd:"" help:"cli.report-admit"`
	Withhold ruleCommand     `cmd:"" help:"cli.report-withhold"`
	Return   ruleCommand     `cmd:"" help:"cli.report-return"`
	Close    ruleCommand     `cmd:"" help:"cli.report-close"`
	File     fileCommand     `cmd:"" help:"cli.report-file"`
	Template templateCommand `cmd:"" help:"cli.report-template"`
}

// submitCommand submits reports.
type submitCommand struct {
	bureauFlags
	From     string `help:"cli.flag-from" placeholder:"NAME"`
	For      string `help:"cli.flag-report-for" placeholder:"CLUB"`
	Ref      string `help:"cli.flag-report-ref" placeholder:"REF"`
	Replaces bool   `help:"cli.flag-report-replaces"`
	Dry      bool   `name:"dry-run" help:"cli.flag-dry-run"`
	statement.Words
	reading
	MaxSize int64    `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Files   []string `arg:"" name:"report" help:"cli.arg-reports"`
}

func (c *submitCommand) Run(a *app) error {
	paths, err := c.paths()
	if err != nil {
		return err
	}
	limitMemory(paths...)
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		if c.Dry {
			return c.dry(ctx, a, b, paths, "text")
		}
		for _, path := range paths {
			s, err := c.read(path)
			if err != nil {
				found, err := tooLarge(err, filepath.Base(path))
				if err != nil {
					return err
				}
				a.printFindings(found, finding.Error)
				a.atLeast(exitRefused)
				continue
			}
			receipt, err := submission.Submit(ctx, b, *s)
			if err != nil {
				return err
			}
			a.receipt(receipt)
			if receipt.Report != nil && !receipt.Report.Sound() {
				a.atLeast(exitRefused)
			}
		}
		return nil
	})
}

// paths returns the named reports, and those in named folders.
func (c *submitCommand) paths() ([]string, error) {
	var paths []string
	for _, name := range c.Files {
		found, err := expand([]string{name})
		if err != nil {
			return nil, err
		}
		if !slices.Equal(found, []string{name}) { // it is a folder
			found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") })
		}
		if len(found) == 0 {
			return nil, finding.NewProblem("no-reports", finding.Text("folder", name))
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

// read reads the bytes of a file, and of the file beside it.
func (c *submitCommand) read(path string) (*submission.Submission, error) {
	data, err := file.Load(path, c.MaxSize<<20)
	if err != nil {
		return nil, err
	}
	s := &submission.Submission{File: filepath.Base(path), Data: data, From: c.From, For: c.For, Words: c.said(c.Words), Ref: c.Ref, Replaces: c.Replaces}
	s.Beside, err = loadBeside(path, c.MaxSize)
	return s, err
}

// said returns words with what is known of the bytes.
func (r *reading) said(w statement.Words) statement.Words {
	w.As = statement.As{Encoding: r.Encoding, Dates: r.DateOrder, Columns: r.Column}
	return w
}

// stateCommand notes what is said of a report beside its files.
type stateCommand struct {
	bureauFlags
	Ref  string `arg:"" help:"cli.arg-report-ref"`
	From string `help:"cli.flag-from" placeholder:"NAME"`
	File int    `help:"cli.flag-state-file" placeholder:"N"`
	Dry  bool   `name:"dry-run" help:"cli.flag-dry-run"`
	statement.Words
	reading
}

func (c *stateCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	words := c.said(c.Words)
	words.Reporter = c.From
	said := intake.Statement{Ref: c.Ref, File: c.File, From: c.From, Words: words}
	if c.Dry {
		return b.Preview(ctx, func(preview *bureau.Bureau) error {
			p, err := submission.TryState(ctx, preview, said)
			if err == nil {
				err = a.preview(ctx, preview, p)
			}
			if err == nil {
				a.say("report.dry", nil)
			}
			return err
		})
	}
	receipt, err := submission.State(ctx, b, said)
	if err == nil {
		a.receipt(receipt)
	}
	return err
}

// receipt prints the sender's receipt.
func (a *app) receipt(r *intake.Receipt) {
	if r.Report == nil {
		a.group(a.err, r.Findings)
		a.say("report.unreadable", nil)
		a.atLeast(exitRefused)
		return
	}
	key := "report.received"
	if r.Known {
		key = "report.known"
	}
	a.say(key, a.standing(r.Report))
	a.announcement(r.Follows)
	a.group(a.err, r.Findings)
	a.outcome(r.Report)
	if p := r.Period; p != nil && (check.Pending(r.Report.State) || r.Report.State == check.Admitted) {
		key := "report.for-list"
		if p.State == lists.Drafted {
			key = "report.for-draft"
		}
		fmt.Fprintf(a.out, "    %s\n", a.Text(key, explain.Data{"label": p.Label, "day": a.Date(p.List)}))
	}
}

// announcement prints what was announced of an event, beside what its report says.
func (a *app) announcement(f *intake.Followed) {
	d := document.NewAnnouncement(f)
	if d == nil {
		return
	}
	key := "report.announced"
	if d.Late {
		key = "report.announced-late"
	}
	a.say(key, explain.Data{"ref": d.Ref, "event": d.Event, "club": d.Club})
	t := a.columns()
	for _, term := range d.Terms {
		t.AppendRow(table.Row{"  " + a.Text("report.term."+term.Field, nil), cmp.Or(term.Announced, "-"), cmp.Or(term.Reported, "-")})
	}
	a.print(t)
}

// standing returns the message data for the state of a report.
func (a *app) standing(r *check.Case) explain.Data {
	return explain.Data{"ref": r.Ref, "event": eventName(r), "state": a.Word(string(r.State)), "period": r.Period}
}

// eventName returns the event's name, or the name of the newest file if that is
// unreadable.
func eventName(r *check.Case) string {
	if n := len(r.Revisions); n > 0 {
		return cmp.Or(r.Event, r.Revisions[n-1].File)
	}
	return r.Event
}

// outcome prints what a report waits for, and its deadline.
func (a *app) outcome(r *check.Case) {
	for _, line := range document.WaitsFor(a.Printer, r) {
		fmt.Fprintf(a.out, "    %s\n", line)
	}
	if r.Deadline != 0 && (r.State == check.Returned || r.Current == 0) {
		fmt.Fprintf(a.out, "    %s\n", a.Text("report.in-time", explain.Data{"day": a.Date(r.Deadline)}))
	}
}

// noticeCommand receives a notice that results are on Chess-Results.
type noticeCommand struct {
	bureauFlags
	Event string     `required:"" help:"cli.flag-report-event" placeholder:"NAME"`
	Start civil.Date `required:"" help:"cli.flag-start" placeholder:"YYYY-MM-DD"`
	End   civil.Date `required:"" help:"cli.flag-end" placeholder:"YYYY-MM-DD"`
	By    string     `help:"cli.flag-from" placeholder:"NAME"`
	From  string     `required:"" help:"cli.flag-report-link" placeholder:"URL"`
}

func (c *noticeCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	r, err := events.Notify(ctx, b, events.Notice{Event: c.Event, Days: civil.Range{From: c.Start, To: c.End}, Link: c.From, From: c.By})
	if err != nil {
		return err
	}
	a.receipt(&intake.Receipt{Report: r})
	return nil
}

// after prints the state of a report after an officer's action, unless that has failed.
func (a *app) after(ctx context.Context, b *bureau.Bureau, ref string, failed error) error {
	if failed != nil {
		return failed
	}
	return b.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err := intake.Find(rd, ref)
		if err != nil {
			return err
		}
		a.say("report.stands", a.standing(r))
		for _, line := range document.WaitsFor(a.Printer, r) {
			fmt.Fprintf(a.out, "    %s\n", line)
		}
		p, err := lists.Periods.Get(rd, r.Period)
		if err != nil || p == nil {
			return err
		}
		since, err := closing.SinceDraft(b, rd, p)
		if err == nil && slices.Contains(since.Reports, ref) {
			a.since(p.Label, since)
		}
		return err
	})
}

// undoFlag is the flag of commands that take back what they decide.
type undoFlag struct {
	Undo bool `help:"cli.flag-undo"`
}

// takenBack takes a decision on a report back.
func (a *app) takenBack(ctx context.Context, b *bureau.Bureau, ref, reason string, d check.Decision) error {
	return a.after(ctx, b, ref, desk.TakeBack(ctx, b, ref, reason, desk.Mistake{Decision: d}))
}

// recheckCommand rechecks reports.
type recheckCommand struct {
	bureauFlags
	Ref string `arg:"" help:"cli.arg-report-ref"`
}

func (c *recheckCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.after(ctx, b, c.Ref, desk.Check(ctx, b, c.Ref))
}

// adjustCommand corrects a result in a report that is not yet rated.
type adjustCommand struct {
	bureauFlags
	Ref     string     `arg:"" help:"cli.arg-report-ref"`
	Section string     `help:"cli.flag-report-section" placeholder:"NAME"`
	Round   int        `required:"" help:"cli.flag-report-round" placeholder:"R"`
	White   int        `required:"" help:"cli.flag-report-white" placeholder:"N"`
	Black   int        `required:"" help:"cli.flag-report-black" placeholder:"M"`
	Result  gameResult `required:"" xor:"result" help:"cli.flag-report-result" placeholder:"1-0"`
	Undo    bool       `required:"" xor:"result" help:"cli.flag-undo"`
	Reason  string     `required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

func (c *adjustCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	result := report.Result(c.Result)
	adjustment := check.Adjustment{Section: c.Section, Round: c.Round, White: c.White, Black: c.Black, Result: &result}
	if c.Undo {
		return a.takenBack(ctx, b, c.Ref, c.Reason, check.Decision{Adjustment: &adjustment})
	}
	return a.after(ctx, b, c.Ref, desk.Adjust(ctx, b, c.Ref, c.Reason, adjustment))
}

// floorCommand assigns the floor of a section in which nobody is rated.
type floorCommand struct {
	bureauFlags
	undoFlag
	Ref     string        `arg:"" help:"cli.arg-report-ref"`
	Floor   rating.Rating `arg:"" optional:"" help:"cli.arg-report-floor"`
	Section string        `help:"cli.flag-report-section" placeholder:"NAME"`
	Reason  string        `required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

func (c *floorCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Undo {
		return a.takenBack(ctx, b, c.Ref, c.Reason, check.Decision{Adjustment: &check.Adjustment{Section: c.Section, Floor: c.Floor}})
	}
	return a.after(ctx, b, c.Ref, desk.AssignFloor(ctx, b, c.Ref, c.Section, c.Floor, c.Reason))
}

// decisionFlags are the flags of an officer's decision on a report.
type decisionFlags struct {
	bureauFlags
	Ref       string `arg:"" help:"cli.arg-report-ref"`
	Reason    string `required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
	Precedent string `help:"cli.flag-report-precedent" placeholder:"P1"`
}

// ruleCommand decides on a report.
type ruleCommand struct {
	decisionFlags
	undoFlag
}

// rulings are what the commands decide, by their names: "close" for a report that nobody will send anew.
var rulings = map[string]lists.State{"admit": check.Admitted, "withhold": check.Withheld, "return": check.Returned, "close": check.Closed}

func (c *ruleCommand) Run(ctx context.Context, a *app, b *bureau.Bureau, k *kong.Context) error {
	decision := desk.Decision{To: rulings[k.Selected().Name], Reason: c.Reason, Precedent: c.Precedent}
	if c.Undo {
		return a.takenBack(ctx, b, c.Ref, c.Reason, check.Decision{Ruling: &check.Ruling{To: decision.To}})
	}
	return a.after(ctx, b, c.Ref, desk.Rule(ctx, b, c.Ref, decision))
}

// answerCommand answers questions about a report.
type answerCommand struct {
	decisionFlags
	undoFlag
	Answers []string `arg:"" name:"question=answer" help:"cli.arg-report-answers"`
	Section *string  `help:"cli.flag-report-answer-section" placeholder:"NAME"`
	Start   int      `help:"cli.flag-report-answer-start" placeholder:"N"`
}

func (c *answerCommand) Run(a *app) error {
	var replies []desk.Reply
	var mistakes []desk.Mistake
	for _, text := range c.Answers {
		question, answer, _ := strings.Cut(text, "=")
		if answer != "count" && answer != "exclude" && !c.Undo {
			return finding.NewProblem("answer-form", finding.Text("text", text))
		}
		replies = append(replies, desk.Reply{Question: question, Section: c.Section, Start: c.Start, Count: answer == "count"})
		mistakes = append(mistakes, desk.Mistake{Answer: &replies[len(replies)-1]})
	}
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		if c.Undo {
			return a.after(ctx, b, c.Ref, desk.TakeBack(ctx, b, c.Ref, c.Reason, mistakes...))
		}
		return a.after(ctx, b, c.Ref, a.answerEach(ctx, b, c, replies))
	})
}

// answerEach answers questions, and lists what was answered.
func (a *app) answerEach(ctx context.Context, b *bureau.Bureau, c *answerCommand, replies []desk.Reply) error {
	before := 0
	read := func(f func(r *check.Case, found []finding.Finding)) error {
		return b.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) error {
			r, err := intake.Find(rd, c.Ref)
			if err != nil {
				return err
			}
			_, found, err := intake.Latest(rd, r.Whole())
			f(r, found)
			return err
		})
	}
	if err := read(func(r *check.Case, _ []finding.Finding) { before = len(r.Decisions) }); err != nil {
		return err
	}
	if err := desk.Answer(ctx, b, c.Ref, c.Reason, c.Precedent, replies...); err != nil {
		return err
	}
	return read(func(r *check.Case, found []finding.Finding) {
		for _, q := range r.Asked() {
			at := slices.IndexFunc(found, func(f finding.Finding) bool {
				return f.ID == q.What && f.Section == q.Section && (q.Start == 0 || f.Value("player") == strconv.Itoa(q.Start))
			})
			if at < 0 {
				at = len(found)
				found = append(found, finding.Finding{})
			}
			if q.Answer > before {
				reply := r.Decisions[q.Answer-1].Reply
				a.say("report.answered", a.answered(reply, found[at].Value("player"), found[at].Value("name")))
			}
			found[at].ID = "" // those of one kind without a start number are answered together
		}
	})
}

// assignCommand says for which club a report came.
type assignCommand struct {
	bureauFlags
	Ref    string `arg:"" help:"cli.arg-report-ref"`
	Club   string `arg:"" help:"cli.arg-club"`
	Reason string `required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

func (c *assignCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.after(ctx, b, c.Ref, desk.Assign(ctx, b, c.Ref, c.Club, c.Reason))
}

// setAsideCommand sets a file of a report aside.
type setAsideCommand struct {
	bureauFlags
	undoFlag
	Ref    string `arg:"" help:"cli.arg-report-ref"`
	File   int    `arg:"" help:"cli.arg-report-file"`
	Reason string `required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

func (c *setAsideCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Undo {
		return a.takenBack(ctx, b, c.Ref, c.Reason, check.Decision{Aside: c.File})
	}
	return a.after(ctx, b, c.Ref, desk.SetAside(ctx, b, c.Ref, c.File, c.Reason))
}

// fileCommand writes a report's file as submitted.
type fileCommand struct {
	bureauFlags
	saver
	Ref      string     `arg:"" help:"cli.arg-report-ref"`
	Revision int        `help:"cli.flag-report-revision" placeholder:"N"`
	Beside   bool       `help:"cli.flag-report-beside"`
	Out      outputFile `short:"o" default:"-" help:"cli.flag-out" placeholder:"FILE"`
}

func (c *fileCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	var data []byte
	err := b.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err := intake.Find(rd, c.Ref)
		if err == nil {
			data, err = intake.Bytes(rd, r, c.Revision, c.Beside)
		}
		return err
	})
	if err != nil {
		return err
	}
	return c.save(a, &c.bureauFlags, c.Out, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
