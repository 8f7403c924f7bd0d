package rows_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The log is searched from its end on, by subject, actor, day and more, page by page, also where a page ends within many entries.
func TestSearchLog(t *testing.T) {
	d := bureautest.Empty(t, "jcf")
	other := *d.Bureau
	other.Actor = bureau.AtTerminal("second")
	first, by := 0, ""
	const clubs = 600
	for i := range clubs {
		b := d.Bureau
		if i%100 == 99 {
			b = &other
		}
		if i%50 == 0 {
			d.Now = d.Now.Add(24 * time.Hour)
		}
		_, err := register.AddClub(t.Context(), b, []string{fmt.Sprintf("name=Club %d", i)}, "")
		d.Must(err)
	}
	search := func(q rows.LogSearch) (seqs []int, more bool) {
		t.Helper()
		d.Must(d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			found, next, err := rows.SearchLog(r, q)
			for _, e := range found {
				if seqs = append(seqs, e.Seq); e.Subject == "C0600" {
					by = e.Actor
				}
			}
			more = next > 0
			return err
		}))
		return seqs, more
	}
	all, more := search(rows.LogSearch{Limit: 5000})
	if len(all) < clubs || more || !slices.IsSortedFunc(all, func(a, b int) int { return b - a }) || all[len(all)-1] != 1 {
		t.Fatalf("%d entries, more: %t", len(all), more)
	}
	first = all[0]
	for name, c := range map[string]struct {
		q    rows.LogSearch
		want []int // behind the newest
		more bool
	}{
		"a page":         {rows.LogSearch{Limit: 3}, []int{0, 1, 2}, true},
		"the next":       {rows.LogSearch{Limit: 2, Before: first - 2}, []int{3, 4}, true},
		"a subject":      {rows.LogSearch{Limit: 2, Subject: "C0590"}, []int{10}, false},
		"not before":     {rows.LogSearch{Limit: 2, Subject: "C0590", Before: first - 10}, nil, false},
		"an actor":       {rows.LogSearch{Limit: 3, Actor: by}, []int{0, 100, 200}, true},
		"days":           {rows.LogSearch{Limit: 2, From: d.Now.Add(-24 * time.Hour), To: d.Now}, []int{50, 51}, true},
		"a day of actor": {rows.LogSearch{Limit: 9, Actor: by, From: d.Now.Add(-48 * time.Hour), To: d.Now.Add(-24 * time.Hour)}, []int{100}, false},
		"acts":           {rows.LogSearch{Limit: 9, Has: func(e *bureau.Entry) bool { return e.Subject == "C0001" }}, []int{599}, false},
		"nobody":         {rows.LogSearch{Limit: 9, Actor: "A9999"}, nil, false},
	} {
		var want []int
		for _, behind := range c.want {
			want = append(want, first-behind)
		}
		if got, more := search(c.q); !slices.Equal(got, want) || more != c.more {
			t.Errorf("%s: got %v, %t, want %v, %t", name, got, more, want, c.more)
		}
	}
}
