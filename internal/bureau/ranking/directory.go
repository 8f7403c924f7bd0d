package ranking

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Directory is what sorting and filtering need to know of the players, whatever list they are
// in, without their names. It is read when it is first needed. Boards can share one as long as
// the registers stay as they are. The zero value is ready for use.
type Directory struct {
	mu        sync.Mutex  // held while what follows is read
	read      atomic.Bool // all but the places by name and by reading
	registers int         // the count of actions that may have changed the registers when they were read
	known     playerSet
	byID      []uint32 // numbers of the players, in the order of their IDs
	places    []int32  // of the players in the order of their IDs, by number
	members   []member // by number
	clubs     words
	regions   words
	titles    words
	sexes     words

	words sync.Mutex               // held while a set is sought
	sets  map[memberWith]playerSet // of the players with a word

	named             atomic.Bool
	byName, byReading []uint32 // numbers of the players, in the order of their names
}

// member is what sorting and filtering need to know of a player.
type member struct {
	club, region, title, sex uint32 // indexes of words; zero: none
	born                     int16  // year; zero: unknown
}

// memberWith is what a set of players have in common: a word of some sort.
type memberWith struct {
	sort string
	word uint32
}

// setsKept is how many sets of players a directory keeps.
const setsKept = 64

// with returns the players who have a word of some sort, given which one a player has. Nobody has zero.
func (d *Directory) with(word uint32, sort string, of func(*member) uint32) playerSet {
	if word == 0 {
		return nil
	}
	d.words.Lock()
	defer d.words.Unlock()
	at := memberWith{sort, word}
	if known := d.sets[at]; known != nil {
		return known
	}
	set := d.known.those(func(player uint32) bool { return of(&d.members[player]) == word })
	if d.sets == nil || len(d.sets) == setsKept {
		d.sets = map[memberWith]playerSet{}
	}
	d.sets[at] = set
	return set
}

// words are words by index, which is counted from one.
type words map[string]uint32

// index returns the index of a word, which it adds if it is new; zero for none.
func (w words) index(word string) uint32 {
	if word == "" {
		return 0
	}
	if w[word] == 0 {
		w[word] = uint32(len(w) + 1)
	}
	return w[word]
}

// Load reads what filtering needs, unless that was done.
func (d *Directory) Load(r bureau.Reader) error {
	if d.read.Load() {
		return nil // without waiting for the names
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.read.Load() {
		return nil
	}
	if n, err := bureau.Counters.Get(r, bureau.RegistersCounter); err != nil {
		return err
	} else if n != nil {
		d.registers = *n
	}
	d.byID, d.members = nil, nil
	d.clubs, d.regions, d.titles, d.sexes = words{}, words{}, words{}, words{}
	if err := d.readPlayers(r); err != nil {
		return err
	}
	d.known = newPlayerSet(len(d.members))
	for _, number := range d.byID {
		d.known.add(number)
	}
	err := eachPerson(r, func(p *rows.Person) {
		if int(p.Number) < len(d.members) {
			m := &d.members[p.Number]
			m.sex, m.born = d.sexes.index(p.Sex), int16(p.Birth.Year())
		}
	}, "sex", "birth")
	d.places = make([]int32, len(d.members))
	for at, number := range d.byID {
		d.places[number] = int32(at)
	}
	d.read.Store(err == nil)
	return err
}

// LoadNames reads what sorting by name needs, and what filtering does, unless that was done.
func (d *Directory) LoadNames(r bureau.Reader) error {
	if err := d.Load(r); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.named.Load() {
		return nil
	}
	var err error
	if d.byName, err = d.sortedBy(r, func(p *rows.Person) string { return report.FoldName(p.Name) }, "name"); err != nil {
		return err
	}
	if d.byReading, err = d.sortedBy(r, readingKey, "name", "name_local", "kana"); err != nil {
		return err
	}
	d.named.Store(true)
	return nil
}

// Registers returns the count of actions that may have changed the registers when the directory was
// read, and false if it was not.
func (d *Directory) Registers() (count int, read bool) {
	if !d.read.Load() {
		return 0, false
	}
	return d.registers, true
}

// Knows reports whether the directory knows the players of a list, or will when it is read.
func (d *Directory) Knows(b *Board) bool { return !d.read.Load() || len(d.members) >= b.now.Players }

// KnowsNames reports whether what sorting by name needs was read.
func (d *Directory) KnowsNames() bool { return d.named.Load() }

// placesByID returns the place of each player in the order of the IDs, by number; nil if the
// directory was not read.
func (d *Directory) placesByID() []int32 {
	if !d.read.Load() {
		return nil
	}
	return d.places
}

// hasSex reports whether a player has a sex, and whether the directory knows the player.
func (d *Directory) hasSex(player uint32, sex string) (has, known bool) {
	if !d.read.Load() || int(player) >= len(d.members) {
		return false, false
	}
	at := d.sexes[sex]
	return at != 0 && d.members[player].sex == at, true
}

// eachPerson calls each with every person. Only the given columns and the number are set.
func eachPerson(r bureau.Reader, each func(*rows.Person), columns ...string) error {
	return r.Rows(&rows.Persons.Relation, bureau.Range{Columns: rows.Persons.Wanted(columns...)}, func(row bureau.Row) (bool, error) {
		p, err := rows.Persons.Value(row)
		if err == nil {
			each(p)
		}
		return true, err
	})
}

// readPlayers reads what is not personal.
func (d *Directory) readPlayers(r bureau.Reader) error {
	regions := map[string]string{} // by folded name of the club, and by its ID
	clubs, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, c := range clubs {
		regions[report.FoldName(c.Name)], regions[report.FoldName(c.ID)] = c.Region, c.Region
	}
	places := map[string]member{} // by club, as players have it
	return r.Rows(&rows.Players.Relation, bureau.Range{Order: 1, Columns: rows.Players.Wanted("club", "title")}, func(row bureau.Row) (bool, error) {
		p, err := rows.Players.Value(row)
		if err != nil {
			return false, err
		}
		if more := int(p.Number) + 1 - len(d.members); more > 0 {
			d.members = append(d.members, make([]member, more)...)
		}
		of, known := places[p.Club]
		if !known {
			club := report.FoldName(p.Club)
			of = member{club: d.clubs.index(club), region: d.regions.index(report.FoldName(regions[club]))}
			places[p.Club] = of
		}
		of.title = d.titles.index(p.Title)
		d.members[p.Number] = of
		d.byID = append(d.byID, p.Number)
		return true, nil
	})
}

// sortedBy returns the numbers of the players in the order of a text that is made of some columns.
// Players with equal texts are sorted by ID.
func (d *Directory) sortedBy(r bureau.Reader, text func(*rows.Person) string, columns ...string) ([]uint32, error) {
	texts := make([]string, len(d.members))
	err := eachPerson(r, func(p *rows.Person) {
		if int(p.Number) < len(texts) {
			texts[p.Number] = text(p)
		}
	}, columns...)
	if err != nil {
		return nil, err
	}
	sorted := slices.Clone(d.byID)
	slices.SortFunc(sorted, func(x, y uint32) int {
		return cmp.Or(strings.Compare(texts[x], texts[y]), cmp.Compare(d.places[x], d.places[y]))
	})
	return sorted, nil
}
