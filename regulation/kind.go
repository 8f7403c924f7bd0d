package regulation

import (
	"cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Declared returns the type declared for a section; the section's own overrides
// the event's (Reading G6).
func Declared(r *report.Report, s *report.Section) rating.Kind { return cmp.Or(s.Type, r.Type) }

// Controls returns the time controls of a section; its own override the
// event's.
func Controls(r *report.Report, s *report.Section) []report.TimeControl {
	if len(s.TimeControl) > 0 || s.TimeControlText != "" {
		return s.TimeControl
	}
	return r.TimeControl
}

// Thinking is a player's thinking time in a section.
type Thinking struct {
	Seconds int    // zero: unknown
	Unread  string // a stated time control that could not be read; empty: none
	without int    // seconds without any delay
}

// ThinkingIn returns a player's thinking time for a number of moves in a
// section. If several time controls are stated, decides chooses one of their
// times; in all texts it is the fastest (Reading G6).
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

// Type returns the type for the thinking time by an edition's definitions, and
// the deciding clause. A delay counts like an increment if the type is the same
// without it; otherwise the time control counts as unread (Reading G6).
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

// TypeDiffers returns the warning that the time control determines another type
// than the declared one.
func TypeDiffers(s *report.Section, declared, decided rating.Kind, seconds int, clause string) finding.Finding {
	return finding.New("type-differs", finding.Warning, s.At, finding.Text("declared", declared.String()),
		finding.Text("decided", decided.String()), finding.Int("minutes", seconds/60)).Under(clause, "G6").In(s.Name)
}

// TypeUnclear returns the refusal of a section without a declared type whose
// time control could not be read: nothing is assumed (Reading G6).
func TypeUnclear(s *report.Section, text, clause string) finding.Finding {
	return finding.Refusal("type-unclear", s.At, finding.Text("text", text)).Under(clause, "G6").In(s.Name)
}

// TypeHolds returns the warning that the declared type applies, because the
// time control could not be read.
func TypeHolds(s *report.Section, declared rating.Kind, text, clause string) finding.Finding {
	return finding.New("type-holds", finding.Warning, s.At, finding.Text("declared", declared.String()), finding.Text("text", text)).Under(clause, "G6").In(s.Name)
}

// NoList returns the refusal of a section of a type without a list.
func NoList(s *report.Section, kind rating.Kind, clause string) finding.Finding {
	return finding.Refusal("no-list-for-type", s.At, finding.Text("type", kind.String())).Under(clause, "G6").In(s.Name)
}
