package roster

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/lines"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
)

// MaxLine is the longest line of an opening list, in bytes.
const MaxLine = lines.Max

// MaxPlayers is the default limit on the players of an opening list.
const MaxPlayers = 100_000

// row is a parsed line of the opening list.
type row struct {
	player   Player
	standing Standing
	given    string // name, of a list with two columns for names
	entered  string
	list     civil.Date
	history  [rating.Kinds][]change
}

var columns = openingColumns()

func openingColumns() sheet.Sheet[row] {
	text := func(name string, field func(*row) *string) sheet.Column[row] {
		return sheet.Column[row]{Name: name, Form: "text",
			Read:  func(r *row, s string) error { *field(r) = s; return nil },
			Write: func(r *row) string { return *field(r) }}
	}
	day := func(name string, field func(*row) *civil.Date) sheet.Column[row] {
		return sheet.Column[row]{Name: name, Form: "date",
			Read:  func(r *row, s string) error { return field(r).UnmarshalText([]byte(s)) },
			Write: func(r *row) string { return field(r).String() }}
	}
	given := text("given_name", func(r *row) *string { return &r.given })
	given.Seldom, given.Write = true, func(*row) string { return "" } // it is part of the name
	seldom := func(c sheet.Column[row]) sheet.Column[row] { c.Seldom = true; return c }
	points := func(name string, field func(*row) *rating.Rating) sheet.Column[row] {
		return sheet.Column[row]{Name: name, Form: "rating",
			Read:  func(r *row, s string) (err error) { *field(r), err = rating.ParseRating(s); return err },
			Write: func(r *row) string { return blankZero(int(*field(r))) }}
	}
	all := sheet.Sheet[row]{
		text("id", func(r *row) *string { return &r.player.ID }),
		text("name", func(r *row) *string { return &r.player.Name }),
		given,
		text("name_local", func(r *row) *string { return &r.player.NameLocal }),
		text("sex", func(r *row) *string { return &r.player.Sex }),
		{Name: "birth", Form: "birth",
			Read:  func(r *row, s string) (err error) { r.player.Birth, err = civil.ParseBirth(s); return err },
			Write: func(r *row) string { return r.player.Birth.String() }},
		text("federation", func(r *row) *string { return &r.player.Federation }),
		text("club", func(r *row) *string { return &r.player.Club }),
		text("title", func(r *row) *string { return &r.player.Title }),
		day("member_from", func(r *row) *civil.Date { return &r.player.Member.From }),
		day("member_to", func(r *row) *civil.Date { return &r.player.Member.To }),
		{Name: "fide_id", Form: "fide-id",
			Read:  func(r *row, s string) (err error) { r.player.FideID, err = ParseFideID(s); return err },
			Write: func(r *row) string { return r.player.FideID }},
	}
	for i, kind := range rating.AllKinds {
		all = append(all, points("fide_"+kind.String(), func(r *row) *rating.Rating { return &r.player.Fide[i] }))
	}
	all = append(all, sheet.Column[row]{Name: "entered_unrated", Form: "boolean",
		Read: func(r *row, s string) error {
			if s != "" && s != "true" && s != "false" {
				return fmt.Errorf("%q is neither true nor false", s)
			}
			r.entered = s
			return nil
		},
		Write: func(r *row) string { return strconv.FormatBool(r.player.EnteredUnrated) }})
	all = append(all, seldom(day("list", func(r *row) *civil.Date { return &r.list })))
	for i, kind := range rating.AllKinds {
		state := func(r *row) *State { return r.standing.Of(kind) }
		all = append(all,
			points(kind.String(), func(r *row) *rating.Rating { return &state(r).Rating }),
			sheet.Column[row]{Name: kind.String() + "_games", Form: "count",
				Read:  func(r *row, s string) error { n, err := count(s, 100_000); state(r).Games = int32(n); return err },
				Write: func(r *row) string { return blankZero(int(state(r).Games)) }},
			points(kind.String()+"_peak", func(r *row) *rating.Rating { return &state(r).Peak }),
			sheet.Column[row]{Name: kind.String() + "_k", Form: "count",
				Read:  func(r *row, s string) error { n, err := count(s, 100); state(r).K = rating.K(n); return err },
				Write: func(r *row) string { return blankZero(int(state(r).K)) }},
			sheet.Column[row]{Name: kind.String() + "_pool", Form: "pool",
				Read:  func(r *row, s string) (err error) { state(r).Pool, err = ParsePool(s); return err },
				Write: func(r *row) string { return state(r).Pool.String() }},
			seldom(day(kind.String()+"_last", func(r *row) *civil.Date { return &state(r).Last })),
			seldom(sheet.Column[row]{Name: kind.String() + "_history", Form: "history",
				Read:  func(r *row, s string) (err error) { r.history[i], err = parseHistory(s); return err },
				Write: func(r *row) string { return historyText(r.history[i]) }}),
		)
	}
	return all
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func count(text string, limit int) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > limit {
		return 0, fmt.Errorf("%q is not a whole number from 0 to %d", text, limit)
	}
	return n, nil
}

// Read reads an opening list: CSV in UTF-8 with a header row and columns in any
// order. Only id and name are required. A refusal among the findings means that
// the list cannot be used.
func Read(r io.Reader, file string) (*Roster, List, []finding.Finding) {
	return ReadUpTo(MaxPlayers, r, file)
}

// ReadUpTo is Read with another limit on the number of players.
func ReadUpTo(most int, r io.Reader, file string) (*Roster, List, []finding.Finding) {
	return ReadAs(nil, most, r, file)
}

