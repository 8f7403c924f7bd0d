package document_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// A world is an office and a file that is sent to it. Two worlds of a row differ only in what an organiser must not learn.
type world struct {
	register func(*bureautest.Bureau) // what else the office knows
	before   func(*report.Section)    // a file of the event that came before; nil: none did
	file     func(*report.Section)    // what else the file states
}

// secrets are the rows.
var secrets = map[string][]world{
	"whether a birth is right": {
		{file: born(19750203)}, {file: born(19750204)}, {file: born(19760203)}, {file: born(19570302)}, {file: born(civil.BirthIn(1975))}, {file: born(civil.BirthIn(1980))}, {},
	},
	"whether a birth is right, of a name with a slip": {
		{file: both(named("Aoki Renn"), born(19750203))}, {file: both(named("Aoki Renn"), born(19750204))}, {file: named("Aoki Renn")},
	},
	"whether a birth is right, of another name": {
		{file: both(named("Ito Jiro"), born(19750203))}, {file: both(named("Ito Jiro"), born(19750204))},
	},
	"who is a member": {{register: member(0, 2024)}, {register: member(0, 2020)}, {register: member(1, 2024)}},
	"who is a member, where more is found than is told": {{file: many, register: member(0, 2024)}, {file: many, register: member(0, 2020)}},
	"whether somebody without an ID is known": {
		{file: nameless}, {file: nameless, register: known("Ito Jiro", "1990-03-05")}, {file: nameless, register: known("Ito Jiro", "1990-03-06")},
	},
	"who was merged": {
		{register: known("Aoki Ren", "1975-02-03")},
		{register: func(d *bureautest.Bureau) {
			known("Aoki Ren", "1975-02-03")(d)
			_, err := desk.MergePlayers(context.Background(), d.Bureau, "N00000004", "N00000001", "registered twice")
			d.Must(err)
		}},
	},
	"who may be registered twice": {{}, {register: known("Aoki Ren", "1975-02-03")}, {register: known("Aoki Ren", "1975-02-04")}},
	"whether a birth that came before is right": {
		{before: born(19750203)}, {before: born(19750204)}, {before: born(19760203)},
	},
	"whether somebody else has the name": {
		{file: named("Aoki Renn")}, {file: named("Aoki Renn"), register: known("Aoki Renn", "1990-03-05")},
	},
	"who was merged, by the name of who stayed": {
		{file: numbered("N00000004"), register: known("Ito Jiro", "1975-02-03")}, {file: numbered("N00000004"), register: merged},
	},
	"who was merged, by the name of who went": {
		{file: named("Ito Jiro"), register: known("Ito Jiro", "1975-02-03")}, {file: named("Ito Jiro"), register: merged},
	},
	"who was merged, of whom both enter": {
		{file: twice, register: known("Ito Jiro", "1975-02-03")}, {file: twice, register: merged},
	},
	"who was erased": {{}, {register: erased}},
	"who it was that was erased": {
		{register: erased},
		{register: func(d *bureautest.Bureau) {
			d.Set("N00000003", "name=Ito Jiro", "birth=1990-03-05")
			erased(d)
		}},
	},
}

func numbered(id string) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].ID = id }
}

// twice adds who may be the first player, too.
func twice(s *report.Section) {
	s.Players = append(s.Players, report.Player{StartNumber: 4, ID: "N00000004", Name: "Ito Jiro"})
	s.Games = append(s.Games, report.Game{Round: 1, White: 4, Black: 3, Date: civil.Of(2024, 2, 4), Result: report.WhiteWon})
}

func merged(d *bureautest.Bureau) {
	known("Ito Jiro", "1975-02-03")(d)
	_, err := desk.MergePlayers(context.Background(), d.Bureau, "N00000004", "N00000001", "registered twice")
	d.Must(err)
}

func erased(d *bureautest.Bureau) {
	_, err := privacy.Erase(context.Background(), d.Bureau, "N00000003", "asked for")
	d.Must(err)
}

func born(b civil.Birth) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].Birth = b }
}

func named(name string) func(*report.Section) {
	return func(s *report.Section) { s.Players[0].Name = name }
}

func both(a, b func(*report.Section)) func(*report.Section) {
	return func(s *report.Section) { a(s); b(s) }
}

func nameless(s *report.Section) {
	s.Players[0].ID, s.Players[0].Name, s.Players[0].Birth = "", "Ito Jiro", 19900305
}

// many adds entries, so that findings are left out and counted.
func many(s *report.Section) {
	for n := range finding.Most + 10 {
		s.Players = append(s.Players, report.Player{StartNumber: 10 + n, Name: fmt.Sprint("Nobody ", n), Federation: "XYZ"})
	}
}

func member(n, year int) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) {
		_, err := register.Enrol(context.Background(), d.Bureau, register.Membership{Player: fmt.Sprint("N0000000", n+1), Days: civil.Range{From: civil.Of(year, 1, 1), To: civil.Of(year, 12, 31)}}, "")
		d.Must(err)
	}
}

func known(name, birth string) func(*bureautest.Bureau) {
	return func(d *bureautest.Bureau) { d.Enter("name="+name, "birth="+birth) }
}

// looks are who looked at what.
type looks struct {
	all []bureau.Look
	err error
}

// Looked implements bureau.Looks.
func (l *looks) Looked(_ context.Context, one bureau.Look) error {
	l.all = append(l.all, one)
	return l.err
}

