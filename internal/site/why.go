package site

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// why is the values of the page that explains a number.
type why struct {
	Who       person
	Kind      rating.Kind
	Label     string
	Revision  int   // zero: none
	Base      []any // the address of the list, as parts; nil: the list is not published
	List      *lists.Run
	Digest    string
	Edition   regulation.About
	From, To  rating.Rating
	Change    int
	Changed   bool     // both are ratings
	Sentences []string // the first one says it all
	Notes     []note   // corrections
	Rows      []accountRow
	Parts     []accountPart
	After     []accountRow
	Clauses   []clause
	Otherwise []view.Otherwise
	Refs      []string
}

// note is a correction beside a number.
type note struct {
	Number, Text string
	Cite         template.HTML
}

// accountPart is a section in an account.
type accountPart struct {
	Ref, Event, Section string
	Entries             int
	Received            string
	Before              []accountRow
	Games               []accountGame
	Count               int
	Score               rating.Score
	Expected            string // empty: the regulation has none
	Change              string // empty: no rating changed
	After               []accountRow
}

// accountGame is a game in an account.
type accountGame struct {
	Round      string
	White      bool
	Black      bool
	Opponent   person
	Rated      string
	Difference string // empty: it does not matter
	CountsAs   string
	Cut        bool // it does not count in full
	Expected   string
	Score      string
	Change     string
	Remark     string
	Out        bool // it does not count
	Cite       template.HTML
}

// accountRow is a step of an account.
type accountRow struct {
	Label  string
	Text   string
	Figure string // in the column that adds up
	Whole  bool   // the figure has no decimals
	Done   bool   // it is the result
	Cite   template.HTML
}

// cited is what a step rests on.
type cited struct{ Edition, Clause, Reading string }

// clause is a clause with the readings that interpret it.
type clause struct {
	ID       string
	Title    string
	Status   regulation.Status
	Also     string
	Readings []reading
	used     []string

	// On the page of its edition.
	Parameters []parameter
	Example    []string // in which it decides a number, as folder and name; nil: none
}

// reading is how an unclear place is read.
type reading struct {
	ID, Text string
	First    bool // on its page
}

// readWhyNow reads the explanation of the rating as it would be now.
func readWhyNow(v *public.Visit, a *public.Asked) (*public.Explained, error) {
	return v.Explained(a.Value("id"), public.NowLabel, 0, a.Value("kind"))
}

func whyPage(v *visit, x *public.Explained) (*why, error) {
	w := v.why(x.Explanation, x.Steps)
	var err error
	if x.Publication != nil {
		w.Otherwise, err = x.Otherwise(x.Steps.Kind)
	}
	return w, err
}

// why returns the values of a derivation.
func (v *visit) why(x *view.Explanation, l *explain.List) *why {
	w := &why{
		Who: v.person(l.PlayerID, l.Player, l.Local), Kind: l.Kind, Label: x.Run.Label, List: x.Run, Edition: l.Regulation, From: l.Previous, To: l.New,
	}
	if x.Publication != nil {
		w.Revision, w.Digest, w.Base = x.Publication.Revision, x.Publication.Digest, v.listBase()
	}
	w.Change, w.Changed = l.New.Since(l.Previous)
	said := v.Summarize(l) // the corrections come last
	w.Sentences = said[:len(said)-len(l.Corrections)]
	a := accountant{visit: v, list: l}
	for i, sentence := range said[len(w.Sentences):] {
		w.Notes = append(w.Notes, note{l.Corrections[i].Number, sentence, a.cite(l.Corrections[i].Clause, "")})
	}
	account := l.Account()
	w.Rows = a.rows(account.Before)
	for i := range account.Parts {
		w.Parts = append(w.Parts, a.part(&account.Parts[i]))
	}
	for _, f := range l.Refused {
		w.After = append(w.After, accountRow{Label: glyph.Capital(v.Text("label.refused", nil)), Text: v.Message(f), Cite: a.cite(f.Clause, f.Reading)})
	}
	earlier, after := account.Earlier()
	for _, games := range earlier {
		w.Parts = append(w.Parts, a.earlier(games))
	}
	w.After = append(w.After, a.rows(after)...)
	w.Clauses = a.clauses
	for _, part := range w.Parts {
		if part.Ref != "" && !slices.Contains(w.Refs, part.Ref) {
			w.Refs = append(w.Refs, part.Ref)
		}
	}
	return w
}

// accountant writes the rows of an account, and notes the clauses that they cite.
type accountant struct {
	*visit
	list    *explain.List
	clauses []clause
}

// cite returns the citation of a clause and a reading, empty for none, and notes them.
func (a *accountant) cite(clauseID, readingID string) template.HTML {
	c := cited{a.list.Regulation.ID, clauseID, readingID}
	if c.Clause == "" {
		return ""
	}
	n := slices.IndexFunc(a.clauses, func(k clause) bool { return k.ID == c.Clause })
	if n < 0 {
		n = len(a.clauses)
		a.clauses = append(a.clauses, clause{ID: c.Clause, Title: a.Clause(&a.list.Regulation, c.Clause)})
	}
	k := &a.clauses[n]
	if c.Reading != "" && !slices.Contains(k.used, c.Reading) {
		k.used = append(k.used, c.Reading)
		k.Readings = append(k.Readings, reading{ID: c.Reading, Text: a.Reading(c.Reading)})
	}
	return a.citation(c)
}

