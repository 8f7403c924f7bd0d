package report

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/rating"
)

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

// Time controls in words as clubs write them, in English and Japanese (Reading G6).
func TestReadTimeWords(t *testing.T) {
	for text, want := range map[string]TimeWords{
		`90'+30"`:                                {Control: "5400+30"},
		"8 min/player + 3 s/move":                {Control: "480+3"},
		"90 min + 30 sec per move":               {Control: "5400+30"},
		"15+10":                                  {Control: "900+10"},
		"15 + 10 sec":                            {Control: "900+10"},
		"45/45 + 30 sec":                         {Control: "2700+30"},
		"30/30":                                  {Control: "1800"},
		"60 minutes":                             {Control: "3600"},
		"15分+30秒":                                {Control: "900+30"},
		"15分＋30秒/手":                              {Control: "900+30"},
		"5400+30":                                {Control: "5400+30"},
		"40/6000+30:900+30":                      {Control: "40/6000+30:900+30"},
		"40 moves in 90 min+30 min":              {Control: "40/5400:1800"},
		`100'x40mm + 50'x20mm + 30" from move 1`: {Control: "40/6000+30:20/3000+30"},
		"90 min for 40 moves + 30 min + 30 sec":  {Control: "40/5400+30:1800+30"},
		"W300-B240":                              {Control: "W300-B240"},

		"10分切れ負け":                       {Control: "600"},
		"30分切れ負け":                       {Control: "1800"},
		"25分10秒加算":                      {Control: "1500+10"},
		"持ち時間25分+10秒":                   {Control: "1500+10"},
		"持ち時間各25分、1手につき10秒加算":           {Control: "1500+10"},
		"各30分":                          {Control: "1800"},
		"60分+30秒加算":                     {Control: "3600+30"},
		"１時間３０分＋３０秒":                    {Control: "5400+30"},
		"90分 フィッシャー30秒":                 {Control: "5400+30"},
		"Rapid":                         {Type: rating.Rapid},
		"ラピッド 15分+10秒":                  {Control: "900+10", Type: rating.Rapid},
		"blitz 5+3":                     {Control: "300+3", Type: rating.Blitz},
		"Blitz (3'+2\")":                {Control: "180+2", Type: rating.Blitz},
		"G/60":                          {Control: "3600"},
		"G45 d5":                        {Control: "2700d5"},
		"G/90+30":                       {Control: "5400+30"},
		"Game in 60 minutes, 5 s delay": {Control: "3600d5"},
		"2h+30s":                        {Control: "7200+30"},
		"1h30 + 30s":                    {Control: "5400+30"},
		"2 hours":                       {Control: "7200"},
		"90 minutes plus 30 sec plus 30 min after 40 moves": {Control: "40/5400+30:1800+30"},
		"90 minutes for the first 40 moves followed by 30 minutes for the rest of the game with an increment of 30 seconds per move starting from move one": {Control: "40/5400+30:1800+30"},
		"40/120, 60":          {Control: "40/7200:3600"},
		"40/120, SD/60":       {Control: "40/7200:3600"},
		"2h/40 + 1h":          {Control: "40/7200:3600"},
		"120":                 {Control: "7200", Minutes: true},
		"30":                  {Control: "1800", Minutes: true},
		`100'x40+15'+30"`:     {Control: "40/6000+30:900+30"},
		"25 min + 10 sec inc": {Control: "1500+10"},
		"Standard 90'+30\"":   {Control: "5400+30", Type: rating.Standard},

		"": {}, "301": {Control: "301"},
	} {
		if got := ReadTimeWords(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// Nothing is guessed where more than one meaning is possible, or a word is not known.
func TestUnreadTimeWords(t *testing.T) {
	for _, text := range []string{
		"180+2", "15", "90'+", "fast", "40/90+30", "90 min + 30", "25分10秒", "30分、秒読み30秒", "rapid and blitz", "90 min + 30 min", "15+10 or 25+5",
		"5 or 6 minutes", "1/2", "90+30 min", "0", "99999999", "increment 10 s, 25 min", strings.Repeat("1", 300),
	} {
		if got := ReadTimeWords(text); got != (TimeWords{Unread: true}) {
			t.Errorf("%q: %+v, want nothing read", text, got)
		}
	}
}

// The type of a tournament is stated by its words, "standard" only in parentheses.
func TestTypeInWords(t *testing.T) {
	for text, want := range map[string]rating.Kind{
		"Individual: Swiss-System (Rapid)":    rating.Rapid,
		"Individual: Swiss-System (Standard)": rating.Standard,
		"Individual: Swiss-System (Blitz)":    rating.Blitz,
		"Swiss Rapid":                         rating.Rapid,
		"Standard Swiss Dutch":                0,
		"Individual: Swiss-System (FIDE)":     0,
		"Rapid and Blitz":                     0,
		"":                                    0,
	} {
		if got := TypeInWords(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A delay counts for the time or not; an increment always does.
func TestSecondsOfADelay(t *testing.T) {
	for code, want := range map[TimeControl][2]int{"2700d5": {3000, 2700}, "2700+5": {3000, 3000}, "40/5400d10:1800d10": {7800, 7200}} {
		with, err := code.Seconds(60)
		without, err2 := code.SecondsWithoutDelay(60)
		if err != nil || err2 != nil || with != want[0] || without != want[1] {
			t.Errorf("%s: %d and %d, want %v (%v, %v)", code, with, without, want, err, err2)
		}
	}
}

// What is written in words is read as the same time control.
func TestTimeControlInWords(t *testing.T) {
	for code, want := range map[TimeControl]string{
		"5400+30": "5400+30", "90+30": "90 s + 30 s", "180+2": "180 s + 2 s", "300+3": "300+3", "300+0": "300 s", "W300-B240": "W300-B240", "40/6000+30:900+30": "40/6000+30:900+30",
	} {
		if got := code.Words(); got != want || ReadTimeWords(got).Control != code {
			t.Errorf("%s in words is %q, read as %s; want %q", code, got, ReadTimeWords(got).Control, want)
		}
	}
}
