package club

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/report"
)

// questionShown is what the page shows on which the office asks a club. What it asks of a result of which somebody else asks for another
// one is a DoubtShown.
type questionShown struct {
	*portal.DoubtShown
	document.OwnInquiry
	Event        string
	Game         bool // it asks about one
	Round        int
	White, Black portal.Seat    // as far as it is known who they are; else the start numbers
	ReportedAs   string         // empty: the report has no games yet
	reported     *report.Result // nil: likewise
	Results      []portal.ResultChoice
	NoSheet      bool
	Words, Key   string
	Command      string
}

// Open reports whether the office waits for the answer.
func (s *questionShown) Open() bool { return !s.Replied && s.Answer == "" && !s.Withdrawn }

// noSheet is what the form calls that there is no score sheet any more.
const noSheet = "none"

func showAsked(v *portal.Visit) (any, error) {
	number := v.R.PathValue("q")
	read, err := v.Read("inquiry", number)
	if err != nil {
		return nil, err
	}
	q, err := as[document.OwnInquiry](read)
	if err != nil {
		return nil, err
	}
	if !q.Asked {
		d, err := v.Doubt(number)
		return &questionShown{DoubtShown: d}, err
	}
	s := &questionShown{OwnInquiry: q, NoSheet: v.Field("result") == noSheet, Words: v.Field("words"), Key: v.Field("key")}
	if s.Key == "" {
		s.Key = newKey()
	}
	s.Command = explain.CommandLine(act.Command(&act.ReplyInquiry{Number: number, Text: "TEXT"}))
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error { return s.read(v, r) })
}

// read adds the event and the game about which the office asks.
func (s *questionShown) read(v *portal.Visit, r bureau.Reader) error {
	c, err := intake.Find(r, s.Report)
	if err != nil {
		return err
	}
	s.Event = c.Event
	q, _, err := correction.FindInquiry(r, s.Number)
	if err != nil || q.Game == nil {
		return err
	}
	p := v.Printer()
	s.Game, s.Round, s.White.ID, s.Black.ID = true, q.Game.Round, fmt.Sprint(q.Game.White), fmt.Sprint(q.Game.Black)
	g, err := correction.PlayedIn(r, s.Report, *q.Game)
	if err == nil && g != nil {
		s.reported, s.ReportedAs = &g.Reported, portal.ResultName(p, g.Reported)
		s.White, s.Black, err = v.Seats(r, g)
	}
	s.Results = portal.ResultChoices(p, s.reported, v.Field("result"))
	return err
}

// sendAsked answers the office. That the score sheet says what was reported asks for no correction: it is said in words.
func sendAsked(v *portal.Visit) error {
	shown, err := showAsked(v)
	if err != nil {
		return err
	}
	s, err := as[*questionShown](shown)
	switch {
	case err != nil:
		return err
	case s.DoubtShown != nil:
		return v.SayResult(v.R.PathValue("q"))
	}
	does, p := &act.ReplyInquiry{Number: s.Number}, v.Printer()
	var said []string
	switch chosen := v.Field("result"); {
	case s.NoSheet:
		said = append(said, p.Text("desk.question.no-sheet", nil))
	case s.reported != nil && chosen == s.reported.String():
		said = append(said, p.Text("desk.question.says-reported", explain.Data{"result": s.ReportedAs}))
	case chosen != "":
		does.Result = new(act.Result)
		if err := does.Result.UnmarshalText([]byte(chosen)); err != nil {
			return err
		}
	}
	if s.Words != "" {
		said = append(said, s.Words)
	}
	if does.Text = strings.Join(said, "\n"); does.Text == "" && does.Result == nil {
		return portal.Said("desk.question.nothing")
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Key: s.Key}); err != nil {
		return err
	}
	return v.LeadTo(v.R.URL.Path)
}
