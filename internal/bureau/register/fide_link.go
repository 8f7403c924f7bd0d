package register

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/roster"
)

// FideLink is a proposal: a player without a FIDE ID who may be an entry of FIDE's list,
// because the name sounds alike, the year of birth is the same, and neither the sex nor
// the federation is another one.
type FideLink struct {
	ID, Name       string // the player's
	FideID, Listed string // and the name in FIDE's list
	Year           int    // of birth
	Others         int    // further proposals for the player, or for the FIDE ID
}

// Unlinked are the players who have no FIDE ID.
type Unlinked struct {
	Linked map[string]bool // FIDE IDs that players have

	anyFrom bool            // the federation of some is not known
	from    map[string]bool // federations of the others
	bySound map[string][]unlinked
}

// unlinked is a player who has no FIDE ID.
type unlinked struct {
	id, name, sex, federation string
	year                      int
}

// UnlinkedPlayers returns the players who have no FIDE ID, but a date of birth.
func UnlinkedPlayers(r bureau.Reader) (*Unlinked, error) {
	linked, err := fideIDs(r)
	if err != nil {
		return nil, err
	}
	u := &Unlinked{Linked: linked, from: map[string]bool{}, bySound: map[string][]unlinked{}}
	people := map[uint32]unlinked{}
	err = r.Rows(&rows.Persons.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		person, err := rows.Persons.Value(row)
		if err == nil && person.FideID == "" && person.Birth != 0 && person.Name != "" {
			people[person.Number] = unlinked{name: person.Name, sex: person.Sex, year: person.Birth.Year()}
		}
		return true, err
	})
	if err != nil || len(people) == 0 {
		return u, err
	}
	err = r.Rows(&rows.Players.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		player, err := rows.Players.Value(row)
		if p, without := people[player.Number]; err == nil && without && player.MergedInto == "" && !player.Erased {
			p.id, p.federation = player.ID, player.Federation
			u.anyFrom = u.anyFrom || p.federation == ""
			u.from[p.federation] = true
			sound := roster.Sound(p.name)
			u.bySound[sound] = append(u.bySound[sound], p)
		}
		return true, err
	})
	return u, err
}

// Like reports whether an entry of FIDE's list may be that of a player without a FIDE ID.
func (u *Unlinked) Like(listed *roster.Player) bool { return len(u.alike(listed)) > 0 }

// alike returns the players who may be an entry of FIDE's list.
func (u *Unlinked) alike(listed *roster.Player) (players []unlinked) {
	if listed.Birth == 0 || !u.anyFrom && !u.from[listed.Federation] || u.Linked[listed.FideID] {
		return nil
	}
	differs := func(a, b string) bool { return a != "" && b != "" && a != b }
	for _, p := range u.bySound[roster.Sound(listed.Name)] {
		if p.year == listed.Birth.Year() && !differs(p.sex, listed.Sex) && !differs(p.federation, listed.Federation) {
			players = append(players, p)
		}
	}
	return players
}

// Links returns the proposals for the players of a list of FIDE, by ID.
func (u *Unlinked) Links(list FideList) []FideLink {
	var all []FideLink
	proposals := map[string]int{} // of each player and of each entry
	for n := range list.Len() {
		listed := list.Player(uint32(n))
		for _, p := range u.alike(listed) {
			all = append(all, FideLink{ID: p.id, Name: p.name, FideID: listed.FideID, Listed: RomanName(listed.Name), Year: p.year})
			proposals["player "+p.id]++
			proposals["fide "+listed.FideID]++
		}
	}
	for i := range all {
		all[i].Others = max(proposals["player "+all[i].ID], proposals["fide "+all[i].FideID]) - 1
	}
	slices.SortFunc(all, func(a, b FideLink) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.FideID, b.FideID))
	})
	return all
}

// WriteFideLinks writes the proposals without another one beside them as a CSV that
// ImportPlayers reads.
func WriteFideLinks(all []FideLink, w io.Writer) error {
	return cards().Only("id", "name", "fide_id").WriteCSV(w, func(write func(*Card) error) error {
		for _, link := range all {
			if link.Others > 0 {
				continue
			}
			if err := write(&Card{Player: Player{ID: link.ID, Name: link.Name, FideID: link.FideID}}); err != nil {
				return err
			}
		}
		return nil
	})
}
