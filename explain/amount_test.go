package explain

import (
	"regexp"
	"testing"
)

func TestAmounts(t *testing.T) {
	for _, c := range []struct{ number, currency, en, ja string }{
		{"0", "JPY", "JPY 0", "0円"},
		{"800", "JPY", "JPY 800", "800円"},
		{"2400", "JPY", "JPY 2,400", "2,400円"},
		{"-1234567", "JPY", "JPY -1,234,567", "-1,234,567円"},
		{"2400", "ZAR", "ZAR 2,400", "2,400 ZAR"},
		{"2400", "", "2,400", "2,400"},
	} {
		if got := New("en").Amount(c.number, c.currency); got != c.en {
			t.Errorf("English: %q, want %q", got, c.en)
		}
		if got := New("ja").Amount(c.number, c.currency); got != c.ja {
			t.Errorf("Japanese: %q, want %q", got, c.ja)
		}
	}
}

func TestNumbersWithTheirNouns(t *testing.T) {
	for reports, want := range map[string]string{"0": "0 reports, 1 game", "1": "1 report, 1 game", "2": "2 reports, 1 game", "21": "21 reports, 1 game"} {
		if got := New("en").Text("run.made-of", Data{"reports": reports, "games": "1"}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// In the English texts, players are "they", and unidiomatic words are not used.
func TestPlainEnglish(t *testing.T) {
	foreign := regexp.MustCompile(`(?i)\b(he|him|his|himself|anew|ought|hand in|stands there)\b|\bup to \{\{\.(until|day|last)\b`)
	for key, text := range keys(t, "en") {
		if word := foreign.FindString(text); word != "" {
			t.Errorf("%s says %q: %q", key, word, text)
		}
	}
}

// A text is made as text/template makes it, whether or not it only mentions values.
func TestTextsAreTemplates(t *testing.T) {
	p := New("en")
	values := Data{"name": "{{.n}} <b>", "n": "2", "empty": ""}
	for _, source := range []string{
		"", "plain", "{{.name}}", "a {{.name}} b {{.n}}{{.empty}}c", "{{.missing}}", "{{ .name }}", "{{- .name -}} x", "{{if .empty}}a{{else}}b{{end}}",
		`{{plural .n "game" "games"}}`, "{{.name | len}}", "{{len .name}}", "}} {{.n}}", "{{.n.n}}",
	} {
		fast, err := p.parser.Parse(source, "", "")
		slow, failed := p.parser.TextParser.Parse(source, "", "")
		if (err == nil) != (failed == nil) {
			t.Fatalf("%s: %v, want %v", source, err, failed)
		}
		if err != nil {
			continue
		}
		for _, of := range []any{values, Data(nil), map[string]any{"PluralCount": 1, "name": "x"}} {
			got, err := fast.Execute(of)
			want, failed := slow.Execute(of)
			if got != want || (err == nil) != (failed == nil) {
				t.Errorf("%s of %v: %q, want %q: %v", source, of, got, want, err)
			}
		}
	}
}
