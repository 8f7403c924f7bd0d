package bureautest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/roster"
)

// japanese is the size of the federation of Japan.
var japanese = synth.Size{Players: 80, Clubs: 3}

// JapanFederation returns the federation of Japan.
func JapanFederation() *synth.Federation { return synth.New(3, japanese) }

// Japan returns a bureau in memory for an invented federation of Japan, on the day of its
// opening list in December 2023. Without options it has AsReported.
func Japan(t testing.TB, options map[string]string) (*Bureau, *synth.Federation) {
	t.Helper()
	f := JapanFederation()
	return JapanOf(t, &memory.Store{}, f, options), f
}

// JapanWithFees is Japan in January 2023, when reports have a fee, 3(4).
func JapanWithFees(t testing.TB) (*Bureau, *synth.Federation) {
	t.Helper()
	size := japanese
	size.On = civil.Of(2023, 1, 21)
	f := synth.New(3, size)
	return JapanOf(t, &memory.Store{}, f, nil), f
}

// JapanOf is Japan for a federation, on a store.
func JapanOf(t testing.TB, s bureau.Store, f *synth.Federation, options map[string]string) *Bureau {
	t.Helper()
	d := New(t, s)
	year, month, day := f.On.Split()
	d.Now = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if options == nil {
		options = AsReported
	}
	players, list := f.Opening()
	d.Init("ncs", f.On.FirstOfMonth(1).String()[:7], options, players.Players, list)
	return d
}

// Event returns a report of one section, with players of the opening list by number.
func Event(f *synth.Federation, name, section string, players ...int) *report.Report {
	r := &report.Report{
		Name: name, Organizer: f.Clubs[0].Name, Venue: "Hall", Time: "10:00", Responsible: f.People[0].Name,
		Start: f.On - 1, End: f.On - 1, Sections: []report.Section{{Name: section, Rounds: 1}},
	}
	s := &r.Sections[0]
	for i, n := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: f.People[n].ID, Name: f.People[n].Name})
		if i%2 == 1 {
			s.Games = append(s.Games, report.Game{Round: 1, White: i, Black: i + 1, Result: report.WhiteWon})
		}
	}
	return r
}

// Meeting returns a report of one evening, at which each two players in turn met.
func Meeting(name string, day civil.Date, ids ...string) *report.Report {
	s := report.Section{Rounds: 1}
	for i, id := range ids {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: id, Name: id})
	}
	for i := 0; i+1 < len(ids); i += 2 {
		s.Games = append(s.Games, report.Game{Round: 1, White: i + 1, Black: i + 2, Date: day, Result: report.WhiteWon})
	}
	return &report.Report{Name: name, Start: day, End: day, Type: rating.Standard, Sections: []report.Section{s}}
}

// Open300 returns an open of 9 rounds with 300 players of a federation, which differs by
// number.
func Open300(f *synth.Federation, number int) *report.Report {
	const players = 300
	dice := rand.New(rand.NewPCG(uint64(number), 0))
	r := &report.Report{
		Name: fmt.Sprintf("Open %d", number), Organizer: f.Clubs[0].Name, Venue: "Hall", Time: "10:00", Responsible: f.People[0].Name,
		Start: civil.Of(2023, 12, 12), End: civil.Of(2023, 12, 20), Sections: []report.Section{{Rounds: 9}},
	}
	s := &r.Sections[0]
	for i, n := range dice.Perm(len(f.People))[:players] {
		p := &f.People[n]
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: p.ID, Name: p.Name, Birth: p.Birth})
	}
	for round := 1; round <= s.Rounds; round++ {
		order := dice.Perm(players)
		for i := 0; i < players; i += 2 {
			s.Games = append(s.Games, report.Game{
				Round: round, White: order[i] + 1, Black: order[i+1] + 1, Date: r.Start + civil.Date(round-1), Result: report.Result(dice.IntN(3)),
			})
		}
	}
	return r
}

// JSON returns a report as a JSON file.
func JSON(t testing.TB, r *report.Report) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := json.Write(&text, r); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// Submission returns the submission of a file, read as it comes; report.json if nothing else
// is known of it.
func Submission(data []byte) intake.Submission {
	parsed, found := file.Read(data, "report.json", "")
	return intake.Submission{File: "report.json", Data: data, Parsed: parsed, Found: found}
}

// Send submits a report as a JSON file.
func (d *Bureau) Send(r *report.Report) *intake.Receipt {
	d.T.Helper()
	return d.SendBytes(JSON(d.T, r))
}

// SendFrom is Send with a sender.
func (d *Bureau) SendFrom(r *report.Report, from string) *intake.Receipt {
	d.T.Helper()
	s := Submission(JSON(d.T, r))
	s.From = from
	return d.submission(s)
}

// Replace submits a report as a JSON file that replaces the earlier ones.
func (d *Bureau) Replace(r *report.Report) *intake.Receipt {
	d.T.Helper()
	s := Submission(JSON(d.T, r))
	s.Replaces = true
	return d.submission(s)
}

// SendBytes submits the bytes of a file.
func (d *Bureau) SendBytes(data []byte) *intake.Receipt {
	d.T.Helper()
	return d.submission(Submission(data))
}

// SendFile submits a file of a club, by its path in the repository.
func (d *Bureau) SendFile(name string) *intake.Receipt {
	d.T.Helper()
	data, err := os.ReadFile(tree.Path(name))
	d.Must(err)
	base := filepath.Base(name)
	parsed, found := file.Read(data, base, "")
	return d.submission(intake.Submission{File: base, Data: data, Parsed: parsed, Found: found, From: "club"})
}

func (d *Bureau) submission(s intake.Submission) *intake.Receipt {
	d.T.Helper()
	receipt, err := intake.Submit(context.Background(), d.Bureau, s)
	d.Must(err)
	return receipt
}

// Demo returns a bureau with the opening list of the Japanese demo, of January 2024.
func Demo(t testing.TB, s bureau.Store) *Bureau {
	t.Helper()
	d := New(t, s)
	d.On("2023-12-21T09:00:00+09:00")
	const name = "demo/japan/opening.csv"
	data, err := os.ReadFile(tree.Path(name))
	d.Must(err)
	players, list, _ := roster.Read(bytes.NewReader(data), filepath.Base(name))
	d.Init("ncs", "2024-01", AsReported, players.Players, &list)
	return d
}

// DemoLived is Demo with the reports of the demo and so many published lists, all if negative.
func DemoLived(t testing.TB, s bureau.Store, listed int) *Bureau {
	t.Helper()
	d := Demo(t, s)
	for _, name := range DemoReports(t) {
		data, err := os.ReadFile(tree.Path(name))
		d.Must(err)
		parsed, _ := file.Read(data, filepath.Base(name), "")
		d.On(parsed.ReceivedOn().String())
		d.SendFile(name)
	}
	d.PublishAll(listed)
	return d
}

// DemoReports returns the reports of the Japanese demo: their paths in the repository.
func DemoReports(t testing.TB) []string {
	t.Helper()
	const folder = "demo/japan/reports"
	found, err := filepath.Glob(filepath.Join(tree.Path(folder), "*-*.[tj]*"))
	if err != nil || len(found) == 0 {
		t.Fatal("no reports", err)
	}
	var names []string
	for _, path := range found {
		if !strings.HasSuffix(path, ".arpad.json") {
			names = append(names, folder+"/"+filepath.Base(path))
		}
	}
	return names
}
