package arpad_test

import (
	"crypto/sha256"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// summarySeasons is the number of seasons whose explanations are followed, by
// regulation.
var summarySeasons = uint64(soak.Of(10, 40))

// Under every regulation the numbers of a summary lead from the rating before
// to the published one, and its sentences have the same numbers.
func TestSummariesLeadToThePublishedRating(t *testing.T) {
	for _, id := range catalog.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			cases := map[explain.Case]int{}
			for seed := range summarySeasons {
				rated := rateCase(t, id, oracle.Generate(id, seed))
				for i, p := range rated.Periods {
					for n := range p.Players {
						lists, err := (&arpad.Rated{Periods: rated.Periods[i : i+1]}).Explain(p.Players[n].ID, 0)
						if err != nil {
							t.Fatal(err)
						}
						for _, l := range lists {
							f := follower{t, id, seed, l, l.Summary()}
							f.follow(p, uint32(n))
							cases[f.s.Case]++
						}
					}
				}
			}
			for _, c := range []explain.Case{explain.Changed, explain.FirstMade, explain.Uncounted, explain.Unrated, explain.NoGames} {
				if cases[c] == 0 && (id != "nscl" || c != explain.FirstMade) {
					t.Errorf("no explanation is of the case %q: %v", c, cases)
				}
			}
		})
	}
}

func rateCase(t *testing.T, id string, c *oracle.Case) *arpad.Rated {
	t.Helper()
	regulation, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Options {
		if regulation, err = regulation.With(name, value); err != nil {
			t.Fatal(err)
		}
	}
	in := season.Input{Regulation: regulation, Roster: roster.New(), Opening: &roster.List{From: c.From, Earlier: c.Earlier}, Repeats: true}
	for _, o := range c.Opening {
		in.Roster.Add(o.Player)
		in.Opening.Standings = append(in.Opening.Standings, o.Standing)
	}
	for _, r := range c.Reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: sha256.Sum256([]byte(r.File))})
	}
	rated, err := arpad.RateInput(in)
	if err != nil {
		t.Fatal(err)
	}
	return rated
}

// follower follows the summary of a list.
type follower struct {
	t    *testing.T
	id   string
	seed uint64
	l    *explain.List
	s    *explain.Summary
}

func (f *follower) fail(format string, values ...any) {
	f.t.Helper()
	text := strings.Join(explain.New("en").Summarize(f.l), "\n")
	f.t.Errorf("seed %d, %s, %v, list %s: "+format+"\n%s", append(append([]any{f.seed, f.l.PlayerID, f.l.Kind, f.l.Period.Label}, values...), text)...)
}

// follow checks the summary of a player against the period.
func (f *follower) follow(p *season.Period, player uint32) {
	f.t.Helper()
	s, row := f.s, p.Row(player, f.l.Kind)
	at := row.Move.Previous
	for i, c := range s.Conversions {
		if i == s.Before {
			at = f.games(at)
		}
		if c.From != at || c.From.Points()+c.Change != c.To.Points() {
			f.fail("a conversion leads from %d by %v to %d; the rating was %d", c.From, c.Change, c.To, at)
		}
		at = c.To
	}
	if s.Before == len(s.Conversions) {
		at = f.games(at)
	}
	if at != row.State.Rating {
		f.fail("the summary leads to %d, published is %d", at, row.State.Rating)
	}
	played := 0
	for i := range p.Batch.Games {
		g := &p.Batch.Games[i]
		if _, refused := p.Outcome.Refused[int(g.Section)]; g.Kind == f.l.Kind && !refused && (g.White == player || g.Black == player) {
			played++
		}
	}
	if s.Played != played {
		f.fail("%d games were played, the summary says %d", played, s.Played)
	}
	counted := 0
	for _, t := range s.Terms {
		counted += t.Games
	}
	if f.l.Regulation.Expectancy && counted != s.Counted {
		f.fail("the terms have %d games, %d counted", counted, s.Counted)
	}
	f.sentences()
}

