package check

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Adjustment is what an officer has corrected of a report. It stands beside what
// was reported: the bytes and what was understood of them stay.
type Adjustment struct {
	Revision int    `json:"revision"` // that it made
	Section  string `json:"section"`

	Round  int            `json:"round,omitempty"`  // of a game
	White  int            `json:"white,omitempty"`  // start number
	Black  int            `json:"black,omitempty"`  // start number
	Result *report.Result `json:"result,omitempty"` // another result of the game
	Out    *pack.Out      `json:"out,omitempty"`    // whether the game counts: 0, or the number of the reason why not

	Floor rating.Rating `json:"floor,omitempty"` // the floor of a section in which nobody is rated

	Start    int    `json:"start,omitempty"`    // start number of an entry
	Player   string `json:"player,omitempty"`   // ID of another player behind the entry
	Exchange bool   `json:"exchange,omitempty"` // the two players change places: their IDs were transposed

	Of [3]Anchor `json:"of,omitzero"` // where the entry, White and Black are in the files; file 0: in none of them
}

// AdjustOne makes an adjustment in the packed record of a report. The player is the one whom
// it puts behind an entry, nil if it is about something else.
func AdjustOne(batch *pack.Batch, a *Adjustment, is *register.Player, scoring *report.Scoring) error {
	section := sectionIn(batch, a.Section)
	if section < 0 {
		return a.noSection()
	}
	s := &batch.Sections[section]
	if a.Floor.Rated() {
		s.Floor = a.Floor
		return nil
	}
	entry := func(start int) int {
		return slices.IndexFunc(s.Entries, func(e pack.Entry) bool { return int(e.Start) == start })
	}
	if is != nil {
		n := entry(a.Start)
		if n < 0 {
			return a.noEntry()
		}
		at := slices.IndexFunc(s.Entries, func(e pack.Entry) bool { return e.Player == is.Number })
		if at >= 0 && at != n && !a.Exchange {
			return finding.Refuse("player-in-section", finding.Text("id", is.ID), finding.Text("section", a.Section))
		}
		batch.Exchange(section, s.Entries[n].Player, is.Number)
		return nil
	}
	white, black := entry(a.White), entry(a.Black)
	if white < 0 || black < 0 {
		return a.noGame()
	}
	at := func(white, black uint32) int {
		return slices.IndexFunc(batch.Games, func(g pack.Game) bool {
			return int(g.Section) == section && int(g.Round) == a.Round && g.White == white && g.Black == black
		})
	}
	if i := at(s.Entries[white].Player, s.Entries[black].Player); i >= 0 {
		g := &batch.Games[i]
		if a.Result != nil {
			worth := scoring.Games()
			s.Entries[white].Points += worth[*a.Result][0] - worth[g.Result][0]
			s.Entries[black].Points += worth[*a.Result][1] - worth[g.Result][1]
			g.Result = *a.Result
		}
		if a.Out != nil {
			g.Out = *a.Out
		}
		return nil
	}
	if i := at(s.Entries[black].Player, s.Entries[white].Player); i >= 0 {
		return a.reversed(batch.Games[i].Result)
	}
	return a.noGame()
}

// Adjusted returns a file with its games as officers have adjusted them: so the
// regulation looks at them.
func (r *Case) Adjusted(p *report.Report) *report.Report {
	standing := r.Standing()
	if !slices.ContainsFunc(standing, func(d *Decision) bool { return d.Adjustment != nil }) {
		return p
	}
	now := *p
	now.Sections = slices.Clone(p.Sections)
	for i := range now.Sections {
		s := &now.Sections[i]
		s.Games = slices.Clone(s.Games)
		for _, d := range standing {
			a := d.Adjustment
			if a == nil {
				continue
			}
			n := a.Game(s)
			if a.Section == s.Name && a.Floor.Rated() {
				s.UnratedFloor = a.Floor
			}
			if n < 0 || a.Section != s.Name {
				continue
			}
			if a.Result != nil {
				s.Games[n].Result = *a.Result
			}
			if a.Out != nil {
				s.Games[n].Unrated = *a.Out == pack.Unrated // Reading G7
			}
		}
	}
	return &now
}

// Game finds the game of a section that is adjusted, -1 if it is not there.
func (a *Adjustment) Game(s *report.Section) int {
	return slices.IndexFunc(s.Games, func(g report.Game) bool { return g.Round == a.Round && g.White == a.White && g.Black == a.Black })
}

// In reports whether a file has what is adjusted.
func (a *Adjustment) In(p *report.Report) error {
	n := slices.IndexFunc(p.Sections, func(s report.Section) bool { return s.Name == a.Section })
	switch {
	case n < 0:
		return a.noSection()
	case a.Floor.Rated():
		return nil
	case a.Player != "" && p.Entry(a.Section, a.Start) == nil:
		return a.noEntry()
	case a.Player == "" && a.Game(&p.Sections[n]) < 0:
		s := &p.Sections[n]
		if i := (&Adjustment{Round: a.Round, White: a.Black, Black: a.White}).Game(s); i >= 0 {
			return a.reversed(s.Games[i].Result)
		}
		return a.noGame()
	}
	return nil
}

func (a *Adjustment) noSection() error {
	return finding.Refuse("unknown-section", finding.Text("section", a.Section))
}

func (a *Adjustment) noEntry() error {
	return finding.Refuse("no-entry", finding.Int("player", a.Start), finding.Text("section", a.Section))
}

func (a *Adjustment) noGame() error {
	return finding.Refuse("no-game", finding.Text("section", a.Section), finding.Int("round", a.Round), finding.Int("white", a.White), finding.Int("black", a.Black))
}

// reversed refuses an adjustment of a game whose colours are given the wrong way
// round: its result would be the opponent's.
func (a *Adjustment) reversed(recorded report.Result) error {
	return finding.Refuse("colours-reversed", finding.Text("section", a.Section), finding.Int("round", a.Round), finding.Int("white", a.Black), finding.Int("black", a.White),
		finding.Text("result", recorded.String()))
}

func sectionIn(batch *pack.Batch, name string) int {
	return slices.IndexFunc(batch.Sections, func(s pack.Section) bool { return s.Name == name })
}

// Revise adds a revision without a file to a report, and returns its number.
func Revise(at bureau.Moment, r *Case, reason string) int {
	n := len(r.Revisions) + 1
	r.Revisions = append(r.Revisions, Revision{Number: n, At: at.Now, Actor: at.Actor, Reason: reason})
	return n
}
