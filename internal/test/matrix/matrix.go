// Package matrix holds what the texts ask of a report and what follows when it is wrong, missing or late; docs/intake.md and its tests are made from it.
package matrix

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Row is something that a text asks of a report, and what follows when it is right,
// wrong, contradictory, missing or late.
type Row struct {
	Texts           []string // editions that ask it
	Clause, Reading string   // by the number of the first text of the family
	Verb            string   // "must" or "should"; "may": games may not be counted
	Carry           Carry    // where a FIDE file leaves it
	Name            string   // of the row, for its cases
	What            string   // is asked, for the page
	Cells           [Columns]Cell
}

// Carry is what becomes of a row in a report that is a FIDE file with nothing beside it.
type Carry int

// The ways.
const (
	InTRF     Carry = iota // the file states it
	BesideTRF              // the file cannot state it: it is asked for
	NotInTRF               // the file cannot state it, and without it nothing is asked
)

// The columns.
const (
	Right         = iota // stated as it should be
	Wrong                // stated otherwise than the registers have it
	Contradictory        // two files state it differently
	Missing              // not stated
	TooLate              // stated after the last day
	Columns
)

// ColumnNames name the columns.
var ColumnNames = [Columns]string{"right", "wrong", "contradictory", "missing", "too late"}

// Cell is what follows for a report.
type Cell struct {
	State   lists.State // in which it is then
	Finding string      // that says so; empty: none
	Settled string      // the reading that decides where nobody has to; empty: none

	Empty string // why there is no such case
}

// Who returns who must act: an officer, the organiser, or nobody.
func (c Cell) Who() string {
	switch {
	case c.State == check.Waiting && c.Finding == "fee-unpaid":
		return "organiser"
	case c.State == check.Admitted || c.State == "":
		return "nobody"
	case c.State == check.Returned || check.AskedOfOrganizer(c.Finding):
		return "organiser"
	default:
		return "officer"
	}
}

// Until returns until when somebody can act, in words for the page.
func (c Cell) Until() string {
	switch {
	case c.State == check.Admitted || c.State == "":
		return ""
	case c.Finding == "fee-unpaid" && c.State == check.Waiting:
		return "the month's end; then an officer decides"
	case c.Finding == "event-running":
		return "the last day of the event; then it is checked again"
	case check.HeldBy(c.Finding, false) == check.HoldsGames:
		return "the publication of the list, which leaves these games out; later by a correction"
	case c.State == check.Returned:
		return "a new file; it counts from the day of the first one"
	default:
		return "an answer; later than the list, the report counts in the period of that day"
	}
}

func follows(state lists.State, finding string) Cell { return Cell{State: state, Finding: finding} }
func settled(finding, reading string) Cell {
	return Cell{State: check.Admitted, Finding: finding, Settled: reading}
}
func none(why string) Cell { return Cell{Empty: why} }

var (
	fine    = follows(check.Admitted, "")
	differs = follows(check.Withheld, "field-differs")
	noDay   = none("the text names no last day")
)

var (
	japan   = editions("ncs", func(*regulation.About) bool { return true })
	withFee = editions("ncs", func(a *regulation.About) bool { return a.Fee.Each > 0 })
	ownFile = editions("ncs", func(a *regulation.About) bool { return a.OwnFile })
	all     = slices.Concat(japan, []string{"nscl", "chessa-2015"})
)

// editions returns the editions of an authority in which a rule holds.
func editions(authority string, holds func(*regulation.About) bool) (ids []string) {
	for _, e := range catalog.Editions() {
		if about := e.About(); about.Authority == authority && holds(&about) {
			ids = append(ids, about.ID)
		}
	}
	return ids
}

