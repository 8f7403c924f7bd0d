package check

import "github.com/arpadchess/arpad/regulation"

func confirmed(when string) Cell { return Cell{Evidence: Confirmed, When: when} }
func unknown(asks string) Cell   { return Cell{Evidence: NothingKnown, When: "missing", Asks: asks} }
func wrong(asks string) Cell     { return Cell{Evidence: Contradicted, When: "wrong", Asks: asks} }
func files(asks string) Cell     { return Cell{Evidence: Contradicted, When: "two files", Asks: asks} }
func announced(asks string) Cell {
	return Cell{Evidence: Contradicted, When: "announced otherwise", Asks: asks}
}

// as returns a cell of another case.
func (c Cell) as(when string) Cell {
	c.When = when
	return c
}

// under returns a cell that is so under one text only.
func (c Cell) under(text string) Cell {
	c.In = text
	return c
}

// by returns a cell in which a finding that is not called as the question says so.
func (c Cell) by(finding string) Cell {
	c.Finding = finding
	return c
}

// settled returns a cell in which a reading decides.
func (c Cell) settled(finding, reading string) Cell {
	c.Finding, c.Reading = finding, reading
	return c
}

// inSection returns a cell whose question is about a section.
func (c Cell) inSection() Cell {
	c.InSection = true
	return c
}

// none returns a cell of which there is no case.
func (c Cell) none(why string) Cell {
	c.Empty = why
	return c
}

// returned returns a cell in which nothing can be rated.
func (c Cell) returned(finding string) Cell {
	c.Finding, c.Returned = finding, true
	return c
}

var (
	right      = confirmed("right")
	ownFile    = func(a *regulation.About) bool { return a.OwnFile }
	withFee    = func(a *regulation.About) bool { return a.Fee.Each > 0 }
	noRegister = "a register that is not kept is not asked"
)

// everywhere returns the clauses of a claim that decides something under every text.
func everywhere(ncs, nscl, chessa Text) []Text {
	ncs.Of, nscl.Of, chessa.Of = "ncs", "nscl", "chessa"
	return []Text{ncs, nscl, chessa}
}

