package arpad_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/example"
)

// TestExplanationSaysWhy has numbers about which people write to the office, each with what its
// explanation must say and what it must not.
func TestExplanationSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, example string // of internal/example, or a whole example
		player, list  string
		lang          string
		says          []string
		never         []string
	}{
		{
			name: "a default after half of the rounds is no game, and costs a loss", example: "chessa-2015/defaults", player: "F", list: "2015-03", lang: "en",
			says: []string{"All 6 games counted;", "so rated as a loss, which costs -15: open, section A, round 5, forfeited by both, paired with A.", "sum, 6 games"}, never: []string{"7 games"},
		}, {
			name: "so in Japanese", example: "chessa-2015/defaults", player: "F", list: "2015-03", lang: "ja",
			says: []string{"6 局すべてが算入されました。", "不戦敗のため、負けとして計算され、-15 になりました"}, never: []string{"7 局"},
		}, {
			name: "a K for each game", example: eighteenth, player: "N", list: "2023-03", lang: "en",
			says: []string{
				"All 3 games counted; scores less expected scores, by K: (1 - 0.50) x 40 + (0.5 - 1.00) x 20 = +10.", "is 40 for 1 game: among the first 18 games; 17 before this period.",
				"It is 20 for 2 games: the usual one.", "[6(3); Reading J2]", "[5(1) K; Reading J21]",
			},
		}, {
			name: "so in Japanese", example: eighteenth, player: "N", list: "2023-03", lang: "ja",
			says: []string{"40（1 局）：最初の 18 局のうち", "また 20（2 局）：通常"},
		}, {
			name: "a first rating over two periods has all its games", example: "ncs-2022/6-3-first-rating", player: "U", list: "2023-04", lang: "en",
			says: []string{
				"1 against 1500, in an event that ended on 1 February 2023  [6(3); Reading J7]", "1 against an unrated opponent, taken as 1000, in an event that ended on 1 February 2023  [6(4); Reading J5]",
				"First rating, from 5 games, 1 of them in this period: 3.5 of 5 against an average of 1480",
			},
		}, {
			name: "an average that was rounded cites its reading", example: seven, player: "U", list: "2023-04", lang: "en",
			says: []string{"7 games, opponents 1371.43 on average, rounded to 1371  [6(4); Reading J10]", "3.5 of 7 against an average of 1371"},
		}, {
			name: "a game that is not required is in the average", example: "ncs-2022/6-3-first-rating", player: "U", list: "2023-03", lang: "en",
			says:  []string{"Not among the games required in february, because the opponents were unrated: round 4, win against V. They are in the average of a first rating, each opponent as 1000."},
			never: []string{"Not counted in"},
		}, {
			name: "games of both lists decide K", example: shared, player: "N", list: "2023-03", lang: "en",
			says: []string{"is 20: the usual one.", "[5(1) K; Reading J1]"},
		}, {
			name: "age of JCF is cited by its reading", example: strings.Replace(young, "ncs-2022", "jcf-2023", 1), player: "J", list: "2023-03", lang: "en",
			says: []string{"[Reading J20]"}, never: []string{"J21", "1 January"},
		}, {
			name: "age of NCS has its clause", example: young, player: "J", list: "2023-03", lang: "en",
			says: []string{"[5(1) age; Reading J20]"}, never: []string{"J21"},
		}, {
			name: "a game that is marked as not rated", example: marked, player: "N", list: "2023-03", lang: "en",
			says: []string{"[Reading G14]"}, never: []string{"[5(3); Reading G7]"},
		}, {
			name: "NSCL's text knows no unrated players", example: league, player: "A", list: "meet", lang: "en",
			says: []string{"against an unrated player: not rated  [Reading N9]"},
		}, {
			name: "no clause of Japan knows a performance", example: zero, player: "N", list: "2023-03", lang: "en",
			says: []string{"1 game counted"}, never: []string{"erformance", "-400", "for this event only"},
		}, {
			name: "activity by its clauses", example: "chessa-2015/activity", player: "A", list: "2015-03", lang: "en",
			says: []string{
				"activity        1 game against unrated opponents  [Activity 1; Reading C27]", "activity        1 win by default  [Activity 2]", "activity        1 pairing bye  [Activity 3; Reading C12]",
			},
		}, {
			name: "activity against rated opponents rests on no clause", example: "chessa-2015/defaults", player: "A", list: "2015-03", lang: "en",
			says: []string{"4 games against rated opponents  [Reading C27]"}, never: []string{"[Activity 1"},
		}, {
			name: "Japanese has a blank after Latin names", example: marked, player: "N", list: "2023-03", lang: "ja",
			says: []string{"Cup で算入されなかった対局"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := explained(t, c.example, c.player, c.list, c.lang)
			for _, want := range c.says {
				if !strings.Contains(text, want) {
					t.Errorf("it does not say %q:\n%s", want, text)
				}
			}
			for _, never := range c.never {
				if strings.Contains(text, never) {
					t.Errorf("it says %q:\n%s", never, text)
				}
			}
		})
	}
}

