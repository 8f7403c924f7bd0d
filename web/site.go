// Package web renders the public site of a bureau: pages in every language of the
// locale files, as bytes.
//
// A page is one row of the table kinds: the form of its address, how its values are
// read, and its template. Values are read in one View of the bureau; rendering
// follows it and holds no transaction. Pages show what explain, document and
// bureau/view return and calculate nothing.
package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/finder"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Site renders the public pages of a bureau.
type Site struct {
	bureau *bureau.Bureau
	// Fresh is for how long the site takes the bureau to be as it was when it last
	// looked. Zero: it looks for each page.
	Fresh time.Duration
	// Failed is told why a page could not be rendered; nil: nobody is.
	Failed func(address string, why error)
	// Kept and Rendered count the pages that were at hand, and the others.
	Kept, Rendered atomic.Int64
	// Base is the address of the site from outside, without a slash at its end:
	// "https://ratings.example.jp". Only the sitemap needs it; empty: there is none.
	Base string
	// Log shows the state of the transparency log; nil: the bureau signs nothing.
	Log Log

	mux  *http.ServeMux
	mu   sync.Mutex // guards what follows
	now  version
	seen time.Time // when now was read
	pages
	unofficial view.Unofficial

	boarding sync.Mutex         // guards boards
	boards   map[int]*keptBoard // by publication

	searching sync.Mutex // guards what follows
	search    *finder.Search
	searches  published // what search knows
	reading   bool      // the names are being read again

	beside sync.WaitGroup // what is read beside the visits

	standing  sync.Mutex                // guards what follows
	shares    map[int]*view.Shares      // by publication
	published map[int]*rows.Publication // by seq
}

// New returns the site of a bureau.
func New(b *bureau.Bureau) *Site {
	s := &Site{bureau: b, boards: map[int]*keptBoard{}}
	s.route()
	return s
}

// Wait waits until everything is read that is being read beside the visits. The bureau must
// stay open as long.
func (s *Site) Wait() { s.beside.Wait() }

// Response is the answer to a request: a page, a file, or where that is.
type Response struct {
	Status      int
	ContentType string
	Body        []byte
	ETag        string
	Location    string // relative to the address asked for; empty: none

	packed    []byte // the body in gzip; nil: it is sent as it is
	packedTag string

	unlisted bool // search engines are asked to leave it out
}

// newResponse returns a response that is ready to be sent.
func newResponse(status int, contentType string, body []byte) *Response {
	return (&Response{Status: status, ContentType: contentType, Body: body}).ready()
}

// ready returns the response with its entity tag. The body is packed, too, if that makes it
// smaller by more than a packet on the network.
func (r *Response) ready() *Response {
	const packet = 1400
	r.ETag = etag(r.Body)
	if len(r.Body) <= packet {
		return r
	}
	if packed := gzipped(r.Body); len(packed)+packet < len(r.Body) {
		r.packed, r.packedTag = packed, strings.TrimSuffix(r.ETag, `"`)+`-gzip"`
	}
	return r
}

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// gzipped returns a body in gzip.
func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// respond returns a page of a kind.
func (s *Site) respond(ctx context.Context, k *kind, a address) (*Response, error) {
	now, err := s.version(ctx)
	if err != nil {
		return nil, err
	}
	if kept := s.kept(k, a.sent(), now); kept != nil {
		return kept, nil
	}
	a.query, _ = url.ParseQuery(a.raw) // what can be read of it
	key := a.key(k)
	if key != a.sent() {
		if kept := s.kept(k, key, now); kept != nil {
			return kept, nil
		}
	}
	s.Rendered.Add(1)
	p := &page{Printer: languages()[a.lang].Printer, address: a, kind: k, Status: http.StatusOK}
	err = s.bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		if now, err = s.look(r, settings); err != nil {
			return err
		}
		v := &visit{page: p, ctx: ctx, r: r, settings: settings, site: s, now: now, recent: &recent{}}
		return v.read()
	})
	response, err := p.respond(err)
	if err != nil {
		return nil, err
	}
	response = response.ready()
	if response.Status == http.StatusOK && !p.stale && !k.fleeting {
		s.keep(key, now, response)
	}
	return response, nil
}

// read reads the values of the page.
func (v *visit) read() (err error) {
	if v.newest == nil {
		if v.newest, err = rows.Publications.One(v.r, int64(v.now.seq)); err != nil {
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

// etag returns the entity tag of a body.
func etag(body []byte) string {
	const enough = 12
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:enough]) + `"`
}

// version is what pages were rendered from: as long as it is the same, so are they.
type version struct {
	published
	log int        // number of the last action
	day civil.Date // today
}

// published is the part of a version on which pages depend that show what was published.
type published struct {
	seq       int // of the newest publication
	run       int // that made the newest list, with all corrections
	registers int // number of actions that may have changed names, clubs and merges
}

// version returns the version of the bureau.
func (s *Site) version(ctx context.Context) (now version, err error) {
	s.mu.Lock()
	now = s.now
	fresh := time.Since(s.seen) < s.Fresh
	s.mu.Unlock()
	if fresh {
		return now, nil
	}
	err = s.bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		now, err = s.look(r, settings)
		return err
	})
	return now, err
}

