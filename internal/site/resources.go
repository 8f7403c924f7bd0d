package site

import (
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/site/calculator"
)

// resources are what the site shows. Their order does not matter, but that a folder gets the
// home page last.
var resources = []resource{
	{pattern: "/search", template: "search.html", contents: showing(readSearch), query: []string{"q"}, moves: true, noindex: true, each: one},
	{pattern: "/search/hits", template: "hits.html", contents: showing(readHits), query: []string{"q"}, moves: true, noindex: true, each: one},
	{pattern: "/newest", template: "newest.html", contents: showing(readNewest), noindex: true, each: one},

	{pattern: "/lists", template: "lists.html", contents: showing(readLists), each: one},
	{pattern: "/lists/{label}/{revision?}", template: "list.html", contents: from(public.ReadBoard, listPage), each: eachList},
	{pattern: "/lists/{label}/{revision?}/changes", template: "changes.html", contents: from(public.ReadBoard, changesPage, changesCSV, asDocument(public.Changes)), whole: true, each: eachList},
	{pattern: "/lists/{label}/{revision?}/best", template: "best.html", contents: from(readFormerBest, func(_ *visit, b *best) (*best, error) { return b, nil }), noindex: true, each: eachList},
	{pattern: "/lists/{label}/{revision?}/{kind}", template: "table.html", contents: from(readPart, tablePage, tableFiles()...), query: tableParameters, whole: true, each: eachTable},
	{pattern: "/lists/{label}/{revision?}/{kind}/pages/{page}", template: "table.html", contents: from(readPart, tablePage), query: tableParameters, packed: true, absent: "a script makes them of the list's JSON"},

	{pattern: "/lists/{label}/{revision?}/{kind}/programs", contents: listsFor(), whole: true, each: eachNewestTable},

	{pattern: "/players", contents: contents{read: readNothing, show: toSearch}, template: "search.html", noindex: true, each: one},
	{pattern: "/rankings", template: "best.html", contents: showing(readRankings), each: one},
	{pattern: "/records", template: "records.html", contents: showing(readRecords), each: one},

	{pattern: "/players/{id}", template: "player.html", contents: from(public.History.Read, playerPage, asCSV(document.WriteHistoryCSV), asDocument(public.History)), noindex: true, each: eachPlayer, bare: true},
	{pattern: "/players/{id}/now", template: "now.html", contents: showing(readNow), query: []string{"why"}, moves: true, noindex: true, absent: "the page of the player has them"},
	{pattern: "/players/{id}/results", template: "games.html", contents: from(readGames, gamesPage, asCSV(document.WriteGamesCSV), asDocument(public.Results)), query: []string{"against", "colour", "type", "year"}, noindex: true, each: eachPlayerGames, packed: true, bare: true},
	{pattern: "/players/{id}/against/{against}", template: "games.html", contents: from(readGames, gamesPage, asCSV(document.WriteGamesCSV), asDocument(public.Results)), query: []string{"colour", "type", "year"}, noindex: true, absent: "too many; a script of the page of all games shows those against one player"},
	{pattern: "/players/{id}/why/now/{kind}", template: "why.html", contents: from(readWhyNow, whyPage, asDocument(public.Explanation)), moves: true, noindex: true, absent: "each report that arrives would change them all"},
	{pattern: "/players/{id}/why/{label}/{revision?}/{kind}", template: "why.html", contents: from(public.Explanation.Read, whyPage, asDocument(public.Explanation)), noindex: true, each: eachNumber, packed: true, bare: true},

	{pattern: "/events", template: "events.html", contents: showing(readEvents), query: eventParameters, moves: true, noindex: true, each: one},
	{pattern: "/events/{year}", template: "events.html", contents: showing(readEvents), query: eventParameters, moves: true, noindex: true, each: eachYear},
	{pattern: "/events/{year}/pages/{page}", template: "events.html", contents: showing(readEvents), query: eventParameters, moves: true, noindex: true, each: eachYearPage},
	{pattern: "/events/{ref}", template: "event.html", contents: from(readEvent, eventPage, asDocument(public.Report)), query: []string{"player"}, moves: true, noindex: true, each: eachEvent, bare: true},
	{pattern: "/events/{ref}/players/{code}", template: "card.html", contents: from(public.Report.Read, cardPage), moves: true, noindex: true, absent: "too many; the page of the event has the rounds of each player"},
	{pattern: "/events/{ref}/{section}", contents: written("trf", writeExchange), moves: true, noindex: true, each: eachSection},
	{pattern: "/clubs", template: "clubs.html", contents: showing(readClubs), each: one},
	{pattern: "/clubs/{id}", template: "club.html", contents: showing(readClub), noindex: true, each: named((*census).clubIDs)},
	{pattern: "/calendar", template: "calendar.html", contents: from(readAhead, calendarPage, calendarICS), moves: true, each: one},
	{pattern: "/status", template: "status.html", contents: showing(readStatus), moves: true, each: one},
	{pattern: "/corrections", template: "corrections.html", contents: showing(readCorrections), each: one},
	{pattern: "/calculators", template: "calculators.html", contents: showing(readCalculators), each: one},
	{pattern: "/calculators/{name}", template: "calculator.html", contents: showing(readCalculator), query: calculator.Parameters, fleeting: true, each: named(func(*census) []string { return calculator.Names() })},

	{pattern: "/rules", template: "rules.html", contents: showing(readRules), each: one},
	{pattern: "/rules/{edition}", template: "edition.html", contents: showing(readEdition), each: named(func(c *census) []string { return c.editions })},
	{pattern: "/rules/compare/{one}/{other}", template: "compare.html", contents: showing(readComparison), each: eachComparison},
	{pattern: "/rules/examples/{folder}/{name}", template: "example.html", contents: showing(readExample), each: eachExample},

	{pattern: "/help", template: "words.html", contents: showing(readHelp), moves: true, each: one},
	{pattern: "/glossary", template: "words.html", contents: showing(readGlossary), each: one},
	{pattern: "/about", template: "words.html", contents: showing(readAbout), each: one},
	{pattern: "/privacy", template: "words.html", contents: showing(readPrivacy), each: one},
	{pattern: "/downloads", template: "words.html", contents: showing(readDownloads), each: one},
	{pattern: "/programs", template: "words.html", contents: showing(readPrograms), each: one},
	{pattern: "/api", template: "words.html", contents: showing(readAPI), each: one},
	{pattern: "/proof", template: "words.html", contents: showing(readProof), moves: true, each: one},
	{pattern: "/proof/{label}/{revision?}", template: "check.html", contents: from(readPublication, checkPage, bundleJSON), whole: true, noindex: true, each: eachProof},
	{pattern: "/proof/leaves/{page}", contents: written("txt", writeLeaves), fleeting: true, noindex: true, each: eachLeaves},
	{pattern: "/proof/checkpoint", contents: written("txt", writeCheckpoint), fleeting: true, noindex: true, each: eachCheckpoint},

	{pattern: "", template: "home.html", contents: showing(readHome), moves: true, each: one},
}

// Forms returns the forms of the addresses that a folder has, in each language.
func Forms() []string {
	var all []string
	for i := range resources {
		if resources[i].each != nil {
			all = append(all, resources[i].pattern)
		}
	}
	return all
}
