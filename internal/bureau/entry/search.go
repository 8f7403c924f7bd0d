package entry

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// search finds the entries of one list.
type search struct {
	r        bureau.Reader
	own      []string                      // IDs of clubs
	clubs    map[string]string             // IDs by how clubs are called; empty: none is
	members  map[string][]*register.Player // by ID of the club
	searches int                           // in the whole register
}

// find returns who an entry is.
func (s *search) find(l *entrylist.Line) (*Found, error) {
	f := &Found{Line: *l, Key: Key(l), State: Unknown}
	e := s.read(l)
	p, number, err := s.numbered(l.Numbers)
	switch {
	case err != nil:
		return nil, err
	case p != nil && (e.Name == "" || identity.Contradicts(&report.Player{Name: e.Name, NameLocal: e.NameLocal}, p.Listed()) == identity.NoDoubt):
		s.settle(f, p)
		return f, nil
	case e.Name == "" && number == "":
		return f, nil
	}
	named, err := s.named(e)
	if err != nil {
		return nil, err
	}
	switch {
	case p != nil:
		f.note("number-other", number+" "+cmp.Or(p.Name, p.NameLocal))
		s.amongOthers(f, e, append(named, p), len(named))
	case number != "":
		err = s.mistyped(f, e, named, number)
	case len(named) == 0:
		err = s.nearly(f, e)
	default:
		s.amongOthers(f, e, named, len(named))
	}
	return f, err
}

// numbered returns the player whose number stands in an entry, and the number as it is written; nil if nobody has it.
func (s *search) numbered(numbers []string) (*register.Player, string, error) {
	for _, number := range numbers {
		p, err := finder.ByNumber(s.r, number)
		if err == nil && p == nil {
			var id *string
			if id, err = register.ByFideID(s.r, number); err == nil && id != nil {
				p, err = register.Players.Get(s.r, *id)
			}
		}
		if err == nil && p != nil && p.MergedInto != "" {
			p, err = register.Find(s.r, p.ID)
		}
		if err != nil || p != nil && !p.Erased {
			return p, number, err
		}
	}
	return nil, strings.Join(numbers, " "), nil
}

// stated is who an entry says somebody is.
type stated struct {
	Name, NameLocal string
	Joined          string // the name with what stands in the next column, if that may be a part of it; else empty
	Club            string // ID; empty: none, or one that nobody knows
}

// mostOfFamily is how many kanji a family name has; what is longer is a whole name.
const mostOfFamily = 2

// read finds the club among what stands behind a name, or at the end of it.
func (s *search) read(l *entrylist.Line) stated {
	e := stated{Name: l.Name}
	for _, text := range l.More {
		id := s.club(text)
		switch {
		case id != "" && e.Club == "":
			e.Club = id
		case e.NameLocal == "" && ascii(text) != ascii(l.Name):
			e.NameLocal = text
		case e.Joined == "" && e.Club == "":
			e.Joined = l.Name + " " + text
		}
	}
	words := strings.Fields(e.Name)
	for n := len(words) - 1; n > 0 && e.Club == ""; n-- {
		id := s.club(strings.Join(words[n:], " "))
		if id != "" && (n > 1 || !ascii(e.Name) && len([]rune(words[0])) > mostOfFamily) {
			e.Name, e.Club = strings.Join(words[:n], " "), id
		}
	}
	return e
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 0x24F })
}

// club returns the ID of a club by what it is called, empty if there is none.
func (s *search) club(called string) string { return s.clubs[report.FoldName(called)] }

// readClubs reads how all clubs are called.
func (s *search) readClubs() error {
	all, err := rows.Clubs.Select(s.r, bureau.Range{})
	for _, c := range all {
		for _, called := range c.Called() {
			s.clubs[called] = c.ID
		}
	}
	return err
}

