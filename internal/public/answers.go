package public

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/arpadchess/arpad/internal/response"
)

const (
	// mostKept is how many bytes the answers that are kept hold in memory, if it is not said otherwise.
	mostKept = 32 << 20
	// fileShare is how many bytes in a file count as one in memory: files have 512 MB at most, and
	// are 128 at most.
	fileShare, fileLeast = 16, mostKept / 128
	// largeAtOnce is how many large answers are made at once.
	largeAtOnce = 1
	// longest is for how long an answer is made at most, of which a large one may wait a part
	// for its turn.
	longest     = 25 * time.Second
	longestWait = 10 * time.Second
)

// Question is what was asked.
type Question struct {
	What  string // route, path and known parameters in a fixed order, and the language if the answer has words
	Moves bool   // the answer shows more than what was published: reports, or the day
	Large bool   // it holds a whole list: few are made at once
	Typed bool   // it answers what a visitor typed, and is not kept
}

// Answer is what was made in answer to a question.
type Answer struct {
	*response.Response
	Of   Version // that it shows
	Keep bool    // it may be given to others
}

// key is what an answer is kept under.
type key struct {
	what string
	of   Version
}

func newAnswers() *otter.Cache[key, *response.Response] {
	return otter.Must(&otter.Options[key, *response.Response]{
		MaximumWeight: mostKept,
		Weigher:       weight,
	})
}

// entryBytes is what an entry of the cache holds beside the texts and the body, measured.
const entryBytes = 700

// weight returns how many bytes an answer holds that is kept.
func weight(k key, r *response.Response) uint32 {
	memory, file := r.Held()
	if file > 0 {
		memory += max(fileLeast, file/fileShare)
	}
	return uint32(entryBytes + int64(len(k.what)) + memory)
}

// Hold says how many bytes the answers that are kept may hold in memory.
func (p *Public) Hold(bytes int64) { p.answers.SetMaximum(uint64(bytes)) }

// turn waits until an answer may be made, and returns what to call when it is made.
func (p *Public) turn(ctx context.Context, large bool) (leave func(), err error) {
	ctx, stop := context.WithTimeout(ctx, longestWait)
	defer stop()
	if !large {
		return p.making.await(ctx)
	}
	first, err := p.large.await(ctx)
	if err != nil {
		return nil, err
	}
	second, err := p.making.await(ctx)
	if err != nil {
		first()
		return nil, err
	}
	return func() { second(); first() }, nil
}

// Answer returns the answer to a question: the one that is kept, or the one that answer makes,
// once for all who ask at the same time. What is kept shows the bureau as it is now; while that is
// away, as it was, with the field Age.
func (p *Public) Answer(ctx context.Context, q Question, answer func(context.Context) (*Answer, error)) (*response.Response, error) {
	made, err := p.answer(ctx, &q, answer)
	if failed(err) && ctx.Err() == nil {
		p.mu.Lock()
		p.seen = time.Time{} // it is looked at again
		p.mu.Unlock()
		if errors.Is(err, errNotBegun) {
			return nil, refuseAway()
		}
		if _, why := p.Version(ctx); isAway(why) {
			err = why
		}
	}
	return made, err
}

func (p *Public) answer(ctx context.Context, q *Question, answer func(context.Context) (*Answer, error)) (*response.Response, error) {
	if q.Typed {
		leave, err := p.turn(ctx, q.Large)
		if err != nil {
			return nil, err
		}
		defer leave()
		if _, err := p.Version(ctx); err != nil { // meanwhile
			return nil, err
		}
		p.Rendered.Add(1)
		ctx, stop := context.WithTimeout(ctx, longest)
		defer stop()
		made, err := metered(ctx, answer)
		if err != nil {
			return nil, err
		}
		return made.Response, nil
	}
	now, err := p.Version(ctx)
	if err != nil && !isAway(err) {
		return nil, err
	}
	k := key{q.What, now}
	if !q.Moves {
		k.of.Log, k.of.Day = 0, 0
	}
	if kept, ok := p.answers.GetIfPresent(k); ok {
		p.Kept.Add(1)
		if err != nil {
			kept = p.aged(kept)
		}
		return kept, nil
	}
	if err != nil {
		return nil, err
	}
	made, err, _ := p.flights.Do(fmt.Sprint(k), func() (any, error) {
		if kept, ok := p.answers.GetIfPresent(k); ok { // made since it was looked for
			return kept, nil
		}
		return p.make(ctx, q, answer)
	})
	if err != nil {
		return nil, err
	}
	return made.(*response.Response), nil
}

// metered makes an answer, and counts what it costs.
func metered(ctx context.Context, answer func(context.Context) (*Answer, error)) (made *Answer, err error) {
	err = response.Spend(ctx, func() error {
		made, err = answer(ctx)
		return err
	})
	return made, err
}

// aged returns a kept answer with the seconds since it was known to be current.
func (p *Public) aged(kept *response.Response) *response.Response {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := *kept
	old.Header = http.Header{"Age": {strconv.Itoa(int(time.Since(p.seen).Seconds()))}}
	maps.Copy(old.Header, kept.Header)
	return &old
}

// make makes an answer, and keeps it. It goes on when who asked first has left.
func (p *Public) make(ctx context.Context, q *Question, answer func(context.Context) (*Answer, error)) (*response.Response, error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer stop()
	leave, err := p.turn(ctx, q.Large)
	if err != nil {
		return nil, err
	}
	defer leave()
	p.Rendered.Add(1)
	made, err := metered(ctx, answer)
	if err != nil {
		return nil, err
	}
	if !made.Keep {
		return made.Response, nil
	}
	k := key{strings.Clone(q.What), made.Of}
	if !q.Moves {
		k.of.Log, k.of.Day = 0, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if made.Of.Published == p.now.Published { // nothing of somebody who was erased meanwhile
		p.answers.Set(k, made.Lean())
	}
	return made.Response, nil
}
