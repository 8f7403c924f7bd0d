package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The questions of docs/sql.md have the same answers on both databases, and have some.
func TestQuestionsInSQL(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(tree.Path("docs/sql.md"))
	if err != nil {
		t.Fatal(err)
	}
	questions := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(questions) != 12 { // eleven of tables, one of documents
		t.Errorf("%d questions", len(questions))
	}
	file, server := storetest.File(t), pgtest.Database(t)
	for _, address := range []string{file, server} {
		d := bureautest.DemoLived(t, storetest.Create(t, address), -1)
		evening := &report.Report{
			Name: "Club evening", Organizer: "Minato Chess Club", Start: civil.Of(2024, 11, 2), End: civil.Of(2024, 11, 2), Type: rating.Rapid,
			Sections: []report.Section{{Players: []report.Player{{StartNumber: 1, ID: "N00000003"}, {StartNumber: 2, ID: "N00000004"}}, Games: []report.Game{{Round: 1, White: 1, Black: 2}}}},
		}
		_, err := intake.Submit(t.Context(), d.Bureau, intake.Submission{File: "evening.json", Data: []byte("evening"), Parsed: evening, From: "club"})
		d.Must(err)
	}
	paidFile, paidServer := storetest.File(t), pgtest.Database(t)
	for _, address := range []string{paidFile, paidServer} {
		f := synth.New(3, synth.Size{Players: 24, Clubs: 3, On: civil.Of(2023, 1, 21)}) // while there are fees
		d := bureautest.JapanOf(t, storetest.Create(t, address), f, nil)
		_, err := desk.Pay(t.Context(), d.Bureau, d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref, 0)
		d.Must(err)
	}
	databases := map[string][]*sql.DB{}
	for driver, addresses := range map[string][]string{"sqlite": {asURL(file) + "?_pragma=query_only(1)", asURL(paidFile) + "?_pragma=query_only(1)"}, "pgx": {server, paidServer}} {
		for _, address := range addresses {
			db, err := sql.Open(driver, address)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }() // read only
			databases[driver] = append(databases[driver], db)
		}
	}
	for _, q := range questions {
		var one, other []string
		for i := range databases["sqlite"] {
			one, other = append(one, answers(t, databases["sqlite"][i], q[1])...), append(other, answers(t, databases["pgx"][i], q[1])...)
		}
		if len(one) == 0 || !slices.Equal(one, other) {
			t.Errorf("%s\nSQLite answers %q, PostgreSQL %q", q[1], one, other)
		}
	}
}

// asURL returns the address of a file for the driver of SQLite.
func asURL(file string) string {
	return "file:" + strings.NewReplacer("#", "%23", "?", "%3f", " ", "%20").Replace(file)
}

// answers returns the rows that a query selects, as text.
func answers(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	found, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	defer func() { _ = found.Close() }() // read only
	columns, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for found.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.TrimSpace(fmt.Sprintln(row...)))
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
