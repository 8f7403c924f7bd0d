package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
)

// Nothing of a person is in a report without names, and all results are.
func TestWithoutNames(t *testing.T) {
	for _, path := range []string{"testdata/dialects/trf26-national.trf", "testdata/dialects/standard.trf", "testdata/dialects/team-013.trf", "../demo/japan/reports/winter-open.json"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, found := file.Read(data, filepath.Base(path), "")
		if r == nil {
			t.Fatal(path, found)
		}
		var secrets []string
		for i := range r.Sections {
			for _, p := range r.Sections[i].Players {
				secrets = append(secrets, strings.Fields(p.Name)...)
				secrets = append(secrets, p.ID, p.FideID, p.Club, p.Email, p.NameLocal)
				for _, n := range p.National {
					secrets = append(secrets, n.Number, n.Name)
				}
				if !p.Birth.YearOnly() {
					secrets = append(secrets, p.Birth.String())
				}
			}
		}
		secrets = append(secrets, r.Name, r.ChiefArbiter, r.Organizer, r.Responsible, r.City, r.Venue, r.File)
		for _, team := range r.Teams {
			secrets = append(secrets, team.Name)
		}
		out := r.WithoutNames()
		var b bytes.Buffer
		if err := json.Write(&b, out); err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if len(secret) > 2 && strings.Contains(b.String(), `"`+secret) {
				t.Errorf("%s tells %q", path, secret)
			}
		}
		games, left := 0, 0
		for i := range r.Sections {
			games, left = games+len(r.Sections[i].Games), left+len(out.Sections[i].Games)
		}
		if games == 0 || games != left || len(r.Sections[0].Players) != len(out.Sections[0].Players) || r.Sections[0].Players[0].Name == "" {
			t.Errorf("%s: %d games, %d left", path, games, left)
		}
	}
}
