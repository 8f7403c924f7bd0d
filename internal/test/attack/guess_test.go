package attack_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Who guesses a name cannot confirm it from the log: keys that are made of names are in it
// by digests that no longer can be made once the documents are gone.
func TestNamesCannotBeGuessedFromTheLog(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	d.Rename(f.People[0].ID, "Zqfam05 Given05", "")
	_, err := register.AddClub(ctx, d.Bureau, []string{"name=Zqfam05 Given05 Club"}, "applied")
	d.Must(err)
	_, err = register.SetClub(ctx, d.Bureau, "Zqfam05 Given05 Club", []string{"region=Tokyo"}, "moved")
	d.Must(err)
	d.Verified()
	r := bureautest.Event(f, "Zqfam05 Given05 Memorial", "", 0, 1, 2, 3)
	d.Send(r)

	guesses := map[string]bool{} // unsalted
	d.Look(func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		d.Must(err)
		for _, kind := range kinds {
			d.Must(r.Scan(kind, "", "", func(key string, _ []byte) (bool, error) {
				for _, salt := range []string{"", key} {
					sum := sha256.Sum256([]byte(kind + "\x00" + key + salt))
					guesses[hex.EncodeToString(sum[:])] = true
				}
				is := sha256.Sum256([]byte(kind + "\x00" + key + "\x00"))
				guesses[hex.EncodeToString(is[:])] = true
				return true, nil
			}))
		}
		return nil
	})
	_, err = privacy.Erase(ctx, d.Bureau, f.People[0].ID, "asked for")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		return r.Scan(bureau.WriteSets, "", "", func(key string, packed []byte) (bool, error) {
			if bytes.Contains(bytes.ToLower(packed), []byte("zqfam05")) {
				t.Errorf("write set %s has a name", key)
			}
			return true, bureau.EachWritten(packed, func(kind, key string, _ bureau.Digest) {
				if guesses[key] {
					t.Errorf("the digest of a key of %s can be guessed", kind)
				}
			})
		})
	})
	d.Verified()
}

// Nor can anybody who guesses what was in a document confirm it: an erasure leaves no salt of
// the documents that it changes or deletes, so their digests in the log can no longer be made.
func TestErasedDocumentsCannotBeGuessed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	id := f.People[0].ID
	d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3))
	before := d.Stored()
	_, err := privacy.Erase(ctx, d.Bureau, id, "asked for")
	d.Must(err)
	after := d.Stored()
	gone := map[string]bool{} // salts
	for kind, all := range before {
		for key, stored := range all {
			if bureau.Logged(kind) && !bytes.Equal(stored, after[kind][key]) {
				gone[string(bureau.SaltOf(stored))] = true
			}
		}
	}
	if len(gone) < 5 || bytes.Equal(before[register.PersonKind][id], after[register.PersonKind][id]) {
		t.Fatalf("only %d documents were changed", len(gone))
	}
	for kind, all := range after {
		for key, stored := range all {
			for salt := range gone {
				if bytes.Contains(stored, []byte(salt)) {
					t.Errorf("%s %q has a salt of a document that is gone", kind, key)
				}
			}
		}
	}
}
