package registers

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/report"
)

// clubLine is a club in the list.
type clubLine struct {
	clubFound
	Players, Open int
	Lacks         []string // the keys of what is not in order
}

// clubProposed is a club that players name and nobody has registered.
type clubProposed struct {
	register.ProposedClub
	Add string // leads to the form in which it is registered
}

// clubsShown is what the page of the clubs shows.
type clubsShown struct {
	desktop
	Clubs    []clubLine
	Proposed []clubProposed
	More     int    // proposed ones that are not shown
	Add      string // leads to the form in which a club is registered
}

// playersOf returns how many players there are under each folded name of a club.
func playersOf(r bureau.Reader) (map[string]int, error) {
	all := map[string]int{}
	err := r.Rows(&rows.Players.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		p, err := rows.Players.Value(row)
		if err == nil && p.MergedInto == "" && !p.Erased {
			all[p.ClubKey]++
		}
		return true, err
	})
	return all, err
}

// openOf returns the reports that are not rated yet, by the folded name of their club.
func openOf(r bureau.Reader) (map[string][]*rows.Report, error) {
	all := map[string][]*rows.Report{}
	for _, state := range []string{"received", "waiting", "withheld", "returned", "admitted"} {
		some, err := rows.Reports.Select(r, bureau.Range{Order: 1, Is: []any{state}})
		if err != nil {
			return nil, err
		}
		for _, one := range some {
			key := report.FoldName(one.Club)
			all[key] = append(all[key], one)
		}
	}
	return all, nil
}

// namesOf returns the folded names under which a club is named.
func namesOf(c *register.Club) []string {
	return (&rows.Club{ID: c.ID, Name: c.Name, NameLocal: c.NameLocal}).Called()
}

