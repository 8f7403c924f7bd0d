package tamper

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// bundleSchema is the format of a bundle and its version.
const bundleSchema = "arpad.bundle/1"

// Bundle is a published list with what it was made from and the proof that it is in the
// bureau's log, which anyone can verify without a database: schema arpad.bundle/1. It is
// what arpad bundle writes. It holds no personal data.
type Bundle struct {
	Schema string `json:"schema"`
	proof.Disclosure
	Tree       []tlog.Hash `json:"tree"`       // the hashes of all leaves (RFC 6962), in base64
	Checkpoint string      `json:"checkpoint"` // of that tree, signed by the bureau: a note (c2sp.org/tlog-checkpoint)

	Watch proof.Watch `json:"-"` // is told how far Verify is; nil: nobody is

	parts *proof.Parts // in place of People and Players, where it is only to be written; nil: these
}

// New returns the bundle of a published list. Revision zero means the newest
// revision, an empty label the newest list. It signs the tree if necessary.
func New(ctx context.Context, b *bureau.Bureau, guard *Guard, label string, revision int) (*Bundle, error) {
	last, err := guard.Sign(ctx)
	if err != nil {
		return nil, err
	}
	bundle, late := &Bundle{Schema: bundleSchema, Checkpoint: string(last.Signed)}, false
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		p, err := lists.FindList(r, label, revision)
		if err != nil {
			return err
		}
		if late = int64(p.Leaf) > last.Size; late { // published in the meantime
			return nil
		}
		disclosed, err := proof.Disclose(r, p)
		if err != nil {
			return err
		}
		bundle.Disclosure = *disclosed
		return proof.Leaves(r, 0, func(leaf []byte) error {
			if int64(len(bundle.Tree)) < last.Size { // not signed yet
				bundle.Tree = append(bundle.Tree, tlog.RecordHash(leaf))
			}
			return nil
		})
	})
	if err == nil && late {
		return New(ctx, b, guard, label, revision)
	}
	return bundle, err
}

// Of returns the bundle of a publication as it was when that was published, to be written: its
// tree ends with the leaf of the publication. So it stays the same for ever, as long as the key
// does. A publication that no checkpoint covers yet is refused, and a database that does not
// extend the last checkpoint. People and Players are empty: they are read while they are written,
// within the transaction.
func Of(r bureau.Reader, guard *Guard, p *lists.Publication) (*Bundle, error) {
	last, err := guard.Last()
	if err != nil {
		return nil, err
	}
	whole, err := guard.tree(r, last)
	if err != nil {
		return nil, err
	}
	if int64(p.Leaf) > last.Size {
		return nil, finding.Refuse("checkpoint-behind", count("leaves", int64(p.Leaf)), count("size", last.Size))
	}
	bundle, then := &Bundle{Schema: bundleSchema}, &Tree{}
	for number := int64(1); number <= int64(p.Leaf); number++ {
		leaf, err := whole.Leaf(number)
		if err == nil {
			err = then.Add(leaf)
		}
		if err != nil {
			return nil, err
		}
		bundle.Tree = append(bundle.Tree, leaf)
	}
	signed, err := guard.Key.Sign(then)
	if err != nil {
		return nil, err
	}
	bundle.Checkpoint = string(signed.Signed)
	disclosed, parts, err := proof.DiscloseInParts(r, p)
	if err == nil {
		bundle.Disclosure, bundle.parts = *disclosed, parts
	}
	return bundle, err
}

// Write writes a bundle as one line of JSON. Its people, players and records, 100 MB of a
// large federation, are never in memory as JSON.
func Write(w io.Writer, b *Bundle) error {
	const long = `"people":[],"players":[],"records":[]` // not within a text, whose quotation marks are escaped
	rest := *b
	rest.People, rest.Players, rest.Records = []string{}, []proof.PublicPlayer{}, []proof.PublicRecord{}
	text, err := json.Marshal(&rest)
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(text, []byte(long))
	parts := b.parts
	if parts == nil {
		parts = &proof.Parts{Players: slices.Values(b.Players), People: b.people}
	}
	out := bufio.NewWriter(w) // has the errors of all writes
	_, _ = fmt.Fprintf(out, `%s"people":[`, before)
	separator := ""
	err = parts.People(func(lines []byte) error {
		_, _ = out.WriteString(separator)
		writeText(out, lines)
		separator = ","
		return nil
	})
	_, _ = out.WriteString(`],"players":[`)
	err = errors.Join(err, writeValues(out, parts.Players))
	_, _ = out.WriteString(`],"records":[`)
	err = errors.Join(err, writeValues(out, slices.Values(b.Records)))
	_, _ = fmt.Fprintf(out, "]%s\n", after)
	return errors.Join(err, out.Flush())
}

