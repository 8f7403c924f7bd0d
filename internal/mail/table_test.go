package mail

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/page"
)

// Each move of a report has a letter, or a reason why it has none.
func TestEveryMoveIsTold(t *testing.T) {
	from := []string{""}
	for _, state := range check.States() {
		from = append(from, string(state))
	}
	for _, f := range from {
		for _, state := range check.States() {
			if f == string(state) {
				continue
			}
			kind, why := ofMove(f, string(state))
			if (kind == "") == (why == "") || why == "no such move" {
				t.Errorf("from %q to %q: %q, %q", f, state, kind, why)
			}
			if kind != "" && !known(kind) {
				t.Errorf("from %q to %q: no kind %q", f, state, kind)
			}
		}
	}
}

// Each act has a letter, or a reason why it has none, and nothing else has.
func TestEveryActIsTold(t *testing.T) {
	var acts []string
	for _, line := range told {
		if (line.kind == "") == (line.why == "") || (line.to == nobody) != (line.kind == "") {
			t.Errorf("%s: %q to %d, %q", line.act, line.kind, line.to, line.why)
		}
		if line.kind != "" && !known(line.kind) {
			t.Errorf("%s: no kind %q", line.act, line.kind)
		}
		acts = append(acts, line.act)
	}
	for _, line := range act.Table {
		if !slices.Contains(acts, line.ID) {
			t.Errorf("of %s nothing is said", line.ID)
		}
		acts = slices.DeleteFunc(acts, func(id string) bool { return id == line.ID })
	}
	if len(acts) > 0 {
		t.Errorf("there are no acts %s", acts)
	}
}

func known(kind string) bool {
	for _, k := range Kinds {
		if k.Name == kind {
			return true
		}
	}
	return false
}

// Each letter says in both languages what it is to say, as text and as a page.
func TestLetters(t *testing.T) {
	for _, lang := range explain.Languages {
		var kinds []string
		for _, k := range Kinds {
			kinds = append(kinds, k.Name)
		}
		for _, kind := range append(kinds, Asks...) {
			m := Sample(page.In(lang), kind)
			html, err := m.HTML()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, kind+"."+lang+".txt", "Subject: "+m.Subject+"\n\n"+m.Text())
			golden(t, kind+"."+lang+".html", html)
			if strings.Contains(m.Subject+m.Text(), "letter.") || strings.Contains(m.Text(), "<no value>") || strings.Contains(m.Subject, "<no value>") {
				t.Errorf("%s, %s: a text or a value is missing:\n%s", kind, lang, m.Text())
			}
		}
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != text {
		t.Errorf("%s (UPDATE=1 writes it): %v\n%s", name, err, text)
	}
}

// What somebody writes stays theirs: it makes no line of the mail's head, and no mark of the page.
func TestWordsOfOthersStayWords(t *testing.T) {
	f := &Facts{About: []About{{
		Data:  explain.Data{"ref": "2024-10-0006", "event": "Cup\r\nBcc: all@example.jp<script>"},
		Items: []string{"a\nb"}, Words: "first\n-- \nlast\u202e\n<b>bold</b>",
	}}, Path: "/en/portal/"}
	m := Write(page.In("en"), "asked", "Ren\nAoki", f, "https://ratings.example.jp", "Federation")
	html, err := m.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(m.Subject, "\r\n") || strings.Contains(html, "<script>") || strings.Contains(html, "<b>") || strings.Contains(m.Text(), "\n-- \n") || strings.Contains(m.Text(), "\u202e") {
		t.Errorf("%q\n%s\n%s", m.Subject, m.Text(), html)
	}
}
