package api

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
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

	words      page.Format
	bureau, up string // its first publication; the way to the root of the site
}

// feedLink is an address, relative to that of the feed if the site does not know its own.
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

// FeedAbout names a player or a club.
type FeedAbout struct {
	FeedOf
	ID string `path:"id"`
}

// FeedOfEvent names an event.
type FeedOfEvent struct {
	FeedOf
	Ref string `path:"ref"`
}

// feeds adds the feeds.
func (a *API) feeds() {
	add(a, operation{id: "feedPublications", path: "/feeds/{language}/publications.atom", summary: "An Atom feed of the published lists", tag: tagBureau}, readPublicationFeed)
	add(a, operation{id: "feedPlayer", path: "/feeds/{language}/players/{id}", summary: "An Atom feed of the lists in which a player's ratings moved", tag: tagPlayers}, readPlayerFeed)
	add(a, operation{id: "feedClub", path: "/feeds/{language}/clubs/{id}", summary: "An Atom feed of the rated events of a club", tag: tagEvents}, readClubFeed)
	add(a, operation{id: "feedEvent", path: "/feeds/{language}/events/{ref}", summary: "An Atom feed of an event: the list in which it counts, and its corrections", tag: tagEvents}, readEventFeed)
	add(a, operation{id: "feedCorrections", path: "/feeds/{language}/corrections.atom", summary: "An Atom feed of the corrections", tag: tagBureau}, readCorrectionFeed)
}

// newFeed returns a feed of an address about a page, without entries. The bureau is known by its
// first publication.
func (v *visit) newFeed(in language, at, to, title, of string) (*feed, error) {
	all, err := rows.Publications.Select(v.R, bureau.Range{Limit: 1})
	if err != nil {
		return nil, err
	}
	authority := strings.ToUpper(v.Settings.Authority)
	f := &feed{Lang: string(in), ID: uuid(all[0].Digest, strings.TrimSuffix(at, ".atom"), string(in)), Author: authority, Updated: all[0].At, words: page.Format{Printer: page.In(string(in))}, bureau: all[0].Digest, up: strings.Repeat("../", strings.Count(at, "/")+4)}
	f.Title = f.words.Say("api.feed-"+title, "authority", authority, "of", of)
	self := at[strings.LastIndex(at, "/")+1:]
	if base := v.Public.Base; base != "" {
		f.up, self = base+"/", base+Root+"/feeds/"+string(in)+"/"+at
	}
	f.Links = []feedLink{{"self", "application/atom+xml", self}, f.page(to)}
	return f, nil
}

// page returns the link to a page.
func (f *feed) page(to string) feedLink {
	return feedLink{"alternate", "text/html", f.up + f.Lang + "/" + to + "/"}
}

// add adds what happened, the newest first.
func (f *feed) add(id, at, title, summary, to string) {
	f.Updated = max(f.Updated, at)
	f.Entries = append(f.Entries, feedEntry{ID: id, Updated: at, Title: title, Summary: summary, Links: []feedLink{f.page(to)}})
}

// list names a list in the language of the feed.
func (f *feed) list(of *rows.Publication) string {
	revision := ""
	if of.Revision > 1 {
		revision = strconv.Itoa(of.Revision)
	}
	return f.words.Say("api.feed-list", "list", f.words.List(of.Label, of.InForce), "revision", revision)
}

