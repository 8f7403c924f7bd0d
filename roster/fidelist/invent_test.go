package fidelist

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// person is an invented person in a list.
type person struct {
	id, born               int
	name, fed, sex         string
	title, wTitle, oTitle  string
	flag                   string
	ratings, monthly, ks   [rating.Kinds]int
	damage                 func(line string) string // damages the person's line
	before, after, instead string                   // what the XML has in these places
}

// Three invented people: a master, a woman without a title in the other lists,
// and an unrated player.
func people() []person {
	return []person{
		{id: 90000017, name: "Abara, Tobenna", fed: "NGR", sex: "M", title: "IM", oTitle: "FI,NA", born: 1984,
			ratings: [...]int{2412, 2380, 2401}, monthly: [...]int{9, 0, 12}, ks: [...]int{10, 10, 20}},
		{id: 90000025, name: "Bergstrand, Ylva", fed: "SWE", sex: "F", wTitle: "WFM", born: 2009, flag: "w",
			ratings: [...]int{1871, 0, 0}, monthly: [...]int{4, 0, 0}, ks: [...]int{40, 0, 0}},
		{id: 90000033, name: "Cuesta Rey, Imanol", fed: "ESP", sex: "M", flag: "i"},
	}
}

func blank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// part is a column of an invented list.
type part struct {
	title string
	width int
	cell  func(*person) string
}

func who(birth string, foa bool, own ...part) []part {
	all := []part{
		{"ID Number", 15, func(p *person) string { return strconv.Itoa(p.id) }},
		{"Name", 61, func(p *person) string { return p.name }},
		{"Fed", 4, func(p *person) string { return p.fed }},
		{"Sex", 4, func(p *person) string { return p.sex }},
		{"Tit", 5, func(p *person) string { return p.title }},
		{"WTit", 5, func(p *person) string { return p.wTitle }},
		{"OTit", 15, func(p *person) string { return p.oTitle }},
	}
	if foa {
		all = append(all, part{"FOA", 4, func(*person) string { return "" }})
	}
	return append(append(all, own...),
		part{birth, 6, func(p *person) string { return blank(p.born) }},
		part{"Flag", 4, func(p *person) string { return p.flag }})
}

func numbers(kind rating.Kind, r, g, k string) []part {
	return []part{
		{r, 6, func(p *person) string { return blank(p.ratings[kind-1]) }},
		{g, 4, func(p *person) string { return strconv.Itoa(p.monthly[kind-1]) }},
		{k, 3, func(p *person) string { return blank(p.ks[kind-1]) }},
	}
}

var threeKinds = append(append(numbers(rating.Standard, "SRtng", "SGm", "SK"), numbers(rating.Rapid, "RRtng", "RGm", "Rk")...),
	numbers(rating.Blitz, "BRtng", "BGm", "BK")...)

// The variants of the text.
var (
	combined = who("B-day", true, threeKinds...)
	of2015   = who("B-day", false, threeKinds...)
	single   = who("B-day", true, numbers(rating.Standard, "SEP26", "Gms", "K")...)
	of2011   = []part{
		{"ID number", 10, func(p *person) string { return strconv.Itoa(p.id) }},
		{"Name", 34, func(p *person) string { return p.name }},
		{"Titl", 4, func(p *person) string {
			return strings.ToLower(strings.Replace(p.title, "IM", "m", 1) + strings.Replace(p.wTitle, "WFM", "wf", 1))
		}},
		{"Fed", 5, func(p *person) string { return p.fed }},
		{"Mar11", 6, func(p *person) string { return blank(p.ratings[0]) }},
		{"Games", 5, func(p *person) string { return strconv.Itoa(p.monthly[0]) }},
		{"Born", 6, func(p *person) string { return blank(p.born) }},
		{"Flag", 4, func(p *person) string { return p.flag }},
	}
)

// textOf returns a list as text.
func textOf(parts []part, people []person) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		fmt.Fprintf(&b, "%-*s", p.width, p.title)
	}
	b.WriteString("\r\n")
	for i := range people {
		line := ""
		for _, p := range parts {
			line += fmt.Sprintf("%-*s", p.width, p.cell(&people[i]))
		}
		if people[i].damage != nil {
			line = people[i].damage(line)
		}
		b.WriteString(line + "\r\n")
	}
	return b.Bytes()
}

// xmlOf returns a list as XML.
func xmlOf(kinds int, people []person) []byte {
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<playerslist>\n")
	element := func(name string, value string) {
		fmt.Fprintf(&b, "<%s>", name)
		_ = xml.EscapeText(&b, []byte(value))
		fmt.Fprintf(&b, "</%s>\n", name)
	}
	for _, p := range people {
		if b.WriteString(p.before); p.instead != "" {
			b.WriteString(p.instead)
			continue
		}
		b.WriteString("<player>\n")
		element("fideid", strconv.Itoa(p.id))
		element("name", p.name)
		element("country", p.fed)
		element("sex", p.sex)
		element("title", p.title)
		element("w_title", p.wTitle)
		element("o_title", p.oTitle)
		element("foa_title", "")
		for i, prefix := range []string{"", "rapid_", "blitz_"}[:kinds] {
			element(prefix+"rating", strconv.Itoa(p.ratings[i]))
			element(prefix+"games", strconv.Itoa(p.monthly[i]))
			element(prefix+"k", strconv.Itoa(p.ks[i]))
		}
		element("birthday", blank(p.born))
		element("flag", p.flag)
		b.WriteString(p.after + "</player>\n")
	}
	b.WriteString("</playerslist>\n")
	return b.Bytes()
}

// zipOf packs files, given as alternating names and contents.
func zipOf(tb testing.TB, files ...string) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// wanted returns a set of FIDE IDs.
func wanted(people []person) map[string]bool {
	ids := map[string]bool{}
	for _, p := range people {
		ids[strconv.Itoa(p.id)] = true
	}
	return ids
}

// readBytes reads a list from memory.
func readBytes(data []byte, name string, wanted map[string]bool) (*roster.Roster, roster.List, []finding.Finding) {
	f := bytes.NewReader(data)
	head := make([]byte, Head)
	n, _ := f.Read(head)
	return Read(f, head[:n], int64(len(data)), name, Wanted{IDs: wanted})
}
