package api

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// described returns the schema of a value as JSON. Of an act it says what the tags of its fields say, which are those
// of the command line.
func described(of any, isAct bool) *huma.Schema {
	t := reflect.TypeOf(of)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := shape{isAct}.of(t)
	s.PrecomputeMessages()
	return s
}

// shape makes schemas from types.
type shape struct{ act bool }

func (m shape) of(t reflect.Type) *huma.Schema {
	is := func(what reflect.Type) bool { return t.Implements(what) || reflect.PointerTo(t).Implements(what) }
	switch {
	case t.Kind() == reflect.Pointer:
		s := m.of(t.Elem())
		s.Nullable = s.Type != ""
		return s
	case t == reflect.TypeFor[civil.Date]():
		return &huma.Schema{Type: huma.TypeString, Format: "date"}
	case t == reflect.TypeFor[time.Time]():
		return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
	case is(reflect.TypeFor[encoding.TextMarshaler]()):
		return &huma.Schema{Type: huma.TypeString}
	case is(reflect.TypeFor[json.Marshaler]()):
		return &huma.Schema{}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &huma.Schema{Type: huma.TypeBoolean}
	case reflect.String:
		return &huma.Schema{Type: huma.TypeString}
	case reflect.Slice, reflect.Array:
		return &huma.Schema{Type: huma.TypeArray, Items: m.of(t.Elem())}
	case reflect.Map:
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: m.of(t.Elem())}
	case reflect.Struct:
		s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
		if m.act {
			s.AdditionalProperties = false
		}
		m.fields(s, t)
		return s
	case reflect.Interface:
		return &huma.Schema{}
	}
	return &huma.Schema{Type: huma.TypeInteger}
}

// fields adds the fields of a struct, and of those that are embedded.
func (m shape) fields(s *huma.Schema, t reflect.Type) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			in := f.Type
			if in.Kind() == reflect.Pointer {
				in = in.Elem()
			}
			m.fields(s, in)
			continue
		}
		if name == "-" || !f.IsExported() || m.act && f.Tag.Get("kong") == "-" {
			continue
		}
		of := m.of(f.Type)
		s.Properties[name] = of
		needed := !strings.Contains(options, "omit")
		if m.act {
			needed = m.told(of, &f)
		}
		if needed {
			s.Required = append(s.Required, name)
		}
	}
	slices.Sort(s.Required)
}

// told adds what the tags of an act's field say, and reports whether it must be sent.
func (m shape) told(of *huma.Schema, f *reflect.StructField) (needed bool) {
	for _, value := range strings.Split(f.Tag.Get("enum"), ",") {
		switch value {
		case "":
		case "${types}":
			for _, kind := range rating.AllKinds {
				of.Enum = append(of.Enum, kind.String())
			}
		case "${groups}":
			for _, group := range report.Groups() {
				of.Enum = append(of.Enum, group.String())
			}
			for _, group := range report.OlderGroups {
				of.Enum = append(of.Enum, group)
			}
		default:
			of.Enum = append(of.Enum, value)
		}
	}
	if key := f.Tag.Get("help"); key != "" {
		of.Description = page.In(explain.Languages[0]).Text(key, nil)
	}
	_, required := f.Tag.Lookup("required")
	_, positional := f.Tag.Lookup("arg")
	_, either := f.Tag.Lookup("xor")
	_, optional := f.Tag.Lookup("optional")
	_, embedded := f.Tag.Lookup("embed")
	return (required || positional || embedded) && !either && !optional
}
