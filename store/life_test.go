package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
)

// desk is a bureau on a database whose clock stands where the test puts it.
type desk struct {
	*bureau.Bureau
	t   testing.TB
	now time.Time
}

func at(t testing.TB, s bureau.Store) *desk {
	d := &desk{t: t}
	d.Bureau = &bureau.Bureau{Store: s, Clock: func() time.Time { return d.now }, Actor: "officer"}
	return d
}

func (d *desk) on(day string) {
	d.t.Helper()
	now, err := time.Parse(time.RFC3339, day+"T12:00:00+09:00")
	if err != nil {
		d.t.Fatal(err)
	}
	d.now = now
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

const japan = "../demo/japan"

// opened makes a bureau from the opening list of the Japanese demo.
func opened(t testing.TB, s bureau.Store) *desk {
	t.Helper()
	d := at(t, s)
	data, err := os.ReadFile(japan + "/opening.csv")
	d.must(err)
	players, list, _ := roster.Read(bytes.NewReader(data), "opening.csv")
	d.on("2023-12-21")
	d.must(d.Init(context.Background(), bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, players.Players, &list))
	return d
}

// live makes a bureau with the reports of the Japanese demo, of which so many
// lists are published.
func live(t testing.TB, s bureau.Store, lists int) *desk {
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
		_, err = d.Submit(context.Background(), bureau.Submission{File: filepath.Base(path), Data: data, Parsed: parsed, Found: found, From: "club"})
		d.must(err)
	}
	d.publishAll(lists)
	return d
}

// publishAll closes and publishes the periods in their order, up to so many if
// that is not negative.
func (d *desk) publishAll(lists int) {
	d.t.Helper()
	ctx := context.Background()
	d.on("2026-01-01")
	var labels []string
	d.must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		periods, err := d.Periods(r)
		for _, p := range periods {
			labels = append(labels, p.Label)
		}
		return err
	}))
	if len(labels) == 0 {
		d.t.Fatal("no period")
	}
	for i, label := range labels {
		if i == lists {
			break
		}
		_, err := d.Close(ctx, label)
		d.must(err)
		_, err = d.Tick(ctx, label, "all", "looked at")
		d.must(err)
		_, err = d.Publish(ctx, label)
		d.must(err)
	}
}

// everything gives all documents as they are stored.
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
