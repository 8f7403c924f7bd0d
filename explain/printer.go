// Package explain renders, in English and Japanese, what the checks found and how
// a number was derived. All text for people is in its locale files; the engine
// knows only ids, clauses and values.
//
// A Printer has a language. It returns the Message and Cure of a finding, the title
// of a Clause, the text of a Reading, any other Text, and the explanation of a
// player's rating (List) as text or JSON.
package explain

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Languages are the languages of the locale files.
var Languages = []string{"en", "ja"}

// topics are the texts of a language by the first part of their keys, each read
// when it is first needed: most commands need few.
type topics map[string]func() *i18n.Localizer

// languages are the texts of each language.
var languages = func() map[string]func() topics {
	all := map[string]func() topics{}
	for _, lang := range Languages {
		all[lang] = sync.OnceValue(func() topics { return topicsOf(lang) })
	}
	return all
}()

// topicsOf finds the texts of a language: its files are split into their tables,
// which begin with their name in brackets on a line.
func topicsOf(lang string) topics {
	files, err := fs.Glob(locale, "locale/*."+lang+".toml")
	tables := map[string][]string{} // by topic
	for _, f := range files {
		text, failed := fs.ReadFile(locale, f)
		err = errors.Join(err, failed)
		for table := range strings.SplitSeq(string(text), "\n[") {
			if topic := strings.IndexAny(table, ".]"); topic > 0 {
				tables[table[:topic]] = append(tables[table[:topic]], "["+table)
			}
		}
	}
	if err != nil {
		panic(broken(err))
	}
	all := topics{}
	for topic, tables := range tables {
		all[topic] = sync.OnceValue(func() *i18n.Localizer { return localizer(lang, tables) })
	}
	return all
}

// localizer reads tables of texts.
func localizer(lang string, tables []string) *i18n.Localizer {
	b := i18n.NewBundle(language.MustParse(lang))
	b.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	for _, table := range tables {
		if _, err := b.ParseMessageFileBytes([]byte(table), lang+".toml"); err != nil {
			panic(broken(err))
		}
	}
	return i18n.NewLocalizer(b, lang)
}

// broken returns what is said if the locale files cannot be read; tests read all of them.
func broken(err error) string { return fmt.Sprintf("explain: the locale files are broken: %v", err) }

// Printer writes text in one language.
type Printer struct {
	Language string
	texts    topics
	parser   textParser
	plain    *sync.Map // texts that mention no value, by key
}

// New returns the printer of a language, English if it is unknown.
func New(lang string) *Printer {
	texts := languages[lang]
	if texts == nil {
		texts = languages[Languages[0]]
	}
	p := &Printer{Language: lang, texts: texts(), plain: &sync.Map{}}
	p.parser = textParser{&template.TextParser{Funcs: p.functions()}}
	return p
}

// Data is the values of a text, by name.
type Data map[string]string

// oneLine returns the values, each on one line and harmless.
func (d Data) oneLine() Data {
	var shown Data
	for name, value := range d {
		if line := finding.OneLine(value); line != value {
			if shown == nil {
				shown = maps.Clone(d)
			}
			shown[name] = line
		}
	}
	if shown != nil {
		return shown
	}
	return d
}

// Text returns a text by its key, or the key if there is no text.
func (p *Printer) Text(key string, data Data) string {
	text, ok := p.lookUp(key, data, nil)
	if !ok {
		return key
	}
	return text
}

// TextOr returns a text, or another one if it does not exist.
func (p *Printer) TextOr(key, other string, data Data) string {
	if text := p.Text(key, data); text != key {
		return text
	}
	return p.Text(other, data)
}

// lookUp returns a text, in the plural form for a count if there is one.
func (p *Printer) lookUp(key string, data Data, count any) (string, bool) {
	isPlain := len(data) == 0 && count == nil
	data = data.oneLine()
	if isPlain {
		if text, known := p.plain.Load(key); known {
			return text.(string), true
		}
	}
	topic, _, _ := strings.Cut(key, ".")
	texts := p.texts[topic]
	if texts == nil {
		return "", false
	}
	text, err := texts().Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: data, PluralCount: count, TemplateParser: p.parser})
	var missing *i18n.MessageNotFoundErr
	found := !errors.As(err, &missing)
	if isPlain && found {
		p.plain.Store(key, text)
	}
	return text, found
}

// Word returns the word for a value of an enumeration, or the value itself if there is none.
func (p *Printer) Word(value string) string { return p.named("word", value) }

// named returns the word that a table has for a value, or the value itself if there is none.
func (p *Printer) named(table, value string) string {
	if value == "" {
		return ""
	}
	if text, ok := p.lookUp(table+"."+value, nil, nil); ok {
		return text
	}
	return value
}

// Message returns the sentence of a finding.
func (p *Printer) Message(f finding.Finding) string { return p.finding(f, "message", Data{}) }

// Cure returns the cure of a finding for the terminal: with the commands that carry it out, and
// with what its text has {{if .terminal}}.
func (p *Printer) Cure(f finding.Finding) string {
	terminal := Data{"terminal": "yes", "actions": ""}
	if actions := f.Actions(); len(actions) > 0 {
		terminal["actions"] = p.Text("cure.commands", Data{"commands": p.Commands(actions)})
	}
	return p.finding(f, "cure", terminal)
}

// Commands returns the command lines for actions, separated by commas.
func (p *Printer) Commands(actions []finding.Action) string {
	commands := make([]string, len(actions))
	for i, a := range actions {
		commands[i] = Command(a)
	}
	return strings.Join(commands, p.Text("list.comma", nil))
}

