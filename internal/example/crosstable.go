package example

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// readEvent parses a crosstable.
func (e *Example) readEvent(file, text string) error {
	r := &report.Report{File: file, Name: file, Time: "10:00", Venue: "Hall", Responsible: "Arbiter"}
	var section *report.Section
	var tables [][][]string
	for _, line := range lines(text) {
		key, value, _ := strings.Cut(line, " ")
		value = strings.TrimSpace(value)
		if key == "others" {
			r.Sections = append(r.Sections, others(value))
			tables = append(tables, nil)
			continue
		}
		if key == "section" {
			if value == "-" {
				value = ""
			}
			r.Sections = append(r.Sections, report.Section{Name: value})
			tables = append(tables, nil)
			section = &r.Sections[len(r.Sections)-1]
			continue
		}
		ok, err := set(r, section, key, value)
		switch {
		case err != nil:
			return fmt.Errorf("%q: %w", line, err)
		case ok:
		case section == nil:
			return fmt.Errorf("%q stands before a section", line)
		default:
			tables[len(tables)-1] = append(tables[len(tables)-1], strings.Fields(line))
		}
	}
	for i := range r.Sections {
		if tables[i] == nil {
			continue
		}
		if err := fill(&r.Sections[i], tables[i]); err != nil {
			return err
		}
	}
	r.ReadWords()
	e.Reports = append(e.Reports, r)
	return nil
}

// others returns a section of players who draw all their games.
func others(number string) report.Section {
	n, _ := strconv.Atoi(number)
	s := report.Section{Name: "Others", Rounds: n - 1 + n%2}
	for i := range n {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: fmt.Sprintf("Other%d", i+1), Name: fmt.Sprintf("Other%d", i+1)})
		cells := slices.Repeat([]string{"="}, n)
		cells[i] = "."
		_ = allPlayAll(&s, i, cells)
	}
	return s
}

// set sets a field of the report or the section by its JSON key.
func set(r *report.Report, s *report.Section, key, value string) (ok bool, err error) {
	day := func(d *civil.Date) error { return d.UnmarshalText([]byte(value)) }
	flag := func(b *bool) error { *b, err = strconv.ParseBool(value); return err }
	switch key {
	case "name":
		r.Name = value
	case "start":
		err = day(&r.Start)
	case "end":
		err = day(&r.End)
	case "received":
		err = day(&r.Received)
	case "type":
		err = kindOf(r, s).UnmarshalText([]byte(value))
	case "time_control":
		for _, code := range strings.Fields(value) {
			*controls(r, s) = append(*controls(r, s), report.TimeControl(code))
		}
	case "time_control_text":
		words := &r.TimeControlText
		if s != nil {
			words = &s.TimeControlText
		}
		*words = value
	case "type_text":
		r.TypeText = value
	case "team":
		err = flag(&r.Team)
	case "braille":
		err = flag(&r.Braille)
	case "fide_event":
		err = flag(&r.FIDEEvent)
	case "dispensation":
		r.Dispensation = value
	case "age_year":
		r.AgeYear, err = strconv.Atoi(value)
	case "system":
		r.System, err = report.ParseSystem(value)
	case "group":
		s.Group, err = report.ParseGroup(value)
	case "rounds":
		s.Rounds, err = strconv.Atoi(value)
	case "unrated_floor":
		s.UnratedFloor, err = rating.ParseRating(value)
	default:
		return false, nil
	}
	return true, err
}

func kindOf(r *report.Report, s *report.Section) *rating.Kind {
	if s != nil {
		return &s.Type
	}
	return &r.Type
}

func controls(r *report.Report, s *report.Section) *[]report.TimeControl {
	if s != nil {
		return &s.TimeControl
	}
	return &r.TimeControl
}

// fill sets the players, games and byes of a section from the rows of its
// table.
func fill(s *report.Section, rows [][]string) error {
	number := map[string]int{}
	for i, row := range rows {
		id, birth, _ := strings.Cut(row[0], "/")
		p := report.Player{StartNumber: i + 1, ID: id, Name: id}
		if birth != "" {
			b, err := civil.ParseBirth(birth)
			if err != nil {
				return err
			}
			p.Birth = b
		}
		if last := row[len(row)-1]; strings.HasPrefix(last, "(") {
			points, err := rating.ParseScore(strings.Trim(last, "()"))
			if err != nil {
				return err
			}
			p.Points, rows[i] = &points, row[:len(row)-1]
		}
		number[id] = i + 1
		s.Players = append(s.Players, p)
	}
	for i, row := range rows {
		if slices.Contains(row[1:], ".") {
			if err := allPlayAll(s, i, row[1:]); err != nil {
				return fmt.Errorf("row %s: %w", row[0], err)
			}
			continue
		}
		for round, cell := range row[1:] {
			if err := swiss(s, i+1, round+1, cell, number); err != nil {
				return fmt.Errorf("row %s: %q: %w", row[0], cell, err)
			}
		}
	}
	return nil
}

var results = map[string]report.Result{"1": report.WhiteWon, "=": report.Drawn, "0": report.BlackWon, "+": report.WhiteByForfeit, "-": report.BlackByForfeit, "x": report.DoubleForfeit}

// allPlayAll parses a row of an all-play-all table. The rounds are those of the
// circle method.
func allPlayAll(s *report.Section, row int, cells []string) error {
	n := len(cells)
	if n%2 == 1 {
		n++
	}
	for column, cell := range cells {
		if column <= row {
			continue
		}
		result, ok := results[cell]
		if !ok {
			if cell == "--" {
				continue
			}
			return fmt.Errorf("%q is not a result", cell)
		}
		round := (row+column)%(n-1) + 1
		if column == n-1 {
			round = 2*row%(n-1) + 1
		}
		s.Games = append(s.Games, report.Game{Round: round, White: row + 1, Black: column + 1, Result: result})
	}
	return nil
}

// swiss parses a cell of a table by rounds; games are taken from White's row.
func swiss(s *report.Section, player, round int, cell string, number map[string]int) error {
	byes := map[string]report.ByeKind{"U": report.PairingBye, "H": report.HalfBye, "F": report.FullBye, "Z": report.ZeroBye}
	if kind, ok := byes[cell]; ok {
		s.Byes = append(s.Byes, report.Bye{Round: round, Player: player, Kind: kind})
		return nil
	}
	if cell == "--" {
		return nil
	}
	date := civil.Date(0)
	if game, day, ok := strings.Cut(cell, "@"); ok {
		d, err := civil.Parse(day)
		if err != nil {
			return err
		}
		cell, date = game, d
	}
	game, unrated := strings.CutSuffix(cell, "u")
	if len(game) < 3 {
		return fmt.Errorf("it is neither OPPONENT COLOUR RESULT nor a bye")
	}
	opponent, colour, result := game[:len(game)-2], game[len(game)-2], game[len(game)-1:]
	outcome, ok := results[result]
	if number[opponent] == 0 || !ok || colour != 'w' && colour != 'b' {
		return fmt.Errorf("it is neither OPPONENT COLOUR RESULT nor a bye")
	}
	if colour == 'b' {
		return nil
	}
	s.Games = append(s.Games, report.Game{Round: round, Date: date, White: player, Black: number[opponent], Result: outcome, Unrated: unrated})
	return nil
}
