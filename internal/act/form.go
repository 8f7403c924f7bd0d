package act

import (
	"cmp"
	"encoding"
	"errors"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
)

// Field is a field of an act, as people fill it in.
type Field struct {
	Name     string // of the flag or argument of its command
	Help     string // the key of what it is
	Kind     Kind
	Required bool
	Choices  []string // what it may be; none: anything

	is reflect.Value
}

// Kind is what can be filled in.
type Kind int

// Kinds of fields.
const (
	Text    Kind = iota
	Texts        // several
	Pairs        // several texts "name=value"
	Number       // whole
	Day          // a date
	Tick         // yes, or nothing is said
	Whether      // yes, no, or nothing is said
	Score        // the result of a game
)

// FieldsOf returns the fields of an act, in the order of its command; files are none.
func FieldsOf(a Act) (all []Field) {
	each(reflect.ValueOf(a).Elem(), func(f reflect.StructField, is reflect.Value) {
		_, required := f.Tag.Lookup("required")
		_, argument := f.Tag.Lookup("arg")
		_, optional := f.Tag.Lookup("optional")
		field := Field{Name: nameOf(f), Help: f.Tag.Get("help"), Kind: kindOf(f), Required: required && f.Tag.Get("xor") == "" || argument && !optional, is: is}
		if choices := strings.Trim(f.Tag.Get("enum"), ","); choices != "" && !strings.Contains(choices, "$") {
			field.Choices = strings.Split(choices, ",")
		}
		if f.Type != reflect.TypeFor[File]() {
			all = append(all, field)
		}
	})
	return all
}

// TakesFile reports whether an act is done with a file, which no command line and no field has.
func (l *Line) TakesFile() bool {
	of := reflect.TypeOf(l.Zero).Elem()
	for i := range of.NumField() {
		if f := of.Field(i); f.Tag.Get("kong") == "-" || f.Type == reflect.TypeFor[File]() || f.Type == reflect.TypeFor[Import]() {
			return true
		}
	}
	return false
}

// kindOf returns what is filled in.
func kindOf(f reflect.StructField) Kind {
	switch t := f.Type; {
	case t == reflect.TypeFor[civil.Date]():
		return Day
	case t == reflect.TypeFor[Result]():
		return Score
	case t.Kind() == reflect.Bool:
		return Tick
	case t == reflect.TypeFor[*bool]():
		return Whether
	case t.Kind() == reflect.Slice && strings.Contains(f.Tag.Get("name"), "="):
		return Pairs
	case t.Kind() == reflect.Slice:
		return Texts
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		return Number
	}
	return Text
}

// Values returns what is filled in, as it is written; none: nothing is.
func (f *Field) Values() []string {
	if f.is.IsZero() {
		return nil
	}
	return texts(reflect.Indirect(f.is))
}

// ErrUnread is that something that was filled in cannot be read.
var ErrUnread = errors.New("act: a field cannot be read")

// Set fills it in. What cannot be read is a *finding.Problem that says why, or ErrUnread. Nothing leaves it as it is.
func (f *Field) Set(values []string) error {
	to := f.is
	if len(values) == 0 || f.Kind != Whether && f.Kind != Texts && f.Kind != Pairs && values[0] == "" && to.Kind() != reflect.Pointer {
		return nil
	}
	if to.Kind() == reflect.Pointer {
		if f.Kind == Whether && values[0] == "" {
			return nil
		}
		to = reflect.New(to.Type().Elem())
		f.is.Set(to)
		to = to.Elem()
	}
	if into, is := to.Addr().Interface().(encoding.TextUnmarshaler); is {
		text := values[0]
		if written, ok := civil.Read(text); ok && f.Kind == Day {
			if days := written.Days(); len(days) == 1 {
				text = days[0].String()
			}
		}
		return into.UnmarshalText([]byte(text))
	}
	switch to.Kind() {
	case reflect.String:
		to.SetString(values[0])
	case reflect.Bool:
		to.SetBool(values[0] != "no")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(values[0], 10, to.Type().Bits())
		if err != nil {
			return ErrUnread
		}
		to.SetInt(n)
	case reflect.Slice:
		var said []string
		for _, value := range values {
			for line := range strings.Lines(value) {
				if strings.TrimSpace(line) != "" {
					said = append(said, strings.TrimRight(line, "\r\n"))
				}
			}
		}
		to.Set(reflect.ValueOf(said))
	default:
		return ErrUnread
	}
	return nil
}

// each calls f with the fields of a struct, with those of structs in it in their place.
func each(v reflect.Value, f func(reflect.StructField, reflect.Value)) {
	for i := range v.NumField() {
		field, is := v.Type().Field(i), v.Field(i)
		_, embedded := field.Tag.Lookup("embed")
		switch {
		case field.Type == reflect.TypeFor[File]():
			f(field, is)
		case field.Tag.Get("kong") == "-":
		case field.Anonymous || embedded:
			each(is, f)
		default:
			f(field, is)
		}
	}
}

// camel matches where a name of a field becomes two words of a flag.
var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// nameOf returns the name of the flag or argument of a field.
func nameOf(f reflect.StructField) string {
	return cmp.Or(f.Tag.Get("name"), strings.ToLower(camel.ReplaceAllString(f.Name, "$1-$2")))
}

// TakenBack returns the act that takes another one back right after it was done, without a reason; nil: none does.
func TakenBack(a Act) Act {
	switch a := a.(type) {
	case *ClosePeriod:
		return &ReopenPeriod{Label: a.Label}
	case *PlanPeriod:
		return &StopPeriod{Label: a.Label}
	case *MergePlayers:
		return &UnmergePlayers{Old: a.Old}
	case *UnmergePlayers:
		return nil // into whom is not said
	case *ExcludeFromFIDE:
		return &IncludeForFIDE{a.again()}
	case *IncludeForFIDE:
		return &ExcludeFromFIDE{a.again()}
	}
	from := reflect.ValueOf(a).Elem()
	back := reflect.New(from.Type())
	back.Elem().Set(from)
	undo := back.Elem().FieldByName("Undo")
	if undo.IsValid() && undo.Kind() == reflect.Struct {
		undo = undo.FieldByName("Undo")
	}
	if !undo.IsValid() || undo.Bool() {
		return nil
	}
	of, _ := from.Type().FieldByName("Undo")
	each(back.Elem(), func(f reflect.StructField, is reflect.Value) {
		if f.Name == "Reason" || of.Tag.Get("xor") != "" && f.Tag.Get("xor") == of.Tag.Get("xor") {
			is.SetZero()
		}
	})
	undo.SetBool(true)
	return back.Interface().(Act)
}
