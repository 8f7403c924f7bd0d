package portal

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
)

// Seat is who played one colour of a game, with the name in the language of the page and in the other script.
type Seat struct{ ID, Name, Other string }

// Seats returns who played White and Black, as everybody reads their names.
func (v *Visit) Seats(r bureau.Reader, g *correction.Played) (white, black Seat, err error) {
	named, err := view.LocalNamesOf(r, g.Numbers[:])
	if err != nil {
		return white, black, err
	}
	seat := func(player uint32) (s Seat) {
		s.ID, s.Name, s.Other = named(player)
		if v.Lang != explain.Languages[0] && s.Other != "" {
			s.Name, s.Other = s.Other, s.Name
		}
		return s
	}
	return seat(g.Numbers[0]), seat(g.Numbers[1]), nil
}

// ResultChoice is a result that somebody can say a game had.
type ResultChoice struct {
	Value, Name     string
	Reported, Asked bool
	Chosen          bool
}

// ResultChoices returns the results that a game can have had: those of games that were played, the one that was reported, if it is known,
// and others that are asked for.
func ResultChoices(p *explain.Printer, reported *report.Result, chosen string, asked ...report.Result) (all []ResultChoice) {
	possible := slices.Concat([]report.Result{report.WhiteWon, report.Drawn, report.BlackWon}, asked)
	if reported != nil {
		possible = append(possible, *reported)
	}
	for _, of := range possible {
		one := ResultChoice{Value: of.String(), Name: ResultName(p, of), Reported: reported != nil && of == *reported, Asked: slices.Contains(asked, of), Chosen: of.String() == chosen}
		if !slices.ContainsFunc(all, func(c ResultChoice) bool { return c.Value == one.Value }) {
			all = append(all, one)
		}
	}
	return all
}

// ResultName returns a result in words.
func ResultName(p *explain.Printer, of report.Result) string {
	key := "desk.wrong.result-" + strings.NewReplacer("/", "", "-", "").Replace(of.String())
	if text := p.Text(key, nil); text != key {
		return text
	}
	return of.String() // without a game
}

// DoubtShown is what a page shows on which somebody is asked which result a game had, of which somebody else asks for another one.
type DoubtShown struct {
	*correction.Doubt
	White, Black       Seat
	ReportedAs, SaidAs string // results in words
	Results            []ResultChoice
	Command            string
}

// Doubt returns the result about which an inquiry asks the visitor. Every other inquiry is refused as one that is not there.
func (v *Visit) Doubt(number string) (s *DoubtShown, err error) {
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		d, err := correction.DoubtOf(r, number, &v.Bureau.Actor)
		if err != nil {
			return err
		}
		p := v.Printer()
		s = &DoubtShown{Doubt: d, ReportedAs: ResultName(p, d.Reported), SaidAs: ResultName(p, d.As.Result), Results: ResultChoices(p, &d.Reported, v.Field("result"), d.Dispute.Asked)}
		result := act.Result(d.Dispute.Asked)
		s.Command = explain.CommandLine(act.Command(&act.ReplyInquiry{Number: number, Result: &result}))
		s.White, s.Black, err = v.Seats(r, d.Played)
		return err
	})
}

// SayResult has the visitor say which result the game had about which an inquiry asks them.
func (v *Visit) SayResult(number string) error {
	does := &act.ReplyInquiry{Number: number, Result: new(act.Result)}
	if v.Field("result") == "" {
		return Said("desk.doubt.nothing")
	}
	if err := does.Result.UnmarshalText([]byte(v.Field("result"))); err != nil {
		return err
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, does, act.With{}); err != nil {
		return err
	}
	return v.LeadTo(v.R.URL.Path)
}
