package fidelist

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

func ids(findings []finding.Finding) []string {
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.ID)
	}
	return ids
}

// A list contains the players' identity, ratings and K, but neither games nor
// peak. Only wanted players are kept.
func TestRead(t *testing.T) {
	everybody := people()
	players, list, findings := readBytes(textOf(combined, everybody), "players_list_foa.txt", wanted(everybody[:2]))
	want := []roster.Player{
		{ID: "90000017", FideID: "90000017", Name: "Abara, Tobenna", Federation: "NGR", Sex: "m", Title: "IM", Birth: civil.BirthIn(1984)},
		{ID: "90000025", FideID: "90000025", Name: "Bergstrand, Ylva", Federation: "SWE", Sex: "w", Title: "WFM", Birth: civil.BirthIn(2009)},
	}
	if diff := cmp.Diff(want, players.Players); diff != "" {
		t.Error(diff)
	}
	standings := []roster.Standing{{{Rating: 2412, K: 10}, {Rating: 2380, K: 10}, {Rating: 2401, K: 20}}, {{Rating: 1871, K: 40}}}
	if diff := cmp.Diff(roster.List{Standings: standings}, list); diff != "" {
		t.Error(diff)
	}
	if got := ids(findings); !slices.Equal(got, []string{"list-without-games"}) {
		t.Error(got)
	}
}

// The variants of the text, and what each leaves out.
func TestVariants(t *testing.T) {
	everybody := people()
	for _, c := range []struct {
		name     string
		data     []byte
		from     civil.Date
		ratings  [rating.Kinds]rating.Rating // of the first player
		k        rating.K                    // of the standard rating
		findings []string
	}{
		{"players_list_foa.txt", textOf(combined, everybody), 0, [...]rating.Rating{2412, 2380, 2401}, 10, nil},
		{"players_list.txt", textOf(of2015, everybody), 0, [...]rating.Rating{2412, 2380, 2401}, 10, nil},
		{"standard_rating_list.txt", textOf(single, everybody), civil.Of(2026, 9, 1), [...]rating.Rating{2412, 0, 0}, 10, []string{"list-of-one-kind"}},
		{"My Rapid_Rating_List.TXT", textOf(single, everybody), civil.Of(2026, 9, 1), [...]rating.Rating{0, 2412, 0}, 0, []string{"list-of-one-kind"}},
		{"list.txt", textOf(single, everybody), civil.Of(2026, 9, 1), [...]rating.Rating{2412, 0, 0}, 10, []string{"list-kind-assumed", "list-of-one-kind"}},
		{"standard_mar11frl.txt", textOf(of2011, everybody), civil.Of(2011, 3, 1), [...]rating.Rating{2412, 0, 0}, 0, []string{"list-of-one-kind", "list-without-k"}},
		{"players_list_xml.xml", xmlOf(3, everybody), 0, [...]rating.Rating{2412, 2380, 2401}, 10, nil},
		{"blitz_rating_list_xml.xml", xmlOf(1, everybody), 0, [...]rating.Rating{0, 0, 2412}, 0, []string{"list-of-one-kind"}},
		{"list.xml", xmlOf(1, everybody), 0, [...]rating.Rating{2412, 0, 0}, 10, []string{"list-kind-assumed", "list-of-one-kind"}},
		{"a.zip", zipOf(t, "blitz_rating_list.txt", string(textOf(single, everybody))), civil.Of(2026, 9, 1), [...]rating.Rating{0, 0, 2412}, 0, []string{"list-of-one-kind"}},
		{"rapid_rating_list.zip", zipOf(t, "a/list.txt", string(textOf(single, everybody))), civil.Of(2026, 9, 1), [...]rating.Rating{0, 2412, 0}, 0, []string{"list-of-one-kind"}},
		{"bom.txt", append([]byte("\uFEFF\n\n"), textOf(combined, everybody)...), 0, [...]rating.Rating{2412, 2380, 2401}, 10, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			players, list, findings := readBytes(c.data, c.name, wanted(everybody))
			if got := ids(findings); !slices.Equal(got, append(c.findings, "list-without-games")) {
				t.Fatal(findings)
			}
			var got [rating.Kinds]rating.Rating
			for i, kind := range rating.AllKinds {
				got[i] = list.Standings[0].Of(kind).Rating
			}
			if list.From != c.from || got != c.ratings || list.Standings[0].Of(rating.Standard).K != c.k {
				t.Errorf("the list of %v has %+v", list.From, list.Standings[0])
			}
			if p := players.Players[1]; p.Sex != "w" || p.Title != "WFM" || p.Birth.Year() != 2009 || p.Federation != "SWE" || p.EnteredUnrated {
				t.Errorf("%+v", p)
			}
			if p := players.Players[2]; p.Name != "Cuesta Rey, Imanol" || p.Birth != 0 || !p.EnteredUnrated || list.Standings[2].Rated() {
				t.Errorf("%+v", p)
			}
		})
	}
}

