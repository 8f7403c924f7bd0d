package trf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// dated returns a file of two rounds with these dates; empty: no such line.
func dated(start, end, rounds string, births ...string) string {
	text := "012 Dated\n"
	for code, value := range map[string]string{"042": start, "052": end, "132": rounds} {
		if value != "" {
			text += code + " " + value + "\n"
		}
	}
	births = append(births, "", "")
	for i, rest := range []string{" 1.5    1     2 w 1     2 b =", " 0.5    2     1 b 0     1 w ="} {
		text += fmt.Sprintf("001 %4d      %-33s %4d JPN             %-10s %s\n", i+1, "Aoki Ren", 1500, births[i], rest)
	}
	return text
}

// Which way round a date is decides what is possible, the dates of the rounds, an event
// that ends after it begins, and the other dates; never today.
func TestDatesAreUnderstood(t *testing.T) {
	standard := strings.Repeat(" ", 87) // the columns before the first round's date
	for _, c := range []struct {
		start, end, rounds string
		births             []string
		order              civil.Order
		first, last, round string // of the second round
		because, found     string
	}{
		{start: "2011/09/30", end: "2011/10/01", first: "2011-09-30", last: "2011-10-01"},
		{start: "2011/09/30 10:00", end: "2011-10-01T18:30:00", first: "2011-09-30", last: "2011-10-01"},
		{start: "30/09/2011", end: "01/10/2011", first: "2011-09-30", last: "2011-10-01"},
		{start: "30-09-2011", end: "30-09-2011", first: "2011-09-30", last: "2011-09-30"},
		{start: "30.09.11", end: "01.10.11", first: "2011-09-30", last: "2011-10-01", because: "by-span"},
		{start: "28. 07. 2005", end: "29. 07. 2005", first: "2005-07-28", last: "2005-07-29"},
		{start: "11.09.26", end: "11.09.30", first: "2011-09-26", last: "2011-09-30", because: "by-span"},
		{start: "20110930", end: "20111001", first: "2011-09-30", last: "2011-10-01"},
		{start: "May 29, 2020", end: "May 31, 2020", first: "2020-05-29", last: "2020-05-31"},
		{start: "30 Sep 2011", end: "1 Oct 2011", first: "2011-09-30", last: "2011-10-01"},
		{start: "2011年9月30日", end: "２０１１年１０月１日", first: "2011-09-30", last: "2011-10-01"},
		{start: "令和5年9月3日", end: "令和5年9月4日", first: "2023-09-03", last: "2023-09-04"},
		{start: "03/04/2011", end: "05/04/2011", rounds: standard + "11/04/03  11/04/05", first: "2011-04-03", last: "2011-04-05", round: "2011-04-05", because: "by-rounds"},
		{start: "11.09.26", end: "11.09.27", rounds: "11/09/26 11/09/27", first: "2011-09-26", last: "2011-09-27", round: "2011-09-27", because: "by-rounds"},
		{start: "05/12/2011", end: "06/11/2011", first: "2011-05-12", last: "2011-06-11", because: "by-span"},
		{start: "03/04/2011", end: "05/04/2011", births: []string{"31/01/1990"}, first: "2011-04-03", last: "2011-04-05", because: "by-dates"},
		{start: "03/04/2011", end: "05/04/2011", births: []string{"01/31/1990"}, first: "2011-03-04", last: "2011-05-04", because: "by-dates"},
		{start: "03/04/2011", end: "05/04/2011", order: civil.MonthFirst, first: "2011-03-04", last: "2011-05-04", because: "by-option"},
		{start: "03/04/2011", end: "05/04/2011", found: "date-ambiguous"},
		{start: "11.09.26", end: "11.09.26", found: "date-ambiguous"},
		{start: "soon", end: "2011/10/01", last: "2011-10-01", found: "date-unreadable"},
		{start: "31/02/2011", end: "2011/10/01", last: "2011-10-01", found: "date-unreadable"},
		// The dates of the rounds never refuse a file.
		{start: "2011/09/30", end: "2011/10/01", rounds: "\t30.09.2011\t01.10.2011", first: "2011-09-30", last: "2011-10-01", round: "2011-10-01"},
		{start: "2011/09/30", end: "2011/10/01", rounds: "30 Sep 2011 1 Oct 2011", first: "2011-09-30", last: "2011-10-01", round: "2011-10-01"},
		{start: "2011/09/30", end: "2011/10/01", rounds: standard + "2011/09/302011/10/01", first: "2011-09-30", last: "2011-10-01", found: "line-unreadable"},
		{start: "2011/09/30", end: "2011/10/01", rounds: standard + "2011/09/30 2011/10/01", first: "2011-09-30", last: "2011-10-01", round: "2011-10-01"},
		{start: "2011/09/30", end: "2011/10/01", rounds: "Friday Saturday", first: "2011-09-30", last: "2011-10-01", found: "line-unreadable"},
		{start: "2011/09/30", end: "2011/10/01", rounds: standard + "11/09/30  later", first: "2011-09-30", last: "2011-10-01", found: "round-date-unclear"},
		{start: "2011/09/30", end: "2011/10/01", rounds: standard + "11/09/30  00/00/00", first: "2011-09-30", last: "2011-10-01"},
		{start: "2011/09/30", end: "2011/10/01", rounds: "30/09/11 01/10/11", first: "2011-09-30", last: "2011-10-01", round: "2011-10-01"},
	} {
		r, found := trf.Read(dated(c.start, c.end, c.rounds, c.births...), "dated.trf", c.order)
		found = append(found, report.Check(r)...)
		if r.Start.String() != c.first || r.End.String() != c.last {
			t.Errorf("%s to %s (%s): got %v to %v %v", c.start, c.end, c.rounds, r.Start, r.End, found)
		}
		if c.round != "" && (len(r.RoundDates) < 2 || r.RoundDates[1].String() != c.round) {
			t.Errorf("%q: got %v, want %s", c.rounds, r.RoundDates, c.round)
		}
		because := ""
		for _, f := range found {
			because += f.Value("because")
			if f.Refuses != (f.ID == "date-ambiguous" || f.ID == "date-unreadable") {
				t.Errorf("%s to %s: %v", c.start, c.end, f)
			}
		}
		if because != c.because || c.found != "" && !slices.Contains(ids(found), c.found) {
			t.Errorf("%s to %s: %v because of %q, want %s because of %q", c.start, c.end, ids(found), because, c.found, c.because)
		}
	}
}

