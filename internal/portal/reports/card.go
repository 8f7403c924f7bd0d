package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/report"
)

// card is a finding as a page shows it, with what resolves it.
type card struct {
	ID, Severity string
	Bad, Asks    bool
	Here, Next   string // the fragment of a problem, and that of the next one; empty: it is none, and there is none
	Message      string
	File         string // empty: there is one only
	Line, Column int
	InSection    bool // Section is not the only one
	Section      string
	Clause       string
	Cure         string // what to do elsewhere
	Fields       []*casefile.Field
	Entry        *entryAsked
	Results      []*resultAsked
}

// entryAsked asks who an entry is.
type entryAsked struct {
	Name, Other string // of the fields
	Value       string // what was chosen
	Typed       string
	Who         string // as the file has it
	May         []candidate
	Certain     string // ID of the only one with this name; empty: there are none, or several
	ID          string // in the file
	Leave       string // the key of the choice to answer nothing
}

// candidate is somebody whom an entry may be. What speaks for them rests on names and clubs alone.
type candidate struct {
	ID, Name, Local, Club, Rating string
	Chosen                        bool
	Marks                         []mark
}

// mark says in what a candidate is like the entry, or not.
type mark struct {
	What string // key
	Same bool
}

// comparedWith compares an entry with a candidate by names and clubs. Nobody's birth is looked at.
func comparedWith(e *report.Player, m *document.EntryPlayer) (all []mark) {
	entry := identity.New(identity.Person{Name: e.Name, NameLocal: e.NameLocal, Club: e.Club, Entry: true})
	weighed := entry.Compare(identity.New(identity.Person{Name: m.Name, NameLocal: m.Local, Club: m.Club}))
	for _, is := range weighed.Evidence {
		if differs := strings.HasSuffix(is.What, "-differs"); differs || is.Points > 0 {
			all = append(all, mark{"register.evidence-" + is.What, !differs})
		}
	}
	return all
}

// linked leads from each problem to the next one. They come first.
func linked(all []card) {
	for i := range all {
		if !all[i].Bad && !all[i].Asks {
			return
		}
		if all[i].Here = "problem-" + strconv.Itoa(i+1); i > 0 {
			all[i-1].Next = all[i].Here
		}
	}
}

// resultAsked asks how a game ended.
type resultAsked struct {
	Name, White, Black string
	Choices            []casefile.Option
}

// page is what a form of findings is made with.
type page struct {
	*explain.Printer
	fields map[string]*casefile.Field
	asked  map[string]bool        // fields that stand in a card
	may    map[string]*entryFound // who entries may be, by the names of their fields
	typed  func(name string) string
	leave  string // the key of the choice to answer nothing
}

// entryFound is who an entry may be, as an entry list finds it: by number, name and club.
type entryFound struct {
	*document.Entry
	asks bool // it is not clear
}

// cards returns what was found of a file.
func (p *page) cards(t *trial.Told, file int, several bool) (all []card) {
	for _, f := range t.Findings {
		all = append(all, p.card(f, file, several, t.Report))
	}
	return all
}

// unclear returns the questions of a section that no finding asks: who entries are, and whatever was answered, to be changed.
func (p *page) unclear(file int, s *report.Section) (all []card) {
	add := func(c card, answer string) {
		c.Severity, c.Asks = "desk.report.severity-question", true
		if answer != "" {
			c.Severity, c.Asks = "desk.report.severity-answered", false
		}
		all = append(all, c)
	}
	for i := range s.Players {
		e := &s.Players[i]
		name := entryName(file, s, e.StartNumber)
		if found := p.may[name]; p.typed(name) == "" && (found == nil || !found.asks) {
			continue
		}
		if asked := p.who(file, s, e); asked != nil {
			add(card{Line: int(e.Line), Entry: asked}, asked.Value)
		}
	}
	for i := range s.Disputed {
		if asked := p.ended(file, s, &s.Disputed[i]); asked != nil && p.typed(asked.Name) != "" {
			add(card{Line: int(s.Disputed[i].Line), Results: []*resultAsked{asked}}, p.typed(asked.Name))
		}
	}
	return all
}

// card returns a finding as the page shows it. A field stands in the first card that asks for it.
func (p *page) card(f finding.Finding, file int, several bool, of *report.Report) card {
	c := card{ID: f.ID, Bad: f.Severity == finding.Error, Severity: "desk.report.severity-" + f.Severity.String(), Message: p.Message(f), Line: int(f.Line), Column: int(f.Column), Clause: f.Clause}
	if several {
		c.File = f.Report
	}
	if only := of != nil && len(of.Sections) == 1 && of.Sections[0].Name == f.Section; f.InSection && !only && (of != nil || f.Section != "") {
		c.InSection, c.Section = true, f.Section
	}
	for _, name := range casefile.Lacked(&f) {
		if is := p.fields[name]; is != nil && !p.asked[name] {
			p.asked[name] = true
			c.Fields = append(c.Fields, is)
		}
	}
	if of != nil {
		c.Entry, c.Results = p.entry(&f, file, of), p.results(&f, file, of)
	}
	cured := len(c.Fields) > 0 || c.Entry != nil || len(c.Results) > 0
	if !cured {
		c.Cure = p.CureInWords(f)
	}
	if c.Asks = cured && f.Severity > finding.Info; c.Asks && !c.Bad {
		c.Severity = "desk.report.severity-question"
	}
	return c
}

