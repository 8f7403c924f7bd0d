package namekey

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Kana by their Unicode names.
const (
	smallA  = 0x3041 // the first hiragana
	smallTu = 0x3063
	smallYa = 0x3083
	smallYo = 0x3087
	smallWa = 0x308E
	smallKa = 0x3095
	smallKe = 0x3096 // the last hiragana
	again   = 0x309D // the kana before once more
	voiced  = 0x309E // and voiced
	long    = 0x30FC

	katakana = 0x30A1 - smallA // from a hiragana to its katakana
	kataA    = smallA + katakana
	kataKe   = smallKe + katakana
)

// morae are the sounds of the hiragana from small a on.
var morae = strings.Split("a,a,i,i,u,u,e,e,o,o,ka,ga,ki,gi,ku,gu,ke,ge,ko,go,sa,za,si,zi,su,zu,se,ze,so,zo,ta,da,ti,zi,-,tu,zu,te,de,to,do,"+
	"na,ni,nu,ne,no,ha,ba,pa,hi,bi,pi,hu,bu,pu,he,be,pe,ho,bo,po,ma,mi,mu,me,mo,ya,ya,yu,yu,yo,yo,ra,ri,ru,re,ro,wa,wa,i,e,o,n,vu,ka,ke", ",")

func isKana(r rune) bool {
	return r >= smallA && r <= smallKe || r == again || r == voiced || r >= kataA && r <= kataKe || r >= long && r <= long+2
}

// foldKana returns the hiragana of a kana that stands behind another character.
// The small ka and ke of place names become large: 0, if there is none.
func foldKana(r, last rune) rune {
	if r >= kataA && r <= kataKe || r > long {
		r -= katakana
	}
	switch {
	case r == smallKa:
		return 0x304B
	case r == smallKe:
		return 0x3051
	case r == again && isKana(last):
		return last
	case r == voiced && isKana(last):
		return []rune(norm.NFC.String(string(last) + "\u3099"))[0]
	case r == again || r == voiced:
		return 0
	}
	return r
}

// romanise returns a word with its kana as Roman letters. If the last one may
// still become another sound with a small kana behind it, open holds the word as
// it would begin then.
func romanise(word string) (text string, open []string) {
	if !strings.ContainsFunc(word, isKana) {
		return word, nil
	}
	out, mora := "", "" // mora is the last kana, and head what stands before it
	double, head := false, func(string) string { return "" }
	for _, r := range word {
		if r == smallTu {
			double, mora = true, ""
			continue
		}
		sound, isMora := string(r), r >= smallA && r <= smallKe
		switch {
		case isMora:
			sound = morae[r-smallA]
		case isKana(r): // long
			mora = ""
			continue
		}
		if together := contracted(mora, sound, r); together != "" {
			out, mora = head(together), ""
			continue
		}
		before, doubled := out, double
		head = func(sound string) string {
			if doubled {
				sound = geminate(sound)
			}
			return before + sound
		}
		out, double, mora = head(sound), false, ""
		if isMora {
			mora = sound
		}
	}
	_, starts := soft(mora)
	for _, s := range starts {
		open = append(open, head(s))
	}
	return out, open
}

// geminate returns a sound behind a small tu: with a double consonant.
func geminate(sound string) string {
	if c := sound[0]; c < 'a' || c > 'z' || strings.IndexByte("aiueon", c) >= 0 {
		return sound
	}
	return sound[:1] + sound
}

// soft returns what a sound becomes before a small kana, and how it may begin
// with one.
func soft(mora string) (stem string, starts []string) {
	switch mora {
	case "hu":
		return "f", []string{"f"}
	case "tu":
		return "ts", []string{"ts"}
	case "u":
		return "w", []string{"w"}
	case "vu":
		return "v", []string{"v"}
	case "ku", "gu":
		stem = mora[:1] + "w"
		return stem, []string{stem}
	case "te", "de":
		return mora[:1], []string{mora[:1] + "i", mora[:1] + "y"}
	case "to", "do":
		return mora[:1], []string{mora[:1] + "u"}
	case "su", "zu":
		return mora[:1], []string{mora[:1] + "i"}
	}
	if consonant, ok := strings.CutSuffix(mora, "i"); ok {
		return consonant + "y", []string{consonant + "y"}
	}
	return "", nil
}

// contracted returns the sound of a kana and a small one behind it, empty if
// they are two sounds.
func contracted(mora, sound string, small rune) string {
	vowel := small >= smallA && small < 0x304B && (small-smallA)%2 == 0
	if !vowel && small != smallWa && (small < smallYa || small > smallYo || (small-smallYa)%2 != 0) {
		return ""
	}
	stem, starts := soft(mora)
	switch {
	case strings.HasSuffix(stem, "y"):
		if sound == "i" {
			return ""
		}
		sound = sound[len(sound)-1:]
	case strings.HasSuffix(stem, "w"):
		sound = strings.TrimPrefix(sound, "w")
	}
	for _, start := range starts {
		if strings.HasPrefix(stem+sound, start) {
			return stem + sound
		}
	}
	return ""
}
