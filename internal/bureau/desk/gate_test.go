package desk_test

import (
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// Accounts, as signing in will fill them.
var (
	suzuki = bureau.Actor{Account: "A0901", Name: "suzuki", Roles: bureau.Officer, Player: "N00000091"}
	sato   = bureau.Actor{Account: "A0902", Name: "sato", Roles: bureau.Officer, Player: "N00000092"}
	minato = bureau.Actor{Account: "A0903", Name: "minato", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	kita   = bureau.Actor{Account: "A0904", Name: "kita", Roles: bureau.Organiser, Clubs: []string{"C0002"}}
)

// gate is a bureau with a report that is held back, behind the gate.
type gate struct {
	*bureautest.Bureau
	ref string
}

// by does something as somebody.
func (g *gate) by(who bureau.Actor, q bureau.Request, does func(*bureau.Bureau) error) (*bureau.Outcome, string) {
	b, out := *g.Bureau.Bureau, &bureau.Outcome{}
	b.Actor = who
	err := does(b.Asking(q, out))
	var refused *finding.Refused
	switch {
	case errors.As(err, &refused):
		return out, refused.ID
	case err != nil && !bureau.Answered(err):
		return out, err.Error()
	}
	return out, ""
}

// seen returns the digest of the report as it is.
func (g *gate) seen() (digest string) {
	g.Look(func(r bureau.Reader) error {
		c, err := intake.Find(r, g.ref)
		if err == nil {
			digest, err = bureau.SeenOf(r, intake.Subject(c))
		}
		return err
	})
	return digest
}

func (g *gate) withhold(b *bureau.Bureau) error {
	return desk.Decide(g.T.Context(), b, g.ref, check.Withheld, "a complaint")
}

func (g *gate) rename(b *bureau.Bureau) error {
	_, err := register.SetClub(g.T.Context(), b, "C0001", []string{"name=Minato Chess"}, "")
	return err
}

func onGates(t *testing.T, f func(*testing.T, *gate)) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f2 *synth.Federation) {
		_, err := register.AddClub(t.Context(), d.Bureau, []string{"id=C0001", "name=Minato Chess Club"}, "")
		d.Must(err)
		f(t, &gate{d, d.Send(bureautest.Event(f2, "Open", "", 0, 1, 2, 3)).Report.Ref})
	})
}

// Nothing is done by whoever may not, and nothing is kept of it.
func TestGateAsksWhoMay(t *testing.T) {
	onGates(t, func(t *testing.T, g *gate) {
		rule := &bureau.Rule{ID: "club.set", Any: bureau.Officer, Own: bureau.Organiser}
		nobody := bureau.Actor{}
		for _, c := range []struct {
			who  bureau.Actor
			want string
		}{{nobody, "sign-in-needed"}, {bureau.Actor{Account: "A0905", Roles: bureau.Auditor}, "act-not-allowed"}, {kita, "not-yours"}, {minato, ""}, {suzuki, ""}} {
			before := g.Documents()
			if _, got := g.by(c.who, bureau.Request{Rule: rule}, g.rename); got != c.want {
				t.Errorf("%s: %q, not %q", c.who.Name, got, c.want)
			}
			if c.want != "" && !maps.Equal(g.Documents(), before) {
				t.Errorf("%s: what was refused has changed something", c.who.Name)
			}
		}
		silent := func(b *bureau.Bureau) error {
			return b.Do(t.Context(), "club.set", "", func(*bureau.Tx) error { return nil })
		}
		if _, got := g.by(minato, bureau.Request{Rule: rule}, silent); got != "bureau: club.set has not said whose it is" {
			t.Error(got)
		}
		other := *g.Bureau.Bureau
		other.Actor = suzuki
		if err := g.rename(&other); err == nil {
			t.Error("an act without a line in the table was done")
		}
	})
}

// Nothing is decided about a state that nobody has looked at.
func TestGateAsksWhatWasSeen(t *testing.T) {
	onGates(t, func(t *testing.T, g *gate) {
		rule := &bureau.Rule{ID: "report.withhold", Any: bureau.Officer, Ask: bureau.Reason | bureau.Seen}
		seen := g.seen()
		if _, got := g.by(suzuki, bureau.Request{Rule: rule}, g.withhold); got != "seen-needed" {
			t.Error(got)
		}
		g.Must(desk.Decide(t.Context(), g.Bureau.Bureau, g.ref, check.Returned, "a game is missing"))
		if _, got := g.by(suzuki, bureau.Request{Rule: rule, Seen: seen}, g.withhold); got != "changed-since" {
			t.Error(got)
		}
		if out, got := g.by(suzuki, bureau.Request{Rule: rule, Seen: g.seen()}, g.withhold); got != "" || out.Subject != g.ref || len(out.Moves) != 1 {
			t.Errorf("%s: %+v", got, out)
		}
		silent := func(b *bureau.Bureau) error {
			return b.Do(t.Context(), "report.withhold", "why", func(*bureau.Tx) error { return nil })
		}
		if _, got := g.by(suzuki, bureau.Request{Rule: rule, Seen: seen}, silent); got != "bureau: report.withhold has not said what was to be seen" {
			t.Error(got)
		}
	})
}

