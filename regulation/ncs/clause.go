package ncs

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

// The clauses by the numbers of the Japanese text of 2022. The second text, in
// English, numbers some of them differently.
var clauses2022 = []regulation.Clause{
	{ID: "1(1)", Status: regulation.Informative},
	{ID: "1(2)", Status: regulation.Informative},
	{ID: "1(3)", Status: regulation.Computed},
	{ID: "2(1)", Status: regulation.Checked, Readings: []string{"J28", "J34"}},
	{ID: "2(2)", Status: regulation.Checked},
	{ID: "2(3)", Status: regulation.Checked},
	{ID: "3(1)", Status: regulation.Checked, Readings: []string{"J27", "J28"}},
	{ID: "3(2)", Status: regulation.Checked, Readings: []string{"J28", "J34"}},
	{ID: "3(3)", Status: regulation.Computed, Readings: []string{"J16"}},
	{ID: "3(4)", Status: regulation.ByBureau, Readings: []string{"J25"}},
	{ID: "3(5)", Status: regulation.Checked, Readings: []string{"J15", "G10"}},
	{ID: "3(6)", Status: regulation.Checked, Readings: []string{"J24", "G10"}},
	{ID: "3(7)", Status: regulation.ByBureau, Readings: []string{"J24", "J33"}},
	{ID: "4(1)", Status: regulation.Checked, Readings: []string{"J28", "J29"}},
	{ID: "4(1)a", Status: regulation.Checked, Readings: []string{"J28", "G6"}},
	{ID: "4(1)b", Status: regulation.Checked},
	{ID: "4(1)c", Status: regulation.Checked, Readings: []string{"G16"}},
	{ID: "4(2)", Status: regulation.ByBureau},
	{ID: "4(3)", Status: regulation.Checked, Readings: []string{"J26"}},
	{ID: "4(4)", Status: regulation.Informative},
	{ID: "4(5)", Status: regulation.Checked, Readings: []string{"J28"}},
	{ID: "4(6)", Status: regulation.Computed, Readings: []string{"J19", "G6"}},
	{ID: "4(7)", Status: regulation.Computed, Also: "EN22 -", Readings: []string{"J13", "J30"}},
	{ID: "4(8)", Status: regulation.Checked, Also: "EN22 4(7)", Readings: []string{"J28"}},
	{ID: "5(1)", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) R", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) K", Status: regulation.Computed, Also: "EN22 5(2)", Readings: []string{"J1", "J2", "J3", "J4", "J21"}},
	{ID: "5(1) age", Status: regulation.Computed, Also: "EN22 5(1)", Readings: []string{"J20", "G8"}},
	{ID: "5(1) PD", Status: regulation.Computed, Also: "EN22 5(2)", Readings: []string{"G4"}},
	{ID: "5(1) example", Status: regulation.Informative, Also: "EN22 5(2)", Readings: []string{"J12"}},
	{ID: "5(2)", Status: regulation.Computed, Readings: []string{"G2"}},
	{ID: "5(3)", Status: regulation.Computed, Readings: []string{"J5", "J6", "G7"}},
	{ID: "5(4)", Status: regulation.Computed, Readings: []string{"J17"}},
	{ID: "5(5)", Status: regulation.Computed, Readings: []string{"J11"}},
	{ID: "6(1)", Status: regulation.Computed, Readings: []string{"J22", "J4", "J7"}},
	{ID: "6(2)", Status: regulation.Computed, Readings: []string{"J23", "J4"}},
	{ID: "6(3)", Status: regulation.Computed, Readings: []string{"J2", "J3", "J7", "J14"}},
	{ID: "6(4)", Status: regulation.Computed, Readings: []string{"J5", "J8", "J9", "J10"}},
	{ID: "7(1)", Status: regulation.ByBureau},
	{ID: "7(2)", Status: regulation.Computed, Readings: []string{"J6", "J8"}},
	{ID: "7(3)", Status: regulation.Informative},
	{ID: "Revisions", Status: regulation.Informative},
	{ID: "Table 1", Status: regulation.Computed, Readings: []string{"G3"}},
	{ID: "Table 2", Status: regulation.Computed, Also: "EN22 Reference", Readings: []string{"J18"}},
}

// numbers2023 are the numbers of the text of 2023 that differ from those of
// 2022. A clause without a number is missing there; what is kept of it is cited
// by its reading.
var numbers2023 = map[string]string{
	"3(4)":     "",     // no fee any more
	"3(5)":     "3(4)", // non-members
	"3(6)":     "3(5)", // late reports
	"3(7)":     "3(6)", // corrections
	"4(7)":     "",     // Reading J13
	"4(8)":     "4(7)", // qualifiers
	"5(1) age": "",     // Reading J20
	"Table 2":  "",     // what is no Standard is FIDE's affair, 7(2)
}

// clauses2023 are the clauses of 2023 by their own numbers.
var clauses2023 = renumbered(clauses2022, numbers2023)

// renumbered returns the clauses that a text has, with its numbers.
func renumbered(clauses []regulation.Clause, numbers map[string]string) []regulation.Clause {
	var own []regulation.Clause
	for _, c := range clauses {
		c.Also = ""
		if number, other := numbers[c.ID]; other {
			c.ID, c.Also = number, "JA22 "+c.ID
		}
		if c.ID != "" {
			own = append(own, c)
		}
	}
	return own
}

// number returns the edition's number of a clause of 2022, empty if it lacks
// the clause.
func (e *Edition) number(clause string) string { return regulation.Number(e.Numbers, clause) }

// cite replaces the clause numbers of findings by those of the edition.
func (e *Edition) cite(found []finding.Finding) {
	for i := range found {
		found[i].Clause = e.number(found[i].Clause)
	}
}

// citeSteps replaces the clause numbers of steps by those of the edition.
func (e *Edition) citeSteps(steps []regulation.Step) []regulation.Step {
	if e.Numbers != nil {
		for i := range steps {
			steps[i].Clause = e.number(steps[i].Clause)
		}
	}
	return steps
}

// The readings of this regulation.
var readings = []string{
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G12", "G13", "G14", "G16",
	"J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9", "J10", "J11", "J12", "J13", "J14",
	"J15", "J16", "J17", "J18", "J19", "J20", "J21", "J22", "J23", "J24", "J25", "J26", "J27", "J28", "J29", "J30", "J33", "J34",
}
