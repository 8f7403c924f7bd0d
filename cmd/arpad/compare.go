package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/season"
)

// mostAlike is how many ratings with the same cause Compare prints.
const mostAlike = 10

// Compare prints how the lists differ: first the causes with the numbers that they
// explain, then the ratings by their causes. Of players who are in one list only it prints
// the number and the first.
func (v *textView) Compare(found []season.Difference) error {
	differ, alone := split(found)
	fmt.Fprintf(v.out, "\n%s\n", v.Text("compare.title", explain.Data{
		"same": strconv.Itoa(len(found) - len(differ) - len(alone)), "differ": strconv.Itoa(len(differ) + len(alone)),
	}))
	groups := v.groups(differ)
	for _, g := range groups {
		fmt.Fprintln(v.out, v.summary(g))
	}
	for _, g := range v.groups(alone) {
		ids := make([]string, 0, len(g))
		for i := range g {
			ids = append(ids, g[i].ID)
		}
		fmt.Fprintln(v.out, v.Text("compare.alone", explain.Data{"n": strconv.Itoa(len(g)), "cause": g[0].Because[0].Text, "ids": few(ids)}))
	}
	if len(groups) == 0 {
		return nil
	}
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	t.AppendHeader(v.titles("column.player-id", "column.name", "column.type", "column.ours", "column.theirs", "column.difference", "column.because"))
	for _, g := range groups {
		for i := range g[:min(len(g), mostAlike)] {
			t.AppendRow(v.differing(&g[i]))
		}
		if more := len(g) - mostAlike; more > 0 {
			t.AppendRow(table.Row{"", v.Text("adopt.more", explain.Data{"n": strconv.Itoa(more)})})
		}
	}
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 4, Align: text.AlignRight}, {Number: 5, Align: text.AlignRight}, {Number: 6, Align: text.AlignRight}})
	fmt.Fprintln(v.out, t.Render())
	return nil
}

// split returns the ratings that differ of players in both lists, and those of players in
// one of them.
func split(found []season.Difference) (differ, alone []season.Difference) {
	for _, d := range found {
		switch {
		case d.Ours == d.Theirs:
		case d.InOneList():
			alone = append(alone, d)
		default:
			differ = append(differ, d)
		}
	}
	return differ, alone
}

// groups returns neighbouring ratings with the same first cause.
func (v *textView) groups(found []season.Difference) [][]document.Difference {
	var groups [][]document.Difference
	for i := range found {
		if i == 0 || found[i].First() != found[i-1].First() {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, document.NewDifference(v.Printer, &found[i]))
	}
	return groups
}

// summary returns the line about ratings with the same cause.
func (v *textView) summary(g []document.Difference) string {
	n := strconv.Itoa(len(g))
	if len(g[0].Because) == 0 {
		return v.Text("compare.unexplained", explain.Data{"n": n})
	}
	return v.Text("compare.explained", explain.Data{"n": n, "cause": g[0].Because[0].Text})
}

// differing returns the row of a rating that differs.
func (v *textView) differing(d *document.Difference) table.Row {
	var because []string
	for _, c := range d.Because[:min(len(d.Because), 3)] {
		because = append(because, c.Text)
	}
	number := ""
	if d.Difference != nil {
		number = fmt.Sprintf("%+d", *d.Difference)
	}
	return table.Row{d.ID, finding.OneLine(d.Name), v.Word(d.Type.String()), ratingOr(d.Ours), ratingOr(d.Theirs), number, strings.Join(because, "\n")}
}
