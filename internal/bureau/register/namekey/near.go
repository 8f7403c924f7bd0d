package namekey

import "slices"

// Near returns queries in which one word of a text is another: what it is without a slip of the
// keyboard. These are a letter more, less or other, or two neighbours exchanged; of kanji one is
// left out. has reports whether a key begins with a text.
func Near(text string, has func(prefix string) bool) (all [][]Word) {
	query, words := Query(text), queried(text)
	for i := range words {
		var near Word
		for _, meant := range slips(&words[i]) {
			of := newWord(meant)
			w := of.sought()
			for _, prefix := range w.Prefixes {
				if prefix != "" && has(prefix) {
					near.Prefixes = append(near.Prefixes, prefix)
				}
			}
			near.finished = append(near.finished, w.finished...)
		}
		if near.Prefixes = shortest(near.Prefixes); len(near.Prefixes) > 0 {
			one := slices.Clone(query)
			one[i] = near
			all = append(all, one)
		}
	}
	return all
}

// slips returns what a word may have been meant to be. Short words have too many neighbours.
func slips(w *word) (all []string) {
	text, letters, fewest := []rune(w.text()), "abcdefghijklmnopqrstuvwxyz", 4
	switch w.script {
	case kana:
		text = []rune(spellings(w.text())[0])
	case kanji:
		letters, fewest = "", 3
	}
	if len(text) < fewest {
		return nil
	}
	put := func(head []rune, middle string, tail []rune) { all = append(all, string(head)+middle+string(tail)) }
	for i := range len(text) + 1 {
		for _, letter := range letters {
			put(text[:i], string(letter), text[i:])
			if i < len(text) {
				put(text[:i], string(letter), text[i+1:])
			}
		}
		if i < len(text) {
			put(text[:i], "", text[i+1:])
		}
		if i+1 < len(text) {
			put(text[:i], string(text[i+1])+string(text[i]), text[i+2:])
		}
	}
	return all
}
