package finding

import "slices"

// Audience is who reads.
type Audience uint8

// The audiences. An officer reads everything, also at a terminal.
const (
	Officers  Audience = iota
	Organizer          // of the club that it is about
	Public
)

var audienceNames = [...]string{"officers", "organizer", "public"}

// String returns "officers", "organizer" or "public".
func (a Audience) String() string { return audienceNames[a] }

// AudienceOf returns the widest audience of a finding. What is in no list is for officers: evidence of who somebody is,
// others' membership and reports, what registers contradict, and the office's own affairs.
func AudienceOf(id string) Audience {
	switch {
	case slices.Contains(ofFiles(), id):
		return Public
	case slices.Contains(ofReports(), id):
		return Organizer
	}
	return Officers
}

// For returns the findings that an audience reads.
func For(all []Finding, to Audience) []Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f Finding) bool { return to > AudienceOf(f.ID) })
}

// Doubted returns findings with "entry-doubted", once for an entry, in the place of those that say why it is: for whoever is
// not told that. They must not rest on what only officers know.
func Doubted(all []Finding) (told []Finding) {
	doubted := map[[2]string]bool{}
	for _, f := range all {
		if f.ID == "entry-contradicts" || f.ID == "player-unknown" {
			entry := [2]string{f.Section, f.Value("player")}
			if doubted[entry] {
				continue
			}
			doubted[entry] = true
			is := New("entry-doubted", Warning, f.At, Text("player", f.Value("player")), Text("name", f.Value("name")))
			is.Place = f.Place
			f = is
		}
		told = append(told, f)
	}
	return told
}

// TellsBirth reports whether a finding says whether births agree, or which one a file has.
func TellsBirth(id string) bool {
	return slices.Contains([]string{"birth-differs", "births-differ", "birth-from-report", "birth-placeholder", "fide-birth-differs"}, id)
}

// ofReports returns the findings that say what an organiser knows or has to know of their own report.
func ofReports() []string {
	return []string{
		"adjustment-lapsed", "after-list", "announced-before", "announced-differs", "announced-otherwise", "announcement-begun", "announcement-late", "announcement-near", "club-needed",
		"colours-reversed", "days-reversed", "dispensation-claimed", "dispensation-needless", "dispensation-open", "entries-enough", "entries-too-many", "entry-differs", "entry-doubted",
		"event-days", "event-running", "exchange-file-missing", "fee-not-due", "fide-event-late", "fide-event-unannounced", "fide-notice-late",
		"field-differs", "floor-claimed", "floor-differs", "floor-missing", "floor-needed", "floor-unassigned", "games-differ", "games-missing", "late",
		"list-behind", "match-decided", "match-with-unrated", "meeting-doubtful", "name-needed", "name-too-long", "no-announcement", "no-bytes", "no-entry",
		"no-game", "no-period", "no-question", "no-report", "nothing-stated", "notice-incomplete", "notice-link", "organizer-missing",
		"organizer-not-registered", "other-file", "qualifiers-missing", "question-open", "reason-needed", "report-already-rated", "report-lacks",
		"report-without-file", "reporter-missing", "reporter-not-approved", "reporter-unknown", "responsible-missing", "rounds-fewer", "section-needed",
		"section-renamed", "sections-alike", "unknown-section", "unrated-claimed",
	}
}

