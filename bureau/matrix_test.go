package bureau_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/bureautest"
	"github.com/arpadchess/arpad/bureau/desk"
	"github.com/arpadchess/arpad/bureau/events"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/matrix"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// A cell is a report, and what else is done for its case.
type cell struct {
	d      *fixture
	files  []*report.Report
	before func()
	from   string
	trf    bool // the first file is FIDE's
	pays   int  // per cent of the fee
	later  int  // days after which the report is looked at again
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
	now := c.d.now
	c.d.now = now.AddDate(0, 0, -before)
	r := c.files[0]
	_, _, err := events.Announce(context.Background(), c.d.Bureau, intake.Announcement{
		Name: r.Name, Club: r.Organizer, Days: civil.Range{From: r.Start, To: r.End}, Type: r.Type, Rounds: 7, FIDEEvent: fide,
	})
	c.d.must(err)
	c.d.now = now
}

// Days before the report on which a FIDE event is announced in time, and too late.
const early, late = 75, 12

// cases are the cases of the matrix: by the row's name and the column.
var cases = map[string]func(*cell){
	"organiser/wrong":         func(c *cell) { c.change(func(r *report.Report) { r.Organizer = "Nobody's Club" }) },
	"organiser/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Organizer = "Nobody's Club" }) },
	"organiser/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Organizer = "" }) },

	"person in charge/wrong":         func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "Player NoB" }) },
	"person in charge/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Responsible = "Player NoB" }) },
	"person in charge/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "" }) },
	"person unknown/wrong":           func(c *cell) { c.change(func(r *report.Report) { r.Responsible = "Nobody Whom" }) },
	"person unknown/right": func(c *cell) {
		c.change(func(r *report.Report) { r.Responsible = "IA Player, NoA (" + c.d.id(0) + ")" })
	},

	"members/wrong": func(c *cell) {
		c.d.must(register.Resign(context.Background(), c.d.Bureau, register.Membership{Player: c.d.id(3), Days: memberDays}, "left"))
	},

	"FIDE event/right": func(c *cell) { c.trf = true; c.announce(early, true) },
	"FIDE event/wrong": func(c *cell) {
		c.trf = true
		c.announce(early, false)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
	},
	"FIDE event/contradictory": func(c *cell) {
		c.announce(early, true)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
		c.again(func(r *report.Report) { r.FIDEEvent, r.Stated = false, report.StatedFIDE })
	},
	"FIDE event/missing":  func(c *cell) { c.change(func(r *report.Report) { r.FIDEEvent = true }) },
	"FIDE event/too late": func(c *cell) { c.trf = true; c.announce(late, true) },

	"exchange file/right": func(c *cell) { c.trf = true; c.announce(early, true) },
	"exchange file/wrong": func(c *cell) {
		c.announce(early, true)
		c.change(func(r *report.Report) { r.ExchangeFile = true })
	},
	"exchange file/missing": func(c *cell) { c.announce(early, true) },

	"reporter/wrong":         func(c *cell) { c.from = "Player NoC" },
	"reporter/contradictory": func(c *cell) { c.from = ""; c.again(func(r *report.Report) { r.SubmittedBy = "Player NoB" }) },
	"reporter/missing":       func(c *cell) { c.from = ""; c.change(func(r *report.Report) { r.SubmittedBy = "" }) },

	"fee/wrong":    func(c *cell) { c.pays = 50 },
	"fee/missing":  func(c *cell) { c.pays = 0 },
	"fee/too late": func(c *cell) { c.pays, c.later = 0, 30 },

	"90 days/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Games[0].Date-- }) },
	"90 days/missing": func(c *cell) {
		c.change(func(r *report.Report) {
			r.Start = 0
			for i := range r.Sections[0].Games {
				r.Sections[0].Games[i].Date = 0
			}
		})
	},
	"90 days/too late": func(c *cell) { c.d.now = c.d.now.AddDate(0, 0, 100) },

	"type/wrong":         func(c *cell) { c.change(func(r *report.Report) { r.Type = rating.Rapid }) },
	"type/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Type = rating.Rapid }) },
	"type/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil }) },

	"qualifiers/right": func(c *cell) {
		c.change(func(r *report.Report) { r.Qualifying, r.Qualified = true, []string{"Player NoA"} })
	},
	"qualifiers/missing": func(c *cell) { c.change(func(r *report.Report) { r.Qualifying = true }) },

	"players/wrong": func(c *cell) {
		c.change(func(r *report.Report) { p := r.Sections[0].Players; p[4].ID, p[5].ID = p[5].ID, p[4].ID })
	},
	"players/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Players[3].ID = c.d.id(17) }) },
	"players/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Players[3].ID = "" }) },

	"games/wrong": func(c *cell) {
		c.before = func() {
			other := *c.files[0]
			other.Name, other.Sections = "Another name", slices.Clone(other.Sections)
			other.Sections[0].Name, other.Start, other.End = "Main", other.Start-1, other.End-1
			c.d.submit1(&other, c.from, "", false)
		}
	},
	"games/contradictory": func(c *cell) {
		c.again(func(r *report.Report) { g := &r.Sections[0].Games[0]; g.Result = (g.Result + 1) % 3 })
	},
	"games/missing": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Games = r.Sections[0].Games[1:] }) },

	"days/wrong":         func(c *cell) { c.d.on(c.files[0].Start.String() + "T03:00:00Z") },
	"days/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.End++ }) },
	"days/missing": func(c *cell) {
		c.change(func(r *report.Report) { r.Start, r.End = 0, 0 })
	},

	"rounds/wrong":         func(c *cell) { c.change(fewRounds) },
	"rounds/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },
	"rounds/missing":       func(c *cell) { c.change(func(r *report.Report) { fewRounds(r); r.Dispensation = "few rooms" }) },
}

