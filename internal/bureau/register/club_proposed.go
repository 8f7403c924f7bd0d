package register

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// ProposedClub is a club that players name and the register of clubs does not have.
type ProposedClub struct {
	Name    string // as most of them write it
	Players int
}

// namedClubs counts how often clubs are named: by the folded name, each spelling.
type namedClubs map[string]map[string]int

func (n namedClubs) add(name string) {
	if name == "" {
		return
	}
	key := report.FoldName(name)
	if n[key] == nil {
		n[key] = map[string]int{}
	}
	n[key][name]++
}

// proposed returns those that are not registered, the most named ones first.
func (n namedClubs) proposed(r bureau.Reader) ([]ProposedClub, error) {
	var all []ProposedClub
	for _, spellings := range n {
		var club ProposedClub
		most := 0
		for name, times := range spellings {
			club.Players += times
			if times > most || times == most && name < club.Name {
				club.Name, most = name, times
			}
		}
		known, err := LookUpClub(r, club.Name)
		if err != nil {
			return nil, err
		}
		if known == nil {
			all = append(all, club)
		}
	}
	slices.SortFunc(all, func(a, b ProposedClub) int { return cmp.Or(b.Players-a.Players, strings.Compare(a.Name, b.Name)) })
	return all, nil
}

// ProposedClubs returns the clubs that players name and the register of clubs does not
// have, those with the most players first.
func ProposedClubs(r bureau.Reader) ([]ProposedClub, error) {
	named := namedClubs{}
	err := r.Rows(&rows.Players.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		p, err := rows.Players.Value(row)
		if err == nil && p.MergedInto == "" && !p.Erased {
			named.add(p.Club)
		}
		return true, err
	})
	if err != nil {
		return nil, err
	}
	return named.proposed(r)
}

// ProposeClubs finds clubs that players name and the register of clubs does not have.
func ProposeClubs(all []ProposedClub) []finding.Finding {
	const most = 3
	if len(all) == 0 {
		return nil
	}
	players := 0
	var names []string
	for i, c := range all {
		if players += c.Players; i < most {
			names = append(names, fmt.Sprintf("%s (%d)", c.Name, c.Players))
		}
	}
	return []finding.Finding{finding.New("clubs-proposed", finding.Info, finding.At{}, finding.Int("clubs", len(all)), finding.Int("players", players),
		finding.Text("names", strings.Join(names, ", ")), finding.Int("more", max(0, len(all)-most)))}
}

// WriteProposedClubs writes clubs as a CSV that ImportClubs reads.
func WriteProposedClubs(all []ProposedClub, w io.Writer) error {
	return clubSheet().WriteCSV(w, func(write func(*Club) error) error {
		for _, c := range all {
			if err := write(&Club{Name: c.Name}); err != nil {
				return err
			}
		}
		return nil
	})
}
