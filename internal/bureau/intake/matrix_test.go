package intake_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
)

// A cell is a report, and what else is done for its case.
type cell struct {
	d       *bureautest.Bureau
	edition string
	files   []*report.Report
	before  func()
	from    string
	sender  string   // the club for which it is sent; empty: nobody says
	only    []string // the formats of its files; nil: any
	never   string   // a format that it cannot come in
	alone   bool     // nothing comes beside its FIDE file
	pays    int      // per cent of the fee
	later   int      // days after which the report is looked at again

	after func(ref string)    // what follows its first file; nil: nothing
	bytes func([]byte) []byte // what becomes of a file before it is submitted; nil: nothing
}

// sentForAnother has another club than the organiser send it.
func (c *cell) sentForAnother() {
	c.sender = "C2"
	c.d.Must(bureautest.KeepClub(c.d.Bureau, &register.Club{ID: "C2", Name: "Kita Chess Club"}))
}

// change changes a copy of the first file.
func (c *cell) change(f func(*report.Report)) { f(c.files[0]) }

// again adds a copy of the first file that states something else.
func (c *cell) again(f func(*report.Report)) {
	r := *c.files[0]
	r.Sections = slices.Clone(r.Sections)
	for i := range r.Sections {
		s := &r.Sections[i]
		s.Players, s.Games = slices.Clone(s.Players), slices.Clone(s.Games)
	}
	r.File = "second"
	f(&r)
	c.files = append(c.files, &r)
}

// announce announces the event so many days before the report.
func (c *cell) announce(before int, fide bool) {
	now := c.d.Now
	c.d.Now = now.AddDate(0, 0, -before)
	r := c.files[0]
	_, _, err := events.Announce(context.Background(), c.d.Bureau, check.Announcement{
		Name: r.Name, Club: r.Organizer, Days: civil.Range{From: r.Start, To: r.End}, Type: r.Type, Rounds: 7, FIDEEvent: fide,
	})
	c.d.Must(err)
	c.d.Now = now
}

// Days before the report on which a FIDE event is announced in time, and too late.
const early, late = 75, 12

