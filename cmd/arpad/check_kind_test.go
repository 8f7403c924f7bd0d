package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Where findings were left out, the count of a kind is the least that there are.
func TestCountOfACutKind(t *testing.T) {
	a := &app{Printer: explain.New("en")}
	kind := []finding.Finding{finding.New("changed", finding.Warning, finding.At{}), finding.New("changed", finding.Warning, finding.At{})}
	cut := append(slices.Clone(kind), finding.New("findings-left-out", finding.Warning, finding.At{}, finding.Int("findings", 605)))
	if whole, least := a.others(kind, kind), a.others(kind, cut); strings.HasPrefix(whole, "At least") || !strings.HasPrefix(least, "At least 2") {
		t.Errorf("%q and %q", whole, least)
	}
}
