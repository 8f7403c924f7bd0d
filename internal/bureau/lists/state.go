package lists

// State is the state of a report.
type State string
