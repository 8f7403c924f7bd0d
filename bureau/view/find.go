package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/register/namekey"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Found are the players whom a search has found.
type Found struct {
	Query   string
	About   regulation.About // the edition of the newest list
	Players []Hit            // the best matches first, then by rating and name
	More    bool             // there are others
}

// Hit is a player whom a search has found. It holds nothing that is not public.
type Hit struct {
	ID, Name, NameLocal, Club string
	Ratings                   [rating.Kinds]rating.Rating // in the list published last
	match                     namekey.Match
	number                    uint32
}

// candidates is how many players a search looks at.
const candidates = 200

// Find returns up to limit players by ID, by FIDE ID, or by the beginning of words of
// their names in any script.
func Find(r bureau.Reader, text string, limit int) (*Found, error) {
	f := &Found{Query: text}
	newest, err := rows.Lists.Select(r, bureau.Range{Order: 1, Backward: true, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(newest) == 0 {
		return nil, noRows()
	}
	if f.About, err = lists.AboutEdition(r, newest[0].Edition); err != nil {
		return nil, err
	}
	text = strings.TrimSpace(text)
	byID, err := findByID(r, text)
	if err != nil {
		return nil, err
	}
	hits := byID
	if hits == nil {
		if hits, err = f.byName(r, text); err != nil {
			return nil, err
		}
	}
	if err := rate(r, hits); err != nil {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.match, b.match), cmp.Compare(slices.Max(b.Ratings[:]), slices.Max(a.Ratings[:])), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	f.More = f.More || len(hits) > limit
	f.Players = hits[:min(limit, len(hits))]
	return f, nil
}

// findByID returns the player with an ID or the FIDE ID, nil if there is none.
func findByID(r bureau.Reader, text string) ([]Hit, error) {
	id := text
	if p, err := register.Players.Get(r, id); err != nil || p == nil {
		if err != nil || text == "" || strings.Trim(text, "0123456789") != "" {
			return nil, err
		}
		fide, err := register.ByFideID(r, text)
		if err != nil || fide == nil {
			return nil, err
		}
		id = *fide
	}
	p, err := register.Find(r, id)
	if err != nil {
		return nil, err
	}
	return []Hit{hitOf(p)}, nil
}

func hitOf(p *register.Player) Hit {
	return Hit{ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Club: p.Club, number: p.Number}
}

// byName returns the players whose names have all words of a query.
func (f *Found) byName(r bureau.Reader, text string) ([]Hit, error) {
	words := namekey.Query(text)
	if len(words) == 0 {
		return nil, nil
	}
	numbers, err := f.numbers(r, words)
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	matches := map[uint32]namekey.Match{}
	named := map[uint32]*rows.Person{}
	var matched []any
	for _, person := range people {
		if match := namekey.Rank(words, person.Names()...); match != namekey.None {
			matches[person.Number], named[person.Number] = match, person
			matched = append(matched, int64(person.Number))
		}
	}
	if len(matched) == 0 {
		return nil, nil
	}
	players, err := rows.Players.Select(r, bureau.Range{Any: matched})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var hits []Hit
	for _, p := range players {
		hit := Hit{ID: p.ID, Name: named[p.Number].Name, NameLocal: named[p.Number].NameLocal, Club: p.Club, number: p.Number}
		if p.MergedInto != "" {
			into, err := register.Find(r, p.ID)
			if err != nil {
				return nil, err
			}
			hit = hitOf(into)
		}
		if hit.match = matches[p.Number]; !seen[hit.ID] {
			seen[hit.ID] = true
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// numbers returns the numbers of the players with a key for each word, up to a limit. A
// word that begins too many names narrows nothing down, unless all words do.
func (f *Found) numbers(r bureau.Reader, words []namekey.Word) ([]any, error) {
	var found []any // in the order of the keys, of the word that fewest have
	var others []map[any]bool
	for i := range words {
		most := manyKeys
		if len(words) == 1 {
			most = candidates
		}
		numbers, all, err := beginning(r, words[i].Prefixes, most)
		if err != nil {
			return nil, err
		}
		f.More = f.More || !all
		if found == nil || len(numbers) < len(found) {
			found = numbers
		}
		if all {
			set := map[any]bool{}
			for _, n := range numbers {
				set[n] = true
			}
			others = append(others, set)
		}
	}
	found = slices.DeleteFunc(found, func(n any) bool {
		return slices.ContainsFunc(others, func(set map[any]bool) bool { return !set[n] })
	})
	f.More = f.More && len(others) == 0 || len(found) > candidates
	return found[:min(len(found), candidates)], nil
}

// manyKeys is how many keys of a word are read if there are other words.
const manyKeys = 5000

// beginning returns the numbers of the players with a key that begins with one of some
// prefixes, in the order of the keys, and whether these are all.
func beginning(r bureau.Reader, prefixes []string, most int) (numbers []any, all bool, err error) {
	seen := map[any]bool{}
	for _, prefix := range prefixes {
		within := bureau.Range{From: prefix, To: prefix + "\U0010FFFF", Limit: 2 * most}
		err := r.Rows(&rows.NameKeys.Relation, within, func(row bureau.Row) (bool, error) {
			if number := row[1]; !seen[number] {
				seen[number] = true
				numbers = append(numbers, number)
			}
			return len(numbers) < most, nil
		})
		if err != nil {
			return nil, false, err
		}
	}
	return numbers, len(numbers) < most, nil
}

// rate adds the ratings in the list published last.
func rate(r bureau.Reader, hits []Hit) error {
	at := map[uint32]*Hit{}
	var numbers []any
	for i := range hits {
		at[hits[i].number] = &hits[i]
		numbers = append(numbers, int64(hits[i].number))
	}
	if len(numbers) == 0 {
		return nil
	}
	states, err := rows.States.Select(r, bureau.Range{Any: numbers})
	for _, state := range states {
		if state.Until != 0 {
			continue
		}
		kind, err := rating.ParseKind(state.Kind)
		if err != nil {
			return err
		}
		at[state.Player].Ratings[kind-1] = rating.Rating(state.Rating)
	}
	return err
}
