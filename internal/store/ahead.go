package store

// ahead holds documents of a kind that were read ahead. The zero value holds
// none.
type ahead struct {
	last   string            // the last key requested
	found  map[string][]byte // by key; nil: nothing was read
	from   string            // start of the range that was read completely
	to     string            // end of that range, exclusive; "": unbounded
	window int               // how many documents to read at once
	used   bool              // a document read ahead was requested
	large  bool              // a single document fills a read
}

// get returns a document from the range read, nil if it does not exist; ok
// reports whether the key is in the range.
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

// next returns the read-ahead window: 1 for random access, growing while keys
// are requested in order.
func (a *ahead) next(key string) int {
	if a.window == 0 || key <= a.last || a.found != nil && !a.used || a.large {
		a.window, a.found = 1, nil
	} else if a.found == nil {
		a.window = 4
	}
	a.last, a.used = key, false
	return a.window
}

// read records what was read, starting at a key.
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

// write records a write. Nothing is held of a range into which very many are written.
func (a *ahead) write(key string, value []byte) {
	const most = 1024
	if !a.covers(key) {
		return
	}
	if a.found[key] = value; len(a.found) > most {
		a.found = nil
	}
}
