package sheet

import (
	"bufio"
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// aliases are names of columns in tables that people keep in a spreadsheet, by the
// column that they are.
var aliases = map[string]string{
	"会員番号": "id", "選手番号": "id", "id番号": "id", "氏名": "name", "名前": "name", "ローマ字": "name", "漢字氏名": "name_local", "漢字": "name_local",
	"フリガナ": "kana", "ふりがな": "kana", "カナ": "kana", "生年月日": "birth", "birthday": "birth", "date_of_birth": "birth", "性別": "sex",
	"所属": "club", "所属クラブ": "club", "クラブ": "club", "連盟": "federation", "国": "federation", "称号": "title", "メール": "email", "メールアドレス": "email",
	"id_no": "id", "fed": "federation", "clubname": "club", "fide_no": "fide_id", // Swiss-Manager's
	"kanji": "name_local", "st": "standard", "st_k": "standard_k", "st_g": "standard_games", // those of Japan's list
	"rp": "rapid", "rp_k": "rapid_k", "rp_g": "rapid_games",
	"unique_no": "id", "surname": "name", "firstname": "given_name", "bdate": "birth", // those of South Africa's list
}

// foldName returns the name of a column without case, width and blanks.
func foldName(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000', r == ' ', r == '-':
			return '_'
		}
		return r
	}, strings.TrimSpace(text))
	return strings.ToLower(text)
}

// Lists reports whether cells are the header of a list of players or clubs: one of them is
// a column of IDs or of names.
func Lists(cells []string) bool {
	return slices.ContainsFunc(cells, func(text string) bool {
		folded := foldName(text)
		name := cmp.Or(aliases[folded], folded)
		return name == "id" || name == "name"
	})
}

// names returns for each cell of a header the column that it names; what is none stays as
// it is. 氏名 beside a name in Roman letters is the name in the local script.
func (s Sheet[T]) names(cells []string) []string {
	names := make([]string, len(cells))
	for i, text := range cells {
		names[i] = strings.TrimSpace(text)
		if s.column(names[i]) != nil {
			continue
		}
		folded := foldName(text)
		if s.column(folded) != nil {
			names[i] = folded
		} else if known := aliases[folded]; known != "" && s.column(known) != nil && (folded != "surname" || s.column("given_name") != nil) {
			names[i] = known
		}
	}
	southAfrica := slices.ContainsFunc(cells, func(text string) bool { return foldName(text) == "unique_no" })
	for i, text := range cells {
		if southAfrica && foldName(text) == "rating" && s.column("standard") != nil {
			names[i] = "standard"
		}
		if foldName(text) == "氏名" && s.column("name_local") != nil && count(names, "name") > 1 {
			names[i] = "name_local"
		}
	}
	return names
}

func count(names []string, name string) (n int) {
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

// separator returns what separates the cells of a table, by its first line.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(4 << 10) // what there is
	line, _, _ := strings.Cut(string(head), "\n")
	best, most := ',', 0
	for _, sep := range []rune{',', ';', '\t'} {
		if n := strings.Count(line, string(sep)); n > most {
			best, most = sep, n
		}
	}
	return best
}

// daily are the forms of columns that hold dates.
var daily = []string{"birth", "date"}

// sexes are words for the letters of a sex.
var sexes = map[string]string{
	"男": "m", "男性": "m", "m": "m", "male": "m", "女": "w", "女性": "w", "w": "w", "f": "w", "female": "w",
}

// plain returns a date or a sex in another form as our own has it; false if it may be
// several.
func (c *Column[T]) plain(text string) (string, bool) {
	if c.Form == "sex-letter" {
		letter, ok := sexes[strings.ToLower(text)]
		return letter, ok
	}
	if !slices.Contains(daily, c.Form) {
		return "", false
	}
	w, ok := civil.Read(text)
	births := w.Births()
	if !ok || len(births) != 1 {
		return "", false
	}
	return births[0].String(), true
}

// parse reads a cell; a date or a sex may be in any form that can be read in one way.
func (c *Cell[T]) parse(to *T) (adjusted *finding.Finding, err error) {
	if err = c.Read(to, c.Text); err == nil {
		return nil, nil
	}
	plain, ok := c.plain(c.Text)
	if !ok || c.Read(to, plain) != nil {
		return nil, err
	}
	f := finding.New("cell-adjusted", finding.Info, c.At, finding.Text("column", c.Name), finding.Quoted("text", c.Text), finding.Text("kept", plain))
	return &f, nil
}
