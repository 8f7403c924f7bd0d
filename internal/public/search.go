package public

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
)

// Search returns the search for players, by what was published. It may not know yet who
// was registered since: the names are read again meanwhile, and it is stale.
func (p *Public) Search(r bureau.Reader, now Version) (search *finder.Search, stale bool, err error) {
	p.searching.Lock()
	defer p.searching.Unlock()
	of, known := now.Published, p.searches
	switch {
	case p.search == nil || known.Opening != of.Opening:
		search, err := prepared(r)
		if err != nil {
			return nil, false, err
		}
		p.search, p.searches = search, of
	case known.Seq != of.Seq || known.Run != of.Run:
		search, err := p.search.Next(r)
		if err != nil {
			return nil, false, err
		}
		p.search, p.searches = search, Published{of.Opening, of.Seq, of.Run, known.Registers}
	}
	if p.searches.Registers != of.Registers {
		stale = true
		if !p.reading {
			p.reading = true
			p.beside.Go(p.readNames)
		}
	}
	return p.search, stale, nil
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
func (p *Public) readNames() {
	var of Version
	var search *finder.Search
	_, err := p.Visit(context.Background(), nil, func(v *Visit) (err error) {
		of = v.Now
		search, err = prepared(v.R)
		return err
	})
	p.searching.Lock()
	defer p.searching.Unlock()
	p.reading = false
	if err == nil {
		p.search, p.searches = search, of.Published
	} else {
		p.Fail("/search", err)
	}
}
