package bureau

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// groundless are the refusals that rest on no clause: something does not exist,
// the input is inconsistent, or a decision of the bureau conflicts.
var groundless = []string{
	"already-initialised", "list-without-ratings", "list-zero-early", "list-zero-label", "list-zero-name", "authority-unknown", "not-initialised", "zone-unknown", // about an installation
	"control-character", "text-too-long", "days-reversed", "event-days", "fide-label", "fide-list-short", "fide-list-strange", "field-unknown", "file-is-last", "games-in-list", "id-repeated-in-list", "id-stays", "id-taken", "indexed-under-age", "name-needed",
	"no-announcement", "announced-before", "nothing-stated", "no-bytes", "no-fide-event", "section-needed", "fide-day", "fide-all-sent", "fide-not-sent", "fide-received", "fide-excluded", "fide-not-excluded", "fide-receipt-needed", "no-check", "no-club", "no-first-rating", "first-rating-made", "no-correction", "no-entry", "no-game", "no-inquiry", "no-list", "rows-missing", "no-list-of-type", "no-merge",
	"no-period", "no-precedent", "no-question", "no-report", "no-revision", "not-decided", "referred", "no-such-option", "no-drafts", "player-not-unique", "entries-too-many", "age-group-private", "unknown-player", "unknown-section",
	"club-name-taken", "player-erased", "player-in-section", "player-merged", "merge-in-list", "merge-of-distinct", "merge-of-one", "merge-of-rated", "merge-of-two",
	"colours-reversed", "correction-decided", "correction-not-in-force", "correction-outdated", "correction-undo-order", "nothing-to-correct",
	"inquirer-needed", "inquiry-closed", "inquiry-asks-nothing", "inquiry-not-asked", "club-unassigned", "leaf-behind", "list-zero", "name-too-long", "period-before-zero", "period-out", "reason-names-person", "reason-needed", "report-move", "report-unchecked",
	"account-own", "email-form", "email-taken", "invitation-over", "last-administrator", "no-account", "role-needed", "role-unknown", "second-factor-needed", "key-of-nobody", "keys-many", "scope-unknown", "no-key", // about accounts
	"no-address", "sign-in-needed", "act-not-allowed", "not-yours", "sender-club-needed", "seen-needed", "changed-since", "factor-needed", "key-used", "second-is-first", // about who acts
	"import-damaged", "import-form", "import-not-empty",
	"bundle-age", "bundle-edition", "bundle-facts", "bundle-from", "bundle-leaf", "bundle-list", "bundle-made", "bundle-made-otherwise",
	"bundle-people", "bundle-player", "bundle-record", "bundle-records", "bundle-base", "bundle-standings", // about a disclosure
}

// groundedThere are the refusals that name their clause where they are raised.
var groundedThere = []string{"announcement-begun", "correction-unrates", "dispensation-needless", "fee-amount", "fee-not-due", "first-rating-stands", "question-open", "rating-too-low"}

// For every refusal of the bureau, it is known which clause it rests on.
func TestRefusalsHaveTheirClause(t *testing.T) {
	t.Parallel()
	decided := map[string]string{}
	decide := func(how string, ids ...string) {
		for _, id := range ids {
			if before := decided[id]; before != "" && before != how {
				t.Errorf("%s is %s and %s", id, before, how)
			}
			decided[id] = how
		}
	}
	for _, all := range Citations {
		for _, g := range all {
			decide("under a clause", g.Refused...)
		}
	}
	decide("under a clause that it names", groundedThere...)
	decide("under no clause", groundless...)
	refused := refusals(t)
	for id := range refused {
		if decided[id] == "" {
			t.Errorf("on which clause does the refusal %s rest? Put it among the grounds or the groundless", id)
		}
	}
	for id := range decided {
		if !refused[id] && !slices.Contains([]string{"player-unknown", "after-list", "list-behind"}, id) { // which are no refusals
			t.Errorf("nothing refuses %s", id)
		}
	}
}

// refusals returns the ids that the bureau's code refuses.
func refusals(t *testing.T) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	var files []string
	for _, pattern := range []string{"internal/bureau/*.go", "internal/bureau/*/*.go", "internal/sheet/*.go", "finding/text.go"} {
		found, err := filepath.Glob(tree.Path(pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if text, ok := call.Args[0].(*ast.BasicLit); ok && name == "Refuse" {
				id, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				ids[id] = true
			}
			return true
		})
	}
	if len(ids) < 50 {
		t.Fatalf("only %d refusals were found", len(ids))
	}
	return ids
}

// A refusal cites the clause's number in the text in force on its day.
func TestCitationIsOfTheDay(t *testing.T) {
	t.Parallel()
	s := &Settings{Authority: "ncs", Regulation: "japan"}
	for day, clause := range map[civil.Date]string{
		civil.Of(2021, 5, 1): "3(7)", civil.Of(2023, 7, 31): "3(7)", civil.Of(2023, 8, 1): "3(6)",
	} {
		f := s.Cite(finding.New("list-out", finding.Error, finding.At{}), day)
		if f.Clause != clause || f.Reading != "J24" {
			t.Errorf("on %s a list that is out is refused under %s (%s), want %s", day, f.Clause, f.Reading, clause)
		}
	}
}

// In a transaction a finding is cited as by the settings, the first of its ID and those after
// it; one that names its clause keeps it.
func TestCitationInATransaction(t *testing.T) {
	t.Parallel()
	ids := refusals(t)
	for authority, rules := range map[string]string{"ncs": "japan", "chessa": "chessa-2015", "nscl": "nscl"} {
		tx := &Tx{Moment: Moment{Settings: &Settings{Authority: authority, Regulation: rules}, Today: civil.Of(2023, 8, 1), cited: map[string]Citation{}}}
		for range 2 {
			for id := range ids {
				f := finding.New(id, finding.Error, finding.At{})
				if got, want := tx.Cite(f), tx.Settings.Cite(f, tx.Today); got.Clause != want.Clause || got.Reading != want.Reading {
					t.Errorf("%s: %s is cited as %s (%s), want %s (%s)", authority, id, got.Clause, got.Reading, want.Clause, want.Reading)
				}
				if got := tx.Cite(f.Under("1(1)", "")); got.Clause != "1(1)" || got.Reading != "" {
					t.Errorf("%s: %s, which names its clause, is cited as %s (%s)", authority, id, got.Clause, got.Reading)
				}
			}
		}
	}
}

// Every edition of the authority has the clauses and readings on which refusals
// rest.
func TestCitedClausesExist(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, e := range catalog.Editions() {
		about := e.About()
		for _, g := range Citations[about.Authority] {
			seen[about.Authority]++
			number := about.Number(g.Clause)
			if number != "" && !slices.ContainsFunc(about.Clauses, func(c regulation.Clause) bool { return c.ID == number }) {
				t.Errorf("%s has no clause %s", about.ID, number)
			}
			if number == "" && g.Reading == "" {
				t.Errorf("%s has no ground for %v", about.ID, g.Refused)
			}
			if g.Reading != "" && !slices.Contains(about.Readings, g.Reading) {
				t.Errorf("%s has no reading %s", about.ID, g.Reading)
			}
		}
	}
	for authority := range Citations {
		if seen[authority] == 0 {
			t.Errorf("there is no authority %s", authority)
		}
	}
}
