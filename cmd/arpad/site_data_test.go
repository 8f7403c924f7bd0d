package main

import (
	"encoding/csv"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/site"
)

// lifeSite returns the site of the life up to a command, for which files are changed.
func lifeSite(t *testing.T, last string, change *strings.Replacer) *site.Site {
	t.Helper()
	folder := canaryFolder(t)
	for name, text := range canaryFiles {
		write(t, filepath.Join(folder, name), []byte(change.Replace(text)))
	}
	liveIn(t, folder, last)
	return servedLife(t)
}

// servedLife returns the site of the bureau of ARPAD_DB, served.
func servedLife(t *testing.T) *site.Site {
	t.Helper()
	shown := lastingSite(t)
	shown.Folder = false // it is served
	return shown
}

// pageOf returns the text of a page that exists.
func pageOf(t *testing.T, site *site.Site, address string) string {
	t.Helper()
	response, err := site.Page(t.Context(), address)
	for again := 0; again < 5 && err == nil && response.Status == http.StatusServiceUnavailable; again++ { // as a busy server asks
		response, err = site.Page(t.Context(), address)
	}
	if err != nil || response.Status != http.StatusOK {
		t.Fatalf("%s: %d: %v", address, response.Status, err)
	}
	return string(response.Body)
}

// slashed returns an address as it stands in the address bar: a page's ends in a slash.
func slashed(address string) string {
	of, query, _ := strings.Cut(address, "?")
	if filepath.Ext(of) == "" && !strings.HasSuffix(of, "/") {
		of += "/"
	}
	if query != "" {
		of += "?" + query
	}
	return of
}

// Who was registered or renamed, or has another club, is found once the site has read that
// beside the visits.
func TestPagesFollowTheRegister(t *testing.T) {
	liveUpTo(t, "period publish")
	site := servedLife(t)
	const searched, filtered = "/en/search/?q=zenigata", "/en/lists/2023-02/standard/?club=Sakae+Chess+Club"
	shown := func() (hits, lines bool) {
		return strings.Contains(pageOf(t, site, searched), "Zenigata Mai"), strings.Contains(pageOf(t, site, filtered), "N00000002")
	}
	if hits, lines := shown(); hits || lines {
		t.Fatalf("before: %v %v", hits, lines)
	}
	must(t, "player", "add", "name=Zenigata Mai", "birth=1987-06-05")
	must(t, "player", "set", "N00000002", "club=Sakae Chess Club", "--reason", "moved")
	shown() // which notices that something has changed
	site.Wait()
	if hits, lines := shown(); !hits || !lines {
		t.Errorf("after: the new player is found: %v, the player is in the other club: %v", hits, lines)
	}
}

// Every address of a merged ID leads on to that of the other one.
func TestMergedIDsLeadOn(t *testing.T) {
	liveUpTo(t, "player duplicates")
	site := servedLife(t)
	must(t, "player", "merge", "N00000012", "N00000011", "--reason", "one person")
	for _, rest := range []string{"", ".json", ".csv", "/now", "/results", "/results.csv", "/results.json", "/against/N00000001", "/why/2023-01/standard", "/why/2023-01/r1/standard.json", "/why/now/standard"} {
		response, err := site.Page(t.Context(), "/en/players/N00000012"+rest)
		if err != nil || response.Status != http.StatusMovedPermanently {
			t.Errorf("%s: %v, want 301", rest, err)
			continue
		}
		if to := resolve(t, "/en/players/N00000012"+rest, response.Location); to != slashed("/en/players/N00000011"+rest) {
			t.Errorf("%s leads to %s", rest, to)
		}
	}
	for _, rest := range []string{"", ".csv", ".json"} {
		address := "/en/players/N00000001/against/N00000012" + rest
		response, err := site.Page(t.Context(), address)
		if err != nil || response.Status != http.StatusMovedPermanently || resolve(t, address, response.Location) != slashed("/en/players/N00000001/against/N00000011"+rest) {
			t.Errorf("%s does not lead on: %v", address, err)
		}
	}
}

