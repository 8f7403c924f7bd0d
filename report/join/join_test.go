package join_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// tournament returns a Swiss of some players and rounds with results by chance.
func tournament(dice *rand.Rand, players, rounds int) *report.Report {
	first := civil.Of(2026, 4, 4)
	s := report.Section{Name: "A", Rounds: rounds}
	for n := range players {
		s.Players = append(s.Players, report.Player{StartNumber: n + 1, ID: fmt.Sprintf("N%05d", 7*n+1), Name: fmt.Sprintf("Player No%c", 'A'+n)})
	}
	for round := 1; round <= rounds; round++ {
		order := dice.Perm(players)
		for i := 0; i+1 < players; i += 2 {
			s.Games = append(s.Games, report.Game{
				Round: round, White: order[i] + 1, Black: order[i+1] + 1, Result: report.Result(dice.IntN(3)), Date: first + civil.Date(round),
			})
		}
	}
	return &report.Report{File: "a.json", Name: "Open", Start: first, End: first + civil.Date(rounds), Sections: []report.Section{s}}
}

// file returns a file of an event; its digest is by its number.
func file(number int, r *report.Report) join.File {
	return join.File{Number: number, Digest: fmt.Sprintf("%02d", (number*37)%100), Report: r}
}

// altered returns a copy of a report that was changed.
func altered(r *report.Report, change func(*report.Report)) *report.Report {
	now := *r
	now.Sections = slices.Clone(r.Sections)
	for i := range now.Sections {
		s := &now.Sections[i]
		s.Players, s.Games, s.Byes = slices.Clone(s.Players), slices.Clone(s.Games), slices.Clone(s.Byes)
	}
	change(&now)
	return &now
}

func ids(e *join.Event) (all []string) {
	for _, f := range e.Found {
		all = append(all, f.ID)
	}
	return all
}

// renumbered returns a report whose entries have other start numbers, in another order.
func renumbered(dice *rand.Rand, r *report.Report) *report.Report {
	return altered(r, func(r *report.Report) {
		for i := range r.Sections {
			s := &r.Sections[i]
			to := dice.Perm(len(s.Players))
			for j := range s.Players {
				s.Players[j].StartNumber = to[j] + 1
			}
			for j := range s.Games {
				g := &s.Games[j]
				g.White, g.Black = to[g.White-1]+1, to[g.Black-1]+1
			}
			dice.Shuffle(len(s.Players), func(a, b int) { s.Players[a], s.Players[b] = s.Players[b], s.Players[a] })
			dice.Shuffle(len(s.Games), func(a, b int) { s.Games[a], s.Games[b] = s.Games[b], s.Games[a] })
		}
	})
}

// game is a game by the names of its players.
func games(r *report.Report) (all []string) {
	for i := range r.Sections {
		s := &r.Sections[i]
		name := map[int]string{}
		for _, p := range s.Players {
			name[p.StartNumber] = p.ID
		}
		for _, g := range s.Games {
			all = append(all, fmt.Sprintf("%s %d %s %s–%s %s", s.Name, g.Round, g.Date, name[g.White], name[g.Black], g.Result))
		}
	}
	slices.Sort(all)
	return all
}

// A rapid FIDE event came as JSON, and its exchange file says nothing of the type, of
// FIDE or of the meeting: what one file states and the other does not stays,
// whichever came first.
func TestExchangeFileTakesNothingAway(t *testing.T) {
	full := tournament(rand.New(rand.NewPCG(1, 1)), 8, 5)
	full.Type, full.FIDEEvent, full.Meeting, full.AgeYear, full.Organizer = rating.Rapid, true, true, 2026, "Club at Example"
	full.Qualified = []string{"N00001"}
	full.Sections[0].Group, full.Sections[0].UnratedFloor = report.Under10, 400
	bare := altered(full, func(r *report.Report) {
		r.Type, r.FIDEEvent, r.Meeting, r.AgeYear, r.Organizer, r.Qualified = 0, false, false, 0, "", nil
		r.Sections[0].Group, r.Sections[0].UnratedFloor, r.Sections[0].Rounds = report.Open, 0, 0
		r.ExchangeFile, r.NoTime, r.File = true, true, "a.trf"
	})
	for _, files := range [][]join.File{{file(1, full), file(2, bare)}, {file(1, bare), file(2, full)}} {
		e := join.Join(files, nil, "")
		want := altered(full, func(r *report.Report) { r.ExchangeFile, r.File = true, e.Report.File })
		if diff := cmp.Diff(want, e.Report); diff != "" || len(e.Differences) > 0 {
			t.Errorf("%s %v", diff, e.Differences)
		}
	}
}

