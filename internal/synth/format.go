package synth

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// format is a kind of event held by a country's clubs.
type format struct {
	series   word
	share    int // per thousand reports
	games    int // number of games relative to the other formats
	rounds   int
	days     int // number of days; zero: as many evenings as fit
	fewest   int // minimum number of players
	most     int
	kind     rating.Kind
	controls []report.TimeControl // one is chosen
	audience audience
	bands    []band // the sections by age; none: a single section, or two if there are many players
	system   report.System
	fide     bool
	meeting  bool
	finals   bool // its first two qualify
}

// audience is who comes to an event.
type audience uint8

const (
	ownClub audience = iota
	region
	youth
	masters
)

// band is a section for an age group: players who are at most Under in the year
// of the event.
type band struct {
	name  string
	under int
	group report.Group
	kind  rating.Kind // overrides the format's
}

var japaneseFormats = []format{
	{
		series: word{roman: "Meeting", local: "例会"}, share: 620, games: 20, rounds: 4, fewest: 6, most: 24,
		kind: rating.Standard, controls: []report.TimeControl{"3600+30", "5400+30", "2700+15", "1800+30"}, meeting: true,
	}, {
		series: word{roman: "Rapid Meeting", local: "ラピッド例会"}, share: 150, games: 20, rounds: 5, fewest: 6, most: 24,
		kind: rating.Rapid, controls: []report.TimeControl{"900+10", "1500", "600+5"}, meeting: true,
	}, {
		series: word{roman: "Rapid Open", local: "ラピッドオープン"}, share: 80, games: 75, rounds: 5, days: 1, fewest: 10, most: 120,
		kind: rating.Rapid, controls: []report.TimeControl{"900+10", "1500+10", "1200+5"}, audience: region,
	}, {
		series: word{roman: "Open", local: "オープン"}, share: 70, games: 90, rounds: 5, days: 2, fewest: 10, most: 200,
		kind: rating.Standard, controls: []report.TimeControl{"3600+30", "5400+30", "2700+20"}, audience: region,
	}, {
		series: word{roman: "Scholastic", local: "学生大会"}, share: 50, games: 80, rounds: 5, days: 1, fewest: 12, most: 150,
		kind: rating.Rapid, controls: []report.TimeControl{"900+5", "1200"}, audience: youth,
		bands: []band{{name: "Under 10", under: 10, group: report.Under10}, {name: "Under 14", under: 14}, {name: "Under 18", under: 18}},
	}, {
		series: word{roman: "Regional Qualifying", local: "地区予選"}, share: 8, games: 90, rounds: 6, days: 2, fewest: 12, most: 150,
		kind: rating.Standard, controls: []report.TimeControl{"5400+30"}, audience: region, finals: true,
	}, {
		series: word{roman: "International Open", local: "国際オープン"}, share: 14, games: 120, rounds: 7, days: 4, fewest: 14, most: 200,
		kind: rating.Standard, controls: []report.TimeControl{"5400+30"}, audience: masters, fide: true,
	}, {
		series: word{roman: "Championship", local: "選手権"}, share: 8, games: 45, rounds: 9, days: 5, fewest: 8, most: 10,
		kind: rating.Standard, controls: []report.TimeControl{"5400+30", "40/6000+30:900+30"}, audience: region, system: report.RoundRobin,
	},
}

var southAfricanFormats = []format{
	{
		series: word{roman: "Club League"}, share: 560, games: 28, rounds: 5, fewest: 12, most: 30,
		kind: rating.Standard, controls: []report.TimeControl{"3600+30", "3600+15", "4500"}, meeting: true,
	}, {
		series: word{roman: "Rapid Evening"}, share: 150, games: 28, rounds: 5, fewest: 12, most: 30,
		kind: rating.Rapid, controls: []report.TimeControl{"900+5", "1500"}, meeting: true,
	}, {
		series: word{roman: "Blitz"}, share: 40, games: 50, rounds: 9, days: 1, fewest: 18, most: 60,
		kind: rating.Blitz, controls: []report.TimeControl{"180+2", "300+0"}, audience: region,
	}, {
		series: word{roman: "Rapid Open"}, share: 70, games: 75, rounds: 6, days: 1, fewest: 12, most: 120,
		kind: rating.Rapid, controls: []report.TimeControl{"1200+5", "1500+10"}, audience: region,
	}, {
		series: word{roman: "Open"}, share: 80, games: 90, rounds: 6, days: 2, fewest: 12, most: 200,
		kind: rating.Standard, controls: []report.TimeControl{"5400", "3600+30"}, audience: region,
	}, {
		series: word{roman: "Schools Trials"}, share: 80, games: 100, rounds: 6, days: 1, fewest: 24, most: 200,
		kind: rating.Rapid, controls: []report.TimeControl{"1800", "1800+5"}, audience: youth,
		// Thirty minutes are Standard for young children, Rapid for others.
		bands: []band{
			{"Under 8", 8, report.Under8, rating.Standard}, {"Under 10", 10, report.Under10, rating.Standard},
			{name: "Under 14", under: 14}, {name: "Under 18", under: 18},
		},
	}, {
		series: word{roman: "International"}, share: 14, games: 120, rounds: 7, days: 4, fewest: 14, most: 200,
		kind: rating.Standard, controls: []report.TimeControl{"5400+30"}, audience: masters, fide: true,
	}, {
		series: word{roman: "Closed"}, share: 6, games: 66, rounds: 11, days: 6, fewest: 12, most: 12,
		kind: rating.Standard, controls: []report.TimeControl{"5400+30"}, audience: region, system: report.RoundRobin,
	},
}
