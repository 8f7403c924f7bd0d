package ncs

import "github.com/arpadchess/arpad/regulation"

// The clauses by the numbers of the Japanese text of 2022. The second text,
// in English, counts some of them differently.
var clauses2022 = []regulation.Clause{
	{ID: "1(1)", Status: regulation.Informative},
	{ID: "1(2)", Status: regulation.Informative},
	{ID: "1(3)", Status: regulation.Computed},
	{ID: "2(1)", Status: regulation.Checked},
	{ID: "2(2)", Status: regulation.Checked},
	{ID: "2(3)", Status: regulation.ByBureau},
	{ID: "3(1)", Status: regulation.Checked},
	{ID: "3(2)", Status: regulation.Checked},
	{ID: "3(3)", Status: regulation.Computed},
	{ID: "3(4)", Status: regulation.ByBureau},
	{ID: "3(5)", Status: regulation.Checked},
	{ID: "3(6)", Status: regulation.Checked},
	{ID: "3(7)", Status: regulation.ByBureau},
	{ID: "4(1)", Status: regulation.Checked},
	{ID: "4(1)a", Status: regulation.Checked},
	{ID: "4(1)b", Status: regulation.Checked},
	{ID: "4(1)c", Status: regulation.Checked},
	{ID: "4(2)", Status: regulation.ByBureau},
	{ID: "4(3)", Status: regulation.Checked},
	{ID: "4(4)", Status: regulation.ByBureau},
	{ID: "4(5)", Status: regulation.Checked},
	{ID: "4(6)", Status: regulation.Computed},
	{ID: "4(7)", Status: regulation.Computed, Also: "EN22 -"},
	{ID: "4(8)", Status: regulation.Recorded, Also: "EN22 4(7)"},
	{ID: "5(1)", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) R", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) K", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) age", Status: regulation.Computed, Also: "EN22 5(1)"},
	{ID: "5(1) PD", Status: regulation.Computed, Also: "EN22 5(2)"},
	{ID: "5(1) example", Status: regulation.Informative, Also: "EN22 5(2)"},
	{ID: "5(2)", Status: regulation.Computed},
	{ID: "5(3)", Status: regulation.Computed},
	{ID: "5(4)", Status: regulation.Computed},
	{ID: "5(5)", Status: regulation.Computed},
	{ID: "6(1)", Status: regulation.Computed},
	{ID: "6(2)", Status: regulation.Computed},
	{ID: "6(3)", Status: regulation.Computed},
	{ID: "6(4)", Status: regulation.Computed},
	{ID: "7(1)", Status: regulation.ByBureau},
	{ID: "7(2)", Status: regulation.Computed},
	{ID: "7(3)", Status: regulation.Informative},
	{ID: "Revisions", Status: regulation.Informative},
	{ID: "Table 1", Status: regulation.Computed},
	{ID: "Table 2", Status: regulation.Computed, Also: "EN22 Reference"},
}

// The clauses of 2023: no fee, and the numbers after it move up.
var clauses2023 = amend(clauses2022, map[string]regulation.Clause{
	"3(4)": {}, // no fee any more
	"3(5)": {Status: regulation.Checked, Also: "JCF23 3(4)"},
	"3(6)": {Status: regulation.Checked, Also: "JCF23 3(5)"},
	"3(7)": {Status: regulation.ByBureau, Also: "JCF23 3(6)"},
	"4(7)": {Status: regulation.Computed, Also: "JCF23 -"},
	"4(8)": {Status: regulation.Recorded, Also: "JCF23 4(7)"},
	"5(1)": {Status: regulation.Computed}, "5(1) R": {Status: regulation.Computed},
	"5(1) K": {Status: regulation.Computed}, "5(1) PD": {Status: regulation.Computed},
	"5(1) age":     {Status: regulation.Computed, Also: "JCF23 -"},
	"5(1) example": {Status: regulation.Informative},
	"Table 2":      {Status: regulation.Computed, Also: "JCF23 -"},
})

// amend gives the clauses with some replaced; one without a status is gone.
func amend(clauses []regulation.Clause, changed map[string]regulation.Clause) []regulation.Clause {
	var amended []regulation.Clause
	for _, c := range clauses {
		if n, ok := changed[c.ID]; ok {
			c.Status, c.Also = n.Status, n.Also
		}
		if c.Status != "" {
			amended = append(amended, c)
		}
	}
	return amended
}

// The readings that decide here.
var readings = []string{
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10",
	"J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9", "J10", "J11", "J12", "J13", "J14",
	"J15", "J16", "J17", "J18", "J19", "J20", "J21", "J22", "J23", "J24", "J25", "J26", "J27", "J28",
}
