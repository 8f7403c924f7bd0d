package entry

import (
	"cmp"
	"maps"
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
	sounds   map[string][]uint32           // numbers in the rows, by names of the lines
	keys     map[string][]uint32           // the same by keys of names in local scripts
	ids      map[uint32]string             // by numbers; empty: there is none, or they are erased
	searches int                           // in the whole register

	strangers []stranger
}

// find finds who an entry is. Strangers are left to everywhere.
func (s *search) find(f *Found, l *entrylist.Line) error {
	*f = Found{Line: *l, Key: Key(l), State: Unknown}
	e := s.read(l)
	p, number, sure, err := s.numbered(l, e)
	switch {
	case err != nil:
		return err
	case sure:
		s.settle(f, p)
		return nil
	case e.Name == "" && number == "":
		return nil
	}
	named, err := s.named(e)
	if err != nil {
		return err
	}
	switch {
	case p != nil:
		f.remark("number-other", number+" "+cmp.Or(p.Name, p.NameLocal))
		s.amongOthers(f, e, append(named, p), len(named))
	case number != "":
		err = s.mistyped(f, e, named, number)
	case len(named) == 0:
		err = s.nearly(f, e)
	default:
		s.amongOthers(f, e, named, len(named))
	}
	return err
}

// numbered returns the player whose number stands in an entry, and the number as it is written; nil if nobody has it. It is sure
// unless the name is another's.
func (s *search) numbered(l *entrylist.Line, e stated) (p *register.Player, number string, sure bool, err error) {
	p, number, err = s.byNumber(l.Numbers)
	sure = err == nil && p != nil && (e.Name == "" || identity.Contradicts(&report.Player{Name: e.Name, NameLocal: e.NameLocal}, p.Listed()) == identity.NoDoubt)
	return p, number, sure, err
}

func (s *search) byNumber(numbers []string) (*register.Player, string, error) {
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
	for _, at := range []struct{ name, local string }{{name, local}, {sounded(name), ""}, {local, ""}} {
		if at.name == "" {
			continue
		}
		some, err := s.players(s.sounds[at.name])
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if identity.SameName(&identity.Person{Name: at.name, NameLocal: at.local}, p.Listed()) {
				all = append(all, p)
			}
		}
	}
	for _, written := range append(runs(name), runs(local)...) {
		some, err := s.players(s.keys[wholeKey(written)])
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if wholly(written, p) {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b *register.Player) int { return strings.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b *register.Player) bool { return a.ID == b.ID }), nil
}

// runs returns a name in a local script without blanks, in both orders; nothing of one in Latin letters.
func runs(name string) []string {
	if ascii(name) {
		return nil
	}
	words := strings.Fields(name)
	turned := slices.Clone(words)
	slices.Reverse(turned)
	return slices.Compact([]string{strings.Join(words, ""), strings.Join(turned, "")})
}

// wholeKey returns the key of a name without blanks as a whole; empty: it has none.
func wholeKey(written string) string {
	for _, key := range namekey.Keys(written) {
		if key.Word == len(key.Text) {
			return key.Text
		}
	}
	return ""
}

// prepare reads at once what the numbers of all lines lead to, and the names of those that are not settled by them.
func (s *search) prepare(all []entrylist.Line) error {
	var names, ids []string
	for i := range all {
		for _, number := range all[i].Numbers {
			ids = append(ids, namekey.Number(number))
		}
	}
	if err := bureau.Gather(s.r, register.Players.Kind, ids); err != nil {
		return err
	}
	keys := map[any]bool{}
	for i := range all {
		e := s.read(&all[i])
		_, _, sure, err := s.numbered(&all[i], e)
		if err != nil {
			return err
		}
		if sure {
			continue
		}
		for _, name := range []string{e.Name, e.Joined, e.NameLocal} {
			names = append(names, name, sounded(name))
			for _, written := range runs(name) {
				keys[wholeKey(written)] = true
			}
		}
	}
	var err error
	if s.sounds, err = register.BySound(s.r, names...); err != nil {
		return err
	}
	var found []*rows.NameKey
	if len(keys) > 0 { // none would be all there are
		if found, err = rows.NameKeys.Select(s.r, bureau.Range{Any: slices.Collect(maps.Keys(keys))}); err != nil {
			return err
		}
	}
	s.keys = map[string][]uint32{}
	var numbers []uint32
	for _, key := range found {
		if len(s.keys[key.Key]) < mostAlike {
			s.keys[key.Key] = append(s.keys[key.Key], key.Player)
			numbers = append(numbers, key.Player)
		}
	}
	for _, some := range s.sounds {
		numbers = append(numbers, some...)
	}
	return s.gather(numbers)
}

// mostAlike is how many players with one key are compared.
const mostAlike = 100

// gather finds the IDs of players by their numbers in the rows, and reads them at once.
func (s *search) gather(numbers []uint32) error {
	var unread []any
	for _, n := range numbers {
		if _, read := s.ids[n]; !read {
			unread, s.ids[n] = append(unread, int64(n)), ""
		}
	}
	if len(unread) == 0 {
		return nil
	}
	found, err := rows.Players.Select(s.r, bureau.Range{Any: unread})
	if err != nil {
		return err
	}
	var ids []string
	for _, row := range found {
		if !row.Erased {
			s.ids[row.Number] = row.ID
			ids = append(ids, row.ID)
		}
	}
	return bureau.Gather(s.r, register.Players.Kind, ids)
}

// players returns players by their numbers in the rows, merges followed and without those who are erased.
func (s *search) players(numbers []uint32) (all []*register.Player, err error) {
	if err := s.gather(numbers); err != nil {
		return nil, err
	}
	for _, n := range numbers {
		if s.ids[n] == "" {
			continue
		}
		p, err := register.Find(s.r, s.ids[n])
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

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
