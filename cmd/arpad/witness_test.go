package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/internal/tamper"
)

// shownLog is a log as a site shows it.
type shownLog struct {
	key    *tamper.Key
	leaves []string
	signed string // empty: the checkpoint of the leaves
}

func (l *shownLog) checkpoint(t *testing.T) string {
	t.Helper()
	if l.signed != "" {
		return l.signed
	}
	tree := &tamper.Tree{}
	for _, leaf := range l.leaves {
		if err := tree.Add(tlog.RecordHash([]byte(leaf))); err != nil {
			t.Fatal(err)
		}
	}
	c, err := l.key.Sign(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(c.Signed)
}

// grow returns n leaves more.
func grow(leaves []string, n int) []string {
	for range n {
		leaves = append(leaves, fmt.Sprintf(`{"number":%d}`, len(leaves)+1))
	}
	return leaves
}

// A witness keeps what goes on, and says when the log was forked or set back, when another
// key signs it, and when what it gets is no log. Only what goes on replaces what is kept.
func TestWitness(t *testing.T) {
	key, err := tamper.NewKey("arpad/ncs")
	if err != nil {
		t.Fatal(err)
	}
	other, err := tamper.NewKey("arpad/ncs")
	if err != nil {
		t.Fatal(err)
	}
	honest := grow(nil, 300) // more than one piece
	changed := append([]string{`{"number":1,"changed":true}`}, honest[1:]...)
	var shown *shownLog
	cut := false // the leaves break off
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		piece := 0
		switch n, _ := fmt.Sscanf(r.URL.Path, "/en/proof/leaves/%d.txt", &piece); {
		case r.URL.Path == "/en/proof/checkpoint.txt":
			fmt.Fprint(w, shown.checkpoint(t))
		case n == 1 && (piece-1)*leavesOfPiece < len(shown.leaves):
			some := shown.leaves[(piece-1)*leavesOfPiece : min(len(shown.leaves), piece*leavesOfPiece)]
			text := strings.Join(some, "\n") + "\n"
			if cut {
				text = text[:len(text)/2]
			}
			fmt.Fprint(w, text)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	kept := filepath.Join(t.TempDir(), "kept.txt")
	for _, c := range []struct {
		name   string
		shown  shownLog
		cut    bool
		status int
		says   string
	}{
		{"the first time", shownLog{key, honest[:200], ""}, false, exitFine, "is kept in"},
		{"again", shownLog{key, honest[:200], ""}, false, exitFine, "is as it was"},
		{"grown", shownLog{key, honest, ""}, false, exitFine, "from 200 to 300 lines"},
		{"set back", shownLog{key, honest[:299], ""}, false, exitRefused, "set back"},
		{"another of the same size", shownLog{key, changed, ""}, false, exitRefused, "forked"},
		{"another that has grown", shownLog{key, grow(changed, 5), ""}, false, exitRefused, "forked"},
		{"another key", shownLog{other, grow(honest, 1), ""}, false, exitRefused, "not signed with that key"},
		{"unsigned", shownLog{key, honest, "arpad/ncs\n300\nnothing\n"}, false, exitRefused, "not signed with that key"},
		{"nothing", shownLog{key, honest, " "}, false, exitRefused, "not signed with that key"},
		{"cut off", shownLog{key, grow(honest, 1), ""}, true, exitRefused, "the checkpoint counts 301"},
		{"huge", shownLog{key, honest, strings.Repeat("a", mostOfCheckpoint+1)}, false, exitFailed, "sends more than a log has"},
		{"other leaves than signed", shownLog{key, changed, (&shownLog{key, grow(honest, 2), ""}).checkpoint(t)}, false, exitRefused, "the checkpoint counts 302"},
		{"grown again", shownLog{key, grow(honest, 1), ""}, false, exitFine, "from 300 to 301 lines"},
	} {
		shown, cut = &c.shown, c.cut
		before, err := os.ReadFile(kept)
		if err != nil && c.name != "the first time" {
			t.Fatal(err)
		}
		var out bytes.Buffer
		status := run([]string{"witness", site.URL, kept, "--key", key.Public}, &out, &out)
		if status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit status %d: %s", c.name, status, out.String())
		}
		after, err := os.ReadFile(kept)
		if err != nil {
			t.Fatal(err)
		}
		if c.status != exitFine && !bytes.Equal(before, after) {
			t.Errorf("%s: another checkpoint is kept", c.name)
		}
	}
	if against, err := os.ReadFile(kept + againstFile); err != nil || string(against) != (&shownLog{key, grow(changed, 5), ""}).checkpoint(t) {
		t.Errorf("the evidence is %q, %v", against, err)
	}
	shown = &shownLog{key, grow(honest, 9), ""}
	for name, args := range map[string][]string{
		"an address of the log": {"witness", site.URL + "/en/proof/checkpoint.txt", kept, "--key", key.Public},
		"no site":               {"witness", "http://127.0.0.1:1", kept, "--key", key.Public},
		"no key":                {"witness", site.URL, kept, "--key", "nothing"},
	} {
		var out bytes.Buffer
		want := map[bool]int{true: exitFine, false: exitFailed}[name == "an address of the log"]
		if status := run(args, &out, &out); status != want {
			t.Errorf("%s: exit status %d: %s", name, status, out.String())
		}
	}
}

// A log in files is witnessed likewise, in both languages.
func TestWitnessOfFiles(t *testing.T) {
	key, err := tamper.NewKey("arpad/ncs")
	if err != nil {
		t.Fatal(err)
	}
	log := shownLog{key, grow(nil, 7), ""}
	folder := t.TempDir()
	signed, leaves, kept := filepath.Join(folder, "checkpoint.txt"), filepath.Join(folder, "leaves.txt"), filepath.Join(folder, "kept.txt")
	write(t, signed, []byte(log.checkpoint(t)))
	write(t, leaves, []byte(strings.Join(log.leaves, "\n")+"\n"))
	for _, lang := range []string{"en", "ja"} {
		var out bytes.Buffer
		if status := run([]string{"--lang", lang, "witness", signed, kept, "--leaves", leaves, "--key", key.Public}, &out, &out); status != exitFine || !strings.Contains(out.String(), "arpad/ncs") {
			t.Errorf("exit status %d: %s", status, out.String())
		}
	}
	var out bytes.Buffer
	if status := run([]string{"witness", signed, filepath.Join(folder, "new.txt"), "--key", key.Public}, &out, &out); status != exitFailed || !strings.Contains(out.String(), "--leaves") {
		t.Errorf("without leaves: exit status %d: %s", status, out.String())
	}
}
