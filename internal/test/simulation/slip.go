package simulation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// The slips of senders that package synth does not make: they are in how a file is
// written, and in what goes with it.

// slips are the slips, by name. Each returns false where there is no occasion for it.
var slips = []struct {
	name string
	make func(*Life, *letter) bool
}{
	{"silent", (*Life).silence}, {"time control unread", (*Life).mumble}, {"time control in words", (*Life).reword},
	{"IDs exchanged", (*Life).exchange}, {"columns shifted", (*Life).shift},
}

// twice is the slip of reporting an event under another name.
const twice = "reported twice"

// slip makes a slip in a letter, if there is an occasion for it.
func (l *Life) slip(t *letter) {
	s := pick(l.dice, slips...)
	if l.Plan.Authority == "ncs" && l.dice.IntN(3) == 0 {
		s = slips[0] // the text asks who organises, is in charge and reports
	}
	said := *t.said
	t.said = &said
	if s.make(l, t) {
		l.Tally.count("slip", s.name)
		t.slip = s.name
	}
}

// silence leaves out what the bureau asks for.
func (l *Life) silence(t *letter) bool {
	r := t.said
	for range 1 + l.dice.IntN(2)*l.dice.IntN(3) { // mostly one thing: each is to be asked about alone
		switch l.dice.IntN(8) {
		case 0:
			r.Organizer = ""
		case 1:
			r.Responsible, r.ChiefArbiter = "", ""
		case 2:
			r.TimeControl = nil
		case 3, 5, 6:
			r.SubmittedBy, t.from = "", ""
		case 4:
			r.Type, r.TimeControl = 0, nil
			r.Sections = slices.Clone(r.Sections)
			for i := range r.Sections {
				r.Sections[i].Type = 0
			}
		default:
			r.Venue, r.City, r.Time = "", "", ""
		}
	}
	return true
}

// mumble states a time control that nobody understands.
func (l *Life) mumble(t *letter) bool {
	t.said.TimeControl = nil
	if l.dice.IntN(2) == 0 {
		t.said.Type = 0
	}
	t.said.TimeControlText = pick(l.dice, "as always", "quick", "いつも通り", "60 or 90", "90/30/15", "see the invitation", "30 30")
	return true
}

// reword states the time control as people write it.
func (l *Life) reword(t *letter) bool {
	if len(t.said.TimeControl) != 1 {
		return false
	}
	base, add, ok := baseAndAdded(t.said.TimeControl[0])
	if !ok || base%60 > 0 {
		return false
	}
	minutes := base / 60
	forms := []string{fmt.Sprintf("%d分切れ負け", minutes), fmt.Sprintf("G%d", minutes), fmt.Sprintf("%d minutes each", minutes)}
	if add > 0 {
		forms = []string{fmt.Sprintf("%d分+%d秒", minutes, add), fmt.Sprintf("%d'+%d\"", minutes, add), fmt.Sprintf("G%d+%d", minutes, add)}
		if minutes > 60 {
			forms = append(forms, fmt.Sprintf("%dh%02d + %ds", minutes/60, minutes%60, add))
		}
	} else if bracket(base) == bracket(base+5*60) {
		forms = append(forms, fmt.Sprintf("G%d d5", minutes)) // of one type in every text, with the delay and without
	}
	written := *t.said
	written.TimeControl, written.TimeControlText = nil, pick(l.dice, forms...)
	if l.dice.IntN(2) == 0 {
		written.Type = 0
		t.said.Type = 0
	}
	t.data, t.name = l.written(&written)
	return true
}

// baseAndAdded reads a time control of one stage.
func baseAndAdded(code report.TimeControl) (base, add int, ok bool) {
	first, second, _ := strings.Cut(string(code), "+")
	if _, err := fmt.Sscan(first, &base); err != nil || strings.ContainsAny(string(code), ":/-dD") {
		return 0, 0, false
	}
	if second != "" {
		_, err := fmt.Sscan(second, &add)
		return base, add, err == nil
	}
	return base, 0, true
}

// exchange returns two players of a section, who have no word of their names in common,
// each other's IDs.
func (l *Life) exchange(t *letter) bool {
	t.said.Sections = slices.Clone(t.said.Sections)
	s := &t.said.Sections[l.dice.IntN(len(t.said.Sections))]
	s.Players = slices.Clone(s.Players)
	for range 20 {
		one, other := &s.Players[l.dice.IntN(len(s.Players))], &s.Players[l.dice.IntN(len(s.Players))]
		common := slices.ContainsFunc(strings.Fields(one.Name), func(word string) bool { return slices.Contains(strings.Fields(other.Name), word) })
		if one.ID != "" && other.ID != "" && !common {
			one.ID, other.ID, one.FideID, other.FideID = other.ID, one.ID, other.FideID, one.FideID
			return true
		}
	}
	return false
}

// fields are the columns of a line about a player in an exchange file: rating, ID, name,
// birth, points, start number, rank.
var fields = [][2]int{{49, 52}, {58, 68}, {15, 47}, {70, 79}, {81, 84}, {5, 8}, {86, 89}}

// cells are the columns of the first two rounds, in a player's line alone.
var cells = [][2]int{{92, 99}, {102, 109}}

