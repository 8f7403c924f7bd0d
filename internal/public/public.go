// Package public is what the public may see of a bureau, for whoever shows it: the site and
// the API. It keeps the answers that were made, the search for players and the list as it
// would be now, and knows as of which state of the bureau each of them is.
package public

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/response"
)

// Public is what is shown of a bureau. All who show the same bureau use one.
type Public struct {
	Bureau *bureau.Bureau
	// Fresh is for how long the bureau is taken to be as it was at the last look. Zero: it
	// is looked at for each answer.
	Fresh time.Duration
	// Failed is told why something could not be shown; nil: nobody is.
	Failed func(address string, why error)
	// Kept and Rendered count the answers that were at hand, and the others.
	Kept, Rendered atomic.Int64
	// Unofficial is the list as it would be now.
	Unofficial view.Unofficial

	answers *otter.Cache[key, *response.Response]
	flights singleflight.Group
	making  chan struct{} // has one for each answer that is being made
	large   chan struct{} // has one for each large one

	mu   sync.Mutex // guards what follows
	now  Version
	seen time.Time // when now was read

	searching sync.Mutex // guards what follows
	search    *finder.Search
	searches  Published // what search knows
	reading   bool      // the names are being read again

	beside sync.WaitGroup // what is read beside the visits
}

// New returns what is shown of a bureau.
func New(b *bureau.Bureau) *Public {
	return &Public{Bureau: b, answers: newAnswers(), making: make(chan struct{}, 2*runtime.GOMAXPROCS(0)), large: make(chan struct{}, largeAtOnce)}
}

// Prepare warms the caches in the background, until the context ends. Requests read what it could not.
func (p *Public) Prepare(ctx context.Context) {
	p.beside.Go(func() {
		_ = p.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
			now, err := p.Look(r, settings)
			if err == nil {
				_, _, err = p.Search(r, now)
			}
			return err
		})
	})
}

// Wait waits until everything is read that is being read beside the visits. The bureau must
// stay open as long.
func (p *Public) Wait() { p.beside.Wait() }

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
	Registers int // actions that may have changed names, clubs and merges
}

// Version returns the version of the bureau.
func (p *Public) Version(ctx context.Context) (now Version, err error) {
	p.mu.Lock()
	now = p.now
	fresh := time.Since(p.seen) < p.Fresh
	p.mu.Unlock()
	if fresh {
		return now, nil
	}
	err = p.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		now, err = p.Look(r, settings)
		return err
	})
	return now, err
}

// Look reads the version of the bureau. Answers that show another list, or other names, are dropped.
func (p *Public) Look(r bureau.Reader, settings *bureau.Settings) (Version, error) {
	now, err := versionOf(r)
	if err != nil {
		return now, err
	}
	now.Day = p.Bureau.Today(settings)
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Published != p.now.Published {
		p.answers.InvalidateAll() // nothing of somebody who was erased stays
	}
	p.now, p.seen = now, time.Now()
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
func (p *Public) Fail(address string, why error) {
	if p.Failed != nil {
		p.Failed(address, why)
	}
}
