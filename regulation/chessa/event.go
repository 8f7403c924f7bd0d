package chessa

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// section is a section of a tournament being rated.
type section struct {
	*month
	number int // index in the batch
	packed *pack.Section
	event  *pack.Event
	lines  []line
	floor  rating.Rating // of the unrated players
	leader rating.Score  // the first player's points
}

// line is a player in the section.
type line struct {
	player    uint32
	rating    rating.Rating // used; zero: unrated
	k         rating.K
	young     bool          // games against unrated players are rated
	temporary rating.Rating // of an unrated player
	points    rating.Score  // in the table
	surplus   rating.Score  // of the points, in rounds without a game or bye
	games     []side        // over the board
	defaults  []side        // lost by default after half the rounds
	active    [5]int        // rounds that count as activity: against rated opponents, and by clauses 1 to 4 of Activity
	change    rating.Points
	counted   int // games that count for the change
}

// activity returns the rounds that count as activity.
func (l *line) activity() (rounds int) {
	for _, n := range l.active {
		rounds += n
	}
	return rounds
}

// side is a game from the point of view of one player.
type side struct {
	opponent int // index in lines
	game     int // index in the batch
	score    rating.Score
}

// newSection returns the section with its players and games.
func (m *month) newSection(number int, games []uint32) *section {
	packed := &m.played.Sections[number]
	s := &section{month: m, number: number, packed: packed, event: &m.played.Events[packed.Event]}
	lines := make(map[uint32]int, len(packed.Entries))
	for i, e := range packed.Entries {
		seat := m.seat(e.Player, packed.Kind)
		lines[e.Player] = i
		s.leader = max(s.leader, e.Points)
		s.lines = append(s.lines, line{player: e.Player, rating: seat.rating, k: seat.k, points: e.Points, surplus: e.Surplus, young: s.ratedAgainstUnrated(e.Player)})
	}
	s.traceEntries()
	for _, i := range games {
		g := &m.played.Games[i]
		white, black := lines[g.White], lines[g.Black]
		score := rating.Score(g.Result)
		switch {
		case g.Counts():
			s.lines[white].games = append(s.lines[white].games, side{black, int(i), score})
			s.lines[black].games = append(s.lines[black].games, side{white, int(i), rating.Win - score})
		case g.Out == pack.In:
			s.forfeit(int(i), white, black, g.Result != report.WhiteByForfeit)
			s.forfeit(int(i), black, white, g.Result != report.BlackByForfeit)
		default:
			s.traceUncounted(int(i), white, black)
			s.traceUncounted(int(i), black, white)
		}
	}
	for _, b := range packed.Byes {
		s.bye(&s.lines[lines[b.Player]], b)
	}
	for i := range s.lines {
		l := &s.lines[i]
		for _, g := range l.games {
			switch {
			case s.lines[g.opponent].rating.Rated():
				l.active[0]++
			case s.ActiveAgainstUnrated: // Activity 1
				l.active[1]++
			}
		}
	}
	return s
}

// ratedAgainstUnrated reports whether a rated player's games against unrated
// players are rated (Reading C9): the player is under 10 by age, or in a
// section for that age if the birth is unknown, or in a Beginner section.
func (s *section) ratedAgainstUnrated(player uint32) bool {
	if !s.YoungAgainstUnrated { // Games vs. unrated opponents
		return false
	}
	if s.beginner(s.packed.Unrated) {
		return true
	}
	if birth := s.past.Players[player].Birth; birth != 0 {
		return s.ageYear(s.event.AgeYear, s.event.Start)-birth.Year() <= s.Under10 // Calculation of age group, Reading C11
	}
	switch s.packed.Group {
	case report.Under8, report.Under10, report.Under8And10:
		return true
	}
	return false
}

// Births returns a birth of a certain adult, and for each age year the first
// birth of a child.
func (e *Edition) Births(_ regulation.Period, played *pack.Batch) []civil.Birth {
	births := []civil.Birth{civil.BirthIn(1)}
	for i := range played.Events {
		births = append(births, civil.BirthOn(civil.Of(e.ageYear(played.Events[i].AgeYear, played.Events[i].Start)-e.Under10, time.January, 1))) // Reading C11
	}
	slices.Sort(births)
	return slices.Compact(births)
}

