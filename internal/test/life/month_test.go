package life_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The stages of a month: it runs, its last day is over, its list is drafted, it is published, and 90
// days have gone by since.
const (
	running = iota
	over
	drafted
	published
	old
)

// calendar is a month of an authority, in which an event of 4 and 5 February is reported.
type calendar struct {
	authority string
	year      int
	label     string      // of its list
	reported  string      // when the event is
	closed    string      // the first day after the period
	list      string      // the day of its list
	empty     []string    // the days of the lists that follow within 90 days, to which nothing comes
	days      [5][]string // of each stage
	later     [5]string   // of each stage, the label of the list for an event that comes then; empty: that of its meet
}

var calendars = []calendar{
	{
		"ncs", 2023, "2023-03", "2023-02-10", "2023-02-21", "2023-03-01", []string{"2023-04-01", "2023-05-01"},
		[5][]string{{"2023-02-20"}, {"2023-02-21"}, {"2023-02-21", "2023-02-28"}, {"2023-03-01", "2023-03-02"}, {"2023-05-30", "2023-05-31"}},
		[5]string{"2023-03", "2023-04", "2023-04", "2023-04", "2023-07"},
	},
	{
		"jcf", 2024, "2024-03", "2024-02-10", "2024-02-21", "2024-03-01", []string{"2024-04-01", "2024-05-01"},
		[5][]string{{"2024-02-20"}, {"2024-02-21"}, {"2024-02-21", "2024-02-29"}, {"2024-03-01", "2024-03-02"}, {"2024-05-30", "2024-05-31"}},
		[5]string{"2024-03", "2024-04", "2024-04", "2024-04", "2024-07"},
	},
	{
		"chessa", 2024, "2024-03", "2024-02-10", "2024-03-01", "2024-03-01", []string{"2024-04-01", "2024-05-01"},
		[5][]string{{"2024-02-20", "2024-02-21", "2024-02-29"}, {"2024-03-01"}, {"2024-03-01", "2024-03-02"}, {"2024-03-01", "2024-03-02"}, {"2024-05-30", "2024-05-31"}},
		[5]string{"2024-03", "2024-04", "2024-04", "2024-04", "2024-06"},
	},
	{
		"nscl", 2024, "Open", "2024-02-05", "2024-02-06", "2024-03-01", nil, // its period is the meet itself
		[5][]string{{"2024-02-05"}, {"2024-02-20"}, {"2024-02-21", "2024-02-29"}, {"2024-03-01", "2024-03-02"}, {"2024-05-30", "2024-05-31"}},
		[5]string{},
	},
}

// What is right at a stage.
const (
	thisList  = "this list"   // it counts in the list of the month
	itsList   = "its list"    // it counts in the list of its own day, or meet
	ownMeet   = "own meet"    // it is a meet before that of the month, which starts from its list
	behind    = "behind"      // the draft is behind: closed again it has it; published as it is, a correction brings it in
	behindOut = "behind, out" // the same of what the draft has left out: published as it is, it counts in the list of its day
	behindAs  = "behind, as"  // the same, but published as it is, the list stands and nothing is to be corrected
	corrects  = "correction"  // the list stands, and a correction brings it in
	stands    = "stands"      // the list stands, or the draft, and nothing is to be corrected
	binds     = "binds"       // the report of an event to come follows it
	empty     = "empty"       // the list is due, and that before
)

// comes is a row of the table: something that comes, and what is right of it.
type comes struct {
	what   string
	before func(*month) // what came when the event was reported
	now    func(*month)
	cells  map[string][5]string // by authority: what is right at each stage, after "asks QUESTION, " if somebody is asked first, and the clause
	absent map[string]string    // by authority: why it cannot come
	with   func(*month) correction.Amendment
}

// month is a month of a bureau.
type month struct {
	*bureautest.Bureau
	*calendar
	row     *comes
	ref     string          // of the report that the row is about
	receipt *intake.Receipt // of the last file
}

// whole has the event of the month reported: ten players who all meet, and six more.
func whole(m *month) { m.send(m.event("Open", m.end()), false) }

// waiting has an event reported that states more rounds than were played.
func waiting(m *month) {
	r := m.event("Open", m.end())
	r.Sections = r.Sections[:1]
	r.Sections[0].Rounds = 11
	m.send(r, false)
}

