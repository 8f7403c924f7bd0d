package main

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/season"
)

// rules are the flags for the regulation and its options.
type rules struct {
	Regulation string            `required:"" help:"cli.flag-regulation" placeholder:"ID"`
	Set        map[string]string `help:"cli.flag-set" placeholder:"NAME=VALUE" mapsep:"none"`
}

// find returns the regulation with its options set.
func (r *rules) find() (catalog.Regulation, error) {
	found, err := catalog.Find(r.Regulation)
	if err != nil {
		return found, err
	}
	for _, name := range slices.Sorted(maps.Keys(r.Set)) {
		if found, err = found.With(name, r.Set[name]); err != nil {
			return found, err
		}
	}
	return found, nil
}

// source is the flags for the players and reports.
type source struct {
	Players string `help:"cli.flag-players" placeholder:"OPENING.csv" type:"existingfile"`
	IDs     string `name:"ids" enum:"${identities}" default:"auto" help:"cli.flag-ids"`
	reading
	MaxSize int64    `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Reports []string `arg:"" name:"report" help:"cli.arg-reports" type:"path"`
}

// reading is what the caller knows of the bytes of reports.
type reading struct {
	Encoding  string            `help:"cli.flag-encoding" placeholder:"NAME"`
	DateOrder civil.Order       `help:"cli.flag-date-order" placeholder:"ymd|dmy|mdy"`
	Column    map[string]string `help:"cli.flag-column" placeholder:"HEADER=NAME" mapsep:"none"`
}

// as returns it for the reader.
func (r *reading) as() file.As {
	return file.As{Encoding: r.Encoding, Dates: r.DateOrder, Columns: file.Columns(r.Column)}
}

// words supply what a report leaves out.
type words struct {
	Received     civil.Date    `help:"cli.flag-received" placeholder:"YYYY-MM-DD"`
	Start        civil.Date    `help:"cli.flag-start" placeholder:"YYYY-MM-DD"`
	End          civil.Date    `help:"cli.flag-end" placeholder:"YYYY-MM-DD"`
	Group        string        `enum:",${groups}" default:"" help:"cli.flag-group" placeholder:"GROUP"`
	AgeYear      int           `aliases:"age_year" help:"cli.flag-age-year" placeholder:"YEAR"`
	Rounds       int           `help:"cli.flag-rounds" placeholder:"N"`
	UnratedFloor rating.Rating `aliases:"unrated_floor" help:"cli.flag-unrated-floor" placeholder:"RATING"`
	TimeControl  string        `aliases:"time_control" help:"cli.flag-time-control" placeholder:"CODE"`
	Team         bool          `help:"cli.flag-team"`
	Meeting      bool          `help:"cli.flag-meeting"`
	Braille      bool          `help:"cli.flag-braille"`
	FIDEEvent    bool          `name:"fide-event" aliases:"fide_event" help:"cli.flag-fide-event"`
	Dispensation string        `help:"cli.flag-dispensation" placeholder:"REASON"`
}

// apply adds to a report what it leaves out, and returns what there is to say of it.
func (w *words) apply(r *report.Report, kind rating.Kind) ([]finding.Finding, error) {
	fill(&r.Received, w.Received)
	fill(&r.Start, w.Start)
	fill(&r.End, w.End)
	fill(&r.AgeYear, w.AgeYear)
	fill(&r.Dispensation, w.Dispensation)
	fill(&r.Type, kind)
	r.Team = r.Team || w.Team
	r.Meeting = r.Meeting || w.Meeting
	r.Braille = r.Braille || w.Braille
	r.FIDEEvent = r.FIDEEvent || w.FIDEEvent
	if w.TimeControl != "" && len(r.TimeControl) == 0 {
		t := report.ReadTimeWords(w.TimeControl).Control
		if t == "" {
			return nil, finding.NewProblem("time-control", finding.Text("text", w.TimeControl))
		}
		r.TimeControl = []report.TimeControl{t}
	}
	group, open, err := report.ReadGroup(w.Group, finding.At{})
	for i := range r.Sections {
		s := &r.Sections[i]
		fill(&s.Rounds, w.Rounds)
		fill(&s.UnratedFloor, w.UnratedFloor)
		fill(&s.Group, group)
	}
	for i := range open {
		open[i] = open[i].Of(r.File)
	}
	return open, err
}

// fill sets a value that is not set yet.
func fill[T comparable](to *T, value T) {
	if *to == *new(T) {
		*to = value
	}
}

// input is everything read from files.
type input struct {
	season.Input
	findings []finding.Finding
	unread   int // number of unreadable reports
}

// read reads the opening list and the reports. An unreadable report is left out
// with its findings; an error means that nothing can be done.
func (a *app) read(rules *rules, source *source, words *words, kind rating.Kind) (*input, error) {
	regulation, err := rules.find()
	if err != nil {
		return nil, err
	}
	in := &input{Input: season.Input{Regulation: regulation, IDs: season.Identity(source.IDs)}}
	if err := in.readReports(source, words, kind); err != nil {
		return nil, err
	}
	if source.Players == "" {
		var findings []finding.Finding
		in.IDs = season.Reported
		in.Reports, findings = season.Parts(in.Reports)
		in.findings = append(in.findings, findings...)
		in.Roster, in.Opening, findings = season.OwnList(regulation.Latest(), in.Reports)
		in.findings = append(in.findings, findings...)
		return in, nil
	}
	return in, a.readPlayers(in, source)
}

// readReports reads the reports in parallel.
func (in *input) readReports(source *source, words *words, kind rating.Kind) error {
	paths, err := expand(source.Reports)
	if err != nil {
		return err
	}
	limitMemory(append(paths, source.Players)...)
	names := fileNames(paths)
	type result struct {
		source   season.Source
		findings []finding.Finding
		err      error
	}
	results := make([]result, len(paths))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				r := &results[i]
				r.source, r.findings, r.err = readReport(paths[i], names[i], source, words, kind)
			}
		})
	}
	for i := range paths {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, r := range results {
		if r.err != nil {
			return r.err
		}
		in.findings = append(in.findings, r.findings...)
		if r.source.Report == nil {
			in.unread++
			continue
		}
		in.Reports = append(in.Reports, r.source)
	}
	return nil
}

// beside is the suffix of a file that supplies what a report leaves out.
const beside = submission.Beside

// expand replaces folders by their files.
func expand(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && !strings.HasSuffix(e.Name(), beside) {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
	}
	return files, nil
}

// fileNames returns the names of files for findings and keys: base names, or
// paths where base names collide.
func fileNames(paths []string) []string {
	count := map[string]int{}
	for _, path := range paths {
		count[filepath.Base(path)]++
	}
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(path)
		if count[names[i]] > 1 {
			names[i] = filepath.ToSlash(path)
		}
	}
	return names
}

// readReport reads one report and the file beside it. The report is nil if it
// is unreadable.
func readReport(path, name string, source *source, words *words, kind rating.Kind) (season.Source, []finding.Finding, error) {
	data, err := file.Load(path, source.MaxSize<<20)
	if err != nil {
		f, err := tooLarge(err, name)
		return season.Source{}, f, err
	}
	digest := sha256.Sum256(data)
	r, findings := file.ReadAs(data, name, source.as())
	if r == nil {
		return season.Source{}, findings, nil
	}
	over, err := loadBeside(path, source.MaxSize)
	switch {
	case err != nil:
		found, err := tooLarge(err, name+beside)
		return season.Source{}, append(findings, found...), err
	case over != nil:
		said := json.Overlay(string(over), name+beside, r)
		findings = append(findings, said...)
		if slices.ContainsFunc(said, func(f finding.Finding) bool { return f.Refuses }) {
			return season.Source{}, findings, nil
		}
		digest = sha256.Sum256(append(digest[:], over...))
	}
	said, err := words.apply(r, kind)
	return season.Source{Report: r, Digest: digest}, append(findings, said...), err
}

// loadBeside returns the bytes of the file beside a report, nil if there is
// none.
func loadBeside(path string, maxSize int64) ([]byte, error) {
	over, err := file.Load(path+beside, maxSize<<20)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, nil
	}
	return over, err
}

// tooLarge converts the error of a report that is too large to a finding. Other
// errors are returned as they are.
func tooLarge(err error, name string) ([]finding.Finding, error) {
	var problem *finding.Problem
	if !errors.As(err, &problem) {
		return nil, err
	}
	return []finding.Finding{finding.Refusal("file-too-large", finding.At{}, problem.Values...).Of(name)}, nil
}
