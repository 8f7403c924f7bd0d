package store

// ahead is documents of a kind that were read along with the one that was asked
// for. Its zero value: none were.
type ahead struct {
	last   string            // that was asked for
	found  map[string][]byte // by key; nil: nothing was read
	from   string            // all keys from here on were read
	to     string            // up to here, and not this one; "": all
	window int               // how many documents are read at once, if they are asked for in order
	used   bool              // something that was read ahead was asked for
	large  bool              // one document is as much as is read at once
}

// get returns a document from what was read, nil if there is none; ok is false if
// it was not among it.
func (a *ahead) get(key string) (value []byte, ok bool) {
	if !a.covers(key) {
		return nil, false
	}
	a.used = a.used || key > a.last
	a.last = key
	return a.found[key], true
}

func (a *ahead) covers(key string) bool {
	return a != nil && a.found != nil && key >= a.from && (a.to == "" || key < a.to)
}

// next says how many documents are to be read from a key on: one, and more and
// more as long as they are asked for in the order of their keys.
func (a *ahead) next(key string) int {
	if a.window == 0 || key <= a.last || a.found != nil && !a.used || a.large {
		a.window, a.found = 1, nil
	} else if a.found == nil {
		a.window = 4
	}
	a.last, a.used = key, false
	return a.window
}

// read notes what was read from a key on.
func (a *ahead) read(from string, p *page) {
	a.found = make(map[string][]byte, len(p.documents))
	for _, d := range p.documents {
		a.found[d.key] = d.value
	}
	a.from, a.to = from, ""
	if p.more {
		a.to = p.end()
	}
	const most = 256
	a.window, a.large = min(p.next, most), p.next == 1
}

// write notes what was written.
func (a *ahead) write(key string, value []byte) {
	if a.covers(key) {
		a.found[key] = value
	}
}
