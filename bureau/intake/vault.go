package intake

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/finding"
)

// File returns the number of the newest revision, up to one, that has a file.
func (r *Case) File(n int) int {
	for n > 1 && r.Revisions[n-1].Digest == "" {
		n--
	}
	return n
}

// The documents of a report's revision that only its key opens.
const (
	BytesKind   = "report-bytes"      // as they came
	SidecarKind = "report-beside"     // what came beside them
	ReadingKind = "report-understood" // what was understood of them
	KeyKind     = "report-key"        // one for each report, by reference
)

const keySize = 32

// Seal keeps a document of a revision, encrypted under the report's key.
func Seal(tx *bureau.Tx, kind string, revision lists.RecordID, data []byte) error {
	key, err := tx.Get(KeyKind, bureau.RefKey(revision.Ref))
	if err != nil {
		return err
	}
	if key == nil {
		key = make([]byte, keySize)
		rand.Read(key)
		if err := tx.Put(KeyKind, bureau.RefKey(revision.Ref), key); err != nil {
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

// Bytes returns the bytes of a file of a report as they came, or what came beside
// them; revision zero is the newest that has any. Without such a file, or once
// their key is destroyed, it refuses.
func Bytes(rd bureau.Reader, r *Case, revision int, beside bool) ([]byte, error) {
	kind := BytesKind
	if beside {
		kind = SidecarKind
	}
	for n := len(r.Revisions); n > 0; n-- {
		if revision != 0 && n != revision {
			continue
		}
		if data, err := Unseal(rd, kind, r, n); err != nil || data != nil {
			return data, err
		}
	}
	return nil, finding.Refuse("no-bytes", finding.Text("ref", r.Ref))
}

// Unseal returns a document of a revision, nil if there is none or its key was
// destroyed.
func Unseal(rd bureau.Reader, kind string, r *Case, revision int) ([]byte, error) {
	id := lists.RecordID{Ref: r.Ref, Revision: revision}.Key()
	sealed, err := rd.Get(kind, id)
	if err != nil || sealed == nil {
		return nil, err
	}
	key, err := rd.Get(KeyKind, bureau.RefKey(r.Ref))
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