// explained returns the explanation of a player's number in a list.
func explained(t *testing.T, text, player, list, lang string) string {
	t.Helper()
	e, err := example.Read(filepath.Join("internal/example/testdata", text+".txtar"))
	if strings.Contains(text, "\n") {
		e, err = example.Parse("example", []byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	rated, err := e.Rate(e.Regulation)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := (&arpad.Rated{Periods: rated.Periods, Findings: rated.Findings}).Explain(player, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lists {
		if l.Period.Label == list {
			return explain.New(lang).Write(l)
		}
	}
	t.Fatalf("%s has no list %s", player, list)
	return ""
}

const eighteenth = `
-- players.csv --
id,name,standard,standard_games,entered_unrated
N,N,1600,17,true
O,O,1600,100,false
-- open.event --
start 2023-02-01
type standard
section -
N  Ow1 Ob= Ow0
O  Nb0 Nw= Nb1
-- want --
ncs-2022
`

// seven are 7 games over two periods, against 9,600 in all.
const seven = `
-- players.csv --
id,name,standard
A,A,1600
B,B,1650
C,C,1675
D,D,1675
U,U,
V,V,
W,W,
X,X,
-- february.event --
start 2023-02-01
type standard
section -
U  Aw1 Bb0 Cw1 Vw1 Wb0 Xw=
A  Ub0 -- -- -- -- --
B  -- Uw1 -- -- -- --
C  -- -- Ub0 -- -- --
V  -- -- -- Ub0 -- --
W  -- -- -- -- Uw1 --
X  -- -- -- -- -- Ub=
-- march.event --
start 2023-03-01
type standard
section -
U  Dw0
D  Ub1
-- want --
ncs-2022
`

const shared = `
-- players.csv --
id,name,standard,standard_games,rapid,rapid_games,entered_unrated
N,N,1600,10,1600,30,true
O,O,1600,100,1600,100,false
-- open.event --
start 2023-02-01
type standard
section -
N  Ow1
O  Nb0
-- want --
ncs-2022
`

const young = `
-- players.csv --
id,name,standard,standard_games,birth
J,J,1600,50,2010-05-05
O,O,1600,100,1980
-- open.event --
start 2023-02-01
type standard
section -
J  Ow1
O  Jb0
-- want --
ncs-2022
`

const marked = `
-- players.csv --
id,name,standard,standard_games
N,N,1600,50
O,O,1600,100
-- cup.event --
name Cup
start 2023-02-01
type standard
section -
N  Ow1 Ob1u
O  Nb0 Nw0u
-- want --
ncs-2022
`

const league = `
-- players.csv --
id,name,standard
A,A,900
U,U,
-- meet.event --
name meet
start 2023-02-01
section -
A  Uw1
U  Ab0
-- want --
nscl
`

const zero = `
-- players.csv --
id,name,standard,standard_games
N,N,400,50
O,O,400,100
-- cup.event --
name Cup
start 2023-02-01
type standard
section -
N  Ow0
O  Nb1
-- want --
ncs-2022
`
