// Package site renders the public site of a bureau: pages in every language of the
// locale files, as bytes.
//
// What is shown is one row of the table resources: the form of its address, how it is read,
// its template, and what it is as a file. It is read in one View of the bureau; rendering
// follows it and holds no transaction. Pages show what explain, document and
// bureau/view return and calculate nothing.
package site

import (
	"context"
	"errors"
	"net/http"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
)

// Site renders the public pages of a bureau.
type Site struct {
	*public.Public
	// Feeds says that the API is beside the site: pages name its feeds.
	Feeds bool
	// Program is the version of the program that makes the pages.
	Program string
	// Engine says that visitors' browsers check lists and calculate by themselves.
	Engine bool
	// Folder says that the pages are those of a folder: some lie packed, and no server answers what they ask.
	Folder bool
	// Log shows the state of the transparency log; nil: the bureau signs nothing.
	Log Log
}

// New returns the site of a bureau.
func New(b *bureau.Bureau) *Site { return &Site{Public: public.New(b), Engine: HasEngine()} }

// Response is the answer to a request: a page, a file, or where that is.
type Response = response.Response

// respond returns the response at an address of a resource.
func (s *Site) respond(ctx context.Context, r *resource, a *address) (*Response, error) {
	q := public.Question{What: a.key(r), Moves: r.moves, Large: r.whole && a.format != "", Typed: r.fleeting || r == &unknown}
	made, err := s.Answer(ctx, q, func(ctx context.Context) (*public.Answer, error) {
		made, of, err := s.make(ctx, r, a)
		if err != nil {
			return nil, err
		}
		return &public.Answer{Response: made[0].Ready(), Of: of.Now, Keep: made[0].Status == http.StatusOK && !of.Stale}, nil
	})
	if why := (*finding.Refused)(nil); errors.As(err, &why) { // it did not come to the page
		return refused(s.newVisit(r, a).Page, why)
	}
	if err == nil && a.format == "" && made.Header.Get("Age") != "" {
		return notCurrent(a.lang, made)
	}
	return made, err
}

// make makes the responses at some addresses of one subject of a resource, which is read once.
func (s *Site) make(ctx context.Context, r *resource, all ...*address) ([]*Response, *public.Visit, error) {
	visits, failed := make([]*visit, len(all)), make([]error, len(all))
	for i, a := range all {
		visits[i] = s.newVisit(r, a)
	}
	of, err := s.Visit(ctx, visits[0].Printer, func(of *public.Visit) error {
		found, err := r.read(of, &all[0].Asked)
		for i, v := range visits {
			v.begin(of)
			if failed[i] = err; err == nil {
				failed[i] = v.show(found)
			}
		}
		return errors.Join(failed...)
	})
	made := make([]*Response, len(all))
	for i, v := range visits {
		if failed[i] == nil && errors.Join(failed...) == nil {
			failed[i] = err // it did not come to reading
		}
		if made[i], err = v.respond(failed[i]); err != nil {
			return nil, nil, err
		}
	}
	return made, of, nil
}

// show takes from what was read what the address shows.
func (v *visit) show(found any) (err error) {
	if h, ok := found.(*view.History); ok {
		v.listed = h.Player.Indexed
	}
	if v.format == "" {
		v.V, err = v.of.show(v, found)
		return err
	}
	v.body = &response.Body{}
	return v.body.Make(func(to *response.Body) error { return v.of.file(v.format).write(v, to, found) })
}

// respond returns the response of a page, by the error of reading it.
func (v *visit) respond(err error) (*Response, error) {
	made, err := v.response(err)
	if err != nil {
		return nil, err
	}
	if v.of.noindex && !v.listed || made.Unlisted || made.Status != http.StatusOK {
		with(made, "X-Robots-Tag", "noindex")
	}
	return made, nil
}

func (v *visit) response(err error) (*Response, error) {
	var why *finding.Refused
	var there *public.Moved
	switch {
	case errors.As(err, &there):
		return moved(v.Page, there)
	case errors.Is(err, errNoPage):
		return missing(v.Page)
	case errors.As(err, &why):
		return refused(v.Page, why)
	case err != nil:
		return nil, err
	}
	return v.render()
}
