package question_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/question"
)

// Games are read as people write them, on a page and on the command line.
func TestGamesAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string][]question.Named{
		"1800:1,1550:0.5,1700:0":       {{"", 1800, 2}, {"", 1550, 1}, {"", 1700, 0}},
		"1800:½":                       {{"", 1800, 1}},
		"1800:0,5":                     {{"", 1800, 1}},
		"1800:0,5,1700:1":              {{"", 1800, 1}, {"", 1700, 2}},
		"1800 1; 1700 =\n1650 1/2\r\n": {{"", 1800, 2}, {"", 1700, 1}, {"", 1650, 1}},
		"１８００：１、１７００　０": {{"", 1800, 2}, {"", 1700, 0}},
		"0:1":                     {{"", 0, 2}},
		"N00900916 1":             {{"N00900916", 0, 2}},
		"100000001:0":             {{"100000001", 0, 0}},
		"Sato Mitsuo: ½, 高橋 正憲 1": {{"Sato Mitsuo", 0, 1}, {"高橋 正憲", 0, 2}},
		"":                        nil,
	} {
		if got, err := question.ParseGames(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"1800", "1800:2", "1800:", ":1", "1800:x", "1800:1,5", "5", "1800:0.25"} {
		if got, err := question.ParseGames(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
