package explain

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Summarize returns the summary of a list in sentences, for somebody who does
// not know the regulation.
func (p *Printer) Summarize(l *List) []string {
	w := &summaryWriter{Printer: p, l: l, s: l.Summary()}
	w.person()
	before := w.s.Conversions[:w.s.Before]
	if w.s.Case == NoGames {
		before = nil
	}
	for _, c := range before {
		w.labelled("conversion", c)
	}
	switch w.s.Case {
	case Changed:
		w.changed()
	case FirstMade:
		w.first()
	case Uncounted:
		w.uncounted()
	case Unrated:
		w.unrated()
	case NoGames:
		w.noGames()
	}
	for _, c := range w.s.Conversions[len(before):] {
		w.labelled("conversion", c)
	}
	for i := range w.s.Idle {
		w.notCounted(&w.s.Idle[i])
	}
	w.unknown()
	w.left()
	for i := range l.Corrections {
		w.correction(&l.Corrections[i])
	}
	return w.sentences
}

type summaryWriter struct {
	*Printer
	l         *List
	s         *Summary
	sentences []string
}

// say adds a sentence of the locale files.
func (w *summaryWriter) say(key string, data Data) { w.add(w.Text("summary."+key, data)) }

// add adds a sentence, with a full stop if it has none.
func (w *summaryWriter) add(sentence string) {
	if stop := w.Text("summary.stop", nil); !strings.HasSuffix(sentence, stop) {
		sentence += stop
	}
	w.sentences = append(w.sentences, sentence)
}

// labelled adds a step with its label.
func (w *summaryWriter) labelled(label string, s *regulation.Step) {
	word := []rune(w.Text("label."+label, nil))
	word[0] = unicode.ToUpper(word[0])
	w.say("labelled", Data{"label": string(word), "text": w.Sentence(w.l, s)})
}

// person says what became of the player's ID and data.
func (w *summaryWriter) person() {
	switch {
	case w.l.Asked != "":
		w.say("merged", Data{"id": w.l.Asked, "into": w.l.PlayerID})
	case w.l.Into != "":
		w.say("merged-since", Data{"id": w.l.PlayerID, "into": w.l.Into})
	}
	if w.l.Erased {
		w.say("erased", nil)
	}
}

// start says where a rating comes from that is not the player's own.
func (w *summaryWriter) start() {
	if s := w.s.Start; s != nil && s.Note != noteOwn && s.To.Rated() {
		w.say("start", Data{"start": w.Sentence(w.l, s)})
	}
}

// counted returns how many of the games counted.
func (w *summaryWriter) counted() string {
	key := "summary.counted-some"
	switch {
	case w.s.Case == FirstMade:
		key = "summary.counted-after"
	case w.s.Played == w.s.Counted:
		key = "summary.counted-all"
	}
	return w.Text(key, Data{"played": strconv.Itoa(w.s.Played), "counted": strconv.Itoa(w.s.Counted)})
}

// changed says what the games of a rated player were worth.
func (w *summaryWriter) changed() {
	w.start()
	if !w.l.Regulation.Expectancy {
		w.points()
		return
	}
	w.terms()
	w.result(w.s.Result.From)
}

// terms says how the change comes from scores, expected scores and K.
func (w *summaryWriter) terms() {
	s := w.s
	data := Data{"counted": w.counted(), "sum": s.Rounding.Exact.Signed(), "rounded": ""}
	if s.Rounding.Exact != s.Rounding.Change {
		data["rounded"] = s.Rounding.Change.Signed()
	}
	if !slices.ContainsFunc(s.Terms, cancelled) {
		key := "change"
		if len(s.Terms) > 1 {
			key = "changes" // the whole score does not matter
		}
		data["score"], data["expected"], data["formula"] = w.formula(s.Terms...)
		w.say(key, data)
	} else {
		for i := range s.Terms {
			t := &s.Terms[i]
			score, expected, formula := w.formula(*t)
			w.say("part", Data{"event": w.event(t.Section), "score": score, "expected": expected, "formula": formula, "sum": t.Change.Signed()})
			if c := t.Cancelled; c != nil {
				w.say("cancelled-"+c.What.String(), Data{"played": strconv.Itoa(int(c.Games)), "needed": strconv.Itoa(int(c.Limit))})
			}
		}
		w.say("sum", data)
	}
	for _, d := range s.Defaults {
		if slices.ContainsFunc(s.Terms, func(t Term) bool { return t.Section == d.Section && cancelled(t) }) {
			continue
		}
		w.say("default", Data{"event": w.event(d.Section), "game": w.game(d), "change": d.Change.Signed()})
	}
}

