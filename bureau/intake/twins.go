package intake

import (
	"encoding/binary"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/report/twin"
)

// played is the kind of the documents by which the same games are found in other
// reports: under the last day of the event and the reference the fingerprints of the
// games, four bytes each. Documents of earlier revisions may be left: what they lead to
// is compared.
const played = "played"

func playedKey(day civil.Date, ref string) string { return day.String() + "\x00" + ref }

// gameMark returns a number that is the same for the same game: players, colours and
// result. Other games may have it, too.
func gameMark(g *twin.Game) uint32 {
	h := fnv.New32a()
	var b [9]byte
	binary.LittleEndian.PutUint32(b[:], g.White)
	binary.LittleEndian.PutUint32(b[4:], g.Black)
	b[8] = byte(g.Result)
	_, _ = h.Write(b[:]) // which never fails
	return h.Sum32()
}

// keepPlayed notes the games of the record of a report.
func keepPlayed(tx *bureau.Tx, r *Case, batch *pack.Batch) error {
	var marks []byte
	for _, s := range twin.Sections(batch) {
		for i := range s.Games {
			marks = binary.LittleEndian.AppendUint32(marks, gameMark(&s.Games[i]))
		}
	}
	return tx.Put(played, playedKey(r.Days.To, r.Ref), marks)
}

// askTwins asks about sections whose games another report has, under whatever name, and
// notes the reports with which they share some.
func (c *checking) askTwins() error {
	c.Alike = nil
	sections := make([]twin.Section, len(c.p.Sections))
	for i := range c.p.Sections {
		sections[i] = c.twinSection(i)
	}
	refs, err := c.sharing(sections)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		other, err := Find(c.tx, ref)
		if err != nil {
			return err
		}
		if !other.standsBefore(c.Case) {
			continue
		}
		batch, err := Record(c.tx, other)
		if err != nil {
			return err
		}
		some := false
		for i := range sections {
			for _, theirs := range twin.Sections(batch) {
				switch verdict := twin.Compare(sections[i], theirs); {
				case verdict.Same:
					f := finding.New("games-twice", finding.Warning, c.p.Sections[i].At, finding.Text("ref", ref), finding.Int("games", verdict.Shared)).In(c.p.Sections[i].Name)
					f.Report = c.p.File
					c.found = append(c.found, f)
				case verdict.Some:
					some = true
				}
			}
		}
		if some {
			c.Alike = append(c.Alike, ref)
		}
	}
	return nil
}

// twinSection returns a section as it is compared with those of others.
func (c *checking) twinSection(section int) twin.Section {
	s, row := &c.p.Sections[section], c.who.players[section]
	index := report.NewIndex(s)
	t := twin.Section{Days: c.Days}
	for i := range s.Games {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		if white < 0 || black < 0 || row[white] == nil || row[black] == nil {
			continue
		}
		t.Games = append(t.Games, twin.Game{White: row[white].Number, Black: row[black].Number, Round: g.Round, Result: g.Result})
	}
	return t
}

// sharing returns the other reports of about the same days that have one of the games of
// some sections, in order.
func (c *checking) sharing(sections []twin.Section) ([]string, error) {
	const around, longest = 100, 400 // days
	marks, shared := map[uint32]bool{}, map[string]bool{}
	for i := range sections {
		for j := range sections[i].Games {
			marks[gameMark(&sections[i].Games[j])] = true
		}
	}
	err := c.tx.Scan(played, playedKey(c.Days.From-around, ""), playedKey(c.Days.To+around+longest, ""), func(key string, theirs []byte) (bool, error) {
		for ; len(theirs) >= 4; theirs = theirs[4:] {
			if ref := key[strings.LastIndexByte(key, 0)+1:]; marks[binary.LittleEndian.Uint32(theirs)] && ref != c.Ref {
				shared[ref] = true
				break
			}
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return slices.SortedFunc(maps.Keys(shared), func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) }), nil
}

// standsBefore reports whether the games of a report go before those of another that
// has the same: it is in a list, or came first and is on its way into one.
func (r *Case) standsBefore(other *Case) bool {
	if r.State == Rated {
		return true
	}
	first := r.Received.Before(other.Received) || r.Received.Equal(other.Received) && bureau.RefKey(r.Ref) < bureau.RefKey(other.Ref)
	return first && (r.State == Admitted || r.pending())
}
