// Package example reads worked examples in a form that an arbiter can read and
// write: a txtar archive with the opening list, one crosstable for each event,
// and what is wanted. The tests of all regulations run them.
//
//	Two sentences about the example, and its place in the text.
//	-- players.csv --
//	id,name,standard
//	Ann,Adams Ann,2000
//	-- cape.event --
//	name Cape Town Open
//	start 2015-03-01
//	section A
//	rounds 7
//	Ann  .  0  1  =
//	Bob  1  .  =  1
//	-- want --
//	chessa-2015
//	row cape A Ann expected=3.52 change=-15.3
//	list 2015-04 Ann standard=1985
//
// The keys of an event are those of the JSON report, with the players' ids for
// start numbers. A row is an id and its results: against the others in the
// order of the rows, with a dot on the diagonal, in an all-play-all; else by round as
// OPPONENT COLOUR RESULT ("Bw1", "Cb=", "Dw0", "Aw+", "Bb-", "Cwx" if both defaulted), with "u" after it
// for a game that counts for points only, or as a bye: U (pairing), H, F, Z.
// "--" is a round without anything. A game may carry its day ("Bw1@2023-01-05"),
// a row the player's birth as the report states it ("A/2006"), and at its end
// the points that it states, in brackets: "(2.5)". "others 6" adds
// a section of six players who draw all their games, to make up a number.
//
// The wanted lines give the regulation with its options, rows of the event
// tables, lines of the lists, findings and refused sections, each with those
// values that matter.
package example

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Example is a worked example.
type Example struct {
	Comment    string
	Files      []txtar.File // as they are written
	Regulation catalog.Regulation
	Under      string // the regulation with its options, as the example names it
	Players    []byte // the opening list
	Reports    []*report.Report
	Want       []Want
}

// Want is an expected line.
type Want struct {
	Line   string
	Kind   string            // "row", "list", "finding", "refused"
	Where  []string          // what it is about
	Values map[string]string // the expected values
}

// Read reads an example from a file.
func Read(file string) (*Example, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// Parse parses an example.
func Parse(file string, data []byte) (*Example, error) {
	archive := txtar.Parse(data)
	e := &Example{Comment: string(archive.Comment), Files: archive.Files}
	for _, f := range archive.Files {
		var err error
		name, isEvent := strings.CutSuffix(f.Name, ".event")
		switch {
		case f.Name == "players.csv":
			e.Players = f.Data
		case f.Name == "want":
			err = e.readWant(string(f.Data))
		case isEvent:
			err = e.readEvent(name, string(f.Data))
		default:
			err = fmt.Errorf("unexpected file %s", f.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
		}
	}
	return e, nil
}

func (e *Example) readWant(text string) error {
	for i, line := range lines(text) {
		words := strings.Fields(line)
		if i == 0 {
			r, err := catalog.Find(words[0])
			if err != nil {
				return err
			}
			e.Regulation, e.Under = r, line
			for _, option := range words[1:] {
				name, value, _ := strings.Cut(option, "=")
				if e.Regulation, err = e.Regulation.With(name, value); err != nil {
					return err
				}
			}
			continue
		}
		w := Want{Line: line, Kind: words[0], Values: map[string]string{}}
		for _, word := range words[1:] {
			if name, value, ok := strings.Cut(word, "="); ok {
				w.Values[name] = value
			} else {
				w.Where = append(w.Where, word)
			}
		}
		e.Want = append(e.Want, w)
	}
	return nil
}

// lines returns the lines that are neither empty nor a comment.
func lines(text string) []string {
	var kept []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	return kept
}

// Rated is an example that was rated.
type Rated struct {
	Periods  []*season.Period
	Findings []finding.Finding
}

// Rate rates the example, under its own regulation or another.
func (e *Example) Rate(under catalog.Regulation) (*Rated, error) {
	players, list, findings := roster.Read(bytes.NewReader(e.Players), "players.csv")
	for _, f := range findings {
		if f.Refuses {
			return nil, fmt.Errorf("players.csv: %v", f)
		}
	}
	in := season.Input{Regulation: under, Roster: players, Opening: &list, IDs: season.AutoID, Trace: season.TraceAll, Repeats: true}
	for _, r := range e.Reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: sha256.Sum256([]byte(r.File))})
	}
	rated := &Rated{}
	found, err := season.Rate(in, func(p *season.Period) error {
		rated.Periods = append(rated.Periods, p)
		return nil
	})
	rated.Findings = slices.Concat(findings, found)
	return rated, err
}

