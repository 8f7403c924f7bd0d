package oracle

import (
	"fmt"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// report returns the report of an event, received the given number of months
// after the start of the season.
func (g *generator) report(number, months int) *report.Report {
	first := civil.Of(g.year, time.Month(g.month), 1).FirstOfMonth(months)
	start, end, received := g.days(first)
	r := &report.Report{
		File: fmt.Sprintf("r%02d.json", number), Name: fmt.Sprintf("%c Open %d", 'A'+rune(g.IntN(26)), number),
		Organizer: "Club", Venue: "Hall", City: "City", Time: "10:00", Responsible: "Arbiter", SubmittedBy: "Arbiter",
		Start: start, End: end, Received: received,
		FIDEEvent: g.chance(25), ExchangeFile: g.chance(50), Team: g.chance(15), Braille: g.chance(10), System: pick(g, report.Swiss, report.Swiss, report.Swiss, report.RoundRobin, report.OtherSystem),
	}
	switch n := g.IntN(25); {
	case n == 0 && !g.strict:
		r.Start = 0
	case n == 1 && !g.strict:
		r.End = 0
	case n == 2:
		r.Received = 0
	}
	r.Type, r.TimeControl = g.kind(), g.controls(60)
	if g.chance(20) {
		r.Dispensation = "small club"
	}
	if g.chance(15) {
		r.AgeYear = r.FirstDay().Year() + max(0, g.IntN(3)-1) // Reading C30
	}
	if g.chance(4) {
		r.Scoring = &report.Scoring{Win: 6, Draw: 2, Loss: 0, PairingBye: pick[rating.Score](g, 2, 6), ZeroBye: rating.Score(g.IntN(2)), ForfeitLoss: 0}
	}
	sections := pick(g, 1, 1, 1, 2, 3)
	names := pick(g, []string{"A", "B", "C"}, []string{"", "Z", "M"})
	for i := range sections {
		r.Sections = append(r.Sections, g.section(r, names[i]))
	}
	return r
}

// days returns the days of an event in the period of a month.
func (g *generator) days(first civil.Date) (start, end, received civil.Date) {
	if g.fide() {
		return g.fideDays(first)
	}
	received = first + civil.Date(pick(g, 0, 19, 19, 20, 20, 27, g.IntN(28), g.IntN(28)))
	end = received - civil.Date(pick(g, 0, 0, 1, 2, 5, 10, 20, 85+g.IntN(12)))
	start = end - civil.Date(pick(g, 0, 0, 1, 3, 8, 30))
	if g.chance(4) {
		received = end - civil.Date(g.IntN(3)) // only a finding
	}
	return start, end, received
}

func (g *generator) kind() rating.Kind {
	return pick(g, 0, 0, rating.Standard, rating.Standard, rating.Rapid, rating.Rapid, rating.Blitz)
}

// controls returns time controls on both sides of each limit.
func (g *generator) controls(percent int) []report.TimeControl {
	if !g.chance(percent) {
		return nil
	}
	codes := []report.TimeControl{
		"5400+30", "40/6000+30:900+30", "599", "600", "601", "540+1", "539+1", "180+2", "1799", "1800", "1800", "1200+10", "1199+10",
		"2699", "2700", "900+30", "899+30", "1500+20", "3599", "3600", "1800+30", "1799+30", "60/3540:600", "30/1200+15:600+30",
		"59/3000+5:305", "40/1000+30:40/600+30:900", "W3600-B3599", "W1800+30-B40/3000:600", "20/600:20/600:1500+5", "3000", "2400+5",
	}
	if g.fide() {
		codes = append(codes, "7200", "7199", "7140+1", "5400", "5399", "5340+1", "5400+30", "180", "120+1", "W121+1-B121+1", "179")
	}
	n := pick(g, 1, 1, 1, 2, 3)
	var some []report.TimeControl
	for range n {
		some = append(some, codes[g.IntN(len(codes))])
	}
	return some
}

func (g *generator) section(r *report.Report, name string) report.Section {
	s := report.Section{Name: name}
	if g.chance(10) {
		s.Type = g.kind()
	}
	s.TimeControl = g.controls(15)
	if g.regulation == "chessa-2015" || g.chance(5) {
		s.Group = pick(g, report.Open, report.Open, report.Open, report.Under8, report.Under10, report.Under8And10, report.Beginner)
		if g.chance(10) {
			s.UnratedFloor = rating.Rating(100 + g.IntN(1000))
		}
	}
	g.entries(&s)
	rounds := 1 + g.IntN(7)
	switch {
	case g.regulation == "chessa-2015":
		rounds = pick(g, 3, 4, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9)
	case g.strict && len(s.Players) == 2:
		rounds = min(rounds, 2) // so that no match is decided before its end
	case g.fide() && g.chance(6):
		rounds = pick(g, 17, 18, 35, 36, 39, 70, 71)
	}
	if r.System == report.RoundRobin {
		g.roundRobin(r, &s)
	} else {
		g.swiss(r, &s, rounds)
	}
	switch {
	case g.chance(10):
		s.Rounds = 0
		if s.PlannedRounds() == 0 {
			s.Rounds = rounds
		}
	case g.chance(11):
		s.Rounds += 1 + g.IntN(3)
	}
	return s
}

// entries chooses the players, mostly of one kind.
func (g *generator) entries(s *report.Section) {
	weight := make([]int, len(g.players))
	flavour := g.IntN(6)
	order := g.Perm(len(g.players))
	for i := range g.players {
		p := &g.players[i]
		weight[i] = g.IntN(100)
		rated := p.Standing.Rated() || p.Player.Fide != [rating.Kinds]rating.Rating{}
		young := p.Player.Birth.Year() >= g.year-12
		switch {
		case flavour == 0 && !rated, flavour == 1 && rated, flavour == 2 && young, flavour == 3 && p.Standing[0].Rating > 1500:
			weight[i] += 80
		}
	}
	for i := range order { // heaviest first
		for k := i; k > 0 && weight[order[k]] > weight[order[k-1]]; k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	n := pick(g, 2, 4, 5, 6, 6, 7, 8, 10, 12, 16)
	if g.regulation == "chessa-2015" {
		n = pick(g, 5, 6, 6, 6, 7, 9, 10, 10, 12, 14)
	}
	order = order[:min(n, len(order))]
	g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	start := 0
	for _, i := range order {
		start += 1 + g.few()
		p := &g.players[i].Player
		entry := report.Player{StartNumber: start, ID: p.ID, Name: p.Name, Birth: p.Birth}
		if g.chance(30) {
			entry.Birth = 0
		}
		if g.chance(30) {
			entry.Rating = g.rating() // the organiser's rating does not matter
		}
		s.Players = append(s.Players, entry)
	}
	if g.chance(15) {
		id := fmt.Sprintf("N%d", g.IntN(5))
		if _, known := g.births[id]; !known {
			g.births[id] = g.birth()
		}
		start++
		s.Players = append(s.Players, report.Player{StartNumber: start, ID: id, Name: "New " + id, Birth: g.births[id]})
	}
	if g.chance(20) {
		g.Shuffle(len(s.Players), func(i, j int) { s.Players[i], s.Players[j] = s.Players[j], s.Players[i] })
	}
}

// swiss pairs at random, with absent players. At least two play.
func (g *generator) swiss(r *report.Report, s *report.Section, rounds int) {
	s.Rounds = rounds
	absence := make([]int, len(s.Players))
	for i := range absence {
		absence[i] = pick(g, 3, 3, 3, 15, 60)
	}
	strength := g.strengths(len(s.Players))
	for round := 1; round <= rounds; round++ {
		var present []int
		for _, i := range g.Perm(len(s.Players)) {
			switch {
			case !g.chance(absence[i]):
				present = append(present, i)
			case g.chance(75):
				kind := pick(g, report.ZeroBye, report.HalfBye, report.FullBye, report.PairingBye, report.DefaultWin, report.DefaultLoss)
				s.Byes = append(s.Byes, report.Bye{Round: round, Player: s.Players[i].StartNumber, Kind: kind})
			}
		}
		if len(present)%2 == 1 && g.chance(90) {
			s.Byes = append(s.Byes, report.Bye{Round: round, Player: s.Players[present[len(present)-1]].StartNumber, Kind: report.PairingBye})
		}
		for k := 0; k+1 < len(present); k += 2 {
			g.game(r, s, round, rounds, present[k], present[k+1], strength)
		}
	}
	if len(s.Games) == 0 {
		s.Byes = nil
		s.Games = []report.Game{{Round: 1, White: s.Players[0].StartNumber, Black: s.Players[1].StartNumber, Result: report.Drawn}}
	}
	g.Shuffle(len(s.Games), func(i, j int) { s.Games[i], s.Games[j] = s.Games[j], s.Games[i] })
}

// roundRobin pairs by the circle method; with an odd number there is a bye.
func (g *generator) roundRobin(r *report.Report, s *report.Section) {
	n := len(s.Players)
	even := n + n%2
	s.Rounds = even - 1
	strength := g.strengths(n)
	for round := range even - 1 {
		for k := range even / 2 {
			white, black := (round+k)%(even-1), (round-k+even-1)%(even-1)
			if k == 0 {
				black = even - 1
			}
			switch {
			case white < n && black < n:
				g.game(r, s, round+1, even-1, white, black, strength)
			case g.chance(50):
				s.Byes = append(s.Byes, report.Bye{Round: round + 1, Player: s.Players[min(white, black)].StartNumber, Kind: report.PairingBye})
			}
		}
	}
}

// strengths lets some players win all games, and some lose all.
func (g *generator) strengths(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = pick(g, -100, 0, 0, 0, 0, 0, 0, 100)
	}
	return all
}

func (g *generator) game(r *report.Report, s *report.Section, round, rounds, white, black int, strength []int) {
	game := report.Game{Round: round, White: s.Players[white].StartNumber, Black: s.Players[black].StartNumber, Unrated: g.chance(3)}
	switch x := g.IntN(100) + strength[white] - strength[black]; {
	case g.chance(6):
		game.Result = pick(g, report.WhiteByForfeit, report.BlackByForfeit, report.DoubleForfeit)
	case x < 38:
		game.Result = report.BlackWon
	case x < 62:
		game.Result = report.Drawn
	default:
		game.Result = report.WhiteWon
	}
	days := int(r.LastDay()-r.FirstDay()) + 1
	if g.strict {
		game.Date = r.FirstDay() + civil.Date(round-1) // so that no day has too many rounds
		s.Games = append(s.Games, game)
		return
	}
	switch g.IntN(10) {
	case 0, 1, 2:
	case 3, 4:
		game.Date = r.FirstDay() + civil.Date(g.IntN(days))
	default:
		game.Date = r.FirstDay() + civil.Date((round-1)*days/rounds)
	}
	if g.chance(1) && game.Date != 0 {
		game.Date += civil.Date(g.IntN(9) - 4) // outside the event: only a finding
	}
	s.Games = append(s.Games, game)
}
