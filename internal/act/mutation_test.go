package act_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/tree"
)

// mutation is a change of the program, made where MUTATED is, that a test notices.
type mutation struct{ file, is, to, test string }

const (
	gateFile  = "internal/bureau/gate.go"
	blindFile = "internal/bureau/trial/blind.go"
	matrix    = "internal/act TestMatrix$|TestActsSayWhatWasSeen|TestCorrectionsAreSeen"
	gateTests = "internal/bureau/desk TestGate"
	senders   = "internal/bureau/intake TestNobodyElseReplacesAReport|TestSenderOf"
	secrets   = "document TestOrganizersLearnNoSecret"
)

// mutations are of the gate, of who sends, and of what organisers are told.
func mutations() []mutation {
	return []mutation{
		{gateFile, "case a.Roles == 0:", "case !MUTATED && a.Roles == 0:", matrix},
		{gateFile, "case !a.Is(rule.Any | rule.Own):", "case !MUTATED && !a.Is(rule.Any | rule.Own):", matrix},
		{gateFile, "if !tx.by.Owns(&s, q.Rule.Own) {", "if !MUTATED && !tx.by.Owns(&s, q.Rule.Own) {", matrix},
		{"internal/bureau/actor.go", "slices.Contains(a.Clubs, s.Club) && a.Is(as&Organiser)", "(MUTATED || slices.Contains(a.Clubs, s.Club)) && a.Is(as&Organiser)", matrix},
		{gateFile, "if err == nil && q.Seen != now {", "if !MUTATED && err == nil && q.Seen != now {", matrix},
		{gateFile, "case q.Rule.Ask&Factor != 0 &&", "case !MUTATED && q.Rule.Ask&Factor != 0 &&", matrix},
		{gateFile, "case q.Rule.Ask&Seen != 0 && q.Seen == \"\":", "case !MUTATED && q.Rule.Ask&Seen != 0 && q.Seen == \"\":", matrix},
		{gateFile, "case q.Rule.Ask&Reason != 0 &&", "case !MUTATED && q.Rule.Ask&Reason != 0 &&", matrix},
		{gateFile, "case !tx.by.Is(rule.Any) && !tx.owned:", "case !MUTATED && !tx.by.Is(rule.Any) && !tx.owned:", gateTests},
		{gateFile, "case rule.Ask&Seen != 0 && !tx.looked:", "case !MUTATED && rule.Ask&Seen != 0 && !tx.looked:", gateTests},
		{gateFile, "if b.Actor.Login != \"\" {", "if MUTATED || b.Actor.Login != \"\" {", gateTests},
		{gateFile, "if err == nil && q.Key != \"\" {", "if !MUTATED && err == nil && q.Key != \"\" {", gateTests},
		{gateFile, "if done.Said != digestOf(q.Said) {", "if !MUTATED && done.Said != digestOf(q.Said) {", gateTests},
		{gateFile, "if tx.Now.Sub(g.At) >= keyHolds {", "if !MUTATED && tx.Now.Sub(g.At) >= keyHolds {", gateTests},
		{gateFile, "if q.Rule.Ask&Another == 0 ||", "if MUTATED || q.Rule.Ask&Another == 0 ||", gateTests},
		{gateFile, "case first.By == account ||", "case !MUTATED && first.By == account ||", gateTests},
		{gateFile, "first.Player != \"\" && first.Player == tx.by.Player:", "!MUTATED && first.Player != \"\" && first.Player == tx.by.Player:", gateTests},
		{gateFile, "[]byte(q.Seen))", "[]byte(q.Seen)[:map[bool]int{false: len(q.Seen)}[MUTATED]])", gateTests},
		{"internal/bureau/check/case.go", "return s.Club == \"\" ||", "return MUTATED || s.Club == \"\" ||", senders},
		{"internal/bureau/check/duty.go", "if sent == nil || c.p.Organizer == \"\" ||", "if MUTATED || sent == nil || c.p.Organizer == \"\" ||", senders},
		{"internal/bureau/check/duty.go", "if c.p.Organizer == \"\" && other.standsBefore(c.Case) {", "if !MUTATED && c.p.Organizer == \"\" && other.standsBefore(c.Case) {", senders},
		{blindFile, "finding.Doubted(receipt.Findings), to)", "finding.Doubted(receipt.Findings), map[bool]finding.Audience{false: to}[MUTATED])", secrets},
		{blindFile, "if to != finding.Officers {", "if !MUTATED && to != finding.Officers {", secrets},
		{blindFile, "return slices.Contains([]string{", "return !MUTATED && slices.Contains([]string{", secrets},
		{blindFile, "p.MergedInto == \"\" && p.Merged == nil", "MUTATED || p.MergedInto == \"\" && p.Merged == nil", secrets},
		{blindFile, "lists.WithoutBirths(value)", "map[bool][]byte{false: lists.WithoutBirths(value), true: value}[MUTATED]", "internal/portal/reports TestEffectOnRatings"},
		{blindFile, "if t == &rows.Alike.Relation {", "if !MUTATED && t == &rows.Alike.Relation {", secrets},
	}
}

