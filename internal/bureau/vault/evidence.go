package vault

import (
	"context"
	"errors"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Evidence is a file that could not be read. It belongs to no report, and its day is
// not that of a report.
type Evidence struct {
	File string    `json:"file"`
	From string    `json:"from,omitempty"`
	At   time.Time `json:"at"`
	Data []byte    `json:"data"`
}

// evidence is kept by its day of receipt and the digest of its bytes.
var evidence = bureau.Table[Evidence]{Kind: "unreadable-file"}

// evidenceDays is how long evidence is kept.
const evidenceDays = 90

// KeepEvidence keeps a file that could not be read, by the digest of its bytes.
func KeepEvidence(tx *bureau.Tx, digest, file, from string, data []byte) error {
	key := tx.Today.String() + "\x00" + digest
	return evidence.Put(tx, key, &Evidence{File: file, From: from, At: tx.Now, Data: data})
}

// DropEvidence deletes the evidence that has been kept long enough.
func DropEvidence(tx *bureau.Tx) error {
	n, err := dropEvidence(tx)
	if err != nil || n == 0 {
		return err
	}
	return tx.Log("report.evidence-deleted", "", "", map[string]any{"files": n})
}

// DropOldEvidence is DropEvidence as something that is done for itself. It returns how many files it has deleted.
func DropOldEvidence(ctx context.Context, b *bureau.Bureau) (n int, err error) {
	err = b.Do(ctx, "report.evidence-deleted", "", func(tx *bureau.Tx) error {
		if n, err = dropEvidence(tx); n == 0 {
			tx.Nothing()
		}
		tx.Note("", map[string]any{"files": n})
		return err
	})
	return n, err
}

func dropEvidence(tx *bureau.Tx) (int, error) {
	var old []string
	err := evidence.Scan(tx, "", (tx.Today - evidenceDays).String(), func(key string, _ *Evidence) (bool, error) {
		old = append(old, key)
		return true, nil
	})
	for _, key := range old {
		err = errors.Join(err, tx.Delete(evidence.Kind, key))
	}
	return len(old), err
}