// cases are the cases of the claims: by the claim's name and the cell.
var cases = map[string]func(*cell){
	"event name/announced by nearly this name": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.Name, a.Type = "Opel", rating.Rapid })
	},

	"event name/another sender's": func(c *cell) {
		c.sentForAnother()
		c.before = func() {
			c.sender = ""
			c.submit(c.event(), "", bureautest.JSONFile, true)
			c.sender = "C2"
		}
		c.change(func(r *report.Report) { r.Organizer = "" })
	},

	"sender/wrong": (*cell).sentForAnother,

	"organiser/announced": func(c *cell) {
		c.announced(early, func(*check.Announcement) {})
		c.change(func(r *report.Report) { r.Organizer = "" })
	},
	"organiser/wrong":     func(c *cell) { c.change(func(r *report.Report) { r.Organizer = "Nobody's Club" }) },
	"organiser/two files": func(c *cell) { c.again(func(r *report.Report) { r.Organizer = "Nobody's Club" }) },
	"organiser/missing":   func(c *cell) { c.change(func(r *report.Report) { r.Organizer = "" }) },

	"person in charge/wrong":               func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "Player NoB" }) },
	"person in charge/two files":           func(c *cell) { c.again(func(r *report.Report) { r.Responsible = "Player NoB" }) },
	"person in charge/missing":             func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "" }) },
	"person in charge/not in the register": func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "Nobody Whom" }) },
	"person in charge/right": func(c *cell) {
		c.change(func(r *report.Report) { r.Responsible = "IA Player, NoA (" + c.d.ID(0) + ")" })
	},

	"members/wrong": func(c *cell) {
		c.d.Must(register.Resign(context.Background(), c.d.Bureau, register.Membership{Player: c.d.ID(3), Days: bureautest.MemberDays}, "left"))
	},

	"FIDE event/right": func(c *cell) { c.only = []string{bureautest.TRFFile}; c.announce(early, true) },
	"FIDE event/wrong": func(c *cell) {
		c.only = []string{bureautest.TRFFile}
		c.announce(early, false)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
	},
	"FIDE event/two files": func(c *cell) {
		c.announce(early, true)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
		c.again(func(r *report.Report) { r.FIDEEvent, r.Stated = false, report.StatedFIDE })
	},
	"FIDE event/missing":  func(c *cell) { c.change(func(r *report.Report) { r.FIDEEvent = true }) },
	"FIDE event/too late": func(c *cell) { c.only = []string{bureautest.TRFFile}; c.announce(late, true) },

	"exchange file/right": func(c *cell) { c.only = []string{bureautest.TRFFile}; c.announce(early, true) },
	"exchange file/wrong": func(c *cell) {
		c.only = []string{bureautest.JSONFile}
		c.announce(early, true)
		c.change(func(r *report.Report) { r.ExchangeFile = true })
	},
	"exchange file/missing": func(c *cell) { c.only = []string{bureautest.JSONFile, bureautest.FormFile}; c.announce(early, true) },

	"reporter/wrong":     func(c *cell) { c.from = "Player NoC" },
	"reporter/two files": func(c *cell) { c.from = ""; c.again(func(r *report.Report) { r.SubmittedBy = "Player NoB" }) },
	"reporter/missing":   func(c *cell) { c.from = ""; c.change(func(r *report.Report) { r.SubmittedBy = "" }) },

	"reporter/nobody on record": func(c *cell) {
		c.d.Must(bureautest.KeepClub(c.d.Bureau, &register.Club{ID: "C1", Name: c.files[0].Organizer}))
	},
	"reporter/approved, not a member": func(c *cell) {
		c.from = "Player NoB"
		c.d.Must(register.Resign(context.Background(), c.d.Bureau, register.Membership{Player: c.d.ID(1), Days: bureautest.MemberDays, Event: "Open"}, "left"))
	},

	"points/wrong": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile}
		c.change(func(r *report.Report) { r.Sections[0].Players[0].Points = new(rating.Score) })
	},

	"fee/a part":   func(c *cell) { c.pays = 50 },
	"fee/missing":  func(c *cell) { c.pays = 0 },
	"fee/too late": func(c *cell) { c.pays, c.later = 0, 30 },

	"90 days/missing": func(c *cell) {
		c.change(func(r *report.Report) {
			r.Start = 0
			for i := range r.Sections[0].Games {
				r.Sections[0].Games[i].Date = 0
			}
		})
	},
	"90 days/too late": func(c *cell) { c.d.Now = c.d.Now.AddDate(0, 0, 100) },

	"type/wrong":     func(c *cell) { c.change(declareRapid) },
	"type/two files": func(c *cell) { c.change(declareStandard); c.again(declareRapid) },
	"type/missing":   func(c *cell) { c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil }) },

	"type/announced otherwise": func(c *cell) { c.announced(early, func(a *check.Announcement) { a.Type = rating.Rapid }) },

	"time control/two files": func(c *cell) {
		c.again(func(r *report.Report) { r.TimeControl = []report.TimeControl{"5400+60"} })
	},
	"time control/announced otherwise": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.TimeControl = []report.TimeControl{"5400+60"} })
	},

	"file/right": func(c *cell) { c.only = []string{bureautest.FormFile} },
	"file/wrong": func(c *cell) { c.never = bureautest.FormFile },

	"qualifiers/right": func(c *cell) {
		c.change(func(r *report.Report) { r.Qualifying, r.Qualified = true, []string{"Player NoA"} })
	},
	"qualifiers/announced otherwise": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.Qualifying = true })
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile}
		c.change(func(r *report.Report) { r.Stated |= report.StatedQualifying })
	},
	"FIDE event/announced otherwise": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.FIDEEvent = true })
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile}
		c.change(func(r *report.Report) { r.Stated |= report.StatedFIDE })
	},
	"days/announced otherwise": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile}
		c.announced(early, func(a *check.Announcement) { a.Days.To += 20 })
		all, some := bureautest.MemberDays, bureautest.MemberDays // of a member who left between
		some.To = c.files[0].End + 10
		c.d.Must(register.Resign(context.Background(), c.d.Bureau, register.Membership{Player: c.d.ID(3), Days: all}, "left"))
		_, err := register.Enrol(context.Background(), c.d.Bureau, register.Membership{Player: c.d.ID(3), Days: some}, "")
		c.d.Must(err)
	},

	"age group/no birth known": func(c *cell) { c.young(15, ""); c.change(forTen) },
	"age group/one too old":    func(c *cell) { c.young(14, c.birth(9)); c.change(forTen) },
	"age group/more too old":   func(c *cell) { c.young(13, c.birth(9)); c.change(forTen) },
	"age group/of which nothing depends": func(c *cell) {
		c.never = bureautest.FormFile
		c.change(func(r *report.Report) { r.Sections[0].Group = report.Under10 })
	},
	"age group/two files": func(c *cell) {
		c.never = bureautest.FormFile
		c.change(func(r *report.Report) { r.Sections[0].Group = report.Under10 })
		c.again(func(r *report.Report) { r.Sections[0].Group = report.Under8 })
	},
	"age group/announced otherwise": func(c *cell) {
		c.never = bureautest.FormFile
		c.announced(early, func(a *check.Announcement) { a.Group = report.Under8 })
		c.change(func(r *report.Report) { r.Sections[0].Group = report.Under10 })
	},
	"age year/missing":                  func(c *cell) { c.young(12, c.birth(10)); c.change(nextYear) },
	"age year/of which nothing depends": func(c *cell) { c.young(12, c.birth(9)); c.change(nextYear) },
	"age year/right": func(c *cell) {
		c.young(12, c.birth(10))
		c.announced(early, func(a *check.Announcement) { a.Qualifying = true })
		c.change(nextYear)
	},
	"age year/another year": func(c *cell) {
		c.young(12, c.birth(11))
		c.change(func(r *report.Report) { r.AgeYear = r.End.Year() - 1 })
	},
	"age year/two files": func(c *cell) {
		c.never = bureautest.FormFile
		c.change(func(r *report.Report) { r.AgeYear = r.End.Year() })
		c.again(func(r *report.Report) { r.AgeYear = r.End.Year() + 1 })
	},
	"Braille/right": func(c *cell) {
		c.never = bureautest.FormFile
		c.announced(early, func(a *check.Announcement) { a.Braille, a.Rounds = true, 4 })
		c.change(fewRounds)
	},
	"Braille/of four rounds":           func(c *cell) { c.never = bureautest.FormFile; c.change(fewRounds); c.change(blind) },
	"Braille/of which nothing depends": func(c *cell) { c.never = bureautest.FormFile; c.change(blind) },
	"Braille/two files": func(c *cell) {
		c.never = bureautest.FormFile
		c.change(blind)
		c.again(func(r *report.Report) { r.Braille, r.Stated = false, report.StatedBraille })
	},
	"Braille/announced otherwise": func(c *cell) {
		c.never = bureautest.FormFile
		c.announced(early, func(*check.Announcement) {})
		c.change(blind)
	},
	"team/right":   func(c *cell) { c.announced(early, func(a *check.Announcement) { a.Team = true }) },
	"team/missing": func(c *cell) { c.never = bureautest.FormFile; c.change(func(r *report.Report) { r.Team = true }) },
	"team/of which nothing depends": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile}
		c.change(twelve)
		c.change(func(r *report.Report) { r.Team = true })
	},
	"team/two files": func(c *cell) {
		c.change(func(r *report.Report) { r.Team = true })
		c.again(func(r *report.Report) { r.Team, r.Stated = false, report.StatedTeam })
	},
	"team/announced otherwise": func(c *cell) {
		c.announced(early, func(*check.Announcement) {})
		c.change(func(r *report.Report) { r.Team = true })
	},
	"system/wrong": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile}
		c.change(func(r *report.Report) {
			r.System = report.RoundRobin
			r.Sections[0].Byes = []report.Bye{{Round: 1, Player: 2, Kind: report.PairingBye}}
		})
	},
	"system/two files": func(c *cell) {
		c.never = bureautest.FormFile
		c.change(func(r *report.Report) { r.System = report.RoundRobin })
		c.again(func(r *report.Report) { r.System, r.Stated = report.Swiss, report.StatedSystem })
	},
	"byes/wrong": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile}
		c.change(func(r *report.Report) {
			s := &r.Sections[0]
			out := s.Games[len(s.Games)-1]
			s.Games = s.Games[:len(s.Games)-1]
			for _, n := range []int{out.White, out.Black} {
				s.Byes = append(s.Byes, report.Bye{Round: out.Round, Player: n, Kind: report.PairingBye})
			}
		})
	},

	"sections/alike": func(c *cell) { // the same players with other results, rapid
		c.only = []string{bureautest.JSONFile, bureautest.FormFile}
		c.again(func(r *report.Report) {
			r.Sections[0].Name, r.Sections[0].Type, r.Sections[0].TimeControl = "Rapid", rating.Rapid, []report.TimeControl{"900+0"}
			for i := range r.Sections[0].Games {
				g := &r.Sections[0].Games[i]
				g.Result = (g.Result + 1) % 3
			}
		})
	},
	"sections/renamed": func(c *cell) {
		c.change(func(r *report.Report) { part(r, 0, 7) })
		c.again(func(r *report.Report) {
			*r = *c.event()
			part(r, 7, 15)
		})
	},

	"decision/wrong": func(c *cell) { // the last round comes after the officer's decision
		c.change(func(r *report.Report) {
			s := &r.Sections[0]
			s.Rounds, s.Games = 6, slices.DeleteFunc(s.Games, func(g report.Game) bool { return g.Round == 7 })
		})
		whole := c.event()
		c.after = func(ref string) {
			for _, to := range []lists.State{check.Withheld, check.Admitted} {
				c.d.Must(desk.Rule(context.Background(), c.d.Bureau, ref, desk.Decision{To: to, Reason: "seen"}))
			}
			c.submit(whole, ref, bureautest.JSONFile, true)
		}
	},

	"qualifiers/only called so": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile}
		c.change(func(r *report.Report) { r.Name = "Kanto qualifying" })
		_, err := register.Enrol(context.Background(), c.d.Bureau, register.Membership{Player: c.d.ID(1), Days: bureautest.MemberDays, Event: c.files[0].Name}, "")
		c.d.Must(err)
	},
	"unrated game/missing": func(c *cell) {
		c.only = []string{bureautest.JSONFile, bureautest.FormFile}
		c.change(func(r *report.Report) { r.Sections[0].Games[0].Unrated = true })
	},

	"qualifiers/missing": func(c *cell) { c.change(func(r *report.Report) { r.Qualifying = true }) },

	"players/wrong": func(c *cell) {
		c.change(func(r *report.Report) { p := r.Sections[0].Players; p[4].ID, p[5].ID = p[5].ID, p[4].ID })
	},
	"players/two files": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Players[3].ID = c.d.ID(17) }) },
	"players/missing":   func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Players[3].ID = "" }) },

	"another event/wrong": func(c *cell) {
		c.before = func() {
			other := *c.files[0]
			other.Name, other.Sections = "Another name", slices.Clone(other.Sections)
			other.Sections[0].Name, other.Start, other.End = "Main", other.Start-1, other.End-1
			c.submit(&other, "", bureautest.JSONFile, true)
		}
	},
	"meet/another report of these days": func(c *cell) {
		c.before = func() {
			other := *c.files[0]
			other.Name, other.Sections = "Another name", slices.Clone(other.Sections)
			s := &other.Sections[0]
			s.Name, s.Rounds, s.Byes, s.Games = "Main", 1, nil, slices.Clone(s.Games[:1])
			s.Games[0].Round, s.Games[0].White, s.Games[0].Black = 1, s.Games[0].Black, s.Games[0].White
			c.submit(&other, "", bureautest.JSONFile, true)
		}
	},
	"meeting/wrong": func(c *cell) {
		c.change(func(r *report.Report) { r.Meeting, r.Qualifying, r.Qualified = true, true, []string{"Player NoA"} })
	},
	"result/two files": func(c *cell) {
		c.again(func(r *report.Report) { g := &r.Sections[0].Games[0]; g.Result = (g.Result + 1) % 3 })
	},
	"result/missing": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Games = r.Sections[0].Games[1:] }) },

	"days/wrong":     func(c *cell) { c.d.On(c.files[0].Start.String() + "T03:00:00Z") },
	"days/two files": func(c *cell) { c.again(func(r *report.Report) { r.End++ }) },
	"days/missing": func(c *cell) {
		c.change(func(r *report.Report) { r.Start, r.End = 0, 0 })
	},

	"days/a year apart": func(c *cell) { c.files[0].Start -= 300 },
	"days/in two ways": func(c *cell) { // 1 February, or 2 January
		c.alone = true
		c.change(func(r *report.Report) {
			for i := range r.Sections[0].Games {
				r.Sections[0].Games[i].Date = 0
			}
		})
		written := "01/02/" + c.files[0].Start.String()[:4]
		c.bytes = func(data []byte) []byte {
			return rewritten(c.d.T, data, func(text []byte) []byte {
				for _, day := range []civil.Date{c.files[0].Start, c.files[0].End} {
					text = bytes.ReplaceAll(text, []byte(day.String()), []byte(written))
					text = bytes.ReplaceAll(text, []byte(strings.ReplaceAll(day.String(), "-", "/")), []byte(written))
				}
				return text
			})
		}
	},

	"rounds/wrong": func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },
	"rounds/more announced": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.Rounds = 9 })
		c.change(statedRounds)
	},
	"rounds/fewer announced": func(c *cell) {
		c.announced(early, func(a *check.Announcement) { a.Rounds = 5 })
		c.change(statedRounds)
	},
	"rounds/a round in the middle": func(c *cell) { c.change(withoutRound) },
	"rounds/two files":             func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },

	"floor/right":     func(c *cell) { c.change(unratedRapid(1200, report.Open)) },
	"floor/wrong":     func(c *cell) { c.change(unratedRapid(900, report.Under8)) },
	"floor/two files": func(c *cell) { c.change(unratedRapid(1200, report.Open)); c.again(unratedRapid(1100, report.Open)) },
	"floor/missing":   func(c *cell) { c.change(unratedRapid(0, report.Open)) },

	"section/wrong":    func(c *cell) { c.change(func(r *report.Report) { players(r, 5) }) },
	"tournament/wrong": func(c *cell) { c.change(func(r *report.Report) { players(r, 9) }) },

	"venue/right":   func(c *cell) { c.change(func(r *report.Report) { r.Time = "10:00" }) },
	"venue/missing": func(c *cell) { c.change(func(r *report.Report) { r.Venue, r.City = "", "" }) },

	"notice/right":   func(c *cell) { c.before = c.notify },
	"notice/missing": func(c *cell) { c.before, c.files = c.notify, nil },

	"names/wrong": func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Players[3].Name = "Player, NoD" }) },

	"names/in another order": func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Players[3].Name = "NoD Player" }) },

	"first-time players/registered without": func(c *cell) { c.enter("") },
	"first-time players/right":              func(c *cell) { c.enter("hana@example.jp") },

	"first-time players/missing": func(c *cell) { c.change(func(r *report.Report) { newcomer(r, "Sono Hana") }) },

	"dispensation/wrong":   func(c *cell) { c.change(fewRounds) },
	"dispensation/missing": func(c *cell) { c.change(func(r *report.Report) { fewRounds(r); r.Dispensation = "few rooms" }) },
}

