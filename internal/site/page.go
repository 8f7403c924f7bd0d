package site

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/site/calculator"
	"github.com/arpadchess/arpad/internal/site/check"
)

//go:embed template
var sources embed.FS

// pages are the pages of the site in every language, set up when the first one is needed.
var pages = sync.OnceValue(func() *page.Set {
	own, err := fs.Sub(sources, "template")
	if err != nil {
		panic(err) // it is embedded
	}
	parts, err := fs.Sub(sources, "template/parts")
	if err != nil {
		panic(err) // it is embedded
	}
	return page.New(own, engineFiles(), parts, calculator.Templates, check.Templates)
})

// visit is a page while its values are read.
type visit struct {
	*page.Page
	*address
	*public.Visit
	of    *resource
	site  *Site
	clubs map[string]*rows.Club // by folded names and ID; nil: not read yet

	body   *response.Body // of a file; nil: it is a page
	listed bool           // the player agrees that search engines show it
}

// newVisit returns a visit that has not begun.
func (s *Site) newVisit(of *resource, a *address) *visit {
	v := &visit{Page: pages().Page(a.lang, a.path, of.template), address: a, of: of, site: s}
	v.Known, v.List, v.Base = a.asked(of), a.Value("label"), s.Base
	if s.Folder {
		v.Place = place
	}
	if s.Feeds {
		name, to := "lists", "publications.atom"
		switch part := v.Part(); {
		case a.Value("id") != "" && (part == "players" || part == "clubs"):
			name, to = part, part+"/"+url.PathEscape(a.Value("id"))
		case a.Value("ref") != "" && part == "events":
			name, to = part, part+"/"+url.PathEscape(a.Value("ref"))
		case part == "corrections":
			name, to = part, "corrections.atom"
		}
		v.Feeds = []page.Feed{{Name: v.Text("web.feed-"+name, nil), To: v.From("api/v1/feeds/" + v.Language + "/" + to)}}
	}
	return v
}

// begin notes the bureau that is visited.
func (v *visit) begin(of *public.Visit) {
	c := of.Settings.Contact.In(v.Language)
	v.Visit, v.Authority, v.Contact = of, of.Settings.Authority, page.Contact{Name: c.Name, Address: c.Address, Email: c.Email, Form: c.Form, Home: c.Home, Portal: c.Portal}
}

// render renders what the address shows.
func (v *visit) render() (*Response, error) {
	if v.body != nil {
		made, err := v.body.Response(http.StatusOK, v.of.file(v.format).contentType)
		if err != nil {
			return nil, err
		}
		made.Unlisted = v.Unlisted
		made.Header = http.Header{"Content-Disposition": {`inline; filename="` + v.fileName(v.path) + `"`}}
		return made, nil
	}
	v.Unlisted = v.Noindex() || v.of.noindex && !v.listed
	made, err := v.Render()
	if err == nil && v.site.Folder {
		made.Body = v.tight(made.Body)
	}
	return made, err
}

// What HTML lets one leave out: most of a table's bytes are its tags.
var (
	needless = strings.NewReplacer("</td>", "", "</th>", "", "</tr>\n", "", "</tr>", "", "</li>\n", "", "</li>", "", "</thead>", "", "</tbody>", "", "&#43;", "+")
	quoted   = regexp.MustCompile(`="([0-9A-Za-z_-]+)"([ >])`)
)

// tight returns a page as a folder has it, which has thousands and no server that packs them: with short tags, and
// ways to pages of its language that do not name it.
func (v *visit) tight(page []byte) []byte {
	up := v.Root()
	short := strings.ReplaceAll(needless.Replace(string(page)), `="`+up+v.Language+"/", `="`+cmp.Or(strings.TrimPrefix(up, "../"), "./"))
	return quoted.ReplaceAll([]byte(short), []byte("=$1$2"))
}

// errNoPage is the error of an address without a page.
var errNoPage = errors.New("there is no such page")

// unknown is what is at an address without a page.
var unknown = resource{template: "refused.html", contents: contents{read: func(*public.Visit, *public.Asked) (any, error) { return nil, errNoPage }}}

// refusal is why there is no page, and what to do.
type refusal struct{ Message, Cure string }

