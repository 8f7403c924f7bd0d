package main

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	tables "github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// sitePages are addresses of the demo's site, one of each kind and more where a kind has
// several faces.
var sitePages = map[string]string{
	"home": "", "search": "search?q=yama", "search-nobody": "search?q=xyz", "search-near": "search?q=tkahashi", "search-events": "search?q=Nagasaki", "events": "events/2023/", "events-chosen": "events/2024/?club=C0002&rated=yes", "hits": "search/hits?q=yamaz",
	"lists": "lists/", "list": "lists/2024-10/", "revision": "lists/2024-09/r1/", "table-names": "lists/2024-10/rapid?sort=name&club=Gifu+Midori+Chess+Club", "table": "lists/2024-10/standard?club=Gifu+Midori+Chess+Club&sort=change",
	"changes": "lists/2024-10/changes", "changes-corrected": "lists/2024-09/changes", "changes-first": "lists/2022-10/changes", "rankings": "rankings/", "records": "records/", "best-moved": "lists/2024-10/best",
	"player": "players/N00900347", "now": "players/N00900347/now", "now-moved": "players/N00900104/now", "results": "players/N00900347/results", "against": "players/N00900347/against/N00900281",
	"why": "players/N00900347/why/2024-09/standard", "why-revision": "players/N00900347/why/2024-09/r1/standard", "why-otherwise": "players/N00901105/why/2023-05/standard", "why-now": "players/N00900014/why/now/standard", "why-no-game": "players/N00901004/why/2024-10/standard", "why-first": "players/N00901308/why/2024-07/standard", "why-earlier": "players/N00901317/why/2024-10/standard",
	"event": "events/2024-09-0001", "event-card": "events/2024-09-0001/players/34", "event-card-section": "events/2022-11-0001/players/2-3", "event-admitted": "events/2024-10-0002", "event-waiting": "events/2024-08-0003", "event-not-rated": "events/2024-08-0010", "event-sections": "events/2022-11-0001",
	"status": "status", "calendar": "calendar", "clubs": "clubs/", "club": "clubs/C0005", "corrections": "corrections", "rules": "rules/", "edition": "rules/jcf-2023", "missing": "nothing", "newest": "newest", "moved": "lists/newest/", "table-next": "lists/2024-10/standard/pages/2",
	"compare": "rules/compare/ncs-2022/jcf-2023", "example": "rules/examples/ncs-2022/5-4-400-rule",
	"calculators": "calculators/", "calculator": "calculators/first", "calculator-answer": "calculators/tournament?type=standard&rating=1700&k=20&games=1500+1%0A1800+%C2%BD%0A2300+0",
	"calculator-wrong": "calculators/change?rating=abc&opponent=9999&score=2&k=-1", "calculator-player": "calculators/tournament?player=N00900347",
	"calculator-fee": "calculators/fee?players=12&received=2023-01-05&edition=ncs-2022", "calculator-deadline": "calculators/deadline?played=2024-06-01&received=2024-10-05",
	"calculator-type": "calculators/time-control?control=45%2B15",
	"glossary":        "glossary/", "about": "about/", "calendar-file": "calendar.ics",
	"help": "help/", "privacy": "privacy/", "downloads": "downloads/", "proof": "proof/", "check": "proof/2024-10/", "check-revision": "proof/2024-09/r1/", "api": "api/",
}

