package simulation

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// What officers do with reports that are not rated.

// one is a deed about a report.
func one(r *check.Case, about string, do func(context.Context) error) *deed {
	return &deed{reach: reachOne, ref: r.Ref, about: fmt.Sprint(r.Ref, " ", about), do: do}
}

func waitsForPlayer(w check.Question) bool { return w.What == "player" }

// stranger draws an entry of whom nobody knows who he is, with the report; nil
// if there is none.
func (l *Life) stranger() (*check.Case, *desk.UnknownEntry) {
	r := l.recent(func(r *check.Case) bool {
		return r.State != check.Rated && slices.ContainsFunc(r.Open(), waitsForPlayer)
	})
	if r == nil {
		return nil, nil
	}
	var all []desk.UnknownEntry
	l.view(func(rd bureau.Reader) (err error) {
		all, err = desk.UnknownEntries(rd, r)
		return err
	})
	if len(all) == 0 {
		return nil, nil
	}
	return r, &all[l.dice.IntN(len(all))]
}

// match says who an entry is, now and then wrongly.
func (l *Life) match() *deed {
	r, s := l.stranger()
	if s == nil {
		return nil
	}
	id := ""
	if p := l.world.named(s.Entry.Name); p != nil {
		id = p.ID
	}
	if len(s.Candidates) > 0 && (id == "" || l.dice.IntN(10) == 0) && l.dice.IntN(3) == 0 {
		id = pick(l.dice, s.Candidates...).Player.ID
	}
	if id == "" {
		return nil
	}
	d := one(r, fmt.Sprintf("%s/%d is %s", s.Section, s.Entry.StartNumber, id), func(ctx context.Context) error {
		return desk.Match(ctx, l.desk, r.Ref, s.Section, s.Entry.StartNumber, id)
	})
	d.matches = true
	d.after = func(changed changes, _ error) {
		if p := l.world.named(s.Entry.Name); changed != nil && (p == nil || p.ID != id) {
			l.known.misled[r.Ref] = true
		}
	}
	return d
}

// matchNew registers an entry as a new player.
func (l *Life) matchNew() *deed {
	r, s := l.stranger()
	if s == nil {
		return nil
	}
	p := l.world.named(s.Entry.Name)
	if p != nil && p.ID != "" && l.dice.IntN(20) > 0 {
		return nil
	}
	d := one(r, fmt.Sprintf("%s/%d is new", s.Section, s.Entry.StartNumber), func(ctx context.Context) error {
		_, err := desk.MatchNew(ctx, l.desk, r.Ref, s.Section, s.Entry.StartNumber)
		return err
	})
	d.after = func(changed changes, _ error) {
		if changed == nil {
			return
		}
		id := changed["player"][0]
		switch {
		case p == nil:
			l.known.misled[r.Ref] = true
		case p.ID == "":
			l.world.adopt(p, id, l.today())
		default:
			l.world.twins = append(l.world.twins, twin{id, p.ID})
			l.also(id, p.ID)
		}
	}
	return d
}

// decide returns an officer's word on a report.
func (l *Life) decide() *deed {
	r := l.recent(func(r *check.Case) bool {
		return r.State != check.Rated && (r.State != check.Admitted || l.dice.IntN(12) == 0)
	})
	if r == nil {
		return nil
	}
	word := desk.Decision{To: pick(l.dice, check.Admitted, check.Admitted, check.Admitted, check.Withheld, check.Returned), Reason: "looked at"}
	if l.dice.IntN(4) == 0 {
		word.Precedent = fmt.Sprintf("P%d", 1+l.dice.IntN(1+l.known.precedents))
	}
	if l.Plan.Authority == "ncs" && l.dice.IntN(4) == 0 {
		word.Options = map[string]string{pick(l.dice, "late", "non_members"): pick(l.dice, "count", "exclude")}
	}
	return one(r, string(word.To), func(ctx context.Context) error { return desk.Rule(ctx, l.desk, r.Ref, word) })
}

