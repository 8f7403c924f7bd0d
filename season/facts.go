package season

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// unasked is what nobody has told: no club register, no fees.
type unasked struct{}

func (unasked) AnnualMember(string, civil.Range) regulation.Answer { return regulation.NotKnown }
func (unasked) Registered(string) regulation.Answer                { return regulation.NotKnown }
func (unasked) MayReport(string, string) regulation.Answer         { return regulation.NotKnown }
func (unasked) FloorAssigned(int) regulation.Answer                { return regulation.NotKnown }
func (unasked) FeePaid() (regulation.Answer, civil.Date)           { return regulation.NotKnown, 0 }

// facts is what an opening list tells about the entries of a report.
type facts struct {
	unasked
	roster *roster.Roster
	list   *roster.List
	*binding
}

func (f *facts) Player(section, entry int) (*roster.Player, roster.Standing) {
	n := f.players[section][entry]
	if n == pack.Nobody {
		return &roster.Player{}, roster.Standing{}
	}
	return &f.roster.Players[n], f.list.Standing(n)
}

func (f *facts) Known(section, entry int) bool { return f.known[section][entry] }

// Member looks at the dates of membership; without any it is not known.
func (f *facts) Member(section, entry int, days civil.Range) regulation.Answer {
	player, _ := f.Player(section, entry)
	switch member := player.Member; {
	case member == civil.Range{}:
		return regulation.NotKnown
	case member.Covers(days):
		return regulation.Yes
	default:
		return regulation.No
	}
}

// reported is what a report tells of its own entries.
type reported struct {
	unasked
	report     *report.Report
	federation string
}

func (f reported) Player(section, entry int) (*roster.Player, roster.Standing) {
	p := &f.report.Sections[section].Players[entry]
	var standing roster.Standing
	standing.Of(rating.Standard).Rating = f.rating(p)
	return &roster.Player{Name: p.Name, Birth: p.Birth}, standing
}

func (reported) Known(int, int) bool                            { return true }
func (reported) Member(int, int, civil.Range) regulation.Answer { return regulation.NotKnown }

// rating returns the rating that a report carries for a player: the national one
// of the authority, else the one of the starting list.
func (f reported) rating(p *report.Player) rating.Rating {
	for _, n := range p.National {
		if n.Federation == f.federation && n.Rating.Rated() {
			return n.Rating
		}
	}
	return p.Rating
}
