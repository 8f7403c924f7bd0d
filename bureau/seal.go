package bureau

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"github.com/arpadchess/arpad/finding"
)

// The documents of a report's revision that only its key opens.
const (
	bytesKind      = "report-bytes"      // as they came
	besideKind     = "report-beside"     // what came beside them
	understoodKind = "report-understood" // what was understood of them
	keyKind        = "report-key"        // one for each report, by reference
)

const keySize = 32

// seal keeps a document of a revision, encrypted under the report's key.
func (tx *Tx) seal(kind string, revision RecordID, data []byte) error {
	key, err := tx.Get(keyKind, refKey(revision.Ref))
	if err != nil {
		return err
	}
	if key == nil {
		key = make([]byte, keySize)
		rand.Read(key)
		if err := tx.Put(keyKind, refKey(revision.Ref), key); err != nil {
			return err
		}
	}
	box, err := sealer(key)
	if err != nil {
		return err
	}
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	id := revision.key()
	packed, err := deflate(data)
	if err != nil {
		return err
	}
	return tx.Put(kind, id, box.Seal(nonce, nonce, packed, []byte(kind+id)))
}

// Bytes gives the bytes of a file of a report as they came, or what came beside
// them; revision zero is the newest that has any. Without such a file, or once
// their key is destroyed, it refuses.
func (b *Bureau) Bytes(rd Reader, r *Report, revision int, beside bool) ([]byte, error) {
	kind := bytesKind
	if beside {
		kind = besideKind
	}
	for n := len(r.Revisions); n > 0; n-- {
		if revision != 0 && n != revision {
			continue
		}
		if data, err := unseal(rd, kind, r, n); err != nil || data != nil {
			return data, err
		}
	}
	return nil, refuse("no-bytes", finding.Text("ref", r.Ref))
}

// unseal gives a document of a revision, nil if there is none or its key was
// destroyed.
func unseal(rd Reader, kind string, r *Report, revision int) ([]byte, error) {
	id := RecordID{r.Ref, revision}.key()
	sealed, err := rd.Get(kind, id)
	if err != nil || sealed == nil {
		return nil, err
	}
	key, err := rd.Get(keyKind, refKey(r.Ref))
	if err != nil || key == nil {
		return nil, err
	}
	box, err := sealer(key)
	if err != nil {
		return nil, err
	}
	if len(sealed) < box.NonceSize() {
		return nil, fmt.Errorf("%s %s is damaged", kind, id)
	}
	packed, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], []byte(kind+id))
	if err != nil {
		return nil, fmt.Errorf("%s %s is damaged: %w", kind, id, err)
	}
	return inflate(packed)
}

// deflate makes bytes few before they are encrypted: a commit writes them to the
// disk.
func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func inflate(packed []byte) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(packed))
	data, err := io.ReadAll(r)
	return data, errors.Join(err, r.Close())
}

func sealer(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