// reply answers a question about a report.
func (l *Life) reply() *deed {
	asks := func(w check.Question) bool { return w.Officer }
	r := l.recent(func(r *check.Case) bool { return slices.ContainsFunc(r.Open(), asks) })
	if r == nil {
		return nil
	}
	w := r.Open()[slices.IndexFunc(r.Open(), asks)]
	reply := desk.Reply{Question: w.What, Section: &w.Section, Count: l.dice.IntN(3) > 0}
	return one(r, fmt.Sprint(w.What, " ", reply.Count), func(ctx context.Context) error {
		return desk.Answer(ctx, l.desk, r.Ref, "asked at the club", "", reply)
	})
}

// setAside sets a file of a report aside.
func (l *Life) setAside() *deed {
	r := l.recent(func(r *check.Case) bool { return r.State != check.Rated && len(l.known.files[r.Ref]) > 1 })
	if r == nil {
		return nil
	}
	n := pick(l.dice, slices.Sorted(maps.Keys(l.known.files[r.Ref]))...)
	d := one(r, fmt.Sprint("file ", n), func(ctx context.Context) error { return desk.SetAside(ctx, l.desk, r.Ref, n, "the other one is right") })
	d.matches = true // games of the file go
	return d
}

// game draws a game of the record in force of a report, and its section; false
// if there is none.
func (l *Life) game(ref string) (a check.Adjustment, found bool) {
	l.view(func(rd bureau.Reader) error {
		e, err := view.FindEvent(rd, ref)
		if err != nil || e.Batch == nil || len(e.Batch.Games) == 0 {
			return err
		}
		g := &e.Batch.Games[l.dice.IntN(len(e.Batch.Games))]
		s := &e.Batch.Sections[g.Section]
		a.Section, a.Round, found = s.Name, int(g.Round), !s.Refused
		for _, entry := range s.Entries {
			switch entry.Player {
			case g.White:
				a.White = int(entry.Start)
			case g.Black:
				a.Black = int(entry.Start)
			}
		}
		other := report.Result(l.dice.IntN(3))
		a.Result = &other
		return nil
	})
	return a, found
}

// entry draws an entry of the record in force of a report, to be somebody else;
// false if there is none.
func (l *Life) entry(ref string) (a check.Adjustment, found bool) {
	l.view(func(rd bureau.Reader) error {
		e, err := view.FindEvent(rd, ref)
		if err != nil || e.Batch == nil || len(e.Batch.Sections) == 0 {
			return err
		}
		s := &e.Batch.Sections[l.dice.IntN(len(e.Batch.Sections))]
		if len(s.Entries) > 0 {
			a.Section, a.Start, a.Player, found = s.Name, int(s.Entries[l.dice.IntN(len(s.Entries))].Start), l.anybody(), true
			switch l.dice.IntN(6) {
			case 0, 1: // two entries were exchanged
				a.Player, err = lists.IDOf(rd, s.Entries[l.dice.IntN(len(s.Entries))].Player)
				a.Exchange = true
			case 2, 3: // the other one did not play, or played in another section
				a.Exchange = true
			}
		}
		return err
	})
	return a, found
}

// anybody draws a player who goes on under his ID.
func (l *Life) anybody() string {
	for {
		if id := pick(l.dice, l.known.ids...); l.known.players[id] {
			return id
		}
	}
}

// adjust corrects a report that is not rated: a result, whether a game counts,
// who somebody is.
func (l *Life) adjust() *deed {
	r := l.recent(func(r *check.Case) bool { return r.State != check.Rated && r.Current > 0 })
	if r == nil {
		return nil
	}
	a, found := l.game(r.Ref)
	switch n := l.dice.IntN(4); {
	case n == 0:
		a, found = l.entry(r.Ref)
	case n == 1:
		a.Result, a.Out = nil, l.out()
	}
	if !found {
		return nil
	}
	kind := l.kindOf(r.Ref, a)
	d := one(r, adjustment(a), func(ctx context.Context) error { return desk.Adjust(ctx, l.desk, r.Ref, "the score sheet", a) })
	d.after = func(changed changes, _ error) {
		if changed != nil {
			l.Tally.count(adjusted, kind)
		}
	}
	return d
}