// A written false is stated: a file that says that it is no FIDE event contradicts one
// that says that it is.
func TestWrittenFalseIsStated(t *testing.T) {
	yes := tournament(rand.New(rand.NewPCG(1, 1)), 4, 3)
	yes.FIDEEvent = true
	no := altered(yes, func(r *report.Report) { r.FIDEEvent, r.Stated = false, report.StatedFIDE })
	e := join.Join([]join.File{file(1, yes), file(2, no)}, nil, "")
	if got := ids(e); !slices.Equal(got, []string{"field-differs"}) || e.Differences[0].What != "fide_event" {
		t.Errorf("%v %v", got, e.Differences)
	}
}

// An event in parts, by rounds, by players' fields, numbered otherwise in each, comes to
// what it is in one file; and the order of the files is nothing.
func TestPartsMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		whole := tournament(dice, rapid.IntRange(4, 12).Draw(t, "players"), rapid.IntRange(4, 6).Draw(t, "rounds"))
		var files []join.File
		for n := range rapid.IntRange(1, 4).Draw(t, "files") {
			part := altered(whole, func(r *report.Report) {
				s := &r.Sections[0]
				if n > 0 { // the first one has all
					s.Games = slices.DeleteFunc(s.Games, func(g report.Game) bool { return g.Round%(n+1) != 0 })
				}
				if dice.IntN(2) == 0 && len(s.Games) > 0 {
					s.Name = "Other"
				}
				for i := range s.Players {
					if dice.IntN(3) == 0 {
						s.Players[i].Name = ""
					}
				}
			})
			files = append(files, file(n+1, renumbered(dice, part)))
		}
		e := join.Join(files, nil, "")
		name := e.Report.Sections[0].Name
		want := games(altered(whole, func(r *report.Report) { r.Sections[0].Name = name }))
		if diff := cmp.Diff(want, games(e.Report)); diff != "" || len(e.Differences) > 0 || len(e.Report.Sections) != 1 {
			t.Fatalf("%s %v", diff, e.Differences)
		}
		dice.Shuffle(len(files), func(a, b int) { files[a], files[b] = files[b], files[a] })
		again := join.Join(files, nil, "")
		if diff := cmp.Diff(e.Report, again.Report) + cmp.Diff(e.Found, again.Found) + cmp.Diff(e.Differences, again.Differences); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A game with another result or colours, or missing from a file that has its round, is
// held, and no other; it is held whichever file came first.
func TestChangedGamesAreHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		first := tournament(dice, 10, 5)
		n := rapid.IntRange(0, len(first.Sections[0].Games)-1).Draw(t, "game")
		how := rapid.SampledFrom([]string{"result", "colours", "missing"}).Draw(t, "how")
		second := altered(first, func(r *report.Report) {
			g := &r.Sections[0].Games[n]
			switch how {
			case "result":
				g.Result = (g.Result + 1) % 3
			case "colours":
				g.White, g.Black = g.Black, g.White
			default:
				r.Sections[0].Games = slices.Delete(r.Sections[0].Games, n, n+1)
			}
		})
		second.File = "b.trf"
		want := first.Sections[0].Games[n]
		files := []join.File{file(1, first), file(2, renumbered(dice, second))}
		if rapid.Bool().Draw(t, "turned") {
			slices.Reverse(files)
		}
		e := join.Join(files, nil, "")
		id := map[bool]string{true: "games-missing", false: "games-differ"}[how == "missing"]
		if got := ids(e); !slices.Equal(got, []string{id}) {
			t.Fatalf("%v, want %s", got, id)
		}
		s := &e.Report.Sections[0]
		number := map[string]int{}
		for _, p := range s.Players {
			number[p.ID] = p.StartNumber
		}
		white, black := number[first.Sections[0].Players[want.White-1].ID], number[first.Sections[0].Players[want.Black-1].ID]
		held := 0
		for i := range s.Games {
			g := &s.Games[i]
			is := g.Round == want.Round && (g.White == white && g.Black == black || g.White == black && g.Black == white)
			if e.Holds(id, s.Name, g) != is {
				t.Fatalf("%+v is held: %v", g, !is)
			}
			if is {
				held++
			}
		}
		if held != 1 {
			t.Fatalf("%d games are held", held)
		}
	})
}

