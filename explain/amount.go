package explain

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// textParser parses the texts of one language. Beside the values they may call functions:
// {{plural .games "game" "games"}} writes a number with its noun, {{amount .due .currency}}
// an amount of money, {{groups}} and the others of valued the values of an enumeration. (The
// plural forms of go-i18n fit sentences with one number.)
type textParser struct{ *template.TextParser }

// Cacheable reports that a text is parsed once: its functions depend on nothing
// but its language.
func (textParser) Cacheable() bool { return true }

// Parse implements template.Parser. A text that only mentions values, as most do, is no
// template.
func (p textParser) Parse(source, left, right string) (template.ParsedTemplate, error) {
	if left != "" || right != "" {
		return p.TextParser.Parse(source, left, right)
	}
	m := mention{parse: func() (template.ParsedTemplate, error) { return p.TextParser.Parse(source, left, right) }}
	for rest := source; ; {
		text, action, found := strings.Cut(rest, "{{")
		if m.texts = append(m.texts, text); !found {
			return &m, nil
		}
		action, rest, _ = strings.Cut(action, "}}")
		name, isValue := strings.CutPrefix(action, ".")
		if !isValue || name == "" || strings.ContainsAny(name, " .|") {
			return m.parse()
		}
		m.names = append(m.names, name)
	}
}

// mention is a text that mentions values: names stand between texts.
type mention struct {
	texts, names []string
	parse        func() (template.ParsedTemplate, error) // as a template, for other values
}

// Execute implements template.ParsedTemplate.
func (m *mention) Execute(values any) (string, error) {
	data, ok := values.(Data)
	var out strings.Builder
	for i, name := range m.names {
		value, known := data[name]
		if !ok || !known {
			parsed, err := m.parse()
			if err != nil {
				return "", err
			}
			return parsed.Execute(values)
		}
		out.WriteString(m.texts[i])
		out.WriteString(value)
	}
	out.WriteString(m.texts[len(m.names)])
	return out.String(), nil
}

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