// table is what is right in a month: whatever comes is kept, and counts where the texts say. The
// clauses of Japan have the numbers of NCS. What is announced late confirms nothing and asks nobody
// (Reading G12).
var table = []comes{
	{
		what: "a new event", now: func(m *month) { m.send(m.event("Other", m.today().Day-2), false) },
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(3)", "its list: 3(3), J16", "its list: J16", "its list: J16", "its list: J16"},
			"chessa":  {"this list: C21", "its list: C21", "its list: C21", "its list: C21", "its list: C21"},
			"nscl":    {"own meet: N10", "its list: N10", "its list: N10", "its list: N10", "its list: N10"},
		},
	},
	{
		what: "a new event, whose first game was 90 days ago", now: func(m *month) { m.send(m.event("Other", m.today().Day-89), false) },
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(6)", "its list: 3(6)", "its list: 3(6)", "its list: 3(6)", "its list: 3(6)"},
			"chessa":  {"this list: C21", "its list: C21", "its list: C21", "its list: C21", "its list: C21"},
		},
		absent: map[string]string{"nscl": "its text has no day after which a game is late: see the earlier meet"},
	},
	{
		what: "a new event, whose first game was 91 days ago", now: func(m *month) { m.send(m.event("Other", m.today().Day-90), false) },
		cells: map[string][5]string{
			"ncs jcf": {"asks late, this list: 3(6)", "asks late, its list: 3(6)", "asks late, its list: 3(6)", "asks late, its list: 3(6)", "asks late, its list: 3(6)"},
			"chessa":  {"this list: C21", "its list: C21", "its list: C21", "its list: C21", "its list: C21"},
		},
		absent: map[string]string{"nscl": "its text has no day after which a game is late: see the earlier meet"},
	},
	{
		what: "a meet before that of the month", now: func(m *month) { m.send(m.event("Other", m.end()-3), false) },
		cells:  map[string][5]string{"nscl": {"own meet: N15", "own meet: N15", "own meet: N15", "correction: N15", "correction: N15"}},
		absent: map[string]string{"ncs jcf chessa": "the day of receipt chooses the list (J16, C21)"},
		with: func(m *month) correction.Amendment {
			return correction.Amendment{Kind: correction.AddLate, Report: m.ref}
		},
	},
	{
		what: "a replacing file", now: func(m *month) {
			r := m.event("Open", m.end())
			r.Sections[0].Games[3].Result = bureautest.Turned(r.Sections[0].Games[3].Result)
			m.send(r, true)
		},
		cells: map[string][5]string{
			"ncs jcf":     {"this list: 3(3)", "this list: 3(3)", "behind: 3(7), J33", "correction: 3(7), J33", "correction: J24"},
			"chessa nscl": {"this list: G5", "this list: G5", "behind: J33", "correction: J33", "correction: J33"},
		},
	},
	{
		what: "a replacing file with more games",
		before: func(m *month) {
			r := m.event("Open", m.end())
			r.Sections[0].Games = slices.DeleteFunc(r.Sections[0].Games, func(g report.Game) bool { return g.Round == 9 && g.White > 2 })
			m.send(r, false)
		},
		now: func(m *month) { m.send(m.event("Open", m.end()), true) },
		cells: map[string][5]string{
			"ncs jcf":     {"this list: 3(3)", "this list: 3(3)", "behind: 3(7), J33", "correction: 3(7), J33", "correction: 3(6), J24"},
			"chessa nscl": {"this list: G5", "this list: G5", "behind: J33", "correction: J33", "correction: J33"},
		},
	},
	{
		what: "a file with one more section and its players",
		before: func(m *month) {
			r := m.event("Open", m.end())
			r.Sections = r.Sections[:1]
			m.send(r, false)
		},
		now: func(m *month) {
			r := m.event("Open", m.end())
			r.Sections = r.Sections[1:]
			m.send(r, false)
		},
		cells: map[string][5]string{
			"ncs":         {"this list: 3(3)", "this list: 3(3)", "behind: 3(7), J33", "asks fee-overdue, correction: 3(5), 3(7), J33", "asks fee-overdue late, correction: 3(5), 3(6), J24"},
			"jcf":         {"this list: 3(3)", "this list: 3(3)", "behind: 3(6), J33", "correction: 3(6), J33", "asks late, correction: 3(5), J24"},
			"chessa nscl": {"this list: G5", "this list: G5", "behind: J33", "correction: J33", "correction: J33"},
		},
	},
	{
		what:   "the right file of a report that waits",
		before: waiting,
		now: func(m *month) {
			r := m.event("Open", m.end())
			r.Sections = r.Sections[:1]
			m.send(r, true)
		},
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(3)", "this list: 3(3)", "behind, out: 3(3)", "its list: 3(6), J16", "its list: 3(6), J16"},
			"chessa":  {"this list: C21", "this list: C21", "behind, out: C21", "its list: C21", "its list: C21"},
			"nscl":    {"this list: N12", "this list: N12", "- a meet is not closed while it lacks a round (N12)", "- its list waits (N12)", "- its list waits (N12)"},
		},
	},
	{
		what: "a notice", now: func(m *month) { m.notify("Other", m.today().Day-2) },
		cells:  map[string][5]string{"ncs jcf": {"asks file, this list: 4(2), J31", "asks file, its list: 4(2)", "asks file, its list: 4(2)", "asks file, its list: 4(2)", "asks file, its list: 4(2)"}},
		absent: map[string]string{"chessa nscl": "the text has no notices"},
	},
	{
		what: "the file of a notice", before: func(m *month) { m.notify("Open", m.end()) }, now: whole,
		cells:  map[string][5]string{"ncs jcf": {"this list: J31", "this list: J31", "behind, out: J31", "its list: J31", "its list: J31"}},
		absent: map[string]string{"chessa nscl": "the text has no notices"},
	},
	{
		what: "a payment", before: func(m *month) { m.submit(m.event("Open", m.end()), false) }, now: (*month).pay,
		cells:  map[string][5]string{"ncs": {"this list: 3(5)", "this list: 3(5), J32", "behind, out: 3(5)", "asks fee-overdue, its list: 3(5)", "asks fee-overdue, its list: 3(5)"}},
		absent: map[string]string{"jcf chessa nscl": "the text has no fee"},
	},
	{
		what: "an answer about a game",
		before: func(m *month) {
			r := m.event("Open", m.end())
			m.send(r, false)
			r.Sections[0].Games[3].Result = bureautest.Turned(r.Sections[0].Games[3].Result)
			m.send(r, false)
		},
		now: func(m *month) { m.answer("games-differ") },
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(3)", "this list: 3(3)", "behind: 3(7), J33", "correction: 3(7), J33", "correction: J24"},
			"chessa":  {"this list: C21", "this list: C21", "behind: J33", "correction: J33", "correction: J33"},
			"nscl":    {"this list: N12", "this list: N12", "- a meet is not closed while a question holds it (N12)", "- its list waits (N12)", "- its list waits (N12)"},
		},
	},
	{
		what:   "an answer about the whole report",
		before: waiting,
		now:    func(m *month) { m.answer("rounds-unplayed") },
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(3)", "this list: 3(3)", "behind, out: 3(3)", "its list: J16", "its list: J16"},
			"chessa":  {"this list: C21", "this list: C21", "behind, out: C21", "its list: C21", "its list: C21"},
			"nscl":    {"this list: N12", "this list: N12", "- a meet is not closed while a question holds it (N12)", "- its list waits (N12)", "- its list waits (N12)"},
		},
	},
	{
		what: "a match",
		before: func(m *month) {
			r := m.event("Open", m.end())
			p := &r.Sections[0].Players[3]
			p.ID, p.Name = "", "Player Dee"
			m.send(r, false)
		},
		now: func(m *month) {
			m.Must(desk.Match(context.Background(), m.Bureau.Bureau, m.ref, "A", 4, m.ID(3)))
			m.pay()
		},
		cells: map[string][5]string{
			"ncs jcf": {"this list: 3(3)", "this list: 3(3)", "behind: 3(7), J33", "correction: 3(7), J33", "correction: J24"},
			"chessa":  {"this list: C21", "this list: C21", "behind: J33", "correction: J33", "correction: J33"},
			"nscl":    {"this list: N12", "this list: N12", "- a meet is not closed while a question holds it (N12)", "- its list waits (N12)", "- its list waits (N12)"},
		},
	},
	{
		what: "a floor",
		before: func(m *month) {
			r := m.event("Open", m.end())
			r.Type, r.TimeControl = rating.Rapid, []report.TimeControl{"1500+10"}
			r.Sections = []report.Section{m.section("Open", "A", m.end(), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)}
			m.send(r, false)
		},
		now: func(m *month) {
			m.Must(desk.AssignFloor(context.Background(), m.Bureau.Bureau, m.ref, "A", 900, "as the committee says"))
		},
		cells:  map[string][5]string{"chessa": {"this list: C5", "this list: C5", "behind, out: C5", "its list: C21", "its list: C21"}},
		absent: map[string]string{"ncs jcf nscl": "the text has no floors of sections"},
	},
	{
		what: "a dispensation",
		before: func(m *month) {
			m.Now = m.Now.AddDate(0, 0, -20)
			m.announce("Open", m.end(), rating.Standard, 4)
			m.Now = m.Now.AddDate(0, 0, 20)
			r := m.event("Open", m.end())
			r.Dispensation = "one hall for a day"
			r.Sections = r.Sections[:1]
			r.Sections[0].Rounds = 4
			r.Sections[0].Games = slices.DeleteFunc(r.Sections[0].Games, func(g report.Game) bool { return g.Round > 4 })
			m.send(r, false)
		},
		now: func(m *month) {
			_, err := events.Dispense(context.Background(), m.Bureau.Bureau, m.Report(m.ref).Announced, "one hall for a day", m.end()-10)
			m.Must(err)
		},
		cells:  map[string][5]string{"chessa": {"this list: 50% Rule 1, C26", "this list: C26", "behind, out: C26", "its list: C21", "its list: C21"}},
		absent: map[string]string{"ncs jcf nscl": "the text has no fewest rounds"},
	},
	{
		what: "a withdrawal", now: func(m *month) {
			if m.Report(m.ref).State != check.Rated { // else it is a correction
				m.Must(desk.Decide(context.Background(), m.Bureau.Bureau, m.ref, check.Closed, "the club withdraws it"))
			}
		},
		with: func(m *month) correction.Amendment {
			return correction.Amendment{Kind: correction.Withdraw, Report: m.ref}
		},
		cells: map[string][5]string{
			"ncs jcf":     {"this list: 3(1), G15", "this list: 3(1), G15", "behind: 3(1), G15", "correction: 3(7), G15", "correction: J24"},
			"chessa nscl": {"this list: G15", "this list: G15", "behind: G15", "correction: G15", "correction: G15"},
		},
	},
	{
		what: "an erasure", before: func(m *month) {
			m.Set(m.ID(3), "birth="+fmt.Sprint(m.year-14)+"-05-17")
			whole(m)
		},
		now: func(m *month) {
			counting := m.Report(m.ref).Counting
			_, err := privacy.Erase(context.Background(), m.Bureau.Bureau, m.ID(3), "asked for")
			m.Must(err)
			if r := m.Report(m.ref); r.Counting != counting {
				m.T.Errorf("%d of %d games are left", r.Counting, counting)
			}
		},
		cells: map[string][5]string{
			"ncs jcf":     {"this list: 7(1), G8", "this list: 7(1), G8", "behind, as: 7(1), G8", "stands: 7(1)", "stands: 7(1)"},
			"chessa nscl": {"stands: no number asks for the birth", "stands: as before", "stands: as before", "stands: as before", "stands: as before"},
		},
	},
	{
		what: "a membership", before: func(m *month) {
			for n := range bureautest.People {
				if n != 3 {
					m.enrol(n)
				}
			}
			whole(m)
		},
		now:    func(m *month) { m.enrol(3) },
		cells:  map[string][5]string{"ncs jcf": {"this list: 2(2), 3(5)", "this list: 2(2), 3(5)", "behind: 2(2), 3(5)", "asks non-member, correction: 3(7), J33", "asks non-member, correction: J24"}},
		absent: map[string]string{"chessa nscl": "the text asks for no membership"},
	},
	{
		what: "nothing", before: func(*month) {}, now: func(*month) {},
		cells:  map[string][5]string{"ncs jcf chessa": {"- its days run", "empty: 3(3), published on the 1st", "empty: 3(3)", "stands: 3(3)", "stands: 3(3)"}},
		absent: map[string]string{"nscl": "a list is that of a meet (N10)"},
	},
	{
		what: "an announcement of an event to come", now: func(m *month) {
			kind := rating.Rapid
			if m.authority == "chessa" { // nobody has a rating in rapid
				kind = rating.Standard
			}
			m.announce("Other", m.today().Day+5, kind, 0)
			m.On((m.today().Day + 6).String())
			r := m.event("Other", m.today().Day-1)
			r.Type, r.TimeControl = 0, nil
			m.send(r, false)
		},
		cells: map[string][5]string{
			"ncs jcf": {"binds: G12", "binds: G12", "binds: G12", "binds: G12", "binds: G12"},
			"chessa":  {"binds: G12", "binds: G12", "binds: G12", "binds: G12", "binds: G12"},
			"nscl":    {"binds: G12", "binds: G12", "binds: G12", "binds: G12", "binds: G12"},
		},
	},
	{
		what: "an announcement of the event that was reported", before: whole, now: func(m *month) { m.announce("Open", m.end(), rating.Rapid, 0) },
		cells: map[string][5]string{"ncs jcf chessa nscl": {"stands: G12", "stands: G12", "stands: G12", "stands: G12", "stands: G12"}},
	},
	{
		what: "the change of an announcement", before: announced, now: func(m *month) { m.announce("Open", m.end(), rating.Rapid, 0) },
		cells: map[string][5]string{"ncs jcf chessa nscl": {"stands: G12", "stands: G12", "stands: G12", "stands: G12", "stands: G12"}},
	},
	{
		what: "the withdrawal of an announcement", before: announced, now: func(m *month) {
			m.Must(events.Withdraw(context.Background(), m.Bureau.Bureau, m.Report(m.ref).Announced, "the hall is closed"))
		},
		cells: map[string][5]string{"ncs jcf chessa nscl": {"stands: G12", "stands: G12", "stands: G12", "stands: G12", "stands: G12"}},
	},
}

