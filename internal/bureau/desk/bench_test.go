package desk_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// sizesEnv names the variable with the largest number of players of BenchmarkDesk.
const sizesEnv = "ARPAD_PLAYERS"

// BenchmarkDesk does what officers do about one report or one player, with registers of
// different sizes and 2,000 reports. ARPAD_PLAYERS=345000 adds the largest one.
func BenchmarkDesk(b *testing.B) {
	most, err := strconv.Atoi(os.Getenv(sizesEnv))
	if err != nil {
		most = 100_000
	}
	for _, players := range []int{10_000, 100_000, 345_000} {
		if players > most {
			continue
		}
		f := synth.New(1, synth.Size{Players: players})
		b.Run(fmt.Sprint(players, "/SQLite"), func(b *testing.B) { desks(b, storetest.File(b), f) })
		b.Run(fmt.Sprint(players, "/PostgreSQL"), func(b *testing.B) { desks(b, pgtest.Database(b), f) })
	}
}

func desks(b *testing.B, address string, f *synth.Federation) {
	ctx := context.Background()
	d := bureautest.JapanOf(b, storetest.Create(b, address), f, nil)
	for _, r := range f.Events(f.On-60, f.On, synth.Volume{Reports: 2000, Games: 70_000}) {
		r.Received = 0
		d.Send(r)
	}
	n := 0
	next := func() int { n++; return n }
	submit := func(b *testing.B, players int) {
		for b.Loop() {
			b.StopTimer()
			r := bureautest.Open300(f, next())
			r.Sections[0] = onlyFirst(&r.Sections[0], players)
			data := bureautest.JSON(b, r)
			b.StartTimer()
			parsed, found := file.Read(data, "open.json", "")
			receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: data, Parsed: parsed, Found: found})
			bureautest.Must(b, err)
			if receipt.Report.Current == 0 {
				b.Fatalf("%+v", receipt.Report)
			}
		}
	}
	b.Run("submit 300", func(b *testing.B) { submit(b, 300) })
	b.Run("submit 30", func(b *testing.B) { submit(b, 30) })
	stranger := func() *check.Case {
		r := bureautest.Open300(f, next())
		r.Sections[0] = onlyFirst(&r.Sections[0], 30)
		r.Sections[0].Players[4].ID = ""
		r.Sections[0].Players[4].Name = fmt.Sprint("New Comer ", next())
		r.Sections[0].Players[4].Birth, _ = civil.NewBirth(1940+n%67, 1+n%12, 1+n%28) // of few others of that name
		return d.Send(r).Report
	}
	b.Run("match", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			r := stranger()
			p, err := register.Register(ctx, d.Bureau, register.Player{Name: fmt.Sprint("New Comer ", next())}, register.Person{}, "joined")
			bureautest.Must(b, err)
			b.StartTimer()
			bureautest.Must(b, desk.Match(ctx, d.Bureau, r.Ref, r.Section[0], 5, p))
		}
	})
	b.Run("match new", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			r := stranger()
			b.StartTimer()
			_, err := desk.MatchNew(ctx, d.Bureau, r.Ref, r.Section[0], 5)
			bureautest.Must(b, err)
		}
	})
	b.Run("merge", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			r := stranger()
			id, err := desk.MatchNew(ctx, d.Bureau, r.Ref, r.Section[0], 5)
			bureautest.Must(b, err)
			p, err := register.Register(ctx, d.Bureau, register.Player{Name: fmt.Sprint("New Comer ", next())}, register.Person{}, "joined")
			bureautest.Must(b, err)
			b.StartTimer()
			_, err = desk.MergePlayers(ctx, d.Bureau, id, p, "one person")
			bureautest.Must(b, err)
		}
	})
	b.Run("player add", func(b *testing.B) {
		for b.Loop() {
			p := &f.People[next()*37%len(f.People)]
			_, _, err := register.Enter(ctx, d.Bureau, []string{"name=" + p.Name, "birth=" + p.Birth.String(), "kana=" + p.Kana}, "joined")
			bureautest.Must(b, err)
		}
	})
}

// onlyFirst returns a section with its first players.
func onlyFirst(s *report.Section, players int) report.Section {
	few := *s
	few.Players, few.Games = s.Players[:players], nil
	for _, g := range s.Games {
		if g.White <= players && g.Black <= players {
			few.Games = append(few.Games, g)
		}
	}
	return few
}
