package explain

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// textParser parses the texts of one language. Beside the values they may call two
// functions: {{plural .games "game" "games"}} writes a number with its noun, and
// {{amount .due .currency}} an amount of money. (The plural forms of go-i18n
// fit sentences with one number.)
type textParser struct{ *template.TextParser }

// Cacheable reports that a text is parsed once: its functions depend on nothing
// but its language.
func (textParser) Cacheable() bool { return true }

// counted returns a number with its noun.
func counted(number, one, many string) string {
	if number == "1" {
		many = one
	}
	return number + " " + many
}

// Amount returns an amount of money, "JPY 2,400" in English; without a currency
// only the number.
func (p *Printer) Amount(number, currency string) string {
	digits := strings.TrimPrefix(number, "-")
	sign, grouped := number[:len(number)-len(digits)], ""
	for len(digits) > 3 {
		digits, grouped = digits[:len(digits)-3], ","+digits[len(digits)-3:]+grouped
	}
	grouped = sign + digits + grouped
	if currency == "" {
		return grouped
	}
	return p.TextOr("amount."+currency, "amount.any", Data{"number": grouped, "currency": currency})
}
