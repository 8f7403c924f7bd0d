package template

import (
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// field is a field of the event: how it is read, and written.
type field struct {
	key   string
	must  bool // the text asks for it
	one   []string
	read  func(*reader, table.Spot)
	write func(*report.Report) string
}

// The words of fields that are chosen. People who have set their program to Japanese
// choose the other two for yes and no.
var (
	yes = []string{"yes", "\u306f\u3044", "y", "true", "1"}
	no  = []string{"no", "\u3044\u3044\u3048", "n", "false", "0"}
)

// kinds returns the names of the kinds of rating.
func kinds() []string {
	var names []string
	for _, kind := range rating.AllKinds {
		names = append(names, kind.String())
	}
	return names
}

// form are the fields of the event, in the order of the form: 4(1)a, then what else a
// report can state.
var form = []field{
	text("name", true, func(r *report.Report) *string { return &r.Name }),
	day("start", func(r *report.Report) *civil.Date { return &r.Start }),
	day("end", func(r *report.Report) *civil.Date { return &r.End }),
	text("time", true, func(r *report.Report) *string { return &r.Time }),
	text("venue", true, func(r *report.Report) *string { return &r.Venue }),
	text("city", false, func(r *report.Report) *string { return &r.City }),
	text("organizer", true, func(r *report.Report) *string { return &r.Organizer }),
	text("responsible", true, func(r *report.Report) *string { return &r.Responsible }),
	text("submitted_by", true, func(r *report.Report) *string { return &r.SubmittedBy }),
	{
		key: "type", must: true, one: kinds(),
		read: func(r *reader, s table.Spot) {
			if r.Report.Type = report.ReadTimeWords(s.Text).Type; r.Report.Type == 0 {
				r.Add(s.Impossible("kind"))
			}
		},
		write: func(r *report.Report) string {
			if r.Type == 0 {
				return ""
			}
			return r.Type.String()
		},
	},
	{
		key:  "time_control",
		read: func(r *reader, s table.Spot) { r.Report.TimeControlText = s.Text },
		write: func(r *report.Report) string {
			if r.TimeControlText == "" && len(r.TimeControl) > 0 {
				return r.TimeControl[0].Words()
			}
			return r.TimeControlText
		},
	},
	{
		key:   "rounds",
		must:  true,
		read:  func(r *reader, s table.Spot) { r.section().Rounds = r.Number(s) },
		write: func(r *report.Report) string { return number(only(r).Rounds) },
	},
	{
		key:   "section",
		read:  func(r *reader, s table.Spot) { r.section().Name = s.Text },
		write: func(r *report.Report) string { return only(r).Name },
	},
	flag("fide_event"), flag("meeting"), flag("team"), flag("qualifying"),
	{
		key:   "qualified",
		read:  func(r *reader, s table.Spot) { r.Report.Qualified = names(s.Text) },
		write: func(r *report.Report) string { return strings.Join(r.Qualified, "; ") },
	},
	text("chief_arbiter", false, func(r *report.Report) *string { return &r.ChiefArbiter }),
}

// eventFields read the fields of the event, by their keys.
var eventFields = func() map[string]func(*reader, table.Spot) {
	all := map[string]func(*reader, table.Spot){}
	for i := range form {
		all[form[i].key] = form[i].read
	}
	return all
}()

func text(key string, must bool, of func(*report.Report) *string) field {
	return field{
		key: key, must: must,
		read:  func(r *reader, s table.Spot) { *of(r.Report) = s.Text },
		write: func(r *report.Report) string { return *of(r) },
	}
}

func day(key string, of func(*report.Report) *civil.Date) field {
	return field{
		key: key, must: true,
		read:  func(r *reader, s table.Spot) { *of(r.Report) = r.EventDay(s, key == "end") },
		write: func(r *report.Report) string { return of(r).String() },
	}
}

// flag is a field that is yes or no.
func flag(key string) field {
	var of report.Flag
	for _, f := range report.Flags {
		if f.Name == key {
			of = f
		}
	}
	is := func(word string, words []string) bool {
		for _, w := range words {
			if strings.EqualFold(w, word) {
				return true
			}
		}
		return false
	}
	return field{
		key: key, one: []string{yes[0], no[0]},
		read: func(r *reader, s table.Spot) {
			switch {
			case is(s.Text, yes):
				*of.Of(r.Report) = true
			case is(s.Text, no):
				r.Report.Stated |= of.Stated
			default:
				r.Add(s.Impossible("boolean"))
			}
		},
		write: func(r *report.Report) string {
			switch {
			case *of.Of(r):
				return yes[0]
			case r.Stated.Has(of.Stated):
				return no[0]
			}
			return ""
		},
	}
}

// names splits a list of names.
func names(text string) (all []string) {
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(";\u3001\uff1b\n", r) }) {
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// number writes a number, nothing for zero.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// only returns the only section of a report, an empty one if there is none.
func only(r *report.Report) *report.Section {
	if len(r.Sections) == 0 {
		return &report.Section{}
	}
	return &r.Sections[0]
}
