package chessresults

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// several is where a name leads that several players have.
const several = -1

// resolver returns the start number by which a place on a page names a player; else it says what is wrong.
type resolver func(number, table.Spot) (int, bool)

// assemble puts the pages together: the players, then their games.
func (r *reader) assemble() {
	s := r.section()
	if len(r.players) == 0 {
		r.fromPairings()
	}
	starts, ranks, names := map[int]int{}, map[int]int{}, map[string]int{} // positions, start numbers, start numbers
	note := func(name string, start int) {
		name = report.FoldName(name)
		if other, known := names[name]; known && other != start {
			start = several
		}
		names[name] = start
	}
	numbered := slices.ContainsFunc(r.players, func(e entry) bool { return e.start != 0 })
	slices.SortStableFunc(r.players, func(a, b entry) int { return cmp.Compare(min(b.start, 1), min(a.start, 1)) }) // who has a start number first
	for i := range r.players {
		e := &r.players[i]
		switch {
		case e.start == 0 && !numbered:
			e.start = e.rank
		case e.start == 0:
			e.start = names[report.FoldName(e.name)]
		}
		if e.start <= 0 {
			r.Add(e.Refusal("table-name-unknown", e.Line, e.Column, finding.Text("name", e.name)))
			continue
		}
		if e.rank != 0 {
			ranks[e.rank] = e.start
		}
		note(e.name, e.start)
		e.StartNumber = e.start
		at, known := starts[e.start]
		if !known {
			starts[e.start] = len(s.Players)
			s.Players = append(s.Players, e.Player)
			if len(r.listed) > 0 && !r.listed[e.start] {
				r.Add(e.New("table-player-unknown", finding.Warning, e.Line, e.Column, finding.Int("player", e.start)))
			}
			continue
		}
		if p := &s.Players[at]; report.FoldName(p.Name) != report.FoldName(e.name) {
			r.Add(e.Refusal("pages-differ", e.Line, e.Column, finding.Int("player", e.start), finding.Text("stated", p.Name+" / "+e.name)))
		} else {
			complete(p, &e.Player)
		}
	}
	resolve := func(n number, at table.Spot) (int, bool) {
		start, named := n.start, names[report.FoldName(n.name)]
		switch {
		case start == 0 && n.rank != 0:
			start = ranks[n.rank]
		case start == 0:
			start = named
		case named > 0 && named != start: // the number is somebody else's
			r.Add(at.Refusal("pages-differ", at.Line, at.Column, finding.Int("player", start), finding.Text("stated", fmt.Sprintf("%s (%d)", n.name, named))))
			return 0, false
		}
		_, known := starts[start]
		switch {
		case known:
		case n.name != "":
			r.Add(at.Refusal("table-name-unknown", at.Line, at.Column, finding.Text("name", n.name)))
		default:
			r.Add(at.Refusal("table-player-unknown", at.Line, at.Column, finding.Int("player", cmp.Or(n.start, n.rank))))
		}
		return start, known
	}
	r.meet(resolve)
	r.pointsOfFirstTieBreak()
	r.finish()
	slices.SortFunc(s.Players, func(a, b report.Player) int { return cmp.Compare(a.StartNumber, b.StartNumber) })
}

// pointsOfFirstTieBreak takes the first tie-break of a crosstable without points for the points, as the
// site shows them there: unless it is less than somebody has won, or more than anybody can have.
func (r *reader) pointsOfFirstTieBreak() {
	s := r.section()
	most := rating.Score(s.PlannedRounds()) * report.UsualScoring.Win
	won := map[int]rating.Score{}
	for i := range s.Games {
		g := &s.Games[i]
		worth := report.UsualScoring.Games()[g.Result]
		won[g.White], won[g.Black] = won[g.White]+worth[0], won[g.Black]+worth[1]
	}
	points := map[int]rating.Score{}
	for i := range s.Players {
		p := &s.Players[i]
		first, ok := table.ReadPoints(r.tieBreaks[p.StartNumber])
		if !ok || p.Points != nil || first < won[p.StartNumber] || first > most {
			return
		}
		points[p.StartNumber] = first
	}
	for i := range s.Players {
		s.Players[i].Points = new(points[s.Players[i].StartNumber])
	}
}

// fromPairings takes the players from pairings that come without a list of them.
func (r *reader) fromPairings() {
	seen, numbers := map[int]string{}, map[string]int{}
	for i := range r.games {
		for _, n := range []number{r.games[i].white, r.games[i].black} {
			if n.nobody || n.start == 0 || seen[n.start] == n.name {
				continue
			}
			if !r.Take(report.Players, r.games[i].At()) {
				return
			}
			if other, twice := numbers[report.FoldName(n.name)]; twice && other != n.start {
				r.Add(r.games[i].Refusal("pages-differ", r.games[i].Line, r.games[i].Column, finding.Int("player", n.start), finding.Text("stated", fmt.Sprintf("%s (%d)", n.name, other))))
			}
			seen[n.start], numbers[report.FoldName(n.name)] = n.name, n.start
			r.players = append(r.players, entry{n, report.Player{Name: n.name, At: r.games[i].At()}, r.games[i].Spot})
		}
	}
}

