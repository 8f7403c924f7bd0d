package act

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// AnnounceEvent announces an event.
type AnnounceEvent struct {
	Name        string     `json:"name" arg:"" name:"event" help:"cli.arg-event"`
	Club        string     `json:"club,omitempty" help:"cli.flag-club" placeholder:"NAME"`
	Start       civil.Date `json:"start" required:"" help:"cli.flag-event-start" placeholder:"YYYY-MM-DD"`
	End         civil.Date `json:"end,omitzero" help:"cli.flag-event-end" placeholder:"YYYY-MM-DD"`
	Rounds      int        `json:"rounds" required:"" help:"cli.flag-event-rounds" placeholder:"N"`
	Type        string     `json:"type,omitempty" enum:",${types}" default:"" help:"cli.flag-event-type" placeholder:"TYPE"`
	TimeControl string     `json:"time_control_text,omitempty" help:"cli.flag-event-time-control" placeholder:"CODE"`
	Group       string     `json:"group,omitempty" enum:",${groups}" default:"" help:"cli.flag-event-group" placeholder:"GROUP"`
	FIDEEvent   bool       `json:"fide_event,omitempty" name:"fide-event" help:"cli.flag-event-fide"`
	Team        bool       `json:"team,omitempty" help:"cli.flag-event-team"`
	Braille     bool       `json:"braille,omitempty" help:"cli.flag-event-braille"`
	Qualifying  bool       `json:"qualifying,omitempty" help:"cli.flag-event-qualifying"`
}

// announcement returns the announcement described by the fields.
func (a *AnnounceEvent) announcement() (check.Announcement, error) {
	made := check.Announcement{
		Name: a.Name, Club: a.Club, Days: civil.Range{From: a.Start, To: max(a.Start, a.End)}, Rounds: a.Rounds,
		FIDEEvent: a.FIDEEvent, Team: a.Team, Braille: a.Braille, Qualifying: a.Qualifying,
	}
	if a.End != 0 {
		made.Days.To = a.End
	}
	made.Type, _ = rating.ParseKind(a.Type)
	if a.TimeControl != "" {
		t := report.ReadTimeWords(a.TimeControl).Control
		if t == "" {
			return made, finding.NewProblem("time-control", finding.Text("text", a.TimeControl))
		}
		made.TimeControl = []report.TimeControl{t}
	}
	var err error
	made.Group, _, err = report.ReadGroup(a.Group, finding.At{})
	return made, err
}

// Announced is an announcement, with what is found of it.
type Announced struct {
	*check.Announcement
	Found []finding.Finding
}

// Do implements Act.
func (a *AnnounceEvent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	made, err := a.announcement()
	if err != nil {
		return nil, err
	}
	kept, found, err := events.Announce(ctx, b, made)
	return &Announced{kept, found}, err
}

// SetEvent changes the name or the days of an announced event.
type SetEvent struct {
	Because
	Name  string     `json:"name,omitempty" help:"cli.flag-event-name" placeholder:"NAME"`
	Start civil.Date `json:"start,omitzero" help:"cli.flag-event-start" placeholder:"YYYY-MM-DD"`
	End   civil.Date `json:"end,omitzero" help:"cli.flag-event-last" placeholder:"YYYY-MM-DD"`
	Ref   string     `json:"ref" arg:"" name:"reference" help:"cli.arg-announcement"`
}

// Do implements Act.
func (a *SetEvent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	kept, found, err := events.Change(ctx, b, a.Ref, a.Name, civil.Range{From: a.Start, To: a.End}, a.Reason)
	return &Announced{kept, found}, err
}

// DispenseEvent grants a dispensation.
type DispenseEvent struct {
	Because
	Undo
	Asked civil.Date `json:"asked,omitzero" help:"cli.flag-asked" placeholder:"YYYY-MM-DD"`
	Ref   string     `json:"ref" arg:"" name:"reference" help:"cli.arg-announcement"`
}

// Do implements Act.
func (a *DispenseEvent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo {
		return events.TakeBack(ctx, b, a.Ref, a.Reason, true)
	}
	return events.Dispense(ctx, b, a.Ref, a.Reason, a.Asked)
}

