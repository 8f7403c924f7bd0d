package mail_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/roster"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// letters returns all letters, the newest first.
func letters(t *testing.T, s *work.Store) (all []*work.Letter) {
	t.Helper()
	must(t, s.Letters(t.Context(), "", "", func(l *work.Letter) bool { all = append(all, l); return true }))
	return all
}

// After yesterday's backup was restored nobody is told again, and what is logged then has letters of its own, although its
// entries have the numbers of others.
func TestRestoreTellsNobodyAgain(t *testing.T) {
	for name, database := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			restoreTellsNobodyAgain(t, database)
		})
	}
}

func restoreTellsNobodyAgain(t *testing.T, database func(testing.TB) string) {
	folder, now := t.TempDir(), time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	key := filepath.Join(folder, "arpad.key")
	o := &office.Office{Database: database(t), Key: key, Officer: "root", Clock: clock}
	players, list, _ := roster.Read(strings.NewReader("id,name\n"), "list.csv")
	b, _, err := o.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, players.Players, &list)
	must(t, err)
	s, err := work.Open(t.Context(), office.Database(b), clock)
	must(t, err)
	of := &mail.Office{Bureau: b, Work: s}
	made, err := account.Invite(t.Context(), b, "yui@example.jp", "Ando Yui", account.Wish{Roles: []string{"auditor"}}, "")
	must(t, err)
	changes := func(b *bureau.Bureau, roles ...string) {
		t.Helper()
		_, err := account.SetRoles(context.Background(), b, made.Number, account.Wish{Roles: roles}, "elected")
		must(t, err)
	}
	changes(b, "officer")
	must(t, of.Collect(t.Context()))
	if n := len(letters(t, s)); n != 0 {
		t.Errorf("of what was there before there are %d letters", n)
	}
	changes(b, "officer", "treasurer")
	must(t, of.Collect(t.Context()))
	backup := filepath.Join(folder, "backup.db")
	_, err = office.Database(b).Backup(t.Context(), backup)
	must(t, err)
	now = now.Add(time.Hour)
	changes(b, "auditor")
	must(t, of.Collect(t.Context()))
	must(t, of.Collect(t.Context()))
	before := letters(t, s)
	if len(before) != 2 {
		t.Fatalf("there are %d letters, want 2", len(before))
	}
	must(t, s.Close())
	must(t, office.Close(b))

	other := &office.Office{Database: database(t), Key: key, Officer: "root", Clock: clock}
	must(t, other.Restore(t.Context(), backup))
	b, err = other.Open(t.Context())
	must(t, err)
	s, err = work.Open(t.Context(), office.Database(b), clock)
	must(t, err)
	defer func() { must(t, s.Close()); must(t, office.Close(b)) }()
	of = &mail.Office{Bureau: b, Work: s}
	must(t, of.Collect(t.Context()))
	if n := len(letters(t, s)); n != 0 {
		t.Errorf("after a restore there are %d letters", n)
	}
	now = now.Add(time.Hour)
	changes(b, "treasurer")
	must(t, of.Collect(t.Context()))
	after := letters(t, s)
	if len(after) != 1 || slices.ContainsFunc(before, func(l *work.Letter) bool { return l.ID == after[0].ID }) {
		t.Errorf("there are %v after a change, and were %v", after, before)
	}
}

// A report is told from its notice to its list: to its club, and to whoever follows a player of it.
func TestReportIsTold(t *testing.T) { storetest.InSQL(t, reportIsTold) }

func reportIsTold(t *testing.T, db *store.Store) {
	f := bureautest.JapanFederation()
	d := bureautest.JapanOf(t, db, f, nil)
	s, err := work.Open(t.Context(), db, d.Clock)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	of := &mail.Office{Bureau: d.Bureau, Work: s, Base: "https://ratings.example.jp"}
	must(t, of.Collect(t.Context()))
	confirm := func(address string) {
		t.Helper()
		token, err := s.Ask(t.Context(), work.Asked{Kind: "confirm", Address: address, Language: "en", Path: "letters/confirm"})
		must(t, err)
		_, err = s.Confirm(t.Context(), "confirm", token)
		must(t, err)
	}
	club, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Tsuru"}, "applied")
	must(t, err)
	_, err = register.SetClubContact(t.Context(), d.Bureau, club.ID, []string{"email=tsuru@example.jp", "language=en"}, "asked")
	must(t, err)
	confirm("tsuru@example.jp")
	confirm("fan@example.jp")
	r := bureautest.Event(f, "Tsuru Cup", "Open", 1, 2, 3, 4)
	follows := r.Sections[0].Players[0].ID
	must(t, s.Follow(t.Context(), work.Follower{Address: "fan@example.jp", Language: "ja", Subject: "player " + follows}))
	c, err := events.Notify(t.Context(), d.Bureau, events.Notice{Event: r.Name, Days: civil.Range{From: r.Start, To: r.End}, Link: "https://chess-results.com/tnr1.aspx", For: "Tsuru"})
	must(t, err)
	if sent := d.Send(r).Report; sent.Ref != c.Ref {
		t.Fatalf("the file of %s is in %s", c.Ref, sent.Ref)
	}
	must(t, of.Collect(t.Context()))
	must(t, desk.Decide(t.Context(), d.Bureau, c.Ref, check.Admitted, "the club is known"))
	must(t, of.Collect(t.Context()))
	d.On("2024-01-21")
	d.Publish(d.Report(c.Ref).Period)
	must(t, of.Collect(t.Context()))
	told := map[string]string{}
	for _, l := range letters(t, s) {
		if l.Entry == 0 {
			continue
		}
		m, may, err := of.Read(t.Context(), l)
		must(t, err)
		if m != nil && may {
			told[l.Kind] += m.Address + " " + m.Subject + "\n" + m.Text()
		}
	}
	for kind, want := range map[string]string{
		"received": "tsuru@example.jp [" + c.Ref + "] Your report has arrived", "rated": "tsuru@example.jp [" + c.Ref + "] Your event is in list",
		"followed": "fan@example.jp ",
	} {
		if !strings.HasPrefix(told[kind], want) || strings.Count(told[kind], "@example.jp") != 1 {
			t.Errorf("the letter %s is %q, want %q", kind, told[kind], want)
		}
	}
	if len(told) != 3 { // what was overtaken is told by the later letter
		t.Errorf("there are %v", told)
	}
}
