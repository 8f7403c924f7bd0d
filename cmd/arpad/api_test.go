package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
)

// apiAddresses are an address of each operation, by its id.
var apiAddresses = map[string][]string{
	"listLists": {"/lists"}, "getList": {"/lists/2023-02", "/lists/2023-02?revision=1"}, "getChanges": {"/lists/2023-02/changes"},
	"getPage": {"/lists/2023-02/standard", "/lists/2023-02/rapid?sort=name&limit=1", "/lists/2023-01/standard?club=Minato+Chess+Club&active=true&max=1500"}, "getDistribution": {"/lists/2023-02/standard/distribution?rating=1500"},
	"getMovers": {"/lists/2023-02/standard/movers"}, "findPlayers": {"/players?q=ao", "/players?q=青木"}, "getPlayer": {"/players/N00000001"},
	"getHistory": {"/players/N00000001/history"}, "getResults": {"/players/N00000001/results", "/players/N00000001/results?against=N00000011"}, "getNow": {"/players/N00000001/now"},
	"explain":    {"/players/N00000001/why/2023-02/standard", "/players/N00000001/why/2023-02/standard?revision=1&lang=ja"},
	"lookUp":     nil, // another method
	"listEvents": {"/events"}, "getEvent": {"/events/2023-01-0001", "/events/2023-01-0002"}, "listClubs": {"/clubs"}, "getClub": {"/clubs/C0001"},
	"listRegulations": {"/regulations"}, "getRegulation": {"/regulations/ncs-2022"},
	"calculateChange":      {"/calculators/change?rating=1600&opponent=1800&score=1"},
	"calculateTournament":  {"/calculators/tournament?rating=1600&k=20&games=1800:1,1550:0.5,1700:0"},
	"calculateFirst":       {"/calculators/first?average=1700&score=3&games=5"},
	"calculatePerformance": {"/calculators/performance?average=1500&score=5&games=7"},
	"calculateTimeControl": {"/calculators/time-control?control=45%2B15"},
	"calculateDeadline":    {"/calculators/deadline?played=2023-01-05&received=2023-01-06"},
	"calculateFee":         {"/calculators/fee?players=12&received=2023-01-05"},
	"getStatus":            {"/status"}, "getCalendar": {"/calendar"}, "listCorrections": {"/corrections"},
	"feedPublications": {"/feeds/en/publications.atom", "/feeds/ja/publications.atom"}, "feedCorrections": {"/feeds/en/corrections.atom", "/feeds/ja/corrections.atom"},
	// with a key: internal/api tests each of them
	"announceAdd": nil, "announceSet": nil, "askLate": nil, "inquiryWithdraw": nil, "announceWithdraw": nil, "askCount": nil, "askDispensation": nil, "askOmission": nil, "askPlayer": nil, "askRenewal": nil, "askResult": nil, "askWithdrawal": nil, "inquiryReply": nil, "reportNotice": nil, "reportState": nil, "listOwnAnnouncements": nil, "getOwnAnnouncement": nil, "listOwnMembers": nil, "listOwnInquiries": nil, "getOwnInquiry": nil, "listOwnReports": nil, "submitReport": nil, "tryReport": nil, "getOwnReport": nil,
	"feedPlayer": {"/feeds/en/players/N00000001"}, "feedClub": {"/feeds/ja/clubs/C0001"}, "feedEvent": {"/feeds/en/events/2023-01-0001", "/feeds/ja/events/2023-01-0002"},
}

// apiAndSite are addresses of the API and of the same file of the site.
var apiAndSite = map[string]string{
	"/lists/2023-02/standard": "/en/lists/2023-02/standard.json", "/lists/2023-02/standard?revision=1": "/en/lists/2023-02/r1/standard.json",
	"/lists/2023-02/standard?sort=change&club=Minato+Chess+Club": "/en/lists/2023-02/standard.json?sort=change&club=Minato+Chess+Club",
	"/lists/2023-02/changes":                                     "/en/lists/2023-02/changes.json", "/players/N00000001/history": "/en/players/N00000001.json", "/players/N00000001/results": "/en/players/N00000001/results.json",
	"/players/N00000001/why/2023-02/standard": "/en/players/N00000001/why/2023-02/standard.json", "/players/N00000001/why/2023-02/standard?lang=ja": "/ja/players/N00000001/why/2023-02/standard.json",
	"/events/2023-01-0001": "/en/events/2023-01-0001.json",
}

