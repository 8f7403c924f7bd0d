package closing

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/proof"
)

// PublishRun publishes what a run made, as the next revision of its list.
func PublishRun(tx *bureau.Tx, run *lists.Run, cause string) (*lists.Publication, error) {
	before, err := lists.Publications.Last(tx, run.Label+"\x00")
	if err != nil {
		return nil, err
	}
	p := &lists.Publication{Label: run.Label, Revision: 1, Run: run.ID, At: tx.Now, Cause: cause}
	if before != nil {
		p.Revision = before.Revision + 1
	}
	if p.Seq, err = tx.Count("publication"); err != nil {
		return nil, err
	}
	if p.Seq > 1 {
		key, err := lists.BySeq.Get(tx, bureau.SeqKey(p.Seq-1))
		if err != nil {
			return nil, err
		}
		last, err := lists.Publications.Get(tx, *key)
		if err != nil {
			return nil, err
		}
		p.Prev = last.Digest
	}
	ids, err := lists.ReadNumbering(tx)
	if err != nil {
		return nil, err
	}
	data, err := lists.Canonical(tx, ids, run, p.Revision)
	if err != nil {
		return nil, err
	}
	p.Digest = lists.DigestOf(p.Prev, data)
	key := lists.RevisionKey(p.Label, p.Revision)
	if err := tx.Put(lists.ListKind, key, data); err != nil {
		return nil, err
	}
	if err := lists.BySeq.Put(tx, bureau.SeqKey(p.Seq), &key); err != nil {
		return nil, err
	}
	return p, proof.AppendListLeaf(tx, p, ids)
}