// office returns an office of four players, and a file about three of them.
func (w *world) office(t *testing.T) (*bureautest.Bureau, submission.Submission) {
	players, list := make([]roster.Player, 3), &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 3)}
	r := bureautest.Meeting("Winter Cup", civil.Of(2024, 2, 4), "N00000001", "N00000002", "N00000003", "N00000002")
	r.Sections[0].Players = r.Sections[0].Players[:3]
	r.Sections[0].Games = r.Sections[0].Games[:1]
	r.Sections[0].Games = append(r.Sections[0].Games, report.Game{Round: 2, White: 3, Black: 2, Date: civil.Of(2024, 2, 4), Result: report.WhiteWon})
	r.Sections[0].Rounds = 2
	for n, name := range []string{"Aoki Ren", "Baba Mio", "Chiba Sota"} {
		players[n] = roster.Player{ID: fmt.Sprint("N0000000", n+1), Name: name, Birth: civil.Birth(19750203 + n)}
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
		r.Sections[0].Players[n].Name = name
	}
	r.Organizer, r.Responsible = "Minato Chess Club", "Baba Mio"
	d := bureautest.With(t, "ncs", players, list)
	d.On("2024-02-10")
	if w.register != nil {
		w.register(d)
	}
	if w.before != nil {
		first := *r
		first.Sections = []report.Section{r.Sections[0]}
		first.Sections[0].Players = slices.Clone(r.Sections[0].Players)
		w.before(&first.Sections[0])
		d.SendBytes(bureautest.JSON(t, &first))
		r.Sections[0].Name, r.Sections[0].Games = "B", r.Sections[0].Games[1:]
	}
	if w.file != nil {
		w.file(&r.Sections[0])
	}
	return d, submission.Submission{File: "cup.json", Data: bureautest.JSON(t, r)}
}

// What an organiser reads of a file, before and after they submit it, is the same to the byte whatever they must not learn is,
// in both languages; what an officer reads is not.
func TestOrganizersLearnNoSecret(t *testing.T) {
	t.Parallel()
	for what, worlds := range secrets {
		var first [2]string
		differs := false
		for n := range worlds {
			d, s := worlds[n].office(t)
			kept := &looks{}
			o := submission.Organizer{Account: "A0007", Looks: kept}
			before := d.Documents()
			told, err := o.Try(t.Context(), d.Bureau, s)
			d.Must(err)
			if fmt.Sprint(before) != fmt.Sprint(d.Documents()) {
				t.Errorf("%s: a dry run has changed something", what)
			}
			received, err := o.Submit(t.Context(), d.Bureau, s)
			d.Must(err)
			var reads, office bytes.Buffer
			for _, lang := range explain.Languages {
				d.Must(document.Write(&reads, document.NewOrganizers(explain.New(lang), told)))
				d.Must(document.Write(&reads, document.NewOrganizers(explain.New(lang), received)))
			}
			c := d.Report(received.Ref)
			fmt.Fprint(&office, c.State, c.Questions, c.Counting)
			if received.Ref == "" || len(kept.all) != 2 || kept.all[0].Account != "A0007" || !strings.HasPrefix(kept.all[0].What, "report.try ") || !kept.all[0].At.Equal(d.Now) {
				t.Errorf("%s: %q, looks %+v", what, received.Ref, kept.all)
			}
			if n == 0 {
				first = [2]string{reads.String(), office.String()}
				continue
			}
			differs = differs || office.String() != first[1]
			if reads.String() != first[0] {
				t.Errorf("%s, world %d: %s", what, n, cmp.Diff(first[0], reads.String()))
			}
		}
		if strings.HasPrefix(what, "whether a birth") || strings.HasPrefix(what, "who is a member") {
			if !differs {
				t.Errorf("%s: the office sees no difference", what)
			}
		}
	}
}

// What an organiser submits goes through the gate, as theirs.
func TestOrganizerSubmitsAsTheirClub(t *testing.T) {
	t.Parallel()
	d, s := (&world{}).office(t)
	d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C0001", Name: "Minato Chess Club"}))
	b, out := *d.Bureau, &bureau.Outcome{}
	b.Actor = bureau.Actor{Account: "A0007", Name: "minato", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	o := submission.Organizer{Account: b.Actor.Account, Looks: &looks{}}
	rule := bureau.Rule{ID: "report.submit", Any: bureau.Officer, Own: bureau.Organiser}
	told, err := o.Submit(t.Context(), b.Asking(bureau.Request{Rule: &rule, Key: "k1", Said: []byte("{}")}, out), s)
	d.Must(err)
	c := d.Report(told.Ref)
	if out.Subject != told.Ref || c.For.Account != "A0007" || c.For.Club != "C0001" {
		t.Errorf("%s is of %+v; the gate has %+v", told.Ref, c.For, out)
	}
}

// Nothing is said of a file if nobody keeps that it was looked at.
func TestLooksAreKeptFirst(t *testing.T) {
	t.Parallel()
	d, s := (&world{}).office(t)
	full := errors.New("the disk is full")
	o := submission.Organizer{Account: "A0007", Looks: &looks{err: full}}
	before := fmt.Sprint(d.Documents())
	for _, act := range []func(context.Context, *bureau.Bureau, submission.Submission) (any, error){
		func(ctx context.Context, b *bureau.Bureau, s submission.Submission) (any, error) {
			return o.Try(ctx, b, s)
		},
		func(ctx context.Context, b *bureau.Bureau, s submission.Submission) (any, error) {
			return o.Submit(ctx, b, s)
		},
	} {
		if _, err := act(t.Context(), d.Bureau, s); !errors.Is(err, full) {
			t.Error(err)
		}
	}
	if fmt.Sprint(d.Documents()) != before {
		t.Error("something was kept")
	}
}
