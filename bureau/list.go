package bureau

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Publication is a published list: it never changes. A correction publishes
// another revision of it.
type Publication struct {
	Seq      int       `json:"seq"` // in the order of publication, from 1
	Label    string    `json:"label"`
	Revision int       `json:"revision"` // from 1
	Run      int       `json:"run"`
	At       time.Time `json:"at"`
	Cause    string    `json:"cause"`  // what led to it: causePeriod, causeZero, or the number of a correction
	Prev     string    `json:"prev"`   // digest of the publication before; empty for the first
	Digest   string    `json:"digest"` // SHA-256 of the digest before and the bytes
	Leaf     int       `json:"leaf"`   // number of its leaf
}

// Why lists are published the first time.
const (
	causePeriod = "period"    // the list of a period that was closed
	causeZero   = "list zero" // the list that a bureau begins with
)

// The documents of lists.
var (
	publications = table[Publication]{"publication"} // by label and revision
	bySeq        = table[string]{"publication-seq"}  // key in publications, by Seq
	currentRuns  = table[int]{"run-current"}         // the run of a label as it stands now
	latestRun    = table[int]{"run-latest"}          // the run of the newest list
)

const listKind = "list" // the canonical bytes, by label and revision

func revisionKey(label string, revision int) string {
	return fmt.Sprintf("%s\x00%04d", label, revision)
}

// publish publishes what a run made, as the next revision of its list.
func (tx *Tx) publish(run *Run, cause string) (*Publication, error) {
	before, err := publications.last(tx, run.Label+"\x00")
	if err != nil {
		return nil, err
	}
	p := &Publication{Label: run.Label, Revision: 1, Run: run.ID, At: tx.Now, Cause: cause}
	if before != nil {
		p.Revision = before.Revision + 1
	}
	if p.Seq, err = tx.count("publication"); err != nil {
		return nil, err
	}
	if p.Seq > 1 {
		key, err := bySeq.get(tx, seqKey(p.Seq-1))
		if err != nil {
			return nil, err
		}
		last, err := publications.get(tx, *key)
		if err != nil {
			return nil, err
		}
		p.Prev = last.Digest
	}
	ids, err := rollOf(tx)
	if err != nil {
		return nil, err
	}
	data, err := canonical(tx, ids, run, p.Revision)
	if err != nil {
		return nil, err
	}
	p.Digest = digestOf(p.Prev, data)
	key := revisionKey(p.Label, p.Revision)
	if err := tx.Put(listKind, key, data); err != nil {
		return nil, err
	}
	if err := bySeq.put(tx, seqKey(p.Seq), &key); err != nil {
		return nil, err
	}
	return p, tx.growList(p, ids)
}

// follow makes the list of a run the newest as it stands now.
func (tx *Tx) follow(run *Run) error {
	if err := currentRuns.put(tx, run.Label, &run.ID); err != nil {
		return err
	}
	return latestRun.put(tx, "", &run.ID)
}

// standing gives the runs of the lists as they stand now, each made from the
// one before; the first is list zero.
func standing(r Reader) ([]*Run, error) {
	id, err := latestRun.get(r, "")
	if err != nil {
		return nil, err
	}
	if id == nil {
		return nil, refuse("no-list", finding.Text("label", ""))
	}
	var chain []*Run
	for n := *id; n != 0; n = chain[len(chain)-1].Base {
		run, err := findRun(r, n)
		if err != nil {
			return nil, err
		}
		chain = append(chain, run)
	}
	slices.Reverse(chain)
	return chain, nil
}

