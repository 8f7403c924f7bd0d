package main

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// actIn returns the act of a type in a command.
func actIn(command reflect.Value, of reflect.Type) (found reflect.Value) {
	if command.Type() == of {
		return command
	}
	for i := range command.NumField() {
		if f := command.Field(i); f.Kind() == reflect.Struct && !found.IsValid() {
			found = actIn(f, of)
		}
	}
	return found
}

// draw fills the fields of an act as people may: of what excludes one another, one.
func draw(t *rapid.T, v reflect.Value) {
	chosen := map[string]string{}
	for i := range v.NumField() {
		if xor := v.Type().Field(i).Tag.Get("xor"); xor != "" {
			chosen[xor] = rapid.SampledFrom([]string{chosen[xor], v.Type().Field(i).Name}).Draw(t, xor)
			if chosen[xor] == "" {
				chosen[xor] = v.Type().Field(i).Name
			}
		}
	}
	text := rapid.StringMatching(`[a-z0-9'$"é山=. -]{1,12}`)
	for i := range v.NumField() {
		f, v := v.Type().Field(i), v.Field(i)
		_, arg := f.Tag.Lookup("arg")
		_, optional := f.Tag.Lookup("optional")
		_, required := f.Tag.Lookup("required")
		required = required || arg && !optional || f.Tag.Get("default") != ""
		xor := f.Tag.Get("xor")
		switch _, embedded := f.Tag.Lookup("embed"); {
		case f.Tag.Get("kong") == "-":
			continue
		case f.Anonymous || embedded:
			draw(t, v)
			continue
		case xor != "" && chosen[xor] != f.Name || xor == "" && !required && rapid.Bool().Draw(t, "empty"):
			continue
		}
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
		switch to := v.Addr().Interface().(type) {
		case *civil.Date:
			*to = civil.Of(2024, 1, 1) + civil.Date(rapid.IntRange(0, 500).Draw(t, f.Name))
		case *rating.Kind:
			*to = rapid.SampledFrom(rating.AllKinds[:]).Draw(t, f.Name)
		case *act.Result:
			*to = act.Result(rapid.SampledFrom([]report.Result{report.WhiteWon, report.BlackWon, report.Drawn}).Draw(t, f.Name))
		case *[]string:
			*to = rapid.SliceOfN(text, 1, 3).Draw(t, f.Name)
		case *bool:
			*to = true
		case *string:
			*to = text.Draw(t, f.Name)
			if enum := f.Tag.Get("enum"); enum != "" {
				*to = map[string]string{",${types}": "rapid", ",${groups}": report.Groups()[1].String()}[enum]
				if *to == "" {
					*to = enum
				}
			}
		default:
			if !v.CanInt() {
				t.Fatalf("%s is a %s", f.Name, v.Type())
			}
			v.SetInt(int64(rapid.IntRange(1, 3000).Draw(t, f.Name)))
		}
	}
}

// The command of an act does that act, and so does a form with its fields.
func TestCommandOfAnAct(t *testing.T) {
	t.Parallel()
	otherwise := []string{"doctor", "fee.paid", "report.submit", "player.import", "club.import", "member.import", "player.fide"}
	for i := range act.Table {
		line := &act.Table[i]
		if slices.Contains(otherwise, line.ID) {
			continue
		}
		drawn := rapid.Custom(func(t *rapid.T) act.Act {
			a := line.New()
			rapid.Bool().Draw(t, "any") // an act may have no fields
			draw(t, reflect.ValueOf(a).Elem())
			return a
		})
		for seed := range soak.Of(4, 100) {
			a := drawn.Example(seed)
			filledIn := line.New()
			said := act.FieldsOf(a)
			for i, field := range act.FieldsOf(filledIn) {
				if values := said[i].Values(); len(values) > 0 {
					if err := field.Set(values); err != nil {
						t.Errorf("%s: %s of %q: %v", line.ID, field.Name, values, err)
					}
				}
			}
			if diff := gocmp.Diff(a, filledIn, gocmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("%s, filled in: %s", line.ID, diff)
			}
			words := act.Command(a)
			parser, err := kong.New(grammar(words), variables("en"))
			if err != nil {
				t.Fatal(err)
			}
			ctx, err := parser.Parse(words)
			if err != nil {
				t.Errorf("%q: %v", words, err)
				continue
			}
			got := actIn(ctx.Selected().Target, reflect.TypeOf(a).Elem())
			if diff := gocmp.Diff(a, got.Addr().Interface(), gocmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("%s: %s", strings.Join(words, " "), diff)
			}
		}
	}
}

// filled are values for what a cure leaves to whoever types it.
var filled = strings.NewReplacer("YYYY-MM-DD", "2024-01-05", "count|exclude", "count", "import FILE", "import main.go", "FLOOR", "500", "RATING", "1500", "TYPE", "rapid", "FILE", "1", "HH:MM", "10:00")

// The command of a cure does the act that the cure names, and has what the finding knows in its fields.
func TestCommandOfACure(t *testing.T) {
	t.Parallel()
	does := 0
	for id, parameters := range finding.Actions {
		cure := finding.Action{ID: id}
		for i, name := range parameters {
			cure.Values = append(cure.Values, finding.Text(name, cmp.Or(map[string]string{"time": "10:00", "routine": "verify"}[name], fmt.Sprint(700+i))))
		}
		words := shellWords(filled.Replace(strings.TrimPrefix(explain.Command(cure), "arpad ")))
		parser, err := kong.New(grammar(words), variables("en"))
		if err != nil {
			t.Fatal(err)
		}
		ctx, err := parser.Parse(words)
		var incomplete *kong.ParseError
		if errors.As(err, &incomplete) && (strings.HasPrefix(err.Error(), "missing flags") || strings.HasPrefix(err.Error(), "expected ") || id == "correct") {
			ctx, err = incomplete.Context, nil // whoever types it knows which game or file
		}
		if err != nil {
			t.Errorf("%s: %q: %v", id, words, err)
			continue
		}
		leaf := ctx.Selected()
		if leaf == nil || actOf(leaf.Target.Type()) == nil {
			continue // it is looked at, or is of the machine
		}
		does++
		a := actIn(leaf.Target, reflect.TypeOf(actOf(leaf.Target.Type())).Elem()).Addr().Interface().(act.Act)
		if is := act.LineOf(a).ID; is != id && !strings.HasPrefix(id, is+"-") {
			t.Errorf("%s does %s", id, is)
		}
		said := strings.Join(act.Command(a), " ")
		for _, v := range cure.Values {
			if !strings.Contains(said, v.Text) {
				t.Errorf("%s: %q has no %s in %s", id, words, v.Name, said)
			}
		}
	}
	if does < 40 {
		t.Errorf("only %d cures are acts", does)
	}
}
