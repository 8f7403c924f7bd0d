package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/settle"
)

// demoFile is the file name of the demo's database.
const demoFile = "arpad.db"

// demoCommand builds the demo: two years of an invented federation of twelve
// clubs.
type demoCommand struct {
	Dir   string `arg:"" help:"cli.arg-demo" placeholder:"FOLDER"`
	Serve string `help:"cli.flag-demo-serve" placeholder:"HOST:PORT"`
}

func (c *demoCommand) Run(a *app) error {
	d, err := c.build(a)
	switch {
	case err != nil:
		return err
	case c.Serve != "":
		return c.serve(a, d)
	}
	c.propose(a, d)
	return nil
}

// path returns the database of the demo.
func (c *demoCommand) path() string { return filepath.Join(c.Dir, demoFile) }

// build builds the demo, complete or not at all.
func (c *demoCommand) build(a *app) (*demo, error) {
	path := c.path()
	for _, taken := range []string{"", "-wal", "-shm", "-journal", ".key", ".key" + office.CheckpointFile} {
		if _, err := os.Lstat(path + taken); err == nil {
			return nil, finding.NewProblem("file-in-the-way", finding.Text("file", path+taken))
		}
	}
	part := path + ".arpad-part" // folder in which it is built
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o700)); err != nil {
		return nil, err
	}
	d, err := buildDemo(a, filepath.Join(part, demoFile))
	for _, file := range []string{".key" + office.CheckpointFile, ".key", ""} { // the database last
		if err == nil {
			err = settle.Move(filepath.Join(part, demoFile)+file, path+file)
		}
	}
	return d, errors.Join(err, os.RemoveAll(part))
}

// propose prints what was built, and commands to look at it.
func (c *demoCommand) propose(a *app, d *demo) {
	a.say("demo.built", explain.Data{
		"file": c.path(), "day": a.Date(demoLast), "clock": d.now.In(japan).Format("2006-01-02T15:04:05-07:00"),
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
		{"arpad fide list --open", "fide"},
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
}

// serve serves the site of a demo, on its day: on a terminal until it is told to stop, else
// until it has fetched a page from itself.
func (c *demoCommand) serve(a *app, d *demo) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b, err := (&office.Office{Database: c.path(), Clock: func() time.Time { return d.now }}).Open(ctx)
	if err != nil {
		return err
	}
	a.say("demo.served", explain.Data{"file": c.path(), "players": fmt.Sprint(len(d.federation.People)), "clubs": fmt.Sprint(demoClubs), "lists": fmt.Sprint(d.lists)})
	links, err := demoLinks(ctx, b, d)
	if err != nil {
		return errors.Join(err, office.Close(b))
	}
	fetched := make(chan error, 1)
	server := &serveCommand{bureauFlags: bureauFlags{DB: c.path()}, Addr: c.Serve, listening: func(address string) {
		home := address + a.Language + "/"
		c.proposePages(a, home, d)
		a.say("demo.links", nil)
		t := a.columns()
		for i, link := range links {
			t.AppendRow([]any{"  " + address + link, a.Text("account."+account.RoleNames[i], nil)})
		}
		a.print(t)
		if terminal(a.err) {
			fetched <- nil
			return
		}
		go func() {
			fetched <- fetchPage(ctx, home)
			stop()
		}()
	}}
	if err = a.with(ctx, b, func(ctx context.Context, b *bureau.Bureau) error { return server.serve(ctx, a, b) }); err == nil {
		err = <-fetched
	}
	if err == nil && !terminal(a.err) {
		a.say("demo.fetched", nil)
	}
	return err
}

// demoLinks returns an invitation for each role: below the address of the site, in the order of the roles.
func demoLinks(ctx context.Context, b *bureau.Bureau, d *demo) (links []string, err error) {
	var clubs []*register.Club
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		clubs, err = register.AllClubs(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, role := range account.RoleNames {
		wish := account.Wish{Roles: []string{role}}
		switch role {
		case "player":
			wish.Player = d.changedPlayer
		case "organiser":
			wish.Clubs = []string{clubs[0].ID}
		}
		made, err := account.Invite(ctx, b, role+"@example.jp", "", wish, "")
		if err != nil {
			return nil, err
		}
		links = append(links, "invite?code="+made.Token)
	}
	return links, nil
}

// proposePages prints addresses to look at.
func (c *demoCommand) proposePages(a *app, home string, d *demo) {
	t := a.columns()
	for _, page := range []struct{ path, key string }{
		{"", "home"}, {"players/" + d.changedPlayer, "player"}, {"players/" + d.changedPlayer + "/why/" + d.changedList + "/standard", "why"},
		{"lists/" + d.newest() + "/standard", "newest"}, {"rules/", "rules"},
	} {
		t.AppendRow([]any{"  " + home + page.path, a.Text("demo.page-"+page.key, nil)})
	}
	a.print(t)
}

// fetchPage fetches a page, whole.
func fetchPage(ctx context.Context, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, response.Body)
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", address, response.Status)
	}
	return errors.Join(err, response.Body.Close())
}

// buildDemo builds the demo in a new database, with its key beside it.
func buildDemo(a *app, path string) (*demo, error) { return buildDemoOf(a, path, demoPlayers) }

// buildDemoOf builds the demo with another number of players, for benchmarks.
func buildDemoOf(a *app, path string, players int) (*demo, error) {
	ctx := context.Background()
	d := newDemo(players)
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
