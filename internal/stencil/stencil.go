// Package stencil makes the lines of long tables from their templates.
//
// Rows with the same set of non-empty fields differ only in their text. So a template is
// executed for one of them, with something that stands for each value, and the others are
// made from that.
package stencil

import (
	"fmt"
	"html/template"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Kept are the lines that were made from templates. The zero value is ready.
type Kept struct{ forms sync.Map }

// form is what a line depends on but for its texts.
type form struct {
	set   *template.Template
	name  string
	there uint64 // bit by value: it is not empty, or set
}

// Make returns lines by the template of a set with a name, given their values: a slice of
// structs of texts, addresses (template.URL), markup (template.HTML) and booleans, or of such
// structs and arrays. The lines may depend on nothing else.
func (k *Kept) Make(set *template.Template, name string, all any) (template.HTML, error) {
	var out strings.Builder
	var found values
	var last *line
	was := form{set: set, name: name}
	table := reflect.ValueOf(all)
	for i := range table.Len() {
		found.texts, found.there = found.texts[:0], 0
		found.add(table.Index(i))
		if last == nil || found.there != was.there {
			was.there = found.there
			var err error
			if last, err = k.line(was, table.Index(i)); err != nil {
				return "", err
			}
		}
		last.write(&out, found.texts)
		if i == 0 {
			out.Grow(out.Len() * (table.Len() - 1))
		}
	}
	return template.HTML(out.String()), nil // what the template has escaped, and texts that are
}

// line returns the line of a form, given one of its values.
func (k *Kept) line(of form, sample reflect.Value) (*line, error) {
	if kept, ok := k.forms.Load(of); ok {
		return kept.(*line), nil
	}
	made, err := lineOf(of.set, of.name, sample)
	if err == nil {
		k.forms.Store(of, made)
	}
	return made, err
}

// line is a line without its texts.
type line struct {
	fixed []string // before each text
	texts []int    // which one it is
	end   string
}

// write writes the line with its texts.
func (l *line) write(to *strings.Builder, texts []string) {
	for i, n := range l.texts {
		to.WriteString(l.fixed[i])
		to.WriteString(texts[n])
	}
	to.WriteString(l.end)
}

// values are the values of a line.
type values struct {
	texts []string // escaped; empty for booleans
	there uint64
}

var (
	markup  = reflect.TypeFor[template.HTML]()
	address = reflect.TypeFor[template.URL]()
)

func (l *values) add(v reflect.Value) {
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
		if v.Type() != markup {
			text = Escape(text)
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

// Escape does what html/template does to a text in an element or a quoted attribute.
func Escape(text string) string { return escapes.Replace(text) }

var escapes = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// What stands for the values of a line, by the number of each, and how a template writes it
// where the value is replaced in the same way: a text in an element or a quoted attribute, an
// address where one is wanted, markup in an element. Elsewhere they are escaped otherwise.
var (
	anyStandIn = regexp.MustCompile(`z[tam]q[0-9]+`)
	standIn    = regexp.MustCompile(`ztq([0-9]+) &#39;|zaq([0-9]+)%27|<i>zmq([0-9]+)</i>`)
)

// filtered is what html/template writes in place of a value that could do harm.
const filtered = "ZgotmplZ"

// standFor fills a struct with stand-ins where another one has values, beginning with a
// number of the value, and returns the next number.
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
	case from.Type() == markup:
		to.SetString("<i>zmq" + strconv.Itoa(n) + "</i>")
	case from.Type() == address:
		to.SetString("zaq" + strconv.Itoa(n) + "'")
	default:
		to.SetString("ztq" + strconv.Itoa(n) + " '")
	}
	return n + 1
}

// lineOf makes a line by its template, given the values of one.
func lineOf(set *template.Template, name string, sample reflect.Value) (*line, error) {
	stand := reflect.New(sample.Type()).Elem()
	standFor(stand, sample, 0)
	var out strings.Builder
	if err := set.ExecuteTemplate(&out, name, stand.Interface()); err != nil {
		return nil, err
	}
	text := out.String()
	found := standIn.FindAllStringSubmatchIndex(text, -1)
	if len(found) != len(anyStandIn.FindAllString(text, -1)) || strings.Contains(text, filtered) {
		return nil, fmt.Errorf("line %s: a value stands where it would be escaped otherwise: a text in an address, for example", name)
	}
	made, last := &line{}, 0
	for _, at := range found {
		for group := 2; group < len(at); group += 2 {
			if at[group] < 0 {
				continue
			}
			n, err := strconv.Atoi(text[at[group]:at[group+1]])
			if err != nil {
				return nil, err
			}
			made.fixed, made.texts = append(made.fixed, text[last:at[0]]), append(made.texts, n)
			last = at[1]
		}
	}
	made.end = text[last:]
	return made, nil
}
