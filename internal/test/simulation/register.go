package simulation

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// What officers do with the registers.

// opening makes the bureau from its opening list; some register their clubs at
// once.
func (l *Life) opening() []*deed {
	players, list := l.world.Opening()
	list.From = l.Plan.On
	if l.Plan.Authority != "nscl" {
		list.From = l.Plan.On.FirstOfMonth(1)
	}
	s := bureau.Settings{Authority: l.Plan.Authority, Options: l.Plan.Options, Reason: "as the board has decided", ListZero: l.zero(), IDs: ids[l.Plan.Authority]}
	all := []*deed{{action: "init", calm: true, do: func(ctx context.Context) error { return closing.Init(ctx, l.desk, s, players.Players, list) }}}
	for i := range l.world.Clubs {
		if l.Plan.Registered {
			all = append(all, l.addClub(&l.world.Clubs[i]))
		}
	}
	for i := range l.world.People {
		if p := &l.world.People[i]; i < len(players.Players) && p.Email != "" {
			all = append(all, l.complete(p))
		}
	}
	return all
}

// complete notes what the opening list does not say of somebody: the address,
// and of a minor the guardian.
func (l *Life) complete(p *synth.Person) *deed {
	return &deed{action: "amend", calm: true, about: p.ID, do: func(ctx context.Context) error {
		person := l.personal(p)
		_, err := register.Set(ctx, l.desk, p.ID, []string{
			"kana=" + p.Kana, "birth=" + person.Birth.String(), "email=" + person.Email, "guardian=" + person.Guardian, "guardian_email=" + person.GuardianEmail,
		}, "the form")
		return err
	}}
}

// personal returns what nobody may see of somebody.
func (l *Life) personal(p *synth.Person) register.Person {
	person := register.Person{Birth: p.Birth, Email: p.Email}
	if age, known := p.Birth.AgeOn(l.today()); known && age < 18 {
		person.Guardian, person.GuardianEmail = guardian+p.Name, "guardian."+p.Email
	}
	return person
}

func (l *Life) addClub(c *synth.Club) *deed {
	fields := []string{"name=" + c.Name, "representative=" + l.world.People[c.Members[0]].ID, "reporters=" + strings.Join(c.Reporters, ";")}
	return &deed{action: "club", about: c.Name, do: func(ctx context.Context) error {
		_, err := register.AddClub(ctx, l.desk, fields, "applied")
		return err
	}}
}

// club registers a club, or changes one.
func (l *Life) club() *deed {
	c := &l.world.Clubs[l.dice.IntN(len(l.world.Clubs))]
	if l.dice.IntN(2) == 0 {
		return l.addClub(c)
	}
	return &deed{about: c.Name, do: func(ctx context.Context) error {
		_, err := register.SetClub(ctx, l.desk, c.Name, []string{"representative=" + l.world.People[c.Members[0]].ID}, "elected")
		return err
	}}
}

// register registers somebody who has applied for an ID.
func (l *Life) register() *deed {
	for l.world.joined < len(l.world.People) {
		p := &l.world.People[l.world.joined]
		switch {
		case l.world.joined < l.Plan.Players || p.ID == "":
			l.world.joined++
			continue
		case p.Joined > l.today():
			return nil
		}
		person := l.personal(p)
		d := &deed{about: p.ID, do: func(ctx context.Context) error {
			_, err := register.Register(ctx, l.desk, register.Player{
				ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Sex: p.Sex, Club: p.Club, Federation: p.Federation, EnteredUnrated: true,
			}, person, "applied")
			return err
		}}
		d.after = func(changed changes, _ error) {
			if changed != nil {
				l.world.joined++
				l.world.renew = append(l.world.renew, register.Membership{Player: p.ID, Days: p.Member})
			}
		}
		return d
	}
	return nil
}

// registerTwice registers somebody who is in the register already.
func (l *Life) registerTwice() *deed {
	p := &l.world.People[l.dice.IntN(len(l.world.People))]
	if p.ID == "" || p.Joined > l.today() {
		return nil
	}
	fields := []string{"name=" + strings.ToUpper(p.Name), "sex=" + p.Sex, "birth=" + p.Birth.String(), "email=" + p.Email}
	d := &deed{about: p.ID, do: func(ctx context.Context) error {
		_, _, err := register.Enter(ctx, l.desk, fields, "applied")
		return err
	}}
	d.after = func(changed changes, _ error) {
		if changed != nil {
			l.world.twins = append(l.world.twins, twin{changed["player"][0], p.ID})
			l.also(changed["player"][0], p.ID)
		}
	}
	return d
}

// amend changes what is known of a player.
func (l *Life) amend() *deed {
	id, n, club := l.anybody(), l.dice.IntN(6), l.world.Clubs[l.dice.IntN(len(l.world.Clubs))].Name
	if l.Plan.Plain && n < 2 {
		n = 2 // what rating depends on stays as the oracle knows it
	}
	number := 1400 + l.dice.IntN(900)
	field := "club=" + club
	switch n {
	case 0:
		field = fmt.Sprintf("entered_unrated=%t", number%2 == 0)
	case 1:
		field = fmt.Sprintf("fide_standard=%d", number)
	case 2:
		field = "email=changed." + strings.ToLower(id) + "@example.jp"
	case 3:
		field = fmt.Sprintf("inactive=%t", number%2 == 0)
	}
	return &deed{about: fmt.Sprint(id, " ", n), do: func(ctx context.Context) error {
		_, err := register.Set(ctx, l.desk, id, []string{field}, "the form")
		return err
	}}
}

