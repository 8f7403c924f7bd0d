package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// TimeWords is what a text says about a time control. The zero TimeWords says
// nothing.
type TimeWords struct {
	Control TimeControl // empty: none could be read
	Type    rating.Kind // stated besides or instead of it; zero: none
	Minutes bool        // a number without a unit was read as minutes (Reading G6)
	Unread  bool        // the text contains more that could not be read
}

// ReadTimeWords parses a time control as organisers write it in English or
// Japanese, or in the coding itself: 90'+30", 25 min + 10 sec, G/60 d5, 15+10,
// 1h30 + 30s, 40/120, 60. If the text is ambiguous or contains an unknown word,
// it returns no control.
func ReadTimeWords(text string) TimeWords {
	var words TimeWords
	const longest = 200 // bytes of a time control in words
	if len(text) > longest {
		return TimeWords{Unread: true}
	}
	plain := plainText(text)
	if t, err := ParseTimeControl(strings.ToUpper(plain)); err == nil && t.inSeconds() {
		words.Control = t
		return words
	}
	words.Type, plain = typeIn(plain)
	tokens, known := timeTokens(plain)
	if known && len(tokens) > 0 {
		words.Control, words.Minutes = parseTimeWords(tokens)
	}
	words.Unread = words.Control == "" && (!known || len(tokens) > 0)
	return words
}

// ReadWords sets type and time control from the words of a report and its
// sections, unless they are stated otherwise. The findings state how the words
// were read, or that they could not be.
func (r *Report) ReadWords() []finding.Finding {
	var found []finding.Finding
	read := func(text string, control *[]TimeControl, kind *rating.Kind, in func(finding.Finding) finding.Finding) {
		words := ReadTimeWords(text)
		if *kind == 0 {
			*kind = words.Type
		}
		if text == "" || len(*control) > 0 {
			return
		}
		id, severity := "time-control-understood", finding.Info
		switch {
		case words.Unread:
			id, severity = "time-control-unclear", finding.Warning
		case words.Control == "":
			return
		case words.Minutes:
			id = "time-control-minutes"
		}
		if words.Control != "" {
			*control = []TimeControl{words.Control}
		}
		if string(words.Control) != text {
			found = append(found, in(finding.New(id, severity, finding.At{}, finding.Text("text", text), finding.Text("code", string(words.Control)))))
		}
	}
	event := func(f finding.Finding) finding.Finding { return f }
	read(r.TimeControlText, &r.TimeControl, &r.Type, event)
	for i := range r.Sections {
		s := &r.Sections[i]
		read(s.TimeControlText, &s.TimeControl, &s.Type, func(f finding.Finding) finding.Finding { return f.In(s.Name) })
	}
	if r.Type == 0 {
		r.Type = TypeInWords(r.TypeText)
	}
	for i := range found {
		found[i].Report = r.File
	}
	return found
}

// TimeInMinutes returns the finding that a bare number was taken for minutes (Reading G6).
func TimeInMinutes(at finding.At, text string, t TimeControl) finding.Finding {
	return finding.New("time-control-minutes", finding.Info, at, finding.Text("text", text), finding.Text("code", string(t)))
}

// TypeInWords returns the type that the name of a tournament's kind states, as
// in line 092 of an exchange file; zero if there is none or several. "Standard"
// counts only in parentheses, because pairing systems are also called so.
func TypeInWords(text string) rating.Kind {
	plain := plainText(text)
	kind, _ := typeIn(plain)
	if kind == rating.Standard {
		from, to := strings.IndexByte(plain, '('), strings.LastIndexByte(plain, ')')
		if from < 0 || to < from {
			return 0
		}
		kind, _ = typeIn(plain[from:to])
	}
	return kind
}

// typeNames are the words for the types.
var typeNames = []struct {
	word string
	kind rating.Kind
}{
	{"standard", rating.Standard}, {"classical", rating.Standard}, {"\u30b9\u30bf\u30f3\u30c0\u30fc\u30c9", rating.Standard},
	{"\u30af\u30e9\u30b7\u30ab\u30eb", rating.Standard}, {"rapid", rating.Rapid}, {"\u30e9\u30d4\u30c3\u30c9", rating.Rapid},
	{"blitz", rating.Blitz}, {"\u30d6\u30ea\u30c3\u30c4", rating.Blitz},
}