// announced is an event that was announced, and reported as it was.
func announced(m *month) {
	m.Now = m.Now.AddDate(0, 0, -20)
	m.announce("Open", m.end(), rating.Standard, 0)
	m.Now = m.Now.AddDate(0, 0, 20)
	whole(m)
}

func (m *month) end() civil.Date { return bureautest.Day(fmt.Sprint(m.year, "-02-05")) }

// event returns an event of two days, with a section of ten and one of six in which all meet.
func (m *month) event(name string, end civil.Date) *report.Report {
	r := m.Event(name, end.String())
	r.Sections = []report.Section{m.section(name, "A", end, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), m.section(name, "B", end, 10, 11, 12, 13, 14, 15)}
	return r
}

// section returns a section in which each of some players meets each other.
func (m *month) section(event, name string, end civil.Date, players ...int) report.Section {
	s := report.Section{Name: name, Rounds: len(players) - 1, Group: report.Open}
	for i, n := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: m.ID(n), Name: fmt.Sprintf("Player No%c", 'A'+n)})
	}
	for round := range s.Rounds {
		seat := func(n int) int { // the last one stays, the others go round
			if n == 0 {
				return len(players)
			}
			return (round+n)%s.Rounds + 1
		}
		for board := range len(players) / 2 {
			white, black := seat(board), seat(len(players)-1-board)
			result := sha256.Sum256(fmt.Append(nil, event, name, round, board))
			s.Games = append(s.Games, report.Game{
				Round: round + 1, White: white, Black: black, Date: end - civil.Date(round%2), Result: report.Result(result[0] % 3),
			})
		}
	}
	return s
}

