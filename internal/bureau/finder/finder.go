// Package finder finds players by ID, and by the beginning of names in any script.
package finder

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Search finds players. It knows their ratings in the list published last. Any number of
// searches can be made at the same time. After a publication another one is needed.
type Search struct {
	about   regulation.About
	ratings [][rating.Kinds]rating.Rating // by number
	names   *names                        // nil: they are read from rows
	clubs   []club
}

// candidate is a player whom a word may find.
type candidate struct {
	number uint32
	match  namekey.Match
}

// New returns a search with the ratings of the list published last.
func New(r bureau.Reader) (*Search, error) {
	p, run, err := lists.FindListRun(r, "", 0)
	if err != nil {
		return nil, err
	}
	row, err := rows.Publications.One(r, int64(p.Seq))
	if err != nil {
		return nil, err
	}
	if row == nil {
		return nil, finding.Refuse("rows-missing")
	}
	list, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	s := &Search{ratings: make([][rating.Kinds]rating.Rating, len(list.Standings))}
	for n := range list.Standings {
		for k := range s.ratings[n] {
			s.ratings[n][k] = list.Standings[n][k].Rating
		}
	}
	if s.clubs, err = readClubs(r); err != nil {
		return nil, err
	}
	s.about, err = lists.AboutOf(r, run)
	return s, err
}

// Next returns a search with the ratings of the list that is now the last one. It knows the
// same names.
func (s *Search) Next(r bureau.Reader) (*Search, error) {
	next, err := New(r)
	if err == nil {
		next.names = s.names
	}
	return next, err
}

// Found are the players whom a search has found.
type Found struct {
	Query   string
	About   regulation.About // the edition of the newest list
	Players []Hit            // the best matches first, then by rating and name
	Number  bool             // the query is the number of the only one
	Near    bool             // nobody is called so: these are called nearly so
	More    bool             // there are others
}

// Hit is a player whom a search has found. It holds nothing that is not public.
type Hit struct {
	ID, Name, NameLocal, Club string
	Ratings                   [rating.Kinds]rating.Rating // in the list published last
	match                     namekey.Match
	number                    uint32
}

// Find returns up to limit players by ID, by FIDE ID, or by the beginning of words of
// their names in any script.
func (s *Search) Find(r bureau.Reader, text string, limit int) (*Found, error) {
	f := &Found{Query: text, About: s.about}
	text = strings.TrimSpace(text)
	hits, err := s.byID(r, text)
	if err == nil && hits == nil {
		hits, f.More, err = s.byName(r, namekey.Query(text), limit)
	}
	if err != nil {
		return nil, err
	}
	f.Players = hits
	s.sort(f, limit)
	return f, nil
}

// sort sorts what was found, the best first, and cuts it off at the limit.
func (s *Search) sort(f *Found, limit int) {
	slices.SortFunc(f.Players, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.match, b.match), cmp.Compare(s.best(b.number), s.best(a.number)), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	f.More = f.More || len(f.Players) > limit
	f.Players = f.Players[:min(limit, len(f.Players))]
}

// best returns the highest rating of a player.
func (s *Search) best(number uint32) rating.Rating {
	if int(number) >= len(s.ratings) {
		return 0
	}
	return slices.Max(s.ratings[number][:])
}

// byID returns the player with an ID or the FIDE ID, or the one that they were merged
// into; nil if there is none.
func (s *Search) byID(r bureau.Reader, text string) ([]Hit, error) {
	p, err := register.Players.Get(r, text)
	if err == nil && p == nil {
		p, err = byFideID(r, text)
	}
	if err == nil && p != nil && p.MergedInto != "" {
		p, err = register.Find(r, p.MergedInto)
	}
	if err != nil || p == nil {
		return nil, err
	}
	return []Hit{s.hit(p)}, nil
}

// byFideID returns the player with a FIDE ID, nil if there is none.
func byFideID(r bureau.Reader, text string) (*register.Player, error) {
	if text == "" || strings.Trim(text, digits) != "" {
		return nil, nil
	}
	id, err := register.ByFideID(r, text)
	if err != nil || id == nil {
		return nil, err
	}
	return register.Find(r, *id)
}

// hit returns a player with their ratings.
func (s *Search) hit(p *register.Player) Hit {
	hit := Hit{ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Club: p.Club, number: p.Number}
	if int(p.Number) < len(s.ratings) {
		hit.Ratings = s.ratings[p.Number]
	}
	return hit
}

// mostTried is how many candidates a search compares with the query.
const mostTried = 1000

// byName returns the players whose names have all words of a query: at least the best
// ones, one more than the limit if there are so many.
func (s *Search) byName(r bureau.Reader, words []namekey.Word, limit int) (hits []Hit, more bool, err error) {
	if len(words) == 0 {
		return nil, false, nil
	}
	var found []candidate
	if s.names != nil {
		found = s.bestOf(words)
	} else if found, err = s.ofWords(r, words); err != nil {
		return nil, false, err
	}
	tried := found[:min(len(found), mostTried)]
	more = len(tried) < len(found)
	seen := map[string]bool{}
	for size := limit + 1; len(tried) > 0; size *= 2 {
		if s.enough(hits, limit, tried[0]) {
			return hits, true, nil
		}
		size = min(size, len(tried))
		if hits, err = s.named(r, words, tried[:size], seen, hits); err != nil {
			return nil, false, err
		}
		tried = tried[size:]
	}
	return hits, more, nil
}

