package civil_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
)

// Every form of a date is read, in each order in which there is such a day.
func TestReadDates(t *testing.T) {
	for text, want := range map[string]struct{ ymd, dmy, mdy string }{
		"2011/09/30":       {"2011-09-30", "2011-09-30", "2011-09-30"},
		"2011-9-30":        {"2011-09-30", "2011-09-30", "2011-09-30"},
		"2011.09.30.":      {"2011-09-30", "2011-09-30", "2011-09-30"},
		"20110930":         {"2011-09-30", "2011-09-30", "2011-09-30"},
		"28. 07. 2005":     {"2005-07-28", "2005-07-28", "2005-07-28"},
		"05.07.2005":       {"2005-07-05", "2005-07-05", "2005-07-05"},
		"30/09/2011":       {"", "2011-09-30", ""},
		"30-09-2011":       {"", "2011-09-30", ""},
		"09/30/2011":       {"", "", "2011-09-30"},
		"03/04/2011":       {"", "2011-04-03", "2011-03-04"},
		"30.09.11":         {"2030-09-11", "2011-09-30", ""},
		"11.09.26":         {"2011-09-26", "2026-09-11", ""},
		"11/09/31":         {"", "2031-09-11", "2031-11-09"},
		"98/12/31":         {"1998-12-31", "", ""},
		"05/07/12":         {"2005-07-12", "2012-07-05", "2012-05-07"},
		"May 29, 2020":     {"2020-05-29", "2020-05-29", "2020-05-29"},
		"May 29th 2020":    {"2020-05-29", "2020-05-29", "2020-05-29"},
		"30 Sep 2011":      {"2011-09-30", "2011-09-30", "2011-09-30"},
		"30-SEP-2011":      {"2011-09-30", "2011-09-30", "2011-09-30"},
		"1st of Oct. 2011": {"2011-10-01", "2011-10-01", "2011-10-01"},
		"2011年9月30日":       {"2011-09-30", "2011-09-30", "2011-09-30"},
		"２０１１年９月３０日（金）": {"2011-09-30", "2011-09-30", "2011-09-30"},
		"令和5年9月3日":      {"2023-09-03", "2023-09-03", "2023-09-03"},
		"令和元年５月１日":      {"2019-05-01", "2019-05-01", "2019-05-01"},
		"H2.5.2":        {"1990-05-02", "1990-05-02", "1990-05-02"},
		"平成31年4月30日":    {"2019-04-30", "2019-04-30", "2019-04-30"},
		"昭和65年1月1日":     {},
		"31/02/2011":    {},
		"30 Foo 2011":   {},
		"2011":          {},
		"soon":          {},
		"":              {},
	} {
		w, _ := civil.Read(text)
		for o, day := range map[civil.Order]string{civil.YearFirst: want.ymd, civil.DayFirst: want.dmy, civil.MonthFirst: want.mdy} {
			if got, ok := w.Day(o); got.String() != day && (ok || day != "") {
				t.Errorf("%q, %v: got %v, want %s", text, o, got, day)
			}
		}
	}
}

// Of a birth only the year may be known.
func TestReadBirths(t *testing.T) {
	for text, want := range map[string][]civil.Birth{
		"1975.  .": {civil.BirthIn(1975)}, "00/00/1990": {civil.BirthIn(1990)}, "1987/00/00": {civil.BirthIn(1987)}, "1987": {civil.BirthIn(1987)},
		"02/01/1990": {19900102, 19900201}, "31/01/1990": {19900131}, "平成2年": {civil.BirthIn(1990)}, "1990年5月2日": {19900502}, "H2.5.2": {19900502},
		"00.00.1990": {civil.BirthIn(1990)}, "1990/05/00": {civil.BirthIn(1990)}, "1990/00/05": nil, "x": nil,
	} {
		w, ok := civil.Read(text)
		if got := w.Births(); !slices.Equal(got, want) || ok != (want != nil) {
			t.Errorf("%q: got %v, %v, want %v", text, got, ok, want)
		}
	}
}

func TestOrders(t *testing.T) {
	for _, o := range civil.Orders {
		if again, err := civil.ParseOrder(o.String()); err != nil || again != o {
			t.Errorf("%v: %v, %v", o, again, err)
		}
	}
	if _, err := civil.ParseOrder("ydm"); err == nil {
		t.Error("ydm is an order")
	}
}

// A time of day behind a day is cut, but not one in a stated zone: elsewhere it is another day.
func TestTimesAreCut(t *testing.T) {
	for text, want := range map[string]string{
		"2026/03/07 10:00": "2026/03/07", "2026-03-07T10:00:00": "2026-03-07", "28. 07.05": "28. 07.05", "7 March 2026 19:30": "7 March 2026",
		"2026-03-07": "2026-03-07", "07.03.2026": "07.03.2026", "2026-03-07T15:00:00Z": "2026-03-07T15:00:00Z", "2026-03-07T15:00:00+09:00": "2026-03-07T15:00:00+09:00",
	} {
		if got := civil.WithoutTime(text); got != want {
			t.Errorf("%q without its time is %q, want %q", text, got, want)
		}
	}
}
