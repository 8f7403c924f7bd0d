package doubt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/roster"
)

// script is a way of writing in which names can be compared with each other.
type script uint8

const (
	latin script = iota
	kanji        // kana among kanji included
	kana
	other
	scripts
)

// names is how somebody is called, by script.
type names [scripts][]spelling

// spelling is a name as it was written once.
type spelling struct {
	words   []word
	aside   bool // in brackets: it may be a name, or a remark
	cut     bool // so long that its end may be missing
	scribed script
}

// word is a word of a name, in each form that it may have.
type word struct {
	text  string   // folded
	forms []string // by which words are the same
}

const (
	nameColumns = 30 // of a name that an exchange format may have cut, at least
	mostWords   = 16 // of a name are compared
)

// newNames takes names apart.
func newNames(texts ...string) *names {
	var all names
	for _, text := range texts {
		cut := len([]rune(text)) >= nameColumns
		for _, piece := range brackets(fold(text)) {
			by := piece.byScript()
			for s, words := range by {
				if len(words) > 0 {
					all[s] = append(all[s], spelling{words: words, aside: piece.aside, cut: cut, scribed: script(s)})
				}
			}
		}
	}
	return &all
}

// forms returns the forms of the words, and of all words of a spelling written as one,
// each once.
func (n *names) forms() []string {
	var all []string
	for _, spellings := range n {
		for i := range spellings {
			for _, w := range append([]word{join(spellings[i].words)}, spellings[i].words...) {
				all = append(all, w.forms...)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// piece is a part of a text: in brackets, or not.
type piece struct {
	text  string
	aside bool
}

// brackets splits a text into what stands in brackets and what does not.
func brackets(text string) []piece {
	var inside, outside strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{<\u3010\u3014\u300c", r):
			depth++
			inside.WriteByte(' ')
			outside.WriteByte(' ')
		case strings.ContainsRune(")]}>\u3011\u3015\u300d", r):
			depth = max(0, depth-1)
		case depth > 0:
			inside.WriteRune(r)
		default:
			outside.WriteRune(r)
		}
	}
	return []piece{{outside.String(), false}, {inside.String(), true}}
}

// byScript returns the words of a piece that may be names, by script.
func (p *piece) byScript() (by [scripts][]word) {
	text := strings.Map(func(r rune) rune {
		if strings.ContainsRune("'\u2018\u2019\u02bc\u00b4`", r) { // within a word: Shin'ichi, O'Brien
			return -1
		}
		return r
	}, p.text)
	hasKanji := strings.ContainsFunc(text, isKanji)
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsFunc(w, unicode.IsDigit) { // an ID, or the number of a rank
			continue
		}
		for _, run := range runs(w, hasKanji) {
			if !ranks[run.text] && len(by[run.script]) < mostWords {
				by[run.script] = append(by[run.script], newWord(run.text, run.script))
			}
		}
	}
	return by
}

// run is letters of one script.
type run struct {
	text   string
	script script
}

// runs splits a word where its script changes.
func runs(text string, hasKanji bool) []run {
	var all []run
	for _, r := range text {
		s := other
		switch {
		case isKanji(r) || isKana(r) && hasKanji:
			s = kanji
		case isKana(r):
			s = kana
		case unicode.Is(unicode.Latin, r):
			s = latin
		}
		if n := len(all); n > 0 && all[n-1].script == s {
			all[n-1].text += string(r)
		} else {
			all = append(all, run{string(r), s})
		}
	}
	return all
}

func isKanji(r rune) bool { return unicode.Is(unicode.Han, r) }

func newWord(text string, s script) word {
	w := word{text: text, forms: []string{text}}
	if s == latin {
		w.forms = plain(text)
		w.text = w.forms[0]
		for _, form := range w.forms {
			if sound := roster.Sound(form); !slices.Contains(w.forms, sound) {
				w.forms = append(w.forms, sound)
			}
		}
	}
	return w
}

// length counts letters.
func (w *word) length() int { return len([]rune(w.text)) }

// same reports whether two words have a form in common.
func (w *word) same(o *word) bool {
	return slices.ContainsFunc(w.forms, func(form string) bool { return slices.Contains(o.forms, form) })
}

// titles and courtesies are words before or behind a name that are no part of it. A
// family may be called so: a word that has its like in the other name is a name.
var (
	titles     = wordSet("gm im fm cm nm wgm wim wfm wcm wnm agm aim afm acm ia fa na ft fst fi di ni io")
	courtesies = wordSet("dr prof professor mr mrs ms miss mx sir rev adv jr sr jnr snr ii iii iv san sama 氏 様 君 先生")
)

// ranks are grades of players in Japanese, which are no names.
var ranks = wordSet("初段 二段 三段 四段 五段 六段 七段 八段 九段 段 級 一級 二級 三級 四級 五級 六級")

func wordSet(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}

func (w *word) title() bool { return titles[w.text] || courtesies[w.text] }
