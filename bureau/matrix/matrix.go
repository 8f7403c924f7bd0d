// Package matrix holds what the texts ask of a report and what follows when it is wrong, missing or late; docs/intake.md and its tests are made from it.
package matrix

import (
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/lists"
)

// Row is something that a text asks of a report, and what becomes of a report in which
// it is right, wrong, contradictory, missing or late.
type Row struct {
	Texts           []string // editions that ask it
	Clause, Reading string   // by the number of the first text of the family
	Verb            string   // "must" or "should"; "may": games may not be counted
	Name            string   // of the row, for its cases
	What            string   // is asked, for the page
	Cells           [Columns]Cell
}

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

	Empty string // why there is no such case
}

// Who returns who must act: an officer, the organiser, or nobody.
func (c Cell) Who() string {
	switch {
	case c.State == intake.Waiting && c.Finding == "fee-unpaid":
		return "organiser"
	case c.State == intake.Admitted || c.State == "":
		return "nobody"
	case intake.AskedOfOrganizer(c.Finding):
		return "organiser"
	default:
		return "officer"
	}
}

func follows(state lists.State, finding string) Cell { return Cell{State: state, Finding: finding} }
func none(why string) Cell                           { return Cell{Empty: why} }

var (
	fine    = follows(intake.Admitted, "")
	differs = follows(intake.Withheld, "field-differs")
	noDay   = none("the text names no last day")
)

var (
	japan = []string{"ncs-2022", "jcf-2023"}
	all   = []string{"ncs-2022", "jcf-2023", "nscl", "chessa-2015"}
)

// Rows says of everything that the texts ask of a report what follows. The page
// docs/intake.md and the cases of TestMatrix are made from it.
var Rows = []Row{
	{japan, "2(1)", "J28", "must", "organiser", "the organiser is registered", [Columns]Cell{
		fine, follows(intake.Withheld, "organizer-not-registered"), differs, follows(intake.Waiting, "organizer-missing"), noDay}},
	{japan, "2(1)", "J28", "must", "person in charge", "the person in charge is an annual member", [Columns]Cell{
		fine, follows(intake.Withheld, "responsible-no-annual-member"), differs, follows(intake.Waiting, "responsible-missing"), noDay}},
	{japan, "2(1)", "J28", "must", "person unknown", "the person in charge is in the register", [Columns]Cell{
		fine, follows(intake.Withheld, "responsible-unknown"), none("see the row above"), none("see the row above"), noDay}},
	{japan, "3(5)", "G10", "may", "members", "the players are members", [Columns]Cell{
		fine, follows(intake.Withheld, "non-member"), none("the register says who is"), none("a register that is not kept is not asked"), noDay}},
	{japan, "2(3)", "J27", "must", "FIDE event", "a FIDE event was announced as one", [Columns]Cell{
		fine, follows(intake.Withheld, "fide-event-unannounced"), differs, follows(intake.Withheld, "fide-event-unannounced"), follows(intake.Withheld, "fide-event-late")}},
	{japan, "3(1)", "J27", "must", "exchange file", "a FIDE event comes as FIDE's file", [Columns]Cell{
		fine, follows(intake.Waiting, "exchange-file-missing"), none("the bytes show what a file is"), follows(intake.Waiting, "exchange-file-missing"), noDay}},
	{japan, "3(2)", "J28", "must", "reporter", "the club has approved who reports", [Columns]Cell{
		fine, follows(intake.Withheld, "reporter-not-approved"), differs, follows(intake.Waiting, "reporter-missing"), noDay}},
	{[]string{"ncs-2022"}, "3(4)", "J25", "must", "fee", "the fee is paid by the end of the month", [Columns]Cell{
		fine, follows(intake.Waiting, "fee-unpaid"), none("the bureau notes what was paid"), follows(intake.Waiting, "fee-unpaid"), follows(intake.Withheld, "fee-unpaid")}},
	{japan, "3(6)", "G10", "may", "90 days", "games are reported within 90 days", [Columns]Cell{
		fine, none("the day of receipt is the bureau's own"), follows(intake.Withheld, "games-differ"), {State: intake.Admitted, Finding: "one-date"}, follows(intake.Withheld, "late")}},
	{japan, "4(1)a", "G6", "must", "type", "the type or the time control is stated", [Columns]Cell{
		fine, follows(intake.Admitted, "type-differs"), differs, follows(intake.Admitted, "type-assumed"), noDay}},
	{japan, "4(8)", "J28", "must", "qualifiers", "the qualifiers are named at a qualifying event", [Columns]Cell{
		fine, none("the register does not say who has qualified"), none("of two files all are taken"), follows(intake.Waiting, "qualifiers-missing"), noDay}},
	{all, "4(1)b", "", "must", "players", "each player has an ID", [Columns]Cell{
		fine, follows(intake.Withheld, "entry-contradicts"), follows(intake.Withheld, "entry-differs"), follows(intake.Waiting, "player-unknown"), noDay}},
	{all, "", "", "must", "games", "the games are those that were played", [Columns]Cell{
		fine, follows(intake.Withheld, "games-twice"), follows(intake.Withheld, "games-differ"), follows(intake.Withheld, "games-missing"), noDay}},
	{all, "", "", "must", "days", "the event is over", [Columns]Cell{
		fine, follows(intake.Waiting, "event-running"), follows(intake.Withheld, "field-differs"), follows(intake.Returned, "no-date"), noDay}},
	{[]string{"chessa-2015"}, "50% Rule 1", "C26", "must", "rounds", "there are at least 5 rounds, or an officer has granted fewer", [Columns]Cell{
		fine, follows(intake.Returned, "too-few-rounds"), follows(intake.Withheld, "field-differs"), follows(intake.Withheld, "dispensation-claimed"), none("the announcement refuses it then")}},
}
