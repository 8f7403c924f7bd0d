package intake

import (
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report/pack"
)

// Events whose last days are this far from an event are looked at for its games.
const (
	daysBefore = twin.FarthestApart
	daysAfter  = twin.FarthestApart + 400 // an event may last that long
)

// sharing returns the other reports of about the same days that have one of the games of
// a report's sections, in order.
func sharing(rd bureau.Reader, ref string, sections []twin.Section) ([]string, error) {
	if len(sections) == 0 {
		return nil, nil
	}
	marks, shared := twin.MarkedOf(sections), map[string]bool{}
	from, to := sections[0].Days.From-daysBefore, sections[0].Days.To+daysAfter
	each := func(other string, theirs []byte) {
		if other != ref && marks.Any(theirs) {
			shared[other] = true
		}
	}
	kept, err := rows.Kept(rd)
	switch {
	case err != nil:
		return nil, err
	case kept:
		err = lists.PlayedBy(rd, sections, from, to, each)
	default:
		err = playedInRecords(rd, from, to, each)
	}
	return slices.SortedFunc(maps.Keys(shared), func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) }), err
}

// playedInRecords is lists.PlayedBy for a bureau without rows. It reads all reports.
func playedInRecords(rd bureau.Reader, from, to civil.Date, each func(ref string, marks []byte)) error {
	return Records(rd, func(r *check.Case, batch *pack.Batch) error {
		sections := twin.Sections(batch)
		if slices.ContainsFunc(sections, func(s twin.Section) bool { return s.Days.To >= from && s.Days.To < to }) {
			each(r.Ref, twin.Marks(sections))
		}
		return nil
	})
}
