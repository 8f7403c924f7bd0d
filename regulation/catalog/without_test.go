package catalog_test

import (
	"reflect"
	"testing"

	"github.com/arpadchess/arpad/regulation/catalog"
)

// Why leaving out a clause does not change a field.
const (
	identity = "it says which edition it is"
	option   = "it is an option, which is set"
	atIntake = "it decides what is accepted"
	byOffice = "the office applies it, outside the calculation"
	beside   = "its clause goes by another field"
)

// inNoClause are the fields of editions that leaving out a clause does not change.
var inNoClause = map[string]string{
	"chessa.Edition.BrailleRounds":     atIntake,
	"chessa.Edition.ID":                identity,
	"chessa.Edition.InForce":           identity,
	"chessa.Edition.Round":             beside,
	"chessa.Edition.Rounds":            atIntake,
	"chessa.Edition.SectionPlayers":    atIntake,
	"chessa.Edition.TournamentPlayers": atIntake,
	"chessa.Edition.Under8":            beside,
	"fide.Edition.ApartBy":             beside,
	"fide.Edition.BlitzAbove":          atIntake,
	"fide.Edition.CapBelow":            beside,
	"fide.Edition.CapOnce":             beside,
	"fide.Edition.Clauses":             identity,
	"fide.Edition.DailyMinutes":        atIntake,
	"fide.Edition.DailyRounds":         atIntake,
	"fide.Edition.FirstControl":        atIntake,
	"fide.Edition.Floor":               beside,
	"fide.Edition.ID":                  identity,
	"fide.Edition.InForce":             identity,
	"fide.Edition.Moves":               beside,
	"fide.Edition.Needed":              atIntake,
	"fide.Edition.PoolMonths":          beside,
	"fide.Edition.ReportLists":         atIntake,
	"fide.Edition.Unfit":               option,
	"ncs.Edition.Clauses":              identity,
	"ncs.Edition.Fee":                  byOffice,
	"ncs.Edition.FirstGames":           beside,
	"ncs.Edition.ID":                   identity,
	"ncs.Edition.InForce":              identity,
	"ncs.Edition.K40ForInherited":      option,
	"ncs.Edition.KScope":               option,
	"ncs.Edition.Late":                 option,
	"ncs.Edition.Master":               beside,
	"ncs.Edition.Moves":                beside,
	"ncs.Edition.NonMembers":           option,
	"ncs.Edition.Numbers":              identity,
	"ncs.Edition.OwnFile":              atIntake,
	"ncs.Edition.PoolMonths":           option,
	"ncs.Edition.Qualifying":           byOffice,
	"ncs.Edition.ReportDays":           atIntake,
	"ncs.Edition.StandardMinutes":      beside,
	"ncs.Edition.UnratedAs":            beside,
	"ncs.Edition.YoungAge":             beside,
	"ncs.Edition.YoungRating":          beside,
	"nscl.Edition.BonusBelow":          beside,
}

// Every number of an edition is that of a clause, and goes when the clause is left out
// (Edition.Without): so an example can show what it decides.
func TestEachNumberGoesWithItsClause(t *testing.T) {
	goes := map[string]bool{}
	for _, e := range catalog.Editions() {
		about := e.About()
		ids := append([]string{}, about.Readings...)
		for _, c := range about.Clauses {
			ids = append(ids, c.ID)
		}
		of := reflect.ValueOf(e).Elem()
		for _, id := range ids {
			without, ok := e.Without(id)
			if !ok {
				continue
			}
			for i := range of.NumField() {
				if name := fieldName(of.Type(), i); !same(of.Field(i), reflect.ValueOf(without).Elem().Field(i)) {
					goes[name] = true
				}
			}
		}
	}
	for _, e := range catalog.Editions() {
		of := reflect.TypeOf(e).Elem()
		for i := range of.NumField() {
			name := fieldName(of, i)
			switch {
			case !of.Field(i).IsExported():
			case !goes[name] && inNoClause[name] == "":
				t.Errorf("%s: leaving out a clause (without.go) never changes %s; if that is right, say why in inNoClause", e.About().ID, name)
			case goes[name] && inNoClause[name] != "":
				t.Errorf("leaving out a clause changes %s, which inNoClause denies", name)
			}
		}
	}
}

func fieldName(t reflect.Type, i int) string { return t.String() + "." + t.Field(i).Name }

// same reports whether two values of a field are equal; functions are if they are the same one.
func same(a, b reflect.Value) bool {
	if a.Kind() == reflect.Func {
		return a.Pointer() == b.Pointer()
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}
