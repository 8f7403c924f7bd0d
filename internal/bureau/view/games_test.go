package view_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// A player's games are those of the documents: every current list is made again, and its
// games are looked through one by one. Head to head, totals and best wins follow from
// them.
func TestGamesAreThoseOfTheLists(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{"ncs", "chessa", "nscl"} {
		t.Run(authority, func(t *testing.T) {
			d := bureautest.Sixteen(t, authority)
			refs := d.Live(1, 4, func(month int, r *report.Report) *report.Report {
				if month == 3 {
					r.ExchangeFile, r.Sections[0].Games[5].Unrated = true, true // which FIDE's file marks as not played
				}
				return r
			})
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
			d.On("2024-05-27T03:00:00Z")
			d.Submit(d.Event("Open 9", "2024-05-25")) // admitted, in no list
			d.Look(func(r bureau.Reader) error {
				all := gamesOfDocuments(t, r)
				changed, steps := 0, 0
				for n := range bureautest.People {
					shown, err := view.PlayerGames(r, d.ID(n), "")
					if err != nil {
						return err
					}
					sameGames(d, t, shown.Games, all[uint32(n)])
					for i := range shown.Games {
						if shown.Games[i].Change != nil {
							changed++
						}
						if all[uint32(n)][i].change != nil {
							steps++
						}
					}
					for other := range bureautest.People {
						if err := headToHead(d, t, r, all, n, other); err != nil {
							return err
						}
					}
					best := slices.Clone(all[uint32(n)])
					best = slices.DeleteFunc(best, func(g slowGame) bool { return g.score != rating.Win || g.opponentRating == 0 })
					slices.SortStableFunc(best, func(a, b slowGame) int { return cmp.Compare(b.opponentRating, a.opponentRating) })
					sameGames(d, t, shown.Best(), best)
				}
				most := map[string]int{"ncs": 9, "chessa": 9, "nscl": 5} // in ten; the NSCL adds to the games of a section
				if changed == 0 || 10*changed < most[authority]*steps {
					t.Errorf("of %d games that changed a rating only %d say by how much", steps, changed)
				}
				if len(all) < 10 {
					t.Errorf("only %d players have games", len(all))
				}
				return nil
			})
		})
	}
}

// headToHead compares the games of two players, and their totals.
func headToHead(d *bureautest.Bureau, t *testing.T, r bureau.Reader, all map[uint32][]slowGame, n, other int) error {
	shown, err := view.PlayerGames(r, d.ID(n), d.ID(other))
	if err != nil {
		return err
	}
	between := slices.DeleteFunc(slices.Clone(all[uint32(n)]), func(g slowGame) bool { return g.opponent != uint32(other) })
	sameGames(d, t, shown.Games, between)
	points := rating.Score(0)
	for _, g := range between {
		points += g.score
	}
	games, scored := 0, rating.Score(0)
	for _, total := range shown.Totals() {
		games += total.Games()
		scored += total.Score()
	}
	if games != len(between) || scored != points {
		t.Errorf("%s against %s: %d games and %v points in all, want %d and %v", d.ID(n), d.ID(other), games, scored, len(between), points)
	}
	return nil
}

// slowGame is a game as found in the records of a run.
type slowGame struct {
	ref, event, list       string
	round                  int
	black                  bool
	score                  rating.Score
	opponent               uint32
	rating, opponentRating rating.Rating
	change                 *rating.Points // by the calculation's step; nil: it has none
}

func sameGames(d *bureautest.Bureau, t *testing.T, got []view.Game, want []slowGame) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d games, want %d", len(got), len(want))
		return
	}
	for i, g := range got {
		is := fmt.Sprint(g.Ref, g.Event, g.List, g.Round, g.Black, g.Score, g.Opponent, g.Rating, g.OpponentRating)
		w := want[i]
		if should := fmt.Sprint(w.ref, w.event, w.list, w.round, w.black, w.score, d.ID(int(w.opponent)), w.rating, w.opponentRating); is != should {
			t.Errorf("game %d is %s, want %s", i, is, should)
		}
		if g.Change != nil && (w.change == nil || *g.Change != *w.change) {
			t.Errorf("game %d (%s) changed %v, the calculation says %v", i, is, g.Change, w.change)
		}
		if g.OpponentName != fmt.Sprintf("Player No%c", 'A'+int(w.opponent)) {
			t.Errorf("game %d is against %q", i, g.OpponentName)
		}
	}
}

