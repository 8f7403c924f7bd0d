package intake_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// What was said of an earlier file as an info is not repeated for the next one, unless it changed.
func TestInfosAreSaidOnce(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	send := func(venue, encoding string) []string {
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Venue = venue
		s := bureautest.Submission(bureautest.JSON(t, r))
		s.Parsed, s.Replaces = r, true
		s.Found = []finding.Finding{
			finding.New("rounds-counted", finding.Info, finding.At{}), finding.New("encoding-read", finding.Info, finding.At{}, finding.Text("encoding", encoding)),
			finding.New("result-by-penalty", finding.Warning, finding.At{}),
		}
		receipt, err := intake.Submit(t.Context(), d.Bureau, s)
		d.Must(err)
		var ids []string
		for _, said := range receipt.Findings {
			if slices.ContainsFunc(s.Found, func(f finding.Finding) bool { return f.ID == said.ID }) {
				ids = append(ids, said.ID)
			}
		}
		slices.Sort(ids)
		return ids
	}
	for i, c := range []struct {
		venue, encoding string
		want            []string
	}{
		{"Yokohama", "shift_jis", []string{"encoding-read", "result-by-penalty", "rounds-counted"}},
		{"Tokyo", "shift_jis", []string{"result-by-penalty"}},
		{"Osaka", "utf-8", []string{"encoding-read", "result-by-penalty"}},
	} {
		if got := send(c.venue, c.encoding); !slices.Equal(got, c.want) {
			t.Errorf("file %d: %v, want %v", i+1, got, c.want)
		}
	}
}
