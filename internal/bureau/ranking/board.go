// Package ranking returns published lists as people look at them: sorted and filtered, page by
// page, how ratings are distributed, who moved, and what differs from the list before.
package ranking

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Board is a published list, ready to be sorted and filtered. It holds ratings of the players that were
// needed before, and neither names nor lines: a page reads those that it shows.
// Pages in the order of the ratings do without. Any number of pages can be read from it at the
// same time.
type Board struct {
	Publication *rows.Publication
	About       regulation.About // the edition of the list
	Directory   *Directory       // of the players; it can be that of other boards
	Landmarks   *Landmarks       // from which ratings follow; they can be those of other boards

	// The list, and those with which it is compared; nil: none.
	now     *lists.Head
	before  *lists.Head // published before
	base    *lists.Head // from which it was made
	longAgo *lists.Head // 12 lists before
	seqs    map[int]int // a publication of each run that was published
	year    int         // in which the list is in force

	mu      sync.Mutex // held while what follows is read
	ratings [rating.Kinds]*ratings
	active  [rating.Kinds]playerSet // who has a counted game in the last 12 lists

	size atomic.Int64 // bytes of ratings
}

// boardLine is one row of a list without the player's name.
type boardLine struct {
	number uint32
	played [rating.Kinds]uint16 // games of the period that counted
	rating [rating.Kinds]rating.Rating
	before [rating.Kinds]rating.Rating // in the list published before
	games  [rating.Kinds]int32
	k      [rating.Kinds]rating.K // of the games of the period; zero: none, or several
	since  [rating.Kinds]int      // see PageLine
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
	b := &Board{Directory: &Directory{}, Landmarks: &Landmarks{}, now: run.Head(), seqs: map[int]int{}}
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

// source is one of the lists from which a line is made.
type source int

// The sources, in the order in which a line takes them.
const (
	fromNow source = iota
	fromBefore
	fromBase
)

// sources returns the lists from which lines are made; nil: there is none.
func (b *Board) sources() [3]*lists.Head {
	return [...]*lists.Head{fromNow: b.now, fromBefore: b.before, fromBase: b.base}
}

// take takes what a source says of the player.
func (l *boardLine) take(from source, of *roster.Standing) {
	for k := range of {
		switch from {
		case fromNow:
			l.rating[k], l.games[k] = of[k].Rating, of[k].Games
			l.played[k] = uint16(counted(of[k].Games))
		case fromBefore:
			l.before[k] = of[k].Rating
		case fromBase:
			l.played[k] = uint16(counted(l.games[k] - of[k].Games))
		}
	}
}

// Size returns how many bytes the list holds in memory, about.
func (b *Board) Size() int { return int(b.size.Load()) }

// takeStates has lines take the K for the games of the period, and since when their ratings hold, of
// some states of their players.
func (b *Board) takeStates(states []*rows.State, lines []boardLine) error {
	index := make(map[uint32]*boardLine, len(lines))
	for i := range lines {
		index[lines[i].number] = &lines[i]
	}
	for _, state := range states {
		line := index[state.Player]
		if line == nil {
			continue
		}
		kind, err := rating.ParseKind(state.Kind)
		if err != nil {
			return err
		}
		if state.Since == b.Publication.Seq {
			line.k[kind-1] = rating.K(state.K)
		}
		line.since[kind-1] = max(line.since[kind-1], state.Since)
	}
	return nil
}
