package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
)

// actOf returns the act whose fields are the arguments and flags of a command, nil if there is none.
func actOf(target reflect.Type) act.Act {
	if a, is := reflect.New(target).Interface().(act.Act); is && target.PkgPath() == reflect.TypeFor[act.File]().PkgPath() {
		return a
	}
	for i := range target.NumField() {
		if f := target.Field(i); f.Type.Kind() == reflect.Struct && (f.Anonymous || f.Name == "Act") {
			if a := actOf(f.Type); a != nil {
				return a
			}
		}
	}
	return nil
}

// The table of acts is the writing part of the command line, the words that the log can have, and what
// the cures of findings do.
func TestActsAreCommandsLogAndCures(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	leaves := map[string]act.Act{}
	for _, leaf := range parser.Model.Leaves(false) {
		id := strings.ReplaceAll(strings.TrimPrefix(leaf.Path(), parser.Model.Name+" "), " ", ".")
		leaves[id] = actOf(leaf.Target.Type())
	}
	for id, a := range leaves {
		if a != nil && act.LineOf(a).ID != id {
			t.Errorf("%s does %s", id, act.LineOf(a).ID)
		}
	}
	otherwise := []string{"doctor", "fee.paid"} // whose commands do it with --mend, or several at once
	for _, l := range act.Table {
		if a, is := leaves[l.ID]; !is || a == nil && !slices.Contains(otherwise, l.ID) {
			t.Errorf("no command does %s", l.ID)
		}
		if act.Find(l.ID).Zero != l.Zero {
			t.Errorf("%s is there twice", l.ID)
		}
	}
	byMachine := []string{"init", "proof.init", "leaf.day", "leaf.behind", "report.evidence-deleted"}
	var words []string
	for _, k := range desk.Kinds() {
		words = append(words, k.Acts...)
	}
	for _, word := range words {
		if act.Find(word) == nil && !slices.Contains(byMachine, word) || bureau.ActOf(word) != word {
			t.Errorf("the log has %s, and no act is that", word)
		}
	}
	for _, l := range act.Table {
		if !slices.Contains(words, l.ID) {
			t.Errorf("the log has no %s", l.ID)
		}
	}
	for id := range finding.Actions {
		for leaves[id] == nil && strings.Contains(id, "-") && act.Find(id) == nil {
			id = id[:strings.LastIndex(id, "-")]
		}
		if _, is := leaves[id]; !is && id != "correct" {
			t.Errorf("a cure does %s, and no command is that", id)
		}
	}
}