// cancelled reports whether the change of a term does not count.
func cancelled(t Term) bool { return t.Cancelled != nil }

// factors says which K was used for how many games, and why.
func (w *summaryWriter) factors() {
	key := "k"
	for _, k := range w.s.Factors {
		games, others, reasons := -1, false, 0
		for _, t := range w.s.Terms {
			if t.K == k.K {
				games = max(games, 0) + t.Games
			} else {
				others = true
			}
		}
		for _, other := range w.s.Factors {
			if other.K == k.K {
				reasons++
			}
		}
		belongs := ""
		switch {
		case games < 0:
			continue // before a limit
		case others && reasons == 1:
			belongs = w.Text("summary.for-games", Data{"games": strconv.Itoa(games)})
		}
		w.say(key, Data{"text": w.sentence(w.l, k, belongs)})
		key = "k-also"
	}
}

// whole returns the formula of a period, empty under rules without an expected score, or if a
// part of it does not count.
func (p *Printer) whole(all []Term) string {
	if len(all) == 0 || slices.ContainsFunc(all, cancelled) {
		return ""
	}
	_, _, formula := p.formula(all...)
	return formula
}

// formula returns the score, the expected score and the formula of terms.
func (p *Printer) formula(terms ...Term) (score, expected, formula string) {
	var points rating.Score
	var pd rating.Expected
	var parts []string
	for _, t := range terms {
		points += t.Score
		pd += t.Expected
		parts = append(parts, p.Text("summary.term", Data{"score": t.Score.String(), "expected": t.Expected.String(), "k": strconv.Itoa(int(t.K))}))
	}
	return points.String(), pd.String(), strings.Join(parts, " + ")
}

// points says how the change comes from points per game and bonuses.
func (w *summaryWriter) points() {
	s := w.s
	w.correctedBefore(s.Result.From)
	w.say("points", Data{"counted": w.counted(), "sum": s.Sum.Signed()})
	terms := []string{s.Result.From.String(), added(s.Sum)}
	for _, b := range s.Bonuses {
		w.labelled("bonus", b)
		terms = append(terms, added(b.Change))
	}
	data := Data{"formula": strings.Join(terms, " "), "sum": s.Rounding.Exact.String(), "rounded": ""}
	if s.Rounding.Exact != s.Rounding.Change {
		data["rounded"] = s.Rounding.Change.String()
	}
	w.say("total", data)
	w.floor()
}

// added formats points to be added: "+ 12.5".
func added(p rating.Points) string {
	if p < 0 {
		return "- " + (-p).String()
	}
	return "+ " + p.String()
}

// result says how the rounded change leads to the new rating.
func (w *summaryWriter) result(from rating.Rating) {
	w.correctedBefore(from)
	switch s := w.s; {
	case s.Floor.From == from && s.Floor.To == from:
		w.say("stays", Data{"rating": from.String()})
	default:
		w.say("result", Data{"from": from.String(), "change": added(s.Rounding.Change), "to": s.Floor.From.String()})
		w.floor()
	}
	w.factors()
}

