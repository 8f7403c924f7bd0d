package intake

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report"
)

// Reader reads a file and what came beside it. The report is nil if it cannot be read.
type Reader func(data, beside []byte, name string, as statement.As) (*report.Report, []finding.Finding)

// Statement is what somebody says of a report that has come.
type Statement struct {
	Ref   string
	File  int    // number of the file that it is about; zero: all
	From  string // who says it
	Words statement.Words

	Columns map[string]string // what is said of the headers of the club's lists of games
}

// State notes what was said of a report beside its files, and checks it again. Words that say how
// the bytes are to be read have them read again.
func State(ctx context.Context, b *bureau.Bureau, s Statement, read Reader) (*Receipt, error) {
	receipt := &Receipt{}
	err := b.Do(ctx, "report.state", "", func(tx *bureau.Tx) error {
		r, err := Take(tx, s.Ref)
		if err != nil {
			return err
		}
		*receipt = Receipt{Report: r}
		bySender(tx, &s.From, &s.Words.Reporter)
		if s.Words.Empty() {
			return finding.Refuse("nothing-stated", finding.Text("ref", r.Ref))
		}
		if f := s.File; f != 0 && (f > len(r.Revisions) || r.Revisions[f-1].Digest == "") {
			return finding.Refuse("no-bytes", finding.Text("ref", r.Ref))
		}
		if err := receipt.state(tx, &s, read); err != nil {
			return err
		}
		tx.Note(r.Ref, map[string]any{"statement": len(r.Stated), "state": r.State})
		return register.KeepColumns(tx, cmp.Or(r.For.Club, r.Club), s.Columns)
	})
	return receipt, err
}

// state keeps a statement, and checks the report with it.
func (receipt *Receipt) state(tx *bureau.Tx, s *Statement, read Reader) error {
	r := receipt.Report
	if r.State == check.Rated && s.Words.Say() { // its list was made of what was read of the files
		return AlreadyRated(tx, r, AnyCorrection)
	}
	r.MarkListed()
	if err := keepWords(tx, r, s); err != nil {
		return err
	}
	var err error
	if s.Words.Say() {
		err = readAgain(tx, r, s.File, read)
	}
	if err != nil {
		return err
	}
	if receipt.Findings, err = checkNow(tx, r, nil); err != nil {
		return err
	}
	return receipt.finish(tx)
}

// keepWords appends a statement to a report.
func keepWords(tx *bureau.Tx, r *check.Case, s *Statement) error {
	if err := finding.Readable(s.From); err != nil {
		return err
	}
	n := check.Statement{Number: len(r.Stated) + 1, File: s.File, At: tx.Now, Actor: cmp.Or(s.From, tx.Actor)}
	r.Stated = append(r.Stated, n)
	return vault.Seal(tx, vault.Words, r.RecordID(n.Number), s.Words.JSON())
}

// statements are what was said of a report beside its files.
type statements struct {
	r     *check.Case
	of    []check.Statement
	words []statement.Words // of each; what was destroyed says nothing
}

func statedOf(rd bureau.Reader, r *check.Case) (*statements, error) {
	s := &statements{r, slices.Clone(r.Stated), make([]statement.Words, len(r.Stated))}
	for i := range s.of {
		data, err := vault.Unseal(rd, vault.Words, r.RecordID(i+1))
		if err == nil && data != nil {
			err = json.Unmarshal(data, &s.words[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// about yields the words about a file.
func (s *statements) about(file int) iter.Seq2[*check.Statement, *statement.Words] {
	return func(yield func(*check.Statement, *statement.Words) bool) {
		for i := range s.of {
			if of := &s.of[i]; (of.File == 0 || of.File == file) && !yield(of, &s.words[i]) {
				return
			}
		}
	}
}

// over returns what a file says with what was said beside it. What is kept of it stays as it is.
func (s *statements) over(u *check.Reading) (p *report.Report, found []finding.Finding) {
	p, found = new(*u.Report), u.Read
	p.Sections = slices.Clone(p.Sections)
	for of, words := range s.about(u.Revision) {
		later := of.File == 0 && s.r.Revisions[u.Revision-1].At.After(of.At)
		found = words.Over(p, found, later)
	}
	return p, found
}

// as returns how the bytes of a file are to be read.
func (s *statements) as(file int) statement.As {
	as := statement.As{Columns: map[string]string{}}
	for _, words := range s.about(file) {
		as.Encoding, as.Dates = cmp.Or(words.Encoding, as.Encoding), cmp.Or(words.Dates, as.Dates)
		maps.Copy(as.Columns, words.Columns)
	}
	return as
}

// EachStatement yields what was said of a report beside its files.
func EachStatement(rd bureau.Reader, r *check.Case, see func(*check.Statement, *statement.Words)) error {
	s, err := statedOf(rd, r)
	if err == nil {
		for i := range s.words {
			see(&s.of[i], &s.words[i])
		}
	}
	return err
}

// Settle makes what was stated of a report part of what was understood of its files, and destroys
// the statements.
func Settle(tx *bureau.Tx, r *check.Case) error {
	if len(r.Stated) == 0 {
		return nil
	}
	stated, err := statedOf(tx, r)
	if err != nil {
		return err
	}
	err = EachReading(tx, r, func(u *check.Reading) bool {
		if u.Report != nil {
			u.Report, u.Read = stated.over(u)
		}
		return u.Report != nil
	})
	for i := range r.Stated {
		if err == nil {
			err = tx.Delete(vault.Words, r.RecordID(i+1).Key())
		}
		r.Stated[i].Destroyed = true
	}
	return err
}

// readAgain reads the kept bytes of a file again, or of all, as the statements say that they are
// to be read.
func readAgain(tx *bureau.Tx, r *check.Case, file int, read Reader) error {
	stated, err := statedOf(tx, r)
	if err != nil {
		return err
	}
	for i := range r.Revisions {
		v := &r.Revisions[i]
		if v.Digest == "" || file != 0 && file != v.Number {
			continue
		}
		data, err := Bytes(tx, r, v.Number, false)
		if err != nil {
			return err
		}
		beside, err := vault.Unseal(tx, vault.Sidecar, r.RecordID(v.Number))
		if err != nil {
			return err
		}
		p, found := read(data, beside, v.File, stated.as(v.Number))
		if p == nil {
			return bureau.FirstRefusal(found)
		}
		if err := keepAgain(tx, r, v.Number, p, found, data); err != nil {
			return err
		}
	}
	return nil
}

// keepAgain keeps what was read of a file when it was read again.
func keepAgain(tx *bureau.Tx, r *check.Case, n int, p *report.Report, found []finding.Finding, data []byte) error {
	u, err := readingOf(tx, r, n)
	if err != nil {
		return err
	}
	if u == nil {
		u = &check.Reading{}
	}
	came := ""
	if u.Report != nil {
		came = u.Report.SubmittedBy
	}
	take(p, data, came)
	u.Report, u.Read = p, found
	now, err := PackReading(u)
	if err != nil {
		return err
	}
	return vault.Seal(tx, vault.Reading, r.RecordID(n), now)
}

// take notes who submits a file, and that one of our own form is not FIDE's, whatever it says of
// itself: the text asks for FIDE's file, 3(1), Reading J27.
func take(p *report.Report, data []byte, from string) {
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		p.ExchangeFile = false
	}
	p.SubmittedBy = cmp.Or(from, p.SubmittedBy)
}
