package bureau

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// FirstRefusal returns the first refusal among findings as an error, or nil.
func FirstRefusal(found []finding.Finding) error {
	if i := slices.IndexFunc(found, refusing); i >= 0 {
		return &finding.Refused{Finding: found[i]}
	}
	return nil
}

// AnyRefusal reports whether any of the findings is a refusal.
func AnyRefusal(found []finding.Finding) bool { return slices.ContainsFunc(found, refusing) }

func refusing(f finding.Finding) bool { return f.Refuses }
