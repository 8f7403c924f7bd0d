package ranking

import (
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Directory is what sorting and filtering need to know of the players, whatever list they are
// in, without their names. It is read when it is first needed. Boards can share one as long as
// the registers stay as they are. The zero value is ready for use.
type Directory struct {
	mu      sync.Mutex // held while what follows is read
	read    bool
	byID    []uint32 // numbers of the players, in the order of their IDs
	members []member // by number
	clubs   words
	regions words
	titles  words
	sexes   words

	byName, byKana []uint32 // the place of each player by name and by reading, by number; nil: not read yet
}

// member is what sorting and filtering need to know of a player.
type member struct {
	club, region, title, sex uint32 // indexes of words; zero: none
	born                     int16  // year; zero: unknown
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

// load reads the directory, unless that was done.
func (d *Directory) load(r bureau.Reader) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.read {
		return nil
	}
	d.byID, d.members = nil, nil
	d.clubs, d.regions, d.titles, d.sexes = words{}, words{}, words{}, words{}
	if err := d.readPlayers(r); err != nil {
		return err
	}
	err := eachPerson(r, func(p *rows.Person) {
		if int(p.Number) < len(d.members) {
			m := &d.members[p.Number]
			m.sex, m.born = d.sexes.index(p.Sex), int16(p.Birth.Year())
		}
	}, "sex", "birth")
	d.read = err == nil
	return err
}

// loadNames finds out the places of the players by name, unless that was done. The directory was
// read.
func (d *Directory) loadNames(r bureau.Reader) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.byName != nil {
		return nil
	}
	names, readings := make([]string, len(d.members)), make([]string, len(d.members))
	err := eachPerson(r, func(p *rows.Person) {
		if int(p.Number) < len(names) {
			names[p.Number], readings[p.Number] = report.FoldName(p.Name), readingKey(p)
		}
	}, "name", "name_local", "kana")
	if err == nil {
		d.byKana, d.byName = d.placed(readings), d.placed(names)
	}
	return err
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

// placed returns the place of each player in the order of their texts, by number. Players with
// equal texts are sorted by ID.
func (d *Directory) placed(texts []string) []uint32 {
	sorted, places := slices.Clone(d.byID), make([]uint32, len(d.members))
	slices.SortStableFunc(sorted, func(x, y uint32) int { return strings.Compare(texts[x], texts[y]) })
	for at, number := range sorted {
		places[number] = uint32(at)
	}
	return places
}