// people calls each with the lines of each list.
func (b *Bundle) people(each func(lines []byte) error) error {
	for _, lines := range b.People {
		if err := each([]byte(lines)); err != nil {
			return err
		}
	}
	return nil
}

// writeValues writes the values of an array.
func writeValues[T any](out *bufio.Writer, values iter.Seq[T]) error {
	separator := ""
	for value := range values {
		text, err := json.Marshal(&value)
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator)
		_, _ = out.Write(text)
		separator = ","
	}
	return nil
}

// writeText writes a text of many lines as a value, line by line.
func writeText(out *bufio.Writer, text []byte) {
	_ = out.WriteByte('"')
	for line := range bytes.Lines(text) {
		quoted, _ := json.Marshal(string(line)) // a text can always be written
		_, _ = out.Write(quoted[1 : len(quoted)-1])
	}
	_ = out.WriteByte('"')
}

// Read reads what Write writes. Only white space may differ. Anything that is
// not a bundle is refused.
func Read(r io.Reader) (*Bundle, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	b := &Bundle{}
	if err := json.Unmarshal(data, b); err != nil || b.Schema != bundleSchema {
		return nil, finding.Refuse("bundle-form", finding.Text("form", bundleSchema))
	}
	var said bytes.Buffer
	err = json.Compact(&said, data)
	for _, leaf := range b.leaves() {
		var compact bytes.Buffer
		err = errors.Join(err, json.Compact(&compact, *leaf))
		*leaf = compact.Bytes()
	}
	again, failed := json.Marshal(b) // as Write writes it, all at once: the browser has no use for parts
	if err != nil || failed != nil || !bytes.Equal(again, said.Bytes()) {
		return nil, finding.Refuse("bundle-form", finding.Text("form", bundleSchema)) // unknown or duplicate keys
	}
	return b, nil
}

// leaves returns the leaves of the bundle, that of its list first.
func (b *Bundle) leaves() []*json.RawMessage {
	all := []*json.RawMessage{&b.Leaf}
	for i := range b.Before {
		all = append(all, &b.Before[i])
	}
	return all
}

// Verified is what a bundle proves.
type Verified struct {
	*proof.Checked
	Checkpoint *Checkpoint
}

// Verify checks that a bundle is signed with a key, that its list is in the
// tree, and that the list follows from its input. It returns the first
// discrepancy as a *finding.Refused, with what was found out until then, or
// ErrNoKey if public is not a public key.
func (b *Bundle) Verify(public string) (*Verified, error) {
	b.Watch.Tell(proof.Signature, 0, 1)
	c, err := OpenCheckpoint([]byte(b.Checkpoint), public)
	switch {
	case errors.Is(err, ErrNoKey):
		return nil, err
	case err != nil:
		return &Verified{proof.NotChecked(proof.Signature), nil}, finding.Refuse("bundle-signature")
	}
	b.Watch.Tell(proof.Place, 0, 1)
	if err := b.placed(c); err != nil {
		return &Verified{proof.NotChecked(proof.Place), c}, err
	}
	found, err := b.Check(b.Watch)
	return &Verified{found, c}, err
}

// placed checks that all leaves are in the tree of a checkpoint.
func (b *Bundle) placed(c *Checkpoint) error {
	tree, err := b.tree()
	if err != nil {
		return err
	}
	if holds, err := c.Holds(tree); err != nil || !holds || tree.Size() != c.Size {
		return finding.Refuse("bundle-tree", count("size", c.Size))
	}
	for _, leaf := range b.leaves() {
		var at struct{ Number int64 }
		if err := json.Unmarshal(*leaf, &at); err != nil {
			return finding.Refuse("bundle-leaf")
		}
		if is, err := tree.Leaf(at.Number); err != nil || is != tlog.RecordHash(*leaf) {
			return finding.Refuse("bundle-included", count("leaf", at.Number))
		}
	}
	return nil
}

// Since checks that the tree of a verified bundle extends an older checkpoint.
// It refuses a tree that does not, and a bundle that was signed before the
// checkpoint.
func (b *Bundle) Since(old *Checkpoint) error {
	tree, err := b.tree()
	if err != nil {
		return err
	}
	if tree.Size() < old.Size { // signed earlier: nothing can be concluded
		return finding.Refuse("bundle-older", count("leaves", tree.Size()), count("size", old.Size))
	}
	if holds, err := old.Holds(tree); err != nil || !holds {
		return finding.Refuse("checkpoint-other", count("size", old.Size))
	}
	return nil
}

func (b *Bundle) tree() (*Tree, error) {
	tree := &Tree{}
	for _, leaf := range b.Tree {
		if err := tree.Add(leaf); err != nil {
			return nil, err
		}
	}
	return tree, nil
}
