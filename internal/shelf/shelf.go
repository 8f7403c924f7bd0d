// Package shelf keeps at hand what the site and the API show of a bureau: answers that
// were rendered before, lists that are ready to be sorted and filtered, the search for
// players. It knows as of which state of the bureau each of them is.
package shelf

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Shelf keeps what is shown of a bureau. All who show the same bureau use one.
type Shelf struct {
	Bureau *bureau.Bureau
	// Fresh is for how long the bureau is taken to be as it was at the last look. Zero: it
	// is looked at for each answer.
	Fresh time.Duration
	// Grace is for how long after a publication, or an act, who would have to wait is given
	// the answer from before it. Zero: nobody is.
	Grace time.Duration
	// Failed is told why something could not be shown; nil: nobody is.
	Failed func(address string, why error)
	// Kept and Rendered count the answers that were at hand, and the others.
	Kept, Rendered atomic.Int64
	// Unofficial is the list as it would be now.
	Unofficial view.Unofficial

	mu   sync.Mutex // guards what follows
	now  Version
	seen time.Time // when now was read
	answers

	searching sync.Mutex // guards what follows
	search    *finder.Search
	searches  Published // what search knows
	reading   bool      // the names are being read again

	beside sync.WaitGroup // what is read beside the visits

	standing  sync.Mutex                // guards what follows
	published map[int]*rows.Publication // by seq
}

// New returns an empty shelf.
func New(b *bureau.Bureau) *Shelf {
	return &Shelf{Bureau: b}
}

// Prepare warms the caches in the background, until the context ends. Requests read what it could not.
func (s *Shelf) Prepare(ctx context.Context) {
	s.beside.Go(func() {
		_ = s.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
			now, err := s.Look(r, settings)
			if err == nil {
				_, _, err = s.Search(r, now)
			}
			return err
		})
	})
}

// Wait waits until everything is read that is being read beside the visits. The bureau must
// stay open as long.
func (s *Shelf) Wait() { s.beside.Wait() }

// Version is what answers were rendered from: as long as it is the same, so are they.
type Version struct {
	Published
	Log int        // number of the last action
	Day civil.Date // today
}

// Published is the part of a version on which answers depend that show what was published.
type Published struct {
	Seq       int // of the newest publication
	Run       int // that made the newest list, with all corrections
	Registers int // number of actions that may have changed names, clubs and merges
}

// Version returns the version of the bureau.
func (s *Shelf) Version(ctx context.Context) (now Version, err error) {
	s.mu.Lock()
	now = s.now
	fresh := time.Since(s.seen) < s.Fresh
	s.mu.Unlock()
	if fresh {
		return now, nil
	}
	err = s.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		now, err = s.Look(r, settings)
		return err
	})
	return now, err
}

// Look reads the version of the bureau. What was kept of the one before is due then, or dropped.
func (s *Shelf) Look(r bureau.Reader, settings *bureau.Settings) (Version, error) {
	now, err := versionOf(r)
	if err != nil {
		return now, err
	}
	now.Day = s.Bureau.Today(settings)
	s.mu.Lock()
	defer s.mu.Unlock()
	if now != s.now {
		states := s.states
		if now.Published != s.now.Published {
			if states, err = listStates(r); err != nil {
				return now, err
			}
		}
		s.moveOn(now, states)
	}
	s.now, s.seen = now, time.Now()
	return now, nil
}

func versionOf(r bureau.Reader) (now Version, err error) {
	newest, err := rows.Publications.Select(r, bureau.Range{Backward: true, Limit: 1})
	if err != nil {
		return now, err
	}
	if len(newest) == 0 {
		return now, finding.Refuse("rows-missing")
	}
	now.Seq = newest[0].Seq
	for _, counter := range []struct {
		to  *int
		get func() (*int, error)
	}{
		{&now.Run, func() (*int, error) { return lists.LatestRun.Get(r, "") }},
		{&now.Registers, func() (*int, error) { return bureau.Counters.Get(r, bureau.RegistersCounter) }},
	} {
		n, err := counter.get()
		if err != nil {
			return now, err
		}
		if n != nil {
			*counter.to = *n
		}
	}
	head, err := bureau.Heads.Get(r, "")
	if head != nil {
		now.Log = head.Seq
	}
	return now, err
}

// Fail tells why something could not be shown.
func (s *Shelf) Fail(address string, why error) {
	if s.Failed != nil {
		s.Failed(address, why)
	}
}

// Publications returns all publications by seq, up to one.
func (s *Shelf) Publications(r bureau.Reader, seq int) (map[int]*rows.Publication, error) {
	s.standing.Lock()
	defer s.standing.Unlock()
	if s.published[seq] != nil {
		return s.published, nil
	}
	all, err := rows.Publications.Select(r, bureau.Range{})
	published := map[int]*rows.Publication{}
	for _, p := range all {
		published[p.Seq] = p
	}
	if err == nil {
		s.published = published
	}
	return published, err
}
