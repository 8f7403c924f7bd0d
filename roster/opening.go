package roster

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/lines"
	"github.com/arpadchess/arpad/rating"
)

// MaxLine is the longest line of an opening list, in bytes.
const MaxLine = lines.Max

// MaxPlayers is how many players an opening list may have unless the caller
// allows more.
const MaxPlayers = 100_000

// row is a line of the opening list as it is read.
type row struct {
	player   Player
	standing Standing
	entered  string
	list     civil.Date
	history  [rating.Kinds][]change
}

// column is a column of the opening list: its name, and how a cell is read and
// written.
type column struct {
	name   string
	form   string // what a cell must be, as the locale files say it
	read   func(*row, string) error
	write  func(*row) string
	seldom bool // not written where nobody has anything in it
}

var columns = openingColumns()

func openingColumns() []column {
	text := func(name string, field func(*row) *string) column {
		return column{name: name, form: "text",
			read:  func(r *row, s string) error { *field(r) = s; return nil },
			write: func(r *row) string { return *field(r) }}
	}
	day := func(name string, field func(*row) *civil.Date) column {
		return column{name: name, form: "date",
			read:  func(r *row, s string) error { return field(r).UnmarshalText([]byte(s)) },
			write: func(r *row) string { return field(r).String() }}
	}
	seldom := func(c column) column { c.seldom = true; return c }
	points := func(name string, field func(*row) *rating.Rating) column {
		return column{name: name, form: "rating",
			read:  func(r *row, s string) (err error) { *field(r), err = rating.ParseRating(s); return err },
			write: func(r *row) string { return blankZero(int(*field(r))) }}
	}
	all := []column{
		text("id", func(r *row) *string { return &r.player.ID }),
		text("name", func(r *row) *string { return &r.player.Name }),
		text("name_local", func(r *row) *string { return &r.player.NameLocal }),
		text("sex", func(r *row) *string { return &r.player.Sex }),
		{name: "birth", form: "birth",
			read:  func(r *row, s string) (err error) { r.player.Birth, err = civil.ParseBirth(s); return err },
			write: func(r *row) string { return r.player.Birth.String() }},
		text("federation", func(r *row) *string { return &r.player.Federation }),
		text("club", func(r *row) *string { return &r.player.Club }),
		text("title", func(r *row) *string { return &r.player.Title }),
		day("member_from", func(r *row) *civil.Date { return &r.player.Member.From }),
		day("member_to", func(r *row) *civil.Date { return &r.player.Member.To }),
		text("fide_id", func(r *row) *string { return &r.player.FideID }),
	}
	for i, kind := range rating.AllKinds {
		all = append(all, points("fide_"+kind.String(), func(r *row) *rating.Rating { return &r.player.Fide[i] }))
	}
	all = append(all, column{name: "entered_unrated", form: "boolean",
		read: func(r *row, s string) error {
			if s != "" && s != "true" && s != "false" {
				return fmt.Errorf("%q is neither true nor false", s)
			}
			r.entered = s
			return nil
		},
		write: func(r *row) string { return strconv.FormatBool(r.player.EnteredUnrated) }})
	all = append(all, seldom(day("list", func(r *row) *civil.Date { return &r.list })))
	for i, kind := range rating.AllKinds {
		state := func(r *row) *State { return r.standing.Of(kind) }
		all = append(all,
			points(kind.String(), func(r *row) *rating.Rating { return &state(r).Rating }),
			column{name: kind.String() + "_games", form: "count",
				read:  func(r *row, s string) error { n, err := count(s, 100_000); state(r).Games = int32(n); return err },
				write: func(r *row) string { return blankZero(int(state(r).Games)) }},
			points(kind.String()+"_peak", func(r *row) *rating.Rating { return &state(r).Peak }),
			column{name: kind.String() + "_k", form: "count",
				read:  func(r *row, s string) error { n, err := count(s, 100); state(r).K = rating.K(n); return err },
				write: func(r *row) string { return blankZero(int(state(r).K)) }},
			column{name: kind.String() + "_pool", form: "pool",
				read:  func(r *row, s string) (err error) { state(r).Pool, err = ParsePool(s); return err },
				write: func(r *row) string { return state(r).Pool.String() }},
			seldom(day(kind.String()+"_last", func(r *row) *civil.Date { return &state(r).Last })),
			seldom(column{name: kind.String() + "_history", form: "history",
				read:  func(r *row, s string) (err error) { r.history[i], err = parseHistory(s); return err },
				write: func(r *row) string { return historyText(r.history[i]) }}),
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

// Read reads an opening list: CSV in UTF-8 with a header row, whose columns
// may stand in any order. Only id and name are needed. A refusal among the
// findings means that the list cannot be used.
func Read(r io.Reader, file string) (*Roster, List, []finding.Finding) {
	return ReadUpTo(MaxPlayers, r, file)
}

// ReadUpTo reads an opening list as Read does, of so many players at most.
func ReadUpTo(most int, r io.Reader, file string) (*Roster, List, []finding.Finding) {
	o := opening{Collector: finding.Collector{File: file}, most: most, roster: New(), lines: map[string]int{}, days: map[civil.Date]bool{}}
	o.read(r)
	o.list.remember(o.histories)
	return o.roster, o.list, o.Findings
}

type opening struct {
	finding.Collector
	most      int // players
	roster    *Roster
	list      List
	lines     map[string]int // of each ID
	histories [][rating.Kinds][]change
	days      map[civil.Date]bool // in the histories
}

func (o *opening) read(r io.Reader) {
	in := csv.NewReader(lines.Reader(r))
	in.FieldsPerRecord = -1
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		o.broken(err)
		return
	}
	used := o.header(header, in)
	if used == nil {
		return
	}
	for !o.Full() {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			o.broken(err)
			return
		}
		if len(o.roster.Players) == o.most {
			o.Add(finding.Refusal("too-many-rows", place(in, 0), finding.Int("limit", o.most)))
			return
		}
		o.row(cells, used, in)
	}
}

// broken says why the file cannot be read on.
func (o *opening) broken(err error) {
	var parse *csv.ParseError
	var long *lines.TooLong
	switch {
	case errors.Is(err, io.EOF):
		o.Add(finding.Refusal("list-empty", finding.At{}))
	case errors.As(err, &long):
		o.Add(finding.Refusal("line-too-long", finding.At{Line: int32(long.Line)}, finding.Int("limit", MaxLine)))
	case errors.As(err, &parse):
		o.Add(finding.Refusal("list-not-csv", finding.At{Line: int32(parse.Line), Column: int32(parse.Column)}))
	default:
		o.Add(finding.Refusal("file-unreadable", finding.At{}))
	}
}

// header finds the columns by their names; nil if the list cannot be used.
func (o *opening) header(cells []string, in *csv.Reader) []*column {
	used := make([]*column, len(cells))
	seen := map[string]bool{}
	for i, cell := range cells {
		name := strings.TrimSpace(cell)
		at := place(in, i)
		if seen[name] && name != "" {
			o.Add(finding.Refusal("column-repeated", at, finding.Text("column", name)))
			return nil
		}
		seen[name] = true
		for j := range columns {
			if columns[j].name == name {
				used[i] = &columns[j]
			}
		}
		if used[i] == nil {
			o.Add(finding.New("column-unknown", finding.Info, at, finding.Quoted("column", name)))
		}
	}
	for _, needed := range []string{"id", "name"} {
		if !seen[needed] {
			o.Add(finding.Refusal("column-missing", finding.At{Line: 1}, finding.Text("column", needed)))
			return nil
		}
	}
	return used
}

func (o *opening) row(cells []string, used []*column, in *csv.Reader) {
	line, _ := in.FieldPos(0)
	if len(cells) > len(used) {
		o.Add(finding.Refusal("row-too-long", place(in, len(used)), finding.Int("columns", len(used)), finding.Int("cells", len(cells))))
		return
	}
	var r row
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		switch {
		case used[i] == nil:
			continue
		case !utf8.ValidString(cell):
			o.Add(finding.Refusal("not-utf8", place(in, i)))
			return
		case finding.Disguised(cell):
			o.Add(finding.Refusal("control-character", place(in, i), finding.Quoted("text", cell)))
			return
		case used[i].form == "text" && finding.TooLong(cell):
			o.Add(finding.Refusal("text-too-long", place(in, i), finding.Int("limit", finding.MaxText), finding.Text("text", cell)))
			return
		}
		if err := used[i].read(&r, cell); err != nil {
			o.Add(finding.Refusal("cell-impossible", place(in, i), finding.Text("column", used[i].name),
				finding.Quoted("text", cell), finding.Text("form", used[i].form)))
			return
		}
	}
	if r.player.ID == "" {
		o.Add(finding.Refusal("id-missing", finding.At{Line: int32(line)}, finding.Text("name", r.player.Name)))
		return
	}
	if first, ok := o.lines[r.player.ID]; ok {
		o.Add(finding.Refusal("id-repeated-in-list", finding.At{Line: int32(line)}, finding.Text("id", r.player.ID), finding.Int("first", first)))
		return
	}
	if r.player.Name == "" {
		o.Add(finding.New("name-missing-in-list", finding.Warning, finding.At{Line: int32(line)}, finding.Text("id", r.player.ID)))
	}
	if !o.sameList(&r, line) {
		return
	}
	o.lines[r.player.ID] = line
	if r.entered == "" {
		r.player.EnteredUnrated = !r.standing.Rated() && r.player.Fide == [rating.Kinds]rating.Rating{}
	} else {
		r.player.EnteredUnrated = r.entered == "true"
	}
	o.roster.Add(r.player)
	o.list.Standings = append(o.list.Standings, r.standing)
	o.histories = append(o.histories, r.history)
}

