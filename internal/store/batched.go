package store

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// batched is a session that writes many documents at once, in their order, and reads
// ahead those that are requested one after the other. Each by itself takes longer.
type batched struct {
	*documents
	pending map[string]map[string][]byte // not yet written, by kind and key; nil: deleted
	size    int                          // bytes in pending
	putAll  func(all []written) error
	ahead   map[string]*ahead // by kind
}

// written is a document, in its two columns.
type written struct {
	kind            string
	key, value, sum []byte
}

// Put keeps the value, as the contract of bureau.Writer allows.
func (d *batched) Put(kind, key string, value []byte) error { return d.write(kind, key, value) }

func (d *batched) Delete(kind, key string) error { return d.write(kind, key, nil) }

func (d *batched) write(kind, key string, value []byte) error {
	if d.pending[kind] == nil {
		d.pending[kind] = map[string][]byte{}
	}
	d.pending[kind][key] = value
	delete(d.gathered[kind], key)
	d.ahead[kind].write(key, value)
	d.size += len(key) + len(value)
	if d.size < pageSize {
		return nil
	}
	return d.finish()
}

// finish writes what is pending.
func (d *batched) finish() error {
	var all []written
	for kind, pending := range d.pending {
		for key, value := range pending {
			if value != nil {
				value, sum := parts(value)
				all = append(all, written{kind, []byte(key), value, sum})
			} else if err := d.execute("delete", kind, []byte(key)); err != nil {
				return err
			}
		}
	}
	clear(d.pending)
	d.size = 0
	slices.SortFunc(all, func(a, b written) int { return cmp.Or(strings.Compare(a.kind, b.kind), bytes.Compare(a.key, b.key)) })
	return d.putAll(all)
}

// settle writes the pending documents of a kind before it is read.
func (d *batched) settle(kind string) error {
	if d.pending[kind] == nil {
		return nil
	}
	return d.finish()
}

// known returns a document that is pending or was gathered; ok reports whether it is.
func (d *batched) known(kind, key string) (value []byte, ok bool) {
	if value, ok := d.pending[kind][key]; ok {
		return value, true
	}
	value, ok = d.gathered[kind][key]
	return value, ok
}

func (d *batched) Get(kind, key string) ([]byte, error) {
	if value, ok := d.known(kind, key); ok {
		return value, nil
	}
	a := d.ahead[kind]
	if a == nil {
		a = &ahead{}
		d.ahead[kind] = a
	}
	if value, ok := a.get(key); ok {
		return value, nil
	}
	limit := a.next(key)
	if limit == 1 {
		return d.documents.Get(kind, key)
	}
	if err := d.settle(kind); err != nil {
		return nil, err
	}
	page, err := d.page(kind, key, "", limit)
	if err != nil {
		return nil, err
	}
	a.read(key, page)
	value, _ := a.get(key)
	return value, nil
}

// Gather writes what is pending first, so that all is found.
func (d *batched) Gather(kind string, keys []string) error {
	if err := d.settle(kind); err != nil {
		return err
	}
	return d.documents.Gather(kind, keys)
}

func (d *batched) Kinds() ([]string, error) {
	if err := d.finish(); err != nil {
		return nil, err
	}
	return d.documents.Kinds()
}

// Count counts after writing.
func (d *batched) Count() (int, error) {
	if err := d.finish(); err != nil {
		return 0, err
	}
	return d.documents.Count()
}

func (d *batched) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	if err := d.settle(kind); err != nil {
		return err
	}
	return d.documents.Scan(kind, from, to, each)
}

// page is a batch of documents read at once.
type page struct {
	documents []document
	more      bool // there may be more
	next      int  // size of the next page
}

type document struct {
	key   string
	value []byte
}

// end returns the first possible key after a page.
func (p *page) end() string { return p.documents[len(p.documents)-1].key + "\x00" }

// page reads documents, up to a limit or the size of a page.
func (d *batched) page(kind, from, to string, limit int) (*page, error) {
	p, size := &page{}, 0
	err := d.rows(kind, from, to, limit, func(key string, value []byte) (bool, error) {
		p.documents = append(p.documents, document{key, value})
		size += len(value)
		return size < pageSize, nil
	})
	n := len(p.documents)
	p.more, p.next = n == limit || size >= pageSize, 4*limit
	if size >= pageSize { // rows arrive even if not read
		p.next = n
	}
	return p, err
}
