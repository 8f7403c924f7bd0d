package bureau

import (
	"bytes"
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
		all.byID = append(all.byID, uint32(n))
		return true, err
	})
	slices.SortFunc(all.byID, func(a, b uint32) int { return strings.Compare(all.ids[a], all.ids[b]) })
	return all, err
}

// canonical gives the bytes of a list: a line for each player with a rating, by
// ID, without names, so that a person can be forgotten and the list stays as it
// was.
func (r *roll) canonical(run *Run, standings []roster.Standing, revision int) []byte {
	const most = 48 // bytes of a line
	b := bytes.NewBuffer(make([]byte, 0, 256+most*len(standings)))
	fmt.Fprintf(b, "arpad.list/1\nlabel %s\nrevision %d\nin force %s\nregulation %s\n", run.Label, revision, run.List, run.Edition)
	b.WriteString("id")
	for _, kind := range rating.AllKinds {
		fmt.Fprintf(b, ",%s,%s_games", kind, kind)
	}
	b.WriteByte('\n')
	for _, n := range r.byID {
		if int(n) < len(standings) && standings[n].Rated() {
			b.WriteString(r.ids[n])
			for k := range standings[n] {
				writeState(b, &standings[n][k])
			}
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// writeState writes rating and games, or two empty columns.
func writeState(b *bytes.Buffer, s *roster.State) {
	b.WriteByte(',')
	if !s.Rating.Rated() {
		b.WriteByte(',')
		return
	}
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(s.Rating), 10))
	b.WriteByte(',')
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(s.Games), 10))
}
