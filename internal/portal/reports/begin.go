package reports

import (
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/statement"
)

// begin begins the draft of a report with a file, and leads to its check.
func begin(v *portal.Visit, _ string, _ []byte, _ statement.Words) error {
	return v.Lead("portal", "drafts", "D1")
}
