package lists

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Publication is a published list. It never changes; a correction publishes
// another revision.
type Publication struct {
	Seq      int       `json:"seq"` // in the order of publication, from 1
	Label    string    `json:"label"`
	Revision int       `json:"revision"` // from 1
	Run      int       `json:"run"`
	At       time.Time `json:"at"`
	Cause    string    `json:"cause"`  // what led to it: CausePeriod, CauseZero, or the number of a correction
	Prev     string    `json:"prev"`   // digest of the previous publication; empty for the first
	Digest   string    `json:"digest"` // SHA-256 over Prev and the canonical bytes
	Leaf     int       `json:"leaf"`   // number of its leaf in the transparency log
}

// The causes of a first publication.
const (
	CausePeriod = "period"    // a period was closed
	CauseZero   = "list zero" // the opening list of a bureau
)

// The tables of lists.
var (
	Publications = bureau.Table[Publication]{Kind: "publication"} // keyed by label and revision
	BySeq        = bureau.Table[string]{Kind: "publication-seq"}  // keys of Publications, by Seq
	CurrentRuns  = bureau.Table[int]{Kind: "run-current"}         // the current run of each label
	LatestRun    = bureau.Table[int]{Kind: "run-latest"}          // the current run of the newest list
)

// ListKind is the kind of the published lists in canonical form, keyed by label
// and revision.
const ListKind = "list"

// RevisionKey returns the key of a revision of a list.
func RevisionKey(label string, revision int) string {
	return fmt.Sprintf("%s\x00%04d", label, revision)
}

// Follow makes a run the current one of its label, and that of the newest list.
func Follow(tx *bureau.Tx, run *Run) error {
	if err := CurrentRuns.Put(tx, run.Label, &run.ID); err != nil {
		return err
	}
	return LatestRun.Put(tx, "", &run.ID)
}

// Standing returns the current runs of all lists, each based on the one before.
// The first is list zero.
func Standing(r bureau.Reader) ([]*Run, error) {
	id, err := LatestRun.Get(r, "")
	if err != nil {
		return nil, err
	}
	if id == nil {
		return nil, finding.Refuse("no-list", finding.Text("label", ""))
	}
	var chain []*Run
	for n := *id; n != 0; n = chain[len(chain)-1].Base {
		run, err := FindRun(r, n)
		if err != nil {
			return nil, err
		}
		chain = append(chain, run)
	}
	slices.Reverse(chain)
	return chain, nil
}

// DigestOf returns the hexadecimal SHA-256 of prev followed by data.
func DigestOf(prev string, data []byte) string {
	h := sha256.New()
	h.Write([]byte(prev + "\n"))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// Canonical returns the canonical bytes of the list that a run made, and the IDs in it.
func Canonical(r bureau.Reader, run *Run, revision int) ([]byte, *Numbering, error) {
	read, err := ReadList(r, run.ID)
	if err != nil {
		return nil, nil, err
	}
	ids, err := ReadNumbering(r)
	if err != nil {
		return nil, nil, err
	}
	list, err := read()
	if err != nil {
		return nil, nil, err
	}
	return ids.Canonical(nil, run, list.Standings, revision), ids, nil
}

// AllPublications returns all publications in order.
func AllPublications(r bureau.Reader) ([]*Publication, error) {
	var all []*Publication
	err := BySeq.Scan(r, "", "", func(_ string, key *string) (bool, error) {
		p, err := Publications.Get(r, *key)
		if err == nil {
			all = append(all, p)
		}
		return true, err
	})
	return all, err
}

// NewestBefore returns the newest revision of a list published before
// publication seq, nil if there is none.
func NewestBefore(r bureau.Reader, label string, seq int) (*Publication, error) {
	revisions, err := Publications.All(r, label+"\x00")
	revisions = slices.DeleteFunc(revisions, func(p *Publication) bool { return p.Seq >= seq })
	if err != nil || len(revisions) == 0 {
		return nil, err
	}
	return revisions[len(revisions)-1], nil
}

// PublishedBefore returns the publication that was current when publication seq, whose list
// was made from a base list, appeared; lists that were never published are skipped. It
// returns nil if there is none.
func PublishedBefore(r bureau.Reader, seq, base int) (*Publication, error) {
	for base != 0 {
		run, err := FindRun(r, base)
		if err != nil {
			return nil, err
		}
		if out, err := NewestBefore(r, run.Label, seq); err != nil || out != nil {
			return out, err
		}
		base = run.Base
	}
	return nil, nil
}

// RunNow returns the current run of a list.
func RunNow(r bureau.Reader, label string) (int, error) {
	id, err := LatestRun.Get(r, "")
	if label != "" {
		id, err = CurrentRuns.Get(r, label)
	}
	if err == nil && id == nil {
		err = finding.Refuse("no-list", finding.Text("label", label))
	}
	if err != nil {
		return 0, err
	}
	return *id, nil
}

// FindNow returns the run of a list with all corrections. An empty label means the newest
// list.
func FindNow(r bureau.Reader, label string) (*Run, error) {
	id, err := RunNow(r, label)
	if err != nil {
		return nil, err
	}
	return FindRun(r, id)
}

// AboutOf returns the edition that a run's list was rated under.
func AboutOf(r bureau.Reader, run *Run) (regulation.About, error) {
	return AboutEdition(r, run.Edition)
}

// NextK returns what returns the K of the next games of players after a run's list, played on its day;
// zero: there is none.
func NextK(r bureau.Reader, run *Run) (func(*roster.Player, *roster.Standing, rating.Kind) rating.K, error) {
	s, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	edition, _ := rules.For(regulation.Period{Days: civil.Range{From: run.List, To: run.List}})
	return func(p *roster.Player, s *roster.Standing, kind rating.Kind) rating.K {
		if edition == nil || run.List == 0 || !s.Of(kind).Rating.Rated() {
			return 0
		}
		return edition.Calculator().K(p, s, kind, run.List)
	}, nil
}

// AboutEdition returns an edition of the regulation by its ID; the latest one for the
// opening list, which has none.
func AboutEdition(r bureau.Reader, id string) (regulation.About, error) {
	s, err := bureau.ReadSettings(r)
	if err != nil {
		return regulation.About{}, err
	}
	rules, err := s.Rules()
	if err != nil {
		return regulation.About{}, err
	}
	for _, e := range rules.Editions {
		if about := e.About(); about.ID == id {
			return about, nil
		}
	}
	return rules.Latest().About(), nil // list zero
}

// FindList returns a published revision of a list. Revision zero means the
// newest revision, an empty label the newest list.
func FindList(r bureau.Reader, label string, revision int) (*Publication, error) {
	if label == "" {
		id, err := RunNow(r, "")
		if err != nil {
			return nil, err
		}
		run, err := FindRun(r, id)
		if err != nil {
			return nil, err
		}
		label = run.Label
	}
	if revision != 0 {
		return Publications.Find(r, RevisionKey(label, revision), finding.Refuse("no-revision", finding.Text("label", label), finding.Int("revision", revision)))
	}
	p, err := Publications.Last(r, label+"\x00")
	if err == nil && p == nil {
		err = finding.Refuse("no-list", finding.Text("label", label))
	}
	return p, err
}

// FindListRun is FindList with the run that made the list.
func FindListRun(r bureau.Reader, label string, revision int) (*Publication, *Run, error) {
	p, err := FindList(r, label, revision)
	if err != nil {
		return nil, nil, err
	}
	run, err := FindRun(r, p.Run)
	return p, run, err
}
