// Package mistake makes the mistakes that occur in reports, for tests.
package mistake

import "github.com/arpadchess/arpad/internal/synth"

// The mistakes beside those of the demo, each with what happened.
const (
	SiblingsSwapped    synth.Mistake = "siblings-swapped"     // the IDs of a brother and a sister, or of two namesakes, are exchanged
	MissingID          synth.Mistake = "missing-id"           // a member's ID is missing
	IDTwice            synth.Mistake = "id-twice"             // an ID is repeated on the next line
	NameMisspelt       synth.Mistake = "name-misspelt"        // a wrong letter in a name, which no check should report
	NameComma          synth.Mistake = "name-comma"           // a comma between family name and given name
	NameDisguised      synth.Mistake = "name-disguised"       // a name contains a character that changes the writing direction
	FirstTimerBare     synth.Mistake = "first-timer-bare"     // only the name of a newcomer is given
	BirthImplausible   synth.Mistake = "birth-implausible"    // a birth in the year of the event
	PointsDiffer       synth.Mistake = "points-differ"        // the table has half a point too many
	StartNumberTwice   synth.Mistake = "start-number-twice"   // two players have the same start number
	StartNumberUnknown synth.Mistake = "start-number-unknown" // a game has a start number that is not in the list
	TwoOpponents       synth.Mistake = "two-opponents"        // a game was entered twice
	GameOutside        synth.Mistake = "game-outside"         // the date of a game is a month off
	DatesReversed      synth.Mistake = "dates-reversed"       // the event ends before it begins
	ReceivedEarly      synth.Mistake = "received-early"       // the report arrived before the event was over
	TypeDiffers        synth.Mistake = "type-differs"         // the declared type is not that of the time control
	NoList             synth.Mistake = "no-list"              // blitz, for which Japan has no list
	NobodyResponsible  synth.Mistake = "nobody-responsible"   // nobody is named as the person in charge
	Repeated           synth.Mistake = "repeated"             // the event is reported again, with another result
)

// mistakes defines how each mistake is made and which finding reveals it; make
// returns false if the report has no occasion for it. The findings are those of
// report.Check, of season's identification and of the intake; some of the
// latter occur only under the Japanese regulation.
var mistakes = []struct {
	synth.Mistake
	finding string
	by      synth.Country       // empty: both
	plant   func(*planter) bool // nil: synth makes it
}{
	{SiblingsSwapped, "name-mismatch", "", (*planter).swapSiblings},
	{synth.UnknownID, "id-unknown", "", nil},
	{synth.OthersID, "name-mismatch", "", nil},
	{MissingID, "player-without-id", "", (*planter).dropID},
	{IDTwice, "id-repeated", "", (*planter).copyID},
	{NameMisspelt, "", "", (*planter).misspell},
	{NameComma, "name-comma", synth.Japan, (*planter).addComma},
	{NameDisguised, "control-character", "", (*planter).disguise},
	{FirstTimerBare, "first-timer-lacks", synth.Japan, (*planter).bareFirstTimer},
	{BirthImplausible, "birth-implausible", "", (*planter).rejuvenate},
	{synth.Lapsed, "non-member", synth.Japan, nil},
	{PointsDiffer, "points-differ", "", (*planter).addHalfPoint},
	{StartNumberTwice, "start-number-repeated", "", (*planter).copyStartNumber},
	{StartNumberUnknown, "unknown-start-number", "", (*planter).loseStartNumber},
	{TwoOpponents, "two-opponents", "", (*planter).doubleGame},
	{GameOutside, "game-outside-event", "", (*planter).misdateGame},
	{DatesReversed, "dates-reversed", "", (*planter).reverseDates},
	{ReceivedEarly, "received-before-end", "", (*planter).receiveEarly},
	{synth.Late, "late", synth.Japan, nil},
	{TypeDiffers, "type-differs", "", (*planter).declareOtherType},
	{NoList, "no-list-for-type", synth.Japan, (*planter).playBlitz},
	{NobodyResponsible, "report-lacks", synth.Japan, (*planter).dropResponsible},
	{Repeated, "event-repeated", "", (*planter).repeat},
}

// All returns all mistakes, those of the demo among them.
func All() []synth.Mistake {
	names := make([]synth.Mistake, len(mistakes))
	for i := range mistakes {
		names[i] = mistakes[i].Mistake
	}
	return names
}
