package finder

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
)

// Near returns up to limit players whose names a text would find without one slip of the keyboard.
func (s *Search) Near(r bureau.Reader, text string, limit int) (*Found, error) {
	f := &Found{Query: text, About: s.about, Near: true}
	var failed error
	has := func(prefix string) bool {
		if s.names != nil {
			first, last := s.names.within(prefix)
			return first < last
		}
		n, err := eachKey(r, prefix, 1, func(uint32, namekey.Key) {})
		failed = cmp.Or(failed, err)
		return n > 0
	}
	for _, words := range namekey.Near(text, has) {
		hits, more, err := s.byName(r, words, limit)
		if err != nil {
			return nil, err
		}
		f.More = f.More || more
		for _, hit := range hits {
			if !slices.ContainsFunc(f.Players, func(h Hit) bool { return h.ID == hit.ID }) {
				f.Players = append(f.Players, hit)
			}
		}
	}
	s.sort(f, limit)
	return f, failed
}
