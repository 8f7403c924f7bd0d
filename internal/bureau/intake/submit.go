// Package intake receives reports: it keeps their files, reads what a check may know of them, and keeps what that comes to.
package intake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// Receipt is what the sender of a report learns.
type Receipt struct {
	Report   *check.Case // nil: the file could not be read, and is kept as evidence only
	Findings []finding.Finding
	Follows  *Followed     // the announcement of the event; nil: none
	Known    bool          // the same bytes had come before; nothing has changed
	Period   *lists.Period // of its list; nil: it has none
}

// finish keeps the report of a receipt, and notes for which list it is.
func (receipt *Receipt) finish(tx *bureau.Tx) (err error) {
	r := receipt.Report
	if err = Keep(tx, r); err == nil && r.Period != "" {
		receipt.Period, err = lists.Periods.Get(tx, r.Period)
	}
	return err
}

// Submission is a report as it comes.
type Submission struct {
	File     string // base name
	Data     []byte
	Sidecar  []byte          // what a file beside it says; nil: nothing
	Words    statement.Words // what its sender says beside it
	Parsed   *report.Report  // nil: it could not be read
	Found    []finding.Finding
	From     string            // who submits it, by an officer's word; what an account says of itself was proved
	For      string            // the club for which it is sent, by ID or name; empty: the only one of the account
	Again    Reader            // reads its bytes again; nil: nothing is said of how they are to be read
	Columns  map[string]string // what the sender says of the headers of the club's lists of games
	Ref      string            // the report that it belongs to; empty: found by its event
	Replaces bool              // it takes the place of the earlier files of its sections

	sender         check.Sender
	digest, beside string // empty: not computed yet
}

