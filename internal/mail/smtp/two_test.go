package smtp

import (
	"context"
	"errors"
	netmail "net/mail"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/post"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/roster"
)

// peer is one of several servers with one database: its clock, and its letters.
type peer struct {
	*mail.Office
	clock *clockwork.Clock
	sends *Server
}

// does what is due, and sends what is to be sent.
func (p *peer) does(ctx context.Context) error {
	return errors.Join(p.clock.Tick(ctx), p.Collect(ctx), p.sends.Send(ctx, p.Office))
}

// Two servers with one PostgreSQL tell everything, and nothing twice, while the turn is taken from them again and again.
func TestTwoServersTellOnce(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, m := t.Context(), post.NewLetters(nil)
	port := serves(t, m)
	address := pgtest.Database(t)
	var seconds atomic.Int64
	seconds.Store(time.Date(2024, 10, 1, 3, 0, 0, 0, time.UTC).Unix())
	now := func() time.Time { return time.Unix(seconds.Load(), 0).UTC() }
	of := func() *office.Office {
		return &office.Office{Database: address, Officer: "root", Backups: filepath.Join(t.TempDir(), "backup"), Clock: now}
	}
	begun, _, err := of().Begin(ctx, bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, nil, &roster.List{})
	must(err)
	must(office.Close(begun))
	peers := make([]*peer, 2)
	for i := range peers {
		o := of()
		b, err := o.Open(ctx)
		must(err)
		kept, err := work.Open(ctx, office.Database(b), now)
		must(err)
		jobs := job.New(ctx, kept)
		p := &peer{&mail.Office{Bureau: b, Work: kept, Base: "https://ratings.example.jp"}, nil, &Server{Host: "127.0.0.1", Port: port, From: "rating@example.jp"}}
		p.clock = &clockwork.Clock{Work: kept, Jobs: jobs, Office: o, Use: func(f func(*bureau.Bureau) error) error { return f(b) }}
		p.Alarms = p.clock.Alarms
		peers[i] = p
		t.Cleanup(func() {
			jobs.Wait()
			if errors.Join(kept.Close(), office.Close(b)) != nil {
				t.Error("it cannot be closed")
			}
		})
	}
	one := peers[0]
	club, err := register.AddClub(ctx, one.Bureau, []string{"name=Tsuru"}, "applied")
	must(err)
	_, err = register.SetClubContact(ctx, one.Bureau, club.ID, []string{"email=tsuru@example.jp", "language=en"}, "asked")
	must(err)
	made, err := account.Invite(ctx, one.Bureau, "yui@example.jp", "Ando Yui", account.Wish{Roles: []string{"administrator"}}, "")
	must(err)
	must(errors.Join(one.Work.Shown(ctx, "tsuru@example.jp"), one.Work.Shown(ctx, "yui@example.jp")))
	day := func() { seconds.Add(24 * 60 * 60) }
	for range 3 { // the clock and the letters begin
		must(one.does(ctx))
		day()
	}
	const days = 4
	for n := range days {
		on := civil.Of(2024, 9, 27) + civil.Date(n) // a week before
		_, _, err := events.Announce(ctx, one.Bureau, check.Announcement{Name: "Cup " + strconv.Itoa(n), Days: civil.Range{From: on, To: on}, Club: "Tsuru"})
		must(err)
	}
	taken := 0
	for n := range days {
		_, err := account.SetRoles(ctx, one.Bureau, made.Number, account.Wish{Roles: []string{"administrator", []string{"officer", "treasurer"}[n%2]}}, "elected")
		must(err)
		within, stop := context.WithCancel(ctx)
		var both, other sync.WaitGroup
		for _, p := range peers {
			both.Go(func() {
				for range 3 {
					if err := p.does(ctx); err != nil && !errors.Is(err, work.ErrLate) {
						t.Error(err)
					}
				}
			})
		}
		other.Go(func() { // another process takes the turn from whoever has it, and is lost
			for within.Err() == nil {
				if _, err := peers[1].Work.Lease(within, "clock", "lost", time.Now().Add(3*time.Minute), time.Minute, 0); err == nil {
					taken++
					_ = peers[1].Work.Release(within, "clock", "lost") // the context may have ended
				}
			}
		})
		both.Wait()
		stop()
		other.Wait()
		must(one.Work.Release(ctx, "clock", "lost"))
		must(one.does(ctx))
		day()
	}
	came, ids := map[string]int{}, map[string]bool{}
	for _, text := range m.All() {
		is, err := netmail.ReadMessage(strings.NewReader(text))
		must(err)
		if id := is.Header.Get("Message-ID"); ids[id] {
			t.Errorf("it came twice: %s to %s", is.Header.Get("Subject"), is.Header.Get("To"))
		} else {
			ids[id] = true
		}
		came[is.Header.Get("Subject")]++
	}
	for n := range days {
		told := 0
		for subject := range came {
			if strings.HasSuffix(subject, "No report yet: Cup "+strconv.Itoa(n)) {
				told += came[subject]
			}
		}
		if told != 1 {
			t.Errorf("of Cup %d is told %d times", n, told)
		}
	}
	t.Logf("the turn was taken %d times; %v came", taken, came)
	if len(m.All()) != 2*days { // of an account is told as often
		t.Errorf("%d letters came, want %d", len(m.All()), 2*days)
	}
	if taken == 0 {
		t.Error("the turn was never taken")
	}
}