// complete fills in what another page says of a player.
func complete(p, other *report.Player) {
	fill := func(to *string, text string) { *to = cmp.Or(*to, text) }
	fill(&p.ID, other.ID)
	fill(&p.NameLocal, other.NameLocal)
	fill(&p.Sex, other.Sex)
	fill(&p.Title, other.Title)
	fill(&p.Federation, other.Federation)
	fill(&p.Club, other.Club)
	fill(&p.FideID, other.FideID)
	p.Birth, p.Rating, p.Rank = cmp.Or(p.Birth, other.Birth), cmp.Or(p.Rating, other.Rating), cmp.Or(p.Rank, other.Rank)
	if p.Points == nil {
		p.Points = other.Points
	}
}

// meeting is a round of a player.
type meeting struct{ round, player int }

// held is what pages say of a round of a player.
type held struct {
	opponent int // 0: none
	colour   byte
	result   string // "1", "½", "0", "+", "-", "": none yet
	kind     report.ByeKind
	table.Spot
}

// told is a side of a game of which another side, or another page, says otherwise.
type told struct {
	meeting
	held
}

// meet makes games of the sides and pairings. Where several pages tell of a game differently, both
// are kept.
func (r *reader) meet(resolve resolver) {
	all, apart := make(map[meeting]held, len(r.sides)+2*len(r.games)), []told{}
	inRound := func(h half) bool { return h.round > 0 } // a table without rounds adds nothing to one with them
	if len(r.games) > 0 || slices.ContainsFunc(r.sides, inRound) {
		r.sides = slices.DeleteFunc(r.sides, func(h half) bool { return !inRound(h) })
	}
	s, last := r.section(), 0
	s.NoRounds = len(r.sides) > 0 && r.sides[0].round == 0
	for i := range s.Players {
		last = max(last, s.Players[i].StartNumber)
	}
	add := func(round, player int, h held) {
		at := meeting{round, player}
		before, known := all[at]
		switch {
		case !known, before.result == "" && before.opponent == h.opponent:
			all[at] = h
		case h.result == "" && before.opponent == h.opponent:
		case before.opponent != h.opponent, before.result != h.result, before.opponent != 0 && before.colour != h.colour && before.colour != 0 && h.colour != 0:
			apart = append(apart, told{at, h})
		case before.opponent == 0 && before.kind == report.PairingBye && h.Text != "":
			all[at] = h // which may say more of the bye
		}
	}
	for i := range r.sides {
		h := &r.sides[i]
		player, known := resolve(h.of, h.Spot)
		if !known {
			continue
		}
		result := plain(h.result, h.forfeit)
		if h.bye != "" {
			add(h.round, player, held{0, 0, result, byeOf(h.bye, result), h.Spot})
			continue
		}
		opponent, known := resolve(h.opponent, h.Spot)
		if !known {
			continue
		}
		if s.NoRounds { // so that each player's games stand by their opponents (Reading G16)
			h.round = player + opponent - 2 + h.again*(2*last-3)
		}
		add(h.round, player, held{opponent, h.colour, result, 0, h.Spot})
	}
	for i := range r.games {
		r.paired(&r.games[i], resolve, add)
	}
	r.pair(all, apart)
}

// plain returns a side's result as one sign.
func plain(result string, forfeit bool) string {
	switch result {
	case "=", "1/2", "0.5", "0,5":
		result = "½"
	}
	if forfeit {
		return map[string]string{"1": "+", "0": "-"}[result]
	}
	return result
}

// byeOf returns the kind of a round without an opponent, by the word for it and what it
// is worth. A crosstable has no words: a full point is a bye of the pairing.
func byeOf(word, result string) report.ByeKind {
	byPairing, known := report.Nobody(word)
	switch {
	case result == "½":
		return report.HalfBye
	case result == "+":
		return report.DefaultWin
	case result == "-":
		return report.DefaultLoss
	case result != "1":
		return report.ZeroBye
	case known && !byPairing:
		return report.FullBye
	}
	return report.PairingBye
}

// sides are the results of White and Black.
var sides = map[report.Result][2]string{
	report.WhiteWon: {"1", "0"}, report.Drawn: {"½", "½"}, report.BlackWon: {"0", "1"},
	report.WhiteByForfeit: {"+", "-"}, report.BlackByForfeit: {"-", "+"}, report.DoubleForfeit: {"-", "-"},
}

// paired adds both sides of a pairing.
func (r *reader) paired(g *game, resolve resolver, add func(int, int, held)) {
	white, black, back := g.white, g.black, false
	if white.nobody {
		white, black, back = black, white, true
	}
	player, known := resolve(white, g.Spot)
	if !known {
		return
	}
	result, ok := table.ReadResult(g.text)
	if !ok && g.text != "" {
		r.Add(g.Impossible("result"))
		return
	}
	both := sides[result]
	if !ok {
		both = [2]string{}
	} else if back {
		both[0], both[1] = both[1], both[0]
	}
	if black.nobody {
		if !ok {
			both[0] = "0"
		}
		add(g.round, player, held{0, 0, both[0], byeOf(strings.ToLower(black.name), both[0]), g.Spot})
		return
	}
	opponent, known := resolve(black, g.Spot)
	if !known {
		return
	}
	add(g.round, player, held{opponent, 'w', both[0], 0, g.Spot})
	add(g.round, opponent, held{player, 'b', both[1], 0, g.Spot})
}

