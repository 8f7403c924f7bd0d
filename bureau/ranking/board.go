// Package ranking returns published lists as people look at them: sorted and filtered, page by
// page, how ratings are distributed, who moved, and what differs from the list before.
package ranking

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Board is a published list, ready to be sorted and filtered. It holds what sorting and
// filtering need of each player, and no names: a page reads those of its lines. What it holds
// is read when it is first needed: pages in the order of the ratings do without. Any number of
// pages can be read from it at the same time.
type Board struct {
	Publication *rows.Publication
	About       regulation.About // the edition of the list
	Directory   *Directory       // of the players; it can be that of other boards

	// The list, and those with which it is compared; nil: none.
	now     *lists.Head
	before  *lists.Head // published before
	base    *lists.Head // from which it was made
	longAgo *lists.Head // 12 lists before
	seqs    map[int]int // a publication of each run that was published

	loading sync.Mutex  // held while what follows is read
	loaded  atomic.Bool // it was read
	year    int         // in which the list is in force
	lines   []boardLine // of the rated players, by ID

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
	number  uint32
	lately  [rating.Kinds]uint16 // games counted in the last 12 lists
	played  [rating.Kinds]uint16 // games of the period that counted
	rating  [rating.Kinds]rating.Rating
	before  [rating.Kinds]rating.Rating // in the list published before
	longAgo [rating.Kinds]rating.Rating // 12 lists before
	games   [rating.Kinds]int32
	k       [rating.Kinds]rating.K // of the games of the period; zero: none, or several
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

// NewBoard returns a published list. Revision zero means the newest revision, an empty
// label the newest list.
func NewBoard(r bureau.Reader, label string, revision int) (*Board, error) {
	published, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	b := &Board{Directory: &Directory{}, now: run.Head(), seqs: map[int]int{}}
	if b.Publication, err = rows.Publications.One(r, int64(published.Seq)); err != nil {
		return nil, err
	}
	if b.Publication == nil {
		return nil, view.NoRows()
	}
	if b.year = published.At.Year(); run.List != 0 {
		b.year, _, _ = run.List.Split()
	}
	if b.About, err = lists.AboutEdition(r, b.Publication.Edition); err != nil {
		return nil, err
	}
	if run.Base != 0 {
		out, err := view.OutBefore(r, published.Seq, run.Base)
		if err != nil {
			return nil, err
		}
		if b.before, err = lists.FindHead(r, out); err != nil {
			return nil, err
		}
		if b.base, err = lists.FindHead(r, run.Base); err != nil {
			return nil, err
		}
	}
	out, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	for _, p := range out {
		b.seqs[p.Run] = p.Seq
	}
	b.longAgo, err = listsAgo(r, published.Label, activeLists)
	return b, err
}

// listsAgo returns the list that is some lists before one; the first one if there are
// fewer.
func listsAgo(r bureau.Reader, label string, ago int) (*lists.Head, error) {
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(l *rows.List) bool { return l.Label == label })
	if at < 0 {
		return nil, view.NoRows()
	}
	return lists.FindHead(r, all[max(0, at-ago)].Run)
}

// Load reads what sorting and filtering need, unless that was done.
func (b *Board) Load(r bureau.Reader) error {
	b.loading.Lock()
	defer b.loading.Unlock()
	if b.loaded.Load() {
		return nil
	}
	var lines []boardLine
	last, list := 0, &roster.List{} // one at a time is in memory
	for from, head := range b.sources() {
		if head == nil {
			continue
		}
		if head.ID != last {
			var err error
			if list, err = lists.ListOf(r, head.ID); err != nil {
				return err
			}
			last = head.ID
		}
		if more := len(list.Standings) - len(lines); more > 0 {
			lines = append(lines, make([]boardLine, more)...)
		}
		for n := range list.Standings {
			lines[n].take(source(from), &list.Standings[n])
		}
	}
	err := b.read(r, lines)
	b.loaded.Store(err == nil)
	return err
}

// source is one of the lists from which a line is made.
type source int