// somebody generates an invented person.
func somebody(id int) *rapid.Generator[person] {
	return rapid.Custom(func(t *rapid.T) person {
		p := person{
			id:     id,
			name:   rapid.StringMatching(`[A-Z][a-zé'-]{1,20}, [A-Z][a-z&<>ü]{0,20}[a-z]`).Draw(t, "name"),
			fed:    rapid.StringMatching(`[A-Z]{3}`).Draw(t, "federation"),
			sex:    rapid.SampledFrom([]string{"M", "F", ""}).Draw(t, "sex"),
			title:  rapid.SampledFrom([]string{"", "GM", "CM"}).Draw(t, "title"),
			wTitle: rapid.SampledFrom([]string{"", "WGM", "WCM"}).Draw(t, "title of a woman"),
			oTitle: rapid.StringMatching(`([A-Z]{2},){0,4}[A-Z]{2}`).Draw(t, "other title"),
			flag:   rapid.SampledFrom([]string{"", "i", "w", "wi"}).Draw(t, "flag"),
			born:   rapid.SampledFrom([]int{0, 1931, 2015}).Draw(t, "birth"),
		}
		for i := range p.ratings {
			if rapid.Bool().Draw(t, "rated") {
				p.ratings[i], p.ks[i] = rapid.IntRange(1000, 2900).Draw(t, "rating"), rapid.SampledFrom([]int{10, 20, 40}).Draw(t, "K")
			}
			p.monthly[i] = rapid.IntRange(0, 40).Draw(t, "games")
		}
		return p
	})
}

// The same people result in the same list, whatever its format.
func TestFormsAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var all []person
		for id := range rapid.IntRange(1, 30).Draw(rt, "people") {
			all = append(all, somebody(90000000+10*id).Draw(rt, "person"))
		}
		some := wanted(all[:rapid.IntRange(0, len(all)).Draw(rt, "wanted")])
		utf8 := textOf(combined, all)
		var first *roster.Roster
		var list roster.List
		for form, data := range map[string][]byte{
			"XML": xmlOf(3, all), "latin-1": toLatin1(utf8), "of 2015": toLatin1(textOf(of2015, all)),
			"ZIP": zipOf(t, "list.txt", string(toLatin1(utf8))), "ZIP of XML": zipOf(t, "list.xml", string(xmlOf(3, all))),
		} {
			players, opening, findings := readBytes(data, "list", some)
			if got := ids(findings); !slices.Equal(got, []string{"list-without-games"}) || len(players.Players) != len(some) {
				rt.Fatalf("%s: %d of %d players, %v", form, len(players.Players), len(some), findings)
			}
			if first == nil {
				first, list = players, opening
			}
			if diff := cmp.Diff(first.Players, players.Players) + cmp.Diff(list, opening); diff != "" {
				rt.Fatal(form, diff)
			}
		}
	})
}

// toLatin1 converts UTF-8 to Latin-1, in which columns are counted in
// characters.
func toLatin1(text []byte) []byte {
	var out []byte
	for _, r := range string(text) {
		out = append(out, byte(r))
	}
	return out
}

// A name in Latin-1, and one in a list that was saved again as UTF-8.
func TestNames(t *testing.T) {
	all := people()
	all[0].name = "Ábará, Tübenna"
	text := textOf(combined, all)
	for form, data := range map[string][]byte{"UTF-8": text, "Latin-1": toLatin1(text)} {
		players, _, findings := readBytes(data, "list.txt", wanted(all))
		if len(findings) != 1 || players.Players[0].Name != "Ábará, Tübenna" || players.Players[0].Federation != "NGR" {
			t.Errorf("%s: %+v %v", form, players.Players, findings)
		}
	}
}

