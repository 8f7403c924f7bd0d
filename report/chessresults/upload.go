package chessresults

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// IsUpload reports whether a text is the XML that programs upload.
func IsUpload(head string) bool { return strings.Contains(strings.ToLower(head), "<chessresults") }

// deepest is how many elements may be within each other.
const deepest = 50

// Opponents of who has none.
const (
	noBye     = -1 // by the pairing
	notPaired = -2
)

// ReadUpload reads the XML that programs upload, whose days may be known to be in an order. The caller must still call
// report.Check.
func ReadUpload(text, file string, dates civil.Order) (*report.Report, []finding.Finding) {
	u := &upload{reader: reader{Reader: table.Reader{Collector: &finding.Collector{File: file}, Report: &report.Report{File: file}}, dates: dates}, strange: map[string]bool{}}
	in := xml.NewDecoder(strings.NewReader(text))
	in.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // the text is UTF-8 already
	depth := 0
	for !u.Full() && !u.Refused() {
		t, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		line, column := in.InputPos()
		u.at = finding.At{Line: int32(line), Column: int32(column)}
		switch t := t.(type) {
		case xml.Directive:
			u.Add(finding.Refusal("xml-doctype", u.at))
		case xml.StartElement:
			if depth++; depth > deepest {
				u.Add(finding.Refusal("xml-broken", u.at))
			}
			u.element(t)
		case xml.EndElement:
			depth--
		}
		if err != nil {
			u.Add(finding.Refusal("xml-broken", u.at))
			break
		}
	}
	u.finish()
	if len(u.told) == 1 && u.told[0].round == 0 { // of the two days of the event
		if u.begins {
			u.Report.End = 0
		} else {
			u.Report.Start = 0
		}
	}
	return u.Report, u.Findings
}

// upload reads the XML that programs upload.
type upload struct {
	reader
	at     finding.At
	values map[string]string

	begins   bool            // the first day of the event is told
	forfeits bool            // pairings state whether they were forfeited
	strange  map[string]bool // elements with attributes that were named
}

// attributes are those that elements may have, whether they are read or not.
var attributes = map[string][]string{
	"tournament": strings.Fields("key type name name2 rounds round timetype timecontrol datestart dateend datecutoff organizer director arbiter deputyarbiter deputychiefarbiter " +
		"chiefarbiter town location fed state federation email homepage remark remarks rating ratingavg fiderated nationalrated tb1 tb2 tb3 tb4 tb5 tb6 lastupdate creator id key1 key2"),
	"player": strings.Fields("no id lastname firstname atitle title rtg rtgfide rtgnat dob sex fed state teamno teamname board fideid clubname clubno typ type group rank pts " +
		"tb1 tb2 tb3 tb4 tb5 tb6 kfaktor kfactor status email phone remark locname localname"),
	"playerpairing": strings.Fields("round pairing board whiteno blackno reswhite resblack forfeit date time teampairing"),
	"round":         strings.Fields("round date time"),
}

// element reads an element. All that is told is in attributes.
func (u *upload) element(t xml.StartElement) {
	u.values = map[string]string{}
	for _, a := range t.Attr {
		value := strings.Join(strings.Fields(a.Value), " ")
		if finding.Disguised(value) {
			u.Add(finding.Refusal("control-character", u.at, finding.Quoted("text", a.Value)))
		}
		u.values[strings.ToLower(a.Name.Local)] = value
	}
	name := strings.ToLower(t.Name.Local)
	for _, a := range t.Attr {
		if words := attributes[name]; words != nil && !slices.Contains(words, strings.ToLower(a.Name.Local)) && !u.strange[name+" "+a.Name.Local] {
			u.strange[name+" "+a.Name.Local] = true
			u.Add(finding.New("attribute-unknown", finding.Warning, u.at, finding.Quoted("text", a.Name.Local), finding.Text("name", name)))
		}
	}
	switch name {
	case "tournament":
		u.tournament()
	case "player":
		u.player()
	case "playerpairing":
		u.pairing()
	case "round":
		u.ofRound()
	}
}

// wrong adds the refusal of an attribute.
func (u *upload) wrong(attribute, form string) {
	u.Add(finding.Refusal("value-impossible", u.at, finding.Quoted("text", attribute+"="+u.values[attribute]), finding.Text("form", form)))
}

// whole returns an attribute that is a whole number; zero if it is missing.
func (u *upload) whole(attribute string) int {
	text := u.values[attribute]
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
	if err != nil || n > 1<<30 || n < -1<<30 {
		u.wrong(attribute, "integer")
		return 0
	}
	return n
}

// day notes an attribute that is a day: 2026/03/07, 20260307, 07.03.2026.
func (u *upload) day(attribute string, round int) {
	text := u.values[attribute]
	if strings.Trim(text, "0/.-") == "" {
		return
	}
	told := report.Tell(text, u.at)
	if len(told.Days()) == 0 {
		u.wrong(attribute, "date")
		return
	}
	u.told = append(u.told, roundDay{round, told})
}