// The sources, in the order in which a line takes them.
const (
	fromNow source = iota
	fromBefore
	fromBase
	fromLongAgo
)

// sources returns the lists from which lines are made; nil: there is none.
func (b *Board) sources() [4]*lists.Head {
	return [...]*lists.Head{fromNow: b.now, fromBefore: b.before, fromBase: b.base, fromLongAgo: b.longAgo}
}

// Loaded reports whether what sorting and filtering need was read.
func (b *Board) Loaded() bool { return b.loaded.Load() }

// Lines returns how many lines the list holds in memory.
func (b *Board) Lines() int {
	if !b.Loaded() {
		return 0
	}
	return len(b.lines)
}

// take takes what a source says of the player.
func (l *boardLine) take(from source, of *roster.Standing) {
	for k := range of {
		since := uint16(min(max(l.games[k]-of[k].Games, 0), math.MaxUint16))
		switch from {
		case fromNow:
			l.rating[k], l.games[k] = of[k].Rating, of[k].Games
			all := uint16(min(max(of[k].Games, 0), math.MaxUint16))
			l.played[k], l.lately[k] = all, all
		case fromBefore:
			l.before[k] = of[k].Rating
		case fromBase:
			l.played[k] = since
		case fromLongAgo:
			l.longAgo[k], l.lately[k] = of[k].Rating, since
		}
	}
}

// read reads the lines of the rated players, given what the lists say, by number.
func (b *Board) read(r bureau.Reader, say []boardLine) error {
	b.lines = nil
	if err := b.Directory.load(r); err != nil {
		return err
	}
	states, err := rows.States.Select(r, bureau.Range{Order: 1, Is: []any{int64(b.Publication.Seq)}})
	if err != nil {
		return err
	}
	ks, err := b.ks(states)
	if err != nil {
		return err
	}
	for _, number := range b.Directory.byID {
		if int(number) >= len(say) {
			continue // they came after the list
		}
		line, rated := say[number], rating.Rating.Rated
		line.number, line.k = number, ks[number]
		if slices.ContainsFunc(line.rating[:], rated) {
			b.lines = append(b.lines, line)
		}
	}
	return nil
}

// member returns what is known of the player of a line.
func (b *Board) member(l *boardLine) *member { return &b.Directory.members[l.number] }

// ks returns the K for the games of the period, by player, of some states.
func (b *Board) ks(states []*rows.State) (map[uint32][rating.Kinds]rating.K, error) {
	all := map[uint32][rating.Kinds]rating.K{}
	for _, state := range states {
		if state.Since != b.Publication.Seq {
			continue
		}
		kind, err := rating.ParseKind(state.Kind)
		if err != nil {
			return nil, err
		}
		of := all[state.Player]
		of[kind-1] = rating.K(state.K)
		all[state.Player] = of
	}
	return all, nil
}

// sorted returns the indexes of the lines in an order; of equal ones, the first ID first.
func (b *Board) sorted(by func(x, y uint32) int) []uint32 {
	all := make([]uint32, len(b.lines))
	for i := range all {
		all[i] = uint32(i)
	}
	if by != nil {
		slices.SortFunc(all, func(x, y uint32) int { return cmp.Or(by(x, y), cmp.Compare(x, y)) })
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

// IsSorted reports whether the list was read and sorted by something of a kind of rating.
func (b *Board) IsSorted(by Sort, kind rating.Kind) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders[order{by, kind}] != nil
}

// compare returns how two lines compare in an order; nil for that in which they are.
func (b *Board) compare(o order) func(x, y uint32) int {
	k := o.kind - 1
	switch o.by {
	case ByName:
		return func(x, y uint32) int { return b.compareBy(b.Directory.byName, x, y) }
	case ByReading:
		return func(x, y uint32) int { return b.compareBy(b.Directory.byKana, x, y) }
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

// compareBy returns how two lines compare by the places of their players.
func (b *Board) compareBy(places []uint32, x, y uint32) int {
	return cmp.Compare(places[b.lines[x].number], places[b.lines[y].number])
}
