package fide

import "github.com/arpadchess/arpad/regulation"

// The clauses by the numbers of the chapter for standard play, with the
// additional ones of the chapter for rapid and blitz.
var clauses = []regulation.Clause{
	{ID: "0", Status: regulation.Informative},
	{ID: "1.1", Status: regulation.Checked, Readings: []string{"F12", "G6"}},
	{ID: "1.2", Status: regulation.Checked, Readings: []string{"F12"}},
	{ID: "RB 1.1.1", Status: regulation.Computed},
	{ID: "RB 1.1.2", Status: regulation.Computed, Readings: []string{"F12"}},
	{ID: "RB 1.2", Status: regulation.Checked, Readings: []string{"F12"}},
	{ID: "2", Status: regulation.Informative},
	{ID: "3", Status: regulation.Checked},
	{ID: "RB 3.1", Status: regulation.Checked},
	{ID: "4", Status: regulation.Informative},
	{ID: "5.1", Status: regulation.Computed, Readings: []string{"G7"}},
	{ID: "6.1", Status: regulation.Checked, Readings: []string{"F12"}},
	{ID: "6.2", Status: regulation.Checked, Readings: []string{"F12"}},
	{ID: "7.1", Status: regulation.Computed, Also: "RB 6.1", Readings: []string{"F1"}},
	{ID: "7.1.1", Status: regulation.Computed, Also: "RB 6.1.1", Readings: []string{"F2"}},
	{ID: "7.1.2", Status: regulation.Informative, Also: "RB 6.1.2"},
	{ID: "7.1.3", Status: regulation.Informative, Also: "RB 6.1.3"},
	{ID: "7.1.4", Status: regulation.Computed, Also: "RB 6.1.4", Readings: []string{"F8"}},
	{ID: "7.2.1", Status: regulation.Computed, Also: "RB 6.2.1", Readings: []string{"F10"}},
	{ID: "7.2.2", Status: regulation.Computed, Also: "RB 6.2.2"},
	{ID: "8.1", Status: regulation.Informative, Also: "RB 7.1"},
	{ID: "8.1.1", Status: regulation.Computed, Also: "RB 7.1.1", Readings: []string{"F13"}},
	{ID: "8.1.2", Status: regulation.Computed, Also: "RB 7.1.2"},
	{ID: "RB 7.2.1", Status: regulation.Computed, Readings: []string{"F4"}},
	{ID: "8.2.1", Status: regulation.Computed, Also: "RB 7.2.2", Readings: []string{"F8"}},
	{ID: "8.2.2", Status: regulation.Computed, Also: "RB 7.2.3", Readings: []string{"F8"}},
	{ID: "8.2.3", Status: regulation.Computed, Also: "RB 7.2.4", Readings: []string{"F8"}},
	{ID: "8.2.4", Status: regulation.Computed, Also: "RB 7.2.5", Readings: []string{"F9"}},
	{ID: "8.3.1", Status: regulation.Computed, Also: "RB 7.3.1", Readings: []string{"F5", "F7"}},
	{ID: "8.3.2", Status: regulation.Computed, Also: "RB 7.3.2", Readings: []string{"F2"}},
	{ID: "8.3.3", Status: regulation.Computed, Also: "RB 7.3.3", Readings: []string{"F3"}},
	{ID: "8.3.4", Status: regulation.Computed, Also: "RB 7.3.4", Readings: []string{"G2"}},
	{ID: "RB 7.3.1", Status: regulation.Computed, Readings: []string{"F11"}},
	{ID: "9.1", Status: regulation.Checked, Also: "RB 8.1", Readings: []string{"F12"}},
	{ID: "10", Status: regulation.Informative, Also: "RB 9"},
	{ID: "Conversion", Status: regulation.Computed, Readings: []string{"F6"}},
}

// The clauses of each edition.
var (
	clauses2022 = amend(map[string]regulation.Status{ // its section 9 is not available
		"9.1": regulation.Informative, "RB 7.3.1": "", "Conversion": "",
	})
	clauses2024   = amend(map[string]regulation.Status{"RB 7.3.1": ""})
	clauses202412 = amend(map[string]regulation.Status{"Conversion": ""})
)

// amend returns the clauses with the status of some changed; an empty status
// removes a clause.
func amend(changed map[string]regulation.Status) []regulation.Clause {
	var amended []regulation.Clause
	for _, c := range clauses {
		if status, ok := changed[c.ID]; ok {
			c.Status = status
		}
		if c.Status != "" {
			amended = append(amended, c)
		}
	}
	return amended
}

// The readings of this regulation.
var readings = []string{
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G13", "G14", "G16",
	"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13",
}
