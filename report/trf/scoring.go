package trf

import (
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The lines with the points for results (162, 362) are pairs of a code and
// points: the first in these columns, each further one nine columns later.
var (
	colScoreCode   = column{5, 6}
	colScorePoints = column{7, 10}
)

const scoresApart = 9

// maxScore is the highest score that fits.
const maxScore = 99.5 * 2

// scorePair matches a code and points, in any columns.
var scorePair = regexp.MustCompile(`^[ \t]*([A-Z]+)[ \t]*([0-9.,]+)`)

// scorePairs returns the codes and points of a line, and false if a code is
// unknown.
func (r *reader) scorePairs(line string, known map[string]bool) (pairs map[string]rating.Score, ok bool) {
	pairs = map[string]rating.Score{}
	for rest := line[3:]; trim(rest) != ""; {
		m := scorePair.FindStringSubmatch(rest)
		if m == nil || !known[m[1]] {
			return nil, false
		}
		points, _, ok := parsePoints(m[2])
		if !ok || points > maxScore {
			return nil, false
		}
		pairs[m[1]] = points
		rest = rest[len(m[0]):]
	}
	return pairs, true
}

// scoreLetters are the codes of 162. Z is what pairing programs wrote for A before July 2026.
var scoreLetters = map[string]bool{"W": true, "D": true, "L": true, "A": true, "Z": true, "P": true, "X": true}

// scoring reads the players' points for results (162).
func (r *reader) scoring(line string) fate {
	pairs, ok := r.scorePairs(line, scoreLetters)
	if !ok {
		r.scoringUnreadable(line)
	}
	if absence, said := pairs["Z"]; said {
		if _, both := pairs["A"]; !both {
			pairs["A"] = absence
		}
		delete(pairs, "Z")
		r.Add(finding.New("points-code-z", finding.Info, r.at(tagText)))
	}
	if absence, said := pairs["A"]; said { // A is also a loss by forfeit, unless BBF has set that
		if _, said := r.scored["F"]; !said {
			pairs["F"] = absence
		}
	}
	return r.score(line, pairs)
}

// bbLetters maps a BB code to the letter of 162: A is absence, P the
// pairing-allocated bye. F, a loss by forfeit, has no letter there.
var bbLetters = map[string]string{"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "F", "BBU": "P"}

// scoringOf reads the players' points for one result (BB).
func (r *reader) scoringOf(line string) fate {
	points, _, ok := parsePoints(r.words(line))
	if !ok || points > maxScore || r.words(line) == "" {
		r.scoringUnreadable(line)
	}
	return r.score(line, map[string]rating.Score{bbLetters[line[:3]]: points})
}

func (r *reader) scoringUnreadable(line string) {
	r.Add(finding.Refusal("cell-unreadable", r.at(tagText), finding.Text("field", "scoring"), finding.Text("text", r.words(line))))
}

// score sets the points of a line, unless an earlier line contradicts it.
func (r *reader) score(line string, pairs map[string]rating.Score) fate {
	for letter, points := range pairs {
		other, said := r.scored[letter]
		if said && other != points || r.coloured != nil && !r.colouredAs(letter, points) {
			r.repeats(line[:3])
			return repeated
		}
	}
	if r.coloured != nil {
		return taken // XXS has set it
	}
	if r.scored == nil {
		r.scored = map[string]rating.Score{}
	}
	maps.Copy(r.scored, pairs)
	return taken
}

// byColour maps the codes of XXS, which are by colour, to the letters of 162;
// usual are their default points.
var (
	byColour = map[string]string{
		"WW": "W", "BW": "W", "FW": "W", "FPB": "W", "WD": "D", "BD": "D", "HPB": "D", "WL": "L", "BL": "L",
		"ZPB": "A", "PAB": "P", "FL": "F",
	}
	letters = map[string]bool{"W": true, "D": true, "L": true, "A": true, "P": true, "F": true}
	usual   = map[string]rating.Score{"W": rating.Win, "D": rating.Draw, "P": rating.Win}
)

// colouredAs reports whether XXS has set the points of a letter to the same
// value for both colours.
func (r *reader) colouredAs(letter string, points rating.Score) bool {
	for code, of := range byColour {
		if of == letter && r.coloured[code] != points {
			return false
		}
	}
	return true
}

// scoringByColour reads the players' points in JaVaFo's form (XXS). It must not
// contradict earlier lines, and starts from their points.
func (r *reader) scoringByColour(line string) fate {
	before := r.scored
	was := maps.Clone(r.coloured)
	r.scored = nil
	what := r.readByColour(line, before)
	for letter, points := range before {
		if _, known := letters[letter]; known && !r.colouredAs(letter, points) {
			r.scored, r.coloured = before, was
			r.repeats("XXS")
			return repeated
		}
	}
	return what
}

// readByColour reads a line XXS; before has the points by letter of earlier
// lines.
func (r *reader) readByColour(line string, before map[string]rating.Score) fate {
	if r.coloured == nil {
		r.coloured = map[string]rating.Score{}
		for code, letter := range byColour {
			r.coloured[code] = usual[letter]
			if points, said := before[letter]; said {
				r.coloured[code] = points
			}
		}
	}
	for _, word := range strings.Fields(line[3:]) {
		code, text, _ := strings.Cut(word, "=")
		points, _, ok := parsePoints(text)
		if _, known := byColour[code]; !ok || points > maxScore || text == "" || !known && code != "W" && code != "D" {
			r.scoringUnreadable(line)
			return taken
		}
		for each, letter := range byColour {
			if each == code || letter == code { // W and D apply to all codes of their letter
				r.coloured[each] = points
			}
		}
	}
	return taken
}

// finishByColour converts XXS to one scoring. If a result is worth more to one
// colour than to the other, there is none.
func (r *reader) finishByColour() {
	letters := map[string]rating.Score{}
	for code, points := range r.coloured {
		letter := byColour[code]
		if other, ok := letters[letter]; ok && other != points {
			r.Add(finding.Refusal("scoring-by-colour", finding.At{}))
			return
		}
		letters[letter] = points
	}
	if len(letters) > 0 {
		r.scored = letters
	}
}

// finishScoring makes the scoring from the letters. The defaults are the usual
// points, and a win for the pairing-allocated bye.
func (r *reader) finishScoring() {
	r.finishByColour()
	if r.scored == nil {
		return
	}
	given := func(letter string, otherwise rating.Score) rating.Score {
		if points, ok := r.scored[letter]; ok {
			return points
		}
		return otherwise
	}
	s := report.Scoring{Win: given("W", rating.Win), Draw: given("D", rating.Draw), Loss: given("L", rating.Loss)}
	s.PairingBye, s.ZeroBye = given("P", s.Win), given("A", rating.Loss)
	s.ForfeitLoss, s.Unknown = given("F", s.ZeroBye), given("X", s.Draw)
	r.report.Scoring = &s
}

// teamScoring reads the match points (362).
func (r *reader) teamScoring(line string) fate {
	pairs, ok := r.scorePairs(line, map[string]bool{"TW": true, "TD": true, "TL": true})
	if !ok {
		r.unreadable("362", &misfit{tagText, "scoring", r.words(line)})
		return unread
	}
	s := report.UsualTeamScoring
	for code, to := range map[string]*rating.Score{"TW": &s.Win, "TD": &s.Draw, "TL": &s.Loss} {
		if points, ok := pairs[code]; ok {
			*to = points
		}
	}
	r.report.TeamPlay.Scoring = &s
	return taken
}

// scorePoints is a code and its points.
type scorePoints struct {
	code   string
	points rating.Score
}

// scores writes codes and points in their columns.
func (w *writer) scores(code string, scores ...scorePoints) {
	line := newLine(code)
	shift := 0
	for _, s := range scores {
		line.right(column{colScoreCode.first + shift, colScoreCode.last + shift}, s.code)
		line.right(column{colScorePoints.first + shift, colScorePoints.last + shift}, shortPoints(s.points, colScorePoints))
		shift += scoresApart
	}
	w.end(line.String())
}

// scoring writes the points for results unless they are the usual ones. TRF26
// cannot express a forfeit loss with other points than an absence.
func (w *writer) scoring() {
	s := w.r.Scoring
	if s == nil {
		return
	}
	if w.version == TRF26 {
		if s.ForfeitLoss != s.ZeroBye {
			w.extension(scorePoints{"BBF", s.ForfeitLoss})
		}
		w.scores("162", scorePoints{"W", s.Win}, scorePoints{"D", s.Draw}, scorePoints{"L", s.Loss},
			scorePoints{"A", s.ZeroBye}, scorePoints{"P", s.PairingBye}, scorePoints{"X", s.Unknown})
		return
	}
	for _, line := range []scorePoints{{"BBW", s.Win}, {"BBD", s.Draw}, {"BBL", s.Loss}, {"BBZ", s.ZeroBye}, {"BBF", s.ForfeitLoss}, {"BBU", s.PairingBye}} {
		w.extension(line)
	}
}

// extension writes the points for one result in bbpPairings' form.
func (w *writer) extension(s scorePoints) {
	w.tag(s.code, fmt.Sprintf("%4s", shortPoints(s.points, colScorePoints)))
}

func (w *writer) teamScoring() {
	if s := w.r.TeamPlay.Scoring; s != nil {
		w.scores("362", scorePoints{"TW", s.Win}, scorePoints{"TD", s.Draw}, scorePoints{"TL", s.Loss})
	}
}

// points formats points with one decimal.
func points(s rating.Score) string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	return fmt.Sprintf("%s%d.%d", sign, s/2, s%2*5)
}