// apiRefusals are addresses that are refused.
var apiRefusals = []struct {
	address string
	status  int
	id      string
}{
	{"/players/N00000003", http.StatusGone, "player-erased"}, {"/players/N00000003/history", http.StatusGone, "player-erased"}, {"/players/nobody", http.StatusNotFound, "unknown-player"},
	{"/players/N00000001/results?against=N00000003", http.StatusGone, "player-erased"},
	{"/lists/1999-01", http.StatusNotFound, "no-list"}, {"/lists/2023-02/standard?revision=9", http.StatusNotFound, "no-revision"}, {"/lists/2023-02/blitz", http.StatusNotFound, "no-list-of-type"},
	{"/lists/2023-02/standard?under=12", http.StatusForbidden, "age-group-private"}, {"/lists/2023-02/standard?limit=0", http.StatusBadRequest, "request-invalid"}, {"/lists/2023-02/lightning", http.StatusBadRequest, "request-invalid"},
	{"/lists/2023-02/standard?cursor=x", http.StatusBadRequest, "cursor-unknown"}, {"/lists?unknown=1", http.StatusBadRequest, "request-invalid"}, {"/players", http.StatusBadRequest, "request-invalid"},
	{"/events/2023-01-0009", http.StatusNotFound, "no-report"}, {"/clubs/C9999", http.StatusNotFound, "no-club"}, {"/regulations/fide-2024", http.StatusNotFound, "edition-unknown"},
	{"/calculators/change?rating=1600&opponent=1800&score=2", http.StatusBadRequest, "request-invalid"}, {"/calculators/first?average=x&score=3&games=5", http.StatusBadRequest, "parameter-invalid"},
	{"/calculators/first?average=1700&score=30&games=5", http.StatusBadRequest, "score-above-games"}, {"/calculators/time-control?control=long", http.StatusBadRequest, "time-control-unread"},
	{"/nothing", http.StatusNotFound, "no-address"}, {"/lookups", http.StatusMethodNotAllowed, "method-unknown"},
}

// apiServer is a server of a bureau.
type apiServer struct {
	*httptest.Server
	bureau *bureau.Bureau
}

// startAPI serves site and API of the bureau of a test.
func startAPI(t *testing.T) *apiServer {
	t.Helper()
	b, err := (&office.Office{Database: os.Getenv("ARPAD_DB")}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	site := siteOf(b)
	site.Feeds = true
	s := &apiServer{httptest.NewServer(&public{site, api.New(site.Public)}), b}
	t.Cleanup(func() {
		s.Close()
		site.Wait()
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	})
	return s
}

// get fetches an address of the API, and follows where it leads.
func (s *apiServer) get(t *testing.T, address string, header http.Header) fetched {
	t.Helper()
	return fetch(t, http.MethodGet, s.URL+api.Root+address, header)
}

// What the API says at the end of the life of a bureau.
func TestAPI(t *testing.T) {
	liveUpTo(t, "person erase")
	must(t, "player", "merge", "N00000022", "N00000021", "--reason", "one person")
	s := startAPI(t)
	t.Run("every operation answers by its schema and tells nothing personal", s.operations)
	t.Run("files of the site have the same bytes", s.sameBytes)
	t.Run("refusals are findings in the language asked", s.refusals)
	t.Run("what moved leads on", s.moved)
	t.Run("entries are looked up", s.lookups)
	t.Run("feeds are well-formed", s.feeds)
	t.Run("pages of other sites may read", s.origins)
	t.Run("a generated client understands", s.client)
	t.Run("the examples of the page run", s.examples)
	t.Run("cursors survive a publication", s.cursors)
}

// operationIDs returns the operations of the description.
func operationIDs(t *testing.T) []string {
	t.Helper()
	body, err := os.ReadFile("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(body, &d); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, methods := range d.Paths {
		for _, of := range methods {
			all = append(all, of.OperationID)
		}
	}
	return all
}

func (s *apiServer) operations(t *testing.T) {
	ids := operationIDs(t)
	for _, id := range ids {
		if _, ok := apiAddresses[id]; !ok {
			t.Errorf("no address of operation %s is tested", id)
		}
	}
	for id, addresses := range apiAddresses {
		if !slices.Contains(ids, id) {
			t.Errorf("there is no operation %s", id)
		}
		for _, address := range addresses {
			for _, lang := range explain.Languages {
				got := s.get(t, address, http.Header{"Accept-Language": {lang}})
				if got.status != http.StatusOK {
					t.Errorf("%s: %d %s", address, got.status, got.body)
					continue
				}
				if word := findWord(string(got.body), append([]string{"Chiba", "千葉", "90000017", `"sex"`}, canaries...)...); word != "" {
					t.Errorf("%s shows %s:\n%s", address, word, got.body)
				}
				if strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
					valid(t, address, got.body)
				}
				tag := got.header.Get("ETag")
				if again := s.get(t, address, http.Header{"If-None-Match": {tag}, "Accept-Language": {lang}}); again.status != http.StatusNotModified || len(again.body) > 0 {
					t.Errorf("%s, if it is not %s: %d", address, tag, again.status)
				}
			}
		}
	}
}

