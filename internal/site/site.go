// Package site renders the public site of a bureau: pages in every language of the
// locale files, as bytes.
//
// A page is one row of the table kinds: the form of its address, how its values are
// read, and its template. Values are read in one View of the bureau; rendering
// follows it and holds no transaction. Pages show what explain, document and
// bureau/view return and calculate nothing.
package site

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/shelf"
)

// Site renders the public pages of a bureau.
type Site struct {
	*shelf.Shelf
	// Base is the address of the site from outside, without a slash at its end:
	// "https://ratings.example.jp". Only the sitemap needs it; empty: there is none.
	Base string
	// Engine says that visitors' browsers check lists and calculate by themselves.
	Engine bool
	// Log shows the state of the transparency log; nil: the bureau signs nothing.
	Log Log

	mux   *http.ServeMux
	whole chan struct{} // full while a file with a whole list is made
}

// New returns the site of a bureau.
func New(b *bureau.Bureau) *Site {
	s := &Site{Shelf: shelf.New(b), Engine: HasEngine(), whole: make(chan struct{}, 1)}
	s.route()
	return s
}

// Response is the answer to a request: a page, a file, or where that is.
type Response = response.Response

// version is what pages were rendered from.
type version = shelf.Version

// respond returns a page of a kind.
func (s *Site) respond(ctx context.Context, k *kind, a address) (*Response, error) {
	now, err := s.Version(ctx)
	if err != nil {
		return nil, err
	}
	if kept := s.Answer(a.sent(), now); kept != nil {
		return kept, nil
	}
	a.query, _ = url.ParseQuery(a.raw) // what can be read of it
	key := a.key(k)
	if key != a.sent() {
		if kept := s.Answer(key, now); kept != nil {
			return kept, nil
		}
	}
	before, done := s.Stale(key, now)
	if before != nil {
		return before, nil
	}
	defer done()
	if k.whole && a.format != "" {
		select { // a large list needs much memory: one at a time
		case s.whole <- struct{}{}:
			defer func() { <-s.whole }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if kept := s.Answer(key, now); kept != nil {
			return kept, nil
		}
	}
	s.Rendered.Add(1)
	p := &page{Printer: languages()[a.lang].Printer, address: a, kind: k, Status: http.StatusOK}
	err = s.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		if now, err = s.Look(r, settings); err != nil {
			return err
		}
		v := &visit{page: p, ctx: ctx, r: r, settings: settings, site: s, now: now, recent: &recent{}}
		return v.read()
	})
	response, err := p.respond(err)
	if err != nil {
		return nil, err
	}
	response = response.Ready()
	if response.Status == http.StatusOK && !p.stale && !k.fleeting {
		s.Keep(key, now, k.shows(&a), response)
	}
	return response, nil
}

// read reads the values of the page.
func (v *visit) read() (err error) {
	if v.newest == nil {
		if v.newest, err = rows.Publications.One(v.r, int64(v.now.Seq)); err != nil {
			return err
		}
	}
	v.Authority = v.settings.Authority
	v.V, err = v.kind.read(v)
	return err
}

// respond returns the response of a page, by the error of reading it.
func (p *page) respond(err error) (*Response, error) {
	var refused *finding.Refused
	var elsewhere *redirect
	switch {
	case errors.As(err, &elsewhere):
		return p.moved(elsewhere)
	case errors.Is(err, errNoPage):
		return p.missing()
	case errors.As(err, &refused):
		return p.refused(refused)
	case err != nil:
		return nil, err
	}
	return p.render()
}

// board returns a published list, ready to be sorted and filtered.
func (v *visit) board(p *rows.Publication) (*ranking.Board, error) {
	return ranking.NewBoard(v.r, p.Label, p.Revision)
}

// searcher returns the search for players.
func (v *visit) searcher() (*finder.Search, error) {
	search, stale, err := v.site.Search(v.r, v.now)
	v.stale = v.stale || stale
	return search, err
}
