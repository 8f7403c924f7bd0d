package document

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// List is a list, published or as it is now, or a part of one: schema arpad.list/1. It is
// what arpad list prints.
type List struct {
	Schema     string       `json:"schema"`
	Label      string       `json:"label"`
	Revision   *int         `json:"revision"` // null: the current list
	InForce    *civil.Date  `json:"in_force"` // the first day of the list; null: unknown
	Regulation string       `json:"regulation"`
	Cause      *string      `json:"cause"`                // "period", "list zero", or the number of a correction; null: not published
	Digest     *string      `json:"digest"`               // SHA-256 of its canonical text, in hexadecimal; null: not published
	Unofficial bool         `json:"unofficial,omitempty"` // true for the list as it would be now; absent otherwise
	Type       *rating.Kind `json:"type"`                 // that the order and the selection are about; null: they are about none
	Total      int          `json:"total"`                // players in the selection
	Players    []ListPlayer `json:"players"`
}

// ListPlayer is a player in a list.
type ListPlayer struct {
	Place    *int        `json:"place"` // by rating among the players of the selection; null: the list is not sorted by rating
	ID       string      `json:"id"`
	Name     string      `json:"name"`       // empty: withheld
	Local    string      `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Club     string      `json:"club"`
	Title    string      `json:"title"`    // as FIDE codes it: GM, WIM; empty: none
	Standard *ListRating `json:"standard"` // null: no rating
	Rapid    *ListRating `json:"rapid"`    // null: no rating
	Blitz    *ListRating `json:"blitz"`    // null: no rating
}

// ListRating is a rating in a list, with the number of games it is based on.
type ListRating struct {
	Rating rating.Rating `json:"rating"`
	Games  int32         `json:"games"`  // all games counted so far
	Change *int          `json:"change"` // since the list published before; null: no rating in it
	Mark
	NextK *rating.K `json:"next_k"` // of the next game, from the day of the list on; null: there is no K, or the name is withheld
}

// Mark is what the calculation of a list recorded about a rating.
type Mark struct {
	K         *rating.K `json:"k"`                   // used for the games of the period; null: none, or several
	Qualifies *bool     `json:"qualifies,omitempty"` // whether it may serve for qualification; absent: the regulation does not say, or the list was not calculated
}

// NewList returns the document of a list whose lines were read.
func NewList(l *ranking.List) List {
	p := l.Publication
	d := List{
		Schema: "arpad.list/1", Label: p.Label, InForce: orNull(p.InForce), Regulation: p.Edition, Unofficial: l.Unofficial, Type: orNull(l.Kind), Total: l.Total,
		Players: newListPlayers(l.Lines),
	}
	if p.Revision != 0 {
		d.Revision, d.Cause, d.Digest = &p.Revision, &p.Cause, &p.Digest
	}
	return d
}

func newListPlayers(lines []rows.Line) []ListPlayer {
	all := make([]ListPlayer, len(lines))
	for i := range lines {
		all[i] = NewListPlayer(&lines[i])
	}
	return all
}

// NewListPlayer returns the document of a line of a list.
func NewListPlayer(line *rows.Line) ListPlayer {
	d := ListPlayer{
		Place: orNull(line.Place), ID: line.ID, Club: line.Club, Title: line.Title,
		Standard: newListRating(line, rating.Standard), Rapid: newListRating(line, rating.Rapid), Blitz: newListRating(line, rating.Blitz),
	}
	if !line.Withheld {
		d.Name, d.Local = line.Name, line.NameLocal
	}
	return d
}

// newListRating returns the document of a rating, nil for an unrated player.
func newListRating(line *rows.Line, kind rating.Kind) *ListRating {
	f := line.Of(kind)
	if !f.Rating.Rated() {
		return nil
	}
	d := &ListRating{Rating: f.Rating, Games: int32(f.Games), Mark: newMark(view.Mark{K: f.K, Qualifies: f.Qualifies}), NextK: orNull(f.NextK)}
	if by, known := line.Change(kind); known {
		d.Change = &by
	}
	return d
}

func newMark(m view.Mark) Mark { return Mark{orNull(m.K), m.Qualifies} }

// Of returns the rating of a kind; nil: none.
func (p *ListPlayer) Of(kind rating.Kind) *ListRating {
	return [rating.Kinds]*ListRating{p.Standard, p.Rapid, p.Blitz}[kind-1]
}

// WriteList writes what Write writes of the document of a list, line by line.
func WriteList(to io.Writer, l *ranking.List) error {
	const first = "    " // before each line
	var out bytes.Buffer
	head := *l
	head.Lines = nil
	if err := Write(&out, NewList(&head)); err != nil {
		return err
	}
	begin, end, _ := strings.Cut(out.String(), "]\n")
	between := begin + "\n" + first
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(first, "  ")
	for line, err := range l.All() {
		if err != nil {
			return err
		}
		out.Reset()
		out.WriteString(between)
		if err := encoder.Encode(NewListPlayer(line)); err != nil {
			return err
		}
		if _, err := to.Write(out.Bytes()[:out.Len()-1]); err != nil {
			return err
		}
		between, begin = ",\n"+first, "\n  "
	}
	_, err := io.WriteString(to, begin+"]\n"+end)
	return err
}

// each yields what a function makes of each line of a list.
func each[T any](l *ranking.List, of func(*rows.Line) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for line, err := range l.All() {
			var made T
			if err == nil {
				made = of(line)
			}
			if !yield(made, err) {
				return
			}
		}
	}
}