// digests returns the SHA-256 of the bytes and of what came beside them, and that
// by which the same submission is known again.
func (s *Submission) digests() (data, beside, both string) {
	if s.digest == "" {
		s.digest = digestOf(s.Data)
		if s.Sidecar != nil {
			s.beside = digestOf(s.Sidecar)
		}
	}
	return s.digest, s.beside, s.digest + s.beside
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Submit receives a report: it keeps the bytes, checks what all files of the event
// say together, finds out who the players are, and admits the report if nothing
// stands against it. A file that cannot be read belongs to no report.
func Submit(ctx context.Context, b *bureau.Bureau, s Submission) (*Receipt, error) {
	receipt := &Receipt{}
	err := b.Do(ctx, "report.submit", "", func(tx *bureau.Tx) (err error) {
		*receipt = Receipt{}
		if s.sender, err = SenderOf(tx, s.For, &s.From, &s.Words.Reporter); err != nil {
			return err
		}
		if err := vault.DropEvidence(tx); err != nil {
			return err
		}
		_, _, both := s.digests()
		if receipt.Report, err = newestBy(tx, byFile, both, s.sender.MayJoin); err == nil && receipt.Report != nil {
			receipt.Known, err = counts(tx, receipt.Report, &s)
		}
		switch {
		case err != nil:
			return err
		case receipt.Known:
			return receipt.stateAgain(tx, &s)
		case s.Parsed == nil:
			receipt.Findings = s.Found
			tx.Note("", map[string]any{"digest": both, "size": len(s.Data)})
			return vault.KeepEvidence(tx, both, s.File, s.From, s.Data)
		}
		if receipt.Report, err = receive(tx, &s); err != nil {
			return err
		}
		r := receipt.Report
		said, err := saidBefore(tx, r)
		if err != nil {
			return err
		}
		if receipt.Findings, err = checkNow(tx, r, &check.Reading{Report: s.Parsed, Read: s.Found, Revision: len(r.Revisions)}); err != nil {
			return err
		}
		if err := contradicted(tx, receipt.Findings); err != nil {
			return err
		}
		receipt.Findings = slices.DeleteFunc(receipt.Findings, said)
		if err := receipt.finish(tx); err != nil {
			return err
		}
		if receipt.Follows, err = Follows(tx, r); err != nil {
			return err
		}
		tx.Note(r.Ref, map[string]any{"revision": len(r.Revisions), "digest": both, "state": r.State})
		return register.KeepColumns(tx, cmp.Or(r.For.Club, r.Club), s.Columns)
	})
	return receipt, err
}

// saidBefore returns whether an info was said of the report's files before the newest: it is not
// repeated.
func saidBefore(rd bureau.Reader, r *check.Case) (func(finding.Finding) bool, error) {
	earlier := *r
	earlier.Revisions = r.Revisions[:len(r.Revisions)-1]
	_, before, err := Latest(rd, &earlier)
	return func(f finding.Finding) bool {
		return f.Severity == finding.Info && slices.ContainsFunc(before, func(b finding.Finding) bool {
			return b.ID == f.ID && b.Section == f.Section && slices.Equal(b.Values, f.Values)
		})
	}, err
}

// counts reports whether a submission is what counts in the report to which it came before: then
// it is nothing new. What an officer has set aside does not come back by itself.
func counts(tx *bureau.Tx, r *check.Case, s *Submission) (counts bool, err error) {
	files, err := filesOf(tx, r, nil)
	_, _, both := s.digests()
	others, gone := false, false
	for i := range files {
		switch f := &files[i]; {
		case f.Digest != both:
			others = others || f.Adds()
		case f.Aside || f.Adds():
			counts = true
		default:
			gone = true
		}
	}
	return counts && !(s.Replaces && others) || !counts && !gone, err
}

// receive keeps a file as a new report, or as a revision of the one of the same
// event.
func receive(tx *bureau.Tx, s *Submission) (*check.Case, error) {
	r, err := addressee(tx, s)
	if err != nil {
		return nil, err
	}
	if r == nil {
		if r, err = begin(tx); err != nil {
			return nil, err
		}
	}
	switch {
	case r.For.Club != "" && !s.sender.MayJoin(r): // an officer has named it
		return nil, finding.Refuse("not-yours", finding.Text("subject", r.Ref))
	case r.For.Account == "" && s.sender.Club != "":
		r.For = s.sender
	}
	r.MarkListed()
	take(s.Parsed, s.Data, s.From)
	data, beside, _ := s.digests()
	revision := check.Revision{
		Number: len(r.Revisions) + 1, File: s.File, Digest: data, Sidecar: beside, Size: len(s.Data), At: tx.Now, Actor: cmp.Or(s.From, tx.Actor),
	}
	if revision.Replaces, err = replaced(tx, r, s); err != nil {
		return nil, err
	}
	r.Revisions = append(r.Revisions, revision)
	if s.Sidecar != nil {
		if err := vault.Seal(tx, vault.Sidecar, r.Newest(), s.Sidecar); err != nil {
			return nil, err
		}
	}
	if err := vault.Seal(tx, vault.Bytes, r.Newest(), s.Data); err != nil || s.Words.Empty() {
		return r, err
	}
	return r, keepWords(tx, r, &Statement{File: revision.Number, From: s.From, Words: s.Words})
}

// stateAgain keeps what the sender of a file that had come says of it now. What is said of it
// already is nothing new.
func (receipt *Receipt) stateAgain(tx *bureau.Tx, s *Submission) error {
	r := receipt.Report
	tx.Note(r.Ref, nil)
	_, _, both := s.digests()
	file := 0
	for i := range r.Revisions {
		if v := &r.Revisions[i]; v.Digest+v.Sidecar == both {
			file = v.Number
		}
	}
	u, err := readingOf(tx, r, file)
	if err != nil || u == nil {
		tx.Nothing()
		return err
	}
	stated, err := statedOf(tx, r)
	if err != nil {
		return err
	}
	was, _ := stated.over(u)
	refused := r.Waits("reporter-unknown", "reporter-not-approved", "reporter-no-member")
	if s.Words.Reporter == "" && (was.SubmittedBy == "" || refused && s.From != "") { // then another one is to submit it, 3(2)
		s.Words.Reporter = s.From
	}
	stated.words, stated.of = append(stated.words, s.Words), append(stated.of, check.Statement{File: file})
	if now, _ := stated.over(u); reflect.DeepEqual(now, was) && !s.Words.Say() {
		tx.Nothing()
		return nil
	}
	receipt.Known = false
	if err := receipt.state(tx, &Statement{File: file, From: s.From, Words: s.Words}, s.Again); err != nil {
		return err
	}
	tx.Note(r.Ref, map[string]any{"statement": len(r.Stated), "state": r.State})
	return register.KeepColumns(tx, cmp.Or(r.For.Club, r.Club), s.Columns)
}

// replaced returns the sections of earlier files in whose place a file comes: those
// that go on in it, if its sender says so; and all of a file that was sent back, if its
// sender sends one of the same name.
func replaced(tx *bureau.Tx, r *check.Case, s *Submission) ([]check.Part, error) {
	if !s.Replaces && !r.WentBack() {
		return nil, nil
	}
	files, err := filesOf(tx, r, nil)
	if err != nil {
		return nil, err
	}
	var parts []check.Part
	for _, f := range files {
		came := &r.Revisions[f.Number-1]
		repaired := r.WentBack() && came.File == s.File && came.Actor == cmp.Or(s.From, tx.Actor)
		if !s.Replaces && !repaired {
			continue
		}
		who, err := identities(tx, &tx.Moment, r, f, join.File{Report: s.Parsed})
		if err != nil {
			return nil, err
		}
		for i := range f.Report.Sections {
			section := &f.Report.Sections[i]
			if _, goes := join.GoesOn(section, s.Parsed.Sections, who.known); (goes || repaired) && !slices.Contains(f.Without, section.Name) {
				parts = append(parts, check.Part{File: f.Number, Section: section.Name})
			}
		}
	}
	return parts, nil
}

// Notify begins a report by a notice that tells of an event whose results stand under a link.
func Notify(tx *bureau.Tx, at bureau.Moment, sender check.Sender, told *report.Report, link string) (*check.Case, error) {
	r, err := begin(tx)
	if err != nil {
		return nil, err
	}
	r.For, r.Notice = sender, link
	k, err := read(tx, at, r, &check.Reading{Report: told})
	if err == nil {
		err = apply(tx, r, k.reads, check.Check(k.Known))
	}
	if err != nil {
		return nil, err
	}
	return r, Keep(tx, r)
}
