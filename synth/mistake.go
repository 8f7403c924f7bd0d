package synth

// Mistake is a mistake that reports have in life.
type Mistake string

// The mistakes, each with what happened.
const (
	SiblingsSwapped    Mistake = "siblings-swapped"     // the IDs of a brother and a sister, or of two namesakes, stand at each other's name
	UnknownID          Mistake = "unknown-id"           // a digit of an ID is wrong, and nobody has it
	OthersID           Mistake = "others-id"            // an ID is that of quite another person
	MissingID          Mistake = "missing-id"           // a member's ID was left out
	IDTwice            Mistake = "id-twice"             // an ID was copied to the line below
	NameMisspelt       Mistake = "name-misspelt"        // one letter of a name is wrong: no check should mind
	NameComma          Mistake = "name-comma"           // a comma between family name and given name
	NameDisguised      Mistake = "name-disguised"       // a name holds a character that turns the direction of writing
	FirstTimerBare     Mistake = "first-timer-bare"     // of a newcomer the name alone is given
	BirthImplausible   Mistake = "birth-implausible"    // a birth in the year of the event
	Lapsed             Mistake = "lapsed"               // somebody played whose membership had ended
	PointsDiffer       Mistake = "points-differ"        // the table gives half a point too many
	StartNumberTwice   Mistake = "start-number-twice"   // two players bear one start number
	StartNumberUnknown Mistake = "start-number-unknown" // a game names a start number that is not in the list
	TwoOpponents       Mistake = "two-opponents"        // a game was entered twice
	GameOutside        Mistake = "game-outside"         // a game is dated a month off
	DatesReversed      Mistake = "dates-reversed"       // the event ends before it begins
	ReceivedEarly      Mistake = "received-early"       // the report came before the event was over
	Late               Mistake = "late"                 // the report came after more than 90 days
	TypeDiffers        Mistake = "type-differs"         // the type declared is not that of the time control
	NoList             Mistake = "no-list"              // blitz, for which Japan has no list
	NobodyResponsible  Mistake = "nobody-responsible"   // nobody is named who was in charge
	Repeated           Mistake = "repeated"             // the event is reported once more, with another result
)

// mistakes says what finds each mistake, and how it is made; false where the
// report gives no occasion for it. The findings are those of report.Check, of
// the identification by season and of the intake; some of the latter by the
// regulation of Japan alone.
var mistakes = []struct {
	Mistake
	finding string
	by      Country // empty: by either
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

// Mistakes names all mistakes.
func Mistakes() []Mistake {
	names := make([]Mistake, len(mistakes))
	for i := range mistakes {
		names[i] = mistakes[i].Mistake
	}
	return names
}
