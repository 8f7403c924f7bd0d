package bureau_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// The bureau publishes the lists that season makes from the same reports.
func TestBureauRatesAsTheSeason(t *testing.T) {
	ctx := context.Background()
	d := bureautest.Demo(t, &memory.Store{})
	opening, err := os.ReadFile(tree.Path("demo/japan/opening.csv"))
	if err != nil {
		t.Fatal(err)
	}
	players, list, _ := roster.Read(bytes.NewReader(opening), "opening.csv")
	rules, err := catalog.Find("japan")
	if err != nil {
		t.Fatal(err)
	}
	in := season.Input{Regulation: rules, Roster: players, Opening: &list}
	for _, path := range bureautest.DemoReports(t) {
		data, err := os.ReadFile(tree.Path(path))
		if err != nil {
			t.Fatal(err)
		}
		parsed, _ := file.Read(data, filepath.Base(path), "")
		day := parsed.ReceivedOn()
		d.On(day.String() + "T12:00:00+09:00")
		receipt := d.SendFile(path)
		if receipt.Report.State != intake.Admitted {
			t.Fatalf("%s is %s: %v, %v", path, receipt.Report.State, receipt.Report.Waits, receipt.Findings)
		}
		if again := d.SendFile(path); !again.Known || again.Report.Ref != receipt.Report.Ref {
			t.Fatalf("%s is taken twice", path)
		}
		parsed.Received = day
		in.Reports = append(in.Reports, season.Source{Report: parsed})
		in.Reports[len(in.Reports)-1].Digest[0] = byte(len(in.Reports))
	}
	d.On("2026-01-01T00:00:00+09:00")
	_, err = season.Rate(in, func(p *season.Period) error {
		d.Publish(p.Label)
		return d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
			for n := range p.Players {
				line, err := view.CurrentLine(r, p.Players[n].ID)
				if err != nil {
					return err
				}
				for _, kind := range rating.AllKinds {
					want, got, mark := p.Row(uint32(n), kind), line.Standing.Of(kind).Rating, line.Marks.Of(kind)
					if got != want.State.Rating {
						t.Errorf("list %s, player %s, %v: the bureau has %d, the season %d", p.Label, p.Players[n].ID, kind, got, want.State.Rating)
					}
					if got.Rated() && (mark.K != want.Move.K || mark.Qualifies == nil || *mark.Qualifies != want.Move.Qualifies) {
						t.Errorf("list %s, player %s, %v: the bureau marks it %+v, the season %+v", p.Label, p.Players[n].ID, kind, mark, want.Move)
					}
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Sound()
}

// Promise 8: only officers see candidates for an entry. The sender of a report
// sees no ID of a person whom the report does not name.
func TestPromise8CandidatesAreForOfficers(t *testing.T) {
	ctx := context.Background()
	d := bureautest.Demo(t, &memory.Store{})
	d.On("2024-01-10T12:00:00+09:00")
	data := []byte(`{"schema": "arpad.report/1", "name": "Open", "start": "2024-01-06", "end": "2024-01-06", "type": "standard", "sections": [{"name": "A", "rounds": 1,
		"players": [{"start_number": 1, "name": "Aoki Ren", "birth": "1984-05-02"}, {"start_number": 2, "id": "N00000002", "name": "Baba Mio"}],
		"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`)
	parsed, found := file.Read(data, "open.json", "")
	receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: data, Parsed: parsed, Found: found, From: "club"})
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(receipt)
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Report.State != intake.Waiting || strings.Contains(string(told), "N00000001") {
		t.Errorf("%s: %s", receipt.Report.State, told)
	}
	err = d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		strangers, err := desk.UnknownEntries(r, receipt.Report)
		if len(strangers) != 1 || len(strangers[0].Candidates) == 0 || strangers[0].Candidates[0].Player.ID != "N00000001" {
			t.Errorf("the officer is shown %+v", strangers)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
