package desk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
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

// Unidentified returns the reports that have entries to be identified.
func Unidentified(rd bureau.Reader) ([]*check.Case, error) {
	all, err := intake.All(rd, "")
	return slices.DeleteFunc(all, func(r *check.Case) bool { return !slices.ContainsFunc(r.OpenSince(), asksWho) }), err
}

// Tick is a row of the candidates for an officer to tick.
type Tick struct {
	Ref             string // of the report
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
		text("ref", func(t *Tick) *string { return &t.Ref }),
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
			t := Tick{Ref: e.Ref, Section: e.Section, Start: e.Entry.StartNumber, Name: e.Entry.Name, NameLocal: e.Entry.NameLocal}
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

// tickedRow is who an entry of a report is by a ticked row.
type tickedRow struct {
	ref string
	check.Match
	at finding.At
}

// Matched is who an entry of a report is by an act.
type Matched struct {
	Ref string
	check.Match
	Player *register.Player
}

// MatchTicked records who the entries are whose rows are ticked in a CSV of candidates, and returns them: those of
// each report in one act. Rows that name no report are of the one with the reference. If a row is
// refused, nothing is recorded.
func MatchTicked(ctx context.Context, b *bureau.Bureau, ref string, in io.Reader, file string) (done []Matched, err error) {
	all, err := ticked(in, ref, file)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b tickedRow) int { return strings.Compare(a.ref, b.ref) })
	record := func(b *bureau.Bureau) error {
		done = nil
		for rest := all; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].ref == rest[0].ref {
				n++
			}
			of, err := matchRows(ctx, b, file, rest[:n])
			if err != nil {
				return err
			}
			done, rest = append(done, of...), rest[n:]
		}
		return nil
	}
	if err := b.Preview(ctx, record); err != nil {
		return nil, err
	}
	return done, record(b)
}

// matchRows records who entries of one report are, and returns them, with those that have exchanged IDs with them.
func matchRows(ctx context.Context, b *bureau.Bureau, file string, all []tickedRow) (done []Matched, err error) {
	err = amend(ctx, b, "report.match", all[0].ref, "", func(tx *bureau.Tx, r *check.Case) error {
		before, matches := len(r.Decisions), []check.Match{}
		for i := range all {
			err := matchOne(tx, r, &all[i].Match)
			if refused := refusalOf(err); refused != nil && file != "" {
				refused.At = all[i].at
				refused.Report = file
			}
			if err != nil {
				return err
			}
			matches = append(matches, all[i].Match)
		}
		if tx.Note(r.Ref, map[string]any{"matches": matches}); file == "" {
			tx.Note(r.Ref, matches[0])
		}
		done = nil
		for _, d := range r.Decisions[before:] {
			if d.Match == nil {
				continue
			}
			p, err := register.Find(tx, d.Match.Player)
			if err != nil {
				return err
			}
			done = append(done, Matched{r.Ref, *d.Match, p})
		}
		return intake.Hear(tx, r)
	})
	return done, err
}

// ticked reads the ticked rows.
func ticked(in io.Reader, ref, file string) (all []tickedRow, err error) {
	to := &finding.Collector{File: file}
	line := map[tickedRow]int32{}
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
		entry := tickedRow{ref: cmp.Or(t.Ref, ref), Match: check.Match{Section: t.Section, Start: t.Start}}
		switch other, twice := line[entry]; {
		case twice:
			to.Add(finding.Refusal("ticked-twice", row.At, finding.Int("player", t.Start), finding.Text("section", t.Section), finding.Int("line", int(other))))
		case t.ID == "":
			to.Add(finding.Refusal("ticked-nobody", row.At, finding.Int("player", t.Start), finding.Text("section", t.Section)))
		}
		line[entry] = row.At.Line
		entry.Player, entry.at = t.ID, row.At
		all = append(all, entry)
	})
	return all, bureau.FirstRefusal(to.Findings)
}