// today returns what the officer is told.
func (m *month) today() (told *agenda.Today) {
	m.T.Helper()
	m.Must(m.View(context.Background(), func(r bureau.Reader, s *bureau.Settings) (err error) {
		told, err = agenda.TodayOf(m.Bureau.Bureau, r, s, 0)
		return err
	}))
	return told
}

// submit submits a report, which tells the same as trying that.
func (m *month) submit(r *report.Report, replaces bool) {
	m.T.Helper()
	data := bureautest.JSON(m.T, r)
	send := func(to *bureau.Bureau) (*intake.Receipt, error) {
		s := bureautest.Submission(data)
		s.From, s.Replaces = r.SubmittedBy, replaces
		return intake.Submit(context.Background(), to, s)
	}
	var tried *trial.Preview
	m.Must(m.Preview(context.Background(), func(preview *bureau.Bureau) (err error) {
		tried, err = trial.Of(context.Background(), preview, func() (*intake.Receipt, error) { return send(preview) })
		return err
	}))
	receipt, err := send(m.Bureau.Bureau)
	m.Must(err)
	if diff := cmp.Diff(tried.Receipt, receipt); diff != "" {
		m.T.Error("trying it tells something else:", diff)
	}
	m.ref, m.receipt = receipt.Report.Ref, receipt
}

