// Package life_test tests whole bureaus, where no room of theirs is the one at fault: that they
// rate as package season does, what their actions cost, and what they say of deadlines.
package life_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
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
	t.Parallel()
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
	in := season.Input{Regulation: rules, Roster: players, Opening: &list, Repeats: true}
	for _, path := range bureautest.DemoReports(t) {
		data, err := os.ReadFile(tree.Path(path))
		if err != nil {
			t.Fatal(err)
		}
		parsed, _ := file.Read(data, filepath.Base(path), "")
		day := parsed.ReceivedOn()
		d.On(day.String() + "T12:00:00+09:00")
		receipt := d.SendFile(path)
		if receipt.Report.State != check.Admitted {
			t.Fatalf("%s is %s: %v, %v", path, receipt.Report.State, receipt.Report.Open(), receipt.Findings)
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
