package bureau

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/arpadchess/arpad/roster"
)

// Fault is what a verification found wrong.
type Fault struct {
	What string // "audit", "run", "list", "bytes", ...
	Name string // the entry's number, the run's, the list's label and revision, the report's reference and revision
	Why  string // an id of the locale files
}

// Verify makes every list again out of the records and compares, goes through
// the audit log, and looks at the bytes of every report. It gives what is
// wrong, nothing if all is as it was written. progress may be nil.
func (b *Bureau) Verify(ctx context.Context, progress func(done, all int)) ([]Fault, error) {
	var faults []Fault
	err := b.view(ctx, func(r Reader) error {
		faults = nil
		v := &verification{Reader: r, ctx: ctx, progress: progress}
		for _, step := range []func() error{v.documents, v.log, v.runs, v.lists, v.reports} {
			if err := step(); err != nil {
				var damaged *Damaged
				if !errors.As(err, &damaged) {
					return err
				}
			}
		}
		faults = v.faults
		return nil
	})
	return faults, err
}

type verification struct {
	Reader
	ctx      context.Context
	progress func(done, all int)
	faults   []Fault
}

func (v *verification) fault(what, name, why string) {
	v.faults = append(v.faults, Fault{what, name, why})
}

// documents looks at the checksum of every document.
func (v *verification) documents() error {
	inside, ok := v.Reader.(checked)
	if !ok {
		return nil
	}
	kinds, err := v.Kinds()
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		err := inside.Reader.Scan(kind, "", "", func(key string, stored []byte) (bool, error) {
			if _, err := open(kind, key, stored); err != nil {
				v.fault(kind, key, "damaged")
			}
			return true, v.ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *verification) log() error {
	wrong, err := checkLog(v)
	if wrong > 0 {
		v.fault("audit", fmt.Sprint(wrong), "changed")
	}
	return err
}

// runs makes every run again.
func (v *verification) runs() error {
	n, err := counters.get(v, "run")
	if err != nil || n == nil {
		return err
	}
	for id := 1; id <= *n; id++ {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		if err := v.run(id); err != nil {
			v.fault("run", fmt.Sprint(id), "damaged")
		}
		if v.progress != nil {
			v.progress(id, *n)
		}
	}
	return nil
}

func (v *verification) run(id int) error {
	run, err := runs.get(v, seqKey(id))
	if err != nil {
		return err
	}
	if run == nil {
		return fmt.Errorf("run %d is missing", id)
	}
	state, err := v.Get(stateKind, seqKey(id))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(state)
	if hex.EncodeToString(sum[:]) != run.Digest {
		v.fault("run", fmt.Sprint(id), "changed")
		return nil
	}
	if run.Base == 0 {
		return nil
	}
	in, err := inputOf(v, run)
	if err != nil {
		return err
	}
	m, err := run.make(in, nil)
	if err != nil {
		return err
	}
	if !bytes.Equal(roster.AppendStandings(nil, m.outcome.Standings), state) {
		v.fault("run", fmt.Sprint(id), "differs")
	}
	return nil
}

// lists checks the chain of publications, and that each holds what its run made.
func (v *verification) lists() error {
	n, err := counters.get(v, "publication")
	if err != nil || n == nil {
		return err
	}
	prev := ""
	for seq := 1; seq <= *n; seq++ {
		key, err := bySeq.get(v, seqKey(seq))
		if err != nil || key == nil {
			v.fault("list", fmt.Sprint(seq), "missing")
			continue
		}
		p, err := publications.get(v, *key)
		if err != nil || p == nil {
			v.fault("list", fmt.Sprint(seq), "missing")
			continue
		}
		name := fmt.Sprintf("%s/%d", p.Label, p.Revision)
		data, err := v.Get(listKind, *key)
		if err != nil {
			return err
		}
		if p.Prev != prev || digestOf(p.Prev, data) != p.Digest {
			v.fault("list", name, "changed")
		} else if run, err := runs.get(v, seqKey(p.Run)); err != nil || run == nil {
			v.fault("list", name, "missing")
		} else if again, err := canonical(v, run, p.Revision); err != nil || !bytes.Equal(again, data) {
			v.fault("list", name, "differs")
		}
		prev = p.Digest
	}
	return nil
}

// reports checks the bytes of every revision whose key is there.
func (v *verification) reports() error {
	return reports.scan(v, "", "", func(ref string, r *Report) (bool, error) {
		for _, revision := range r.Revisions {
			if revision.Digest == "" {
				continue
			}
			data, err := unseal(v, bytesKind, r, revision.Number)
			name := fmt.Sprintf("%s/%d", ref, revision.Number)
			if err != nil {
				v.fault("report", name, "damaged")
				continue
			}
			if sum := sha256.Sum256(data); data != nil && hex.EncodeToString(sum[:]) != revision.Digest {
				v.fault("report", name, "changed")
			}
		}
		return true, nil
	})
}
