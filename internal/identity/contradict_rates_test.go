package identity_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/report"
)

// At least 99 in 100 wrong IDs contradict, and at most 1 in 1,000 right ones,
// however the names are written.
func TestContradictions(t *testing.T) {
	for _, country := range []synth.Country{synth.Japan, synth.SouthAfrica} {
		t.Run(string(country), func(t *testing.T) {
			t.Parallel()
			f := synth.New(16, synth.Size{Country: country, Players: 5000})
			m := measurement{Rand: rand.New(rand.NewPCG(16, 5)), f: f}
			for _, r := range f.Events(f.On, f.On+365, synth.Volume{Games: 40_000}) {
				for i := range r.Sections {
					m.section(&r.Sections[i])
				}
			}
			for i := 0; i < len(f.People); i += 3 {
				m.mistypedIDs(&f.People[i])
			}
			for _, rate := range []struct {
				name string
				rate
				least, most float64 // contradictions per thousand
			}{
				{"right", m.right, 0, 1},
				{"right, one letter of the name wrong", m.misspelt, 0, 15},
				{"exchanged in a section", m.exchanged, 990, 1000},
				{"of a brother or sister", m.siblings, 900, 1000},
				{"two digits transposed", m.transposed, 990, 1000},
				{"one digit wrong", m.oneDigit, 990, 1000},
			} {
				t.Logf("%s: %d of %d held", rate.name, rate.held, rate.of)
				const fewest = 1000
				if held := 1000 * float64(rate.held) / float64(rate.of); held < rate.least || held > rate.most || rate.of < fewest {
					t.Errorf("%s: %d of %d held, want %.0f to %.0f in 1000", rate.name, rate.held, rate.of, rate.least, rate.most)
				}
			}
		})
	}
}

type rate struct{ held, of int }

type measurement struct {
	*rand.Rand
	f                                                          *synth.Federation
	right, misspelt, exchanged, siblings, transposed, oneDigit rate
}

func (m *measurement) compare(r *rate, entry *report.Player, p *synth.Person) {
	r.of++
	if identity.Contradicts(entry, listed(p)) != identity.NoDoubt {
		r.held++
	}
}

func listed(p *synth.Person) *identity.Person {
	return &identity.Person{Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Birth: p.Birth}
}

// section compares the entries of a section with their own players and with
// others.
func (m *measurement) section(s *report.Section) {
	for i := range s.Players {
		p, ok := m.f.ByID(s.Players[i].ID)
		if !ok {
			continue
		}
		entry := m.written(&s.Players[i], p)
		m.compare(&m.right, entry, p)
		m.compare(&m.misspelt, m.misspell(&s.Players[i]), p)
		if other, ok := m.f.ByID(s.Players[m.IntN(len(s.Players))].ID); ok && other != p {
			m.compare(&m.exchanged, entry, other)
		}
		if p.Sibling >= 0 {
			m.compare(&m.siblings, entry, &m.f.People[p.Sibling])
		}
	}
}

// mistypedIDs compares a person with all players whose ID differs from theirs
// by a typing error.
func (m *measurement) mistypedIDs(p *synth.Person) {
	for i := range len(p.ID) {
		id := []byte(p.ID)
		if i > 0 {
			id[i-1], id[i] = id[i], id[i-1]
			if other, ok := m.f.ByID(string(id)); ok && other != p {
				m.compare(&m.transposed, m.written(&report.Player{ID: p.ID, Name: p.Name}, p), other)
			}
			id[i-1], id[i] = id[i], id[i-1]
		}
		for digit := byte('0'); digit <= '9'; digit++ {
			id[i] = digit
			if other, ok := m.f.ByID(string(id)); ok && other != p {
				m.compare(&m.oneDigit, m.written(&report.Player{ID: p.ID, Name: p.Name}, p), other)
			}
		}
	}
}

// one is true once in n times.
func (m *measurement) one(n int) bool { return m.IntN(n) == 0 }

// written returns an entry with a plausible spelling of the person's name and
// birth.
func (m *measurement) written(e *report.Player, p *synth.Person) *report.Player {
	w := *e
	family, given, _ := strings.Cut(m.romanised(p), " ")
	if p.NameLocal == "" { // a family name may contain a space
		family, given = m.split(p)
	}
	switch m.IntN(8) {
	case 0:
		w.Name = given + " " + family
	case 1:
		w.Name = strings.ToUpper(family) + " " + given
	case 2:
		w.Name = given + " " + strings.ToUpper(family)
	case 3:
		w.Name = family + " " + given
	case 4:
		w.Name = family + "," + given
	case 5:
		w.Name = strings.ToUpper(family + " " + given)
	default:
		w.Name = family + ", " + given
	}
	script := m.IntN(10)
	if p.NameLocal == "" {
		script = -1
	}
	switch script {
	case 0:
		w.Name = m.local(p.NameLocal)
	case 1:
		w.Name = m.local(p.Kana)
	case 2:
		w.Name += " (" + p.NameLocal + ")"
	case 3:
		w.NameLocal = m.local(p.NameLocal)
	case 4:
		w.Name = strings.Map(func(r rune) rune {
			if r > ' ' && r < 0x7F {
				return r + 0xFF01 - '!'
			}
			return r
		}, w.Name)
	}
	switch m.IntN(10) {
	case 0:
		w.Name = []string{"IA ", "FM ", "WGM ", "Dr. ", "Mr ", "IM "}[m.IntN(6)] + w.Name
	case 1:
		w.Name += []string{" FM", ", CM", " (IA)", " NA"}[m.IntN(4)]
	case 2:
		w.Name += []string{" (" + p.ID + ")", " " + p.ID, " [7000012]", " (FIDE 7000012)"}[m.IntN(4)]
	}
	if m.one(4) {
		w.Birth = m.born(p)
	}
	return &w
}

