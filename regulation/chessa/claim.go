package chessa

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// claims warns of what a report says of a section and nothing confirms, where it decides a number.
func (c *intake) claims(i int, here func(finding.Finding)) {
	s := &c.r.Sections[i]
	rounds := s.PlannedRounds()
	if c.r.Braille && c.r.Dispensation == "" && rounds >= c.e.BrailleRounds && rounds < c.e.Rounds { // 50% Rule 2
		here(finding.New("braille-claimed", finding.Warning, s.At, finding.Int("rounds", rounds)).Under("50% Rule 2", ""))
	}
	if c.r.Team && !c.teamsFit(s) && c.teamDecides(s) { // 50% Rule 6, Reading C32
		here(finding.New("team-claimed", finding.Warning, s.At).Under("50% Rule 6", "C32"))
	}
	byes := map[int]int{} // pairing byes by round
	for _, b := range s.Byes {
		if b.Kind == report.PairingBye {
			byes[b.Round]++
		}
	}
	swiss := isSwiss(c.r.System, rounds, len(s.Players))
	if swiss && c.r.System != report.Swiss && len(byes) > 0 && !c.r.Team { // Activity 3, Reading C12
		here(finding.New("system-differs", finding.Warning, s.At, finding.Int("players", len(s.Players)), finding.Int("rounds", rounds)).Under("Activity 3", "C12"))
	}
	for _, b := range s.Byes {
		if b.Kind == report.PairingBye && byes[b.Round] > 1 && swiss && !c.r.Team { // Activity 3, Reading C12
			here(finding.New("pairing-byes", finding.Warning, b.At, finding.Int("player", b.Player), finding.Int("round", b.Round),
				finding.Int("byes", byes[b.Round])).Under("Activity 3", "C12"))
		}
	}
}

// doubtful warns of an age group for which players are too old, or of which no birth is known,
// where the group decides a number (Reading C29).
func (c *intake) doubtful(i int, here func(finding.Finding)) {
	s := &c.r.Sections[i]
	limit, young := c.e.limit(s.Group)
	if !young || len(s.Players) == 0 {
		return
	}
	old, known := 0, 0
	for _, birth := range c.births(i) {
		if birth != 0 {
			known++
			if c.age(birth) > limit {
				old++
			}
		}
	}
	if (old > 1 || known == 0) && c.groupDecides(i) {
		here(finding.New("group-doubtful", finding.Warning, s.At, finding.Text("group", s.Group.String()), finding.Int("old", old),
			finding.Int("known", known)).Under("Calculation of age group", "C29"))
	}
}

// ageYear checks the year for age groups, where it decides a number: it is the event's, or the next
// one (Reading C30).
func (c *intake) ageYear(i int, here func(finding.Finding)) {
	s, stated, year := &c.r.Sections[i], c.r.AgeYear, c.r.FirstDay().Year()
	if stated == 0 || stated == year || !c.e.UseAgeYear {
		return
	}
	decides := func(birth civil.Birth, limit int) bool {
		return birth != 0 && (stated-birth.Year() <= limit) != (year-birth.Year() <= limit)
	}
	limit, young := c.e.limit(s.Group)
	grouped := young && slices.ContainsFunc(c.births(i), func(b civil.Birth) bool { return decides(b, limit) }) && c.groupDecides(i)
	if !grouped && !c.meetsUnrated(i, func(b civil.Birth) bool { return decides(b, c.e.Under10) }) {
		return
	}
	values := []finding.Value{finding.Int("stated", stated), finding.Int("year", year)}
	if stated == year+1 { // Calculation of age group, CHESSA Junior Closed
		here(finding.New("age-year-next", finding.Warning, s.At, values...).Under("Calculation of age group", "C30"))
		return
	}
	here(finding.Refusal("age-year-impossible", s.At, values...).Under("Calculation of age group", "C30"))
}

// births returns the births of the entries of a section.
func (c *intake) births(i int) (all []civil.Birth) {
	for entry := range c.r.Sections[i].Players {
		player, _ := c.facts.Player(i, entry)
		all = append(all, player.Birth)
	}
	return all
}

// limit returns the age of an age group, and false of another group.
func (e *Edition) limit(g report.Group) (int, bool) {
	switch g {
	case report.Under8:
		return e.Under8, true
	case report.Under10, report.Under8And10:
		return e.Under10, true
	}
	return 0, false
}

