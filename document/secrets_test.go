package document_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// A world is an office and a file that is sent to it. Two worlds of a row differ only in what an organiser must not learn.
type world struct {
	edition  string                   // "ncs" if empty
	register func(*bureautest.Bureau) // what else the office knows
	before   func(*report.Section)    // a file of the event that came before; nil: none did
	event    func(*report.Report)     // what else the file states of the event
	file     func(*report.Section)    // and of its players
	from     string                   // who hands it in
}

// secret is what an organiser must not learn.
type secret uint8

const (
	birth     secret = iota // whether a birth is right
	member                  // who is a member
	known                   // whether somebody is known
	merged                  // who was merged
	erased                  // who was erased
	duplicate               // who may be registered twice
)

// pairs are worlds of which each differs from the first in a secret only.
type pairs struct {
	secret secret
	of     string
	worlds []world
}

// secrets are all pairs.
func secrets() []pairs {
	return []pairs{
		{birth, "a birth that is stated", worlds(born(19750203), born(19750204), born(19760203), born(19570302), born(civil.BirthIn(1975)), born(civil.BirthIn(1980)), nil)},
		{birth, "a birth beside a name with a slip", worlds(both(named("Aoki Renn"), born(19750203)), both(named("Aoki Renn"), born(19750204)), named("Aoki Renn"))},
		{birth, "a birth beside another name", worlds(both(named("Ito Jiro"), born(19750203)), both(named("Ito Jiro"), born(19750204)))},
		{birth, "births of entries whose IDs are exchanged", worlds(exchanged(19750203), exchanged(19760203))},
		{birth, "a birth in a file that came before", []world{{before: born(19750203)}, {before: born(19750204)}, {before: born(19760203)}}},
		{birth, "a birth that the register has", []world{{file: both(fourth, born(19900305)), register: enter("birth=1990-03-05")}, {file: both(fourth, born(19900305)), register: enter()}}},
		{birth, "a birth that another report states", []world{
			{file: both(fourth, born(19900305)), register: stated(19900305)}, {file: both(fourth, born(19900305)), register: stated(19900306)},
		}},
		{birth, "a birth by which they are three", []world{{file: fourth, register: enter("birth=2019-02-08")}, {file: fourth, register: enter("birth=2020-02-08")}}},
		{birth, "what a new player lacks", []world{
			{file: fourth, register: enter("entered_unrated=true", "name_local=伊藤次郎", "email=ito@example.jp", "birth=1990-03-05")},
			{file: fourth, register: enter("entered_unrated=true", "name_local=伊藤次郎", "email=ito@example.jp")},
		}},
		{birth, "an age", []world{{edition: "chessa", event: young}, {edition: "chessa", event: young, register: ages("2014-02-03")}, {edition: "chessa", event: young, register: ages("2016-02-03")}}},
		{birth, "an age by the next year", []world{
			{edition: "chessa", event: nextYear, register: ages("2016-02-03")}, {edition: "chessa", event: nextYear, register: ages("2014-02-03")}, {edition: "chessa", event: nextYear},
		}},
		{birth, "an age by another year", []world{
			{edition: "chessa", event: anyYear, register: ages("2016-02-03")}, {edition: "chessa", event: anyYear, register: ages("1975-02-03")},
		}},
		{member, "a player's membership", []world{{register: enrol(0, 2024)}, {register: enrol(0, 2020)}, {register: enrol(1, 2024)}}},
		{member, "a membership where more is found than is told", []world{{file: many, register: enrol(0, 2024)}, {file: many, register: enrol(0, 2020)}}},
		{member, "the membership of who reports", []world{{from: "Chiba Sota", register: approved(2024)}, {from: "Chiba Sota", register: approved(2020)}}},
		{known, "somebody without an ID", []world{
			{file: nameless}, {file: nameless, register: entered("Ito Jiro", "1990-03-05")}, {file: nameless, register: entered("Ito Jiro", "1990-03-06")},
		}},
		{known, "who has a number that lost its zeros", []world{{file: short, register: enter()}, {file: short, register: entered("Doi Mei", "1990-03-05")}}},
		{known, "somebody else of an entry's name", []world{{file: named("Aoki Renn")}, {file: named("Aoki Renn"), register: entered("Aoki Renn", "1990-03-05")}}},
		{known, "who is in charge", []world{{event: inCharge, register: enrol(0, 2024)}, {event: inCharge, register: func(d *bureautest.Bureau) { enrol(0, 2024)(d); enter()(d) }}}},
		{known, "of which sex somebody is", []world{{file: woman, register: enter("sex=f")}, {file: woman, register: enter("sex=m")}}},
		{merged, "who stayed, by their own name", []world{{register: entered("Aoki Ren", "1975-02-03")}, {register: merge("Aoki Ren")}}},
		{merged, "who went, by the name of who stayed", []world{{file: numbered("N00000004"), register: enter()}, {file: numbered("N00000004"), register: merge("Ito Jiro")}}},
		{merged, "who stayed, by the name of who went", []world{{file: named("Ito Jiro"), register: enter()}, {file: named("Ito Jiro"), register: merge("Ito Jiro")}}},
		{merged, "both in one section", []world{{file: twice, register: enter()}, {file: twice, register: merge("Ito Jiro")}}},
		{erased, "somebody who enters", []world{{}, {register: erase}, {register: func(d *bureautest.Bureau) {
			d.Set("N00000003", "name=Ito Jiro", "birth=1990-03-05")
			erase(d)
		}}}},
		{erased, "a member who enters", []world{{register: enrol(0, 2024)}, {register: func(d *bureautest.Bureau) { enrol(0, 2024)(d); erase(d) }}}},
		{duplicate, "somebody who enters", []world{{}, {register: entered("Aoki Ren", "1975-02-03")}, {register: entered("Aoki Ren", "1975-02-04")}}},
	}
}