// correctedBefore says that corrections changed the rating before the period.
func (w *summaryWriter) correctedBefore(from rating.Rating) {
	var numbers []string
	for _, c := range w.l.Corrections {
		if c.Place == BeforeCalculation {
			numbers = append(numbers, c.Number)
		}
	}
	if len(numbers) > 0 && w.l.Previous != from {
		w.say("corrected-before", Data{"corrections": strings.Join(numbers, w.Text("list.comma", nil)), "previous": w.Rating(w.l.Previous), "rating": from.String()})
	}
}

// floor says what the lowest rating changed.
func (w *summaryWriter) floor() {
	switch f := w.s.Floor; {
	case f == nil || f.From == f.To:
	case f.To.Rated():
		w.say("lifted", Data{"from": f.From.String(), "to": f.To.String()})
	default:
		w.add(w.Sentence(w.l, f))
	}
}

// first says how a first rating was made.
func (w *summaryWriter) first() {
	s := w.s
	here := ""
	if int(s.First.Games) > s.FirstHere && s.FirstHere > 0 {
		here = strconv.Itoa(s.FirstHere)
	}
	w.say("first", Data{"games": strconv.Itoa(int(s.First.Games)), "here": here, "how": w.Sentence(w.l, s.First)})
	if s.Ceiling != nil {
		w.add(w.Sentence(w.l, s.Ceiling))
	}
	if len(s.Terms) > 0 { // the rest of the month is played with it
		w.terms()
		w.result(s.First.To)
		return
	}
	w.floor()
}

// uncounted says that a rating stays, because no game counted.
func (w *summaryWriter) uncounted() {
	w.correctedBefore(w.s.Start.To)
	stays := Data{"played": strconv.Itoa(w.s.Played), "rating": w.s.Start.To.String()}
	if w.s.Played == 0 && len(w.l.Left) > 0 {
		w.say("nothing-counted", stays)
		return
	}
	w.say("uncounted", stays)
}

// unrated says what is missing for a first rating.
func (w *summaryWriter) unrated() {
	s := w.s
	w.start()
	if s.First != nil {
		w.labelled("first-rating", s.First)
	}
	for _, step := range s.Pool {
		switch step.Note {
		case noteTooFew:
		case noteLapsed:
			w.say("lapsed", nil)
		default:
			w.add(w.Sentence(w.l, step))
		}
	}
	if needs := s.Needs(w.l); needs != nil {
		w.needs(needs)
	} else if len(s.Pool) == 0 {
		w.say("unrated", nil)
	}
}

// needs says how many games are missing for a first rating.
func (w *summaryWriter) needs(pool *Pool) {
	w.say("needs", Data{"games": strconv.Itoa(pool.Games), "needed": strconv.Itoa(pool.Needed), "more": strconv.Itoa(pool.Needed - pool.Games)})
}

// noGames says that there was no game, and when the last one was.
func (w *summaryWriter) noGames() {
	l := w.l
	switch {
	case len(l.Corrections) > 0:
		w.add(w.Text("explain.not-calculated", nil))
	case len(w.s.Conversions) > 0:
		w.say("nothing-unrated", nil)
	case len(l.Left) > 0 && l.New.Rated():
		w.say("nothing-counted", Data{"rating": l.New.String()})
	case l.New.Rated():
		w.say("nothing", Data{"rating": l.New.String()})
	default:
		w.say("nothing-unrated", nil)
		switch needs := w.s.Needs(l); {
		case w.s.lapsed():
			w.say("lapsed", nil)
		case needs == nil:
			w.say("unrated", nil)
		default:
			w.needs(needs)
		}
	}
	if e := l.Last; e != nil {
		w.say("last", Data{"day": w.Date(e.Day), "event": named(e.Event, e.Ref)})
	}
}

// named returns the name of an event with its reference, if it has one.
func named(event, ref string) string {
	if ref == "" {
		return event
	}
	return event + " (" + ref + ")"
}

// event returns the name of a section's event, with the section if that has a
// name.
func (w *summaryWriter) event(number int32) string {
	section := &w.l.Batch.Sections[number-1]
	return w.Text("summary.event", Data{"event": w.l.Batch.Events[section.Event].Name, "section": section.Name})
}

