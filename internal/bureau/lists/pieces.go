package lists

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/roster"
)

// readPieces reads the packed standings of the list that a run made.
func readPieces(r bureau.Reader, run *Run) (packed [][]byte, err error) {
	prefix := bureau.SeqKey(run.ID) + "/"
	err = r.Scan(StateKind, prefix, bureau.KeyAfter(prefix), func(_ string, piece []byte) (bool, error) {
		packed = append(packed, piece)
		return true, nil
	})
	if err == nil && len(packed)*pieceSize < run.Players {
		err = fmt.Errorf("run %d is missing", run.ID)
	}
	return packed, err
}

// replaceStandings returns the packed standings of a list that has other standings of some players, sorted by
// number, than its base list: where few played, most of a list is copied as it is. before is how many
// players the base list has; later ones have no rating yet.
func replaceStandings(base [][]byte, before, players int, numbers []uint32, now []roster.Standing) ([][]byte, error) {
	packed := make([][]byte, (players+pieceSize-1)/pieceSize)
	for n := range packed {
		first := n * pieceSize
		count := min(pieceSize, players-first)
		if n < len(base) {
			packed[n] = base[n]
		}
		here, _ := slices.BinarySearch(numbers, uint32(first+count))
		if here == 0 && first+count <= before {
			continue
		}
		at := make([]int, here)
		for i := range at {
			at[i] = int(numbers[i]) - first
		}
		var err error
		if packed[n], err = roster.ReplaceInPiece(packed[n], count, at, now[:here]); err != nil {
			return nil, err
		}
		numbers, now = numbers[here:], now[here:]
	}
	return packed, nil
}
