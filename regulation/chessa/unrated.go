package chessa

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// findFloor sets the floor of the section's unrated players: from the average
// of the rated ones, or as assigned if there are none. It returns false if
// nobody is rated and nothing is assigned.
func (s *section) findFloor() bool {
	sum, rated, active := 0, 0, 0
	for i := range s.lines {
		if l := &s.lines[i]; len(l.games) > 0 { // Reading C4
			active++
			if l.rating.Rated() {
				rated++
				sum += int(l.rating)
			}
		}
	}
	if rated == 0 {
		return active == 0 || s.assignFloor()
	}
	s.floor = max(rating.Rating(sum/rated/s.FloorStep*s.FloorStep), s.Floor) // Unrated players 1, Reading C8
	if s.trace != nil && active > rated {
		s.traceFloor("Unrated players 1", "C4", sum, rated)
		s.traceFloor("Unrated players 3", "C4", sum+int(s.floor)*(active-rated), active) // Unrated players 4: it does not change
	}
	return true
}

// assignFloor sets the floor if all players are unrated (Reading C5).
func (s *section) assignFloor() bool {
	clause := "Unrated players 2"
	if s.packed.Floor.Rated() { // Unrated players 2, Reading C8
		s.floor = max(s.packed.Floor, s.Floor)
	} else {
		s.floor, clause = s.assigned(s.packed.Group, s.packed.Unrated)
	}
	if !s.floor.Rated() {
		return false
	}
	if s.trace != nil {
		s.traceFloor(clause, "C5", 0, 0)
	}
	return true
}

// assigned returns the floor that the text assigns to sections in which nobody is
// rated, and the clause; zero if it names none.
func (e *Edition) assigned(declared report.Group, unratedPercent int) (rating.Rating, string) {
	switch {
	case declared == report.Under8:
		return e.Under8Floor, "Unrated players 2.1"
	case e.young(declared, unratedPercent):
		return e.Under10Floor, "Unrated players 2.2"
	}
	return 0, ""
}

// floorMissing returns the finding about a section of unrated players without a
// floor.
func (s *section) floorMissing() finding.Finding {
	return finding.Refusal("floor-missing", finding.At{}).Under("Unrated players 2", "C5").In(s.packed.Name)
}

// assignTemporary sets a temporary rating of each unrated player: the
// performance with the floor for the player and the unrated opponents.
func (s *section) assignTemporary() {
	for i := range s.lines {
		l := &s.lines[i]
		if l.rating.Rated() {
			continue
		}
		step := regulation.Step{Note: noteFloor, To: s.floor} // Unrated players 3, Reading C8
		if r := s.result(l, s.floorOf); r.games > 0 && s.TemporaryPerformance {
			step = s.performance(r) // Unrated players 5
		}
		l.temporary = step.To
		if s.trace != nil {
			step.What, step.Clause, step.Reading = regulation.TemporaryRating, "Unrated players 5", "C8"
			s.add(l, step)
		}
	}
}

// result adds up the games of an unrated player; unrated returns the rating for
// an unrated opponent.
func (s *section) result(l *line, unrated func(*line) rating.Rating) result {
	r := result{own: int(s.floor)} // Reading C3
	for _, g := range l.games {
		opponent := &s.lines[g.opponent]
		counted := opponent.rating
		if !counted.Rated() {
			counted = unrated(opponent)
			if counted == 0 {
				continue
			}
		}
		r.games++
		r.score += g.score
		r.opponents += int(counted)
	}
	return r
}

// floorOf returns the rating of an unrated opponent in the first pass.
func (s *section) floorOf(*line) rating.Rating {
	if !s.FloorAssigned || !s.UnratedAgainstUnrated { // Unrated players 3, Unrated vs. Unrated
		return 0
	}
	return s.floor
}

// temporaryOf returns the rating of an unrated opponent in the second pass.
func (s *section) temporaryOf(opponent *line) rating.Rating {
	switch {
	case !s.UnratedAgainstUnrated: // Unrated vs. Unrated
		return 0
	case !s.RateWithTemporary: // Unrated players 6
		return s.floor
	}
	return opponent.temporary
}
