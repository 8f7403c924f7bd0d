package tamper_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// bundle returns the bundle of a published list, as bytes.
func (d *fixture) bundle(label string, revision int) []byte {
	d.T.Helper()
	b, err := tamper.New(context.Background(), d.Bureau, d.guard, label, revision)
	d.Must(err)
	var data bytes.Buffer
	d.Must(tamper.Write(&data, b))
	return data.Bytes()
}

// verify reads a bundle and verifies it.
func verify(data []byte, public string) (*tamper.Verified, error) {
	b, err := tamper.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return b.Verify(public)
}

// script returns a bureau from the inputs of a command-line script, with
// reports submitted on the given days.
func script(t *testing.T, name, authority, label string, reports map[string]string) *fixture {
	t.Helper()
	archive, err := txtar.ParseFile(tree.Path("cmd/arpad/testdata/" + name))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	guard := guarded(t, &memory.Store{}, authority)
	d := &fixture{office: bureautest.New(t, guard), guard: guard}
	d.On("2023-12-21")
	players, list, _ := roster.Read(bytes.NewReader(files["opening.csv"]), "opening.csv")
	d.Init(authority, label, nil, players.Players, &list)
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		d.submit(name, files[name], reports[name])
	}
	return d
}

// japanLived returns a bureau of Japan with a list, a late game, and
// corrections of a report and of a rating.
func japanLived(t *testing.T) *fixture {
	t.Helper()
	d := japan(t)
	ref := d.submitDemo("japan/reports/new-year-rapid.trf")
	d.submitDemo("japan/reports/winter-open.json")
	d.submitDemo("japan/reports/spring-cup.trf")
	d.PublishAll(-1)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: ref}, "")
	d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: "N00000002", Type: rating.Rapid, Rating: 1234}, "")
	return d
}

// The bundle of every published list verifies, including list zero and
// revisions, for every authority.
func TestBundlesVerify(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile(tree.Path("docs/schema/bundle.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]*fixture{
		"ncs":    japanLived(t),
		"chessa": script(t, "correction-chessa.txtar", "chessa", "2024-02", map[string]string{"summer.json": "2024-02-05", "autumn.json": "2024-03-04"}),
		"nscl":   script(t, "correction-nscl.txtar", "nscl", "Season 2024", map[string]string{"first.json": "2024-02-25", "second.json": "2024-02-25"}),
	} {
		if name != "ncs" {
			d.PublishAll(-1)
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: d.first}, "")
		}
		var listed []*lists.Publication
		d.Must(d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
			listed, err = lists.AllPublications(r)
			return err
		}))
		revised := 0
		for _, p := range listed {
			data := d.bundle(p.Label, p.Revision)
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			d.Must(err)
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s, %s revision %d: %v", name, p.Label, p.Revision, err)
			}
			proved, err := verify(data, d.guard.Key.Public)
			if err != nil {
				t.Errorf("%s, %s revision %d: %v", name, p.Label, p.Revision, err)
				continue
			}
			if proved.List.Digest != p.Digest || proved.Number != p.Leaf || proved.Checkpoint.Size != d.tree().Size() {
				t.Errorf("%s, %s revision %d: it proves %+v", name, p.Label, p.Revision, proved.List)
			}
			revised = max(revised, p.Revision)
		}
		if len(listed) < 3 || revised < 2 {
			t.Errorf("%s has %d lists, the newest revision is %d", name, len(listed), revised)
		}
	}
}

// reasons is the refusal expected when a field of a bundle is changed, by path;
// the longest matching path counts.
var reasons = map[string]string{
	"schema":                    "bundle-form",
	"leaf":                      "bundle-included",
	"leaf.number":               "bundle-included",
	"before":                    "bundle-included bundle-leaf",
	"people":                    "bundle-people",
	"players.*.id":              "bundle-player",
	"players.*.from":            "bundle-standings bundle-from",
	"players.*.to":              "bundle-made",
	"players.*.fide":            "bundle-facts",
	"players.*.entered_unrated": "bundle-facts",
	"players.*.age_rule":        "bundle-made bundle-age",
	"records":                   "bundle-records bundle-record",
	"tree":                      "bundle-tree",
	"checkpoint":                "bundle-signature",
}