// TestSite looks at the site of the demo federation.
func TestSite(t *testing.T) {
	t.Parallel()
	d, folder := newTwoYears(t)
	path := filepath.Join(folder, demoFile)
	b, err := (&office.Office{Database: path, Clock: func() time.Time { return d.now }}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	}()
	served := siteOf(b)
	served.Fresh, served.Engine, served.Program = time.Hour, true, "arpad 1.0"
	served.Base = "https://ratings.example.jp"
	public := strings.ReplaceAll(office.Guard(b).Key.Public, "+", "&#43;") // another one in each demo
	t.Run("pages are as they were", func(t *testing.T) { goldenPages(t, served, public) })
	t.Run("calculators answer as arpad calc", func(t *testing.T) { calculators(t, served) })
	t.Run("forms bear what is typed", func(t *testing.T) { hostileForms(t, served) })
	t.Run("forms say what is wrong", func(t *testing.T) { wrongEntries(t, served) })
	t.Run("forms are not indexed", func(t *testing.T) { unlistedForms(t, served) })
	t.Run("forms start with a player's numbers", func(t *testing.T) { numbersOf(t, served) })
	t.Run("first ratings add up", func(t *testing.T) { firstOf(t, served) })
	t.Run("numbers lead to the player", func(t *testing.T) { numbersLead(t, served) })
	t.Run("the sitemap holds what may be indexed", func(t *testing.T) { mapped(t, served) })
	t.Run("the calendar can be subscribed to", func(t *testing.T) { subscribed(t, served) })
	t.Run("links lead somewhere and nothing personal is there", func(t *testing.T) { crawl(t, served, privateOf(t, b)) })
	if !soak.Full() {
		return // TestFolderFollowsTheBureau compares a smaller folder
	}
	t.Run("the folder is the same", func(t *testing.T) {
		folder := t.TempDir()
		if _, err := served.Write(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		pages := siteOf(b) // keeps nothing of the others
		pages.Fresh, pages.Engine, pages.Program, pages.Base, pages.Folder = served.Fresh, served.Engine, served.Program, served.Base, true
		servedAlike(t, pages, folder, 100_000, ofFew)
		folderIsBounded(t, folder)
	})
}

// assetTag is what changes in the address of a style sheet or script with the file.
var assetTag = regexp.MustCompile(`(assets/[\w.-]+)\?[\w-]+`)

// goldenPages compares pages in every language with files, which UPDATE=1 writes.
func goldenPages(t *testing.T, site *site.Site, public string) {
	for name, address := range sitePages {
		for _, lang := range explain.Languages {
			response, err := site.Page(t.Context(), "/"+lang+"/"+address)
			if err != nil {
				t.Errorf("%s: %v", address, err)
				continue
			}
			golden := filepath.Join("testdata", "site", name+"."+lang+".golden.html")
			body := bytes.ReplaceAll(assetTag.ReplaceAll(response.Body, []byte("$1")), []byte(public), []byte("KEY"))
			if os.Getenv("UPDATE") != "" {
				write(t, golden, body)
				continue
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(body), "\n")); diff != "" {
				t.Errorf("%s (-want +got, UPDATE=1 takes it):\n%s", golden, diff)
			}
		}
	}
}

