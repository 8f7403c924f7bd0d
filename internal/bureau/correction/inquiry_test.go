package correction_test

import (
	"context"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A public reason holds the name of nobody who has asked, in whatever order, and
// whichever inquiry it answers.
func TestPublicReasonNamesNoInquirer(t *testing.T) {
	t.Parallel()
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

// The inquirer is never logged.
func TestInquirerIsNotLogged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 1)
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{List: "2024-02"}, correction.Inquirer{Name: "Mori Kei", Contact: "kei@example.jp", Words: "My rating is wrong."})
	if err != nil {
		t.Fatal(err)
	}
	what := bureautest.Turn(refs[1], held[1], 0)
	_, err = correction.Propose(ctx, d.Bureau, correction.Proposal{What: what, Inquiry: q.Number, Reason: "as MORI Kei says"})
	bureautest.Refused(t, err, "reason-names-inquirer")
	d.Accept(what, q.Number)
	bureautest.Refused(t, correction.CloseInquiry(ctx, d.Bureau, q.Number, "written to kei@example.jp"), "reason-names-inquirer")
	if err := correction.CloseInquiry(ctx, d.Bureau, q.Number, "corrected by C1"); err != nil {
		t.Fatal(err)
	}
	d.Look(func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			if kind == "inquirer" {
				continue
			}
			if err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				if strings.Contains(string(value), "Mori") || strings.Contains(string(value), "example.jp") {
					t.Errorf("%s %q names who has complained", kind, key)
				}
				return true, nil
			}); err != nil {
				return err
			}
		}
		return err
	})
}