// with returns the people, with a change to the first.
func with(change func(*person)) []person {
	all := people()
	change(&all[0])
	return all
}

func inserted(at int, text string) func(string) string {
	return func(line string) string { return line[:at] + text + line[at:] }
}

func removed(from, to int) func(string) string {
	return func(line string) string { return line[:from] + line[to:] }
}

// everywhere returns the people, with a change to each of their lines.
func everywhere(change func(string) string) []person {
	all := people()
	for i := range all {
		all[i].damage = change
	}
	return all
}

// A faulty list is refused, with the place of the fault.
func TestRefusals(t *testing.T) {
	good := string(textOf(combined, people()))
	header, _, _ := strings.Cut(good, "\r\n")
	xml := string(xmlOf(3, people()))
	text := func(change func(*person)) string { return string(textOf(combined, with(change))) }
	damaged := func(f func(string) string) string { return text(func(p *person) { p.damage = f }) }
	zipped := string(zipOf(t, "list.txt", good))
	for name, c := range map[string]struct {
		data, id     string
		line, column int32
	}{
		"a web page":                {"<!DOCTYPE html>\n<html><body>404</body></html>", "list-is-html", 1, 0},
		"a web page without a type": {"\n<html lang=en>404</html>", "list-is-html", 2, 0},
		"other XML":                 {"<?xml version='1.0'?>\n<report/>", "list-other-xml", 2, 0},
		"hardly XML":                {"<<<", "list-other-xml", 1, 0},
		"XML, nothing but a start":  {"<?xml version='1.0'?>\n", "list-cut-off", 2, 0},
		"XML of a strange encoding": {"<?xml version='1.0' encoding='ebcdic'?><playerslist>", "encoding-unknown", 1, 0},
		"XML that begins too long":  {"<!--" + strings.Repeat("x", 2*roster.MaxLine), "line-too-long", 1, 0},
		"XML cut off":               {xml[:len(xml)/2], "list-cut-off", 0, 0},
		"XML cut off at the end":    {strings.TrimSuffix(xml, "list>\n"), "list-cut-off", 0, 0},
		"XML without an end":        {strings.TrimSuffix(xml, "</playerslist>\n"), "list-cut-off", 0, 0},
		"XML that goes on":          {xml + "<more/>", "list-not-xml", 0, 0},
		"XML with something else":   {string(xmlOf(3, with(func(p *person) { p.before = "<club><name>K</name></club>" }))), "list-not-xml", 2, 0},
		"XML with a long player":    {string(xmlOf(3, with(func(p *person) { p.name = strings.Repeat("x", roster.MaxLine) }))), "line-too-long", 2, 0},
		"XML with a broken player":  {string(xmlOf(3, with(func(p *person) { p.after = "<b>" }))), "list-not-xml", 3, 0},
		"XML with two ratings":      {string(xmlOf(3, with(func(p *person) { p.after = "<rating>2500</rating>" }))), "column-repeated", 3, 0},
		"XML without a rating": {string(xmlOf(3, with(func(p *person) {
			p.instead = "\n<player><fideid>90000017</fideid><name>A</name></player>"
		}))), "column-missing", 4, 0},
		"XML with a wrong rating": {string(xmlOf(3, with(func(p *person) { p.ratings[2] = 9999 }))), "cell-impossible", 3, 0},
		"XML without players":     {"<playerslist>\n</playerslist>", "list-without-players", 0, 0},
		"XML without IDs":         {strings.ReplaceAll(xml, "fideid", "number"), "list-mostly-damaged", 3, 0},

		"half a ZIP":                 {zipped[:len(zipped)/2], "zip-broken", 0, 0},
		"a ZIP with a wrong byte":    {strings.Replace(zipped, zipped[60:64], "\x00\x01\x02\x03", 1), "zip-broken", 0, 0},
		"a ZIP of something else":    {string(zipOf(t, "a.txt", "Dear sir")), "zip-not-one-list", 0, 0},
		"an empty ZIP":               {string(zipOf(t)), "zip-not-one-list", 0, 0},
		"a ZIP of two lists":         {string(zipOf(t, "a.txt", good, "b.txt", good)), "zip-not-one-list", 0, 0},
		"a ZIP of a ZIP":             {string(zipOf(t, "a.zip", zipped)), "zip-not-one-list", 0, 0},
		"a ZIP of a web page":        {string(zipOf(t, "a.html", "<html>")), "list-is-html", 1, 0},
		"a ZIP of a list, cut off":   {string(zipOf(t, "a.txt", good[:len(good)-160])), "list-cut-off", 4, 0},
		"a ZIP with an endless line": {string(zipOf(t, "a.txt", header+strings.Repeat(" ", 1<<20))), "line-too-long", 1, 0},

		"a header alone":       {header + "\r\n", "list-without-players", 0, 0},
		"no name":              {strings.Replace(good, "Name", "    ", 1), "column-missing", 1, 0},
		"no rating":            {strings.Replace(good, "SRtng", "     ", 1), "column-missing", 1, 0},
		"a column twice":       {strings.Replace(good, "RRtng", "SRtng", 1), "column-repeated", 1, 127},
		"a line too long":      {damaged(inserted(160, strings.Repeat("x", roster.MaxLine))), "line-too-long", 2, 0},
		"cut off in a rating":  {good[:len(good)-50], "list-cut-off", 4, 0},
		"cut off in a name":    {good[:len(good)-140], "list-cut-off", 4, 0},
		"no number":            {damaged(func(s string) string { return strings.Replace(s, "2412", "24l2", 1) }), "cell-impossible", 2, 114},
		"a rating of nobody":   {text(func(p *person) { p.ratings[0] = 4001 }), "cell-impossible", 2, 114},
		"a K beyond all":       {text(func(p *person) { p.ks[1] = 99 }), "cell-impossible", 2, 137},
		"a K of nobody":        {text(func(p *person) { p.ks[1] = 400 }), "cell-impossible", 2, 137},
		"a signed rating":      {damaged(func(s string) string { return strings.Replace(s, "2412 ", "+2412", 1) }), "cell-impossible", 2, 114},
		"a year of nobody":     {text(func(p *person) { p.born = 84 }), "cell-impossible", 2, 153},
		"a flag of nobody":     {text(func(p *person) { p.flag = "x" }), "cell-impossible", 2, 159},
		"a title too long":     {text(func(p *person) { p.title, p.wTitle = "IM,WG", "M" }), "cell-impossible", 2, 85},
		"a title that runs on": {damaged(func(s string) string { return s[:84] + "   IMWM" + s[91:] }), "cell-overflows", 2, 90},
		"titles to the rating": {damaged(func(s string) string { return s[:94] + "FI,NA,DI,FST,LSI,IA" + s[113:] }), "cell-overflows", 2, 114},
		"one line to the left": {damaged(removed(30, 31)), "cell-impossible", 2, 77},
		"one more column":      {damaged(inserted(100, "   ")), "cell-impossible", 2, 120},
		"a line cut short":     {damaged(removed(90, 162)), "line-too-short", 2, 91},
		"all to the right":     {string(textOf(combined, everywhere(inserted(0, "    ")))), "cell-impossible", 2, 0},
		"all to the left":      {string(textOf(combined, everywhere(removed(0, 3)))), "list-mostly-damaged", 2, 0},
		"all IDs gone":         {string(textOf(combined, everywhere(removed(0, 9)))), "list-mostly-damaged", 2, 0},
		"the ID cut":           {damaged(removed(0, 1)), "list-damaged-and-missing", 2, 0},
		"the ID shifted":       {damaged(inserted(3, " ")), "list-damaged-and-missing", 2, 0},
		"somebody twice":       {text(func(p *person) { p.id = 90000025 }), "id-repeated-in-list", 3, 0},
		"a hidden character":   {text(func(p *person) { p.name = "Ab\x00ara" }), "control-character", 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, findings := readBytes([]byte(c.data), "list", wanted(people()))
			if !slices.ContainsFunc(findings, func(f finding.Finding) bool {
				return f.ID == c.id && f.Refuses && f.Report == "list" && (c.line == 0 || f.Line == c.line) && (c.column == 0 || f.Column == c.column)
			}) {
				t.Errorf("%+v", findings)
			}
		})
	}
}

