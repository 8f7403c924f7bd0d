package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/settle"
)

// demoFile is the file name of the demo's database.
const demoFile = "arpad.db"

// demoCommand builds the demo: two years of an invented federation of twelve
// clubs.
type demoCommand struct {
	Dir string `arg:"" help:"cli.arg-demo" placeholder:"FOLDER"`
}

func (c *demoCommand) Run(a *app) error {
	path := filepath.Join(c.Dir, demoFile)
	for _, taken := range []string{"", "-wal", "-shm", "-journal", ".key", ".key" + office.CheckpointFile} {
		if _, err := os.Lstat(path + taken); err == nil {
			return finding.NewProblem("file-in-the-way", finding.Text("file", path+taken))
		}
	}
	part := path + ".arpad-part" // folder in which it is built
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o700)); err != nil {
		return err
	}
	d, err := buildDemo(a, filepath.Join(part, demoFile))
	for _, file := range []string{".key" + office.CheckpointFile, ".key", ""} { // the database last
		if err == nil {
			err = settle.Move(filepath.Join(part, demoFile)+file, path+file)
		}
	}
	if err := errors.Join(err, os.RemoveAll(part)); err != nil {
		return err
	}
	a.say("demo.built", explain.Data{
		"file": path, "day": a.Date(demoLast), "clock": d.now.In(japan).Format("2006-01-02T15:04:05-07:00"),
		"players": fmt.Sprint(len(d.federation.People)), "clubs": fmt.Sprint(demoClubs), "lists": fmt.Sprint(d.lists), "reports": fmt.Sprint(len(d.sent)),
	})
	t := a.columns()
	for _, next := range []struct{ command, key string }{
		{"arpad list", "list"},
		{"arpad history " + d.changedPlayer, "history"},
		{"arpad explain --db $ARPAD_DB --player " + d.changedPlayer, "explain"},
		{"arpad correction show " + d.corrected, "correction"},
		{"arpad report list --state waiting", "waiting"},
		{"arpad report list --state withheld", "withheld"},
		{"arpad report match " + d.unmatched, "match"},
		{"arpad fee list --unpaid", "fee"},
		{"arpad announce list --missing", "missing"},
		{"arpad period close " + d.label(), "close"},
		{"arpad period review " + d.label(), "review"},
		{"arpad player duplicates", "duplicates"},
		{"arpad doctor", "doctor"},
		{"arpad verify", "verify"},
		{"arpad bundle " + d.newest() + " -", "bundle"},
		{"arpad log " + d.unmatched, "log"},
		{"arpad person export " + d.changedPlayer, "person"},
		{"arpad backup kept.db", "backup"},
	} {
		t.AppendRow([]any{"  " + next.command, a.Text("demo."+next.key, nil)})
	}
	a.print(t)
	return nil
}

// buildDemo builds the demo in a new database, with its key beside it.
func buildDemo(a *app, path string) (*demo, error) {
	ctx := context.Background()
	d := newDemo()
	o := &office.Office{Database: path, Clock: func() time.Time { return d.now }, Officer: "suzuki", Unsigned: a.noteUnsigned}
	b, err := o.Create(ctx)
	if err != nil {
		return nil, err
	}
	d.Bureau = b
	if _, err = o.MakeKey(b, "ncs"); err == nil {
		err = d.run(ctx)
	}
	if err == nil {
		err = office.Database(b).Checkpoint(ctx) // everything is in the file that is moved
	}
	return d, errors.Join(err, office.Close(b))
}