// The points that a file states are those of its own games: they contradict nothing in
// the event, neither a later stage nor another result.
func TestPointsStayWithTheirGames(t *testing.T) {
	last := tournament(rand.New(rand.NewPCG(5, 5)), 6, 3)
	counted := func(r *report.Report) {
		s := &r.Sections[0]
		for i := range s.Players {
			var points rating.Score
			for _, g := range s.Games {
				if won := rating.Score(g.Result); g.White == s.Players[i].StartNumber {
					points += won
				} else if g.Black == s.Players[i].StartNumber {
					points += rating.Win - won
				}
			}
			s.Players[i].Points = &points
		}
	}
	stage := altered(last, func(r *report.Report) {
		r.Sections[0].Games = slices.DeleteFunc(r.Sections[0].Games, func(g report.Game) bool { return g.Round == 3 })
		counted(r)
	})
	other := altered(last, func(r *report.Report) {
		r.Sections[0].Games[0].Result = (r.Sections[0].Games[0].Result + 1) % 3
		counted(r)
	})
	for _, first := range []*report.Report{stage, other} {
		for _, f := range report.Check(join.Join([]join.File{file(1, first), file(2, last)}, nil, "").Report) {
			if f.Refuses {
				t.Error(f)
			}
		}
	}
}

// What an officer has said of an entry of a file leads to the event, whatever numbers
// its entries; so it does from a file that another one took the place of.
func TestEntriesAreFound(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 7))
	first := tournament(dice, 8, 5)
	second := renumbered(dice, altered(first, func(r *report.Report) {
		r.Sections[0].Name = "Main"
		for i := range r.Sections[0].Games {
			r.Sections[0].Games[i].Result = report.Drawn
		}
	}))
	old := file(1, first)
	old.Without = []string{"A"}
	e := join.Join([]join.File{old, file(2, second)}, nil, "")
	if len(e.Differences) > 0 || e.Report.Sections[0].Name != "Main" {
		t.Fatalf("%v", e.Differences)
	}
	for _, p := range first.Sections[0].Players {
		section, at, ok := e.At(1, "A", p.StartNumber)
		if !ok || section != "Main" {
			t.Fatalf("%s is lost", p.ID)
		}
		n := slices.IndexFunc(second.Sections[0].Players, func(q report.Player) bool { return q.ID == p.ID })
		if second.Sections[0].Players[n].StartNumber != at {
			t.Errorf("%s is %d", p.ID, at)
		}
		if places := e.Places("Main", at); !slices.Equal(places, []join.Place{{File: 2, Section: "Main", Start: at}, {File: 1, Section: "A", Start: p.StartNumber}}) {
			t.Errorf("%s is in %v", p.ID, places)
		}
	}
}