// missing returns the page that says that there is none.
func missing(p *page.Page) (*Response, error) {
	return p.Instead(unknown.template, http.StatusNotFound, &refusal{p.Text("web.refused.no-page", nil), p.Text("web.refused.no-page-cure", nil)}).Render()
}

// moved returns the response of a page that is elsewhere. Its body leads there, too, for a
// folder of files.
func moved(p *page.Page, m *public.Moved) (*Response, error) {
	lang, to, _ := strings.Cut(strings.TrimPrefix(m.In(p.Path), "/"), "/")
	to = p.Root() + p.At(lang, to)
	if len(p.Known) > 0 && !m.Alone {
		to += "?" + p.Known.Encode()
	}
	response, err := p.Instead("moved.html", http.StatusOK, to).Render()
	if err == nil {
		response.Status, response.Location = m.Status, to
	}
	return response, err
}

// refused returns the page that says why something cannot be shown.
func refused(p *page.Page, why *finding.Refused) (*Response, error) {
	message := p.Text("web.refused.message-"+why.ID, nil)
	if message == "web.refused.message-"+why.ID {
		message = p.Message(why.Finding)
	}
	cure := p.TextOr("web.refused."+why.ID, "web.refused.cure", nil) // cures of findings are for officers
	return p.Instead(unknown.template, response.StatusOf(why), &refusal{message, cure}).Render()
}

// notCurrent returns a page that was kept with a line that it is not current.
func notCurrent(lang string, kept *Response) (*Response, error) {
	body, err := kept.Bytes()
	const before = `<main id="main">`
	line := before + `<p class="note">` + template.HTMLEscapeString(page.In(lang).Text("web.not-current", nil)) + `</p>`
	made := response.New(kept.Status, kept.ContentType, bytes.Replace(body, []byte(before), []byte(line), 1))
	made.Location, made.Header = kept.Location, kept.Header
	return made, err
}

// failed returns the page that says that something went wrong here.
func failed(lang, path string) *Response {
	p := pages().Page(lang, path, unknown.template)
	p.Status, p.V = http.StatusInternalServerError, &refusal{p.Text("web.refused.failed", nil), p.Text("web.refused.failed-cure", nil)}
	response, err := p.Render()
	if err != nil {
		response = plain(p.Text("web.refused.failed", nil))
		response.Status = http.StatusInternalServerError
	}
	return response
}

// entrance returns the page that leads to the languages.
func entrance() ([]byte, error) {
	response, err := pages().Page(explain.Languages[0], "/", "entrance.html").Render()
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// citation returns a citation, which leads to the page of its edition.
func (v *visit) citation(c cited) template.HTML { return v.Piece("cite", c) }

// pageOf returns the way to a page of what is at an address, by its parts.
func (v *visit) pageOf(base []any, number int) template.URL {
	if asked := len(v.Known); asked > 1 || asked == 1 && !v.Known.Has("page") {
		return template.URL(v.With("page", number))
	}
	if number > 1 {
		base = append(slices.Clone(base), "pages", number)
	}
	return v.Way(base...)
}

// pagesOf returns the ways to the pages of so many lines; nil if there is only one.
func (v *visit) pagesOf(base []any, page, lines int) (links []pageLink) {
	if near := pagesNear(page, (lines+linesOfPage-1)/linesOfPage); len(near) > 1 {
		for _, n := range near {
			links = append(links, pageLink{strconv.Itoa(n), n == page, v.pageOf(base, n)})
		}
	}
	return links
}

// person is a player as a page names them.
type person struct {
	ID    string
	Name  string // in the language of the page, if it is known in it
	Other string // in the other script; empty: unknown
	Lang  string // of Other
	To    template.URL
}

// person returns how a page names a player.
func (v *visit) person(id, name, local string) person {
	if v.Language == "ja" && local != "" {
		name, local = local, name
	}
	if name == "" {
		name, local = v.Text("care.nameless", nil), ""
	}
	return person{id, name, local, langOf(local), v.Way("players", id)}
}

// langOf returns the language as which a name in either script is read.
func langOf(name string) string {
	if glyph.Japanese(name) {
		return "ja"
	}
	return "ja-Latn"
}
