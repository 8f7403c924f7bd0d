package oracle

import (
	"fmt"
	"sort"
	"time"

	"github.com/arpadchess/arpad/civil"
)

// group is the reports of one period.
type group struct {
	from, to civil.Date
	events   []*event
}

// grouped groups events into periods, the earliest first; days returns the
// period of an event.
func grouped(events []*event, days func(*event) (from, to civil.Date)) []*group {
	byDays := map[[2]civil.Date]*group{}
	for _, e := range events {
		from, to := days(e)
		key := [2]civil.Date{from, to}
		if byDays[key] == nil {
			byDays[key] = &group{from: from, to: to}
		}
		byDays[key].events = append(byDays[key].events, e)
	}
	var groups []*group
	for _, g := range byDays {
		groups = append(groups, g)
	}
	sort.Slice(groups, func(i, j int) bool { return groups[i].from < groups[j].from })
	return groups
}

// month returns the first and the last day of the month a number of months
// after that of a day.
func month(of civil.Date, after int) (first, last civil.Date) {
	year, m, _ := of.Split()
	index := year*12 + int(m) - 1 + after
	first = civil.Of(index/12, time.Month(index%12+1), 1)
	index++
	return first, civil.Of(index/12, time.Month(index%12+1), 1) - 1
}

// label returns the list label for a day: year and month.
func label(day civil.Date) string {
	year, m, _ := day.Split()
	return fmt.Sprintf("%d-%02d", year, int(m))
}

// birthday is a known day of birth.
type birthday struct{ year, month, day int }

// born returns the day of birth, of a year its last day. A birth that is
// impossible for somebody who plays on a day is unknown (Reading G8).
func (b *bureau) born(who *player, playing civil.Date) (birthday, bool) {
	if who.Birth == 0 {
		return birthday{}, false
	}
	text := who.Birth.String()
	born := birthday{atoi(text[:4]), 12, 31}
	if len(text) == 4 {
		b.fire("G8 year of birth alone")
	} else {
		born.month, born.day = atoi(text[5:7]), atoi(text[8:])
	}
	age := born.age(playing)
	if age < 4 || age > 110 {
		b.fire("G8 implausible birth")
		return birthday{}, false
	}
	return born, true
}

// age returns the completed years.
func (d birthday) age(on civil.Date) int {
	year, m, day := on.Split()
	age := year - d.year
	if int(m) < d.month || int(m) == d.month && day < d.day {
		age--
	}
	return age
}