// CureInWords returns the cure of a finding without commands and flags, for a page that
// shows the finding's actions as links, and for documents.
func (p *Printer) CureInWords(f finding.Finding) string {
	return p.finding(f, "cure", Data{"actions": ""})
}

// finding returns a text of a finding, with its values besides the given ones.
func (p *Printer) finding(f finding.Finding, part string, data Data) string {
	key := "finding." + f.ID + "." + part
	data["section"], data["line"] = f.Section, strconv.Itoa(int(f.Line))
	if f.InSection {
		data["section"] = p.Section(f.Section)
	}
	var count any
	for _, v := range f.Values {
		data[v.Name] = p.value(v)
		if n, err := strconv.Atoi(v.Text); err == nil && count == nil {
			count = n
		}
	}
	text, ok := p.lookUp(key, data, count)
	if !ok {
		return key
	}
	return text
}

// The names of values that are values of enumerations.
var wordValues = map[string]bool{"type": true, "declared": true, "decided": true, "treatment": true, "group": true, "state": true, "order": true}

// The names of values that are other words of ours, not the report's.
var fieldValues = map[string]bool{"field": true, "ruler": true, "because": true}

// The names of values that are days; "until" in a refusal is the last day for a
// cure.
var dayValues = map[string]bool{
	"until": true, "since": true, "closes": true, "earliest": true, "last": true, "day": true, "announced": true, "asked": true, "received": true,
	"from": true, "to": true, "due": true, "amended": true, "start": true, "end": true, "first": true,
}

// value returns the text of a value.
func (p *Printer) value(v finding.Value) string {
	switch {
	case v.Name == "form":
		return p.Text("form."+v.Text, nil)
	case v.Name == "fields":
		var words []string
		for _, field := range strings.Split(v.Text, ",") {
			words = append(words, p.TextOr("missing."+field, "field."+field, nil))
		}
		return strings.Join(words, p.Text("list.comma", nil))
	case v.Name == "differs":
		words := strings.Split(v.Text, ",")
		for i := range words {
			words[i] = p.named("field", words[i])
		}
		return strings.Join(words, p.Text("list.comma", nil))
	case wordValues[v.Name]:
		return p.Word(v.Text)
	case fieldValues[v.Name]:
		return p.named("field", v.Text)
	case dayValues[v.Name]:
		if day, err := civil.Parse(v.Text); err == nil {
			return p.Date(day)
		}
	}
	return v.Text
}

// Section returns the name of a section, or the words for one without a name.
func (p *Printer) Section(name string) string {
	if name == "" {
		return p.Text("event.unnamed", nil)
	}
	return name
}

// Clause returns the title of an edition's clause in our own words, empty for no clause. A
// clause that the edition does not word in another way has the title that it has in the editions
// before, under whatever number, and in the authority's first text.
func (p *Printer) Clause(about *regulation.About, id string) string {
	if id == "" {
		return ""
	}
	own := "clause." + about.ID + "." + id
	if title, ok := p.lookUp(own, Data{}, nil); ok {
		return title
	}
	first, known := about.FirstNumber(id)
	if !known {
		return own
	}
	editions := editionsOf(about.Authority)
	at := slices.IndexFunc(editions, func(e regulation.About) bool { return e.ID == about.ID })
	for i := at - 1; i >= 0; i-- {
		if title, ok := p.lookUp("clause."+editions[i].ID+"."+editions[i].Number(first), Data{}, nil); ok {
			return title
		}
	}
	return p.Text("clause."+about.Authority+"."+first, nil)
}

// editionsOf returns the editions of an authority, the oldest first.
func editionsOf(authority string) []regulation.About { return byAuthority()[authority] }

var byAuthority = sync.OnceValue(func() map[string][]regulation.About {
	all := map[string][]regulation.About{}
	for _, e := range catalog.Editions() {
		about := e.About()
		all[about.Authority] = append(all[about.Authority], about)
	}
	return all
})

// Reading returns the text of a reading.
func (p *Printer) Reading(id string) string { return p.Text("reading."+id, nil) }

// Problem returns the sentence of a problem, or the text of any other error.
func (p *Printer) Problem(err error) string {
	var problem *finding.Problem
	if !errors.As(err, &problem) {
		return err.Error()
	}
	data := Data{}
	for _, v := range problem.Values {
		data[v.Name] = p.value(v)
	}
	return p.Text("problem."+problem.ID, data)
}

// Citation returns a clause and a reading in brackets, or an empty text.
func (p *Printer) Citation(clause, reading string) string {
	if reading != "" {
		reading = p.Text("explain.reading", Data{"id": reading})
	}
	switch {
	case clause == "" && reading == "":
		return ""
	case clause == "":
		return "[" + reading + "]"
	case reading == "":
		return "[" + clause + "]"
	}
	return "[" + clause + "; " + reading + "]"
}

// Performance returns a performance as people read it: a bound where the edition has no number for no points, or all of them.
func (p *Printer) Performance(about *regulation.About, is rating.Rating, score rating.Score, games int) string {
	bound, above, ok := regulation.Bound(is, score, games)
	switch {
	case !ok || !about.FIDETable:
		return is.String()
	case above:
		return p.Text("calc.above", Data{"rating": bound.String()})
	}
	return p.Text("calc.below", Data{"rating": bound.String()})
}

// Date formats a day: "1 April 2015".
func (p *Printer) Date(d civil.Date) string {
	year, month, day := d.Split()
	return p.Text("date.day", Data{
		"year": strconv.Itoa(year), "day": strconv.Itoa(day), "month": p.Text("date.month"+strconv.Itoa(int(month)), nil),
	})
}