// ofEvent are the claims of the event.
var ofEvent = []Claim{
	{
		Name: "event name", Says: "the event is the one that was announced, and that other files are of",
		Under: everywhere(Text{"", "4(1)a", "G12", "must", nil}, Text{"", "", "G5", "must", nil}, Text{"", "", "G12", "must", nil}), Confirmed: "the announcement, other files, the sender",
		Cells: []Cell{right, unknown("").none("an event without a name is one of its days"), announced("announcement-near").as("announced by nearly this name").under("ncs"),
			wrong("event-of-another").as("another sender's")},
		asks: []ask{{what: "announcement-near", may: true, either: true}, {what: "event-of-another", check: (*checking).eventOfAnother}},
	},
	{
		Name: "another event", Says: "it is another event than those that were reported before",
		Under: everywhere(Text{"", "3(1)", "G5", "must", nil}, Text{"", "", "G5", "must", nil}, Text{"", "", "G5", "must", nil}), Confirmed: "other reports",
		Cells: []Cell{right, wrong(WaitTwin), unknown("").none("other reports are always known")},
		asks:  []ask{{what: WaitTwin, games: true}},
	},
	{
		Name: "organiser", Says: "the organiser is registered",
		Under: []Text{{"ncs", "2(1)", "J28", "must", nil}}, Confirmed: "the clubs on the days of the event, the announcement", Carry: BesideTRF,
		Cells: []Cell{right, unknown("").as("announced").settled("", "G12"), unknown("organizer-missing"), wrong("organizer-not-registered"), files("field-differs")},
		asks: []ask{
			{what: "organizer-missing", sender: true, check: (*checking).organizerMissing},
			{what: "organizer-not-registered"},
			{what: "field-differs", field: true},
		},
		fields: []string{"organizer"},
	},
	{
		Name: "sender", Says: "the organiser is the club that sends the report",
		Under: everywhere(Text{"", "3(2)", "J28", "must", nil}, Text{"", "", "G12", "must", nil}, Text{"", "", "G12", "must", nil}), Confirmed: "the account of the club, an officer", Carry: NotInTRF,
		Cells: []Cell{right, unknown("").none("what no account has sent is the office's"), wrong("organizer-not-sender")},
		asks:  []ask{{what: "organizer-not-sender", check: (*checking).organizerNotSender}},
	},
	{
		Name: "person in charge", Says: "the person in charge is an annual member",
		Under: []Text{{"ncs", "2(1)", "J28", "must", nil}}, Confirmed: "the memberships, by ID or name", Carry: BesideTRF,
		Cells: []Cell{right, unknown("responsible-missing"), wrong("responsible-no-annual-member"), wrong("responsible-unknown").as("not in the register"), files("field-differs")},
		asks: []ask{
			{what: "responsible-missing", sender: true, check: (*checking).responsibleMissing},
			{what: "responsible-unknown", check: (*checking).responsibleUnknown},
			{what: "responsible-no-annual-member"},
			{what: "field-differs", field: true},
		},
		fields: []string{"responsible"},
	},
	{
		Name: "reporter", Says: "the club's representative reports, or somebody whom they have approved",
		Under: []Text{{"ncs", "3(2)", "J28", "must", nil}}, Confirmed: "the register of clubs, the memberships", Carry: NotInTRF,
		Cells: []Cell{right, unknown("reporter-missing"), {Evidence: NothingKnown, When: "nobody on record", Asks: "reporter-unknown"},
			wrong("reporter-not-approved"), wrong("reporter-no-member").as("approved, not a member"), files("field-differs")},
		asks: []ask{
			{what: "reporter-missing", sender: true, check: (*checking).reporterMissing},
			{what: "reporter-unknown", check: (*checking).reporterUnknown, reading: "J34"},
			{what: "reporter-no-member", check: (*checking).reporterNoMember},
			{what: "reporter-not-approved"},
			{what: "field-differs", field: true},
		},
		fields: []string{"submitted_by"},
	},
	{
		Name: "type", Says: "the type or the time control is stated",
		Under: []Text{{"ncs", "4(1)a", "G6", "must", nil}, {"chessa", "Time Control 2", "G6", "must", nil}}, Confirmed: "the time control, the announcement",
		Cells: []Cell{right, unknown("").settled("type-assumed", "J13").under("ncs"), unknown("type-missing").under("chessa"),
			wrong("").settled("type-differs", "G6"), files("field-differs").inSection(), announced("announced-differs").inSection()},
		asks: []ask{{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true},
			{what: "type-missing", games: true, sender: true, cure: true}, {what: "type-unclear", games: true, sender: true, cure: true}},
		fields: []string{"type"},
	},
	{
		Name: "time control", Says: "the time control is stated alike",
		Under: []Text{{"ncs", "4(6)", "G6", "must", nil}, {"chessa", "Time Control 1", "G6", "must", nil}}, Confirmed: "the announcement, other files",
		Cells:  []Cell{right, unknown("").none("the type decides"), files("field-differs").inSection(), announced("").settled("announced-otherwise", "G12")},
		asks:   []ask{{what: "field-differs", field: true}},
		fields: []string{"time_control"},
	},
	{
		Name: "rounds", Says: "the rounds that were announced and stated were played",
		Under: everywhere(Text{"", "3(1)", "G12", "must", nil}, Text{"", "Rating Rules 5", "N12", "must", nil}, Text{"", "50% Rule 3", "C33", "must", nil}), Confirmed: "the announcement, the games", Carry: NotInTRF,
		Cells: []Cell{right, unknown("").none("the rounds of the games count then"), wrong("rounds-unplayed"), wrong("rounds-unplayed").as("a round in the middle"), files("field-differs").inSection(),
			announced("rounds-fewer").as("more announced"), announced("announced-differs").inSection().as("fewer announced").under("chessa")},
		asks: []ask{
			{what: "rounds-unplayed", text: "chessa", sender: true, games: true, check: (*checking).roundsUnplayed},
			{what: "rounds-unplayed", sender: true, check: (*checking).roundsUnplayed},
			{what: "rounds-fewer", text: "chessa", sender: true, games: true, either: true}, {what: "rounds-fewer", sender: true, either: true},
			{what: "crosstable-without-rounds", games: true, sender: true, cure: true},
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true},
		},
		fields: []string{"rounds"},
	},
	{
		Name: "days", Says: "the event is over, on days that can be read in one way",
		Under: everywhere(Text{"", "2(2)", "", "must", nil}, Text{"", "", "", "must", nil}, Text{"", "When new ratings are calculated 1", "", "must", nil}), Confirmed: "the announcement, the days of rounds, files, the receipt",
		Cells: []Cell{right, unknown("no-date"), wrong("event-running"), wrong("date-ambiguous").as("in two ways"), wrong("days-apart").as("a year apart"), files("field-differs").inSection(),
			announced("announced-differs").under("ncs")},
		asks: []ask{
			{what: "event-running", sender: true, cure: true}, // until its last day
			{what: "no-date", sender: true, cure: true}, {what: "date-ambiguous", sender: true, cure: true}, {what: "date-unreadable", sender: true, cure: true},
			{what: "days-apart", sender: true}, // one event, or two
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true},
		},
		fields: []string{"start", "end", "days"},
	},
	{
		Name: "90 days", Says: "the games are reported within 90 days",
		Under: []Text{{"ncs", "3(6)", "G10", "may", nil}}, Confirmed: "the office's clock",
		Cells: []Cell{right, unknown("").settled("one-date", "J24"), files("").none("of two days of a game: see result"), wrong("late").as("too late")},
		asks:  []ask{{what: "late", games: true, may: true, option: "late"}}, // 3(6), Reading G10
	},
	{
		Name: "notice", Says: "the file of a notice follows",
		Under: []Text{{"ncs", "4(2)", "J28", "may", nil}}, Confirmed: "its file",
		Cells: []Cell{right, unknown(WaitFile).by(""), wrong("").none("a link to another site is refused")},
		asks:  []ask{{what: WaitFile, sender: true, cure: true}},
	},
	{
		Name: "FIDE event", Says: "a FIDE event was announced as one",
		Under: []Text{{"ncs", "2(3)", "J27", "must", nil}}, Confirmed: "the announcement", Carry: NotInTRF,
		Cells: []Cell{right, unknown("fide-event-unannounced"), wrong("fide-event-unannounced"), wrong("fide-event-late").as("too late"), files("field-differs"),
			announced("announced-differs")},
		asks: []ask{
			{what: "fide-event-unannounced", check: (*checking).fideUnannounced},
			{what: "fide-event-late", check: (*checking).fideLate},
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true},
		},
		fields: []string{"fide_event"},
	},
	{
		Name: "exchange file", Says: "a FIDE event comes as FIDE's file",
		Under: []Text{{"ncs", "3(1)", "J27", "must", nil}}, Confirmed: "the bytes", Carry: NotInTRF,
		Cells: []Cell{right, unknown("exchange-file-missing"), wrong("exchange-file-missing")},
		asks:  []ask{{what: "exchange-file-missing", sender: true}},
	},
	{
		Name: "file", Says: "the report is the federation's own file",
		Under: []Text{{"ncs", "4(1)", "J29", "must", ownFile}}, Confirmed: "the bytes",
		Cells: []Cell{right, unknown("").none("a report is always some file"), wrong("").settled("other-file", "J29")},
		asks:  []ask{{what: "other-file", check: (*checking).otherFile}},
	},
	{
		Name: "qualifiers", Says: "the qualifiers are named at a qualifying event",
		Under: []Text{{"ncs", "4(8)", "J36", "must", nil}}, Confirmed: "the announcement, the event's name", Carry: NotInTRF,
		Cells: []Cell{right, unknown("qualifiers-missing"), unknown("qualifiers-missing").as("only called so"), wrong("").none("the register does not say who has qualified"), announced("announced-differs")},
		asks: []ask{
			{what: "qualifiers-missing", sender: true, check: (*checking).qualifiersMissing},
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true},
		},
		fields: []string{"qualifying"},
	},
	{
		Name: "fee", Says: "the fee is paid by the end of the month",
		Under: []Text{{"ncs", "3(4)", "J25", "must", withFee}}, Confirmed: "the money that the office has seen",
		Cells: []Cell{right, unknown(WaitFee), unknown(WaitFee).as("a part"), wrong(WaitOverdue).as("too late"),
			wrong("").none("an officer says which report a payment is for, whoever paid")},
		asks: []ask{
			{what: WaitFee, sender: true, cure: true},
			{what: WaitBearer, may: true, sender: true, cure: true}, // 3(5), Reading J15
			{what: WaitOverdue, may: true},                          // 3(5), Reading J15
		},
	},
	{
		Name: "meeting", Says: "it is a regular meeting of a club",
		Under: []Text{{"ncs", "3(4)", "J35", "may", withFee}}, Confirmed: "the register of clubs, the announcement", Carry: NotInTRF,
		Cells: []Cell{right, unknown("").none("a silent report is of another event"), wrong("meeting-doubtful").settled("", "J35")},
		asks:  []ask{{what: "meeting-doubtful", fee: true, either: true}},
	},
	{
		Name: "dispensation", Says: "there are at least 5 rounds, or an officer has granted fewer",
		Under: []Text{{"chessa", "50% Rule 1", "C26", "must", nil}}, Confirmed: "what an officer has granted", Carry: NotInTRF,
		Cells: []Cell{right, unknown("dispensation-claimed"), wrong("").returned("too-few-rounds")},
		asks:  []ask{{what: "dispensation-claimed", may: true, check: (*checking).dispensationClaimed}}, // Reading C26
	},
	{
		Name: "age group", Says: "it is for u8 or u10, and the players are",
		Under: []Text{{"chessa", "Calculation of age group", "C29", "must", nil}}, Confirmed: "births", Carry: NotInTRF,
		Cells: []Cell{right, unknown("group-doubtful").as("no birth known"), wrong("").settled("too-old-for-group", "C29").as("one too old"), wrong("group-doubtful").as("more too old"),
			wrong("").settled("too-old-for-group", "G11").as("of which nothing depends"), files("field-differs").inSection(), announced("announced-differs").inSection()},
		asks:   []ask{{what: "group-doubtful", games: true, either: true, without: openGroup}, {what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true}},
		fields: []string{"group"},
	},
	{
		Name: "age year", Says: "ages count by the year of the event, or the next one",
		Under: []Text{{"chessa", "Calculation of age group", "C30", "must", nil}}, Confirmed: "the event's year; of the next one the announcement as qualifying", Carry: NotInTRF,
		Cells: []Cell{right, unknown("age-year-next"), unknown("").settled("", "G11").as("of which nothing depends"), wrong("age-year-impossible").as("another year"),
			files("field-differs")},
		asks: []ask{
			{what: "age-year-next", games: true, either: true, confirms: func(a *Announcement) bool { return a.Qualifying }, without: ownYear},
			{what: "age-year-impossible", games: true, sender: true, cure: true},
			{what: "field-differs", field: true},
		},
		fields: []string{"age_year"},
	},
	{
		Name: "Braille", Says: "it is a Braille event",
		Under: []Text{{"chessa", "50% Rule 2", "", "must", nil}}, Confirmed: "the announcement", Carry: NotInTRF,
		Cells: []Cell{right, unknown("braille-claimed").as("of four rounds"), unknown("").settled("", "G11").as("of which nothing depends"), files("field-differs"), announced("announced-differs")},
		asks: []ask{{what: "braille-claimed", games: true, either: true, confirms: isAnnounced, without: noBraille},
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true}},
		fields: []string{"braille"},
	},
	{
		Name: "team", Says: "it is a team event",
		Under: []Text{{"chessa", "50% Rule 6", "C32", "must", nil}}, Confirmed: "the announcement, or lines of teams that fit", Carry: NotInTRF,
		Cells: []Cell{right, unknown("team-claimed"), unknown("").settled("", "G11").as("of which nothing depends"), files("field-differs"), announced("announced-differs")},
		asks: []ask{{what: "team-claimed", games: true, either: true, confirms: isAnnounced, without: noTeam},
			{what: "field-differs", field: true}, {what: "announced-differs", field: true, may: true, either: true}},
		fields: []string{"team"},
	},
	{
		Name: "system", Says: "it is a Swiss, or all play all",
		Under: []Text{{"chessa", "Activity 3", "C12", "must", nil}}, Confirmed: "the pairings", Carry: NotInTRF,
		Cells:  []Cell{right, unknown("").none("a silent report is of a Swiss"), wrong("").settled("system-differs", "C12"), files("field-differs")},
		asks:   []ask{{what: "field-differs", field: true}},
		fields: []string{"system"},
	},
	{
		Name: "byes", Says: "a bye is one of the pairing, or one that was asked for",
		Under: []Text{{"chessa", "Activity 3", "C12", "must", nil}}, Confirmed: "one pairing bye a round",
		Cells: []Cell{right, unknown("").none("a blank round is one without a bye"), wrong("pairing-byes")},
		asks:  []ask{{what: "pairing-byes", games: true, sender: true, either: true, without: ownBye}},
	},
	{
		Name: "floor", Says: "a section in which nobody is rated has a floor",
		Under: []Text{{"chessa", "Unrated players 2", "C5", "must", nil}}, Confirmed: "the number of the text", Carry: BesideTRF,
		Cells: []Cell{right, unknown("floor-unassigned"), wrong("floor-claimed"), files("field-differs").inSection()},
		asks: []ask{
			{what: "floor-claimed", games: true}, {what: "floor-unassigned", games: true, assigned: true},
			{what: "field-differs", field: true},
		},
		fields: []string{"unrated_floor"},
	},
}
