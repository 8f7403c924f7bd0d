package privacy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// holds returns the readable documents and the readings that contain one of the
// words.
func holding(d *bureautest.Bureau, words ...string) (all []string) {
	d.T.Helper()
	look := func(where string, data []byte) {
		for _, word := range words {
			if bytes.Contains(bytes.ToLower(data), bytes.ToLower([]byte(word))) {
				all = append(all, where+": "+string(data))
			}
		}
	}
	d.Look(func(rd bureau.Reader) error {
		kinds, err := rd.Kinds()
		d.Must(err)
		for _, kind := range kinds {
			d.Must(rd.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				look(kind, append([]byte(key+" "), value...))
				return true, nil
			}))
		}
		reports, err := intake.All(rd, "")
		for _, r := range reports {
			for n := len(r.Revisions); n > 0; n-- {
				at := *r
				at.Revisions = r.Revisions[:n]
				said, found, err := intake.Latest(rd, &at)
				d.Must(err)
				data, err := json.Marshal([]any{said, found})
				d.Must(err)
				look(r.Ref, data)
			}
		}
		return err
	})
	return all
}

// An erasure removes a name wherever it is stored.
func TestNoNameOutlivesAnErasure(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	who := f.People[0]
	words := strings.Fields(who.Name)
	turned := words[1] + " " + words[0]
	days := civil.Range{From: f.On - 1, To: f.On - 1}

	_, err := events.Notify(ctx, d.Bureau, events.Notice{Event: "Told of", Days: days, Link: "https://chess-results.com/tnr1.aspx", From: who.Name})
	d.Must(err)
	sent := bureautest.Event(f, "Told of", "", 0, 1, 2, 3)
	_, err = intake.Submit(ctx, d.Bureau, intake.Submission{File: who.Name + ".json", Data: bureautest.JSON(t, sent), Parsed: sent, From: who.Name})
	d.Must(err)

	nameless := bureautest.Event(f, "In two files", "", 0, 1, 2, 3)
	nameless.Sections[0].Players[0].ID = "" // the second file has the ID
	d.Send(nameless)
	d.Send(bureautest.Event(f, "In two files", "", 0, 1, 2, 3))

	_, err = register.AddClub(ctx, d.Bureau, []string{"name=A Club", "representative=" + who.Name, "reporters=" + who.Name}, "applied")
	d.Must(err)
	_, err = correction.Inquire(ctx, d.Bureau, correction.Inquiry{Player: who.ID}, correction.Inquirer{Name: turned, Contact: "who@example.jp", Words: "why?"})
	d.Must(err)

	d.Must(privacy.Anonymise(ctx, d.Bureau, who.ID, "asked for"))
	_, err = privacy.Erase(ctx, d.Bureau, who.ID, "asked for more")
	d.Must(err)
	for _, left := range holding(d, who.Name, turned) {
		t.Errorf("%.300s", left)
	}
	d.Verified()
}

// Importing an old list of members does not restore an erased person.
func TestErasedPersonIsNotReimported(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	who := f.People[0]
	_, err := privacy.Erase(ctx, d.Bureau, who.ID, "asked for")
	d.Must(err)
	made, err := register.ImportPlayers(ctx, d.Bureau, strings.NewReader("id,name,email\n"+who.ID+","+who.Name+",who@example.jp\n"), "members.csv", "yearly")
	if err != nil || made.Changed != 0 || !bureautest.Finds(made.Findings, "player-erased") {
		t.Errorf("%+v %v", made, err)
	}
	_, err = register.Set(ctx, d.Bureau, who.ID, []string{"name=" + who.Name}, "he is back")
	bureautest.Refused(t, err, "player-erased")
	for _, left := range holding(d, who.Name, "who@example.jp") {
		t.Errorf("%.300s", left)
	}
}

// Members and people in charge keep counting as such if they are forgotten
// before the list: nobody loses a game.
func TestForgottenMembersGamesCount(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, options := range []map[string]string{nil, {"non_members": "exclude"}} {
		for who := range 2 { // the person in charge; another player
			for _, erase := range []bool{false, true} {
				d, f := bureautest.Japan(t, options)
				for n := range 4 {
					_, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: f.People[n].ID, Days: civil.Range{From: civil.Of(2023, 1, 1), To: civil.Of(2024, 12, 31)}}, "")
					d.Must(err)
				}
				ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
				if erase {
					_, err := privacy.Erase(ctx, d.Bureau, f.People[who].ID, "asked for")
					d.Must(err)
				} else {
					d.Must(privacy.Anonymise(ctx, d.Bureau, f.People[who].ID, "asked for"))
				}
				d.Now = d.Now.AddDate(0, 1, 1)
				run, err := closing.Close(ctx, d.Bureau, d.Report(ref).Period)
				d.Must(err)
				if run.Games != 2 {
					t.Errorf("options %v, person %d, erased %v: %d of 2 games count; waits %v", options, who, erase, run.Games, d.Report(ref).Open())
				}
			}
		}
	}
}

// An erasure removes nobody else, even if an officer has corrected a report and
// admitted another file of it with other start numbers.
func TestErasureRemovesNobodyElse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
	second := bureautest.Event(f, "Open", "", 3, 2, 1, 0)
	second.Sections[0].Games = append(second.Sections[0].Games, second.Sections[0].Games[0]) // so that it is refused
	d.Send(second)
	drawn := report.Drawn
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "the score sheet", check.Adjustment{Round: 1, White: 1, Black: 2, Result: &drawn}))
	d.Must(desk.SetAside(ctx, d.Bureau, ref, 2, "the first one"))
	_, err := privacy.Erase(ctx, d.Bureau, f.People[0].ID, "asked for")
	d.Must(err)
	r := d.Report(ref)
	d.Look(func(rd bureau.Reader) error {
		for n := len(r.Revisions); n > 0; n-- {
			at := *r
			at.Revisions = r.Revisions[:n]
			said, _, err := intake.Latest(rd, &at)
			d.Must(err)
			blank := 0
			for _, p := range said.Sections[0].Players {
				if p.Name == "" {
					blank++
				}
			}
			if blank != 1 {
				t.Errorf("in revision %d %d entries are blank", n, blank)
			}
		}
		return nil
	})
}

// An officer's decision remains when the person named in its reason is
// forgotten.
func TestDecisionOutlivesItsReason(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	sender := f.People[7]
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: bureautest.JSON(t, r), Parsed: r, From: sender.Name})
	d.Must(err)
	ref := receipt.Report.Ref
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, "a protest against "+sender.Name))
	_, err = privacy.Erase(ctx, d.Bureau, sender.ID, "asked for")
	d.Must(err)
	if left := d.Report(ref).History; strings.Contains(fmt.Sprint(left), sender.Name) {
		t.Errorf("%v", left)
	}
	r.City = "Minato"
	d.Send(r)
	if is := d.Report(ref); is.State != check.Withheld {
		t.Errorf("what an officer holds back is %s", is.State)
	}
}
