package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
)

// secrets are words that tell who was not a member, or who is under 18.
var secrets = regexp.MustCompile(`(?i)non-member|not a member|no member|年会員|会員では|会員でない|会員以外|[0-9]歳|under 18|junior|"young"|"new"|"age"|J20|J15`)

// No public text tells who was not a member, or who is under 18, in either language, 7(1): no page and
// no document about players, events and lists, and nothing that everybody may ask.
func TestPublicTextsTellNoSecrets(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("ARPAD_DB", "arpad.db")
	t.Setenv("ARPAD_OFFICER", "officer")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("opening.csv", "id,name,name_local,birth,standard,standard_games,entered_unrated\n"+
		"N00000001,Aoki Ren,青木 蓮,1980-04-01,1900,80,false\nN00000002,Baba Mio,馬場 澪,2010-05-05,1850,60,false\n"+
		"N00000003,Chiba Sota,千葉 颯太,1990,1800,9,true\nN00000004,Doi Haruka,土井 遥,1985,1750,70,false\n")
	write("members.csv", "player,from,to\nN00000001,2022-01-01,2025-12-31\nN00000002,2022-01-01,2025-12-31\nN00000003,2022-01-01,2025-12-31\n")
	write("cup.json", `{"schema":"arpad.report/1","name":"Harbour Cup","organizer":"Minato Chess Club","responsible":"Aoki Ren","venue":"Yokohama","time":"09:00",
"start":"2024-01-06","end":"2024-01-08","received":"2024-01-09","type":"standard","submitted_by":"Aoki Ren","sections":[{"name":"A","group":"open","rounds":3,
"players":[{"start_number":1,"id":"N00000001","name":"Aoki Ren"},{"start_number":2,"id":"N00000002","name":"Baba Mio"},{"start_number":3,"id":"N00000003","name":"Chiba Sota"},{"start_number":4,"id":"N00000004","name":"Doi Haruka"}],
"games":[{"round":1,"date":"2024-01-06","white":1,"black":2,"result":"0-1"},{"round":1,"date":"2024-01-06","white":3,"black":4,"result":"1-0"},
{"round":2,"date":"2024-01-07","white":1,"black":3,"result":"1-0"},{"round":2,"date":"2024-01-07","white":4,"black":2,"result":"1/2-1/2"},
{"round":3,"date":"2024-01-08","white":2,"black":3,"result":"1-0"},{"round":3,"date":"2024-01-08","white":4,"black":1,"result":"0-1"}],"byes":[]}]}`)
	t.Setenv("ARPAD_CLOCK", "2024-01-10T12:00:00+09:00")
	must(t, "init", "--authority", "ncs", "--label", "2024-01", "opening.csv")
	must(t, "member", "import", "members.csv")
	must(t, "club", "add", "name=Minato Chess Club", "representative=N00000001")
	var out, problems bytes.Buffer
	run([]string{"report", "submit", "cup.json"}, &out, &problems)
	must(t, "report", "answer", "2024-01-0001", "non-member=exclude", "--reason", "asked in vain")
	t.Setenv("ARPAD_CLOCK", "2024-02-01T12:00:00+09:00")
	must(t, "period", "close", "2024-02")
	must(t, "period", "tick", "2024-02", "all", "--reason", "seen")
	must(t, "period", "publish", "2024-02")
	officer := printed(t, "explain", "N00000002", "--private") + printed(t, "explain", "N00000001", "--private")
	if found := secrets.FindAllString(officer, -1); len(found) < 2 {
		t.Fatalf("an officer is told %q:\n%s", found, officer)
	}
	must(t, "site", "pages")
	pages := 0
	err := filepath.WalkDir("pages", func(path string, e fs.DirEntry, err error) error {
		about := strings.Contains(path, "/players/") || strings.Contains(path, "/events/") || strings.Contains(path, "/lists/")
		if err != nil || e.IsDir() || !about {
			return err
		}
		data, err := os.ReadFile(path)
		if pages++; err == nil {
			discreet(t, path, string(data))
		}
		return err
	})
	if err != nil || pages < 40 {
		t.Fatal(pages, err)
	}
	for _, command := range []string{
		"explain N00000001", "explain N00000002", "explain N00000003", "explain N00000004", "event 2024-01-0001", "list", "list --unofficial", "find Doi",
		"history N00000002", "history N00000004", "games N00000004", "player show N00000002", "player show N00000004", "performances", "corrections",
	} {
		for _, lang := range []string{"en", "ja"} {
			discreet(t, command, printed(t, append(strings.Fields(command), "--lang", lang)...))
		}
		if !strings.HasPrefix(command, "player") {
			discreet(t, command, printed(t, append(strings.Fields(command), "--format", "json")...))
		}
	}
}

// printed returns what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if status := run(args, &out, &problems); status != 0 {
		t.Fatal(args, status, problems.String())
	}
	return out.String()
}

// discreet fails if a public text tells a secret.
func discreet(t *testing.T, where, text string) {
	t.Helper()
	for _, lang := range explain.Languages {
		text = strings.ReplaceAll(text, explain.New(lang).Reading("J21"), "") // how K is chosen, of nobody
	}
	if at := secrets.FindStringIndex(text); at != nil {
		t.Errorf("%s tells %q: ...%s", where, text[at[0]:at[1]], text[max(0, at[0]-80):min(len(text), at[1]+80)])
	}
}
