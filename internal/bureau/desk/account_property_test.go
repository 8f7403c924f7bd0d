package desk_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// ledger is what clubs have sent, as it was last sent: what they owe is added up from that alone.
type ledger struct {
	d      *bureautest.Bureau
	f      *synth.Federation
	ids    []string // of the players; the last two may be one person
	names  map[string]string
	merged bool // they are
	sent   map[string]*report.Report
	who    map[string]string // the unknown entries, once they are matched, by reference
}

// Whatever comes in whatever order, what is outstanding of a club in a month is what 3(4) asks
// for its reports that stand, less what it has paid; whatever is owed can be paid; and a report
// that went back, or came twice, owes nothing (Reading J25).
func TestOutstandingIsWhatIsAskedForTheReportsThatStand(t *testing.T) {
	t.Parallel()
	base, f := bureautest.JapanWithFees(t)
	names := map[string]string{}
	var ids []string
	for _, p := range f.People[:8] {
		ids, names[p.ID] = append(ids, p.ID), p.Name
	}
	for _, name := range []string{"Mori Kei", "Hara Jun"} {
		id := base.Enter("name=" + name)
		ids, names[id] = append(ids, id), name
	}
	rapid.Check(t, func(rt *rapid.T) {
		l := &ledger{d: base.Clone(t), f: f, ids: ids, names: names, sent: map[string]*report.Report{}, who: map[string]string{}}
		ctx := context.Background()
		for n := range rapid.IntRange(4, 14).Draw(rt, "steps") {
			l.d.Now = l.d.Now.Add(time.Minute)
			ref := rapid.SampledFrom(append(slices.Sorted(maps.Keys(l.sent)), "")).Draw(rt, "report")
			step := rapid.SampledFrom([]string{"submit", "submit", "again", "return", "close", "admit", "twin", "answer", "answer", "merge", "match", "pay", "pay", "take back", "take back"}).Draw(rt, "step")
			var err error
			switch {
			case step == "merge" && l.merged:
				_, err = desk.UnmergePlayers(ctx, l.d.Bureau, ids[9], "two persons")
				l.merged = false
			case step == "merge":
				_, err = desk.MergePlayers(ctx, l.d.Bureau, ids[9], ids[8], "one person")
				l.merged = err == nil
			case ref == "" || step == "submit":
				l.sends(l.d.Send, l.drawn(rt, fmt.Sprint("Event ", n)))
			case step == "again":
				r := l.drawn(rt, l.sent[ref].Name)
				r.Organizer = l.sent[ref].Organizer
				l.sends(l.d.Replace, r)
			case step == "twin":
				r := *l.sent[ref]
				r.Name = fmt.Sprint("Twin ", n)
				l.sends(l.d.Send, &r)
			case step == "answer":
				err = desk.Answer(ctx, l.d.Bureau, ref, "as it is", "", desk.Reply{Question: check.WaitTwin, Count: rapid.Bool().Draw(rt, "count")})
			case step == "match":
				id := rapid.SampledFrom(ids[:8]).Draw(rt, "who")
				if open := l.unknown(ref); len(open) > 0 {
					if err = desk.Match(ctx, l.d.Bureau, ref, "", open[0], id); err == nil {
						l.who[fmt.Sprint(ref, open[0])] = id
					}
				}
			case step == "take back":
				back := desk.Mistake{Decision: check.Decision{Payment: &check.Payment{}}}
				if s := l.d.Report(ref).OfficerDecision(); s != "" && rapid.Bool().Draw(rt, "ruling") {
					back = desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: s}}}
				}
				err = desk.TakeBack(ctx, l.d.Bureau, ref, "mistyped", back)
			case step == "pay":
				due := l.d.Report(ref).Fee.Due()
				amount := rapid.IntRange(0, due).Draw(rt, "amount")
				if _, err = desk.Pay(ctx, l.d.Bureau, ref, amount); err != nil && due > 0 {
					rt.Fatalf("%d of %d of %s cannot be paid: %v", amount, due, ref, err)
				}
			default:
				err = desk.Decide(ctx, l.d.Bureau, ref, map[string]lists.State{"return": check.Returned, "close": check.Closed, "admit": check.Admitted}[step], "decided")
			}
			if err != nil && bureautest.Refusal(err) == "" {
				rt.Fatal(step, err)
			}
			l.compare(rt, step)
		}
		for _, ref := range slices.Sorted(maps.Keys(l.sent)) {
			l.d.Must(desk.Check(ctx, l.d.Bureau, ref))
			l.compare(rt, "checked again")
		}
		for _, ref := range slices.Sorted(maps.Keys(l.sent)) {
			if l.d.Report(ref).Fee.Due() > 0 {
				pay(l.d, ref)
			}
		}
		l.compare(rt, "all is paid")
		for _, ref := range slices.Sorted(maps.Keys(l.sent)) {
			if due := l.d.Report(ref).Fee.Due(); due > 0 {
				rt.Fatalf("%s owes %d when all is paid", ref, due)
			}
		}
	})
}

