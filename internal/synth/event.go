package synth

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
)

// Events returns the reports that the bureau receives in a range of days, in
// order of receipt. Most of the events were also played in this range; the
// games of late reports, before. Within one call, nobody plays in two places on
// a day, unless there are too few people for the events, and no club holds the
// same event twice. It does not depend on other calls, so that a simulator can
// ask month by month.
func (f *Federation) Events(from, to civil.Date, volume Volume) []*report.Report {
	d := newDice(f.seed, streamEvents, uint64(from))
	if volume.Reports <= 0 {
		volume.Reports = max(1, f.members*int(to-from+1)/3650)
	}
	c := calendar{dice: d, clubs: f.Clubs, days: civil.Range{From: from, To: to}, taken: map[booking]bool{}}
	plan := c.plan(f.formats, volume.Reports)
	const longest = 250 // days from the first round of a meeting to a very late report
	o := organizer{
		f: f, dice: d, table: &crosstable{dice: d},
		diary: newDiary(len(f.People), civil.Range{From: from - longest, To: to}),
	}
	for i := range plan {
		o.weight += plan[i].games
	}
	o.left = cmp.Or(max(0, volume.Games), o.weight)
	reports := make([]*report.Report, len(plan))
	for i := range plan {
		reports[i] = o.hold(plan[i], i)
	}
	slices.SortStableFunc(reports, func(a, b *report.Report) int { return cmp.Compare(a.Received, b.Received) })
	return reports
}

// organizer holds events and writes their reports.
type organizer struct {
	f *Federation
	*dice
	table  *crosstable
	diary  *diary
	left   int // games still to be played
	weight int // of the events still to be held
}

// hold holds an event. Its size is its share of the remaining games, with some
// variation, so that the total is right.
func (o *organizer) hold(x fixture, serial int) *report.Report {
	games := o.left * x.games / o.weight
	players := games*2*o.between(82, 132)/(100*x.rounds) + 1 // some more, because of absences and odd numbers
	if x.system == report.RoundRobin {
		players = o.between(x.fewest, x.most)
	}
	r := o.cover(x, serial)
	o.sections(r, x, max(x.fewest, min(players, x.most)))
	o.weight -= x.games
	for i := range r.Sections {
		o.left -= len(r.Sections[i].Games)
	}
	if x.finals {
		r.Qualified = firstTwo(&r.Sections[0])
	}
	return r
}

// cover returns a report with the data about the whole event.
func (o *organizer) cover(x fixture, serial int) *report.Report {
	club := &o.f.Clubs[x.club]
	r := &report.Report{
		Name: o.title(x, club), Organizer: club.Name, Venue: club.Venue, City: club.City, Federation: string(o.f.code),
		Start: x.start(), End: x.end(), Time: o.time(x), Received: x.received,
		Responsible: club.Responsible, SubmittedBy: pick(o.dice, club.Reporters),
		Type: x.kind, TimeControl: []report.TimeControl{pick(o.dice, x.controls)},
		FIDEEvent: x.fide, ExchangeFile: x.fide, Meeting: x.meeting, System: x.system,
		AgeYear: x.start().Year(),
	}
	if x.fide {
		r.ChiefArbiter, r.RoundDates = club.Responsible, x.dates
	}
	words := strings.ToLower(club.called.roman + " " + x.series.roman)
	r.File = fmt.Sprintf("%s-%s-%04d", x.start(), strings.ReplaceAll(words, " ", "-"), serial+1)
	return r
}

// title returns the name of an event, in Japanese for some clubs.
func (o *organizer) title(x fixture, club *Club) string {
	year, month, _ := x.start().Split()
	season := o.f.seasons[int(month)%12/3]
	switch {
	case x.meeting && club.japanese:
		return fmt.Sprintf("%s%s %d年%d月", club.called.local, x.series.local, year, month)
	case x.meeting:
		return fmt.Sprintf("%s %s, %s %d", club.called.roman, x.series.roman, month, year)
	case club.japanese:
		return fmt.Sprintf("%d年%s%s%s", year, club.called.local, season.local, x.series.local)
	default:
		return fmt.Sprintf("%s %s %s %d", club.called.roman, season.roman, x.series.roman, year)
	}
}

// time draws the starting time: meetings after work, tournaments in the
// morning.
func (o *organizer) time(x fixture) string {
	if x.meeting {
		return pick(o.dice, []string{"18:00", "18:30", "19:00", "13:00"})
	}
	return pick(o.dice, []string{"09:00", "09:30", "10:00", "10:30"})
}
