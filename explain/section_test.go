package explain_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// A section without a name has words, in whatever way a sentence learns of it.
func TestSectionsWithoutAName(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		p := explain.New(language)
		unnamed := p.Section("")
		for _, f := range []finding.Finding{
			finding.New("match-with-unrated", finding.Warning, finding.At{}, finding.Int("games", 2), finding.Text("treatment", "counted")).In(""),
		} {
			if text := p.Message(f); unnamed == "" || !strings.Contains(text, unnamed) {
				t.Errorf("%s: %q", f.ID, text)
			}
		}
		if text := p.Message(finding.Refusal("player-in-section", finding.At{}, finding.Text("id", "N1"), finding.Text("section", ""))); strings.Contains(text, "section .") || strings.Contains(text, "セクション  ") {
			t.Errorf("%s: %q", language, text)
		}
	}
}
