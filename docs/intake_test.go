package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/matrix"
)

// carried says what becomes of a row in a TRF alone.
var carried = map[matrix.Carry]string{
	matrix.InTRF:     "",
	matrix.BesideTRF: " A TRF alone cannot state it, and it is asked for.",
	matrix.NotInTRF:  " A TRF alone cannot state it.",
}

// intakePage returns the page of the matrix, generated from the code.
func intakePage() string {
	var b strings.Builder
	b.WriteString("# What becomes of a report\n\n")
	b.WriteString("What the texts ask of a report, and what follows in a bureau when it is right, wrong, stated differently in two files, missing or\n")
	b.WriteString("too late: the state of the report, the [finding](findings.md) that says so, and who must act. A question holds the games that it\n")
	b.WriteString("is about until somebody has answered it; the rest of the report is rated. The clause is that of the first edition named, then\n")
	b.WriteString("the [reading](readings.md). A register that the bureau does not keep is not asked.\n\n")
	b.WriteString("Each cell is a case of `TestMatrix`: as JSON, as a TRF with a file beside it, as a TRF alone, after a notice of the results, and as\n")
	b.WriteString("files of both formats, in every order; as the federation's reporting file, and as an export of Chess-Results, its upload XML, the files of\n")
	b.WriteString("SwissPerfect, PGN, a table of games and that of the Japanese results database, each with a file beside it. `make test` takes two of these forms for each case, in turn, and `make soak` all of them. The page is written from the code; `UPDATE=1 go test ./docs` regenerates it.\n")
	for _, row := range matrix.Rows {
		clause := strings.TrimSpace(strings.Join([]string{row.Clause, row.Reading}, " "))
		if row.Clause != "" && row.Reading != "" {
			clause = row.Clause + ", Reading " + row.Reading
		}
		fmt.Fprintf(&b, "\n## %s%s: %s\n\n", strings.ToUpper(row.Name[:1]), row.Name[1:], row.What)
		fmt.Fprintf(&b, "Asked by %s", strings.Join(row.Texts, ", "))
		if clause != "" {
			fmt.Fprintf(&b, " (%s)", clause)
		}
		fmt.Fprintf(&b, "; the verb is \"%s\".%s\n\n| | state | finding | who must act | until |\n|---|---|---|---|---|\n", row.Verb, carried[row.Carry])
		for column, cell := range row.Cells {
			if cell.Empty != "" {
				fmt.Fprintf(&b, "| %s | | *no such case: %s* | | |\n", matrix.ColumnNames[column], cell.Empty)
				continue
			}
			found := ""
			if cell.Finding != "" {
				found = "`" + cell.Finding + "`"
			}
			if cell.Settled != "" {
				found += " (decided by Reading " + cell.Settled + ")"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", matrix.ColumnNames[column], cell.State, found, cell.Who(), cell.Until())
		}
	}
	return b.String()
}

func TestIntake(t *testing.T) {
	want := intakePage()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("intake.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("intake.md")
	if err != nil || string(got) != want {
		t.Errorf("intake.md is not what the code says (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}