// Somebody else may state a day that the file does not say clearly.
func TestStatedDaysBeatUnclearOnes(t *testing.T) {
	r, _ := trf.Read(dated("soon", "03/04/2011", ""), "dated.trf", 0)
	r.Start, r.End = civil.Of(2011, 4, 2), civil.Of(2011, 4, 3)
	if found := report.Check(r); slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses }) {
		t.Error(found)
	}
}

// Births are read in the forms of programs; what may be two days is the year alone.
func TestBirthsAreUnderstood(t *testing.T) {
	for _, c := range []struct {
		births []string
		want   civil.Birth // of the first
		found  string
	}{
		{[]string{"1984/05/02"}, 19840502, ""},
		{[]string{"1975.  ."}, civil.BirthIn(1975), "birth-form"},
		{[]string{"00/00/1990"}, civil.BirthIn(1990), "birth-form"},
		{[]string{"1900/01/01"}, 0, "birth-placeholder"},
		{[]string{"02/01/1990", "31/01/1991"}, 19900102, "birth-form"},
		{[]string{"02/01/1990", "01/31/1991"}, 19900201, "birth-form"},
		{[]string{"02/01/1990"}, civil.BirthIn(1990), "birth-ambiguous"},
		{[]string{"once"}, 0, "birth-unreadable"},
	} {
		r, found := trf.Read(dated("2011/09/30", "2011/09/30", "", c.births...), "births.trf", 0)
		if got := r.Sections[0].Players[0].Birth; got != c.want || c.found != "" && !slices.Contains(ids(found), c.found) {
			t.Errorf("%q: got %v %v, want %v %s", c.births, got, ids(found), c.want, c.found)
		}
	}
	r, _ := trf.Read(dated("30/09/2011", "30/09/2011", "", "02/01/1990"), "births.trf", 0)
	if got := r.Sections[0].Players[0].Birth; got != 19900102 {
		t.Errorf("after the days of the event: %v", got)
	}
}
