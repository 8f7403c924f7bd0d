package bureautest

// The formats of a report in the cases of claims.
const (
	JSONFile   = "json"
	TRFFile    = "trf"
	FormFile   = "reporting file"
	SiteFile   = "chess-results"
	UploadFile = "upload"
	SwissFile  = "swissperfect"
	PGNFile    = "pgn"
	TableFile  = "table of games"
	BaseFile   = "results database"
)

// Unsaid returns why a case of a claim cannot come in a format; empty: it can.
func Unsaid(format, claim, when string) string { return unsaid()[format][claim+"/"+when] }

// unsaid are the cases that cannot come in a format, and why.
func unsaid() map[string]map[string]string {
	return map[string]map[string]string{
		JSONFile: {
			"FIDE event/right": noFIDE, "FIDE event/wrong": noFIDE, "FIDE event/too late": noFIDE, "exchange file/right": noFIDE,
			"file/right": notOwn, "days/in two ways": "it has days as YYYY-MM-DD",
		},
		TRFFile: {
			"exchange file/missing": "it is FIDE's file", "exchange file/wrong": "it is FIDE's file", "file/right": notOwn,
			"unrated game/missing": "it marks so what was not played", "sections/alike": "its section has no name",
			"notice/missing": noFile, "days/in two ways": "the file beside it has days as YYYY-MM-DD: it comes alone",
		},
		FormFile: {
			"FIDE event/right": noFIDE, "FIDE event/wrong": noFIDE, "FIDE event/too late": noFIDE, "exchange file/right": noFIDE, "exchange file/wrong": "it does not say that it is FIDE's",
			"file/wrong": "it is the federation's own form", "notice/missing": noFile,
			"floor/right": southAfrica, "floor/wrong": southAfrica, "floor/two files": southAfrica, "dispensation/missing": southAfrica,
			"Braille/announced otherwise": southAfrica, "Braille/of four rounds": southAfrica, "Braille/of which nothing depends": southAfrica, "Braille/right": southAfrica,
			"Braille/two files": southAfrica, "age group/announced otherwise": southAfrica, "age group/more too old": southAfrica, "age group/no birth known": southAfrica,
			"age group/of which nothing depends": southAfrica, "age group/one too old": southAfrica, "age group/two files": southAfrica, "age year/another year": southAfrica,
			"age year/missing": southAfrica, "age year/of which nothing depends": southAfrica, "age year/right": southAfrica, "age year/two files": southAfrica,
			"byes/wrong": southAfrica, "system/two files": southAfrica, "system/wrong": southAfrica, "team/missing": southAfrica, "team/of which nothing depends": southAfrica,
		},
		BaseFile: {
			"type/missing": typed, "days/missing": dated, "names/wrong": "it writes names without a comma",
		},
		TableFile: {"days/missing": dated},
		PGNFile: {
			"days/missing": dated, "players/wrong": onlyNames, "players/two files": onlyNames, "age group/one too old": "nobody has a birth before an officer says who it is",
		},
	}
}

const (
	southAfrica = "the form is that of Japan: it has no floors, dispensations, groups of ages and systems"
	noFIDE      = "a FIDE event is asked for FIDE's file"
	notOwn      = "it is not the federation's own form"
	noFile      = "no file comes"
	typed       = "each game has its type"
	dated       = "each game has its day"
	onlyNames   = "nobody has an ID that a name could contradict"
)
