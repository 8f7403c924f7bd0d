package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// History is a player's lines in the lists, and the events played.
type History struct {
	Player *register.Player
	About  regulation.About // the edition of the newest list
	Lists  []HistoryLine    // oldest first
	Events []Played         // oldest first

	editions map[string]regulation.About // those of the lists, by ID
}

// HistoryLine is a player's line in one revision of a list: the rating as
// published and the current one.
type HistoryLine struct {
	Label       string
	InForce     civil.Date
	Revision    int    // zero: the list was never published
	Seq         int    // of the publication
	Cause       string // of the revision, or of the current list if it was never published
	Then, Now   roster.Standing
	Marks       Marks              // in the published list, or in the current one if it was never published
	Corrections []string           // numbers of the corrections between the two
	Moved       [rating.Kinds]bool // the publication changed the rating, or games were counted
}

// Played is a player's part in a section of a rated report.
type Played struct {
	Ref         string
	Event       string
	Section     string
	Number      int // of the section in the report, from 1
	Kind        rating.Kind
	Rated       bool // false: nothing in the section is
	End         civil.Date
	List        string         // label of the list that includes it
	Games       int            // games played that count
	Score       rating.Score   // points in the table, with byes and forfeits
	Won         rating.Score   // points in the games played that count
	Entries     int            // number of players in the section
	Performance rating.Rating  // zero: none
	Change      *rating.Points // of the rating, before the period is added up and rounded; nil: the player entered unrated
}

// PlayerHistory returns a player's history, oldest first.
func PlayerHistory(r bureau.Reader, id string) (*History, error) {
	p, err := register.Find(r, id)
	if err != nil {
		return nil, err
	}
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, NoRows()
	}
	h := &History{Player: p, editions: map[string]regulation.About{}}
	newest := all[len(all)-1].Edition
	if h.About, err = lists.AboutEdition(r, newest); err != nil {
		return nil, err
	}
	h.editions[newest] = h.About
	standing, err := standingsOf(r, p)
	if err != nil {
		return nil, err
	}
	published, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	for _, list := range all {
		if err := h.list(r, standing, list, published); err != nil {
			return nil, err
		}
	}
	if len(all) > 0 {
		h.Events, err = eventsOf(r, p.Number, all)
	}
	return h, err
}

// standings are a player's ratings in the published lists.
type standings struct {
	player *register.Player
	states [rating.Kinds][]*rows.ListPast
}

func standingsOf(r bureau.Reader, p *register.Player) (*standings, error) {
	states, err := rows.StandingsOf(r, p.Number)
	return &standings{p, states}, err
}

// in returns the standing in a publication, and the marks under its edition.
func (s *standings) in(p *rows.Publication, about *regulation.About) (standing roster.Standing, marks Marks, moved [rating.Kinds]bool) {
	for i := range s.states {
		kind := rating.AllKinds[i]
		after := func(state *rows.ListPast) bool { return int(state.Since) > p.Seq }
		n := slices.IndexFunc(s.states[i], after)
		if n < 0 {
			n = len(s.states[i])
		}
		if n > 0 {
			state := s.states[i][n-1]
			standing[i] = roster.State{Rating: rating.Rating(state.Rating), Games: state.Games}
			if int(state.Since) == p.Seq {
				marks[i].K, moved[i] = rating.K(state.K), true
			}
		}
		if p.Edition != "" && about.Qualifying.Decides() {
			qualifies := about.Qualifying.Has(kind, &standing[i], s.player.EnteredUnrated)
			marks[i].Qualifies = &qualifies
		}
	}
	return standing, marks, moved
}

