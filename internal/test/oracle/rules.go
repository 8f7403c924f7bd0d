package oracle

import "slices"

// Rules returns the rules that should decide something in seasons of a
// regulation: those counted by Rate.
func Rules(regulation string) []string {
	var rules []string
	add := func(more ...string) {
		for _, rule := range more {
			if !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	switch regulation {
	case "nscl":
		add(nsclRules...)
	case "chessa-2015":
		add(chessaRules...)
	case "japan", "fide":
		add("G9 no edition")
	}
	for _, e := range japanEditions {
		if e.id == regulation || regulation == "japan" {
			add(japanRules...)
			if !e.standardOnly {
				add(jcfRules...)
			}
		}
		if regulation == "japan" {
			add("G9 " + e.id)
		}
	}
	for _, e := range fideEditions {
		if e.id == regulation || regulation == "fide" {
			add(fideRules...)
			add(e.rules()...)
		}
		if regulation == "fide" {
			add("G9 " + e.id)
			add(fideFamilyRules...)
		}
	}
	return rules
}

// rules returns the rules of an edition of FIDE's beside those of all.
func (e *fideEdition) rules() []string {
	if !e.hypothetical {
		return fide2022Rules
	}
	rules := slices.Clone(fide2024Rules)
	if e.shutOut {
		rules = append(rules, fideDecemberRules...)
	}
	if e.realFrom2650 {
		rules = append(rules, fide2025Rules...)
	}
	return rules
}

var japanRules = []string{
	"3(3) first or last day of the period",
	"4(6) exactly 60 minutes",
	"5(1) junior",
	"5(1) once 2400",
	"5(3) forfeit",
	"5(4) difference capped",
	"6(1) inherited from the other list",
	"6(2) inherited from FIDE",
	"G2 half a point gained",
	"G2 half a point lost",
	"G6 a section's own time control",
	"G6 declared type disagrees",
	"G6 no list for blitz",
	"G6 the fastest of several time controls",
	"G7 game for points only",
	"G8 implausible birth",
	"G8 year of birth alone",
	"J1 18 games with those of the other list",
	"J1 2400 in the other list",
	"J10 half a point in the average",
	"J11 floor",
	"J11 floor of a first rating",
	"J13 no type: standard",
	"J14 18 or 19 games",
	"J15 non-member counted",
	"J15 non-member excluded",
	"J18 exactly 10 minutes",
	"J19 45 minutes, FIDE event",
	"J19 45 minutes, declared otherwise",
	"J19 45 minutes, declared standard",
	"J19 45 minutes, nothing declared",
	"J2 several K in a period",
	"J2 the 18th game",
	"J20 18 in the year of the game",
	"J20 18 on 1 January",
	"J21 junior of 2300",
	"J24 late game counted",
	"J24 late game excluded",
	"J24 reported on the 90th day",
	"J3 first 18 games",
	"J3 first 18 games after an inherited start",
	"J4 K=20 for an inherited rating",
	"J4 K=40 for an inherited rating",
	"J5 four games, but not four that count",
	"J5 uncounted games in a first rating",
	"J5 unrated against unrated",
	"J6 rated against unrated",
	"J7 pool lapsed",
	"J7 pooled games too old",
	"J7 two first ratings in a period",
	"J8 an earlier event reported later",
	"J8 first event without a point",
	"J8 still without a point",
	"J9 above 50 %",
	"J9 at 50 %",
	"J9 below 50 %",
	"newcomer",
}

// jcfRules are those of the later edition only.
var jcfRules = []string{
	"J14 few games, but did not enter unrated",
}

var nsclRules = []string{
	"G7 game for points only",
	"N10 a meet of several sections",
	"N11 below 1",
	"N13 a first rating that was given",
	"N4 a win gains nothing",
	"N8 half a point up",
	"N9 forfeit",
	"N9 unrated opponent",
	"bonus 1",
	"bonus 2",
	"bonus 2 lost by reaching 1000",
	"bonus 2 of a player who fell below 1000",
	"both bonuses",
	"newcomer",
	"rule 4: 42 points",
}

var chessaRules = []string{
	"50% rule 1: dispensation",
	"50% rule 1: too few rounds",
	"50% rule 2: braille",
	"50% rule 3: gain cancelled",
	"50% rule 7: default in the first half",
	"50% rule 7: default rated as lost",
	"50% rule 8: no performance",
	"C10 beginner by definition",
	"C10 beginner by name only",
	"C10 rounded up to 67 %",
	"C11 age year",
	"C11 at the limit of u10",
	"C12 half of the rounds with byes and defaults",
	"C13 half of an odd number of rounds",
	"C14 default against an unrated player",
	"C14 double default",
	"C16 first of a team event",
	"C16 joint first with an unrated player",
	"C17 default in a team event",
	"C17 gain in a team event",
	"C17 performance in a team event",
	"C18 K does not rise",
	"C18 K fell",
	"C18 K from before the first rating",
	"C2 0 %",
	"C2 100 %",
	"C20 several sections in a month",
	"C21 rated after a first rating in the month",
	"C22 11 games",
	"C22 12 games",
	"C22 first rating",
	"C23 standard from 30 minutes",
	"C25 event below 10",
	"C25 section below 6",
	"C25 section of 6",
	"C3 floors of a pool",
	"C5 all unrated and no floor",
	"C5 floor given",
	"C5 floor of u10 and beginners",
	"C5 floor of u8",
	"C7 half a point in the average",
	"C8 floor below 100",
	"C8 unrated without a game",
	"C9 birth unknown in a young section",
	"C9 too old for the section",
	"C9 unrated opponent for activity only",
	"C9 unrated opponent rated",
	"D of the higher capped",
	"D of the lower capped",
	"G2 half a point gained",
	"G2 half a point lost",
	"G6 a section's own time control",
	"G6 declared type disagrees",
	"G6 no type",
	"G6 the fastest of several time controls",
	"G7 game for points only",
	"G8 implausible birth",
	"G8 year of birth alone",
	"a month of defaults without effect",
	"activity by a bye",
	"activity by a default without an opponent",
	"newcomer",
	"no activity by a bye",
	"opponent below the floor",
	"performance floor",
	"player in several sections of an event",
	"rating floor",
	"time control at the limit",
	"time control of exactly 10 minutes",
	"winners rule",
	"winners rule lifts a default",
}

// fideRules are those of all editions.
var fideRules = []string{
	"7.2.2 no game for a year",
	"7.2.2 just not inactive",
	"8.2 first rating",
	"8.2 first rating without a point",
	"8.2 five games",
	"8.2 four games",
	"F10 a new pool of somebody who was rated before",
	"8.2.1 first event without a point",
	"8.3.1 rated against unrated",
	"8.3.1 unrated against unrated",
	"8.3.3 K times games above 700",
	"8.3.3 K times games is 700",
	"F10 opponent rated in the list used",
	"F10 rated in the list used, unrated now",
	"F12 counted: a match of an unrated player",
	"F12 counted: less than 120 minutes",
	"F12 counted: less than 90 minutes",
	"F12 counted: unequal times",
	"F12 excluded: a match of an unrated player",
	"F12 excluded: less than 120 minutes",
	"F12 excluded: less than 90 minutes",
	"F12 excluded: unequal times",
	"F2 an earlier list",
	"F3 K of the opening list",
	"F4 inherited from standard",
	"F8 half a point in a first rating",
	"F8 pooled games of the 26th month",
	"F8 pooled games too old",
	"F9 opponent unrated in the list used",
	"F9 unrated in the list used, rated now",
	"G2 half a point gained",
	"G2 half a point lost",
	"G6 a section's own time control",
	"G6 declared type disagrees",
	"G6 no type",
	"G6 the fastest of several time controls",
	"G7 forfeit",
	"G7 game for points only",
	"G8 implausible birth",
	"G8 year of birth alone",
	"K 10: once 2400",
	"K 10: the inherited start",
	"K 20",
	"K 20: 30 games",
	"K 40: 29 games",
	"K 40: few games",
	"K 40: junior",
	"K 40: the year of the 18th birthday",
	"K: junior once 2300",
	"K: the year after the 18th birthday",
	"a list of more than two years ago forgotten",
	"exactly 10 minutes",
	"G6 seconds or minutes",
	"exactly 60 minutes",
	"newcomer",
}

// fide2022Rules are those dropped by the next edition.
var fide2022Rules = []string{
	"8.2 above 50 %",
	"8.2 at 50 %",
	"8.2 below 50 %",
	"8.2 first rating below 1000",
	"F10 below 1000",
	"F5 a smaller difference in full",
	"F5 an equal difference in another section",
	"F5 an equal difference in full",
	"F5 the largest difference capped",
}

// fide2024Rules came in March 2024 and remained.
var fide2024Rules = []string{
	"8.2 at most 2200",
	"8.2 first rating below 1400",
	"8.3.1 difference capped",
	"F10 below 1400",
	"F12 counted: blitz of 3 minutes",
	"F12 excluded: blitz of 3 minutes",
}

// fideDecemberRules came in December 2024.
var fideDecemberRules = []string{
	"F11 600 points",
	"F11 excluded",
	"F11 nearly excluded",
}

// fide2025Rules came in October 2025.
var fide2025Rules = []string{
	"F7 2650",
	"F7 capped for the lower-rated or in another list",
	"F7 the real difference",
}

// fideFamilyRules convert between editions.
var fideFamilyRules = []string{
	"F6 an event under a list of before the conversion",
	"F6 no list of March 2024 but the converted one",
	"F6 peak raised",
	"F6 rating converted",
}
