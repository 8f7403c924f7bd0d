package document

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// Adoption is how the lists of an old bureau differ from what its reports lead to, and why:
// schema arpad.adoption/1. It is what arpad adopt prints.
type Adoption struct {
	Schema     string           `json:"schema"`
	Regulation string           `json:"regulation"`
	Lists      []AdoptionList   `json:"lists"`    // those of the old bureau, the oldest first
	Agree      int              `json:"agree"`    // ratings, over all periods
	Differ     int              `json:"differ"`   // ratings, over all periods
	Ways       []AdoptionWay    `json:"ways"`     // what the old bureau did in another way for everybody, each on top of those before it
	Causes     []AdoptionTally  `json:"causes"`   // over all periods, those that explain most first
	Periods    []AdoptionPeriod `json:"periods"`  // one for each list but the first
	Outside    []string         `json:"outside"`  // files of reports that belong to no period between the lists
	Findings   []Finding        `json:"findings"` // as in arpad.findings/1
}

// AdoptionList is a list of the old bureau.
type AdoptionList struct {
	File    string     `json:"file"`
	List    civil.Date `json:"list"` // its first day
	Players int        `json:"players"`
}

// AdoptionCause is why a rating differs.
type AdoptionCause struct {
	Group adoption.Group   `json:"group"`
	What  season.CauseKind `json:"what"`
	Name  *string          `json:"name"`  // of the option, clause, edition or report; null: none
	Value *string          `json:"value"` // of the option; null: none
	Text  string           `json:"text"`  // the cause in a sentence
	Game  *AdoptionGame    `json:"game"`  // null: it is not about a game
}

// AdoptionGame is a game of which the old bureau made something else.
type AdoptionGame struct {
	Report  string        `json:"report"`
	Section string        `json:"section"`
	Round   int           `json:"round"`
	White   string        `json:"white"`  // ID
	Black   string        `json:"black"`  // ID
	Result  report.Result `json:"result"` // in the report; of a game that no report has, the one that explains the numbers
}

// AdoptionWay is something that the old bureau did in another way for everybody.
type AdoptionWay struct {
	AdoptionCause
	Reading  *string `json:"reading"`  // of an option; null: none
	Set      *string `json:"set"`      // the flag of arpad rate that rates in this way; null: there is none
	Explains int     `json:"explains"` // differences that disappear
	Breaks   int     `json:"breaks"`   // differences that appear
}

// AdoptionTally is the differences with the same cause.
type AdoptionTally struct {
	AdoptionCause
	Ratings int    `json:"ratings"` // that differ for this cause
	Ask     string `json:"ask"`     // what to ask the old bureau
}

// AdoptionPeriod is what led from one list to the next.
type AdoptionPeriod struct {
	File        string               `json:"file"`
	List        civil.Date           `json:"list"` // the first day of the list
	From        *civil.Date          `json:"from"` // the first day of its periods; null: there is no report
	To          *civil.Date          `json:"to"`   // the last day of its periods; null: there is no report
	Reports     int                  `json:"reports"`
	Agree       int                  `json:"agree"`  // ratings that agree
	Moved       int                  `json:"moved"`  // those that agree, with a game
	Differ      int                  `json:"differ"` // ratings that differ
	Absent      int                  `json:"absent"` // ratings of players without a game that the list leaves out
	Causes      []AdoptionTally      `json:"causes"`
	Differences []AdoptionDifference `json:"differences"`
}

// AdoptionDifference is a rating that differs.
type AdoptionDifference struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Type       rating.Kind     `json:"type"`
	Before     *rating.Rating  `json:"before"`     // in the old list before; null: unrated
	Ours       *rating.Rating  `json:"ours"`       // what the reports lead to; null: unrated
	Theirs     *rating.Rating  `json:"theirs"`     // in the old list; null: unrated
	Difference *int            `json:"difference"` // theirs minus ours; null: one of them is unrated
	Games      int             `json:"games"`      // that count
	Because    []AdoptionCause `json:"because"`    // each would lead to the old number; the likeliest first
}

