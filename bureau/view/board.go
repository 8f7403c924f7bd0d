package view

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Board is a published list, ready to be sorted and filtered. It holds what sorting and
// filtering need of each player, and no names: a page reads those of its lines. It does
// not change, and any number of pages can be read from it at the same time.
type Board struct {
	Publication *rows.Publication
	About       regulation.About // the edition of the list

	year    int         // in which the list is in force
	lines   []boardLine // of the rated players, by ID
	gone    []boardLine // of the players who had a rating in the list before and have none
	clubs   map[string]uint32
	regions map[string]uint32
	titles  map[string]uint32
	sexes   map[string]uint32
	byName  []uint32 // place of each line by name
	byKana  []uint32 // place of each line by reading
	base    int      // the run from which the list was made; zero: none

	mu     sync.Mutex // guards what follows
	orders map[order][]uint32
	sets   map[string]lineSet
}

// order is an order of the lines, by what of which kind of rating.
type order struct {
	by   Sort
	kind rating.Kind
}

// boardLine is what sorting and filtering need of a player.
type boardLine struct {
	number                   uint32
	club, region, title, sex uint32               // indexes of words; zero: none
	born                     int16                // year; zero: unknown
	lately                   [rating.Kinds]uint16 // games counted in the last 12 lists
	played                   [rating.Kinds]uint16 // games of the period that counted
	rating                   [rating.Kinds]rating.Rating
	before                   [rating.Kinds]rating.Rating // in the list published before
	longAgo                  [rating.Kinds]rating.Rating // 12 lists before
	games                    [rating.Kinds]int32
	k                        [rating.Kinds]rating.K // of the games of the period; zero: none, or several
}

// change returns the change of a rating; zero for a first one.
func (l *boardLine) change(k rating.Kind) int {
	if !l.before[k].Rated() || !l.rating[k].Rated() {
		return 0
	}
	return int(l.rating[k] - l.before[k])
}

// gain returns how much a rating rose in the last 12 lists.
func (l *boardLine) gain(k rating.Kind) int {
	if !l.longAgo[k].Rated() || !l.rating[k].Rated() {
		return 0
	}
	return int(l.rating[k] - l.longAgo[k])
}

// activeLists is how many lists back a counted game makes a player active.
const activeLists = 12

// NewBoard reads a published list. Revision zero means the newest revision, an empty
// label the newest list.
func NewBoard(r bureau.Reader, label string, revision int) (*Board, error) {
	published, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	b := &Board{clubs: map[string]uint32{}, regions: map[string]uint32{}, titles: map[string]uint32{}, sexes: map[string]uint32{}}
	if b.Publication, err = rows.Publications.One(r, int64(published.Seq)); err != nil {
		return nil, err
	}
	if b.Publication == nil {
		return nil, noRows()
	}
	b.base = run.Base
	if b.year = published.At.Year(); run.List != 0 {
		b.year, _, _ = run.List.Split()
	}
	if b.About, err = lists.AboutEdition(r, b.Publication.Edition); err != nil {
		return nil, err
	}
	now, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	before, base := &roster.List{}, &roster.List{}
	if run.Base != 0 {
		out, err := outBefore(r, published.Seq, run.Base)
		if err != nil {
			return nil, err
		}
		if before, err = lists.ListOf(r, out); err != nil {
			return nil, err
		}
		if base = before; out != run.Base {
			if base, err = lists.ListOf(r, run.Base); err != nil {
				return nil, err
			}
		}
	}
	longAgo, err := listsAgo(r, published.Label, activeLists)
	if err != nil {
		return nil, err
	}
	return b, b.read(r, now, before, base, longAgo)
}

// listsAgo returns the list that is some lists before one; the first one if there are
// fewer.
func listsAgo(r bureau.Reader, label string, ago int) (*roster.List, error) {
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(l *rows.List) bool { return l.Label == label })
	if at < 0 {
		return nil, noRows()
	}
	return lists.ListOf(r, all[max(0, at-ago)].Run)
}

