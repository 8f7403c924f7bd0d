package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Every field of the registers and every kind of evidence has a text in both
// languages.
func TestRegistersHaveTexts(t *testing.T) {
	var keys []string
	for _, f := range register.PersonalFields("ncs") {
		keys = append(keys, "register.field-"+f.Name, "register.purpose-"+f.Name)
	}
	source, err := os.ReadFile("../../internal/identity/identity.go")
	if err != nil {
		t.Fatal(err)
	}
	evidence := regexp.MustCompile(`weigh\("([a-z-]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(evidence) < 10 {
		t.Fatal("no evidence was found")
	}
	for _, m := range evidence {
		keys = append(keys, "register.evidence-"+m[1])
	}
	for _, lang := range explain.Languages {
		for _, key := range keys {
			if explain.New(lang).Text(key, nil) == key {
				t.Errorf("%s has no text %s", lang, key)
			}
		}
	}
}
