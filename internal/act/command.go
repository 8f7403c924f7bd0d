package act

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Command returns the words of the command that does an act. Of its files it has the names.
func Command(a Act) []string {
	var flags, args []string
	of := reflect.ValueOf(a).Elem()
	undo := of.FieldByName("Undo")
	undone := undo.IsValid() && !undo.IsZero()
	each(of, func(f reflect.StructField, v reflect.Value) {
		_, arg := f.Tag.Lookup("arg")
		name, won := "--"+nameOf(f), f.Type == reflect.TypeFor[Result]() && !undone // also by Black, which is zero
		switch is := reflect.Indirect(v); {
		case f.Type == reflect.TypeFor[File]():
			args = append(args, v.FieldByName("Name").String())
		case v.IsZero() && !won:
		case arg:
			args = append(args, texts(is)...)
		case is.Kind() == reflect.Bool && is.Bool():
			flags = append(flags, name)
		case is.Kind() == reflect.Bool:
			flags = append(flags, "--no-"+name[2:])
		default:
			for _, text := range texts(is) {
				if text == "" || strings.HasPrefix(text, "-") {
					flags = append(flags, name+"="+text)
				} else {
					flags = append(flags, name, text)
				}
			}
		}
	})
	id := LineOf(a).ID
	line := strings.Split(id, ".")
	if flag := does[id]; flag != "" {
		line = append(line, flag)
	}
	line = append(line, flags...)
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		line = append(line, "--")
	}
	return append(line, args...)
}

// does are the flags without which a command only looks.
var does = map[string]string{"doctor": "--mend", "player.stated": "--accept"}

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