// named returns the players who are called as an entry says, in any script, order and romanisation.
func (s *search) named(e stated) ([]*register.Player, error) {
	names := []string{e.Name, e.Joined}
	if len(strings.Fields(e.Name)) == 1 {
		slices.Reverse(names)
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		found, err := s.called(name, e.NameLocal)
		if both := slices.DeleteFunc(slices.Clone(found), func(p *register.Player) bool { return !writtenSo(e.NameLocal, p) }); len(both) > 0 {
			found = both
		}
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

func (s *search) called(name, local string) (all []*register.Player, err error) {
	add := func(p *register.Player) {
		if !p.Erased && !slices.ContainsFunc(all, func(o *register.Player) bool { return o.ID == p.ID }) {
			all = append(all, p)
		}
	}
	latin := []string{name}
	if sound := sounded(name); sound != "" {
		latin = append(latin, sound)
	}
	for _, spelt := range latin {
		cards, err := register.Namesakes(s.r, spelt, local, 0)
		if err != nil {
			return nil, err
		}
		for _, c := range cards {
			add(&c.Player)
		}
	}
	if ascii(name) {
		return all, nil
	}
	words := strings.Fields(name)
	turned := slices.Clone(words)
	slices.Reverse(turned)
	for _, written := range []string{strings.Join(words, ""), strings.Join(turned, "")} {
		for _, key := range namekey.Keys(written) {
			if key.Word != len(key.Text) {
				continue
			}
			found, err := rows.NameKeys.Select(s.r, bureau.Range{Is: []any{key.Text}, Limit: mostAlike})
			if err != nil {
				return nil, err
			}
			players, err := s.players(found)
			if err != nil {
				return nil, err
			}
			for _, p := range players {
				if wholly(written, p) {
					add(p)
				}
			}
		}
	}
	return all, nil
}

// mostAlike is how many players with one key are compared.
const mostAlike = 100

// writtenSo reports whether a name is somebody's in the local script.
func writtenSo(local string, p *register.Player) bool {
	return local != "" && identity.SameName(&identity.Person{NameLocal: local}, &identity.Person{NameLocal: p.NameLocal, Kana: p.Kana})
}

// wholly reports whether a name without blanks is all of one of somebody's names.
func wholly(name string, p *register.Player) bool {
	wanted := namekey.Keys(name)
	for _, has := range []string{p.NameLocal, p.Kana, p.Name} {
		if has = strings.Join(strings.Fields(has), ""); has != "" && slices.Equal(namekey.Keys(has), wanted) {
			return true
		}
	}
	return false
}

// sounded returns a name in kana in Latin letters; empty: it has something else.
func sounded(name string) string {
	var words []string
	for word := range strings.FieldsSeq(name) {
		keys := namekey.Keys(word)
		if len(keys) == 0 || !kana(word) {
			return ""
		}
		words = append(words, keys[0].Text)
	}
	return strings.Join(words, " ")
}

func kana(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 0x3041 || r > 0x30FF })
}

// players returns the players with keys, merges followed.
func (s *search) players(keys []*rows.NameKey) (all []*register.Player, err error) {
	for _, key := range keys {
		p, err := s.numberedAs(key.Player)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// numberedAs returns a player by number in the rows.
func (s *search) numberedAs(n uint32) (*register.Player, error) {
	row, err := rows.Players.One(s.r, int64(n))
	if err != nil || row == nil {
		return &register.Player{Erased: true}, err
	}
	p, err := register.Players.Get(s.r, row.ID)
	if err == nil && p != nil && p.MergedInto != "" {
		return register.Find(s.r, p.ID)
	}
	return p, err
}

// membersOf returns who is in a club.
func (s *search) membersOf(id string) ([]*register.Player, error) {
	const most = 3000
	if all, read := s.members[id]; read {
		return all, nil
	}
	club, err := rows.Clubs.One(s.r, id)
	if err != nil || club == nil {
		return nil, err
	}
	found, err := rows.OfClub(s.r, club, most)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, row := range found {
		ids[i] = row.ID
	}
	if err := bureau.Gather(s.r, register.Players.Kind, ids); err != nil {
		return nil, err
	}
	all := make([]*register.Player, len(found))
	for i, id := range ids {
		if all[i], err = register.Players.Get(s.r, id); err != nil {
			return nil, err
		}
	}
	s.members[id] = all
	return all, nil
}

// around returns the members of the club that an entry states, or else of the clubs of whoever asks.
func (s *search) around(e stated) (all []*register.Player, err error) {
	ids := s.own
	if e.Club != "" {
		ids = []string{e.Club}
	}
	for _, id := range ids {
		some, err := s.membersOf(id)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// near reports whether a name is nearly somebody's.
func near(e stated, p *register.Player) bool {
	for _, name := range []string{cmp.Or(e.Joined, e.Name), e.Name, e.NameLocal} {
		folded := strings.ReplaceAll(report.FoldName(name), " ", "")
		for _, has := range []string{p.NameLocal, p.Kana, p.Name} {
			if has == "" || name == "" || ascii(has) != ascii(name) {
				continue
			}
			if other := strings.ReplaceAll(report.FoldName(has), " ", ""); identity.OneEdit(folded, other) || ascii(has) && len(strings.Fields(name)) > 1 && roster.SameName(has, name) {
				return true
			}
		}
	}
	return false
}
