package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/season"
)

// Compare prints the ratings that differ and possible causes.
func (v *textView) Compare(found []season.Difference) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	t.AppendHeader(v.row("player-id", "name", "type", "ours", "theirs", "difference", "because"))
	same, explained, unexplained := 0, map[string]int{}, 0
	for _, d := range found {
		if d.Ours == d.Theirs {
			same++
			continue
		}
		said := document.NewDifference(v.Printer, &d)
		var because []string
		for _, c := range said.Because[:min(len(said.Because), 3)] {
			because = append(because, c.Text)
		}
		if len(said.Because) == 0 {
			unexplained++
		} else {
			explained[said.Because[0].Text]++
		}
		difference := ""
		if said.Difference != nil {
			difference = fmt.Sprintf("%+d", *said.Difference)
		}
		t.AppendRow(table.Row{d.ID, d.Name, v.Word(d.Kind.String()), d.Ours, d.Theirs, difference, strings.Join(because, "\n")})
	}
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 4, Align: text.AlignRight}, {Number: 5, Align: text.AlignRight}, {Number: 6, Align: text.AlignRight}})
	fmt.Fprintf(v.out, "\n%s\n", v.Text("compare.title", explain.Data{"same": fmt.Sprint(same), "differ": fmt.Sprint(len(found) - same)}))
	if same == len(found) {
		return nil
	}
	fmt.Fprintln(v.out, t.Render())
	var causes []string
	for cause := range explained {
		causes = append(causes, cause)
	}
	slices.SortFunc(causes, func(a, b string) int {
		if explained[a] != explained[b] {
			return explained[b] - explained[a]
		}
		return strings.Compare(a, b)
	})
	for _, cause := range causes {
		fmt.Fprintln(v.out, v.Text("compare.explained", explain.Data{"n": fmt.Sprint(explained[cause]), "cause": cause}))
	}
	if unexplained > 0 {
		fmt.Fprintln(v.out, v.Text("compare.unexplained", explain.Data{"n": fmt.Sprint(unexplained)}))
	}
	return nil
}