// A changed byte in any field is found, for the right reason.
func TestFlippedByteInABundle(t *testing.T) {
	t.Parallel()
	d := japanLived(t)
	tried := map[string]int{}
	for _, revision := range []int{1, 2} {
		data := d.bundle("2024-02", revision)
		if _, err := verify(data, d.guard.Key.Public); err != nil {
			t.Fatal(err)
		}
		for _, f := range fields(t, data) {
			if tried[f.path]++; tried[f.path] > 6 {
				continue
			}
			for _, at := range []int{f.from, f.to - 1} {
				flipped := slices.Clone(data)
				if flipped[at] = other(flipped[at]); flipped[at] == data[at] {
					continue
				}
				_, err := verify(flipped, d.guard.Key.Public)
				var refused *finding.Refused
				if !errors.As(err, &refused) {
					t.Errorf("%s: %q is %q, and it says %v", f.path, data[f.from:f.to], flipped[f.from:f.to], err)
				} else if want := reason(f.path); refused.ID != "bundle-form" && !slices.Contains(strings.Fields(want), refused.ID) {
					t.Errorf("%s: %q is %q, and it says %s, not %s", f.path, data[f.from:f.to], flipped[f.from:f.to], refused.ID, want)
				}
			}
		}
	}
	paths := slices.Collect(maps.Keys(tried))
	for pattern := range reasons {
		if !slices.ContainsFunc(paths, func(path string) bool { return fits(path, pattern) }) {
			t.Errorf("nothing was tried of %s: %v", pattern, paths)
		}
	}
	if len(tried) < 50 {
		t.Errorf("only %d kinds of field were tried", len(tried))
	}
}

// reason returns the refusal of the longest pattern that matches a path.
func reason(path string) string {
	best := ""
	for pattern := range reasons {
		if len(pattern) > len(best) && fits(path, pattern) {
			best = pattern
		}
	}
	return reasons[best]
}

// fits reports whether a path begins with the parts of a pattern, in which a
// star matches any part.
func fits(path, pattern string) bool {
	have, want := strings.Split(path, "."), strings.Split(pattern, ".")
	for i := range want {
		if i == len(have) || want[i] != "*" && want[i] != have[i] {
			return false
		}
	}
	return true
}

// other returns a different byte, such that the text remains JSON.
func other(c byte) byte {
	switch {
	case c == '9' || c == 'z' || c == 'Z' || c == '\\' || c == '"':
		return c - 1
	case c >= '0' && c <= '8', c >= 'a' && c < 'z', c >= 'A' && c < 'Z':
		return c + 1
	}
	return c
}

// field is a value or a key in a JSON text: its byte range.
type field struct {
	path     string // with a star for array indices
	from, to int
}

// fields returns all values and keys of a JSON text, without the quotes.
func fields(t *testing.T, data []byte) []field {
	t.Helper()
	var all []field
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	var walk func(path string) error
	add := func(path string, token json.Token) {
		end := int(in.InputOffset())
		text := fmt.Sprint(token)
		if s, ok := token.(string); ok {
			quoted, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			text = string(quoted[1 : len(quoted)-1])
			end--
		}
		if text != "" {
			all = append(all, field{path, end - len(text), end})
		}
	}
	walk = func(path string) error {
		token, err := in.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'):
			for in.More() {
				key, err := in.Token()
				if err != nil {
					return err
				}
				below := strings.TrimPrefix(path+"."+key.(string), ".")
				add(below, key)
				if err := walk(below); err != nil {
					return err
				}
			}
			_, err = in.Token()
		case json.Delim('['):
			for in.More() {
				if err := walk(path + ".*"); err != nil {
					return err
				}
			}
			_, err = in.Token()
		default:
			add(path, token)
		}
		return err
	}
	if err := walk(""); err != nil {
		t.Fatal(err)
	}
	return all
}

// A bundle of another bureau, or with parts of another bundle, is refused.
func TestBundlesAreNotMixed(t *testing.T) {
	t.Parallel()
	d := japanLived(t)
	other, err := tamper.NewKey("arpad/ncs")
	d.Must(err)
	for name, c := range map[string]struct {
		change func(b, first, zero *tamper.Bundle)
		public string
		reason string
	}{
		"another key":       {func(_, _, _ *tamper.Bundle) {}, other.Public, "bundle-signature"},
		"another leaf":      {func(b, first, _ *tamper.Bundle) { b.Leaf = first.Leaf }, "", "bundle-base"},
		"other results":     {func(b, first, _ *tamper.Bundle) { b.Records = first.Records }, "", "bundle-records"},
		"list zero's leaf":  {func(b, _, zero *tamper.Bundle) { b.Leaf = zero.Leaf }, "", "bundle-base"},
		"a leaf cut off":    {func(b, _, _ *tamper.Bundle) { b.Tree = b.Tree[:len(b.Tree)-1] }, "", "bundle-tree"},
		"a player left out": {func(b, _, _ *tamper.Bundle) { b.Players = b.Players[1:] }, "", "bundle-standings"},
		"a player twice":    {func(b, _, _ *tamper.Bundle) { b.Players = append(b.Players[:1:1], b.Players...) }, "", "bundle-player"},
		"an age more": {func(b, _, _ *tamper.Bundle) {
			for i := range b.Players {
				if p := &b.Players[i]; p.From != nil && p.To != nil && p.AgeRule == 0 {
					p.AgeRule = 1
				}
			}
		}, "", "bundle-made"},
		"an age of somebody who has not played": {func(b, _, _ *tamper.Bundle) { b.Players[len(b.Players)-1].AgeRule = 1 }, "", "bundle-age"},
		"a report left out":                     {func(b, _, _ *tamper.Bundle) { b.Records = b.Records[1:] }, "", "bundle-records"},
	} {
		read := func(label string, revision int) *tamper.Bundle {
			b, err := tamper.Read(bytes.NewReader(d.bundle(label, revision)))
			d.Must(err)
			return b
		}
		b := read("2024-02", 2)
		c.change(b, read("2024-02", 1), read("2024-01", 1))
		if c.public == "" {
			c.public = d.guard.Key.Public
		}
		_, err := b.Verify(c.public)
		var refused *finding.Refused
		if !errors.As(err, &refused) || refused.ID != c.reason {
			t.Errorf("%s: it says %v, not %s", name, err, c.reason)
		}
	}
}

