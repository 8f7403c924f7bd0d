package fide

import "github.com/arpadchess/arpad/regulation"

// The clauses by the numbers of the chapter for standard play, with the
// additional ones of the chapter for rapid and blitz.
var clauses = []regulation.Clause{
	{ID: "0", Status: regulation.Informative},
	{ID: "1.1", Status: regulation.Checked},
	{ID: "1.2", Status: regulation.Checked},
	{ID: "RB 1.1.1", Status: regulation.Computed},
	{ID: "RB 1.1.2", Status: regulation.Computed},
	{ID: "RB 1.2", Status: regulation.Checked},
	{ID: "2", Status: regulation.Informative},
	{ID: "3", Status: regulation.Checked},
	{ID: "RB 3.1", Status: regulation.Checked},
	{ID: "4", Status: regulation.ByBureau},
	{ID: "5.1", Status: regulation.Computed},
	{ID: "6.1", Status: regulation.Checked},
	{ID: "6.2", Status: regulation.Checked},
	{ID: "7.1", Status: regulation.Computed, Also: "RB 6.1"},
	{ID: "7.1.1", Status: regulation.Computed, Also: "RB 6.1.1"},
	{ID: "7.1.2", Status: regulation.Recorded, Also: "RB 6.1.2"},
	{ID: "7.1.3", Status: regulation.ByBureau, Also: "RB 6.1.3"},
	{ID: "7.1.4", Status: regulation.Computed, Also: "RB 6.1.4"},
	{ID: "7.2.1", Status: regulation.Computed, Also: "RB 6.2.1"},
	{ID: "7.2.2", Status: regulation.Computed, Also: "RB 6.2.2"},
	{ID: "8.1", Status: regulation.Informative, Also: "RB 7.1"},
	{ID: "8.1.1", Status: regulation.Computed, Also: "RB 7.1.1"},
	{ID: "8.1.2", Status: regulation.Computed, Also: "RB 7.1.2"},
	{ID: "RB 7.2.1", Status: regulation.Computed},
	{ID: "8.2.1", Status: regulation.Computed, Also: "RB 7.2.2"},
	{ID: "8.2.2", Status: regulation.Computed, Also: "RB 7.2.3"},
	{ID: "8.2.3", Status: regulation.Computed, Also: "RB 7.2.4"},
	{ID: "8.2.4", Status: regulation.Computed, Also: "RB 7.2.5"},
	{ID: "8.3.1", Status: regulation.Computed, Also: "RB 7.3.1"},
	{ID: "8.3.2", Status: regulation.Computed, Also: "RB 7.3.2"},
	{ID: "8.3.3", Status: regulation.Computed, Also: "RB 7.3.3"},
	{ID: "8.3.4", Status: regulation.Computed, Also: "RB 7.3.4"},
	{ID: "RB 7.3.1", Status: regulation.Computed},
	{ID: "9.1", Status: regulation.Checked, Also: "RB 8.1"},
	{ID: "10", Status: regulation.Informative, Also: "RB 9"},
	{ID: "Conversion", Status: regulation.Computed},
}

// The clauses of each edition.
var (
	clauses2022 = amend(map[string]regulation.Status{ // its section 9 is not available
		"9.1": regulation.ByBureau, "RB 7.3.1": "", "Conversion": "",
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
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9",
	"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13",
}

// reads are the readings that interpret each clause.
var reads = map[string][]string{
	"1.1":        {"F12", "G6"},
	"1.2":        {"F12"},
	"RB 1.1.2":   {"F12"},
	"RB 1.2":     {"F12"},
	"5.1":        {"G7"},
	"6.1":        {"F12"},
	"6.2":        {"F12"},
	"7.1":        {"F1"},
	"7.1.1":      {"F2"},
	"7.1.4":      {"F8"},
	"7.2.1":      {"F10"},
	"8.1.1":      {"F13"},
	"RB 7.2.1":   {"F4"},
	"8.2.1":      {"F8"},
	"8.2.2":      {"F8"},
	"8.2.3":      {"F8"},
	"8.2.4":      {"F9"},
	"8.3.1":      {"F5", "F7"},
	"8.3.2":      {"F2"},
	"8.3.3":      {"F3"},
	"8.3.4":      {"G2"},
	"RB 7.3.1":   {"F11"},
	"9.1":        {"F12"},
	"Conversion": {"F6"},
}