// rewritten returns a file with another text, a workbook with that of its parts.
func rewritten(t testing.TB, data []byte, edit func([]byte) []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return edit(data)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		w, failed := out.Create(f.Name)
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(edit(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// forTen makes an event one of half an hour for those under ten.
func forTen(r *report.Report) {
	r.Type, r.TimeControl, r.Sections[0].Group = 0, []report.TimeControl{"1800+0"}, report.Under10
}

// blind makes an event one in Braille.
func blind(r *report.Report) { r.Braille = true }

// nextYear has ages count by the year after an event.
func nextYear(r *report.Report) { r.AgeYear = r.End.Year() + 1 }

// birth returns the birth of somebody of an age in the year of the case.
func (c *cell) birth(age int) string { return fmt.Sprint(inForce[c.edition].year - age) }

// young registers a birth of the first players of an event.
func (c *cell) young(players int, birth string) {
	c.never = bureautest.FormFile
	for n := range players {
		_, err := register.Set(context.Background(), c.d.Bureau, c.d.ID(n), []string{"birth=" + birth}, "a letter")
		c.d.Must(err)
	}
}

// declareStandard has an event call itself standard.
func declareStandard(r *report.Report) { r.TypeText = "Individual: Swiss-System (Standard)" }

// declareRapid has an event call itself rapid.
func declareRapid(r *report.Report) {
	r.Type, r.TypeText = rating.Rapid, "Individual: Swiss-System (Rapid)"
}

// statedRounds states the rounds of the games.
func statedRounds(r *report.Report) { r.Sections[0].Rounds = r.Sections[0].PlannedRounds() }

// withoutRound leaves out a round in the middle.
func withoutRound(r *report.Report) {
	s := &r.Sections[0]
	statedRounds(r)
	s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.Round == 3 })
	s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(b report.Bye) bool { return b.Round == 3 })
}

