package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Regulations are the editions that Arpad knows: schema arpad.regulations/1. It is what
// arpad regulations list prints.
type Regulations struct {
	Regulations []Edition `json:"regulations"`
	Schema      string    `json:"schema"`
}

// Edition is an edition in the table of all.
type Edition struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Family  *string       `json:"family"`   // ID of the family, in which each period is rated by the edition in force; null: none
	InForce *civil.Date   `json:"in_force"` // the first day; null: unknown
	Lists   []rating.Kind `json:"lists"`    // the types that it rates
}

// NewRegulations returns the table of editions, named in the printer's language.
func NewRegulations(p *explain.Printer, editions []regulation.Edition) Regulations {
	d := Regulations{Schema: "arpad.regulations/1"}
	for _, e := range editions {
		about := e.About()
		d.Regulations = append(d.Regulations, Edition{
			about.ID, p.Text("regulation."+about.ID, nil), orNull(catalog.Family(about.ID)), orNull(about.InForce), about.Lists,
		})
	}
	return d
}

// RegulationFamily is the editions of one regulation, the oldest first: schema
// arpad.regulation-family/1. It is what arpad regulations show prints of a family.
type RegulationFamily struct {
	Editions []Regulation `json:"editions"`
	ID       string       `json:"id"`
	Schema   string       `json:"schema"`
}

// NewRegulationFamily returns the document of a regulation with its editions.
func NewRegulationFamily(id string, editions []regulation.Edition) RegulationFamily {
	d := RegulationFamily{Schema: "arpad.regulation-family/1", ID: id}
	for _, e := range editions {
		d.Editions = append(d.Editions, NewRegulation(e))
	}
	return d
}

// Regulation is an edition with its clauses, options and readings: schema
// arpad.regulation/1. It is what arpad regulations show prints of an edition.
type Regulation struct {
	Authority string        `json:"authority"` // whose text it is
	Clauses   []Clause      `json:"clauses"`
	ID        string        `json:"id"`
	InForce   *civil.Date   `json:"in_force"` // the first day; null: unknown
	Lists     []rating.Kind `json:"lists"`    // the types that it rates
	Name      Texts         `json:"name"`
	Options   []Option      `json:"options"`
	Readings  []Reading     `json:"readings"` // how what it leaves open is interpreted
	Schema    string        `json:"schema"`
}

// Clause is a clause of an edition, and how Arpad implements it.
type Clause struct {
	ID     string            `json:"id"`       // in the numbering of the text
	Status regulation.Status `json:"status"`   // how it is implemented
	Also   *string           `json:"also"`     // its number in another version of the text; null: the same
	Title  Texts             `json:"title"`    // in our own words
	Reads  []string          `json:"readings"` // ids of the readings that interpret it
}

// Reading is how Arpad interprets what an edition leaves open.
type Reading struct {
	ID   string `json:"id"`
	Text Texts  `json:"text"`
}

// Option is a choice that an edition leaves open, with its value.
type Option struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"`
	Allowed []string `json:"allowed"`
	Reading string   `json:"reading"` // ID of the reading that leaves the choice
}

// NewRegulation returns the document of an edition.
func NewRegulation(e regulation.Edition) Regulation {
	about := e.About()
	d := Regulation{
		Schema: "arpad.regulation/1", ID: about.ID, Authority: about.Authority, InForce: orNull(about.InForce),
		Name:  inAll(func(p *explain.Printer) string { return p.Text("regulation."+about.ID, nil) }),
		Lists: about.Lists, Clauses: []Clause{}, Readings: []Reading{}, Options: []Option{},
	}
	for _, c := range about.Clauses {
		d.Clauses = append(d.Clauses, Clause{c.ID, c.Status, orNull(c.Also), inAll(func(p *explain.Printer) string { return p.Clause(&about, c.ID) }), array(about.ReadingsOf(c.ID))})
	}
	for _, id := range about.Readings {
		d.Readings = append(d.Readings, Reading{id, inAll(func(p *explain.Printer) string { return p.Reading(id) })})
	}
	for _, o := range about.Options {
		d.Options = append(d.Options, Option{o.Name, o.Value, o.Allowed, o.Reading})
	}
	return d
}

// Texts is a text in all languages, by language: "en", "ja".
type Texts map[string]string

// inAll returns a text in all languages.
func inAll(say func(*explain.Printer) string) Texts {
	texts := Texts{}
	for _, lang := range explain.Languages {
		texts[lang] = say(explain.New(lang))
	}
	return texts
}
