package synth

// Mistake is a mistake that occurs in reports.
type Mistake string

// The mistakes, each with what happened.
const (
	SiblingsSwapped    Mistake = "siblings-swapped"     // the IDs of a brother and a sister, or of two namesakes, are exchanged
	UnknownID          Mistake = "unknown-id"           // a digit of an ID is wrong, and nobody has that ID
	OthersID           Mistake = "others-id"            // an ID belongs to an unrelated person
	MissingID          Mistake = "missing-id"           // a member's ID is missing
	IDTwice            Mistake = "id-twice"             // an ID is repeated on the next line
	NameMisspelt       Mistake = "name-misspelt"        // a wrong letter in a name, which no check should report
	NameComma          Mistake = "name-comma"           // a comma between family name and given name
	NameDisguised      Mistake = "name-disguised"       // a name contains a character that changes the writing direction
	FirstTimerBare     Mistake = "first-timer-bare"     // only the name of a newcomer is given
	BirthImplausible   Mistake = "birth-implausible"    // a birth in the year of the event
	Lapsed             Mistake = "lapsed"               // a player's membership had ended
	PointsDiffer       Mistake = "points-differ"        // the table has half a point too many
	StartNumberTwice   Mistake = "start-number-twice"   // two players have the same start number
	StartNumberUnknown Mistake = "start-number-unknown" // a game has a start number that is not in the list
	TwoOpponents       Mistake = "two-opponents"        // a game was entered twice
	GameOutside        Mistake = "game-outside"         // the date of a game is a month off
	DatesReversed      Mistake = "dates-reversed"       // the event ends before it begins
	ReceivedEarly      Mistake = "received-early"       // the report arrived before the event was over
	Late               Mistake = "late"                 // the report arrived after more than 90 days
	TypeDiffers        Mistake = "type-differs"         // the declared type is not that of the time control
	NoList             Mistake = "no-list"              // blitz, for which Japan has no list
	NobodyResponsible  Mistake = "nobody-responsible"   // nobody is named as the person in charge
	Repeated           Mistake = "repeated"             // the event is reported again, with another result
)

// mistakes defines how each mistake is made and which finding reveals it; make
// returns false if the report has no occasion for it. The findings are those of
// report.Check, of season's identification and of the intake; some of the
// latter occur only under the Japanese regulation.
var mistakes = []struct {
	Mistake
	finding string
	by      Country // empty: both
	plant   func(*planter) bool
}{
	{SiblingsSwapped, "name-mismatch", "", (*planter).swapSiblings},
	{UnknownID, "id-unknown", "", (*planter).mistypeID},
	{OthersID, "name-mismatch", "", (*planter).takeOthersID},
	{MissingID, "player-without-id", "", (*planter).dropID},
	{IDTwice, "id-repeated", "", (*planter).copyID},
	{NameMisspelt, "", "", (*planter).misspell},
	{NameComma, "name-comma", Japan, (*planter).addComma},
	{NameDisguised, "control-character", "", (*planter).disguise},
	{FirstTimerBare, "first-timer-lacks", Japan, (*planter).bareFirstTimer},
	{BirthImplausible, "birth-implausible", "", (*planter).rejuvenate},
	{Lapsed, "non-member", Japan, (*planter).enterLapsed},
	{PointsDiffer, "points-differ", "", (*planter).addHalfPoint},
	{StartNumberTwice, "start-number-repeated", "", (*planter).copyStartNumber},
	{StartNumberUnknown, "unknown-start-number", "", (*planter).loseStartNumber},
	{TwoOpponents, "two-opponents", "", (*planter).doubleGame},
	{GameOutside, "game-outside-event", "", (*planter).misdateGame},
	{DatesReversed, "dates-reversed", "", (*planter).reverseDates},
	{ReceivedEarly, "received-before-end", "", (*planter).receiveEarly},
	{Late, "late", Japan, (*planter).receiveLate},
	{TypeDiffers, "type-differs", "", (*planter).declareOtherType},
	{NoList, "no-list-for-type", Japan, (*planter).playBlitz},
	{NobodyResponsible, "report-lacks", Japan, (*planter).dropResponsible},
	{Repeated, "event-repeated", "", (*planter).repeat},
}

// Mistakes returns all mistakes.
func Mistakes() []Mistake {
	names := make([]Mistake, len(mistakes))
	for i := range mistakes {
		names[i] = mistakes[i].Mistake
	}
	return names
}
