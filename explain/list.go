package explain

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/pack"
)

// List is the derivation of one player's rating of one kind in one period.
type List struct {
	Regulation  regulation.About
	Period      regulation.Period
	Opening     bool       // the period starts from an opening list
	From        civil.Date // date of the base list; zero: that of the month before
	Kind        rating.Kind
	PlayerID    string
	Player      string
	Local       string // the name in the local script; empty: unknown
	Names       func(player uint32) string
	LocalNames  func(player uint32) string // local names of other players; may be nil
	IDs         func(player uint32) string
	Refs        func(event int) string // references of the batch's events; nil: they have none
	Batch       *pack.Batch
	Previous    rating.Rating
	New         rating.Rating
	Steps       []regulation.Step
	Refused     []finding.Finding       // why sections of the player were not rated
	NotRated    map[int]finding.Finding // those that could not be rated in the calculation, by index in the batch
	Corrections []Correction            // of the base list and of this one
	Private     bool                    // show values that reveal personal data
	BirthFrom   *[]string               // the reports that state the birth that was used; nil: the register or the opening list has it
	FirstReason string                  // why an officer gave the first rating from which the list starts; empty: none did

	// What a bureau knows beside the calculation.
	Asked   string        // ID that was asked for, if it was merged into the player
	Into    string        // ID that the player was merged into since
	Erased  bool          // the player's personal data were erased
	Left    []Left        // events of the player that the list leaves out
	Unknown []UnknownGame // games against unidentified players, which are not in the batch
	Last    *LastEvent    // of a player without a game in the period; nil: unknown
	Pool    *Pool         // of an unrated player without a game in the period; nil: none, or unknown
	// Held returns the ids of the questions that hold a game, and whether an
	// officer left it out; nil: unknown.
	Held func(*regulation.Step) (why []string, left bool)
}

// Empty reports whether there is nothing to explain: no rating, and nothing that
// could have led to one.
func (l *List) Empty() bool {
	unplayed := len(l.Steps) == 0 && len(l.Refused) == 0 && len(l.Left) == 0 && len(l.Corrections) == 0
	return unplayed && (l.Pool == nil || l.Pool.Games == 0) && !l.New.Rated() && !l.Previous.Rated()
}

// Left is an event, or a section of one, that a list leaves out.
type Left struct {
	Event, Section, Ref string
	State               string            // of the report when the list was made; empty: it is in the list without the section
	Waits               []string          // ids of the open questions
	Findings            []finding.Finding // why the section was not rated; nothing personal
}

// UnknownGame is a game against a player whom nobody has identified yet.
type UnknownGame struct {
	Section int32 // in the batch, counted from 1
	Round   int
	White   bool // the explained player had White
	Outcome Outcome
}

// LastEvent is the last event with a game of the player that counted.
type LastEvent struct {
	Event, Ref string
	Day        civil.Date // of the player's last game in it
}

// Pool is the results of an unrated player so far.
type Pool struct{ Games, Needed int }

// Correction is a step between two lists without a game: an officer corrected a
// number.
type Correction struct {
	Number   string // "C1"
	Clause   string // of the edition, under which lists are corrected; empty: none
	Place    CorrectionPlace
	From, To rating.Rating
	What     *Corrected // nil: unknown
}

// Corrected is what a correction changed.
type Corrected struct {
	Kind                string // "result", "count", "exclude", "player", "withdraw", "late", "rating", "undo"
	Event, Ref, Section string
	Round               int
	White, Black        uint32 // players of the game
	Was, Result         string // "1-0"
	Start               int    // of an entry
	Player              uint32 // of the entry
	Undoes              string // number of the correction that it undoes
}

// CorrectionPlace is the position of a correction in the derivation.
type CorrectionPlace string

// The places.
const (
	BeforeCalculation CorrectionPlace = "before"  // between the previous list as published and as used by the calculation
	AfterCalculation  CorrectionPlace = "after"   // between the calculation and the list
	BetweenRevisions  CorrectionPlace = "revised" // between an earlier revision of the list and this one
)

