package public

import (
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Visit is a request while its answer is read from one state of the bureau. Its methods return
// what pages and documents show.
type Visit struct {
	Public   *Public
	R        bureau.Reader
	Settings *bureau.Settings
	Now      Version
	Newest   *rows.Publication // the list published last
	Stale    bool              // the answer lacks something, for a moment

	ctx context.Context
}

// Visit calls read with the bureau as it is now. The visit is there when it has failed, too.
func (p *Public) Visit(ctx context.Context, read func(*Visit) error) (*Visit, error) {
	v := &Visit{Public: p, ctx: ctx}
	return v, p.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) (err error) {
		v.R, v.Settings = r, settings
		if v.Now, err = p.Look(r, settings); err != nil {
			return err
		}
		if v.Newest, err = rows.Publications.One(r, int64(v.Now.Seq)); err != nil {
			return err
		}
		return read(v)
	})
}

// Publication returns a published list; revision 0 is its newest one.
func (v *Visit) Publication(label string, revision int) (*rows.Publication, error) {
	p, err := lists.FindList(v.R, label, revision)
	if err != nil {
		return nil, err
	}
	return rows.Publications.One(v.R, int64(p.Seq))
}

// Board returns a published list, ready to be sorted and filtered.
func (v *Visit) Board(p *rows.Publication) (*ranking.Board, error) {
	return ranking.NewBoard(v.R, p.Label, p.Revision)
}

// Searcher returns the search for players.
func (v *Visit) Searcher() (*finder.Search, error) {
	search, stale, err := v.Public.Search(v.R, v.Now)
	v.Stale = v.Stale || stale
	return search, err
}

// History returns the lists in which something about a player changed, and the events.
func (v *Visit) History(id string) (*view.History, error) {
	h, err := view.PlayerHistory(v.R, id)
	if err != nil {
		return nil, err
	}
	h.Changes()
	h.NameSections(Section)
	return h, nil
}

// Games returns the games of a player, all or those against another one.
func (v *Visit) Games(id, other string) (*view.Games, error) {
	found, err := view.PlayerGames(v.R, id, other)
	if err != nil {
		return nil, err
	}
	if o := found.Against; o != nil && o.Erased {
		return nil, finding.Refuse("player-erased", finding.Text("id", o.ID))
	}
	found.NameSections(Section)
	return found, nil
}

// Explanation returns how a published list arrived at a player's ratings.
func (v *Visit) Explanation(id, label string, revision int) (*view.Explanation, error) {
	return view.Explain(v.Public.Bureau, v.R, id, label, revision)
}

// UnofficialExplanation returns how the list as it would be now arrives at a player's ratings.
// It is nil if they are those of the newest list.
func (v *Visit) UnofficialExplanation(id string) (*view.Explanation, error) {
	x, err := v.Public.Unofficial.Explain(v.ctx, v.Public.Bureau, v.R, v.Now, id)
	if err == nil && x.Run.Label == v.Newest.Label {
		return nil, nil
	}
	return x, err
}

// UnofficialList returns the list as it would be now.
func (v *Visit) UnofficialList() (*roster.List, error) {
	return v.Public.Unofficial.List(v.R, v.Now)
}

// ListedClub is a club with its members on the newest list.
type ListedClub struct {
	*rows.Club
	Members int
}

// Clubs returns all clubs, by name.
func (v *Visit) Clubs() ([]ListedClub, error) {
	board, err := v.Board(v.Newest)
	if err != nil {
		return nil, err
	}
	all, err := rows.Clubs.Select(v.R, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	members, err := board.Members(v.R)
	clubs := make([]ListedClub, len(all))
	for i, c := range all {
		clubs[i] = ListedClub{c, members[report.FoldName(c.Name)]}
	}
	slices.SortFunc(clubs, func(a, b ListedClub) int { return strings.Compare(a.Name, b.Name) })
	return clubs, err
}

// Club is a club with its members on the newest list and its rated events, the newest first.
type Club struct {
	*rows.Club
	Members *ranking.List
	Events  []*rows.Report
}

// Club returns a club, its members in an order.
func (v *Visit) Club(id string, sort ranking.Sort) (*Club, error) {
	found, err := rows.Clubs.Select(v.R, bureau.Range{Is: []any{id}})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, finding.Refuse("no-club", finding.Text("club", id))
	}
	board, err := v.Board(v.Newest)
	if err != nil {
		return nil, err
	}
	c := &Club{Club: found[0]}
	if c.Members, err = board.Page(v.R, ranking.Selection{Club: c.Name, Sort: sort}); err != nil {
		return nil, err
	}
	held, err := rows.Reports.Select(v.R, bureau.Range{Order: 3, Is: []any{c.Name}, Backward: true})
	c.Events = slices.DeleteFunc(held, func(r *rows.Report) bool { return r.State != string(check.Rated) })
	return c, err
}

// Status returns where the reports stand.
func (v *Visit) Status() (*agenda.Status, error) {
	const rated = 30
	s, err := agenda.StatusOf(v.R, v.Now.Day, rated)
	if err != nil {
		return nil, err
	}
	for i := range s.Underway {
		if err := nameWaits(v.R, s.Underway[i].Case); err != nil {
			return nil, err
		}
	}
	return s, nil
}