// gamesOfDocuments returns the counted games of all players by number, oldest first.
func gamesOfDocuments(t testing.TB, r bureau.Reader) map[uint32][]slowGame {
	t.Helper()
	chain, err := lists.Standing(r)
	if err != nil {
		t.Fatal(err)
	}
	all := map[uint32][]slowGame{}
	for _, run := range chain[1:] {
		in, err := lists.InputOf(r, run)
		if err != nil {
			t.Fatal(err)
		}
		trace := regulation.TraceRows()
		m, err := run.Make(in, trace)
		if err != nil {
			t.Fatal(err)
		}
		entered := map[string]rating.Rating{}
		for _, row := range trace.Rows() {
			entered[fmt.Sprint(row.Section, row.Player)] = row.Rating
		}
		steps := &regulation.Trace{}
		if _, err := run.Make(in, steps); err != nil {
			t.Fatal(err)
		}
		changes := map[string]*rating.Points{}
		for _, s := range steps.Steps {
			if s.What == regulation.Game {
				changes[fmt.Sprint(s.Game-1, s.Player)] = &s.Change
			}
		}
		order := make([]int, len(m.Batch.Games))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.Batch.Games[a].Date, m.Batch.Games[b].Date) })
		for _, i := range order {
			g := &m.Batch.Games[i]
			s := &m.Batch.Sections[g.Section]
			if !g.Counts() || s.Refused {
				continue
			}
			event := &m.Batch.Events[s.Event]
			white := map[report.Result]rating.Score{report.WhiteWon: rating.Win, report.Drawn: rating.Draw}[g.Result]
			one := slowGame{ref: run.Records[event.Report].Ref, event: event.Name, list: run.Label, round: int(g.Round)}
			one.opponent, one.score = g.Black, white
			one.rating, one.opponentRating = entered[fmt.Sprint(g.Section, g.White)], entered[fmt.Sprint(g.Section, g.Black)]
			one.change = changes[fmt.Sprint(i, g.White)]
			all[g.White] = append(all[g.White], one)
			one.black, one.opponent, one.score = true, g.White, rating.Win-white
			one.rating, one.opponentRating = one.opponentRating, one.rating
			one.change = changes[fmt.Sprint(i, g.Black)]
			all[g.Black] = append(all[g.Black], one)
		}
	}
	return all
}

// TestCountsOfGamesAgree compares the two counts of games, played and counted, wherever they are
// shown: a history and the games of a player have those that were played, a list those that
// counted, and explanations both.
func TestCountsOfGamesAgree(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{"ncs", "chessa", "nscl"} {
		t.Run(authority, func(t *testing.T) {
			d := bureautest.Sixteen(t, authority)
			d.Live(1, 3, func(month int, r *report.Report) *report.Report {
				if month == 2 {
					r.Sections[0].Games[4].Result = report.WhiteByForfeit
				}
				return r
			})
			d.Look(func(r bureau.Reader) error {
				differ := 0
				for n := range bureautest.People {
					history, err := view.PlayerHistory(r, d.ID(n))
					d.Must(err)
					games, err := view.PlayerGames(r, d.ID(n), "")
					d.Must(err)
					played := map[string]int{} // by list
					for _, e := range history.Events {
						played[e.List] += e.Games
					}
					for _, g := range games.Games {
						played["all"]++
						played[g.List+" by games"]++
					}
					before := roster.Standing{}
					before[0].Games = 60
					for _, line := range history.Lists {
						if line.Cause == lists.CauseZero {
							continue
						}
						x, err := view.Explain(d.Bureau, r, d.ID(n), line.Label, 0)
						d.Must(err)
						listed, err := document.Explained(x, rating.Standard, false)
						d.Must(err)
						for _, l := range listed {
							s := l.Summary()
							if s.Played != played[line.Label] || s.Played != played[line.Label+" by games"] {
								t.Errorf("%s, %s: %d played by the explanation, %d by the history, %d by the games", d.ID(n), line.Label, s.Played, played[line.Label], played[line.Label+" by games"])
							}
							if counted := int(line.Then.Of(rating.Standard).Games - before.Of(rating.Standard).Games); s.Case == explain.Changed && s.Counted != counted {
								t.Errorf("%s, %s: %d counted by the explanation, %d by the lists", d.ID(n), line.Label, s.Counted, counted)
							}
							if s.Case == explain.Changed && s.Counted != s.Played {
								differ++
							}
						}
						before = line.Then
					}
				}
				if differ == 0 && authority != "chessa" {
					t.Error("nobody has a game that was played and did not count")
				}
				return nil
			})
		})
	}
}
