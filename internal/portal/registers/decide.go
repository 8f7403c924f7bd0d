package registers

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/report/file"
)

// decisions are what the visitor says of the rows of a table, by line, and of its columns.
type decisions struct {
	out     map[int]bool
	cells   map[int]map[int]string // of rows that were written otherwise
	is      map[int]string         // the ID of the player who it is
	births  map[int]string         // the date of birth that stays
	columns map[int]string         // for which headings stand
}

// decisionsOf reads the decisions of the form that was sent.
func decisionsOf(v *portal.Visit, names []string) (*decisions, error) {
	d := &decisions{map[int]bool{}, map[int]map[int]string{}, map[int]string{}, map[int]string{}, map[int]string{}}
	for name := range v.R.PostForm {
		value, line, cell := v.Field(name), 0, 0
		switch {
		case scanned(name, "row-%d", &line):
			id, is := strings.CutPrefix(value, "is-")
			if d.out[line] = value == "out"; is {
				d.is[line] = id
			}
		case scanned(name, "cell-%d-%d", &line, &cell):
			if v.Field(fmt.Sprintf("row-%d", line)) != "written" {
				continue
			}
			if d.cells[line] == nil {
				d.cells[line] = map[int]string{}
			}
			d.cells[line][cell] = value
		case scanned(name, "birth-%d", &line) && value != "":
			err := view(v, func(r bureau.Reader) error {
				person, err := register.PersonOf(r, value)
				if err == nil {
					d.births[line] = person.Birth.String()
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		case scanned(name, "column-%d", &cell) && slices.Contains(names, value):
			d.columns[cell] = value
		}
	}
	return d, nil
}

// scanned reports whether a name has a form, and reads the numbers in it.
func scanned(name, form string, numbers ...any) bool {
	n, err := fmt.Sscanf(name, form, numbers...)
	return err == nil && n == len(numbers)
}

// decided returns a table with what the visitor has decided.
func decided(v *portal.Visit, kind string, f work.File) ([]byte, error) {
	table := register.Tables()[kind]
	in, found := file.Table(f.Data, f.Name)
	if table == nil || in == nil || slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return nil, missing(v)
	}
	d, err := decisionsOf(v, table.Names())
	if err != nil {
		return nil, err
	}
	known := headings(kind, f)
	column := func(name string) int {
		return slices.IndexFunc(known, func(h sheet.Heading) bool { return h.Column == name })
	}
	id, birth, head := column("id"), column("birth"), true
	adds := id < 0 && len(d.is) > 0 // a column for the IDs
	if adds {
		id = len(known)
	}
	var out bytes.Buffer
	err = table.Edit(in, &out, func(line int, cells []string) []string {
		if head {
			head = false
			for i, as := range d.columns {
				set(&cells, i, as)
			}
			if adds {
				set(&cells, id, "id")
			}
			return cells
		}
		if d.out[line] {
			return nil
		}
		for i, text := range d.cells[line] {
			set(&cells, i, text)
		}
		if text, stays := d.births[line]; stays && birth >= 0 {
			set(&cells, birth, text)
		}
		if is := d.is[line]; is != "" {
			set(&cells, id, is)
		}
		return cells
	})
	return out.Bytes(), err
}

// set sets a cell of a row, which may be shorter than that.
func set(cells *[]string, i int, text string) {
	const most = 1000 // columns
	if i < 0 || i >= most {
		return
	}
	for len(*cells) <= i {
		*cells = append(*cells, "")
	}
	(*cells)[i] = text
}

// links begins to import the links to FIDE that have no other beside them.
func links(v *portal.Visit, label string, f work.File) error {
	var out bytes.Buffer
	err := view(v, func(r bureau.Reader) error {
		unlinked, err := register.UnlinkedPlayers(r)
		if err != nil {
			return err
		}
		players, _ := readFIDE(f, unlinked)
		return register.WriteFideLinks(unlinked.Links(players), &out)
	})
	if err != nil {
		return err
	}
	name := "fide-" + label + "-links.csv"
	return begin(v, "player", "", name, work.File{Name: name, Data: out.Bytes()})
}