// list returns the name of the period's list.
func (p *Printer) list(l *List) string {
	if l.Period.Meet {
		return p.Text("explain.meet", Data{"name": l.Period.Label})
	}
	return p.Text("explain.list-of", Data{"date": p.Date(l.Period.List)})
}

// start returns the name of the base list.
func (p *Printer) start(l *List) string {
	switch {
	case !l.Opening && l.From != 0:
		return p.Text("explain.list-of", Data{"date": p.Date(l.From)})
	case l.Opening || l.Period.Meet:
		return p.Text("explain.opening", nil)
	}
	return p.Text("explain.list-of", Data{"date": p.Date(l.Period.List.FirstOfMonth(-1))})
}

// local returns a name in the local script if the language uses it.
func (p *Printer) local(name string) string {
	if p.Language == "ja" {
		return name
	}
	return ""
}

// localName returns a player's name in the local script, empty if unknown.
func (l *List) localName(player uint32) string {
	if l.LocalNames == nil {
		return ""
	}
	return l.LocalNames(player)
}

// opponent returns the name of another player.
func (p *Printer) opponent(l *List, player uint32) string {
	return cmp.Or(p.local(l.localName(player)), l.Names(player), p.Text("care.nameless", nil))
}

// Write returns the explanation as text: a summary, then every step.
func (p *Printer) Write(l *List) string {
	w := &listWriter{Printer: p, l: l}
	title := p.Text("explain.title", Data{"name": cmp.Or(p.local(l.Local), l.Player, p.Text("care.nameless", nil)), "kind": p.Word(l.Kind.String()), "list": p.list(l)})
	w.line(pad(title, 64) + "  " + l.Previous.String() + " -> " + l.New.String())
	for _, sentence := range p.Summarize(l) {
		w.line(sentence)
	}
	if len(l.Steps) == 0 && len(l.Refused) == 0 && len(l.Corrections) == 0 {
		return w.String()
	}
	w.line("")
	w.rules()
	w.corrections(BeforeCalculation)
	account := l.Account()
	w.steps(account.Before)
	for i := range account.Parts {
		w.section(&account.Parts[i])
	}
	w.refused()
	w.steps(account.After)
	w.corrections(AfterCalculation)
	w.corrections(BetweenRevisions)
	return w.String()
}

type listWriter struct {
	strings.Builder
	*Printer
	l *List
}

func (w *listWriter) line(line string) {
	w.WriteString(strings.TrimRight(line, " "))
	w.WriteByte('\n')
}

// labelled writes a line with a label, a sentence and a citation.
func (w *listWriter) labelled(label, sentence, citation string) {
	const width = 14
	w.line(pad(label, width) + "  " + sentence + "  " + citation)
}

// corrections writes the corrections of one place.
func (w *listWriter) corrections(place CorrectionPlace) {
	for _, c := range w.l.Corrections {
		if c.Place == place {
			w.labelled(w.Text("label.correction", nil), w.Correction(&c), w.Citation(c.Clause, ""))
		}
	}
}

// Correction describes what a correction did to a rating.
func (p *Printer) Correction(c *Correction) string {
	return p.Text("step.correction."+string(c.Place), Data{"correction": c.Number, "from": p.Rating(c.From), "to": p.Rating(c.To)})
}

// Rating formats a rating, or says that there is none.
func (p *Printer) Rating(r rating.Rating) string {
	if !r.Rated() {
		return p.Text("explain.unrated", nil)
	}
	return r.String()
}

// rules writes the edition, and the options that differ from its own.
func (w *listWriter) rules() {
	about := &w.l.Regulation
	w.labelled(w.Text("label.rules", nil), w.Text("regulation."+about.ID, nil), "["+about.ID+"]")
	own := map[string]string{}
	for _, e := range catalog.Editions() {
		if is := e.About(); is.ID == about.ID {
			for _, o := range is.Options {
				own[o.Name] = o.Value
			}
		}
	}
	var set []string
	for _, o := range about.Options {
		if o.Value != own[o.Name] {
			set = append(set, o.Name+"="+o.Value)
		}
	}
	if len(set) > 0 {
		w.labelled(w.Text("label.options", nil), strings.Join(set, " "), "")
	}
}

// steps writes steps.
func (w *listWriter) steps(steps []*regulation.Step) {
	for _, s := range steps {
		w.step(s)
	}
}