// games follows what the games did to a rating.
func (f *follower) games(at rating.Rating) rating.Rating {
	f.t.Helper()
	s := f.s
	switch s.Case {
	case explain.FirstMade:
		at = s.First.To
		if s.Ceiling != nil {
			at = s.Ceiling.To
		}
		if len(s.Terms) == 0 {
			return f.bounded(at)
		}
	case explain.Changed:
		if s.Result.From != at {
			f.fail("the games start from %d, the rating was %d", s.Result.From, at)
		}
	default:
		return at
	}
	var sum rating.Points
	for _, t := range s.Terms {
		if got := (t.Score.Expected() - t.Expected).Times(t.K); got != t.Change {
			f.fail("(%v - %v) x %d is %v, not %v", t.Score, t.Expected, t.K, got, t.Change)
		}
		if t.Cancelled == nil {
			sum += t.Change
		}
	}
	if f.l.Regulation.Expectancy && sum != s.Sum {
		f.fail("the terms make %v, the sum is %v", sum, s.Sum)
	}
	exact := s.Sum
	if !f.l.Regulation.Expectancy {
		exact += at.Points()
	}
	for _, b := range s.Bonuses {
		exact += b.Change
	}
	if off := exact - s.Rounding.Change; exact != s.Rounding.Exact || off > rating.Point/2 || off < -rating.Point/2 {
		f.fail("%v is rounded to %v; the step has %v", exact, s.Rounding.Change, s.Rounding.Exact)
	}
	if f.l.Regulation.Expectancy {
		at += rating.Rating(s.Rounding.Change.Truncate())
	} else {
		at = rating.Rating(s.Rounding.Change.Truncate())
	}
	return f.bounded(at)
}

// bounded applies what the summary says of the lowest rating.
func (f *follower) bounded(at rating.Rating) rating.Rating {
	f.t.Helper()
	floor, result := f.s.Floor, f.s.Result
	if floor.From != at || floor.To != result.To {
		f.fail("the rating is %d; the lowest one leads from %d to %d, the result is %d", at, floor.From, floor.To, result.To)
	}
	return floor.To
}

var (
	term     = regexp.MustCompile(`\((-?[\d.]+) - (-?[\d.]+)\) x (\d+)`)
	formula  = regexp.MustCompile(`(\(.*\) x \d+) = ([+-]?[\d.]+\d|[+-]?\d)`)
	addition = regexp.MustCompile(`^(\d+) ([+-]) (\d+) = (-?\d+)\.$`)
	unfilled = regexp.MustCompile(`<no value>|%!|\b(summary|step|label|because|explain|word)\.[a-z]`)
)

// sentences checks the numbers in the sentences.
func (f *follower) sentences() {
	f.t.Helper()
	for _, lang := range explain.Languages {
		for _, sentence := range explain.New(lang).Summarize(f.l) {
			if unfilled.MatchString(sentence) || !strings.HasSuffix(sentence, map[string]string{"en": ".", "ja": "。"}[lang]) {
				f.fail("a sentence is incomplete: %s", sentence)
			}
			if m := formula.FindStringSubmatch(sentence); m != nil {
				sum := new(big.Rat)
				for _, t := range term.FindAllStringSubmatch(m[1], -1) {
					part := new(big.Rat).Sub(number(t[1]), number(t[2]))
					sum.Add(sum, part.Mul(part, number(t[3])))
				}
				if sum.Cmp(number(m[2])) != 0 {
					f.fail("%s makes %s", m[1], sum.FloatString(2))
				}
			}
			if m := addition.FindStringSubmatch(sentence); m != nil {
				if sum := new(big.Rat).Add(number(m[1]), number(m[2]+m[3])); sum.Cmp(number(m[4])) != 0 {
					f.fail("%s is not %s", m[0], sum.FloatString(2))
				}
			}
		}
	}
}

func number(text string) *big.Rat {
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	return n
}
