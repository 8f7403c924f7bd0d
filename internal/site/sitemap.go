package site

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/site/calculator"
)

// sitemap is the list of the pages that search engines may show, as sitemaps.org has it.
type sitemap struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []mapPage `xml:"url"`
}

// mapPage is a page in one language, with the same page in the others.
type mapPage struct {
	Address string      `xml:"loc"`
	Others  []alternate `xml:"http://www.w3.org/1999/xhtml link"`
}

// alternate is a page in a language.
type alternate struct {
	Rel      string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

// robots says what search engines may read.
func (s *Site) robots() string {
	text := "User-agent: *\nAllow: /\n"
	if s.Base != "" {
		text += "Sitemap: " + s.Base + "/sitemap.xml\n"
	}
	return text
}

// serveSitemap returns the sitemap as a response. Its addresses are absolute, so that there is
// none on a site that does not know its own.
func (s *Site) serveSitemap(ctx context.Context) (*Response, error) {
	return s.Answer(ctx, public.Question{What: "/sitemap.xml", Large: true}, func(ctx context.Context) (*public.Answer, error) {
		body, of, err := s.sitemap(ctx)
		return &public.Answer{Response: response.New(http.StatusOK, page.TypeOf("sitemap.xml"), body), Of: of.Now, Keep: true}, err
	})
}

// sitemap returns the sitemap, and the visit that read it.
func (s *Site) sitemap(ctx context.Context) ([]byte, *public.Visit, error) {
	var indexed []string
	of, err := s.Visit(ctx, nil, func(v *public.Visit) (err error) {
		indexed, err = indexedPages(v.R, v.Settings)
		return err
	})
	if err != nil {
		return nil, of, err
	}
	m := sitemap{}
	for _, address := range indexed {
		var others []alternate
		for _, lang := range explain.Languages {
			others = append(others, alternate{"alternate", lang, s.Base + "/" + lang + "/" + address})
		}
		for _, o := range others {
			m.Pages = append(m.Pages, mapPage{o.Address, others})
		}
	}
	out := bytes.NewBufferString(xml.Header)
	err = xml.NewEncoder(out).Encode(m)
	return out.Bytes(), of, err
}

// indexedPages returns the addresses, below the language, of the pages that search engines
// may show: those that are always there, the lists, the rules, and the pages of players who
// agree.
func indexedPages(r bureau.Reader, settings *bureau.Settings) ([]string, error) {
	var all []string
	for i := range resources {
		if pattern := resources[i].pattern; !resources[i].noindex && !strings.Contains(pattern, "{") {
			all = append(all, page.Escaped(strings.TrimPrefix(pattern, "/")))
		}
	}
	for _, name := range calculator.Names() {
		all = append(all, page.Escaped("calculators", name))
	}
	rules, err := settings.Rules()
	if err != nil {
		return nil, err
	}
	for i, e := range rules.Editions {
		all = append(all, page.Escaped("rules", e.About().ID))
		if i > 0 {
			all = append(all, page.Escaped("rules", "compare", rules.Editions[i-1].About().ID, e.About().ID))
		}
	}
	published, err := rows.Publications.Select(r, bureau.Range{Backward: true})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, p := range published {
		if seen[p.Label] {
			continue
		}
		seen[p.Label] = true
		about, err := lists.AboutEdition(r, p.Edition)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Escaped("lists", p.Label, ""))
		all = append(all, page.Escaped("lists", p.Label, "changes"))
		for _, kind := range about.Lists {
			all = append(all, page.Escaped("lists", p.Label, kind.String()))
		}
	}
	agreed, err := rows.Players.Select(r, bureau.Range{Order: 2, Is: []any{int64(1)}})
	for _, p := range agreed {
		if p.MergedInto == "" {
			all = append(all, page.Escaped("players", p.ID))
		}
	}
	return all, err
}
