package registers

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/report/file"
)

// What the page of a file shows at most.
const (
	mostRows    = 30
	mostChanges = 60
	mostNotes   = 20
	mostAlike   = 3 // notes
)

// cellShown is a cell of a row.
type cellShown struct {
	Index         int
	Heading, Text string
}

// rowToDecide is a row about which the visitor decides.
type rowToDecide struct {
	Line   int
	What   []string // what was found
	Cure   string
	Bad    bool     // as it is nothing can be imported
	Others []person // who it may be
	Birth  *person  // whose date of birth it would change; nil: nobody's
	Cells  []cellShown
}

// changeShown is what would change.
type changeShown struct {
	register.Change
	Title string // of the field; empty: it is new
}

// headingShown is a heading with the column for which it stands.
type headingShown struct {
	Index int
	sheet.Heading
	Title  string // of the column; empty: none
	Chosen string
}

// columnShown is a column of a table.
type columnShown struct{ Name, Title string }

// columnTitle returns what a column is called.
func columnTitle(v *portal.Visit, name string) string {
	return v.Printer().TextOr("desk.registers.column-"+name, "register.field-"+name, nil)
}

// noteShown is a finding about no row that is to be decided.
type noteShown struct {
	Word, What, Cure string
	Line             int
	Doubts           bool
}

// previewShown is what the page of a file shows.
type previewShown struct {
	desktop
	ID, Name, Kind, Label string
	Running               bool
	Done, Total           int
	Imported              *outcome // what has become of it; nil: it is not imported yet
	Of                    *outcome // what it would come to; nil: nobody knows yet
	Why, Cure             string   // it could not be looked at, or imported
	Headings              []headingShown
	Columns               []columnShown // that a heading can stand for
	Rows                  []rowToDecide
	More                  int // rows to decide that are not shown
	Notes                 []noteShown
	MoreNotes             int
	Changes               []changeShown
	MoreChanges           int
	Single                int // links that have no other beside them
	Reason                string
}

// draftOf returns what the visitor said of the file of the page.
func draftOf(v *portal.Visit) (url.Values, error) {
	d, err := v.Draft()
	if err == nil && d.Fields.Get("kind") == "" {
		err = missing(v)
	}
	return d.Fields, err
}

// fileOf returns the file of the page.
func fileOf(v *portal.Visit) (f work.File, err error) {
	files, err := v.Waiting()
	if err == nil && len(files) != 1 {
		err = finding.NewProblem("upload-missing")
	}
	if err != nil {
		return f, err
	}
	return files[0], nil
}

func showPreview(v *portal.Visit) (any, error) {
	fields, err := draftOf(v)
	if err != nil {
		return nil, err
	}
	s := &previewShown{desktop: deskOf(v, "import"), ID: v.R.PathValue("draft"), Name: fields.Get("name"), Kind: fields.Get("kind"), Label: fields.Get("label"), Reason: v.Field("reason")}
	s.Commands = command(s.Kind, s.Name, s.Label)
	if done := fields.Get("done"); done != "" {
		return s, json.Unmarshal([]byte(done), &s.Imported)
	}
	took, err := v.Job("import " + s.ID)
	if err != nil {
		return nil, err
	}
	looked, err := v.Job("import-look " + s.ID)
	if err != nil {
		return nil, err
	}
	if took != nil && looked != nil && looked.Made.After(took.Made) { // it was looked at again
		took = nil
	}
	if s.runs(v, took) || s.runs(v, looked) || looked == nil {
		return s, nil
	}
	if took != nil && took.Outcome.State == work.Done {
		var made outcome
		if err := json.Unmarshal(took.Outcome.Result, &made); err != nil {
			return nil, err
		}
		if made.Refused { // what was looked at is no longer what there is
			s.Why, s.Cure = v.Printer().Text("desk.registers.not-imported", nil), v.Printer().Text("desk.registers.not-imported-cure", nil)
			return s, nil
		}
		s.Imported = &made
		return s, v.Settle(url.Values{"kind": {s.Kind}, "name": {s.Name}, "done": {string(took.Outcome.Result)}})
	}
	for _, j := range []*work.Job{looked, took} {
		if j != nil && s.Why == "" {
			s.Why, s.Cure = v.Failure(j)
		}
	}
	if looked.Outcome.State != work.Done {
		return s, nil
	}
	if err := json.Unmarshal(looked.Outcome.Result, &s.Of); err != nil {
		return nil, err
	}
	f, err := fileOf(v)
	if err != nil {
		return nil, err
	}
	return s, s.fill(v, f)
}

// runs reports whether a job is under way, and how far it is. The page comes again by itself.
func (s *previewShown) runs(v *portal.Visit, j *work.Job) bool {
	if j == nil || !j.Ended.IsZero() {
		return false
	}
	s.Running, s.Done, s.Total = true, j.Done, j.Total
	v.W.Header().Set("Refresh", "2")
	return true
}

// command returns the commands that import a file.
func command(kind, name, label string) []string {
	if kind == "fide" {
		return []string{explain.CommandLine([]string{"player", "fide", "--label", label, name})}
	}
	return []string{explain.CommandLine([]string{kind, "import", "--dry-run", name}), explain.CommandLine([]string{kind, "import", "--reason", "TEXT", name})}
}

