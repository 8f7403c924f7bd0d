// Package json reads and writes reports as JSON, schema arpad.report/1: the
// format in which programs submit a tournament, and the only one that can
// express everything in a report.
package json

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
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

// each reads an array of values.
func each[T any](r *reader, to *[]T, read func(*T)) { items(r, report.Entries, to, read) }

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
	to := r.report
	sections := 0
	r.object(func(key string) bool {
		switch key {
		case "schema":
			r.string(schema)
		case "name":
			r.string(&to.Name)
		case "organizer":
			r.string(&to.Organizer)
		case "venue":
			r.string(&to.Venue)
		case "city":
			r.string(&to.City)
		case "federation":
			r.string(&to.Federation)
		case "start":
			r.date(&to.Start)
		case "end":
			r.date(&to.End)
		case "time":
			r.string(&to.Time)
		case "received":
			r.date(&to.Received)
		case "responsible":
			r.string(&to.Responsible)
		case "submitted_by":
			r.string(&to.SubmittedBy)
		case "qualified":
			each(r, &to.Qualified, r.string)
		case "type":
			r.kind(&to.Type)
		case "time_control":
			r.timeControls(&to.TimeControl, &to.TimeControlText)
		case "fide_event":
			r.flag(&to.FIDEEvent, report.StatedFIDE)
		case "team":
			r.flag(&to.Team, report.StatedTeam)
		case "braille":
			r.flag(&to.Braille, report.StatedBraille)
		case "meeting":
			r.flag(&to.Meeting, report.StatedMeeting)
		case "qualifying":
			r.flag(&to.Qualifying, report.StatedQualifying)
		case "dispensation":
			r.string(&to.Dispensation)
		case "age_year":
			r.int(&to.AgeYear)
		case "system":
			r.parse("system", func(text string) (err error) { to.System, err = report.ParseSystem(text); return err })
			state(&to.Stated, report.StatedSystem, to.System == report.Swiss)
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
			return r.beside(key)
		}
		return true
	})
}

// flag reads a boolean field, and records that it was stated.
func (r *reader) flag(to *bool, field report.Stated) {
	r.bool(to)
	state(&r.report.Stated, field, !*to)
}

// state records that a field was stated with its default value.
func state(stated *report.Stated, field report.Stated, usual bool) {
	if *stated &^= field; usual {
		*stated |= field
	}
}

// forAllSections reads a key of a section given outside the sections.
func (r *reader) forAllSections(key string) {
	var all report.Section
	r.sectionField(&all, key)
	for i := range r.report.Sections {
		s := &r.report.Sections[i]
		switch key {
		case "group":
			s.Group = all.Group
			state(&s.Stated, report.StatedGroup, s.Group == report.Open)
		case "rounds":
			s.Rounds = all.Rounds
		default:
			s.UnratedFloor = all.UnratedFloor
		}
	}
}

// beside reads the additional fields of the federations' exchange files.
func (r *reader) beside(key string) bool {
	to := r.report
	switch key {
	case "exchange_file":
		r.bool(&to.ExchangeFile)
	case "type_text":
		r.string(&to.TypeText)
	case "type_code":
		r.string(&to.TypeCode)
	case "time_control_text":
		r.string(&to.TimeControlText)
	case "chief_arbiter":
		r.string(&to.ChiefArbiter)
	case "deputies":
		each(r, &to.Deputies, r.string)
	case "round_dates":
		each(r, &to.RoundDates, r.date)
	case "scoring":
		usual := report.UsualScoring
		to.Scoring = &usual
		r.object(func(key string) bool { return r.scoring(to.Scoring, key) })
	case "assigned":
		each(r, &to.Assigned, r.assignment)
	case "pairing":
		r.pairing(&to.Pairing)
	case "team_play":
		r.teamPlay(&to.TeamPlay)
	case "teams":
		each(r, &to.Teams, r.team)
	case "records":
		each(r, &to.KeptLines, r.record)
	default:
		return false
	}
	return true
}

func (r *reader) scoring(to *report.Scoring, key string) bool {
	field, ok := map[string]*rating.Score{
		"win": &to.Win, "draw": &to.Draw, "loss": &to.Loss, "pairing_bye": &to.PairingBye, "zero_bye": &to.ZeroBye,
		"forfeit_loss": &to.ForfeitLoss, "unknown": &to.Unknown,
	}[key]
	if ok {
		r.parse("points", func(text string) error { return field.UnmarshalText([]byte(text)) })
	}
	return ok
}

