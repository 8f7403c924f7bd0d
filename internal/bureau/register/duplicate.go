package register

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Pair is two players who may be the same person. It is only a proposal; an
// officer decides whether to merge them.
type Pair struct {
	A, B     string // IDs; B was registered first
	Points   int    // higher is likelier
	Evidence []Evidence
}

// Evidence speaks for or against two players being the same person.
type Evidence struct {
	What   string // key of the text "register.evidence-WHAT"
	Points int    // negative: against
}

// finding returns the warning that a new player, under id, may already be
// registered.
func (p *Pair) finding(id string, at finding.At) finding.Finding {
	return finding.New("perhaps-registered", finding.Warning, at, finding.Text("id", id), finding.Text("other", p.B), finding.Int("points", p.Points))
}

// Finding returns the warning that A may be B.
func (p *Pair) Finding() finding.Finding { return p.finding(p.A, finding.At{}) }

// proposed is the minimum of points for a proposal: about a name and a birth
// that agree except for spelling.
const proposed = 60

// suspect is a card prepared for comparison.
type suspect struct {
	*Card
	folded, sound, local, kana string
}

func newSuspect(c *Card) *suspect {
	squeezed := func(s string) string { return strings.ReplaceAll(report.FoldName(s), " ", "") }
	return &suspect{c, report.FoldName(c.Name), roster.Sound(c.Name), squeezed(c.NameLocal), squeezed(c.Kana)}
}

// compare returns the evidence that two cards belong to the same person.
func (s *suspect) compare(o *suspect) Pair {
	p := Pair{A: s.ID, B: o.ID}
	if s.Number < o.Number {
		p.A, p.B = o.ID, s.ID
	}
	weigh := func(what string, points int) {
		p.Evidence = append(p.Evidence, Evidence{what, points})
		p.Points += points
	}
	both := func(a, b string) bool { return a != "" && b != "" }
	sounds := s.sound == o.sound
	switch {
	case s.folded == o.folded:
		weigh("name", 40)
	case sounds:
		weigh("name-sound", 35)
	case roster.SameName(s.Name, o.Name):
		weigh("name-similar", 30)
	}
	switch {
	case !both(s.local, o.local):
	case s.local == o.local:
		weigh("local", 25)
	case !sounds:
		weigh("local-differs", -25)
	}
	switch {
	case !both(s.kana, o.kana):
	case s.kana == o.kana:
		weigh("kana", 10)
	default:
		weigh("kana-differs", -15)
	}
	s.births(o, weigh)
	if both(s.FideID, o.FideID) {
		if s.FideID == o.FideID {
			weigh("fide", 60)
		} else {
			weigh("fide-differs", -60)
		}
	}
	if both(s.Sex, o.Sex) && s.Sex != o.Sex {
		weigh("sex-differs", -30)
	}
	if both(s.Club, o.Club) && report.FoldName(s.Club) == report.FoldName(o.Club) {
		weigh("club", 10)
	}
	if transposed(s.ID, o.ID) {
		weigh("id-digits", 10)
	}
	return p
}

// births weighs the dates of birth.
func (s *suspect) births(o *suspect, weigh func(string, int)) {
	a, b := s.Birth, o.Birth
	switch {
	case a == 0 || b == 0:
	case a == b && !a.YearOnly():
		weigh("birth", 30)
	case a.Year() == b.Year() && (a.YearOnly() || b.YearOnly()):
		weigh("birth-year", 12)
	case transposed(a.String(), b.String()) || swapped(a.String(), b.String()):
		weigh("birth-digits", 25)
	case mistyped(a.String(), b.String()):
		weigh("birth-digit", 15)
	default:
		weigh("birth-differs", -40)
	}
}

// differences returns the positions at which two texts of equal length differ,
// nil if the lengths differ.
func differences(a, b string) []int {
	if len(a) != len(b) {
		return nil
	}
	var places []int
	for i := range len(a) {
		if a[i] != b[i] {
			places = append(places, i)
		}
	}
	return places
}

// transposed reports whether two texts differ only in two exchanged characters.
func transposed(a, b string) bool {
	d := differences(a, b)
	return len(d) == 2 && a[d[0]] == b[d[1]] && a[d[1]] == b[d[0]]
}

// swapped reports whether two dates differ only in exchanged month and day.
func swapped(a, b string) bool {
	const day = "2006-01-02"
	return len(a) == len(day) && len(b) == len(day) && a[:4] == b[:4] && a[5:7] == b[8:] && a[8:] == b[5:7]
}