// send submits a report and pays what is due for it.
func (m *month) send(r *report.Report, replaces bool) {
	m.T.Helper()
	m.submit(r, replaces)
	m.pay()
}

func (m *month) pay() {
	m.T.Helper()
	if m.Report(m.ref).Fee.Due() > 0 {
		_, err := desk.Pay(context.Background(), m.Bureau.Bureau, m.ref, 0)
		m.Must(err)
	}
}

func (m *month) notify(event string, end civil.Date) {
	m.T.Helper()
	r, err := events.Notify(context.Background(), m.Bureau.Bureau, events.Notice{Event: event, Days: civil.Range{From: end - 1, To: end}, Link: "https://chess-results.com/tnr1.aspx"})
	m.Must(err)
	m.ref = r.Ref
}

func (m *month) announce(event string, end civil.Date, kind rating.Kind, rounds int) {
	m.T.Helper()
	_, _, err := events.Announce(context.Background(), m.Bureau.Bureau, check.Announcement{
		Name: event, Club: m.Event(event, end.String()).Organizer, Days: civil.Range{From: end - 1, To: end}, Type: kind, Rounds: rounds,
	})
	m.Must(err)
}

func (m *month) answer(question string) {
	m.T.Helper()
	if question == check.WaitFile {
		end := m.Report(m.ref).Days.To
		m.send(m.event("Other", end), false)
		return
	}
	m.Must(desk.Answer(context.Background(), m.Bureau.Bureau, m.ref, "so it was", "", desk.Reply{Question: question, Count: true}))
}

