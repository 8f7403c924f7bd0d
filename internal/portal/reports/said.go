package reports

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
	ofText   = "text"
	ofDate   = "date"
	ofTime   = "time"
	ofNumber = "number"
	ofList   = "list" // with commas, or one on each line
	ofTick   = "tick"
	ofChoice = "choice"
)

// said are the words of a statement that a form has: the name of each in statement.Words, how it is filled in, whether it is asked for
// where no finding asks for it, and what a file says of it.
var said = []struct {
	name, kind string
	always     bool
	of         func(*report.Report) string
}{
	{"name", ofText, true, func(p *report.Report) string { return p.Name }},
	{"start", ofDate, true, func(p *report.Report) string { return day(p.FirstDay()) }},
	{"end", ofDate, true, func(p *report.Report) string { return day(p.LastDay()) }},
	{"time_control_text", ofText, true, controls},
	{"type", ofChoice, true, func(p *report.Report) string { return p.Type.String() }},
	{"rounds", ofNumber, false, rounds},
	{"organizer", ofText, true, func(p *report.Report) string { return p.Organizer }},
	{"responsible", ofText, true, func(p *report.Report) string { return p.Responsible }},
	{"venue", ofText, true, func(p *report.Report) string { return p.Venue }},
	{"time", ofTime, true, func(p *report.Report) string { return p.Time }},
	{"meeting", ofTick, true, func(p *report.Report) string { return ticked(p.Meeting) }},
	{"fide_event", ofTick, true, func(p *report.Report) string { return ticked(p.FIDEEvent) }},
	{"qualifying", ofTick, true, func(p *report.Report) string { return ticked(p.Qualifying) }},
	{"team", ofTick, false, func(p *report.Report) string { return ticked(p.Team) }},
	{"braille", ofTick, false, func(p *report.Report) string { return ticked(p.Braille) }},
	{"qualified", ofList, true, func(p *report.Report) string { return strings.Join(p.Qualified, "\n") }},
	{"dispensation", ofText, false, func(p *report.Report) string { return p.Dispensation }},
	{"group", ofText, false, func(*report.Report) string { return "" }},
	{"age_year", ofNumber, false, func(p *report.Report) string { return number(p.AgeYear) }},
	{"encoding", ofChoice, false, func(*report.Report) string { return "" }},
	{"date_order", ofChoice, false, func(*report.Report) string { return "" }},
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

// field is a field as a page shows it.
type field struct {
	Name, Kind string
	Value, Was string   // Was: what the file itself says
	Choices    []option // of a choice
	Wrong      bool     // nobody can read what was typed
	Hint       string   // the key of what to type; empty: it is clear
	From       string   // the key of where the value is from that the file leaves out; empty: it was typed
	Short      bool
}

type option struct {
	Value, Name string
	Chosen      bool
}

// fieldsOf returns the fields of a form: what was typed, else what the report says. Without any the file says nothing.
func fieldsOf(p *explain.Printer, typed url.Values, of *report.Report, wrong []string) map[string]*field {
	all := map[string]*field{}
	begun := typed.Has("was")
	for _, s := range said {
		f := &field{Name: s.name, Kind: s.kind, Wrong: slices.Contains(wrong, s.name), Short: s.kind != ofText && s.kind != ofList}
		if slices.Contains(hinted, s.name) {
			f.Hint = "desk.report.hint-" + s.name
		}
		if of != nil {
			f.Was = s.of(of)
		}
		if begun {
			f.Was = typed.Get("was." + s.name)
		}
		f.Value = f.Was
		if begun || typed.Has(s.name) {
			f.Value = typed.Get(s.name)
		}
		for _, value := range choices[s.name] {
			f.Choices = append(f.Choices, option{value, p.Text("desk.report.choice-"+value, nil), value == f.Value})
		}
		all[s.name] = f
	}
	return all
}

// wordsOf returns what a form says of a file that the file itself does not say, and the names of the fields that nobody can read.
func wordsOf(typed url.Values, file int) (w statement.Words, wrong []string) {
	for _, s := range said {
		text, was := strings.TrimSpace(typed.Get(s.name)), typed.Get("was."+s.name)
		if text == was || text == "" && s.kind != ofTick {
			continue
		}
		var value any = text
		switch s.kind {
		case ofNumber:
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				wrong = append(wrong, s.name)
				continue
			}
			value = n
		case ofTick:
			value = text != ""
		case ofList:
			value = strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n,;、，", r) })
		}
		data, err := json.Marshal(map[string]any{s.name: value})
		if err == nil {
			err = json.Unmarshal(data, &w)
		}
		if err != nil {
			wrong = append(wrong, s.name)
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
			if other := strings.TrimSpace(typed.Get("other." + place)); value == another {
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

// another is the value of the choice "somebody else", whose ID is typed beside it.
const another = "other"
