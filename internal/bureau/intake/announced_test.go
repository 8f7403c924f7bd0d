package intake_test

import (
	"context"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// announced announces the event of a case so many days before today.
func (c *cell) announced(before int, change func(*check.Announcement)) *check.Announcement {
	c.d.T.Helper()
	now, r := c.d.Now, c.files[0]
	c.d.Now = now.AddDate(0, 0, -before)
	a := check.Announcement{Name: r.Name, Club: r.Organizer, Days: civil.Range{From: r.Start, To: r.End}, Rounds: 7}
	change(&a)
	kept, _, err := events.Announce(context.Background(), c.d.Bureau, a)
	c.d.Must(err)
	c.d.Now = now
	return kept
}

// asked returns what a report waits for an answer about.
func asked(r *check.Case) string {
	var all []string
	for _, w := range r.Open() {
		all = append(all, w.What)
	}
	return strings.Join(all, " ")
}

// settle pays the fee of a report, and returns it with the type of its first section, as it is
// rated.
func (c *cell) settle(ref string) (*check.Case, rating.Kind) {
	c.d.T.Helper()
	if due := c.d.Report(ref).Fee.Due(); due > 0 {
		_, err := desk.Pay(context.Background(), c.d.Bureau, ref, due)
		c.d.Must(err)
	}
	r := c.d.Report(ref)
	var batch *pack.Batch
	c.d.Look(func(rd bureau.Reader) (err error) {
		batch, err = intake.Record(rd, r)
		return err
	})
	return r, batch.Sections[0].Kind
}

// What an organiser announced before the event counts as stated: a silent report has it, and a
// report that states something else is asked (Reading G12).
func TestAnnouncementBinds(t *testing.T) {
	t.Parallel()
	const noticed = 75 // days, of a FIDE event
	silent := func(r *report.Report) { r.Type, r.TimeControl = 0, nil }
	plain := func(*check.Announcement) {}
	quick := func(a *check.Announcement) { a.TimeControl = []report.TimeControl{"2700+0"} }
	fide := func(a *check.Announcement) { quick(a); a.FIDEEvent = true }
	for _, test := range []struct {
		name, edition, format string
		announced             func(*check.Announcement)
		reported              func(*report.Report)
		asked                 string
		kind                  rating.Kind
		count, exclude        rating.Kind // after the answer
	}{
		{"a FIDE event of 45 minutes, its TRF silent", "ncs-2022", bureautest.TRFFile, fide, silent, "", rating.Rapid, 0, 0},
		{"the same, denied in JSON", "ncs-2022", bureautest.JSONFile, fide, func(r *report.Report) {
			r.Stated, r.Type, r.TimeControl = report.StatedFIDE, rating.Standard, []report.TimeControl{"2700+0"}
		}, "announced-differs", rating.Standard, rating.Standard, rating.Rapid},
		{"half an hour, reported as standard", "chessa-2015", bureautest.JSONFile, func(a *check.Announcement) { a.TimeControl = []report.TimeControl{"1800+0"} }, func(r *report.Report) {
			r.TimeControl = nil
		}, "announced-differs", rating.Standard, rating.Standard, rating.Rapid},
		{"nine rounds, five of them reported", "ncs-2022", bureautest.JSONFile, func(a *check.Announcement) { a.Rounds = 9 }, func(r *report.Report) {
			r.Sections[0].Rounds = 7
		}, "rounds-fewer", rating.Standard, rating.Standard, rating.Standard},
		{"rapid, silent", "ncs-2022", bureautest.JSONFile, func(a *check.Announcement) { a.Type = rating.Rapid }, silent, "", rating.Rapid, 0, 0},
		{"rapid, reported with the time control of a standard event", "ncs-2022", bureautest.JSONFile, func(a *check.Announcement) { a.Type = rating.Rapid }, func(*report.Report) {},
			"announced-differs", rating.Standard, rating.Standard, rating.Rapid},
		{"another time control of the same type", "ncs-2022", bureautest.JSONFile, func(a *check.Announcement) { a.TimeControl = []report.TimeControl{"5400+0"} }, func(*report.Report) {},
			"", rating.Standard, 0, 0},
		{"more rounds than announced, which decides nothing in Japan", "ncs-2022", bureautest.JSONFile, func(a *check.Announcement) { a.Rounds = 5 }, func(*report.Report) {},
			"", rating.Standard, 0, 0},
		{"more rounds than announced", "chessa-2015", bureautest.JSONFile, func(a *check.Announcement) { a.Rounds = 5 }, func(*report.Report) {},
			"announced-differs", rating.Standard, rating.Standard, rating.Standard},
		{"no team event", "chessa-2015", bureautest.JSONFile, plain, func(r *report.Report) { r.Team = true }, "announced-differs", rating.Standard, rating.Standard, rating.Standard},
		{"no team event, where that decides nothing", "ncs-2022", bureautest.JSONFile, plain, func(r *report.Report) { r.Team = true }, "", rating.Standard, 0, 0},
		{"under 10, silent", "chessa-2015", bureautest.JSONFile, func(a *check.Announcement) {
			a.Group, a.TimeControl = report.Under10, []report.TimeControl{"1800"}
		}, silent, "group-doubtful", rating.Standard, rating.Standard, rating.Rapid}, // all are adults, Reading C29
		{"under 10, but open", "chessa-2015", bureautest.JSONFile, func(a *check.Announcement) { a.Group = report.Under10 }, func(r *report.Report) {
			r.Sections[0].Stated = report.StatedGroup
		}, "announced-differs", rating.Standard, rating.Standard, rating.Standard},
		{"nothing: the type is as ever", "ncs-2022", bureautest.JSONFile, plain, silent, "", rating.Standard, 0, 0},
	} {
		t.Run(test.edition+"/"+test.name, func(t *testing.T) {
			t.Parallel()
			come := func() (*cell, string) {
				c := newCell(bureauOf(t, test.edition), test.edition)
				c.announced(noticed, test.announced)
				c.change(test.reported)
				return c, c.submit(c.files[0], "", test.format, test.format == bureautest.TRFFile).Report.Ref
			}
			c, ref := come()
			r, kind := c.settle(ref)
			if asked(r) != test.asked || kind != test.kind || (r.State == check.Admitted) != (test.asked == "") {
				t.Errorf("%s, rated as %v, asked %q; want %v, asked %q", r.State, kind, asked(r), test.kind, test.asked)
			}
			if test.asked == "" {
				return
			}
			for _, count := range []bool{true, false} {
				c, ref := come()
				c.d.Must(desk.Answer(context.Background(), c.d.Bureau, ref, "a letter", "", desk.Reply{Question: test.asked, Count: count}))
				want := test.exclude
				if count {
					want = test.count
				}
				if r, kind := c.settle(ref); kind != want || strings.Contains(asked(r), test.asked) {
					t.Errorf("answered %v: rated as %v, want %v; it waits for %q", count, kind, want, asked(r))
				}
			}
		})
	}
}

// What is announced after the first day is kept and confirms nothing, and what was announced
// before stands (Reading G12).
func TestLateAnnouncement(t *testing.T) {
	t.Parallel()
	rapid := func(a *check.Announcement) { a.Type = rating.Rapid }
	standard := func(a *check.Announcement) { a.Type = rating.Standard }
	withdraw := func(c *cell, before int, ref string) {
		now := c.d.Now
		c.d.Now = now.AddDate(0, 0, -before)
		c.d.Must(events.Withdraw(context.Background(), c.d.Bureau, ref, "the hall was closed"))
		c.d.Now = now
	}
	for _, test := range []struct {
		name     string
		announce func(*cell)
		want     rating.Kind
	}{
		{"late alone", func(c *cell) { c.announced(1, rapid) }, rating.Standard},
		{"in time, and changed late", func(c *cell) { c.announced(20, rapid); c.announced(1, standard) }, rating.Rapid},
		{"in time, and changed in time", func(c *cell) { c.announced(20, standard); c.announced(10, rapid) }, rating.Rapid},
		{"withdrawn in time", func(c *cell) { withdraw(c, 10, c.announced(20, rapid).Ref) }, rating.Standard},
		{"withdrawn late", func(c *cell) { withdraw(c, 1, c.announced(20, rapid).Ref) }, rating.Rapid},
	} {
		c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
		test.announce(c)
		c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil })
		if r, kind := c.settle(c.submit(c.files[0], "", bureautest.JSONFile, false).Report.Ref); kind != test.want || r.State != check.Admitted {
			t.Errorf("%s: %s, rated as %v, want %v", test.name, r.State, kind, test.want)
		}
	}
}