// A request that comes again within 30 days changes nothing, and is answered as before.
func TestGateKnowsARequestAgain(t *testing.T) {
	onGates(t, func(t *testing.T, g *gate) {
		q := bureau.Request{Rule: &bureau.Rule{ID: "report.withhold", Any: bureau.Officer}, Key: "k1", Said: []byte(`{}`)}
		first, got := g.by(suzuki, q, g.withhold)
		if got != "" {
			t.Fatal(got)
		}
		again, got := g.by(suzuki, q, g.withhold)
		if got != "" || !again.Again || again.Seq != first.Seq || len(again.Moves) != len(first.Moves) {
			t.Errorf("%s: %+v, not %+v", got, again, first)
		}
		other := q
		other.Said = []byte(`{"precedent":"P1"}`)
		if _, got := g.by(suzuki, other, g.withhold); got != "key-used" {
			t.Error(got)
		}
		if out, got := g.by(sato, q, g.withhold); got != "" || out.Again {
			t.Errorf("the key of another: %s, %+v", got, out)
		}
		g.Now = g.Now.AddDate(0, 0, 31)
		if out, got := g.by(suzuki, q, g.withhold); got != "" || out.Again {
			t.Errorf("after 31 days: %s, %+v", got, out)
		}
	})
}

// What changes published numbers takes a fresh second factor and, if the settings say so, another person.
func TestGateAsksForASecondPerson(t *testing.T) {
	onGates(t, func(t *testing.T, g *gate) {
		q := bureau.Request{Rule: &bureau.Rule{ID: "report.withhold", Any: bureau.Officer, Ask: bureau.Factor | bureau.Another}, Said: []byte(`{}`)}
		g.Must(g.Do(t.Context(), "set", "", func(tx *bureau.Tx) error {
			s := *tx.Settings
			s.TwoOfficers = true
			return bureau.AllSettings.Put(tx, "", &s)
		}))
		if _, got := g.by(suzuki, q, g.withhold); got != "factor-needed" {
			t.Error(got)
		}
		fresh := func(a bureau.Actor) bureau.Actor { a.Fresh = g.Now.Add(-time.Minute); return a }
		if _, got := g.by(fresh(suzuki), q, func(b *bureau.Bureau) error {
			return desk.Decide(t.Context(), b, "2099-01-0001", check.Withheld, "why")
		}); got != "no-report" { // before anybody is asked to be the second
			t.Error(got)
		}
		if out, got := g.by(fresh(suzuki), q, g.withhold); got != "" || !out.Waits || out.Moves != nil {
			t.Fatalf("%s: %+v", got, out)
		}
		g.Look(func(r bureau.Reader) error {
			waiting, err := g.Waiting(r)
			if len(waiting) != 1 || waiting[0].By != suzuki.Account {
				t.Errorf("%+v wait", waiting)
			}
			return err
		})
		seeing := bureau.Request{Rule: &bureau.Rule{ID: "report.return", Any: bureau.Officer, Ask: bureau.Seen | bureau.Another}, Said: []byte(`{}`)}
		sendBack := func(b *bureau.Bureau) error {
			return desk.Decide(t.Context(), b, g.ref, check.Returned, "a game is missing")
		}
		for n, who := range []bureau.Actor{suzuki, sato} { // who sees another state than the first
			seeing.Seen = g.seen()
			if out, got := g.by(who, seeing, sendBack); got != "" || !out.Waits {
				t.Errorf("%s wants it of a state of their own: %s, %+v", who.Name, got, out)
			}
			if n == 0 {
				g.Must(desk.Decide(t.Context(), g.Bureau.Bureau, g.ref, check.Withheld, "a complaint"))
			}
		}
		twin := fresh(suzuki)
		twin.Account = "A0999"  // of the same person
		nobody := fresh(suzuki) // the account by itself is the same person
		nobody.Player = ""
		for _, who := range []bureau.Actor{fresh(suzuki), twin, nobody} {
			if _, got := g.by(who, q, g.withhold); got != "second-is-first" {
				t.Errorf("%s: %s", who.Account, got)
			}
		}
		out, got := g.by(fresh(sato), q, g.withhold)
		if got != "" || out.Waits || out.Seq == 0 {
			t.Fatalf("%s: %+v", got, out)
		}
		g.Look(func(r bureau.Reader) error {
			e, err := bureau.Entries.Get(r, bureau.SeqKey(out.Seq))
			if err == nil && (e.Actor != sato.Account || e.With != suzuki.Account) {
				t.Errorf("the log has %s with %s", e.Actor, e.With)
			}
			return err
		})
	})
}
