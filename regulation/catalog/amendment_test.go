package catalog_test

import (
	"path"
	"reflect"
	"testing"

	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Every number that an edition amends has an example of that edition, or of its family, whose
// numbers would be others without the amendment.
func TestAmendmentsHaveExamples(t *testing.T) {
	amended := 0
	for _, family := range catalog.Families() {
		whole, err := catalog.Find(family)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range whole.Editions[1:] {
			was, is := reflect.ValueOf(whole.Editions[i]).Elem(), reflect.ValueOf(e).Elem()
			for f := range is.NumField() {
				name := fieldName(is.Type(), f)
				switch inNoClause[name] {
				case identity, atIntake, byOffice:
					continue
				}
				if !is.Type().Field(f).IsExported() || same(was.Field(f), is.Field(f)) {
					continue
				}
				amended++
				old := reflect.New(is.Type())
				old.Elem().Set(is)
				old.Elem().Field(f).Set(was.Field(f))
				if !shown(t, whole, i+1, old.Interface().(regulation.Edition)) {
					t.Errorf("%s amends %s, and no example in internal/example/testdata/{%s,%s} changes without it", e.About().ID, name, e.About().ID, family)
				}
			}
		}
	}
	if amended < 5 {
		t.Errorf("only %d amendments were found", amended)
	}
}

// shown reports whether an example of an edition of a family has other numbers under another
// one in its place.
func shown(t *testing.T, family catalog.Regulation, n int, instead regulation.Edition) bool {
	t.Helper()
	edition := family.Editions[n].About().ID
	single, err := catalog.Find(edition)
	if err != nil {
		t.Fatal(err)
	}
	for folder, of := range map[string]struct {
		rules catalog.Regulation
		n     int
	}{edition: {single, 0}, family.ID: {family, n}} {
		other := of.rules
		other.Editions = append([]regulation.Edition{}, other.Editions...)
		other.Editions[of.n] = instead
		for _, name := range example.Names() {
			if path.Dir(name) == folder && differs(t, name, of.rules, other) {
				return true
			}
		}
	}
	return false
}

// differs reports whether an expected number of an example is another one under other rules.
func differs(t *testing.T, name string, rules, other catalog.Regulation) bool {
	t.Helper()
	e, err := example.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	before, err := e.Rate(rules)
	if err != nil {
		t.Fatal(err)
	}
	after, err := e.Rate(other)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range e.Want {
		for value := range w.Values {
			if before.Got(w)[value] != after.Got(w)[value] {
				return true
			}
		}
	}
	return false
}
