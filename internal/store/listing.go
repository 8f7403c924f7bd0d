package store

import (
	"errors"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// The statements that select and sort the players of a published list. A standing that
// holds with a publication is in list_now, or if a later publication replaced it, in
// list_past: so each statement is the union of both, which a database merges in the order
// of their indexes. CROSS JOIN has SQLite take the tables in the order in which they
// stand; for PostgreSQL it is a join like any.

// listing is a statement for a selection of players.
type listing struct {
	selection
	d *dialect
	*rows.Listing
	ofKind, ofPublication string // placeholders; empty: not used yet
}

func (l *listing) kind() string {
	if l.ofKind == "" {
		l.ofKind = l.value(int64(rows.KindNumber(l.Kind)))
	}
	return l.ofKind
}

func (l *listing) publication() string {
	if l.ofPublication == "" {
		l.ofPublication = l.value(int64(l.Publication))
	}
	return l.ofPublication
}

// standings returns the standings of the kind that hold with the publication, as of two
// tables with the same columns, given what else is wanted of each.
func (l *listing) standings(columns string, more func(table string) string) string {
	now := "SELECT " + columns + " FROM " + more("list_now") + " AND u.since <= " + l.publication()
	if l.Newest {
		return now
	}
	return now + " UNION ALL SELECT " + columns + " FROM " + more("list_past") + " AND u.since <= " + l.publication() + " AND u.until > " + l.publication()
}

// filtered returns a table of standings with the filters of the listing. A club comes
// first, because few players have it; sex comes last, because the order of the ratings
// leads to enough of them, unless all are counted.
func (l *listing) filtered(table, also string, counted bool) string {
	from, where, is := table+" u", "WHERE u.kind = "+l.kind()+also, "u.rating"
	if l.Clubs != nil || l.Title != "" {
		from, where, is = "player p CROSS JOIN "+from, where+" AND u.player = p.number"+l.ofPlayer(), byPlayer
	}
	if l.Sex != "" || l.BornFrom != 0 {
		where += " AND n.number = u.player" + l.ofPerson()
		if counted && l.Clubs == nil {
			from, is = "person n CROSS JOIN "+from, byPlayer
		} else {
			from += " CROSS JOIN person n"
		}
	}
	return from + " " + where + " AND " + is + " > 0" + l.within(is) + l.active("u.last_played")
}

// byPlayer is the rating where the player is known: the plus keeps SQLite from looking for
// it by the index of the ratings.
const byPlayer = "+u.rating"

// ofPlayer returns the conditions on a player, p.
func (l *listing) ofPlayer() (where string) {
	if l.Clubs != nil {
		clubs := make([]any, len(l.Clubs))
		for i, club := range l.Clubs {
			clubs[i] = club
		}
		column := bureau.Column{Name: "p.club_key", Text: true}
		where += " AND " + l.d.anyOf(column, l.value(l.d.list(column, clubs)))
	}
	switch l.Title {
	case "":
	case rows.AnyTitle:
		where += " AND p.title IS NOT NULL"
	default:
		where += " AND p.title = " + l.value(l.Title)
	}
	return where
}

// ofPerson returns the conditions on a person, n.
func (l *listing) ofPerson() (where string) {
	if l.Sex != "" {
		where += " AND n.sex = " + l.value(l.Sex)
	}
	if l.BornFrom != 0 {
		where += " AND substr(n.birth, 1, 4) >= " + l.value(fmt.Sprintf("%04d", l.BornFrom))
	}
	return where
}

// within returns the conditions on a rating.
func (l *listing) within(column string) (where string) {
	for _, bound := range []struct {
		is rating.Rating
		by string
	}{{l.Min, " >= "}, {l.LastAt, " >= "}, {l.Max, " <= "}, {l.HighestAt, " <= "}} {
		if bound.is != 0 {
			where += " AND " + column + bound.by + l.value(int64(bound.is))
		}
	}
	return where
}

// active returns the condition that games counted lately.
func (l *listing) active(column string) string {
	if l.PlayedAfter == 0 {
		return ""
	}
	return " AND " + column + " > " + l.value(int64(l.PlayedAfter))
}

// direction returns the order by a column, and then by the number of the player.
func (l *listing) direction(column, player string, descending bool) string {
	words := map[bool]string{false: "", true: " DESC"}
	return " ORDER BY " + column + words[descending != l.Backward] + ", " + player + words[l.Backward]
}

// page returns the end of a statement.
func (l *listing) page() (end string) {
	if l.Limit > 0 {
		end += " LIMIT " + l.value(int64(l.Limit))
	}
	if l.Offset > 0 {
		if l.Limit == 0 && l.d.file != "" {
			end += " LIMIT -1"
		}
		end += " OFFSET " + l.value(int64(l.Offset))
	}
	return end
}

// players returns the statement for the numbers of the players, each with the figure that
// sorts them if there is one: SQLite merges both halves of a union only by a column that it
// returns.
func (l *listing) players() (string, error) {
	switch l.By {
	case rows.ByID, rows.ByName, rows.ByReading:
		return l.byName(), nil
	case rows.Risen:
		return l.moved("> 0", true), nil
	case rows.Fallen:
		return l.moved("< 0", true), nil
	case rows.Lost:
		return l.moved("< 0", false), nil
	case rows.Created:
		return l.different("c.rating_before IS NULL AND c.rating > 0"), nil
	case rows.Dropped:
		return l.different("c.rating IS NULL AND c.rating_before > 0"), nil
	case rows.Unplayed:
		return l.different("c.change <> 0 AND c.played = 0"), nil
	}
	if l.Kind == 0 {
		return "", errors.New("players are sorted by figures of one kind")
	}
	all := func(columns, also string) string {
		return "(" + l.standings(columns, func(table string) string { return l.filtered(table, also, false) }) + ") u"
	}
	switch l.By {
	case rows.ByRating:
		return "SELECT player, rating FROM " + all("u.player, u.rating", "") + l.direction("rating", "player", true) + l.page(), nil
	case rows.ByGames:
		return "SELECT player, games FROM " + all("u.player, u.games", "") + l.direction("games", "player", true) + l.page(), nil
	case rows.Unmoved:
		const still = " AND (u.since <= %s OR NOT EXISTS (SELECT 1 FROM list_change c WHERE c.publication = %s AND c.kind = %s AND c.player = u.player AND c.change <> 0))"
		also := fmt.Sprintf(still, l.value(int64(l.Previous)), l.publication(), l.kind())
		return "SELECT player, rating FROM " + all("u.player, u.rating", also) + l.direction("rating", "player", true) + l.page(), nil
	case rows.ByChange:
		return "SELECT u.player, 0 FROM " + all("u.player, u.rating", "") + " LEFT JOIN list_change c ON c.publication = " + l.publication() + " AND c.kind = " + l.kind() + " AND c.player = u.player" +
			l.byChange() + l.page(), nil
	case rows.ByGain, rows.ByActivity:
		return l.sinceBefore(all("u.player, u.rating, u.games, u.since", "")), nil
	}
	return "", fmt.Errorf("there is no order by %s", l.By)
}

// byChange returns the order by change; those who did not move are sorted by rating.
func (l *listing) byChange() string {
	const change = "coalesce(c.change, 0)"
	still := "CASE WHEN " + change + " = 0 THEN u.rating END"
	if l.Backward {
		return " ORDER BY " + change + ", " + still + ", u.player DESC"
	}
	return " ORDER BY " + change + " DESC, " + still + " DESC, u.player"
}

// moved returns the statement for those who rose or fell, in the order of the changes.
func (l *listing) moved(by string, gainsFirst bool) string {
	from, where := "list_change c", "WHERE c.publication = "+l.publication()+" AND c.kind = "+l.kind()+" AND c.change "+by
	if l.Clubs != nil || l.Title != "" {
		from, where = "player p CROSS JOIN "+from, where+" AND c.player = p.number"+l.ofPlayer()
	}
	if l.Sex != "" || l.BornFrom != 0 {
		from, where = from+" CROSS JOIN person n", where+" AND n.number = c.player"+l.ofPerson()
	}
	where += l.within("c.rating")
	if l.PlayedAfter != 0 {
		held := l.held("c.player")
		from, where = from+held.join, where+l.active(held.lastPlayed)
	}
	return "SELECT c.player, 0 FROM " + from + " " + where + l.direction("c.change", "c.player", gainsFirst) + l.page()
}

// different returns the statement for those who differ from the list before in some way, by
// ID.
func (l *listing) different(how string) string {
	return "SELECT c.player, 0 FROM list_change c JOIN player p ON p.number = c.player WHERE c.publication = " + l.publication() + " AND c.kind = " + l.kind() + " AND " + how +
		l.direction("p.id", "p.number", false) + l.page()
}

// held joins the standings of a player.
type held struct{ join, rating, games, lastPlayed string }

// held returns the join of the standings of the kind to a table that has a column with the
// player. COALESCE keeps SQLite from turning the joins around, so that it walks that table
// in the order that is asked for.
func (l *listing) held(player string) held {
	now := " LEFT JOIN list_now a ON a.kind = " + l.kind() + " AND a.player = " + player + " AND a.since <= " + l.publication()
	if l.Newest {
		return held{now, "nullif(coalesce(a.rating, 0), 0)", "a.games", "a.last_played"}
	}
	return held{now + " LEFT JOIN list_past b ON b.player = " + player + " AND b.kind = " + l.kind() + " AND b.since <= " + l.publication() + " AND b.until > " + l.publication(),
		"coalesce(a.rating, b.rating)", "coalesce(a.games, b.games)", "coalesce(a.last_played, b.last_played)"}
}

// byName returns the statement for players sorted by name, by the reading of the name, or
// by ID.
func (l *listing) byName() string {
	from, by, player := "name_order o", "o.name_key", "o.number"
	switch l.By {
	case rows.ByReading:
		by = "o.reading_key"
	case rows.ByID:
		from, by, player = "player p", "p.id", "p.number"
	}
	where := " WHERE TRUE"
	if l.Clubs != nil || l.Title != "" {
		if l.By != rows.ByID {
			from, where = "player p CROSS JOIN "+from, where+" AND p.number = o.number"
		}
		where += l.ofPlayer()
	}
	if l.Sex != "" || l.BornFrom != 0 {
		from, where = from+" CROSS JOIN person n", where+" AND n.number = "+player+l.ofPerson()
	}
	if l.Kind == 0 {
		return "SELECT " + player + ", 0 FROM " + from + where + l.ofAnyKind(player) + l.direction(by, player, false) + l.page()
	}
	of := l.held(player)
	return "SELECT " + player + ", 0 FROM " + from + of.join + where + " AND " + of.rating + " IS NOT NULL" + l.within(of.rating) + l.active(of.lastPlayed) +
		l.direction(by, player, false) + l.page()
}

// ofAnyKind returns the condition that a player has a rating of any kind.
func (l *listing) ofAnyKind(player string) string {
	const rated = "EXISTS (SELECT 1 FROM %s u WHERE u.kind IN (1, 2, 3) AND u.player = %s AND u.rating > 0 AND u.since <= %s%s)"
	now := fmt.Sprintf(rated, "list_now", player, l.publication(), "")
	if l.Newest {
		return " AND " + now
	}
	return " AND (" + now + " OR " + fmt.Sprintf(rated, "list_past", player, l.publication(), " AND u.until > "+l.publication()) + ")"
}

// sinceBefore returns the statement for players sorted by what they gained or played since
// an earlier publication. Who was unrated then has gained nothing.
func (l *listing) sinceBefore(all string) string {
	before := l.value(int64(l.Before))
	then := func(column string) string {
		return "(SELECT b." + column + " FROM list_past b WHERE b.player = u.player AND b.kind = " + l.kind() + " AND b.since <= " + before + " AND b.until > " + before + ")"
	}
	figure := "coalesce(u.rating - " + then("rating") + ", 0)"
	if l.By == rows.ByActivity {
		figure = "u.games - coalesce(" + then("games") + ", 0)"
	}
	figure = "CASE WHEN u.since > " + before + " THEN " + figure + " ELSE 0 END" // else it is the same standing
	return "SELECT u.player, 0 FROM " + all + l.direction(figure, "u.player", true) + l.page()
}

// counts returns the statement for how many players have which rating.
func (l *listing) counts() string {
	if l.Clubs == nil && l.Sex == "" && l.Title == "" && l.BornFrom == 0 && l.Kind != 0 {
		players := "c.players"
		if l.PlayedAfter != 0 {
			players = "c.active"
		}
		return "SELECT c.rating, " + players + " FROM list_count c WHERE c.publication = " + l.publication() + " AND c.kind = " + l.kind() + " AND " + players + " > 0" + l.within("c.rating")
	}
	if l.Kind == 0 {
		from, where := "player p", " WHERE TRUE"+l.ofPlayer()
		if l.Sex != "" || l.BornFrom != 0 {
			from, where = from+" CROSS JOIN person n", where+" AND n.number = p.number"+l.ofPerson()
		}
		return "SELECT 0, count(*) FROM " + from + where + l.ofAnyKind("p.number")
	}
	return "SELECT rating, count(*) FROM (" + l.standings("u.rating", func(table string) string { return l.filtered(table, "", true) }) + ") u GROUP BY rating"
}

// linesOfPlayers and linesOfKind are the statements for the lines of some players.
const (
	linesOfPlayers = `SELECT p.number, p.id, p.club, coalesce(p.federation, ''), coalesce(p.title, ''), p.entered_unrated, n.number IS NULL,
		coalesce(n.name, ''), coalesce(n.name_local, ''), coalesce(n.sex, ''), coalesce(n.birth, '') FROM player p LEFT JOIN person n ON n.number = p.number WHERE `
	linesOfKind = `SELECT u.player, coalesce(u.rating, 0), u.games, u.since, u.last_played, coalesce(u.k, 0), c.player IS NOT NULL, coalesce(c.rating_before, 0), coalesce(c.played, 0)
		FROM (%s) u LEFT JOIN list_change c ON c.publication = %s AND c.kind = %s AND c.player = u.player`
)

// Lines implements rows.Lister.
func (d *documents) Lines(of *rows.Listing, kinds []rating.Kind, players []uint32) ([]rows.Line, error) {
	numbers := make([]any, len(players))
	for i, n := range players {
		numbers[i] = int64(n)
	}
	lines, at := make([]rows.Line, 0, len(players)), make(map[uint32]int, len(players))
	l := &listing{d: d.store.dialect, Listing: of}
	query := linesOfPlayers + l.among("p.number", numbers)
	err := d.ask(query, l.arguments, func(scan func(...any) error) error {
		var line rows.Line
		var birth string
		err := scan(&line.Number, &line.ID, &line.Club, &line.Federation, &line.Title, &line.EnteredUnrated, &line.Withheld, &line.Name, &line.NameLocal, &line.Sex, &birth)
		line.Birth, _ = civil.ParseBirth(birth) // zero: unknown
		at[line.Number] = len(lines)
		lines = append(lines, line)
		return err
	})
	for _, kind := range kinds {
		if err != nil {
			return nil, err
		}
		ofKind := *of
		ofKind.Kind = kind
		l := &listing{d: d.store.dialect, Listing: &ofKind}
		standings := l.standings("u.player, u.rating, u.games, u.since, u.last_played, u.k", func(table string) string {
			return table + " u WHERE u.kind = " + l.kind() + " AND " + l.among("u.player", numbers)
		})
		query := fmt.Sprintf(linesOfKind, standings, l.publication(), l.kind())
		err = d.ask(query, l.arguments, func(scan func(...any) error) error {
			var player uint32
			var f rows.Figure
			var changed bool
			err := scan(&player, &f.Rating, &f.Games, &f.Since, &f.LastPlayed, &f.K, &changed, &f.Before, &f.Played)
			if !changed && of.Previous != 0 {
				f.Before = f.Rating
			}
			if f.Since != of.Publication {
				f.K = 0 // of an earlier period
			}
			if i, ok := at[player]; ok {
				lines[i].Figures[kind-1] = f
			}
			return err
		})
	}
	return lines, err
}

// among returns the condition that a column has one of some numbers.
func (l *listing) among(column string, numbers []any) string {
	of := bureau.Column{Name: column}
	return l.d.anyOf(of, l.value(l.d.list(of, numbers)))
}

// Listed implements rows.Lister.
func (d *documents) Listed(of *rows.Listing) (players []uint32, ratings []rating.Rating, err error) {
	l := &listing{d: d.store.dialect, Listing: of}
	query, err := l.players()
	if err != nil {
		return nil, nil, err
	}
	var player uint32
	var figure int
	err = d.ask(query, l.arguments, func(scan func(...any) error) error {
		err := scan(&player, &figure)
		if players = append(players, player); of.By == rows.ByRating {
			ratings = append(ratings, rating.Rating(figure))
		}
		return err
	})
	return players, ratings, err
}

// RatingAt implements rows.Lister.
func (d *documents) RatingAt(publication int, kind rating.Kind, index int) (is rating.Rating, above int, err error) {
	const query = "SELECT rating, above FROM list_count WHERE publication = $1 AND kind = $2 AND above <= $3 ORDER BY above DESC LIMIT 1"
	err = d.ask(query, []any{publication, int16(kind), index}, func(scan func(...any) error) error { return scan(&is, &above) })
	return is, above, err
}

// Highest implements rows.Lister.
func (d *documents) Highest(kind rating.Kind, held bool, each func(*rows.ListPast) bool) error {
	query := "SELECT player, rating, since, until FROM list_past WHERE kind = $1 AND rating > 0 ORDER BY rating DESC, player, since"
	if held {
		query = "SELECT player, rating, since, 0 FROM list_now WHERE kind = $1 AND rating > 0 ORDER BY rating DESC, player"
	}
	return d.each(query, []any{int16(kind)}, func(scan func(...any) error) (bool, error) {
		s := &rows.ListPast{Kind: int16(kind)}
		err := scan(&s.Player, &s.Rating, &s.Since, &s.Until)
		return err == nil && each(s), err
	})
}

// Compare implements rows.Lister.
func (d *documents) Compare(publication int, kind rating.Kind, with rating.Rating) (below, equal, total int, err error) {
	const query = `SELECT coalesce(sum(CASE WHEN rating < $3 THEN players END), 0), coalesce(sum(CASE WHEN rating = $3 THEN players END), 0), coalesce(sum(players), 0)
		FROM list_count WHERE publication = $1 AND kind = $2`
	err = d.ask(query, []any{publication, int16(kind), int16(with)}, func(scan func(...any) error) error { return scan(&below, &equal, &total) })
	return below, equal, total, err
}

// CountByClub implements rows.Lister.
func (d *documents) CountByClub(of *rows.Listing) (map[string]int, error) {
	l := &listing{d: d.store.dialect, Listing: of}
	counts := map[string]int{}
	query := "SELECT p.club_key, count(*) FROM player p WHERE TRUE" + l.ofPlayer() + l.ofAnyKind("p.number") + " GROUP BY p.club_key"
	err := d.ask(query, l.arguments, func(scan func(...any) error) error {
		var club string
		var players int
		err := scan(&club, &players)
		counts[club] = players
		return err
	})
	return counts, err
}

// CountListed implements rows.Lister.
func (d *documents) CountListed(of *rows.Listing) (map[rating.Rating]int, error) {
	l := &listing{d: d.store.dialect, Listing: of}
	counts := map[rating.Rating]int{}
	query := l.counts()
	err := d.ask(query, l.arguments, func(scan func(...any) error) error {
		var is, players int
		err := scan(&is, &players)
		counts[rating.Rating(is)] = players
		return err
	})
	return counts, err
}

// ask runs a query and calls each for its rows.
func (d *documents) ask(query string, arguments []any, each func(scan func(...any) error) error) error {
	return d.each(query, arguments, func(scan func(...any) error) (bool, error) { return true, each(scan) })
}