func (r *reader) team(to *report.Team) {
	r.object(func(key string) bool {
		switch key {
		case "number":
			r.int(&to.Number)
		case "name":
			r.string(&to.Name)
		case "nick":
			r.string(&to.Nick)
		case "strength":
			r.string(&to.Strength)
		case "match_points":
			r.scoreOf(&to.MatchPoints)
		case "game_points":
			r.scoreOf(&to.GamePoints)
		case "rank":
			r.int(&to.Rank)
		case "players":
			each(r, &to.Players, r.int)
		default:
			return false
		}
		return true
	})
}

func (r *reader) record(to *report.KeptLine) {
	r.object(func(key string) bool {
		switch key {
		case "code":
			r.string(&to.Code)
		case "text":
			r.string(&to.Text)
		case "before":
			r.string(&to.Before)
		default:
			return false
		}
		return true
	})
}

func (r *reader) section(to *report.Section) {
	to.At = r.next()
	r.object(func(key string) bool { return r.sectionField(to, key) })
}

func (r *reader) sectionField(to *report.Section, key string) bool {
	switch key {
	case "name":
		r.string(&to.Name)
	case "group":
		r.parse("group", func(text string) (err error) { to.Group, err = report.ParseGroup(text); return err })
		state(&to.Stated, report.StatedGroup, to.Group == report.Open)
	case "rounds":
		r.int(&to.Rounds)
	case "unrated_floor":
		r.parse("rating", func(text string) (err error) { to.UnratedFloor, err = rating.ParseRating(text); return err })
	case "type":
		r.kind(&to.Type)
	case "time_control":
		r.timeControls(&to.TimeControl, &to.TimeControlText)
	case "time_control_text":
		r.string(&to.TimeControlText)
	case "players":
		items(r, report.Players, &to.Players, r.player)
	case "games":
		items(r, report.Games, &to.Games, r.game)
	case "byes":
		items(r, report.Games, &to.Byes, r.bye)
	default:
		return false
	}
	return true
}

func (r *reader) player(to *report.Player) {
	to.At = r.next()
	r.object(func(key string) bool {
		switch key {
		case "start_number":
			r.int(&to.StartNumber)
		case "id":
			r.parse("text", func(text string) error { to.ID = text; return nil })
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
		case "fide_id":
			r.parse("text", func(text string) error { to.FideID = text; return nil })
		case "birth":
			r.parse("birth", func(text string) (err error) { to.Birth, err = civil.ParseBirth(text); return err })
		case "rating":
			r.parse("rating", func(text string) (err error) { to.Rating, err = rating.ParseRating(text); return err })
		case "points":
			r.scoreOf(&to.Points)
		case "rank":
			r.int(&to.Rank)
		case "national":
			each(r, &to.National, r.national)
		default:
			return false
		}
		return true
	})
}

func (r *reader) national(to *report.National) {
	r.object(func(key string) bool {
		switch key {
		case "federation":
			r.string(&to.Federation)
		case "sex":
			r.string(&to.Sex)
		case "classification":
			r.string(&to.Classification)
		case "name":
			r.string(&to.Name)
		case "rating":
			r.parse("rating", func(text string) (err error) { to.Rating, err = rating.ParseRating(text); return err })
		case "origin":
			r.string(&to.Origin)
		case "number":
			r.string(&to.Number)
		case "birth":
			r.parse("birth", func(text string) (err error) { to.Birth, err = civil.ParseBirth(text); return err })
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
			r.date(&to.Date)
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

func (r *reader) date(to *civil.Date) {
	r.parse("date", func(text string) error { return to.UnmarshalText([]byte(text)) })
}

func (r *reader) kind(to *rating.Kind) {
	r.parse("kind", func(text string) error { return to.UnmarshalText([]byte(text)) })
}

// timeControls reads one time control, or an array of them. A text in words is
// stored as words.
func (r *reader) timeControls(to *[]report.TimeControl, words *string) {
	*to = nil
	one := func() {
		if r.item(report.Entries); r.err != nil {
			return
		}
		r.parse("time-control", func(text string) error {
			t, err := report.ParseTimeControl(text)
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
