package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/synth"
)

// demoCommand builds an invented federation: two years of twelve clubs.
type demoCommand struct {
	Dir string `arg:"" help:"cli.arg-demo" placeholder:"FOLDER"`
}

// The size of the demo.
const (
	demoPlayers = 400
	demoClubs   = 12
	demoLists   = 24
	demoReports = 240
)

// Run runs the command.
func (c *demoCommand) Run(a *app) error {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(c.Dir, "arpad.db")
	ctx := context.Background()
	s, err := store.Create(ctx, path)
	if err != nil {
		return inTheWay(err, path)
	}
	d := &demo{federation: synth.New(1, synth.Size{Country: synth.Japan, Players: demoPlayers, Clubs: demoClubs})}
	d.Bureau = &bureau.Bureau{Store: s, Clock: func() time.Time { return d.now }, Actor: "suzuki"}
	if err := errors.Join(d.live(ctx), s.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, a.Text("care.demo", map[string]string{
		"file": path, "players": fmt.Sprint(len(d.federation.People)), "clubs": fmt.Sprint(demoClubs), "lists": fmt.Sprint(d.lists),
		"reports": fmt.Sprint(d.reports), "waiting": d.waiting, "correction": d.corrected, "newest": d.newest(), "player": d.federation.People[0].ID, "label": d.label(),
	}))
	return err
}

// demo is a bureau in which two years pass.
type demo struct {
	*bureau.Bureau
	now        time.Time
	federation *synth.Federation
	lists      int    // published so far
	reports    int    // handed in so far
	joined     int    // so many of the federation's people are registered
	waiting    string // reference of a report that waits
	fresh      string // of one that the next list will hold
	rated      string // of one that the newest list holds
	corrected  string // number of the correction
}

// on puts the clock to noon of a day in Japan.
func (d *demo) on(day civil.Date) {
	year, month, number := day.Split()
	d.now = time.Date(year, month, number, 3, 0, 0, 0, time.UTC)
}

// list gives the day from which the next list is in force.
func (d *demo) list() civil.Date { return civil.Of(2024, 2, 1).FirstOfMonth(d.lists) }

// label gives the label of the next list.
func (d *demo) label() string { return d.list().String()[:len("2006-01")] }

// newest gives the label of the newest list.
func (d *demo) newest() string { return d.list().FirstOfMonth(-1).String()[:len("2006-01")] }

// live lets the two years pass: people join, reports come, lists go out.
func (d *demo) live(ctx context.Context) error {
	players, list := d.federation.Opening()
	list.From = civil.Of(2024, 1, 1)
	d.on(d.federation.On)
	if err := d.Init(ctx, bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, players.Players, list); err != nil {
		return err
	}
	d.joined = len(players.Players)
	end := civil.Of(2024, 2, 1).FirstOfMonth(demoLists)
	for i, r := range d.federation.Events(d.federation.On, end, synth.Volume{Reports: demoReports}) {
		if err := d.until(ctx, r.Received); err != nil {
			return err
		}
		if err := d.submit(ctx, i, r); err != nil {
			return err
		}
	}
	return nil
}

// until lets the days pass up to one: who joins is registered, lists that are
// due are published.
func (d *demo) until(ctx context.Context, day civil.Date) error {
	for ; d.joined < len(d.federation.People) && d.federation.People[d.joined].Joined <= day; d.joined++ {
		if err := d.join(ctx, &d.federation.People[d.joined]); err != nil {
			return err
		}
	}
	for d.lists < demoLists && d.list() <= day {
		d.on(d.list())
		if err := d.publish(ctx); err != nil {
			return err
		}
	}
	d.on(day)
	return nil
}

// publish closes the period that is due, reviews its draft and publishes it.
// Before the last list a report of the one before is withdrawn.
func (d *demo) publish(ctx context.Context) error {
	if d.lists == demoLists-1 {
		if err := d.withdraw(ctx, d.rated); err != nil {
			return err
		}
	}
	if _, err := d.Close(ctx, d.label()); err != nil {
		return err
	}
	var open []bureau.Check
	err := d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		review, err := d.Review(r, d.label())
		if err == nil {
			open = review.Open()
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, check := range open {
		if _, err := d.Tick(ctx, d.label(), check.Key, "seen on the score sheets"); err != nil {
			return err
		}
	}
	_, err = d.Publish(ctx, d.label())
	d.rated, d.fresh = d.fresh, ""
	d.lists++
	return err
}

// withdraw corrects a list that is out: one of its reports was not to be rated.
func (d *demo) withdraw(ctx context.Context, ref string) error {
	k, err := d.Propose(ctx, bureau.Proposal{What: bureau.Amendment{Kind: bureau.Withdraw, Report: ref}, Reason: "it was a friendly match"})
	if err != nil {
		return err
	}
	d.corrected = k.Number
	_, err = d.Accept(ctx, k.Number, "the organiser has confirmed it")
	return err
}

// join registers a newcomer who has applied for an ID.
func (d *demo) join(ctx context.Context, p *synth.Person) error {
	if p.ID == "" {
		return nil
	}
	d.on(p.Joined)
	_, err := d.Register(ctx, bureau.Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Sex: p.Sex, Club: p.Club, Federation: p.Federation, EnteredUnrated: true,
	}, bureau.Person{Birth: p.Birth, Email: p.Email}, "applied")
	return err
}

// submit hands in a report, some with a mistake. What an officer decides at
// once is decided, but in the last month.
func (d *demo) submit(ctx context.Context, serial int, r *report.Report) error {
	if planted, ok := d.federation.Plant(uint64(serial), synth.UnknownID, r); ok && serial%20 == 7 {
		r = planted.Report
	}
	var data bytes.Buffer
	if err := json.Write(&data, r); err != nil {
		return err
	}
	name := fmt.Sprintf("report%03d.json", serial+1)
	parsed, found := file.Read(data.Bytes(), name, "")
	receipt, err := d.Submit(ctx, bureau.Submission{File: name, Data: data.Bytes(), Parsed: parsed, Found: found, From: r.SubmittedBy})
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return nil // too late for its period; the organiser is told
	}
	if err != nil {
		return err
	}
	d.reports++
	if receipt.Report.State == bureau.Admitted && receipt.Report.Period == d.label() {
		d.fresh = receipt.Report.Ref
	}
	if receipt.Report.State != bureau.Waiting {
		return nil
	}
	if d.lists == demoLists {
		d.waiting = receipt.Report.Ref
		return nil
	}
	return d.Decide(ctx, receipt.Report.Ref, bureau.Admitted, "those of whom nobody knows who they are stay out")
}