func showClubs(v *portal.Visit) (any, error) {
	s := &clubsShown{desktop: deskOf(v, "clubs", "arpad club add name=NAME", "arpad club proposed")}
	err := view(v, func(r bureau.Reader) error {
		clubs, err := register.AllClubs(r)
		if err != nil {
			return err
		}
		players, err := playersOf(r)
		if err != nil {
			return err
		}
		open, err := openOf(r)
		if err != nil {
			return err
		}
		for _, c := range clubs {
			one := clubLine{clubFound: clubFound{c.ID, called(v.Lang, c.Name, c.NameLocal)}}
			for _, name := range slices.Compact(slices.Sorted(slices.Values(namesOf(c)))) {
				one.Players += players[name]
				one.Open += len(open[name])
			}
			contact, err := register.ContactOfClub(r, c.ID)
			if err != nil {
				return err
			}
			if contact.Email == "" && contact.Address == "" {
				one.Lacks = append(one.Lacks, "desk.registers.no-contact")
			}
			if c.Representative == "" {
				one.Lacks = append(one.Lacks, "desk.registers.no-representative")
			}
			s.Clubs = append(s.Clubs, one)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	proposed, err := read[[]register.ProposedClub](v, "clubs-proposed", "")
	s.More = max(0, len(proposed)-mostProposed)
	for _, p := range proposed[:min(len(proposed), mostProposed)] {
		one := clubProposed{ProposedClub: p}
		if s.May {
			one.Add = v.DoLink(&act.AddClub{Fields: []string{"name=" + p.Name}})
		}
		s.Proposed = append(s.Proposed, one)
	}
	if s.May {
		s.Add = v.DoLink(&act.AddClub{})
	}
	return s, err
}

// reporterShown is somebody who represents a club or may report for it.
type reporterShown struct {
	person
	Key   string // of what they may
	Known bool   // they are a player
	Ended bool   // they are no member today
}

// clubShown is what the page of a club shows.
type clubShown struct {
	desktop
	clubFound
	Club       *register.Club
	Facts      []factShown
	Reporters  []reporterShown
	Contact    *register.ClubContact // nil: the visitor does not read it
	Language   string                // of its letters
	Players    []lineShown
	All        int // players
	Open       []*rows.Report
	Log        []lineOfLog
	Languages  []string
	Inputs     []inputShown
	Named      string // the reporters, one in a line
	Set, Names *portal.Form
	Reach      *portal.Form
	RemoveTo   string // leads to the form that takes its registration back
}

func showClub(v *portal.Visit) (any, error) {
	c, err := read[*register.Club](v, "club-card", v.R.PathValue("club"))
	if err != nil {
		return nil, err
	}
	s := &clubShown{desktop: deskOf(v, "clubs"), clubFound: clubFound{c.ID, called(v.Lang, c.Name, c.NameLocal)}, Club: c, Languages: explain.Languages, Named: strings.Join(c.Reporters, "\n")}
	s.Commands = []string{"arpad club set " + c.ID + " representative=ID --reason TEXT", "arpad club reporters " + c.ID + " NAME", "arpad club contact " + c.ID + " --email ADDRESS"}
	err = view(v, func(r bureau.Reader) error {
		var log []*bureau.Entry
		if s.Log, log, err = logOf(v, r, c.ID); err != nil {
			return err
		}
		s.facts(log)
		open, err := openOf(r)
		if err != nil {
			return err
		}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(namesOf(c)))) {
			s.Open = append(s.Open, open[name]...)
		}
		slices.SortFunc(s.Open, func(a, b *rows.Report) int {
			return cmp.Or(cmp.Compare(a.Received, b.Received), strings.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
		})
		if err := s.reporters(v, r); err != nil {
			return err
		}
		return s.players(v, r)
	})
	if err == nil && s.May {
		err = s.forms(v)
	}
	return s, err
}

// facts says what the register knows of the club, and where from.
func (s *clubShown) facts(log []*bureau.Entry) {
	for _, f := range s.Club.Fields() {
		one := factShown{Name: f.Name, Text: f.Text, Public: true, OfClub: true, From: "desk.registers.from-import"}
		for i, e := range log {
			if states(e, f.Name) || e.Act() == "club.add" {
				one.From, one.By, one.When = "desk.registers.from-officer", s.Log[i].Who, s.Log[i].When
				break
			}
		}
		if f.Name != "id" {
			s.Facts = append(s.Facts, one)
		}
	}
}

// reporters says who represents the club, and who may report for it.
func (s *clubShown) reporters(v *portal.Visit, r bureau.Reader) error {
	add := func(who, key string) error {
		one := reporterShown{person: person{ID: who, Name: who}, Key: key}
		p, err := register.Players.Get(r, who)
		if err != nil {
			return err
		}
		if p != nil {
			all, err := register.MembershipsOf(r, who, 0)
			if err != nil {
				return err
			}
			one.person, one.Known, one.Ended = personOf(v.Lang, p.ID, p.Name, p.NameLocal, ""), true, !membershipOf(all, today(v)).Valid
		}
		s.Reporters = append(s.Reporters, one)
		return nil
	}
	if who := s.Club.Representative; who != "" {
		if err := add(who, "desk.registers.represents"); err != nil {
			return err
		}
	}
	for _, who := range s.Club.Reporters {
		if err := add(who, "desk.registers.reports"); err != nil {
			return err
		}
	}
	return nil
}

// players fills in who plays for the club.
func (s *clubShown) players(v *portal.Visit, r bureau.Reader) error {
	of, err := rows.OfClub(r, &rows.Club{ID: s.Club.ID, Name: s.Club.Name, NameLocal: s.Club.NameLocal}, 0)
	s.All = len(of)
	for _, p := range of[:min(len(of), mostOfClub)] {
		is, err := register.Find(r, p.ID)
		if err != nil {
			return err
		}
		all, err := register.MembershipsOf(r, p.ID, 0)
		if err != nil {
			return err
		}
		s.Players = append(s.Players, lineShown{person: personOf(v.Lang, is.ID, is.Name, is.NameLocal, ""), Member: membershipOf(all, today(v))})
	}
	return err
}

// forms makes the forms of the page.
func (s *clubShown) forms(v *portal.Visit) error {
	seen, err := v.Seen("club-card", s.ID)
	if err != nil {
		return err
	}
	reached, err := v.Seen("club-contact", s.ID)
	if err != nil {
		return err
	}
	known := map[string]string{}
	for _, f := range s.Club.Fields() {
		known[f.Name] = f.Text
	}
	for _, in := range []inputShown{{Name: "name", Kind: "text"}, {Name: "name_local", Kind: "text"}, {Name: "region", Kind: "text"}, {Name: "representative", Kind: "text"}, {Name: "registered_from", Kind: "date"}, {Name: "registered_to", Kind: "date"}} {
		in.Text, in.OfClub = known[in.Name], true
		s.Inputs = append(s.Inputs, in)
	}
	f := forms{v: v}
	s.Set, s.Names = f.of(&act.SetClub{Club: s.ID}, seen), f.of(&act.NameReporters{Club: s.ID}, seen)
	s.Reach, s.RemoveTo = f.of(&act.ContactClub{Club: s.ID}, reached), v.DoLink(&act.RemoveClub{Club: s.ID})
	s.Contact, err = read[*register.ClubContact](v, "club-contact", s.ID)
	return errors.Join(err, f.err)
}