// read reads the lines of the rated players.
func (b *Board) read(r bureau.Reader, now, before, base, longAgo *roster.List) error {
	regions := map[string]string{} // by folded name of the club, and by its ID
	clubs, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, c := range clubs {
		regions[report.FoldName(c.Name)], regions[report.FoldName(c.ID)] = c.Region, c.Region
	}
	people := map[uint32]*rows.Person{}
	all, err := rows.Persons.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, p := range all {
		people[p.Number] = p
	}
	ks, err := b.ks(r)
	if err != nil {
		return err
	}
	var names, readings []string
	err = r.Rows(&rows.Players.Relation, bureau.Range{Order: 1}, func(row bureau.Row) (bool, error) {
		p, err := rows.Players.Value(row)
		if err != nil {
			return false, err
		}
		standing, was, start, then := now.Standing(p.Number), before.Standing(p.Number), base.Standing(p.Number), longAgo.Standing(p.Number)
		if !standing.Rated() && !was.Rated() {
			return true, nil
		}
		line := boardLine{number: p.Number, k: ks[p.Number], club: index(b.clubs, report.FoldName(p.Club)), title: index(b.titles, p.Title)}
		line.region = index(b.regions, report.FoldName(regions[report.FoldName(p.Club)]))
		name, reading := "", ""
		if person := people[p.Number]; person != nil {
			line.sex, line.born, name = index(b.sexes, person.Sex), int16(person.Birth.Year()), person.Name
			reading = readingKey(person)
		}
		for k := range standing {
			line.rating[k], line.games[k] = standing[k].Rating, standing[k].Games
			line.lately[k] = uint16(min(max(standing[k].Games-then[k].Games, 0), math.MaxUint16))
			line.played[k] = uint16(min(max(standing[k].Games-start[k].Games, 0), math.MaxUint16))
			line.before[k], line.longAgo[k] = was[k].Rating, then[k].Rating
		}
		if !standing.Rated() {
			b.gone = append(b.gone, line)
			return true, nil
		}
		b.lines = append(b.lines, line)
		names, readings = append(names, report.FoldName(name)), append(readings, reading)
		return true, nil
	})
	b.byName, b.byKana = b.placesBy(names), b.placesBy(readings)
	return err
}

// placesBy returns the place of each line in the order of a text of each.
func (b *Board) placesBy(texts []string) []uint32 {
	places := make([]uint32, len(b.lines))
	for place, at := range b.sorted(func(x, y uint32) int { return strings.Compare(texts[x], texts[y]) }) {
		places[at] = uint32(place)
	}
	return places
}

// ks returns the K for the games of the period, by player.
func (b *Board) ks(r bureau.Reader) (map[uint32][rating.Kinds]rating.K, error) {
	all := map[uint32][rating.Kinds]rating.K{}
	changed, err := rows.States.Select(r, bureau.Range{Order: 1, Is: []any{int64(b.Publication.Seq)}})
	for _, state := range changed {
		kind, err := rating.ParseKind(state.Kind)
		if err != nil {
			return nil, err
		}
		of := all[state.Player]
		of[kind-1] = rating.K(state.K)
		all[state.Player] = of
	}
	return all, err
}

// index returns the index of a word, which it adds if it is new; zero for none.
func index(words map[string]uint32, word string) uint32 {
	if word == "" {
		return 0
	}
	if words[word] == 0 {
		words[word] = uint32(len(words) + 1)
	}
	return words[word]
}

// sorted returns the indexes of the lines in an order; of equal ones, the first ID first.
func (b *Board) sorted(by func(x, y uint32) int) []uint32 {
	all := make([]uint32, len(b.lines))
	for i := range all {
		all[i] = uint32(i)
	}
	if by != nil {
		slices.SortStableFunc(all, by)
	}
	return all
}

// inOrder returns the indexes of the lines in an order, which is found out once.
func (b *Board) inOrder(o order) []uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.orders[o] == nil {
		if b.orders == nil {
			b.orders = map[order][]uint32{}
		}
		b.orders[o] = b.sorted(b.compare(o))
	}
	return b.orders[o]
}

// compare returns how two lines compare in an order; nil for that in which they are.
func (b *Board) compare(o order) func(x, y uint32) int {
	k := o.kind - 1
	switch o.by {
	case ByName:
		return func(x, y uint32) int { return cmp.Compare(b.byName[x], b.byName[y]) }
	case ByReading:
		return func(x, y uint32) int { return cmp.Compare(b.byKana[x], b.byKana[y]) }
	case ByGain:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].gain(k), b.lines[x].gain(k)) }
	case ByActivity:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].lately[k], b.lines[x].lately[k]) }
	case ByRating:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].rating[k], b.lines[x].rating[k]) }
	case ByChange:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].change(k), b.lines[x].change(k)) }
	case ByGames:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].games[k], b.lines[x].games[k]) }
	}
	return nil
}
