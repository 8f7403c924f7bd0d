package regulation

import (
	"cmp"
	"fmt"
	"strings"

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
	other   []int  // seconds in other readings: without any delay, with N+I in minutes
	several string // those readings in words, if the unit is in doubt
}

// ThinkingIn returns a player's thinking time for a number of moves in a
// section. If several time controls are stated, decides chooses one of their
// times; in all texts it is the fastest (Reading G6).
func ThinkingIn(r *report.Report, s *report.Section, moves int, decides func([]int) int) Thinking {
	var with, without, inMinutes []int
	var several string
	words := cmp.Or(s.TimeControlText, r.TimeControlText)
	for _, c := range Controls(r, s) {
		counted, err := c.Seconds(moves)
		if err != nil {
			continue
		}
		not, _ := c.SecondsWithoutDelay(moves)
		with, without, inMinutes = append(with, counted), append(without, not), append(inMinutes, counted)
		if other, may := c.InMinutes(); may && report.ReadTimeWords(words).Control != c { // else the words have the unit
			inMinutes[len(inMinutes)-1], _ = other.Seconds(moves)
			n, increment, _ := strings.Cut(string(c), "+")
			several = fmt.Sprintf("%s: %s s + %s s / %s min + %[3]s s", c, n, increment, n)
		}
	}
	if len(with) > 0 {
		return Thinking{Seconds: decides(with), other: []int{decides(without), decides(inMinutes)}, several: several}
	}
	if report.ReadTimeWords(words).Unread {
		return Thinking{Unread: words}
	}
	return Thinking{}
}

// Type returns the type for the thinking time by an edition's definitions, and
// the deciding clause. If the type is another one without a delay, or with N+I in minutes,
// the time control counts as unread (Reading G6).
func (t *Thinking) Type(r *report.Report, s *report.Section, by func(seconds int) (rating.Kind, string)) (kind rating.Kind, clause string, known bool) {
	if t.Seconds == 0 {
		return 0, "", false
	}
	kind, clause = by(t.Seconds)
	for _, seconds := range t.other {
		if other, _ := by(seconds); other != kind {
			t.Seconds, t.Unread = 0, cmp.Or(t.several, s.TimeControlText, r.TimeControlText, string(Controls(r, s)[0]))
			return 0, "", false
		}
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

// NoRounds returns the refusal of a section whose source tells neither rounds nor colours.
func NoRounds(s *report.Section, clause string) finding.Finding {
	return finding.Refusal("crosstable-without-rounds", s.At).Under(clause, "G16").In(s.Name)
}

// NoList returns the refusal of a section of a type without a list.
func NoList(s *report.Section, kind rating.Kind, clause string) finding.Finding {
	return finding.Refusal("no-list-for-type", s.At, finding.Text("type", kind.String())).Under(clause, "G6").In(s.Name)
}
