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

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/report/file"
)

// reportCommand handles reports.
type reportCommand struct {
	Submit   submitCommand               `cmd:"" help:"cli.report-submit"`
	State    stateCommand                `cmd:"" help:"cli.report-state"`
	Notice   command[act.NoticeReport]   `cmd:"" help:"cli.report-notice"`
	List     reportsCommand              `cmd:"" help:"cli.report-list"`
	Show     showCommand                 `cmd:"" help:"cli.report-show"`
	Match    matchCommand                `cmd:"" help:"cli.report-match"`
	Check    command[act.CheckReport]    `cmd:"" help:"cli.report-check"`
	Correct  command[act.CorrectReport]  `cmd:"" help:"cli.report-correct"`
	Floor    command[act.AssignFloor]    `cmd:"" help:"cli.report-floor"`
	Answer   answerCommand               `cmd:"" help:"cli.report-answer"`
	Ask      command[act.AskClub]        `cmd:"" help:"cli.report-ask"`
	Assign   command[act.AssignReport]   `cmd:"" help:"cli.report-assign"`
	SetAside command[act.SetFileAside]   `cmd:"" help:"cli.report-set-aside"`
	Admit    command[act.AdmitReport]    `cmd:"" help:"cli.report-admit"`
	Withhold command[act.WithholdReport] `cmd:"" help:"cli.report-withhold"`
	Return   command[act.ReturnReport]   `cmd:"" help:"cli.report-return"`
	Close    command[act.CloseReport]    `cmd:"" help:"cli.report-close"`
	File     fileCommand                 `cmd:"" help:"cli.report-file"`
	Template templateCommand             `cmd:"" help:"cli.report-template"`
}

// submitCommand submits reports.
type submitCommand struct {
	bureauFlags
	act.SubmitReport
	Dry bool `name:"dry-run" help:"cli.flag-dry-run"`
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
			if err := a.act(ctx, b, s); err != nil {
				return err
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
func (c *submitCommand) read(path string) (*act.SubmitReport, error) {
	data, err := file.Load(path, c.MaxSize<<20)
	if err != nil {
		return nil, err
	}
	s := c.SubmitReport
	s.File, s.Words = act.File{Name: filepath.Base(path), Data: data}, c.said(c.Words)
	s.Beside, err = loadBeside(path, c.MaxSize)
	return &s, err
}

// said returns words with what is known of the bytes.
func (r *reading) said(w statement.Words) statement.Words {
	w.As = statement.As{Encoding: r.Encoding, Dates: r.DateOrder, Columns: r.Column}
	return w
}

// stateCommand notes what is said of a report beside its files.
type stateCommand struct {
	bureauFlags
	act.StateReport
	Dry bool `name:"dry-run" help:"cli.flag-dry-run"`
	reading
}

func (c *stateCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	c.Words = c.said(c.Words)
	if c.Dry {
		return b.Preview(ctx, func(preview *bureau.Bureau) error {
			p, err := submission.TryState(ctx, preview, c.Statement())
			if err == nil {
				err = a.preview(ctx, preview, p)
			}
			if err == nil {
				a.say("report.dry", nil)
			}
			return err
		})
	}
	return a.act(ctx, b, &c.StateReport)
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

// after prints the state of a report after an officer's action.
func (a *app) after(ctx context.Context, b *bureau.Bureau, ref string) error {
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

// answerCommand answers questions about a report, and lists what was answered.
type answerCommand struct {
	bureauFlags
	act.AnswerReport
}

func (c *answerCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
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
	if _, err := act.Do(ctx, b, &c.AnswerReport, act.With{}); err != nil {
		return err
	}
	err := read(func(r *check.Case, found []finding.Finding) {
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
	if err != nil {
		return err
	}
	return a.after(ctx, b, c.Ref)
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