// valid checks a document against the schema that it names.
func valid(t *testing.T, address string, body []byte) {
	t.Helper()
	var d struct{ Schema string }
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil || json.Unmarshal(body, &d) != nil {
		t.Errorf("%s: %v\n%s", address, err, body)
		return
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(d.Schema, "arpad."), "/")
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs/schema", name+".json"))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		t.Errorf("%s: %v\n%s", address, err, body)
	}
}

func (s *apiServer) sameBytes(t *testing.T) {
	for address, file := range apiAndSite {
		got, want := s.get(t, address, nil), fetch(t, http.MethodGet, s.URL+file, nil)
		if want.status != http.StatusOK || !bytes.Equal(got.body, want.body) {
			t.Errorf("%s (%d) differs from %s (%d):\n%s\n%s", address, got.status, file, want.status, got.body, want.body)
		}
	}
}

// refusal is what a test reads of a problem.
type refusal struct {
	ID, Class, Title, Detail, Cure, Type, Instance string
	Status                                         int
	Errors                                         []struct{ In, Value, Wants string }
}

func (s *apiServer) refusals(t *testing.T) {
	for _, want := range apiRefusals {
		said := map[string]string{}
		for _, lang := range explain.Languages {
			got := s.get(t, want.address, http.Header{"Accept-Language": {lang}})
			var p refusal
			if err := json.Unmarshal(got.body, &p); err != nil || got.status != want.status || p.Status != want.status || p.ID != want.id || got.header.Get("Content-Type") != "application/problem+json" || got.header.Get("Content-Language") != lang {
				t.Errorf("%s: %d %v %s, want %d %s", want.address, got.status, got.header, got.body, want.status, want.id)
				continue
			}
			valid(t, want.address, got.body)
			if said[lang] = p.Detail; p.Title == "" || p.Detail == "" || p.Cure == "" || strings.Contains(p.Detail+p.Cure, "{{") {
				t.Errorf("%s says %s", want.address, got.body)
			}
			if (want.id == "request-invalid") != (len(p.Errors) > 0) || len(p.Errors) > 0 && p.Errors[0].Wants == "" {
				t.Errorf("%s names the parts %v", want.address, p.Errors)
			}
		}
		if said["en"] == said["ja"] {
			t.Errorf("%s says in both languages %q", want.address, said["en"])
		}
		if sep := map[bool]string{true: "&", false: "?"}[strings.Contains(want.address, "?")]; want.id != "request-invalid" {
			var p refusal
			if got := s.get(t, want.address+sep+"lang=ja", nil); json.Unmarshal(got.body, &p) != nil || p.Detail != said["ja"] {
				t.Errorf("%s with lang=ja says %s", want.address, got.body)
			}
		}
	}
}

