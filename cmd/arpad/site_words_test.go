package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/test/soak"
)

var headline = regexp.MustCompile(`<p class="turn">(?:<span class="was">\d+ →</span> \d+ <span class="\w+">)?([^<]*)<`)

// calculators compares what the site answers with what "arpad calc" answers.
func calculators(t *testing.T, site *site.Site) {
	random := rand.New(rand.NewPCG(18, 3))
	rated := func() string { return strconv.Itoa(1 + random.IntN(2900)) }
	points := func(most int) string { return strconv.FormatFloat(float64(random.IntN(2*most+1))/2, 'f', -1, 64) }
	for range 40 {
		var games []string
		for range 1 + random.IntN(9) {
			games = append(games, rated()+":"+points(1))
		}
		count := 1 + random.IntN(12)
		k := strconv.Itoa(random.IntN(41))
		result := url.Values{"average": {rated()}, "points": {points(count)}, "count": {strconv.Itoa(count)}, "rating": {rated()}}
		for _, question := range []struct {
			name, field string // of the JSON
			form        url.Values
			flags       map[string]string // of the command line, where they are called otherwise
		}{
			{"change", "change", url.Values{"rating": {rated()}, "opponent": {rated()}, "score": {points(1)}, "k": {k}}, nil},
			{"tournament", "change", url.Values{"rating": {rated()}, "k": {k}, "games": {strings.NewReplacer(":0.5", " ½", ":", " ").Replace(strings.Join(games, "\n"))}}, map[string]string{"games": strings.Join(games, ",")}},
			{"first", "rating", without(result, "rating"), nil},
			{"performance", "performance", result, nil},
		} {
			args := []string{"calc", question.name, "--regulation", "jcf-2023", "--format", "json"}
			for name, values := range question.form {
				value := values[0]
				if other := question.flags[name]; other != "" {
					value = other
				}
				if flag := map[string]string{"points": "score", "count": "games"}[name]; flag != "" {
					name = flag
				}
				args = append(args, "--"+name+"="+value)
			}
			said, exit := status(args...)
			body := pageOf(t, site, "/en/calculators/"+question.name+"?"+question.form.Encode())
			shown := headline.FindStringSubmatch(body)
			if exit != exitFine {
				t.Fatalf("%v: %s", args, said)
			}
			var answer map[string]any
			if err := json.Unmarshal([]byte(said), &answer); err != nil {
				t.Fatal(said, err)
			}
			want, answered := answer[question.field]
			if (!answered || answer["published"] == false) && shown == nil {
				continue
			}
			got := ""
			if shown != nil {
				got = strings.Replace(html.UnescapeString(shown[1]), "−", "-", 1)
			}
			if scored := result.Get("points"); question.name == "performance" && (scored == "0" || scored == strconv.Itoa(count)) {
				if way := map[bool]string{true: "below ", false: "above "}[scored == "0"]; !strings.HasPrefix(got, way) {
					t.Errorf("%v: the page has %q, want %s", args, got, way)
				}
				continue
			}
			if number, err := strconv.ParseFloat(got, 64); err != nil || number != want {
				t.Errorf("%v: the page has %q, want %v", args, got, want)
			}
		}
	}
}

func without(form url.Values, name string) url.Values {
	rest := url.Values{}
	for other, values := range form {
		if other != name {
			rest[other] = values
		}
	}
	return rest
}

