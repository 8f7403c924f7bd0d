package api

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// Query is what to search for.
type Query struct {
	Asked
	Text  string `query:"q" required:"true" maxLength:"200" doc:"An ID, or the beginning of words of a name in any script."`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

func findPlayers(v *visit, q *Query) (any, error) {
	found, err := v.find(q.Text, q.Limit)
	if err != nil {
		return nil, err
	}
	return document.NewFound(found), nil
}

// find returns the players whom a search finds.
func (v *visit) find(text string, limit int) (*finder.Found, error) {
	search, err := v.Searcher()
	if err != nil {
		return nil, err
	}
	return search.Find(v.R, text, limit)
}

// PlayerOf names a player.
type PlayerOf struct {
	Asked
	ID string `path:"id" maxLength:"100" doc:"The ID of the player; a merged one leads to the player's own."`
}

// player returns the player whom a request names. One who was merged is elsewhere, one who
// was erased is gone.
func (v *visit) player(id string) (*register.Player, error) {
	p, err := public.Player(v.R, id)
	if err != nil || p.ID == id {
		return p, err
	}
	return nil, v.leads("/players/", id, p.ID)
}

// leads returns that a document is elsewhere: where the path has another ID.
func (v *visit) leads(before, from, to string) error {
	way := strings.Replace(strings.TrimPrefix(v.path, Root), before+from, before+to, 1)
	if len(v.query) > 0 {
		way += "?" + v.query.Encode()
	}
	return &redirect{http.StatusMovedPermanently, (&url.URL{Path: way}).Path}
}

// history returns the lists in which something about a player changed, and the events.
func (v *visit) history(id string) (*view.History, error) {
	p, err := v.player(id)
	if err != nil {
		return nil, err
	}
	return v.History(p.ID)
}

func readPlayer(v *visit, q *PlayerOf) (any, error) {
	h, err := v.history(q.ID)
	if err != nil {
		return nil, err
	}
	return document.NewPlayer(h, v.Newest.Label), nil
}

func readHistory(v *visit, q *PlayerOf) (any, error) {
	h, err := v.history(q.ID)
	if err != nil {
		return nil, err
	}
	return document.NewHistory(h), nil
}

// ResultsOf names a player, and perhaps an opponent.
type ResultsOf struct {
	PlayerOf
	Against string `query:"against" maxLength:"100" doc:"The ID of an opponent; without it all games."`
}

func readResults(v *visit, q *ResultsOf) (any, error) {
	p, err := v.player(q.ID)
	if err != nil {
		return nil, err
	}
	found, err := v.Games(p.ID, q.Against)
	if err != nil {
		return nil, err
	}
	return document.NewGames(found, found.Games), nil
}

func readNow(v *visit, q *PlayerOf) (any, error) {
	p, err := v.player(q.ID)
	if err != nil {
		return nil, err
	}
	list, err := v.UnofficialList()
	if err != nil {
		return nil, err
	}
	line, err := view.CurrentLine(v.R, p.ID)
	if err != nil {
		return nil, err
	}
	about, err := lists.AboutEdition(v.R, v.Newest.Edition)
	if err != nil {
		return nil, err
	}
	standing := list.Standing(p.Number)
	return document.NewNow(line, &standing, &about, v.Newest.Label, v.Now.Day), nil
}

// WhyOf names a number.
type WhyOf struct {
	PlayerOf
	Label    string   `path:"label" maxLength:"100" doc:"The label of a list, or now."`
	Type     kindName `path:"type"`
	Revision int      `query:"revision" minimum:"1"`
}

func readWhy(v *visit, q *WhyOf) (any, error) {
	p, err := v.player(q.ID)
	if err != nil {
		return nil, err
	}
	x, err := v.explanation(p.ID, q)
	if err != nil {
		return nil, err
	}
	x.NameSections(public.Section)
	kind, err := rating.ParseKind(string(q.Type))
	if err != nil {
		return nil, err
	}
	listed, err := document.Explained(x, kind, false)
	if err != nil {
		return nil, err
	}
	for _, l := range listed {
		l.Discreet = true
	}
	if len(listed) > 0 {
		return document.NewExplanation(v.Printer, p.ID, p.Name, listed), nil
	}
	return nil, finding.Refuse("no-list-of-type", finding.Text("type", string(q.Type)), finding.Text("regulation", v.Text("regulation."+x.About.ID, nil)))
}

// explanation returns how a list arrived at a player's ratings.
func (v *visit) explanation(id string, q *WhyOf) (*view.Explanation, error) {
	if q.Label == "now" {
		x, err := v.UnofficialExplanation(id)
		if err == nil && x == nil {
			return nil, v.leads("/why/", "now", url.PathEscape(v.Newest.Label))
		}
		return x, err
	}
	if err := v.led(q.Label); err != nil {
		return nil, err
	}
	return v.Explanation(id, q.Label, q.Revision)
}

// Entries are the entries to look up.
type Entries struct {
	Asked
	Body struct {
		Entries []string `json:"entries" nullable:"false" minItems:"1" maxItems:"500" doc:"IDs or names."`
	}
}

func readLookup(v *visit, q *Entries) (any, error) {
	const candidates, longest = 5, 200
	d := document.NewLookup(v.Newest.Label)
	for _, entry := range q.Body.Entries {
		found := &finder.Found{Query: finding.Text("", entry).Text}
		if strings.TrimSpace(entry) != "" && len(entry) <= longest {
			var err error
			if found, err = v.find(entry, candidates); err != nil {
				return nil, err
			}
		}
		d.Add(found)
	}
	return d, nil
}
