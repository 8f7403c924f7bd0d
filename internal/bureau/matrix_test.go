package bureau_test

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/matrix"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
)

// A cell is a report, and what else is done for its case.
type cell struct {
	d       *fixture
	edition string
	files   []*report.Report
	before  func()
	from    string
	only    string // the format of its files; empty: any
	never   string // a format that it cannot come in
	alone   bool   // nothing comes beside its FIDE file
	pays    int    // per cent of the fee
	later   int    // days after which the report is looked at again
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

	"FIDE event/right": func(c *cell) { c.only = trfFile; c.announce(early, true) },
	"FIDE event/wrong": func(c *cell) {
		c.only = trfFile
		c.announce(early, false)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
	},
	"FIDE event/contradictory": func(c *cell) {
		c.announce(early, true)
		c.change(func(r *report.Report) { r.FIDEEvent = true })
		c.again(func(r *report.Report) { r.FIDEEvent, r.Stated = false, report.StatedFIDE })
	},
	"FIDE event/missing":  func(c *cell) { c.change(func(r *report.Report) { r.FIDEEvent = true }) },
	"FIDE event/too late": func(c *cell) { c.only = trfFile; c.announce(late, true) },

	"exchange file/right": func(c *cell) { c.only = trfFile; c.announce(early, true) },
	"exchange file/wrong": func(c *cell) {
		c.only = jsonFile
		c.announce(early, true)
		c.change(func(r *report.Report) { r.ExchangeFile = true })
	},
	"exchange file/missing": func(c *cell) { c.only = jsonFile; c.announce(early, true) },

	"reporter/wrong":         func(c *cell) { c.from = "Player NoC" },
	"reporter/contradictory": func(c *cell) { c.from = ""; c.again(func(r *report.Report) { r.SubmittedBy = "Player NoB" }) },
	"reporter/missing":       func(c *cell) { c.from = ""; c.change(func(r *report.Report) { r.SubmittedBy = "" }) },

	"fee/wrong":    func(c *cell) { c.pays = 50 },
	"fee/missing":  func(c *cell) { c.pays = 0 },
	"fee/too late": func(c *cell) { c.pays, c.later = 0, 30 },

	"90 days/contradictory": func(c *cell) { c.only = jsonFile; c.again(func(r *report.Report) { r.Sections[0].Games[0].Date-- }) },
	"90 days/missing": func(c *cell) {
		c.change(func(r *report.Report) {
			r.Start = 0
			for i := range r.Sections[0].Games {
				r.Sections[0].Games[i].Date = 0
			}
		})
	},
	"90 days/too late": func(c *cell) { c.d.now = c.d.now.AddDate(0, 0, 100) },

	"type/wrong":         func(c *cell) { c.change(declareRapid) },
	"type/contradictory": func(c *cell) { c.change(declareStandard); c.again(declareRapid) },
	"type/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil }) },

	"file/right": func(c *cell) { c.only = formFile },
	"file/wrong": func(c *cell) { c.never = formFile },

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
			c.d.submit1(&other, c.from, "", jsonFile, true)
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

	"written days/wrong": func(c *cell) {
		c.alone = true
		c.d.bytes = func(data []byte) []byte {
			var lines []string
			for line := range strings.Lines(string(data)) {
				switch code := line[:3]; code {
				case "042", "052":
					line = code + " 08/03/" + c.files[0].Start.String()[:4] + "\r\n" // 8 March, or 3 August
				case "132":
					continue
				}
				lines = append(lines, line)
			}
			return []byte(strings.Join(lines, ""))
		}
	},

	"all rounds/wrong":         func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },
	"all rounds/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },

	"type in South Africa/wrong":         func(c *cell) { c.change(declareRapid) },
	"type in South Africa/contradictory": func(c *cell) { c.change(declareStandard); c.again(declareRapid) },
	"type in South Africa/missing":       func(c *cell) { c.change(func(r *report.Report) { r.Type, r.TimeControl = 0, nil }) },

	"floor/right":         func(c *cell) { c.change(unratedRapid(1200, report.Open)) },
	"floor/wrong":         func(c *cell) { c.change(unratedRapid(900, report.Under8)) },
	"floor/contradictory": func(c *cell) { c.change(unratedRapid(1200, report.Open)); c.again(unratedRapid(1100, report.Open)) },
	"floor/missing":       func(c *cell) { c.change(unratedRapid(0, report.Open)) },

	"section/wrong":    func(c *cell) { c.change(func(r *report.Report) { players(r, 5) }) },
	"tournament/wrong": func(c *cell) { c.change(func(r *report.Report) { players(r, 9) }) },

	"venue/missing": func(c *cell) { c.change(func(r *report.Report) { r.Venue, r.City = "", "" }) },

	"notice/right":   func(c *cell) { c.before = c.notify },
	"notice/missing": func(c *cell) { c.before, c.files = c.notify, nil },

	"names/wrong": func(c *cell) { c.change(func(r *report.Report) { r.Sections[0].Players[3].Name = "Player, NoD" }) },

	"first-time players/contradictory": func(c *cell) {
		c.change(func(r *report.Report) { newcomer(r, "Sono Hana") })
		c.again(func(r *report.Report) { newcomer(r, "Kato Jiro") })
	},
	"first-time players/missing": func(c *cell) { c.change(func(r *report.Report) { newcomer(r, "Sono Hana") }) },

	"rounds/wrong":         func(c *cell) { c.change(fewRounds) },
	"rounds/contradictory": func(c *cell) { c.again(func(r *report.Report) { r.Sections[0].Rounds = 9 }) },
	"rounds/missing":       func(c *cell) { c.change(func(r *report.Report) { fewRounds(r); r.Dispensation = "few rooms" }) },
}

