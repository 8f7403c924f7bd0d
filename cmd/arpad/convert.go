package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"maps"
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

// convertCommand converts a report to another format.
type convertCommand struct {
	words
	saver
	Type       string     `enum:",${types}" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	To         string     `required:"" enum:"trf16,trf26,json" help:"cli.flag-to"`
	Out        outputFile `short:"o" default:"-" help:"cli.flag-out" placeholder:"OUT"`
	Anonymous  bool       `help:"cli.flag-anonymous"`
	Section    string     `help:"cli.flag-section" placeholder:"NAME"`
	Players    string     `help:"cli.flag-players-national" placeholder:"OPENING.csv" type:"existingfile"`
	Federation string     `help:"cli.flag-federation" placeholder:"JPN"`
	IDs        string     `name:"ids" enum:"${identities}" default:"auto" help:"cli.flag-ids"`
	reading
	MaxSize int64  `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Report  string `arg:"" help:"cli.arg-report" type:"path"`
	DB      string `name:"db" default:"arpad.db" env:"ARPAD_DB" hidden:""` // the bureau whose files must not be overwritten
	Key     string `name:"key-file" env:"ARPAD_KEY_FILE" hidden:""`
}

// Run lists what the target format cannot express. A file that is not entirely
// understood is not converted.
func (c *convertCommand) Run(a *app) error {
	kind, _ := rating.ParseKind(c.Type)
	limitMemory(c.Report, c.Players)
	from := &source{reading: c.reading, MaxSize: c.MaxSize}
	read, findings, err := readReport(c.Report, filepath.Base(c.Report), from, &c.words, kind)
	if err != nil {
		return err
	}
	a.printFindings(findings, finding.Info)
	if read.Report == nil {
		a.atLeast(exitFailed)
		return nil
	}
	var said []finding.Finding // a report says one thing only
	for _, f := range report.Check(read.Report) {
		if f.ID == "date-ambiguous" || f.ID == "date-unreadable" || f.ID == "sides-disagree" || f.ID == "two-opponents" {
			said = append(said, f)
		}
	}
	if a.printFindings(said, finding.Info); len(said) > 0 {
		a.atLeast(exitFailed)
		return nil
	}
	section, err := c.section(read.Report)
	if err != nil {
		return err
	}
	if c.Anonymous {
		read.Report = read.Report.WithoutNames()
	}
	if err := c.complete(a, read.Report, section); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := c.write(&out, read.Report, section); err != nil {
		return err
	}
	if c.To != "json" {
		read.Report.Sections = read.Report.Sections[section : section+1]
	}
	before, err := json.Values(read.Report)
	if err != nil {
		return err
	}
	if err := a.printLosses(read.Report.File, before, out.Bytes()); err != nil {
		return err
	}
	return c.save(a, &bureauFlags{DB: c.DB, Key: c.Key}, c.Out, func(w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	})
}

// section returns the section to write; JSON includes all sections.
func (c *convertCommand) section(r *report.Report) (int, error) {
	if c.To == "json" || c.Section == "" && len(r.Sections) == 1 {
		return 0, nil
	}
	if len(r.Sections) == 0 {
		return 0, finding.NewProblem("nothing-to-convert", finding.Text("file", c.Report))
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

// complete adds the federation's lines from the opening list, if there is one,
// and lists the required lines that are still missing.
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
			a.printFindings(list.Fill(r, &sections[i]), finding.Info)
		}
	case c.Federation != "" || c.IDs != string(season.AutoID):
		return finding.NewProblem("federation-without-list")
	}
	if c.To == "json" {
		return nil
	}
	a.printFindings(trf.Told(r, section), finding.Info)
	if highest := highestStart(&sections[0]); highest > trf.MaxStartNumber {
		return finding.NewProblem("start-number-too-high", finding.Int("highest", highest), finding.Int("limit", trf.MaxStartNumber))
	}
	a.printFindings(linesMissing(r, section, c.To, r.File), finding.Info)
	return nil
}

// exchangeVersions are the versions of the exchange format, by the names that --to has for them.
var exchangeVersions = map[string]trf.Version{"trf16": trf.TRF16, "trf26": trf.TRF26}

// linesMissing returns the finding about the lines that the newer version requires and a
// section of a report lacks, if there are any.
func linesMissing(r *report.Report, section int, to, name string) []finding.Finding {
	missing := trf.Missing(r, section)
	if to != "trf26" || len(missing) == 0 {
		return nil
	}
	return []finding.Finding{finding.New("lines-missing", finding.Info, finding.At{}, finding.Text("codes", strings.Join(missing, ", "))).Of(name)}
}

func (c *convertCommand) write(w io.Writer, r *report.Report, section int) error {
	if c.To == "json" {
		return json.Write(w, r)
	}
	report.FillPoints(r)
	return trf.Write(w, r, section, exchangeVersions[c.To])
}

// highestStart returns the highest start number in a section.
func highestStart(s *report.Section) int {
	highest := 0
	for i := range s.Players {
		highest = max(highest, s.Players[i].StartNumber)
	}
	return highest
}

// printLosses reads the result back and lists the values that were lost.
func (a *app) printLosses(name string, before stdjson.RawMessage, written []byte) error {
	again, findings := file.Read(written, name, "utf-8")
	if again == nil {
		a.printFindings(findings, finding.Error)
		return finding.NewProblem("written-unreadable")
	}
	lost, err := json.Lost(before, again)
	if err != nil {
		return err
	}
	for _, field := range slices.Sorted(maps.Keys(lost)) {
		fmt.Fprintln(a.err, a.Text("convert.lost", explain.Data{"field": field, "n": fmt.Sprint(lost[field])}))
	}
	return nil
}
