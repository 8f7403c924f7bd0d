package synth

import (
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// career sets a person's past: the first year, the number of games behind the
// ratings, and the FIDE data.
func (g *register) career(p *Person) {
	n := g.below(1000)
	if n < 30 {
		g.unrated(p)
		p.Member = g.membership(p)
		return
	}
	years := max(0, min(g.front(30), p.age(g.on)-6))
	p.Joined = g.on - civil.Date(365*years+g.between(20, 380))
	p.Member = g.membership(p)
	g.fide(p)
	fide := p.Fide[rating.Standard-1].Rated()
	p.EnteredUnrated = !fide || !g.chance(300)
	if fide && n < 50 { // no national game yet
		p.EnteredUnrated = false
		return
	}
	g.rated(p, years)
}

// membership draws the end of a membership: active players renew it for one to
// three years; the others have let it lapse, or soon will.
func (g *register) membership(p *Person) civil.Range {
	year := g.on.Year() + 1
	if p.Zeal > 0 {
		year += min(2, g.below(5))
	} else {
		year -= g.below(4)
	}
	end := civil.Of(year, 1, 1).FirstOfMonth(g.yearEnds) - 1
	return civil.Range{From: p.Joined, To: max(end, p.Joined+364)}
}

// rated sets ratings near the true strength, the nearer the more games were
// played.
func (g *register) rated(p *Person, years int) {
	games := g.firstGames + years*(p.Zeal+g.below(12)) + g.below(2*p.Zeal+10)
	standard, rapid := games, 0
	switch n := g.below(100); {
	case n < 60:
		rapid = games * g.between(20, 50) / 100
		standard -= rapid
	case n < 68:
		standard, rapid = 0, games
	}
	g.list(p, rating.Standard, standard)
	g.list(p, rating.Rapid, rapid)
	if g.issues(rating.Blitz) && g.chance(250) {
		g.list(p, rating.Blitz, games/4)
	}
	if !p.Standing.Rated() {
		g.list(p, rating.Standard, games)
	}
}

// list sets a rating in one list, if there are enough games.
func (g *register) list(p *Person, kind rating.Kind, games int) {
	inherits := g.inherits && p.Standing.Rated() || !p.EnteredUnrated
	if games == 0 || games < g.firstGames && !inherits {
		return
	}
	lag := max(0, p.Growth/2) // the list lags behind improving players
	own := p.strengthOn(g.on, g.on, kind) - lag + g.normal(0, 25+400/(games+4))
	state := roster.State{Rating: max(rating.Rating(own), g.floor), Games: int32(games)}
	above := max(0, g.normal(20, 25))
	if p.Growth < 0 {
		above += -p.Growth * min(games/20, 20)
	}
	state.Peak = state.Rating + rating.Rating(above)
	if games <= g.firstGames {
		state.Peak = state.Rating
	}
	if g.k != nil && kind == rating.Standard {
		state.K = g.k(state.Peak)
	}
	*p.Standing.Of(kind) = state
}

// unrated sets the games of a person without a rating, too few for a first one.
func (g *register) unrated(p *Person) {
	p.Joined = g.on - civil.Date(g.between(20, 400))
	p.EnteredUnrated, p.Zeal = true, max(p.Zeal, 3)
	games := g.below(g.firstGames)
	if games == 0 {
		return
	}
	e := roster.PoolEvent{End: p.Joined + civil.Date(g.below(int(g.on-p.Joined)))}
	var points rating.Score
	for range games {
		game := roster.PoolGame{Opponent: rating.Rating(g.between(900, 1700))}
		if expected(int(p.Strength-game.Opponent)) > g.below(1000) {
			game.Score = rating.Win
		}
		points += game.Score
		e.Games = append(e.Games, game)
	}
	switch {
	case g.assigned.Rated():
		e.Floor = g.assigned
	case points == 0: // a first event without a point is disregarded
		e.Disregarded = true
	}
	p.Standing.Of(rating.Standard).Pool = (*roster.Pool)(nil).With(e)
}

// fide sets the FIDE data of stronger players. Real FIDE IDs are below 90
// million.
func (g *register) fide(p *Person) {
	share := 40
	switch {
	case p.Strength >= 2000:
		share = 850
	case p.Strength >= 1600:
		share = 200
	}
	if !g.chance(share) {
		return
	}
	g.serial++
	p.FideID = strconv.Itoa(90_000_000 + 10*g.serial + g.below(10))
	const floor = 1400
	for i, kind := range rating.AllKinds {
		r := p.strengthOn(g.on, g.on, kind) + g.normal(0, 40)
		if r >= floor && (kind == rating.Standard || g.chance(600)) {
			p.Fide[i] = rating.Rating(r)
		}
	}
	p.Title = title(p.Fide[rating.Standard-1], p.Sex == "w" && g.chance(700))
}

// title returns the title for a rating.
func title(r rating.Rating, women bool) string {
	if women {
		r += 200
	}
	for _, t := range []struct {
		from rating.Rating
		name string
	}{{2500, "GM"}, {2400, "IM"}, {2300, "FM"}, {2200, "CM"}} {
		if r >= t.from && women {
			return "W" + t.name
		}
		if r >= t.from {
			return t.name
		}
	}
	return ""
}