// fewRounds leaves four rounds of an event.
func fewRounds(r *report.Report) {
	s := &r.Sections[0]
	s.Rounds = 4
	s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.Round > 4 })
}

// unratedRapid makes an event rapid, in which nobody is rated, with a floor.
func unratedRapid(floor rating.Rating, group report.Group) func(*report.Report) {
	return func(r *report.Report) {
		r.Type, r.TimeControl = rating.Rapid, []report.TimeControl{"900+10"}
		r.Sections = slices.Clone(r.Sections)
		r.Sections[0].UnratedFloor, r.Sections[0].Group = floor, group
	}
}

// players leaves the games among the first players of an event.
func players(r *report.Report, most int) {
	s := &r.Sections[0]
	s.Players = s.Players[:most]
	s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.White > most || g.Black > most })
	for i := range s.Games {
		s.Rounds = max(s.Rounds, s.Games[i].Round)
	}
}

// enter states in the register of those who have not played before a name in kanji, and an e-mail.
func (c *cell) enter(email string) {
	for n := 12; n < 15; n++ {
		fields := []string{"name_local=新人", "email=" + email}
		_, err := register.Set(context.Background(), c.d.Bureau, c.d.ID(n), fields, "a form")
		c.d.Must(err)
	}
}

// newcomer makes an entry one that nobody knows.
func newcomer(r *report.Report, name string) {
	p := &r.Sections[0].Players[3]
	p.ID, p.Name, p.Birth = "", name, 0
}

