package finder

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// club is a club with the keys of its names and its region.
type club struct {
	*rows.Club
	keys []namekey.Key
}

// readClubs reads the clubs.
func readClubs(r bureau.Reader) ([]club, error) {
	all, err := rows.Clubs.Select(r, bureau.Range{})
	clubs := make([]club, len(all))
	for i, c := range all {
		clubs[i] = club{c, c.Keys()}
	}
	return clubs, err
}

// Clubs returns up to limit clubs by ID, or by words of their names or their region.
func (s *Search) Clubs(text string, limit int) (found []*rows.Club) {
	id, words := namekey.Number(text), namekey.Query(text)
	for _, c := range s.clubs {
		if c.ID == id || namekey.Rank(words, c.keys) != namekey.None {
			found = append(found, c.Club)
		}
	}
	return found[:min(limit, len(found))]
}

// Events are the reports of events that a search has found.
type Events struct {
	Reports []*rows.Report // the one that ended last first
	More    bool           // there are others
	Number  bool           // the query is the number of the only one
}

// Events returns up to limit reports of events by number, or by words of the name or of the
// organiser in any of its names, and the year.
func (s *Search) Events(r bureau.Reader, text string, limit int) (*Events, error) {
	if e, err := rows.Reports.One(r, namekey.Reference(text)); err != nil || e != nil {
		return &Events{[]*rows.Report{e}, false, true}, err
	}
	words, found := namekey.Query(text), &Events{}
	refs, err := s.rarest(r, words)
	if err != nil || len(words) == 0 {
		return found, err
	}
	for some := range slices.Chunk(refs, 2*limit) {
		reports, err := rows.Reports.Select(r, bureau.Range{Any: some})
		if err != nil {
			return nil, err
		}
		for _, e := range reports {
			if s.fits(e, words) {
				found.Reports = append(found.Reports, e)
			}
		}
		if len(found.Reports) > limit {
			break
		}
	}
	slices.SortStableFunc(found.Reports, func(a, b *rows.Report) int { return cmp.Compare(b.LastDay, a.LastDay) })
	found.More = len(found.Reports) > limit
	found.Reports = found.Reports[:min(limit, len(found.Reports))]
	return found, nil
}

// yearOf returns the year that a word is, zero if it is none.
func yearOf(w *namekey.Word) int {
	year, _ := strconv.Atoi(w.Prefixes[0])
	if year < 1900 || year > 2999 {
		return 0
	}
	return year
}

// rarest returns the references of events with the word that has the fewest, of each word no more
// than it needs to find the newest.
func (s *Search) rarest(r bureau.Reader, words []namekey.Word) (refs []any, err error) {
	for i := range words {
		var some map[string]bool
		if year := yearOf(&words[i]); year == 0 {
			some, err = s.eventsWith(r, &words[i])
		} else {
			some, err = eventsOf(r, bureau.Range{Order: 4, From: fmt.Sprintf("%d-", year), To: fmt.Sprintf("%d-", year+1), Backward: true, Limit: mostTried})
		}
		if err != nil {
			return nil, err
		}
		if i > 0 && len(some) >= len(refs) {
			continue
		}
		refs = nil
		for _, ref := range slices.Backward(slices.Sorted(maps.Keys(some))) {
			refs = append(refs, ref)
		}
	}
	return refs[:min(len(refs), mostTried)], nil
}

// eventsOf returns the references of the reports in a range.
func eventsOf(r bureau.Reader, within bureau.Range) (map[string]bool, error) {
	found, err := rows.Reports.Select(r, within)
	refs := map[string]bool{}
	for _, e := range found {
		refs[e.Ref] = true
	}
	return refs, err
}

// eventsWith returns the references of the events that a word finds, by their keys and by the
// names of their clubs.
func (s *Search) eventsWith(r bureau.Reader, w *namekey.Word) (map[string]bool, error) {
	refs := map[string]bool{}
	for _, prefix := range w.Prefixes {
		keys, err := rows.EventKeys.Select(r, bureau.Range{From: prefix, To: prefix + "\U0010FFFF", Backward: true, Limit: 2 * mostTried})
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			refs[key.Ref] = true
		}
	}
	for _, c := range s.clubs {
		if namekey.Rank([]namekey.Word{*w}, c.keys) == namekey.None {
			continue
		}
		held, err := eventsOf(r, bureau.Range{Order: 3, Is: []any{c.Name}, Backward: true, Limit: mostTried})
		if err != nil {
			return nil, err
		}
		maps.Copy(refs, held)
	}
	return refs, nil
}

// fits reports whether an event has all words.
func (s *Search) fits(e *rows.Report, words []namekey.Word) bool {
	keys := e.Keys()
	for _, c := range s.clubs {
		if c.Name == e.Club {
			keys = append(keys, c.keys...)
		}
	}
	for i := range words {
		if year := yearOf(&words[i]); year != 0 && (year == e.LastDay.Year() || year == e.FirstDay.Year()) {
			continue
		}
		if namekey.Rank(words[i:i+1], keys) == namekey.None {
			return false
		}
	}
	return true
}
