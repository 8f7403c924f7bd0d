package tamper_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Whatever was changed of a bundle, the player is named whose number is another one when
// the list is made again; and it is said how far the check came.
func TestWhatDiffersIsNamed(t *testing.T) {
	t.Parallel()
	d := japanLived(t)
	data := d.bundle("2024-02", 1)
	read := func() *tamper.Bundle {
		b, err := tamper.Read(bytes.NewReader(data))
		d.Must(err)
		return b
	}
	whole := read()
	var told []proof.Stage
	whole.Watch = func(stage proof.Stage, done, total int) {
		if done > total {
			t.Errorf("%s: %d of %d", stage, done, total)
		}
		if len(told) == 0 || told[len(told)-1] != stage {
			told = append(told, stage)
		}
	}
	proved, err := whole.Verify(d.guard.Key.Public)
	d.Must(err)
	if len(told) != len(proof.Stages) || proved.Compared < len(whole.Players)/2 || proved.At() != proof.Numbers {
		t.Errorf("the stages are %v, %d numbers were compared", told, proved.Compared)
	}
	rated := ""
	for i := range whole.Players {
		if p := &whole.Players[i]; p.From != nil && p.From.Standard != nil && p.To.Standard.Played > 0 {
			rated = p.ID
		}
	}
	if of, known := proved.Find(rated, rating.Standard); !known || of.Stated != of.Made || !of.Made.Rating.Rated() {
		t.Errorf("%s is %+v", rated, of)
	}
	for name, c := range map[string]struct {
		change func(*tamper.Bundle)
		reason string
		at     proof.Stage
		names  bool
	}{
		"nothing":     {func(*tamper.Bundle) {}, "", proof.Numbers, false},
		"a number":    {func(b *tamper.Bundle) { player(b, rated).To.Standard.Rating++ }, "bundle-made", proof.Numbers, true},
		"a K":         {func(b *tamper.Bundle) { player(b, rated).To.Standard.K++ }, "bundle-made", proof.Numbers, true},
		"a start":     {func(b *tamper.Bundle) { player(b, rated).From.Standard.Rating++ }, "bundle-standings", proof.Input, true},
		"a result":    {func(b *tamper.Bundle) { flip(b, rated) }, "bundle-records", proof.Input, true},
		"a signature": {func(b *tamper.Bundle) { b.Checkpoint += "x" }, "bundle-signature", proof.Signature, false},
		"a leaf":      {func(b *tamper.Bundle) { b.Leaf = bytes.Replace(b.Leaf, []byte("period"), []byte("pexiod"), 1) }, "bundle-included", proof.Place, false},
	} {
		b := read()
		c.change(b)
		proved, err := b.Verify(d.guard.Key.Public)
		var refused *finding.Refused
		if errors.As(err, &refused) != (c.reason != "") || refused != nil && refused.ID != c.reason || proved.At() != c.at {
			t.Errorf("%s: %v at %s", name, err, proved.At())
		}
		named := false
		for _, d := range proved.Differences {
			named = named || d.Player == rated
		}
		if named != c.names {
			t.Errorf("%s: %d numbers differ, %s among them: %v", name, proved.Differ, rated, named)
		}
	}
}

// player returns a player of a bundle.
func player(b *tamper.Bundle, id string) *proof.PublicPlayer {
	for i := range b.Players {
		if b.Players[i].ID == id {
			return &b.Players[i]
		}
	}
	return nil
}

// flip changes the result of a game of a player.
func flip(b *tamper.Bundle, id string) {
	for i := range b.Records {
		for j := range b.Records[i].Games {
			g := &b.Records[i].Games[j]
			if (g.White == id || g.Black == id) && g.Out == "" && b.Records[i].Sections[g.Section].Kind == rating.Standard {
				g.Result = map[bool]report.Result{true: report.BlackWon, false: report.WhiteWon}[g.Result == report.WhiteWon]
				return
			}
		}
	}
}

// The bundle of a publication as it was then stays the same, whatever is published after
// it, and each of them verifies.
func TestBundleStaysTheSame(t *testing.T) {
	t.Parallel()
	d := japanLived(t)
	bundles := func() map[int]string {
		all := map[int]string{}
		d.Must(d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			published, err := lists.AllPublications(r)
			for _, p := range published {
				b, err := tamper.Of(r, d.guard, p)
				d.Must(err)
				var data bytes.Buffer
				d.Must(tamper.Write(&data, b))
				all[p.Leaf] = data.String()
			}
			return err
		}))
		return all
	}
	before := bundles()
	d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: "N00000003", Type: rating.Standard, Rating: 1500}, "")
	after := bundles()
	if len(after) <= len(before) {
		t.Fatalf("%d lists, then %d", len(before), len(after))
	}
	for leaf, data := range before {
		if after[leaf] != data {
			t.Errorf("the bundle of leaf %d is another one", leaf)
		}
	}
	for leaf, data := range after {
		if proved, err := verify([]byte(data), d.guard.Key.Public); err != nil || proved.Number != leaf || proved.Checkpoint.Size != int64(leaf) {
			t.Errorf("the bundle of leaf %d: %v", leaf, err)
		}
	}
}
