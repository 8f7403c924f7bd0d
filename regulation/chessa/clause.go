package chessa

import "github.com/arpadchess/arpad/regulation"

// The clauses by the shortened headings of the text, and their items.
var clauses = []regulation.Clause{
	{ID: "Preamble", Status: regulation.Informative},

	{ID: "Calculation of age group", Status: regulation.Computed, Readings: []string{"C11", "C10", "C29", "C35"}},
	{ID: "Calculation of age group, CHESSA Junior Closed", Status: regulation.Computed, Readings: []string{"C30"}},
	{ID: "Beginner Section", Status: regulation.Computed, Readings: []string{"C10"}},
	{ID: "Other sections", Status: regulation.Informative},

	{ID: "Number of players 1", Status: regulation.Checked, Readings: []string{"C25"}},
	{ID: "Number of players 2", Status: regulation.Checked, Readings: []string{"C25"}},

	{ID: "Time Control 1", Status: regulation.Computed, Readings: []string{"C24"}},
	{ID: "Time Control 2", Status: regulation.Informative, Readings: []string{"G6"}},
	{ID: "Time Control 2.1", Status: regulation.Computed},
	{ID: "Time Control 2.2", Status: regulation.Computed},
	{ID: "Time Control 2.3", Status: regulation.Computed},
	{ID: "Time Control, examples", Status: regulation.Informative},
	{ID: "Time Control 3", Status: regulation.Computed, Readings: []string{"C23"}},
	{ID: "Time Control 4", Status: regulation.Computed, Readings: []string{"C24"}},

	{ID: "K-Factor 1", Status: regulation.Informative},
	{ID: "K-Factor 2", Status: regulation.Computed},
	{ID: "K-Factor 3", Status: regulation.Computed, Readings: []string{"C18"}},
	{ID: "K-Factor 4", Status: regulation.Informative},
	{ID: "K-Factor 4.1", Status: regulation.Informative},
	{ID: "K-Factor 4.1.1", Status: regulation.Computed},
	{ID: "K-Factor 4.1.2", Status: regulation.Computed},
	{ID: "K-Factor 4.1.3", Status: regulation.Computed},
	{ID: "K-Factor 4.1.4", Status: regulation.Computed},
	{ID: "K-Factor 4.1.5", Status: regulation.Computed},
	{ID: "K-Factor 4.1.6", Status: regulation.Computed},
	{ID: "K-Factor 4.1.7", Status: regulation.Computed},
	{ID: "K-Factor 4.2", Status: regulation.Computed},
	{ID: "K-Factor 4.3", Status: regulation.Computed},

	{ID: "Rating floor", Status: regulation.Computed},

	{ID: "50% Rule 1", Status: regulation.Checked, Readings: []string{"C26", "C31"}},
	{ID: "50% Rule 2", Status: regulation.Checked},
	{ID: "50% Rule 3", Status: regulation.Computed, Readings: []string{"C12", "C13"}},
	{ID: "50% Rule 4", Status: regulation.Computed, Readings: []string{"C12", "C13"}},
	{ID: "50% Rule 5", Status: regulation.Computed, Readings: []string{"C12", "G7"}},
	{ID: "50% Rule 6", Status: regulation.Computed, Readings: []string{"C17", "C12", "C32"}},
	{ID: "50% Rule 7", Status: regulation.Computed, Readings: []string{"C13", "C14"}},
	{ID: "50% Rule 8", Status: regulation.Computed, Readings: []string{"C12", "C13"}},

	{ID: "Activity 1", Status: regulation.Computed, Readings: []string{"C27"}},
	{ID: "Activity 2", Status: regulation.Computed},
	{ID: "Activity 3", Status: regulation.Computed, Readings: []string{"C12", "G16"}},
	{ID: "Activity 4", Status: regulation.Computed},

	{ID: "1st Official rating 1", Status: regulation.Computed, Readings: []string{"C22"}},
	{ID: "1st Official rating 2", Status: regulation.Computed, Readings: []string{"C22"}},
	{ID: "1st Official rating 3", Status: regulation.Computed, Readings: []string{"C22"}},

	{ID: "Games vs. unrated opponents", Status: regulation.Computed, Readings: []string{"C9"}},
	{ID: "Unrated vs. Unrated", Status: regulation.Computed, Readings: []string{"C22"}},

	{ID: "Unrated players", Status: regulation.Informative},
	{ID: "Unrated players 1", Status: regulation.Computed, Readings: []string{"C4", "C6", "C8", "C34"}},
	{ID: "Unrated players 2", Status: regulation.ByBureau, Readings: []string{"C5", "C8"}},
	{ID: "Unrated players 2.1", Status: regulation.Computed, Readings: []string{"C5"}},
	{ID: "Unrated players 2.2", Status: regulation.Computed, Readings: []string{"C5"}},
	{ID: "Unrated players 3", Status: regulation.Computed, Readings: []string{"C4", "C8"}},
	{ID: "Unrated players 4", Status: regulation.Informative, Readings: []string{"C4"}},
	{ID: "Unrated players 5", Status: regulation.Computed, Readings: []string{"C6", "C8"}},
	{ID: "Unrated players 6", Status: regulation.Computed},
	{ID: "Rating floor for unrated players, example", Status: regulation.Informative},

	{ID: "Performance", Status: regulation.Informative},
	{ID: "Table 1", Status: regulation.Computed, Readings: []string{"C1"}},
	{ID: "Performance 1", Status: regulation.Computed, Readings: []string{"G2"}},
	{ID: "Performance 2", Status: regulation.Computed, Readings: []string{"C7"}},
	{ID: "Performance 3", Status: regulation.Computed, Readings: []string{"C1"}},
	{ID: "Performance 4", Status: regulation.Computed, Readings: []string{"C7"}},
	{ID: "Performance, examples", Status: regulation.Informative},
	{ID: "Performance 0% or 100% 1", Status: regulation.Computed, Readings: []string{"C2"}},
	{ID: "Performance 0% or 100% 2", Status: regulation.Computed, Readings: []string{"C2"}},
	{ID: "Performance 0% or 100% 3", Status: regulation.Computed, Readings: []string{"C2", "C3"}},
	{ID: "Performance 0% or 100%, example", Status: regulation.Informative},

	{ID: "Difference in rating 1", Status: regulation.Computed},
	{ID: "Difference in rating 2", Status: regulation.Computed, Readings: []string{"C19"}},
	{ID: "Difference in rating 3", Status: regulation.Computed, Readings: []string{"C19"}},
	{ID: "Difference in rating, NB", Status: regulation.Computed},
	{ID: "Difference in rating, example", Status: regulation.Informative},

	{ID: "When new ratings are calculated 1", Status: regulation.Computed, Readings: []string{"C21"}},
	{ID: "When new ratings are calculated 2", Status: regulation.Computed, Readings: []string{"C15", "C20"}},

	{ID: "Players winning a tournament", Status: regulation.Computed, Readings: []string{"C6", "C16"}},

	{ID: "How to calculate a rated player's rating change 1", Status: regulation.Computed},
	{ID: "How to calculate a rated player's rating change 2", Status: regulation.Computed},
	{ID: "How to calculate a rated player's rating change 3", Status: regulation.Computed},

	{ID: "Expected Scores", Status: regulation.Informative},
	{ID: "Table 2", Status: regulation.Computed},
	{ID: "Expected Scores 1", Status: regulation.Computed},
	{ID: "Expected Scores 2", Status: regulation.Computed},
	{ID: "Expected Scores 3", Status: regulation.Computed},
	{ID: "Expected Scores 4", Status: regulation.Computed},
	{ID: "Expected Scores 5", Status: regulation.Computed},
	{ID: "Expected Scores, examples", Status: regulation.Informative},
	{ID: "Rating changes and performances, example", Status: regulation.Informative},
	{ID: "Unrated player's 1st rating, example", Status: regulation.Informative, Readings: []string{"C28"}},
}

// The readings of this regulation.
var readings = []string{
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G12", "G13", "G14", "G16",
	"C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17",
	"C18", "C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28", "C29", "C30", "C31", "C32", "C34", "C35",
}
