package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
)

// fixture is a bureau on a database, with a clock set by the test.
type fixture struct {
	*bureau.Bureau
	t   testing.TB
	now time.Time
}

func at(t testing.TB, s bureau.Store) *fixture {
	d := &fixture{t: t}
	d.Bureau = &bureau.Bureau{Store: s, Clock: func() time.Time { return d.now }, Actor: "officer", Projection: projection.Rows{}}
	return d
}

func (d *fixture) on(day string) {
	d.t.Helper()
	now, err := time.Parse(time.RFC3339, day+"T12:00:00+09:00")
	if err != nil {
		d.t.Fatal(err)
	}
	d.now = now
}

func (d *fixture) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

const japan = "../../demo/japan"

// opened returns a bureau with the opening list of the Japanese demo.
func opened(t testing.TB, s bureau.Store) *fixture {
	t.Helper()
	d := at(t, s)
	data, err := os.ReadFile(japan + "/opening.csv")
	d.must(err)
	players, list, _ := roster.Read(bytes.NewReader(data), "opening.csv")
	d.on("2023-12-21")
	d.must(closing.Init(context.Background(), d.Bureau, bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, players.Players, &list))
	return d
}

// live returns a bureau with the reports of the Japanese demo and the given
// number of published lists.
func live(t testing.TB, s bureau.Store, listed int) *fixture {
	t.Helper()
	d := opened(t, s)
	files, err := filepath.Glob(japan + "/reports/*-*.[tj]*")
	d.must(err)
	for _, path := range files {
		if strings.HasSuffix(path, ".arpad.json") {
			continue
		}
		data, err := os.ReadFile(path)
		d.must(err)
		parsed, found := file.Read(data, filepath.Base(path), "")
		day := parsed.ReceivedOn()
		d.on(day.String())
		_, err = intake.Submit(context.Background(), d.Bureau, intake.Submission{File: filepath.Base(path), Data: data, Parsed: parsed, Found: found, From: "club"})
		d.must(err)
	}
	d.publishAll(listed)
	return d
}

// publishAll closes and publishes the periods in order, at most the given
// number unless it is negative.
func (d *fixture) publishAll(listed int) {
	d.t.Helper()
	ctx := context.Background()
	d.on("2026-01-01")
	var labels []string
	d.must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		periods, err := lists.AllPeriods(r)
		for _, p := range periods {
			labels = append(labels, p.Label)
		}
		return err
	}))
	if len(labels) == 0 {
		d.t.Fatal("no period")
	}
	for i, label := range labels {
		if i == listed {
			break
		}
		_, err := closing.Close(ctx, d.Bureau, label)
		d.must(err)
		_, err = closing.Tick(ctx, d.Bureau, label, "all", "looked at")
		d.must(err)
		_, err = closing.Publish(ctx, d.Bureau, label, "")
		d.must(err)
	}
}

// everything returns all documents as stored.
func everything(t testing.TB, s bureau.Store) (map[string]string, error) {
	t.Helper()
	all := map[string]string{}
	err := s.View(context.Background(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				all[kind+"\x00"+key] = string(value)
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// unsealed returns a stored document without its seal, of which the salt is random.
func unsealed(stored string) string { return stored[:max(0, len(stored)-bureau.SealSize)] }