// notCounted names games that did not count, and says why.
func (w *summaryWriter) notCounted(o *NotCounted) {
	slices.SortStableFunc(o.Games, func(a, b *regulation.Step) int { return int(a.Round - b.Round) })
	var games []string
	for _, s := range o.Games {
		games = append(games, w.game(s))
	}
	data := Data{"event": w.event(o.Section), "games": strings.Join(games, w.Text("summary.and", nil))}
	if s := o.Games[0]; s.What == regulation.Pooled {
		data["as"] = s.OpponentRating.String()
		w.say("not-required", data)
		return
	}
	data["why"] = w.why(o)
	w.say("not-counted", data)
}

// game names a game of the player.
func (w *summaryWriter) game(s *regulation.Step) string {
	return w.Text("summary.game", Data{
		"round": strconv.Itoa(int(s.Round)), "result": w.Text("summary.result-"+string(w.l.Outcome(s)), nil), "opponent": w.opponent(w.l, s.Opponent),
	})
}

// unknown names games against players whom nobody has identified.
func (w *summaryWriter) unknown() {
	for _, g := range w.l.Unknown {
		game := w.Text("summary.game", Data{
			"round": strconv.Itoa(g.Round), "result": w.Text("summary.result-"+string(g.Outcome), nil), "opponent": w.Text("summary.somebody", nil),
		})
		w.say("not-counted", Data{"event": w.event(g.Section), "games": game, "why": w.Text("summary.on-hold", Data{"why": w.Because([]string{"player"})})})
	}
}

// why returns the reason for which games did not count.
func (w *summaryWriter) why(o *NotCounted) string {
	switch {
	case len(o.Why) == 0:
		return w.Text("step.uncounted."+string(o.Note), nil)
	case o.Left:
		return w.Text("summary.left-out", Data{"why": w.Because(o.Why)})
	}
	return w.Text("summary.on-hold", Data{"why": w.Because(o.Why)})
}

// Because describes open questions and findings by their ids.
func (p *Printer) Because(ids []string) string {
	var all []string
	for _, id := range ids {
		all = append(all, p.TextOr("because."+id, "because.finding", Data{"finding": id}))
	}
	return strings.Join(all, p.Text("list.comma", nil))
}

// left names the events that the list leaves out.
func (w *summaryWriter) left() {
	for _, e := range w.l.Left {
		name := w.Text("summary.event", Data{"event": named(e.Event, e.Ref), "section": e.Section})
		switch {
		case len(e.Findings) > 0:
			for _, f := range e.Findings {
				w.say("not-rated", Data{"event": name, "why": w.Message(f)})
			}
		case len(e.Waits) > 0:
			w.say("not-in-list", Data{"event": name, "state": w.Word(e.State), "why": w.Because(e.Waits)})
		case e.State != "":
			w.say("not-in-list-state", Data{"event": name, "state": w.Word(e.State)})
		default:
			w.say("not-rated-unknown", Data{"event": name})
		}
	}
}

// correction says what a correction changed, and what that did to the rating.
func (w *summaryWriter) correction(c *Correction) {
	data := Data{"correction": c.Number, "from": w.Rating(c.From), "to": w.Rating(c.To)}
	if c.What == nil {
		w.say("correction", data)
		return
	}
	x := c.What
	data["event"] = w.Text("summary.event", Data{"event": named(x.Event, x.Ref), "section": x.Section})
	data["round"], data["white"], data["black"] = strconv.Itoa(x.Round), w.opponent(w.l, x.White), w.opponent(w.l, x.Black)
	data["was"], data["result"], data["undoes"] = x.Was, x.Result, x.Undoes
	data["start"], data["player"] = strconv.Itoa(x.Start), w.opponent(w.l, x.Player)
	data["what"] = w.Text("summary.corrected-"+x.Kind, data)
	w.say("correction-of", data)
}
