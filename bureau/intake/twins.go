package intake

import (
	"encoding/binary"
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

// played is the kind of the documents that say who played in a report: under the last
// day of its event and its reference the numbers of the players, four bytes each.
// Documents of earlier revisions may be left: what they lead to is compared.
const played = "played"

func playedKey(day civil.Date, ref string) string { return day.String() + "\x00" + ref }

// keepPlayed notes who stands in the record of a report.
func keepPlayed(tx *bureau.Tx, r *Case, batch *pack.Batch) error {
	var packed []byte
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			packed = binary.LittleEndian.AppendUint32(packed, e.Player)
		}
	}
	return tx.Put(played, playedKey(r.Days.To, r.Ref), packed)
}

// askTwins asks about sections whose games another report has, under whatever name, and
// notes the reports with which they share some.
func (c *checking) askTwins() error {
	c.Alike = nil
	sections := make([]twin.Section, len(c.p.Sections))
	players := map[uint32]bool{}
	for i := range c.p.Sections {
		sections[i] = c.twinSection(i, players)
	}
	refs, err := c.sharing(players)
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

// twinSection returns a section as it is compared with those of others, and notes its
// players.
func (c *checking) twinSection(section int, players map[uint32]bool) twin.Section {
	s, row := &c.p.Sections[section], c.who.players[section]
	index := report.NewIndex(s)
	t := twin.Section{Days: c.Days}
	for i := range s.Games {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		if white < 0 || black < 0 || row[white] == nil || row[black] == nil {
			continue
		}
		players[row[white].Number], players[row[black].Number] = true, true
		t.Games = append(t.Games, twin.Game{White: row[white].Number, Black: row[black].Number, Round: g.Round, Result: g.Result})
	}
	return t
}

// sharing returns the other reports of about the same days in which two of some players
// stand, in order.
func (c *checking) sharing(players map[uint32]bool) ([]string, error) {
	const around, longest = 100, 400 // days
	shared := map[string]bool{}
	err := c.tx.Scan(played, playedKey(c.Days.From-around, ""), playedKey(c.Days.To+around+longest, ""), func(key string, packed []byte) (bool, error) {
		common := 0
		for ; len(packed) >= 4 && common < 2; packed = packed[4:] {
			if players[binary.LittleEndian.Uint32(packed)] {
				common++
			}
		}
		if ref := key[strings.LastIndexByte(key, 0)+1:]; common == 2 && ref != c.Ref {
			shared[ref] = true
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
