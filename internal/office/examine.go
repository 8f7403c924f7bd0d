package office

import (
	"context"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Examine returns the problems with a bureau's key and last checkpoint.
func Examine(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	if guard := Guard(b); guard != nil {
		return guard.Examine(ctx)
	}
	return []finding.Finding{finding.New("proof-no-key", finding.Warning, finding.At{})}, nil
}
