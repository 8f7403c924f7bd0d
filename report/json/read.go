// Package json reads and writes reports as JSON, schema arpad.report/1: the
// format in which programs submit a tournament, and the only one that can
// express everything in a report.
package json

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Schema is the name of the JSON report's schema.
const Schema = "arpad.report/1"

// Read reads a report. The findings say what could not be read; the caller must
// still call report.Check.
func Read(text, file string) (*report.Report, []finding.Finding) {
	r := &reader{cursor: newCursor(text, file), report: &report.Report{File: file}}
	schema := ""
	r.event(&schema)
	r.end()
	r.readWords()
	if r.err == nil && schema != Schema {
		r.Add(finding.Refusal("schema-unknown", finding.At{Line: 1}, finding.Text("schema", schema), finding.Text("known", Schema)))
	}
	return r.report, r.Findings
}

// Overlay reads a file beside a report, with the keys of the report, and
// overrides the report's values. Keys of a section apply to all sections.
func Overlay(text, file string, over *report.Report) []finding.Finding {
	r := &reader{cursor: newCursor(text, file), report: over}
	over.NoTime = false // this format has the field
	schema, words, control := "", over.TimeControlText, over.TimeControl
	r.event(&schema)
	r.end()
	if over.TimeControlText != words && slices.Equal(over.TimeControl, control) {
		over.TimeControl = nil // it was set from other words
	}
	r.readWords()
	return r.Findings
}

// readWords sets type and time control from their words.
func (r *reader) readWords() {
	for _, f := range r.report.ReadWords() {
		r.Add(f)
	}
}

type reader struct {
	*cursor
	report *report.Report
	room   report.Room
}

// item takes room for the next value.
func (r *reader) item(of report.Thing) {
	if full := r.room.Take(of, 1, finding.At{}); full != nil {
		full.At = r.next()
		r.stop(*full)
	}
}

// items reads an array of things that a report contains many of.
func items[T any](r *reader, of report.Thing, to *[]T, read func(*T)) {
	*to = nil
	r.array(func() {
		if r.item(of); r.err != nil {
			return
		}
		*to = append(*to, *new(T))
		read(&(*to)[len(*to)-1])
	})
}

// end refuses anything after the report.
func (r *reader) end() {
	if r.err != nil {
		return
	}
	at := r.next()
	if _, err := r.in.ReadToken(); !errors.Is(err, io.EOF) {
		r.Add(finding.Refusal("json-continues", at))
	}
}

func (r *reader) event(schema *string) {
	to, sections := r.report, 0
	own := fields(to)
	r.object(func(key string) bool {
		switch key {
		case "schema":
			r.string(schema)
		case "time_control":
			r.timeControls(&to.TimeControl, &to.TimeControlText)
		case "sections":
			r.array(func() {
				if r.item(report.Sections); r.err != nil {
					return
				}
				if sections == len(to.Sections) {
					to.Sections = append(to.Sections, report.Section{})
				}
				r.section(&to.Sections[sections])
				sections++
			})
		case "group", "rounds", "unrated_floor":
			r.forAllSections(key)
		default:
			known := r.field(own, key)
			r.state(key)
			return known
		}
		return true
	})
}

// state records whether a field of the event was stated.
func (r *reader) state(key string) {
	to := r.report
	if key == "system" {
		to.Stated.Set(report.StatedSystem, to.System == report.Swiss)
	}
	for _, flag := range report.Flags {
		if flag.Name == key {
			to.Stated.Set(flag.Stated, !*flag.Of(to))
		}
	}
}

// forAllSections reads a key of a section given outside the sections.
func (r *reader) forAllSections(key string) {
	var all report.Section
	r.field(fields(&all), key)
	for i := range r.report.Sections {
		s := &r.report.Sections[i]
		switch key {
		case "group":
			s.Group = all.Group
			s.Stated.Set(report.StatedGroup, s.Group == report.Open)
		case "rounds":
			s.Rounds = all.Rounds
		default:
			s.UnratedFloor = all.UnratedFloor
		}
	}
}

