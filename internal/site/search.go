package site

import (
	"net/http"

	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// found is what a search has found.
type found struct {
	Query   string
	Kinds   []rating.Kind
	Players []hit
	More    bool
}

// hit is a player whom a search has found.
type hit struct {
	Who     person
	Club    string
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
	const most, longest = 20, 200
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
	f.Kinds, f.More = result.About.Lists, result.More
	for _, p := range result.Players {
		h := hit{Who: v.person(p.ID, p.Name, p.NameLocal), Club: p.Club}
		for _, kind := range f.Kinds {
			h.Ratings = append(h.Ratings, p.Ratings[kind-1])
		}
		f.Players = append(f.Players, h)
	}
	if result.Number {
		to = "/players/" + f.Players[0].Who.ID + "/"
	}
	return f, to, nil
}