// Lines of unwanted players may be damaged, if all wanted ones are found.
func TestDamagedLines(t *testing.T) {
	all := people()
	all[0].damage = inserted(20, "  ")
	all[0].instead = "<player><fideid/></player>\n"
	for form, data := range map[string][]byte{"text": textOf(combined, all), "XML": xmlOf(3, all)} {
		players, _, findings := readBytes(data, "list", wanted(all[1:]))
		if len(players.Players) != 2 || !slices.Equal(ids(findings), []string{"list-lines-damaged", "list-without-games"}) ||
			findings[0].Severity != finding.Warning || findings[0].Value("damaged") != "1" || findings[0].Line != map[string]int32{"text": 2, "XML": 3}[form] {
			t.Errorf("%s: %+v", form, findings)
		}
	}
}

// A damaged line with a certain ID is not that of a missing player; one without
// may be.
func TestDamagedAndMissing(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(string) string
		first  string
	}{
		"the rating":   {func(s string) string { return strings.Replace(s, "2412", "24l2", 1) }, "list-lines-damaged"},
		"the ID":       {inserted(3, "x"), "list-damaged-and-missing"},
		"the place":    {removed(0, 2), "list-damaged-and-missing"},
		"short":        {removed(12, 162), "list-damaged-and-missing"},
		"another name": {func(s string) string { return s[:15] + " " + s[15:76] + "x" + s[77:] }, "list-damaged-and-missing"},
	} {
		_, _, findings := readBytes(textOf(combined, with(func(p *person) { p.damage = c.damage })), "list", map[string]bool{"90000025": true, "90000777": true})
		if len(findings) == 0 || findings[0].ID != c.first || findings[0].Line != 2 {
			t.Errorf("%s: %+v", name, findings)
		}
	}
}

