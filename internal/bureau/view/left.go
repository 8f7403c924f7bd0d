package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// LeftOut is an event of a player, or a section of it, that a list leaves out.
type LeftOut struct {
	Ref, Event, Section string
	Number              int               // of the section in the report, from 1
	Kind                rating.Kind       // zero: not decided
	State               lists.State       // of the report when the list was made; empty: it is in the list without the section
	Waits               []string          // ids of the questions that were open then
	Findings            []finding.Finding // why the section was not rated; nothing personal
}

// Held is what holds a game.
type Held struct {
	Why  []string // ids of questions
	Left bool     // an officer has left it out; else the questions are open
}

// UnknownGame is a game of the player against an entry that nobody has
// identified. It is not in the record.
type UnknownGame struct {
	Section int // index in the batch
	Round   int
	White   bool // the player had White
	Result  report.Result
}

// LastPlayed is the last event with a game of a player.
type LastPlayed struct {
	Ref, Event string
	Day        civil.Date // of the game
}

// Ref returns the reference of an event by its index in the batch.
func (x *Explanation) Ref(event int) string { return x.Run.Records[x.Batch.Events[event].Report].Ref }

// leftOut returns the events of the player that are not in the list, and the
// sections in it that were not rated.
func leftOut(r bureau.Reader, x *Explanation) ([]LeftOut, error) {
	var all []LeftOut
	for i := range x.Batch.Sections {
		s := &x.Batch.Sections[i]
		refused, late := x.Refused[i]
		if !s.Refused && !late || !lists.Enters(s, x.Player.Number) {
			continue
		}
		event := &x.Batch.Events[s.Event]
		out := LeftOut{Ref: x.Ref(s.Event), Event: event.Name, Section: s.Name, Number: s.Number + 1, Kind: s.Kind}
		if late {
			out.Findings = []finding.Finding{refused}
		} else {
			id := x.Run.Records[event.Report]
			found, err := intake.Find(r, id.Ref)
			if err != nil {
				return nil, err
			}
			if found.Current == id.Revision { // else it was checked again since
				if out.Findings, err = refusals(r, found, s.Name); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, out)
	}
	for _, omitted := range x.Run.Left {
		found, err := intake.Find(r, omitted.Ref)
		if err != nil {
			return nil, err
		}
		entered, err := x.entered(r, found)
		if err != nil {
			return nil, err
		}
		for _, out := range entered {
			out.State, out.Waits = omitted.State, omitted.Waits
			if found.State == omitted.State && len(found.Refused()) > 0 {
				if out.Findings, err = refusals(r, found, out.Section); err != nil {
					return nil, err
				}
			}
			all = append(all, out)
		}
	}
	return all, nil
}

// entered returns the sections of a report that the player entered: by its
// record or, if it has none, as reported.
func (x *Explanation) entered(r bureau.Reader, c *check.Case) ([]LeftOut, error) {
	var all []LeftOut
	if c.Current > 0 {
		batch, err := lists.RecordOf(r, c.RecordID(c.Current))
		if err != nil {
			return nil, err
		}
		for i := range batch.Sections {
			if s := &batch.Sections[i]; lists.Enters(s, x.Player.Number) {
				all = append(all, LeftOut{Ref: c.Ref, Event: c.Event, Section: s.Name, Number: i + 1, Kind: s.Kind})
			}
		}
		return all, nil
	}
	said, _, err := intake.Latest(r, c)
	if err != nil || said == nil {
		return nil, err
	}
	ids := append([]string{x.Player.ID}, x.Player.Merged...)
	for i := range said.Sections {
		s := &said.Sections[i]
		if slices.ContainsFunc(s.Players, func(p report.Player) bool { return p.ID != "" && slices.Contains(ids, p.ID) }) {
			all = append(all, LeftOut{Ref: c.Ref, Event: c.Event, Section: s.Name, Number: i + 1, Kind: regulation.Declared(said, s)})
		}
	}
	return all, nil
}

// refusals returns why a section of a report was not rated, without findings
// that say something about a person.
func refusals(r bureau.Reader, c *check.Case, section string) ([]finding.Finding, error) {
	_, found, err := intake.Latest(r, c)
	return refusing(found, func(f *finding.Finding) bool { return !f.InSection || f.Section == section }), err
}

// refusing returns those findings for which something was not rated, without those that
// say something about a person.
func refusing(found []finding.Finding, about func(*finding.Finding) bool) []finding.Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return !f.Refuses || !about(&f) || personal(&f) })
}

// personal reports whether a finding's values may say something about a person.
func personal(f *finding.Finding) bool {
	return slices.ContainsFunc(f.Values, func(v finding.Value) bool {
		return slices.Contains([]string{"name", "listed", "stated", "reason", "birth", "email"}, v.Name)
	})
}

