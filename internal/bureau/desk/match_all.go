package desk

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/sheet"
)

// AcceptCertain records who those entries of a report are that are certain, in one act, and
// returns them.
func AcceptCertain(ctx context.Context, b *bureau.Bureau, ref string) (accepted []UnknownEntry, err error) {
	err = amend(ctx, b, "report.match", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		all, err := UnknownEntries(tx, r)
		if err != nil {
			return err
		}
		var matches []check.Match
		for _, e := range all {
			if !e.Certain {
				continue
			}
			m := check.Match{Section: e.Section, Start: e.Entry.StartNumber, Player: e.Candidates[0].Player.ID}
			if err := matchOne(tx, r, &m); refusalOf(err) == nil && err != nil {
				return err
			} else if err == nil { // otherwise it plays in the section
				matches, accepted = append(matches, m), append(accepted, e)
			}
		}
		tx.Note(r.Ref, map[string]any{"accept": "certain", "level": identity.Level, "matches": matches})
		if len(matches) == 0 {
			return nil
		}
		return intake.Hear(tx, r)
	})
	return accepted, err
}

// refusalOf returns the refusal that an error is, nil if it is none.
func refusalOf(err error) *finding.Refused {
	var refused *finding.Refused
	errors.As(err, &refused)
	return refused
}

// Tick is a row of the candidates for an officer to tick.
type Tick struct {
	Section         string
	Start           int
	Name, NameLocal string // of the entry
	ID              string // of the candidate, or of another player
	Candidate       string // name
	CandidateLocal  string
	Club, Rating    string
	Evidence        string
	Accept          string // anything: it is so
}

// tickSheet returns the columns of the candidates.
func tickSheet() sheet.Sheet[Tick] {
	text := sheet.Text[Tick]
	return sheet.Sheet[Tick]{
		text("section", func(t *Tick) *string { return &t.Section }),
		{
			Name: "start", Form: "count",
			Read:  func(t *Tick, s string) (err error) { t.Start, err = strconv.Atoi(s); return err },
			Write: func(t *Tick) string { return strconv.Itoa(t.Start) },
		},
		text("name", func(t *Tick) *string { return &t.Name }),
		text("name_local", func(t *Tick) *string { return &t.NameLocal }),
		text("id", func(t *Tick) *string { return &t.ID }),
		text("candidate", func(t *Tick) *string { return &t.Candidate }),
		text("candidate_local", func(t *Tick) *string { return &t.CandidateLocal }),
		text("club", func(t *Tick) *string { return &t.Club }),
		text("rating", func(t *Tick) *string { return &t.Rating }),
		text("evidence", func(t *Tick) *string { return &t.Evidence }),
		text("accept", func(t *Tick) *string { return &t.Accept }),
	}
}

// WriteTicks writes the candidates for entries as a CSV that MatchTicked reads; an entry without
// any gets a row without an ID. Evidence is told in words.
func WriteTicks(w io.Writer, all []UnknownEntry, words func(*Candidate) string) error {
	return tickSheet().WriteCSV(w, func(write func(*Tick) error) error {
		for _, e := range all {
			t := Tick{Section: e.Section, Start: e.Entry.StartNumber, Name: e.Entry.Name, NameLocal: e.Entry.NameLocal}
			if len(e.Candidates) == 0 {
				if err := write(&t); err != nil {
					return err
				}
			}
			for i := range e.Candidates {
				c := &e.Candidates[i]
				t.ID, t.Candidate, t.CandidateLocal, t.Club, t.Evidence = c.Player.ID, c.Player.Name, c.Player.NameLocal, c.Player.Club, words(c)
				if t.Rating = ""; c.Rating.Rated() {
					t.Rating = c.Rating.String()
				}
				if err := write(&t); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// maxTicks is the maximum number of rows of candidates.
const maxTicks = 100_000

// MatchTicked records who the entries are whose rows are ticked in a CSV of candidates, all in one
// act, and returns their number.
func MatchTicked(ctx context.Context, b *bureau.Bureau, ref string, in io.Reader, file string) (n int, err error) {
	matches, at, err := ticked(in, file)
	if err != nil {
		return 0, err
	}
	err = amend(ctx, b, "report.match", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		for i := range matches {
			err := matchOne(tx, r, &matches[i])
			if refused := refusalOf(err); refused != nil {
				refused.At = at[i]
				refused.Report = file
			}
			if err != nil {
				return err
			}
		}
		tx.Note(r.Ref, map[string]any{"matches": matches})
		if len(matches) == 0 {
			return nil
		}
		return intake.Hear(tx, r)
	})
	return len(matches), err
}

// ticked reads the ticked rows, and where they are.
func ticked(in io.Reader, file string) (all []check.Match, at []finding.At, err error) {
	to := &finding.Collector{File: file}
	line := map[check.Match]int32{}
	tickSheet().ReadCSV(in, to, sheet.Demands{Rows: maxTicks, Columns: []string{"start", "id", "accept"}, Unknown: finding.Info}, func(row *sheet.Row[Tick]) {
		if strings.TrimSpace(row.Value("accept")) == "" {
			return
		}
		t := Tick{}
		for _, f := range row.Fill(&t) {
			to.Add(f)
		}
		if !row.Sound {
			return
		}
		entry := check.Match{Section: t.Section, Start: t.Start}
		switch other, twice := line[entry]; {
		case twice:
			to.Add(finding.Refusal("ticked-twice", row.At, finding.Int("player", t.Start), finding.Text("section", t.Section), finding.Int("line", int(other))))
		case t.ID == "":
			to.Add(finding.Refusal("ticked-nobody", row.At, finding.Int("player", t.Start), finding.Text("section", t.Section)))
		}
		line[entry] = row.At.Line
		entry.Player = t.ID
		all, at = append(all, entry), append(at, row.At)
	})
	return all, at, bureau.FirstRefusal(to.Findings)
}
