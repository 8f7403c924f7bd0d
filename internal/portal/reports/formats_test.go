package reports_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/test/hostile"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/tree"
)

// samples returns the files of the tests of all formats, and small ones of those who mean harm.
func samples(t *testing.T) (files []hall.File) {
	t.Helper()
	err := filepath.WalkDir(tree.Path("report"), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "fuzz":
			return fs.SkipDir
		case d.IsDir() || !strings.Contains(path, "testdata") || filepath.Ext(path) == ".md":
			return nil
		}
		data, err := os.ReadFile(path)
		if len(data) > 0 {
			files = append(files, hall.File{Name: d.Name(), Content: string(data)})
		}
		return err
	})
	if err != nil || len(files) < 200 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	const small = 4 << 10
	for i, text := range slices.Concat(hostile.Bytes(), hostile.Exchange(), hostile.JSON(), hostile.Pages(), hostile.Sound()) {
		if data := text.Make(small); i%soak.Of(12, 1) == 0 && len(data) <= 2*small {
			files = append(files, hall.File{Name: text.Name, Content: string(data)})
		}
	}
	return files
}

// told is what a card says of a finding: its ID, its message, and its place as words.
type told struct{ ID, Message, Place string }

func compareTold(a, b told) int {
	return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Place, b.Place))
}

// toldBy returns what the cards of a page say of findings.
func toldBy(t *testing.T, body string) (all []told) {
	t.Helper()
	page, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range page.Descendants() {
		if id := attribute(n, "data-finding"); id != "" {
			all = append(all, told{id, strings.Join(textOf(n, "what", "p")[:1], ""), strings.Join(textOf(n, "meta", "span"), " | ")})
		}
	}
	slices.SortFunc(all, compareTold)
	return all
}

