package projection

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// projecting is one projection.
type projecting struct {
	bureau.Writer
	fresh bool                  // there are no rows yet
	open  map[seat]rows.ListNow // the standings of the last publication
	plays plays                 // if there are no rows yet
	done  map[int]bool          // runs whose entries were written

	numbers map[string]uint32 // of all players by ID, if there are no rows yet

	written  int
	progress func(written, of int) // nil: nobody waits
}

// PutRows implements bureau.Writer.
func (p *projecting) PutRows(t *bureau.Relation, some []bureau.Row) error {
	if p.written += len(some); p.progress != nil {
		p.progress(p.written, -1)
	}
	return p.Writer.PutRows(t, some)
}

// batchSize is how many rows are written at once.
const batchSize = 1000

// batch collects rows of a relation, and writes them when there are many.
type batch[T any] struct {
	p   *projecting
	of  *bureau.Rows[T]
	all []*T
}

func batchOf[T any](p *projecting, of *bureau.Rows[T]) *batch[T] { return &batch[T]{p: p, of: of} }

func (b *batch[T]) add(v T) error {
	if b.all = append(b.all, &v); len(b.all) < batchSize {
		return nil
	}
	return b.write()
}

func (b *batch[T]) write() error {
	err := b.of.PutAll(b.p, b.all...)
	b.all = nil
	return err
}

// each calls f for documents by their keys, with nil for those that there are no longer, and writes
// what it has made.
func each[D, R any](p *projecting, from bureau.Table[D], keys []string, made *batch[R], f func(key string, d *D) error) error {
	for _, key := range keys {
		d, err := from.Get(p, key)
		if err == nil {
			err = f(key, d)
		}
		if err != nil {
			return err
		}
	}
	return made.write()
}

// forget deletes the rows whose keys begin with these.
func forget[T any](p *projecting, of *bureau.Rows[T], prefixes ...bureau.Row) error {
	if p.fresh || len(prefixes) == 0 {
		return nil
	}
	return p.DeleteRows(&of.Relation, prefixes)
}