// WithdrawEvent records that an announced event is cancelled.
type WithdrawEvent struct {
	Because
	Undo
	Ref string `json:"ref" arg:"" name:"reference" help:"cli.arg-announcement"`
}

// Do implements Act.
func (a *WithdrawEvent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo {
		return events.TakeBack(ctx, b, a.Ref, a.Reason, false)
	}
	return nil, events.Withdraw(ctx, b, a.Ref, a.Reason)
}

// ClosePeriod closes a period and makes the draft of its list.
type ClosePeriod struct {
	Label string `json:"label" arg:"" help:"cli.arg-label"`
}

// Do implements Act.
func (a *ClosePeriod) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return closing.Close(ctx, b, a.Label)
}

// ReopenPeriod discards a draft.
type ReopenPeriod struct {
	Reason string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Label  string `json:"label" arg:"" help:"cli.arg-label"`
}

// Do implements Act.
func (a *ReopenPeriod) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, closing.Reopen(ctx, b, a.Label, a.Reason)
}

// TickCheck answers questions of a review.
type TickCheck struct {
	Undo
	Reason string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Label  string `json:"label" arg:"" help:"cli.arg-label"`
	Check  string `json:"check" arg:"" help:"cli.arg-check"`
}

// Do implements Act.
func (a *TickCheck) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo {
		return closing.Untick(ctx, b, a.Label, a.Check, a.Reason)
	}
	return closing.Tick(ctx, b, a.Label, a.Check, a.Reason)
}

// PlanPeriod notes the day on which the draft of a period is published by itself.
type PlanPeriod struct {
	On    civil.Date `json:"on,omitzero" help:"cli.flag-plan-on" placeholder:"YYYY-MM-DD"`
	Label string     `json:"label" arg:"" help:"cli.arg-label"`
}

// Do implements Act.
func (a *PlanPeriod) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return closing.Plan(ctx, b, a.Label, a.On)
}

// StopPeriod takes the day of publication of a period back.
type StopPeriod struct {
	Reason string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Label  string `json:"label" arg:"" help:"cli.arg-label"`
}

// Do implements Act.
func (a *StopPeriod) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, closing.Stop(ctx, b, a.Label, a.Reason)
}

// PublishPeriod publishes the draft of a period.
type PublishPeriod struct {
	Drafted bool   `json:"as_drafted,omitempty" name:"as-drafted" help:"cli.flag-as-drafted"`
	Reason  string `json:"reason,omitempty" help:"cli.flag-reason-behind" placeholder:"TEXT"`
	Label   string `json:"label" arg:"" help:"cli.arg-label"`
}

// Do implements Act.
func (a *PublishPeriod) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Drafted {
		return closing.PublishAsDrafted(ctx, b, a.Label, a.Reason)
	}
	return closing.Publish(ctx, b, a.Label, a.Reason)
}

// PayFee records a payment of a report's fee.
type PayFee struct {
	Undo
	Ref    string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Amount int    `json:"amount,omitempty" help:"cli.flag-report-amount" placeholder:"N"`
}

// Do implements Act.
func (a *PayFee) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo {
		return a.do(ctx, b, a.Ref, "", check.Decision{Payment: &check.Payment{Amount: a.Amount}}, nil)
	}
	return desk.Pay(ctx, b, a.Ref, a.Amount)
}

// WithholdOverdue withholds reports with an overdue fee.
type WithholdOverdue struct{}

// Do implements Act.
func (a *WithholdOverdue) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return desk.Overdue(ctx, b)
}

// ChangeSettings changes how the public reaches the federation, and how many officers decide.
type ChangeSettings struct {
	Because
	Settings []string `json:"settings" arg:"" optional:"" name:"name=value" sep:"none" help:"cli.arg-settings"`
}

// Do implements Act.
func (a *ChangeSettings) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.ChangeSettings(ctx, b, a.Settings, a.Reason)
}

// MendDerived restores documents that can be derived.
type MendDerived struct{}

// Do implements Act.
func (a *MendDerived) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return care.Mend(ctx, b)
}

// RebuildRows writes the rows anew from the documents.
type RebuildRows struct{}

// Do implements Act.
func (a *RebuildRows) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, care.Rebuild(ctx, b)
}
