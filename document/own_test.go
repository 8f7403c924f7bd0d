package document_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// The reports of a club are found without reading those of others, however many these are.
func TestOwnReportsAreReadAlone(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	const others, own = 300, 3
	d.Must(d.Update(t.Context(), func(w bureau.Writer) error {
		for n := range others + own {
			c := check.Case{Ref: fmt.Sprintf("2024-10-%04d", n+1), For: check.Sender{Club: "C0002"}, Outcome: check.Outcome{Event: "Evening", State: check.Withheld}}
			if n%100 == 7 {
				c.For.Club = "C0001"
			}
			if err := errors.Join(intake.Cases.Put(w, bureau.RefKey(c.Ref), &c), intake.KeepKeys(w, nil, &c)); err != nil {
				return err
			}
		}
		return nil
	}))
	counting := &bureautest.Counting{Store: d.Store, Read: map[string]int{}}
	as := *d.Bureau
	as.Store, as.Actor = counting, bureau.Actor{Account: "A0009", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	read, err := document.Read(t.Context(), &as, explain.New("en"), document.Wish{Document: "reports"})
	d.Must(err)
	if all, _ := read.([]any); len(all) != own {
		t.Errorf("%d reports, want %d", len(all), own)
	}
	if n := counting.Read[intake.Cases.Kind]; n > 4*own {
		t.Errorf("%d reports were read for %d", n, own)
	}
}

// What a club has announced and asked is found without reading what others have, however much that is: by the names of the club, by its
// reports, and by the account that asked.
func TestOwnEventsAndInquiriesAreReadAlone(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	for _, name := range []string{"name_local=川越つる name=Kawagoe", "name=Tokushima"} {
		_, err := register.AddClub(t.Context(), d.Bureau, strings.Fields(name), "")
		d.Must(err)
	}
	own := bureau.Actor{Account: "A0009", Roles: bureau.Organiser | bureau.Player, Clubs: []string{"C0001"}}
	do := func(who bureau.Actor, a act.Act) string {
		as := *d.Bureau
		as.Actor = who
		out, err := act.Do(t.Context(), &as, a, act.With{})
		d.Must(err)
		return out.Subject
	}
	officer := d.Actor
	var events, asked []string
	for n, club := range []string{"Kawagoe", "KAWAGOE", "川越つる", "C0001", "Tokushima", ""} {
		ref := do(officer, &act.AnnounceEvent{Name: fmt.Sprint("Cup ", n), Club: club, Start: civil.Of(2024, 4, n+1), Rounds: 5, Type: "standard"})
		if n < 4 {
			events = append(events, ref)
		}
	}
	d.Must(d.Do(t.Context(), "report.check", "", func(tx *bureau.Tx) error {
		for ref, club := range map[string]string{"2024-02-0001": "C0001", "2024-02-0002": "C0002"} {
			if err := intake.Keep(tx, &check.Case{Ref: ref, For: check.Sender{Club: club}, Outcome: check.Outcome{Event: "Evening", State: check.Withheld}}); err != nil {
				return err
			}
		}
		tx.Note("", nil)
		return nil
	}))
	for range 2 {
		asked = append(asked, do(officer, &act.AskClub{Ref: "2024-02-0001", Text: "Was the hall open?"}))
		do(officer, &act.AskClub{Ref: "2024-02-0002", Text: "Was the hall open?"})
		asked = append(asked, do(own, &act.AddInquiry{Who: "Yano", Contact: "yano@example.jp", What: "A question."}))
		do(officer, &act.AddInquiry{Who: "Mori", Contact: "mori@example.jp", What: "A question."})
	}
	for range 100 {
		do(officer, &act.AddInquiry{Who: "Mori", Contact: "mori@example.jp", What: "A question.", Event: "2024-02-0002"})
	}
	counting := &bureautest.Counting{Store: d.Store, Read: map[string]int{}}
	as := *d.Bureau
	as.Store, as.Actor = counting, own
	for name, want := range map[string][]string{"announcements": events, "inquiries": asked} {
		read, err := document.Read(t.Context(), &as, explain.New("en"), document.Wish{Document: name})
		d.Must(err)
		var got []string
		all, _ := read.([]any)
		for _, one := range all {
			switch is := one.(type) {
			case *document.OwnAnnouncement:
				got = append(got, is.Ref)
			case document.OwnInquiry:
				got = append(got, is.Number)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if n := counting.Read[correction.ByNumber.Kind]; n > 4*len(asked) {
		t.Errorf("%d inquiries were read for %d", n, len(asked))
	}
	if n := counting.Read[intake.Announcements.Kind]; n > 4*len(events) {
		t.Errorf("%d announcements were read for %d", n, len(events))
	}
	d.Sound()
}

// BenchmarkOwn reads what the first page of an organiser shows of announced events and inquiries: 20 of each are the club's, of 20,000.
func BenchmarkOwn(b *testing.B) {
	d := bureautest.New(b, storetest.Create(b, storetest.File(b)))
	d.On("2024-02-01T00:00:00Z")
	d.Init("jcf", "2024-02", nil, nil, &roster.List{})
	for _, name := range []string{"Kawagoe", "Tokushima"} {
		_, err := register.AddClub(b.Context(), d.Bureau, []string{"name=" + name}, "")
		d.Must(err)
	}
	d.Must(d.Do(b.Context(), "report.check", "", func(tx *bureau.Tx) error {
		for n := range 20_000 {
			a := check.Announcement{Ref: fmt.Sprintf("A2024-%05d", n), Name: fmt.Sprint("Cup ", n), Club: "Tokushima", Days: civil.Range{From: civil.Of(2024, 4, 1), To: civil.Of(2024, 4, 1)}, Rounds: 5, Type: rating.Standard}
			q := correction.Inquiry{Number: fmt.Sprint("Q", n+1), Club: "C0002", Asked: true}
			if n%1000 == 0 {
				a.Club, q.Club = "Kawagoe", "C0001"
			}
			if err := errors.Join(intake.Announcements.Put(tx, a.Ref, &a), correction.ByNumber.Put(tx, correction.Key(q.Number), &q)); err != nil {
				return err
			}
		}
		tx.Note("", nil)
		return nil
	}))
	d.Actor = bureau.Actor{Account: "A0009", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	for b.Loop() {
		for _, name := range []string{"announcements", "inquiries"} {
			_, err := document.Read(b.Context(), d.Bureau, explain.New("en"), document.Wish{Document: name})
			d.Must(err)
		}
	}
}
