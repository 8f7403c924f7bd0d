package vault_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A document is read back as it was sealed, in no other place, and not without its key.
func TestSealedDocumentsNeedTheirKey(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	first, second := lists.RecordID{Ref: "2024-02-0001", Revision: 1}, lists.RecordID{Ref: "2024-02-0001", Revision: 2}
	other := lists.RecordID{Ref: "2024-02-0002", Revision: 1}
	text := map[lists.RecordID][]byte{first: []byte("Aoki Ren, 1984-05-02"), second: bytes.Repeat([]byte("Baba Mio "), 1000), other: {}}
	d.Must(d.Do(t.Context(), "report.submit", "", func(tx *bureau.Tx) error {
		for id, data := range text {
			if err := vault.Seal(tx, vault.Bytes, id, data); err != nil {
				return err
			}
		}
		return nil
	}))
	unseal := func(id lists.RecordID) (data []byte) {
		t.Helper()
		d.Look(func(r bureau.Reader) (err error) {
			data, err = vault.Unseal(r, vault.Bytes, id)
			return err
		})
		return data
	}
	for id, want := range text {
		if got := unseal(id); !bytes.Equal(got, want) {
			t.Errorf("%v is %q, want %q", id, got, want)
		}
	}
	for key, sealed := range d.Stored()[vault.Bytes] {
		if bytes.Contains(sealed, []byte("Aoki")) || bytes.Contains(sealed, []byte("Baba")) {
			t.Errorf("%s can be read without a key", key)
		}
		if len(sealed) > len(text[second])/2 {
			t.Errorf("%s has %d bytes", key, len(sealed))
		}
	}
	if got := unseal(lists.RecordID{Ref: first.Ref, Revision: 3}); got != nil {
		t.Errorf("a revision that there is not holds %q", got)
	}

	// What was sealed for a revision is not taken for that of another one.
	stored := d.Stored()[vault.Bytes]
	d.Put(vault.Bytes, first.Key(), stored[second.Key()])
	err := d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		_, err := vault.Unseal(r, vault.Bytes, first)
		return err
	})
	if err == nil {
		t.Error("the document of another revision is read")
	}
	d.Put(vault.Bytes, first.Key(), stored[first.Key()])

	d.Must(d.Do(t.Context(), "person.erase", "", func(tx *bureau.Tx) error { return vault.Destroy(tx, first.Ref) }))
	for id, want := range map[lists.RecordID][]byte{first: nil, second: nil, other: text[other]} {
		if got := unseal(id); !bytes.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("without the key of %s, %v is %q, want %q", first.Ref, id, got, want)
		}
	}
}

// A file that could not be read is kept for ninety days.
func TestEvidenceIsKeptForNinetyDays(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	d.Must(d.Do(t.Context(), "report.submit", "", func(tx *bureau.Tx) error {
		return vault.KeepEvidence(tx, "digest", "report.trf", "club", []byte("unreadable"))
	}))
	const kind = "unreadable-file"
	begun := d.Now
	for _, c := range []struct{ days, kept int }{{90, 1}, {91, 0}} {
		d.Now = begun.Add(time.Duration(c.days) * 24 * time.Hour)
		d.Must(d.Do(t.Context(), "report.submit", "", vault.DropEvidence))
		if got := len(d.Stored()[kind]); got != c.kept {
			t.Errorf("after %d days %d files are kept, want %d", c.days, got, c.kept)
		}
	}
}