// drawn returns a report of a club's event, with an unknown entry perhaps.
func (l *ledger) drawn(rt *rapid.T, name string) *report.Report {
	r := bureautest.Event(l.f, name, "", 0)
	r.Organizer = l.f.Clubs[rapid.IntRange(0, 1).Draw(rt, "club")].Name
	r.Meeting = rapid.IntRange(0, 2).Draw(rt, "meeting") > 0
	s := &r.Sections[0]
	s.Players, s.Games = nil, nil
	for i, id := range rapid.Permutation(slices.Clone(l.ids)).Draw(rt, "players")[:2*rapid.IntRange(1, 4).Draw(rt, "boards")] {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: id, Name: l.names[id]})
	}
	if rapid.IntRange(0, 3).Draw(rt, "unknown") == 0 {
		last := &s.Players[len(s.Players)-1]
		last.ID, last.Name = "", fmt.Sprint("Nobody ", name)
	}
	for i := 1; i < len(s.Players); i += 2 {
		s.Games = append(s.Games, report.Game{Round: 1, White: i, Black: i + 1, Result: report.WhiteWon})
	}
	return r
}

// sends submits a report.
func (l *ledger) sends(how func(*report.Report) *intake.Receipt, r *report.Report) {
	l.sent[how(r).Report.Ref] = r
}

// unknown returns the start numbers of the unidentified entries.
func (l *ledger) unknown(ref string) (starts []int) {
	for _, q := range l.d.Report(ref).Open() {
		if q.What == check.WaitPlayer {
			starts = append(starts, q.Start)
		}
	}
	return starts
}

// joined returns what the files of a report say together.
func (l *ledger) joined(r *check.Case) (p *report.Report) {
	l.d.Look(func(rd bureau.Reader) error {
		u, err := intake.ReadingOf(rd, r, (*check.Reading).Sound)
		if err == nil {
			p = u.Joined()
		}
		return err
	})
	return p
}

// compare compares what is outstanding with what is to be paid for the reports that stand.
func (l *ledger) compare(rt *rapid.T, step string) {
	rt.Helper()
	type account struct {
		once   map[string]bool
		others int
		paid   int
		due    int
	}
	accounts := map[string]*account{}
	for ref, said := range l.sent {
		r := l.d.Report(ref)
		a := accounts[said.Organizer]
		if a == nil {
			a = &account{once: map[string]bool{}}
			accounts[said.Organizer] = a
		}
		a.due += r.Fee.Due()
		for _, d := range r.Standing() {
			if d.Payment != nil {
				a.paid += d.Payment.Amount
			}
		}
		double := slices.ContainsFunc(r.LeftOut(), func(q check.Question) bool { return q.What == check.WaitTwin })
		if r.State == check.Returned || r.State == check.Closed || double {
			if r.Fee != nil && r.Fee.Amount > 0 {
				rt.Fatalf("%s: %s is %s, and costs %+v", step, ref, r.State, r.Fee)
			}
			continue
		}
		joined := l.joined(r)
		seen := map[string]bool{}
		for _, s := range joined.Sections {
			for _, p := range s.Players {
				id := p.ID
				if id == "" && !slices.Contains(l.unknown(ref), p.StartNumber) {
					id = l.who[fmt.Sprint(ref, p.StartNumber)]
				}
				if id == l.ids[9] && l.merged {
					id = l.ids[8]
				}
				if id != "" && joined.Meeting {
					a.once[id] = true
				} else if id == "" || !seen[id] {
					a.others++
				}
				seen[id] = true
			}
		}
	}
	for club, a := range accounts {
		if want := max(0, 200*(len(a.once)+a.others)-a.paid); a.due != want {
			for ref := range l.sent {
				r := l.d.Report(ref)
				rt.Logf("%s %s %s %+v %+v", ref, r.Club, r.State, r.Fee, r.Charge)
			}
			rt.Fatalf("%s: %s owes %d, want %d: %+v", step, club, a.due, want, *a)
		}
	}
}
