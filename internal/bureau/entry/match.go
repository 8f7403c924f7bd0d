package entry

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

func (f *Found) remark(what, text string) { f.Notes = append(f.Notes, Note{What: what, Text: text}) }

func (f *Found) count(what string, n int) { f.Notes = append(f.Notes, Note{What: what, N: n}) }

// player returns a player as an entry shows them.
func (s *search) player(p *register.Player) Player {
	id := s.club(p.Club)
	return Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Club: p.Club, Federation: p.Federation, Title: p.Title,
		Own: id != "" && slices.Contains(s.own, id), number: p.Number,
	}
}

// settle says that an entry is a player.
func (s *search) settle(f *Found, p *register.Player) {
	is := s.player(p)
	f.State, f.Is = Settled, &is
}

// propose has an entry be one of some players: those of the club that it states, or else of whoever asks, come first. A few are
// shown. It is taken for the first one, to be looked at, if taken says so.
func (s *search) propose(f *Found, some []*register.Player, taken bool) {
	f.May, f.State = nil, Open
	for _, p := range some {
		f.May = append(f.May, s.player(p))
	}
	f.More = f.More || len(f.May) > mostCandidates
	f.May = f.May[:min(len(f.May), mostCandidates)]
	switch {
	case len(f.May) == 0:
		f.State = Unknown
	case taken:
		f.State, f.Is = Taken, &f.May[0]
	}
}