func (u *upload) tournament() {
	to := u.Report
	to.Name, to.City, to.Venue = u.values["name"], u.values["town"], u.values["location"]
	to.Organizer, to.Responsible, to.ChiefArbiter = u.values["organizer"], u.values["director"], u.values["arbiter"]
	to.Federation = u.values["fed"]
	to.TimeControlText = u.values["timecontrol"]
	u.day("datestart", 0)
	u.begins = len(u.told) > 0
	u.day("dateend", 0)
	u.section().Rounds = u.whole("rounds")
	switch kind := u.whole("timetype"); kind {
	case 0:
	case 1, 2, 3:
		to.Type = [...]rating.Kind{rating.Standard, rating.Rapid, rating.Blitz}[kind-1]
	default:
		u.wrong("timetype", "kind")
	}
	switch u.whole("type") { // 0 is a Swiss, 3 one of teams
	case 1:
		to.System = report.RoundRobin
	case 2:
		to.System, to.Team = report.RoundRobin, true
	case 3:
		to.Team = true
	}
}

func (u *upload) player() {
	if !u.Take(report.Players, u.at) {
		return
	}
	p := report.Player{StartNumber: u.whole("no"), ID: u.values["id"], Federation: u.values["fed"], Club: u.values["clubname"], Rank: u.whole("rank"), At: u.at}
	p.Name = strings.Trim(u.values["lastname"]+", "+u.values["firstname"], ", ")
	if p.Title = report.StrictTitle(u.values["title"]); strings.ContainsAny(p.Title, "0123456789") {
		u.wrong("title", "title")
	}
	if fide := u.values["fideid"]; strings.Trim(fide, "0") != "" {
		p.FideID = fide
	}
	if id := p.ID; strings.Trim(id, "0") == "" {
		p.ID = ""
	}
	switch strings.ToLower(u.values["sex"]) {
	case "w", "f":
		p.Sex = "w"
	case "m":
		p.Sex = "m"
	}
	for _, attribute := range []string{"rtg", "rtgfide", "rtgnat"} {
		value := u.whole(attribute)
		if value > int(rating.Max) {
			u.wrong(attribute, "rating")
		} else if p.Rating == 0 && value > 0 {
			p.Rating = rating.Rating(value)
		}
	}
	if dob := u.values["dob"]; strings.Trim(dob, "0/.-") != "" {
		w, ok := civil.Read(dob)
		if births := w.Births(); ok && len(births) == 1 {
			p.Birth = births[0]
		} else {
			u.Add(finding.New("birth-unreadable", finding.Warning, u.at, finding.Int("player", p.StartNumber)))
		}
	}
	if text := u.values["pts"]; text != "" {
		if points, ok := table.ReadPoints(text); ok {
			p.Points = &points
		} else {
			u.wrong("pts", "points")
		}
	}
	u.section().Players = append(u.section().Players, p)
}

// ofRound reads the day of a round.
func (u *upload) ofRound() {
	if round := u.whole("round"); round >= 1 && round <= report.MaxRound {
		u.day("date", round)
	}
}

// worths are what a result is worth to a side.
var worths = map[string]string{"1": "1", "1.0": "1", "1,0": "1", "0.5": "½", "0,5": "½", "½": "½", "0": "0", "0.0": "0", "0,0": "0"}

func (u *upload) pairing() {
	if !u.Take(report.Games, u.at) {
		return
	}
	round, white, black := u.whole("round"), u.whole("whiteno"), u.whole("blackno")
	mine, theirs := worths[u.values["reswhite"]], worths[u.values["resblack"]]
	s := u.section()
	if white < 0 {
		white, black, mine, theirs = black, white, theirs, mine
	}
	if black == noBye || black == notPaired {
		word := "bye"
		if black == notPaired {
			word = "not paired"
		}
		s.Byes = append(s.Byes, report.Bye{Round: round, Player: white, Kind: byeOf(word, mine), At: u.at})
		return
	}
	_, states := u.values["forfeit"]
	if u.forfeits = u.forfeits || states; u.forfeits && !states {
		u.wrong("forfeit", "forfeit-letter")
		return
	}
	forfeit := strings.ToUpper(u.values["forfeit"])
	if !slices.Contains([]string{"", "K", "D", "U"}, forfeit) {
		u.wrong("forfeit", "forfeit-letter")
		return
	}
	if mine == "" || theirs == "" {
		u.Add(finding.Refusal("result-missing", u.at, finding.Int("player", white), finding.Int("opponent", black), finding.Int("round", round)))
		return
	}
	result, ok := outcomes[[2]string{plain(mine, forfeit == "K"), plain(theirs, forfeit == "K")}]
	if !ok {
		u.Add(finding.Refusal("value-impossible", u.at, finding.Quoted("text", u.values["reswhite"]+" - "+u.values["resblack"]+" "+forfeit), finding.Text("form", "result")))
		return
	}
	if forfeit == "D" {
		u.Add(finding.New("result-by-penalty", finding.Warning, u.at, finding.Int("player", white), finding.Int("opponent", black), finding.Int("round", round)))
	}
	s.Games = append(s.Games, report.Game{Round: round, White: white, Black: black, Result: result, Unrated: forfeit == "U" || forfeit == "D", At: u.at})
}