// Got returns the rated values that correspond to a wanted line, "-" for
// missing ones.
func (r *Rated) Got(w Want) map[string]string {
	switch w.Kind {
	case "row":
		return r.row(w.Where[0], w.Where[1], w.Where[2])
	case "list":
		return r.line(w.Where[0], w.Where[1])
	case "finding":
		return r.finding(w.Where[0])
	case "refused":
		return r.refused(w.Where[0], w.Where[1])
	}
	return nil
}

func (r *Rated) row(file, section, id string) map[string]string {
	for _, p := range r.Periods {
		for _, row := range p.Trace.Rows() {
			s := &p.Batch.Sections[row.Section]
			if p.Reports[p.Batch.Events[s.Event].Report].File != file || sectionWord(s.Name) != section || p.Players[row.Player].ID != id {
				continue
			}
			average := "-"
			if n, ok := row.AverageOpponent(); ok {
				average = strconv.Itoa(n)
			}
			return map[string]string{
				"type": s.Kind.String(), "rating": row.Rating.String(), "k": number(int(row.K)), "games": strconv.Itoa(row.Games),
				"score": row.Score.String(), "expected": row.Expected.String(), "change": row.Change.String(), "bonus": row.Bonus.String(),
				"average": average, "percent": strconv.Itoa(rating.Percent(row.Score, row.Games)),
				"performance": row.Performance.String(), "temporary": row.Temporary.String(), "activity": strconv.Itoa(row.Activity),
			}
		}
	}
	return nil
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// sectionWord returns the name of a section in wanted lines.
func sectionWord(name string) string {
	if name == "" {
		return "-"
	}
	return strings.ReplaceAll(name, " ", "_")
}

func (r *Rated) line(label, id string) map[string]string {
	for _, p := range r.Periods {
		if strings.ReplaceAll(p.Label, " ", "_") != label {
			continue
		}
		got := map[string]string{"edition": p.Edition.About().ID}
		for n := range p.Players {
			if p.Players[n].ID != id {
				continue
			}
			for _, kind := range rating.AllKinds {
				row := p.Row(uint32(n), kind)
				k := kind.String()
				got[k] = row.State.Rating.String()
				got[k+"_previous"] = row.Move.Previous.String()
				got[k+"_games"] = strconv.Itoa(int(row.Move.Games))
				got[k+"_total"] = strconv.Itoa(int(row.State.Games))
				got[k+"_peak"] = row.State.Peak.String()
				got[k+"_k"] = number(int(row.Move.K))
				got[k+"_last"] = row.State.Last.String()
				got[k+"_inactive"] = strconv.FormatBool(row.Move.Inactive)
				got[k+"_qualifies"] = strconv.FormatBool(row.Move.Qualifies)
				got[k+"_pool"] = strings.ReplaceAll(row.State.Pool.String(), " ", "_")
			}
		}
		return got
	}
	return nil
}

func (r *Rated) finding(id string) map[string]string {
	for _, f := range r.Findings {
		if f.ID != id {
			continue
		}
		got := map[string]string{"severity": f.Severity.String(), "clause": strings.ReplaceAll(f.Clause, " ", "_"), "reading": f.Reading, "file": f.Report}
		for _, v := range f.Values {
			got[v.Name] = v.Text
		}
		return got
	}
	return nil
}

func (r *Rated) refused(file, section string) map[string]string {
	for _, p := range r.Periods {
		for i := range p.Batch.Sections {
			s := &p.Batch.Sections[i]
			if p.Reports[p.Batch.Events[s.Event].Report].File == file && sectionWord(s.Name) == section {
				return map[string]string{"for": strings.Join(p.Reasons(i), ",")}
			}
		}
	}
	return nil
}