// age returns the age of somebody in the event.
func (c *intake) age(birth civil.Birth) int {
	return c.e.ageYear(c.r.AgeYear, c.r.FirstDay()) - birth.Year() // Calculation of age group, Reading C11
}

// groupDecides reports whether a section would have other numbers if it were open: another type,
// another floor, or rated games against unrated players.
func (c *intake) groupDecides(i int) bool {
	s, ruling := &c.r.Sections[i], &c.Rulings[i]
	thinking := regulation.ThinkingIn(c.r, s, c.e.Moves, c.e.Decides)
	kind := func(young bool) rating.Kind {
		kind, _, _ := thinking.Type(c.r, s, func(seconds int) (rating.Kind, string) {
			return c.e.kind(time.Duration(seconds)*time.Second, young)
		})
		return kind
	}
	open, _ := c.e.assigned(report.Open, ruling.Unrated)
	group, _ := c.e.assigned(s.Group, ruling.Unrated)
	switch {
	case kind(true) != kind(c.e.beginner(ruling.Unrated)): // Time Control 3
		return true
	case c.meetsUnrated(i, func(birth civil.Birth) bool { return birth == 0 }): // Games vs. unrated opponents, Reading C9
		return true
	}
	return !c.anybodyRated(i, overTheBoard(s)) && !s.UnratedFloor.Rated() && group != open // Unrated players 2
}

// meetsUnrated reports whether somebody rated of some births has a game against somebody unrated in a
// section that is none of beginners: there their age decides whether it counts (Reading C9).
func (c *intake) meetsUnrated(i int, some func(civil.Birth) bool) bool {
	s, index := &c.r.Sections[i], report.NewIndex(&c.r.Sections[i])
	return !c.e.beginner(c.Rulings[i].Unrated) && slices.ContainsFunc(s.Games, func(g report.Game) bool {
		white, black := index.Of(g.White), index.Of(g.Black)
		if white < 0 || black < 0 || !g.Result.Played() || g.Unrated {
			return false
		}
		one, first := c.facts.Player(i, white)
		other, second := c.facts.Player(i, black)
		a, b := first.Of(c.Rulings[i].Kind).Rating.Rated(), second.Of(c.Rulings[i].Kind).Rating.Rated()
		return a && !b && some(one.Birth) || b && !a && some(other.Birth)
	})
}

// teamsFit reports whether the players of a section are in teams, and no two of a team met.
func (c *intake) teamsFit(s *report.Section) bool {
	in := map[int]int{}
	for n := range c.r.Teams {
		for _, player := range c.r.Teams[n].Players {
			if in[player] != 0 {
				return false
			}
			in[player] = n + 1
		}
	}
	return !slices.ContainsFunc(s.Games, func(g report.Game) bool {
		return in[g.White] == 0 || in[g.Black] == 0 || in[g.White] == in[g.Black]
	})
}

// teamDecides reports whether a section can have other numbers if its event is no team event: a
// player has too few rounds, a default loss or a pairing bye, or leads with less than all points.
func (c *intake) teamDecides(s *report.Section) bool {
	rounds, half := s.PlannedRounds(), (s.PlannedRounds()+1)/2 // Reading C13
	played, lost, points := map[int]int{}, map[int]bool{}, map[int]rating.Score{}
	worth := c.r.PointSystem()
	games := worth.Games()
	for _, g := range s.Games {
		points[g.White] += games[g.Result][0]
		points[g.Black] += games[g.Result][1]
		if g.Unrated {
			continue
		}
		if g.Result.Played() || g.Result == report.WhiteByForfeit {
			played[g.White]++
		}
		if g.Result.Played() || g.Result == report.BlackByForfeit {
			played[g.Black]++
		}
		if !g.Result.Played() && g.Round > rounds/2 { // 50% Rule 7
			return true
		}
		lost[g.White] = lost[g.White] || games[g.Result][0] < games[report.WhiteWon][0]
		lost[g.Black] = lost[g.Black] || games[g.Result][1] < games[report.BlackWon][1]
	}
	for _, b := range s.Byes {
		if b.Kind == report.PairingBye { // Activity 3
			return true
		}
		points[b.Player] += worth.Bye(b.Kind)
		played[b.Player] += 0
	}
	most := rating.Score(0)
	for _, p := range points {
		most = max(most, p)
	}
	for player, n := range played {
		if n < half || points[player] == most && lost[player] { // 50% Rule 3, 8, Players winning a tournament
			return true
		}
	}
	return false
}