// numbersLead asks for a player by number in several forms: the search and the address lead to them.
func numbersLead(t *testing.T, site *site.Site) {
	for _, form := range []string{"N00900347", "n00900347", "900347", "00900347", "Ｎ００９００３４７", "N0090 0347"} {
		for _, address := range []string{"/en/search/?q=" + url.QueryEscape(form), "/en/players/" + url.PathEscape(form) + "/"} {
			response, err := site.Page(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			if got := resolve(t, address, response.Location); got != "/en/players/N00900347/" || response.Status != http.StatusFound && got != address {
				t.Errorf("%s leads to %d %s", address, response.Status, got)
			}
		}
	}
	for address, to := range map[string]string{"search/?q=2024-07-0011": "events/2024-07-0011/", "search/?q=C0002": "clubs/C0002/", "players/": "search/"} {
		if response, err := site.Page(t.Context(), "/ja/"+address); err != nil || response.Status != http.StatusFound || resolve(t, "/ja/"+address, response.Location) != "/ja/"+to {
			t.Errorf("%s leads elsewhere than to %s: %v", address, to, err)
		}
	}
	for _, club := range []string{"C0002", "c0002", "Morioka Minato Chess Club", "morioka", "盛岡", "盛岡みなとチェスクラブ"} {
		of := url.QueryEscape(club)
		if body := pageOf(t, site, "/en/lists/2024-10/standard/?club="+of); !strings.Contains(body, `id="N00900347"`) || !strings.Contains(body, ` selected>Morioka Minato Chess Club</option>`) {
			t.Errorf("the list of club %s is another one", club)
		}
		if body := pageOf(t, site, "/en/events/2024/?club="+of); !strings.Contains(body, `data-club="C0002"`) || strings.Contains(body, `data-club="C0005"`) {
			t.Errorf("the events of club %s are others", club)
		}
	}
	for lang, want := range map[string]string{"en": "There is no club C9999.", "ja": "クラブ C9999 はありません。"} {
		if response, err := site.Page(t.Context(), "/"+lang+"/clubs/C9999/"); err != nil || response.Status != http.StatusNotFound || !strings.Contains(string(response.Body), want) {
			t.Errorf("%s does not say %q", lang, want)
		}
	}
	for _, text := range []string{"347", "jo yoka", "N0090", "N99999999"} { // several, a name, a part, nobody
		if response, err := site.Page(t.Context(), "/en/search/?q="+url.QueryEscape(text)); err != nil || response.Status != http.StatusOK {
			t.Errorf("%s: %+v %v", text, response, err)
		}
	}
}

// private is what must not be on a page: days and FIDE IDs.
type private map[string]bool

// privateOf reads the births and FIDE IDs of all players, the days in the forms in which
// pages show days.
func privateOf(t *testing.T, b *bureau.Bureau) private {
	t.Helper()
	p := private{}
	err := b.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		people, err := tables.Persons.Select(r, bureau.Range{})
		for _, person := range people {
			if person.FideID != "" {
				p[person.FideID] = true
			}
			if person.Birth == 0 || person.Birth.YearOnly() {
				continue
			}
			day := person.Birth.Date()
			for _, lang := range explain.Languages {
				p[explain.New(lang).Date(day)] = true
			}
			p[day.String()] = true
		}
		return err
	})
	if err != nil || len(p) < 500 {
		t.Fatal(len(p), err)
	}
	return p
}

var (
	sitePersonal = regexp.MustCompile(`^(?:\d{4}-\d{2}-\d{2}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}年\d{1,2}月\d{1,2}日|\d{7,8}\b)`)
	letters      = regexp.MustCompile(`^\w`)
	siteWhy      = regexp.MustCompile(`/players/N\d+(\d\d)/(?:why/|against/|results/\?)`)
	sitePart     = regexp.MustCompile(`/(players/N\d+|events/\d{4}-\d\d-\d\d|lists/\d{4}-)(\d\d)`)
	siteRest     = regexp.MustCompile(`/events/[^?]+\?player=.*[^3]$|/why/\d{4}-(?:0[1-8]|1[12])/`)
)

// followed reports whether a crawl follows a link: of the pages about a number or a pair of
// players a hundredth; by default, of players, events and lists only those whose number or
// month ends in a few digits, too, of an event a tenth of its cards, and of numbers those of two months.
func followed(address string) bool {
	if number := siteWhy.FindStringSubmatch(address); number != nil && number[1] != "47" {
		return false
	}
	of := sitePart.FindStringSubmatch(address)
	if soak.Full() || of == nil {
		return true
	}
	if siteRest.MatchString(address) {
		return false
	}
	switch of[1][0] {
	case 'p':
		return of[2] == "47" || of[2] == "17"
	case 'e':
		return of[2] == "01"
	}
	return of[2] == "10" || of[2] == "09" // the first, the newest and the corrected list
}

