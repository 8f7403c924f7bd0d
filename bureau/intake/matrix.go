package intake

import "github.com/arpadchess/arpad/bureau/lists"

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
	q, _ := questionOf(c.Finding)
	switch {
	case c.State == Waiting && c.Finding == "fee-unpaid":
		return "organiser"
	case c.State == Admitted || c.State == "":
		return "nobody"
	case q.organizer:
		return "organiser"
	default:
		return "officer"
	}
}

func follows(state lists.State, finding string) Cell { return Cell{State: state, Finding: finding} }
func none(why string) Cell                           { return Cell{Empty: why} }

var (
	fine    = follows(Admitted, "")
	differs = follows(Withheld, "field-differs")
	noDay   = none("the text names no last day")
)

var (
	japan = []string{"ncs-2022", "jcf-2023"}
	all   = []string{"ncs-2022", "jcf-2023", "nscl", "chessa-2015"}
)

// Matrix says of everything that the texts ask of a report what follows. The page
// docs/intake.md and the cases of TestMatrix are made from it.
var Matrix = []Row{
	{japan, "2(1)", "J28", "must", "organiser", "the organiser is registered", [Columns]Cell{
		fine, follows(Withheld, "organizer-not-registered"), differs, follows(Waiting, "organizer-missing"), noDay}},
	{japan, "2(1)", "J28", "must", "person in charge", "the person in charge is an annual member", [Columns]Cell{
		fine, follows(Withheld, "responsible-no-annual-member"), differs, follows(Waiting, "responsible-missing"), noDay}},
	{japan, "2(1)", "J28", "must", "person unknown", "the person in charge is in the register", [Columns]Cell{
		fine, follows(Withheld, "responsible-unknown"), none("see the row above"), none("see the row above"), noDay}},
	{japan, "3(5)", "G10", "may", "members", "the players are members", [Columns]Cell{
		fine, follows(Withheld, "non-member"), none("the register says who is"), none("a register that is not kept is not asked"), noDay}},
	{japan, "2(3)", "J27", "must", "FIDE event", "a FIDE event was announced as one", [Columns]Cell{
		fine, follows(Withheld, "fide-event-unannounced"), differs, follows(Withheld, "fide-event-unannounced"), follows(Withheld, "fide-event-late")}},
	{japan, "3(1)", "J27", "must", "exchange file", "a FIDE event comes as FIDE's file", [Columns]Cell{
		fine, follows(Waiting, "exchange-file-missing"), none("the bytes show what a file is"), follows(Waiting, "exchange-file-missing"), noDay}},
	{japan, "3(2)", "J28", "must", "reporter", "the club has approved who reports", [Columns]Cell{
		fine, follows(Withheld, "reporter-not-approved"), differs, follows(Waiting, "reporter-missing"), noDay}},
	{[]string{"ncs-2022"}, "3(4)", "J25", "must", "fee", "the fee is paid by the end of the month", [Columns]Cell{
		fine, follows(Waiting, "fee-unpaid"), none("the bureau notes what was paid"), follows(Waiting, "fee-unpaid"), follows(Withheld, "fee-unpaid")}},
	{japan, "3(6)", "G10", "may", "90 days", "games are reported within 90 days", [Columns]Cell{
		fine, none("the day of receipt is the bureau's own"), follows(Withheld, "games-differ"), {State: Admitted, Finding: "one-date"}, follows(Withheld, "late")}},
	{japan, "4(1)a", "G6", "must", "type", "the type or the time control is stated", [Columns]Cell{
		fine, follows(Admitted, "type-differs"), differs, follows(Admitted, "type-assumed"), noDay}},
	{japan, "4(8)", "J28", "must", "qualifiers", "the qualifiers are named at a qualifying event", [Columns]Cell{
		fine, none("the register does not say who has qualified"), none("of two files all are taken"), follows(Waiting, "qualifiers-missing"), noDay}},
	{all, "4(1)b", "", "must", "players", "each player has an ID", [Columns]Cell{
		fine, follows(Withheld, "entry-contradicts"), follows(Withheld, "entry-differs"), follows(Waiting, "player-unknown"), noDay}},
	{all, "", "", "must", "games", "the games are those that were played", [Columns]Cell{
		fine, follows(Withheld, "games-twice"), follows(Withheld, "games-differ"), follows(Withheld, "games-missing"), noDay}},
	{all, "", "", "must", "days", "the event is over", [Columns]Cell{
		fine, follows(Waiting, "event-running"), follows(Withheld, "field-differs"), follows(Returned, "no-date"), noDay}},
	{[]string{"chessa-2015"}, "50% Rule 1", "C26", "must", "rounds", "there are at least 5 rounds, or an officer has granted fewer", [Columns]Cell{
		fine, follows(Returned, "too-few-rounds"), follows(Withheld, "field-differs"), follows(Withheld, "dispensation-claimed"), none("the announcement refuses it then")}},
}
