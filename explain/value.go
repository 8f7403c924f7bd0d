package explain

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
)

// valued are the functions with which texts list values as they are written in files and
// flags: {{groups}} is "open, u8, u10, ...".
var valued = map[string]func() []string{
	"types":     func() []string { return written(rating.AllKinds[:]) },
	"groups":    func() []string { return written(report.Groups()) },
	"systems":   func() []string { return written(report.Systems()) },
	"results":   func() []string { return written(report.Results()) },
	"byes":      func() []string { return written(report.ByeKinds()) },
	"occasions": func() []string { return written(report.Occasions()) },
	"editions":  catalog.EditionIDs,
	"families":  catalog.Families,
}

// Option returns the value of an option of an edition in words.
func (p *Printer) Option(value string) string {
	if _, err := strconv.Atoi(value); err == nil {
		return p.Text("web.option.is-months", Data{"months": value})
	}
	return p.TextOr("web.option.is-"+value, value, nil)
}

// functions returns what texts may call, beside their values.
func (p *Printer) functions() map[string]any {
	all := map[string]any{"plural": counted, "amount": p.Amount, "word": word, "gap": gap, "ordinal": ordinal}
	for name, values := range valued {
		all[name] = func() string { return Values(values()) }
	}
	return all
}

// ordinal returns a number as English counts: 1st, 22nd, 113th.
func ordinal(number string) string {
	if len(number) == 1 || number[len(number)-2] != '1' {
		switch number[len(number)-1] {
		case '1':
			return number + "st"
		case '2':
			return number + "nd"
		case '3':
			return number + "rd"
		}
	}
	return number + "th"
}

// gap returns the blank that Japanese sets after a name in Latin letters.
func gap(name string) string {
	if last, _ := utf8.DecodeLastRuneInString(name); last < '⺀' && name != "" {
		return " "
	}
	return ""
}

// Values returns values of an enumeration as a text lists them in any language: with the
// commas of English, and blanks at which a line may break.
func Values(values []string) string { return strings.Join(values, ", ") }

// written returns values as files and flags write them.
func written[T fmt.Stringer](values []T) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	return words
}