// sectionOf returns the section that a finding is about, nil if it is about none.
func sectionOf(f *finding.Finding, of *report.Report) *report.Section {
	for i := range of.Sections {
		if s := &of.Sections[i]; s.Name == f.Section {
			return s
		}
	}
	return nil
}

// entryName is the field in which is said who an entry is.
func entryName(file int, s *report.Section, start int) string {
	return fmt.Sprintf("entry.%d.%d.%s", file, start, s.Name)
}

// entry returns the question who an entry is, nil if a finding does not ask it.
func (p *page) entry(f *finding.Finding, file int, of *report.Report) *entryAsked {
	s := sectionOf(f, of)
	if s == nil || !slices.Contains([]string{"id-missing", "entry-doubted", "id-repeated", "player-not-unique"}, f.ID) {
		return nil
	}
	start := f.Value("player")
	n := slices.IndexFunc(s.Players, func(e report.Player) bool { return fmt.Sprint(e.StartNumber) == start })
	if n < 0 {
		return nil
	}
	return p.who(file, s, &s.Players[n])
}

// who returns the question who an entry is.
func (p *page) who(file int, s *report.Section, e *report.Player) *entryAsked {
	name := entryName(file, s, e.StartNumber)
	if p.asked[name] {
		return nil
	}
	p.asked[name] = true
	other := "other" + strings.TrimPrefix(name, "entry")
	a := &entryAsked{Name: name, Other: other, Value: p.typed(name), Typed: p.typed(other), Who: e.Name, ID: cmp.Or(e.Numbers()...), Leave: p.leave}
	found := p.may[name]
	if found == nil {
		return a
	}
	may := found.Players
	if found.Player != nil && len(may) == 0 {
		may = []document.EntryPlayer{*found.Player}
	}
	if found.Player != nil && len(may) == 1 && !found.More && a.Value == "" {
		a.Certain = found.Player.ID
	}
	for i := range may {
		m := &may[i]
		is := candidate{ID: m.ID, Name: m.Name, Local: m.Local, Club: m.Club, Chosen: a.Value == m.ID, Marks: comparedWith(e, m)}
		if m.Rating != nil {
			is.Rating = m.Rating.String()
		}
		a.May = append(a.May, is)
	}
	return a
}

// results returns the questions how games ended that the file states twice and differently, none if a finding does not ask it.
func (p *page) results(f *finding.Finding, file int, of *report.Report) (all []*resultAsked) {
	s := sectionOf(f, of)
	if s == nil || f.ID != "sides-disagree" && f.ID != "games-differ" {
		return nil
	}
	for i := range s.Disputed {
		d := &s.Disputed[i]
		if f.ID == "sides-disagree" && (d.At != f.At || fmt.Sprint(d.Round) != f.Value("round")) {
			continue
		}
		if a := p.ended(file, s, d); a != nil {
			all = append(all, a)
		}
	}
	return all
}

// ended returns the question how a game ended that is stated otherwise, too; nil if it is asked already.
func (p *page) ended(file int, s *report.Section, d *report.Game) *resultAsked {
	n := slices.IndexFunc(s.Games, func(g report.Game) bool {
		return g.Round == d.Round && (g.White == d.White && g.Black == d.Black || g.White == d.Black && g.Black == d.White)
	})
	if n < 0 {
		return nil
	}
	g := &s.Games[n]
	a := &resultAsked{Name: fmt.Sprintf("result.%d.%d.%d.%d.%s", file, g.Round, g.White, g.Black, s.Name), White: nameOf(s, g.White), Black: nameOf(s, g.Black)}
	if p.asked[a.Name] {
		return nil
	}
	p.asked[a.Name] = true
	for _, r := range report.Results()[:3] {
		a.Choices = append([]casefile.Option{{Value: r.String(), Name: resultOf(&report.Game{Result: r}), Chosen: p.typed(a.Name) == r.String()}}, a.Choices...)
	}
	return a
}

// nameOf returns the name of an entry, else its start number.
func nameOf(s *report.Section, start int) string {
	for i := range s.Players {
		if s.Players[i].StartNumber == start && s.Players[i].Name != "" {
			return s.Players[i].Name
		}
	}
	return fmt.Sprint(start)
}

// resultOf returns the result of a game as people write it.
func resultOf(g *report.Game) string { return strings.ReplaceAll(g.Result.String(), "1/2", "½") }