// An announcement whose name or days are a little off is found and asked about, if that decides
// anything; one that another report follows, or of another event, is not (Reading G12).
func TestNearAnnouncement(t *testing.T) {
	t.Parallel()
	rapid := func(change func(*check.Announcement)) func(*cell) {
		return func(c *cell) {
			c.announced(20, func(a *check.Announcement) { a.Type = rating.Rapid; change(a) })
		}
	}
	for _, test := range []struct {
		name     string
		announce func(*cell)
		asked    bool
	}{
		{"a letter of the name", rapid(func(a *check.Announcement) { a.Name, a.Club = "Opem", "" }), true},
		{"another name of the organiser", rapid(func(a *check.Announcement) { a.Name = "Spring Festival" }), true},
		{"the name on other days", rapid(func(a *check.Announcement) { a.Days.From, a.Days.To = a.Days.From-7, a.Days.To-7 }), true},
		{"the first day", rapid(func(a *check.Announcement) { a.Days.From-- }), true},
		{"another organiser's", rapid(func(a *check.Announcement) { a.Name, a.Club = "Spring Festival", "Another Club" }), false},
		{"the organiser's other days", rapid(func(a *check.Announcement) {
			a.Name, a.Days.From, a.Days.To = "Spring Festival", a.Days.From-7, a.Days.To-7
		}), false},
		{"it decides nothing", func(c *cell) {
			c.announced(20, func(a *check.Announcement) { a.Name, a.Type = "Spring Festival", rating.Standard })
		}, false},
		{"another report follows it", func(c *cell) {
			rapid(func(a *check.Announcement) { a.Days.From, a.Days.To = a.Days.From-7, a.Days.To-7 })(c)
			other := c.d.Event("Open", (c.files[0].End - 7).String())
			c.submit(other, "", bureautest.JSONFile, false)
		}, false},
	} {
		c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
		test.announce(c)
		c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil })
		ref := c.submit(c.files[0], "", bureautest.JSONFile, false).Report.Ref
		r, kind := c.settle(ref)
		if got := asked(r) == "announcement-near"; got != test.asked || kind != rating.Standard {
			t.Errorf("%s: asked %q, rated as %v", test.name, asked(r), kind)
		}
		if !test.asked {
			continue
		}
		ask := func(question string) {
			c.d.Must(desk.Answer(context.Background(), c.d.Bureau, ref, "a letter", "", desk.Reply{Question: question}))
		}
		ask("announcement-near")
		if r, _ = c.settle(ref); asked(r) == "announced-differs" { // it has other days, too
			ask("announced-differs")
		}
		if r, kind = c.settle(ref); r.State != check.Admitted || kind != rating.Rapid {
			t.Errorf("%s, answered: %s, waits for %q, rated as %v", test.name, r.State, asked(r), kind)
		}
		c.d.Look(func(rd bureau.Reader) error {
			all, err := events.Announcements(rd)
			if err == nil && (all[0].Report == nil || all[0].Report.Ref != ref) {
				t.Errorf("%s: the announcement knows no report", test.name)
			}
			return err
		})
	}
}
