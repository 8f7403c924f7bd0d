package life_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// All authorities of Japan share one text: they rate alike and refuse under the
// same clauses.
func TestAuthoritiesOfJapanWorkAlike(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ncs := bureautest.Sixteen(t, "ncs")
	ncs.Live(1, 3, nil)
	for _, authority := range []string{"jcf", "japan"} {
		d := bureautest.Sixteen(t, authority)
		refs := d.Live(1, 3, nil)
		if !maps.EqualFunc(d.Standing(), ncs.Standing(), maps.Equal) {
			t.Errorf("%s: the lists are others", authority)
		}
		_, err := closing.Close(ctx, d.Bureau, "2024-05")
		bureautest.Refused(t, err, "no-period")
		_, err = closing.Publish(ctx, d.Bureau, "2024-04", "")
		var out *finding.Refused
		if !errors.As(err, &out) || out.ID != "list-out" || out.Clause != "3(6)" || out.Value("until") == "" {
			t.Errorf("%s: %v", authority, err)
		}
		k := d.Accept(bureautest.Turn(refs[3], d.Event("Open 3", "2024-03-05"), 0), "")
		if k.Impact[0].Clause != "3(6)" || !k.Impact[0].Reissue {
			t.Errorf("%s: %+v", authority, k.Impact[0])
		}
		d.Look(func(bureau.Reader) error {
			return d.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
				if s.Authority != authority || s.Text() != "ncs" || register.PersonalFields(s.Text())[0].Clause != "4(1)b" {
					t.Errorf("%+v works by %s", s, s.Text())
				}
				return nil
			})
		})
	}
}
