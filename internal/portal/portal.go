// Package portal shows the pages of people who act: the first start of a bureau. They stand in the frame
// of internal/page, need no script, and nobody keeps or finds them.
package portal

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
)

//go:embed template desk.css
var sources embed.FS

var pages = sync.OnceValue(func() *page.Set {
	own, err := fs.Sub(sources, "template")
	parts, failed := fs.Sub(sources, "template/parts")
	sheet, unread := sources.ReadFile("desk.css")
	if err := errors.Join(err, failed, unread); err != nil {
		panic(err) // it is embedded
	}
	return page.New(own, map[string]*response.Response{"desk.css": response.New(http.StatusOK, page.TypeOf("desk.css"), sheet).Tight()}, parts)
})

// visit is a request for a page.
type visit struct {
	w    http.ResponseWriter
	r    *http.Request
	lang string
}

// show sends a page.
func (v *visit) show(template string, status int, of any) error {
	p := pages().Page(v.lang, v.r.URL.Path, template+".html")
	p.Unlisted, p.Status, p.V = true, status, of
	made, err := p.Render()
	if err != nil {
		return err
	}
	made.Header = http.Header{"Cache-Control": {"no-store"}, "X-Robots-Tag": {"noindex"}}
	made.Send(v.w, v.r)
	return nil
}

// lead sends the visitor to a page of their language.
func (v *visit) lead(parts ...any) error {
	v.w.Header().Set("Cache-Control", "no-store")
	http.Redirect(v.w, v.r, "/"+v.lang+"/"+page.Escaped(parts...), http.StatusSeeOther)
	return nil
}

// message is why there is no page, or why something was not done, and what to do.
type message struct{ What, Cure string }

// refuse sends the page that says why there is none.
func (v *visit) refuse(status int, key string) error {
	p := page.In(v.lang)
	return v.show("message", status, message{p.Text("desk.refused."+key, nil), p.Text("desk.refused."+key+"-cure", nil)})
}

// refused returns what a visitor reads of an error; false if it is not for them.
func refused(p *explain.Printer, err error) (*message, bool) {
	var why *finding.Refused
	var problem *finding.Problem
	switch {
	case errors.As(err, &why):
		return &message{p.Message(why.Finding), cure(p, why.Finding)}, true
	case errors.As(err, &problem):
		return &message{p.Problem(problem), cured(p, problem.ID)}, true
	}
	return nil, false
}

// cure returns what to do about a finding, on a page.
func cure(p *explain.Printer, f finding.Finding) string {
	return cmp.Or(cured(p, f.ID), p.CureInWords(f))
}

// cured returns what to do on a page about a finding or a problem; empty: what is done elsewhere.
func cured(p *explain.Printer, id string) string { return p.TextOr("desk.cure."+id, "", nil) }

// local reports whether a request names this machine as such. Any other name may be that of another site,
// whose pages would then count as ours.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = strings.Trim(r.Host, "[]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// langOf returns the language of a path and what is below it; for a path of none the one that suits the visitor
// best.
func langOf(r *http.Request) (lang, rest string) {
	lang, rest, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if slices.Contains(explain.Languages, lang) {
		return lang, rest
	}
	return page.Preferred(r), ""
}