func digestOf(prev string, data []byte) string {
	h := sha256.New()
	h.Write([]byte(prev + "\n"))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// canonical gives the bytes of the list that a run made.
func canonical(r Reader, ids *roll, run *Run, revision int) ([]byte, error) {
	list, err := listOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	return ids.canonical(nil, run, list.Standings, revision), nil
}

// Published gives the publications in their order.
func (b *Bureau) Published(r Reader) ([]*Publication, error) { return published(r) }

func published(r Reader) ([]*Publication, error) {
	var all []*Publication
	err := bySeq.scan(r, "", "", func(_ string, key *string) (bool, error) {
		p, err := publications.get(r, *key)
		if err == nil {
			all = append(all, p)
		}
		return true, err
	})
	return all, err
}

// List is a list as it can be shown.
type List struct {
	Publication *Publication // nil: as it stands now
	Run         *Run
	Kinds       []rating.Kind // that it has
	Lines       []Line        // of the players with a rating, by ID
}

// Line is a player's line in a list.
type Line struct {
	Player   *Player
	Standing roster.Standing
	Before   roster.Standing // in the list that was out before; of one as it stands now, in that from which it was made
}

// List gives a published list; revision zero is the newest, an empty label the
// newest list.
func (b *Bureau) List(r Reader, label string, revision int) (*List, error) {
	p, err := b.FindList(r, label, revision)
	if err != nil {
		return nil, err
	}
	run, err := findRun(r, p.Run)
	if err != nil {
		return nil, err
	}
	before := 0
	if run.Base != 0 {
		if before, err = outBefore(r, p.Seq, run.Base); err != nil {
			return nil, err
		}
	}
	l, err := linesOf(r, run, before)
	if err == nil {
		l.Publication = p
	}
	return l, err
}

// outBefore gives the run of the list that was out before a publication whose list
// was made from that of a run: of one that was never published the one before it.
func outBefore(r Reader, seq, base int) (int, error) {
	for {
		run, err := findRun(r, base)
		if err != nil {
			return 0, err
		}
		out, err := newestBefore(r, run.Label, seq)
		switch {
		case err != nil:
			return 0, err
		case out != nil:
			return out.Run, nil
		case run.Base == 0:
			return base, nil
		}
		base = run.Base
	}
}

// newestBefore gives the newest revision of a list that was out before a
// publication, nil if there was none.
func newestBefore(r Reader, label string, seq int) (*Publication, error) {
	revisions, err := publications.all(r, label+"\x00")
	revisions = slices.DeleteFunc(revisions, func(p *Publication) bool { return p.Seq >= seq })
	if err != nil || len(revisions) == 0 {
		return nil, err
	}
	return revisions[len(revisions)-1], nil
}

// ListNow gives a list as it stands now, with all corrections; an empty label
// is the newest list.
func (b *Bureau) ListNow(r Reader, label string) (*List, error) {
	n, err := runNow(r, label)
	if err != nil {
		return nil, err
	}
	run, err := findRun(r, n)
	if err != nil {
		return nil, err
	}
	return linesOf(r, run, run.Base)
}

// runNow gives the run of a list as it stands now.
func runNow(r Reader, label string) (int, error) {
	id, err := latestRun.get(r, "")
	if label != "" {
		id, err = currentRuns.get(r, label)
	}
	if err == nil && id == nil {
		err = refuse("no-list", finding.Text("label", label))
	}
	if err != nil {
		return 0, err
	}
	return *id, nil
}

// linesOf gives the lines of a run's list, beside those of another one; zero: there
// is none.
func linesOf(r Reader, run *Run, other int) (*List, error) {
	list, err := listOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	before := &roster.List{}
	if other != 0 {
		if before, err = listOf(r, other); err != nil {
			return nil, err
		}
	}
	l := &List{Run: run}
	if l.Kinds, err = kindsOf(r, run); err != nil {
		return nil, err
	}
	err = players.scan(r, "", "", func(_ string, p *Player) (bool, error) {
		if now := list.Standing(p.Number); now.Rated() {
			l.Lines = append(l.Lines, Line{p, now, before.Standing(p.Number)})
		}
		return true, nil
	})
	return l, err
}

// kindsOf gives the kinds of list that a run's edition publishes.
func kindsOf(r Reader, run *Run) ([]rating.Kind, error) {
	s, err := settings(r)
	if err != nil {
		return nil, err
	}
	rules, err := s.rules()
	if err != nil {
		return nil, err
	}
	for _, e := range rules.Editions {
		if about := e.About(); about.ID == run.Edition {
			return about.Lists, nil
		}
	}
	return rules.Latest().About().Lists, nil // list zero
}

// FindList gives a published revision of a list; revision zero is the newest,
// an empty label the newest list.
func (b *Bureau) FindList(r Reader, label string, revision int) (*Publication, error) {
	if label == "" {
		id, err := runNow(r, "")
		if err != nil {
			return nil, err
		}
		run, err := findRun(r, id)
		if err != nil {
			return nil, err
		}
		label = run.Label
	}
	if revision != 0 {
		p, err := publications.get(r, revisionKey(label, revision))
		if err == nil && p == nil {
			err = refuse("no-revision", finding.Text("label", label), finding.Int("revision", revision))
		}
		return p, err
	}
	p, err := publications.last(r, label+"\x00")
	if err == nil && p == nil {
		err = refuse("no-list", finding.Text("label", label))
	}
	return p, err
}

// RatingNow gives a player's rating in the newest list, zero if there is none.
func (b *Bureau) RatingNow(r Reader, id string, kind rating.Kind) (rating.Rating, error) {
	p, err := player(r, id)
	if err != nil {
		return 0, err
	}
	run, err := latestRun.get(r, "")
	if err != nil || run == nil {
		return 0, err
	}
	list, err := listOf(r, *run)
	if err != nil {
		return 0, err
	}
	standing := list.Standing(p.Number)
	return standing.Of(kind).Rating, nil
}