// mistyped reports whether two texts differ in exactly one character.
func mistyped(a, b string) bool { return len(differences(a, b)) == 1 }

// bins returns the keys by which candidates are found: cards of one person
// share at least one.
func (s *suspect) bins() []string {
	all := soundBins(s.sound, s.Birth)
	for _, bin := range []struct{ mark, text string }{{"f", s.FideID}, {"l", s.local}, {"k", s.kana}} {
		if bin.text != "" {
			all = append(all, bin.mark+bin.text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// soundBins returns those of the bins that are of the sound of a name.
func soundBins(sound string, birth civil.Birth) []string {
	all := []string{"s" + sound}
	if birth != 0 && !birth.YearOnly() {
		digits := []byte(birth.String())
		slices.Sort(digits)
		for _, word := range strings.Fields(sound) {
			all = append(all, "b"+string(digits)+wordPrefix(word))
		}
	}
	return all
}

// wordPrefix returns the first letters of a word, which are rarely misspelt.
func wordPrefix(word string) string {
	const letters = 3
	runes := []rune(word)
	return string(runes[:min(letters, len(runes))])
}

// Duplicates proposes the pairs of players who may be the same person, the
// likeliest first. Pairs that an officer has declared distinct are left out.
func Duplicates(r bureau.Reader) ([]Pair, error) {
	var all []*suspect
	bins := map[string][]int{}
	err := Players.Scan(r, "", "", func(id string, p *Player) (bool, error) {
		if p.MergedInto != "" || p.Erased {
			return true, nil
		}
		person, err := PersonOf(r, id)
		if err != nil {
			return false, err
		}
		s := newSuspect(&Card{Player: *p, Person: *person})
		for _, bin := range s.bins() {
			bins[bin] = append(bins[bin], len(all))
		}
		all = append(all, s)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	found := map[[2]string]Pair{}
	for _, bin := range bins {
		for i, x := range bin {
			for _, y := range bin[:i] {
				if p := all[x].compare(all[y]); p.Points >= proposed {
					found[[2]string{p.A, p.B}] = p
				}
			}
		}
	}
	pairs := slices.Collect(maps.Values(found))
	return likeliest(r, pairs)
}

// likeliest sorts pairs and leaves out those declared distinct.
func likeliest(r bureau.Reader, pairs []Pair) ([]Pair, error) {
	var failed error
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool {
		two, err := DistinctPairs.Get(r, DistinctKey(p.A, p.B))
		failed = cmp.Or(failed, err)
		return two != nil
	})
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Points, b.Points), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return pairs, failed
}

// among returns the pairs of a new card with some registered players.
func (s *suspect) among(r bureau.Reader, candidates map[string]bool) ([]Pair, error) {
	var pairs []Pair
	for id := range candidates {
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		person, err := PersonOf(r, id)
		if err != nil {
			return nil, err
		}
		if p.MergedInto != "" || p.Erased {
			continue
		}
		if pair := s.compare(newSuspect(&Card{Player: *p, Person: *person})); pair.Points >= proposed {
			pairs = append(pairs, pair)
		}
	}
	return likeliest(r, pairs)
}

// Distinct is an officer's decision that two players are different people.
type Distinct struct {
	Actor  string `json:"actor"`
	Reason string `json:"reason"`
}

// DistinctPairs are the pairs of IDs declared distinct, by DistinctKey.
var DistinctPairs = bureau.Table[Distinct]{Kind: "distinct"}

// DistinctKey returns the key of a pair of IDs, in either order.
func DistinctKey(a, b string) string { return min(a, b) + "\x00" + max(a, b) }

// Distinguish records that two players are different people, so that they are
// not proposed again.
func Distinguish(ctx context.Context, b *bureau.Bureau, one, other, reason string) error {
	return b.Do(ctx, "player.distinct", reason, func(tx *bureau.Tx) error {
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		for _, id := range []string{one, other} {
			if p, err := Find(tx, id); err != nil || p.ID != id {
				if err == nil {
					err = finding.Refuse("player-merged", finding.Text("id", id), finding.Text("into", p.ID))
				}
				return err
			}
		}
		d := &Distinct{Actor: tx.Actor, Reason: reason}
		tx.Note(fmt.Sprintf("%s %s", one, other), nil)
		return DistinctPairs.Put(tx, DistinctKey(one, other), d)
	})
}
