package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Games are a player's games that count in the current lists.
type Games struct {
	Player  *register.Player
	Against *register.Player // nil: all opponents
	Games   []Game           // oldest first

	entered map[seat]*rows.Entry // as both players of each game
}

// Game is a game as its player sees it.
type Game struct {
	Ref     string
	Event   string
	Section string
	Kind    rating.Kind
	List    string // label of the list that includes it
	Day     civil.Date
	Round   int
	Black   bool // the player had Black
	Score   rating.Score
	Rating  rating.Rating // with which the player entered; zero: unrated

	Opponent       string // ID
	OpponentName   string // empty: withheld
	OpponentLocal  string // in kanji; empty: unknown, or withheld
	OpponentRating rating.Rating
	Change         *rating.Points // of the player's rating by the game, before rounding; nil: it is not known, or none

	opponent uint32
	number   int // in the order of play of its report
	section  int
}

// Total is how a player's games of a kind with a colour ended.
type Total struct {
	Kind                rating.Kind
	Black               bool
	Wins, Draws, Losses int
}

// Games returns the number of games.
func (t *Total) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the points of the games.
func (t *Total) Score() rating.Score { return 2*rating.Score(t.Wins) + rating.Score(t.Draws) }

// Year is how a player's games of a year ended, with each colour.
type Year struct {
	Year         int
	White, Black Total
}

// Games returns the number of games.
func (y *Year) Games() int { return y.White.Games() + y.Black.Games() }

// Score returns the points of the games.
func (y *Year) Score() rating.Score { return y.White.Score() + y.Black.Score() }

// Years returns how the games of each year ended, the newest year first.
func (g *Games) Years() []Year {
	var all []Year
	for i := len(g.Games) - 1; i >= 0; i-- {
		game := &g.Games[i]
		year := game.Day.Year()
		if len(all) == 0 || all[len(all)-1].Year != year {
			all = append(all, Year{Year: year})
		}
		of := &all[len(all)-1]
		if game.Black {
			of.Black.Add(game.Score)
		} else {
			of.White.Add(game.Score)
		}
	}
	return all
}

// PlayerGames returns the counted games of a player: against another one, or all if
// against is empty.
func PlayerGames(r bureau.Reader, id, against string) (*Games, error) {
	g := &Games{}
	var err error
	if g.Player, err = register.Find(r, id); err != nil {
		return nil, err
	}
	if against != "" {
		if g.Against, err = register.Find(r, against); err != nil {
			return nil, err
		}
	}
	if err := g.read(r); err != nil || len(g.Games) == 0 {
		return g, err
	}
	if err := g.entries(r); err != nil || len(g.Games) == 0 {
		return g, err
	}
	if err := g.events(r); err != nil {
		return nil, err
	}
	if err := g.changes(r); err != nil {
		return nil, err
	}
	slices.SortFunc(g.Games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)), cmp.Compare(a.number, b.number))
	})
	return g, g.opponents(r)
}

// The orders of the rows of games.
const (
	gamesByWhite = 1
	gamesByBlack = 2
)

// read reads the rows of the games.
func (g *Games) read(r bureau.Reader) error {
	for _, order := range []int{gamesByWhite, gamesByBlack} {
		all, err := rows.Games.Select(r, bureau.Range{Order: order, Is: []any{int64(g.Player.Number)}})
		if err != nil {
			return err
		}
		for _, row := range all {
			game := Game{Ref: row.Ref, Day: row.Day, Round: row.Round, opponent: row.Black, Score: scores[row.Result], number: row.Number, section: row.Section}
			if order == gamesByBlack {
				game.Black, game.opponent, game.Score = true, row.White, rating.Win-game.Score
			}
			if row.Counts {
				g.Games = append(g.Games, game)
			}
		}
	}
	if g.Against != nil { // all games of the sections in which they met: the changes are those of a section
		met := map[seat]bool{}
		for i := range g.Games {
			if game := &g.Games[i]; game.opponent == g.Against.Number {
				met[seat{ref: game.Ref, section: game.section}] = true
			}
		}
		g.Games = slices.DeleteFunc(g.Games, func(game Game) bool { return !met[seat{ref: game.Ref, section: game.section}] })
	}
	return nil
}

// changes adds what each game changed, where these are together what the calculation of the section made.
func (g *Games) changes(r bureau.Reader) error {
	calculator, err := calculators(r)
	if err != nil {
		return err
	}
	together := map[seat][]*Game{}
	for i := range g.Games {
		if game := &g.Games[i]; game.Rating.Rated() && game.OpponentRating.Rated() {
			at := seat{game.Ref, game.section, g.Player.Number}
			together[at] = append(together[at], game)
		}
	}
	for at, games := range together {
		own, played := g.entered[at], []regulation.Played{}
		for _, game := range games {
			played = append(played, regulation.Played{Opponent: game.OpponentRating, Score: game.Score})
		}
		steps := calculator(games[0].List).Games(games[0].Kind, games[0].Rating, rating.K(own.K), played)
		rest := rating.Points(own.Change)
		for i := range steps {
			rest -= steps[i].Change
		}
		for i, game := range games {
			if rest == 0 && steps[i].What == regulation.Game {
				game.Change = &steps[i].Change
			}
		}
	}
	if g.Against != nil {
		g.Games = slices.DeleteFunc(g.Games, func(game Game) bool { return game.opponent != g.Against.Number })
	}
	return nil
}

