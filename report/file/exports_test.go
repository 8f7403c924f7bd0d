package file_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/template"
)

const exports = "../testdata/exports"

// exported returns the samples of other programs' formats, by their names. All are of one
// invented event.
func exported(t *testing.T) map[string][]byte {
	t.Helper()
	r := cup()
	all := map[string][]byte{}
	keep := func(name string, data []byte, err error) {
		must(t, err)
		all[name] = data
	}
	for language, l := range specimen.Languages {
		list, byStart, byRank, pairings, ranking := specimen.StartingList(r, l), specimen.Crosstable(r, l, false), specimen.Crosstable(r, l, true), specimen.Pairings(r, l), specimen.Ranking(r, l)
		for name, s := range map[string]specimen.Sheet{"starting-list": list, "crosstable-by-number": byStart, "crosstable-by-rank": byRank, "pairings": pairings, "ranking": ranking} {
			data, err := specimen.XLSX(s)
			keep("chess-results-"+name+"-"+language+".xlsx", data, err)
		}
		data, err := specimen.CSV(byStart)
		keep("chess-results-crosstable-"+language+".csv", data, err)
		keep("chess-results-page-"+language+".html", specimen.HTML(r, ranking, pairings), nil)
	}
	for _, language := range []string{"en", "ja"} {
		p := explain.New(language)
		var form bytes.Buffer
		own := cup()
		own.Venue, own.Time, own.Responsible, own.SubmittedBy, own.Type = "港区民センター", "10:00", "青木 蓮", "馬場 みお", rating.Standard
		own.Sections[0].Players[6].Birth, own.Sections[0].Players[6].Email, own.Sections[0].Players[6].NameLocal = civil.BirthIn(2001), "goto@example.jp", "後藤 結"
		err := template.Write(&form, func(key string) string { return p.Text("template."+key, nil) }, &template.Form{Report: own, Members: offered(own.Sections[0].Players[:3])})
		keep("reporting-file-"+language+".xlsx", form.Bytes(), err)
	}
	keep("chess-results-upload.xml", specimen.Upload(r), nil)
	data, err := specimen.SwissPerfect(r)
	keep("swissperfect.zip", data, err)
	registered := cup() // with IDs and names in both scripts
	for i := range registered.Sections[0].Players {
		p := &registered.Sections[0].Players[i]
		p.ID, p.Name, p.NameLocal = fmt.Sprintf("N%08d", p.StartNumber), fmt.Sprintf("Player %d", p.StartNumber), strings.ReplaceAll(p.Name, ",", "")
	}
	keep("games.pgn", specimen.PGN(r), nil)
	keep("results-database.csv", specimen.Database(registered), nil)
	var plain strings.Builder
	for _, row := range specimen.Results(r).Rows {
		plain.WriteString(strings.Join(row, "\t") + "\n")
	}
	keep("games.tsv", []byte(plain.String()), nil)
	return all
}

// What becomes of each sample is in a table; UPDATE=1 writes it again, and samples that
// are missing.
func TestExports(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What becomes of the samples\n\nOne invented event, as other programs write it. Written by `UPDATE=1 go test ./report/file -run Exports`.\n\n")
	b.WriteString("| file | verdict | players | games | byes | days | findings |\n|---|---|---|---|---|---|---|\n")
	all := exported(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := filepath.Join(exports, name)
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) && os.Getenv("UPDATE") != "" {
			data, err = all[name], os.WriteFile(path, all[name], 0o644)
		}
		must(t, err)
		kept, made := outcomeOf(data, name), outcomeOf(all[name], name)
		if kept != made {
			t.Errorf("%s is another one now; remove it, and UPDATE=1 writes it again:\n%s\n%s", name, kept, made)
		}
		b.WriteString(kept)
	}
	found, err := filepath.Glob(filepath.Join(exports, "*.*"))
	must(t, err)
	if len(found) != len(names)+1 {
		t.Errorf("there are %d files of %d samples and the table", len(found), len(names))
	}
	sameTable(t, exports, b.String())
}

// outcomeOf returns a row of the table.
func outcomeOf(data []byte, name string) string {
	r, found := file.Read(data, name, "")
	verdict, players, games, byes, days := "refused", 0, 0, 0, ""
	if r != nil {
		found = append(found, report.Check(r)...)
		verdict, days = "read", r.Start.String()+" to "+r.End.String()
		if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses }) {
			verdict = "incomplete"
		}
		for i := range r.Sections {
			s := &r.Sections[i]
			players, games, byes = players+len(s.Players), games+len(s.Games), byes+len(s.Byes)
		}
	}
	return fmt.Sprintf("| `%s` | %s | %d | %d | %d | %s | %s |\n", name, verdict, players, games, byes, days, summary(found))
}

// offered returns players to choose from in a form.
func offered(players []report.Player) (all []template.Member) {
	for i := range players {
		all = append(all, template.Member{ID: players[i].ID, Name: players[i].Name, NameLocal: players[i].NameLocal})
	}
	return all
}
