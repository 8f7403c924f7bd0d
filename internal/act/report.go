package act

import (
	"context"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// File is a file that comes with an act.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// SubmitReport submits a file of a report.
type SubmitReport struct {
	File     File   `json:"file" kong:"-"`
	Beside   []byte `json:"beside,omitempty" kong:"-"` // the file beside it
	From     string `json:"from,omitempty" help:"cli.flag-from" placeholder:"NAME"`
	For      string `json:"for,omitempty" help:"cli.flag-report-for" placeholder:"CLUB"`
	Ref      string `json:"ref,omitempty" help:"cli.flag-report-ref" placeholder:"REF"`
	Replaces bool   `json:"replaces,omitempty" help:"cli.flag-report-replaces"`
	statement.Words
}

// Submission returns what the act submits.
func (a *SubmitReport) Submission() submission.Submission {
	return submission.Submission{File: a.File.Name, Data: a.File.Data, Beside: a.Beside, From: a.From, For: a.For, Words: a.Words, Ref: a.Ref, Replaces: a.Replaces}
}

// Do implements Act.
func (a *SubmitReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return submission.Submit(ctx, b, a.Submission())
}

// StateReport says something of a report beside its files.
type StateReport struct {
	Ref  string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	From string `json:"from,omitempty" help:"cli.flag-from" placeholder:"NAME"`
	File int    `json:"file,omitempty" help:"cli.flag-state-file" placeholder:"N"`
	statement.Words
}

// Statement returns what the act states.
func (a *StateReport) Statement() intake.Statement {
	a.Reporter = a.From
	return intake.Statement{Ref: a.Ref, File: a.File, From: a.From, Words: a.Words}
}

// Do implements Act.
func (a *StateReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return submission.State(ctx, b, a.Statement())
}

// NoticeReport receives a notice that results are on Chess-Results.
type NoticeReport struct {
	Event string     `json:"event" required:"" help:"cli.flag-report-event" placeholder:"NAME"`
	Start civil.Date `json:"start" required:"" help:"cli.flag-start" placeholder:"YYYY-MM-DD"`
	End   civil.Date `json:"end" required:"" help:"cli.flag-end" placeholder:"YYYY-MM-DD"`
	By    string     `json:"by,omitempty" help:"cli.flag-from" placeholder:"NAME"`
	For   string     `json:"for,omitempty" help:"cli.flag-report-for" placeholder:"CLUB"`
	From  string     `json:"from" required:"" help:"cli.flag-report-link" placeholder:"URL"`
}

// Do implements Act.
func (a *NoticeReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	r, err := events.Notify(ctx, b, events.Notice{Event: a.Event, Days: civil.Range{From: a.Start, To: a.End}, Link: a.From, From: a.By, For: a.For})
	return &intake.Receipt{Report: r}, err
}

// Undo is whether an act takes back what it decides.
type Undo struct {
	Undo bool `json:"undo,omitempty" help:"cli.flag-undo"`
}

// do decides on a report, or takes a decision back.
func (u Undo) do(ctx context.Context, b *bureau.Bureau, ref, reason string, d check.Decision, decide func() error) (any, error) {
	if u.Undo {
		return nil, desk.TakeBack(ctx, b, ref, reason, desk.Mistake{Decision: d})
	}
	return nil, decide()
}

// MatchEntry says who an entry of a report is: a player or, if it is new, somebody new. All that are certain
// are accepted at once.
type MatchEntry struct {
	Ref     string  `json:"ref" arg:"" optional:"" help:"cli.arg-match-ref"`
	Section string  `json:"section,omitempty" help:"cli.flag-report-section" placeholder:"NAME"`
	Start   int     `json:"start,omitempty" help:"cli.flag-report-start-number" placeholder:"N"`
	Player  string  `json:"player,omitempty" xor:"who" help:"cli.flag-report-is" placeholder:"ID"`
	New     bool    `json:"new,omitempty" xor:"who" help:"cli.flag-report-new"`
	Undo    bool    `json:"undo,omitempty" xor:"who" help:"cli.flag-undo"`
	Accept  *string `json:"accept,omitempty" xor:"who" enum:"certain" help:"cli.flag-report-accept" placeholder:"certain"`
}

// Do implements Act.
func (a *MatchEntry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	is := check.Match{Section: a.Section, Start: a.Start, Player: a.Player}
	switch {
	case a.Accept != nil:
		return desk.AcceptCertain(ctx, b, a.Ref)
	case a.Undo:
		return nil, desk.TakeBack(ctx, b, a.Ref, "", desk.Mistake{Decision: check.Decision{Match: &is}})
	case a.New:
		return desk.MatchNew(ctx, b, a.Ref, a.Section, a.Start)
	}
	return desk.MatchEntry(ctx, b, a.Ref, is)
}

// CheckReport checks a report again.
type CheckReport struct {
	Ref string `json:"ref" arg:"" help:"cli.arg-report-ref"`
}

// Do implements Act.
func (a *CheckReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.Check(ctx, b, a.Ref)
}

// CorrectReport corrects a result in a report that is not yet rated.
type CorrectReport struct {
	Ref     string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Section string `json:"section,omitempty" help:"cli.flag-report-section" placeholder:"NAME"`
	Round   int    `json:"round" required:"" help:"cli.flag-report-round" placeholder:"R"`
	White   int    `json:"white" required:"" help:"cli.flag-report-white" placeholder:"N"`
	Black   int    `json:"black" required:"" help:"cli.flag-report-black" placeholder:"M"`
	Result  Result `json:"result" required:"" xor:"result" help:"cli.flag-report-result" placeholder:"1-0"`
	Undo    bool   `json:"undo,omitempty" required:"" xor:"result" help:"cli.flag-undo"`
	Reason  string `json:"reason" required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

// Do implements Act.
func (a *CorrectReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	is := check.Adjustment{Section: a.Section, Round: a.Round, White: a.White, Black: a.Black, Result: new(report.Result(a.Result))}
	return Undo{a.Undo}.do(ctx, b, a.Ref, a.Reason, check.Decision{Adjustment: &is}, func() error { return desk.Adjust(ctx, b, a.Ref, a.Reason, is) })
}

// AssignFloor assigns the floor of a section in which nobody is rated.
type AssignFloor struct {
	Undo
	Ref     string        `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Floor   rating.Rating `json:"floor" arg:"" optional:"" help:"cli.arg-report-floor"`
	Section string        `json:"section,omitempty" help:"cli.flag-report-section" placeholder:"NAME"`
	Reason  string        `json:"reason" required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

// Do implements Act.
func (a *AssignFloor) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	is := check.Decision{Adjustment: &check.Adjustment{Section: a.Section, Floor: a.Floor}}
	return a.do(ctx, b, a.Ref, a.Reason, is, func() error { return desk.AssignFloor(ctx, b, a.Ref, a.Section, a.Floor, a.Reason) })
}

// AnswerReport answers questions about a report.
type AnswerReport struct {
	Decided
	Undo
	Answers []string `json:"answers" arg:"" name:"question=answer" help:"cli.arg-report-answers"`
	Section *string  `json:"section,omitempty" help:"cli.flag-report-answer-section" placeholder:"NAME"`
	Start   int      `json:"start,omitempty" help:"cli.flag-report-answer-start" placeholder:"N"`
}

// Do implements Act.
func (a *AnswerReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo && len(a.Answers) == 0 { // to which question is not said
		return nil, finding.NewProblem("answer-form", finding.Text("text", ""))
	}
	var replies []desk.Reply
	var mistakes []desk.Mistake
	for _, text := range a.Answers {
		question, answer, _ := strings.Cut(text, "=")
		if answer != "count" && answer != "exclude" && !a.Undo.Undo {
			return nil, finding.NewProblem("answer-form", finding.Text("text", text))
		}
		replies = append(replies, desk.Reply{Question: question, Section: a.Section, Start: a.Start, Count: answer == "count"})
		mistakes = append(mistakes, desk.Mistake{Answer: &replies[len(replies)-1]})
	}
	if a.Undo.Undo {
		return nil, desk.TakeBack(ctx, b, a.Ref, a.Reason, mistakes...)
	}
	return nil, desk.Answer(ctx, b, a.Ref, a.Reason, a.Precedent, replies...)
}

// AssignReport says for which club a report came.
type AssignReport struct {
	Ref    string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Club   string `json:"club" arg:"" help:"cli.arg-club"`
	Reason string `json:"reason" required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

// Do implements Act.
func (a *AssignReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.Assign(ctx, b, a.Ref, a.Club, a.Reason)
}

// SetFileAside sets a file of a report aside.
type SetFileAside struct {
	Undo
	Ref    string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	File   int    `json:"file" arg:"" help:"cli.arg-report-file"`
	Reason string `json:"reason" required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
}

// Do implements Act.
func (a *SetFileAside) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.do(ctx, b, a.Ref, a.Reason, check.Decision{Aside: a.File}, func() error { return desk.SetAside(ctx, b, a.Ref, a.File, a.Reason) })
}

// Decided is what every decision on a report has.
type Decided struct {
	Ref       string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Reason    string `json:"reason" required:"" help:"cli.flag-report-reason" placeholder:"TEXT"`
	Precedent string `json:"precedent,omitempty" help:"cli.flag-report-precedent" placeholder:"P1"`
}

// Ruling decides where a report goes.
type Ruling struct {
	Decided
	Undo
}

func (a *Ruling) to(ctx context.Context, b *bureau.Bureau, to lists.State) (any, error) {
	return a.do(ctx, b, a.Ref, a.Reason, check.Decision{Ruling: &check.Ruling{To: to}}, func() error {
		return desk.Rule(ctx, b, a.Ref, desk.Decision{To: to, Reason: a.Reason, Precedent: a.Precedent})
	})
}

// AdmitReport admits a report in spite of its findings.
type AdmitReport struct{ Ruling }

// Do implements Act.
func (a *AdmitReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.to(ctx, b, check.Admitted)
}

// WithholdReport withholds a report.
type WithholdReport struct{ Ruling }

// Do implements Act.
func (a *WithholdReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.to(ctx, b, check.Withheld)
}

// ReturnReport sends a report back to its sender.
type ReturnReport struct{ Ruling }

// Do implements Act.
func (a *ReturnReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.to(ctx, b, check.Returned)
}

// CloseReport closes a report that nobody will send anew.
type CloseReport struct{ Ruling }

// Do implements Act.
func (a *CloseReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.to(ctx, b, check.Closed)
}

// AddPrecedent records a decision in a case that the rules do not cover.
type AddPrecedent struct {
	Title  string `json:"title" required:"" help:"cli.flag-report-title" placeholder:"TEXT"`
	Clause string `json:"clause,omitempty" help:"cli.flag-report-clause" placeholder:"CLAUSE"`
	Text   string `json:"text" required:"" help:"cli.flag-report-decided" placeholder:"TEXT"`
	By     string `json:"by" required:"" help:"cli.flag-report-decided-by" placeholder:"NAME"`
}

// Do implements Act.
func (a *AddPrecedent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return desk.AddPrecedent(ctx, b, desk.Precedent{Title: a.Title, Clause: a.Clause, Text: a.Text, By: a.By})
}

// SendToFIDE notes that the reports of an event were sent to FIDE.
type SendToFIDE struct {
	Ref     string     `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Section string     `json:"section,omitempty" help:"cli.flag-fide-section" placeholder:"NAME"`
	On      civil.Date `json:"on,omitzero" help:"cli.flag-fide-on" placeholder:"YYYY-MM-DD"`
}

// Do implements Act.
func (a *SendToFIDE) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.SendToFIDE(ctx, b, a.Ref, a.Section, a.On)
}

// ConfirmToFIDE notes the number under which FIDE has received a report.
type ConfirmToFIDE struct {
	Ref     string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Number  string `json:"number" arg:"" help:"cli.arg-fide-receipt"`
	Section string `json:"section,omitempty" help:"cli.flag-section" placeholder:"NAME"`
}

// Do implements Act.
func (a *ConfirmToFIDE) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.ConfirmToFIDE(ctx, b, a.Ref, a.Section, a.Number)
}

// sectionForFIDE names a section of a FIDE event, and says why something is decided about it.
type sectionForFIDE struct {
	Ref     string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Section string `json:"section,omitempty" help:"cli.flag-section" placeholder:"NAME"`
	Reason  string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
}

// again returns the same section for another act, without a reason.
func (s sectionForFIDE) again() sectionForFIDE {
	s.Reason = ""
	return s
}

// ExcludeFromFIDE notes that FIDE is not to rate a section.
type ExcludeFromFIDE struct{ sectionForFIDE }

// Do implements Act.
func (a *ExcludeFromFIDE) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.ExcludeFromFIDE(ctx, b, a.Ref, a.Section, a.Reason)
}

// IncludeForFIDE notes that FIDE is to rate an excluded section after all.
type IncludeForFIDE struct{ sectionForFIDE }

// Do implements Act.
func (a *IncludeForFIDE) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, desk.IncludeForFIDE(ctx, b, a.Ref, a.Section, a.Reason)
}
