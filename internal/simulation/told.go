package simulation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/report"
)

// told sees that the record of a report has the games that the newest file
// tells, each once, but for those of entries of whom nobody knows who they are.
// What officers have adjusted, and what cannot be rated, is left out.
func (l *Life) told(ref string, file *report.Report) {
	r := l.known.reports[ref]
	if len(r.Adjustments)+len(r.Refused) > 0 || r.State == intake.Returned {
		return
	}
	l.view(func(rd bureau.Reader) error {
		e, err := view.FindEvent(rd, ref)
		if err != nil || e.Batch == nil {
			return err
		}
		for i := range file.Sections {
			s := &file.Sections[i]
			is, found := recorded(e, s.Name)
			if want := l.tells(r, s); found && !maps.Equal(is, want) {
				l.fail("a record has what the newest file tells", "report %s, section %q: it has %v, and was told %v", ref, s.Name, sorted(is), sorted(want))
			}
			l.Tally.count("checked", "files against records")
		}
		return nil
	})
}

func sorted(games map[string]int) []string { return slices.Sorted(maps.Keys(games)) }

// tells returns the games of a section whose players are known, by round, start
// numbers and result.
func (l *Life) tells(r *intake.Case, s *report.Section) map[string]int {
	stranger := map[int]bool{}
	for _, w := range r.Waits {
		stranger[w.Start] = stranger[w.Start] || waitsForPlayer(w) && w.Section == s.Name
	}
	games := map[string]int{}
	for _, g := range s.Games {
		if !stranger[g.White] && !stranger[g.Black] {
			games[fmt.Sprint(g.Round, " ", g.White, " ", g.Black, " ", g.Result)]++
		}
	}
	return games
}

// recorded returns the games of a section of a record, false if it is not there.
func recorded(e *view.Event, name string) (games map[string]int, found bool) {
	games = map[string]int{}
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		if s.Name != name {
			continue
		}
		found = true
		start := map[uint32]int32{}
		for _, entry := range s.Entries {
			start[entry.Player] = entry.Start
		}
		for _, g := range e.Batch.Games {
			if g.Section == uint32(i) {
				games[fmt.Sprint(g.Round, " ", start[g.White], " ", start[g.Black], " ", g.Result)]++
			}
		}
	}
	return games, found
}

// matched returns what officers have said of the entries of an event.
func (l *Life) matched(e *event) []intake.Match {
	if r := l.known.reports[e.ref]; r != nil {
		return r.Matches
	}
	return nil
}

// discreet sees that what the sender of a file learns names nobody whom the file
// does not name, by an ID that leads to him or one of his own, and tells no birth or address that it does not tell.
func (l *Life) discreet(e *event, data []byte, learned string) {
	files := string(data) + fmt.Sprint(l.matched(e)) // what an officer has decided it may say
	for _, before := range e.told {
		files += string(before)
	}
	for _, id := range l.known.ids {
		if strings.Contains(learned, id) && !strings.Contains(files, id) && !l.known.leads[id] {
			l.fail("who may be whom is for officers", "the sender of %s, which does not name %s, learns %s", e.File, id, learned)
		}
	}
	if word := l.sings(learned); word != "" && !strings.Contains(files, word) {
		l.fail("who may be whom is for officers", "the sender of %s learns %s", e.File, word)
	}
}