// part leaves the players from one to before another, and their games.
func part(r *report.Report, from, before int) {
	s := &r.Sections[0]
	s.Players = s.Players[from:before]
	out := func(start int) bool { return start <= from || start > before }
	s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return out(g.White) || out(g.Black) })
}

// notify tells that the results of the event stand on the site of results.
func (c *cell) notify() {
	r := c.event()
	_, err := events.Notify(context.Background(), c.d.Bureau, events.Notice{
		Event: r.Name, Days: civil.Range{From: r.Start, To: r.End}, Link: "https://chess-results.com/tnr1.aspx", From: c.from,
	})
	c.d.Must(err)
}

// foreign write a report in the formats of other programs, and ours.
var foreign = map[string]func(*report.Report) ([]byte, error){
	bureautest.FormFile: func(r *report.Report) ([]byte, error) {
		var b bytes.Buffer
		err := template.Write(&b, func(key string) string { return key }, &template.Form{Report: r})
		return b.Bytes(), err
	},
	bureautest.SiteFile: func(r *report.Report) ([]byte, error) {
		l := specimen.Languages["ja"]
		return specimen.XLSX(specimen.StartingList(r, l), specimen.Crosstable(r, l, false))
	},
	bureautest.UploadFile: func(r *report.Report) ([]byte, error) { return specimen.Upload(r), nil },
	bureautest.SwissFile:  specimen.SwissPerfect,
	bureautest.PGNFile:    func(r *report.Report) ([]byte, error) { return specimen.PGN(r), nil },
	bureautest.TableFile:  func(r *report.Report) ([]byte, error) { return specimen.XLSX(specimen.Games(r)) },
	bureautest.BaseFile:   func(r *report.Report) ([]byte, error) { return specimen.Database(r), nil },
}

// submit submits a report in a format. What FIDE's cannot say comes in a file beside
// it, unless the sender is silent.
func (c *cell) submit(r *report.Report, ref, format string, beside bool) *intake.Receipt {
	d := c.d
	d.T.Helper()
	var b bytes.Buffer
	s := intake.Submission{File: "report." + format, From: c.from, For: c.sender, Ref: ref}
	d.Must(json.Write(&b, r))
	if format == bureautest.TRFFile {
		if beside {
			s.Sidecar = besideOf(d.T, b.Bytes())
		}
		b.Reset()
		copied := *r
		copied.Sections = slices.Clone(r.Sections)
		copied.Sections[0].Players = slices.Clone(r.Sections[0].Players)
		for i := range copied.Sections[0].Players {
			if p := &copied.Sections[0].Players[i]; p.ID != "" {
				p.National = []report.National{{Federation: federations[inForce[c.edition].authority], Name: p.Name, Number: p.ID}}
			}
		}
		version := trf.TRF16
		if c.edition == "chessa-2015" { // its numbers are digits, as FIDE's: they stand in lines of their own, which only TRF26 has
			version = trf.TRF26
		}
		d.Must(trf.Write(&b, &copied, 0, version))
	}
	if write := foreign[format]; write != nil {
		if beside && format != bureautest.FormFile {
			s.Sidecar = besideOf(d.T, b.Bytes())
		}
		data, err := write(r)
		d.Must(err)
		b = *bytes.NewBuffer(data)
	}
	if s.Data = b.Bytes(); c.bytes != nil {
		s.Data = c.bytes(s.Data)
	}
	s.Parsed, s.Found = file.Read(s.Data, s.File, "")
	if s.Sidecar != nil {
		s.Found = append(s.Found, json.Overlay(string(s.Sidecar), s.File+".arpad.json", s.Parsed)...)
	}
	receipt, err := intake.Submit(context.Background(), d.Bureau, s)
	d.Must(err)
	return receipt
}

// besideOf returns what a file beside a FIDE file says of a report in JSON: all of the
// event, and what is of its one section.
func besideOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var said map[string]any
	if err := stdjson.Unmarshal(data, &said); err != nil {
		t.Fatal(err)
	}
	section := said["sections"].([]any)[0].(map[string]any)
	delete(said, "sections")
	for _, key := range []string{"group", "rounds", "unrated_floor"} {
		if section[key] != nil {
			said[key] = section[key]
		}
	}
	beside, err := stdjson.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	return beside
}

// federations are those whose national IDs each authority uses.
var federations = map[string]string{"ncs": "JPN", "chessa": "RSA", "nscl": "USA"}