// forfeit records a forfeited game for one of its players.
func (s *section) forfeit(game, own, opponent int, lost bool) {
	l := &s.lines[own]
	late := int(s.played.Games[game].Round) > s.packed.Rounds/2 // 50% Rule 7, Reading C13
	switch {
	case !lost && s.ActiveByDefault: // Activity 2
		l.active[2]++
		s.traceRound(l, game, s.lines[opponent].player, noteDefaultWin, "Activity 2", "")
	case lost && late && s.DefaultLosses && !s.team() && s.ratesAgainst(l, opponent):
		l.defaults = append(l.defaults, side{opponent, game, rating.Loss}) // 50% Rule 7, Reading C14
	default:
		if s.ActiveAbsent { // Activity 4
			l.active[4]++
		}
		s.traceRound(l, game, s.lines[opponent].player, noteForfeit, "Activity 4", "")
	}
}

// isSwiss reports whether a section is a Swiss. One that calls itself all play all and has too few
// rounds for that is one, too: the pairings decide (Reading C12).
func isSwiss(system report.System, rounds, players int) bool {
	return system == report.Swiss || system == report.RoundRobin && rounds < players-1
}

// bye records a round without an opponent.
func (s *section) bye(l *line, b pack.Bye) {
	switch {
	case b.Kind == report.DefaultWin && s.ActiveByDefault: // Activity 2
		l.active[2]++
		s.traceBye(l, b, noteDefaultWin, "Activity 2", "")
	case b.Kind == report.PairingBye && s.ActiveByBye && isSwiss(s.event.System, s.packed.Rounds, len(s.packed.Entries)) && !s.event.Team: // Activity 3
		l.active[3]++
		s.traceBye(l, b, notePairingBye, "Activity 3", "C12")
	default:
		if s.ActiveAbsent { // Activity 4
			l.active[4]++
		}
		s.traceBye(l, b, noteAbsent, "Activity 4", "")
	}
}

// team reports whether a team tournament is exempt from the rules under the
// heading 50% Rule.
func (s *section) team() bool { return s.event.Team && s.TeamExempt } // 50% Rule 6, Reading C17

// ratesAgainst reports whether a pairing with this opponent changes a rated
// player's rating.
func (s *section) ratesAgainst(l *line, opponent int) bool {
	return l.rating.Rated() && (s.lines[opponent].rating.Rated() || l.young) // Games vs. unrated opponents
}

// against returns the rating used for an opponent.
func (s *section) against(opponent int) rating.Rating {
	o := &s.lines[opponent]
	switch {
	case o.rating.Rated():
		return o.rating
	case !s.RateWithTemporary: // Unrated players 6
		return s.floor
	}
	return o.temporary // Games vs. unrated opponents
}

// rate calculates the changes and performances of the section. It returns false
// if the section cannot be rated because it has no floor.
func (s *section) rate() bool {
	if !s.findFloor() {
		return false
	}
	s.assignTemporary()
	for i := range s.lines {
		l := &s.lines[i]
		if l.rating.Rated() {
			s.rateRated(l)
		} else {
			s.rateUnrated(l)
		}
		s.traceActivity(l)
	}
	return true
}