// What a list lacks is a warning, and the list is used.
func TestWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		data, id     string
		line, column int32
	}{
		"nobody's name":     {string(textOf(combined, with(func(p *person) { p.name = "" }))), "name-missing-in-list", 2, 0},
		"a K that is blank": {string(textOf(combined, with(func(p *person) { p.ks[1] = 0 }))), "k-missing-in-list", 2, 0},
		"a K of zero":       {string(xmlOf(3, with(func(p *person) { p.ks[1] = 0 }))), "k-missing-in-list", 3, 0},
		"another column":    {strings.Replace(string(textOf(combined, people())), "FOA", "XYZ", 1), "column-unknown", 1, 110},
	} {
		players, _, findings := readBytes([]byte(c.data), "list", wanted(people()))
		if len(players.Players) != 3 || !slices.ContainsFunc(findings, func(f finding.Finding) bool {
			return f.ID == c.id && !f.Refuses && f.At == finding.At{Line: c.line, Column: c.column}
		}) {
			t.Errorf("%s: %+v", name, findings)
		}
	}
}

// Titles that run into an unused column are harmless, and so is what some
// programs write after the flag.
func TestHarmlessDeviations(t *testing.T) {
	all := people()
	all[0].damage = func(s string) string { return s[:94] + "FI,NA,DI,FST,LSI" + s[110:] }
	all[1].damage = func(s string) string { return s + "  Uppsala" }
	all[2].damage = func(s string) string { return " " + s }
	players, list, findings := readBytes(textOf(combined, all), "list", wanted(all))
	if len(findings) != 1 || len(players.Players) != 3 || list.Standings[0].Of(rating.Standard).Rating != 2412 {
		t.Error(findings)
	}
}

// A wanted player who is not in the list does not make it unusable.
func TestMissingPlayersAreHarmless(t *testing.T) {
	players, _, findings := readBytes(textOf(combined, people()), "list", map[string]bool{"1": true})
	if len(players.Players) != 0 || !slices.Equal(ids(findings), []string{"list-without-games"}) {
		t.Error(findings)
	}
}

