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

// Line returns a line of a table by its template, given its values: a struct of texts,
// addresses (template.URL), markup (template.HTML) and booleans, or of such structs. Lines in which the same
// values are there differ in nothing else. So the template is executed for one of them, and
// the others are made from it, which takes a tenth of the time.
func (p *page) Line(name string, values any) (template.HTML, error) {
	var of leaves
	of.add(reflect.ValueOf(values))
	key := lineKey{p.kind.template, name, p.lang, p.up(), of.there}
	kept, ok := lines.Load(key)
	if !ok {
		made, err := p.line(name, values)
		if err != nil {
			return "", err
		}
		if len(key.up) <= deepest {
			lines.Store(key, made)
		}
		kept = made
	}
	return kept.(*line).with(of.texts), nil
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
	fixed  []string // around the texts
	leaves []int    // which text stands between one fixed part and the next
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

// line executes the template of a line.
func (p *page) line(name string, values any) (*line, error) {
	sample := reflect.New(reflect.TypeOf(values)).Elem()
	standFor(sample, reflect.ValueOf(values), 0)
	var out strings.Builder
	if err := languages()[p.lang].templates[p.kind.template].ExecuteTemplate(&out, name, p.About(sample.Interface())); err != nil {
		return nil, err
	}
	text := out.String()
	found := standIn.FindAllStringSubmatchIndex(text, -1)
	if len(found) != strings.Count(text, "zq") {
		return nil, fmt.Errorf("line %s: a text stands in an address", name)
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
	made.fixed = append(made.fixed, text[last:])
	return made, nil
}

// with returns the line with its texts.
func (l *line) with(texts []string) template.HTML {
	size := len(l.fixed[len(l.leaves)])
	for i, n := range l.leaves {
		size += len(l.fixed[i]) + len(texts[n])
	}
	var out strings.Builder
	out.Grow(size)
	for i, n := range l.leaves {
		out.WriteString(l.fixed[i])
		out.WriteString(texts[n])
	}
	out.WriteString(l.fixed[len(l.leaves)])
	return template.HTML(out.String()) // what the template has escaped, and texts that are
}
