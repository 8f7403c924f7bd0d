package site

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// section is the standings of a section, with its crosstable.
type section struct {
	Name    string
	Kind    rating.Kind
	Rounds  []round
	Rated   bool
	Entries []*entry // by points
	Starts  []*entry // by start number
	Winners []*entry // who share the first place; nil: many, or nobody has points
}

// round is the pairings of a round.
type round struct {
	Number int
	Games  []pairing
	Byes   []bye
}

// pairing is a game.
type pairing struct {
	White, Black *entry
	Result       string
	Out          bool // it does not count
}

// bye is a round of a player without a game.
type bye struct {
	Who *entry
	Bye string
}

// entry is a line of the standings. The change and the performance are empty where the
// calculation does not have the player.
type entry struct {
	Place       int // equal points share it
	Start       int
	Code        string       // of the card: the start number, from the second section on after the section's
	Card        template.URL // the way to it; in a folder to the player
	Section     int          // counted from zero
	Player      uint32
	Who         person
	Rating      rating.Rating
	Why         template.URL // the calculation; empty: there is none
	Rounds      []cell
	Points      rating.Score
	Change      page.Change
	Performance string
}

// cell is a round of a player.
type cell struct {
	Opponent *entry // nil: none
	White    bool
	Result   string
	Lost     bool
	Out      bool   // it does not count
	Bye      string // a word; empty: none
}

// standings returns the standings of a section, given the list that the event is in, if there
// is one.
func (v *visit) standings(e *view.Event, number int, in *rows.Publication) section {
	s := &e.Batch.Sections[number]
	shown := section{Name: s.Name, Kind: s.Kind, Rated: !s.Refused}
	for n := 1; n <= s.Rounds; n++ {
		shown.Rounds = append(shown.Rounds, round{Number: n})
	}
	at := map[uint32]*entry{}
	for _, of := range s.Entries {
		at[of.Player] = v.entry(e, number, of, in)
		shown.Entries = append(shown.Entries, at[of.Player])
	}
	for i := range e.Batch.Games {
		g := &e.Batch.Games[i]
		if int(g.Section) != number || int(g.Round) < 1 || int(g.Round) > s.Rounds {
			continue
		}
		white, black, of := at[g.White], at[g.Black], &shown.Rounds[g.Round-1]
		white.Rounds[g.Round-1] = cellOf(g, black, true)
		black.Rounds[g.Round-1] = cellOf(g, white, false)
		of.Games = append(of.Games, pairing{white, black, resultOf(g.Result), !g.Counts()})
	}
	for _, b := range s.Byes {
		if who := at[b.Player]; who != nil && int(b.Round) <= s.Rounds && b.Kind != report.ZeroBye {
			word := v.Text("web.event.bye-"+b.Kind.String(), nil)
			who.Rounds[b.Round-1] = cell{Bye: word}
			of := &shown.Rounds[b.Round-1]
			of.Byes = append(of.Byes, bye{who, word})
		}
	}
	shown.rank()
	return shown
}

// entry returns the line of an entry of a section, without its rounds.
func (v *visit) entry(e *view.Event, number int, of pack.Entry, in *rows.Publication) *entry {
	s := &e.Batch.Sections[number]
	id, name := e.Names(of.Player)
	line := &entry{Start: int(of.Start), Code: strconv.Itoa(int(of.Start)), Section: number, Player: of.Player, Who: v.person(id, name, e.Local(of.Player)), Points: of.Points, Rounds: make([]cell, s.Rounds)}
	if number > 0 {
		line.Code = fmt.Sprintf("%d-%d", number+1, of.Start)
	}
	if line.Card = template.URL("?player=" + line.Code + "#p" + line.Code); v.site.Folder {
		line.Card = line.Who.To
	}
	k := e.EnteredAs(number, of.Player)
	if k == nil {
		return line
	}
	if line.Rating = rating.Rating(k.Rating); line.Rating.Rated() {
		line.Change = changeBy(rating.Points(k.Change))
		switch {
		case in != nil:
			line.Why = v.Way("players", id, "why", in.Label, s.Kind)
		case e.Provisional && !v.site.Folder:
			line.Why = v.Way("players", id, "now") + template.URL("?why="+s.Kind.String())
		}
	}
	if performance := rating.Rating(k.Performance); performance.Rated() {
		line.Performance = glyph.Typeset(v.Printer, v.Performance(&e.About, performance, rating.Score(k.Score), k.Games))
	}
	return line
}

// changeBy returns by how much an event changed a rating.
func changeBy(points rating.Points) page.Change {
	switch by := glyph.Signed(points); {
	case points > 0:
		return page.Change{Gain: by}
	case by == "±0":
		return page.Change{Same: by}
	default:
		return page.Change{Loss: by}
	}
}

// rank puts the entries in order: by points, and since tie-breaks are not reported, then by
// rating and start number.
func (s *section) rank() {
	s.Starts = slices.Clone(s.Entries)
	slices.SortStableFunc(s.Starts, func(a, b *entry) int { return cmp.Compare(a.Start, b.Start) })
	for _, of := range s.Rounds {
		slices.SortStableFunc(of.Byes, func(a, b bye) int { return cmp.Compare(a.Who.Start, b.Who.Start) })
	}
	slices.SortStableFunc(s.Entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Start, b.Start))
	})
	shared := 0
	for i, of := range s.Entries {
		if of.Place = i + 1; i > 0 && of.Points == s.Entries[i-1].Points {
			of.Place = s.Entries[i-1].Place
		}
		if of.Place == 1 {
			shared++
		}
	}
	const most = 4
	if shared > 0 && shared <= most && s.Entries[0].Points > 0 {
		s.Winners = s.Entries[:shared]
	}
}

// resultOf returns a result: "½–½".
func resultOf(r report.Result) string {
	white, black := sides(r)
	if r.Played() {
		return white + "–" + black
	}
	return white + " / " + black
}

// cellOf returns the cell of a game for one of its sides.
func cellOf(g *pack.Game, opponent *entry, white bool) cell {
	c := cell{Opponent: opponent, White: white, Out: !g.Counts()}
	mine, theirs := sides(g.Result)
	c.Result = mine
	if !white {
		c.Result = theirs
	}
	c.Lost = c.Result == "0" || c.Result == "−"
	return c
}

// sides returns a result as seen by White and by Black.
func sides(r report.Result) (white, black string) {
	separator := "-"
	if !r.Played() {
		separator = "/"
	}
	white, black, _ = strings.Cut(strings.ReplaceAll(r.String(), "1/2", "½"), separator)
	if !r.Played() {
		white, black = strings.ReplaceAll(white, "-", "−"), strings.ReplaceAll(black, "-", "−")
	}
	return white, black
}