// set changes fields of a player.
func (l *Life) set() *deed {
	if l.Plan.Authority == "nscl" && !l.Plan.Plain && l.dice.IntN(2) == 0 { // the oracle knows of none
		return l.giveFirst()
	}
	id := l.anybody()
	fields := []string{"club=" + l.world.Clubs[0].Name, "guardian=" + guardian + "of " + id}
	if p := l.dice.IntN(3); p == 0 && !l.Plan.Plain {
		fields = append(fields, fmt.Sprintf("birth=%d-%02d-%02d", 1950+l.dice.IntN(50), 1+l.dice.IntN(12), 1+l.dice.IntN(28)))
	}
	return &deed{about: fmt.Sprint(id, " ", len(fields)), do: func(ctx context.Context) error {
		card, err := register.Set(ctx, l.desk, id, fields, "the form")
		if err == nil && len(fields) > 2 {
			l.world.births[card.Birth.String()] = true
		}
		return err
	}}
}

// giveFirst gives a player a first rating before a meet, changes it, or takes it back (Reading N13).
func (l *Life) giveFirst() *deed {
	id, to := l.anybody(), pick(l.dice, rating.Rating(0), 900, 1200, 1500)
	return &deed{action: givingFirst, about: fmt.Sprint(id, " ", to), do: func(ctx context.Context) error {
		_, err := desk.GiveFirst(ctx, l.desk, id, to, "seen at the board")
		return err
	}}
}

// enrol enters a membership that was renewed.
func (l *Life) enrol() *deed {
	if len(l.world.renew) == 0 {
		return nil
	}
	n := l.dice.IntN(len(l.world.renew))
	m := l.world.renew[n]
	return &deed{about: m.Player, do: func(ctx context.Context) error {
		_, err := register.Enrol(ctx, l.desk, m, "paid")
		return err
	}, after: func(_ changes, err error) {
		for i := range l.world.renew {
			if err == nil && l.world.renew[i] == m {
				l.world.renew = append(l.world.renew[:i], l.world.renew[i+1:]...)
				return
			}
		}
	}}
}

// resign takes a membership back.
func (l *Life) resign() *deed {
	var all []register.Membership
	l.view(func(r bureau.Reader) (err error) {
		all, err = register.MembershipsOf(r, "", 0)
		return err
	})
	if len(all) == 0 {
		return nil
	}
	m := all[l.dice.IntN(len(all))]
	return &deed{about: m.Player, do: func(ctx context.Context) error { return register.Resign(ctx, l.desk, m, "entered by mistake") }}
}

// importPlayers takes the register as a CSV, as it was written, with a club
// changed.
func (l *Life) importPlayers() *deed {
	var text bytes.Buffer
	l.view(func(r bureau.Reader) error { return register.ExportPlayers(r, &text, true) })
	data := bytes.ReplaceAll(text.Bytes(), []byte(l.world.Clubs[0].Name), []byte("Renamed Chess Club"))
	return &deed{do: func(ctx context.Context) error {
		made, err := register.ImportPlayers(ctx, l.desk, bytes.NewReader(data), "players.csv", "a new spelling")
		if err == nil && made.New > 0 {
			l.fail("an export is read back", "%d players are new", made.New)
		}
		return err
	}}
}

// importMembers takes the memberships as a CSV, as they were written.
func (l *Life) importMembers() *deed {
	var text bytes.Buffer
	l.view(func(r bureau.Reader) error { return register.ExportMembers(r, &text) })
	return &deed{do: func(ctx context.Context) error {
		_, err := register.ImportMembers(ctx, l.desk, bytes.NewReader(text.Bytes()), "members.csv", "")
		return err
	}}
}

// updateFide takes ratings and titles from a list of FIDE.
func (l *Life) updateFide() *deed {
	if l.Plan.Plain {
		return nil // what rating depends on stays as the oracle knows it
	}
	list := roster.New()
	for i := range l.world.People {
		p := l.world.People[i].Player
		if p.FideID == "" {
			continue
		}
		p.ID = p.FideID
		p.Fide[0] = rating.Rating(1400 + l.dice.IntN(900))
		list.Add(p)
	}
	return &deed{do: func(ctx context.Context) error {
		_, err := register.UpdateFide(ctx, l.desk, list, l.today().String()[:len("2006-01")])
		return err
	}}
}

// zero is the label of the list that stands already: that of a month, which no
// period may take again while the clock is wrong.
func (l *Life) zero() string {
	if l.Plan.Authority == "nscl" {
		return "zero"
	}
	return l.Plan.On.FirstOfMonth(1).String()[:len("2006-01")]
}
