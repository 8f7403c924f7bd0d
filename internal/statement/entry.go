package statement

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Entry writes who an entry is, by their ID, as Words.Entries have it.
func Entry(section string, start int, id string) string {
	return section + "/" + strconv.Itoa(start) + "=" + id
}

// enter lays over a file who its entries are and how its games ended. It finds what is about no entry and no game.
func (w *Words) enter(p *report.Report, later bool) (found []finding.Finding) {
	for _, text := range w.Entries {
		s, what, id := inSection(p, text)
		start, err := strconv.Atoi(what)
		n := -1
		if s != nil && err == nil {
			n = slices.IndexFunc(s.Players, func(of report.Player) bool { return of.StartNumber == start })
		}
		if n < 0 {
			found = append(found, finding.New("no-entry", finding.Warning, finding.At{}, finding.Text("section", named(text)), finding.Text("player", what)))
			continue
		}
		s.Players = slices.Clone(s.Players)
		if p := &s.Players[n]; !later || len(p.Numbers()) == 0 {
			p.ID = id
			if strings.ContainsFunc(p.FideID, unicode.IsLetter) { // a national ID where a format has no other place for it
				p.FideID = ""
			}
		}
	}
	for _, text := range w.Results {
		s, what, won := inSection(p, text)
		result, err := report.ParseResult(won)
		if s == nil || err != nil || !ended(s, what, result, later) {
			round, white, black := paired(what)
			found = append(found, finding.New("no-game", finding.Warning, finding.At{}, finding.Text("section", named(text)), finding.Text("round", round), finding.Text("white", white), finding.Text("black", black)))
		}
	}
	return found
}

// named returns the section that a word names.
func named(text string) string {
	of, _ := saying(text)
	return of[:max(strings.LastIndex(of, "/"), 0)]
}

// saying returns what a word is about, and what it says of that.
func saying(text string) (of, said string) {
	n := strings.LastIndex(text, "=")
	if n < 0 {
		return text, ""
	}
	return text[:n], strings.TrimSpace(text[n+1:])
}

// inSection returns the section that a word names, what of it, and what is said of that. A report of one section needs no
// name.
func inSection(p *report.Report, text string) (s *report.Section, what, said string) {
	of, said := saying(text)
	n := strings.LastIndex(of, "/")
	what = strings.TrimSpace(of[n+1:])
	for i := range p.Sections {
		if n >= 0 && p.Sections[i].Name == of[:n] || n < 0 && len(p.Sections) == 1 {
			s = &p.Sections[i]
		}
	}
	return s, what, said
}

// paired returns the round and the players of a game: "3:2-5".
func paired(what string) (round, white, black string) {
	round, pair, _ := strings.Cut(what, ":")
	white, black, _ = strings.Cut(pair, "-")
	return round, white, black
}

// ended lays over a section how a game of two players in a round ended. What the file says of it twice and differently is
// settled then; where it says it once, a file that came later has the word.
func ended(s *report.Section, what string, result report.Result, later bool) bool {
	round, white, black := paired(what)
	is := func(g report.Game) bool {
		return strconv.Itoa(g.Round) == round && strconv.Itoa(g.White) == white && strconv.Itoa(g.Black) == black
	}
	n := slices.IndexFunc(s.Games, is)
	if n < 0 {
		return false
	}
	disputed := slices.DeleteFunc(slices.Clone(s.Disputed), func(g report.Game) bool {
		return g.Round == s.Games[n].Round && (g.White == s.Games[n].White && g.Black == s.Games[n].Black || g.White == s.Games[n].Black && g.Black == s.Games[n].White)
	})
	if later && len(disputed) == len(s.Disputed) {
		return true
	}
	s.Games = slices.Clone(s.Games)
	s.Games[n].Result, s.Disputed = result, disputed
	return true
}