// section writes what happened in a section.
func (w *listWriter) section(p *AccountPart) {
	w.line("")
	w.line(w.Text("explain.event", Data{
		"event": p.Event.Name, "section": p.Section.Name, "rounds": strconv.Itoa(p.Section.Rounds), "received": w.Date(p.Event.Received),
	}))
	w.steps(p.Before)
	w.games(p)
	w.uncounted(p.Uncounted)
	w.steps(p.After)
}

// Remark returns what is special about a game of a list, with its citation.
func (p *Printer) Remark(l *List, s *regulation.Step) string {
	note := string(s.Note)
	switch {
	case s.What == regulation.Default:
		note = "default"
	case s.What == regulation.Game && note == "" && s.Difference != s.CountsAs:
		note = "capped"
	}
	if note == "" {
		if s.What == regulation.Game && !l.Regulation.Expectancy {
			return p.Citation(s.Clause, s.Reading)
		}
		return ""
	}
	what := s.What
	if what == regulation.Default {
		what = regulation.Game
	}
	limit := strconv.Itoa(int(max(s.CountsAs, -s.CountsAs)))
	return p.Text("step."+what.String()+"."+note, Data{"limit": limit, "rating": s.OpponentRating.String()}) + " " + p.Citation(s.Clause, s.Reading)
}

func signed(n int32) string {
	if n > 0 {
		return "+" + strconv.Itoa(int(n))
	}
	return strconv.Itoa(int(n))
}

// refused writes which sections were not rated, and why.
func (w *listWriter) refused() {
	for _, f := range w.l.Refused {
		w.line("")
		w.labelled(w.Text("label.refused", nil), w.Message(f), w.Citation(f.Clause, f.Reading))
	}
}

// step writes a step on a line of its own.
func (w *listWriter) step(s *regulation.Step) {
	w.labelled(w.Text("label."+s.What.String(), nil), w.Sentence(w.l, s), w.Citation(s.Clause, s.Reading))
}

// Sentence describes a step, without its label and citation.
func (p *Printer) Sentence(l *List, s *regulation.Step) string { return p.sentence(l, s, "") }

// sentence describes a step; of one of several K belongs says to how many games it does.
func (p *Printer) sentence(l *List, s *regulation.Step, belongs string) string {
	note := string(s.Note)
	switch {
	case s.What == regulation.Floor && s.From == s.To:
		note = "kept"
	case s.What == regulation.Floor && s.To == 0:
		note = "dropped"
	case s.What == regulation.Floor:
		note = "lifted"
	case s.What == regulation.Ceiling:
		note = "lowered"
	case s.What == regulation.Result && s.To == 0:
		note = "dropped"
	case s.What == regulation.Result && s.From == 0:
		note = "first"
	case note == "":
		note = "plain"
	}
	data := Data{
		"list": p.start(l), "reason": l.FirstReason, "day": p.day(s.Day), "changesigned": s.Change.Signed(), "dpsigned": dpSigned(s.DP), "dpless": strconv.Itoa(int(-s.DP)),
		"title": p.Clause(&l.Regulation, s.Clause), "for": belongs,
	}
	if s.What == regulation.PeriodSum || s.What == regulation.PeriodChange {
		data["formula"] = p.whole(l.terms())
	}
	for _, v := range s.Values() {
		if !v.Private || l.Private {
			data[v.Name] = v.Text
		}
	}
	if l.Private && l.BirthFrom != nil {
		data["stated"], data["refs"] = "yes", strings.Join(*l.BirthFrom, ", ")
	}
	key := "step." + s.What.String() + "." + note
	if s.What == regulation.KFactor { // an authority may have its own rule in words
		return p.TextOr(key+"-"+l.Regulation.Authority, key, data)
	}
	return p.Text(key, data)
}

// day formats a day, empty if it is unknown.
func (p *Printer) day(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return p.Date(d)
}

// dpSigned formats a difference to be added, with a space after the sign.
func dpSigned(dp int32) string {
	if dp < 0 {
		return "- " + strconv.Itoa(int(-dp))
	}
	return "+ " + strconv.Itoa(int(dp))
}
