package bureau

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

// Citation is a clause of an authority's text with its reading, and the
// refusals that rest on it.
type Citation struct {
	Clause, Reading string
	Refused         []string // ids of the refusals
}

// Citations are the clauses on which refusals rest, by authority, in the order
// and with the numbers of its first text. A refusal that is missing here rests
// on no clause (an ID is taken, a reason is missing) or names its clause where
// it is raised.
var Citations = map[string][]Citation{
	"ncs": {
		{"", "G8", []string{"birth-of-nobody"}},
		{"2(2)", "", []string{"membership-days", "no-membership"}},
		{"3(3)", "J16", []string{
			"period-runs", "period-order", "period-not-out", "no-draft", "draft-outdated", "draft-reports", "draft-registers", "publish-early", "plan-past", "plan-stale", "no-plan", "review-open", "list-base",
		}},
		{"3(7)", "J24", []string{"list-out", "report-already-rated", "report-not-rated", "period-behind", "inquiry-in-future"}},
		{"3(7)", "J33", []string{"after-list", "list-behind"}},
		{"4(1)", "J28", []string{"report-without-record"}},
		{"4(1)b", "", []string{"id-form", "player-unknown"}},
		{"4(2)", "", []string{"notice-incomplete", "notice-link", "event-known", "report-without-file"}},
		{"4(5)", "", []string{"entry-without-name", "perhaps-not-new"}},
		{"7(1)", "", []string{"reason-names-inquirer"}},
		{"7(2)", "", []string{"precedent-incomplete"}},
	},
	"chessa": {
		{"", "G8", []string{"birth-of-nobody"}},
		{"Unrated players 2", "C5", []string{"floor-needed"}},
		{"When new ratings are calculated 1", "C21", []string{
			"period-runs", "period-order", "period-not-out", "no-draft", "draft-outdated", "draft-reports", "draft-registers", "publish-early", "plan-past", "plan-stale", "no-plan", "review-open", "list-base",
		}},
	},
	"nscl": {
		{"Rating Rules 5", "", []string{"period-runs", "period-not-out", "publish-early"}},
	},
}

// Citation returns the citation for a refused id on a day, the zero Citation if
// there is none.
func (s *Settings) Citation(id string, on civil.Date) Citation {
	for _, g := range Citations[s.Text()] {
		if slices.Contains(g.Refused, id) {
			g.Clause = s.Number(g.Clause, on)
			return g
		}
	}
	return Citation{}
}

// Number returns the number of a clause in the text in force on a day, empty if
// that text lacks the clause.
func (s *Settings) Number(clause string, on civil.Date) string {
	about, err := s.EditionOn(on)
	if err != nil {
		return clause
	}
	return about.Number(clause)
}

// EditionOn returns the edition in force on a day; before the first text the first.
func (s *Settings) EditionOn(on civil.Date) (about regulation.About, err error) {
	rules, err := s.Rules()
	if err != nil {
		return about, err
	}
	edition, _ := rules.For(regulation.Period{Days: civil.Range{From: on, To: on}})
	if edition == nil {
		edition = rules.Editions[0]
	}
	return edition.About(), nil
}

// Cite returns a finding of a day with the clause on which it rests.
func (s *Settings) Cite(f finding.Finding, on civil.Date) finding.Finding {
	if f.Clause != "" || f.Reading != "" {
		return f
	}
	g := s.Citation(f.ID, on)
	return f.Under(g.Clause, g.Reading)
}

// Cite returns a finding of today with the clause on which it rests. A report has many
// with the same ID, so what is found for one is kept for the others.
func (m *Moment) Cite(f finding.Finding) finding.Finding {
	if f.Clause != "" || f.Reading != "" {
		return f
	}
	g, known := m.cited[f.ID]
	if !known {
		g = m.Settings.Citation(f.ID, m.Today)
		m.cited[f.ID] = g
	}
	return f.Under(g.Clause, g.Reading)
}

// WithClause returns a refusal with the clause on which it rests.
func WithClause(refused *finding.Refused, clause, reading string) error {
	refused.Finding = refused.Under(clause, reading)
	return refused
}

// cited adds to a refusal the clause on which it rests. It returns other errors
// unchanged.
func (b *Bureau) cited(r Reader, err error) error {
	var refused *finding.Refused
	if !errors.As(err, &refused) {
		return err
	}
	s, unreadable := AllSettings.Get(r, "")
	if unreadable != nil || s == nil {
		return err // the refusal matters more
	}
	refused.Finding = s.Cite(refused.Finding, b.Today(s))
	return err
}