// rateRated calculates a rated player's change and performance.
func (s *section) rateRated(l *line) {
	r := result{own: int(l.rating)}
	var expected rating.Expected
	for _, g := range l.games {
		if !s.ratesAgainst(l, g.opponent) {
			s.traceRound(l, g.game, s.lines[g.opponent].player, noteOpponentUnrated, "Games vs. unrated opponents", "C9")
			continue
		}
		opponent := s.against(g.opponent)
		r.games++
		r.score += g.score
		r.opponents += s.inPerformance(l.rating, opponent)
		expected += s.expected(l.rating, opponent) // Rating change 1, 2
		s.traceGame(l, g, opponent, regulation.Game)
	}
	for _, g := range l.defaults { // 50% Rule 7
		expected += s.expected(l.rating, s.against(g.opponent))
		s.traceGame(l, g, s.against(g.opponent), regulation.Default)
	}
	l.counted = r.games
	l.change = (r.score.Expected() - expected).Times(l.k) // Rating change 3
	if s.trace != nil {
		s.add(l, regulation.Step{
			What: regulation.SectionSum, Clause: "How to calculate a rated player's rating change 3",
			Games: int32(r.games), Score: r.score, Expected: expected, K: l.k, Change: l.change,
		})
	}
	s.halfRule(l) // Reading C15
	s.winnersRule(l)
	if s.trace != nil {
		s.add(l, regulation.Step{What: regulation.SectionChange, Clause: "When new ratings are calculated 2", Reading: "C15", Change: l.change})
	}
	s.publishPerformance(l, r)
}

// rateUnrated calculates an unrated player's performance.
func (s *section) rateUnrated(l *line) {
	for _, g := range l.games {
		s.tracePooled(l, g)
	}
	s.publishPerformance(l, s.result(l, s.temporaryOf))
}

// half returns half the rounds, rounded up (Reading C13).
func (s *section) half() int { return (s.packed.Rounds + 1) / 2 }

// playedRounds returns the rounds that count as played: the activity (Reading
// C12).
func (s *section) playedRounds(l *line) int {
	if s.HalfOfActivity { // 50% Rule 5
		return l.activity()
	}
	return len(l.games)
}

// halfRule cancels the gain of a player who played less than half the rounds.
func (s *section) halfRule(l *line) {
	before := l.change
	note := noteKept
	switch enough := s.playedRounds(l) >= s.half(); {
	case s.team(): // 50% Rule 6
		note = noteTeam
	case !enough && l.change > 0 && s.GainNeedsHalf: // 50% Rule 3
		l.change, note = 0, noteCut
	case !enough && l.change < 0 && s.LossNeedsHalf: // 50% Rule 4
		l.change, note = 0, noteCut
	case !enough:
		note = noteLoss
	}
	s.traceHalf(l, note, before)
}

// winnersRule cancels the loss of a player who shares first place.
func (s *section) winnersRule(l *line) {
	before := l.change
	note := noteNotFirst
	switch {
	case s.event.Team: // Reading C16
		note = noteTeam
	case l.points < s.leader:
	case l.change < 0 && s.WinnersKeep: // Players winning a tournament
		l.change, note = 0, noteLifted
	default:
		note = noteFirst
	}
	s.traceFirst(l, note, before)
}

// publishPerformance sets the performance of a player who played half the
// rounds.
func (s *section) publishPerformance(l *line, r result) {
	if s.trace == nil {
		return
	}
	switch enough := s.playedRounds(l) >= s.half() || s.team() || !s.PerformanceNeedsHalf; { // 50% Rule 8
	case r.games == 0:
		return
	case enough:
		s.add(l, s.performance(r))
	default:
		s.add(l, regulation.Step{
			What: regulation.NoPerformance, Clause: "50% Rule 8", Reading: "C12",
			Games: int32(s.playedRounds(l)), Limit: int32(s.half()),
		})
	}
}

// counted returns the difference in rating with the caps applied (Reading C19).
func (e *Edition) counted(own, opponent rating.Rating) int {
	d := int(own) - int(opponent)                // Difference in rating 1
	return max(-e.LowerCap, min(e.HigherCap, d)) // Difference in rating 2, 3
}

// inPerformance returns the rating used for an opponent in a performance: the
// actual one, whatever the difference.
func (e *Edition) inPerformance(own, opponent rating.Rating) int {
	if e.ActualInPerformance { // Difference in rating, NB
		return int(opponent)
	}
	return int(own) - e.counted(own, opponent)
}

// expected returns the expected score of a game.
func (e *Edition) expected(own, opponent rating.Rating) rating.Expected {
	return e.Table.Expected(e.counted(own, opponent)) // Expected Scores 1 to 5
}