// The kinds of adjustments, and of corrections, that lives must have.
var (
	adjustments = []string{"result", "counts", "player", "two exchanged", "exchanged with nobody"}
	corrections = append([]string{"withdraw", "late", "report", "rating", "undo"}, adjustments...)
)

// The groups of the tally with adjustments that were made, and corrections that were accepted.
const (
	adjusted = "adjusted"
	accepted = "accepted"
)

// kindOf returns the kind of an adjustment of a report, as its record is now.
func (l *Life) kindOf(ref string, a check.Adjustment) string {
	switch {
	case a.Result != nil:
		return "result"
	case a.Out != nil:
		return "counts"
	case !a.Exchange:
		return "player"
	}
	kind := "exchanged with nobody"
	l.view(func(rd bureau.Reader) error {
		e, err := view.FindEvent(rd, ref)
		if err != nil || e.Batch == nil {
			return err
		}
		for i := range e.Batch.Sections {
			s := &e.Batch.Sections[i]
			for _, entry := range s.Entries {
				id, err := lists.IDOf(rd, entry.Player)
				switch {
				case err != nil:
					return err
				case s.Name != a.Section || id != a.Player:
				case int(entry.Start) == a.Start:
					kind = "exchanged with themselves"
				default:
					kind = "two exchanged"
				}
			}
		}
		return nil
	})
	return kind
}

// out draws whether a game counts.
func (l *Life) out() *pack.Out {
	out := pick(l.dice, pack.In, pack.Unrated)
	return &out
}

// adjustment says for the log what is adjusted.
func adjustment(a check.Adjustment) string {
	switch {
	case a.Result != nil:
		return fmt.Sprintf("%s round %d, %d-%d: %v", a.Section, a.Round, a.White, a.Black, *a.Result)
	case a.Out != nil:
		return fmt.Sprintf("%s round %d, %d-%d: out %d", a.Section, a.Round, a.White, a.Black, *a.Out)
	}
	if a.Exchange {
		return fmt.Sprintf("%s/%d and %s are exchanged", a.Section, a.Start, a.Player)
	}
	return fmt.Sprintf("%s/%d is %s", a.Section, a.Start, a.Player)
}

// check checks a report anew.
func (l *Life) check() *deed {
	r := l.recent(func(*check.Case) bool { return true })
	if r == nil {
		return nil
	}
	return one(r, "", func(ctx context.Context) error { return desk.Check(ctx, l.desk, r.Ref) })
}

// pay marks a fee as paid, all or a part.
func (l *Life) pay() *deed {
	r := l.recent(func(r *check.Case) bool { return r.Fee.Due() > 0 || l.dice.IntN(200) == 0 })
	if r == nil {
		return nil
	}
	amount := 0
	if l.dice.IntN(4) == 0 {
		amount = l.dice.IntN(r.Fee.Due() + 100)
	}
	wanted := 0 // what is noted afterwards
	d := one(r, fmt.Sprint(amount), func(ctx context.Context) error {
		wanted = l.known.paid[r.Ref] + amount
		if amount == 0 {
			wanted += l.known.reports[r.Ref].Fee.Due()
		}
		_, err := desk.Pay(ctx, l.desk, r.Ref, amount)
		return err
	})
	d.after = func(changed changes, _ error) {
		if changed != nil && l.known.paid[r.Ref] != wanted {
			l.fail("what was paid stays noted", "for report %s it notes %d, and not %d", r.Ref, l.known.paid[r.Ref], wanted)
		}
	}
	return d
}

// overdue withholds the reports whose fee was not paid in time.
func (l *Life) overdue() *deed {
	return &deed{reach: reachAny, do: func(ctx context.Context) error {
		_, err := desk.Overdue(ctx, l.desk)
		return err
	}}
}

// addPrecedent keeps a decision.
func (l *Life) addPrecedent() *deed {
	return &deed{do: func(ctx context.Context) error {
		_, err := desk.AddPrecedent(ctx, l.desk, desk.Precedent{Title: "A power cut", Text: "The games were finished on another day.", By: "the board"})
		return err
	}}
}
