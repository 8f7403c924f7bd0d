package check

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
)

// Claim is something that a report or its sender states, or leaves out: what it decides, who can
// confirm it, and what follows. A claim that decides nothing has no row (Reading G11).
type Claim struct {
	Name      string
	Says      string // the claim, for the page
	Under     []Text // the texts under which it decides something
	Confirmed string // by whom it is confirmed, for the page
	Carry     Carry  // what a FIDE file with nothing beside it states of it
	Cells     []Cell // what follows, by what is known
	asks      []ask
	fields    []string // of a report: what files and the announcement may state differently
}

// Text is a clause that a claim decides. Its number is that of the first edition of the text.
type Text struct {
	Of, Clause, Reading string // "ncs": Japan's
	Verb                string // "must" or "should"; "may": games may not be counted
	only                func(*regulation.About) bool
}

// Carry is what a FIDE file with nothing beside it states of a claim.
type Carry int

// The ways.
const (
	InTRF     Carry = iota // it states it
	BesideTRF              // it cannot state it: it is asked for
	NotInTRF               // it cannot state it, and without it nothing is asked
)

// Evidence is what is known of a claim.
type Evidence int

// The kinds of evidence.
const (
	Confirmed Evidence = iota
	NothingKnown
	Contradicted
)

// Cell is what follows for a report. Either somebody is asked, or it is returned, or it counts:
// by a reading, if something is not as it should be.
type Cell struct {
	Evidence  Evidence
	When      string // of several with the same evidence
	In        string // the text under which it is so; empty: all of the row
	Asks      string // the question
	By        string // the claim that asks it, if it is another one
	Finding   string // that says so, if it is not called as the question
	Reading   string // that decides where nobody has to
	Returned  bool
	InSection bool   // the question is about a section
	Empty     string // why there is no such case
}

// State returns the state in which a report is then.
func (c *Cell) State() lists.State {
	switch {
	case c.Returned:
		return Returned
	case c.Asks == "", questionOf(c.Asks).fee:
		return Admitted
	case AskedOfOrganizer(c.Asks):
		return Waiting
	}
	return Withheld
}

// Says returns the finding that says so; empty: none.
func (c *Cell) Says() string { return cmp.Or(c.Finding, c.Asks) }

// Holds returns what is held under a text until somebody has answered; empty: nothing.
func (c *Cell) Holds(text string) Hold {
	switch {
	case c.Returned:
		return Refuses
	case c.Asks == "":
		return ""
	}
	return heldBy(text, c.Asks, c.InSection)
}

// ask is a question that a claim raises: by a finding, or by a check of its own.
type ask struct {
	what   string // a finding, or one of the above
	field  bool   // it is about one of the fields of the claim
	text   string // under which it is asked; empty: all of the claim
	sender bool   // the sender can cure it by sending more; an officer may answer it, too
	cure   bool   // nothing but that cures it: no answer does
	fee    bool   // it holds nothing but a part of the fee
	games  bool   // it holds games only: what else there is goes on without them
	may    bool   // the text says that games may not be counted: nothing but its own answer settles it
	either bool   // either answer settles it: it chooses what the report is taken for

	entries  bool   // it is asked for each entry, not by a finding
	assigned bool   // it is settled by what an officer assigns: without that nothing counts
	option   string // of the regulation, that decides it for all reports

	confirms func(*Announcement) bool                                // nil: no announcement does
	without  func(*report.Report, *report.Section, *finding.Finding) // has the report be without what an officer does not accept; nil: it cannot

	check           func(*checking) []finding.Finding // finds it in a bureau only: there somebody can be asked
	clause, reading string                            // of the check, if not those of the claim
}

// claims returns the claims, but for one that is left out to see that it matters.
func (k *Known) claims() []Claim {
	if k.Without == "" {
		return Claims
	}
	return slices.DeleteFunc(slices.Clone(Claims), func(c Claim) bool { return c.Name == k.Without })
}

// askOf returns what holds for a question under a text, about a field if one is given; nil if
// nobody is asked. What a claim states decides nothing under a text that does not know it (Reading G11).
func askOf(claims []Claim, text, what, field string) *ask {
	for i := range claims {
		for j := range claims[i].asks {
			a := &claims[i].asks[j]
			if a.what == what && (a.text == "" || text == "" || a.text == text) && (!a.field || field == "" || slices.Contains(claims[i].fields, field) && (text == "" || claims[i].under(text) != nil)) {
				return a
			}
		}
	}
	return nil
}

// Editions returns the editions that a claim decides something under.
func (c *Claim) Editions() (ids []string) {
	for _, e := range catalog.Editions() {
		about := e.About()
		if slices.ContainsFunc(c.Under, func(t Text) bool { return t.Of == about.Authority && (t.only == nil || t.only(&about)) }) {
			ids = append(ids, about.ID)
		}
	}
	return ids
}

// Questions reports whether a claim raises a question.
func (c *Claim) Questions(what string) bool { return askOf([]Claim{*c}, "", what, "") != nil }

// under returns the first clause of a text that a claim decides; nil if there is none.
func (c *Claim) under(text string) *Text {
	if i := slices.IndexFunc(c.Under, func(t Text) bool { return t.Of == text }); i >= 0 {
		return &c.Under[i]
	}
	return nil
}

// checked has the claims checked that only a bureau checks: there somebody can be asked.
func (c *checking) checked() {
	at := &c.known.Moment
	text := at.Settings.Text()
	for _, claim := range c.known.claims() {
		t := claim.under(text)
		for i := range claim.asks {
			a := &claim.asks[i]
			if t == nil || a.check == nil || askOf([]Claim{claim}, text, a.what, "") != a {
				continue
			}
			for _, f := range a.check(c) {
				f.Report = c.p.File
				c.found = append(c.found, f.Under(at.Settings.Number(cmp.Or(a.clause, t.Clause), at.Today), cmp.Or(a.reading, t.Reading)))
			}
		}
	}
}