// outcomes are the results by both sides, White's first.
var outcomes = func() map[[2]string]report.Result {
	all := map[[2]string]report.Result{}
	for result, both := range sides {
		all[both] = result
	}
	return all
}()

// toCome returns the rounds that are paired and not played: no game has a result, and one of another
// round has.
func toCome(all map[meeting]held) (rounds []int) {
	open, played := map[int]bool{}, map[int]bool{}
	for at, h := range all {
		if h.opponent != 0 && h.result == "" {
			open[at.round] = true
		} else if h.opponent != 0 {
			played[at.round] = true
		}
	}
	for round := range open {
		if len(played) > 0 && !played[round] {
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// pair makes a game of two sides, and keeps apart what others say of it.
func (r *reader) pair(all map[meeting]held, apart []told) {
	s := r.section()
	pending := toCome(all)
	maps.DeleteFunc(all, func(at meeting, _ held) bool { return slices.Contains(pending, at.round) })
	for _, round := range pending { // so that the check says that it is unplayed
		s.Rounds = max(s.Rounds, round)
	}
	order := slices.SortedFunc(maps.Keys(all), func(a, b meeting) int { return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.player, b.player)) })
	for _, at := range order {
		h := all[at]
		if h.opponent == 0 {
			s.Byes = append(s.Byes, report.Bye{Round: at.round, Player: at.player, Kind: h.kind, At: h.At()})
			continue
		}
		other, known := all[meeting{at.round, h.opponent}]
		if known && other.opponent == at.player && h.opponent < at.player {
			continue // told with the other one
		}
		if known && other.opponent != at.player {
			apart = append(apart, told{at, h})
			continue
		}
		if known && h.colour == other.colour && h.colour != 0 {
			apart = append(apart, told{at, h}, told{meeting{at.round, h.opponent}, other})
			continue
		}
		if !known { // one side is enough for what is seen from both
			other = held{colour: map[byte]byte{'w': 'b', 'b': 'w'}[h.colour], result: map[string]string{"1": "0", "½": "½", "0": "1", "+": "-"}[h.result]}
		}
		g := report.Game{Round: at.round, White: at.player, Black: h.opponent, At: h.At()}
		mine, theirs := h.result, other.result
		if h.colour == 'b' || other.colour == 'w' {
			g.White, g.Black, mine, theirs = g.Black, g.White, theirs, mine
		}
		if mine == "" || theirs == "" {
			r.Add(h.Refusal("result-missing", h.Line, h.Column, finding.Int("player", g.White), finding.Int("opponent", g.Black), finding.Int("round", g.Round)))
			continue
		}
		result, ok := outcomes[[2]string{mine, theirs}]
		if !ok {
			if apart = append(apart, told{at, h}); known {
				apart = append(apart, told{meeting{at.round, h.opponent}, other})
			}
			continue
		}
		g.Result = result
		if h.colour == 0 && other.colour == 0 {
			if g.NoColour = !result.Played() || s.NoRounds; !g.NoColour {
				r.Add(h.Refusal("table-colour-missing", h.Line, h.Column, finding.Int("player", g.White), finding.Int("opponent", g.Black), finding.Int("round", g.Round)))
				continue
			}
		}
		s.Games = append(s.Games, g)
	}
	for _, h := range apart { // each as its own side has it
		g := report.Game{Round: h.round, White: h.player, At: h.At()}
		for result, both := range sides {
			white := h.colour != 'b'
			if mine := map[bool]string{true: both[0], false: both[1]}[white]; mine != h.result || result == report.DoubleForfeit {
				continue
			}
			if g.Black, g.Result = h.opponent, result; !white {
				g.White, g.Black = g.Black, g.White
			}
		}
		if g.Black == 0 {
			s.Disputed = append(s.Disputed, g)
			continue
		}
		if !slices.ContainsFunc(s.Games, func(o report.Game) bool { // seen from the other side
			return o.Round == g.Round && o.White == g.White && o.Black == g.Black && o.Result == g.Result
		}) {
			s.Games = append(s.Games, g)
		}
	}
	s.Settle()
}

// finish sets the days, and what follows from words.
func (r *reader) finish() {
	to := r.Report
	told := make([]report.Told, len(r.told))
	for i := range r.told {
		told[i] = r.told[i].Told
	}
	settled, found := report.SettleDays(to, told, r.dates)
	for _, f := range found {
		r.Add(f)
	}
	days := map[int]civil.Date{}
	for i, day := range settled {
		if day != 0 {
			days[r.told[i].round] = day
		}
	}
	s := r.section()
	for i := range s.Games {
		s.Games[i].Date = days[s.Games[i].Round]
	}
	for _, f := range to.ReadWords() {
		r.Add(f)
	}
}
