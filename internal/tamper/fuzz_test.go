package tamper_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/tamper"
)

// Any text is either refused as a bundle, or read and written unchanged. A list
// that verifies is a published one.
func FuzzRead(f *testing.F) {
	d := japan(f)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.PublishAll(-1)
	published := map[string]bool{}
	for _, label := range []string{"2024-01", "2024-02"} {
		data := d.bundle(label, 1)
		f.Add(data)
		b, err := tamper.Read(bytes.NewReader(data))
		d.Must(err)
		published[string(b.Leaf)] = true
	}
	public := d.guard.Key.Public
	f.Fuzz(func(t *testing.T, text []byte) {
		var refused *finding.Refused
		b, err := tamper.Read(bytes.NewReader(text))
		if err != nil {
			if !errors.As(err, &refused) {
				t.Fatal(err)
			}
			return
		}
		var written bytes.Buffer
		if err := tamper.Write(&written, b); err != nil {
			t.Fatal(err)
		}
		if again, err := tamper.Read(&written); err != nil || !bytes.Equal(again.Leaf, b.Leaf) {
			t.Fatalf("read, written, and read again: %v", err)
		}
		if _, err := b.Check(nil); err != nil && !errors.As(err, &refused) { // as a dishonest bureau would sign it
			t.Fatal(err)
		}
		_, err = b.Verify(public)
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(err)
		}
		if err == nil && !published[string(b.Leaf)] {
			t.Fatalf("what was never published verifies: %s", b.Leaf)
		}
	})
}
