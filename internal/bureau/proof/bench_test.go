package proof_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkDisclose returns the disclosure of a list and checks it, which makes
// the list again.
func BenchmarkDisclose(b *testing.B) {
	ctx := context.Background()
	c := crowd.New(b, storetest.File(b))
	label := c.Month(b, 0)
	_, err := closing.Close(ctx, c.Bureau, label)
	bureautest.Must(b, err)
	_, err = closing.Tick(ctx, c.Bureau, label, "all", "looked at")
	bureautest.Must(b, err)
	p, err := closing.Publish(ctx, c.Bureau, label, "")
	bureautest.Must(b, err)
	var disclosed *proof.Disclosure
	disclose := func() {
		bureautest.Must(b, c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
			disclosed, err = proof.Disclose(r, p)
			return err
		}))
	}
	b.Run("disclose", func(b *testing.B) {
		for b.Loop() {
			disclose()
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			_, err := disclosed.Check(nil)
			bureautest.Must(b, err)
		}
	})
	data, err := json.Marshal(disclosed)
	bureautest.Must(b, err)
	b.Logf("%d MB of JSON", len(data)>>20)
}
