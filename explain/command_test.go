package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
)

// No cure contains a command. If a finding has actions, its cure has a
// placeholder for them, in both languages.
func TestCuresContainNoCommands(t *testing.T) {
	for _, lang := range Languages {
		for key, text := range keys(t, lang) {
			parts := strings.Split(key, ".")
			if parts[0] != "finding" || parts[2] != "cure" {
				continue
			}
			if strings.Contains(text, "arpad ") {
				t.Errorf("%s: %s spells a command: %q", lang, key, text)
			}
			acts := finding.Finding{ID: parts[1], Case: "2024-03-0001"}.Actions() != nil
			if acts != (strings.Count(text, "{{.actions}}") == 1) {
				t.Errorf("%s: %s has actions: %v, but its text is %q", lang, key, acts, text)
			}
		}
	}
}

// Words of cures are read on pages and in documents: they name no flag and no command, whatever
// the finding has. What only the terminal reads stands in cures alone.
func TestWordsOfCuresNameNoFlags(t *testing.T) {
	for _, lang := range Languages {
		p, cures := New(lang), 0
		for key, text := range keys(t, lang) {
			parts := strings.Split(key, ".")
			isCure := parts[0] == "finding" && parts[2] == "cure"
			if !isCure && slices.Contains(variables(t, text), "terminal") {
				t.Errorf("%s: %s is no cure, and asks for the terminal", lang, key)
			}
			if !isCure {
				continue
			}
			cures++
			none := finding.New(parts[1], finding.Error, finding.At{})
			for _, f := range []finding.Finding{none, withValues(none, variables(t, text), "1"), withValues(none, variables(t, text), "2")} {
				said := p.CureInWords(f)
				if strings.Contains(said, "--") || strings.Contains(said, "arpad ") || said == key {
					t.Errorf("%s: %s says in words %q", lang, key, said)
				}
			}
		}
		if cures < 500 {
			t.Errorf("%s: only %d cures were found", lang, cures)
		}
	}
}

// withValues returns a finding of a report with the same value under all names.
func withValues(f finding.Finding, names []string, value string) finding.Finding {
	f.Case = "2024-03-0001"
	for _, name := range names {
		if name != "terminal" && name != "actions" {
			f.Values = append(f.Values, finding.Text(name, value))
		}
	}
	return f
}

// The terminal is told the flags that the words leave out.
func TestTerminalIsToldFlags(t *testing.T) {
	reason := finding.New("reason-needed", finding.Error, finding.At{})
	likely := finding.New("perhaps-not-new", finding.Warning, finding.At{}, finding.Text("id", "10000011"))
	for _, c := range []struct {
		f                    finding.Finding
		lang, terminal, page string
	}{
		{reason, "en", "Give the reason: --reason TEXT.", "Give the reason."},
		{reason, "ja", "理由を --reason で指定してください。", "理由を指定してください。"},
		{
			likely, "en", "Give --player 10000011. If they are two people, register the new one first: arpad player show 10000011.",
			"Give the ID 10000011. If they are two people, register the new one first.",
		},
		{
			likely, "ja", "--player 10000011 を指定してください。別人であれば先に選手を登録してください(arpad player show 10000011)。",
			"ID 10000011 を指定してください。別人であれば先に選手を登録してください。",
		},
	} {
		p := New(c.lang)
		if got := p.Cure(c.f); got != c.terminal {
			t.Errorf("%s at the terminal: got %q, want %q", c.f.ID, got, c.terminal)
		}
		if got := p.CureInWords(c.f); got != c.page {
			t.Errorf("%s in words: got %q, want %q", c.f.ID, got, c.page)
		}
	}
}

// Every action has a command line, with exactly its parameters.
func TestActionsHaveCommandLines(t *testing.T) {
	for id, parameters := range finding.Actions {
		var named []string
		for _, m := range parameter.FindAllStringSubmatch(lineOf(id), -1) {
			named = append(named, m[1])
		}
		if !slices.Equal(named, parameters) {
			t.Errorf("%s takes %v, and is spelled %q", id, parameters, lineOf(id))
		}
	}
	for id := range commands {
		if _, ok := finding.Actions[id]; !ok {
			t.Errorf("there is no action %s", id)
		}
	}
}

// A cure contains the commands with the values of the finding; CureInWords is
// complete without them.
func TestCureContainsCommands(t *testing.T) {
	due := finding.Text("until", "2024-04-01")
	overdue := finding.New("period-overdue", finding.Warning, finding.At{}, finding.Text("label", "2024-03"))
	for _, c := range []struct {
		f               finding.Finding
		lang            string
		cure, justWords string
	}{
		{
			finding.New("draft-reports", finding.Error, finding.At{}, finding.Text("label", "2024-03"), due), "en",
			"Make a new draft: arpad period close 2024-03; or publish this one with --as-drafted, and what has come since is a correction. Its list is due on 1 April 2024.",
			"Make a new draft; or publish this one as it is, and what has come since is a correction. Its list is due on 1 April 2024.",
		},
		{
			finding.New("draft-reports", finding.Error, finding.At{}, finding.Text("label", "2024-03"), due), "ja",
			"案を作り直してください(arpad period close 2024-03)。この案のまま --as-drafted で発表することもでき、その場合、後から届いた内容は訂正で反映します。リストの発表日は2024年4月1日です。",
			"案を作り直してください。この案のまま発表することもでき、その場合、後から届いた内容は訂正で反映します。リストの発表日は2024年4月1日です。",
		},
		{overdue, "en", "Close it, then publish its list: arpad period close 2024-03, arpad period publish 2024-03.", "Close it, then publish its list."},
		{overdue, "ja", "締め切ってから発表してください(arpad period close 2024-03、arpad period publish 2024-03)。", "締め切ってから発表してください。"},
		{
			finding.New("late", finding.Warning, finding.At{}), "en",
			"An officer decides: arpad report answer REF late=count|exclude --reason TEXT. When rating files, --set late=exclude leaves them out.",
			"An officer decides. When rating files, the option late=exclude leaves them out.",
		},
		{finding.New("name-comma", finding.Info, finding.At{}), "en", "Nothing needs to be done.", "Nothing needs to be done."},
	} {
		p := New(c.lang)
		if got := p.Cure(c.f); got != c.cure {
			t.Errorf("%s: got %q, want %q", c.f.ID, got, c.cure)
		}
		if got := p.CureInWords(c.f); got != c.justWords {
			t.Errorf("%s in words: got %q, want %q", c.f.ID, got, c.justWords)
		}
	}
}

// A value is always a single word of a command.
func TestCommandQuotesValues(t *testing.T) {
	for value, want := range map[string]string{
		"2024-03": "arpad period close 2024-03", "春の例会": "arpad period close 春の例会", "Winter Meet": "arpad period close 'Winter Meet'",
		"x; ls $HOME's": `arpad period close 'x; ls $HOME'\''s'`, "": "arpad period close LABEL",
	} {
		a := finding.New("period-runs", finding.Error, finding.At{}, finding.Text("label", value)).Actions()[0]
		if got := Command(a); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