// What is not a FIDE list is left to other readers.
func TestIs(t *testing.T) {
	for head, want := range map[string]bool{
		"": false, "id,name\n": false, "ID": false, "Dear sir": false, "PK": false, "\xff\xfe<": false,
		"ID Number      Name": true, "ID number Name TitlFed": true, "\uFEFF\r\n id NUMBER": true, "<playerslist>": true,
		"  <html>": true, "PK\x03\x04": true,
	} {
		if Is([]byte(head)) != want {
			t.Errorf("%q: %v", head, !want)
		}
	}
}

func TestLimited(t *testing.T) {
	in := &limited{strings.NewReader("abcdef"), 4}
	if data, err := io.ReadAll(in); string(data) != "abcd" || !errors.Is(err, errTooLarge) {
		t.Error(string(data), err)
	}
	l := &list{}
	if l.broken(fmt.Errorf("in a ZIP: %w", errTooLarge), 7); !slices.Equal(ids(l.Findings), []string{"list-too-large"}) {
		t.Error(l.Findings)
	}
}

// Under another authority's regulation a list contains only FIDE ratings.
func TestForeign(t *testing.T) {
	players, list, _ := readBytes(textOf(combined, people()), "list", wanted(people()))
	Foreign(players, &list)
	if got := players.Players[0].Fide; got != [...]rating.Rating{2412, 2380, 2401} {
		t.Error(got)
	}
	if diff := cmp.Diff(make([]roster.Standing, 3), list.Standings); diff != "" {
		t.Error(diff)
	}
}

// Whatever the bytes, reading does not panic, keeps only wanted players, and
// says why if it keeps none.
func FuzzRead(f *testing.F) {
	for _, data := range [][]byte{
		textOf(combined, people()), textOf(of2015, people()), textOf(single, people()), textOf(of2011, people()), xmlOf(3, people()), xmlOf(1, people()),
		zipOf(f, "list.txt", string(textOf(combined, people()))), []byte("<html>"), []byte("<?xml version='1.0' encoding='latin1'?><playerslist>"),
	} {
		f.Add(data)
	}
	some := wanted(people())
	f.Fuzz(func(t *testing.T, data []byte) {
		players, list, findings := readBytes(data, "fuzz", some)
		if len(players.Players) != len(list.Standings) || len(findings) == 0 && Is(data[:min(len(data), Head)]) {
			t.Fatal(len(players.Players), len(list.Standings), findings)
		}
		for i, p := range players.Players {
			if !some[p.ID] || p.FideID != p.ID {
				t.Errorf("%q is not wanted", p.ID)
			}
			for _, kind := range rating.AllKinds {
				if r := list.Standings[i].Of(kind).Rating; r < 0 || r > rating.Max {
					t.Errorf("%s has %d", p.ID, r)
				}
			}
		}
	})
}

// Others than those wanted by ID are read by what the list says of them, in each form. What
// is wrong with such a line leaves it out, and does not refuse the list.
func TestReadsThoseAlike(t *testing.T) {
	everybody, damaged := people(), with(func(p *person) {
		p.ratings[0] = 99999
	})
	for name, data := range map[string][2][]byte{
		"list.txt": {textOf(combined, everybody), textOf(combined, damaged)},
		"list.xml": {xmlOf(3, everybody), xmlOf(3, damaged)},
		"list.zip": {zipOf(t, "list.xml", string(xmlOf(3, everybody))), zipOf(t, "list.xml", string(xmlOf(3, damaged)))},
	} {
		for i, want := range []int{2, 1} {
			f := bytes.NewReader(data[i])
			head := make([]byte, Head)
			n, _ := f.Read(head)
			asked := 0
			players, _, findings := Read(f, head[:n], int64(len(data[i])), name, Wanted{IDs: map[string]bool{"90000025": true}, Like: func(p *roster.Player) bool {
				asked++
				return p.Name == "Abara, Tobenna" && p.Federation == "NGR" && p.Sex == "m" && p.Birth.Year() == 1984 && p.FideID == "90000017"
			}})
			if len(players.Players) != want || slices.ContainsFunc(findings, finding.Finding.RefusesAll) || asked == 0 {
				t.Errorf("%s: %+v, %v", name, players.Players, findings)
			}
		}
	}
}
