package season

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// NationalList is a federation's opening list, from which the federation's lines
// of an exchange file are filled.
type NationalList struct {
	Roster     *roster.Roster
	List       *roster.List
	IDs        Identity
	Federation string // three letters
}

// Fill sets the federation's line of each player in a section who is on the
// list, and returns findings for the others.
func (l *NationalList) Fill(r *report.Report, s *report.Section) []finding.Finding {
	c := finding.Collector{File: r.File}
	kind := kindOf(r, s)
	if kind == 0 {
		c.Add(finding.New("national-kind-unknown", finding.Warning, s.At, finding.Text("federation", l.Federation)))
	}
	for i := range s.Players {
		p := &s.Players[i]
		_, n, ok := l.IDs.Find(l.Roster, &regulation.About{Federation: l.Federation}, r, p)
		if !ok {
			c.Add(finding.New("not-on-list", finding.Warning, p.At,
				finding.Int("player", p.StartNumber), finding.Text("name", p.Name), finding.Text("federation", l.Federation)))
			continue
		}
		have := &l.Roster.Players[n]
		if contradicts(p, have, 0) {
			c.Add(finding.New("name-mismatch", finding.Warning, p.At, finding.Text("id", have.ID), finding.Text("listed", have.Name),
				finding.Int("player", p.StartNumber), finding.Text("name", p.Name)))
		}
		l.line(p, n, kind)
	}
	return c.Findings
}

// line replaces a player's line for the federation, keeping values that the
// list lacks.
func (l *NationalList) line(p *report.Player, n uint32, kind rating.Kind) {
	at := slices.IndexFunc(p.National, func(old report.National) bool { return old.Federation == l.Federation })
	if at < 0 {
		at = len(p.National)
		p.National = append(p.National, report.National{Federation: l.Federation})
	}
	have, line := &l.Roster.Players[n], &p.National[at]
	line.Number, line.Name, line.Rating = have.ID, cmp.Or(have.NameLocal, have.Name), 0
	line.Origin, line.Sex, line.Birth = cmp.Or(have.Club, line.Origin), cmp.Or(have.Sex, line.Sex), cmp.Or(have.Birth, line.Birth)
	if kind != 0 {
		standing := l.List.Standing(n)
		line.Rating = standing.Of(kind).Rating
	}
}

// kindOf returns the kind of ratings that a section is about: as the report
// states, else by the time for 60 moves if all regulations agree. Zero means
// unknown.
func kindOf(r *report.Report, s *report.Section) rating.Kind {
	if kind := regulation.Declared(r, s); kind != 0 {
		return kind
	}
	var kind rating.Kind
	for i, control := range regulation.Controls(r, s) {
		this := kindBy(control)
		if i > 0 && this != kind {
			return 0
		}
		kind = this
	}
	return kind
}

func kindBy(control report.TimeControl) rating.Kind {
	const moves, minute = 60, 60
	seconds, err := control.Seconds(moves)
	switch {
	case err != nil || seconds == 10*minute: // rapid in some regulations, blitz in others
		return 0
	case seconds >= 60*minute:
		return rating.Standard
	case seconds > 10*minute:
		return rating.Rapid
	}
	return rating.Blitz
}
