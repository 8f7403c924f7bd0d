package web

import (
	"fmt"
	"html/template"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Lines returns the lines of a table by their template, given their values: a slice of
// structs of texts, addresses (template.URL), markup (template.HTML) and booleans, or of such
// structs. Lines in which the same values are there differ in nothing else. So the template
// is executed for one of them, and the others are made from it, which takes a tenth of the
// time.
func (p *page) Lines(name string, all any) (template.HTML, error) {
	var out []byte
	var of leaves
	key := lineKey{file: p.kind.template, name: name, lang: p.lang, up: p.up()}
	var last *line
	values := reflect.ValueOf(all)
	for i := range values.Len() {
		of.texts, of.there = of.texts[:0], 0
		of.add(values.Index(i))
		if last == nil || of.there != key.there {
			key.there = of.there
			var err error
			if last, err = p.line(key, values.Index(i)); err != nil {
				return "", err
			}
		}
		out = last.append(out, of.texts)
	}
	return template.HTML(out), nil // what the template has escaped, and texts that are
}

// lineKey is what a line depends on but for the texts in it.
type lineKey struct {
	file, name, lang, up string
	there                uint64 // bit by leaf: it is not empty, or set
}

// lines are the lines by their keys.
var lines sync.Map

// line is a line without its texts.
type line struct {
	fixed  []string // before each text
	leaves []int    // which text it is
	end    string
}

// leaves are the values of a line.
type leaves struct {
	texts []string // escaped; empty for booleans
	there uint64
}

func (l *leaves) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			l.add(v.Field(i))
		}
		return
	case reflect.Array:
		for i := range v.Len() {
			l.add(v.Index(i))
		}
		return
	case reflect.Bool:
		if v.Bool() {
			l.there |= 1 << len(l.texts)
		}
		l.texts = append(l.texts, "")
	case reflect.String:
		text := v.String()
		if text != "" {
			l.there |= 1 << len(l.texts)
		}
		if v.Type() != markupType {
			text = htmlEscapes.Replace(text)
		}
		l.texts = append(l.texts, text)
	default:
		panic(fmt.Sprintf("a line cannot have a %s", v.Type()))
	}
	const bits = 64
	if len(l.texts) > bits {
		panic("a line has too many values")
	}
}

var (
	markupType  = reflect.TypeFor[template.HTML]()
	addressType = reflect.TypeFor[template.URL]()
)

// htmlEscapes does what html/template does to a text in an element or a quoted attribute.
var htmlEscapes = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// standIn stands for a value of a line. That of a text has a space, so that one that stands
// in an address, where it would be escaped otherwise, is noticed.
var standIn = regexp.MustCompile(`zq([0-9]+) ?qz`)

// standFor fills a struct with stand-ins where another one has values, beginning with a
// number of the leaf, and returns the next number.
func standFor(to, from reflect.Value, n int) int {
	switch {
	case from.Kind() == reflect.Struct:
		for i := range from.NumField() {
			n = standFor(to.Field(i), from.Field(i), n)
		}
		return n
	case from.Kind() == reflect.Array:
		for i := range from.Len() {
			n = standFor(to.Index(i), from.Index(i), n)
		}
		return n
	case from.Kind() == reflect.Bool:
		to.SetBool(from.Bool())
	case from.String() == "":
	case from.Type() == markupType, from.Type() == addressType:
		to.SetString("zq" + strconv.Itoa(n) + "qz")
	default:
		to.SetString("zq" + strconv.Itoa(n) + " qz")
	}
	return n + 1
}

// line returns the line of a key, without the values of a sample.
func (p *page) line(key lineKey, sample reflect.Value) (*line, error) {
	if kept, ok := lines.Load(key); ok {
		return kept.(*line), nil
	}
	values := reflect.New(sample.Type()).Elem()
	standFor(values, sample, 0)
	var out strings.Builder
	if err := languages()[p.lang].templates[key.file].ExecuteTemplate(&out, key.name, p.About(values.Interface())); err != nil {
		return nil, err
	}
	text := out.String()
	found := standIn.FindAllStringSubmatchIndex(text, -1)
	if len(found) != strings.Count(text, "zq") {
		return nil, fmt.Errorf("line %s: a text stands in an address", key.name)
	}
	made, last := &line{}, 0
	for _, at := range found {
		n, err := strconv.Atoi(text[at[2]:at[3]])
		if err != nil {
			return nil, err
		}
		made.fixed, made.leaves = append(made.fixed, text[last:at[0]]), append(made.leaves, n)
		last = at[1]
	}
	made.end = text[last:]
	if len(key.up) <= deepest {
		lines.Store(key, made)
	}
	return made, nil
}

// append appends the line with its texts.
func (l *line) append(to []byte, texts []string) []byte {
	for i, n := range l.leaves {
		to = append(append(to, l.fixed[i]...), texts[n]...)
	}
	return append(to, l.end...)
}
