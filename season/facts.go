package season

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// unknownFacts answers NotKnown to everything that an opening list cannot tell.
type unknownFacts struct{}

func (unknownFacts) AnnualMember(string, civil.Range) regulation.Answer { return regulation.NotKnown }
func (unknownFacts) Registered(string) regulation.Answer                { return regulation.NotKnown }
func (unknownFacts) MayReport(string, string) regulation.Answer         { return regulation.NotKnown }
func (unknownFacts) FloorAssigned(int) regulation.Answer                { return regulation.NotKnown }

// facts answers questions about the entries of a report from an opening list.
type facts struct {
	unknownFacts
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

// Member looks at the dates of membership; without them the answer is NotKnown.
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

// reported answers questions about entries from the report itself.
type reported struct {
	unknownFacts
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

// rating returns a player's rating in the report: the authority's national
// rating, otherwise that of the starting list.
func (f reported) rating(p *report.Player) rating.Rating {
	for _, n := range p.National {
		if n.Federation == f.federation && n.Rating.Rated() {
			return n.Rating
		}
	}
	return p.Rating
}
