package entry

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/identity"
)

func (f *Found) note(what, text string) { f.Notes = append(f.Notes, Note{What: what, Text: text}) }

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
			f.note("club-differs", all[0].Club)
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
		f.note("number-unknown", number)
		return s.nearNumber(f, number)
	}
	if len(named) == 0 {
		f.note("number-unknown", number)
		return s.nearly(f, e)
	}
	here := s.byClub(e, named)
	slipped := slices.DeleteFunc(slices.Clone(named), func(p *register.Player) bool { return !slip(number, p.ID) })
	if len(slipped) == 1 {
		f.note("number-is", slipped[0].ID)
		named = append(slipped, slices.DeleteFunc(named, func(p *register.Player) bool { return p.ID == slipped[0].ID })...)
		s.propose(f, named, true)
		return nil
	}
	if len(named) == 1 || here == 1 {
		f.note("number-is", named[0].ID)
	} else {
		f.note("number-unknown", number)
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
		f.note("near-here", "")
		s.propose(f, alike, len(alike) == 1)
		return nil
	}
	if s.searches++; s.searches > mostSearches {
		f.note("not-searched", "")
		return nil
	}
	found, err := s.anywhere(e)
	if err != nil {
		return err
	}
	switch {
	case len(found.Players) == 0:
		f.note("nobody", "")
	case found.Near:
		f.note("near", "")
	default:
		f.note("part", "")
	}
	f.More = found.More
	var all []*register.Player
	for _, hit := range found.Players {
		p, err := register.Find(s.r, hit.ID)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	s.propose(f, all, false)
	return nil
}

// anywhere searches the whole register as visitors do.
func (s *search) anywhere(e stated) (*finder.Found, error) {
	var all finder.Search
	name := cmp.Or(e.Joined, e.Name)
	found, err := all.Find(s.r, name, mostCandidates)
	if err == nil && len(found.Players) == 0 && name != e.Name {
		found, err = all.Find(s.r, e.Name, mostCandidates)
	}
	if err == nil && len(found.Players) == 0 {
		found, err = all.Near(s.r, name, mostCandidates)
	}
	return found, err
}
