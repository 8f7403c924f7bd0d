package trf

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// dropNobodies takes out entries that are no persons ("bye"). Who is paired with one has
// a bye.
func (r *reader) dropNobodies() {
	if !slices.ContainsFunc(r.section.Players, func(p report.Player) bool { return p.IsNobody() }) {
		return
	}
	none := map[int16]bool{}
	kept, players := r.section.Players[:0], r.players[:0]
	for i := range r.section.Players {
		p := &r.section.Players[i]
		if !p.IsNobody() {
			kept, players = append(kept, *p), append(players, r.players[i])
			continue
		}
		none[int16(p.StartNumber)] = true
		r.Add(finding.New("nobody", finding.Info, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name)))
	}
	r.nobodies, r.section.Players, r.players = len(none), kept, players
	for i := range r.cells {
		if c := &r.cells[i]; none[c.opponent] {
			*c = cell{colour: '-', result: byeAgainst[c.result]}
		}
	}
}

// byeAgainst maps the result against nobody to the code of the bye.
var byeAgainst = map[byte]byte{'1': 'U', '+': 'U', 'W': 'U', 'U': 'U', '=': 'H', 'D': 'H', 'H': 'H', 'F': 'F', '0': 'Z', '-': 'Z', 'L': 'Z', 'Z': 'Z', 0: 'Z'}

// finishCells makes games and byes from the players' rounds. A game is in two
// lines, which must agree; it is taken once.
func (r *reader) finishCells() {
	r.section.Games = make([]report.Game, 0, min(len(r.cells)/2+1, report.MaxGames))
	if r.done() {
		return
	}
	for entry, p := range r.players {
		start := int16(r.section.Players[entry].StartNumber)
		for i, c := range r.cells[p.first : p.first+p.rounds] {
			opponent := r.index.Of(int(c.opponent))
			if opponent >= 0 && opponent != entry && r.cellOf(opponent, i) == c.mirrored(start) {
				if opponent < entry {
					continue
				}
				r.game(entry, i, c, c.mirrored(start))
			} else {
				r.uneven(entry, opponent, i, c)
			}
			if r.done() {
				return
			}
		}
	}
	for _, c := range r.contested {
		if c.result != 0 {
			r.game(c.entry, c.round, c.cell, cell{})
			continue
		}
		at, player := r.place(c.entry, c.round), r.section.Players[c.entry].StartNumber
		r.section.Disputed = append(r.section.Disputed, report.Game{Round: c.round + 1, White: player, At: at})
	}
}

// contested is a round of a player of which the opponent's line says otherwise.
type contested struct {
	entry, round int
	cell
}

// uneven reads a round of a player to which the opponent's line has not simply the other
// side.
func (r *reader) uneven(entry, opponent, round int, c cell) {
	switch {
	case c == unreadable:
		return
	case c.opponent == 0:
		r.withoutOpponent(entry, round, c)
		return
	case opponent < 0, opponent == entry: // report.Check reports it
		r.game(entry, round, c, cell{})
		return
	}
	other := r.cellOf(opponent, round)
	switch {
	case other == unreadable:
	case int(other.opponent) != r.section.Players[entry].StartNumber || !agree(c, other):
		r.contested = append(r.contested, contested{entry, round, c})
		if other == (cell{}) { // blank: nothing is read of it
			r.contested = append(r.contested, contested{opponent, round, other})
		}
	case entry < opponent:
		r.game(entry, round, c, other)
	}
}

// cellOf returns a player's round, an empty one if the line is shorter.
func (r *reader) cellOf(entry, round int) cell {
	if p := &r.players[entry]; round < p.rounds {
		return r.cells[p.first+round]
	}
	return cell{}
}

// opposite maps result and colour to those that the opponent's line must have.
var opposite = [256]byte{
	'1': '0', '=': '=', '0': '1', 'W': 'L', 'D': 'D', 'L': 'W', '+': '-',
	'w': 'b', 'b': 'w',
}

// agree reports whether two lines agree about a game. Both may state a loss by
// forfeit; a forfeit needs no colours.
func agree(a, b cell) bool {
	if opposite[a.result] != b.result && !(a.result == '-' && (b.result == '-' || b.result == '+')) {
		return false
	}
	return a.coloured() == b.coloured() && (!a.coloured() || opposite[a.colour] == b.colour)
}