// typeIn returns the type that a text names, zero if there is none or several,
// and the text without the names.
func typeIn(plain string) (kind rating.Kind, rest string) {
	several := false
	for _, n := range typeNames {
		if strings.Contains(plain, n.word) {
			several = several || kind != 0 && kind != n.kind
			kind, plain = n.kind, strings.ReplaceAll(plain, n.word, " ")
		}
	}
	if several {
		kind = 0
	}
	return kind, plain
}

// plainText returns a text in lower case, with punctuation and digits in ASCII.
func plainText(text string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= '\uff01' && r <= '\uff5e': // full-width
			r -= '\uff01' - '!'
		case strings.ContainsRune("\u2019\u2032\u2018\u00b4`", r):
			r = '\''
		case strings.ContainsRune("\u201d\u2033\u201c", r):
			r = '"'
		case strings.ContainsRune("\u3001;", r):
			r = ','
		case strings.ContainsRune("\u00d7*", r):
			r = 'x'
		case r == '\u3000':
			r = ' '
		}
		return unicode.ToLower(r)
	}, strings.TrimSpace(text))
	return strings.ReplaceAll(plain, "''", "\"")
}

// timeToken is a number or a word of a time control.
type timeToken struct {
	sort   timeSort
	number int
}

// timeSort is the kind of a token.
type timeSort uint8

const (
	aNumber     timeSort = iota
	hours                // units ...
	minutes              //
	seconds              //
	moves                //
	plus                 // something is added: +, with
	then                 // another part follows: a comma, then
	tied                 // moves belong to a time: /, for, in, x
	after                // the following moves end the previous stage
	eachMove             // a time is for each move
	increment            // a time is an increment ...
	delay                // or a delay
	wholeGame            // the time is for the whole game: G/60
	saysNothing          // nothing that matters
)

// timeTerm is a word of a time control.
type timeTerm struct {
	word string
	sort timeSort
}

// timeTerms are the words of time controls, longer ones first. The Japanese
// words mean thinking time, loss on time, for each player, per move, hours,
// minutes, seconds, moves, and added time.
var timeTerms = longestFirst(map[timeSort][]string{
	hours:   {"hours", "hour", "hrs", "hr", "h", "\u6642\u9593"},
	minutes: {"minutes", "minute", "mins.", "mins", "min.", "min", "m", "'", "\u5206\u9593", "\u5206"},
	seconds: {"seconds", "second", "secs.", "secs", "sec.", "sec", "s", "\"", "\u79d2"},
	moves:   {"moves", "move", "mvs", "mm", "\u624b"},
	plus:    {"plus", "with", "+", "&"},
	then:    {"followed by", "then", "and", ","},
	tied:    {"for", "in", "/", "x"},
	after:   {"after"},
	eachMove: {
		"for each move", "each move", "every move", "per move", "a move", "/move",
		"1\u624b\u3054\u3068\u306b", "1\u624b\u306b\u3064\u304d", "1\u624b\u6bce\u306b", "1\u624b", "\u4e00\u624b", "/\u624b",
	},
	increment: {"increments", "increment", "inc.", "inc", "bonus", "fischer", "\u52a0\u7b97", "\u30d5\u30a3\u30c3\u30b7\u30e3\u30fc"},
	delay:     {"time delay", "us delay", "delay", "bronstein", "d", "\u30c7\u30a3\u30ec\u30a4"},
	wholeGame: {"sudden death", "game in", "game/", "game", "sd/", "sd", "g/", "g"},
	saysNothing: {
		"starting from the first move", "starting from move one", "starting from move 1", "from the first move", "from move one", "from move 1",
		"for the rest of the game", "for the remainder of the game", "for the whole game", "to finish the game", "to finish",
		"for each player", "per player", "/player", "per side", "per game", "each", "player", "of", "an", "the", "first", "additional", "addition", "extra",
		"\u6301\u3061\u6642\u9593", "\u5207\u308c\u8ca0\u3051", "\u4e00\u4eba", "\u5404\u81ea", "\u5404", "\u305a\u3064",
	},
})

