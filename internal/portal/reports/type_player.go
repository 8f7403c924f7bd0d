package reports

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/report"
)

// entrant is what a text says of a player, by what everybody may read.
type entrant struct {
	ID, Name string       // as it is reported
	Is       *finder.Hit  // whose number was typed; nil: nobody's, or none was
	May      []finder.Hit // whom the name, or a part of a number, may mean
	Fits     bool         // the only one of these is called just so
}

// mostMay is how many players are offered for a name.
const mostMay = 5

// whoIs reads what was typed for a player: a number, a name, or both as they are offered.
func whoIs(r bureau.Reader, search *finder.Search, text string) (w entrant, err error) {
	number, rest, _ := strings.Cut(text, " ")
	id := namekey.Number(number)
	if w.Name = strings.TrimSpace(rest); id == "" || strings.ContainsFunc(id, func(r rune) bool { return r > unicode.MaxASCII }) {
		id, w.Name = "", text
	}
	found, err := search.Look(r, cmp.Or(id, text), mostMay)
	if err != nil {
		return w, err
	}
	if found.Number {
		w.Is = &found.Players[0]
		w.ID, w.Name = w.Is.ID, cmp.Or(w.Is.Name, w.Name)
		return w, nil
	}
	w.ID, w.May = id, found.Players
	same := func(name string) bool { return name != "" && report.FoldName(name) == report.FoldName(w.Name) }
	fits := 0
	for i := range w.May {
		if same(w.May[i].Name) || same(w.May[i].NameLocal) {
			w.May[0], w.May[i] = w.May[i], w.May[0]
			fits++
		}
	}
	if w.Fits = fits == 1 && !found.More; w.Fits {
		w.May = w.May[:1]
	}
	return w, nil
}
