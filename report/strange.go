package report

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

var (
	numbers = regexp.MustCompile(`(^|\s)[A-Z]?[0-9]{3,}(,?\s|,?$)`) // words that no name has: a rating, an ID
	code    = regexp.MustCompile(`^[A-Z]{3}$`)                      // of a federation
)

// noName reports whether an entry's name is a title or a federation, or holds a number: cells are shifted.
func (s *sectionChecker) noName(p *Player) bool {
	if p.Name == "" {
		return false
	}
	hasNumber := strings.ContainsAny(p.Name, "0123456789") && numbers.MatchString(p.Name)
	return titles[p.Name] == p.Name || hasNumber || s.isFederation(p.Name) || strings.Contains(p.Federation, " ") && code.MatchString(p.Name)
}

// isFederation reports whether a text of three letters is what an entry has as federation.
func (s *sectionChecker) isFederation(text string) bool {
	const letters = 3
	if s.federations == nil {
		s.federations = map[string]bool{}
		for i := range s.Players {
			s.federations[s.Players[i].Federation] = true
		}
	}
	return len(text) == letters && s.federations[text]
}

// strange tells of federations that FIDE does not have, and of names that several entries have whom no
// birth and no ID tells apart.
func (s *sectionChecker) strange() {
	var foreign, again *Player
	several, alike, other, named := 0, 0, 0, make(map[string]*Player, len(s.Players))
	for _, i := range s.ByStartNumber() {
		p := &s.Players[i]
		if p.Federation != "" && !IsFederation(strings.ToUpper(p.Federation)) {
			foreign = cmp.Or(foreign, p)
			several++
		}
		if p.Name == "" {
			continue
		}
		name := FoldName(p.Name)
		if o := named[name]; o != nil && !differ(p.FideID, o.FideID) && !differ(p.ID, o.ID) && !differ(p.Birth, o.Birth) {
			if alike++; again == nil {
				again, other = p, o.StartNumber
			}
		}
		named[name] = p
	}
	if foreign != nil {
		s.note("federation-unknown", finding.Warning, foreign.At, finding.Int("players", several), finding.Int("player", foreign.StartNumber), finding.Quoted("text", foreign.Federation))
	}
	if again != nil {
		s.note("name-repeated", finding.Warning, again.At, finding.Int("players", alike), finding.Int("player", again.StartNumber), finding.Int("other", other), finding.Text("name", again.Name))
	}
}

// differ reports whether two values are stated and are not the same.
func differ[T comparable](one, other T) bool {
	var none T
	return one != none && other != none && one != other
}

// damaged is an ID as spreadsheets leave it: quoted, with a blank, a fraction or an exponent, or as a
// date. Other texts stay: clubs write national IDs into the field of FIDE's.
var damaged = regexp.MustCompile(`^['"‘’“]|['"’”]$|\s|^[0-9]+[.,][0-9]+([Ee][+-]?[0-9]+)?$|^[0-9]+[Ee][+-][0-9]+$|^[0-9]+([/.-])[0-9]+[/.-][0-9]+$`)

// damagedID reports whether an entry's FIDE ID is no number, but what spreadsheets make of one, or the
// federation of the next cell.
func (s *sectionChecker) damagedID(p *Player) bool {
	if strings.Trim(p.FideID, "0123456789") == "" {
		return false
	}
	return damaged.MatchString(p.FideID) || s.isFederation(p.FideID)
}
