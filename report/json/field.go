package json

import (
	"reflect"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// keys returns the fields of the objects of a report, by their types and keys. The keys are those
// of the documents that Write writes, whose fields have the names of the report's.
var keys = sync.OnceValue(func() map[reflect.Type]map[string]int {
	all := map[reflect.Type]map[string]int{}
	var learn func(document, of reflect.Type)
	learn = func(document, of reflect.Type) {
		document, of = element(document), element(of)
		if document.Kind() != reflect.Struct || all[of] != nil {
			return
		}
		all[of] = map[string]int{}
		for f := range document.Fields() {
			if field, ok := of.FieldByName(f.Name); ok {
				key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				all[of][key] = field.Index[0]
				learn(f.Type, field.Type)
			}
		}
	}
	learn(reflect.TypeFor[reportDocument](), reflect.TypeFor[report.Report]())
	return all
})

// element returns the type of what is in a field.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// field reads the value of a key into the field that it names of a struct of package report; it
// returns false for an unknown key.
func (r *reader) field(to any, key string) bool {
	v := reflect.ValueOf(to).Elem()
	index, known := keys()[v.Type()][key]
	if known {
		r.value(v.Field(index))
	}
	return known
}

// fields reads an object into a struct of package report.
func (r *reader) fields(to any) {
	r.object(func(key string) bool { return r.field(to, key) })
}

// value reads a value into a field.
func (r *reader) value(field reflect.Value) {
	switch to := field.Addr().Interface().(type) {
	case *string:
		r.string(to)
	case *bool:
		r.bool(to)
	case *int:
		r.int(to)
	case *civil.Date:
		r.parse("date", func(text string) error { return to.UnmarshalText([]byte(text)) })
	case *civil.Birth:
		parsed(r, "birth", to, civil.ParseBirth)
	case *rating.Kind:
		parsed(r, "kind", to, rating.ParseKind)
	case *rating.Rating:
		parsed(r, "rating", to, rating.ParseRating)
	case *rating.Score:
		parsed(r, "points", to, rating.ParseScore)
	case **rating.Score:
		r.points(to)
	case *report.Group:
		parsed(r, "group", to, report.ParseGroup)
	case *report.System:
		parsed(r, "system", to, report.ParseSystem)
	case *report.Result:
		parsed(r, "result", to, report.ParseResult)
	case *report.ByeKind:
		parsed(r, "bye", to, report.ParseByeKind)
	case *report.Occasion:
		parsed(r, "occasion", to, report.ParseOccasion)
	case **report.Scoring:
		usual := report.UsualScoring
		*to = &usual
		r.fields(*to)
	case **report.TeamScoring:
		usual := report.UsualTeamScoring
		*to = &usual
		r.fields(*to)
	case **report.TeamPairingBye:
		*to = new(report.TeamPairingBye)
		r.fields(*to)
	default:
		if field.Kind() == reflect.Slice {
			r.slice(field)
		} else {
			r.fields(to)
		}
	}
}

// slice reads an array.
func (r *reader) slice(to reflect.Value) {
	to.SetZero()
	r.array(func() {
		if r.item(report.Entries); r.err != nil {
			return
		}
		to.Set(reflect.Append(to, reflect.Zero(to.Type().Elem())))
		r.value(to.Index(to.Len() - 1))
	})
}

// parsed reads a value that has a form.
func parsed[T any](r *reader, form string, to *T, parse func(string) (T, error)) {
	r.parse(form, func(text string) (err error) { *to, err = parse(text); return err })
}

// points reads points, which may be negative; null or missing is nil.
func (r *reader) points(to **rating.Score) {
	*to = nil
	r.parse("points", func(text string) error {
		amount, negative := strings.CutPrefix(text, "-")
		points, err := rating.ParseScore(amount)
		if negative {
			points = -points
		}
		*to = &points
		return err
	})
}
