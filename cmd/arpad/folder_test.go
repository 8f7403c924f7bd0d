package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// officeOnItsDay returns the office of ARPAD_DB on the day of ARPAD_CLOCK: by the machine's
// clock a day could end between two folders that are compared.
func officeOnItsDay() *office.Office {
	return &office.Office{Database: os.Getenv("ARPAD_DB"), Clock: func() time.Time {
		now, err := time.Parse(time.RFC3339, os.Getenv("ARPAD_CLOCK"))
		if err != nil {
			return time.Now()
		}
		return now
	}}
}

// writeSite writes the site of the bureau of ARPAD_DB as a folder, and returns what that did.
func writeSite(t *testing.T, folder string) (*site.Outcome, error) {
	t.Helper()
	b, err := officeOnItsDay().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	done, err := site.New(b).Write(t.Context(), folder)
	if err := office.Close(b); err != nil {
		t.Fatal(err)
	}
	return done, err
}

func mustWriteSite(t *testing.T, folder string) *site.Outcome {
	t.Helper()
	done, err := writeSite(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// filesOnDisk reads the files of a folder, but for those about the folder.
func filesOnDisk(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range namesOf(t, folder) {
		if strings.HasPrefix(name, ".arpad-site") {
			continue
		}
		body, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(body)
	}
	return all
}

// filesOf reads the files of a folder, with what is in packs.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := filesOnDisk(t, folder)
	for name, body := range maps.Clone(all) {
		maps.Copy(all, filesIn(t, name, []byte(body)))
	}
	return all
}

// filesIn returns what is inside the pages of a pack by the files that they would be, or the file that is in gzip; of
// another file there are none.
func filesIn(t *testing.T, name string, body []byte) map[string]string {
	t.Helper()
	if plain, ok := strings.CutSuffix(name, ".gz"); ok {
		zip, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			t.Fatal(name, err)
		}
		all, err := io.ReadAll(zip)
		if err != nil {
			t.Fatal(name, err)
		}
		return map[string]string{plain: string(all)}
	}
	if path.Ext(name) != ".bin" || strings.HasPrefix(name, "assets/") {
		return nil
	}
	packed, err := site.Unpack(body)
	if err != nil {
		t.Fatal(name, err)
	}
	lang, _, _ := strings.Cut(name, "/")
	all := map[string]string{}
	for page, body := range packed {
		all[lang+"/"+page+"/index.html"] = body
	}
	return all
}

