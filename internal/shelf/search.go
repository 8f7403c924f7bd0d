package shelf

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
)

// Search returns the search for players, by what was published. It may not know yet who
// was registered since: the names are read again meanwhile, and it is stale.
func (s *Shelf) Search(r bureau.Reader, now Version) (search *finder.Search, stale bool, err error) {
	s.searching.Lock()
	defer s.searching.Unlock()
	of, known := now.Published, s.searches
	switch {
	case s.search == nil:
		search, err := prepared(r)
		if err != nil {
			return nil, false, err
		}
		s.search, s.searches = search, of
	case known.Seq != of.Seq || known.Run != of.Run:
		search, err := s.search.Next(r)
		if err != nil {
			return nil, false, err
		}
		s.search, s.searches = search, Published{of.Seq, of.Run, known.Registers}
	}
	if s.searches.Registers != of.Registers {
		stale = true
		if !s.reading {
			s.reading = true
			s.beside.Go(s.readNames)
		}
	}
	return s.search, stale, nil
}

// prepared returns a search that knows all names.
func prepared(r bureau.Reader) (*finder.Search, error) {
	search, err := finder.New(r)
	if err == nil {
		err = search.Prepare(r)
	}
	return search, err
}

// readNames makes a search that knows the names of today.
func (s *Shelf) readNames() {
	var of Version
	var search *finder.Search
	err := s.Bureau.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if of, err = versionOf(r); err == nil {
			search, err = prepared(r)
		}
		return err
	})
	s.searching.Lock()
	defer s.searching.Unlock()
	s.reading = false
	if err == nil {
		s.search, s.searches = search, of.Published
	} else {
		s.Fail("/search", err)
	}
}
