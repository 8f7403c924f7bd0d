package site

import "github.com/arpadchess/arpad/internal/site/calculator"

// kinds are the kinds of pages. Their order does not matter, but that a folder gets its
// pages in this order, and the home page last.
var kinds = []kind{
	{pattern: "/search", template: "search.html", read: readSearch, query: []string{"q"}, noindex: true, each: one},
	{pattern: "/search/hits", template: "hits.html", read: readSearch, query: []string{"q"}, noindex: true, each: one},
	{pattern: "/newest", template: "newest.html", read: readNewest, noindex: true, each: one},

	{pattern: "/lists", template: "lists.html", read: readLists, each: one},
	{pattern: "/lists/{label}", template: "list.html", read: readList, each: eachList},
	{pattern: "/lists/{label}/{revision}", template: "list.html", read: readList, each: eachRevision},
	{pattern: "/lists/{label}/changes", template: "changes.html", read: readChanges, files: dataFiles, each: eachList},
	{pattern: "/lists/{label}/{revision}/changes", template: "changes.html", read: readChanges, files: dataFiles, each: eachRevision},
	{pattern: "/lists/{label}/best", template: "best.html", read: readBest, each: eachList},
	{pattern: "/lists/{label}/{revision}/best", template: "best.html", read: readBest, each: eachRevision},
	{pattern: "/lists/{label}/{kind}", template: "table.html", read: readTable, query: tableParameters, files: tableFiles, whole: true, each: eachTable},
	{pattern: "/lists/{label}/{kind}/filters", read: readFilters, files: []string{"json"}, worded: true, alone: true, whole: true, noindex: true, each: eachTable},
	{pattern: "/lists/{label}/{kind}/pages/{page}", template: "table.html", read: readTable, query: tableParameters, each: eachTablePage},
	{pattern: "/lists/{label}/{revision}/{kind}", template: "table.html", read: readTable, query: tableParameters, files: tableFiles, whole: true, each: eachRevisedTable},
	{pattern: "/lists/{label}/{revision}/{kind}/filters", read: readFilters, files: []string{"json"}, worded: true, alone: true, whole: true, noindex: true, each: eachRevisedTable},
	{pattern: "/lists/{label}/{revision}/{kind}/pages/{page}", template: "table.html", read: readTable, query: tableParameters, each: eachRevisedTablePage},

	{pattern: "/players/{id}", template: "player.html", read: readPlayer, noindex: true, files: dataFiles, each: eachPlayer},
	{pattern: "/players/{id}/now", template: "now.html", read: readNow, query: []string{"why"}, moves: true, noindex: true, each: eachPlayerNow},
	{pattern: "/players/{id}/results", template: "games.html", read: readGames, query: []string{"against"}, noindex: true, files: dataFiles, each: eachPlayerGames},
	{pattern: "/players/{id}/against/{other}", template: "games.html", read: readGames, noindex: true, files: dataFiles, absent: "too many; a script of the page of all games shows those against one player"},
	{pattern: "/players/{id}/why/now/{kind}", template: "why.html", read: readWhyNow, moves: true, noindex: true, files: []string{"json"}, worded: true, absent: "each report that arrives would change them all"},
	{pattern: "/players/{id}/why/{label}/{kind}", template: "why.html", read: readWhy, noindex: true, files: []string{"json"}, worded: true, each: eachNumber},
	{pattern: "/players/{id}/why/{label}/{revision}/{kind}", template: "why.html", read: readWhy, noindex: true, files: []string{"json"}, worded: true, each: eachRevisedNumber},

	{pattern: "/events/{ref}", template: "event.html", read: readEvent, moves: true, noindex: true, files: []string{"json"}, each: eachEvent},
	{pattern: "/events/{ref}/{section}", read: readExchange, moves: true, noindex: true, files: []string{"trf"}, alone: true, each: eachSection},
	{pattern: "/clubs", template: "clubs.html", read: readClubs, each: one},
	{pattern: "/clubs/{id}", template: "club.html", read: readClub, noindex: true, each: eachClub},
	{pattern: "/calendar", template: "calendar.html", read: readCalendar, moves: true, each: one},
	{pattern: "/status", template: "status.html", read: readStatus, moves: true, each: one},
	{pattern: "/corrections", template: "corrections.html", read: readCorrections, each: one},
	{pattern: "/calculators", template: "calculators.html", read: readCalculators, each: one},
	{pattern: "/calculators/{name}", template: "calculator.html", read: readCalculator, query: calculator.Parameters, fleeting: true, each: eachCalculator},

	{pattern: "/rules", template: "rules.html", read: readRules, each: one},
	{pattern: "/rules/{edition}", template: "edition.html", read: readEdition, each: eachEdition},
	{pattern: "/rules/compare/{one}/{other}", template: "compare.html", read: readComparison, each: eachComparison},
	{pattern: "/rules/examples/{folder}/{name}", template: "example.html", read: readExample, each: eachExample},

	{pattern: "/help", template: "words.html", read: readHelp, moves: true, each: one},
	{pattern: "/privacy", template: "words.html", read: readPrivacy, each: one},
	{pattern: "/downloads", template: "words.html", read: readDownloads, each: one},
	{pattern: "/api", template: "words.html", read: readAPI, each: one},
	{pattern: "/proof", template: "words.html", read: readProof, moves: true, each: one},
	{pattern: "/proof/{label}", template: "check.html", read: readCheck, files: []string{"json"}, whole: true, noindex: true, each: eachProof},
	{pattern: "/proof/{label}/{revision}", template: "check.html", read: readCheck, files: []string{"json"}, whole: true, noindex: true, each: eachRevisedProof},
	{pattern: "/proof/leaves/{page}", read: readLeaves, files: []string{"txt"}, alone: true, fleeting: true, noindex: true, each: eachLeaves},
	{pattern: "/proof/checkpoint", read: readCheckpoint, files: []string{"txt"}, alone: true, fleeting: true, noindex: true, each: eachCheckpoint},

	{pattern: "", template: "home.html", read: readHome, moves: true, each: one},
}

// Forms returns the forms of the addresses of pages that a folder has, in each language.
func Forms() []string {
	var all []string
	for i := range kinds {
		if kinds[i].each != nil {
			all = append(all, kinds[i].pattern)
		}
	}
	return all
}
