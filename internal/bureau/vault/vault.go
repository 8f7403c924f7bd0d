// Package vault stores the documents of reports encrypted, each report under
// its own key, and for a time the files that could not be read. Once the key is
// destroyed, nobody can read the documents.
package vault

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// The kinds of documents stored for a report's revision, and for a statement by its number.
const (
	Bytes   = "report-bytes"      // as submitted
	Sidecar = "report-beside"     // what was submitted with them
	Reading = "report-understood" // what the reader made of them
	Words   = "statement"         // what was said beside them
)

const (
	keyKind = "report-key" // one per report, by reference
	keySize = 32
)

// Seal stores a document of a revision, encrypted under the report's key.
func Seal(tx *bureau.Tx, kind string, revision lists.RecordID, data []byte) error {
	key, err := tx.Get(keyKind, bureau.RefKey(revision.Ref))
	if err != nil {
		return err
	}
	if key == nil {
		key = make([]byte, keySize)
		rand.Read(key)
		if err := tx.Put(keyKind, bureau.RefKey(revision.Ref), key); err != nil {
			return err
		}
	}
	box, err := sealer(key)
	if err != nil {
		return err
	}
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	id := revision.Key()
	packed, err := deflate(data)
	if err != nil {
		return err
	}
	return tx.Put(kind, id, box.Seal(nonce, nonce, packed, []byte(kind+id)))
}

// Unseal returns a document of a revision, nil if there is none or its key was
// destroyed.
func Unseal(rd bureau.Reader, kind string, revision lists.RecordID) ([]byte, error) {
	id := revision.Key()
	sealed, err := rd.Get(kind, id)
	if err != nil || sealed == nil {
		return nil, err
	}
	key, err := rd.Get(keyKind, bureau.RefKey(revision.Ref))
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

// Destroy destroys the key of a report, and with it everything that was sealed
// under it.
func Destroy(tx *bureau.Tx, ref string) error { return tx.Delete(keyKind, bureau.RefKey(ref)) }

// compressors are used again, which takes two thirds of the time of a compressor without tables.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// deflate compresses data before it is encrypted.
func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&b)
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
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
