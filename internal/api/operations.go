package api

import (
	"net/http"

	"github.com/arpadchess/arpad/internal/public"
)

// The tags of operations, by which descriptions are grouped.
const (
	tagLists       = "lists"
	tagPlayers     = "players"
	tagEvents      = "events"
	tagRegulations = "regulations"
	tagCalculators = "calculators"
	tagBureau      = "bureau"
	tagOwn         = "own"
)

// mostBody is how many bytes the body of a request may have.
const mostBody = 64 << 10

// operations adds all operations but the feeds.
func (a *API) operations() {
	add(a, operation{id: "listLists", path: "/lists", summary: "All published lists with their revisions, in the order of publication", schema: "lists", tag: tagLists}, readLists)
	add(a, operation{id: "getList", path: "/lists/{label}", summary: "A published list, whole", schema: "list", tag: tagLists, large: true}, readList)
	serve[ListOf](a, operation{id: "getChanges", path: "/lists/{label}/changes", summary: "The ratings that differ from those in the list before", schema: "changes", tag: tagLists, large: true}, public.Changes)
	add(a, operation{id: "getPage", path: "/lists/{label}/{type}", summary: "A published list, sorted and filtered, whole or in parts", schema: "list", tag: tagLists, paged: true}, readPage)
	add(a, operation{id: "getDistribution", path: "/lists/{label}/{type}/distribution", summary: "How many players have which rating", schema: "distribution", tag: tagLists}, readDistribution)
	add(a, operation{id: "getMovers", path: "/lists/{label}/{type}/movers", summary: "The greatest gains and losses", schema: "movers", tag: tagLists}, readMovers)

	add(a, operation{id: "findPlayers", path: "/players", summary: "Search for players by ID, or by the beginning of names in any script", schema: "found", tag: tagPlayers}, findPlayers)
	add(a, operation{id: "getPlayer", path: "/players/{id}", summary: "A player with the official ratings", schema: "player", tag: tagPlayers}, readPlayer)
	serve[PlayerOf](a, operation{id: "getHistory", path: "/players/{id}/history", summary: "The lists in which something about a player changed, and the events", schema: "history", tag: tagPlayers}, public.History)
	serve[ResultsOf](a, operation{id: "getResults", path: "/players/{id}/results", summary: "The games of a player, all or those against another one", schema: "games", tag: tagPlayers}, public.Results)
	add(a, operation{id: "getNow", path: "/players/{id}/now", summary: "The ratings as they would be now: unofficial", schema: "now", tag: tagPlayers, moves: true}, readNow)
	serve[WhyOf](a, operation{id: "explain", path: "/players/{id}/why/{label}/{type}", summary: "How a list arrived at a number; the label now explains the unofficial one", schema: "explanation", tag: tagPlayers, moves: true}, public.Explanation)
	add(a, operation{id: "lookUp", path: "/lookups", method: http.MethodPost, summary: "Who the entries of a list are, by ID or name; nothing is stored", schema: "lookup", tag: tagPlayers, fleeting: true}, readLookup)

	add(a, operation{id: "listEvents", path: "/events", summary: "Rated events, those that ended last first", schema: "events", tag: tagEvents, paged: true}, readEvents)
	serve[EventOf](a, operation{id: "getEvent", path: "/events/{ref}", summary: "An event with its crosstable", schema: "event", tag: tagEvents, moves: true}, public.Report)
	add(a, operation{id: "listClubs", path: "/clubs", summary: "The clubs", schema: "clubs", tag: tagEvents}, readClubs)
	add(a, operation{id: "getClub", path: "/clubs/{id}", summary: "A club with its members on the newest list and its events", schema: "club", tag: tagEvents}, readClub)

	add(a, operation{id: "listRegulations", path: "/regulations", summary: "The editions of the bureau's regulation", schema: "regulations", tag: tagRegulations, worded: true}, readRegulations)
	add(a, operation{id: "getRegulation", path: "/regulations/{id}", summary: "An edition with its clauses, readings and options", schema: "regulation", tag: tagRegulations}, readRegulation)

	for i := range calculators {
		calculators[i].add(a)
	}

	add(a, operation{id: "getStatus", path: "/status", summary: "Where the reports stand", schema: "status", tag: tagBureau, worded: true, moves: true}, readStatus)
	add(a, operation{id: "getCalendar", path: "/calendar", summary: "What comes next: lists, announced events, last days", schema: "calendar", tag: tagBureau, moves: true}, readCalendar)
	add(a, operation{id: "listCorrections", path: "/corrections", summary: "The corrections of published lists, the newest first", schema: "corrections", tag: tagBureau, worded: true}, readCorrections)
}