// sameList says whether a row is of the same list as those before it, and its
// history older than the list.
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

func place(in *csv.Reader, field int) finding.At {
	line, column := in.FieldPos(field)
	return finding.At{Line: int32(line), Column: int32(column)}
}

// Write writes the players' standings as an opening list that Read reads back
// to the same: pools, games, peaks and what is remembered of earlier lists
// included.
func Write(w io.Writer, players []Player, list *List) error {
	out := csv.NewWriter(w)
	written := list.columns(players)
	cells := make([]string, len(written))
	for i, c := range written {
		cells[i] = c.name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for n := range players {
		r := list.row(players, n)
		for i, c := range written {
			cells[i] = c.write(&r)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (l *List) row(players []Player, n int) row {
	r := row{player: players[n], standing: l.Standing(uint32(n)), list: l.From}
	for i, kind := range rating.AllKinds {
		r.history[i] = l.history(uint32(n), kind)
	}
	return r
}

// columns gives the columns with which the list is written.
func (l *List) columns(players []Player) []*column {
	needed := make([]bool, len(columns))
	for n := range players {
		r := l.row(players, n)
		for i := range columns {
			needed[i] = needed[i] || !columns[i].seldom || columns[i].write(&r) != ""
		}
	}
	var written []*column
	for i := range columns {
		if needed[i] || !columns[i].seldom {
			written = append(written, &columns[i])
		}
	}
	return written
}