// calculators returns what returns the formulas of the edition that a list was made under.
func calculators(r bureau.Reader) (func(label string) regulation.Calculator, error) {
	s, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	published, err := rows.Publications.Select(r, bureau.Range{})
	editions := map[string]regulation.Edition{}
	for _, p := range published {
		editions[p.Label] = rules.Latest()
		if n := slices.IndexFunc(rules.Editions, func(e regulation.Edition) bool { return e.About().ID == p.Edition }); n >= 0 {
			editions[p.Label] = rules.Editions[n]
		}
	}
	return func(label string) regulation.Calculator {
		return cmp.Or(editions[label], rules.Latest()).Calculator()
	}, err
}

// scores are White's scores by the results of played games.
var scores = map[string]rating.Score{"1-0": rating.Win, "1/2-1/2": rating.Draw, "0-1": rating.Loss}

// refs returns the references of the games' reports.
func (g *Games) refs() []any {
	var refs []any
	for i := range g.Games {
		refs = append(refs, g.Games[i].Ref)
	}
	slices.SortFunc(refs, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return slices.Compact(refs)
}

// seat is a player in a section of a report.
type seat struct {
	ref     string
	section int
	player  uint32
}

// entries adds the ratings with which both players entered, and leaves out games that are
// in no current list.
func (g *Games) entries(r bureau.Reader) error {
	players := map[seat][]any{} // by section
	for i := range g.Games {
		game := &g.Games[i]
		at := seat{ref: game.Ref, section: game.section}
		players[at] = append(players[at], int64(game.opponent))
	}
	g.entered = map[seat]*rows.Entry{}
	for at, opponents := range players {
		all, err := rows.Entries.Select(r, bureau.Range{Is: []any{at.ref, int64(at.section)}, Any: append(opponents, int64(g.Player.Number))})
		if err != nil {
			return err
		}
		for _, e := range all {
			g.entered[seat{e.Ref, e.Section, e.Player}] = e
		}
	}
	g.Games = slices.DeleteFunc(g.Games, func(game Game) bool {
		own := g.entered[seat{game.Ref, game.section, g.Player.Number}]
		return own == nil || !own.InList
	})
	for i := range g.Games {
		game := &g.Games[i]
		game.Rating = rating.Rating(g.entered[seat{game.Ref, game.section, g.Player.Number}].Rating)
		if other := g.entered[seat{game.Ref, game.section, game.opponent}]; other != nil {
			game.OpponentRating = rating.Rating(other.Rating)
		}
	}
	return nil
}

// events adds the events and the sections.
func (g *Games) events(r bureau.Reader) error {
	events, sections, err := sectionsOf(r, g.refs())
	if err != nil {
		return err
	}
	for i := range g.Games {
		game := &g.Games[i]
		event, section := events[game.Ref], sections[seat{ref: game.Ref, section: game.section}]
		if event == nil || section == nil {
			return NoRows()
		}
		game.Event, game.List, game.Section = event.Event, event.Period, section.Name
		if game.Kind, err = rating.ParseKind(section.Kind); err != nil {
			return err
		}
	}
	return nil
}

// sectionsOf returns reports, by reference, and their sections.
func sectionsOf(r bureau.Reader, refs []any) (map[string]*rows.Report, map[seat]*rows.Section, error) {
	events, sections := map[string]*rows.Report{}, map[seat]*rows.Section{}
	if len(refs) == 0 {
		return events, sections, nil
	}
	all, err := rows.Reports.Select(r, bureau.Range{Any: refs})
	if err != nil {
		return nil, nil, err
	}
	for _, event := range all {
		events[event.Ref] = event
	}
	within, err := rows.Sections.Select(r, bureau.Range{Any: refs})
	for _, s := range within {
		sections[seat{ref: s.Ref, section: s.Section}] = s
	}
	return events, sections, err
}

// opponents adds the opponents' IDs and names.
func (g *Games) opponents(r bureau.Reader) error {
	var numbers []uint32
	for i := range g.Games {
		numbers = append(numbers, g.Games[i].opponent)
	}
	slices.Sort(numbers)
	names, err := namesOf(r, slices.Compact(numbers))
	if err != nil {
		return err
	}
	for i := range g.Games {
		game := &g.Games[i]
		game.Opponent, game.OpponentName, game.OpponentLocal = names(game.opponent)
	}
	return nil
}

// Only leaves out the games of other kinds; zero leaves out none.
func (g *Games) Only(kind rating.Kind) {
	g.Games = slices.DeleteFunc(g.Games, func(game Game) bool { return kind != 0 && game.Kind != kind })
}

// Totals returns how the games ended, by kind and colour, White first.
func (g *Games) Totals() []Total {
	var all []Total
	for _, kind := range rating.AllKinds {
		for _, black := range []bool{false, true} {
			t := Total{Kind: kind, Black: black}
			for i := range g.Games {
				if game := &g.Games[i]; game.Kind == kind && game.Black == black {
					t.Add(game.Score)
				}
			}
			if t.Games() > 0 {
				all = append(all, t)
			}
		}
	}
	return all
}

// Add adds a game.
func (t *Total) Add(score rating.Score) {
	switch score {
	case rating.Win:
		t.Wins++
	case rating.Draw:
		t.Draws++
	default:
		t.Losses++
	}
}

// Best returns the games that the player won against rated opponents, those with the
// highest ratings first, and of equal ones the oldest.
func (g *Games) Best() []Game {
	won := slices.Clone(g.Games)
	won = slices.DeleteFunc(won, func(game Game) bool { return game.Score != rating.Win || !game.OpponentRating.Rated() })
	slices.SortStableFunc(won, func(a, b Game) int { return cmp.Compare(b.OpponentRating, a.OpponentRating) })
	return won
}