// hostileForms fills each field of each calculator with what attacks it: the page is there,
// short, and says what was typed as text.
func hostileForms(t *testing.T, site *site.Site) {
	fields := []string{"edition", "player", "type", "rating", "opponent", "score", "k", "games", "average", "points", "count", "control", "declared", "fide", "played", "received", "players"}
	values := []string{
		`"><script>alert(1)</script>`, `' onfocus=alert(1) autofocus '`, "</textarea><img src=x>", "\x00\xff\xfe", strings.Repeat("9", 12_000), strings.Repeat("1800 1\n", 2_000),
		"-1", "1e9", "NaN", "0x10", "99999999999999999999", "½½", "２０００", "2024-02-30", "0000-00-00", "9999-12-31", "{{.}}", "../../etc/passwd", "N00900347'--", "\u202e1800",
	}
	for _, name := range []string{"change", "tournament", "first", "performance", "time-control", "deadline", "fee"} {
		good := url.Values{
			"rating": {"1700"}, "opponent": {"1800"}, "score": {"1"}, "k": {"20"}, "games": {"1800 1"}, "average": {"1700"}, "points": {"2"}, "count": {"4"},
			"control": {"90+30"}, "played": {"2024-05-05"}, "received": {"2024-06-06"}, "players": {"10"},
		}
		if !headline.MatchString(pageOf(t, site, "/en/calculators/"+name+"?edition=ncs-2022&"+good.Encode())) {
			t.Errorf("%s does not answer", name)
		}
		for i, field := range fields {
			for j, value := range values {
				if (i+j)%soak.Of(4, 1) > 0 {
					continue
				}
				form := without(good, field)
				form.Set(field, value)
				body := pageOf(t, site, "/ja/calculators/"+name+"?"+form.Encode())
				if len(body) > mostOfPage || strings.Contains(body, "<script>") || strings.Contains(body, "<img") || strings.Contains(body, "' onfocus") || strings.Contains(body, "\x00") || !utf8.ValidString(body) || strings.Contains(body, "%!") {
					t.Errorf("%s with %s=%.30q: %d bytes", name, field, value, len(body))
				}
				if !headline.MatchString(body) && !strings.Contains(body, `role="alert"`) && !strings.Contains(body, `id="answer"`) {
					t.Errorf("%s with %s=%.30q neither answers nor says what to do", name, field, value)
				}
			}
		}
	}
}

// wrongEntries checks that what is wrong is said beside its field, which is marked.
func wrongEntries(t *testing.T, site *site.Site) {
	for query, fields := range map[string][]string{
		"change?rating=&opponent=1800&score=1": {"rating"}, "change?rating=1700&opponent=4001&score=3&k=101": {"opponent", "score", "k"}, "change?rating=1700&opponent=1800&score=1&type=blitz": {"type"},
		"tournament?rating=1700&games=": {"games"}, "tournament?rating=1700&games=1800": {"games"}, "tournament?rating=1700&games=1800+2": {"games"},
		"first?average=x&points=1.3&count=0": {"average", "points", "count"}, "first?average=1700&points=5&count=4": {"points"}, "performance?average=1700&points=5&count=5&rating=x": {"rating"},
		"time-control?control=hello": {"control"}, "time-control?control=": {"control"}, "deadline?played=": {"played"}, "deadline?played=2024-05-05&received=2024-05-04": {"received"},
		"deadline?played=5.5.2024": {"played"}, "fee?players=0": {"players"},
	} {
		body := pageOf(t, site, "/en/calculators/"+query)
		if !strings.Contains(body, "<title>Please correct") || headline.MatchString(body) {
			t.Errorf("%s: there is an answer, or the title does not warn", query)
		}
		for _, field := range fields {
			if !regexp.MustCompile(`id="` + field + `"[^>]*aria-describedby="[^"]*` + field + `-wrong" aria-invalid="true"`).MatchString(body) {
				t.Errorf("%s: %s is not marked", query, field)
			}
		}
		if marked := strings.Count(body, "aria-invalid"); marked != len(fields) {
			t.Errorf("%s: %d fields are marked, want %d", query, marked, len(fields))
		}
	}
}

