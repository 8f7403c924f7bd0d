package gamelist

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// tag is a line of PGN that tells of a game.
var tag = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$`)

// unquoted takes the backslashes out of a text.
var unquoted = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

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

// ReadPGN reads the tags of games, and of the moves only the result at their end. The order of the
// days may be known. The caller must still call report.Check.
func ReadPGN(text, file string, order civil.Order) (*report.Report, []finding.Finding) {
	p := &pgn{list: newList(file), tags: map[string]string{}}
	number := 0
	for line := range strings.Lines(text) {
		number++
		m := tag.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || p.comment {
			p.moves(line)
			continue
		}
		if _, again := p.tags[m[1]]; again || p.moved { // the next game, with or without moves between
			if !p.game() {
				break
			}
			p.tags, p.moved, p.end = map[string]string{}, false, ""
		}
		if len(p.tags) == 0 {
			p.line = number
		}
		p.tags[m[1]] = unquoted.Replace(strings.Join(strings.Fields(m[2]), " "))
	}
	p.game()
	return p.finish(order)
}

// pgn reads the games of a PGN.
type pgn struct {
	*list
	tags    map[string]string // of the current game
	line    int               // its first one
	moved   bool              // moves have come
	end     string            // the last word of the moves
	comment bool              // a comment is open
}

// moves reads a line of moves: what stands in comments is none of them.
func (p *pgn) moves(line string) {
	if strings.HasPrefix(line, "%") {
		return
	}
	begin := -1
	for i := 0; i <= len(line); i++ {
		switch {
		case i < len(line) && p.comment:
			p.comment = line[i] != '}'
		case i < len(line) && !strings.ContainsRune(" \t\r\n{;", rune(line[i])):
			if begin < 0 {
				begin = i
			}
		default:
			if begin >= 0 {
				p.moved, p.end, begin = true, line[begin:i], -1
			}
			if i < len(line) && line[i] == ';' {
				return // the rest is a comment
			}
			p.comment = p.comment || i < len(line) && line[i] == '{'
		}
	}
}

// value returns a tag, empty for what PGN writes for unknown.
func (p *pgn) value(name string) string {
	if text := p.tags[name]; strings.Trim(text, "?.-*") != "" {
		return text
	}
	return ""
}

// ordinary reports whether the tags of a game say nothing of another game than chess.
func (p *pgn) ordinary() bool {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
	variant := report.FoldName(p.value("Variant"))
	return (variant == "" || variant == "standard" || variant == "chess" || variant == "normal") && (p.value("FEN") == "" || strings.HasPrefix(p.tags["FEN"], start))
}

// game adds the game whose tags have come, and returns false when there is no more room.
func (p *pgn) game() bool {
	if len(p.tags) == 0 {
		return true
	}
	r := row{event: p.value("Event"), at: finding.At{Line: int32(p.line)}}
	if !p.ordinary() {
		p.Add(finding.Refusal("pgn-no-chess", r.at, finding.Quoted("variant", p.tags["Variant"]+p.tags["FEN"])))
		return !p.Full()
	}
	round, _, _ := strings.Cut(p.value("Round"), ".") // 3.1 is board 1 of round 3
	r.round, _ = strconv.Atoi(round)                  // 0: not stated
	if text := p.value("Date"); text != "" && !strings.Contains(text, "?") && !r.day(text) {
		p.Add(finding.Refusal("value-impossible", r.at, finding.Quoted("text", text), finding.Text("form", "date")))
	}
	r.white, r.black = p.side("White", r.at), p.side("Black", r.at)
	if site := p.value("Site"); p.report.City == "" && site != "" {
		p.report.City = site
	}
	if control := p.value("TimeControl"); p.report.TimeControlText == "" {
		p.report.TimeControlText = control
	}
	var known bool
	if r.result, known = table.ReadResult(p.tags["Result"]); !known {
		p.Add(finding.Refusal("pgn-result-missing", r.at, finding.Text("white", r.white.name), finding.Text("black", r.black.name)))
		return !p.Full()
	}
	if end, told := table.ReadResult(p.end); told && strings.ContainsAny(p.end, "-½") && end.Played() && end != r.result {
		p.Add(finding.New("pgn-result-differs", finding.Warning, r.at, finding.Text("white", r.white.name), finding.Text("black", r.black.name),
			finding.Text("stated", p.tags["Result"]), finding.Text("end", p.end)))
	}
	if termination := strings.ToLower(p.tags["Termination"]); strings.Contains(termination, "forfeit") {
		switch r.result {
		case report.WhiteWon:
			r.result = report.WhiteByForfeit
		case report.BlackWon:
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
func (p *pgn) side(colour string, at finding.At) side {
	s := side{name: p.value(colour), fideID: p.value(colour + "FideId"), title: report.StrictTitle(p.value(colour + "Title"))}
	if elo := p.value(colour + "Elo"); elo != "" {
		var err error
		if s.rating, err = rating.ParseRating(elo); err != nil {
			p.Add(finding.Refusal("cell-impossible", at, finding.Text("column", colour+"Elo"), finding.Quoted("text", elo), finding.Text("form", "rating")))
		}
	}
	return s
}
