package regulation

import (
	"cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Declared returns the type that a section declares, its own words before the
// event's (Reading G6).
func Declared(r *report.Report, s *report.Section) rating.Kind { return cmp.Or(s.Type, r.Type) }

// Controls returns the time controls of a section, its own before the event's.
func Controls(r *report.Report, s *report.Section) []report.TimeControl {
	if len(s.TimeControl) > 0 || s.TimeControlText != "" {
		return s.TimeControl
	}
	return r.TimeControl
}

// Thinking is what is known of the time that a player has in a section.
type Thinking struct {
	Seconds int    // zero: not known
	Unread  string // a time control that is stated and could not be read; empty: none
	without int    // the seconds, if a delay adds nothing
}

// ThinkingIn returns the time that a player has for a number of moves in a section.
// Where several time controls are stated, decides chooses among their times; in all
// texts it is the fastest (Reading G6).
func ThinkingIn(r *report.Report, s *report.Section, moves int, decides func([]int) int) Thinking {
	var with, without []int
	for _, c := range Controls(r, s) {
		counted, err := c.Seconds(moves)
		if err != nil {
			continue
		}
		not, _ := c.SecondsWithoutDelay(moves)
		with, without = append(with, counted), append(without, not)
	}
	if len(with) > 0 {
		return Thinking{Seconds: decides(with), without: decides(without)}
	}
	text := cmp.Or(s.TimeControlText, r.TimeControlText)
	if report.ReadTimeWords(text).Unread {
		return Thinking{Unread: text}
	}
	return Thinking{}
}

// Type returns the type that the time makes by an edition's definitions, and the
// clause that decides. A delay counts like an increment if both ways give one type;
// else the time control counts as unread (Reading G6).
func (t *Thinking) Type(r *report.Report, s *report.Section, by func(seconds int) (rating.Kind, string)) (kind rating.Kind, clause string, known bool) {
	if t.Seconds == 0 {
		return 0, "", false
	}
	kind, clause = by(t.Seconds)
	if other, _ := by(t.without); other != kind {
		t.Seconds, t.Unread = 0, cmp.Or(s.TimeControlText, r.TimeControlText, string(Controls(r, s)[0]))
		return 0, "", false
	}
	return kind, clause, true
}

// TypeDiffers is the warning that the time control makes another type than the
// declared one.
func TypeDiffers(s *report.Section, declared, decided rating.Kind, seconds int, clause string) finding.Finding {
	return finding.New("type-differs", finding.Warning, s.At, finding.Text("declared", declared.String()),
		finding.Text("decided", decided.String()), finding.Int("minutes", seconds/60)).Under(clause, "G6").In(s.Name)
}

// TypeUnclear refuses a section of which a time control is stated that could not be
// read, and no type: nothing is assumed of it (Reading G6).
func TypeUnclear(s *report.Section, text, clause string) finding.Finding {
	return finding.Refusal("type-unclear", s.At, finding.Text("text", text)).Under(clause, "G6").In(s.Name)
}

// TypeHolds is the warning that the declared type counts, since the time control
// could not be read.
func TypeHolds(s *report.Section, declared rating.Kind, text, clause string) finding.Finding {
	return finding.New("type-holds", finding.Warning, s.At, finding.Text("declared", declared.String()), finding.Text("text", text)).Under(clause, "G6").In(s.Name)
}

// NoList refuses a section of a type for which there is no list.
func NoList(s *report.Section, kind rating.Kind, clause string) finding.Finding {
	return finding.Refusal("no-list-for-type", s.At, finding.Text("type", kind.String())).Under(clause, "G6").In(s.Name)
}
