package act

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Command returns the words of the command that does an act. Of its files it has the names.
func Command(a Act) []string {
	var c words
	c.add(reflect.ValueOf(a).Elem())
	line := append(strings.Split(LineOf(a).ID, "."), c.flags...)
	if slices.ContainsFunc(c.args, func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		line = append(line, "--")
	}
	return append(line, c.args...)
}

// words are the flags and arguments of an act.
type words struct{ flags, args []string }

// camel matches where a name of a field becomes two words of a flag.
var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// add adds the fields of a struct.
func (c *words) add(v reflect.Value) {
	undo := v.FieldByName("Undo")
	undone := undo.IsValid() && !undo.IsZero()
	for i := range v.NumField() {
		f, v := v.Type().Field(i), v.Field(i)
		_, arg := f.Tag.Lookup("arg")
		_, embedded := f.Tag.Lookup("embed")
		name := "--" + cmp.Or(f.Tag.Get("name"), strings.ToLower(camel.ReplaceAllString(f.Name, "$1-$2")))
		won := f.Type == reflect.TypeFor[Result]() && !undone // also by Black, which is zero
		switch is := reflect.Indirect(v); {
		case f.Type == reflect.TypeFor[File]():
			c.args = append(c.args, v.FieldByName("Name").String())
		case f.Tag.Get("kong") == "-" || v.IsZero() && !won:
		case f.Anonymous || embedded:
			c.add(v)
		case arg:
			c.args = append(c.args, texts(is)...)
		case is.Kind() == reflect.Bool && is.Bool():
			c.flags = append(c.flags, name)
		case is.Kind() == reflect.Bool:
			c.flags = append(c.flags, "--no-"+name[2:])
		default:
			for _, text := range texts(is) {
				if text == "" || strings.HasPrefix(text, "-") {
					c.flags = append(c.flags, name+"="+text)
				} else {
					c.flags = append(c.flags, name, text)
				}
			}
		}
	}
}

// texts returns a value as it is written, or each value of a list.
func texts(v reflect.Value) (all []string) {
	if m, is := v.Interface().(encoding.TextMarshaler); is {
		text, err := m.MarshalText()
		if err == nil {
			return []string{string(text)}
		}
	}
	if v.Kind() != reflect.Slice {
		return []string{fmt.Sprint(v.Interface())}
	}
	for i := range v.Len() {
		all = append(all, texts(v.Index(i))...)
	}
	return all
}
