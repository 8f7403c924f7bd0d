package identity

import (
	"slices"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/roster"
)

// script is a writing system within which names can be compared.
type script uint8

const (
	latin script = iota
	kanji        // including kana among kanji
	kana
	other
	scripts
)

// names is a person's names, by script.
type names [scripts][]spelling

// spelling is a name as written once.
type spelling struct {
	words   []word
	aside   bool // in brackets: a name or a remark
	cut     bool // long enough to be truncated
	scribed script
}

// word is a word of a name, in all its possible forms.
type word struct {
	text  string   // folded
	forms []string // words are equal if they share a form
}

const (
	nameColumns = 30 // minimum length of a name that an exchange format may have truncated
	mostWords   = 16 // maximum number of words compared
)

// newNames splits names into words.
func newNames(texts ...string) *names {
	var all names
	for _, text := range texts {
		cut := len([]rune(text)) >= nameColumns
		for _, p := range brackets(Fold(text)) {
			for s, words := range p.byScript() {
				if len(words) > 0 {
					all[s] = append(all[s], spelling{words: words, aside: p.aside, cut: cut, scribed: script(s)})
				}
			}
			if spelt(p.text) { // written by another table it would differ, which contradicts nothing
				roman := piece{text: Roman(p.text)}
				all[latin] = append(all[latin], spelling{words: roman.byScript()[latin], aside: true, cut: cut})
			}
		}
	}
	return &all
}

// forms returns the distinct forms of the words, and of each spelling written
// as one word.
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

// piece is a part of a text, in brackets or not.
type piece struct {
	text  string
	aside bool
}

// brackets splits a text into its parts inside and outside brackets.
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

// run is consecutive letters of one script.
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

// length returns the number of letters.
func (w *word) length() int { return len([]rune(w.text)) }

// same reports whether two words share a form.
func (w *word) same(o *word) bool {
	return slices.ContainsFunc(w.forms, func(form string) bool { return slices.Contains(o.forms, form) })
}

// titles and courtesies are words before or after a name that are not part of
// it. Some are also family names: a word that has a counterpart in the other
// name belongs to the name.
var (
	titles     = wordSet("gm im fm cm nm wgm wim wfm wcm wnm agm aim afm acm ia fa na ft fst fi di ni io")
	courtesies = wordSet("dr prof professor mr mrs ms miss mx sir rev adv jr sr jnr snr ii iii iv san sama 氏 様 君 先生")
)

// ranks are Japanese grades of players, which are not names.
var ranks = wordSet("初段 二段 三段 四段 五段 六段 七段 八段 九段 段 級 一級 二級 三級 四級 五級 六級")

func wordSet(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}

func (w *word) title() bool { return titles[w.text] || courtesies[w.text] }
