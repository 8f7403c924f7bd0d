package store

import "slices"

// distant is a session with a server. Every round trip takes time, and a
// connection does one thing at a time. So writes are sent in batches, scans are
// read in pages, and documents requested one after the other are read ahead.
type distant struct {
	*documents
	pending map[string]map[string][]byte // not yet sent, by kind and key; nil: deleted
	size    int                          // bytes in pending
	ahead   map[string]*ahead            // by kind
}

const (
	firstPage = 64      // documents; grows from page to page
	pageLimit = 1024    // documents
	pageSize  = 1 << 20 // bytes; the last document may exceed it
)

func (d *distant) Put(kind, key string, value []byte) error {
	return d.write(kind, key, append([]byte{}, value...))
}

func (d *distant) Delete(kind, key string) error { return d.write(kind, key, nil) }

func (d *distant) write(kind, key string, value []byte) error {
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

// finish sends what is pending.
func (d *distant) finish() error {
	var kinds []string
	var keys, values, sums [][]byte
	for kind, written := range d.pending {
		for key, value := range written {
			if value != nil {
				value, sum := parts(value)
				kinds, keys, values, sums = append(kinds, kind), append(keys, []byte(key)), append(values, value), append(sums, sum)
			} else if err := d.documents.Delete(kind, key); err != nil {
				return err
			}
		}
	}
	clear(d.pending)
	d.size = 0
	switch len(keys) {
	case 0:
		return nil
	case 1:
		return d.documents.Put(kinds[0], string(keys[0]), joined(values[0], sums[0]))
	}
	return d.execute("put_all", kinds, keys, values, sums)
}

// settle sends the pending documents of a kind before it is read.
func (d *distant) settle(kind string) error {
	if d.pending[kind] == nil {
		return nil
	}
	return d.finish()
}

func (d *distant) Get(kind, key string) ([]byte, error) {
	if value, ok := d.pending[kind][key]; ok {
		return value, nil
	}
	if value, ok := d.gathered[kind][key]; ok {
		return slices.Clone(value), nil
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

// Gather sends what is pending first, so that all is found.
func (d *distant) Gather(kind string, keys []string) error {
	if err := d.settle(kind); err != nil {
		return err
	}
	return d.documents.Gather(kind, keys)
}

func (d *distant) Kinds() ([]string, error) {
	if err := d.finish(); err != nil {
		return nil, err
	}
	return d.documents.Kinds()
}

// Count counts after sending.
func (d *distant) Count() (int, error) {
	if err := d.finish(); err != nil {
		return 0, err
	}
	return d.documents.Count()
}

func (d *distant) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	for limit := firstPage; ; {
		if err := d.settle(kind); err != nil {
			return err
		}
		page, err := d.page(kind, from, to, limit)
		if err != nil {
			return err
		}
		for _, found := range page.documents {
			if more, err := each(found.key, found.value); err != nil || !more {
				return err
			}
		}
		if !page.more {
			return nil
		}
		from, limit = page.end(), min(page.next, pageLimit)
	}
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
func (d *distant) page(kind, from, to string, limit int) (*page, error) {
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
