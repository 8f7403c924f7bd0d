package api

import (
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
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

func readPlayer(v *visit, q *PlayerOf) (any, error) {
	p, err := v.Player(q.ID)
	if err != nil {
		return nil, err
	}
	today, err := v.Today(p)
	if err != nil {
		return nil, err
	}
	return document.NewPlayer(today), nil
}

// ResultsOf names a player, and perhaps an opponent.
type ResultsOf struct {
	PlayerOf
	Against string `query:"against" maxLength:"100" doc:"The ID of an opponent; without it all games."`
}

func readNow(v *visit, q *PlayerOf) (any, error) {
	p, err := v.Player(q.ID)
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
