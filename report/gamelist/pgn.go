package gamelist

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// tag is a line of PGN that tells of a game.
var tag = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$`)

// IsPGN reports whether a text begins as PGN does.
func IsPGN(head string) bool {
	for line := range strings.Lines(head) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "%") {
			continue
		}
		return tag.MatchString(line)
	}
	return false
}

// ReadPGN reads the tags of games; moves are not read. The order of the days may be known. The caller
// must still call report.Check.
func ReadPGN(text, file string, order civil.Order) (*report.Report, []finding.Finding) {
	p := &pgn{list: newList(file)}
	number := 0
	moves := true
	for line := range strings.Lines(text) {
		number++
		m := tag.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			moves = moves || strings.TrimSpace(line) != ""
			continue
		}
		if moves || p.tags[m[1]] != "" && m[1] == "Event" { // the next game, with or without moves between
			if !p.game() {
				break
			}
			p.tags, p.line, moves = map[string]string{}, number, false
		}
		p.tags[m[1]] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(strings.Join(strings.Fields(m[2]), " "))
	}
	p.game()
	return p.finish(order)
}

// pgn reads the games of a PGN.
type pgn struct {
	*list
	tags map[string]string // of the current game
	line int               // its first one
}

// value returns a tag, empty for what PGN writes for unknown.
func (p *pgn) value(name string) string {
	if text := p.tags[name]; strings.Trim(text, "?.-*") != "" {
		return text
	}
	return ""
}

// game adds the game whose tags have come, and returns false when there is no more room.
func (p *pgn) game() bool {
	if len(p.tags) == 0 {
		return true
	}
	r := row{event: p.value("Event"), at: finding.At{Line: int32(p.line)}}
	round, _, _ := strings.Cut(p.value("Round"), ".") // 3.1 is board 1 of round 3
	r.round, _ = strconv.Atoi(round)                  // 0: not stated
	if text := p.value("Date"); text != "" && !strings.Contains(text, "?") && !r.day(text) {
		p.Add(finding.Refusal("value-impossible", r.at, finding.Quoted("text", text), finding.Text("form", "date")))
	}
	r.white, r.black = p.side("White"), p.side("Black")
	if site := p.value("Site"); p.report.City == "" && site != "" {
		p.report.City = site
	}
	if control := p.value("TimeControl"); p.report.TimeControlText == "" {
		p.report.TimeControlText = control
	}
	switch p.tags["Result"] {
	case "1-0":
		r.result = report.WhiteWon
	case "0-1":
		r.result = report.BlackWon
	case "1/2-1/2":
		r.result = report.Drawn
	default:
		p.Add(finding.Refusal("pgn-result-missing", r.at, finding.Text("white", r.white.name), finding.Text("black", r.black.name)))
		return !p.Full()
	}
	if termination := strings.ToLower(p.tags["Termination"]); strings.Contains(termination, "forfeit") && r.result != report.Drawn {
		r.result += report.WhiteByForfeit - report.WhiteWon
		if p.tags["Result"] == "0-1" {
			r.result = report.BlackByForfeit
		}
	}
	if r.white.name == "" || r.black.name == "" {
		p.Add(finding.Refusal("pgn-name-missing", r.at))
		return !p.Full()
	}
	return p.add(r)
}

// side returns the player of a colour.
func (p *pgn) side(colour string) side {
	s := side{name: p.value(colour), fideID: p.value(colour + "FideId"), title: report.StrictTitle(p.value(colour + "Title"))}
	if value, err := rating.ParseRating(p.value(colour + "Elo")); err == nil {
		s.rating = value
	}
	return s
}
