package bureau

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// growList appends the leaf of a publication, with the commitments that it needs,
// and keeps the publication.
func (tx *Tx) growList(p *Publication, ids *roll) error {
	named, err := spokenOf(tx, p.Run)
	if err != nil {
		return err
	}
	people, err := tx.commit(p.Seq, named, ids.ids)
	if err != nil {
		return err
	}
	list, err := listLeaf(tx, p, people)
	if err != nil {
		return err
	}
	if p.Leaf, err = tx.grow(&Leaf{At: p.At, List: list}); err != nil {
		return err
	}
	return publications.put(tx, revisionKey(p.Label, p.Revision), p)
}

// listLeaf gives what the leaf of a publication says, with the digest of the
// commitments as far as that list.
func listLeaf(r Reader, p *Publication, people string) (*ListLeaf, error) {
	run, err := findRun(r, p.Run)
	if err != nil {
		return nil, err
	}
	l := &ListLeaf{
		Label: p.Label, Revision: p.Revision, Cause: p.Cause, Prev: p.Prev, Digest: p.Digest, InForce: run.List, From: run.Days.From, To: run.Days.To, Meet: run.Meet,
		Regulation: run.Regulation, Edition: run.Edition, Options: run.Options, Standings: run.Digest, People: people,
	}
	if l.Base, err = baseLeaf(r, run, p.Leaf); err != nil {
		return nil, err
	}
	if l.Overrides, err = publicOverrides(r, run.Overrides); err != nil {
		return nil, err
	}
	if l.Records, err = recordsDigest(r, run.Records); err != nil {
		return nil, err
	}
	facts, players, err := factsOfList(r, run)
	l.Players, l.Facts = players, publicDigest(facts, players)
	return l, err
}

// baseLeaf returns the list from which a run started, by the leaves below that of
// its publication (zero: all); nil for list zero. It refuses a base that is not
// the newest list before.
func baseLeaf(r Reader, run *Run, below int) (*BaseLeaf, error) {
	if run.Base == 0 {
		return nil, nil
	}
	base, err := findRun(r, run.Base)
	if err != nil {
		return nil, err
	}
	period := run.period()
	newest, err := newestStated(r, &period, below)
	if err == nil {
		err = startsFrom(base, newest)
	}
	if err != nil {
		return nil, err
	}
	_, players, err := factsOfList(r, base)
	return &BaseLeaf{newest.leaf, base.Label, base.List, players, base.Digest}, err
}

func publicOverrides(r Reader, overrides []Override) ([]PublicOverride, error) {
	var public []PublicOverride
	for _, o := range overrides {
		id, err := idOf(r, o.Player)
		if err != nil {
			return nil, err
		}
		public = append(public, PublicOverride{id, o.Kind, o.Rating, o.Correction})
	}
	return public, nil
}

// factsOfList gives the facts from which a list was made, and how many players
// had a number then. List zero was made from none.
func factsOfList(r Reader, run *Run) ([]playerFact, int, error) {
	if run.Base == 0 {
		list, err := listOf(r, run.ID)
		if err != nil {
			return nil, 0, err
		}
		return nil, len(list.Standings), nil
	}
	packed, err := r.Get(factsOfRun, seqKey(run.ID))
	if err != nil {
		return nil, 0, err
	}
	return unpackFacts(packed)
}

// recordsDigest gives the digest over a line for each record: which one it is,
// and its own digest.
func recordsDigest(r Reader, ids []RecordID) (string, error) {
	all := sha256.New()
	for _, id := range ids {
		data, err := r.Get(recordKind, id.key())
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%s %x\n", id.key(), sha256.Sum256(data))
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// publicDigest gives the digest of what is public among facts: all but births.
func publicDigest(facts []playerFact, players int) string {
	var public []playerFact
	for _, f := range facts {
		f.Fact = f.public()
		if f.Fact != (Fact{}) {
			public = append(public, f)
		}
	}
	sum := sha256.Sum256(packFacts(public, players))
	return hex.EncodeToString(sum[:])
}

// public gives the fact without the birth.
func (f *Fact) public() Fact { return Fact{EnteredUnrated: f.EnteredUnrated, Fide: f.Fide} }

// spokenOf says of which players the list of a run speaks, by number: they have
// something in it, or in the one that it was made from, or an entry in its
// reports, or there is something public that was asked of them.
func spokenOf(r Reader, id int) (marks, error) {
	run, err := findRun(r, id)
	if err != nil {
		return nil, err
	}
	var named marks
	for _, made := range []int{run.Base, run.ID} {
		if made == 0 {
			continue
		}
		list, err := listOf(r, made)
		if err != nil {
			return nil, err
		}
		named.standings(list.Standings)
	}
	batch, err := played(r, run.Records)
	if err != nil {
		return nil, err
	}
	named.entries(batch)
	facts, _, err := factsOfList(r, run)
	for _, f := range facts {
		if f.public() != (Fact{}) {
			named.set(f.player)
		}
	}
	for _, o := range run.Overrides {
		named.set(o.Player)
	}
	return named, err
}

// marks says which players are meant, by number.
type marks []bool

func (m *marks) set(player uint32) {
	for int(player) >= len(*m) {
		*m = append(*m, false)
	}
	(*m)[player] = true
}

func (m *marks) has(player uint32) bool { return int(player) < len(*m) && (*m)[player] }

func (m *marks) standings(all []roster.Standing) {
	for n := range all {
		if all[n] != ([rating.Kinds]roster.State{}) {
			m.set(uint32(n))
		}
	}
}

func (m *marks) entries(batch *pack.Batch) {
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			m.set(e.Player)
		}
		for _, bye := range batch.Sections[i].Byes {
			m.set(bye.Player)
		}
	}
}
