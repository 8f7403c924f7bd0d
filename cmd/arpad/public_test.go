package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/store"
)

// What is known of the junior of the demo and nobody may read.
var untold = []string{"2011-03-17", "20110317", "canary@example.jp", "Canary Guardian", "guardian@example.jp", "Complaining Canary", `"age"`}

// Promise 6: whatever is public of a bureau, in any form and language, tells no
// birth, age, e-mail address or guardian, and not who has complained.
func TestPromise6PublicOutputsTellNothingPersonal(t *testing.T) {
	db := filepath.Join(t.TempDir(), "canary.db")
	publishWithCanaries(t, db)
	for _, command := range []string{
		"list", "list --index", "list --format csv", "list --format json", "list --now", "history N00000007", "event 2024-01-0001",
		"corrections --public", "corrections --public --format json", "inquiry list",
		"explain --player N00000007", "explain --player N00000007 --format json", "explain --player N00000007 --now",
	} {
		for _, lang := range []string{"en", "ja"} {
			var out, errOut bytes.Buffer
			args := append([]string{"--lang", lang}, strings.Fields(command)...)
			if status := run(append(args, "--db", db), &out, &errOut); status != exitFine || out.Len() == 0 {
				t.Fatalf("%s: status %d, %s", command, status, errOut.String())
			}
			for _, canary := range untold {
				if strings.Contains(out.String()+errOut.String(), canary) {
					t.Errorf("%s in %s tells %q", command, lang, canary)
				}
			}
		}
	}
}

// publishWithCanaries makes a bureau with a list, a correction and an inquiry.
func publishWithCanaries(t *testing.T, db string) {
	t.Helper()
	ctx := context.Background()
	s, err := store.Create(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2023, time.December, 22, 0, 0, 0, 0, time.UTC)
	b := &bureau.Bureau{Store: s, Clock: func() time.Time { return now }, Actor: "officer"}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	opening, err := os.ReadFile("../../demo/japan/opening.csv")
	check(err)
	players, list, _ := roster.Read(bytes.NewReader(opening), "opening.csv")
	check(b.Init(ctx, bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, players.Players, &list))
	birth, _ := civil.NewBirth(2011, 3, 17)
	check(b.Amend(ctx, "N00000007", "the form", func(_ *bureau.Player, p *bureau.Person) {
		*p = bureau.Person{Birth: birth, Email: "canary@example.jp", Guardian: "Canary Guardian", GuardianEmail: "guardian@example.jp"}
	}))
	data, err := os.ReadFile("../../demo/japan/reports/winter-open.json")
	check(err)
	now = now.AddDate(0, 0, 20)
	parsed, found := file.Read(data, "winter-open.json", "")
	_, err = b.Submit(ctx, bureau.Submission{File: "winter-open.json", Data: data, Parsed: parsed, Found: found})
	check(err)
	now = now.AddDate(0, 0, 20)
	_, err = b.Close(ctx, "2024-02")
	check(err)
	_, err = b.Tick(ctx, "2024-02", "all", "looked at")
	check(err)
	_, err = b.Publish(ctx, "2024-02")
	check(err)
	q, err := b.Inquire(ctx, bureau.Inquiry{List: "2024-02"}, bureau.Inquirer{Name: "Complaining Canary", Contact: "canary@example.jp"})
	check(err)
	k, err := b.Propose(ctx, bureau.Proposal{
		What: bureau.Amendment{Kind: bureau.Withdraw, Report: "2024-01-0001"}, Inquiry: q.Number, Reason: "no clocks",
	})
	check(err)
	_, err = b.Accept(ctx, k.Number, "seen")
	check(err)
	k, err = b.Undo(ctx, k.Number, "", "there were clocks")
	check(err)
	_, err = b.Accept(ctx, k.Number, "seen")
	check(err)
	check(s.Close())
}
