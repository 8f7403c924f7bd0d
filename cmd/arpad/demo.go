package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/store"
)

// demoCommand builds an invented federation: two years of twelve clubs.
type demoCommand struct {
	Dir string `arg:"" help:"cli.arg-demo" placeholder:"FOLDER"`
}

// Run runs the command.
func (c *demoCommand) Run(a *app) error {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(c.Dir, "arpad.db")
	ctx := context.Background()
	s, err := store.Create(ctx, path)
	if err != nil {
		return refused(err, path)
	}
	d, o := newDemo(s), &office{DB: path}
	if _, err = o.makeKey("ncs"); err == nil {
		err = o.arm(a, d.Bureau)
	}
	if err == nil {
		err = d.live(ctx)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	a.say("demo.built", explain.Data{
		"file": path, "day": a.Date(demoLast), "clock": d.now.In(japan).Format("2006-01-02T15:04:05-07:00"),
		"players": fmt.Sprint(len(d.federation.People)), "clubs": fmt.Sprint(demoClubs), "lists": fmt.Sprint(d.lists), "reports": fmt.Sprint(len(d.sent)),
	})
	t := a.columns()
	for _, next := range []struct{ command, key string }{
		{"arpad list", "list"},
		{"arpad history " + d.mover, "history"},
		{"arpad explain --db $ARPAD_DB --player " + d.mover, "explain"},
		{"arpad correction show " + d.corrected, "correction"},
		{"arpad report list --state waiting", "waiting"},
		{"arpad report match " + d.stranger, "match"},
		{"arpad fee list --unpaid", "fee"},
		{"arpad announce list --missing", "missing"},
		{"arpad period close " + d.label(), "close"},
		{"arpad period review " + d.label(), "review"},
		{"arpad player duplicates", "duplicates"},
		{"arpad doctor", "doctor"},
		{"arpad verify", "verify"},
		{"arpad bundle " + d.newest() + " -", "bundle"},
		{"arpad log " + d.stranger, "log"},
		{"arpad person export " + d.mover, "person"},
		{"arpad backup kept.db", "backup"},
	} {
		t.AppendRow([]any{"  " + next.command, a.Text("demo."+next.key, nil)})
	}
	a.print(t)
	return nil
}
