package reports

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What an event may have that is typed.
const (
	mostPlayers = 60
	mostRounds  = 60
	mostBoards  = 60 // of a round: each player may be without an opponent
	firstRows   = 12 // for players, on an empty page
	spareRows   = 3
)

// The ways to type an event, and what a crosstable says of its rounds.
const (
	byRounds = "rounds"
	noRounds = "unknown" // else the Berger table says them
)

// typed is an event as somebody types it: texts, by the fields of the form.
type typed struct {
	Said    map[string]string     // the event
	Players []string              // by start number, from 1
	Cells   map[[2]int]string     // of the crosstable: row and column
	Boards  map[[2]int]typedBoard // of the rounds: round and board
}

// typedBoard is two players, by start number, and what stands between them.
type typedBoard struct{ White, Result, Black string }

// eventFields are the fields of the event.
var eventFields = []string{"name", "club", "start", "end", "time", "venue", "responsible", "control", "meeting", "by", "order", "system", "rounds", "round", "do"}

// numbered is a field of a player, a cell or a board.
var numbered = regexp.MustCompile(`^(p|c|w|r|b)([1-9]\d?)(?:-([1-9]\d?))?$`)

// readTyped reads the fields of the form.
func readTyped(form url.Values) *typed {
	t := &typed{Said: map[string]string{}, Cells: map[[2]int]string{}, Boards: map[[2]int]typedBoard{}}
	for _, key := range eventFields {
		if text := strings.TrimSpace(form.Get(key)); text != "" {
			t.Said[key] = text
		}
	}
	players := [mostPlayers]string{}
	for name, values := range form {
		of := numbered.FindStringSubmatch(name)
		if of == nil || len(values) == 0 {
			continue
		}
		text := strings.TrimSpace(values[0])
		i, _ := strconv.Atoi(of[2])
		j, _ := strconv.Atoi(of[3]) // zero: it has one number only
		at := [2]int{i, j}
		switch b := t.Boards[at]; {
		case text == "" || (j == 0) != (of[1] == "p"):
		case of[1] == "p" && i <= mostPlayers:
			players[i-1] = text
		case of[1] == "c" && i <= mostPlayers && j <= mostPlayers && i != j:
			t.Cells[at] = text
		case i > mostRounds || j > mostBoards:
		case of[1] == "w":
			b.White = text
			t.Boards[at] = b
		case of[1] == "r":
			b.Result = text
			t.Boards[at] = b
		case of[1] == "b":
			b.Black = text
			t.Boards[at] = b
		}
	}
	t.Players = players[:]
	for n := mostPlayers; n > 0; n-- {
		if !t.plays(n) {
			t.remove(n)
		}
	}
	return t
}

// plays reports whether a start number has a name or a result.
func (t *typed) plays(n int) bool {
	if t.Players[n-1] != "" {
		return true
	}
	for at := range t.Cells {
		if at[0] == n || at[1] == n {
			return true
		}
	}
	number := strconv.Itoa(n)
	for _, b := range t.Boards {
		if b.White == number || b.Black == number {
			return true
		}
	}
	return false
}

// remove takes a player out with what they played. Those after them get the number before.
func (t *typed) remove(n int) {
	if n < 1 || n > len(t.Players) {
		return
	}
	t.Players = slices.Delete(t.Players, n-1, n)
	before := func(i int) int {
		if i > n {
			return i - 1
		}
		return i
	}
	cells := map[[2]int]string{}
	for at, text := range t.Cells {
		if at[0] != n && at[1] != n {
			cells[[2]int{before(at[0]), before(at[1])}] = text
		}
	}
	t.Cells = cells
	seat := func(text string) string {
		switch i, err := strconv.Atoi(text); {
		case err != nil:
			return text
		case i == n:
			return ""
		default:
			return strconv.Itoa(before(i))
		}
	}
	for at, b := range t.Boards {
		t.Boards[at] = typedBoard{seat(b.White), b.Result, seat(b.Black)}
	}
}

// fields returns the fields of the form in which the event stands.
func (t *typed) fields() url.Values {
	form := url.Values{}
	for key, text := range t.Said {
		form.Set(key, text)
	}
	for i, text := range t.Players {
		form.Set(playerAt(i+1), text)
	}
	for at, text := range t.Cells {
		form.Set(cellAt(at), text)
	}
	for at, b := range t.Boards {
		for letter, text := range map[string]string{"w": b.White, "r": b.Result, "b": b.Black} {
			if text != "" {
				form.Set(boardAt(letter, at), text)
			}
		}
	}
	return form
}

// playerAt returns the field of a player.
func playerAt(number int) string { return fmt.Sprintf("p%d", number) }

// cellAt returns the field of a cell.
func cellAt(at [2]int) string { return fmt.Sprintf("c%d-%d", at[0], at[1]) }

// boardAt returns a field of a board: w, r or b.
func boardAt(letter string, at [2]int) string { return fmt.Sprintf("%s%d-%d", letter, at[0], at[1]) }

// rounds returns how many rounds were typed, or are to be.
func (t *typed) rounds() int {
	n, err := strconv.Atoi(t.Said["rounds"])
	if err != nil || n < 1 || n > mostRounds {
		n = 1
	}
	for at := range t.Boards {
		n = max(n, at[0])
	}
	return n
}

// seats returns the round and the colours of a pairing of a round robin by the Berger table, of so many players. Against the
// player that an odd number lacks one rests.
func seats(players, i, j int) (round, white, black int) {
	last := players + players%2
	i, j = min(i, j), max(i, j)
	switch {
	case j < last:
		round, white, black = i+j-1, i, j
		if (i+j)%2 == 0 {
			white, black = j, i
		}
	default:
		round, white, black = 2*i-1, i, j
		if i > last/2 {
			white, black = j, i
		}
	}
	if round >= last {
		round -= last - 1
	}
	return round, white, black
}

// toRounds fills the boards with the games of the crosstable, if none was typed and the Berger table says the rounds.
func (t *typed) toRounds() {
	if t.Said["by"] = byRounds; len(t.Boards) > 0 || len(t.Cells) == 0 || t.Said["order"] == noRounds {
		return
	}
	n := len(t.Players)
	t.Said["system"], t.Said["rounds"] = "round-robin", strconv.Itoa(n+n%2-1)
	next := map[int]int{}
	for i := 1; i <= n; i++ {
		for j := i + 1; j <= n+n%2; j++ {
			round, white, black := seats(n, i, j)
			next[round]++
			at := [2]int{round, next[round]}
			if j > n { // who has the place beside them rests
				t.Boards[at] = typedBoard{strconv.Itoa(i), outcome{Absent: true}.mark(), ""}
				continue
			}
			b := typedBoard{White: strconv.Itoa(white), Black: strconv.Itoa(black)}
			if o, why, _, written := t.cell([2]int{white, black}); written && why == "" {
				b.Result = o.mark()
			}
			t.Boards[at] = b
		}
	}
}
