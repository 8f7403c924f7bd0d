package chessa

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Period returns the month in which the report was received; its list is that of
// the first of the following month.
func (e *Edition) Period(r *report.Report) regulation.Period {
	day := r.LastDay()
	if e.ByReceipt { // When new ratings are calculated 1, Reading C21
		day = r.ReceivedOn()
	}
	list := day.FirstOfMonth(1) // When new ratings are calculated 1
	return regulation.Period{
		Label: list.String()[:len("2006-01")], Days: civil.Range{From: day.FirstOfMonth(0), To: list - 1}, List: list,
	}
}

// Check decides for each section its classification and type, and whether it is
// large and long enough to be rated.
func (e *Edition) Check(r *report.Report, facts regulation.Facts) regulation.Intake {
	c := intake{e: e, r: r, facts: facts, Intake: regulation.Intake{Rulings: make([]pack.Ruling, len(r.Sections))}}
	players := 0
	for i := range r.Sections {
		players += c.section(i)
	}
	if players < e.TournamentPlayers { // Number of players 2
		c.add(finding.Refusal("tournament-too-small", finding.At{}, finding.Int("players", players),
			finding.Int("needed", e.TournamentPlayers)).Under("Number of players 2", "C25"))
		for i := range c.Rulings {
			c.Rulings[i].Refused = true
		}
	}
	return c.Intake
}

type intake struct {
	regulation.Intake
	e     *Edition
	r     *report.Report
	facts regulation.Facts
}

func (c *intake) add(f finding.Finding) { c.Tell(c.r, f) }

// section decides about a section, and returns the number of its players that
// counts for the tournament.
func (c *intake) section(i int) (players int) {
	s, ruling := &c.r.Sections[i], &c.Rulings[i]
	here := func(f finding.Finding) {
		ruling.Refused = ruling.Refused || f.Refuses
		c.add(f.In(s.Name))
	}
	if s.NoRounds { // Activity 3, Reading G16
		here(regulation.NoRounds(s, "Activity 3"))
	}
	active := overTheBoard(s)
	for entry := range s.Players {
		if !active[entry] {
			continue
		}
		players++
		if _, standing := c.facts.Player(i, entry); !standing.Rated() {
			ruling.Unrated++
		}
	}
	ruling.Unrated = rating.HalfUp(100*ruling.Unrated, max(players, 1)) // Beginner Section, Reading C10
	if len(s.Players) == 0 && s.Group == report.Beginner {              // of an announced section no more is known
		ruling.Unrated = 100
	}
	c.group(i, here)
	c.kind(s, ruling, here)
	c.floor(i, active, here)
	if rounds, clause := c.rounds(); s.PlannedRounds() < rounds && c.r.Dispensation == "" { // 50% Rule 1, Reading C26
		here(finding.Refusal("too-few-rounds", s.At, finding.Int("rounds", s.PlannedRounds()), finding.Int("needed", rounds)).Under(clause, "C26"))
	}
	if players < c.e.SectionPlayers { // Number of players 1, Reading C25
		here(finding.Refusal("section-too-small", s.At, finding.Int("players", players),
			finding.Int("needed", c.e.SectionPlayers)).Under("Number of players 1", "C25"))
		return 0
	}
	if !ruling.Refused {
		c.doubtful(i, here)
		c.claims(i, here)
		c.ageYear(i, here)
	}
	return players
}

// rounds returns the minimum number of rounds, and the clause.
func (c *intake) rounds() (int, string) {
	if c.r.Braille {
		return c.e.BrailleRounds, "50% Rule 2"
	}
	return c.e.Rounds, "50% Rule 1"
}

// overTheBoard returns which entries played a game.
func overTheBoard(s *report.Section) []bool {
	index := report.NewIndex(s)
	active := make([]bool, len(s.Players))
	for _, g := range s.Games {
		white, black := index.Of(g.White), index.Of(g.Black)
		if g.Result.Played() && !g.Unrated && white >= 0 && black >= 0 {
			active[white], active[black] = true, true
		}
	}
	return active
}

// group checks the declared group of a section.
func (c *intake) group(i int, here func(finding.Finding)) {
	s := &c.r.Sections[i]
	if s.Group == report.Beginner && !c.e.beginner(c.Rulings[i].Unrated) { // Beginner Section
		here(finding.New("no-beginner-section", finding.Warning, s.At, finding.Int("percent", c.Rulings[i].Unrated),
			finding.Int("needed", c.e.BeginnerPercent)).Under("Beginner Section", "C10"))
	}
	limit, young := c.e.limit(s.Group)
	for entry := range s.Players {
		if player, _ := c.facts.Player(i, entry); young && player.Birth != 0 && c.age(player.Birth) > limit { // Calculation of age group
			here(finding.New("too-old-for-group", finding.Warning, s.Players[entry].At, finding.Int("player", s.Players[entry].StartNumber),
				finding.Text("name", s.Players[entry].Name), finding.Text("group", s.Group.String())).Under("Calculation of age group", "C10"))
		}
	}
}