// A rating that changed without a game stands on the page of changes with its correction, and
// the older revision stays as it was.
func TestChangesWithoutGames(t *testing.T) {
	more := strings.NewReplacer("N00000003,Chiba Sota,千葉 颯太,m,1987-06-05,JPN,Minato Chess Club,,1400,40\n",
		"N00000003,Chiba Sota,千葉 颯太,m,1987-06-05,JPN,Minato Chess Club,,1400,40\nN00000005,Eto Aki,江藤 亜紀,w,1987-06-05,JPN,Minato Chess Club,,1550,40\n")
	site := lifeSite(t, "period publish", more)
	if page := pageOf(t, site, "/en/lists/2023-02/changes"); strings.Contains(page, "Eto Aki") {
		t.Error("a player whose rating is the same stands on the page of changes")
	}
	t.Setenv("ARPAD_CLOCK", "2023-02-05T12:00:00+09:00")
	must(t, "correct", "rating", "--player", "N00000005", "--rating", "1540", "--reason", "a slip")
	must(t, "correction", "accept", "C1", "--reason", "seen")
	page := pageOf(t, site, "/en/lists/2023-02/changes")
	_, part, found := strings.Cut(page, "Changed without a game")
	part, _, _ = strings.Cut(part, "</section>")
	if !found || !strings.Contains(part, "Eto Aki") || !strings.Contains(part, `corrections/#C1">C1</a>`) || !strings.Contains(part, "players/N00000005/why/2023-02/standard") {
		t.Errorf("the page of changes does not say why: %s", part)
	}
	rows, err := csv.NewReader(strings.NewReader(pageOf(t, site, "/en/lists/2023-02/changes.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "standard,fell,N00000005,Eto Aki,江藤 亜紀,1550,1540,0,C1"
	n := 0
	for _, row := range rows {
		if strings.Join(row, ",") == want {
			n++
		}
	}
	if n != 1 {
		t.Errorf("changes.csv has %q %d times, want once: %v", want, n, rows)
	}
	if page := pageOf(t, site, "/en/lists/2023-02/r1/changes"); strings.Contains(page, "Eto Aki") {
		t.Error("the older revision has changed")
	}
	if page := pageOf(t, site, "/en/players/N00000005/why/2023-02/r1/standard"); !strings.Contains(page, "1550") || strings.Contains(page, "1540") {
		t.Error("the number of the older revision is another one now")
	}
	if page := pageOf(t, site, "/en/players/N00000005/why/2023-02/standard"); !strings.Contains(page, "1540") || !strings.Contains(page, "corrections/#C1") {
		t.Error("the number of the newer revision is not explained by its correction")
	}
}

// A section that tells an age has no name on the site, in whatever form.
func TestSectionsThatTellAnAgeAreNumbers(t *testing.T) {
	site := lifeSite(t, "period publish", strings.NewReplacer(`"sections": [{"name": ""`, `"sections": [{"name": "小学生 U12"`))
	named := 0
	for _, lang := range []string{"/en/", "/ja/"} {
		for _, address := range []string{
			"events/2023-01-0001", "events/2023-01-0001.json", "events/2023-01-0001/1.trf", "status", "corrections", "calendar", "players/N00000003", "players/N00000003.json", "players/N00000003.csv",
			"players/N00000003/results", "players/N00000003/results.csv", "players/N00000003/results.json", "players/N00000003/against/N00000001", "players/N00000003/why/2023-02/standard",
			"players/N00000003/why/2023-02/standard.json", "lists/2023-02/changes",
		} {
			page := pageOf(t, site, lang+address)
			if strings.Contains(page, "U12") || strings.Contains(page, "小学") {
				t.Errorf("%s%s names the section", lang, address)
			}
			for _, number := range []string{"Section 1", "セクション1", `"section": "1"`, `"name": "1"`, ",1,standard,"} {
				if strings.Contains(page, number) {
					named++
					break
				}
			}
		}
	}
	if named < 10 {
		t.Errorf("%d pages and files call the section by its number, want 10 or more", named)
	}
}

// Addresses below lists/newest lead to the newest list, whatever follows.
func TestNewestLeadsToTheNewestList(t *testing.T) {
	liveUpTo(t, "period publish")
	site := servedLife(t)
	for _, rest := range []string{"", "standard", "standard?sort=name", "standard.csv", "standard.json", "standard.txt", "changes", "changes.csv"} {
		response, err := site.Page(t.Context(), "/ja/lists/newest/"+rest)
		if err != nil || response.Status != http.StatusFound {
			t.Errorf("%s: %v, want 302", rest, err)
			continue
		}
		to := resolve(t, "/ja/lists/newest/"+rest, response.Location)
		if to != slashed("/ja/lists/2023-02/"+rest) {
			t.Errorf("%s leads to %s", rest, to)
		}
		pageOf(t, site, to)
	}
}