// ReadAs is ReadUpTo with the columns that the first headings stand for, whatever they say: names of Columns, or "" for a
// column that is left out.
func ReadAs(as []string, most int, r io.Reader, file string) (*Roster, List, []finding.Finding) {
	o := opening{Collector: finding.Collector{File: file}, roster: New(), lines: map[string]int{}, histories: map[int][rating.Kinds][]change{}, days: map[civil.Date]bool{}}
	columns.ReadCSV(r, &o.Collector, sheet.Demands{Rows: most, Columns: []string{"name"}, Unknown: finding.Info, As: as}, o.take)
	if o.given > 0 {
		o.Add(finding.New("ids-given", finding.Info, finding.At{Line: 1}, finding.Int("players", o.given)))
	}
	if n := len(o.roster.Players); n > 0 && !o.rated && !o.Refused() {
		o.Add(finding.New("list-without-ratings", finding.Warning, finding.At{}, finding.Int("players", n)))
	}
	o.list.remember(o.histories)
	return o.roster, o.list, o.Findings
}

// Columns returns the names of the columns of an opening list.
func Columns() (names []string) {
	for i := range columns {
		names = append(names, columns[i].Name)
	}
	return names
}

// Headings returns the headings of an opening list, given how it begins.
func Headings(in io.Reader) []sheet.Heading { return columns.Headings(in) }

// noBirth is the day that some lists have in place of an unknown birth.
var noBirth = civil.BirthOn(civil.Of(1900, 1, 1))

type opening struct {
	finding.Collector
	roster    *Roster
	list      List
	lines     map[string]int                 // by ID
	given     int                            // IDs, where the list has no column of them
	rated     bool                           // somebody has a rating, of the list or of FIDE
	histories map[int][rating.Kinds][]change // by number, of those who have one
	days      map[civil.Date]bool            // in the histories
}

// take adds a row.
func (o *opening) take(cells *sheet.Row[row]) {
	var r row
	found := cells.Fill(&r)
	for _, f := range found {
		o.Add(f)
	}
	if !cells.Sound || slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses }) {
		return
	}
	line := int(cells.At.Line)
	if !cells.Has("id") {
		o.given++
		r.player.ID = fmt.Sprintf("%04d", o.given)
	}
	if r.player.ID == "" {
		o.Add(finding.Refusal("id-missing", finding.At{Line: int32(line)}, finding.Text("name", r.player.Name)))
		return
	}
	if first, ok := o.lines[r.player.ID]; ok {
		o.Add(finding.Refusal("id-repeated-in-list", finding.At{Line: int32(line)}, finding.Text("id", r.player.ID), finding.Int("first", first)))
		return
	}
	r.player.Name = strings.TrimSpace(r.player.Name + " " + r.given)
	if r.player.Birth == noBirth {
		r.player.Birth = 0
		o.Note(finding.New("birth-placeholder-in-list", finding.Info, cells.At, finding.Text("id", r.player.ID)))
	}
	if r.player.Name == "" {
		o.Add(finding.New("name-missing-in-list", finding.Warning, finding.At{Line: int32(line)}, finding.Text("id", r.player.ID)))
	}
	if !o.sameList(&r, line) {
		return
	}
	o.lines[r.player.ID] = line
	unrated := !r.standing.Rated() && r.player.Fide == [rating.Kinds]rating.Rating{}
	o.rated = o.rated || !unrated
	if r.entered == "" {
		r.player.EnteredUnrated = unrated
	} else {
		r.player.EnteredUnrated = r.entered == "true"
	}
	o.roster.Add(r.player)
	if slices.ContainsFunc(r.history[:], func(changes []change) bool { return len(changes) > 0 }) {
		o.histories[len(o.list.Standings)] = r.history
	}
	o.list.Standings = append(o.list.Standings, r.standing)
}

// sameList reports whether a row belongs to the same list as the rows before
// it, and its history is older than the list.
func (o *opening) sameList(r *row, line int) bool {
	at := finding.At{Line: int32(line)}
	if len(o.lines) > 0 && r.list != o.list.From {
		o.Add(finding.Refusal("lists-mixed", at, finding.Text("id", r.player.ID), finding.Text("list", r.list.String()),
			finding.Text("first", o.list.From.String())))
		return false
	}
	o.list.From = r.list
	for _, changes := range r.history {
		for _, c := range changes {
			if o.days[c.from] = true; c.from >= r.list || len(o.days) > maxEarlier {
				o.Add(finding.Refusal("history-impossible", at, finding.Text("id", r.player.ID), finding.Text("date", c.from.String()),
					finding.Int("limit", maxEarlier)))
				return false
			}
		}
	}
	return true
}

// Write writes the players' standings as an opening list that Read reads back
// unchanged, including pools, games, peaks and the earlier lists remembered.
func Write(w io.Writer, players []Player, list *List) error {
	return list.columns(players).WriteCSV(w, func(write func(*row) error) error {
		for n := range players {
			r := list.row(players, n)
			if err := write(&r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *List) row(players []Player, n int) row {
	r := row{player: players[n], standing: l.Standing(uint32(n)), list: l.From}
	for i, kind := range rating.AllKinds {
		r.history[i] = l.history(uint32(n), kind)
	}
	return r
}

// columns returns the columns of the list to write.
func (l *List) columns(players []Player) sheet.Sheet[row] {
	needed := make([]bool, len(columns))
	for n := range players {
		r := l.row(players, n)
		for i := range columns {
			needed[i] = needed[i] || !columns[i].Seldom || columns[i].Write(&r) != ""
		}
	}
	var written sheet.Sheet[row]
	for i := range columns {
		if needed[i] || !columns[i].Seldom {
			written = append(written, columns[i])
		}
	}
	return written
}
