package bureau

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// roll is the IDs of all players, and the order in which lists print them.
type roll struct {
	ids  []string // by number
	byID []uint32 // the numbers
}

// rollOf reads the roll.
func rollOf(r Reader) (*roll, error) {
	all := &roll{}
	err := playerNumbers.scan(r, "", "", func(key string, id *string) (bool, error) {
		n, err := strconv.Atoi(key)
		if err == nil && n != len(all.ids) {
			err = fmt.Errorf("player %d is missing", len(all.ids))
		}
		all.ids = append(all.ids, *id)
		return true, err
	})
	all.sort()
	return all, err
}

// sort puts the numbers into the order of the IDs.
func (r *roll) sort() {
	r.byID = make([]uint32, len(r.ids))
	for n := range r.byID {
		r.byID[n] = uint32(n)
	}
	slices.SortFunc(r.byID, func(a, b uint32) int { return strings.Compare(r.ids[a], r.ids[b]) })
}

// canonical appends the bytes of a list: a line for each player with a rating,
// by ID, without names, so that a person can be forgotten and the list stays as
// it was.
func (r *roll) canonical(to []byte, run *Run, standings []roster.Standing, revision int) []byte {
	const most = 48 // bytes of a line
	to = slices.Grow(to, 256+most*len(standings))
	to = fmt.Appendf(to, "arpad.list/1\nlabel %s\nrevision %d\nin force %s\nregulation %s\n", run.Label, revision, run.List, run.Edition)
	to = append(to, "id"...)
	for _, kind := range rating.AllKinds {
		to = fmt.Appendf(to, ",%s,%s_games", kind, kind)
	}
	to = append(to, '\n')
	for _, n := range r.byID {
		if int(n) < len(standings) && standings[n].Rated() {
			to = append(to, r.ids[n]...)
			for k := range standings[n] {
				to = appendState(to, &standings[n][k])
			}
			to = append(to, '\n')
		}
	}
	return to
}

// appendState appends rating and games, or two empty columns.
func appendState(to []byte, s *roster.State) []byte {
	if !s.Rating.Rated() {
		return append(to, ",,"...)
	}
	to = strconv.AppendInt(append(to, ','), int64(s.Rating), 10)
	return strconv.AppendInt(append(to, ','), int64(s.Games), 10)
}
