package main

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/season"
)

// convertCommand writes a report in another format.
type convertCommand struct {
	words
	Type       string `enum:",standard,rapid,blitz" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	To         string `required:"" enum:"trf16,trf26,json" help:"cli.flag-to" placeholder:"trf16|trf26|json"`
	Out        string `short:"o" help:"cli.flag-out" placeholder:"OUT" type:"path"`
	Section    string `help:"cli.flag-section" placeholder:"NAME"`
	Players    string `help:"cli.flag-players-national" placeholder:"OPENING.csv" type:"existingfile"`
	Federation string `help:"cli.flag-federation" placeholder:"JPN"`
	IDs        string `name:"ids" enum:"auto,national,fide" default:"auto" help:"cli.flag-ids" placeholder:"auto|national|fide"`
	Encoding   string `help:"cli.flag-encoding" placeholder:"NAME"`
	MaxSize    int64  `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Report     string `arg:"" help:"cli.arg-report" type:"path"`
}

// Run runs the command. What the target cannot say is listed; a file that is
// not understood whole is not converted.
func (c *convertCommand) Run(a *app) error {
	kind, _ := rating.ParseKind(c.Type)
	from := &source{Encoding: c.Encoding, MaxSize: c.MaxSize}
	read, findings, err := readReport(c.Report, filepath.Base(c.Report), from, &c.words, kind)
	if err != nil {
		return err
	}
	a.printFindings(findings, finding.Info)
	if read.Report == nil {
		a.atLeast(exitRefused)
		return nil
	}
	section, err := c.section(read.Report)
	if err != nil {
		return err
	}
	if err := c.complete(a, read.Report, section); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := c.write(&out, read.Report, section); err != nil {
		return err
	}
	whole := *read.Report
	if c.To != "json" {
		whole.Sections = whole.Sections[section : section+1]
	}
	if err := a.printLosses(&whole, out.Bytes()); err != nil {
		return err
	}
	if c.Out == "" {
		_, err := a.out.Write(out.Bytes())
		return err
	}
	return os.WriteFile(c.Out, out.Bytes(), 0o644)
}

// section finds the section to write; JSON takes them all.
func (c *convertCommand) section(r *report.Report) (int, error) {
	if c.To == "json" || c.Section == "" && len(r.Sections) == 1 {
		return 0, nil
	}
	var names []string
	for i := range r.Sections {
		if c.Section != "" && r.Sections[i].Name == c.Section {
			return i, nil
		}
		names = append(names, r.Sections[i].Name)
	}
	return 0, finding.NewProblem("choose-section", finding.Text("sections", strings.Join(names, ", ")))
}

// complete fills the federation's lines from the opening list, if there is one,
// and says which lines the target demands and will not have.
func (c *convertCommand) complete(a *app, r *report.Report, section int) error {
	sections := r.Sections
	if c.To != "json" {
		sections = sections[section : section+1]
	}
	switch {
	case c.Players != "":
		list, err := a.readListed(c, r)
		if err != nil {
			return err
		}
		for i := range sections {
			a.printFindings(list.fill(r, &sections[i]), finding.Info)
		}
	case c.Federation != "" || c.IDs != string(season.AutoID):
		return finding.NewProblem("federation-without-list")
	}
	if missing := trf.Missing(r, section); c.To == "trf26" && len(missing) > 0 {
		f := finding.New("lines-missing", finding.Info, finding.At{}, finding.Text("codes", strings.Join(missing, ", ")))
		f.Report = r.File
		a.printFindings([]finding.Finding{f}, finding.Info)
	}
	return nil
}

func (c *convertCommand) write(w io.Writer, r *report.Report, section int) error {
	switch c.To {
	case "trf16":
		report.FillPoints(r)
		return trf.Write(w, r, section, trf.TRF16)
	case "trf26":
		report.FillPoints(r)
		return trf.Write(w, r, section, trf.TRF26)
	}
	return json.Write(w, r)
}

// printLosses reads the result back and lists what it does not say any more.
func (a *app) printLosses(r *report.Report, written []byte) error {
	again, findings := file.Read(written, r.File, "utf-8")
	if again == nil {
		a.printFindings(findings, finding.Error)
		return finding.NewProblem("written-unreadable")
	}
	before, err := tree(r)
	if err != nil {
		return err
	}
	after, err := tree(again)
	if err != nil {
		return err
	}
	lost := map[string]int{}
	losses("", before, after, lost)
	for _, field := range slices.Sorted(maps.Keys(lost)) {
		fmt.Fprintln(a.err, a.Text("convert.lost", explain.Data{"field": field, "n": fmt.Sprint(lost[field])}))
	}
	return nil
}

// tree gives a report as JSON values, whatever the order in which it lists its
// players and games.
func tree(r *report.Report) (any, error) {
	ordered := *r
	ordered.Sections = slices.Clone(r.Sections)
	for i := range ordered.Sections {
		s := &ordered.Sections[i]
		s.Players, s.Games, s.Byes = slices.Clone(s.Players), slices.Clone(s.Games), slices.Clone(s.Byes)
		slices.SortStableFunc(s.Players, func(a, b report.Player) int { return cmp.Compare(a.StartNumber, b.StartNumber) })
		slices.SortStableFunc(s.Games, func(a, b report.Game) int {
			return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.White, b.White))
		})
		slices.SortStableFunc(s.Byes, func(a, b report.Bye) int {
			return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Player, b.Player))
		})
	}
	var text bytes.Buffer
	if err := json.Write(&text, &ordered); err != nil {
		return nil, err
	}
	var values any
	return values, stdjson.Unmarshal(text.Bytes(), &values)
}

// losses counts the values of one tree that the other does not have, by their
// path.
func losses(path string, before, after any, lost map[string]int) {
	switch before := before.(type) {
	case map[string]any:
		after, _ := after.(map[string]any)
		for key, value := range before {
			losses(strings.TrimPrefix(path+"."+key, "."), value, after[key], lost)
		}
	case []any:
		after, _ := after.([]any)
		for i, value := range before {
			var other any
			if i < len(after) {
				other = after[i]
			}
			losses(path, value, other, lost)
		}
	default:
		if before != after {
			lost[path]++
		}
	}
}
