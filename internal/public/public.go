// Package public is what the public may see of a bureau, for whoever shows it: the site and
// the API. It keeps the answers that were made, the search for players and the list as it
// would be now, and knows as of which state of the bureau each of them is.
package public

import (
	"context"
	"errors"
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
	// Base is the address from outside, without a slash at its end: "https://ratings.example.jp".
	// Empty: it is unknown, and there is no sitemap.
	Base string
	// Fresh is for how long the bureau is taken to be as it was at the last look. Zero: it
	// is looked at for each answer.
	Fresh time.Duration
	// Reopen returns the bureau anew, in place of one that cannot be read any more, and why; nil: it never
	// is. Leave is given one that nobody visits any more.
	Reopen func(ctx context.Context, why error) (*bureau.Bureau, error)
	Leave  func(*bureau.Bureau)
	// Failed is told why something could not be shown; nil: nobody is.
	Failed func(address string, why error)
	// Patience is how long the bureau may take to be there.
	Patience time.Duration
	// Kept and Rendered count the answers that were at hand, and the others.
	Kept, Rendered atomic.Int64
	// Unofficial is the list as it would be now.
	Unofficial view.Unofficial

	answers *otter.Cache[key, *response.Response]
	flights singleflight.Group
	making  turns // of answers
	large   turns // of large ones

	mu   sync.Mutex // guards what follows
	of   *opened
	now  Version
	seen time.Time // when now was read
	away bool      // the last look has failed

	searching sync.Mutex // guards what follows
	search    *finder.Search
	searches  Published // what search knows
	reading   bool      // the names are being read again

	beside sync.WaitGroup // what is read beside the visits
}

// opened is a bureau from when its database was opened until it was replaced.
type opened struct {
	*bureau.Bureau
	number int            // of the opening
	visits sync.WaitGroup // under way
}

// patience is how long the bureau may take to be there while visitors wait, and awayPatience if it was not
// at the last look.
const (
	patience     = 1500 * time.Millisecond
	awayPatience = 250 * time.Millisecond
)

// New returns what is shown of a bureau.
func New(b *bureau.Bureau) *Public {
	return &Public{Patience: patience, of: &opened{Bureau: b}, answers: newAnswers(), making: turns{free: 2 * runtime.GOMAXPROCS(0)}, large: turns{free: largeAtOnce}}
}

// Prepare reads what every search needs. Requests read what it could not.
func (p *Public) Prepare(ctx context.Context) {
	_, _ = p.Visit(ctx, nil, func(v *Visit) error {
		_, _, err := p.Search(v.R, v.Now)
		return err
	})
}

// Wait waits until everything is read that is being read beside the visits, and leaves a bureau
// that was opened anew. The one that was given must stay open as long.
func (p *Public) Wait() {
	p.beside.Wait()
	if of := p.enter(); of.number > 0 {
		p.Leave(of.Bureau)
	}
}

// Version is what answers were rendered from: as long as it is the same, so are they.
type Version struct {
	Published
	Log int        // number of the last action
	Day civil.Date // today
}

// Published is the part of a version on which answers depend that show what was published.
type Published struct {
	Opening   int // of the database
	Seq       int // of the newest publication
	Run       int // that made the newest list, with all corrections
	Registers int // actions that may have changed names, clubs and merges
}

// Version returns the version of the bureau. If it is away, the refusal says so, and the version is that
// of the last look.
func (p *Public) Version(ctx context.Context) (now Version, err error) {
	p.mu.Lock()
	now = p.now
	fresh, wait := time.Since(p.seen) < p.Fresh && !p.away, p.Patience
	if p.away {
		wait = awayPatience
	}
	p.mu.Unlock()
	if fresh {
		return now, nil
	}
	select {
	case looked := <-p.flights.DoChan("", func() (any, error) { return nil, p.look(context.WithoutCancel(ctx)) }):
		err = looked.Err
	case <-time.After(wait): // the look goes on
		err = refuseAway()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now, err
}

// errNotBegun is the error of a visit that has seen nothing of the bureau.
var errNotBegun = errors.New("the bureau is not there")

// refuseAway returns the refusal while the bureau cannot be read.
func refuseAway() *finding.Refused { return finding.Refuse("database-away") }

// isAway reports whether a refusal is that the bureau cannot be read.
func isAway(err error) bool {
	var why *finding.Refused
	return errors.As(err, &why) && why.ID == refuseAway().ID
}

// look looks at the bureau, or refuses to. One that was replaced is opened anew.
func (p *Public) look(ctx context.Context) error {
	nothing := func(*Visit) error { return nil }
	_, err := p.Visit(ctx, nil, nothing)
	if failed(err) && p.Reopen != nil {
		if anew, cannot := p.Reopen(ctx, err); cannot == nil {
			p.replace(anew)
			_, err = p.Visit(ctx, nil, nothing)
		}
	}
	away := failed(err)
	p.mu.Lock()
	first := away && !p.away
	p.away = away
	p.mu.Unlock()
	if first {
		p.Fail("/readyz", err)
	}
	if away {
		return refuseAway()
	}
	return err
}

// failed reports whether an error is one of the database, not an answer.
func failed(err error) bool {
	var why *finding.Refused
	var there *Moved
	return err != nil && !errors.As(err, &why) && !errors.As(err, &there)
}

// replace has a bureau visited in place of another, which is left when nobody visits it any more.
func (p *Public) replace(anew *bureau.Bureau) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.of
	p.of = &opened{Bureau: anew, number: old.number + 1}
	p.beside.Go(func() {
		old.visits.Wait()
		p.Leave(old.Bureau)
	})
}

// enter returns the bureau for a visit.
func (p *Public) enter() *opened {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.visits.Add(1)
	return p.of
}

// seeing returns the version of a bureau that is visited. Answers that show another list, or other names, are dropped.
func (p *Public) seeing(of *opened, r bureau.Reader, settings *bureau.Settings) (Version, error) {
	now, err := versionOf(r)
	if err != nil {
		return now, err
	}
	now.Opening, now.Day = of.number, of.Today(settings)
	p.mu.Lock()
	defer p.mu.Unlock()
	if of != p.of {
		return now, nil // it was replaced meanwhile
	}
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