func longestFirst(words map[timeSort][]string) []timeTerm {
	var terms []timeTerm
	for sort, all := range words {
		for _, word := range all {
			terms = append(terms, timeTerm{word, sort})
		}
	}
	slices.SortFunc(terms, func(a, b timeTerm) int { return cmp.Or(len(b.word)-len(a.word), strings.Compare(a.word, b.word)) })
	return terms
}

// timeTokens splits a text into numbers and words; known is false if it
// contains anything else.
func timeTokens(plain string) (tokens []timeToken, known bool) {
	plain = strings.NewReplacer("(", " ", ")", " ", ":", " ").Replace(plain)
next:
	for plain = strings.TrimSpace(plain); plain != ""; plain = strings.TrimSpace(plain) {
		for _, t := range timeTerms {
			rest, ok := strings.CutPrefix(plain, t.word)
			if !ok || len(t.word) > 1 && letter(t.word, len(t.word)-1) && letter(rest, 0) { // another word that begins so
				continue
			}
			if t.sort != saysNothing {
				tokens = append(tokens, timeToken{t.sort, 0})
			}
			plain = rest
			continue next
		}
		digits := len(plain) - len(strings.TrimLeft(plain, "0123456789"))
		if digits == 0 || digits > 6 {
			return nil, false
		}
		n, _ := strconv.Atoi(plain[:digits])
		tokens = append(tokens, timeToken{aNumber, n})
		plain = plain[digits:]
	}
	return tokens, true
}

// letter reports whether the text has a letter from a to z at an index.
func letter(text string, at int) bool { return at < len(text) && text[at] >= 'a' && text[at] <= 'z' }

// withUnits adds the missing units of numbers. minutesAlone reports whether a
// number without a unit was taken for minutes. ok is false if a unit would be a
// guess.
func withUnits(tokens []timeToken) (all []timeToken, minutesAlone, ok bool) {
	sort := func(i int) timeSort {
		if i < 0 || i >= len(tokens) {
			return saysNothing
		}
		return tokens[i].sort
	}
	bare := func(i int) bool { return sort(i) == aNumber && (sort(i+1) < hours || sort(i+1) > moves) }
	stages, game := false, false // moves were stated; the time is for the whole game
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		all = append(all, t)
		game = game || t.sort == wholeGame
		stages = stages || t.sort == moves
		if !bare(i) {
			continue
		}
		n, before, behind := t.number, sort(i-1), sort(i+1)
		var unit timeSort
		switch {
		case before == hours, before == wholeGame: // 1h30, G/60
			unit = minutes
		case before == delay, before == increment, behind == delay, behind == increment, behind == eachMove:
			unit = seconds
		case len(tokens) == 1 && n >= 30 && n <= 300: // Reading G6
			unit, minutesAlone = minutes, true
		case i == 0 && behind == tied && bare(2) && n == tokens[2].number && n < 300: // 45/45: for either player
			unit, i = minutes, 2
		case i == 0 && behind == tied && bare(2) && n >= 20 && n <= 80 && tokens[2].number >= 30 && tokens[2].number < 300: // 40/120
			unit, stages = moves, true
		case i > 2 && before == tied && (sort(i-2) == hours || sort(i-2) == minutes): // 100'x40
			unit, stages = moves, true
		case i == 2 && before == tied && stages:
			unit = minutes
		case i == 0 && behind == plus && n <= 120 && (bare(2) || sort(3) == seconds): // 15+10
			unit = minutes
		case before == plus && n <= 60 && (i == 2 || game): // the 10 of it, G/90+30
			unit = seconds
		case before == then && stages && n >= 10: // 40/120, 60
			unit = minutes
		default:
			return nil, false, false
		}
		all = append(all, timeToken{unit, 0})
	}
	return all, minutesAlone, true
}

// timeQuantity is a number with its unit, how it is connected to the previous
// one, and whether it is added for each move.
type timeQuantity struct {
	n    int
	unit timeSort
	link timeSort // plus, then, tied, after; saysNothing: none
	mark timeSort // increment or delay; saysNothing: neither
}

