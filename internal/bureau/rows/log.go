package rows

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// LogOf returns the entries of the audit log about some subjects, the oldest first.
func LogOf(r bureau.Reader, subjects ...string) ([]*bureau.Entry, error) {
	actions, err := Actions.Select(r, bureau.Range{Order: 1, Any: anyOf(subjects)})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(actions, func(a, b *Action) int { return cmp.Compare(a.Seq, b.Seq) })
	log := make([]*bureau.Entry, len(actions))
	for i, a := range actions {
		if log[i], err = bureau.Entries.Get(r, bureau.SeqKey(a.Seq)); err != nil {
			return nil, err
		}
		if log[i] == nil {
			return nil, finding.Refuse("rows-missing")
		}
	}
	return log, nil
}

// LogSearch are the entries of the audit log that somebody looks for. The zero value is all.
type LogSearch struct {
	Subject  string                   // empty: any
	Actor    string                   // the number of an account; empty: anybody
	From, To time.Time                // From <= At < To; zero: no bound
	Has      func(*bureau.Entry) bool // nil: all
	Before   int                      // only entries of lower numbers; zero: all
	Limit    int
}

// has reports whether an entry is looked for, but for its subject.
func (q *LogSearch) has(e *bureau.Entry) bool {
	return (q.Actor == "" || e.Actor == q.Actor || e.With == q.Actor) && !e.At.Before(q.From) && (q.To.IsZero() || e.At.Before(q.To)) && (q.Has == nil || q.Has(e))
}

// clockErrs is by how much the clocks of two machines that wrote the log may have differed.
const clockErrs = 24 * time.Hour

// mostRead is how many entries are read in a search.
const mostRead = 20_000

// SearchLog returns entries of the audit log, the newest first, and before which entry there may be more; 0: there are none. It reads no
// more than mostRead, and may find fewer than are wanted.
func SearchLog(r bureau.Reader, q LogSearch) (found []*bureau.Entry, next int, err error) {
	// take reports whether it goes on.
	take := func(e *bureau.Entry) bool {
		if q.has(e) {
			if len(found) == q.Limit {
				next = found[len(found)-1].Seq
				return false
			}
			found = append(found, e)
		}
		return !e.At.Before(q.From.Add(-clockErrs))
	}
	if q.Subject != "" {
		all, err := LogOf(r, q.Subject)
		for _, e := range slices.Backward(all) {
			if (q.Before == 0 || e.Seq < q.Before) && !take(e) {
				break
			}
		}
		return found, next, err
	}
	before, err := q.end(r)
	if err != nil {
		return nil, 0, err
	}
	const piece = 500 // entries that are read at a time
	for stop := before - mostRead; before > 1; {
		if before <= stop {
			return found, before, nil
		}
		var all []*bureau.Entry
		from := max(1, before-piece)
		err := bureau.Entries.Scan(r, bureau.SeqKey(from), bureau.SeqKey(before), func(_ string, e *bureau.Entry) (bool, error) {
			all = append(all, e)
			return true, nil
		})
		if err != nil {
			return nil, 0, err
		}
		for _, e := range slices.Backward(all) {
			if !take(e) {
				return found, next, nil
			}
		}
		before = from
	}
	return found, 0, nil
}

// end returns before which entry a search begins: no later one is looked for.
func (q *LogSearch) end(r bureau.Reader) (before int, err error) {
	head, err := bureau.Heads.Get(r, "")
	if err != nil || head == nil {
		return 0, err
	}
	if before = head.Seq + 1; q.Before > 0 {
		before = min(before, q.Before)
	}
	if q.To.IsZero() {
		return before, nil
	}
	late := q.To.Add(clockErrs)
	return sort.Search(before-1, func(n int) bool {
		e, failed := bureau.Entries.Get(r, bureau.SeqKey(n+1))
		err = cmp.Or(err, failed)
		return e == nil || !e.At.Before(late)
	}) + 1, err
}