// beginner reports whether a section is a Beginner section: by definition, not
// by declaration (Reading C10).
func (e *Edition) beginner(unratedPercent int) bool { return unratedPercent >= e.BeginnerPercent } // Beginner Section

// ageYear returns the year for age groups in an event that starts on a day;
// stated is the event's own, or zero.
func (e *Edition) ageYear(stated int, start civil.Date) int {
	if stated != 0 && e.UseAgeYear { // Calculation of age group, CHESSA Junior Closed
		return stated
	}
	return start.Year()
}

// kind determines the type of the section.
func (c *intake) kind(s *report.Section, ruling *pack.Ruling, here func(finding.Finding)) {
	declared := regulation.Declared(c.r, s)
	thinking := regulation.ThinkingIn(c.r, s, c.e.Moves, c.e.Decides) // Time Control 1, 4, Reading C24
	kind, clause, known := thinking.Type(c.r, s, func(seconds int) (rating.Kind, string) {
		return c.e.kind(time.Duration(seconds)*time.Second, c.e.young(s.Group, ruling.Unrated))
	})
	switch {
	case known:
		ruling.Kind, ruling.Clause = kind, clause
		if declared != 0 && declared != kind {
			here(regulation.TypeDiffers(s, declared, kind, thinking.Seconds, clause))
		}
		return
	case declared == 0 && thinking.Unread != "":
		here(regulation.TypeUnclear(s, thinking.Unread, "Time Control 2"))
	case declared == 0:
		here(finding.Refusal("type-missing", s.At).Under("Time Control 2", "G6"))
	case thinking.Unread != "":
		here(regulation.TypeHolds(s, declared, thinking.Unread, "Time Control 2"))
	}
	ruling.Kind, ruling.Clause = declared, "Time Control 2"
}

// floor checks the floor of a section in which nobody is rated in the list of its
// type (Reading C5).
func (c *intake) floor(i int, active []bool, here func(finding.Finding)) {
	s, ruling := &c.r.Sections[i], &c.Rulings[i]
	if ruling.Refused || !slices.Contains(active, true) || c.anybodyRated(i, active) {
		return
	}
	floor, _ := c.e.assigned(s.Group, ruling.Unrated)
	stated, officer := s.UnratedFloor, c.facts.FloorAssigned(i)
	claimed := stated.Rated() && floor.Rated() && stated != floor
	values := []finding.Value{finding.Int("floor", int(stated)), finding.Int("text", int(floor))}
	switch {
	case claimed && officer == regulation.No:
		here(finding.New("floor-claimed", finding.Error, s.At, values...).Under("Unrated players 2", "C5"))
	case claimed && officer == regulation.NotKnown:
		here(finding.New("floor-differs", finding.Warning, s.At, values...).Under("Unrated players 2", "C5"))
	case !stated.Rated() && !floor.Rated() && officer == regulation.No:
		here(finding.New("floor-unassigned", finding.Error, s.At).Under("Unrated players 2", "C5"))
	}
}

// anybodyRated reports whether one of those who played in a section is rated in the list of its type.
func (c *intake) anybodyRated(i int, active []bool) bool {
	for entry := range active {
		if _, standing := c.facts.Player(i, entry); active[entry] && standing.Of(c.Rulings[i].Kind).Rating.Rated() {
			return true
		}
	}
	return false
}

// young reports whether 30 minutes are Standard in a section: u8, u10, u8 and
// u10 together, Beginner.
func (e *Edition) young(declared report.Group, unratedPercent int) bool {
	switch declared {
	case report.Under8, report.Under10, report.Under8And10:
		return true
	}
	return e.beginner(unratedPercent)
}

// kind returns the type for the thinking time, and the deciding clause.
func (e *Edition) kind(thinking time.Duration, young bool) (rating.Kind, string) {
	switch {
	case young && thinking >= e.BeginnerStandardFrom: // Time Control 3, Reading C23
		return rating.Standard, "Time Control 3"
	case thinking >= e.StandardFrom: // Time Control 2.1
		return rating.Standard, "Time Control 2.1"
	case thinking > e.BlitzUpTo: // Time Control 2.2
		return rating.Rapid, "Time Control 2.2"
	default: // Time Control 2.3
		return rating.Blitz, "Time Control 2.3"
	}
}
