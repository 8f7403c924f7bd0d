package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
)

// atomType is the type of feeds.
const atomType = "application/atom+xml; charset=utf-8"

// feed is an Atom feed (RFC 4287). Its ids do not depend on where the site is.
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Author  string      `xml:"author>name"`
	Updated string      `xml:"updated"`
	Links   []feedLink  `xml:"link"`
	Entries []feedEntry `xml:"entry"`
}

// feedLink is an address, relative to that of the feed.
type feedLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

// feedEntry is what was published.
type feedEntry struct {
	ID      string     `xml:"id"`
	Title   string     `xml:"title"`
	Updated string     `xml:"updated"`
	Summary string     `xml:"summary"`
	Links   []feedLink `xml:"link"`
}

// bytes returns the feed as XML. The encoder escapes, and replaces what XML cannot hold.
func (f *feed) bytes() []byte {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	e := xml.NewEncoder(&out)
	e.Indent("", "  ")
	_ = e.Encode(f) // a buffer takes everything
	out.WriteByte('\n')
	return []byte(finding.HarmlessMarkup(out.String()))
}

// mostOfFeed is how many entries a feed has.
const mostOfFeed = 50

// FeedOf names the language of a feed.
type FeedOf struct {
	Asked
	Language language `path:"language"`
}

// feeds adds the feeds.
func (a *API) feeds() {
	add(a, operation{id: "feedPublications", path: "/feeds/{language}/publications.atom", summary: "An Atom feed of the published lists", tag: tagBureau}, readPublicationFeed)
	add(a, operation{id: "feedCorrections", path: "/feeds/{language}/corrections.atom", summary: "An Atom feed of the corrections", tag: tagBureau}, readCorrectionFeed)
}

// newFeed returns a feed without entries. The bureau is known by its first publication.
func (v *visit) newFeed(name, lang, to string) (*feed, *explain.Printer, error) {
	all, err := rows.Publications.Select(v.R, bureau.Range{Limit: 1})
	if err != nil {
		return nil, nil, err
	}
	p := page.In(lang)
	f := &feed{Lang: lang, ID: uuid(all[0].Digest, name, lang), Title: p.Text("api.feed-"+name, explain.Data{"authority": strings.ToUpper(v.Settings.Authority)}), Author: strings.ToUpper(v.Settings.Authority)}
	f.Links = []feedLink{{"self", "application/atom+xml", name + ".atom"}, {"alternate", "text/html", "../../../../" + lang + "/" + to + "/"}}
	return f, p, nil
}

// uuid returns a URN that depends on some texts only.
func uuid(of ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80 // version 8: by a method of our own
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func readPublicationFeed(v *visit, q *FeedOf) (any, error) {
	f, p, err := v.newFeed("publications", string(q.Language), "lists")
	if err != nil {
		return nil, err
	}
	all, err := rows.Publications.Select(v.R, bureau.Range{Backward: true, Limit: mostOfFeed})
	for _, of := range all {
		f.Entries = append(f.Entries, feedEntry{
			ID: uuid(of.Digest, string(q.Language)), Updated: of.At, Title: p.Text("api.feed-list", explain.Data{"label": of.Label, "revision": fmt.Sprint(of.Revision)}),
			Summary: p.Text("api.feed-digest", explain.Data{"digest": of.Digest}),
			Links:   []feedLink{{"alternate", "text/html", "../../../../" + string(q.Language) + "/lists/" + url.PathEscape(of.Label) + "/r" + fmt.Sprint(of.Revision) + "/"}},
		})
	}
	f.Updated = v.Newest.At
	return f, err
}

func readCorrectionFeed(v *visit, q *FeedOf) (any, error) {
	f, p, err := v.newFeed("corrections", string(q.Language), "corrections")
	if err != nil {
		return nil, err
	}
	accepted, err := public.Corrections(v.R)
	if err != nil {
		return nil, err
	}
	first, err := rows.Publications.Select(v.R, bureau.Range{Limit: 1})
	if err != nil {
		return nil, err
	}
	f.Updated = first[0].At
	documents := document.NewCorrections(p, v.Settings, accepted).Corrections
	for i, c := range accepted[:min(mostOfFeed, len(accepted))] {
		at := c.Decided.At.UTC().Format(time.RFC3339)
		if f.Updated < at {
			f.Updated = at
		}
		f.Entries = append(f.Entries, feedEntry{
			ID: uuid(first[0].Digest, c.Number, string(q.Language)), Updated: at, Title: c.Number + ": " + documents[i].What, Summary: documents[i].Reason,
			Links: []feedLink{{"alternate", "text/html", "../../../../" + string(q.Language) + "/corrections/"}},
		})
	}
	return f, nil
}
