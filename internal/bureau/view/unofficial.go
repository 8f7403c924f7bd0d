package view

import (
	"context"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// ExplainUnofficial is like Explain, for the list as it would be now; with a label, for
// that of another period that is not out.
func ExplainUnofficial(ctx context.Context, b *bureau.Bureau, r bureau.Reader, id, label string) (*Explanation, error) {
	ahead, _, err := closing.Ahead(ctx, b, r)
	if err != nil {
		return nil, err
	}
	return ExplainNow(ahead, id, label)
}

// Unofficial is the list as it would be now, for a process that asks again and again. It
// keeps the newest official list and the records of the reports, rates only those who
// played, and does so once for each state of the bureau. The zero value is ready.
type Unofficial struct {
	mu      sync.Mutex
	run     int          // that made the newest official list
	list    *roster.List // that it made
	records map[lists.RecordID][]byte
	now     *roster.List    // as it would be now
	nowOf   any             // the state of the bureau that now is of
	ahead   *bureau.Overlay // the open periods, closed
	of      any             // the state of the bureau that ahead is over
}

// Explain is like ExplainUnofficial for the newest list. What the open periods lead to is
// calculated once for each state of the bureau, which of tells from others.
func (u *Unofficial) Explain(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any, id string) (*Explanation, error) {
	ahead, err := u.aheadOf(ctx, b, r, of)
	if err != nil {
		return nil, err
	}
	return ExplainNow(ahead.Over(r), id, "")
}

func (u *Unofficial) aheadOf(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any) (*bureau.Overlay, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ahead != nil && u.of == of {
		return u.ahead, nil
	}
	ahead, _, err := closing.Ahead(ctx, b, r)
	if err != nil {
		return nil, err
	}
	u.ahead, u.of = ahead.Over(nil), of
	return u.ahead, nil
}

// List returns the list as it would be now, in a state of the bureau, which of tells from others.
func (u *Unofficial) List(r bureau.Reader, of any) (*roster.List, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.now != nil && u.nowOf == of {
		return u.now, nil
	}
	now, err := u.rated(r)
	if err == nil {
		u.now, u.nowOf = now, of
	}
	return now, err
}

// rated rates the open periods.
func (u *Unofficial) rated(r bureau.Reader) (*roster.List, error) {
	run, err := u.official(r)
	if err != nil {
		return nil, err
	}
	settings, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	players, err := lists.PlayerCount(r)
	if err != nil {
		return nil, err
	}
	all, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	var facts []lists.Fact
	list, kept := u.list, map[lists.RecordID][]byte{}
	for _, p := range all {
		if p.State == lists.Published || p.Before(run) {
			continue
		}
		records, err := closing.Admitted(r, p.Label)
		if err != nil {
			return nil, err
		}
		if len(records) == 0 {
			continue
		}
		if facts == nil {
			if facts, err = lists.AllFacts(r, players); err != nil {
				return nil, err
			}
		}
		batch, err := u.played(r, records, kept)
		if err != nil {
			return nil, err
		}
		list, err = lists.RateOnly(settings, p, list, batch, facts)
		if err != nil {
			return nil, err
		}
	}
	u.records = kept
	return list, nil
}

// official reads the newest official list if it is another one now.
func (u *Unofficial) official(r bureau.Reader) (*lists.Run, error) {
	n, err := lists.RunNow(r, "")
	if err != nil {
		return nil, err
	}
	if n != u.run {
		if u.list, err = lists.ListOf(r, n); err != nil {
			return nil, err
		}
		u.run = n
	}
	return lists.FindRun(r, n)
}

// played returns the games of records, which it reads once.
func (u *Unofficial) played(r bureau.Reader, ids []lists.RecordID, kept map[lists.RecordID][]byte) (*pack.Batch, error) {
	return lists.Unpacked(ids, func(id lists.RecordID) (data []byte, err error) {
		if data = u.records[id]; data == nil {
			data, err = lists.PackedRecord(r, id)
		}
		kept[id] = data
		return data, err
	})
}
