package months

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

// kinds are what can be corrected, as the acts are called.
var kinds = []string{"result", "count", "omit", "player", "withdraw", "late", "report", "rating"}

// correctShown is what the page shows on which a correction is chosen.
type correctShown struct {
	Kinds                []kindShown
	What                 string // is corrected; empty: it is not chosen yet
	Ref, Inquiry, Player string
	Event, State, Period string         // of the report; empty: none is chosen, or it has none
	Behind               []*rows.Report // that are in a list which what has come since would change
	Entries              []entryShown   // of the report, to choose from
	Games                []gameShown    // of the entry
	Chosen               *sheetGame     // nil: no game is chosen
	Entry                *sheetEntry    // nil: none is chosen
	Form                 *portal.Form   // nil: more has to be chosen
	Wrong                string         // why it cannot be; empty: it can
}

// kindShown is a kind of correction.
type kindShown struct {
	Value  string
	Chosen bool
}

// entryShown is an entry to choose.
type entryShown struct {
	sheetEntry
	Value  string
	Chosen bool
}

// gameShown is a game to choose.
type gameShown struct {
	sheetGame
	To string
}

// entryValue returns how an entry is named in an address.
func entryValue(section string, start int) string { return strconv.Itoa(start) + " " + section }

func showCorrect(v *portal.Visit) (any, error) {
	q := v.R.URL.Query()
	s := &correctShown{What: q.Get("what"), Ref: q.Get("ref"), Inquiry: q.Get("inquiry"), Player: q.Get("player")}
	if !slices.Contains(kinds, s.What) {
		s.What = ""
	}
	for _, kind := range kinds {
		s.Kinds = append(s.Kinds, kindShown{kind, kind == s.What})
	}
	err := view(v, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if s.Behind, err = rows.Reports.Select(r, bureau.Range{Order: 6, Is: []any{int64(1)}}); err != nil || s.Ref == "" || s.What == "" || s.What == "rating" {
			return err
		}
		c, err := intake.Find(r, s.Ref)
		if err != nil {
			return err
		}
		s.Event, s.State, s.Period = c.Event, string(c.State), c.Period
		if s.What != "late" && c.State != check.Rated {
			return finding.Refuse("report-not-rated", finding.Text("ref", c.Ref), finding.Text("state", string(c.State)))
		}
		played, err := sheetOf(r, c.RecordID(c.Current))
		if err == nil {
			s.choose(q, played)
		}
		return err
	})
	if s.Wrong, err = wrong(v, err); err != nil {
		return nil, err
	}
	if s.Wrong != "" || s.What == "" || s.Ref == "" && s.What != "rating" {
		return s, nil
	}
	if a := s.act(q); a != nil {
		seen := ""
		if s.Ref != "" {
			if seen, err = v.Seen("report", s.Ref); err != nil {
				return nil, err
			}
		}
		f := &forms{v, nil}
		if s.Form = f.withReason(f.form(a, seen, "desk.correct.propose"), "desk.correction.public-reason"); s.Form != nil {
			if s.What == "rating" {
				s.Form.With("type", "label")
			}
			if s.What == "player" {
				s.Form.With("exchange")
			}
			if s.What == "late" {
				s.Form.With("label")
			}
		}
		return s, f.err
	}
	return s, nil
}

// ofGame reports whether a game is corrected.
func (s *correctShown) ofGame() bool { return slices.Contains(kinds[:3], s.What) }

// choose offers the entries of a report and the games of the one that is chosen.
func (s *correctShown) choose(q url.Values, played *sheet) {
	if !s.ofGame() && s.What != "player" {
		return
	}
	chosen := q.Get("entry")
	number := func(name string) int {
		n, _ := strconv.Atoi(q.Get(name)) // what is none is of no game
		return n
	}
	if s.ofGame() {
		s.Chosen = played.Game(q.Get("section"), number("round"), number("white"), number("black"))
	}
	for _, e := range played.Entries {
		value := entryValue(e.Section, e.Start)
		if chosen == "" && s.Player != "" && e.ID == s.Player {
			chosen = value
		}
		is := value == chosen
		if s.Entries = append(s.Entries, entryShown{e, value, is}); is {
			s.Entry = &s.Entries[len(s.Entries)-1].sheetEntry
		}
	}
	if s.Entry == nil || !s.ofGame() {
		return
	}
	for _, g := range played.Games {
		if !g.Of(s.Entry.Section, s.Entry.Start) || s.What == "count" && g.Counts || s.What == "omit" && !g.Counts {
			continue
		}
		to := url.Values{"what": {s.What}, "ref": {s.Ref}, "inquiry": {s.Inquiry}, "section": {g.Section}, "round": {strconv.Itoa(g.Round)}, "white": {strconv.Itoa(g.White.Start)}, "black": {strconv.Itoa(g.Black.Start)}}
		s.Games = append(s.Games, gameShown{g, "?" + to.Encode() + "#will"})
	}
}

// act returns the act that proposes what is chosen, nil as long as more has to be chosen.
func (s *correctShown) act(q url.Values) act.Act {
	with := act.Proposed{Inquiry: s.Inquiry}
	if s.ofGame() {
		if s.Chosen == nil {
			return nil
		}
		game := act.Game{Proposed: with, Section: s.Chosen.Section, Round: s.Chosen.Round, White: s.Chosen.White.Start, Black: s.Chosen.Black.Start, Ref: s.Ref}
		switch s.What {
		case "result":
			return &act.ProposeResult{Game: game}
		case "count":
			return &act.ProposeCount{Game: game}
		}
		return &act.ProposeOmission{Game: game}
	}
	switch s.What {
	case "player":
		if s.Entry == nil {
			return nil
		}
		return &act.ProposePlayer{Proposed: with, Section: s.Entry.Section, Start: s.Entry.Start, Ref: s.Ref}
	case "withdraw":
		a := &act.ProposeWithdrawal{}
		a.Proposed, a.Ref = with, s.Ref
		return a
	case "late":
		return &act.ProposeLate{Proposed: with, Label: q.Get("label"), Ref: s.Ref}
	case "report":
		a := &act.ProposeReport{}
		a.Proposed, a.Ref = with, s.Ref
		return a
	}
	return &act.ProposeRating{Proposed: with, Player: s.Player, Label: q.Get("label")}
}