// split returns the family name and given names of a South African.
func (m *measurement) split(p *synth.Person) (family, given string) {
	words := strings.Fields(p.Name)
	n := 1
	for n < len(words)-1 && strings.ToLower(words[n-1]) == words[n-1] {
		n++
	}
	given = strings.Join(words[n:], " ")
	switch m.IntN(20) {
	case 0:
		given = given[:1] + "."
	case 1:
		given = words[n]
	}
	return strings.Join(words[:n], " "), given
}

func (m *measurement) local(name string) string {
	switch m.IntN(4) {
	case 0:
		return strings.ReplaceAll(name, " ", "")
	case 1:
		return strings.ReplaceAll(name, " ", "\u3000")
	case 2:
		return strings.Map(func(r rune) rune { // katakana
			if r >= 'ぁ' && r <= 'ゖ' {
				return r + 'ァ' - 'ぁ'
			}
			return r
		}, name)
	}
	return name
}

// born returns a birth as it may be stated.
func (m *measurement) born(p *synth.Person) civil.Birth {
	year, month, day := p.Born.Split()
	switch m.IntN(8) {
	case 0:
		return civil.BirthIn(year)
	case 1:
		return civil.Birth(10_000*year + 101)
	case 2:
		if day <= 12 {
			b, _ := civil.NewBirth(year, day, int(month))
			return b
		}
	}
	return civil.BirthOn(p.Born)
}

// romanised returns a Japanese name in some romanisation.
func (m *measurement) romanised(p *synth.Person) string {
	style := m.IntN(8)
	if p.Kana == "" || style < 3 {
		return p.Name
	}
	name := romaji(p.Kana, style == 3 || style == 4)
	switch style {
	case 3, 5:
	case 4, 6:
		name = strings.NewReplacer("oue", "oue", "ou", "oh", "oo", "oh", "uu", "u").Replace(name)
	case 7:
		name = strings.NewReplacer("oue", "oue", "ou", "ō", "oo", "ō", "uu", "ū").Replace(name)
	}
	words := strings.Fields(name)
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
		if r := []rune(w); r[0] > 0x7F {
			words[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
		}
	}
	return strings.Join(words, " ")
}

// romaji romanises kana letter by letter, in Kunrei or Hepburn.
func romaji(kana string, kunrei bool) string {
	const signs = "あいうえおかきくけこがぎぐげござしじすずせぜそぞさたちつてとだぢづでどなにぬねのはひふへほばびぶべぼぱぴぷぺぽまみむめもやゆよらりるれろわをん "
	latin := strings.Fields("a i u e o ka ki ku ke ko ga gi gu ge go za si zi su zu se ze so zo sa ta ti tu te to da zi zu de do na ni nu ne no ha hi hu he ho ba bi bu be bo pa pi pu pe po ma mi mu me mo ya yu yo ra ri ru re ro wa o n")
	by := map[rune]string{' ': " "}
	for i, r := range []rune(strings.TrimSuffix(signs, " ")) {
		by[r] = latin[i]
	}
	var out strings.Builder
	double := false
	for _, r := range kana {
		syllable := by[r]
		switch r {
		case 'っ':
			double = true
			continue
		case 'ゃ', 'ゅ', 'ょ':
			before := out.String()
			out.Reset()
			out.WriteString(before[:len(before)-1] + map[rune]string{'ゃ': "ya", 'ゅ': "yu", 'ょ': "yo"}[r])
			continue
		}
		if double && syllable != "" {
			syllable, double = syllable[:1]+syllable, false
		}
		out.WriteString(syllable)
	}
	if kunrei {
		return out.String()
	}
	return strings.NewReplacer("sya", "sha", "syu", "shu", "syo", "sho", "tya", "cha", "tyu", "chu", "tyo", "cho", "zya", "ja", "zyu", "ju", "zyo", "jo",
		"ssi", "sshi", "tti", "tchi", "ttu", "ttsu", "si", "shi", "ti", "chi", "tu", "tsu", "zi", "ji", "hu", "fu", "nb", "mb", "np", "mp", "nm", "mm").Replace(out.String())
}

// misspell returns an entry with one letter of its name wrong, doubled or
// missing.
func (m *measurement) misspell(e *report.Player) *report.Player {
	w := *e
	letters := []rune(w.Name)
	at := m.IntN(len(letters))
	for letters[at] == ' ' {
		at = m.IntN(len(letters))
	}
	switch m.IntN(3) {
	case 0:
		letters[at] = 'a' + rune(m.IntN(26))
	case 1:
		letters = append(letters[:at+1], letters[at:]...)
	case 2:
		letters = append(letters[:at], letters[at+1:]...)
	}
	w.Name = string(letters)
	return &w
}
