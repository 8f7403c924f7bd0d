package file_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

const dialects = "../testdata/dialects"

// samples returns the reports of the corpus.
func samples(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.trf", "*.json"} {
		found, err := filepath.Glob(filepath.Join(dialects, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 60 {
		t.Fatalf("there are %d files", len(files))
	}
	slices.Sort(files)
	return files
}

// readSample reads a file of the corpus; the report is nil if it is refused.
func readSample(t *testing.T, path string) (*report.Report, []finding.Finding) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, found := file.Read(data, filepath.Base(path), "")
	if r != nil {
		found = append(found, report.Check(r)...)
	}
	if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses }) {
		return nil, found
	}
	return r, found
}

// summary counts findings by severity and id.
func summary(found []finding.Finding) string {
	count := map[string]int{}
	for _, f := range found {
		count[fmt.Sprintf("%d%s", finding.Error-f.Severity, f.ID)]++
	}
	var words []string
	for _, id := range slices.Sorted(maps.Keys(count)) {
		word := fmt.Sprintf("%s %s", finding.Error-finding.Severity(id[0]-'0'), id[1:])
		if n := count[id]; n > 1 {
			word += fmt.Sprintf(" ×%d", n)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// What becomes of each file of the corpus stands in a table; UPDATE=1 writes it again.
func TestDialects(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What becomes of the samples\n\nWritten by `UPDATE=1 go test ./report/file -run Dialects`.\n\n")
	b.WriteString("| file | verdict | players | games | byes | days | findings |\n|---|---|---|---|---|---|---|\n")
	for _, path := range samples(t) {
		r, found := readSample(t, path)
		verdict, players, games, byes, days := "refused", 0, 0, 0, ""
		if r != nil {
			verdict, days = "read", r.Start.String()+" to "+r.End.String()
			for i := range r.Sections {
				s := &r.Sections[i]
				players, games, byes = players+len(s.Players), games+len(s.Games), byes+len(s.Byes)
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %d | %d | %d | %s | %s |\n", filepath.Base(path), verdict, players, games, byes, days, summary(found))
	}
	sameTable(t, dialects, b.String())
}

// sameTable compares what became of samples with the table in their folder. UPDATE=1 writes
// it again.
func sameTable(t *testing.T, folder, became string) {
	t.Helper()
	table := filepath.Join(folder, "TABLE.md")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(table, []byte(became), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), became); diff != "" {
		t.Errorf("the table has changed; UPDATE=1 writes it again:\n%s", diff)
	}
}

// lossy is what TRF16 cannot say of a sample.
var lossy = map[string][]string{
	"trf26.trf":          {"type_code", "time_control"},
	"trf26-national.trf": {"sections.players.national"},
	"trf26-comments.trf": {"records"},
	"unknown-line.trf":   {"records"}, // TRF16 has no code above 132
}

// What was read is the same when it is written, in any format, and read again, but for
// what the format cannot say.
func TestSamplesComeBack(t *testing.T) {
	for _, path := range samples(t) {
		r, _ := readSample(t, path)
		if r == nil || slices.ContainsFunc(r.Sections, func(s report.Section) bool { return len(s.Disputed) > 0 }) {
			continue // what says two things is not converted
		}
		before, err := json.Values(r)
		if err != nil {
			t.Fatal(err)
		}
		for name, write := range map[string]func(*bytes.Buffer) error{
			"JSON":  func(b *bytes.Buffer) error { return json.Write(b, r) },
			"TRF26": func(b *bytes.Buffer) error { return trf.Write(b, r, 0, trf.TRF26) },
			"TRF16": func(b *bytes.Buffer) error { return trf.Write(b, r, 0, trf.TRF16) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			again, found := file.Read(out.Bytes(), r.File, "")
			if again == nil {
				t.Fatalf("%s as %s is refused: %v\n%s", path, name, found, out.String())
			}
			again.NoTime = r.NoTime
			if name == "JSON" || name == "TRF26" && strings.HasSuffix(path, ".trf") {
				if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(report.Report{}, "Unclear")); diff != "" {
					t.Errorf("%s as %s:\n%s", path, name, diff)
				}
				continue
			}
			lost, err := json.Lost(before, again)
			if err != nil {
				t.Fatal(err)
			}
			for field := range lost {
				if strings.HasSuffix(path, ".json") || slices.ContainsFunc(lossy[filepath.Base(path)], func(known string) bool { return strings.HasPrefix(field, known) }) {
					continue
				}
				t.Errorf("%s as %s loses %s", path, name, field)
			}
		}
	}
}