// inForce has the authority of each edition, and a day on which it is in force.
var inForce = map[string]struct {
	authority string
	year      int
}{"ncs-2022": {"ncs", 2023}, "jcf-2023": {"ncs", 2024}, "nscl": {"nscl", 2024}, "chessa-2015": {"chessa", 2024}}

// bureauOf returns the bureau of a case before it begins: with clubs and members, on a day in March.
func bureauOf(t testing.TB, edition string) *bureautest.Bureau {
	t.Helper()
	d := bureautest.SixteenMembers(t, inForce[edition].year, inForce[edition].authority)
	d.On(fmt.Sprintf("%d-03-10T03:00:00Z", inForce[edition].year))
	return d
}

// newCell returns a case in a bureau of bureauOf, with a report in which nothing is wrong.
func newCell(d *bureautest.Bureau, edition string) *cell {
	c := &cell{d: d, edition: edition, pays: 100, from: "Player NoA"}
	c.files = []*report.Report{c.event()}
	return c
}

// event returns the report of the event in which nothing is wrong.
func (c *cell) event() *report.Report {
	return c.d.Event("Open", fmt.Sprintf("%d-03-08", inForce[c.edition].year))
}

// form is how the files of a report come.
type form struct {
	name   string
	format func(file int) string
	silent bool // nothing comes beside a FIDE file
	notice bool // a notice of the results came first
	named  bool // the players have no IDs: an officer says who they are
}

func every(format string) func(int) string { return func(int) string { return format } }

var waysToCome = []form{
	{name: "json", format: every(bureautest.JSONFile)},
	{name: "trf and a file beside it", format: every(bureautest.TRFFile)},
	{name: "trf alone", format: every(bureautest.TRFFile), silent: true},
	{name: "notice, json", format: every(bureautest.JSONFile), notice: true},
	{name: "notice, trf and a file beside it", format: every(bureautest.TRFFile), notice: true},
	{name: "json and trf", format: func(file int) string { return []string{bureautest.JSONFile, bureautest.TRFFile}[file%2] }},
	{name: "trf and json", format: func(file int) string { return []string{bureautest.TRFFile, bureautest.JSONFile}[file%2] }},
	{name: bureautest.FormFile, format: every(bureautest.FormFile)},
	{name: "chess-results and a file beside it", format: every(bureautest.SiteFile)},
	{name: "upload and a file beside it", format: every(bureautest.UploadFile)},
	{name: "swissperfect and a file beside it", format: every(bureautest.SwissFile)},
	{name: "pgn and a file beside it", format: every(bureautest.PGNFile), named: true},
	{name: "table of games and a file beside it", format: every(bureautest.TableFile)},
	{name: "results database and a file beside it", format: every(bureautest.BaseFile)},
}

// fits reports whether a case can come in a form.
func (f *form) fits(c *cell, claim *check.Claim, at *check.Cell) bool {
	mixed := f.format(0) != f.format(1)
	switch {
	case mixed && len(c.files) < 2, f.notice && (claim.Name == "notice" || inForce[c.edition].authority != "ncs"):
		return false
	case len(c.files) == 0:
		return f.name == "json"
	case c.alone:
		return f.silent || f.format(0) == bureautest.FormFile
	case c.only != nil:
		return !mixed && slices.Contains(c.only, f.format(0)) && !f.silent
	case f.format(0) == c.never, bureautest.Unsaid(f.format(0), claim.Name, at.When) != "":
		return false
	case f.silent && claim.Carry == check.BesideTRF:
		return at.When == "right"
	}
	return !f.silent || claim.Carry == check.InTRF
}

// graver is the order of states by how much is wrong.
var graver = []lists.State{check.Admitted, check.Waiting, check.Withheld, check.Returned}

// silently returns in what state a report is by a FIDE file with nothing beside it, and the finding
// that says so: what it cannot state is missing.
func silently(claim *check.Claim, at *check.Cell, edition string) (lists.State, string) {
	if claim.Carry == check.BesideTRF {
		at = missing(claim)
	}
	state := at.State()
	for i := range check.Claims {
		other := &check.Claims[i]
		asked := slices.Contains(other.Editions(), edition) && other.Carry == check.BesideTRF && other.Name != "floor" // which is asked of unrated players alone
		if asked && slices.Index(graver, missing(other).State()) > slices.Index(graver, state) {
			state = missing(other).State()
		}
	}
	return state, at.Says()
}

// missing returns what follows where a claim is missing.
func missing(claim *check.Claim) *check.Cell {
	i := slices.IndexFunc(claim.Cells, func(c check.Cell) bool { return c.When == "missing" })
	return &claim.Cells[i]
}

// run brings a case before the bureau, and returns what became of it.
func (c *cell) run(f *form) (*intake.Receipt, *check.Case) {
	if c.before != nil {
		c.before()
	}
	if f.notice {
		c.notify()
	}
	receipt, ref := &intake.Receipt{}, ""
	if len(c.files) == 0 {
		ref = c.d.Now.Format("2006-01") + "-0001"
	}
	for i, r := range c.files {
		receipt = c.submit(r, ref, f.format(i), !f.silent)
		ref = receipt.Report.Ref
		if f.named {
			c.match(ref, r)
		}
		if due := receipt.Report.Fee.Due() * c.pays / 100; due > 0 {
			_, err := desk.Pay(context.Background(), c.d.Bureau, ref, due)
			c.d.Must(err)
		}
		if i == 0 && c.after != nil {
			c.after(ref)
		}
	}
	if c.later > 0 {
		c.d.Now = c.d.Now.AddDate(0, 0, c.later)
		c.d.Must(desk.Check(context.Background(), c.d.Bureau, ref))
	}
	return receipt, c.d.Report(ref)
}