func (m *month) enrol(n int) {
	m.T.Helper()
	_, err := register.Enrol(context.Background(), m.Bureau.Bureau, register.Membership{Player: m.ID(n), Days: civil.Range{From: bureautest.Day(fmt.Sprint(m.year-1, "-04-01")), To: bureautest.Day(fmt.Sprint(m.year+1, "-03-31"))}}, "")
	m.Must(err)
}

// begin returns the month with what came when the event was reported.
func (c *calendar) begin(t *testing.T, row *comes) *month {
	m := &month{Bureau: bureautest.SixteenIn(t, &memory.Store{}, c.year, c.authority, nil), calendar: c, row: row}
	m.Set(m.ID(1), "birth="+fmt.Sprint(c.year-104)+"-01-01") // the review asks about it
	m.On(c.reported)
	if row.before == nil {
		whole(m)
	} else {
		row.before(m)
	}
	return m
}

// at goes on to a stage.
func (m *month) at(stage int, day string) {
	if stage >= drafted {
		m.On(m.closed + "T05:00:00Z")
		m.Draft(m.label)
	}
	if stage >= published {
		m.On(m.list + "T05:00:00Z")
		m.Publish(m.label)
	}
	if stage == old {
		for _, on := range m.empty {
			m.On(on)
			m.Publish(on[:len("2024-04")])
		}
	}
	m.On(day)
}

// come has it come, and what is asked be answered.
func (m *month) come(right string) {
	m.T.Helper()
	m.receipt = nil
	m.row.now(m)
	if questions, asked := strings.CutPrefix(right, "asks "); asked {
		questions, _, _ = strings.Cut(questions, ", ")
		r := m.Report(m.ref)
		for question := range strings.FieldsSeq(questions) {
			if !slices.ContainsFunc(r.OpenSince(), func(q check.Question) bool { return q.What == question }) {
				m.T.Errorf("%s is not asked, but %v", question, r.OpenSince())
			}
			m.answer(question)
		}
	}
}