func (s *apiServer) moved(t *testing.T) {
	for from, want := range map[string]string{
		"": "/openapi.json", "/players/N00000022": "/players/N00000021", "/players/N00000022/history?lang=ja": "/players/N00000021/history",
		"/lists/newest/standard": "/lists/2023-02/standard", "/lists/newest?lang=en": "/lists/2023-02", "/players/N00000001/why/newest/standard": "/players/N00000001/why/2023-02/standard",
		"/players/N00000001/why/now/standard": "/players/N00000001/why/2023-02/standard",
	} {
		if got := s.get(t, from, nil); got.path != api.Root+want || got.status != http.StatusOK {
			t.Errorf("%s leads to %s (%d), want %s", from, got.path, got.status, want)
		}
	}
}

// post sends a body to the API.
func (s *apiServer) post(t *testing.T, address, body string) (int, []byte) {
	t.Helper()
	response, err := http.Post(s.URL+api.Root+address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, said
}

func (s *apiServer) lookups(t *testing.T) {
	status, said := s.post(t, "/lookups", `{"entries": ["N00000001", "eda", "青木", "nobody", "", "N00000003", "Chiba Sota"]}`)
	valid(t, "lookups", said)
	var d struct {
		List    string
		Entries []struct {
			Entry, Found string
			Players      []struct{ ID string }
		}
	}
	if err := json.Unmarshal(said, &d); err != nil || status != http.StatusOK || d.List != "2023-02" || len(d.Entries) != 7 {
		t.Fatalf("%d %s", status, said)
	}
	for i, want := range []string{"one N00000001", "several N00000011 N00000012", "one N00000001", "none", "none", "one N00000003", "none"} {
		got := d.Entries[i].Found
		for _, p := range d.Entries[i].Players {
			got += " " + p.ID
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", d.Entries[i].Entry, got, want)
		}
	}
	for body, want := range map[string]int{
		`{"entries": []}`: http.StatusBadRequest, `{`: http.StatusBadRequest, `{"entries": ["` + strings.Repeat("x", 70_000) + `"]}`: http.StatusRequestEntityTooLarge,
		`{"entries": [` + strings.Repeat(`"a",`, 500) + `"a"]}`: http.StatusBadRequest,
	} {
		if status, said := s.post(t, "/lookups", body); status != want || !bytes.Contains(said, []byte(`"arpad.problem/1"`)) {
			t.Errorf("%.40s: %d %s, want %d", body, status, said, want)
		}
	}
}

// atom is what a test reads of a feed.
type atom struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Summary string `xml:"summary"`
		Link    struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

func (s *apiServer) feeds(t *testing.T) {
	ids := map[string]bool{}
	urn := regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	for name, want := range map[string]int{"publications.atom": 3, "corrections.atom": 1, "players/N00000001": 3, "clubs/C0001": 1, "events/2023-01-0001": 2} {
		for _, lang := range explain.Languages {
			address := "/feeds/" + lang + "/" + name
			if !strings.HasSuffix(name, ".atom") {
				page := fetch(t, http.MethodGet, s.URL+"/"+lang+"/"+name+"/", nil)
				if to := `href="` + strings.Repeat("../", 3) + strings.TrimPrefix(api.Root, "/") + address + `"`; page.status != http.StatusOK || !bytes.Contains(page.body, []byte(to)) {
					t.Errorf("the page of %s does not name %s: %d", name, to, page.status)
				}
			}
			got := s.get(t, address, nil)
			var f atom
			if err := xml.Unmarshal(got.body, &f); err != nil || len(f.Entries) != want || !strings.HasPrefix(got.header.Get("Content-Type"), "application/atom+xml") {
				t.Errorf("%s: %v, %d entries, want %d:\n%s", address, err, len(f.Entries), want, got.body)
				continue
			}
			all := []string{f.ID}
			for _, e := range f.Entries {
				all = append(all, e.ID)
				if e.Updated > f.Updated || e.Title == "" || e.Summary == "" {
					t.Errorf("%s: %+v", address, e)
				}
				if to := fetch(t, http.MethodGet, s.URL+resolve(t, api.Root+address, e.Link.Href), nil); to.status != http.StatusOK {
					t.Errorf("%s leads to %s: %d", address, e.Link.Href, to.status)
				}
			}
			for _, id := range all {
				if !urn.MatchString(id) || ids[id] {
					t.Errorf("%s: the id %s is none, or not unique", address, id)
				}
				ids[id] = true
			}
		}
	}
}

func (s *apiServer) origins(t *testing.T) {
	for method, address := range map[string]string{http.MethodGet: "/lists", http.MethodOptions: "/lookups"} {
		got := fetch(t, method, s.URL+api.Root+address, http.Header{"Origin": {"https://club.example.jp"}})
		if got.header.Get("Access-Control-Allow-Origin") != "*" || got.header.Get("Access-Control-Allow-Credentials") != "" || got.status >= http.StatusBadRequest {
			t.Errorf("%s %s: %d %v", method, address, got.status, got.header)
		}
	}
}

// A client that is generated from the description reads lists, players and problems.
func (s *apiServer) client(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "client")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(root, "internal/test/client"))); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "api"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"tool", "-modfile=" + filepath.Join(root, "tools/go.mod"), "oapi-codegen", "-config", "client.yaml", filepath.Join(root, "docs/openapi.json")},
		{"run", ".", s.URL + api.Root, "2023-02", "N00000003"},
	} {
		c := exec.CommandContext(t.Context(), "go", args...)
		c.Dir = folder
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
}

