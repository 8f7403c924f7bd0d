package api

import (
	"net/url"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

func readLists(v *visit, _ *Asked) (any, error) {
	return document.ReadLists(v.R)
}

// ListOf names a published list.
type ListOf struct {
	Asked
	Label    string `path:"label" maxLength:"100" doc:"The label of the list: 2024-10; newest leads to the newest one."`
	Revision int    `query:"revision" minimum:"1" doc:"The revision; without it the newest one."`
}

// TypeOf names a kind of rating in a published list.
type TypeOf struct {
	ListOf
	Type kindName `path:"type"`
}

func readList(v *visit, q *ListOf) (any, error) {
	board, err := v.Board(q.Label, q.Revision)
	if err != nil {
		return nil, err
	}
	return board.Whole(v.R, ranking.Selection{})
}

// Selection is which players of a list are chosen.
type Selection struct {
	Sort   orderName `query:"sort" json:"o,omitempty" default:"rating" doc:"The order; reading is that of the name in kana."`
	Club   string    `query:"club" json:"c,omitempty" maxLength:"200"`
	Region string    `query:"region" json:"r,omitempty" maxLength:"200"`
	Title  string    `query:"title" json:"t,omitempty" maxLength:"20"`
	Sex    string    `query:"sex" json:"s,omitempty" enum:"w,m"`
	Least  int       `query:"min" json:"n,omitempty" minimum:"0" maximum:"5000" doc:"The lowest rating."`
	Most   int       `query:"max" json:"x,omitempty" minimum:"0" maximum:"5000" doc:"The highest rating."`
	Active bool      `query:"active" json:"a,omitempty" doc:"Only players with a counted game in the last 12 lists."`
	Under  int       `query:"under" json:"u,omitempty" minimum:"4" maximum:"20" doc:"An age group: 12 for U12. It is public only where the federation has decided so."`
}

// of returns the selection of a kind of rating.
func (s *Selection) of(name string) (ranking.Selection, error) {
	kind, err := rating.ParseKind(name)
	return ranking.Selection{
		Kind: kind, Sort: ranking.Sort(s.Sort), Rated: true, Club: s.Club, Region: s.Region, Title: s.Title, Sex: s.Sex, Min: rating.Rating(s.Least), Max: rating.Rating(s.Most),
		Active: s.Active, Under: s.Under,
	}, err
}

// PageOf names a part of a published list.
type PageOf struct {
	TypeOf
	Selection
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"How many players a part has; without it the list comes whole."`
	Cursor string `query:"cursor" maxLength:"2000" doc:"Where a part begins, from the Link field of the part before. It decides everything else."`
}

// whole reports whether the request asks for a whole list.
func (q *PageOf) whole() bool { return q.Limit == 0 && q.Cursor == "" }

func readPage(v *visit, q *PageOf) (any, error) {
	at := pageCursor{q.Label, q.Revision, string(q.Type), q.Selection, 0, q.Limit}
	if q.Cursor != "" {
		if err := readCursor(q.Cursor, &at); err != nil {
			return nil, err
		}
		at.Offset, at.Limit = max(0, at.Offset), min(max(1, at.Limit), mostOfPage)
	}
	board, err := v.Board(at.Label, at.Revision)
	if err != nil {
		return nil, err
	}
	s, err := at.Chosen.of(at.Type)
	if err != nil {
		return nil, err
	}
	s.Offset, s.Limit = at.Offset, at.Limit
	if at.Limit == 0 {
		return board.Whole(v.R, s) // which is written line by line
	}
	page, err := board.Page(v.R, s)
	if err != nil {
		return nil, err
	}
	if at.Offset += at.Limit; at.Offset < page.Total {
		at.Label, at.Revision = board.Publication.Label, board.Publication.Revision
		if err := v.next("/lists/"+url.PathEscape(at.Label)+"/"+at.Type, &at); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// mostOfPage is how many players or events a part may have.
const mostOfPage = 1000

// DistributionOf names the players of a list among whom a rating is compared.
type DistributionOf struct {
	TypeOf
	Selection
	Compared int `query:"rating" minimum:"0" maximum:"5000" doc:"A rating to compare."`
}

func readDistribution(v *visit, q *DistributionOf) (any, error) {
	board, err := v.Board(q.Label, q.Revision)
	if err != nil {
		return nil, err
	}
	s, err := q.of(string(q.Type))
	if err != nil {
		return nil, err
	}
	d, err := board.Distribution(v.R, s)
	if err != nil {
		return nil, err
	}
	return document.NewDistribution(d, rating.Rating(q.Compared)), nil
}

// MoversOf names the players of a list among whom gains and losses are compared.
type MoversOf struct {
	TypeOf
	Selection
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"10"`
}

func readMovers(v *visit, q *MoversOf) (any, error) {
	board, err := v.Board(q.Label, q.Revision)
	if err != nil {
		return nil, err
	}
	s, err := q.of(string(q.Type))
	if err != nil {
		return nil, err
	}
	s.Limit = q.Limit
	m, err := board.Movers(v.R, s)
	if err != nil {
		return nil, err
	}
	return document.NewMovers(m), nil
}
