package page

import "testing"

// With a portal each page leads to where it is asked what is wrong with what it shows. Without one nothing changes.
func TestWrongAtPortal(t *testing.T) {
	for path, want := range map[string]string{
		"/en/players/N00000001/why/2024-10/standard/": "?list=2024-10&player=N00000001",
		"/en/players/N00000001/why/now/rapid/":        "?player=N00000001",
		"/ja/players/N00000001/results/":              "?player=N00000001",
		"/en/events/2024-10-0006/":                    "?report=2024-10-0006",
		"/en/lists/2024-10/standard/":                 "?list=2024-10",
		"/en/lists/newest/":                           "",
		"/en/clubs/":                                  "",
		"/en/events/2024/":                            "",
		"/en/events/2024/pages/2/":                    "",
	} {
		lang := path[1:3]
		p := &Page{Printer: In(lang), Path: path, Contact: Contact{Email: "ratings@example.jp", Portal: "https://office.example.jp"}}
		if got, want := string(p.Wrong()), "https://office.example.jp/"+lang+"/inquiry/new/"+want; got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
		if p.Contact.Portal = ""; p.Wrong()[:7] != "mailto:" {
			t.Errorf("%s: without a portal: %s", path, p.Wrong())
		}
	}
}

// With a portal the pages of a player, a club and an event lead to letters about them. No other page does, and none without a portal.
func TestFollowAtPortal(t *testing.T) {
	for path, want := range map[string]string{
		"/en/players/N00000001/":                      "player+N00000001",
		"/en/players/N00000001/why/2024-10/standard/": "player+N00000001",
		"/ja/clubs/C0004/":                            "club+C0004",
		"/ja/events/2024-10-0006/":                    "event+2024-10-0006",
		"/en/events/2024/":                            "",
		"/en/clubs/":                                  "",
		"/en/lists/2024-10/standard/":                 "",
	} {
		lang := path[1:3]
		p := &Page{Printer: In(lang), Path: path, Contact: Contact{Portal: "https://office.example.jp"}}
		if want != "" {
			want = "https://office.example.jp/" + lang + "/follow/?of=" + want
		}
		if got := string(p.Follow()); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
		if p.Contact.Portal = ""; p.Follow() != "" {
			t.Errorf("%s: without a portal: %s", path, p.Follow())
		}
	}
}
