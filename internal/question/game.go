package question

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/document/answer"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Change asks for the change of a rating by one game.
type Change struct {
	Rating, Opponent rating.Rating
	Score            rating.Score
	K                int // zero: what the rating suggests
	Type             rating.Kind
}

// Answer returns the change.
func (q *Change) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	calc, about := e.Calculator(), e.About()
	if err := plausible(q.Rating, q.Opponent); err != nil {
		return nil, err
	}
	if q.Score > rating.Win {
		return nil, finding.NewProblem("score-of-a-game")
	}
	k, err := chooseK(calc, q.K, q.Type, q.Rating)
	if err != nil {
		return nil, err
	}
	s := calc.Games(q.Type, q.Rating, k, []regulation.Played{{Opponent: q.Opponent, Score: q.Score}})[0]
	a := (&Answer{About: about, Figure: s.Change.Signed(), From: q.Rating, To: calc.After(q.Rating, s.Change, 1), Document: answer.NewChange(&about, &s)}).restOn(&s)
	if s.What == regulation.Uncounted {
		a.Sentences = []string{p.Sentence(&explain.List{Regulation: about}, &s)}
		return a, nil
	}
	data := explain.Data{"difference": fmt.Sprint(s.Difference), "counts_as": fmt.Sprint(s.CountsAs), "change": s.Change.Signed(), "score": s.Score.String()}
	key := "calc.gain"
	if about.Expectancy {
		data["expected"], data["k"] = s.Expected.String(), fmt.Sprint(s.K)
		key = "calc.change"
	}
	a.Sentences = append([]string{p.Text(key, data)}, assumed(p, &about, q.K, k)...)
	return a, nil
}

// assumed returns the sentence that K was not stated.
func assumed(p *explain.Printer, about *regulation.About, stated int, k rating.K) []string {
	if stated != 0 || !about.Expectancy {
		return nil
	}
	return []string{p.Text("calc.assumed", explain.Data{"k": fmt.Sprint(k)})}
}

// Tournament asks for the change of a rating by the games of an event.
type Tournament struct {
	Rating rating.Rating
	K      int // zero: what the rating suggests
	Type   rating.Kind
	Games  []regulation.Played // against an unrated opponent: without a rating
}

// Answer returns the change, game by game and in all, and the performance.
func (q *Tournament) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	calc, about := e.Calculator(), e.About()
	if err := plausible(q.Rating); err != nil {
		return nil, err
	}
	k, err := chooseK(calc, q.K, q.Type, q.Rating)
	if err != nil {
		return nil, err
	}
	t := totals{about: about}
	steps := calc.Games(q.Type, q.Rating, k, slices.DeleteFunc(slices.Clone(q.Games), func(g regulation.Played) bool { return !g.Opponent.Rated() }))
	for _, g := range q.Games {
		if !g.Opponent.Rated() {
			t.leaveOut(p, g)
			continue
		}
		t.add(p, g, &steps[0])
		steps = steps[1:]
	}
	a := &Answer{About: about, Figure: t.change.Signed(), From: q.Rating, To: calc.After(q.Rating, t.change, t.games), Games: t.steps, Sentences: t.sentences}
	x := answer.NewTournament(t.change)
	a.Document = x
	data := explain.Data{"games": fmt.Sprint(t.games), "score": t.score.String(), "change": t.change.Signed()}
	key := "calc.total-gain"
	if about.Expectancy {
		x.Expected, x.K = &t.expected, &k
		data["expected"], data["k"] = t.expected.String(), fmt.Sprint(k)
		key = "calc.total"
	}
	a.Sentences = append(append(a.Sentences, p.Text(key, data)), assumed(p, &about, q.K, k)...)
	if t.games == 0 {
		return a, nil
	}
	average := rating.HalfUp(t.sum, t.games)
	x.Average = &average
	performance, err := calc.Performance(rating.Whole(average), t.score, t.games, q.Rating)
	if err == nil {
		x.Performance = &performance.To
		_, sentence := performanceOf(p, &about, &performance)
		a.Sentences = append(a.Sentences, p.Text("label.performance", nil)+": "+sentence)
	}
	x.RestOn(&performance)
	return a.restOn(&performance), nil
}

// totals are the sums over the games of an event.
type totals struct {
	about     regulation.About
	games     int
	sum       int // of the opponents' ratings
	score     rating.Score
	expected  rating.Expected
	change    rating.Points
	steps     []regulation.Step
	sentences []string
}

// leaveOut adds a game against an unrated opponent, whose part is known when the whole event is.
func (t *totals) leaveOut(p *explain.Printer, g regulation.Played) {
	t.steps = append(t.steps, regulation.Step{What: regulation.Uncounted, Score: g.Score})
	t.sentences = append(t.sentences, p.Text("calc.uncounted", explain.Data{"opponent": p.Text("calc.unrated", nil), "score": g.Score.String(), "reason": p.Text("calc.left-out", nil)}))
}

// add adds a game.
func (t *totals) add(p *explain.Printer, g regulation.Played, s *regulation.Step) {
	s.OpponentRating, s.Score = g.Opponent, g.Score
	t.steps = append(t.steps, *s)
	if s.What == regulation.Uncounted {
		t.sentences = append(t.sentences, p.Text("calc.uncounted", explain.Data{
			"opponent": g.Opponent.String(), "score": g.Score.String(), "reason": p.Sentence(&explain.List{Regulation: t.about}, s),
		}))
		return
	}
	t.games++
	t.expected += s.Expected
	t.change += s.Change
	t.score += g.Score
	t.sum += int(g.Opponent)
	t.sentences = append(t.sentences, p.Text("calc.game", explain.Data{
		"opponent": g.Opponent.String(), "score": g.Score.String(), "counts_as": fmt.Sprint(s.CountsAs), "change": s.Change.Signed(),
	}))
}
