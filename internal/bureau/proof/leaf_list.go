package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// AppendListLeaf appends the leaf and the commitments of a publication, and
// stores the publication.
func AppendListLeaf(tx *bureau.Tx, p *lists.Publication, ids *lists.Numbering) error {
	run, err := lists.FindRun(tx, p.Run)
	if err != nil {
		return err
	}
	l, err := listedBy(tx, run)
	if err != nil {
		return err
	}
	people, err := commit(tx, p.Seq, l.mentioned(run), ids.IDs)
	if err != nil {
		return err
	}
	list, err := NewListLeaf(tx, p, people)
	if err != nil {
		return err
	}
	if p.Leaf, err = AppendLeaf(tx, &Leaf{At: p.At, List: list}); err != nil {
		return err
	}
	return lists.Publications.Put(tx, lists.RevisionKey(p.Label, p.Revision), p)
}

// NewListLeaf returns the leaf of a publication; people is the digest of the
// commitments up to this list.
func NewListLeaf(r bureau.Reader, p *lists.Publication, people string) (*ListLeaf, error) {
	run, err := lists.FindRun(r, p.Run)
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
	for _, f := range run.First {
		id, err := lists.IDOf(r, f.Player)
		if err != nil {
			return nil, err
		}
		l.First = append(l.First, PublicFirst{id, f.Rating})
	}
	if l.Records, err = recordsDigest(r, run); err != nil {
		return nil, err
	}
	facts, players, err := factsOfList(r, run)
	l.Players, l.Facts = players, publicDigest(facts, players)
	return l, err
}

// baseLeaf returns the base list of a run by the leaves below that of its
// publication (zero: all); nil for list zero. It refuses a base that is not the
// newest predecessor.
func baseLeaf(r bureau.Reader, run *lists.Run, below int) (*BaseLeaf, error) {
	if run.Base == 0 {
		return nil, nil
	}
	base, err := lists.FindRun(r, run.Base)
	if err != nil {
		return nil, err
	}
	period := run.Period()
	newest, err := newestStated(r, &period, below)
	if err == nil {
		err = StartsFrom(base, newest)
	}
	if err != nil {
		return nil, err
	}
	_, players, err := factsOfList(r, base)
	return &BaseLeaf{newest.leaf, base.Label, base.List, players, base.Digest}, err
}

func publicOverrides(r bureau.Reader, overrides []lists.Override) ([]PublicOverride, error) {
	var public []PublicOverride
	for _, o := range overrides {
		id, err := lists.IDOf(r, o.Player)
		if err != nil {
			return nil, err
		}
		public = append(public, PublicOverride{id, o.Kind, o.Rating, o.Correction})
	}
	return public, nil
}

// factsOfList returns the facts of a list and the number of players when it was
// made. List zero has none.
func factsOfList(r bureau.Reader, run *lists.Run) ([]lists.PlayerFact, int, error) {
	if run.Base == 0 {
		return nil, run.Players, nil
	}
	packed, err := r.Get(lists.FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return nil, 0, err
	}
	return lists.UnpackFacts(packed)
}

// recordsDigest returns the digest over a line for each record with its key and
// the digest of what is disclosed of it.
func recordsDigest(r bureau.Reader, run *lists.Run) (string, error) {
	all := sha256.New()
	err := ageless(r, run, func(id lists.RecordID, batch *pack.Batch) error {
		data, err := batch.AppendBinary(nil)
		fmt.Fprintf(all, "%s %x\n", id.Key(), sha256.Sum256(data))
		return err
	})
	return hex.EncodeToString(all.Sum(nil)), err
}

// ageless calls each with the records of a run as they are disclosed, without what can
// tell an age and decides nothing: sections have numbers in place of their names, in the
// order of these, because only that decides in which order their games count; age groups
// are those of regulations that ask for them.
func ageless(r bureau.Reader, run *lists.Run, each func(lists.RecordID, *pack.Batch) error) error {
	about, err := lists.AboutOf(r, run)
	if err != nil {
		return err
	}
	for _, id := range run.Records {
		batch, err := lists.StoredRecord(r, id)
		if err == nil && batch == nil {
			err = fmt.Errorf("record %s is missing", id.Key())
		}
		if err != nil {
			return err
		}
		numberSections(batch)
		for i := range batch.Events {
			if !about.AgeGroups {
				batch.Events[i].AgeYear = 0
			}
		}
		for i := range batch.Sections {
			if !about.AgeGroups {
				batch.Sections[i].Group = report.Open
			}
		}
		if err := each(id, batch); err != nil {
			return err
		}
	}
	return nil
}

func numberSections(batch *pack.Batch) {
	var names []string
	for i := range batch.Sections {
		names = append(names, batch.Sections[i].Name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for i := range batch.Sections {
		at, _ := slices.BinarySearch(names, batch.Sections[i].Name)
		batch.Sections[i].Name = fmt.Sprintf("%04d", at+1)
	}
}

// publicDigest returns the digest of the public part of facts: all but births.
func publicDigest(facts []lists.PlayerFact, players int) string {
	var public []lists.PlayerFact
	for _, f := range facts {
		f.Fact = publicFact(&f.Fact)
		if f.Fact != (lists.Fact{}) {
			public = append(public, f)
		}
	}
	sum := sha256.Sum256(lists.PackFacts(public, players))
	return hex.EncodeToString(sum[:])
}

// publicFact returns the fact without the birth.
func publicFact(f *lists.Fact) lists.Fact {
	return lists.Fact{EnteredUnrated: f.EnteredUnrated, Fide: f.Fide}
}

// listed is what a list is disclosed from.
type listed struct {
	before, after *roster.List // before: empty for list zero
	batch         *pack.Batch
	facts         []lists.PlayerFact
}

// listedBy reads what the list of a run is disclosed from.
func listedBy(r bureau.Reader, run *lists.Run) (*listed, error) {
	before := func() (*roster.List, error) { return &roster.List{}, nil }
	var err error
	if run.Base != 0 {
		if before, err = lists.ReadList(r, run.Base); err != nil {
			return nil, err
		}
	}
	after, err := lists.ReadList(r, run.ID)
	if err != nil {
		return nil, err
	}
	l := &listed{}
	if l.batch, err = lists.Played(r, run.Records); err != nil {
		return nil, err
	}
	if l.facts, _, err = factsOfList(r, run); err != nil {
		return nil, err
	}
	if l.before, err = before(); err != nil {
		return nil, err
	}
	l.after, err = after()
	return l, err
}

// mentioned returns the players that the list of a run discloses: those with a standing in it
// or in its base list, with an entry in its reports, or with public facts that it depends on.
func (l *listed) mentioned(run *lists.Run) marks {
	var named marks
	named.entries(l.batch)
	named.standings(l.before.Standings)
	named.standings(l.after.Standings)
	for _, f := range l.facts {
		if publicFact(&f.Fact) != (lists.Fact{}) {
			named.set(f.Player)
		}
	}
	for _, o := range run.Overrides {
		named.set(o.Player)
	}
	return named
}

// marks is a set of player numbers.
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
