package register_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A membership includes its last day; consecutive memberships count as one.
func TestMembershipsOverlap(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	day := func(s string) civil.Date {
		d, err := civil.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct {
		from, to, event    string
		joined, covered    bool
		first, last, error string
	}{
		{"2024-01-01", "2024-12-31", "", false, true, "2024-01-01", "2024-12-31", ""},
		{"2024-12-31", "2025-12-30", "", true, false, "2024-01-01", "2025-12-30", ""},
		{"2025-01-01", "2025-12-31", "", false, false, "2025-01-01", "2025-12-31", ""},
		{"2023-06-01", "2025-06-01", "", true, false, "2023-06-01", "2025-06-01", ""},
		{"2024-05-03", "2024-05-05", "Open", false, false, "2024-05-03", "2024-05-05", ""},
		{"2024-05-05", "2024-05-03", "Open", false, false, "", "", "days-reversed"},
	} {
		d := bureautest.Empty(t, "ncs")
		id := d.Enter("name=Sato Ken")
		year := register.Membership{Player: id, Days: civil.Range{From: day("2024-01-01"), To: day("2024-12-31")}}
		if _, err := register.Enrol(ctx, d.Bureau, year, ""); err != nil {
			t.Fatal(err)
		}
		made, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: id, Days: civil.Range{From: day(test.from), To: day(test.to)}, Event: test.event}, "")
		if test.error != "" {
			if bureautest.Refusal(err) != test.error {
				t.Error(test, err)
			}
			continue
		}
		if err != nil || made.Joined != test.joined || made.Covered != test.covered || made.Days.From.String() != test.first || made.Days.To.String() != test.last {
			t.Errorf("%+v: %+v, %v", test, made, err)
		}
	}
}