// attribute returns an attribute of an element, empty if it has none.
func attribute(n *html.Node, name string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

// textOf returns the texts of the elements of a tag right in an element of a class.
func textOf(in *html.Node, class, tag string) (all []string) {
	for n := range in.Descendants() {
		if n.Data == tag && n.Parent != nil && attribute(n.Parent, "class") == class {
			var b strings.Builder
			for text := range n.Descendants() {
				if text.Type == html.TextNode {
					b.WriteString(text.Data)
				}
			}
			all = append(all, b.String())
		}
	}
	return all
}

// toldOf returns what must be said of findings: each once, with its place.
func toldOf(p page.Format, all ...*trial.Told) (must []told) {
	for _, t := range all {
		for _, f := range t.Findings {
			var place []string
			add := func(words string) {
				if words != "" {
					place = append(place, words)
				}
			}
			if len(all) > 1 || f.Report != t.File {
				add(f.Report)
			}
			if f.Line > 0 {
				at := p.Text("desk.report.line", explain.Data{"line": strconv.Itoa(int(f.Line))})
				if f.Column > 0 {
					at += p.Text("desk.report.column", explain.Data{"column": strconv.Itoa(int(f.Column))})
				}
				add(at)
			}
			switch only := t.Report != nil && len(t.Report.Sections) == 1 && t.Report.Sections[0].Name == f.Section; {
			case !f.InSection || only:
			case f.Section != "":
				add(p.Section(f.Section))
			case t.Report != nil:
				add(p.Text("event.unnamed", nil))
			}
			if f.Clause != "" {
				add(p.Part(f.Clause))
			}
			must = append(must, told{f.ID, finding.Harmless(p.Message(f)), finding.Harmless(strings.Join(place, " | "))})
		}
	}
	slices.SortFunc(must, compareTold)
	return must
}

// tries uploads files as the organiser, fails if their page says anything otherwise than the organiser's act, and returns the page.
func tries(t *testing.T, h *hall.Hall, files ...hall.File) (hall.Answer, []*trial.Told) {
	t.Helper()
	number, account := h.Find(hall.Email("organiser"))
	organiser := *h.Bureau
	organiser.Actor = bureau.ActorOf(number, account, time.Time{})
	var all []*act.SubmitReport
	for i := range files {
		files[i].Field = "files"
		all = append(all, &act.SubmitReport{File: act.File{Name: files[i].Name, Data: []byte(files[i].Content)}})
	}
	of, err := (&act.Organizer{Looks: h.Door.Work}).TryAll(t.Context(), &organiser, all...)
	if err != nil {
		t.Fatal(err)
	}
	if h.Hidden("owner") == "" {
		h.Get("portal/submit/")
	}
	a := h.Upload("portal/submit/", files)
	if !strings.Contains(a.Path, "/portal/drafts/") || a.Status != http.StatusOK {
		t.Fatalf("%d at %s: %s", a.Status, a.Path, a.Text())
	}
	if difference := gocmp.Diff(toldOf(page.Format{Printer: page.In(h.Lang)}, of...), toldBy(t, a.Body)); difference != "" {
		t.Errorf("what the page says otherwise (+):\n%s", difference)
	}
	return a, of
}

// discards removes the draft of a page.
func discards(h *hall.Hall, a hall.Answer) {
	h.Post("portal/submit/", "discard", path.Base(a.Path))
}

// Every sample of a file that somebody sends is checked on the page as the organiser's act says it: no finding is lost, added or at
// another place. A file that cannot be read says why, and is not received.
func TestSamplesThroughBrowser(t *testing.T) {
	for n, lang := range explain.Languages {
		h := enters(t, lang)
		for i, f := range samples(t) {
			if !soak.Full() && i%len(explain.Languages) != n {
				continue
			}
			t.Run(lang+"/"+f.Name, func(t *testing.T) {
				a, of := tries(t, h, f)
				if of[0].Report == nil {
					draft := strings.TrimPrefix(a.Path, "/"+lang+"/")
					if len(of[0].Findings) == 0 || strings.Contains(a.Body, `name="submit"`) {
						t.Errorf("it cannot be read, with %d reasons, and may be submitted: %s", len(of[0].Findings), a.Text())
					}
					if a = h.Post(draft, append(h.Form(`name="was"`), "submit", "1")...); a.Status != http.StatusUnprocessableEntity {
						t.Errorf("it is received: %d at %s", a.Status, a.Path)
					}
				}
				discards(h, a)
			})
		}
	}
}

// An empty file is refused at once.
func TestEmptyFile(t *testing.T) {
	h := enters(t, "en")
	h.Get("portal/submit/")
	a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf"}})
	h.Wants(a, http.StatusUnprocessableEntity, "portal/submit/", "it is empty")
}

// Findings of sections stand in the right one, whatever it is called, and what is answered there is answered of it.
func TestOddSections(t *testing.T) {
	names := []string{``, `A`, `A. <b>"x"</b> & y/1:2-3=1-0`, `1.2.3`, ` 級位者の部＿Ｂ `, `[.*]\\`}
	h := enters(t, "en")
	var sections []string
	for _, name := range names {
		quoted, err := json.Marshal(name)
		h.Must(err)
		sections = append(sections, fmt.Sprintf(`{"name": %s, "rounds": 1, "players": [{"start_number": 1, "id": "N00900281", "name": "Yano Sohei"}, {"start_number": 2, "name": "Murayama Takao"}],
			"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}`, quoted))
	}
	f := hall.File{Name: "a.json", Content: `{"schema": "arpad.report/1", "name": "Minato Open", "start": "2024-10-20", "end": "2024-10-20", "sections": [` + strings.Join(sections, ",") + `]}`}
	a, _ := tries(t, h, f)
	draft, form := strings.TrimPrefix(a.Path, "/en/"), h.Form(`name="was"`)
	asked := regexp.MustCompile(`<input id="[^"]*-o" type="radio" name="([^"]*)"`).FindAllStringSubmatch(a.Body, -1)
	if len(asked) < len(names) {
		t.Errorf("%d entries are asked for: %q", len(asked), asked)
	}
	for _, name := range asked {
		form = append(form, html.UnescapeString(name[1]), "N00900282")
	}
	a = h.Post(draft, append(form, "keep", "1")...)
	for _, f := range toldBy(t, a.Body) {
		if f.ID == "id-missing" || f.ID == "no-entry" {
			t.Errorf("it was answered: %v", f)
		}
	}
}

// Of several files each finding says of which it is; if one of them cannot be read, none is received.
func TestSeveralFiles(t *testing.T) {
	h := enters(t, "en")
	a, _ := tries(t, h,
		hall.File{Name: "a.trf", Content: trf("- Aoki, Ren", "- Baba, Mio")},
		hall.File{Name: "b.trf", Content: trf("- Chiba, Sora", "- Doi, Yuki")})
	discards(h, a)
	a, _ = tries(t, h,
		hall.File{Name: "a.trf", Content: trf("- Aoki, Ren", "- Baba, Mio")},
		hall.File{Name: "<b>.trf", Content: "nothing"})
	a = h.Post(strings.TrimPrefix(a.Path, "/en/"), append(h.Form(`name="was"`), "submit", "1")...)
	if a.Status != http.StatusUnprocessableEntity {
		t.Errorf("%d at %s", a.Status, a.Path)
	}
	h.Must(h.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return intake.Cases.Scan(r, "", "", func(key string, _ *check.Case) (bool, error) {
			t.Errorf("report %s was received", key)
			return true, nil
		})
	}))
}

// A result that both players state differently is asked for and an ID that is wrong, too; both stay as they are answered.
func TestResultStatedTwice(t *testing.T) {
	h := enters(t, "en")
	file := strings.Replace(trf("N00900281 Yano, Sohei", "N00900292 Murayama, Takao", "N00900283 Kimura, Masaki", "N00900284 Ishikawa, Kyohei"), "b 0", "b 1", 1)
	a, _ := tries(t, h, hall.File{Name: "a.trf", Content: file})
	asked := regexp.MustCompile(`type="radio" name="(result\.[^"]*)" value="1-0"`).FindStringSubmatch(a.Body)
	if asked == nil {
		t.Fatalf("no result is asked for: %s", a.Text())
	}
	draft, entry := strings.TrimPrefix(a.Path, "/en/"), asksWho(a)
	a = h.Post(draft, append(h.Form(`name="was"`), asked[1], "1-0", entry, "N00900282", "keep", "1")...)
	for range 2 {
		for _, f := range toldBy(t, a.Body) {
			if f.ID == "games-differ" || f.ID == "sides-disagree" || f.ID == "entry-doubted" {
				t.Errorf("it was answered: %v", f)
			}
		}
		h.Wants(a, http.StatusOK, draft, h.Say("desk.report.severity-answered"))
		a = h.Post(draft, append(h.Form(`name="was"`), "keep", "1")...)
	}
}
