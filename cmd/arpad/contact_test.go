package main

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Without a contact doctor, today and serve say so, and others than the one at this machine are
// not served. With one, each page says whom to ask, and that of a player, a number, an event, a
// club begins a letter that names it.
func TestContact(t *testing.T) {
	liveUpTo(t, "period publish")
	must(t, "set", "contact=", "--reason", "it has moved")
	for _, command := range []string{"doctor", "today", "serve --print /en/help/", "set"} {
		if said, _ := status(strings.Fields(command)...); !strings.Contains(said, "set contact=") && !strings.Contains(said, "not said yet") {
			t.Errorf("%s does not say that nobody can be asked: %s", command, said)
		}
	}
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0"} {
		if said, exit := status("serve", "--addr", address); exit != exitFailed || !strings.Contains(said, "arpad set contact=") {
			t.Errorf("serve at %s without a contact: %d %s", address, exit, said)
		}
	}
	for _, wrong := range []string{"contact=nobody", "contact=A <a@example.jp>", "form=http://example.jp", "home=javascript:alert(1)", "form=https://a:b@example.jp/", "phone=1"} {
		if said, exit := status("set", wrong, "--reason", "a trial"); exit != exitRefused {
			t.Errorf("set %s: %d %s", wrong, exit, said)
		}
	}
	if said, exit := status("set", "contact=ratings@example.jp"); exit != exitRefused {
		t.Errorf("without a reason: %d %s", exit, said)
	}
	must(t, "set", "contact=a+b@example.jp", "federation=Example Federation", "federation_local=例示連盟", "address=1 Example Road", "address_local=例示町1", "form_local=https://example.jp/ja", "home=https://example.jp/", "--reason", "the office has moved")

	s := startServe(t, &serveCommand{Addr: "127.0.0.1:0"})
	at := s.address(t)
	page := func(path string) string { return string(fetch(t, http.MethodGet, at+path, nil).body) }
	for path, wanted := range map[string][]string{
		"/en/":      {"Example Federation", "1 Example Road", "mailto:a&#43;b@example.jp", "https://example.jp/ja"},
		"/ja/":      {"例示連盟", "例示町1", "mailto:a&#43;b@example.jp", "https://example.jp/ja"},
		"/ja/help/": {"お問い合わせと誤りの連絡"}, "/en/nothing": {"Example Federation"},
	} {
		for _, text := range wanted {
			if !strings.Contains(page(path), text) {
				t.Errorf("%s has not %s", path, text)
			}
		}
	}
	letter := regexp.MustCompile(`<p class="wrong"><a href="mailto:([^?"]*)\?([^"]*)"`)
	for path, about := range map[string]string{
		"/en/players/N00000001/": "N00000001", "/ja/players/N00000001/why/2023-01/standard/": "N00000001 why 2023-01 standard", "/en/events/2023-01-0001/": "2023-01-0001", "/en/clubs/C0001/": "C0001",
	} {
		found := letter.FindStringSubmatch(page(path))
		if found == nil {
			t.Errorf("%s has no letter", path)
			continue
		}
		to, _ := url.PathUnescape(html.UnescapeString(found[1]))
		text, err := url.ParseQuery(html.UnescapeString(found[2]))
		if err != nil || to != "a+b@example.jp" || !strings.HasSuffix(text.Get("subject"), about) || !strings.Contains(text.Get("body"), path) {
			t.Errorf("%s: a letter to %s: %v, %v", path, to, text, err)
		}
	}
	must(t, "set", "contact=", "--reason", "letters are not answered any more")
	if got, _ := status("serve", "--print", "/en/players/N00000001/"); !strings.Contains(got, `<p class="wrong"><a href="https://example.jp/ja"`) {
		t.Error("without an address of letters the page does not lead to the form")
	}
	s.stop()
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
}
