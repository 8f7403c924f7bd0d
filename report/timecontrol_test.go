package report

import "testing"

func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		code    string
		minutes int
	}{
		{"5400+30", 120},
		{"40/6000+30:900+30", 145},
		{"900+30", 45},
		{"2700+30", 75},  // CHESSA Time Control, example 1
		{"1800+20", 50},  // example 2
		{"300+3", 8},     // example 3
		{"W300-B240", 4}, // the shorter one
		{"40/7200:20/3600:1800+30", 180},
		{"30/1800+60:0+60", 90},
	} {
		got, err := TimeControl(c.code).Seconds(60)
		if err != nil || got != 60*c.minutes {
			t.Errorf("%s: %d s, %v; want %d min", c.code, got, err, c.minutes)
		}
	}
	for _, code := range []string{"", "x", "90'", "5400+", "40/", "5400:300", "300-240", "W300-240", "-1"} {
		if _, err := ParseTimeControl(code); err == nil {
			t.Errorf("%q was taken for a time control", code)
		}
	}
}

func TestUnderstandTimeControl(t *testing.T) {
	for text, want := range map[string]TimeControl{
		`90'+30"`:                                "5400+30",
		"8 min/player + 3 s/move":                "480+3",
		"90 min + 30 sec per move":               "5400+30",
		"15+10":                                  "900+10",
		"45/45 + 30 sec":                         "2700+30",
		"30/30":                                  "1800",
		"60 minutes":                             "3600",
		"15分+30秒":                                "900+30",
		"15分＋30秒/手":                              "900+30",
		"5400+30":                                "5400+30",
		"40/6000+30:900+30":                      "40/6000+30:900+30",
		"40 moves in 90 min+30 min":              "40/5400:1800",
		`100'x40mm + 50'x20mm + 30" from move 1`: "40/6000+30:20/3000+30",
		"90 min for 40 moves + 30 min + 30 sec":  "40/5400+30:1800+30",
		"W300-B240":                              "W300-B240",
	} {
		got, ok := UnderstandTimeControl(text)
		if !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "rapid", "180+2", "90", "15", "1 hour", "90'+", "fast"} {
		if got, ok := UnderstandTimeControl(text); ok {
			t.Errorf("%q was taken for %q", text, got)
		}
	}
}