// byClub puts those of the club that an entry states first, or else of whoever asks, and returns how many these are.
func (s *search) byClub(e stated, all []*register.Player) int {
	wanted := s.own
	if e.Club != "" {
		wanted = []string{e.Club}
	}
	n := 0
	rank := func(p *register.Player) int {
		if id := s.club(p.Club); id != "" && slices.Contains(wanted, id) {
			return 0
		}
		return 1
	}
	for _, p := range all {
		n += 1 - rank(p)
	}
	slices.SortStableFunc(all, func(a, b *register.Player) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return n
}

// amongOthers settles an entry among those who have its name, and others whose number it has; named are how many have the name.
func (s *search) amongOthers(f *Found, e stated, all []*register.Player, named int) {
	here, doubted := s.byClub(e, all), len(f.Notes) > 0
	switch {
	case named == 1 && !doubted:
		if e.Club != "" && here == 0 {
			f.remark("club-differs", all[0].Club)
			s.propose(f, all, true)
		} else {
			s.settle(f, all[0])
		}
		return
	case doubted:
	case here == 1:
		f.count("namesakes", named-1)
	case here > 1:
		f.count("several-here", here)
	case named > 1:
		f.count("several", named)
	}
	s.propose(f, all, here == 1 && !doubted)
}

// mistyped finds who an entry is whose number nobody has. It is taken for the only one who has the name, if the number is theirs but
// for a slip, or if they are in the club.
func (s *search) mistyped(f *Found, e stated, named []*register.Player, number string) error {
	if e.Name == "" {
		f.remark("number-unknown", number)
		return s.nearNumber(f, number)
	}
	if len(named) == 0 {
		f.remark("number-unknown", number)
		return s.nearly(f, e)
	}
	here := s.byClub(e, named)
	slipped := slices.DeleteFunc(slices.Clone(named), func(p *register.Player) bool { return !slip(number, p.ID) })
	if len(slipped) == 1 {
		f.remark("number-is", slipped[0].ID)
		named = slices.Concat(slipped, slices.DeleteFunc(named, func(p *register.Player) bool { return p.ID == slipped[0].ID }))
		s.propose(f, named, true)
		return nil
	}
	if len(named) == 1 || here == 1 {
		f.remark("number-is", named[0].ID)
	} else {
		f.remark("number-unknown", number)
		f.count("several", len(named))
	}
	s.propose(f, named, here == 1 || len(named) == 1 && len(s.own) == 0)
	return nil
}

// slip reports whether a number is another one but for a slip of the keyboard, or zeros at its beginning.
func slip(number, of string) bool {
	number = namekey.Number(number)
	return slices.Contains(identity.Near(number, func(other string) bool { return other == of }), of)
}

// nearNumber proposes those whose numbers are near one that nobody has.
func (s *search) nearNumber(f *Found, number string) error {
	if s.searches++; s.searches > mostSearches {
		return nil
	}
	ids, err := register.Near(s.r, namekey.Number(number))
	if err != nil {
		return err
	}
	var all []*register.Player
	for _, id := range ids[:min(len(ids), mostCandidates+1)] {
		p, err := register.Find(s.r, id)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	s.propose(f, all, false)
	return nil
}

// nearly proposes whom an entry may be whose name nobody has: those of the club who are called so in part, or nearly so; then, for
// a few entries of a list, those of all.
func (s *search) nearly(f *Found, e stated) error {
	members, err := s.around(e)
	if err != nil {
		return err
	}
	words := namekey.Query(e.Name)
	part := slices.DeleteFunc(slices.Clone(members), func(p *register.Player) bool {
		return namekey.Rank(words, namekey.Keys(p.Name, p.NameLocal, p.Kana)) > namekey.Beginning
	})
	switch {
	case len(part) == 1:
		f.count("only-here", 1)
		s.propose(f, part, true)
		return nil
	case len(part) > 1:
		f.count("several-here", len(part))
		s.propose(f, part, false)
		return nil
	}
	if alike := slices.DeleteFunc(slices.Clone(members), func(p *register.Player) bool { return !near(e, p) }); len(alike) > 0 {
		f.remark("near-here", "")
		s.propose(f, alike, len(alike) == 1)
		return nil
	}
	if s.searches++; s.searches > mostSearches {
		f.remark("not-searched", "")
		return nil
	}
	s.strangers = append(s.strangers, stranger{f, e})
	return nil
}

// stranger is an entry that is searched for in the whole register.
type stranger struct {
	*Found
	stated
}

// everywhere proposes whom the strangers may be: those who are called so but for a slip, or else in part. What all of them may be
// called is looked up at once: these keys lie all over the table.
func (s *search) everywhere() error {
	meant := make([][]string, len(s.strangers))
	for i := range s.strangers {
		meant[i] = s.strangers[i].meant()
	}
	sounds, err := register.BySound(s.r, slices.Concat(meant...)...)
	if err == nil {
		err = s.gather(slices.Concat(slices.Collect(maps.Values(sounds))...))
	}
	if err != nil {
		return err
	}
	for i := range s.strangers {
		f, e, note := s.strangers[i].Found, s.strangers[i].stated, "near"
		all, err := s.slipped(meant[i], sounds)
		if err == nil && len(all) == 0 {
			note = "part"
			all, f.More, err = s.inPart(e)
		}
		if err != nil {
			return err
		}
		if len(all) == 0 {
			note = "nobody"
		}
		f.remark(note, "")
		s.byClub(e, all)
		s.propose(f, all, false)
	}
	return nil
}

// inPart returns who is called so in part, as visitors search, and whether there are others.
func (s *search) inPart(e stated) (all []*register.Player, more bool, err error) {
	var search finder.Search
	for _, name := range []string{e.Joined, e.Name} {
		if name == "" || len(all) > 0 {
			continue
		}
		found, err := search.Find(s.r, name, mostCandidates)
		if err != nil {
			return nil, false, err
		}
		more = found.More
		for _, hit := range found.Players {
			p, err := register.Find(s.r, hit.ID)
			if err != nil {
				return nil, false, err
			}
			all = append(all, p)
		}
	}
	return all, more, nil
}

// meant returns what an entry with a name in Latin letters may be called, but for one slip of the keyboard: sorted, each once.
func (e stated) meant() (all []string) {
	const longest = 40
	for _, name := range []string{e.Joined, e.Name} {
		if len(strings.Fields(name)) >= 2 && ascii(name) && len(name) <= longest {
			all = append(all, slips(report.FoldName(name))...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// slipped returns who has one of some names, by their sounds.
func (s *search) slipped(names []string, sounds map[string][]uint32) (all []*register.Player, err error) {
	for _, name := range names {
		some, err := s.players(sounds[name])
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if identity.SameName(&identity.Person{Name: name}, p.Listed()) && !slices.ContainsFunc(all, func(o *register.Player) bool { return o.ID == p.ID }) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}

// slips returns what a name is without a slip of the keyboard: a letter more, less or other, or two neighbours exchanged.
func slips(name string) (all []string) {
	letters := []rune(name)
	put := func(head []rune, middle string, tail []rune) { all = append(all, string(head)+middle+string(tail)) }
	for i := range letters {
		put(letters[:i], "", letters[i+1:])
		if i+1 < len(letters) {
			put(letters[:i], string(letters[i+1])+string(letters[i]), letters[i+2:])
		}
		for _, letter := range "abcdefghijklmnopqrstuvwxyz" {
			put(letters[:i], string(letter), letters[i+1:])
			put(letters[:i], string(letter), letters[i:])
			if i == len(letters)-1 {
				put(letters, string(letter), nil)
			}
		}
	}
	return all
}
