package lists

// State is where a report stands.
type State string
