package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// canaries are texts in the inputs that must not appear where the public, or a
// reader of the log, looks.
var canaries = []string{
	"1987-06-05", "1987/06/05", "5 June 1987", "1987年6月5日", "canary.", "@example.jp", `"age"`, // of the players
	"Canary Guardian", "Complaining Canary", "canary words",
}

// No public list, explanation, log or message shows a birth, an e-mail address,
// a guardian or an inquirer, at any time in the life of a bureau. Commands for
// officers do show them, so the canaries are effective.
func TestPromise6NothingPersonalIsShown(t *testing.T) {
	folder := canaryFolder(t)
	var forgotten []string
	for _, s := range life {
		t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
		if strings.HasPrefix(s.command, "person erase") {
			forgotten = []string{"Baba Mio", "馬場", "Chiba Sota", "千葉"}
		}
		for _, lang := range []string{"en", "ja"} {
			var out, problems bytes.Buffer
			status := run(append(s.args(folder), "--lang", lang), &out, &problems) // behind it, because the program reads one command faster than all
			said := unpacked(t, out.Bytes()) + problems.String()
			word := findWord(said, canaries...)
			if name := findWord(said, forgotten...); name != "" {
				t.Errorf("%s (%d) names %s, who is forgotten:\n%s", s.command, status, name, said)
			}
			switch {
			case said == "" || lang == "en" && (status == exitRefused) != s.is(refuses) || lang == "en" && status > exitRefused:
				t.Errorf("%s (%d) says: %s", s.command, status, said) // repeated in Japanese, it may be refused
			case s.is(tells) && word == "":
				t.Errorf("%s tells nothing that is personal:\n%s", s.command, said)
			case !s.is(tells) && word != "":
				t.Errorf("%s (%d) shows %s:\n%s", s.command, status, word, said)
			}
		}
	}
}

// Nothing personal is stored outside the personal data and the sealed reports:
// not in lists, log, report states, records or runs.
func TestPromise6NothingPersonalIsStoredElsewhere(t *testing.T) {
	liveUpTo(t, "inquiry close")
	s, err := store.Open(t.Context(), os.Getenv("ARPAD_DB"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	seen := map[string]bool{}
	err = s.View(t.Context(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				seen[kind] = true
				if word := findWord(key+string(value), canaries...); (word != "") != (kind == "person" || kind == "inquirer" || kind == "club-contact") {
					t.Errorf("%s %q holds %q", kind, key, word)
				}
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !seen["list"] || !seen["audit"] || !seen["person"] || !seen["report-understood"] {
		t.Fatal(seen, err)
	}
	var out, problems bytes.Buffer
	if run([]string{"person", "export", "N00000001"}, &out, &problems); findWord(out.String(), canaries...) == "" {
		t.Error("the person himself is not told his data")
	}
}

// unpacked returns the texts in what a command has written, which may be a workbook.
func unpacked(t *testing.T, out []byte) string {
	t.Helper()
	if !archive.Is(out) {
		return string(out)
	}
	var c finding.Collector
	var texts strings.Builder
	z := archive.Open(out, &c)
	for i := range z.Names {
		data, ok := z.Read(i, &c)
		if !ok {
			t.Fatal(c.Findings)
		}
		texts.Write(data)
	}
	return texts.String()
}

// findWord returns the first of the words that a text contains, or an empty text.
func findWord(text string, words ...string) string {
	for _, word := range words {
		if strings.Contains(text, word) {
			return word
		}
	}
	return ""
}

// Forgotten data cannot be read from the disk either.
func TestErasedIsNotOnTheDisk(t *testing.T) {
	liveUpTo(t, "report submit")
	onDisk := func() bool {
		data, err := os.ReadFile(os.Getenv("ARPAD_DB"))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(data, []byte("Chiba Sota")) || bytes.Contains(data, []byte("千葉"))
	}
	if !onDisk() {
		t.Fatal("the name was never there")
	}
	must(t, "person", "erase", "N00000003", "--yes", "--reason", "asked for")
	if onDisk() {
		t.Error("the name can still be read from the database file")
	}
}

// must runs the program, whose arguments and input must be usable.
func must(t *testing.T, args ...string) {
	t.Helper()
	var out, problems bytes.Buffer
	if run(args, &out, &problems) == exitFailed {
		t.Fatal(args, out.String(), problems.String())
	}
}
