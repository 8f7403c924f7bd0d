package join

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/report"
)

// identified notes by what ID the register knows each entry: of several files the
// first that says so. One that says otherwise, in whatever field, differs. Of what was decided only a later
// file differs that states what none had stated before.
func (e *Event) identified(known Known) {
	indexes := make([]report.Index, len(e.Report.Sections))
	e.IDs = make([][]string, len(e.Report.Sections))
	for i := range e.Report.Sections {
		s := &e.Report.Sections[i]
		indexes[i], e.IDs[i] = report.NewIndex(s), make([]string, len(s.Players))
	}
	heard := map[*string]*hearsay{}
	for _, p := range e.parts {
		for i := range p.section.Players {
			entry := &p.section.Players[i]
			start := p.start[entry.StartNumber]
			at := indexes[p.at].Of(start)
			if at < 0 {
				continue
			}
			have, is := &e.IDs[p.at][at], known[entry]
			of := heard[have]
			if of == nil {
				of = &hearsay{section: &e.Report.Sections[p.at], start: start}
				heard[have] = of
			}
			says := cmp.Or(is.ID, e.id(entry)) // perhaps of nobody
			if is.Decided {
				of.decided, says = is, e.id(entry)
			}
			if says != "" {
				of.stated = append(of.stated, statement{p.file.Number, says, p.file.adds(p.section.Name)})
			}
			if is.Decided || *have == "" {
				*have = is.ID
			}
		}
	}
	for i := range e.IDs {
		for j := range e.IDs[i] {
			if of := heard[&e.IDs[i][j]]; of != nil {
				e.otherPlayer(of)
			}
		}
	}
}

// hearsay is what was said of who an entry is.
type hearsay struct {
	section *report.Section
	start   int
	stated  []statement
	decided Identity // zero: nobody has decided
}

// statement is the ID that a file states for an entry.
type statement struct {
	file int
	id   string
	adds bool // to the event
}

// same reports whether two statements are one: leading zeros aside.
func (s statement) same(id string) bool {
	return strings.TrimLeft(s.id, "0") == strings.TrimLeft(id, "0")
}

// against returns the ID that a statement contradicts: what was decided before its file came, unless an
// earlier file had stated the same; else what the first file states. It is empty if there is none.
func (h *hearsay) against(s statement) string {
	is := h.decided
	known := func(other statement) bool { return other.file < s.file && other.same(s.id) }
	switch {
	case !s.adds, is.Decided && (s.file <= is.Files || slices.ContainsFunc(h.stated, known)):
		return ""
	case !is.Decided:
		is.ID = h.stated[0].id
	}
	if s.same(is.ID) {
		return ""
	}
	return is.ID
}

// otherPlayer notes that a file has another player for an entry, unless the IDs that differ
// stand in one field and were noted. Of what was decided the field says no more.
func (e *Event) otherPlayer(of *hearsay) {
	here := func(d Difference) bool { return d.InSection && d.Section == of.section.Name && d.Start == of.start }
	if of.decided.Decided {
		e.Differences = slices.DeleteFunc(e.Differences, func(d Difference) bool { return d.What == "id" && here(d) })
	}
	for _, s := range of.stated {
		if other := of.against(s); other != "" && !slices.ContainsFunc(e.Differences, here) {
			e.Differences = append(e.Differences, Difference{What: "id", Section: of.section.Name, InSection: true, Start: of.start, Stated: []string{other, s.id}})
		}
	}
}