// personalIn yields what may be a birth or a FIDE ID in a text.
func personalIn(text string) iter.Seq[string] {
	const longest = 40 // bytes
	return func(yield func(string) bool) {
		for i := range len(text) {
			if text[i] < '0' || text[i] > '9' {
				continue
			}
			found := sitePersonal.FindString(text[i:min(len(text), i+longest)])
			number := found != "" && strings.Trim(found, "0123456789") == ""
			if found == "" || number && i > 0 && letters.MatchString(text[i-1:i]) {
				continue
			}
			if !yield(found) {
				return
			}
		}
	}
}

// The largest page and style sheet, in bytes.
const (
	mostOfPage  = 150_000
	mostOfStyle = 30_000
)

// crawl follows the links of the site from its home pages.
func crawl(t *testing.T, site *site.Site, secret private) {
	seen := map[string]string{} // where each address was found
	var next []string
	for _, lang := range explain.Languages {
		next = append(next, "/"+lang+"/")
	}
	kinds := map[string]int{}
	for len(next) > 0 {
		address := next[0]
		next = next[1:]
		response, err := site.Page(t.Context(), address)
		if err == nil && response.Location != "" {
			if to := resolve(t, address, response.Location); seen[to] == "" {
				seen[to] = address
				next = append(next, to)
			}
			continue
		}
		if err != nil || response.Status != http.StatusOK && !strings.HasPrefix(address, "/assets/") {
			status := 0
			if response != nil {
				status = response.Status
			}
			t.Errorf("%s, to which %s leads: %d %v", address, seen[address], status, err)
			continue
		}
		kind, _, _ := strings.Cut(strings.Split(address, "/")[2], "?")
		kinds[kind]++
		body := strings.ReplaceAll(string(response.Body), `="https://ratings.example.jp/`, `="/`) // the address of the site itself
		for found := range personalIn(body) {
			if secret[found] {
				t.Errorf("%s shows %s, which is private", address, found)
			}
		}
		if (kind == "events" || kind == "players" || kind == "proof") && findWord(body, "Under 10", "Under 14", "Under 18") != "" {
			t.Errorf("%s names a section that tells an age", address)
		}
		if strings.HasPrefix(response.ContentType, "text/css") && len(body) > mostOfStyle {
			t.Errorf("%s has %d bytes, more than %d", address, len(body), mostOfStyle)
		}
		if !strings.HasPrefix(response.ContentType, "text/html") {
			continue
		}
		inspect(t, address, body)
		for link := range links(body) {
			to := resolve(t, address, link)
			if seen[to] == "" && followed(to) {
				seen[to] = address
				next = append(next, to)
			}
		}
	}
	t.Log(kinds)
	for kind, least := range map[string]int{
		"lists": soak.Of(200, 700), "players": soak.Of(150, 1000), "events": soak.Of(50, 300), "rules": 4, "corrections": 2, "status": 2, "clubs": 26, "calendar": 2, "style.css": 1,
	} {
		if kinds[kind] < least {
			t.Errorf("%d pages below %s were found, want %d", kinds[kind], kind, least)
		}
	}
}

// links yields the addresses in a page.
func links(body string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := strings.Index(body, `="`); i >= 0; i = strings.Index(body, `="`) {
			attribute := body[strings.LastIndexAny(body[:i], " \n")+1 : i]
			value, rest, _ := strings.Cut(body[i+len(`="`):], `"`)
			body = rest
			if slices.Contains([]string{"href", "src", "hx-get", "action"}, attribute) && !leavesSite(value) && !yield(value) {
				return
			}
		}
	}
}

// leavesSite reports whether a link is to the federation: a letter, or its own site.
func leavesSite(link string) bool {
	return strings.HasPrefix(link, "mailto:"+demoContact()["contact"]) || link == demoContact()["home"]
}

// siteTemplates are the parts of a page that only scripts show.
var siteTemplates = regexp.MustCompile(`(?s)<template.*?</template>`)

