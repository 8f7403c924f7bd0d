package lists

// State is the state of a report.
type State string

// The states of reports whose games are in a list, or on the way into one.
const (
	Admitted State = "admitted"
	Rated    State = "rated"
)

// Counts reports whether the games of a report in a state are in a list, or on the way into one.
func (s State) Counts() bool { return s == Admitted || s == Rated }
