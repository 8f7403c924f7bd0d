// Package join puts the files of one event together: what each of them states stays,
// and what they state differently is held. The outcome depends on the files alone,
// not on the order in which they came.
//
// An event may be reported in several files: a later stage with more rounds, a part
// with other sections, the same results in another format.
package join

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// File is one file of an event.
type File struct {
	Number  int    // by which the caller knows it
	Digest  string // of its bytes: it decides between files that are alike otherwise
	Report  *report.Report
	Found   []finding.Finding // by its reader
	Day     civil.Date        // on which it was received
	Without []string          // sections in whose place another file came: they add nothing
	Aside   bool              // it adds nothing
}

// adds reports whether a section of the file is one of the event.
func (f *File) adds(section string) bool { return !f.Aside && !slices.Contains(f.Without, section) }

// Adds reports whether anything in the file is of the event.
func (f *File) Adds() bool {
	return !f.Aside && (len(f.Report.Sections) == 0 || slices.ContainsFunc(f.Report.Sections, func(s report.Section) bool { return f.adds(s.Name) }))
}

// Event is what the files of an event state together.
type Event struct {
	Report      *report.Report // with sections of its own; nil: there is no file
	Found       []finding.Finding
	Differences []Difference
	Unused      []int                     // numbers of the files that do not hold together, and add nothing
	IDs         [][]string                // by section and entry: the ID that the register knows them by; empty: none
	federation  string                    // whose numbers are IDs
	parts       []part                    // of the files, in the order of the sections
	holds       map[[2]string]*hold       // by finding and section
	broken      map[*File]map[string]bool // sections that do not hold together in their file
}

// part is a section of a file and where it is in the event.
type part struct {
	file    *File
	section *report.Section
	at      int         // section of the event
	start   map[int]int // start number in the event by that in the file
}

// Difference is something that files of an event state differently. It holds what it
// is about: the report, a section, the games of an entry, or a game.
type Difference struct {
	What      string   // a field, as JSON has it; of a game "result", "date", or "missing" from a file that has the round
	Section   string   // of the event; with InSection false: it is about the whole report
	Start     int      // of an entry; zero: it is not about one
	Game      GameRef  // zero: it is not about one
	Stated    []string // values of a field, each once
	InSection bool
}

// GameRef is the place of a game in a section, by start numbers.
type GameRef struct{ Round, White, Black int }

// Join puts the files of an event together. The number that a federation has given a
// player is their ID; empty stands for the only one that an entry has.
func Join(files []File, known Known, federation string) *Event {
	e := &Event{federation: federation, broken: map[*File]map[string]bool{}}
	var order []*File
	for i := range files {
		order = append(order, &files[i])
	}
	games := func(f *File) (n int) {
		for i := range f.Report.Sections {
			n += len(f.Report.Sections[i].Games)
		}
		return n
	}
	slices.SortFunc(order, func(a, b *File) int { // the one with most games numbers the entries
		return cmp.Or(cmp.Compare(games(b), games(a)), strings.Compare(a.Digest, b.Digest), cmp.Compare(a.Number, b.Number))
	})
	in := slices.DeleteFunc(slices.Clone(order), func(f *File) bool { return !f.Adds() })
	if len(in) == 0 {
		return e
	}
	sound := in
	if len(in) > 1 || disputes(in[0]) { // else it is as it is: whether it holds together is for the check of the event
		sound = slices.DeleteFunc(slices.Clone(in), e.refused)
	}
	if len(sound) == 0 {
		sound = in[:1]
	}
	e.Report = fields(e, sound)
	for _, f := range sound {
		e.Found = append(e.Found, f.Found...)
	}
	groups := e.groups(sound, known)
	for i := range groups {
		e.section(groups[i], known)
	}
	for _, f := range order {
		e.place(f, !slices.Contains(sound, f), known)
		if slices.Contains(in, f) && !slices.Contains(sound, f) {
			told := finding.New("file-refused", finding.Warning, finding.At{}, finding.Text("file", f.Report.File))
			if e.covers(f) {
				told = finding.New("file-unused", finding.Warning, finding.At{}, told.Values...)
			}
			e.Unused = append(e.Unused, f.Number)
			e.add(told)
		}
	}
	e.identified(known)
	if len(order) > 1 {
		e.received()
	}
	e.tell()
	return e
}

