package identity

import (
	"slices"
	"strings"
)

// differences returns the positions at which two texts of equal length differ,
// nil if the lengths differ.
func differences(a, b string) []int {
	if len(a) != len(b) {
		return nil
	}
	var places []int
	for i := range len(a) {
		if a[i] != b[i] {
			places = append(places, i)
		}
	}
	return places
}

// transposed reports whether two texts differ only in two exchanged characters.
func transposed(a, b string) bool {
	d := differences(a, b)
	return len(d) == 2 && a[d[0]] == b[d[1]] && a[d[1]] == b[d[0]]
}

// swapped reports whether two dates differ only in exchanged month and day.
func swapped(a, b string) bool {
	const day = "2006-01-02"
	return len(a) == len(day) && len(b) == len(day) && a[:4] == b[:4] && a[5:7] == b[8:] && a[8:] == b[5:7]
}

// mistyped reports whether two texts differ in exactly one character.
func mistyped(a, b string) bool { return len(differences(a, b)) == 1 }

// OneEdit reports whether two words differ by one wrong, missing or extra letter at most, or by
// two exchanged neighbours.
func OneEdit(x, y string) bool {
	a, b := []rune(x), []rune(y)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// Slips returns what a number or a reference becomes by a slip of the keyboard: a digit more, less
// or other, or two neighbours exchanged.
func Slips(text string) (all []string) {
	for i := range len(text) + 1 {
		for _, digit := range "0123456789" {
			all = append(all, text[:i]+string(digit)+text[i:])
			if i < len(text) {
				all = append(all, text[:i]+string(digit)+text[i+1:])
			}
		}
		if i < len(text) {
			all = append(all, text[:i]+text[i+1:])
		}
		if i+1 < len(text) {
			all = append(all, text[:i]+text[i+1:i+2]+text[i:i+1]+text[i+2:])
		}
	}
	return all
}

// Padded returns the numbers that differ from one only in the zeros with which its digits begin:
// spreadsheets lose them.
func Padded(number string) (all []string) {
	const longest = 12 // digits of a national number
	digits := strings.TrimLeftFunc(number, func(r rune) bool { return r < '0' || r > '9' })
	letters := number[:len(number)-len(digits)]
	for digits = strings.TrimLeft(digits, "0"); digits != "" && len(digits) <= longest; digits = "0" + digits {
		if padded := letters + digits; padded != number {
			all = append(all, padded)
		}
	}
	return all
}

// Near returns the numbers of players that differ from one that nobody has only in zeros at the
// beginning, or else by a slip of the keyboard, each once.
func Near(number string, has func(string) bool) []string {
	const longest = 20
	if number == "" || len(number) > longest {
		return nil
	}
	for _, all := range [][]string{Padded(number), Slips(number)} {
		slices.Sort(all)
		all = slices.DeleteFunc(slices.Compact(all), func(other string) bool { return !has(other) })
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
