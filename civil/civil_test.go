package civil

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
)

// Each day of the first three thousand years, and the first and last days of others, are
// written as the time package writes them.
func TestWrittenDays(t *testing.T) {
	at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for d := Date(1); d < 3000*366; d, at = d+1, at.AddDate(0, 0, 1) {
		if want := at.Format(time.DateOnly); d.String() != want {
			t.Fatalf("day %d is %s, want %s", d, d, want)
		}
	}
	for d, want := range map[Date]string{Of(9999, 12, 31): "9999-12-31", Of(9999, 12, 31) + 1: "10000-01-01", 0: ""} {
		if d.String() != want {
			t.Errorf("day %d is %s, want %s", int(d), d, want)
		}
		if text, err := d.AppendText([]byte("on ")); string(text) != "on "+want || err != nil {
			t.Errorf("day %d is appended as %q, %v, want %s", int(d), text, err, want)
		}
	}
}

func TestDate(t *testing.T) {
	for _, text := range []string{"0001-01-01", "1969-12-31", "1970-01-01", "2000-02-29", "2023-03-01", "9999-12-31"} {
		d, err := Parse(text)
		if err != nil || d.String() != text {
			t.Errorf("%s: %v, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "2023-02-29", "2023-13-01", "2023-1-01", "0000-01-01", "20230101", "2023-01-0x"} {
		if d, err := Parse(text); err == nil {
			t.Errorf("%q was taken for %v", text, d)
		}
	}
	if Of(1, time.January, 1) != 1 {
		t.Errorf("1 January of year 1 is %d", Of(1, time.January, 1))
	}
}

// Dates count days, and agree with the standard library's calendar.
func TestDateCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date(rapid.IntRange(1, 3_000_000).Draw(t, "day"))
		year, month, day := d.Split()
		if got, ok := NewDate(year, month, day); !ok || got != d {
			t.Fatalf("%v: %v", d, got)
		}
		next := time.Date(year, month, day+1, 0, 0, 0, 0, time.UTC)
		if y, m, dd := (d + 1).Split(); y != next.Year() || m != next.Month() || dd != next.Day() {
			t.Fatalf("the day after %v is %v", d, d+1)
		}
	})
}

func TestFirstOfMonth(t *testing.T) {
	d := Of(2023, time.January, 31)
	for n, want := range map[int]string{-1: "2022-12-01", 0: "2023-01-01", 1: "2023-02-01", 12: "2024-01-01"} {
		if got := d.FirstOfMonth(n).String(); got != want {
			t.Errorf("%d months on: %s, want %s", n, got, want)
		}
	}
}

// Who is not born before the day after a birthday is younger on that birthday.
func TestNotBeforeAgreesWithAge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		birth := BirthOn(Of(2000, time.January, 1) + Date(rapid.IntRange(0, 4000).Draw(t, "day")))
		if rapid.Bool().Draw(t, "year only") {
			birth = BirthIn(birth.Year())
		}
		year := rapid.IntRange(2020, 2030).Draw(t, "year")
		age, _ := birth.AgeOn(Of(year, time.January, 1))
		if got, want := birth.NotBefore(BirthOn(Of(year-18, time.January, 1)+1)), age < 18; got != want {
			t.Fatalf("%v on 1 January %d: %v, at the age of %d", birth, year, got, age)
		}
	})
	if Birth(0).NotBefore(20000101) {
		t.Error("an unknown birth is taken for a known one")
	}
}

func TestAge(t *testing.T) {
	for _, c := range []struct {
		birth, on string
		age       int
	}{
		{"2005-01-01", "2023-01-01", 18},
		{"2005-01-02", "2023-01-01", 17},
		{"2004-02-29", "2022-02-28", 17},
		{"2004-02-29", "2022-03-01", 18},
		{"2005", "2023-01-01", 17}, // only the year: 31 December, Reading G8
		{"2005", "2023-12-31", 18},
	} {
		b, err := ParseBirth(c.birth)
		on, _ := Parse(c.on)
		if age, known := b.AgeOn(on); err != nil || !known || age != c.age {
			t.Errorf("%s on %s: %d, want %d", c.birth, c.on, age, c.age)
		}
		if b.String() != c.birth {
			t.Errorf("%s prints as %s", c.birth, b)
		}
	}
	if _, known := Birth(0).AgeOn(Of(2023, 1, 1)); known {
		t.Error("the age of an unknown birth is known")
	}
}