// Two groups that programs export without a name are two; the same players in the
// same pairings in rapid and in standard are two as well.
func TestGroupsStayApart(t *testing.T) {
	dice := rand.New(rand.NewPCG(9, 9))
	one := tournament(dice, 6, 3)
	one.Sections[0].Name = ""
	other := altered(one, func(r *report.Report) {
		for i := range r.Sections[0].Players {
			r.Sections[0].Players[i].ID, r.Sections[0].Players[i].Name = fmt.Sprintf("M%05d", i), fmt.Sprintf("Somebody No%c", 'A'+i)
		}
	})
	one.Type = rating.Standard
	quick := altered(one, func(r *report.Report) {
		r.Type = rating.Rapid
		r.Sections[0].Games[0].Result = (r.Sections[0].Games[0].Result + 1) % 3
	})
	for _, x := range []struct {
		second *report.Report
		want   []string
	}{{other, []string{"section-renamed"}}, {quick, []string{"sections-alike", "section-renamed"}}} {
		e := join.Join([]join.File{file(1, one), file(2, x.second)}, nil, "")
		if len(e.Report.Sections) != 2 || e.Report.Sections[1].Name != "2" || !slices.Equal(ids(e), x.want) {
			t.Errorf("%d sections, %v %v", len(e.Report.Sections), ids(e), e.Differences)
		}
	}
}

// A file that cannot be rated adds nothing, and is told of as one whose games are missing, unless
// another one has them.
func TestRefusedFile(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 5))
	whole := tournament(dice, 6, 4)
	turned := altered(whole, func(r *report.Report) { r.Start, r.End = r.End, r.Start })
	stage := altered(whole, func(r *report.Report) {
		r.Sections[0].Games = slices.DeleteFunc(r.Sections[0].Games, func(g report.Game) bool { return g.Round > 2 })
	})
	for _, x := range []struct {
		sound *report.Report
		told  string
	}{{whole, "file-unused"}, {stage, "file-refused"}} {
		e := join.Join([]join.File{file(1, turned), file(2, x.sound)}, nil, "")
		if !slices.Equal(ids(e), []string{x.told}) || len(e.Report.Sections[0].Games) != len(x.sound.Sections[0].Games) {
			t.Errorf("%v", ids(e))
		}
	}
}

// A section that does not hold together in one file is taken from another that has
// its games.
func TestBrokenSection(t *testing.T) {
	whole := tournament(rand.New(rand.NewPCG(5, 6)), 6, 4)
	twice := altered(whole, func(r *report.Report) { r.Sections[0].Games = append(r.Sections[0].Games, r.Sections[0].Games[0]) })
	for _, files := range [][]join.File{{file(1, twice), file(2, whole)}, {file(1, whole), file(2, twice)}} {
		e := join.Join(files, nil, "")
		if diff := cmp.Diff(games(whole), games(e.Report)); diff != "" || len(e.Differences) > 0 {
			t.Errorf("%s %v", diff, e.Differences)
		}
	}
}

// What files disagree about is told as they write it, in the order of their digests; case and commas are no difference.
func TestFieldsDifferAsTheyAreWritten(t *testing.T) {
	first := altered(tournament(rand.New(rand.NewPCG(1, 1)), 6, 3), func(r *report.Report) { r.SubmittedBy = "Goto SHO" })
	same := altered(first, func(r *report.Report) { r.SubmittedBy = "goto, Sho" })
	other := altered(first, func(r *report.Report) { r.SubmittedBy = "Aoki Ren" })
	e := join.Join([]join.File{file(1, first), file(2, same), file(3, other)}, nil, "")
	want := []join.Difference{{What: "submitted_by", Stated: []string{"Aoki Ren", "Goto SHO"}}}
	if diff := cmp.Diff(want, e.Differences); diff != "" {
		t.Error(diff)
	}
}

// A section that has to be called otherwise keeps its own questions: what its files
// disagree about is not asked of the section whose name it had.
func TestRenamedSectionsDiffer(t *testing.T) {
	dice := rand.New(rand.NewPCG(11, 11))
	one := tournament(dice, 8, 4)
	one.Sections[0].Name = ""
	other := altered(tournament(dice, 6, 3), func(r *report.Report) {
		r.Sections[0].Name = ""
		for i := range r.Sections[0].Players {
			r.Sections[0].Players[i].ID, r.Sections[0].Players[i].Name = fmt.Sprintf("M%05d", i), fmt.Sprintf("Somebody No%c", 'A'+i)
		}
	})
	again := altered(other, func(r *report.Report) { r.Sections[0].Players[1].ID = "M00099" })
	again.File = "c.json"
	e := join.Join([]join.File{file(1, one), file(2, other), file(3, again)}, nil, "")
	for i := range e.Report.Sections {
		s := &e.Report.Sections[i]
		held := 0
		for j := range s.Games {
			if e.Holds("entry-differs", s.Name, &s.Games[j]) {
				held++
			}
		}
		if want := map[string]bool{"": false, "2": true}[s.Name]; (held > 0) != want {
			t.Errorf("%d games of section %q are held; %v", held, s.Name, ids(e))
		}
	}
}