// timeQuantities combines tokens into quantities; consecutive hours and minutes
// are one. ok is false if a word is left over.
func timeQuantities(tokens []timeToken) (all []timeQuantity, ok bool) {
	link, mark := saysNothing, saysNothing
	for i := 0; i < len(tokens); i++ {
		sort := tokens[i].sort
		if sort == eachMove {
			sort = increment
		}
		last := len(all) - 1
		switch {
		case sort == aNumber:
			n, unit := tokens[i].number, tokens[i+1].sort
			if i++; unit == hours {
				n, unit = 60*n, minutes
				if i+2 < len(tokens) && tokens[i+1].sort == aNumber && tokens[i+2].sort == minutes {
					n, i = n+tokens[i+1].number, i+2
				}
			}
			all = append(all, timeQuantity{n, unit, link, mark})
			link, mark = saysNothing, saysNothing
		case sort == wholeGame:
		case sort != increment && sort != delay:
			link = sort
		case last >= 0 && all[last].unit == seconds && link == saysNothing: // 30 s per move
			if all[last].mark != delay {
				all[last].mark = sort
			}
		default: // an increment of 30 s
			mark = sort
		}
	}
	return all, link == saysNothing && mark == saysNothing
}

// parseTimeWords returns the time control of tokens, empty if they have several
// meanings or none.
func parseTimeWords(tokens []timeToken) (control TimeControl, minutesAlone bool) {
	tokens, minutesAlone, ok := withUnits(tokens)
	if !ok {
		return "", false
	}
	quantities, ok := timeQuantities(tokens)
	if !ok {
		return "", false
	}
	var stages []stage
	ahead, added, delayed := 0, 0, false // moves of the stage that follows; what is added to each move
	for _, q := range quantities {
		n := len(stages)
		switch {
		case q.unit == moves && q.link == after && n > 1 && stages[n-2].moves == 0: // + 30 min after 40 moves
			stages[n-2].moves = q.n
		case q.unit == moves && q.link == tied && n > 0 && stages[n-1].moves == 0: // 90 min for 40 moves
			stages[n-1].moves = q.n
		case q.unit == moves && q.link != after && q.link != tied && ahead == 0: // 40 moves in 90 min
			ahead = q.n
		case q.unit == minutes && q.mark == saysNothing && n == 1 && q.link == tied && ahead == 0 && stages[0] == stage{base: 60 * q.n}: // 30 min/30 min: for either player
		case q.unit == minutes && q.mark == saysNothing && (n == 0 || ahead > 0 || q.link == plus || q.link == then):
			stages, ahead = append(stages, stage{moves: ahead, base: 60 * q.n}), 0
		case q.unit == seconds && n == 0 && q.mark == saysNothing:
			stages, ahead = append(stages, stage{moves: ahead, base: q.n}), 0
		case q.unit == seconds && n > 0 && added == 0 && q.n <= 180 && (q.mark != saysNothing || q.link == plus || q.link == then):
			added, delayed = q.n, q.mark == delay
		default:
			return "", false
		}
	}
	if len(stages) == 0 || ahead > 0 {
		return "", false
	}
	return codeOf(stages, added, delayed), minutesAlone
}

// codeOf formats stages in the coding, with the time added for each move; empty
// if that is not a time control.
func codeOf(stages []stage, added int, delayed bool) TimeControl {
	codes := make([]string, len(stages))
	for i, s := range stages {
		codes[i] = strconv.Itoa(s.base)
		if s.moves > 0 {
			codes[i] = fmt.Sprintf("%d/%d", s.moves, s.base)
		}
		switch {
		case added > 0 && delayed:
			codes[i] += fmt.Sprintf("d%d", added)
		case added > 0:
			codes[i] += fmt.Sprintf("+%d", added)
		case len(stages) == 1 && s.moves == 0 && s.base >= 30 && s.base <= 300:
			codes[i] += "+0" // a bare number would be minutes, Reading G6
		}
	}
	t, err := ParseTimeControl(strings.Join(codes, ":"))
	if err != nil {
		return ""
	}
	return t
}