// namesOf returns the names of the files of a folder, with slashes.
func namesOf(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err = filepath.Rel(folder, name)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// differences returns the names of the files in which two folders differ.
func differences(a, b map[string]string) []string {
	var all []string
	for name := range a {
		if body, ok := b[name]; !ok || body != a[name] {
			all = append(all, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// siteSteps are the commands after which the folder is written; moreSiteSteps are those after
// which it is written as well if sweeps are run whole.
var (
	siteSteps     = []string{"report match", "period publish", "correction accept", "player merge", "person erase"}
	moreSiteSteps = []string{"report submit", "correction undo", "player set", "player unmerge", "report close", "person anonymise"}
)

// twoMoreLists are published after the life.
var twoMoreLists = []step{
	{"2023-02-12", "report submit @february.json --from Aoki~Ren", refuses}, {"2023-02-12", "report answer 2023-02-0001 non-member=count --reason renewed", 0},
	{"2023-02-21", "period close 2023-03", 0}, {"2023-02-21", "period tick 2023-03 all --reason seen", 0}, {"2023-03-01", "period publish 2023-03 ", 0},
	{"2023-03-12", "report submit @march.json --from Aoki~Ren", refuses}, {"2023-03-12", "report answer 2023-03-0001 non-member=count --reason renewed", 0},
	{"2023-03-21", "period close 2023-04", 0}, {"2023-03-21", "period tick 2023-04 all --reason seen", 0}, {"2023-04-01", "period publish 2023-04 ", 0},
}

// evening is a report of two games on a day.
func evening(day string) []byte {
	return fmt.Appendf(nil, `{"schema": "arpad.report/1", "name": "Evening of %[1]s", "organizer": "Minato Chess Club", "start": %[1]q, "end": %[1]q, "responsible": "Aoki Ren",
"time_control": ["3600+30"], "sections": [{"name": "", "rounds": 2, "players": [
{"start_number": 1, "id": "N00000001", "name": "Aoki Ren", "points": 1.5}, {"start_number": 2, "id": "N00000022", "name": "Fujita Kaito", "points": 0.5}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}, {"round": 2, "white": 2, "black": 1, "result": "1/2-1/2"}]}]}`, day)
}

// digests match what is drawn, or made of what is drawn, where any word can be by chance.
var digests = regexp.MustCompile(`[A-Za-z0-9+/]{40,}`)

// A folder that is written again and again, as a bureau lives, is the same as one that is
// written at once. No file has anything personal, and no link leads nowhere.
func TestFolderFollowsTheBureau(t *testing.T) {
	folder := canaryFolder(t)
	write(t, filepath.Join(folder, "february.json"), evening("2023-02-10"))
	write(t, filepath.Join(folder, "march.json"), evening("2023-03-10"))
	public := filepath.Join(folder, "site")
	var before map[string]string
	list, gone := 0, false
	var server *site.Site
	for _, s := range append(slices.Clone(life), twoMoreLists...) {
		t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
		if said, exit := status(s.args(folder)...); (exit == exitRefused) != s.is(refuses) || exit == exitFailed {
			t.Errorf("%s (%d): %s", s.command, exit, said)
		}
		command := strings.Join(strings.Fields(s.command)[:min(2, len(strings.Fields(s.command)))], " ")
		if !slices.Contains(siteSteps, command) && !(soak.Full() && slices.Contains(moreSiteSteps, command)) {
			continue
		}
		done := mustWriteSite(t, public)
		got := filesOf(t, public)
		once := t.TempDir()
		mustWriteSite(t, once)
		if diff := differences(got, filesOf(t, once)); len(diff) > 0 {
			t.Fatalf("after %s the folder differs from one that is written at once: %v", s.command, diff)
		}
		if again := mustWriteSite(t, public); again.Written != 0 || again.Removed != 0 || again.Files != done.Files {
			t.Errorf("after %s the second run does %+v", s.command, again)
		}
		links, err := site.Check(public)
		if err != nil || len(links.Dead) > 0 || links.Links < 100 {
			t.Errorf("after %s: %+v %v", s.command, links, err)
		}
		for name, body := range got {
			body = digests.ReplaceAllString(body, "")
			if found := findWord(strings.ToLower(body), "canary", "1987", "90000017"); found != "" {
				t.Errorf("after %s: %s shows %s", s.command, name, found)
			}
		}
		if server == nil {
			server = lastingSite(t)
		}
		follows(t, server, s.command, got, before)
		if command == "period publish" && before != nil {
			list++
			for _, name := range differences(before, got) {
				if old := regexp.MustCompile(`lists/[0-9]`).FindString(name); old != "" && before[name] != "" {
					t.Errorf("%s changes %s", s.command, name)
				}
			}
		}
		if command == "person erase" {
			gone = true
			for name, body := range got {
				body = digests.ReplaceAllString(body, "")
				if strings.Contains(body, "Chiba") || strings.Contains(body, "千葉") {
					t.Errorf("%s still names the person", name)
				}
			}
		}
		before = got
	}
	if list < 2 || !gone {
		t.Errorf("%d lists were published, erased: %v", list, gone)
	}
	servedAlike(t, lastingSite(t), public, 1000, func(string) bool { return true }, ofLarge...)
}

// lastingSite returns a site of the bureau of ARPAD_DB that stays open as the bureau lives.
func lastingSite(t *testing.T) *site.Site {
	t.Helper()
	b, err := officeOnItsDay().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	})
	shown := site.New(b)
	shown.Folder, shown.Patience = true, time.Minute // no visitor waits
	return shown
}

// follows checks that a site that stays open shows what a new one shows, at the addresses that
// a folder has: those whose file is another one than before, and some of the others.
func follows(t *testing.T, lasting *site.Site, command string, folder, old map[string]string) {
	t.Helper()
	ask := func(name string) *site.Response {
		r, err := lasting.Page(t.Context(), addressOf(name))
		if err != nil {
			t.Fatalf("after %s: %s: %v", command, name, err)
		}
		return r
	}
	var names []string
	for i, name := range slices.Sorted(maps.Keys(folder)) {
		if i%soak.Of(4, 1) == 0 || old != nil && old[name] != folder[name] {
			names = append(names, name)
		}
	}
	for _, name := range names {
		ask(name)
	}
	fresh := lastingSite(t)
	lasting.Wait() // names and clubs may have been those of a moment ago
	pages := 0
	for _, name := range names {
		want, err := fresh.Page(t.Context(), addressOf(name))
		if err != nil {
			t.Fatalf("after %s: %s: %v", command, name, err)
		}
		if r := ask(name); r.Status != want.Status || r.Location != want.Location || !bytes.Equal(r.Body, want.Body) {
			t.Errorf("after %s the site shows another %s", command, name)
		}
		pages++
	}
	if pages < 100 {
		t.Errorf("after %s only %d pages were compared", command, pages)
	}
}

// addressOf returns the address of a file of a folder.
func addressOf(name string) string { return "/" + strings.TrimSuffix(name, "index.html") }

// What a run that stopped midway has written is not written again, but for what is not
// whole.
func TestFolderIsFinishedByTheNextRun(t *testing.T) {
	liveUpTo(t, "correction accept")
	site, once := t.TempDir(), t.TempDir()
	all := mustWriteSite(t, once).Written
	obstacle := filepath.Join(site, "ja", "rules", "jcf-2023", "index.html")
	if err := os.MkdirAll(obstacle, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := writeSite(t, site); err == nil {
		t.Fatal("nothing was in the way")
	}
	if err := os.Remove(obstacle); err != nil {
		t.Fatal(err)
	}
	whole := filesOf(t, once)
	there := slices.DeleteFunc(namesOf(t, site), func(name string) bool { return whole[name] == "" })
	write(t, filepath.Join(site, filepath.FromSlash(there[len(there)/2])), []byte("half of a"))
	kept := len(there) - 1
	done := mustWriteSite(t, site)
	if diff := differences(filesOf(t, site), whole); len(diff) > 0 {
		t.Errorf("the folder differs from one that is written at once: %v", diff)
	}
	if done.Written != all-kept || kept < 10 {
		t.Errorf("%d files were written of %d, although %d were there, one of them broken", done.Written, all, kept)
	}
}

// A link to a page that is not there is found.
func TestSiteCommand(t *testing.T) {
	liveUpTo(t, "correction accept")
	site := filepath.Join(t.TempDir(), "site")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"site", "--check", site}, exitFailed, site},
		{[]string{"site", site}, exitFine, " 0 removed"},
		{[]string{"site", "--check", site}, exitFine, " 0 dead"},
	} {
		if said, exit := status(c.args...); exit != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%v: %d %s", c.args, exit, said)
		}
	}
	if err := os.Remove(filepath.Join(site, "en", "players", "N00000002", "index.html")); err != nil {
		t.Fatal(err)
	}
	said, exit := status("site", "--check", site)
	if exit != exitRefused || !strings.Contains(said, "en/lists/2023-02/standard/index.html: ../../../players/N00000002/ leads nowhere") {
		t.Errorf("%d %s", exit, said)
	}
}