// rows returns the rows of steps.
func (a *accountant) rows(steps []*regulation.Step) []accountRow {
	var all []accountRow
	for _, s := range steps {
		row := accountRow{Label: glyph.Capital(a.Text("label."+s.What.String(), nil)), Text: glyph.Typeset(a.Printer, a.Sentence(a.list, s)), Cite: a.cite(s.Clause, s.Reading)}
		switch s.What {
		case regulation.Start:
			row.Figure, row.Whole = a.Format().Rating(s.To), true
		case regulation.PeriodSum, regulation.PeriodChange, regulation.Bonus, regulation.SectionSum:
			row.Figure = glyph.Signed(s.Change)
		case regulation.Rounding:
			row.Figure, row.Whole = glyph.Signed(s.Change.Truncate()), true
		case regulation.Floor, regulation.Ceiling:
			if s.From != s.To {
				row.Figure, row.Whole = a.Format().Rating(s.To), true
			}
		case regulation.FirstRating, regulation.Conversion:
			row.Figure, row.Whole = a.Format().Rating(s.To), true
		case regulation.Result:
			row.Figure, row.Whole, row.Done = a.Format().Rating(s.To), true, true
		}
		all = append(all, row)
	}
	return all
}

// part returns a section of an account.
func (a *accountant) part(p *explain.AccountPart) accountPart {
	part := accountPart{
		Ref: a.list.Refs(p.Section.Event), Event: p.Event.Name, Section: p.Section.Name, Entries: len(p.Section.Entries), Received: a.Format().Day(p.Event.Received),
		Before: a.rows(p.Before), Score: p.Score, Count: p.Counted(),
	}
	type round struct {
		number int32
		accountGame
	}
	var rounds []round
	for _, s := range p.Games {
		rounds = append(rounds, round{s.Round, a.game(s)})
	}
	for _, s := range p.Uncounted {
		g := a.game(s)
		g.Out, g.Remark = true, a.Text("step.uncounted."+string(s.Note), nil)
		rounds = append(rounds, round{s.Round, g})
	}
	slices.SortStableFunc(rounds, func(a, b round) int { return int(a.number - b.number) })
	for i := range rounds {
		part.Games = append(part.Games, rounds[i].accountGame)
	}
	if !p.Pooled {
		part.Change = glyph.Signed(p.Change)
		if a.list.Regulation.Expectancy {
			part.Expected = p.Expected.String()
		}
	}
	part.After = a.rows(p.After)
	return part
}

// earlier returns the games of an event of an earlier period that entered a first rating.
func (a *accountant) earlier(games []*regulation.Step) accountPart {
	part := accountPart{Event: a.Format().Say("web.why.earlier", "day", a.Date(games[0].Day)), Count: len(games)}
	for _, s := range games {
		g := accountGame{Rated: a.Format().Rating(s.OpponentRating), Score: glyph.Score(s.Score), Cite: a.cite(s.Clause, s.Reading)}
		if s.Note != "" {
			g.Remark = glyph.Typeset(a.Printer, a.Sentence(a.list, s))
		}
		part.Games, part.Score = append(part.Games, g), part.Score+s.Score
	}
	return part
}

// game returns the row of a game, or of a round without one.
func (a *accountant) game(s *regulation.Step) accountGame {
	colour := a.list.Colour(s)
	g := accountGame{Round: strconv.Itoa(int(s.Round)), White: colour == explain.White, Black: colour == explain.Black}
	if s.Opponent != regulation.NoPlayer {
		g.Opponent = a.person(a.list.IDs(s.Opponent), a.list.Names(s.Opponent), a.list.LocalNames(s.Opponent))
	}
	g.Cite = a.cite(s.Clause, s.Reading)
	if s.What == regulation.Uncounted {
		if s.Game > 0 && strings.HasPrefix(string(a.list.Outcome(s)), "forfeit") {
			return g
		}
		if s.Game > 0 {
			g.Score = map[explain.Outcome]string{explain.Win: "1", explain.Draw: "½", explain.Loss: "0"}[a.list.Outcome(s)]
		}
		return g
	}
	g.Rated, g.Score = a.Format().Rating(s.OpponentRating), glyph.Score(s.Score)
	g.Remark, _, _ = strings.Cut(a.Remark(a.list, s), " [") // the citation stands beside it
	if strings.HasPrefix(g.Remark, "[") {
		g.Remark = ""
	}
	if s.What != regulation.Pooled {
		g.Change = glyph.Signed(s.Change)
		g.Difference, g.CountsAs, g.Cut = glyph.Signed(s.Difference), glyph.Signed(s.CountsAs), s.Difference != s.CountsAs
		if a.list.Regulation.Expectancy {
			g.Expected = s.Expected.String()
		}
	}
	return g
}