// NewAdoption returns the document of a comparison.
func NewAdoption(p *explain.Printer, in *adoption.Input, found *adoption.Result, findings []finding.Finding) Adoption {
	about := in.Regulation.Latest().About()
	a := &adoptionPrinter{p, &about}
	d := Adoption{
		Schema: "arpad.adoption/1", Regulation: in.Regulation.ID, Lists: []AdoptionList{}, Ways: []AdoptionWay{}, Causes: a.tallies(found.Causes),
		Periods: []AdoptionPeriod{}, Outside: array(found.Outside), Findings: NewFindings(p, findings).Findings,
	}
	for i := range in.Book.Lists {
		l := &in.Book.Lists[i]
		d.Lists = append(d.Lists, AdoptionList{l.File, l.Day, l.Players()})
	}
	for _, w := range found.Ways {
		d.Ways = append(d.Ways, AdoptionWay{a.cause(w.Cause), orNull(w.Reading), orNull(setting(w.Change)), w.Explains, w.Breaks})
	}
	for i := range found.Periods {
		from := &found.Periods[i]
		period := AdoptionPeriod{
			File: from.File, List: from.List, From: orNull(from.Days.From), To: orNull(from.Days.To), Reports: from.Reports,
			Agree: from.Agree, Moved: from.Moved, Differ: len(from.Differences), Absent: from.Absent,
			Causes: a.tallies(from.Causes), Differences: []AdoptionDifference{},
		}
		for j := range from.Differences {
			period.Differences = append(period.Differences, a.difference(&from.Differences[j]))
		}
		d.Agree, d.Differ = d.Agree+from.Agree, d.Differ+len(from.Differences)
		d.Periods = append(d.Periods, period)
	}
	return d
}

// setting returns the flag of the command line that rates with a change.
func setting(c season.Change) string {
	switch c.What {
	case season.OtherOption:
		return "--set " + c.Name + "=" + c.Value
	case season.OtherText:
		return "--regulation " + c.Name
	}
	return ""
}

// adoptionPrinter has the words for causes.
type adoptionPrinter struct {
	*explain.Printer
	about *regulation.About
}

func (a *adoptionPrinter) tallies(from []adoption.Tally) []AdoptionTally {
	all := []AdoptionTally{}
	for _, t := range from {
		all = append(all, AdoptionTally{a.cause(t.Cause), t.Players, a.Text("ask."+string(t.Group), nil)})
	}
	return all
}

func (a *adoptionPrinter) difference(of *adoption.Difference) AdoptionDifference {
	d := AdoptionDifference{
		ID: of.ID, Name: of.Name, Type: of.Kind, Before: orNull(of.Before), Ours: orNull(of.Ours), Theirs: orNull(of.Theirs),
		Difference: difference(of.Ours, of.Theirs), Games: of.Games, Because: []AdoptionCause{},
	}
	for _, c := range of.Because {
		d.Because = append(d.Because, a.cause(c))
	}
	return d
}

// cause returns a cause with its words.
func (a *adoptionPrinter) cause(c adoption.Cause) AdoptionCause {
	said := AdoptionCause{Group: c.Group, What: c.What, Name: orNull(c.Name), Value: orNull(c.Value)}
	key, data := "cause."+string(c.What), explain.Data{"name": c.Name, "value": c.Value}
	switch {
	case c.What == season.NoClause && a.hasClause(c.Name):
		key, data["title"] = "cause.clause-titled", a.Clause(a.about, c.Name)
	case c.What == adoption.OtherK && c.Value == "":
		key = "cause.k-mixed"
	case c.What == adoption.OtherRounding:
		data["how"] = a.Text("rounding."+c.Value, nil)
	}
	said.Text = a.Text(key, data)
	if c.Game != (adoption.Game{}) {
		said.Game = &AdoptionGame{c.Game.Report, c.Game.Section, c.Game.Round, c.Game.White, c.Game.Black, c.Game.Result}
	}
	return said
}

// hasClause reports whether a name is that of a clause of the newest edition, and not one
// of an older edition or of a reading.
func (a *adoptionPrinter) hasClause(name string) bool {
	return slices.ContainsFunc(a.about.Clauses, func(c regulation.Clause) bool { return c.ID == name })
}