// listed returns the list of the month, which is published if it is not.
func (m *month) listed() bureautest.Ratings {
	m.T.Helper()
	if _, out := m.Standing()[m.label]; !out {
		if day := bureautest.Day(m.list); m.today().Day < day {
			m.On(m.list)
		}
		m.Publish(m.label)
	}
	return m.Standing()[m.label]
}

// since returns what today and the review say has come since the draft.
func (m *month) since() (since closing.Since) {
	m.T.Helper()
	for _, due := range m.today().Periods {
		if due.Label == m.label {
			since = due.Since
		}
	}
	m.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(m.Bureau.Bureau, r, m.label)
		if err == nil && cmp.Diff(v.Since, since) != "" {
			m.T.Errorf("the review says %+v, today %+v", v.Since, since)
		}
		return err
	})
	return since
}

// checks returns the checks of the review that are ticked, or not.
func (m *month) checks(ticked bool) (about []string) {
	m.T.Helper()
	m.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(m.Bureau.Bureau, r, m.label)
		for _, c := range v.Checks {
			if c.Ticked == ticked {
				about = append(about, fmt.Sprint(c.Key, c.Finding.Values))
			}
		}
		return err
	})
	return about
}

// wants checks the list of the month.
func (m *month) wants(what string, want bureautest.Ratings) {
	m.T.Helper()
	if diff := cmp.Diff(want, m.listed()); diff != "" {
		m.T.Errorf("the list is not as %s:\n%s", what, diff)
	}
}

// counts checks in which list the report counts.
func (m *month) counts(label string) {
	m.T.Helper()
	m.Must(desk.Check(context.Background(), m.Bureau.Bureau, m.ref)) // as closing does
	r := m.Report(m.ref)
	if r.State != check.Closed && (r.State != check.Admitted || r.Period != label) {
		m.T.Errorf("it is %s in %s, not admitted in %s: %v", r.State, r.Period, label, r.Open())
	}
	if m.receipt != nil && m.receipt.Period.Label != label {
		m.T.Errorf("the receipt says %s, not %s", m.receipt.Period.Label, label)
	}
}

// corrects has a correction bring it in.
func (m *month) corrects(stage int, with bureautest.Ratings) {
	m.T.Helper()
	what := correction.Amendment{Kind: correction.AmendReport, Report: m.ref}
	if m.row.with != nil {
		what = m.row.with(m)
	} else if told := m.today().Behind; len(told) != 1 || told[0].Ref != m.ref {
		m.T.Errorf("today says of %d reports that their lists know less", len(told))
	}
	k := m.Accept(what, "")
	for _, e := range k.Impact {
		late := stage == old && e.Label == m.label && (m.authority == "ncs" || m.authority == "jcf") // 3(7), J24
		if e.Reissue == late || e.TooOld != late {
			m.T.Errorf("%s is published again: %v, too old: %v", e.Label, e.Reissue, e.TooOld)
		}
	}
	m.wants("corrected", with)
	if m.Report(m.ref).Behind {
		m.T.Error("the list still knows less")
	}
}

