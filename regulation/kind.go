package regulation

import (
	"cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Declared gives the type that a section declares, its own words before the
// event's (Reading G6).
func Declared(r *report.Report, s *report.Section) rating.Kind { return cmp.Or(s.Type, r.Type) }

// Controls gives the time controls of a section, its own before the event's.
func Controls(r *report.Report, s *report.Section) []report.TimeControl {
	if len(s.TimeControl) > 0 {
		return s.TimeControl
	}
	return r.TimeControl
}

// Thinking gives the time that a player has for a number of moves, in seconds,
// and false where no time control is known. Where there are several, decides
// chooses among them; in all texts it is the fastest (Reading G6).
func Thinking(r *report.Report, s *report.Section, moves int, decides func([]int) int) (seconds int, known bool) {
	var times []int
	for _, c := range Controls(r, s) {
		if n, err := c.Seconds(moves); err == nil {
			times = append(times, n)
		}
	}
	if len(times) == 0 {
		return 0, false
	}
	return decides(times), true
}

// TypeDiffers is the warning that the time control makes another type than the
// declared one.
func TypeDiffers(s *report.Section, declared, decided rating.Kind, seconds int, clause string) finding.Finding {
	return finding.New("type-differs", finding.Warning, s.At, finding.Text("declared", declared.String()),
		finding.Text("decided", decided.String()), finding.Int("minutes", seconds/60)).Under(clause, "G6").In(s.Name)
}

// NoList refuses a section of a type for which there is no list.
func NoList(s *report.Section, kind rating.Kind, clause string) finding.Finding {
	return finding.Refusal("no-list-for-type", s.At, finding.Text("type", kind.String())).Under(clause, "G6").In(s.Name)
}
