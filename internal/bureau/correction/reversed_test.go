package correction_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// A result of a game given with reversed colours is refused, whether the report
// is rated or not. The refusal states who had White, and the recorded result.
func TestReversedColoursAreRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	r := d.Event("Open 2", "2024-02-05")
	g := r.Sections[0].Games[3]
	other := bureautest.Turned(g.Result)
	reversed := check.Adjustment{Round: g.Round, White: g.Black, Black: g.White, Result: &other}
	refusedAs := func(when string, err error, recorded report.Result) {
		t.Helper()
		var refused *finding.Refused
		if !errors.As(err, &refused) || refused.ID != "colours-reversed" || refused.Value("white") != strconv.Itoa(g.White) || refused.Value("black") != strconv.Itoa(g.Black) ||
			refused.Value("result") != recorded.String() {
			t.Errorf("%s: %v", when, err)
		}
	}
	d.On("2024-02-10T03:00:00Z")
	ref := d.Submit(r)
	refusedAs("handed in", desk.Adjust(ctx, d.Bureau, ref, "the sheet", reversed), g.Result)
	right := check.Adjustment{Round: g.Round, White: g.White, Black: g.Black, Result: &other}
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "the sheet", right))
	refusedAs("adjusted", desk.Adjust(ctx, d.Bureau, ref, "the sheet", reversed), other)
	d.On("2024-02-25T03:00:00Z")
	d.Publish("2024-03")
	_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{Reason: "the sheet", What: correction.Amendment{Kind: correction.AmendResult, Report: ref, Adjustments: []check.Adjustment{reversed}}})
	refusedAs("rated", err, other)
	reversed.Round = 99
	_, err = correction.Propose(ctx, d.Bureau, correction.Proposal{Reason: "the sheet", What: correction.Amendment{Kind: correction.AmendResult, Report: ref, Adjustments: []check.Adjustment{reversed}}})
	bureautest.Refused(t, err, "no-game")
}