// judge checks what is right at a stage.
func (m *month) judge(t *testing.T, stage int, right string, without, with bureautest.Ratings) {
	if question, asked := strings.CutPrefix(right, "asks "); asked {
		_, right, _ = strings.Cut(question, ", ")
	}
	later := m.later[stage]
	if later == "" {
		later = "Other"
	}
	if stage == drafted && !strings.HasPrefix(right, behind) {
		if since := m.since(); !since.None() && right != ownMeet {
			t.Errorf("the draft is behind: %+v", since)
		}
	}
	switch right {
	case thisList:
		m.counts(m.label)
		m.wants("with it", with)
	case itsList:
		m.counts(later)
		m.wants("without it", without)
	case ownMeet:
		m.counts("Other")
		m.On(m.list)
		m.Publish("Other")
		m.wants("with the meet before", with)
	case behind, behindOut, behindAs:
		since := m.since()
		if since.None() {
			t.Error("the draft is not behind")
		}
		if right != behindAs {
			m.counts(m.label)
		}
		ticked := m.checks(true)
		again := m.clone(t)
		again.Must(again.Close(m.label))
		if since := again.since(); !since.None() {
			t.Errorf("a new draft is behind: %+v", since)
		}
		for _, about := range again.checks(false) {
			if slices.Contains(ticked, about) {
				t.Error("what was ticked is asked again:", about)
			}
		}
		again.wants("with it", with)
		m.On(m.list)
		_, err := closing.PublishAsDrafted(context.Background(), m.Bureau.Bureau, m.label, "nobody can close it today")
		m.Must(err)
		m.wants("drafted", without)
		switch right {
		case behind:
			m.corrects(published, with)
		case behindOut:
			m.receipt = nil
			m.counts(later)
		case behindAs:
			if m.Report(m.ref).Behind {
				t.Error("its list knows less")
			}
		}
	case corrects:
		m.wants("published", without)
		m.corrects(stage, with)
	case empty:
		if !slices.ContainsFunc(m.today().Periods, func(due agenda.Due) bool { return due.Label == m.label }) {
			t.Error("its list is not due")
		}
		m.wants("that before", m.Standing()[fmt.Sprint(m.year, "-01")])
	case stands:
		if m.ref == "" {
			break
		}
		if r := m.Report(m.ref); len(r.OpenSince()) > 0 || r.Behind {
			t.Errorf("it is not as it was: %v, %v", r.OpenSince(), r.Behind)
		}
		m.wants("without it", without)
	case binds:
		if r := m.Report(m.ref); r.State != check.Admitted || r.Announced == "" || m.receipt.Follows == nil || m.receipt.Follows.Late {
			t.Errorf("it does not follow: %+v, %v", r.Outcome, m.receipt.Follows)
		}
	default:
		t.Errorf("nobody knows what %q is", right)
	}
}

func (m *month) clone(t *testing.T) *month {
	again := *m
	again.Bureau = m.Clone(t)
	return &again
}

// Whatever comes in a month is kept, and counts where the texts say.
func TestMonthTakesWhatComes(t *testing.T) {
	t.Parallel()
	stages := [...]string{"running", "over", "drafted", "published", "old"}
	for i := range table {
		row := &table[i]
		for j := range calendars {
			c := &calendars[j]
			cells, can := row.of(c.authority)
			if !can {
				continue
			}
			t.Run(c.authority+"/"+row.what, func(t *testing.T) {
				t.Parallel()
				base := c.begin(t, row)
				without, with := base.controls(t, cells[running])
				for stage, cell := range cells {
					right, _, _ := strings.Cut(cell, ": ")
					if strings.HasPrefix(cell, "- ") {
						continue
					}
					for _, day := range c.days[stage] {
						t.Run(stages[stage]+"/"+day, func(t *testing.T) {
							t.Parallel()
							m := base.clone(t)
							m.at(stage, day)
							issued := m.Issued()
							m.come(right)
							if diff := cmp.Diff(issued, m.Issued()); diff != "" {
								t.Error("lists are published:", diff)
							}
							m.judge(t, stage, right, without, with)
						})
					}
				}
			})
		}
	}
}

// controls returns the list of the month without what comes, and with it if it comes while the month
// runs.
func (m *month) controls(t *testing.T, cell string) (without, with bureautest.Ratings) {
	without = m.clone(t).listed()
	m = m.clone(t)
	m.On(m.days[running][0])
	right, _, _ := strings.Cut(cell, ": ")
	m.come(right)
	if right == ownMeet {
		m.On(m.list)
		m.Publish("Other")
	}
	if with = m.listed(); (right == thisList || right == ownMeet) && cmp.Equal(without, with) {
		t.Error("the list is the same with it")
	}
	return without, with
}

// of returns what is right under an authority, and whether it can come there.
func (row *comes) of(authority string) (cells [5]string, can bool) {
	for in, all := range row.cells {
		if slices.Contains(strings.Fields(in), authority) {
			cells, can = all, true
		}
	}
	return cells, can
}

// Each row says what is right under each authority, or why it cannot come.
func TestMonthIsWhole(t *testing.T) {
	t.Parallel()
	for i := range table {
		for j := range calendars {
			authority, why := calendars[j].authority, ""
			for in, because := range table[i].absent {
				if slices.Contains(strings.Fields(in), authority) {
					why = because
				}
			}
			if _, can := table[i].of(authority); can == (why != "") {
				t.Errorf("%s of %s is right: %v, absent: %q", table[i].what, authority, can, why)
			}
		}
	}
}