// mirrored returns what the opponent's line has of a game of a player: the other colour
// and result.
func (c cell) mirrored(player int16) cell {
	return cell{player, opposite[c.colour], opposite[c.result]}
}

// coloured reports whether the colours are stated.
func (c cell) coloured() bool { return c.colour == 'w' || c.colour == 'b' }

// place returns the place of a player's round.
func (r *reader) place(entry, round int) finding.At {
	return finding.At{Line: int32(r.players[entry].line), Column: int32(firstRound + round*roundWidth)}
}

// outcome is the meaning of a result code for a player with White.
type outcome struct {
	result  report.Result
	unrated bool
	game    bool // it has an opponent
}

var outcomes = [256]outcome{
	'1': {report.WhiteWon, false, true}, '=': {report.Drawn, false, true}, '0': {report.BlackWon, false, true},
	'W': {report.WhiteWon, true, true}, 'D': {report.Drawn, true, true}, 'L': {report.BlackWon, true, true},
	'+': {report.WhiteByForfeit, false, true}, '-': {report.BlackByForfeit, false, true},
}

// game adds a game from the line of the player listed first.
func (r *reader) game(entry, round int, c, other cell) {
	o := outcomes[c.result]
	if c.result == '-' && other.result == '-' {
		o.result = report.DoubleForfeit
	}
	at := r.place(entry, round)
	white, black := r.section.Players[entry].StartNumber, int(c.opponent)
	if c.colour == 'b' {
		white, black, o.result = black, white, o.result.Turned()
	}
	if !o.game {
		id := "bye-with-opponent"
		if c.result == 0 {
			id = "result-missing"
		}
		r.Add(finding.Refusal(id, at, finding.Int("player", white), finding.Int("opponent", black), finding.Int("round", round+1)))
		return
	}
	if !c.coloured() && o.result.Played() {
		r.Add(finding.New("colour-missing", finding.Warning, at, finding.Int("player", white), finding.Int("round", round+1)))
	}
	if r.take(report.Games, 1, at) {
		n := len(r.section.Games)
		r.section.Games = slices.Grow(r.section.Games, 1)[:n+1]
		g := &r.section.Games[n]
		g.Round, g.Date, g.White, g.Black, g.At = round+1, r.roundDate(round), white, black, at
		g.Result, g.Unrated, g.NoColour = o.result, o.unrated, !c.coloured()
	}
}

// roundDate returns the date of a round, zero if the file has none.
func (r *reader) roundDate(round int) civil.Date {
	if round < len(r.report.RoundDates) {
		return r.report.RoundDates[round]
	}
	return 0
}

var byeKinds = map[byte]report.ByeKind{
	'H': report.HalfBye, 'F': report.FullBye, 'U': report.PairingBye, 'Z': report.ZeroBye,
	'+': report.DefaultWin, '-': report.DefaultLoss,
}

// oldByes are the codes of byes before there were letters for them.
var oldByes = map[byte]report.ByeKind{'=': report.HalfBye, '1': report.FullBye, '0': report.ZeroBye}

// withoutOpponent adds a round without an opponent.
func (r *reader) withoutOpponent(entry, round int, c cell) {
	if c.result == 0 {
		return
	}
	number := r.section.Players[entry].StartNumber
	kind, ok := byeKinds[c.result]
	if old, known := oldByes[c.result]; known && !c.coloured() {
		kind, ok = old, true
		r.Add(finding.New("bye-form", finding.Info, r.place(entry, round), finding.Int("player", number), finding.Int("round", round+1),
			finding.Text("result", string(c.result))))
	}
	if !ok {
		r.Add(finding.Refusal("result-without-opponent", r.place(entry, round), finding.Int("player", number),
			finding.Int("round", round+1), finding.Text("result", string(c.result))))
		return
	}
	if rounds := r.section.Rounds; (kind == report.ZeroBye || kind == report.DefaultLoss) && rounds > 0 && round >= rounds { // it loses nothing
		r.Add(finding.New("round-superfluous", finding.Warning, r.place(entry, round), finding.Int("player", number), finding.Int("round", round+1), finding.Int("rounds", rounds)))
		return
	}
	if b := (report.Bye{Round: round + 1, Player: number, Kind: kind, At: r.place(entry, round)}); r.take(report.Games, 1, b.At) {
		r.section.Byes = append(r.section.Byes, b)
	}
}
