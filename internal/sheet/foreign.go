package sheet

import (
	"bufio"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// headings are what columns are called in tables that people keep in a spreadsheet, with
// the columns that they may be: the first one that the table has.
var headings = map[string][]string{
	"会員番号": {"id", "player"}, "選手番号": {"id", "player"}, "id番号": {"id", "player"}, "クラブ番号": {"id"}, "氏名": {"name"}, "名前": {"name"}, "ローマ字": {"name"},
	"ローマ字氏名": {"name"}, "漢字氏名": {"name_local"}, "漢字": {"name_local"}, "フリガナ": {"kana"}, "ふりがな": {"kana"}, "カナ": {"kana"}, "生年月日": {"birth"}, "birthday": {"birth"},
	"date_of_birth": {"birth"}, "性別": {"sex"}, "所属": {"club"}, "所属クラブ": {"club"}, "クラブ": {"club", "name"}, "クラブ名": {"club", "name"}, "連盟": {"federation"}, "国": {"federation"},
	"称号": {"title"}, "メール": {"email"}, "メールアドレス": {"email"}, "保護者": {"guardian"}, "fide番号": {"fide_id"},
	"都道府県": {"region"}, "地域": {"region"}, "代表者": {"representative"}, "登録日": {"registered_from"}, "登録期限": {"registered_to"}, "報告者": {"reporters"},
	"入会日": {"member_from", "from"}, "有効期限": {"member_to", "to"}, "会員期限": {"member_to", "to"}, "valid_from": {"member_from", "from"}, "valid_until": {"member_to", "to"},
	"valid_to": {"member_to", "to"}, "大会": {"event"}, "大会名": {"event"}, "id": {"player"},
	"スタンダード": {"standard"}, "ラピッド": {"rapid"}, "ブリッツ": {"blitz"}, "レーティング": {"standard"}, "rating": {"standard"},
	"id_no": {"id"}, "fed": {"federation"}, "clubname": {"club"}, "fide_no": {"fide_id"}, // Swiss-Manager's
	"kanji": {"name_local"}, "st": {"standard"}, "st_k": {"standard_k"}, "st_g": {"standard_games"}, // those of Japan's list
	"rp": {"rapid"}, "rp_k": {"rapid_k"}, "rp_g": {"rapid_games"},
	"player_id": {"id", "player"}, "member_id": {"id", "player"}, "member_no": {"id", "player"}, "full_name": {"name"}, "player_name": {"name"},
	"family_name": {"name"}, "last_name": {"name"}, "姓": {"name"}, "名": {"given_name"}, "given_name": {"given_name"}, "first_name": {"given_name"}, "dob": {"birth"}, "born": {"birth"}, "birthdate": {"birth"},
	"gender": {"sex"}, "e_mail": {"email"}, "mail": {"email"}, "parent": {"guardian"}, "club": {"name"}, "club_name": {"club", "name"}, "club_id": {"id"}, "prefecture": {"region"},
	"province": {"region"}, "registered": {"registered_from"}, "member_since": {"member_from", "from"}, "joined": {"member_from", "from"}, "expires": {"member_to", "to"},
	"expiry": {"member_to", "to"}, "tournament": {"event"},
	"unique_no": {"id"}, "surname": {"name"}, "firstname": {"given_name"}, "bdate": {"birth"}, // those of South Africa's list
}

// figures are headings of figures of the kind of rating whose column stands before.
var figures = map[string]string{"games": "_games", "局数": "_games", "累積局数": "_games", "対局数": "_games", "k": "_k", "変動係数": "_k", "peak": "_peak", "最高": "_peak"}

// surnames are headings of a part of the name, where there is a column of given names.
var surnames = []string{"surname", "family_name", "last_name", "姓"}

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
		names := append(slices.Clone(headings[folded]), folded)
		return slices.Contains(names, "id") || slices.Contains(names, "name")
	})
}

// named returns the column that a heading names; empty: none.
func (s Sheet[T]) named(heading string) string {
	folded := foldName(heading)
	for _, name := range append([]string{strings.TrimSpace(heading), folded}, headings[folded]...) {
		if s.column(name) != nil && (!slices.Contains(surnames, folded) || s.column("given_name") != nil) {
			return name
		}
	}
	return ""
}

// names returns for each cell of a header the column that it names; what is none stays as
// it is. 氏名 beside a name in Roman letters is the name in the local script; a number of
// games is that of the rating before it.
func (s Sheet[T]) names(cells []string) []string {
	names, kind := make([]string, len(cells)), "standard"
	for i, text := range cells {
		names[i] = cmp.Or(s.named(text), strings.TrimSpace(text))
		if s.column(names[i]+"_games") != nil {
			kind = names[i]
		}
		if figure := kind + figures[foldName(text)]; figure != kind && s.column(figure) != nil {
			names[i] = figure
		}
	}
	for i, text := range cells {
		if foldName(text) == "氏名" && s.column("name_local") != nil && count(names, "name") > 1 {
			names[i] = "name_local"
		}
	}
	return names
}

// proposed returns the column that somebody may have meant with a heading that names none:
// the longest name or heading of a column that it contains, or most of which it shares from
// the beginning; empty: none.
func (s Sheet[T]) proposed(heading string) (column string) {
	const least = 4 // bytes: two letters of Japanese are more
	folded, longest := foldName(heading), least-1
	consider := func(known, name string) {
		same := 0
		for same < min(len(folded), len(known)) && folded[same] == known[same] {
			same++
		}
		alike := strings.Contains(folded, known) || 4*same >= 3*max(len(folded), len(known))
		if alike && len(known) > longest && s.column(name) != nil {
			column, longest = name, len(known)
		}
	}
	for i := range s {
		consider(s[i].Name, s[i].Name)
	}
	for _, known := range slices.Sorted(maps.Keys(headings)) {
		for _, name := range headings[known] {
			consider(known, name)
		}
	}
	return column
}

func count(names []string, name string) (n int) {
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

// lead is what stands above a table, and what separates its cells.
type lead struct {
	lines int
	comma rune
}

// lead finds the header among the first lines: the one in which most cells name a column.
// Lines above it are a title.
func (s Sheet[T]) lead(in *bufio.Reader) lead {
	const most = 10             // lines
	head, _ := in.Peek(4 << 10) // what there is
	lines := strings.SplitAfter(string(head), "\n")
	best, known := lead{0, separator(lines[0])}, 0
	for i, line := range lines[:min(len(lines), most)] {
		comma := separator(line)
		n := 0
		for cell := range strings.SplitSeq(line, string(comma)) {
			if s.named(strings.Trim(strings.TrimSpace(cell), `"`)) != "" {
				n++
			}
		}
		if n > known {
			best, known = lead{i, comma}, n
		}
	}
	return best
}

// separator returns what separates the cells of a line.
func separator(line string) rune {
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
