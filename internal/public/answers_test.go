package public

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// answering returns what makes an answer with a body, and counts how often it does.
func answering(p *Public, body string, made *atomic.Int64) func(context.Context) (*Answer, error) {
	return func(ctx context.Context) (*Answer, error) {
		made.Add(1)
		now, err := p.Version(ctx)
		r := response.New(http.StatusOK, "text/plain", []byte(body))
		r.Header = http.Header{"Cache-Control": {"no-cache"}, "X-Robots-Tag": {"noindex"}}
		return &Answer{Response: r, Of: now, Keep: true}, err
	}
}

// asked returns the body of the answer to a question, which is made anew with the number of
// the making.
func asked(t *testing.T, p *Public, q Question, made *atomic.Int64) string {
	t.Helper()
	r, err := p.Answer(t.Context(), q, answering(p, strconv.FormatInt(made.Load(), 10), made))
	if err != nil {
		t.Fatal(err)
	}
	body, err := r.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// What is kept is of the bureau as it is now: what moves with reports and the day is made again
// after each of them, the rest when a name changes or a list comes out.
func TestAnswersFollowTheBureau(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	p := New(d.Bureau)
	var made atomic.Int64
	act := func(action string) func() {
		return func() { d.Must(d.Do(t.Context(), action, "test", func(*bureau.Tx) error { return nil })) }
	}
	lists, reports := Question{What: "lists"}, Question{What: "reports", Moves: true}
	for _, c := range []struct {
		name           string
		change         func()
		lists, reports string
	}{
		{"at first", func() {}, "0", "1"},
		{"nothing", func() {}, "0", "1"},
		{"a report", act("report.test"), "0", "2"},
		{"a day", func() { d.Now = d.Now.AddDate(0, 0, 1) }, "0", "3"},
		{"a name", func() { d.Enter("name=Mori Kei") }, "4", "5"},
	} {
		c.change()
		for range 2 {
			if got := asked(t, p, lists, &made); got != c.lists {
				t.Errorf("%s: the answer about lists is that of making %s, not %s", c.name, got, c.lists)
			}
			if got := asked(t, p, reports, &made); got != c.reports {
				t.Errorf("%s: the answer about reports is that of making %s, not %s", c.name, got, c.reports)
			}
		}
	}
}

// What a visitor typed, what lacks something, what failed and what shows a bureau of before is
// not kept.
func TestNotAllAnswersAreKept(t *testing.T) {
	t.Parallel()
	p := New(bureautest.Empty(t, "ncs").Bureau)
	bad := errors.New("bad")
	for name, c := range map[string]struct {
		q      Question
		change func(*Answer) error
	}{
		"typed":      {Question{What: "typed", Typed: true}, func(*Answer) error { return nil }},
		"incomplete": {Question{What: "incomplete"}, func(a *Answer) error { a.Keep = false; return nil }},
		"failed":     {Question{What: "failed"}, func(*Answer) error { return bad }},
		"of before":  {Question{What: "of before"}, func(a *Answer) error { a.Of.Registers--; return nil }},
	} {
		var made atomic.Int64
		for range 2 {
			_, err := p.Answer(t.Context(), c.q, func(ctx context.Context) (*Answer, error) {
				a, err := answering(p, name, &made)(ctx)
				if err == nil {
					err = c.change(a)
				}
				return a, err
			})
			if err != nil && !errors.Is(err, bad) {
				t.Fatal(err)
			}
		}
		if made.Load() != 2 {
			t.Errorf("%s: two answers are made %d times", name, made.Load())
		}
	}
}

// An answer is made once for all who ask for it at the same time, also when who asked first
// leaves; few large ones are made at once.
func TestAnswersAreMadeOnce(t *testing.T) {
	t.Parallel()
	p := New(bureautest.Empty(t, "ncs").Bureau)
	var made, large, most atomic.Int64
	leaving, leave := context.WithCancel(t.Context())
	defer leave()
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			_, err := p.Answer(leaving, Question{What: "page"}, func(ctx context.Context) (*Answer, error) {
				leave()
				return answering(p, "page", &made)(ctx)
			})
			if err != nil && !errors.Is(err, context.Canceled) { // some came when the page was there
				t.Error(err)
			}
		})
		for n := range 4 {
			all.Go(func() {
				_, err := p.Answer(t.Context(), Question{What: fmt.Sprint("list ", n), Large: true}, func(ctx context.Context) (*Answer, error) {
					if now := large.Add(1); now > most.Load() {
						most.Store(now)
					}
					defer large.Add(-1)
					runtime.Gosched()
					return answering(p, "list", &made)(ctx)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if made.Load() != 5 || most.Load() > largeAtOnce {
		t.Errorf("five answers are made %d times, %d large ones at once", made.Load(), most.Load())
	}
}

// The answers that are kept hold as much memory as is said, however small they are, and not
// more than they may.
func TestKeptAnswersAreBounded(t *testing.T) {
	p := New(bureautest.Empty(t, "ncs").Bureau)
	p.Fresh = time.Hour
	var made atomic.Int64
	held := func() int64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.GC() // what pools hold goes with the second
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	fill := func(name, body string, n int) {
		for i := range n {
			_, err := p.Answer(t.Context(), Question{What: fmt.Sprint(name, i)}, answering(p, body, &made))
			if err != nil {
				t.Fatal(err)
			}
		}
		p.answers.CleanUp()
	}
	before := held()
	fill("small", "x", 10_000)
	said := int64(p.answers.WeightedSize())
	if is := held() - before; is > said*5/4 || is < said/2 {
		t.Errorf("10,000 answers hold %d bytes, not %d", is, said)
	}
	fill("large", string(make([]byte, 1000)), 40_000)
	if size := p.answers.WeightedSize(); size > mostKept || size < mostKept/2 {
		t.Errorf("the answers that are kept hold %d bytes of %d", size, mostKept)
	}
	if is := held() - before; is > mostKept*5/4 {
		t.Errorf("they hold %d bytes in memory, of %d", is, mostKept)
	}
}

// mute is a database that does not answer while it is told not to.
type mute struct {
	bureau.Store
	silent atomic.Bool
}

// View implements bureau.Store.
func (m *mute) View(ctx context.Context, f func(bureau.Reader) error) error {
	if m.silent.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	return m.Store.View(ctx, f)
}

// A database that falls silent while it is read ends the answer in seconds, not when the longest answer would end.
func TestDatabaseFallsSilent(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	store := &mute{Store: d.Store}
	d.Store = store
	p := New(d.Bureau)
	p.Failed = func(string, error) {}
	begun := time.Now()
	_, err := p.Answer(t.Context(), Question{What: "read"}, func(ctx context.Context) (*Answer, error) {
		_, err := p.Visit(ctx, nil, func(v *Visit) error {
			store.silent.Store(true)
			<-v.ctx.Done()
			return v.ctx.Err()
		})
		return nil, err
	})
	if took := time.Since(begun); !isAway(err) || took > 3*patience {
		t.Errorf("after %s: %v", took, err)
	}
	store.silent.Store(false)
}

// While the database does not answer, what is kept is given with its age, and nothing else; nobody
// waits long, however many ask.
func TestDatabaseDoesNotAnswer(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	store := &mute{Store: d.Store}
	d.Store = store
	p := New(d.Bureau)
	var made, told atomic.Int64
	p.Failed = func(string, error) { told.Add(1) }
	asked(t, p, Question{What: "kept"}, &made)
	store.silent.Store(true)
	var all sync.WaitGroup
	begun := time.Now()
	for range 20 {
		all.Go(func() {
			r, err := p.Answer(t.Context(), Question{What: "kept"}, answering(p, "", &made))
			if err != nil || r.Header.Get("Age") != "0" && r.Header.Get("Age") != "1" {
				t.Errorf("what is kept: %v", err)
			}
			for _, q := range []Question{{What: "other"}, {What: "typed", Typed: true}} {
				if _, err := p.Answer(t.Context(), q, func(ctx context.Context) (*Answer, error) {
					_, err := p.Visit(ctx, nil, func(*Visit) error { return nil })
					return nil, err
				}); !isAway(err) {
					t.Errorf("%s: %v", q.What, err)
				}
			}
		})
	}
	all.Wait()
	if took, most := time.Since(begun), 3*patience; took > most || told.Load() != 1 {
		t.Errorf("it took %s, and %d times it was told that the database is away", took, told.Load())
	}
	store.silent.Store(false)
	for {
		_, err := p.Version(t.Context())
		if err == nil {
			break
		}
		if !isAway(err) || time.Since(begun) > 10*patience {
			t.Fatal(err)
		}
	}
	if r, err := p.Answer(t.Context(), Question{What: "kept"}, answering(p, "", &made)); err != nil || r.Header.Get("Age") != "" || made.Load() != 1 {
		t.Errorf("what was kept: %v, made %d times", err, made.Load())
	}
}