// inspect checks what holds for every page: its weight, its policy, the same page in the
// other languages, nothing inline, a title and one heading.
func inspect(t *testing.T, address, body string) {
	t.Helper()
	if len(body) > mostOfPage {
		t.Errorf("%s has %d bytes, more than %d", address, len(body), mostOfPage)
	}
	if strings.Contains(address, "/search/hits") || strings.Contains(address, "/newest/") {
		return
	}
	parts := strings.SplitN(address, "/", 3)
	for _, lang := range explain.Languages {
		_, rest, _ := strings.Cut(body, `<link rel="alternate" hreflang="`+lang+`" href="`)
		pair, _, found := strings.Cut(rest, `">`)
		if !found || resolve(t, address, pair) != "/"+lang+"/"+parts[2] {
			t.Errorf("%s does not name its pair in %s: %q", address, lang, pair)
		}
	}
	body = strings.ReplaceAll(body, `href="`+demoContact()["home"]+`"`, "")
	for _, wrong := range []string{` style="`, "<style", "onclick=", "javascript:", `="http`, `="//`, "ZgotmplZ", "%!", "<no value>", "web.", "word."} {
		if strings.Contains(body, wrong) {
			t.Errorf("%s contains %q", address, wrong)
		}
	}
	if _, said, _ := strings.Cut(body, `<meta name="description" content="`); said == "" || said[0] == '"' {
		t.Errorf("%s has no description", address)
	}
	if strings.Count(siteTemplates.ReplaceAllString(body, ""), "<h1") != 1 || strings.Contains(body, "<title> ·") {
		t.Errorf("%s has no title, or not one heading", address)
	}
	noindex := strings.Contains(body, `<meta name="robots" content="noindex">`)
	if personal := strings.HasPrefix(parts[2], "players/"); personal && !noindex {
		t.Errorf("%s can be indexed", address)
	}
}

// resolve returns the address to which a link of a page leads, without its fragment.
func resolve(t testing.TB, address, link string) string {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	to, err := base.Parse(strings.ReplaceAll(link, "&amp;", "&"))
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	to.Fragment = ""
	return to.String()
}

// calendarLine is a line of iCalendar (RFC 5545) as the calendar has it.
var calendarLine = regexp.MustCompile(`^(BEGIN|END|VERSION|PRODID|UID|DTSTAMP|DTSTART;VALUE=DATE|DTEND;VALUE=DATE|SUMMARY):.+$`)

// subscribed checks that the calendar is one: its lines are short and known, and each of its
// events has an ID of its own, a stamp, days and a name.
func subscribed(t *testing.T, site *site.Site) {
	response, err := site.Page(t.Context(), "/ja/calendar.ics")
	if err != nil || response.Status != http.StatusOK || response.ContentType != "text/calendar; charset=utf-8" {
		t.Fatal(response, err)
	}
	text := string(response.Body)
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > 76 || line != "" && !strings.HasSuffix(line, "\r") || !utf8.ValidString(line) {
			t.Errorf("%q is no line of iCalendar", line)
		}
	}
	text = strings.ReplaceAll(text, "\r\n ", "")
	all := strings.Split(text, "BEGIN:VEVENT\r\n")
	seen := map[string]bool{}
	for i, event := range all {
		lines := strings.Split(strings.TrimSuffix(event, "\r\n"), "\r\n")
		for _, line := range lines {
			if !calendarLine.MatchString(line) {
				t.Errorf("%q is no property", line)
			}
		}
		if i > 0 && (len(lines) < 6 || seen[lines[0]] || !strings.HasPrefix(lines[0], "UID:") || lines[5] != "END:VEVENT" || lines[2][len("DTSTART;VALUE=DATE:"):] >= lines[3][len("DTEND;VALUE=DATE:"):]) {
			t.Errorf("%q is no event", event)
		}
		seen[lines[0]] = true
	}
	for _, want := range []string{"SUMMARY:2024年11月1日のリスト\r\n", "SUMMARY:2024年12月1日のリストへの報告の締切\r\n"} {
		if !strings.HasPrefix(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") || !strings.Contains(text, want) {
			t.Errorf("the calendar lacks %q:\n%s", want, text)
		}
	}
}