// enough reports whether no candidate from next on can be among the best hits. A candidate may
// fit the whole query worse than the words by which it was found, never better.
func (s *Search) enough(hits []Hit, limit int, next candidate) bool {
	better := 0
	for i := range hits {
		if cmp.Or(cmp.Compare(hits[i].match, next.match), cmp.Compare(s.best(next.number), s.best(hits[i].number))) <= 0 {
			better++
		}
	}
	return len(hits) > limit && better >= limit
}

// named appends the players among candidates whose names fit a query. Names may have
// changed since the candidates were kept.
func (s *Search) named(r bureau.Reader, words []namekey.Word, some []candidate, seen map[string]bool, hits []Hit) ([]Hit, error) {
	numbers := make([]any, len(some))
	for i := range some {
		numbers[i] = int64(some[i].number)
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	named := map[uint32]*rows.Person{}
	for _, person := range people {
		named[person.Number] = person
	}
	players, err := rows.Players.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		person := named[p.Number]
		if person == nil {
			continue
		}
		match := namekey.Rank(words, person.Keys())
		if match == namekey.None {
			continue
		}
		hit := Hit{ID: p.ID, Name: person.Name, NameLocal: person.NameLocal, Club: p.Club, number: p.Number}
		if int(p.Number) < len(s.ratings) {
			hit.Ratings = s.ratings[p.Number]
		}
		if p.MergedInto != "" {
			to, err := register.Find(r, p.MergedInto)
			if err != nil {
				return nil, err
			}
			hit = s.hit(to)
		}
		if hit.match = match; !seen[hit.ID] {
			seen[hit.ID] = true
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// eachKey calls f with the keys of names that begin with a prefix, in order, at most as many as the limit
// says if there is one, and returns how many these are.
func eachKey(r bureau.Reader, prefix string, limit int, f func(number uint32, key namekey.Key)) (n int, err error) {
	within := bureau.Range{From: prefix, To: prefix + "\U0010FFFF", Limit: limit}
	err = r.Rows(&rows.NameKeys.Relation, within, func(row bureau.Row) (bool, error) {
		f(uint32(row[1].(int64)), namekey.Key{Text: row[0].(string), Word: int(row[2].(int64))})
		n++
		return true, nil
	})
	return n, err
}

// beginning returns the players with a key that a word finds, and whether these are all:
// it reads no more keys than the limit says, if there is one.
func beginning(r bureau.Reader, w *namekey.Word, limit int) (matches map[uint32]namekey.Match, all bool, err error) {
	matches = map[uint32]namekey.Match{}
	for _, prefix := range w.Prefixes {
		n, err := eachKey(r, prefix, limit, func(number uint32, key namekey.Key) {
			match := w.Match(key)
			if before, seen := matches[number]; !seen || match < before {
				matches[number] = match
			}
		})
		if err != nil {
			return nil, false, err
		}
		if limit == 0 {
			continue
		}
		if limit -= n; limit <= 0 {
			return matches, false, nil
		}
	}
	return matches, true, nil
}

// place is a candidate as a number: the better the match, then the rating, the lower.
type place uint64

func (s *Search) place(number uint32, match namekey.Match) place {
	return place(match)<<48 | place(math.MaxInt16-s.best(number))<<32 | place(number)
}

// inOrder returns candidates, each once, the best first.
func inOrder(places []place) []candidate {
	slices.Sort(places)
	places = slices.Compact(places)
	all := make([]candidate, len(places))
	for i, p := range places {
		all[i] = candidate{uint32(p), namekey.Match(p >> 48)}
	}
	return all
}

// sorted returns candidates, the best first.
func (s *Search) sorted(matches map[uint32]namekey.Match) []candidate {
	places := make([]place, 0, len(matches))
	for number, match := range matches {
		places = append(places, s.place(number, match))
	}
	return inOrder(places)
}

// ofWords returns the players whom words find, by the rows, the best first. Among them may be players
// who lack a word that finds very many.
func (s *Search) ofWords(r bureau.Reader, words []namekey.Word) ([]candidate, error) {
	const veryMany = 5000
	for i := range words {
		if some, _, err := beginning(r, &words[i], 1); err != nil || len(some) == 0 {
			return nil, err
		}
	}
	var found map[uint32]namekey.Match // by the words that were looked up
	for i := range words {
		matches, all, err := beginning(r, &words[i], veryMany)
		switch {
		case err != nil:
			return nil, err
		case !all:
		case found == nil:
			found = matches
		default:
			for number, match := range found {
				other, has := matches[number]
				if found[number] = max(match, other); !has {
					delete(found, number)
				}
			}
		}
	}
	if found == nil {
		longest := slices.MaxFunc(words, func(a, b namekey.Word) int { return cmp.Compare(len(a.Prefixes[0]), len(b.Prefixes[0])) })
		var err error
		if found, _, err = beginning(r, &longest, 0); err != nil {
			return nil, err
		}
	}
	return s.sorted(found), nil
}

// bestOf returns the players whom words find, the best first.
func (s *Search) bestOf(words []namekey.Word) []candidate {
	var places []place
	s.names.find(words, func(number uint32, match namekey.Match) { places = append(places, s.place(number, match)) })
	return inOrder(places)
}

// Prepare reads all names. Who is registered or renamed later is found by another search only.
func (s *Search) Prepare(r bureau.Reader) (err error) {
	s.names, err = readNames(r)
	return err
}