// Two sections of one file are two, however alike they are: nothing is asked.
func TestSectionsOfOneFileAreTwo(t *testing.T) {
	r := tournament(rand.New(rand.NewPCG(12, 12)), 8, 4)
	quick := altered(r, func(r *report.Report) {
		r.Sections[0].Name, r.Sections[0].Type = "Blitz", rating.Blitz
	})
	r.Sections = append(r.Sections, quick.Sections[0])
	if e := join.Join([]join.File{file(1, r)}, nil, ""); len(ids(e)) > 0 || len(e.Report.Sections) != 2 {
		t.Errorf("%v", ids(e))
	}
}

// What was decided of an entry holds against the files that had come, and against what they stated. A later file
// that names somebody else differs.
func TestLaterFileContradictsADecision(t *testing.T) {
	of := func(id string) *report.Report {
		return altered(tournament(rand.New(rand.NewPCG(1, 1)), 6, 3), func(r *report.Report) { r.Sections[0].Players[0].ID = id })
	}
	for _, c := range []struct {
		first, later string
		files        int // that had come when it was decided
		differs      bool
	}{
		{"", "N00000002", 1, true}, {"", "N00000002", 2, false}, {"", "N00000001", 1, false}, {"", "1", 1, false}, {"", "", 1, false},
		{"N00000002", "N00000002", 1, false}, {"N00000002", "N00000003", 1, true}, {"N00000002", "N00000003", 2, false},
	} {
		one, two := of(c.first), of(c.later)
		known := join.Known{&one.Sections[0].Players[0]: {ID: "N00000001", Decided: true, Files: c.files}}
		if c.later == "N00000001" || c.later == "1" {
			known[&two.Sections[0].Players[0]] = join.Identity{ID: "N00000001"}
		}
		for _, named := range []string{"", "Open"} { // a section with a name goes before that without
			two.Sections[0].Name = named
			e := join.Join([]join.File{file(1, one), file(2, two)}, known, "JPN")
			if slices.Contains(ids(e), "entry-differs") != c.differs {
				t.Errorf("%+v: %v", c, ids(e))
			}
			if e.IDs[0][0] != "N00000001" {
				t.Errorf("%+v: the entry is %s", c, e.IDs[0][0])
			}
		}
	}
}

// Two files that name two registered players for an entry differ, also where the one has the
// ID in the federation's line and the other in its own field.
func TestOtherPlayerInAnotherField(t *testing.T) {
	one := tournament(rand.New(rand.NewPCG(1, 1)), 6, 3)
	inLines := altered(one, func(r *report.Report) {
		for i := range r.Sections[0].Players {
			p := &r.Sections[0].Players[i]
			p.National, p.ID = []report.National{{Federation: "RSA", Number: p.ID}}, ""
		}
	})
	exchanged := altered(one, func(r *report.Report) {
		p := r.Sections[0].Players
		p[0].ID, p[1].ID = p[1].ID, p[0].ID
	})
	known := join.Known{}
	for _, r := range []*report.Report{inLines, exchanged} {
		for i := range r.Sections[0].Players {
			p := &r.Sections[0].Players[i]
			if known[p] = (join.Identity{ID: p.ID}); p.ID == "" {
				known[p] = join.Identity{ID: p.National[0].Number}
			}
		}
	}
	for _, files := range [][]join.File{{file(1, inLines), file(2, exchanged)}, {file(2, inLines), file(1, exchanged)}} {
		if e := join.Join(files, known, "JPN"); !slices.Contains(ids(e), "entry-differs") {
			t.Errorf("files that name other players for two entries are joined with %v", ids(e))
		}
	}
}