// declareStandard has an event call itself standard.
func declareStandard(r *report.Report) { r.TypeText = "Individual: Swiss-System (Standard)" }

// declareRapid has an event call itself rapid.
func declareRapid(r *report.Report) {
	r.Type, r.TypeText = rating.Rapid, "Individual: Swiss-System (Rapid)"
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

// newcomer makes an entry one that nobody knows.
func newcomer(r *report.Report, name string) {
	p := &r.Sections[0].Players[3]
	p.ID, p.Name, p.Birth = "", name, 0
}

// notify tells that the results of the event stand on the site of results.
func (c *cell) notify() {
	r := prepared(c.d.t, c.edition).files[0]
	_, err := events.Notify(context.Background(), c.d.Bureau, events.Notice{
		Event: r.Name, Days: civil.Range{From: r.Start, To: r.End}, Link: "https://chess-results.com/tnr1.aspx", From: c.from,
	})
	c.d.must(err)
}

// The formats of a file.
const (
	jsonFile   = "json"
	trfFile    = "trf"
	formFile   = "reporting file"
	siteFile   = "chess-results"
	uploadFile = "upload"
	swissFile  = "swissperfect"
	pgnFile    = "pgn"
	tableFile  = "table of games"
	baseFile   = "results database"
)

// foreign write a report in the formats of other programs, and ours.
var foreign = map[string]func(*report.Report) ([]byte, error){
	formFile: func(r *report.Report) ([]byte, error) {
		var b bytes.Buffer
		err := template.Write(&b, func(key string) string { return key }, &template.Form{Report: r})
		return b.Bytes(), err
	},
	siteFile: func(r *report.Report) ([]byte, error) {
		l := specimen.Languages["ja"]
		return specimen.XLSX(specimen.StartingList(r, l), specimen.Crosstable(r, l, false))
	},
	uploadFile: func(r *report.Report) ([]byte, error) { return specimen.Upload(r), nil },
	swissFile:  specimen.SwissPerfect,
	pgnFile:    func(r *report.Report) ([]byte, error) { return specimen.PGN(r), nil },
	tableFile:  func(r *report.Report) ([]byte, error) { return specimen.XLSX(specimen.Games(r)) },
	baseFile:   func(r *report.Report) ([]byte, error) { return specimen.Database(r), nil },
}

// submit1 submits a report in a format. What FIDE's cannot say comes in a file beside
// it, unless the sender is silent.
func (d *fixture) submit1(r *report.Report, from, ref, format string, beside bool) *intake.Receipt {
	d.t.Helper()
	var b bytes.Buffer
	s := intake.Submission{File: "report." + format, From: from, Ref: ref}
	d.must(json.Write(&b, r))
	if format == trfFile {
		if beside {
			s.Sidecar = besideOf(d.t, b.Bytes())
		}
		b.Reset()
		copied := *r
		copied.Sections = slices.Clone(r.Sections)
		copied.Sections[0].Players = slices.Clone(r.Sections[0].Players)
		for i := range copied.Sections[0].Players {
			if p := &copied.Sections[0].Players[i]; p.ID != "" {
				p.National = []report.National{{Federation: federations[d.ids], Name: p.Name, Number: p.ID}}
			}
		}
		d.must(trf.Write(&b, &copied, 0, trf.TRF26))
	}
	if write := foreign[format]; write != nil {
		if beside && format != formFile {
			s.Sidecar = besideOf(d.t, b.Bytes())
		}
		data, err := write(r)
		d.must(err)
		b = *bytes.NewBuffer(data)
	}
	if s.Data = b.Bytes(); d.bytes != nil {
		s.Data = d.bytes(s.Data)
	}
	s.Parsed, s.Found = file.Read(s.Data, s.File, "")
	if s.Sidecar != nil {
		s.Found = append(s.Found, json.Overlay(string(s.Sidecar), s.File+".arpad.json", s.Parsed)...)
	}
	receipt, err := intake.Submit(context.Background(), d.Bureau, s)
	d.must(err)
	return receipt
}

// besideOf returns what a file beside a FIDE file says of a report in JSON: all of the
// event, and what is of its one section.
func besideOf(t *testing.T, data []byte) []byte {
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

// federations are those whose national IDs each form uses.
var federations = map[string]string{forms["ncs"]: "JPN", forms["chessa"]: "RSA", forms["nscl"]: "USA"}

// inForce returns the authority of an edition, and a year in whose March it is in force.
func inForce(t *testing.T, edition string) (authority string, year int) {
	t.Helper()
	rules, err := catalog.Find(edition)
	if err != nil {
		t.Fatal(err)
	}
	about, year := rules.Latest().About(), 2024
	if family := catalog.Family(edition); family != "" {
		first, _, _ := about.InForce.Split()
		year = first + 1
		whole, err := catalog.Find(family)
		if err != nil {
			t.Fatal(err)
		}
		day := civil.Of(year, time.March, 1)
		if in, _ := whole.For(regulation.Period{Days: civil.Range{From: day, To: day}}); in.About().ID != edition {
			t.Fatalf("%s is not in force in March %d, in which TestMatrix tries its rows", edition, year)
		}
	}
	return about.Authority, year
}

// memberDays are the days on which everybody is a member.
var memberDays = civil.Range{From: civil.Of(2022, 4, 1), To: civil.Of(2030, 3, 31)}

// prepared makes a bureau with clubs and members, and a report in which nothing is wrong.
func prepared(t *testing.T, edition string) *cell {
	authority, year := inForce(t, edition)
	d := settleIn(t, &memory.Store{}, year, authority, nil)
	ctx := context.Background()
	if authority == "ncs" {
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
	d.now = time.Date(year, 3, 10, 3, 0, 0, 0, time.UTC)
	return &cell{d: d, edition: edition, pays: 100, from: "Player NoA", files: []*report.Report{d.event("Open", d.now.AddDate(0, 0, -2).Format(time.DateOnly))}}
}

// form is how the files of a report come.
type form struct {
	name   string
	format func(file int) string
	silent bool // nothing comes beside a FIDE file
	notice bool // a notice of the results came first
	named  bool // the players have no IDs: an officer says who they are
}

func always(format string) func(int) string { return func(int) string { return format } }

var waysToCome = []form{
	{name: "json", format: always(jsonFile)},
	{name: "trf and a file beside it", format: always(trfFile)},
	{name: "trf alone", format: always(trfFile), silent: true},
	{name: "notice, json", format: always(jsonFile), notice: true},
	{name: "notice, trf and a file beside it", format: always(trfFile), notice: true},
	{name: "json and trf", format: func(file int) string { return []string{jsonFile, trfFile}[file%2] }},
	{name: "trf and json", format: func(file int) string { return []string{trfFile, jsonFile}[file%2] }},
	{name: formFile, format: always(formFile)},
	{name: "chess-results and a file beside it", format: always(siteFile)},
	{name: "upload and a file beside it", format: always(uploadFile)},
	{name: "swissperfect and a file beside it", format: always(swissFile)},
	{name: "pgn and a file beside it", format: always(pgnFile), named: true},
	{name: "table of games and a file beside it", format: always(tableFile)},
	{name: "results database and a file beside it", format: always(baseFile)},
}

// unsaid are the cases that cannot come in a format, and why.
var unsaid = map[string]map[string]string{
	formFile: {
		"floor/right": southAfrica, "floor/wrong": southAfrica, "floor/contradictory": southAfrica, "rounds/missing": southAfrica,
	},
	baseFile: {
		"type/missing": typed, "type in South Africa/missing": typed, "days/missing": dated, "names/wrong": "it writes names without a comma",
	},
	tableFile: {"days/missing": dated},
	pgnFile: {
		"days/missing": dated, "players/wrong": onlyNames, "players/contradictory": onlyNames,
	},
}

const (
	southAfrica = "the form is that of Japan: it has no floors and dispensations"
	typed       = "each game has its type"
	dated       = "each game has its day"
	onlyNames   = "nobody has an ID that a name could contradict"
)

// fits reports whether a case can come in a form.
func (f *form) fits(c *cell, row *matrix.Row, column int) bool {
	mixed := f.format(0) != f.format(1)
	switch {
	case mixed && len(c.files) < 2, f.notice && (row.Name == "notice" || federationOf(row) != "ncs"):
		return false
	case len(c.files) == 0:
		return f.name == "json"
	case c.alone:
		return f.silent
	case c.only != "":
		return !mixed && f.format(0) == c.only && !f.silent
	case f.format(0) == c.never, unsaid[f.format(0)][row.Name+"/"+matrix.ColumnNames[column]] != "":
		return false
	case f.silent && row.Carry == matrix.BesideTRF:
		return column == matrix.Right
	}
	return !f.silent || row.Carry == matrix.InTRF
}

// federationOf returns the authority whose editions ask a row first.
func federationOf(row *matrix.Row) string {
	rules, err := catalog.Find(row.Texts[0])
	if err != nil {
		return ""
	}
	return rules.Latest().About().Authority
}

// graver is the order of states by how much is wrong.
var graver = []lists.State{intake.Admitted, intake.Waiting, intake.Withheld, intake.Returned}

// silently returns what follows for a FIDE file with nothing beside it: what it cannot
// state is missing.
func silently(row *matrix.Row, edition string, column int) matrix.Cell {
	want := row.Cells[column]
	if row.Carry == matrix.BesideTRF {
		want = row.Cells[matrix.Missing]
	}
	for _, other := range matrix.Rows {
		missing := other.Cells[matrix.Missing]
		asked := slices.Contains(other.Texts, edition) && other.Carry == matrix.BesideTRF && other.Name != "floor" // which is asked of unrated players alone
		if asked && slices.Index(graver, missing.State) > slices.Index(graver, want.State) {
			want.State = missing.State
		}
	}
	return want
}

// run brings a case before the bureau, and returns what became of it.
func (c *cell) run(f *form) (*intake.Receipt, *intake.Case) {
	if c.before != nil {
		c.before()
	}
	if f.notice {
		c.notify()
	}
	receipt, ref := &intake.Receipt{}, ""
	if len(c.files) == 0 {
		ref = c.d.now.Format("2006-01") + "-0001"
	}
	for i, r := range c.files {
		receipt = c.d.submit1(r, c.from, ref, f.format(i), !f.silent)
		ref = receipt.Report.Ref
		if f.named {
			c.match(ref, r)
		}
		if due := receipt.Report.Fee.Due() * c.pays / 100; due > 0 {
			_, err := desk.Pay(context.Background(), c.d.Bureau, ref, due)
			c.d.must(err)
		}
	}
	if c.later > 0 {
		c.d.now = c.d.now.AddDate(0, 0, c.later)
		c.d.must(desk.Check(context.Background(), c.d.Bureau, ref))
	}
	return receipt, c.d.report(ref)
}

// waits reports whether a report waits for an answer about a finding.
func waits(r *intake.Case, id string) bool {
	return slices.ContainsFunc(r.Waits, func(w intake.Wait) bool { return w.What == id })
}

// match says who the players of a file are whom a report waits for, by their names.
func (c *cell) match(ref string, r *report.Report) {
	ids := map[string]string{} // of those who are registered
	for _, p := range prepared(c.d.t, c.edition).files[0].Sections[0].Players {
		ids[p.ID] = p.ID
	}
	for _, p := range r.Sections[0].Players {
		ids[p.Name] = ids[p.ID]
	}
	data, err := foreign[pgnFile](r)
	c.d.must(err)
	read, _ := file.Read(data, "report.pgn", "")
	for _, w := range c.d.report(ref).Waits {
		if w.What != "player" {
			continue
		}
		for _, p := range read.Sections[0].Players {
			if p.StartNumber == w.Start && ids[p.Name] != "" {
				c.d.must(desk.Match(context.Background(), c.d.Bureau, ref, w.Section, w.Start, ids[p.Name]))
			}
		}
	}
}

// Each cell of the matrix is a case: it comes to the state that the table says, by the
// finding that it names, in whatever form and order its files come.
func TestMatrix(t *testing.T) {
	ran := map[string]int{}
	for i := range matrix.Rows {
		row := &matrix.Rows[i]
		for _, edition := range row.Texts {
			for column, told := range row.Cells {
				name := row.Name + "/" + matrix.ColumnNames[column]
				prepare := cases[name]
				if (prepare == nil) != (told.Empty != "") && column != matrix.Right {
					t.Errorf("%s has a case: %v, and a reason for none: %q", name, prepare != nil, told.Empty)
				}
				if told.Empty != "" {
					continue
				}
				come := func() *cell {
					c := prepared(t, edition)
					if prepare != nil {
						prepare(c)
					}
					return c
				}
				first := come()
				for f := range waysToCome {
					form := &waysToCome[f]
					if !form.fits(first, row, column) {
						continue
					}
					want := told
					if form.silent {
						want = silently(row, edition, column)
					}
					for _, turned := range []bool{false, true} {
						if turned && len(first.files) < 2 {
							continue
						}
						c := come()
						if turned {
							slices.Reverse(c.files)
						}
						receipt, r := c.run(form)
						ran[form.name]++
						if said := want.Finding == "" || finds(receipt.Findings, want.Finding) || form.named && waits(r, want.Finding); r.State != want.State || !said {
							var waits []string
							for _, w := range r.Waits {
								waits = append(waits, w.What)
							}
							t.Errorf("%s, %s, %s, turned %v: it is %s, waits for %s, and should be %s by %q; %v", edition, name, form.name, turned, r.State,
								strings.Join(waits, ", "), want.State, want.Finding, fmt.Sprint(receipt.Findings))
						}
					}
				}
			}
		}
	}
	for _, f := range waysToCome {
		if ran[f.name] < 10 {
			t.Errorf("only %d cases as %s", ran[f.name], f.name)
		}
	}
}

// What a text demands and a report lacks is decided by somebody, or by a reading, before
// a game of it counts.
func TestNothingDemandedIsAssumed(t *testing.T) {
	for _, row := range matrix.Rows {
		for column, c := range row.Cells {
			assumed := column != matrix.Right && c.Empty == "" && c.State == intake.Admitted && c.Settled == ""
			if assumed && row.Verb != "should" {
				t.Errorf("%s, %s: it counts, and nobody has decided", row.Name, matrix.ColumnNames[column])
			}
		}
	}
}
