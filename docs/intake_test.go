package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// carried says what a FIDE file with nothing beside it states of a claim.
var carried = map[check.Carry]string{
	check.InTRF:     "",
	check.BesideTRF: " A TRF alone cannot state it, and it is asked for.",
	check.NotInTRF:  " A TRF alone cannot state it.",
}

// evidence names what is known of a claim.
var evidence = [...]string{check.Confirmed: "confirmed", check.NothingKnown: "nothing known", check.Contradicted: "contradicted"}

// held says what a question holds, and what follows if it is open when the period closes.
var held = map[check.Hold][2]string{
	"":                {"", ""},
	check.Refuses:     {"all", "a new file; it counts from the day of the first one"},
	check.HoldsReport: {"all", "it is not in the list, and counts in the period of the answer"},
	check.HoldsFee:    {"the fee", "the full fee is due"},
	check.HoldsGames:  {"some games", "the rest is in the list; these games come by a correction"},
}

// intakePage returns the page of the claims, generated from the code.
func intakePage() string {
	var b strings.Builder
	b.WriteString("# What becomes of a report\n\n")
	b.WriteString("What a report or its sender claims, what it decides, and what follows in a bureau by what is known of it: the state of the report, the\n")
	b.WriteString("[finding](findings.md) that says so, who must act, what is held meanwhile, and what follows if nobody has answered when the period\n")
	b.WriteString("closes. The clauses are those of the first edition of a text, then the [reading](readings.md). A claim is asked about only if another\n")
	b.WriteString("value changes a number, a list, a fee or a deadline (Reading G11). A register that the bureau does not keep is not asked. NSCL's meets are\n")
	b.WriteString("rated whole or not at all (Reading N12).\n\n")
	b.WriteString("Each cell is a case of `TestMatrix`: as JSON, as a TRF with a file beside it, as a TRF alone, after a notice of the results, and as\n")
	b.WriteString("files of both formats, in every order; as the federation's reporting file, and as an export of Chess-Results, its upload XML, the files of\n")
	b.WriteString("SwissPerfect, PGN, a table of games and that of the Japanese results database, each with a file beside it. `make test` takes JSON, the TRF with a file beside it and the\n")
	b.WriteString("reporting file for each case, unless one cannot say it, which stands below its table, and one of the others, in turn; `make soak` takes all.\n")
	b.WriteString("Where a cell asks, the case is checked once more without its row, and nobody asks. The page is written from the code; `UPDATE=1 go test ./docs` regenerates it.\n")
	for _, claim := range check.Claims {
		fmt.Fprintf(&b, "\n## %s%s: %s\n\n", strings.ToUpper(claim.Name[:1]), claim.Name[1:], claim.Says)
		for i, t := range claim.Under {
			if t.Clause = strings.Trim(t.Clause+", "+t.Reading, ", "); t.Clause != "" {
				t.Clause += ", "
			}
			b.WriteString([]string{"Decides under ", "; "}[min(i, 1)] + textNames[t.Of] + " (" + t.Clause + t.Verb + ")")
		}
		fmt.Fprintf(&b, ". Confirmed by: %s.%s\n\n| | | state | finding | who must act | held | at closing |\n|---|---|---|---|---|---|---|\n", claim.Confirmed, carried[claim.Carry])
		for _, at := range claim.Cells {
			b.WriteString(cellLines(&claim, &at))
		}
		b.WriteString(unsaidLines(&claim))
	}
	return b.String()
}

// unsaidLines returns which cases cannot come in the formats that each case comes in, and why.
func unsaidLines(claim *check.Claim) (lines string) {
	names := map[string]string{bureautest.JSONFile: "as JSON", bureautest.TRFFile: "as a TRF with a file beside it", bureautest.FormFile: "as the reporting file"}
	for _, format := range []string{bureautest.JSONFile, bureautest.TRFFile, bureautest.FormFile} {
		var order []string
		of := map[string][]string{}
		for _, at := range claim.Cells {
			reason := bureautest.Unsaid(format, claim.Name, at.When)
			if of[reason] == nil {
				order = append(order, reason)
			}
			of[reason] = append(of[reason], at.When)
		}
		for _, reason := range order {
			if reason != "" {
				lines += fmt.Sprintf("\nNot %s: %s (%s).\n", names[format], strings.Join(of[reason], "; "), reason)
			}
		}
	}
	return lines
}

// textNames name the texts.
var textNames = map[string]string{"ncs": "NCS and JCF", "chessa": "CHESSA", "nscl": "NSCL"}

// cellLines returns the lines of a cell: one for all texts, unless they hold something else.
func cellLines(claim *check.Claim, at *check.Cell) (lines string) {
	when := at.When
	if at.In != "" {
		when += " (" + textNames[at.In] + ")"
	}
	if at.Empty != "" {
		return fmt.Sprintf("| %s | %s | | *no such case: %s* | | | |\n", evidence[at.Evidence], when, at.Empty)
	}
	found := ""
	if at.Says() != "" {
		found = "`" + at.Says() + "`"
	}
	if at.Reading != "" {
		found += " (decided by Reading " + at.Reading + ")"
	}
	who := map[lists.State]string{check.Admitted: "nobody", check.Waiting: "organiser", check.Withheld: "officer", check.Returned: "organiser"}[at.State()]
	if at.State() == check.Admitted && at.Asks != "" {
		who = "officer"
	}
	of := map[check.Hold][]string{}
	var order []check.Hold
	for _, t := range claim.Under {
		if at.In != "" && at.In != t.Of {
			continue
		}
		hold := at.Holds(t.Of)
		if of[hold] == nil {
			order = append(order, hold)
		}
		of[hold] = append(of[hold], textNames[t.Of])
	}
	for _, hold := range order {
		as := when
		if len(order) > 1 {
			as += " (" + strings.Join(of[hold], ", ") + ")"
		}
		lines += fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", evidence[at.Evidence], as, at.State(), found, who, held[hold][0], held[hold][1])
	}
	return lines
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