// waits reports whether a report waits for an answer about a finding.
func waits(r *check.Case, id string) bool {
	return slices.ContainsFunc(r.Open(), func(w check.Question) bool { return w.What == id })
}

// match says who the players of a file are whom a report waits for, by their names.
func (c *cell) match(ref string, r *report.Report) {
	ids := map[string]string{} // of those who are registered
	for _, p := range c.event().Sections[0].Players {
		ids[p.ID] = p.ID
	}
	for _, p := range r.Sections[0].Players {
		ids[p.Name] = ids[p.ID]
	}
	data, err := foreign[bureautest.PGNFile](r)
	c.d.Must(err)
	read, _ := file.Read(data, "report.pgn", "")
	for _, w := range c.d.Report(ref).Open() {
		if w.What != "player" {
			continue
		}
		for _, p := range read.Sections[0].Players {
			if p.StartNumber == w.Start && ids[p.Name] != "" {
				c.d.Must(desk.Match(context.Background(), c.d.Bureau, ref, w.Section, w.Start, ids[p.Name]))
			}
		}
	}
}

// Each cell of the claims is a case: it comes to the state that the table says, by the
// finding that it names, in whatever form and order its files come. By default it comes in a
// few forms, so that each form has its share of the cases.
func TestMatrix(t *testing.T) {
	t.Parallel()
	bureaus := map[string]*bureautest.Bureau{}
	for edition := range inForce {
		bureaus[edition] = bureauOf(t, edition)
	}
	ran, left := map[string]int{}, maps.Clone(cases)
	for i := range check.Claims {
		claim := &check.Claims[i]
		for j := range claim.Cells {
			at := &claim.Cells[j]
			name := claim.Name + "/" + at.When
			prepare := cases[name]
			delete(left, name)
			if (prepare == nil) != (at.Empty != "") && at.When != "right" {
				t.Errorf("%s has a case: %v, and a reason for none: %q", name, prepare != nil, at.Empty)
			}
			if at.Empty != "" {
				continue
			}
			for _, edition := range claim.Editions() {
				if at.In != "" && at.In != inForce[edition].authority {
					continue
				}
				come := func(t *testing.T) *cell {
					c := newCell(bureaus[edition].Clone(t), edition)
					if prepare != nil {
						prepare(c)
					}
					return c
				}
				first := come(t)
				forms := waysOf(t, first, claim, at, ran)
				if len(forms) == 0 {
					t.Errorf("%s comes in no form", name)
				}
				t.Run(edition+"/"+name, func(t *testing.T) {
					t.Parallel()
					for n, form := range forms {
						for turned := range max(1, len(first.files)) { // the other way round, too, if there are two
							c := come(t)
							if turned > 0 {
								slices.Reverse(c.files)
							}
							if r := c.check(t, form, claim, at); n == 0 && turned == 0 && at.Asks != "" && !t.Failed() {
								c.without(t, r, claim, at)
							}
						}
					}
				})
			}
		}
	}
	for name := range left {
		t.Errorf("the case %s is of no cell", name)
	}
	for _, f := range waysToCome {
		if least := 10; ran[f.name] < least && !slices.Contains(always, f.name) {
			t.Errorf("only %d cases as %s", ran[f.name], f.name)
		}
	}
}

// always are the forms in which each case comes, unless it cannot.
var always = []string{"json", "trf and a file beside it", bureautest.FormFile}

// waysOf returns the forms in which a case comes, and counts them: by default those of always, and one
// of the others that had the fewest cases so far.
func waysOf(t *testing.T, c *cell, claim *check.Claim, at *check.Cell, ran map[string]int) (forms []*form) {
	t.Helper()
	var others []*form
	for i := range waysToCome {
		f := &waysToCome[i]
		first, fits := slices.Contains(always, f.name), f.fits(c, claim, at)
		if reason := bureautest.Unsaid(f.format(0), claim.Name, at.When); first && fits == (reason != "") {
			t.Errorf("%s/%s comes as %s: %v, and the reason why not is %q", claim.Name, at.When, f.name, fits, reason)
		}
		if fits && first {
			forms = append(forms, f)
		} else if fits {
			others = append(others, f)
		}
	}
	if !soak.Full() {
		slices.SortStableFunc(others, func(a, b *form) int { return cmp.Compare(ran[a.name], ran[b.name]) })
		others = others[:min(len(others), 1)]
	}
	for _, f := range others {
		if ran[f.name] += max(1, len(c.files)); f.named {
			ran[f.name] += named * len(c.files)
		}
	}
	return append(forms, others...)
}

// named is how many cases one costs in which an officer says who each player is.
const named = 4

// check brings a case before the bureau, and compares what becomes of it with the table.
func (c *cell) check(t *testing.T, f *form, claim *check.Claim, at *check.Cell) *check.Case {
	t.Helper()
	state, says := at.State(), at.Says()
	if f.silent {
		state, says = silently(claim, at, c.edition)
	}
	receipt, r := c.run(f)
	said := says == "" || bureautest.Finds(receipt.Findings, says) || f.named && waits(r, says) || waits(r, says)
	for i := range claim.Cells {
		said := claim.Name != "fee" && bureautest.Finds(receipt.Findings, claim.Cells[i].Says()) // of the fee before it is paid
		if other := claim.Cells[i].Says(); at.When == "right" && !f.silent && !f.named && other != "" && (waits(r, other) || said) {
			t.Errorf("%s: it is right, and %s is said: %v", f.name, other, receipt.Findings)
		}
	}
	if r.State == state && said && (at.Asks == "" || f.silent || c.holds(r, at)) {
		return r
	}
	var waits []string
	for _, w := range r.Open() {
		waits = append(waits, w.What+" ("+string(w.Holds)+")")
	}
	var files []string
	for _, file := range c.files {
		files = append(files, cmp.Or(file.File, "first"))
	}
	t.Errorf("%s, files %v: it is %s, waits for %s, and should be %s by %q, %s held; %v", f.name, files, r.State,
		strings.Join(waits, ", "), state, says, at.Holds(inForce[c.edition].authority), fmt.Sprint(receipt.Findings))
	return r
}

