// Package entry finds out who the entries of a list are, before an event: by number, name and club. Nothing else that the
// register knows of anybody has a say, births least of all.
package entry

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Most is how many entries a list may have.
const Most = 400

// mostCandidates is how many players are proposed for an entry.
const mostCandidates = 5

// mostSearches is how many entries of a list whose name nobody has, or whose number, are searched for slips in the whole register.
const mostSearches = 20

// Asked is what is asked about a list.
type Asked struct {
	Lines  []entrylist.Line
	Chosen map[string]string // the ID of the player who was chosen, or Nobody, by the key of the line
	Clubs  []string          // IDs of the clubs of whoever asks
	Days   civil.Range       // of the event: the ratings are those on the first one
	Kind   rating.Kind       // zero, or one that is not issued: the first
}

// Nobody is chosen for an entry that is left out.
const Nobody = "-"

// State is how sure it is who an entry is.
type State uint8

// The states.
const (
	Settled State = iota
	Taken         // for somebody, which should be looked at
	Open          // one of several has to be chosen
	Unknown
	LeftOut // by choice, or as the same player stands above
)

// Player is somebody whom an entry may be.
type Player struct {
	ID, Name, NameLocal, Club, Federation, Title string
	Standing                                     roster.Standing
	Own                                          bool // of a club of whoever asks

	number uint32
}

// Note is something to be looked at: the key "desk.entries.note-WHAT", with its values.
type Note struct {
	What string
	Text string // a number, a name or a club
	N    int    // how many, or which line
}

// Found is who an entry is.
type Found struct {
	entrylist.Line
	Key   string // of the line in Asked.Chosen
	State State
	Is    *Player  // nil: it is not clear
	May   []Player // to choose from, at most a few
	More  bool     // there are others
	Notes []Note
}

// List is a list of entries.
type List struct {
	Publication *rows.Publication // of which the ratings are
	About       regulation.About
	Kind        rating.Kind
	Entries     []Found
}

// Key returns the key under which a choice for a line is known. Lines may be moved and others added meanwhile.
func Key(l *entrylist.Line) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(l.Text), " ")))
	return hex.EncodeToString(sum[:6])
}

// Find returns who the entries of a list are.
func Find(r bureau.Reader, a Asked) (*List, error) {
	if len(a.Lines) > Most {
		return nil, finding.Refuse("entries-too-many", finding.Int("entries", len(a.Lines)), finding.Int("most", Most))
	}
	list := &List{Kind: a.Kind}
	var err error
	if list.Publication, err = inForce(r, a.Days.From); err != nil {
		return nil, err
	}
	run, err := lists.FindRun(r, list.Publication.Run)
	if err != nil {
		return nil, err
	}
	if list.About, err = lists.AboutOf(r, run); err != nil {
		return nil, err
	}
	if !slices.Contains(list.About.Lists, a.Kind) {
		list.Kind = list.About.Lists[0]
	}
	s := &search{r: r, own: a.Clubs, clubs: map[string]string{}, members: map[string][]*register.Player{}, ids: map[uint32]string{}}
	err = s.readClubs()
	if err == nil {
		err = s.prepare(a.Lines)
	}
	if err != nil {
		return nil, err
	}
	list.Entries = make([]Found, len(a.Lines))
	for i := range a.Lines {
		if err := s.find(&list.Entries[i], &a.Lines[i]); err != nil {
			return nil, err
		}
	}
	if err := s.everywhere(); err != nil {
		return nil, err
	}
	for i := range list.Entries {
		list.Entries[i].choose(a.Chosen[list.Entries[i].Key])
	}
	list.twice()
	return list, list.rate(run.Standings(r))
}

// inForce returns the list that is in force on a day; the first for an earlier day.
func inForce(r bureau.Reader, day civil.Date) (*rows.Publication, error) {
	all, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, finding.Refuse("no-list", finding.Text("label", ""))
	}
	best := all[0]
	for _, p := range all {
		if p.InForce <= day && cmp.Or(cmp.Compare(p.InForce, best.InForce), cmp.Compare(p.Seq, best.Seq)) > 0 {
			best = p
		}
	}
	return best, nil
}

// choose settles an entry by what was chosen: one of those whom it may be, or nobody.
func (f *Found) choose(id string) {
	if id == Nobody {
		f.State, f.Is = LeftOut, nil
		return
	}
	if at := slices.IndexFunc(f.May, func(p Player) bool { return p.ID == id }); at >= 0 {
		f.State, f.Is = Settled, &f.May[at]
	}
}

// twice leaves out who stands above.
func (l *List) twice() {
	lines := map[string]int{}
	for i := range l.Entries {
		f := &l.Entries[i]
		if f.Is == nil {
			continue
		}
		if first := lines[f.Is.ID]; first > 0 {
			f.State, f.Notes = LeftOut, append(f.Notes, Note{What: "twice", N: first})
		} else {
			lines[f.Is.ID] = i + 1
		}
	}
}

// rate reads the ratings of all who are shown.
func (l *List) rate(standings *lists.Standings) error {
	var all []*Player
	for i := range l.Entries {
		f := &l.Entries[i]
		for j := range f.May {
			all = append(all, &f.May[j])
		}
		if f.Is != nil {
			all = append(all, f.Is)
		}
	}
	numbers := make([]uint32, len(all))
	for i, p := range all {
		numbers[i] = p.number
	}
	some, err := standings.Of(numbers...)
	for i := range some {
		all[i].Standing = some[i]
	}
	return err
}

// Shown returns the IDs of all who are shown, each once.
func (l *List) Shown() (ids []string) {
	for i := range l.Entries {
		f := &l.Entries[i]
		for j := range f.May {
			ids = append(ids, f.May[j].ID)
		}
		if f.Is != nil {
			ids = append(ids, f.Is.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
