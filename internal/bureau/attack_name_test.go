package bureau_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A public reason holds the name of nobody who has asked, in whatever order, and
// whichever inquiry it answers.
func TestPublicReasonNamesNoInquirer(t *testing.T) {
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 1)
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{List: "2024-02"}, correction.Inquirer{Name: "Mori, Kei Anna", Contact: "kei@example.jp"})
	d.Must(err)
	what := bureautest.Turn(refs[1], held[1], 0)
	for _, reason := range []string{"as Kei Mori says, Anna", "KEI ANNA MORI", "mori_kei-anna has asked"} {
		for _, inquiry := range []string{q.Number, ""} {
			_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: what, Inquiry: inquiry, Reason: reason})
			bureautest.Refused(t, err, "reason-names-inquirer")
		}
	}
}