// An erased person is in no new bundle, and earlier proofs remain valid: old
// and new bundles verify and extend the checkpoint.
func TestErasedPersonKeepsTheProof(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	d := japan(t)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.PublishAll(-1)
	kept, checkpoint := d.bundle("2024-02", 1), d.last()
	salt := d.salt("N00000002")
	if salt == "" {
		t.Fatal("there was no salt")
	}
	_, err := privacy.Erase(ctx, d.Bureau, "N00000002", "asked for")
	d.Must(err)
	if d.salt("N00000002") != "" {
		t.Error("the salt is still there")
	}
	d.submitDemo("japan/reports/spring-cup.trf")
	d.PublishAll(-1)
	for name, data := range map[string][]byte{"old": kept, "old one made anew": d.bundle("2024-02", 1), "new": d.bundle("", 0)} {
		b, err := tamper.Read(bytes.NewReader(data))
		d.Must(err)
		if _, err := b.Verify(d.guard.Key.Public); err != nil {
			t.Errorf("the %s bundle: %v", name, err)
		}
		if err := b.Since(checkpoint); err != nil {
			t.Errorf("the %s bundle: %v", name, err)
		}
		// Words that cannot occur by chance in a hash or a signature.
		for _, word := range []string{"Baba Mio", "馬場", "1991-", salt} {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("the %s bundle holds %q", name, word)
			}
		}
		if !bytes.Contains(data, []byte(" N00000002\\n")) {
			t.Errorf("the %s bundle has no commitment to the player", name)
		}
	}
	d.Sound()
}

// salt returns the stored salt of a player.
func (d *fixture) salt(id string) string {
	if text, ok := strings.CutPrefix(string(d.Stored()["salt"][id]), `"`); ok {
		return text[:strings.IndexByte(text, '"')]
	}
	return ""
}

// A renamed player gets a new commitment with the same salt; others get none.
func TestNewNameNewCommitment(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	d := japan(t)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.PublishAll(-1)
	_, err := register.Set(ctx, d.Bureau, "N00000002", []string{"name=Mori Mio"}, "married")
	d.Must(err)
	_, err = register.Set(ctx, d.Bureau, "N00000003", []string{"club=Elsewhere"}, "moved")
	d.Must(err)
	d.submitDemo("japan/reports/spring-cup.trf")
	d.PublishAll(-1)
	b, err := tamper.Read(bytes.NewReader(d.bundle("", 0)))
	d.Must(err)
	lines := strings.Split(strings.Join(b.People, ""), "\n")
	for id, want := range map[string]int{"N00000002": 2, "N00000003": 1} {
		n := 0
		for _, line := range lines {
			if strings.HasSuffix(line, " "+id) {
				n++
			}
		}
		if n != want {
			t.Errorf("%s has %d commitments, not %d", id, n, want)
		}
	}
}

// What is not a bundle is refused without a panic.
func TestNoBundle(t *testing.T) {
	t.Parallel()
	d := japan(t)
	good := d.bundle("", 0)
	for name, data := range map[string][]byte{
		"nothing": nil, "no JSON": []byte("bundle"), "half of one": good[:len(good)/2], "two": append(slices.Clone(good), good...),
		"a key more": bytes.Replace(good, []byte(`{`), []byte(`{"more":1,`), 1),
		"other case": bytes.Replace(good, []byte(`"schema"`), []byte(`"Schema"`), 1),
	} {
		_, err := verify(data, d.guard.Key.Public)
		var refused *finding.Refused
		if !errors.As(err, &refused) || refused.ID != "bundle-form" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var spaced bytes.Buffer
	d.Must(json.Indent(&spaced, good, "", "\t"))
	if _, err := verify(spaced.Bytes(), d.guard.Key.Public); err != nil {
		t.Errorf("white space matters: %v", err)
	}
	if _, err := verify(good, "no key"); !errors.Is(err, tamper.ErrNoKey) {
		t.Errorf("without a key it says %v", err)
	}
}
