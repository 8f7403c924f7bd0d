package bureau_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// fixture is a bureau in memory with a clock set by the test.
type fixture struct {
	*bureau.Bureau
	t   *testing.T
	now time.Time
	ids string // format of its IDs

	bytes func([]byte) []byte // what becomes of a file before it is submitted; nil: nothing
}

func newDesk(t *testing.T, authority, label, opening string) *fixture {
	t.Helper()
	d := &fixture{t: t}
	d.Bureau = &bureau.Bureau{Store: &memory.Store{}, Clock: func() time.Time { return d.now }, Actor: "officer", Projection: projection.Rows{}}
	t.Cleanup(d.agree)
	data, err := os.ReadFile(opening)
	if err != nil {
		t.Fatal(err)
	}
	players, list, _ := roster.Read(bytes.NewReader(data), filepath.Base(opening))
	d.on("2023-12-21T09:00:00+09:00")
	var options map[string]string
	if authority == "ncs" {
		options = asReported
	}
	if err := closing.Init(context.Background(), d.Bureau, bureau.Settings{Authority: authority, ListZero: label, Options: options, Reason: "as the board has decided"}, players.Players, &list); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *fixture) on(instant string) {
	d.t.Helper()
	now, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		d.t.Fatal(err)
	}
	d.now = now
}

func (d *fixture) submit(path string) *intake.Receipt {
	d.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	parsed, found := file.Read(data, filepath.Base(path), "")
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: filepath.Base(path), Data: data, Parsed: parsed, Found: found, From: "club"})
	if err != nil {
		d.t.Fatal(err)
	}
	return receipt
}

// publish closes a period, answers all questions of its review, and publishes
// it.
func (d *fixture) publish(label string) *lists.Publication {
	d.t.Helper()
	ctx := context.Background()
	if _, err := closing.Close(ctx, d.Bureau, label); err != nil {
		d.t.Fatal(label, err)
	}
	if _, err := closing.Tick(ctx, d.Bureau, label, "all", "looked at"); err != nil {
		d.t.Fatal(label, err)
	}
	p, err := closing.Publish(ctx, d.Bureau, label, "the test comes before the list's day")
	if err != nil {
		d.t.Fatal(label, err)
	}
	return p
}

// The bureau publishes the lists that season makes from the same reports.
func TestBureauRatesAsTheSeason(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, "ncs", "2024-01", "../../demo/japan/opening.csv")
	files, err := filepath.Glob("../../demo/japan/reports/*-*.[tj]*")
	if err != nil || len(files) == 0 {
		t.Fatal("no reports", err)
	}
	opening, err := os.ReadFile("../../demo/japan/opening.csv")
	if err != nil {
		t.Fatal(err)
	}
	players, list, _ := roster.Read(bytes.NewReader(opening), "opening.csv")
	rules, err := catalog.Find("japan")
	if err != nil {
		t.Fatal(err)
	}
	in := season.Input{Regulation: rules, Roster: players, Opening: &list}
	for _, path := range files {
		if strings.HasSuffix(path, ".arpad.json") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		parsed, _ := file.Read(data, filepath.Base(path), "")
		day := parsed.ReceivedOn()
		d.on(day.String() + "T12:00:00+09:00")
		receipt := d.submit(path)
		if receipt.Report.State != intake.Admitted {
			t.Fatalf("%s is %s: %v, %v", path, receipt.Report.State, receipt.Report.Waits, receipt.Findings)
		}
		if again := d.submit(path); !again.Known || again.Report.Ref != receipt.Report.Ref {
			t.Fatalf("%s is taken twice", path)
		}
		parsed.Received = day
		in.Reports = append(in.Reports, season.Source{Report: parsed})
		in.Reports[len(in.Reports)-1].Digest[0] = byte(len(in.Reports))
	}
	d.on("2026-01-01T00:00:00+09:00")
	_, err = season.Rate(in, func(p *season.Period) error {
		d.publish(p.Label)
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
	faults, err := care.Verify(ctx, d.Bureau, nil)
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
}

// Promise 8: only officers see candidates for an entry. The sender of a report
// sees no ID of a person whom the report does not name.
func TestPromise8CandidatesAreForOfficers(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, "ncs", "2024-01", "../../demo/japan/opening.csv")
	d.on("2024-01-10T12:00:00+09:00")
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
