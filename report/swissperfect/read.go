// Package swissperfect reads the three files of an event in SwissPerfect, which come in
// a ZIP: settings as text (.ini), players (.trn) and results (.sco) as tables of dBase.
// Their bytes tell which is which.
//
// The files have no days of the event; they must be stated.
package swissperfect

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Decode returns the text of bytes in whatever encoding; it adds a refusal if they are in
// none.
type Decode func(data []byte, c *finding.Collector) string

// files are the files of an event.
type files struct {
	settings       []byte
	players, games *dbf
}

// sorted tells files apart by their bytes.
func sorted(all [][]byte) (f files) {
	for _, data := range all {
		switch t := parse(data); {
		case t != nil && t.has("SURNAME"):
			f.players = t
		case t != nil && t.has("W_SCORE"):
			f.games = t
		case t == nil && bytes.Contains(bytes.ToLower(data), []byte("[tournament info]")):
			f.settings = data
		}
	}
	return f
}

// Is reports whether files are of SwissPerfect, one of them at least.
func Is(all [][]byte) bool {
	f := sorted(all)
	return f.players != nil || f.games != nil
}

// Read reads the files of an event. The caller must still call report.Check.
func Read(all [][]byte, file string, decode Decode) (*report.Report, []finding.Finding) {
	r := &reader{Collector: &finding.Collector{File: file}, report: &report.Report{File: file, NoTime: true, Sections: []report.Section{{}}}, start: map[int]int{}}
	f := sorted(all)
	for _, missing := range []struct {
		name string
		is   bool
	}{{"ini", f.settings == nil}, {"trn", f.players == nil}, {"sco", f.games == nil}} {
		if missing.is {
			r.Add(finding.Refusal("swissperfect-file-missing", finding.At{}, finding.Text("name", missing.name)))
		}
	}
	if r.Refused() {
		return r.report, r.Findings
	}
	r.settings(decode(f.settings, r.Collector))
	r.players(f.players, decode)
	r.games(f.games)
	return r.report, r.Findings
}

type reader struct {
	*finding.Collector
	report *report.Report
	room   report.Room
	start  map[int]int // start number by the program's own number
}

func (r *reader) section() *report.Section { return &r.report.Sections[0] }

// settings reads the name of the event, its arbiter and number of rounds.
func (r *reader) settings(text string) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(line)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if value = strings.Join(strings.Fields(value), " "); !ok || section != "[tournament info]" || value == "" {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "name":
			r.report.Name = value
		case "arbiter":
			r.report.ChiefArbiter = value
		case "organiser":
			r.report.Organizer = value
		case "rounds":
			if value == "0" { // not set: they are counted
				continue
			}
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > report.MaxRound {
				r.Add(finding.Refusal("value-impossible", finding.At{}, finding.Quoted("text", line), finding.Text("form", "integer")))
				continue
			}
			r.section().Rounds = n
		case "team or individual":
			r.report.Team = value == "1"
		}
	}
}

// titles are the titles by their numbers.
var titles = []string{"", "GM", "WGM", "IM", "WIM", "FM", "WFM"}

// players reads the starting list.
func (r *reader) players(t *dbf, decode Decode) {
	names := r.texts(t, decode, "SURNAME", "FIRSTNAME", "FEDER", "CLUB")
	for i, record := range t.records {
		at := finding.At{Line: int32(i + 1)}
		if full := r.room.Take(report.Players, 1, at); full != nil || r.Full() || names == nil {
			if full != nil {
				r.Add(*full)
			}
			return
		}
		number := func(name string) int { return r.number(t, record, name, at) }
		p := report.Player{StartNumber: number("START_NO"), At: at}
		own := number("ID")
		if p.StartNumber == 0 {
			p.StartNumber = own
		}
		if _, twice := r.start[own]; twice || own <= 0 {
			r.Add(finding.Refusal("start-number-repeated", at, finding.Int("player", own)))
		}
		r.start[own] = p.StartNumber
		said := names[i]
		p.Name = strings.Trim(said[0]+", "+said[1], ", ")
		if len(said[2]) == len("JPN") {
			p.Federation = strings.ToUpper(said[2])
		}
		p.Club = said[3]
		p.ID, p.FideID = r.id(t, record, "LOC_ID"), r.id(t, record, "INTL_ID")
		for _, name := range []string{"LOC_RTG", "INTL_RTG"} {
			value := number(name)
			if value > int(rating.Max) {
				r.Add(finding.Refusal("value-impossible", at, finding.Quoted("text", fmt.Sprint(name, "=", value)), finding.Text("form", "rating")))
			} else if p.Rating == 0 && value > 0 {
				p.Rating = rating.Rating(value)
			}
		}
		p.Sex = map[int]string{1: "m", 2: "w"}[number("SEX")]
		if title := number("TITLE"); title > 0 && title < len(titles) {
			p.Title = titles[title]
		}
		p.Rank = number("ORDER")
		if text := string(t.bytes(record, "BIRTH_DATE")); strings.Trim(text, "0") != "" {
			w, ok := civil.Read(text)
			if births := w.Births(); ok && len(births) == 1 {
				p.Birth = births[0]
			} else {
				r.Add(finding.New("birth-unreadable", finding.Warning, at, finding.Int("player", p.StartNumber)))
			}
		}
		if bonus := string(t.bytes(record, "BONUS")); strings.Trim(bonus, "0.") != "" {
			r.Add(finding.Refusal("swissperfect-bonus", at, finding.Int("player", p.StartNumber), finding.Text("points", bonus)))
		}
		r.section().Players = append(r.section().Players, p)
	}
}

