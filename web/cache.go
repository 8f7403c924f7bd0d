package web

// mostKept is how many bytes of pages are kept.
const mostKept = 64 << 20

// pages are rendered pages.
type pages struct {
	all  map[string]keptPage
	size int
}

// keptPage is a page with the version of the bureau that it shows.
type keptPage struct {
	*Response
	of version
}

// kept returns the page of an address, nil if there is none for the version.
func (s *Site) kept(k *kind, key string, now version) *Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.all[key]
	if !ok || !k.same(kept.of, now) {
		return nil
	}
	s.Kept.Add(1)
	return kept.Response
}

// same reports whether pages of a kind are the same for two versions.
func (k *kind) same(a, b version) bool {
	return a.published == b.published && (!k.moves || a == b)
}

// keep keeps a page; others go if there are too many.
func (s *Site) keep(key string, of version, r *Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if of.published != s.now.published {
		return
	}
	if s.all == nil {
		s.all = map[string]keptPage{}
	}
	s.forget(key)
	for other := range s.all {
		if s.size+len(r.Body) <= mostKept {
			break
		}
		s.forget(other)
	}
	s.all[key] = keptPage{r, of}
	s.size += len(key) + len(r.Body)
}

// drop drops the pages that show what was published before.
func (s *Site) drop(now version) {
	for key, kept := range s.all {
		if kept.of.published != now.published {
			s.forget(key)
		}
	}
}

func (s *Site) forget(key string) {
	if kept, ok := s.all[key]; ok {
		s.size -= len(key) + len(kept.Body)
		delete(s.all, key)
	}
}
