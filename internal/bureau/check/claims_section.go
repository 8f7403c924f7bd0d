package check

import "slices"

// Claims are the claims, of the event first, then of sections, players and games. Whom they ask,
// what follows meanwhile, the page docs/intake.md and the cases of TestMatrix are read from them.
// What is missing waits for its answer where the verb is must or shall (Reading J29).
var Claims = slices.Concat(ofEvent, []Claim{
	{
		Name: "section", Says: "a section has at least 6 players",
		Under: []Text{{"chessa", "Number of players 1", "C25", "must", nil}}, Confirmed: "the games",
		Cells: []Cell{right, unknown("").none("the games show who played"), wrong("").returned("section-too-small")},
	},
	{
		Name: "tournament", Says: "a tournament has at least 10 players",
		Under: []Text{{"chessa", "Number of players 2", "C25", "must", nil}}, Confirmed: "the games",
		Cells: []Cell{right, unknown("").none("the games show who played"), wrong("").returned("tournament-too-small")},
	},
	{
		Name: "sections", Says: "a section is the same in all files",
		Under: everywhere(Text{"", "4(1)a", "G5", "must", nil}, Text{"", "", "G5", "must", nil}, Text{"", "Number of players 1", "C6", "must", nil}), Confirmed: "other files",
		Cells: []Cell{right, unknown("").none("the games show who played"), files("sections-alike").as("alike"), files("section-renamed").as("renamed").under("ncs")},
		asks:  []ask{{what: "section-renamed"}, {what: "sections-alike"}},
	},
	{
		Name: "meet", Says: "the report is a whole meet of its club",
		Under: []Text{{"nscl", "Rating Rules 5", "N14", "must", nil}}, Confirmed: "other reports", Carry: NotInTRF,
		Cells: []Cell{right, unknown("").none("other reports are always known"), wrong("meets-overlap").as("another report of these days")},
		asks:  []ask{{what: "meets-overlap", may: true, check: (*checking).meetsOverlap}},
	},
	{
		Name: "players", Says: "the players are those whose IDs are stated",
		Under: everywhere(Text{"", "4(1)b", "", "must", nil}, Text{"", "", "", "must", nil}, Text{"", "", "", "must", nil}), Confirmed: "name and birth in the register, other files",
		Cells: []Cell{right, unknown(WaitPlayer).by("player-unknown"), wrong("entry-contradicts"), files("entry-differs")},
		asks: []ask{
			{what: WaitPlayer, games: true, entries: true, sender: true, cure: true},
			{what: "entry-contradicts", games: true, entries: true},
			{what: "entry-differs", games: true},
			{what: "section-unidentified", text: "chessa", check: (*checking).unidentified, clause: "Unrated players 1", reading: "C34"},
			{what: "adjustment-lapsed"},
		},
	},
	{
		Name: "names", Says: "names have the family name first, and no comma",
		Under: []Text{{"ncs", "4(3)", "J26", "should", nil}}, Confirmed: "the register",
		Cells: []Cell{right, unknown("").none("an entry without a name is a finding of the file"), wrong("").settled("name-comma", "J26"),
			wrong("").settled("name-order", "J26").as("in another order")},
	},
	{
		Name: "first-time players", Says: "of new players name in kanji, birth and e-mail are stated",
		Under: []Text{{"ncs", "4(5)", "J28", "should", nil}}, Confirmed: "the register",
		Cells: []Cell{right, {Evidence: NothingKnown, When: "missing", Asks: WaitPlayer, By: "players", Finding: "first-timer-lacks"},
			unknown("").settled("first-timer-lacks", "J29").as("registered without")},
		asks: []ask{{what: "first-timer-lacks", check: (*checking).firstTimersLack}},
	},
	{
		Name: "members", Says: "the players are members",
		Under: []Text{{"ncs", "3(5)", "G10", "may", nil}}, Confirmed: "the memberships",
		Cells: []Cell{right, unknown("").none(noRegister), wrong("non-member")},
		asks:  []ask{{what: "non-member", games: true, may: true, option: "non_members"}}, // 3(5), Reading G10
	},
	{
		Name: "result", Says: "the games are those that were played",
		Under: everywhere(Text{"", "4(1)c", "", "must", nil}, Text{"", "", "", "must", nil}, Text{"", "", "", "must", nil}), Confirmed: "other files",
		Cells: []Cell{right, unknown("games-missing"), files("games-differ")},
		asks:  []ask{{what: "games-differ", games: true}, {what: "games-missing", games: true}},
	},
	{
		Name: "points", Says: "the points are those of the results",
		Under: everywhere(Text{"", "4(1)c", "", "must", nil}, Text{"", "", "", "must", nil}, Text{"", "", "", "must", nil}), Confirmed: "results and byes", Carry: NotInTRF,
		Cells: []Cell{right, unknown("").none("points are computed"), wrong("points-differ")},
		asks:  []ask{{what: "points-differ", games: true, sender: true}},
	},
	{
		Name: "unrated game", Says: "a game that was played is not to be rated",
		Under: everywhere(Text{"", "5(3)", "G14", "must", nil}, Text{"", "", "G14", "must", nil}, Text{"", "1st Official rating 2", "G14", "must", nil}), Confirmed: "an officer", Carry: NotInTRF,
		Cells: []Cell{right, unknown("unrated-claimed"), wrong("").none("a file that has it unplayed: see result")},
		asks:  []ask{{what: "unrated-claimed", games: true, either: true}}, // meanwhile they count
	},
	{
		Name: "venue", Says: "the venue is stated",
		Under: []Text{{"ncs", "4(1)a", "J28", "should", nil}}, Confirmed: "nobody",
		Cells: []Cell{right, unknown("").by("report-lacks"), wrong("").none("the text asks for any venue")},
	},
	{
		Name: "decision", Says: "the report is still the one that an officer has admitted",
		Under: everywhere(Text{"", "3(7)", "", "must", nil}, Text{"", "", "", "must", nil}, Text{"", "", "", "must", nil}), Confirmed: "the digest of its games",
		Cells: []Cell{right, unknown("").none("a decision is always known"), wrong(WaitChanged)},
		asks:  []ask{{what: WaitChanged}},
	},
})
