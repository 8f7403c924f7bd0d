package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report/file"
)

// help prints the help of a command: description, arguments, flags and
// examples. The tags hold the keys of the texts.
func (a *app) help(_ kong.HelpOptions, c *kong.Context) error {
	node, what := c.Selected(), "cli.arpad"
	if node == nil {
		node = c.Model.Node
	} else {
		what = node.Help
	}
	fmt.Fprintf(a.out, "%s\n\n", wrapped(a.Text(what, nil), lineWidth))
	usage := "arpad"
	if node.Parent != nil {
		usage += " " + strings.TrimPrefix(node.Path(), "arpad ")
	}
	if len(node.Children) > 0 {
		usage += " <...>"
	}
	for _, p := range node.Positional {
		usage += " " + p.Summary()
	}
	fmt.Fprintf(a.out, "%s %s\n", a.Text("cli.usage", nil), usage)

	if len(node.Children) > 0 {
		title, rows := "cli.commands", [][2]string(nil)
		for _, child := range node.Children {
			if group := child.Group; group != nil && title != "cli.group."+group.Key {
				if rows != nil {
					a.glossary(title, rows)
				}
				title, rows = "cli.group."+group.Key, nil
			}
			rows = append(rows, [2]string{child.Name, a.Text(child.Help, nil)})
		}
		a.glossary(title, rows)
	}
	var rows [][2]string
	for _, p := range node.Positional {
		rows = append(rows, [2]string{p.Summary(), a.Text(p.Help, explain.Data{"formats": a.formats()})})
	}
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if f.Name == "version" && node.Parent != nil {
				continue // a flag of the whole program
			}
			name := "--" + f.Name
			if f.Tag.Negatable != "" {
				name = "--[no-]" + f.Name
			}
			if !f.IsBool() {
				name += " " + f.FormatPlaceHolder()
			}
			key := f.Help
			if f.Name == "help" { // the library's own
				key = "cli.flag-help"
			}
			about := a.Text(key, explain.Data{"choices": explain.Values(chosen(f))})
			if f.Required {
				about += a.Text("cli.required", nil)
			}
			rows = append(rows, [2]string{name, about})
		}
	}
	a.glossary("cli.flags", rows)
	if node.Parent == nil {
		a.glossary("cli.environment", [][2]string{
			{"ARPAD_DB", a.Text("cli.env-db", nil)}, {"ARPAD_OFFICER", a.Text("cli.env-officer", nil)}, {"ARPAD_KEY_FILE", a.Text("cli.env-key-file", nil)},
			{"ARPAD_LANG", a.Text("cli.env-lang", nil)}, {"ARPAD_CLOCK", a.Text("cli.env-clock", nil)},
		})
	}
	key := "cli.examples." + strings.ReplaceAll(strings.TrimPrefix(node.Path(), "arpad "), " ", "-")
	if node.Parent == nil {
		key = "cli.examples.arpad"
	}
	if examples := a.Text(key, nil); examples != key {
		fmt.Fprintf(a.out, "\n%s\n%s\n", a.Text("cli.examples-title", nil), strings.TrimRight(examples, "\n"))
	}
	return nil
}

// formats returns the words for the formats of reports.
func (a *app) formats() string {
	var words []string
	for _, name := range file.Names() {
		words = append(words, a.Text("format."+name, nil))
	}
	return a.joined(words...)
}

// lineWidth is the maximum number of columns of a line.
const lineWidth = 79

// hanging are marks with which no line begins in Japanese.
var hanging = regexp.MustCompile(`\n([。、)」』:]+)\n?`)

// wrapped breaks a text into lines; a mark that closes something hangs over its line.
func wrapped(s string, columns int) string {
	return strings.TrimRight(hanging.ReplaceAllString(text.WrapSoft(s, columns), "$1\n"), "\n")
}

// glossary prints terms with their meanings under a title, in lineWidth
// columns.
func (a *app) glossary(title string, rows [][2]string) {
	const least = 30
	t, width := a.columns(), 0
	for _, row := range rows {
		t.AppendRow(table.Row{"  " + row[0], row[1]})
		width = max(width, len("  "+row[0]+"  "))
	}
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: max(lineWidth-width, least), WidthMaxEnforcer: wrapped}})
	fmt.Fprintf(a.out, "\n%s\n%s\n", a.Text(title, nil), render(t))
}

// columns returns a table without borders, whose second column wraps.
func (a *app) columns() table.Writer {
	t := lines{table.NewWriter()}
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 80, WidthMaxEnforcer: wrapped}})
	return t
}

// lines is a table in which a cell is one line: so nobody can write a row that is not
// theirs.
type lines struct{ table.Writer }

// AppendRow appends a row.
func (t lines) AppendRow(row table.Row, configs ...table.RowConfig) {
	shown := slices.Clone(row)
	for i, cell := range row {
		if text, is := cell.(string); is {
			shown[i] = finding.OneLine(text)
		}
	}
	t.Writer.AppendRow(shown, configs...)
}

// spread prints a table with further lines below each row.
func (a *app) spread(t table.Writer, below [][]string) {
	if t.Length() == 0 {
		return
	}
	for i, line := range strings.Split(render(t), "\n") {
		fmt.Fprintln(a.out, line)
		for _, more := range below[i] {
			fmt.Fprintf(a.out, "    %s\n", more)
		}
	}
}

// printRows prints a table without borders that has a row for each of some things.
func printRows[T any](a *app, all []T, row func(T) table.Row) {
	t := a.columns()
	for _, one := range all {
		t.AppendRow(row(one))
	}
	a.print(t)
}

// print prints a table.
func (a *app) print(t table.Writer) { fmt.Fprintln(a.out, render(t)) }

// render returns a table without trailing blanks.
func render(t table.Writer) string {
	var lines []string
	for line := range strings.Lines(t.Render()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n")
}

// joined joins the non-empty words.
func (a *app) joined(words ...string) string {
	words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "" })
	return strings.Join(words, a.Text("list.comma", nil))
}
