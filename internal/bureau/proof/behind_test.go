package proof_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
)

// lastLeaf returns the last leaf of the transparency log.
func lastLeaf(d *bureautest.Bureau) (last proof.Leaf) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) error {
		return proof.Leaves(r, 0, func(leaf []byte) error {
			last = proof.Leaf{}
			return json.Unmarshal(leaf, &last)
		})
	})
	return last
}

// entries returns the audit log.
func entries(d *bureautest.Bureau) (log []*bureau.Entry) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) (err error) {
		log, err = bureau.Entries.All(r, "")
		return err
	})
	return log
}

// A leaf is never older than the one before it, unless an officer states why. The
// reason is logged.
func TestNoLeafBeforeTheLastOne(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, c := range map[string]struct {
		subject string
		write   func(*bureautest.Bureau) error
	}{
		"publication": {"2024-03", func(d *bureautest.Bureau) error {
			_, err := closing.Publish(ctx, d.Bureau, "2024-03", "the players travel")
			return err
		}},
		"correction": {"C1", func(d *bureautest.Bureau) error {
			_, err := correction.Accept(ctx, d.Bureau, "C1", "confirmed")
			return err
		}},
		"key": {"the key", func(d *bureautest.Bureau) error {
			return proof.AnnounceKey(ctx, d.Bureau, proof.KeyLeaf{Key: "the key", Reason: "the first"})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			d := bureautest.Sixteen(t, "ncs")
			d.Live(1, 1, nil)
			d.On("2024-02-10T03:00:00Z")
			d.Submit(d.Event("Open 2", "2024-02-05"))
			d.On("2024-02-25T03:00:00Z")
			_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{Reason: "checked", What: correction.Amendment{Kind: correction.AmendRating, Player: d.ID(0), Type: rating.Standard, Rating: 1777}})
			d.Must(err)
			_, err = closing.Close(ctx, d.Bureau, "2024-03")
			d.Must(err)
			_, err = closing.Tick(ctx, d.Bureau, "2024-03", "all", "looked at")
			d.Must(err)
			last := lastLeaf(d)
			d.On("2024-02-25T03:00:00Z")
			d.Now = last.At.Add(-time.Second)
			before := entries(d)
			if err := c.write(d); bureautest.Refusal(err) != "leaf-behind" {
				t.Fatalf("the clock is behind the last leaf: %v", err)
			}
			if now := lastLeaf(d); now.Number != last.Number || len(entries(d)) != len(before) {
				t.Errorf("leaf %d was written", now.Number)
			}
			d.Behind = "  "
			if err := c.write(d); bureautest.Refusal(err) != "leaf-behind" {
				t.Errorf("without a reason: %v", err)
			}
			d.Behind = "the clock was a day ahead in January"
			d.Must(c.write(d))
			now := lastLeaf(d)
			if now.Number <= last.Number || !now.At.Before(last.At) {
				t.Errorf("leaf %d of %v follows %d of %v", now.Number, now.At, last.Number, last.At)
			}
			var forced []*bureau.Entry
			for _, e := range entries(d)[len(before):] {
				if e.Action == "leaf.behind" {
					forced = append(forced, e)
				}
			}
			if len(forced) != 1 || forced[0].Reason != d.Behind || forced[0].Subject != c.subject {
				t.Errorf("the log says %v", forced)
			}
			d.Verified()
			// From here on the clock is ahead of the last leaf.
			d.Behind = ""
			d.Now = now.At
			d.Must(proof.AnnounceKey(ctx, d.Bureau, proof.KeyLeaf{Key: "another key"}))
		})
	}
}