// id returns a number by which a player is known, empty for zero.
func (r *reader) id(t *dbf, record []byte, name string) string {
	id := string(t.bytes(record, name))
	if strings.Trim(id, "0") == "" {
		return ""
	}
	return id
}

// texts returns some columns of all records, decoded together; nil after a refusal.
func (r *reader) texts(t *dbf, decode Decode, names ...string) [][]string {
	var all bytes.Buffer
	for _, record := range t.records {
		for _, name := range names {
			all.Write(bytes.ReplaceAll(t.bytes(record, name), []byte("\n"), []byte(" ")))
			all.WriteByte('\n')
		}
	}
	if len(t.records) == 0 {
		return [][]string{}
	}
	lines := strings.Split(decode(all.Bytes(), r.Collector), "\n")
	if r.Refused() || len(lines) != len(t.records)*len(names)+1 {
		return nil
	}
	rows := make([][]string, len(t.records))
	for i := range rows {
		rows[i] = lines[i*len(names) : (i+1)*len(names)]
	}
	return rows
}

// number returns a field that is a whole number; zero if it is blank.
func (r *reader) number(t *dbf, record []byte, name string, at finding.At) int {
	text := string(t.bytes(record, name))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != float64(int32(n)) {
		r.Add(finding.Refusal("value-impossible", at, finding.Quoted("text", name+"="+text), finding.Text("form", "integer")))
		return 0
	}
	return int(n)
}

// over is the type of a side of a game that was played.
const over = 1

// games reads the results. Scores are in half points.
func (r *reader) games(t *dbf) {
	s := r.section()
	for i, record := range t.records {
		at := finding.At{Line: int32(i + 1)}
		if full := r.room.Take(report.Games, 1, at); full != nil || r.Full() {
			if full != nil {
				r.Add(*full)
			}
			return
		}
		number := func(name string) int { return r.number(t, record, name, at) }
		round := number("ROUND")
		white, black := r.start[number("WHITE")], r.start[number("BLACK")]
		mine, theirs := number("W_SCORE"), number("B_SCORE")
		if number("WHITE") != 0 && white == 0 || number("BLACK") != 0 && black == 0 {
			r.Add(finding.Refusal("unknown-start-number", at, finding.Int("player", max(number("WHITE"), number("BLACK"))), finding.Int("round", round)))
			continue
		}
		if white == 0 || black == 0 {
			if white == 0 {
				white, mine = black, theirs
			}
			kind, ok := map[int]report.ByeKind{0: report.ZeroBye, 1: report.HalfBye, 2: report.PairingBye}[mine]
			if !ok || white == 0 {
				r.Add(finding.Refusal("bye-without-kind", at, finding.Int("player", white), finding.Int("round", round)))
				continue
			}
			s.Byes = append(s.Byes, report.Bye{Round: round, Player: white, Kind: kind, At: at})
			continue
		}
		played := number("W_TYPE") == over && number("B_TYPE") == over
		g := report.Game{Round: round, White: white, Black: black, At: at}
		var ok bool
		if g.Result, g.Unrated, ok = outcome(mine, theirs, played); !ok {
			r.Add(finding.Refusal("result-missing", at, finding.Int("player", white), finding.Int("opponent", black), finding.Int("round", round)))
			continue
		}
		s.Games = append(s.Games, g)
	}
}

// outcome returns a result by both scores; false if there is none.
func outcome(white, black int, played bool) (result report.Result, unrated, ok bool) {
	switch [2]int{white, black} {
	case [2]int{2, 0}:
		if result = report.WhiteWon; !played {
			result = report.WhiteByForfeit
		}
	case [2]int{0, 2}:
		if result = report.BlackWon; !played {
			result = report.BlackByForfeit
		}
	case [2]int{1, 1}:
		return report.Drawn, !played, true
	case [2]int{0, 0}:
		return report.DoubleForfeit, false, !played
	default:
		return 0, false, false
	}
	return result, false, true
}