// mapped checks the sitemap: its pages are there, may be shown, and name nobody.
func mapped(t *testing.T, site *site.Site) {
	var found struct {
		Pages []struct {
			Address string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(pageOf(t, site, "/sitemap.xml")), &found); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range found.Pages {
		address, ours := strings.CutPrefix(p.Address, site.Base)
		if !ours || seen[address] {
			t.Errorf("%s is twice in the sitemap, or not ours", p.Address)
		}
		seen[address] = true
		if body := pageOf(t, site, address); strings.Contains(body, `content="noindex"`) || strings.Contains(address, "/players/") || strings.Contains(address, "/events/") {
			t.Errorf("%s must not be in the sitemap", address)
		}
	}
	for _, lang := range explain.Languages {
		for _, address := range []string{"", "lists/2024-10/standard/", "rules/jcf-2023/", "rules/compare/ncs-2022/jcf-2023/", "calculators/first/", "help/", "privacy/"} {
			if !seen["/"+lang+"/"+address] {
				t.Errorf("/%s/%s is not in the sitemap", lang, address)
			}
		}
	}
	if robots := pageOf(t, site, "/robots.txt"); !strings.Contains(robots, fmt.Sprintf("Sitemap: %s/sitemap.xml\n", site.Base)) {
		t.Errorf("robots.txt does not name the sitemap: %s", robots)
	}
}

// A form that was filled in is no page for search engines; the empty one is.
func unlistedForms(t *testing.T, site *site.Site) {
	for query, want := range map[string]bool{"": false, "?player=N00900347": true, "?rating=1700&games=1800+1": true} {
		if got := strings.Contains(pageOf(t, site, "/en/calculators/tournament"+query), `content="noindex"`); got != want {
			t.Errorf("%q: noindex is %v, want %v", query, got, want)
		}
	}
}

// numbersOf checks that the form of a player starts with the numbers of the player's page, in each kind, also of those who have
// not played for months.
func numbersOf(t *testing.T, site *site.Site) {
	official := regexp.MustCompile(`<h2>(Standard|Rapid), official</h2>\s*<p class="big">(?:<a[^>]*>)?(\d+)<[\s\S]*?<dt>(?:<a[^>]*>)?K(?:</a>)?</dt><dd>(\d+)<`)
	for _, id := range []string{"N00900347", "N00900282", "N00900435", "N00900916", "N00900104"} {
		all := official.FindAllStringSubmatch(pageOf(t, site, "/en/players/"+id), -1)
		if len(all) == 0 {
			t.Errorf("the page of %s shows no official rating with its K", id)
		}
		for _, is := range all {
			body := pageOf(t, site, "/en/calculators/tournament?player="+id+"&type="+strings.ToLower(is[1]))
			if !strings.Contains(body, `name="rating" value="`+is[2]+`"`) || !strings.Contains(body, `name="k" value="`+is[3]+`"`) {
				t.Errorf("the form of %s does not start with %v", id, is[1:])
			}
		}
	}
	for query, want := range map[string]string{
		"tournament?player=N00900347&from=standard&type=rapid&rating=996&k=40&games=868+1":  `name="rating" value="868"`, // those of the other type
		"tournament?player=N00900347&from=standard&type=rapid&rating=1000&k=40&games=868+1": `name="rating" value="1000"`,
		"tournament?rating=N00900347&type=standard&games=N00900916+%C2%BD%3B0:1":            "Takahashi Masanori · 2095",
		"change?opponent=N00900347":                  "Against Jo Yoka",
		"tournament?rating=1600&games=Nemo+Nobody+1": "There is no player",
		"tournament?rating=1600&games=Sato+1":        "fits several players",
		"tournament?rating=1600&games=1600+1":        "K 20 is assumed",
	} {
		if body := pageOf(t, site, "/en/calculators/"+query); !strings.Contains(body, want) {
			t.Errorf("%s is not answered with %s", query, want)
		}
	}
	if nobody := pageOf(t, site, "/en/calculators/tournament?player=N99999999"); !strings.Contains(nobody, "There is no player") {
		t.Error("a number that nobody has is not said to be one")
	}
}

// firstOf checks that a first rating can be recomputed from its page: all games are there, with the ratings of the opponents.
func firstOf(t *testing.T, site *site.Site) {
	body := pageOf(t, site, "/en/players/N00901317/why/2024-10/standard/")
	games := regexp.MustCompile(`<td class="n w">(\d+)</td><td class="n w"></td><td class="n w"></td><td class="n w"></td><td class="n">([01½])</td>`).FindAllStringSubmatch(body, -1)
	opponents, score := 0, 0.0
	for _, g := range games {
		is, _ := strconv.Atoi(g[1])
		opponents += is
		score += map[string]float64{"1": 1, "½": 0.5, "0": 0}[g[2]]
	}
	said := fmt.Sprintf("%g of %d against an average of %.0f", score, len(games), float64(opponents)/float64(max(1, len(games))))
	if len(games) <= 4 || !strings.Contains(body, said) || strings.Count(body, `class="ev"`) < 2 {
		t.Errorf("the games of the page come to %s in %d events", said, strings.Count(body, `class="ev"`))
	}
}

// A base address is that of a site, or refused.
func TestBaseAddress(t *testing.T) {
	for text, want := range map[string]string{"": "", "https://ratings.example.jp": "https://ratings.example.jp", "https://example.jp/ratings/": "https://example.jp/ratings"} {
		if got, err := baseAddress(text); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"example.jp", "ftp://example.jp", "https://", "https://a:b@example.jp", "https://example.jp?x", "javascript:alert(1)", "https://example.jp/#x"} {
		if got, err := baseAddress(text); err == nil {
			t.Errorf("%s is taken as %q", text, got)
		}
	}
}
