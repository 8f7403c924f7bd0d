package web

// kinds are the kinds of pages. Their order does not matter.
var kinds = []kind{
	{pattern: "/{$}", template: "home.html", read: readHome, moves: true},
	{pattern: "/search", template: "search.html", read: readSearch, query: []string{"q"}, noindex: true},
	{pattern: "/search/hits", template: "hits.html", read: readSearch, query: []string{"q"}, noindex: true},

	{pattern: "/lists/{$}", template: "lists.html", read: readLists},
	{pattern: "/lists/{label}/{$}", template: "list.html", read: readList},
	{pattern: "/lists/{label}/{revision}/{$}", template: "list.html", read: readList},
	{pattern: "/lists/{label}/changes", template: "changes.html", read: readChanges},
	{pattern: "/lists/{label}/{revision}/changes", template: "changes.html", read: readChanges},
	{pattern: "/lists/{label}/changes.csv", read: readChangesCSV},
	{pattern: "/lists/{label}/{revision}/changes.csv", read: readChangesCSV},
	{pattern: "/lists/{label}/changes.json", read: readChangesJSON},
	{pattern: "/lists/{label}/{revision}/changes.json", read: readChangesJSON},
	{pattern: "/lists/{label}/best", template: "best.html", read: readBest},
	{pattern: "/lists/{label}/{revision}/best", template: "best.html", read: readBest},
	{pattern: "/lists/{label}/{file}", template: "table.html", read: readTable, query: tableParameters},
	{pattern: "/lists/{label}/{revision}/{file}", template: "table.html", read: readTable, query: tableParameters},

	{pattern: "/players/{id}", template: "player.html", read: readPlayer, noindex: true},
	{pattern: "/players/{id}/now", template: "now.html", read: readNow, moves: true, noindex: true},
	{pattern: "/players/{id}/results", template: "games.html", read: readGames, noindex: true},
	{pattern: "/players/{id}/results.csv", read: readGames, noindex: true},
	{pattern: "/players/{id}/results.json", read: readGames, noindex: true},
	{pattern: "/players/{id}/against/{other}", template: "games.html", read: readGames, noindex: true},
	{pattern: "/players/{id}/why/now/{file}", template: "why.html", read: readWhyNow, moves: true, noindex: true},
	{pattern: "/players/{id}/why/{label}/{file}", template: "why.html", read: readWhy, noindex: true},
	{pattern: "/players/{id}/why/{label}/{revision}/{file}", template: "why.html", read: readWhy, noindex: true},

	{pattern: "/events/{ref}", template: "event.html", read: readEvent, moves: true, noindex: true},
	{pattern: "/clubs/{$}", template: "clubs.html", read: readClubs},
	{pattern: "/clubs/{id}", template: "club.html", read: readClub, noindex: true},
	{pattern: "/calendar", template: "calendar.html", read: readCalendar, moves: true},
	{pattern: "/status", template: "status.html", read: readStatus, moves: true},
	{pattern: "/corrections", template: "corrections.html", read: readCorrections},

	{pattern: "/calculators/{$}", template: "calculators.html", read: readCalculators},
	{pattern: "/calculators/{name}", template: "calculator.html", read: readCalculator, query: calculatorParameters, fleeting: true},

	{pattern: "/rules/{$}", template: "rules.html", read: readRules},
	{pattern: "/rules/{edition}", template: "edition.html", read: readEdition},
	{pattern: "/rules/compare/{one}/{other}", template: "compare.html", read: readComparison},
	{pattern: "/rules/examples/{folder}/{name}", template: "example.html", read: readExample},

	{pattern: "/help/{$}", template: "words.html", read: readHelp, moves: true},
	{pattern: "/privacy/{$}", template: "words.html", read: readPrivacy},
	{pattern: "/downloads/{$}", template: "words.html", read: readDownloads},
	{pattern: "/api/{$}", template: "words.html", read: readAPI},
	{pattern: "/proof/{$}", template: "words.html", read: readProof, moves: true},
	{pattern: "/proof/checkpoint", read: readCheckpoint, fleeting: true, noindex: true},
}
