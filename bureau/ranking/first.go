package ranking

import (
	"math"
	"slices"

	"github.com/arpadchess/arpad/bureau"
)

// First returns the first lines of a selection that is sorted by rating, gain or activity, as many
// as its limit says; those without a gain or activity are not among them. The first of all, or of
// one sex by rating, are read without the rest of the list.
func (b *Board) First(r bureau.Reader, s Selection) ([]PageLine, error) {
	if err := b.ofKind(&s); err != nil {
		return nil, err
	}
	switch sex := s.Sex; {
	case s.Sort == ByRating && s.ofAll(Selection{Sex: sex}):
		return b.firstOfSex(r, &s)
	case s.Sort != ByRating && s.ofAll(Selection{}):
		if all, known, err := b.risen(r, &s); err != nil || known {
			return all, err
		}
	}
	page, err := b.Page(r, s)
	if err != nil {
		return nil, err
	}
	end := slices.IndexFunc(page.Lines, func(l PageLine) bool {
		return s.Sort == ByGain && l.Gain(s.Kind) <= 0 || s.Sort == ByActivity && l.Lately[s.Kind-1] == 0
	})
	if end >= 0 {
		return page.Lines[:end], nil
	}
	return page.Lines, nil
}

// firstOfSex returns the first players of one sex by rating. It reads the stored order as far as
// they are in it.
func (b *Board) firstOfSex(r bureau.Reader, s *Selection) ([]PageLine, error) {
	if err := b.Directory.load(r); err != nil {
		return nil, err
	}
	sex := b.Directory.sexes[s.Sex]
	bands, err := b.bands(r, s.Kind)
	if err != nil || sex == 0 {
		return nil, err
	}
	var all []mover
	for i := 0; i < len(bands) && len(all) < s.Limit; i++ {
		places, err := bands[i].Places(r)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			if b.Directory.members[p.Player].sex == sex {
				all = append(all, mover{p.Player, int(p.Rating)})
			}
		}
	}
	lines, err := b.greatest(r, all, s.Limit)
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && lines[i].Standing.Of(s.Kind).Rating == lines[i-1].Standing.Of(s.Kind).Rating {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines, err
}

// risen returns the players with the greatest gains, or the most games, in the last 12 lists, and
// false if the list 12 lists before was never published as it is now.
func (b *Board) risen(r bureau.Reader, s *Selection) ([]PageLine, bool, error) {
	moved, known, err := b.since(r, b.longAgo, s.Kind)
	if err != nil || !known {
		return nil, false, err
	}
	var all []mover
	for _, m := range moved {
		by := 0
		switch {
		case !m.After.Rated():
		case s.Sort == ByActivity:
			by = min(int(m.Games), math.MaxUint16)
		case s.Sort == ByGain && m.Before.Rated():
			by = int(m.After - m.Before)
		}
		if by > 0 {
			all = append(all, mover{m.Player, by})
		}
	}
	lines, err := b.greatest(r, all, s.Limit)
	return lines, true, err
}