// uuid returns a URN that depends on some texts only.
func uuid(of ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80 // version 8: by a method of our own
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func readPublicationFeed(v *visit, q *FeedOf) (any, error) {
	f, err := v.newFeed(q.Language, "publications.atom", "lists", "publications", "")
	if err != nil {
		return nil, err
	}
	all, err := rows.Publications.Select(v.R, bureau.Range{Backward: true, Limit: mostOfFeed})
	if err != nil {
		return nil, err
	}
	for _, of := range all {
		totals, err := rows.Totals.Select(v.R, bureau.Range{Is: []any{int64(of.Seq)}})
		if err != nil {
			return nil, err
		}
		var said []string
		for _, t := range totals {
			if t.Kind != 0 && t.Rated > 0 {
				said = append(said, f.words.Say("api.feed-total", "kind", f.words.Word(rating.Kind(t.Kind).String()), "players", int(t.Rated), "rose", int(t.Rose), "fell", int(t.Fell), "created", int(t.Created)))
			}
		}
		said = append(said, f.words.Say("api.feed-digest", "digest", of.Digest))
		f.add(uuid(of.Digest, f.Lang), of.At, f.list(of), strings.Join(said, " "), "lists/"+url.PathEscape(of.Label)+"/r"+strconv.Itoa(of.Revision))
	}
	return f, nil
}

func readCorrectionFeed(v *visit, q *FeedOf) (any, error) {
	f, err := v.newFeed(q.Language, "corrections.atom", "corrections", "corrections", "")
	if err != nil {
		return nil, err
	}
	accepted, err := public.Corrections(v.R)
	if err != nil {
		return nil, err
	}
	f.corrections(v, "", accepted[:min(mostOfFeed, len(accepted))])
	return f, nil
}

// corrections adds corrections. Of are what their ids depend on beside their numbers.
func (f *feed) corrections(v *visit, of string, accepted []*correction.Correction) {
	documents := document.NewCorrections(f.words.Printer, v.Settings, accepted).Corrections
	for i, c := range accepted {
		f.add(uuid(f.bureau, of+c.Number, f.Lang), c.Decided.At.UTC().Format(time.RFC3339), c.Number+": "+documents[i].What, documents[i].Reason, "corrections")
	}
}

// readEventFeed reads the list in which an event counts, and the corrections of its report.
func readEventFeed(v *visit, q *FeedOfEvent) (any, error) {
	c, err := intake.Find(v.R, q.Ref)
	if err != nil {
		return nil, err
	}
	to := "events/" + url.PathEscape(c.Ref)
	f, err := v.newFeed(q.Language, to, to, "whole-event", cmp.Or(c.Event, c.Ref))
	if err != nil {
		return nil, err
	}
	accepted, err := public.Corrections(v.R)
	if err != nil {
		return nil, err
	}
	accepted = slices.DeleteFunc(accepted, func(k *correction.Correction) bool { return k.What.Report != c.Ref })
	f.corrections(v, c.Ref+" ", accepted[:min(mostOfFeed, len(accepted))])
	if c.State != check.Rated {
		return f, nil
	}
	list, err := v.Publication(c.Period, 0)
	if err != nil {
		return nil, err
	}
	f.add(uuid(f.bureau, c.Ref+" "+list.Label, f.Lang), list.At, f.list(list), f.words.Say("api.feed-event", "list", f.list(list), "players", c.Players, "games", c.Games), to)
	return f, nil
}

// readClubFeed reads the rated events of a club.
func readClubFeed(v *visit, q *FeedAbout) (any, error) {
	club, err := v.Club(q.ID, ranking.ByName)
	if err != nil {
		return nil, err
	}
	f, err := v.newFeed(q.Language, "clubs/"+url.PathEscape(q.ID), "clubs/"+url.PathEscape(q.ID), "club", club.Name)
	if err != nil {
		return nil, err
	}
	for _, e := range club.Events[:min(mostOfFeed, len(club.Events))] {
		list, err := v.Publication(e.Period, 0)
		if err != nil {
			return nil, err
		}
		f.add(uuid(f.bureau, e.Ref, f.Lang), list.At, e.Event, f.words.Say("api.feed-event", "list", f.list(list), "players", e.Players, "games", e.Games), "events/"+url.PathEscape(e.Ref))
	}
	return f, nil
}

// readPlayerFeed reads the lists in which a player's ratings moved.
func readPlayerFeed(v *visit, q *FeedAbout) (any, error) {
	h, err := v.History(q.ID)
	if err != nil {
		return nil, err
	}
	to := "players/" + url.PathEscape(h.Player.ID)
	f, err := v.newFeed(q.Language, to, to, "player", h.Player.ID)
	if err != nil {
		return nil, err
	}
	for _, line := range slices.Backward(h.Lists) {
		if line.Seq == 0 || line.Moved == [rating.Kinds]bool{} || len(f.Entries) == mostOfFeed {
			continue
		}
		list, err := rows.Publications.One(v.R, int64(line.Seq))
		if err != nil {
			return nil, err
		}
		var said []string
		for i, moved := range line.Moved {
			if kind := rating.AllKinds[i]; moved && line.Then[i].Rating.Rated() {
				said = append(said, f.words.Word(kind.String())+" "+line.Then[i].Rating.String())
			}
		}
		f.add(uuid(list.Digest, h.Player.ID, f.Lang), list.At, strings.Join(said, ", "), f.list(list), to)
	}
	return f, nil
}