// heldGames returns what holds the player's games, by index in the batch, as
// far as the records are those of the newest check.
func heldGames(r bureau.Reader, x *Explanation) (map[int]Held, error) {
	held, cases := map[int]Held{}, map[string]*check.Case{}
	for i := range x.Batch.Games {
		g := &x.Batch.Games[i]
		if g.White != x.Player.Number && g.Black != x.Player.Number || !slices.Contains([]pack.Out{pack.Held, pack.Late, pack.NonMember}, g.Out) {
			continue
		}
		s := &x.Batch.Sections[g.Section]
		id := x.Run.Records[x.Batch.Events[s.Event].Report]
		if cases[id.Ref] == nil {
			c, err := intake.Find(r, id.Ref)
			if err != nil {
				return nil, err
			}
			cases[id.Ref] = c
		}
		if c := cases[id.Ref]; c.Current == id.Revision {
			if open := holding(c.Open(), s, g); len(open) > 0 {
				held[i] = Held{Why: open}
			} else if left := holding(c.LeftOut(), s, g); len(left) > 0 {
				held[i] = Held{Why: left, Left: true}
			}
		}
	}
	return held, nil
}

// unknownGames returns the player's games against entries that nobody has
// identified, as far as the records are those of the newest check.
func unknownGames(r bureau.Reader, x *Explanation) ([]UnknownGame, error) {
	var all []UnknownGame
	for i := range x.Batch.Sections {
		s := &x.Batch.Sections[i]
		own := startOf(s, x.Player.Number)
		if own == 0 {
			continue
		}
		id := x.Run.Records[x.Batch.Events[s.Event].Report]
		c, err := intake.Find(r, id.Ref)
		if err != nil {
			return nil, err
		}
		unknown := map[int]bool{} // by start number
		for _, w := range c.Held() {
			if w.What == check.WaitPlayer && w.Section == s.Name {
				unknown[w.Start] = true
			}
		}
		if len(unknown) == 0 || c.Current != id.Revision {
			continue
		}
		said, _, err := intake.Latest(r, c)
		if err != nil {
			return nil, err
		}
		if said == nil || s.Number >= len(said.Sections) || said.Sections[s.Number].Name != s.Name {
			continue
		}
		for _, g := range said.Sections[s.Number].Games {
			if g.White == own && unknown[g.Black] || g.Black == own && unknown[g.White] {
				all = append(all, UnknownGame{i, g.Round, g.White == own, g.Result})
			}
		}
	}
	return all, nil
}

// holding returns the ids of the questions that hold a game.
func holding(questions []check.Question, s *pack.Section, g *pack.Game) []string {
	var ids []string
	for i := range questions {
		w := &questions[i]
		about := g.Out == pack.Held
		if w.What == "late" || w.What == "non-member" {
			about = g.Out.String() == w.What
		}
		if w.Holds == check.HoldsGames && about && w.Section == s.Name && (w.Start == 0 || w.Start == startOf(s, g.White) || w.Start == startOf(s, g.Black)) {
			ids = append(ids, w.What)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// startOf returns the start number of a player in a section, zero if there is
// none.
func startOf(s *pack.Section, player uint32) int {
	for _, e := range s.Entries {
		if e.Player == player {
			return int(e.Start)
		}
	}
	return 0
}

// lastPlayed returns the last event with a game of a player that was rated, by kind, in a
// list or an earlier one of its chain; nil if there is none.
func lastPlayed(r bureau.Reader, list string, player uint32) (last [rating.Kinds]*LastPlayed, err error) {
	all, err := rows.Lists.Select(r, bureau.Range{})
	if err != nil {
		return last, err
	}
	runs := map[string]int{} // each comes after that from which it was made
	for _, l := range all {
		runs[l.Label] = l.Run
	}
	newest, ok := runs[list]
	if !ok { // one that nobody keeps, after all others
		newest = math.MaxInt
	}
	var games []*rows.Game
	var refs []any
	for _, order := range []int{gamesByWhite, gamesByBlack} {
		some, err := rows.Games.Select(r, bureau.Range{Order: order, Is: []any{int64(player)}})
		if err != nil {
			return last, err
		}
		games = append(games, some...)
	}
	slices.SortFunc(games, func(a, b *rows.Game) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
	})
	for _, g := range games {
		refs = append(refs, g.Ref)
	}
	events, sections, err := sectionsOf(r, slices.Compact(refs))
	if err != nil {
		return last, err
	}
	for _, g := range games {
		event, section := events[g.Ref], sections[seat{ref: g.Ref, section: g.Section}]
		if event == nil || section == nil {
			return last, NoRows()
		}
		if run, rated := runs[event.Period]; !g.Counts || section.Refused || event.State != string(check.Rated) || !rated || run > newest {
			continue
		}
		kind, err := rating.ParseKind(section.Kind)
		if err != nil {
			return last, err
		}
		last[kind-1] = &LastPlayed{g.Ref, event.Event, g.Day}
	}
	return last, nil
}