// list adds the lines of all revisions of a list.
func (h *History) list(r bureau.Reader, of *standings, list *rows.List, published []*rows.Publication) error {
	revisions := slices.DeleteFunc(slices.Clone(published), func(p *rows.Publication) bool { return p.Label != list.Label })
	now := roster.Standing{}
	standsPublished := false
	for _, p := range revisions {
		if p.Run == list.Run {
			now, _, _ = of.in(p, &h.About)
			standsPublished = true
		}
	}
	if !standsPublished { // corrected, and not published again
		var err error
		if now, err = lists.StandingIn(r, list.Run, h.Player.Number); err != nil {
			return err
		}
	}
	if len(revisions) == 0 {
		if !now.Rated() {
			return nil
		}
		line := HistoryLine{Label: list.Label, InForce: list.InForce, Cause: list.Cause, Now: now}
		run, err := lists.FindRun(r, list.Run)
		if err != nil {
			return err
		}
		marks, err := MarksOf(r, run)
		if err != nil {
			return err
		}
		line.Marks = marks(h.Player, &now)
		h.Lists = append(h.Lists, line)
	}
	for _, p := range revisions {
		about, known := h.editions[p.Edition]
		if !known {
			var err error
			if about, err = lists.AboutEdition(r, p.Edition); err != nil {
				return err
			}
			h.editions[p.Edition] = about
		}
		var err error
		line := HistoryLine{Label: list.Label, InForce: list.InForce, Revision: p.Revision, Seq: p.Seq, Cause: p.Cause, Now: now}
		line.Then, line.Marks, line.Moved = of.in(p, &about)
		if !line.Then.Rated() && !now.Rated() {
			continue
		}
		if line.Corrections, err = h.corrections(r, &line, p.Run, list.Run); err != nil {
			return err
		}
		h.Lists = append(h.Lists, line)
	}
	return nil
}

// corrections returns the numbers of the corrections between a published list and the
// current one.
func (h *History) corrections(r bureau.Reader, line *HistoryLine, then, now int) ([]string, error) {
	var all []string
	for _, kind := range h.About.Lists {
		if line.Then.Of(kind).Rating == line.Now.Of(kind).Rating {
			continue
		}
		steps, err := correctedBetween(r, line.Label, then, now, h.Player.Number, kind)
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			all = append(all, s.Cause)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }) // C9 before C10
	return slices.Compact(all), nil
}

// eventsOf returns the events in the current lists that a player has played.
func eventsOf(r bureau.Reader, player uint32, all []*rows.List) ([]Played, error) {
	entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(player)}})
	if err != nil {
		return nil, err
	}
	position := map[string]int{}
	for i, list := range all {
		position[list.Label] = i
	}
	entries = slices.DeleteFunc(entries, func(e *rows.Entry) bool { return !e.InList })
	var refs []any
	for _, e := range entries {
		refs = append(refs, e.Ref)
	}
	reports, sections, err := sectionsOf(r, refs)
	if err != nil {
		return nil, err
	}
	var events []Played
	for _, e := range entries {
		report, section := reports[e.Ref], sections[seat{ref: e.Ref, section: e.Section}]
		if report == nil || section == nil {
			return nil, NoRows()
		}
		kind, err := rating.ParseKind(section.Kind)
		if err != nil {
			return nil, err
		}
		played := Played{
			Ref: e.Ref, Event: report.Event, Section: section.Name, Number: e.Section + 1, Kind: kind, Rated: !section.Refused, End: report.LastDay, List: report.Period, Games: e.Games,
			Score: rating.Score(e.Points), Won: rating.Score(e.Score), Entries: section.Players, Performance: rating.Rating(e.Performance),
		}
		if e.Rating != 0 {
			change := rating.Points(e.Change)
			played.Change = &change
		}
		events = append(events, played)
	}
	slices.SortStableFunc(events, func(a, b Played) int {
		return cmp.Or(cmp.Compare(position[a.List], position[b.List]), cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)), cmp.Compare(a.Section, b.Section))
	})
	return events, nil
}

// After returns the rating of a kind in the newest revision of a list, zero for none.
func (h *History) After(list string, kind rating.Kind) (is rating.Rating) {
	for i := range h.Lists {
		if line := &h.Lists[i]; line.Label == list {
			is = line.Then.Of(kind).Rating
		}
	}
	return is
}

// NoRows returns the refusal of a bureau whose rows were never written.
func NoRows() error { return finding.Refuse("rows-missing") }

// Changes leaves out the lines of lists in which nothing about the player changed: neither
// a rating nor the number of games, and no correction.
func (h *History) Changes() {
	h.Lists = slices.DeleteFunc(h.Lists, func(l HistoryLine) bool {
		return l.Revision == 1 && len(l.Corrections) == 0 && !slices.Contains(l.Moved[:], true)
	})
}