var sitePlayer = regexp.MustCompile(`/players/N\d+(\d\d)`)

// ofLarge are the forms that a folder of few players, events and leaves does not have, and that of a site without the log's key.
var ofLarge = []string{"/events/{year}/pages/{page}", "/proof/leaves/{page}", "/proof/checkpoint"}

// ofFew reports whether an address is compared of a folder of many players: it is none of most of them.
func ofFew(address string) bool {
	player := sitePlayer.FindStringSubmatch(address)
	return (player == nil || player[1] == "47") && followed(address)
}

// servedAlike compares a folder with so many links, served by a plain file server, with the pages of the site as they
// are for a folder: those at some addresses, of each form one at least but for those that it lacks.
func servedAlike(t *testing.T, served *site.Site, folder string, linked int, some func(address string) bool, lacks ...string) {
	t.Helper()
	links, err := site.Check(folder)
	if err != nil || len(links.Dead) > 0 || links.Links < linked {
		t.Fatalf("%d links, %v lead nowhere, %v", links.Links, links.Dead[:min(10, len(links.Dead))], err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	compared := map[string]int{}
	for name, body := range filesOf(t, folder) {
		address, contentType := "/"+strings.TrimSuffix(name, "index.html"), ""
		if !some(address) {
			continue
		}
		if ext := path.Ext(name); ext == ".bin" || ext == ".gz" || strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "search/") || strings.Contains(name, "/open/") {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name))); err == nil {
			body, contentType = fetchFile(t, server.URL+address)
		}
		response, err := served.Page(context.Background(), address)
		if err != nil {
			t.Fatal(address, err)
		}
		if to := response.Location; to != "" && !strings.HasSuffix(address, "/") { // a file server cannot send it elsewhere
			if response, err = served.Page(context.Background(), strings.TrimSuffix(resolve(t, address, to), ".gz")); err != nil {
				t.Fatal(address, err)
			}
		}
		if own := string(response.Body); body != own && (contentType != "" || body != site.Inside(own)) {
			t.Errorf("%s differs from its file", address)
		}
		if kind, _, _ := strings.Cut(response.ContentType, ";"); contentType != "" && !strings.HasPrefix(contentType, kind) {
			t.Errorf("%s is %s, of its file %s", address, response.ContentType, contentType)
		}
		asked := httptest.NewRequest(http.MethodGet, address, http.NoBody)
		served.ServeHTTP(httptest.NewRecorder(), asked)
		compared[strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(asked.Pattern, "/en"), "/ja"), "/")]++
	}
	for _, form := range site.Forms() {
		if compared[form] == 0 != slices.Contains(lacks, form) {
			t.Errorf("%d pages %s were compared", compared[form], form)
		}
	}
}

// A folder of ten years of 5,000 players has at most 60,000 files: of each player four, of each list
// 41, and two and its sections of each of 40 events a month.
func folderIsBounded(t *testing.T, folder string) {
	const players, lists, events = 450, 26, 242 // of the demo; a revision is a list
	files, size := map[string]int{}, 0
	for name, body := range filesOnDisk(t, folder) {
		part := strings.Split(strings.TrimPrefix(strings.TrimPrefix(name, "en/"), "ja/"), "/")[0]
		files[part]++
		size += len(body)
	}
	rest := len(filesOnDisk(t, folder)) - files["players"] - files["lists"] - files["proof"] - files["events"]
	of := 5_000*files["players"]/players + 120*(files["lists"]+files["proof"])/lists + 4_800*files["events"]/events + 5*rest
	if of > 60_000 || files["players"] > 4*players || size > 80_000_000 {
		t.Errorf("a folder of ten years would have %d files; this one has %v, and %d bytes", of, files, size)
	}
}

func fetchFile(t *testing.T, address string) (body, contentType string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(response.Body)
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(address, response.Status, err)
	}
	return string(read), response.Header.Get("Content-Type")
}
