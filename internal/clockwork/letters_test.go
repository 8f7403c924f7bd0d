package clockwork_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
)

// confirmed has the owner of an address say that it is theirs.
func (h *house) confirmed(address string) {
	h.Helper()
	h.Must(h.work.Shown(h.Context(), address))
}

// told returns the letters that would be sent, the first one first: when each was made, its address and its subject.
func (h *house) told(kind string, alarms ...finding.Finding) (all []string) {
	h.Helper()
	of := &mail.Office{Bureau: h.Bureau.Bureau, Work: h.work, Base: "https://ratings.example.jp"}
	of.Alarms = func(context.Context, *bureau.Bureau) ([]finding.Finding, error) { return alarms, nil }
	var kept []*work.Letter
	h.Must(h.work.Letters(h.Context(), "", "", func(l *work.Letter) bool {
		kept = append(kept, l)
		return true
	}))
	for _, l := range slices.Backward(kept) {
		m, may, err := of.Read(h.Context(), l)
		h.Must(err)
		if l.Kind == kind && m != nil && may {
			all = append(all, l.Made.Format("2006-01-02")+" "+m.Address+" "+m.Subject)
		}
	}
	return all
}

// days lets the clock do what is due at noon in Tokyo of each day until one.
func (h *house) days(c *clockwork.Clock, until string) {
	h.Helper()
	end, err := time.Parse(time.DateOnly, until)
	h.Must(err)
	for h.Now.Before(end) {
		h.Now = h.Now.AddDate(0, 0, 1)
		h.tick(c)
	}
}

func (h *house) same(got []string, want ...string) {
	h.Helper()
	if !slices.Equal(got, want) {
		h.Errorf("%q, want %q", got, want)
	}
}

// A club is reminded once of the report of an announced event a week after it, and once a fortnight before its deadline: but not
// of what was so when the clock began, as after the restore of a backup, nor of what was reported or withdrawn meanwhile.
func TestClubsAreReminded(t *testing.T) {
	h := begun(t)
	h.Must(h.Do(t.Context(), "set", "seen", func(tx *bureau.Tx) error {
		s := *tx.Settings
		s.Times = map[string]string{"backup": bureau.NoTime, "try": bureau.NoTime, "verify": bureau.NoTime}
		return bureau.AllSettings.Put(tx, "", &s)
	}))
	c := h.clock()
	club, err := register.AddClub(t.Context(), h.Bureau.Bureau, []string{"name=Tsuru"}, "applied")
	h.Must(err)
	_, err = register.SetClubContact(t.Context(), h.Bureau.Bureau, club.ID, []string{"email=tsuru@example.jp", "language=en"}, "asked")
	h.Must(err)
	h.confirmed("tsuru@example.jp")
	announces := func(name string, day civil.Date) string {
		t.Helper()
		a, _, err := events.Announce(t.Context(), h.Bureau.Bureau, check.Announcement{Name: name, Days: civil.Range{From: day, To: day}, Club: "Tsuru"})
		h.Must(err)
		return a.Ref
	}
	announces("Old Cup", civil.Of(2024, 1, 21))
	h.days(c, "2024-02-12")
	spring, off := announces("Spring Cup", civil.Of(2024, 2, 17)), announces("Cancelled Cup", civil.Of(2024, 2, 17))
	h.days(c, "2024-02-20")
	err = events.Withdraw(t.Context(), h.Bureau.Bureau, off, "no hall")
	h.Must(err)
	h.same(h.told(mail.ReportMissing))
	h.days(c, "2024-03-03")
	missing := "2024-02-24 tsuru@example.jp [" + spring + "] No report yet: Spring Cup"
	h.same(h.told(mail.ReportMissing), missing)
	h.days(c, "2024-05-06")
	h.same(h.told(mail.ReportMissing), missing)
	h.same(h.told(mail.ReportDue), "2024-05-03 tsuru@example.jp ["+spring+"] The last days to report Spring Cup")

	before := h.work
	h.work, err = work.Open(t.Context(), storetest.Create(t, storetest.File(t)), h.Clock)
	h.Must(err)
	h.confirmed("tsuru@example.jp")
	defer func() { h.Must(before.Close()) }()
	c = h.clock()
	h.days(c, "2024-05-09")
	h.same(append(h.told(mail.ReportDue), h.told(mail.ReportMissing)...))
}