// worlds returns worlds with a file each.
func worlds(files ...func(*report.Section)) (all []world) {
	for _, file := range files {
		all = append(all, world{file: file})
	}
	return all
}

func born(b civil.Birth) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].Birth = b }
}

func named(name string) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].Name = name }
}

func numbered(id string) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].ID = id }
}

func both(a, b func(*report.Section)) func(*report.Section) {
	return func(s *report.Section) { a(s); b(s) }
}

// exchanged has the first entry the second's ID, a birth beside it, and the other way round.
func exchanged(b civil.Birth) func(*report.Section) {
	return func(s *report.Section) {
		p := s.Players
		p[0].ID, p[1].ID, p[0].Birth = p[1].ID, p[0].ID, b
	}
}

// fourth has the first entry be of who is entered.
func fourth(s *report.Section) { s.Players[0].ID, s.Players[0].Name = "N00000004", "Ito Jiro" }

func woman(s *report.Section) {
	fourth(s)
	s.Players[0].Sex = "w"
}

func short(s *report.Section) {
	fourth(s)
	s.Players[0].ID = "N4"
}

func nameless(s *report.Section) {
	s.Players[0].ID, s.Players[0].Name, s.Players[0].Birth = "", "Ito Jiro", 19900305
}

// twice adds who may be the first player, too.
func twice(s *report.Section) {
	s.Players = append(s.Players, report.Player{StartNumber: 4, ID: "N00000004", Name: "Ito Jiro"})
	s.Games = append(s.Games, report.Game{Round: 1, White: 4, Black: 3, Date: civil.Of(2024, 2, 4), Result: report.WhiteWon})
}

// many adds entries, so that findings are left out and counted.
func many(s *report.Section) {
	for n := range finding.Most + 10 {
		s.Players = append(s.Players, report.Player{StartNumber: 10 + n, Name: fmt.Sprint("Nobody ", n), Federation: "XYZ"})
	}
}

func inCharge(r *report.Report) { r.Responsible = "Ito Jiro" }

// young has the event be of an age group, whose type depends on it.
func young(r *report.Report) {
	r.TimeControl, r.Type, r.Sections[0].Group = []report.TimeControl{"1800+0"}, 0, report.Under10
}

func nextYear(r *report.Report) {
	young(r)
	r.AgeYear = 2025
}

func anyYear(r *report.Report) {
	young(r)
	r.AgeYear = 2050
}

// ages sets the births of the first two players.
func ages(birth string) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		d.Set("000000001", "birth="+birth)
		d.Set("000000002", "birth="+birth)
	}
}

// enrol makes a player a member for a year.
func enrol(n, year int) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		_, err := register.Enrol(context.Background(), d.Bureau, register.Membership{Player: fmt.Sprint("N0000000", n+1), Days: civil.Range{From: civil.Of(year, 1, 1), To: civil.Of(year, 12, 31)}}, "")
		d.Must(err)
	}
}