// What people have typed is text on every page, never markup.
func TestHostileNamesAreText(t *testing.T) {
	const script, image = `<script>alert(1)</script>`, `x' onerror=alert(2) <img src=x>`
	folder := canaryFolder(t)
	hostile := strings.NewReplacer("Minato Open", script+" Open", "Minato Chess Club", image, "Aoki Ren", "Aoki "+script, `"venue": "Hall"`, `"venue": "`+script+`"`)
	for name, text := range canaryFiles {
		write(t, filepath.Join(folder, name), []byte(hostile.Replace(text)))
	}
	for _, s := range life {
		t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
		must(t, s.args(folder)...)
		if strings.HasPrefix(s.command, "correction accept") {
			break
		}
	}
	site := lastingSite(t)
	escaped := 0
	for _, address := range []string{
		"/en/", "/ja/lists/2023-02/standard", "/en/lists/2023-02/standard?club=" + url.QueryEscape(image), "/en/players/N00000001", "/en/players/N00000002/why/2023-02/standard",
		"/en/lists/2023-02/changes", "/ja/lists/2023-02/best", "/en/players/N00000001/results", "/ja/players/N00000002/why/2023-02/r1/standard", "/en/clubs/", "/en/clubs/" + url.PathEscape(image), "/en/clubs/C0001", "/ja/calendar",
		"/en/calculators/tournament?player=N00000001", "/en/calculators/tournament?rating=1&games=" + url.QueryEscape(script), "/ja/calculators/time-control?control=" + url.QueryEscape(image),
		"/en/events/2023-01-0001", "/ja/status", "/en/corrections", "/en/search?q=" + url.QueryEscape(script), "/en/search?q=aoki", "/en/search/hits?q=" + url.QueryEscape(image), "/en/" + url.PathEscape(script),
	} {
		response, err := site.Page(t.Context(), address)
		if err != nil || len(response.Body) == 0 {
			t.Fatal(address, response, err)
		}
		body := string(response.Body)
		for _, markup := range []string{"<script>", "<img", "' onerror"} {
			if strings.Contains(body, markup) {
				t.Errorf("%s contains %s", address, markup)
			}
		}
		if strings.Contains(body, "&lt;script&gt;") || strings.Contains(body, "&lt;img") {
			escaped++
		}
	}
	if escaped < 13 {
		t.Errorf("only %d pages show what was typed", escaped)
	}
}

// A merged ID leads on, an erased one is gone, at once and with its name.
func TestMergedAndErasedPlayers(t *testing.T) {
	folder := canaryFolder(t)
	for _, s := range life {
		t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
		if strings.HasPrefix(s.command, "person erase") {
			break
		}
		must(t, s.args(folder)...)
	}
	site := lastingSite(t)
	pages := []string{"/en/players/N00000003", "/en/events/2023-01-0001", "/en/lists/2023-02/standard", "/en/players/N00000001/why/2023-02/standard", "/en/search?q=chiba"}
	shown := func() (statuses []int, named int) {
		for _, address := range pages {
			response, err := site.Page(context.Background(), address)
			if err != nil {
				t.Fatal(address, err)
			}
			statuses = append(statuses, response.Status)
			if strings.Contains(string(response.Body), "Chiba") {
				named++
			}
		}
		return statuses, named
	}
	if statuses, named := shown(); slices.Contains(statuses, http.StatusGone) || named < 4 {
		t.Errorf("before: %v, %d pages name the player", statuses, named)
	}
	must(t, "person", "erase", "N00000003", "--yes", "--reason", "asked for")
	if statuses, named := shown(); statuses[0] != http.StatusGone || named != 0 {
		t.Errorf("after: %v, %d pages name the player", statuses, named)
	}
}
