package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// ExplainedSummary is a derivation in short, for readers who do not know the regulation.
// Its numbers are those of the steps, or sums of them.
type ExplainedSummary struct {
	Text       []string         `json:"text"`        // in sentences
	Case       explain.Case     `json:"case"`        // what happened to the rating
	Played     int              `json:"played"`      // games over the board
	Counted    int              `json:"counted"`     // those of them that changed the rating
	Terms      []SummaryTerm    `json:"terms"`       // what games with the same K were worth
	Sum        *rating.Points   `json:"sum"`         // of the terms that count, or of the points per game; null: no game counted
	Rounded    *rating.Points   `json:"rounded"`     // the sum, or the total with bonuses; null: nothing was rounded
	NotCounted []SummaryGame    `json:"not_counted"` // games that did not count
	LeftOut    []SummaryLeftOut `json:"left_out"`    // events that the list leaves out
	LastPlayed *SummaryLast     `json:"last_played"` // null: there are games in the period, or none before
	Needs      *SummaryNeeds    `json:"needs"`       // null: not unrated, or unknown
}

// SummaryTerm is what games with the same K were worth: (score - expected) x k.
type SummaryTerm struct {
	Section  *string         `json:"section"` // null: several
	Games    int             `json:"games"`
	Score    rating.Score    `json:"score"`
	Expected rating.Expected `json:"expected"`
	K        rating.K        `json:"k"`
	Change   rating.Points   `json:"change"`
	Counts   bool            `json:"counts"` // whether it is part of the sum
}

// SummaryGame is a game that did not count.
type SummaryGame struct {
	SummaryEvent
	Section  string          `json:"section"`
	Round    int32           `json:"round"`
	Opponent *string         `json:"opponent"` // name; null: unknown or withheld
	ID       *string         `json:"opponent_id"`
	Colour   *explain.Colour `json:"colour"` // of the player; null: none
	Result   explain.Outcome `json:"result"`
	Note     regulation.Note `json:"note"` // why it did not count
	Why      []string        `json:"why"`  // ids of the questions that hold the game
}

// SummaryEvent is an event.
type SummaryEvent struct {
	Event string  `json:"event"`
	Ref   *string `json:"ref"`
}

// SummaryLast is the last event with a game that counted.
type SummaryLast struct {
	SummaryEvent
	Day civil.Date `json:"day"` // of the last game
}

// SummaryLeftOut is an event that the list leaves out, or a section of one that
// was not rated.
type SummaryLeftOut struct {
	SummaryEvent
	Section  string       `json:"section"`
	State    *lists.State `json:"state"` // of the report when the list was made; null: the report is in the list
	Waits    []string     `json:"waits"`
	Findings []Finding    `json:"findings"`
}

// SummaryNeeds is what an unrated player needs for a first rating.
type SummaryNeeds struct {
	Games  int `json:"games"`  // so far
	Needed int `json:"needed"` // in all
}

func newExplainedSummary(p *explain.Printer, l *explain.List) ExplainedSummary {
	s := l.Summary()
	d := ExplainedSummary{
		Text: array(p.Summarize(l)), Case: s.Case, Played: s.Played, Counted: s.Counted,
		Terms: []SummaryTerm{}, NotCounted: []SummaryGame{}, LeftOut: []SummaryLeftOut{},
	}
	for i := range s.Terms {
		t := &s.Terms[i]
		term := SummaryTerm{Games: t.Games, Score: t.Score, Expected: t.Expected, K: t.K, Change: t.Change, Counts: t.Cancelled == nil}
		if t.Section > 0 {
			term.Section = &l.Batch.Sections[t.Section-1].Name
		}
		d.Terms = append(d.Terms, term)
	}
	if s.Counted > 0 {
		d.Sum = &s.Sum
	}
	if s.Rounding != nil {
		d.Rounded = &s.Rounding.Change
	}
	for i := range s.Idle {
		for _, g := range s.Idle[i].Games {
			d.NotCounted = append(d.NotCounted, newSummaryGame(l, &s.Idle[i], g))
		}
	}
	for _, g := range l.Unknown {
		section := &l.Batch.Sections[g.Section-1]
		colour := explain.ColourOf(!g.White)
		d.NotCounted = append(d.NotCounted, SummaryGame{
			SummaryEvent: SummaryEvent{Event: l.Batch.Events[section.Event].Name, Ref: refOf(l, g.Section)}, Section: section.Name, Round: int32(g.Round),
			Colour: &colour, Result: g.Outcome, Note: "unidentified", Why: []string{check.WaitPlayer},
		})
	}
	for _, out := range l.Left {
		left := SummaryLeftOut{
			SummaryEvent: SummaryEvent{Event: out.Event, Ref: orNull(out.Ref)}, Section: out.Section, State: orNull(lists.State(out.State)),
			Waits: array(out.Waits), Findings: []Finding{},
		}
		for _, f := range out.Findings {
			left.Findings = append(left.Findings, NewFinding(p, f))
		}
		d.LeftOut = append(d.LeftOut, left)
	}
	if last := l.Last; last != nil {
		d.LastPlayed = &SummaryLast{SummaryEvent{last.Event, orNull(last.Ref)}, last.Day}
	}
	if needs := s.Needs(l); needs != nil {
		d.Needs = &SummaryNeeds{needs.Games, needs.Needed}
	}
	return d
}

func newSummaryGame(l *explain.List, o *explain.NotCounted, s *regulation.Step) SummaryGame {
	section := &l.Batch.Sections[o.Section-1]
	return SummaryGame{
		SummaryEvent: SummaryEvent{Event: l.Batch.Events[section.Event].Name, Ref: refOf(l, o.Section)}, Section: section.Name, Round: s.Round,
		Opponent: orNull(l.Names(s.Opponent)), ID: orNull(l.IDs(s.Opponent)), Colour: orNull(l.Colour(s)), Result: l.Outcome(s), Note: s.Note, Why: array(o.Why),
	}
}
