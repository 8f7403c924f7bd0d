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
	"maps"
	"net/http"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
)

// Site renders the public pages of a bureau.
type Site struct {
	*public.Public
	// Base is the address of the site from outside, without a slash at its end:
	// "https://ratings.example.jp". Only the sitemap needs it; empty: there is none.
	Base string
	// Engine says that visitors' browsers check lists and calculate by themselves.
	Engine bool
	// Log shows the state of the transparency log; nil: the bureau signs nothing.
	Log Log
}

// New returns the site of a bureau.
func New(b *bureau.Bureau) *Site { return &Site{Public: public.New(b), Engine: HasEngine()} }

// Response is the answer to a request: a page, a file, or where that is.
type Response = response.Response

// version is what pages were rendered from.
type version = public.Version

// respond returns the response at an address of a kind.
func (s *Site) respond(ctx context.Context, k *kind, a address) (*Response, error) {
	q := public.Question{What: a.key(k), Moves: k.moves, Large: k.whole && a.format != "", Typed: k.fleeting || k == &unknown}
	made, err := s.Answer(ctx, q, func(ctx context.Context) (*public.Answer, error) {
		made, _, err := s.make(ctx, k, a, false)
		return made, err
	})
	if refused := (*finding.Refused)(nil); errors.As(err, &refused) { // it did not come to the page
		return (&page{Printer: languages()[a.lang].Printer, address: a, kind: k}).refused(refused)
	}
	return made, err
}

// make makes the response at an address of a kind. If it is naming, it returns whom that names.
func (s *Site) make(ctx context.Context, k *kind, a address, naming bool) (*public.Answer, []string, error) {
	p := &page{Printer: languages()[a.lang].Printer, address: a, kind: k, Status: http.StatusOK}
	v := &visit{page: p, site: s, naming: naming}
	of, err := s.Visit(ctx, func(of *public.Visit) (err error) {
		v.Visit, v.Authority = of, of.Settings.Authority
		v.V, err = k.read(v)
		return err
	})
	made, err := p.respond(err)
	if err != nil {
		return nil, nil, err
	}
	fields := http.Header{"Cache-Control": {"no-cache"}}
	if k.noindex && !p.listed || made.Unlisted || made.Status != http.StatusOK {
		fields["X-Robots-Tag"] = []string{"noindex"}
	}
	maps.Copy(fields, made.Header)
	made.Header = fields
	return &public.Answer{Response: made.Ready(), Of: of.Now, Keep: made.Status == http.StatusOK && !of.Stale}, v.named, nil
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