// Each alarm is told once when it begins, to those accounts with a confirmed address whom it is for, and again when it begins
// again; one that is off for less than an hour has not ended.
func TestAlarmsAreTold(t *testing.T) {
	h := begun(t)
	of := &mail.Office{Bureau: h.Bureau.Bureau, Work: h.work}
	for address, role := range map[string]string{"ando@example.jp": "officer", "baba@example.jp": "administrator", "chiba@example.jp": "auditor", "date@example.jp": "administrator"} {
		_, err := account.Invite(t.Context(), h.Bureau.Bureau, address, "Name", account.Wish{Roles: []string{role}}, "")
		h.Must(err)
		if role != "administrator" || address == "baba@example.jp" {
			h.confirmed(address)
		}
	}
	fence, err := h.work.Lease(t.Context(), "clock", "test", time.Now(), time.Minute, 0)
	h.Must(err)
	backup := finding.New("backup-old", finding.Warning, finding.At{}, finding.Text("at", "2024-02-09 03:00"))
	failed := finding.New("routine-failed", finding.Warning, finding.At{}, finding.Text("routine", "verify"), finding.Text("at", "2024-02-10 03:40"))
	later := finding.New("routine-failed", finding.Warning, finding.At{}, finding.Text("routine", "verify"), finding.Text("at", "2024-02-11 03:40"))
	waits := finding.New("report-waits", finding.Warning, finding.At{}, finding.Text("ref", "2024-02-0001"), finding.Int("days", 8))
	for i, step := range []struct {
		after  time.Duration
		raised []finding.Finding
		letter int // that follow, all in all
	}{
		{0, nil, 0}, {10 * time.Minute, []finding.Finding{backup, waits}, 1}, {10 * time.Minute, []finding.Finding{backup, waits}, 1},
		{10 * time.Minute, []finding.Finding{backup, failed}, 3}, {24 * time.Hour, []finding.Finding{backup, later}, 3},
		{50 * time.Minute, nil, 3}, {5 * time.Minute, []finding.Finding{backup, later}, 3}, {time.Hour, nil, 3}, {10 * time.Minute, []finding.Finding{backup}, 4},
		{2 * time.Hour, []finding.Finding{backup}, 4},
	} {
		h.Now = h.Now.Add(step.after)
		_, err := of.Raise(t.Context(), "clock", fence, step.raised)
		h.Must(err)
		n := 0
		h.Must(h.work.Letters(t.Context(), "", "", func(*work.Letter) bool { n++; return true }))
		if n != step.letter {
			t.Errorf("step %d: there are %d letters, want %d", i, n, step.letter)
		}
	}
	for _, l := range h.told(mail.Alarm, waits) {
		t.Errorf("%s is told, although what it is about is over", l)
	}
	if all := strings.Join(h.told(mail.Alarm, backup), "\n"); strings.Count(all, "baba@example.jp") != 3 || strings.Count(all, "@") != 3 {
		t.Errorf("of a backup is told:\n%s", all)
	}
}

// A plan of publication whose draft has become another one is an alarm by the clock's next turn, and told once.
func TestStalePlanIsTold(t *testing.T) {
	h := begun(t)
	_, err := account.Invite(t.Context(), h.Bureau.Bureau, "ando@example.jp", "Ando", account.Wish{Roles: []string{"officer"}}, "")
	h.Must(err)
	h.confirmed("ando@example.jp")
	h.Submit(h.Event("Open", "2024-02-05"))
	h.On("2024-02-25T03:00:00Z")
	h.Draft("2024-03")
	_, err = closing.Plan(t.Context(), h.Bureau.Bureau, "2024-03", 0)
	h.Must(err)
	h.Must(h.Close("2024-03"))
	c := h.clock()
	for range 4 {
		h.Now = h.Now.Add(10 * time.Minute)
		h.tick(c)
	}
	alarms, err := c.Alarms(t.Context(), h.Bureau.Bureau)
	h.Must(err)
	if i := slices.IndexFunc(alarms, func(f finding.Finding) bool { return f.ID == "plan-stale" }); i < 0 {
		t.Fatalf("there are %v", alarms)
	} else if all := h.told(mail.Alarm, alarms[i]); len(all) != 1 || !strings.Contains(all[0], "ando@example.jp") {
		t.Errorf("%q is told", all)
	}
}

// Each alarm is told somebody, or there is a reason why not.
func TestEveryAlarmIsTold(t *testing.T) {
	for _, id := range clockwork.AlarmIDs {
		if to, why := mail.Raised(id); (to == 0) == (why == "") {
			t.Errorf("%s is told %d, because %q", id, to, why)
		}
	}
}