func (r *reader) section(to *report.Section) {
	to.At = r.next()
	own := fields(to)
	r.object(func(key string) bool {
		switch key {
		case "time_control":
			r.timeControls(&to.TimeControl, &to.TimeControlText)
		case "players":
			items(r, report.Players, &to.Players, r.player)
		case "games":
			items(r, report.Games, &to.Games, r.game)
		case "byes":
			items(r, report.Games, &to.Byes, r.bye)
		case "group":
			r.value(&to.Group)
			to.Stated.Set(report.StatedGroup, to.Group == report.Open)
		default:
			return r.field(own, key)
		}
		return true
	})
}

func (r *reader) player(to *report.Player) {
	to.At = r.next()
	r.object(func(key string) bool {
		switch key {
		case "start_number":
			r.int(&to.StartNumber)
		case "id": // which may be a number, like the next one
			r.parse("text", func(text string) error { to.ID = text; return nil })
		case "fide_id":
			r.parse("text", func(text string) error { to.FideID = text; return nil })
		case "name":
			r.string(&to.Name)
		case "name_local":
			r.string(&to.NameLocal)
		case "sex":
			r.string(&to.Sex)
		case "title":
			r.string(&to.Title)
		case "federation":
			r.string(&to.Federation)
		case "club":
			r.string(&to.Club)
		case "email":
			r.string(&to.Email)
		case "birth":
			r.value(&to.Birth)
		case "rating":
			r.value(&to.Rating)
		case "points":
			r.points(&to.Points)
		case "rank":
			r.int(&to.Rank)
		case "national":
			each(&to.National)(r)
		default:
			return false
		}
		return true
	})
}

func (r *reader) game(to *report.Game) {
	to.At = r.next()
	hasResult := false
	r.object(func(key string) bool {
		switch key {
		case "round":
			r.int(&to.Round)
		case "date":
			r.value(&to.Date)
		case "white":
			r.int(&to.White)
		case "black":
			r.int(&to.Black)
		case "result":
			r.parse("result", func(text string) (err error) { hasResult = true; to.Result, err = report.ParseResult(text); return err })
		case "unrated":
			r.bool(&to.Unrated)
		case "no_colour":
			r.bool(&to.NoColour)
		default:
			return false
		}
		return true
	})
	if !hasResult && r.err == nil {
		r.Add(finding.Refusal("result-missing", to.At, finding.Int("player", to.White), finding.Int("opponent", to.Black), finding.Int("round", to.Round)))
	}
}

func (r *reader) bye(to *report.Bye) {
	to.At = r.next()
	hasKind := false
	r.object(func(key string) bool {
		switch key {
		case "round":
			r.int(&to.Round)
		case "player":
			r.int(&to.Player)
		case "kind":
			r.parse("bye", func(text string) (err error) { hasKind = true; to.Kind, err = report.ParseByeKind(text); return err })
		default:
			return false
		}
		return true
	})
	if !hasKind && r.err == nil {
		r.Add(finding.Refusal("bye-without-kind", to.At, finding.Int("player", to.Player), finding.Int("round", to.Round)))
	}
}

// timeControls reads one time control, or an array of them. A text in words is
// stored as words.
func (r *reader) timeControls(to *[]report.TimeControl, words *string) {
	*to = nil
	one := func() {
		if r.item(report.Entries); r.err != nil {
			return
		}
		at := r.next()
		r.parse("time-control", func(text string) error {
			t, minutes, err := report.ReadTimeCode(text)
			if minutes {
				r.Add(report.TimeInMinutes(at, text, t))
			}
			if err == nil {
				*to = append(*to, t)
				return nil
			}
			if len(*to) == 0 && *words == "" {
				*words = strings.Clone(text)
				return nil
			}
			return err
		})
	}
	if at := r.skip(); at < len(r.text) && r.text[at] == '[' {
		r.array(one)
		return
	}
	one()
}
