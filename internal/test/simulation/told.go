package simulation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// told sees that each game that counts in the record of a report is told alike by every
// file in force that has its round and players, and that no game of them is lost. What
// officers have adjusted, and what cannot be rated, is left out.
func (l *Life) told(ref string) {
	r := l.known.reports[ref].AsListed() // what came later is in no record
	settled := func(d *check.Decision) bool {
		reply := d.Reply
		return d.Adjustment != nil || d.Match != nil || reply != nil && reply.Count && reply.What != "late" && reply.What != "non-member"
	}
	if len(r.Refused()) > 0 || slices.ContainsFunc(l.known.reports[ref].Standing(), settled) || r.State == check.Returned {
		return
	}
	l.view(func(rd bureau.Reader) error {
		e, err := view.FindEvent(rd, ref)
		if err != nil || e.Batch == nil {
			return err
		}
		files := l.inForce(r)
		counted, all := map[string]bool{}, map[string]bool{}
		for i := range e.Batch.Games {
			g := &e.Batch.Games[i]
			white, _ := e.Names(g.White)
			black, _ := e.Names(g.Black)
			said := fmt.Sprint(g.Round, " ", white, " ", black, " ", g.Result)
			all[said] = true
			if counted[said] = counted[said] || g.Counts(); !g.Counts() {
				continue
			}
			for n, sections := range files {
				if has, agrees := tells(sections, int(g.Round), white, black, g.Result); has && !agrees {
					l.fail("a game that counts is told alike by all files", "report %s (%s): %s counts, and file %d has it otherwise", ref, l.has(ref), said, n)
				}
			}
			l.Tally.count("checked", "counted games against files")
		}
		if len(files) == 1 { // of several, one may have a game otherwise
			for _, sections := range files {
				l.noneLost(r, sections, all)
			}
		}
		return nil
	})
}

// inForce returns the sections of the files of a report that hold together and in whose place
// no other came, by revision.
func (l *Life) inForce(r *check.Case) map[int][]report.Section {
	gone := map[check.Part]bool{}
	for _, v := range r.Revisions {
		for _, part := range v.Replaces {
			gone[part] = gone[part] || !r.IsAside(v.Number)
		}
	}
	files := map[int][]report.Section{}
	for n, data := range l.known.files[r.Ref] {
		parsed, _ := file.Read(data, "file", "")
		if parsed == nil || n > len(r.Revisions) || r.IsAside(n) {
			continue
		}
		faults := report.Check(parsed)
		for _, s := range parsed.Sections {
			broken := slices.ContainsFunc(faults, func(f finding.Finding) bool { return f.RefusesAll() || f.Refuses && f.Section == s.Name })
			if !broken && !gone[check.Part{File: n, Section: s.Name}] {
				files[n] = append(files[n], s)
			}
		}
	}
	return files
}

// tells reports whether a file has the round of a game in a section of its players, and
// whether it has the game there.
func tells(sections []report.Section, round int, white, black string, result report.Result) (has, agrees bool) {
	for i := range sections {
		s := &sections[i]
		start := map[string]int{}
		for _, p := range s.Players {
			if start[p.ID] != 0 { // the section is refused
				return false, false
			}
			start[p.ID] = p.StartNumber
		}
		if start[white] == 0 || start[black] == 0 {
			continue
		}
		for _, g := range s.Games {
			has = has || g.Round == round
			agrees = agrees || g.Round == round && g.White == start[white] && g.Black == start[black] && g.Result == result
		}
	}
	return has, agrees
}

// noneLost sees that a record has each game of the only file whose players are known by
// their IDs.
func (l *Life) noneLost(r *check.Case, sections []report.Section, have map[string]bool) {
	for i := range sections {
		s := &sections[i]
		stranger, id, whole := map[int]bool{}, map[int]string{}, false
		for _, w := range r.Open() {
			whole = whole || w.Section == s.Name && w.Holds == check.HoldsGames && (w.Start == 0 || l.Plan.Authority == "chessa") // Reading C34
			stranger[w.Start] = stranger[w.Start] || waitsForPlayer(w) && w.Section == s.Name
		}
		if whole {
			continue
		}
		for _, p := range s.Players {
			id[p.StartNumber] = p.ID
		}
		for _, g := range s.Games {
			white, black := id[g.White], id[g.Black]
			if stranger[g.White] || stranger[g.Black] || !l.known.players[white] || !l.known.players[black] {
				continue
			}
			if said := fmt.Sprint(g.Round, " ", white, " ", black, " ", g.Result); !have[said] {
				l.fail("games are lost by nobody", "report %s, section %q: %s is not in its record", r.Ref, s.Name, said)
			}
		}
		l.Tally.count("checked", "files against records")
	}
}

// matched returns what officers have said of the entries of an event.
func (l *Life) matched(e *event) (all []check.Match) {
	if r := l.known.reports[e.ref]; r != nil {
		for _, d := range r.Standing() {
			if d.Match != nil {
				all = append(all, *d.Match)
			}
		}
	}
	return all
}

// discreet sees that what the sender of a file learns names nobody whom the file
// does not name, by an ID that leads to him or one of his own, and tells no birth or address that it does not tell.
func (l *Life) discreet(e *event, data []byte, learned string) {
	files := string(data) + fmt.Sprint(l.matched(e)) // what an officer has decided it may say
	for _, before := range e.told {
		files += string(before.data)
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
