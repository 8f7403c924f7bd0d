package main

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// listed is an opening list from which the federation's lines of a report are
// filled.
type listed struct {
	*roster.Roster
	list       *roster.List
	ids        season.Identity
	federation string // its three letters
}

// nationalCode is a federation's code; XX and BB begin the codes of programs.
var nationalCode = regexp.MustCompile(`^([AC-WYZ][A-Z]|X[A-WYZ]|B[AC-Z])[A-Z]$`)

// readListed reads the opening list; a federation that is not named is that of
// the report.
func (a *app) readListed(c *convertCommand, r *report.Report) (*listed, error) {
	federation := cmp.Or(c.Federation, r.Federation)
	if !nationalCode.MatchString(federation) {
		return nil, finding.NewProblem("federation-code", finding.Text("text", federation))
	}
	f, err := openList(c.Players)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if f.fide() {
		return nil, finding.NewProblem("list-not-national", finding.Text("file", c.Players))
	}
	players, list, findings, err := a.readList(f, c.MaxSize<<20, roster.MaxPlayers, nil)
	if err != nil {
		return nil, err
	}
	a.printFindings(findings, finding.Warning)
	return &listed{players, list, season.Identity(c.IDs), federation}, nil
}

// fill returns each player of a section who is on the list the line of his
// federation, and says who is not on it.
func (l *listed) fill(r *report.Report, s *report.Section) []finding.Finding {
	c := finding.Collector{File: r.File}
	kind := kindOf(r, s)
	if kind == 0 {
		c.Add(finding.New("national-kind-unknown", finding.Warning, s.At, finding.Text("federation", l.federation)))
	}
	for i := range s.Players {
		p := &s.Players[i]
		_, n, ok := l.ids.Find(l.Roster, &regulation.About{Federation: l.federation}, r, p)
		if !ok {
			c.Add(finding.New("not-on-list", finding.Warning, p.At,
				finding.Int("player", p.StartNumber), finding.Text("name", p.Name), finding.Text("federation", l.federation)))
			continue
		}
		have := &l.Players[n]
		if p.Name != "" && have.Name != "" && !roster.SameName(have.Name, p.Name) {
			c.Add(finding.New("name-mismatch", finding.Warning, p.At, finding.Text("id", have.ID), finding.Text("listed", have.Name),
				finding.Int("player", p.StartNumber), finding.Text("name", p.Name)))
		}
		l.line(p, n, kind)
	}
	return c.Findings
}

// line puts the federation's line of a player in the place of the one that he
// has, if any; what the list does not know stays.
func (l *listed) line(p *report.Player, n uint32, kind rating.Kind) {
	at := slices.IndexFunc(p.National, func(old report.National) bool { return old.Federation == l.federation })
	if at < 0 {
		at = len(p.National)
		p.National = append(p.National, report.National{Federation: l.federation})
	}
	have, line := &l.Players[n], &p.National[at]
	line.Number, line.Name, line.Rating = have.ID, cmp.Or(have.NameLocal, have.Name), 0
	line.Origin, line.Sex, line.Birth = cmp.Or(have.Club, line.Origin), cmp.Or(have.Sex, line.Sex), cmp.Or(have.Birth, line.Birth)
	if kind != 0 {
		standing := l.list.Standing(n)
		line.Rating = standing.Of(kind).Rating
	}
}

// kindOf returns the kind of ratings that a section is about: as the report
// states it, else by the time for 60 moves where all regulations agree. Zero
// means that it is not known.
func kindOf(r *report.Report, s *report.Section) rating.Kind {
	if kind := cmp.Or(s.Type, r.Type); kind != 0 {
		return kind
	}
	controls := r.TimeControl
	if len(s.TimeControl) > 0 {
		controls = s.TimeControl
	}
	var kind rating.Kind
	for i, control := range controls {
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
