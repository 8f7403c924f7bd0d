package months

// NextDue is exported for tests.
var NextDue = nextDue
