package bureau

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// Readable refuses texts in which something hides, or that are too long.
func Readable(texts ...string) error {
	for _, text := range texts {
		if finding.Disguised(text) {
			return finding.Refuse("control-character", finding.Quoted("text", text))
		}
		if finding.TooLong(text) {
			return finding.Refuse("text-too-long", finding.Int("limit", finding.MaxText), finding.Text("text", text))
		}
	}
	return nil
}

// FirstRefusal returns the first refusal as an error.
func FirstRefusal(found []finding.Finding) error {
	if i := slices.IndexFunc(found, refusing); i >= 0 {
		return &finding.Refused{Finding: found[i]}
	}
	return nil
}

// AnyRefusal says that there is a refusal among findings.
func AnyRefusal(found []finding.Finding) bool { return slices.ContainsFunc(found, refusing) }

func refusing(f finding.Finding) bool { return f.Refuses }