// refused reports whether nothing of a file holds together, and notes which of its
// sections do not.
func (e *Event) refused(f *File) bool {
	all, sections := false, map[string]bool{}
	for _, found := range report.Check(f.Report) {
		all = all || found.RefusesAll() && !report.IsOfDays(&found) // another file may say it, or somebody is asked
		sections[found.Section] = sections[found.Section] || found.Refuses && found.InSection && !report.LacksGames(&found)
	}
	e.broken[f] = sections
	some := len(f.Report.Sections) == 0 || slices.ContainsFunc(f.Report.Sections, func(s report.Section) bool { return f.adds(s.Name) && !sections[s.Name] })
	return all || !some
}

// disputes reports whether a file contradicts itself about games.
func disputes(f *File) bool {
	return slices.ContainsFunc(f.Report.Sections, func(s report.Section) bool { return len(s.Disputed) > 0 })
}

func (e *Event) add(f finding.Finding) {
	e.Found = append(e.Found, f.Of(e.Report.File))
}

// groups sorts the sections of the files by the section that they are of the event.
// Two sections of one file are never the same. It asks about a section that is much like one of
// another file and is not that one: they may be two, or one that was reported differently.
func (e *Event) groups(files []*File, known Known) [][]part {
	var groups [][]part
	c := comparer{known: known}
	for _, f := range files {
		earlier := len(groups)
		taken := make([]bool, earlier)
		for i := range f.Report.Sections {
			p := part{file: f, section: &f.Report.Sections[i]}
			if !f.adds(p.section.Name) {
				continue
			}
			at, best := -1, 0
			var other *report.Section
			for n := range taken {
				if taken[n] {
					continue
				}
				alike, similar := c.compare(groups[n], p)
				if alike > best {
					at, best = n, alike
				}
				if other == nil {
					other = similar
				}
			}
			if at >= 0 {
				taken[at] = true
				groups[at] = append(groups[at], p)
				continue
			}
			if groups = append(groups, []part{p}); other != nil {
				e.add(finding.New("sections-alike", finding.Warning, p.section.At,
					finding.Text("section", cmp.Or(p.section.Name, "-")), finding.Text("other", cmp.Or(other.Name, "-"))))
			}
		}
	}
	return groups
}

// comparer compares sections of different files.
type comparer struct {
	known Known
	done  int // entries that were compared
}

// mostCompared is how many entries are compared to find which sections are the same.
// Beyond that only sections of one name are; of the others an officer is asked.
const mostCompared = 4_000_000

// compare returns how much speaks for a section being one of which there are parts, zero
// if it is not, and the part that it may be all the same: it shares half of its games, or half of
// its players and some games of theirs with the same results.
func (c *comparer) compare(group []part, is part) (likeness int, similar *report.Section) {
	const sameName = 1 << 20 // more than any number of games
	for _, was := range group {
		named := report.FoldName(was.section.Name) == report.FoldName(is.section.Name)
		if c.done += len(was.section.Players) + len(is.section.Players); c.done > mostCompared && !named {
			similar = was.section
			continue
		}
		stage := newStage(was.section, is.section, c.known)
		common, changed := stage.common()
		half := common > 0 && 2*common >= min(len(was.section.Games), len(is.section.Games))
		one, other := cmp.Or(was.section.Type, was.file.Report.Type), cmp.Or(is.section.Type, is.file.Report.Type)
		otherType := one != 0 && other != 0 && one != other
		same := common > 0 && changed == 0 && !otherType && 2*len(stage.Start) >= min(len(was.section.Players), len(is.section.Players))
		if half || same {
			similar = was.section
		}
		switch {
		case otherType && (changed > 0 || common == 0), !named && 2*changed > common: // another group, in which the same players have met in the same order
		case named && (len(stage.Start) > 0 || len(was.section.Players) == 0):
			likeness = max(likeness, sameName+len(stage.Start)+common)
		case half:
			likeness = max(likeness, 1+common)
		}
	}
	return likeness, similar
}
