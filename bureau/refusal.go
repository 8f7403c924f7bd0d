package bureau

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// FirstRefusal returns the first refusal as an error.
func FirstRefusal(found []finding.Finding) error {
	if i := slices.IndexFunc(found, refusing); i >= 0 {
		return &finding.Refused{Finding: found[i]}
	}
	return nil
}

// AnyRefusal reports whether there is a refusal among findings.
func AnyRefusal(found []finding.Finding) bool { return slices.ContainsFunc(found, refusing) }

func refusing(f finding.Finding) bool { return f.Refuses }