// approved registers the club, whose representative has approved the third player, a member for a year.
func approved(year int) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		enrol(2, year)(d)
		d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C0001", Name: "Minato Chess Club", Representative: "N00000002", Reporters: []string{"N00000003"}}))
	}
}

func entered(name, birth string) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) { d.Enter("name="+name, "birth="+birth) }
}

// enter enters Ito Jiro, N00000004.
func enter(fields ...string) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) { d.Enter(append([]string{"name=Ito Jiro"}, fields...)...) }
}

// stated enters them without a birth, which a report states.
func stated(b civil.Birth) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		enter()(d)
		r := bureautest.Meeting("Autumn Cup", civil.Of(2024, 2, 3), "N00000004", "N00000002")
		r.Sections[0].Players[0].Birth = b
		r.Sections[0].Players[0].Name, r.Sections[0].Players[1].Name = "Ito Jiro", "Baba Mio"
		d.SendBytes(bureautest.JSON(d.T, r))
	}
}

// merge enters somebody, N00000004, and merges them into the first player.
func merge(name string) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		d.Enter("name=" + name)
		_, err := desk.MergePlayers(context.Background(), d.Bureau, "N00000004", "N00000001", "registered twice")
		d.Must(err)
	}
}

func erase(d *bureautest.Bureau) {
	_, err := privacy.Erase(context.Background(), d.Bureau, "N00000003", "asked for")
	d.Must(err)
}

// office returns an office of three players, and a file about them.
func (w *world) office(t *testing.T) (*bureautest.Bureau, *act.SubmitReport) {
	edition, form := w.edition, "N%08d"
	if edition == "" {
		edition = "ncs"
	} else {
		form = "%09d"
	}
	names := []string{"Aoki Ren", "Baba Mio", "Chiba Sota"}
	if w.edition == "chessa" { // where a tournament has ten players
		names = append(names, "Doi Mei", "Endo Kai", "Fujii Ao", "Goto Rin", "Hara Yui", "Ida Jun", "Jin Sara", "Kato Nao", "Lin Hana")
	}
	players, list := make([]roster.Player, len(names)), &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, len(names))}
	r := bureautest.Meeting("Winter Cup", civil.Of(2024, 2, 4), "1", "2")
	section := &r.Sections[0]
	section.Players, section.Games = make([]report.Player, len(names)), nil
	for n, name := range names {
		players[n] = roster.Player{ID: fmt.Sprintf(form, n+1), Name: name, Birth: civil.Birth(19750203 + n)}
		if n < 11 { // the last is unrated
			*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
		}
		section.Players[n] = report.Player{StartNumber: n + 1, ID: players[n].ID, Name: name}
	}
	section.Rounds, section.Games = 2, []report.Game{{Round: 1, White: 1, Black: 2}, {Round: 2, White: 3, Black: 2}}
	if w.edition == "chessa" {
		section.Rounds, section.Games = 5, nil
		for n := range 30 { // the last stays, the others go round
			round, white, black := n/6+1, (n/6+1+n%6)%11+1, (n/6+12-n%6)%11+1
			if n%6 == 0 {
				black = 12
			}
			section.Games = append(section.Games, report.Game{Round: round, White: white, Black: black})
		}
	}
	for n := range section.Games {
		section.Games[n].Date, section.Games[n].Result = r.End, report.Result(n%3)
	}
	r.Organizer, r.Responsible = "Minato Chess Club", "Baba Mio"
	d := bureautest.With(t, edition, players, list)
	d.On("2024-02-10")
	if w.register != nil {
		w.register(d)
	}
	if w.before != nil {
		first := *r
		first.Sections = slices.Clone(r.Sections)
		first.Sections[0].Players = slices.Clone(r.Sections[0].Players)
		w.before(&first.Sections[0])
		d.SendBytes(bureautest.JSON(t, &first))
		r.Sections[0].Name, r.Sections[0].Games = "B", r.Sections[0].Games[1:]
	}
	if w.event != nil {
		w.event(r)
	}
	if w.file != nil {
		w.file(&r.Sections[0])
	}
	return d, &act.SubmitReport{File: act.File{Name: "cup.json", Data: bureautest.JSON(t, r)}, From: w.from}
}
