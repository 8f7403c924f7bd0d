package identity

import "github.com/arpadchess/arpad/civil"

// births is the result of comparing two dates of birth.
type births uint8

const (
	birthUnknown births = iota
	birthAgrees         // as far as both are known
	birthSame           // to the day
	birthDiffers
)

// compareBirths compares two dates of birth. If only a year is known, the years
// are compared. An exchanged day and month agree. 1 January never differs,
// because programs and registers use it for an unknown day or an unknown birth.
func compareBirths(a, b civil.Birth) births {
	const newYear = 101
	yearA, yearB, dayA, dayB := a/10_000, b/10_000, a%10_000, b%10_000
	switch {
	case a == 0 || b == 0:
		return birthUnknown
	case a == b && dayA != 0 && dayA != newYear:
		return birthSame
	case yearA == yearB && (partial(dayA) || partial(dayB) || dayA == newYear || dayB == newYear || dayA == turned(dayB)):
		return birthAgrees
	case dayA == newYear || dayB == newYear:
		return birthUnknown
	default:
		return birthDiffers
	}
}

// partial reports whether the day or the month of MMDD is 00, unknown.
func partial(day civil.Birth) bool { return day%100 == 0 || day/100 == 0 }

// turned returns MMDD as DDMM.
func turned(day civil.Birth) civil.Birth { return day%100*100 + day/100 }

// SameBirth reports whether two births are known and agree, by the rules of
// Contradicts.
func SameBirth(a, b civil.Birth) bool {
	c := compareBirths(a, b)
	return c == birthAgrees || c == birthSame
}

// weighBirths weighs the dates of birth.
func weighBirths(a, b civil.Birth, w *Weighed) {
	switch {
	case a == 0 || b == 0:
		w.weigh("birth-unknown", 0)
	case a == b && !a.YearOnly():
		w.weigh("birth", 30)
	case a.Year() == b.Year() && (a.YearOnly() || b.YearOnly()):
		w.weigh("birth-year", 12)
	case transposed(a.String(), b.String()) || swapped(a.String(), b.String()):
		w.weigh("birth-digits", 25)
	case SameBirth(a, b): // one is 1 January, which stands for an unknown day
		w.weigh("birth-year", 12)
	case mistyped(a.String(), b.String()):
		w.weigh("birth-digit", 15)
	default:
		w.weigh("birth-differs", -40)
	}
}
