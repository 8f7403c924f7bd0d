package reports_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/arpadchess/arpad/internal/test/hall"
)

// opening is a list on which six players of the club and one of another are.
const opening = `id,name,name_local,club,standard,rapid
N00900281,Yano Sohei,矢野 創平,Kawagoe Tsuru,1240,1254
N00900282,Murayama Takao,村山 貴雄,Kawagoe Tsuru,1265,1265
N00900283,Kimura Masaki,木村 正樹,Kawagoe Tsuru,1345,1345
N00900284,Ishikawa Kyohei,石川 恭平,Kawagoe Tsuru,1360,1360
N00900285,Miyamoto Kana,宮本 佳菜,Kawagoe Tsuru,1378,1378
N00900286,Kinoshita Shinto,木下 真人,Kawagoe Tsuru,1028,1028
N00900777,Kubo Aya,久保 彩,Okayama Minato,1500,1500
`

// enters opens the portal of a federation with that list, and signs in as the organiser.
func enters(t *testing.T, lang string) *hall.Hall {
	t.Helper()
	h := hall.Opening(t, lang, "", opening)
	h.Enters(h.Browser, "organiser")
	return h
}

// fill returns the fields of the form of the page that was last shown, as a browser would send them.
func fill(t *testing.T, b *hall.Browser) url.Values {
	t.Helper()
	page, err := html.Parse(strings.NewReader(b.Last))
	if err != nil {
		t.Fatal(err)
	}
	fields := url.Values{}
	of := func(n *html.Node, name string) string {
		for _, a := range n.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	has := func(n *html.Node, name string) bool {
		return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	}
	var form *html.Node
	for n := range page.Descendants() {
		if n.Data == "form" && of(n, "id") == "typing" {
			form = n
		}
	}
	if form == nil {
		t.Fatal("the page has no form")
	}
	for n := range form.Descendants() {
		name := of(n, "name")
		switch kind := of(n, "type"); {
		case n.Type != html.ElementNode || name == "" || n.Data == "button":
		case n.Data == "select":
			for o := range n.Descendants() {
				if o.Data == "option" && (has(o, "selected") || fields[name] == nil) {
					value := of(o, "value")
					if !has(o, "value") && o.FirstChild != nil {
						value = o.FirstChild.Data
					}
					fields.Set(name, value)
				}
			}
		case (kind == "checkbox" || kind == "radio") && !has(n, "checked"):
		default:
			fields.Set(name, of(n, "value"))
		}
	}
	return fields
}

// presses fills fields of the form in, and presses a button.
func presses(t *testing.T, h *hall.Browser, do string, set ...string) hall.Answer {
	t.Helper()
	fields := fill(t, h)
	for i := 0; i+1 < len(set); i += 2 {
		if fields[set[i]] == nil && set[i] != "meeting" { // a box that is not checked
			t.Errorf("the page has no field %s", set[i])
		}
		fields.Set(set[i], set[i+1])
	}
	fields.Set("do", do)
	return h.Send(h.Lang+"/portal/type/", "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()))
}

// A round robin is typed without a script, in both languages: players by number and by name, results, what is wrong at its
// cell, and on to the check.
func TestRoundRobinIsTyped(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		h := enters(t, lang)
		h.Wants(h.Get("portal/type/"), http.StatusOK, "portal/type/", h.Say("desk.type.title"), "N00900281 Yano Sohei 矢野 創平")
		if strings.Contains(h.Last, "Kubo Aya") {
			t.Error("a player of another club is offered")
		}
		a := presses(t, h.Browser, "show", "name", "川越つる例会", "start", "2024-10-20", "control", "10+5", "meeting", "1",
			"p1", "N00900281", "p2", "900282", "p3", "N00900283 Kimura Masaki 木村 正樹", "p4", "Ishikawa Kyohei", "p5", "Yano", "p6", "N00900999")
		h.Wants(a, http.StatusOK, "portal/type/", "矢野 創平", "1254", h.Say("desk.type.unknown"), h.Say("desk.type.may"), "N00900284 Ishikawa Kyohei")
		h.Wants(presses(t, h.Browser, "fits"), http.StatusOK, "portal/type/", "石川 恭平")
		h.Wants(presses(t, h.Browser, "pick 5 N00900285"), http.StatusOK, "portal/type/", "宮本 佳菜")
		h.Wants(presses(t, h.Browser, "show", "p6", "Kinoshita Shinto"), http.StatusOK, "portal/type/")
		h.Wants(presses(t, h.Browser, "fits"), http.StatusOK, "portal/type/", "木下 真人")
		// A result that is none, and cells that contradict each other.
		a = presses(t, h.Browser, "check", "c1-2", "1", "c1-3", "½", "c1-4", "○", "c1-5", "1", "c1-6", "+", "c2-3", "0", "c2-4", "5", "c2-5", "1", "c2-6", "1",
			"c3-4", "1", "c3-6", "1", "c4-5", "1", "c4-6", "2", "c5-6", "△", "c5-2", "1")
		h.Wants(a, http.StatusOK, "portal/type/", "Ishikawa Kyohei – Kinoshita Shinto", "Murayama Takao – Miyamoto Kana")
		for _, field := range []string{"c4-6", "c2-5", "c5-2"} {
			if !strings.Contains(h.Last, fmt.Sprintf(`<input id="%s" name="%[1]s" aria-invalid="true"`, field)) {
				t.Errorf("%s is not marked", field)
			}
		}
		if n := strings.Count(h.Last, "aria-invalid"); n != 3 {
			t.Errorf("%d fields are marked", n)
		}
		if !strings.Contains(h.Last, `placeholder="−"`) || !strings.Contains(h.Last, `<td class="n r">4½</td>`) {
			t.Error("the other half, or the points, do not follow")
		}
		a = presses(t, h.Browser, "check", "c4-6", "1", "c5-2", "0")
		if !strings.HasPrefix(a.Path, "/"+lang+"/portal/drafts/") || a.Status != http.StatusOK || !strings.Contains(a.Body, "矢野 創平") {
			t.Errorf("it leads to %s\n%s", a.Path, a.Text())
		}
		// Another browser goes on with it, in the other language.
		other := h.Another()
		other.Lang = map[string]string{"en": "ja", "ja": "en"}[lang]
		h.Lang = other.Lang
		h.Enters(other, "organiser")
		other.Get("portal/type/")
		if got := fill(t, other); got.Get("c4-6") != "1" || got.Get("name") != "川越つる例会" || got.Get("p6") != "N00900286 Kinoshita Shinto" {
			t.Errorf("the draft is %v", got)
		}
	}
}

// Twelve players, each by one key for each of the 66 games of the upper half.
func TestTwelvePlayersAreTyped(t *testing.T) {
	h := enters(t, "en")
	h.Get("portal/type/")
	fields := []string{"name", "Autumn", "start", "2024-10-20"}
	for i := 1; i <= 12; i++ {
		fields = append(fields, fmt.Sprintf("p%d", i), fmt.Sprintf("Player %c", 'A'+i))
	}
	presses(t, h.Browser, "show", fields...)
	keys := 0
	var cells []string
	for i := 1; i <= 12; i++ {
		for j := i + 1; j <= 12; j++ {
			cells = append(cells, fmt.Sprintf("c%d-%d", i, j), []string{"1", "0", "="}[(i*j)%3])
			keys += len(cells[len(cells)-1])
		}
	}
	a := presses(t, h.Browser, "show", cells...)
	h.Wants(a, http.StatusOK, "portal/type/", "66 of 66 games")
	if keys != 66 {
		t.Errorf("%d keys", keys)
	}
	if a := presses(t, h.Browser, "check"); !strings.HasPrefix(a.Path, "/en/portal/drafts/") || a.Status != http.StatusOK {
		t.Errorf("it leads to %s\n%s", a.Path, a.Text())
	}
}

// Round by round: a crosstable that was begun is turned into rounds, and what is wrong is told where it stands.
func TestRoundsAreTyped(t *testing.T) {
	h := enters(t, "en")
	h.Get("portal/type/")
	presses(t, h.Browser, "show", "name", "Autumn", "start", "2024-10-20", "p1", "A B", "p2", "C D", "p3", "E F", "p4", "G H")
	presses(t, h.Browser, "show", "c1-2", "1", "c3-4", "½", "c2-4", "0")
	h.Wants(presses(t, h.Browser, "rounds"), http.StatusOK, "portal/type/", "Round 3")
	if got := fill(t, h.Browser); got.Get("w1-1") != "1" || got.Get("b1-1") != "4" || got.Get("r1-1") != "" || got.Get("w2-1") != "1" || got.Get("r2-1") != "1" || got.Get("system") != "round-robin" {
		t.Errorf("the first round is %v", got)
	}
	presses(t, h.Browser, "round 2", "r1-1", "1", "r1-2", "0")
	h.Wants(presses(t, h.Browser, "show", "r2-2", "x"), http.StatusOK, "portal/type/", "Round 2, board 2: “x” is not a result")
	h.Wants(presses(t, h.Browser, "round 3", "r2-2", "½", "w2-2", "1"), http.StatusOK, "portal/type/")
	h.Wants(presses(t, h.Browser, "check", "r3-1", "1", "r3-2", "0"), http.StatusOK, "portal/type/", "A B plays at another board already")
	if !strings.Contains(h.Last, `<a href="#w2-2">`) {
		t.Error("the round in which something is wrong is not shown")
	}
	a := presses(t, h.Browser, "check", "w2-2", "4")
	if !strings.HasPrefix(a.Path, "/en/portal/drafts/") || a.Status != http.StatusOK {
		t.Errorf("it leads to %s\n%s", a.Path, a.Text())
	}
}

// Sixty players and all their games, in the longest words, fit the form and its draft; one more player is left out.
func TestSixtyPlayersFit(t *testing.T) {
	h := enters(t, "en")
	h.Get("portal/type/")
	fields := fill(t, h.Browser)
	for i := 1; i <= 60; i++ {
		fields.Set(fmt.Sprintf("p%d", i), strings.Repeat("名", 100)+fmt.Sprint(i))
		for j := 1; j <= 60; j++ {
			if i != j {
				fields.Set(fmt.Sprintf("c%d-%d", i, j), map[bool]string{true: "不戦勝", false: "不戦敗"}[i < j])
			}
		}
	}
	t.Logf("the form has %d fields in %d bytes", len(fields), len(fields.Encode()))
	a := h.Send("en/portal/type/", "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()))
	h.Wants(a, http.StatusOK, "portal/type/", "1770 of 1770 games")
	t.Logf("the page has %d bytes", len(a.Body))
	fields = fill(t, h.Browser)
	fields.Set("draft-of", "/en/portal/type/")
	if a := h.Send("draft", "application/x-www-form-urlencoded", strings.NewReader(fields.Encode())); a.Status != http.StatusOK {
		t.Errorf("the draft: %d", a.Status)
	}
	h.Get("portal/type/")
	if got := fill(t, h.Browser); got.Get("c60-59") != "不戦敗" || got.Get("p60") == "" || got.Has("p61") {
		t.Error("the draft is not whole")
	}
}

// A session that has ended takes nothing of what was typed, and two devices do not undo each other.
func TestTypedIsKept(t *testing.T) {
	h := enters(t, "en")
	h.Get("portal/type/")
	presses(t, h.Browser, "show", "name", "Autumn", "p1", "A B", "p2", "C D")
	other := h.Another()
	h.Enters(other, "organiser")
	other.Get("portal/type/")
	presses(t, h.Browser, "show", "c1-2", "1")
	a := presses(t, other, "show", "c1-2", "0")
	h.Wants(a, http.StatusUnprocessableEntity, "portal/type/", h.Say("desk.draft.changed"))
	if got := fill(t, other); got.Get("c1-2") != "0" {
		t.Errorf("what was typed is gone: %v", got)
	}
	h.Wants(presses(t, other, "show"), http.StatusOK, "portal/type/")
	h.Get("portal/type/")
	if got := fill(t, h.Browser); got.Get("c1-2") != "0" {
		t.Errorf("it is %v", got)
	}
	h.Post("logout/")
	h.Get("portal/type/")
	h.Enters(h.Browser, "organiser")
	h.Get("portal/type/")
	if got := fill(t, h.Browser); got.Get("c1-2") != "0" || got.Get("name") != "Autumn" {
		t.Errorf("after a session it is %v", got)
	}
	typed := fill(t, h.Browser)
	typed.Set("c1-2", "½")
	h.Empties() // the session is killed
	a = h.Send("en/portal/type/", "application/x-www-form-urlencoded", bytes.NewBufferString(typed.Encode()))
	h.Wants(a, http.StatusOK, "login/")
	h.Wants(h.Enters(h.Browser, "organiser"), http.StatusOK, "portal/type/")
	if got := fill(t, h.Browser); got.Get("c1-2") != "½" {
		t.Errorf("what was sent without a session is gone: %v", got)
	}
}
