package simulation

import (
	"context"
	"fmt"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Who is whom.

// merge makes an ID lead to another: mostly one of those of somebody who was
// registered twice.
func (l *Life) merge() *deed {
	old, into := l.anybody(), l.anybody()
	if len(l.world.twins) > 0 && l.dice.IntN(5) > 0 {
		t := pick(l.dice, l.world.twins...)
		old, into = t.id, t.of
		if l.dice.IntN(4) == 0 {
			old, into = into, old
		}
	} else if l.dice.IntN(4) > 0 {
		return nil
	}
	d := &deed{reach: reachAny, about: fmt.Sprint(old, " is ", into), do: func(ctx context.Context) error {
		_, err := desk.MergePlayers(ctx, l.desk, old, into, "the same birth and club")
		return err
	}}
	d.after = func(changed changes, _ error) {
		if changed != nil {
			l.known.players[old] = false
			l.known.merged = append(l.known.merged, old)
			l.known.leads[into] = true
			l.also(old, into)
		}
	}
	return d
}

// unmerge takes a merge back.
func (l *Life) unmerge() *deed {
	if len(l.known.merged) == 0 {
		return nil
	}
	n := l.dice.IntN(len(l.known.merged))
	old := l.known.merged[n]
	d := &deed{reach: reachAny, about: old, do: func(ctx context.Context) error {
		_, err := desk.UnmergePlayers(ctx, l.desk, old, "two persons")
		return err
	}}
	d.after = func(changed changes, _ error) {
		if changed == nil {
			return
		}
		for i, id := range l.known.merged {
			if id == old {
				l.known.merged = append(l.known.merged[:i], l.known.merged[i+1:]...)
				break
			}
		}
		l.known.players[old] = !l.erased(old)
	}
	return d
}

// erased asks whether somebody was erased.
func (l *Life) erased(id string) (yes bool) {
	l.view(func(r bureau.Reader) error {
		p, err := register.Find(r, id)
		yes = err == nil && p.Erased
		return err
	})
	return yes
}

// distinguish says that two players are two persons.
func (l *Life) distinguish() *deed {
	one, other := l.anybody(), l.anybody()
	return &deed{about: fmt.Sprint(one, " is not ", other), do: func(ctx context.Context) error {
		return register.Distinguish(ctx, l.desk, one, other, "brothers")
	}}
}