// look reads the version of the bureau. After a publication what was kept of the list
// before is dropped.
func (s *Site) look(r bureau.Reader, settings *bureau.Settings) (version, error) {
	now, err := versionOf(r)
	if err != nil {
		return now, err
	}
	now.day = s.bureau.Today(settings)
	s.mu.Lock()
	defer s.mu.Unlock()
	if now != s.now {
		s.drop(now)
	}
	s.now, s.seen = now, time.Now()
	return now, nil
}

func versionOf(r bureau.Reader) (now version, err error) {
	newest, err := rows.Publications.Select(r, bureau.Range{Backward: true, Limit: 1})
	if err != nil {
		return now, err
	}
	if len(newest) == 0 {
		return now, finding.Refuse("rows-missing")
	}
	now.seq = newest[0].Seq
	for _, counter := range []struct {
		to  *int
		get func() (*int, error)
	}{
		{&now.run, func() (*int, error) { return latestRun(r) }},
		{&now.registers, func() (*int, error) { return bureau.Counters.Get(r, bureau.RegistersCounter) }},
	} {
		n, err := counter.get()
		if err != nil {
			return now, err
		}
		if n != nil {
			*counter.to = *n
		}
	}
	head, err := bureau.Heads.Get(r, "")
	if head != nil {
		now.log = head.Seq
	}
	return now, err
}

// keptBoard is a list that is ready to be sorted and filtered.
type keptBoard struct {
	*view.Board
	of      version // whose names and clubs it knows
	reading bool    // it is being read again
}

// board returns a published list, ready to be sorted and filtered. Names and clubs may be
// those of a moment ago: then the visit is stale.
func (s *Site) board(v *visit, p *rows.Publication) (*view.Board, error) {
	s.boarding.Lock()
	defer s.boarding.Unlock()
	if kept := s.boards[p.Seq]; kept != nil {
		if kept.of.registers != v.now.registers {
			v.stale = true
			if !kept.reading {
				kept.reading = true
				s.beside.Go(func() { s.readBoard(p) })
			}
		}
		return kept.Board, nil
	}
	const most = 8
	for seq := range s.boards {
		if len(s.boards) >= most && seq != v.now.seq {
			delete(s.boards, seq)
		}
	}
	board, err := view.NewBoard(v.r, p.Label, p.Revision)
	if err == nil {
		s.boards[p.Seq] = &keptBoard{Board: board, of: v.now}
	}
	return board, err
}

// publications returns all publications by seq, up to one.
func (s *Site) publications(r bureau.Reader, seq int) (map[int]*rows.Publication, error) {
	s.standing.Lock()
	defer s.standing.Unlock()
	if s.published[seq] != nil {
		return s.published, nil
	}
	all, err := rows.Publications.Select(r, bureau.Range{})
	published := map[int]*rows.Publication{}
	for _, p := range all {
		published[p.Seq] = p
	}
	if err == nil {
		s.published = published
	}
	return published, err
}

// sharesOf returns the shares of players with a lower rating in a publication.
func (s *Site) sharesOf(r bureau.Reader, seq int) (*view.Shares, error) {
	s.standing.Lock()
	defer s.standing.Unlock()
	if kept := s.shares[seq]; kept != nil {
		return kept, nil
	}
	shares, err := view.SharesOf(r, seq)
	if err == nil {
		if s.shares == nil {
			s.shares = map[int]*view.Shares{}
		}
		s.shares[seq] = shares
	}
	return shares, err
}

// readBoard reads a list again.
func (s *Site) readBoard(p *rows.Publication) {
	kept := &keptBoard{}
	err := s.bureau.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if kept.of, err = versionOf(r); err == nil {
			kept.Board, err = view.NewBoard(r, p.Label, p.Revision)
		}
		return err
	})
	s.boarding.Lock()
	defer s.boarding.Unlock()
	if err == nil {
		s.boards[p.Seq] = kept
		return
	}
	delete(s.boards, p.Seq) // the next visit tries
	if s.Failed != nil {
		s.Failed("/lists/"+p.Label, err)
	}
}

// searcher returns the search for players, by what was published. It may not know yet who
// was registered since: the names are read again meanwhile, and the visit is stale.
func (s *Site) searcher(v *visit) (*finder.Search, error) {
	s.searching.Lock()
	defer s.searching.Unlock()
	of, known := v.now.published, s.searches
	switch {
	case s.search == nil:
		search, err := prepared(v.r)
		if err != nil {
			return nil, err
		}
		s.search, s.searches = search, of
	case known.seq != of.seq || known.run != of.run:
		search, err := s.search.Next(v.r)
		if err != nil {
			return nil, err
		}
		s.search, s.searches = search, published{of.seq, of.run, known.registers}
	}
	if s.searches.registers != of.registers {
		v.stale = true
		if !s.reading {
			s.reading = true
			s.beside.Go(s.readNames)
		}
	}
	return s.search, nil
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
func (s *Site) readNames() {
	var of version
	var search *finder.Search
	err := s.bureau.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if of, err = versionOf(r); err == nil {
			search, err = prepared(r)
		}
		return err
	})
	s.searching.Lock()
	defer s.searching.Unlock()
	s.reading = false
	if err == nil {
		s.search, s.searches = search, of.published
	} else if s.Failed != nil {
		s.Failed("/search", err)
	}
}
