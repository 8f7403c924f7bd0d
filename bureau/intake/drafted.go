package intake

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/regulation"
)

// WithOptions returns an edition with the options of a report.
func WithOptions(e regulation.Edition, options map[string]string) regulation.Edition {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if set, err := e.With(name, options[name]); err == nil { // else another edition took the option
			e = set
		}
	}
	return e
}

// Drafted is what a draft holds of a report.
type Drafted struct {
	Period  string
	current int
	in      bool
}

// Drafted returns what a draft holds of the report.
func (r *Case) Drafted() Drafted { return Drafted{r.Period, r.Current, r.State == Admitted} }
