package act

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// AddInquiry records an inquiry.
type AddInquiry struct {
	Who     string     `json:"who" required:"" help:"cli.flag-who" placeholder:"NAME"`
	Contact string     `json:"contact,omitempty" help:"cli.flag-contact" placeholder:"ADDRESS"`
	What    string     `json:"what,omitempty" help:"cli.flag-what" placeholder:"TEXT"`
	On      civil.Date `json:"on,omitzero" help:"cli.flag-on" placeholder:"YYYY-MM-DD"`
	List    string     `json:"list,omitempty" help:"cli.flag-about-list" placeholder:"LABEL"`
	Player  string     `json:"player,omitempty" help:"cli.flag-about-player" placeholder:"ID"`
	Event   string     `json:"event,omitempty" help:"cli.flag-about-event" placeholder:"REF"`
	Account bool       `json:"account,omitempty" help:"cli.flag-asks-account"`
}

// Do implements Act.
func (a *AddInquiry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return correction.Inquire(ctx, b, correction.Inquiry{On: a.On, List: a.List, Player: a.Player, Report: a.Event, Account: a.Account}, correction.Inquirer{Name: a.Who, Contact: a.Contact, Words: a.What})
}

// CloseInquiry closes an inquiry.
type CloseInquiry struct {
	Reason string `json:"reason" required:"" help:"cli.flag-answer" placeholder:"TEXT"`
	Number string `json:"inquiry" arg:"" help:"cli.arg-inquiry"`
}

// Do implements Act.
func (a *CloseInquiry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, correction.CloseInquiry(ctx, b, a.Number, a.Reason)
}

// WithdrawInquiry takes back what somebody has asked.
type WithdrawInquiry struct {
	Number string `json:"inquiry" arg:"" help:"cli.arg-inquiry"`
}

// Do implements Act.
func (a *WithdrawInquiry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, correction.WithdrawInquiry(ctx, b, a.Number)
}

// Proposed is what every correction has.
type Proposed struct {
	Reason  string `json:"reason" required:"" help:"cli.flag-public-reason" placeholder:"TEXT"`
	Inquiry string `json:"inquiry,omitempty" help:"cli.flag-inquiry" placeholder:"Q1"`
}

func (a *Proposed) propose(ctx context.Context, b *bureau.Bureau, what correction.Amendment) (any, error) {
	return correction.Propose(ctx, b, correction.Proposal{What: what, Inquiry: a.Inquiry, Reason: a.Reason})
}

// ofReport proposes a correction of a report.
type ofReport struct {
	Proposed
	Ref string `json:"ref" arg:"" help:"cli.arg-ref"`
}

// Game is a game of a report.
type Game struct {
	Proposed
	Section string `json:"section,omitempty" help:"cli.flag-in-section" placeholder:"NAME"`
	Round   int    `json:"round" required:"" help:"cli.flag-round" placeholder:"N"`
	White   int    `json:"white" required:"" help:"cli.flag-white" placeholder:"N"`
	Black   int    `json:"black" required:"" help:"cli.flag-black" placeholder:"N"`
	Ref     string `json:"ref" arg:"" help:"cli.arg-ref"`
}

// game proposes to correct the game: its result, or whether it counts.
func (a *Game) game(ctx context.Context, b *bureau.Bureau, result *report.Result, out *pack.Out) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.AmendResult, Report: a.Ref, Adjustments: []check.Adjustment{{
		Section: a.Section, Round: a.Round, White: a.White, Black: a.Black, Result: result, Out: out,
	}}})
}

// ProposeResult corrects a result.
type ProposeResult struct {
	Game
	Result Result `json:"result" required:"" help:"cli.flag-result" placeholder:"1-0"`
}

// Do implements Act.
func (a *ProposeResult) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.game(ctx, b, new(report.Result(a.Result)), nil)
}

// ProposeCount counts a game that was left out of a list.
type ProposeCount struct{ Game }

// Do implements Act.
func (a *ProposeCount) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.game(ctx, b, nil, new(pack.In))
}

// ProposeOmission leaves out a game that a list counted.
type ProposeOmission struct{ Game }

// Do implements Act.
func (a *ProposeOmission) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.game(ctx, b, nil, new(pack.Held))
}

// ProposePlayer changes the player of an entry.
type ProposePlayer struct {
	Proposed
	Section  string `json:"section,omitempty" help:"cli.flag-in-section" placeholder:"NAME"`
	Start    int    `json:"start" required:"" help:"cli.flag-start-number" placeholder:"N"`
	Player   string `json:"player" required:"" help:"cli.flag-player" placeholder:"ID"`
	Exchange bool   `json:"exchange,omitempty" help:"cli.flag-exchange"`
	Ref      string `json:"ref" arg:"" help:"cli.arg-ref"`
}

// Do implements Act.
func (a *ProposePlayer) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.AmendPlayer, Report: a.Ref, Adjustments: []check.Adjustment{{
		Section: a.Section, Start: a.Start, Player: a.Player, Exchange: a.Exchange,
	}}})
}

// ProposeWithdrawal removes a report from its list.
type ProposeWithdrawal struct{ ofReport }

// Do implements Act.
func (a *ProposeWithdrawal) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.Withdraw, Report: a.Ref})
}

// ProposeLate adds a report to a published list.
type ProposeLate struct {
	Proposed
	Label string `json:"label,omitempty" help:"cli.flag-late-label" placeholder:"LABEL"`
	Ref   string `json:"ref" arg:"" help:"cli.arg-ref"`
}

// Do implements Act.
func (a *ProposeLate) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.AddLate, Report: a.Ref, Label: a.Label})
}

// ProposeReport brings in what came of a report after its list.
type ProposeReport struct{ ofReport }

// Do implements Act.
func (a *ProposeReport) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.AmendReport, Report: a.Ref})
}

// ProposeRating sets a rating.
type ProposeRating struct {
	Proposed
	Player string        `json:"player" required:"" help:"cli.flag-player" placeholder:"ID"`
	Type   rating.Kind   `json:"type" default:"standard" help:"cli.flag-rating-type" placeholder:"TYPE"`
	Rating rating.Rating `json:"rating" required:"" help:"cli.flag-rating-to" placeholder:"RATING"`
	Label  string        `json:"label,omitempty" help:"cli.flag-rating-label" placeholder:"LABEL"`
}

// Do implements Act.
func (a *ProposeRating) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.propose(ctx, b, correction.Amendment{Kind: correction.AmendRating, Player: a.Player, Type: a.Type, Rating: a.Rating, Label: a.Label})
}

// AcceptCorrection puts a correction into force.
type AcceptCorrection struct {
	Reason string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Number string `json:"correction" arg:"" help:"cli.arg-correction"`
}

// Do implements Act.
func (a *AcceptCorrection) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return correction.Accept(ctx, b, a.Number, a.Reason)
}

// RejectCorrection rejects a correction.
type RejectCorrection struct {
	Reason string `json:"reason" required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Number string `json:"correction" arg:"" help:"cli.arg-correction"`
}

// Do implements Act.
func (a *RejectCorrection) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, correction.Reject(ctx, b, a.Number, a.Reason)
}

// UndoCorrection proposes to undo a correction.
type UndoCorrection struct {
	Proposed
	Number string `json:"correction" arg:"" help:"cli.arg-correction"`
}

// Do implements Act.
func (a *UndoCorrection) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return correction.Undo(ctx, b, a.Number, a.Inquiry, a.Reason)
}