// rooms are rooms that do not say with what they do something.
func rooms(t *testing.T) (all []mutation) {
	t.Helper()
	err := filepath.WalkDir(tree.Path("internal/bureau"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		file, _ := filepath.Rel(tree.Path("."), path)
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "tx.About(") && file != gateFile {
				all = append(all, mutation{file, line, strings.Replace(line, "tx.About(", "map[bool]func(bureau.Subject) error{false: tx.About, true: func(bureau.Subject) error { return nil }}[MUTATED](", 1), matrix})
			}
		}
		return err
	})
	if err != nil || len(all) < 20 {
		t.Fatalf("%d rooms: %v", len(all), err)
	}
	return all
}

// Each mutation of the gate, of the rooms and of what organisers are told is noticed by the test that it names. All stand in one
// program, in which one is chosen at a time; making it takes minutes, so that is part of make soak. Where they stand is looked at always.
func TestMutationsAreNoticed(t *testing.T) {
	t.Parallel()
	all := append(mutations(), rooms(t)...)
	texts := map[string]string{}
	for i, m := range all {
		if texts[m.file] == "" {
			text, err := os.ReadFile(tree.Path(m.file))
			if err != nil {
				t.Fatal(err)
			}
			texts[m.file] = string(text)
		}
		if strings.Count(texts[m.file], m.is) == 0 {
			t.Errorf("%s has no %q", m.file, m.is)
		}
		chosen := fmt.Sprintf("Mutated(%d)", i)
		if path.Dir(m.file) != "internal/bureau" {
			chosen = "bureau." + chosen
		}
		texts[m.file] = strings.Replace(texts[m.file], m.is, strings.ReplaceAll(m.to, "MUTATED", chosen), 1)
	}
	if !soak.Full() {
		return
	}
	programs := mutated(t, texts, all)
	run := func(m *mutation, chosen int) (string, error) {
		pkg, test, _ := strings.Cut(m.test, " ")
		c := exec.CommandContext(t.Context(), filepath.Join(programs, path.Base(pkg)+".test"), "-test.run", test)
		c.Dir, c.Env = tree.Path(pkg), append(os.Environ(), fmt.Sprint("ARPAD_MUTATION=", chosen), "ARPAD_SOAK=")
		said, err := c.CombinedOutput()
		return string(said), err
	}
	sound := map[string]bool{}
	for i, m := range all {
		if !sound[m.test] {
			if said, err := run(&m, -1); err != nil {
				t.Fatalf("without a mutation: %v\n%s", err, said)
			}
			sound[m.test] = true
		}
		if said, err := run(&m, i); err == nil || !strings.Contains(said, "--- FAIL: Test") {
			t.Errorf("%s does not notice in %s: %s\n%s", m.test, m.file, m.to, said)
		}
	}
}

// mutated makes the tests of the mutations, with files as they are then, and returns their folder.
func mutated(t *testing.T, texts map[string]string, all []mutation) string {
	t.Helper()
	folder, replaced := t.TempDir(), map[string]string{}
	texts["internal/bureau/mutated.go"] = `package bureau

import (
	"os"
	"strconv"
)

var chosen, _ = strconv.Atoi(os.Getenv("ARPAD_MUTATION"))

// Mutated reports whether a mutation is chosen.
func Mutated(n int) bool { return n == chosen }
`
	for file, text := range texts {
		at := filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		replaced[tree.Path(file)] = at
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"test", "-c", "-vet", "off", "-overlay", filepath.Join(folder, "overlay.json"), "-o", folder + "/"}
	for _, m := range all {
		if pkg, _, _ := strings.Cut(m.test, " "); !slices.Contains(args, "./"+pkg) {
			args = append(args, "./"+pkg)
		}
	}
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = tree.Path(".")
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return folder
}