// fewRounds leaves four rounds of an event.
func fewRounds(r *report.Report) {
	s := &r.Sections[0]
	s.Rounds = 4
	s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.Round > 4 })
}

// submit1 submits a report as FIDE's file or as JSON.
func (d *fixture) submit1(r *report.Report, from, ref string, exchange bool) *intake.Receipt {
	d.t.Helper()
	var b bytes.Buffer
	name := "report.json"
	if exchange {
		name = "report.trf"
		for i := range r.Sections[0].Players {
			p := &r.Sections[0].Players[i]
			p.National = []report.National{{Federation: "JPN", Name: p.Name, Number: p.ID}}
		}
		d.must(trf.Write(&b, r, 0, trf.TRF26))
	} else {
		d.must(json.Write(&b, r))
	}
	parsed, found := file.Read(b.Bytes(), name, "")
	if exchange { // what the format cannot say comes beside it
		parsed.FIDEEvent, parsed.Organizer, parsed.Responsible, parsed.Type = r.FIDEEvent, r.Organizer, r.Responsible, r.Type
	}
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: name, Data: b.Bytes(), Parsed: parsed, Found: found, From: from, Ref: ref})
	d.must(err)
	return receipt
}

// authorities are those of the editions, with a day on which each is in force.
var inForce = map[string]struct {
	authority string
	year      int
}{"ncs-2022": {"ncs", 2023}, "jcf-2023": {"ncs", 2024}, "nscl": {"nscl", 2024}, "chessa-2015": {"chessa", 2024}}

// memberDays are the days on which everybody is a member.
var memberDays = civil.Range{From: civil.Of(2022, 4, 1), To: civil.Of(2025, 3, 31)}

// prepared makes a bureau with clubs and members, and a report in which nothing is wrong.
func prepared(t *testing.T, edition string) *cell {
	d := settleIn(t, &bureau.Memory{}, inForce[edition].year, inForce[edition].authority, nil)
	ctx := context.Background()
	if inForce[edition].authority == "ncs" {
		d.must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C1", Name: "Minato Chess Club", Representative: d.id(0), Reporters: []string{"Player NoB"}}))
		for n := range 15 {
			m := register.Membership{Player: d.id(n), Days: memberDays}
			if n == 1 { // a member for the event alone
				m.Event = "Open"
			}
			_, err := register.Enrol(ctx, d.Bureau, m, "")
			d.must(err)
		}
	}
	d.now = time.Date(inForce[edition].year, 3, 10, 3, 0, 0, 0, time.UTC)
	return &cell{d: d, pays: 100, from: "Player NoA", files: []*report.Report{d.event("Open", d.now.AddDate(0, 0, -2).Format(time.DateOnly))}}
}

// Each cell of the matrix is a case: it comes to the state that the table says, by the
// finding that it names, in whatever order its files come.
func TestMatrix(t *testing.T) {
	ran := 0
	for _, row := range matrix.Rows {
		for _, edition := range row.Texts {
			for column, want := range row.Cells {
				name := row.Name + "/" + matrix.ColumnNames[column]
				prepare := cases[name]
				if (prepare == nil) != (want.Empty != "") && column != matrix.Right {
					t.Errorf("%s has a case: %v, and a reason for none: %q", name, prepare != nil, want.Empty)
				}
				if want.Empty != "" {
					continue
				}
				for _, turned := range []bool{false, true} {
					c := prepared(t, edition)
					c.d.t = t
					if prepare != nil {
						prepare(c)
					}
					if turned {
						if len(c.files) == 1 {
							continue
						}
						slices.Reverse(c.files)
					}
					if c.before != nil {
						c.before()
					}
					var receipt *intake.Receipt
					ref := ""
					for i, r := range c.files {
						receipt = c.d.submit1(r, c.from, ref, c.trf && i == 0)
						ref = receipt.Report.Ref
						if due := receipt.Report.Fee.Due() * c.pays / 100; due > 0 {
							_, err := desk.Pay(context.Background(), c.d.Bureau, ref, due)
							c.d.must(err)
						}
					}
					if c.later > 0 {
						c.d.now = c.d.now.AddDate(0, 0, c.later)
						c.d.must(desk.Check(context.Background(), c.d.Bureau, ref))
					}
					r := c.d.report(ref)
					ran++
					told := want.Finding == "" || finds(receipt.Findings, want.Finding)
					if r.State != want.State || !told {
						var waits []string
						for _, w := range r.Waits {
							waits = append(waits, w.What)
						}
						t.Errorf("%s, %s, turned %v: it is %s, waits for %s, and should be %s by %q; %v", edition, name, turned, r.State,
							strings.Join(waits, ", "), want.State, want.Finding, fmt.Sprint(receipt.Findings))
					}
				}
			}
		}
	}
	if ran < 60 {
		t.Errorf("only %d cases", ran)
	}
}
