package closing

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Reports that share games with one another are one question.
func TestAlikeReportsAreOneQuestion(t *testing.T) {
	var groups [][]string
	for _, refs := range [][]string{{"1", "3"}, {"5", "6"}, {"2", "1", "4"}, {"3", "1", "2"}, {"4", "3"}} {
		groups = together(groups, refs)
	}
	if diff := cmp.Diff([][]string{{"5", "6"}, {"1", "2", "3", "4"}}, groups); diff != "" {
		t.Error(diff)
	}
}
