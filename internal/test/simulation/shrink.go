package simulation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
)

// Shrink lives a life that failed again and again with steps left out, and gives
// the shortest one that fails in the same way. It tries so often.
func (l *Life) Shrink(ctx context.Context, c Cabinet, tries int) *Life {
	shortest := l
	for size := l.step / 2; size > 0; size /= 2 {
		for from := 1; from < shortest.step && tries > 0; from += size {
			p := shortest.Plan
			p.Skip = maps.Clone(p.Skip)
			if p.Skip == nil {
				p.Skip = map[int]bool{}
			}
			before := len(p.Skip)
			for step := from; step < from+size && step < shortest.Failure.Step; step++ {
				p.Skip[step] = true
			}
			if len(p.Skip) == before {
				continue
			}
			tries--
			if life := p.Live(ctx, c); life.Failure != nil && life.Failure.What == l.Failure.What && len(life.Log) < len(shortest.Log) {
				shortest = life
			}
		}
	}
	return shortest
}

// Digest returns the SHA-256 of what the bureau holds in the end: of the documents
// of some kinds, of all if none is named.
func (l *Life) Digest(kinds ...string) string {
	h := sha256.New()
	for _, kind := range slices.Sorted(maps.Keys(l.ledger.documents)) {
		if len(kinds) > 0 && !slices.Contains(kinds, kind) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(l.ledger.documents[kind])) {
			fmt.Fprintf(h, "%s %q %q\n", kind, key, l.ledger.documents[kind][key])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
