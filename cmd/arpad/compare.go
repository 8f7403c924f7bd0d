package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

type differenceJSON struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Type       rating.Kind    `json:"type"`
	Ours       *rating.Rating `json:"ours"`
	Theirs     *rating.Rating `json:"theirs"`
	Difference *int           `json:"difference"`
	Because    []causeJSON    `json:"because"`
}

type causeJSON struct {
	What    season.CauseKind `json:"what"`
	Name    *string          `json:"name"`
	Value   *string          `json:"value"`
	Explain int              `json:"explains"`
	Text    string           `json:"text"`
}

func (v *jsonView) differences(found []season.Difference) []differenceJSON {
	var out []differenceJSON
	for _, d := range found {
		j := differenceJSON{ID: d.ID, Name: d.Name, Type: d.Kind, Ours: some(d.Ours), Theirs: some(d.Theirs), Because: []causeJSON{}}
		if d.Ours.Rated() && d.Theirs.Rated() {
			n := int(d.Theirs) - int(d.Ours)
			j.Difference = &n
		}
		for _, c := range d.Because {
			j.Because = append(j.Because, causeJSON{c.What, some(c.Name), some(c.Value), c.Explain, v.cause(c)})
		}
		out = append(out, j)
	}
	return out
}

// cause says a cause in words.
func (a *app) cause(c season.Cause) string {
	return a.Text("cause."+string(c.What), explain.Data{"name": c.Name, "value": c.Value})
}

// compare prints the ratings that differ, and what explains them.
func (v *textView) compare(found []season.Difference) error {
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
		var because []string
		for _, c := range d.Because[:min(len(d.Because), 3)] {
			because = append(because, v.cause(c))
		}
		if len(d.Because) == 0 {
			unexplained++
		} else {
			explained[v.cause(d.Because[0])]++
		}
		difference := ""
		if d.Ours.Rated() && d.Theirs.Rated() {
			difference = fmt.Sprintf("%+d", int(d.Theirs)-int(d.Ours))
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
