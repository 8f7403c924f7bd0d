package bureautest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// People is the size of the federation of Sixteen.
const People = 16

// forms are the forms of the IDs by authority.
var forms = map[string]string{"ncs": "N%08d", "jcf": "N%08d", "japan": "N%08d", "chessa": "%09d", "nscl": "S%06d"}

// Authorities are the authorities that Sixteen knows, sorted.
func Authorities() []string {
	var all []string
	for authority := range forms {
		all = append(all, authority)
	}
	slices.Sort(all)
	return all
}

// Sixteen returns a bureau in memory with a federation of sixteen and its list of 1 January
// 2024. Twelve players are rated, three are not, and one is rated but does not play (ID 0
// to 11, 12 to 14, 15).
func Sixteen(t testing.TB, authority string) *Bureau {
	t.Helper()
	return SixteenOn(t, &memory.Store{}, authority)
}

// SixteenOn is Sixteen on a store.
func SixteenOn(t testing.TB, s bureau.Store, authority string) *Bureau {
	t.Helper()
	return SixteenIn(t, s, 2024, authority, optionsOf(authority))
}

// SixteenIn is SixteenOn for another year and with options of the regulation.
func SixteenIn(t testing.TB, s bureau.Store, year int, authority string, options map[string]string) *Bureau {
	t.Helper()
	d := New(t, s)
	d.form = forms[authority]
	d.On(fmt.Sprintf("%d-12-22T03:00:00Z", year-1))
	list := &roster.List{From: civil.Of(year, 1, 1), Standings: make([]roster.Standing, People)}
	players := make([]roster.Player, People)
	for n := range players {
		birth, _ := civil.NewBirth(1970+n, 5, 1+n)
		players[n] = roster.Player{ID: d.ID(n), Name: fmt.Sprintf("Player No%c", 'A'+n), Birth: birth, EnteredUnrated: n >= 12}
		if n < 12 || n == 15 {
			*list.Standings[n].Of(rating.Standard) = roster.State{Rating: rating.Rating(1900 - 50*n), Peak: rating.Rating(1900 - 50*n), Games: 60, K: 20}
		}
	}
	zero := fmt.Sprintf("%d-01", year)
	if authority == "nscl" { // it labels its lists by its meets
		zero = "zero"
	}
	d.Init(authority, zero, options, players, list)
	return d
}

// MemberDays are the days on which the players of SixteenMembers are members.
var MemberDays = civil.Range{From: civil.Of(2022, 4, 1), To: civil.Of(2025, 3, 31)}

// SixteenMembers is SixteenIn in memory, without options. In Japan the club of Event is
// registered, with player 0 as its representative and player 1 as a reporter. All who play
// are members, player 1 only for the event "Open".
func SixteenMembers(t testing.TB, year int, authority string) *Bureau {
	t.Helper()
	d := SixteenIn(t, &memory.Store{}, year, authority, nil)
	if authority != "ncs" {
		return d
	}
	d.Must(KeepClub(d.Bureau, &register.Club{ID: "C1", Name: club, Representative: d.ID(0), Reporters: []string{"Player NoB"}}))
	for n := range entries {
		m := register.Membership{Player: d.ID(n), Days: MemberDays}
		if n == 1 {
			m.Event = "Open"
		}
		_, err := register.Enrol(context.Background(), d.Bureau, m, "")
		d.Must(err)
	}
	return d
}

// ID returns the ID of a player of Sixteen, by number from 0. Higher numbers are those of
// players to come.
func (d *Bureau) ID(n int) string { return fmt.Sprintf(d.form, n+1) }

// The club that organises Event, and the number of its entries.
const (
	club    = "Minato Chess Club"
	entries = 15
)

// Event returns an event of Sixteen that ends on a day: fifteen players, seven rounds. The
// results depend only on the day.
func (d *Bureau) Event(name, on string) *report.Report {
	end := Day(on)
	r := &report.Report{
		Name: name, Organizer: club, Venue: "Hall", City: "Minato", Start: end - 1, End: end, Type: rating.Standard,
		Responsible: "Player NoA", SubmittedBy: "Player NoA",
		TimeControl: []report.TimeControl{"5400+30"},
	}
	s := report.Section{Rounds: 7, Group: report.Open}
	for n := range entries {
		s.Players = append(s.Players, report.Player{StartNumber: n + 1, ID: d.ID(n), Name: fmt.Sprintf("Player No%c", 'A'+n)})
	}
	for round := 1; round <= 7; round++ {
		for board := 1; board <= entries/2; board++ {
			white, black := (round+board)%entries+1, (round+entries-board)%entries+1
			digest := sha256.Sum256([]byte(fmt.Sprint(on, round, board)))
			s.Games = append(s.Games, report.Game{
				Round: round, White: white, Black: black, Date: end - civil.Date(round%2), Result: report.Result(digest[0] % 3),
			})
		}
	}
	r.Sections = []report.Section{s}
	return r
}

// Submit submits a report of a club, which must be admitted, and returns its reference.
func (d *Bureau) Submit(r *report.Report) string {
	d.T.Helper()
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: r.Name, Data: fmt.Append(nil, r.Name, r.End), Parsed: r, From: "club"})
	d.Must(err)
	c := receipt.Report
	if c.Waits("rounds-unplayed") { // a part of an event
		d.Must(desk.Answer(context.Background(), d.Bureau, c.Ref, "they were not played", "", desk.Reply{Question: "rounds-unplayed", Count: true}))
		c = d.Report(c.Ref)
	}
	if c.State != check.Admitted {
		d.T.Fatalf("%s is %s: %v", r.Name, c.State, receipt.Findings)
	}
	return c.Ref
}

// Live runs the months from first to last of 2024 for Sixteen: the event of each month is
// reported on the 10th, and its list published on the 25th, for NSCL on the 15th. alter may
// change a report, or return nil to leave it out. Live returns the references by month.
func (d *Bureau) Live(first, last int, alter func(month int, r *report.Report) *report.Report) map[int]string {
	d.T.Helper()
	refs := map[int]string{}
	for month := first; month <= last; month++ {
		d.On(fmt.Sprintf("2024-%02d-10T03:00:00Z", month))
		r := d.Event(fmt.Sprintf("Open %d", month), fmt.Sprintf("2024-%02d-05", month))
		if alter != nil {
			r = alter(month, r)
		}
		if r == nil {
			continue
		}
		refs[month] = d.Submit(r)
		d.On(fmt.Sprintf("2024-%02d-25T03:00:00Z", month))
		label := d.Report(refs[month]).Period
		if d.form == forms["chessa"] { // its periods are whole months
			d.On(fmt.Sprintf("2024-%02d-01T03:00:00Z", month+1))
		}
		d.Publish(label)
	}
	return refs
}

// Lived is Live without changes; it also returns the reports.
func (d *Bureau) Lived(first, last int) (refs map[int]string, reports map[int]*report.Report) {
	d.T.Helper()
	reports = map[int]*report.Report{}
	refs = d.Live(first, last, func(month int, r *report.Report) *report.Report {
		reports[month] = r
		return r
	})
	return refs, reports
}
