package file_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/template"
)

// tableWays are the ways in which tables come.
var tableWays = []string{"xlsx", "csv", "html"}

// Each meaning of tables comes in each way, or there is a reason why not. The table is in
// docs/formats/tables.md; UPDATE=1 writes it again.
func TestWaysOfTables(t *testing.T) {
	r := cup()
	l := specimen.Languages["ja"]
	games := specimen.Sheet{Name: "Games", Rows: [][]string{{"回戦", "白", "結果", "黒"}, {"1", "青木 蓮", "1-0", "馬場 みお"}}}
	var form bytes.Buffer
	must(t, template.Write(&form, func(key string) string { return key }, &template.Form{Report: r}))
	sheet := func(s specimen.Sheet) map[string][]byte {
		xlsx, err := specimen.XLSX(s)
		must(t, err)
		csv, err := specimen.CSV(s)
		must(t, err)
		return map[string][]byte{"xlsx": xlsx, "csv": csv, "html": specimen.Page(s)}
	}
	made := map[string]map[string][]byte{
		"template": {"xlsx": form.Bytes()}, "chess-results": sheet(specimen.Crosstable(r, l, false)), "games": sheet(games),
	}
	made["chess-results"]["html"] = specimen.HTML(r, specimen.Crosstable(r, l, false))
	var b strings.Builder
	b.WriteString("| | " + strings.Join(tableWays, " | ") + " |\n|---|---|---|---|\n")
	for i := range file.Meanings {
		m := &file.Meanings[i]
		fmt.Fprintf(&b, "| %s |", m.Name)
		for _, way := range tableWays {
			why, told := m.Ways[way]
			data := made[m.Name][way]
			if !told || (why == "") != (data != nil) {
				t.Errorf("%s as %s: a reason for none is %q, and there is a sample: %v", m.Name, way, why, data != nil)
			}
			if data == nil {
				fmt.Fprintf(&b, " *no: %s* |", why)
				continue
			}
			b.WriteString(" read |")
			if got, found := file.Read(data, "a", ""); got == nil || len(got.Sections) != 1 || len(got.Sections[0].Games) == 0 {
				t.Errorf("%s as %s: %v", m.Name, way, found)
			}
		}
		b.WriteString("\n")
	}
	const page, mark = "../../docs/formats/tables.md", "| | xlsx"
	text, err := os.ReadFile(page)
	must(t, err)
	before, rest, _ := strings.Cut(string(text), mark)
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + b.String() + "\n" + after
	if os.Getenv("UPDATE") != "" {
		must(t, os.WriteFile(page, []byte(want), 0o644))
	} else if string(text) != want {
		t.Error("docs/formats/tables.md is not what the code says; UPDATE=1 writes it again")
	}
}