// Rows says of everything that the texts ask of a report what follows. The page
// docs/intake.md and the cases of TestMatrix are made from it.
var Rows = []Row{
	{japan, "2(1)", "J28", "must", BesideTRF, "organiser", "the organiser is registered", [Columns]Cell{
		fine, follows(check.Withheld, "organizer-not-registered"), differs, follows(check.Waiting, "organizer-missing"), noDay}},
	{japan, "2(1)", "J28", "must", BesideTRF, "person in charge", "the person in charge is an annual member", [Columns]Cell{
		fine, follows(check.Withheld, "responsible-no-annual-member"), differs, follows(check.Waiting, "responsible-missing"), noDay}},
	{japan, "2(1)", "J28", "must", NotInTRF, "person unknown", "the person in charge is in the register", [Columns]Cell{
		fine, follows(check.Withheld, "responsible-unknown"), none("see the row above"), none("see the row above"), noDay}},
	{japan, "3(5)", "G10", "may", InTRF, "members", "the players are members", [Columns]Cell{
		fine, follows(check.Withheld, "non-member"), none("the register says who is"), none("a register that is not kept is not asked"), noDay}},
	{japan, "2(3)", "J27", "must", NotInTRF, "FIDE event", "a FIDE event was announced as one", [Columns]Cell{
		fine, follows(check.Withheld, "fide-event-unannounced"), differs, follows(check.Withheld, "fide-event-unannounced"), follows(check.Withheld, "fide-event-late")}},
	{japan, "3(1)", "J27", "must", NotInTRF, "exchange file", "a FIDE event comes as FIDE's file", [Columns]Cell{
		fine, follows(check.Waiting, "exchange-file-missing"), none("the bytes show what a file is"), follows(check.Waiting, "exchange-file-missing"), noDay}},
	{japan, "3(2)", "J28", "must", NotInTRF, "reporter", "the club has approved who reports", [Columns]Cell{
		fine, follows(check.Withheld, "reporter-not-approved"), differs, follows(check.Waiting, "reporter-missing"), noDay}},
	{japan, "3(2)", "J34", "must", NotInTRF, "reporter on record", "the register says who reports, and approved reporters are members", [Columns]Cell{
		fine, follows(check.Withheld, "reporter-no-member"), none("see the row above"), follows(check.Withheld, "reporter-unknown"), noDay}},
	{all, "", "G12", "must", NotInTRF, "announcement", "the event is as it was announced before its first day", [Columns]Cell{
		fine, follows(check.Withheld, "announced-differs"), none("see the row of the field"), none("not every event is announced"), settled("", "G12")}},
	{withFee, "3(4)", "J25", "must", InTRF, "fee", "the fee is paid by the end of the month", [Columns]Cell{
		fine, follows(check.Waiting, "fee-unpaid"), none("the bureau notes what was paid"), follows(check.Waiting, "fee-unpaid"), follows(check.Withheld, "fee-unpaid")}},
	{japan, "3(6)", "G10", "may", InTRF, "90 days", "games are reported within 90 days", [Columns]Cell{
		fine, none("the day of receipt is the bureau's own"), follows(check.Withheld, "games-differ"), settled("one-date", "J24"), follows(check.Withheld, "late")}},
	{japan, "4(1)a", "G6", "must", InTRF, "type", "the type or the time control is stated", [Columns]Cell{
		fine, settled("type-differs", "G6"), differs, settled("type-assumed", "J13"), noDay}},
	{ownFile, "4(1)", "J29", "must", InTRF, "file", "the report is the federation's own file", [Columns]Cell{
		fine, settled("other-file", "J29"), none("the bytes show what a file is"), none("a report is always some file"), noDay}},
	{japan, "4(8)", "J28", "must", NotInTRF, "qualifiers", "the qualifiers are named at a qualifying event", [Columns]Cell{
		fine, none("the register does not say who has qualified"), none("of two files all are taken"), follows(check.Waiting, "qualifiers-missing"), noDay}},
	{all, "4(1)b", "", "must", InTRF, "players", "each player has an ID", [Columns]Cell{
		fine, follows(check.Withheld, "entry-contradicts"), follows(check.Withheld, "entry-differs"), follows(check.Waiting, "player-unknown"), noDay}},
	{all, "", "", "must", InTRF, "games", "the games are those that were played", [Columns]Cell{
		fine, follows(check.Withheld, "games-twice"), follows(check.Withheld, "games-differ"), follows(check.Withheld, "games-missing"), noDay}},
	{all, "", "", "must", InTRF, "days", "the event is over", [Columns]Cell{
		fine, follows(check.Waiting, "event-running"), follows(check.Withheld, "field-differs"), follows(check.Waiting, "no-date"), noDay}},
	{all, "", "", "must", InTRF, "written days", "the first and last day are written so that they can be read in one way", [Columns]Cell{
		fine, follows(check.Waiting, "date-ambiguous"), none("see the row above"), none("see the row above"), noDay}},
	{[]string{"chessa-2015"}, "50% Rule 1", "C26", "must", NotInTRF, "rounds", "there are at least 5 rounds, or an officer has granted fewer", [Columns]Cell{
		fine, follows(check.Returned, "too-few-rounds"), follows(check.Withheld, "field-differs"), follows(check.Withheld, "dispensation-claimed"), none("the announcement refuses it then")}},
	{[]string{"chessa-2015"}, "50% Rule 3", "C13", "must", NotInTRF, "all rounds", "the rounds that are stated were played", [Columns]Cell{
		fine, follows(check.Withheld, "rounds-unplayed"), follows(check.Withheld, "field-differs"), none("the rounds of the games count then"), none("the text names no last day")}},
	{[]string{"chessa-2015"}, "Time Control 2", "G6", "must", InTRF, "type in South Africa", "the type or the time control is stated", [Columns]Cell{
		fine, settled("type-differs", "G6"), differs, follows(check.Returned, "type-missing"), none("the text names no last day")}},
	{[]string{"chessa-2015"}, "Unrated players 2", "C5", "must", BesideTRF, "floor", "a section in which nobody is rated has a floor", [Columns]Cell{
		fine, follows(check.Withheld, "floor-claimed"), follows(check.Withheld, "field-differs"), follows(check.Withheld, "floor-unassigned"), none("the text names no last day")}},
	{[]string{"chessa-2015"}, "Number of players 1", "C25", "must", InTRF, "section", "a section has at least 6 players", [Columns]Cell{
		fine, follows(check.Returned, "section-too-small"), none("two files of a section are one section"), none("the games show who played"), none("the text names no last day")}},
	{[]string{"chessa-2015"}, "Number of players 2", "C25", "must", InTRF, "tournament", "a tournament has at least 10 players", [Columns]Cell{
		fine, follows(check.Returned, "tournament-too-small"), none("two files of a section are one section"), none("the games show who played"), none("the text names no last day")}},
	{japan, "4(1)a", "J28", "should", InTRF, "venue", "the venue is stated", [Columns]Cell{
		fine, none("the text asks for any venue"), none("a venue decides nothing: the first one is shown"), follows(check.Admitted, "report-lacks"), noDay}},
	{japan, "4(2)", "J28", "may", InTRF, "notice", "a notice of results is followed by their file", [Columns]Cell{
		fine, none("a link to another site is refused"), none("the event of a file is that of its notice, or another"), follows(check.Waiting, ""), noDay}},
	{japan, "4(3)", "J26", "should", InTRF, "names", "names have no comma", [Columns]Cell{
		fine, settled("name-comma", "J26"), none("the register has the name"), none("an entry without a name is a finding of the file"), noDay}},
	{japan, "4(5)", "J28", "should", InTRF, "first-time players", "of new players name in kanji, birth and e-mail are stated", [Columns]Cell{
		none("whoever is registered is not asked"), none("the register decides who somebody is"), follows(check.Withheld, "games-missing"), follows(check.Waiting, "first-timer-lacks"), noDay}},
}