var apiExample = regexp.MustCompile(`(?m)^curl (.*)https://ratings\.example\.jp(/api/v1/[^'\s]*)'?$`)

// examples runs the requests of docs/api.md.
func (s *apiServer) examples(t *testing.T) {
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	all := apiExample.FindAllStringSubmatch(string(page), -1)
	if len(all) < 10 || len(all) != strings.Count(string(page), "\ncurl ") {
		t.Fatalf("%d examples are read", len(all))
	}
	for _, e := range all {
		status := 0
		if _, data, posts := strings.Cut(e[1], "-d '"); posts {
			body, _, _ := strings.Cut(data, "'")
			status, _ = s.post(t, strings.TrimPrefix(e[2], api.Root), body)
		} else {
			status = fetch(t, http.MethodGet, s.URL+e[2], nil).status
		}
		if status != http.StatusOK {
			t.Errorf("%s: %d", e[0], status)
		}
	}
}

var nextPart = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// A walk through a list goes on in the same revision after another one was published.
func (s *apiServer) cursors(t *testing.T) {
	revision := func(body []byte) (d struct {
		Revision int
		Players  []struct{ ID string }
	},
	) {
		if err := json.Unmarshal(body, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	got := s.get(t, "/lists/newest/standard?limit=1&sort=id&lang=ja", nil)
	if plain := s.get(t, "/lists/newest/standard?limit=1&sort=id", nil).header.Get("Link"); !strings.Contains(plain, `rel="next"`) || strings.Contains(plain, "lang=") {
		t.Errorf("who asks for no language is led to %s", plain)
	}
	first := revision(got.body)
	whole := revision(s.get(t, "/lists/2023-02/standard?sort=id", nil).body)
	must(t, "correct", "result", "2023-01-0001", "--round", "1", "--white", "1", "--black", "2", "--result", "1/2-1/2", "--reason", "the sheet")
	must(t, "correction", "accept", "C6", "--reason", "seen")
	if now := revision(s.get(t, "/lists/2023-02/standard", nil).body); now.Revision != first.Revision+1 || len(whole.Players) < 3 {
		t.Fatalf("revision %d follows %d, with %d players", now.Revision, first.Revision, len(whole.Players))
	}
	parts := first.Players
	for next := nextPart.FindStringSubmatch(got.header.Get("Link")); next != nil; next = nextPart.FindStringSubmatch(got.header.Get("Link")) {
		if !strings.Contains(next[1], "lang=ja") {
			t.Errorf("%s loses the language", next[1])
		}
		got = fetch(t, http.MethodGet, s.URL+next[1], nil)
		part := revision(got.body)
		if parts = append(parts, part.Players...); part.Revision != first.Revision {
			t.Errorf("%s is of revision %d, want %d", next[1], part.Revision, first.Revision)
		}
	}
	if !slices.Equal(parts, whole.Players) {
		t.Errorf("the parts are %v, the whole is %v", parts, whole.Players)
	}
}
