package public

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Visit is a request while its answer is read from one state of the bureau. Its methods return
// what pages and documents show.
type Visit struct {
	Public   *Public
	Bureau   *bureau.Bureau
	Words    *explain.Printer // the language in which refusals name things
	R        bureau.Reader
	Settings *bureau.Settings
	Now      Version
	Newest   *rows.Publication // the list published last
	Stale    bool              // the answer lacks something, for a moment

	ctx context.Context
}

// Visit calls read with the bureau as it is now. The visit is there when it has failed, too.
func (p *Public) Visit(ctx context.Context, words *explain.Printer, read func(*Visit) error) (*Visit, error) {
	of := p.enter()
	defer of.visits.Done()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	late, begun := time.AfterFunc(p.Patience, stop), false
	v := &Visit{Public: p, Bureau: of.Bureau, Words: words, ctx: ctx}
	err := of.View(ctx, func(r bureau.Reader, settings *bureau.Settings) (err error) {
		v.R, v.Settings = r, settings
		if v.Now, err = p.seeing(of, r, settings); err != nil {
			return err
		}
		if v.Newest, err = rows.Publications.One(r, int64(v.Now.Seq)); err != nil {
			return err
		}
		late.Stop()
		begun = true
		go p.watch(ctx, stop)
		return read(v)
	})
	if failed(err) && !begun {
		err = fmt.Errorf("%w: %w", errNotBegun, err)
	}
	return v, err
}

// Use calls f with the bureau as it is open now. It stays open meanwhile.
func (p *Public) Use(f func(*bureau.Bureau) error) error {
	of := p.enter()
	defer of.visits.Done()
	return f(of.Bureau)
}

// watch stops a visit whose bureau has gone away.
func (p *Public) watch(ctx context.Context, stop func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(patience / 3):
			if _, err := p.Version(ctx); isAway(err) {
				stop()
			}
		}
	}
}

// NewestLabel stands for the newest list in addresses.
const NewestLabel = "newest"

// Publication returns a published list; revision 0 is its newest one.
func (v *Visit) Publication(label string, revision int) (*rows.Publication, error) {
	if label == NewestLabel {
		return nil, &Moved{Status: http.StatusFound, From: "/" + NewestLabel, To: "/" + url.PathEscape(v.Newest.Label)}
	}
	p, err := lists.FindList(v.R, label, revision)
	if err != nil {
		return nil, err
	}
	return rows.Publications.One(v.R, int64(p.Seq))
}

// Board returns a published list, ready to be sorted and filtered; revision 0 is its newest one.
func (v *Visit) Board(label string, revision int) (*ranking.Board, error) {
	p, err := v.Publication(label, revision)
	if err != nil {
		return nil, err
	}
	return ranking.NewBoard(v.R, p.Label, p.Revision)
}

// NewestBoard returns the list published last.
func (v *Visit) NewestBoard() (*ranking.Board, error) {
	return ranking.NewBoard(v.R, v.Newest.Label, v.Newest.Revision)
}

// NoKind returns the refusal of a kind of rating that an edition does not issue.
func (v *Visit) NoKind(name string, about *regulation.About) error {
	return finding.Refuse("no-list-of-type", finding.Text("type", name), finding.Text("regulation", v.Words.Text("regulation."+about.ID, nil)))
}

// Searcher returns the search for players.
func (v *Visit) Searcher() (*finder.Search, error) {
	search, stale, err := v.Public.Search(v.R, v.Now)
	v.Stale = v.Stale || stale
	return search, err
}

// Player returns a player whom the public may see. One who was merged has moved, and so has one
// whose number is written in another form; one who was erased is refused.
func (v *Visit) Player(id string) (*register.Player, error) {
	p, err := register.Find(v.R, id)
	if refused := (*finding.Refused)(nil); errors.As(err, &refused) {
		meant, failed := finder.ByNumber(v.R, id)
		if failed == nil && meant != nil {
			failed = &Moved{Status: http.StatusFound, From: "/players/" + id, To: "/players/" + meant.ID}
		}
		err = cmp.Or(failed, err)
	}
	switch {
	case err != nil:
		return nil, err
	case p.Erased:
		return nil, finding.Refuse("player-erased", finding.Text("id", p.ID))
	case p.ID != id:
		return nil, &Moved{Status: http.StatusMovedPermanently, From: "/players/" + id, To: "/players/" + p.ID}
	}
	return p, nil
}

// Today returns a player as of today: as of the list published last.
func (v *Visit) Today(p *register.Player) (*ranking.Player, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	return board.Player(v.R, p.Number)
}

// History returns the lists in which something about a player changed, and the events.
func (v *Visit) History(id string) (*view.History, error) {
	if _, err := v.Player(id); err != nil {
		return nil, err
	}
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
	if _, err := v.Player(id); err != nil {
		return nil, err
	}
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

// Explained is how a list arrived at a player's rating of a kind.
type Explained struct {
	*view.Explanation
	Steps *explain.List
}

// NowLabel stands for the list as it would be now in addresses of explanations.
const NowLabel = "now"

// Explained returns how a list arrived at a player's rating of a kind. Without a game since
// the newest list the unofficial rating is explained by that list.
func (v *Visit) Explained(id, label string, revision int, kind string) (*Explained, error) {
	if _, err := v.Player(id); err != nil {
		return nil, err
	}
	x, err := v.explanation(id, label, revision)
	if err != nil {
		return nil, err
	}
	x.NameSections(Section)
	if of, err := rating.ParseKind(kind); err == nil && of != 0 {
		listed, err := document.Explained(x, of, false)
		if err != nil {
			return nil, err
		}
		if len(listed) > 0 {
			return &Explained{x, listed[0]}, nil
		}
	}
	return nil, v.NoKind(kind, &x.About)
}

func (v *Visit) explanation(id, label string, revision int) (*view.Explanation, error) {
	if label == NewestLabel {
		_, err := v.Publication(label, revision)
		return nil, err
	}
	if label != NowLabel {
		return view.Explain(v.Bureau, v.R, id, label, revision)
	}
	x, err := v.Public.Unofficial.Explain(v.ctx, v.Bureau, v.R, v.Now, id)
	if err == nil && x.Run.Label == v.Newest.Label {
		return nil, &Moved{Status: http.StatusFound, From: "/why/" + NowLabel + "/", To: "/why/" + url.PathEscape(v.Newest.Label) + "/"}
	}
	return x, err
}

// UnofficialList returns the list as it would be now.
func (v *Visit) UnofficialList() (*roster.List, error) {
	return v.Public.Unofficial.List(v.ctx, v.Bureau, v.R, v.Now)
}

// ListedClub is a club with its members on the newest list.
type ListedClub struct {
	*rows.Club
	Members int
}

// Clubs returns all clubs, by name.
func (v *Visit) Clubs() ([]ListedClub, error) {
	board, err := v.NewestBoard()
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
		clubs[i].Club = c
		for _, name := range c.Called() {
			clubs[i].Members += members[name]
		}
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
		return nil, finding.Refuse("no-club", finding.Text("name", id))
	}
	board, err := v.NewestBoard()
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