// ofFiles returns the findings that say only what stands in a file or a request, or in public lists.
func ofFiles() []string {
	return []string{
		"act-not-allowed", "age-group-private", "age-year-impossible", "age-year-next", "attribute-unknown", "birth-ambiguous", "birth-form",
		"birth-placeholder", "birth-placeholder-in-list", "birth-unreadable", "braille-claimed", "bye-disagrees", "bye-form", "bye-with-opponent",
		"bye-without-kind", "cell-adjusted", "cell-damaged", "cell-disguised", "cell-ignored", "cell-impossible", "cell-overflows", "cell-scientific",
		"cell-unreadable", "cells-merged", "changed-since", "chess-results-empty", "chess-results-language", "chess-results-teams", "colour-missing",
		"column-hidden", "column-missing", "column-repeated", "column-unknown", "columns-counted", "columns-mixed", "control-character", "count-differs",
		"crosstable-without-rounds", "cursor-unknown", "database-away", "date-ambiguous", "date-counted", "date-form", "date-order", "date-serial",
		"date-unreadable", "dates-reversed", "day-with-time", "days-apart", "edition-missing", "edition-not-in-force", "edition-unknown", "encoding",
		"encoding-broken", "encoding-undecided", "encoding-unknown", "event-repeated", "event-unnamed", "factor-needed", "federation-unknown", "field-broken",
		"field-unknown", "file-binary", "file-empty", "file-refused", "file-too-large", "file-unreadable", "file-unused", "findings-left-out",
		"first-control-short", "format-unknown", "formula-without-value", "game-against-himself", "game-outside-event", "group-open", "history-impossible",
		"id-missing", "id-repeated", "id-zeros", "json-continues", "json-too-deep", "json-truncated", "k-missing-in-list", "key-repeated", "key-unknown",
		"key-needed", "key-not-for", "key-used", "line-moved", "line-repeated", "line-shifted", "line-too-long", "line-too-short", "line-unknown", "line-unreadable", "line-was-player",
		"list-column-name", "list-cut-off", "list-damaged-and-missing", "list-date-missing", "list-empty", "list-id-of-two", "list-is-html",
		"list-kind-assumed", "list-lines-damaged", "list-mostly-damaged", "list-name-of-two", "list-not-csv", "list-not-xml", "list-of-one-kind",
		"list-other-xml", "list-ratings-differ", "list-several-events", "list-too-large", "list-without-games", "list-without-k", "list-without-players",
		"lists-mixed", "method-unknown", "name-comma", "name-missing-in-list", "name-order", "name-repeated", "name-strange", "national-kind-unknown",
		"national-line-without-player", "no-address", "no-beginner-section", "no-club", "no-correction", "no-date", "no-edition", "no-list",
		"no-list-for-type", "no-list-of-type", "no-players", "no-revision", "no-section", "no-such-option", "nobody", "not-json", "not-utf8", "not-yours",
		"number-expanded", "one-date", "page-broken", "page-hidden", "pages-differ", "pages-of-two-events", "pairing-byes", "pairing-twice",
		"pairings-without-round", "parameter-invalid", "parts-joined", "pgn-name-missing", "pgn-no-chess", "pgn-result-differs", "pgn-result-missing",
		"player-erased", "player-not-unique", "player-without-name", "points-code-z", "points-differ", "points-filled", "points-form", "points-missing",
		"points-surplus", "rating-impossible", "received-before-end", "report-is-html", "report-is-list", "report-is-pdf", "report-is-program-file",
		"report-is-workbook", "report-is-xml", "report-is-zip", "report-repeated", "report-too-large", "request-busy", "request-cross-site", "request-failed",
		"request-invalid", "request-too-large", "result-by-penalty", "result-missing", "result-without-opponent", "round-date-unclear", "round-impossible",
		"round-superfluous", "rounds-assumed", "rounds-blank", "rounds-by-opponent", "rounds-counted", "rounds-forced", "rounds-impossible",
		"rounds-unplayed", "row-hidden", "row-too-long", "schema-unknown", "scoring-by-colour", "second-is-first", "section-name-repeated", "section-refused",
		"section-too-small", "section-unused", "section-without-games", "seen-needed", "sheet-hidden", "sides-disagree", "sign-in-needed", "start-number-impossible",
		"start-number-repeated", "swissperfect-bonus", "swissperfect-file-missing", "system-differs", "table-cell-impossible", "table-cell-missing",
		"table-colour-missing", "table-column-moved", "table-column-repeated", "table-column-told", "table-column-unknown", "table-line-unread",
		"table-name-unknown", "table-player-unknown", "table-round-missing", "table-row-longer", "table-row-shorter", "table-second", "table-too-large",
		"team-claimed", "team-count-differs", "team-disagrees", "team-player-unknown", "template-field-unknown", "template-sheet-missing", "text-too-long",
		"time-control-minutes", "time-control-unclear", "time-control-understood", "times-unequal", "too-fast-for-blitz", "too-fast-for-rating",
		"too-few-rounds", "too-late-for-lists", "too-many-findings", "too-many-requests", "too-many-rounds-a-day", "too-many-rows", "tournament-too-small",
		"trf25-draft", "two-opponents", "two-sections", "type-assumed", "type-differs", "type-holds", "type-missing", "type-unclear", "unknown-player",
		"unknown-start-number", "value-impossible", "value-wrong", "workbook-broken", "written-without-ranks", "xml-broken", "xml-doctype", "zeros-restored",
		"zip-broken", "zip-in-zip", "zip-not-one-list", "zip-not-one-table", "zip-outside", "zip-too-large",
	}
}
