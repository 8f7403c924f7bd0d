package chessa

import "github.com/arpadchess/arpad/regulation"

// The clauses by the shortened headings of the text, and their items.
var clauses = []regulation.Clause{
	{ID: "Preamble", Status: regulation.Informative},

	{ID: "Calculation of age group", Status: regulation.Computed},
	{ID: "Calculation of age group, CHESSA Junior Closed", Status: regulation.Computed},
	{ID: "Beginner Section", Status: regulation.Computed},
	{ID: "Other sections", Status: regulation.Informative},

	{ID: "Number of players 1", Status: regulation.Checked},
	{ID: "Number of players 2", Status: regulation.Checked},

	{ID: "Time Control 1", Status: regulation.Computed},
	{ID: "Time Control 2", Status: regulation.Informative},
	{ID: "Time Control 2.1", Status: regulation.Computed},
	{ID: "Time Control 2.2", Status: regulation.Computed},
	{ID: "Time Control 2.3", Status: regulation.Computed},
	{ID: "Time Control, examples", Status: regulation.Informative},
	{ID: "Time Control 3", Status: regulation.Computed},
	{ID: "Time Control 4", Status: regulation.Computed},

	{ID: "K-Factor 1", Status: regulation.Informative},
	{ID: "K-Factor 2", Status: regulation.Computed},
	{ID: "K-Factor 3", Status: regulation.Computed},
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

	{ID: "50% Rule 1", Status: regulation.Checked},
	{ID: "50% Rule 2", Status: regulation.Checked},
	{ID: "50% Rule 3", Status: regulation.Computed},
	{ID: "50% Rule 4", Status: regulation.Computed},
	{ID: "50% Rule 5", Status: regulation.Computed},
	{ID: "50% Rule 6", Status: regulation.Computed},
	{ID: "50% Rule 7", Status: regulation.Computed},
	{ID: "50% Rule 8", Status: regulation.Computed},

	{ID: "Activity 1", Status: regulation.Computed},
	{ID: "Activity 2", Status: regulation.Computed},
	{ID: "Activity 3", Status: regulation.Computed},
	{ID: "Activity 4", Status: regulation.Computed},

	{ID: "1st Official rating 1", Status: regulation.Computed},
	{ID: "1st Official rating 2", Status: regulation.Computed},
	{ID: "1st Official rating 3", Status: regulation.Computed},

	{ID: "Games vs. unrated opponents", Status: regulation.Computed},
	{ID: "Unrated vs. Unrated", Status: regulation.Computed},

	{ID: "Unrated players", Status: regulation.Informative},
	{ID: "Unrated players 1", Status: regulation.Computed},
	{ID: "Unrated players 2", Status: regulation.ByBureau},
	{ID: "Unrated players 2.1", Status: regulation.Computed},
	{ID: "Unrated players 2.2", Status: regulation.Computed},
	{ID: "Unrated players 3", Status: regulation.Computed},
	{ID: "Unrated players 4", Status: regulation.Informative},
	{ID: "Unrated players 5", Status: regulation.Computed},
	{ID: "Unrated players 6", Status: regulation.Computed},
	{ID: "Rating floor for unrated players, example", Status: regulation.Informative},

	{ID: "Performance", Status: regulation.Informative},
	{ID: "Table 1", Status: regulation.Computed},
	{ID: "Performance 1", Status: regulation.Computed},
	{ID: "Performance 2", Status: regulation.Computed},
	{ID: "Performance 3", Status: regulation.Computed},
	{ID: "Performance 4", Status: regulation.Computed},
	{ID: "Performance, examples", Status: regulation.Informative},
	{ID: "Performance 0% or 100% 1", Status: regulation.Computed},
	{ID: "Performance 0% or 100% 2", Status: regulation.Computed},
	{ID: "Performance 0% or 100% 3", Status: regulation.Computed},
	{ID: "Performance 0% or 100%, example", Status: regulation.Informative},

	{ID: "Difference in rating 1", Status: regulation.Computed},
	{ID: "Difference in rating 2", Status: regulation.Computed},
	{ID: "Difference in rating 3", Status: regulation.Computed},
	{ID: "Difference in rating, NB", Status: regulation.Computed},
	{ID: "Difference in rating, example", Status: regulation.Informative},

	{ID: "When new ratings are calculated 1", Status: regulation.Computed},
	{ID: "When new ratings are calculated 2", Status: regulation.Computed},

	{ID: "Players winning a tournament", Status: regulation.Computed},

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
	{ID: "Unrated player's 1st rating, example", Status: regulation.Informative},
}

// The readings of this regulation.
var readings = []string{
	"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8",
	"C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17",
	"C18", "C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28",
}
