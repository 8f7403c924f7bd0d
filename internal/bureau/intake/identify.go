package intake

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Identify finds the players of a report by their IDs, or by what an officer has
// said; never by name. Their standings are those in the list of a run; 0 is an empty list.
func Identify(tx *bureau.Tx, r *check.Case, p *report.Report, edition regulation.Edition, run int) (*check.CaseFacts, error) {
	known := &reader{tx, Subjects{}, &check.Known{Moment: tx.Moment, Case: r, Rows: make([][]*register.Player, len(p.Sections))}}
	for i := range p.Sections {
		var err error
		if known.Rows[i], err = WhoIs(tx, r, &p.Sections[i], edition.About().Federation); err != nil {
			return nil, err
		}
	}
	if err := known.readFacts(p, run); err != nil {
		return nil, err
	}
	return check.Identify(known.Known, r, p), nil
}

// WhoIs returns the players that the entries of a section are, nil where nobody
// knows. What an officer has corrected counts for more than all that was said
// before; it lapses where another entry is that player.
func WhoIs(tx *bureau.Tx, r *check.Case, s *report.Section, federation string) ([]*register.Player, error) {
	row := make([]*register.Player, len(s.Players))
	for j := range s.Players {
		var err error
		if row[j], err = Entry(tx, r, s, &s.Players[j], federation); err != nil {
			return nil, err
		}
	}
	corrected, err := corrected(tx, r)
	correctRow(r, corrected, s, row)
	return row, err
}

// correctRow replaces the players of those entries whose identity an officer has corrected.
func correctRow(r *check.Case, corrected map[string]*register.Player, s *report.Section, row []*register.Player) {
	index := report.NewIndex(s)
	for _, d := range r.Standing() {
		a := d.Adjustment
		if a == nil {
			continue
		}
		n, p := index.Of(a.Start), corrected[a.Player]
		if p == nil || a.Section != s.Name || n < 0 {
			continue
		}
		at := slices.IndexFunc(row, func(other *register.Player) bool { return other != nil && other.ID == p.ID })
		if at >= 0 && a.Exchange {
			row[at] = row[n]
		}
		if at < 0 || at == n || a.Exchange {
			row[n] = p
		}
	}
}

// Entry returns the player that an entry is by the report, or by an officer's match;
// nil if nobody knows.
func Entry(tx *bureau.Tx, r *check.Case, s *report.Section, p *report.Player, federation string) (*register.Player, error) {
	for _, d := range r.Standing() {
		if d.Match != nil && d.Identifies(s.Name, p.StartNumber) {
			return register.Find(tx, d.Match.Player)
		}
	}
	return byNumber(tx, p, federation)
}

// byNumber returns the player that the numbers of an entry name; nil if they name
// nobody.
func byNumber(rd bureau.Reader, p *report.Player, federation string) (*register.Player, error) {
	ids := []string{p.ID}
	for _, n := range p.National {
		if n.Federation == federation || federation == "" && len(p.National) == 1 {
			ids = append(ids, n.Number)
		}
	}
	if p.FideID != "" {
		id, err := register.ByFideID(rd, p.FideID)
		if err != nil {
			return nil, err
		}
		if id != nil {
			ids = append(ids, *id)
		}
		ids = append(ids, p.FideID) // clubs write the national ID there
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		if found, err := register.Players.Get(rd, id); err != nil || found != nil {
			if err != nil || found.MergedInto == "" {
				return found, err
			}
			return register.Find(rd, found.ID)
		}
	}
	return nil, nil
}
