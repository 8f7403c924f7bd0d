package site

import (
	"net/http"

	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// found is what a search has found.
type found struct {
	Query   string
	Kinds   []rating.Kind
	Players []hit
	Near    bool // they are only called nearly so
	More    bool
	Events  []eventLine
	Further bool // events
	Clubs   []listedClub
}

// hit is a player whom a search has found.
type hit struct {
	Who     person
	Club    called
	Ratings []rating.Rating // by found.Kinds
}

// readSearch reads what a search finds. The number of somebody leads to them.
func readSearch(v *visit) (*found, error) {
	f, to, err := v.search()
	if err == nil && to != "" {
		err = &public.Moved{Status: http.StatusFound, From: "/search/", To: to, Alone: true}
	}
	return f, err
}

// toSearch leads to the search.
func toSearch(*visit, any) (any, error) {
	return nil, &public.Moved{Status: http.StatusFound, From: "/players/", To: "/search/"}
}

// readHits reads what a search finds for those who still type.
func readHits(v *visit) (*found, error) {
	f, _, err := v.search()
	if err == nil && f.Query == "" { // the heads of a table without lines, which the script of a folder fills
		about, failed := lists.AboutEdition(v.R, v.Newest.Edition)
		if err = failed; err == nil {
			f.Kinds = about.Lists
		}
	}
	return f, err
}

// search returns what a search finds, and the way to the only one if it is a number.
func (v *visit) search() (f *found, to string, err error) {
	const most, few, longest = 20, 10, 200
	f = &found{Query: v.Get("q")}
	if f.Query == "" || len(f.Query) > longest {
		return f, "", nil
	}
	search, err := v.Searcher()
	if err != nil {
		return nil, "", err
	}
	result, err := search.Look(v.R, f.Query, most)
	if err != nil {
		return nil, "", err
	}
	f.Kinds, f.More, f.Near = result.About.Lists, result.More, result.Near
	for _, p := range result.Players {
		h := hit{Who: v.person(p.ID, p.Name, p.NameLocal)}
		if h.Club, err = v.club(p.Club); err != nil {
			return nil, "", err
		}
		for _, kind := range f.Kinds {
			h.Ratings = append(h.Ratings, p.Ratings[kind-1])
		}
		f.Players = append(f.Players, h)
	}
	for _, c := range search.Clubs(f.Query, few) {
		f.Clubs = append(f.Clubs, listedClub{public.ListedClub{Club: c}, v.clubName(c), false})
	}
	events, err := search.Events(v.R, f.Query, few)
	if err != nil {
		return nil, "", err
	}
	if f.Events, err = v.eventLines(events.Reports); err != nil {
		return nil, "", err
	}
	f.Further = events.More
	switch {
	case events.Number:
		to = "/events/" + f.Events[0].Ref + "/"
	case len(f.Clubs) == 1 && f.Clubs[0].ID == namekey.Number(f.Query):
		to = "/clubs/" + f.Clubs[0].ID + "/"
	case result.Number && len(f.Events) == 0:
		to = "/players/" + f.Players[0].Who.ID + "/"
	}
	return f, to, nil
}