// holds reports whether a report asks what a cell says, of whom it says, and holds what it says.
func (c *cell) holds(r *check.Case, at *check.Cell) bool {
	holds := at.Holds(inForce[c.edition].authority)
	return slices.ContainsFunc(r.Open(), func(q check.Question) bool {
		return q.What == at.Asks && q.Holds == holds && q.Officer != check.AskedOfOrganizer(at.Asks)
	})
}

// without checks what a case came to once more without its claim: what the cell says is asked no
// more.
func (c *cell) without(t *testing.T, r *check.Case, claim *check.Claim, at *check.Cell) {
	t.Helper()
	var known *check.Known
	c.d.Must(c.d.Do(context.Background(), "test", "", func(tx *bureau.Tx) (err error) {
		known, err = intake.Read(tx, tx.Moment, r, nil)
		return err
	}))
	if at.Asks == check.WaitFile { // which the notice asks, not a check
		return
	}
	known.Without = cmp.Or(at.By, claim.Name)
	if asks := check.Check(known); slices.ContainsFunc(asks.Case.Open(), func(q check.Question) bool { return q.What == at.Asks }) {
		t.Errorf("without %q it still asks %s", claim.Name, at.Asks)
	}
}

// What a text demands and a report lacks is decided by somebody, or by a reading, before
// a game of it counts.
func TestNothingDemandedIsAssumed(t *testing.T) {
	t.Parallel()
	for _, claim := range check.Claims {
		for _, at := range claim.Cells {
			assumed := at.Evidence != check.Confirmed && at.Empty == "" && at.State() == check.Admitted && at.Reading == ""
			if assumed && claim.Under[0].Verb != "should" {
				t.Errorf("%s, %s: it counts, and nobody has decided", claim.Name, at.When)
			}
		}
	}
}

// A meeting of a registered club with its own reporter, a member in charge and known players is
// asked nothing but its fee (Reading G11), nor is it in any other form.
func TestPlainMeetingIsAskedNothing(t *testing.T) {
	t.Parallel()
	for edition, fee := range map[string]string{"ncs-2022": "fee", "jcf-2023": ""} {
		for _, f := range waysToCome {
			if f.silent || f.named {
				continue
			}
			c := newCell(bureauOf(t, edition), edition)
			c.change(func(r *report.Report) { r.Meeting = true })
			c.pays = 0
			if _, r := c.run(&f); asked(r) != fee {
				t.Errorf("%s as %s is asked %q", edition, f.name, asked(r))
			}
		}
	}
}

// A game that was played counts although it is marked as not rated, until an officer answers that
// it does not; at the closing, too (Reading G14).
func TestMarkedGameCounts(t *testing.T) {
	t.Parallel()
	c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
	c.change(func(r *report.Report) { r.Sections[0].Games[0].Unrated = true })
	ref := c.submit(c.files[0], "", bureautest.JSONFile, true).Report.Ref
	all := len(c.files[0].Sections[0].Games)
	if r := c.d.Report(ref); asked(r) != "unrated-claimed" || r.Counting != all || !r.GoesInPart() {
		t.Errorf("it is asked %q, and %d of %d games count", asked(r), r.Counting, all)
	}
	for _, count := range []bool{false, true} {
		c.d.Must(desk.Answer(context.Background(), c.d.Bureau, ref, "seen", "", desk.Reply{Question: "unrated-claimed", Count: count}))
		want := all - 1
		if count {
			want = all
		}
		if r := c.d.Report(ref); r.State != check.Admitted || r.Counting != want {
			t.Errorf("answered %v: it is %s, and %d of %d games count", count, r.State, r.Counting, all)
		}
	}
}

// What a reporting form lacks can be stated beside it: then nothing is asked any more.
func TestStatementsCureTheForm(t *testing.T) {
	t.Parallel()
	for name, words := range map[string]statement.Words{
		"organiser/missing":        {Organizer: "Minato Chess Club"},
		"person in charge/missing": {Responsible: "Player NoA"},
		"reporter/missing":         {Reporter: "Player NoA"},
		"days/missing":             {Start: bureautest.Day("2024-03-07"), End: bureautest.Day("2024-03-08")},
		"qualifiers/missing":       {Qualified: []string{"Player NoA"}},
	} {
		c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
		cases[name](c)
		r := c.submit(c.files[0], "", bureautest.FormFile, true).Report
		if r.State != check.Waiting {
			t.Errorf("%s: it is %s", name, r.State)
		}
		stated, err := intake.State(context.Background(), c.d.Bureau, intake.Statement{Ref: r.Ref, From: c.from, Words: words}, nil)
		if c.d.Must(err); stated.Report.State != check.Admitted {
			t.Errorf("%s: stated it is %s, %v", name, stated.Report.State, stated.Findings)
		}
	}
}
