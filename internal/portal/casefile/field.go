// Package casefile has what both clubs and officers are shown of a report: the fields of what is stated beside its files, what
// resolves a finding, and its entries beside the lists.
package casefile

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// How a field is filled in.
const (
	Text   = "text"
	Date   = "date"
	Time   = "time"
	Number = "number"
	List   = "list" // with commas, or one on each line
	Tick   = "tick"
	Choice = "choice"
)

// Said are the words of a statement that a form has: the name of each in statement.Words, how it is filled in, whether it is asked for
// where no finding asks for it, and what a file says of it.
var Said = []struct {
	Name, Kind string
	Always     bool
	of         func(*report.Report) string
}{
	{"name", Text, true, func(p *report.Report) string { return p.Name }},
	{"start", Date, true, func(p *report.Report) string { return day(p.FirstDay()) }},
	{"end", Date, true, func(p *report.Report) string { return day(p.LastDay()) }},
	{"time_control_text", Text, true, controls},
	{"type", Choice, true, func(p *report.Report) string { return p.Type.String() }},
	{"rounds", Number, false, rounds},
	{"organizer", Text, true, func(p *report.Report) string { return p.Organizer }},
	{"responsible", Text, true, func(p *report.Report) string { return p.Responsible }},
	{"venue", Text, true, func(p *report.Report) string { return p.Venue }},
	{"time", Time, true, func(p *report.Report) string { return p.Time }},
	{"meeting", Tick, true, func(p *report.Report) string { return ticked(p.Meeting) }},
	{"fide_event", Tick, true, func(p *report.Report) string { return ticked(p.FIDEEvent) }},
	{"qualifying", Tick, true, func(p *report.Report) string { return ticked(p.Qualifying) }},
	{"team", Tick, false, func(p *report.Report) string { return ticked(p.Team) }},
	{"braille", Tick, false, func(p *report.Report) string { return ticked(p.Braille) }},
	{"qualified", List, true, func(p *report.Report) string { return strings.Join(p.Qualified, "\n") }},
	{"dispensation", Text, false, func(p *report.Report) string { return p.Dispensation }},
	{"group", Text, false, func(*report.Report) string { return "" }},
	{"age_year", Number, false, func(p *report.Report) string { return number(p.AgeYear) }},
	{"encoding", Choice, false, func(*report.Report) string { return "" }},
	{"date_order", Choice, false, func(*report.Report) string { return "" }},
}

// choices are what a field may be, beside not being said.
var choices = map[string][]string{
	"type":       {rating.Standard.String(), rating.Rapid.String(), rating.Blitz.String()},
	"encoding":   {"utf-8", "shift_jis", "euc-jp", "windows-1252"},
	"date_order": {civil.YearFirst.String(), civil.DayFirst.String(), civil.MonthFirst.String()},
}

// hinted are the fields of which is said what to type.
var hinted = []string{"time_control_text", "type", "organizer", "responsible", "time", "qualified", "group", "encoding"}

func day(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func ticked(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

func rounds(p *report.Report) string {
	if len(p.Sections) == 1 {
		return number(p.Sections[0].Rounds)
	}
	return ""
}

func controls(p *report.Report) string {
	if p.TimeControlText != "" || len(p.TimeControl) == 0 {
		return p.TimeControlText
	}
	return p.TimeControl[0].Words()
}

// Field is a field as a page shows it.
type Field struct {
	Name, Kind string
	Value, Was string   // Was: what the file itself says
	Choices    []Option // of a choice
	Wrong      bool     // nobody can read what was typed
	Hint       string   // the key of what to type; empty: it is clear
	From       string   // the key of where the value is from that the file leaves out; empty: it was typed
	Short      bool
}

// Option is a value that a field may have.
type Option struct {
	Value, Name string
	Chosen      bool
}

// Fields returns the fields of a form: what was typed, else what the report says. Without any the file says nothing.
func Fields(p *explain.Printer, typed url.Values, of *report.Report, wrong []string) map[string]*Field {
	all := map[string]*Field{}
	begun := typed.Has("was")
	for _, s := range Said {
		f := &Field{Name: s.Name, Kind: s.Kind, Wrong: slices.Contains(wrong, s.Name), Short: s.Kind != Text && s.Kind != List}
		if slices.Contains(hinted, s.Name) {
			f.Hint = "desk.report.hint-" + s.Name
		}
		if of != nil {
			f.Was = s.of(of)
		}
		if begun {
			f.Was = typed.Get("was." + s.Name)
		}
		f.Value = f.Was
		if begun || typed.Has(s.Name) {
			f.Value = typed.Get(s.Name)
		}
		for _, value := range choices[s.Name] {
			f.Choices = append(f.Choices, Option{value, p.Text("desk.report.choice-"+value, nil), value == f.Value})
		}
		all[s.Name] = f
	}
	return all
}

// Words returns what a form says of a file that the file itself does not say, and the names of the fields that nobody can read.
func Words(typed url.Values, file int) (w statement.Words, wrong []string) {
	for _, s := range Said {
		text, was := strings.TrimSpace(typed.Get(s.Name)), typed.Get("was."+s.Name)
		if text == was || text == "" && s.Kind != Tick {
			continue
		}
		var value any = text
		switch s.Kind {
		case Number:
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				wrong = append(wrong, s.Name)
				continue
			}
			value = n
		case Tick:
			value = text != ""
		case List:
			value = strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n,;、，", r) })
		}
		data, err := json.Marshal(map[string]any{s.Name: value})
		if err == nil {
			err = json.Unmarshal(data, &w)
		}
		if err != nil {
			wrong = append(wrong, s.Name)
		}
	}
	for name := range typed {
		kind, place, _ := strings.Cut(name, ".")
		of, rest, _ := strings.Cut(place, ".")
		value := strings.TrimSpace(typed.Get(name))
		if of != strconv.Itoa(file) || value == "" {
			continue
		}
		switch kind {
		case "entry":
			start, section, _ := strings.Cut(rest, ".")
			if other := strings.TrimSpace(typed.Get("other." + place)); value == Another {
				value = other
			}
			if n, err := strconv.Atoi(start); err == nil && value != "" {
				w.Entries = append(w.Entries, statement.Entry(section, n, value))
			}
		case "result":
			if part := strings.SplitN(rest, ".", 4); len(part) == 4 {
				w.Results = append(w.Results, part[3]+"/"+part[0]+":"+part[1]+"-"+part[2]+"="+value)
			}
		}
	}
	slices.Sort(w.Entries)
	slices.Sort(w.Results)
	return w, wrong
}

// Another is the value of the choice "somebody else", whose ID is typed beside it.
const Another = "other"