// fill fills in what a look has found.
func (s *previewShown) fill(v *portal.Visit, f work.File) error {
	p := v.Printer()
	for i, h := range headings(s.Kind, f) {
		one := headingShown{Index: i, Heading: h}
		if h.Column != "" {
			one.Title = columnTitle(v, h.Column)
		}
		if h.Column != "" && s.Kind == "player" && !register.IsPublic(h.Column) {
			one.First = ""
		}
		s.Headings = append(s.Headings, one)
	}
	if table := register.Tables()[s.Kind]; table != nil {
		for _, name := range table.Names() {
			s.Columns = append(s.Columns, columnShown{name, columnTitle(v, name)})
		}
	}
	for i := range s.Of.Changes {
		c := &s.Of.Changes[i]
		if len(s.Changes) < mostChanges {
			one := changeShown{Change: *c}
			if c.Field != "" {
				one.Title = p.TextOr("register.field-"+c.Field, "desk.registers.membership", nil)
			}
			s.Changes = append(s.Changes, one)
		}
	}
	s.MoreChanges = max(0, s.Of.New+s.Of.Changed-lines(s.Changes))
	for _, l := range s.Of.Links {
		if l.Others == 0 {
			s.Single++
		}
	}
	return s.decide(v, f)
}

// lines returns how many lines some changes are about.
func lines(all []changeShown) (n int) {
	for i := range all {
		if i == 0 || all[i].Line != all[i-1].Line {
			n++
		}
	}
	return n
}

// decide fills in the rows about which the visitor decides, and what else was found.
func (s *previewShown) decide(v *portal.Visit, f work.File) error {
	rows, alike := map[int]*rowToDecide{}, map[string]int{}
	row := func(line int32) *rowToDecide {
		if rows[int(line)] == nil {
			rows[int(line)] = &rowToDecide{Line: int(line)}
		}
		return rows[int(line)]
	}
	p := v.Printer()
	for _, of := range s.Of.Findings {
		rowed := of.Line > 1 && s.Kind != "fide" && !slices.Contains([]string{"too-many-rows", "list-not-csv", "line-too-long"}, of.ID)
		switch {
		case rowed && (of.Refuses || of.ID == "perhaps-registered"):
			to := row(of.Line)
			to.What, to.Bad, to.Cure = append(to.What, p.Message(of)), to.Bad || of.Refuses, cmp.Or(to.Cure, p.CureInWords(of))
			if of.ID == "perhaps-registered" {
				to.Others = append(to.Others, person{ID: of.Value("other")})
			}
		case len(s.Notes) == mostNotes || alike[of.ID] == mostAlike:
			s.MoreNotes++
		default:
			alike[of.ID]++
			s.Notes = append(s.Notes, noteShown{p.Word(of.Severity.String()), p.Message(of), p.CureInWords(of), int(of.Line), of.Severity > finding.Info})
		}
	}
	for _, c := range s.Of.Changes {
		if c.Field == "birth" && c.Known {
			row(c.Line).Birth = &person{ID: c.ID}
		}
	}
	var numbers []int
	for line := range rows {
		numbers = append(numbers, line)
	}
	slices.Sort(numbers)
	s.More = max(0, len(numbers)-mostRows)
	for _, line := range numbers[:min(len(numbers), mostRows)] {
		s.Rows = append(s.Rows, *rows[line])
	}
	if err := s.nameThem(v); err != nil {
		return err
	}
	return s.cells(f)
}

// nameThem fills in the names of the players whom rows may be.
func (s *previewShown) nameThem(v *portal.Visit) error {
	return view(v, func(r bureau.Reader) error {
		for i := range s.Rows {
			all := []*person{}
			for n := range s.Rows[i].Others {
				all = append(all, &s.Rows[i].Others[n])
			}
			if is := s.Rows[i].Birth; is != nil {
				all = append(all, is)
			}
			for _, is := range all {
				p, err := register.Players.Get(r, is.ID)
				if err != nil {
					return err
				}
				if p != nil {
					*is = personOf(v.Lang, p.ID, p.Name, p.NameLocal, p.Club)
				}
			}
		}
		return nil
	})
}

// cells fills in the cells of the rows that are to be decided.
func (s *previewShown) cells(f work.File) error {
	table := register.Tables()[s.Kind]
	if table == nil || len(s.Rows) == 0 {
		return nil
	}
	in, _ := file.Table(f.Data, f.Name)
	if in == nil {
		return nil
	}
	return table.Edit(in, io.Discard, func(line int, cells []string) []string {
		for i := range s.Rows {
			if to := &s.Rows[i]; to.Line == line {
				for n, text := range cells {
					one := cellShown{Index: n, Text: text}
					if n < len(s.Headings) {
						one.Heading = cmp.Or(s.Headings[n].Title, s.Headings[n].Text)
					}
					to.Cells = append(to.Cells, one)
				}
			}
		}
		return nil
	})
}

// sendPreview does what the pressed button says: it decides about rows, looks again, imports the file, takes over FIDE links, or
// drops the file.
func sendPreview(v *portal.Visit) error {
	fields, err := draftOf(v)
	if err != nil {
		return err
	}
	id, kind, label, name := v.R.PathValue("draft"), fields.Get("kind"), fields.Get("label"), fields.Get("name")
	if v.Field("do") == "drop" {
		if err := v.Drop(at, id); err != nil {
			return err
		}
		return v.Lead("desk", "import")
	}
	f, err := fileOf(v)
	if err != nil || fields.Get("done") != "" {
		return v.Lead("desk", "import", id) // it was sent twice
	}
	switch v.Field("do") {
	case "take":
		err = take(v, id, kind, label, v.Field("reason"), f)
	case "links":
		return links(v, label, f)
	case "decide":
		var edited []byte
		if edited, err = decided(v, kind, f); err != nil {
			return err
		}
		if err := v.Drop(at, id); err != nil {
			return err
		}
		return begin(v, kind, label, name, work.File{Name: strings.TrimSuffix(f.Name, ".csv") + ".csv", Data: edited})
	default:
		err = look(v, id, kind, label, f)
	}
	if err != nil {
		return err
	}
	return v.Lead("desk", "import", id)
}