// shift writes an exchange file, and moves a field by a column or more, alone or with all
// that is behind it: in a player's line, in a federation's line, or, as programs do that
// count columns otherwise, in all players' lines. These may state no points.
func (l *Life) shift(t *letter) bool {
	if len(t.said.Sections) != 1 {
		return false
	}
	written, all := *t.said, l.dice.IntN(3) == 0
	written.Received = 0
	if all && l.dice.IntN(2) == 0 {
		written.Sections = slices.Clone(written.Sections)
		s := &written.Sections[0]
		s.Players = slices.Clone(s.Players)
		for i := range s.Players {
			s.Players[i].Points = nil
		}
	}
	var b bytes.Buffer
	l.must(trf.Write(&b, &written, 0, pick(l.dice, trf.TRF16, trf.TRF16, trf.TRF26)))
	lines := strings.SplitAfter(b.String(), "\r\n")
	code, f := "001 ", pick(l.dice, slices.Concat(cells, fields)...)
	if federation := written.Federation + " "; !all && len(federation) == len(code) && l.dice.IntN(4) == 0 {
		code, f = federation, pick(l.dice, fields[:4]...)
	} else if all {
		f = pick(l.dice, slices.Concat(cells, fields[4:])...)
	}
	var about []int
	for i, line := range lines {
		if strings.HasPrefix(line, code) {
			about = append(about, i)
		}
	}
	if len(about) > 0 && !all {
		about = []int{pick(l.dice, about...)}
	}
	by, alone := 1+l.dice.IntN(1+l.dice.IntN(3)), !all && l.dice.IntN(2) == 0
	if l.dice.IntN(2) == 0 {
		by = -by
	}
	moved := false
	for _, n := range about {
		line, ok := shifted([]rune(lines[n]), f, by, alone)
		if !ok && !all {
			return false
		}
		if ok {
			lines[n], moved = string(line), true
		}
	}
	t.data, t.name, t.shifted = []byte(strings.Join(lines, "")), t.said.File+".trf", true
	t.legible = by > 0 && !alone && slices.Contains(cells, f)
	return moved
}

// shifted returns a line with a field moved, to the right if by is positive. It is not ok
// if the line has no such field, or no blanks into which it can go.
func shifted(line []rune, field [2]int, by int, alone bool) (moved []rune, ok bool) {
	from, to, blanks := field[0]-1, field[1], []rune("   ")[:max(by, -by)]
	if len(line) <= to+len(blanks) {
		return nil, false
	}
	blank := func(first, end int) bool { return strings.TrimLeft(string(line[first:end]), " ") == "" }
	switch {
	case by > 0 && alone:
		return slices.Concat(line[:from], blanks, line[from:to], line[to+by:]), blank(to, to+by)
	case by > 0:
		return slices.Insert(line, from, blanks...), true
	case alone:
		return slices.Concat(line[:from+by], line[from:to], blanks, line[to:]), blank(from+by, from)
	}
	ok = blank(from+by, from)
	return slices.Delete(line, from+by, from), ok
}

// submitTwice reports an event once more, under another name, on other days or by
// another club.
func (l *Life) submitTwice() *deed {
	e := l.earlier()
	if e == nil || e.of != nil {
		return nil
	}
	r := specimen.Stage(e.Report, e.Report.Sections[0].PlannedRounds()+100) // a copy, all rounds
	for i := range r.Sections {
		for j := range r.Sections[i].Players {
			r.Sections[i].Players[j].Points = e.Sections[i].Players[j].Points
		}
	}
	changes := 1 + l.dice.IntN(7)
	if changes&1 > 0 {
		r.Name = pick(l.dice, "Results of "+r.Name, r.Name+" (final)", fmt.Sprint("Open tournament of ", r.FirstDay()))
	}
	if days := 1 + l.dice.IntN(40); changes&2 > 0 {
		if r.LastDay()+civil.Date(days) > l.today() {
			days = -days
		}
		l.postpone(r, civil.Date(days))
	}
	if club := &l.world.Clubs[l.dice.IntN(len(l.world.Clubs))]; changes&4 > 0 {
		r.Organizer, r.SubmittedBy, r.Responsible = club.Name, club.Reporters[0], club.Responsible
	}
	if l.dice.IntN(3) == 0 {
		for i := range r.Sections {
			r.Sections[i].Name += " group"
		}
	}
	if l.dice.IntN(3) == 0 {
		r = synth.Renumbered(l.dice.Uint64(), r)
	}
	if r.File += "-twice"; r.Name == e.Name && r.FirstDay() == e.FirstDay() && r.Organizer == e.Organizer {
		return nil
	}
	l.Tally.count("slip", twice)
	return l.hand(&letter{of: &event{Report: r, of: e}, said: r, from: r.SubmittedBy, slip: twice})
}

// postpone moves an event by days.
func (l *Life) postpone(r *report.Report, by civil.Date) {
	r.Start, r.End, r.RoundDates = r.Start+by, r.End+by, slices.Clone(r.RoundDates)
	for i := range r.RoundDates {
		r.RoundDates[i] += by
	}
	for i := range r.Sections {
		for j := range r.Sections[i].Games {
			if g := &r.Sections[i].Games[j]; g.Date != 0 {
				g.Date += by
			}
		}
	}
}
