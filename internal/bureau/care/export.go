package care

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// An export is a bureau as text: a header, a line of JSON for each document in
// the order of kind and key, and a trailer with their number and the SHA-256 of
// all preceding lines. Values that are JSON are included as they are, others in
// base64, and so are salts. Equal bureaus have equal exports.

// exportForm is the version of the format.
const exportForm = "arpad.bureau/2"

// header is the first line.
type header struct {
	Form      string `json:"form"`
	Authority string `json:"authority"`
}

// exported is a document. Exactly one of Value and Bytes is set.
type exported struct {
	Kind  string          `json:"kind"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value,omitempty"`
	Bytes []byte          `json:"bytes,omitempty"`
	Salt  []byte          `json:"salt"` // the log has the digest of the document with its salt
}

// trailer is the last line.
type trailer struct {
	Documents int    `json:"documents"`
	SHA256    string `json:"sha256"`
}

// Export writes the whole bureau, including personal data and keys, and returns
// the number of documents. It ends with a *Damaged error at a damaged document.
func Export(ctx context.Context, b *bureau.Bureau, to io.Writer) (documents int, err error) {
	err = b.Store.View(ctx, func(r bureau.Reader) error {
		s, err := bureau.ReadSettings(bureau.Checked(r))
		if err != nil {
			return err
		}
		out := &exporter{hash: sha256.New(), to: bufio.NewWriter(to)}
		if err := out.line(header{exportForm, s.Authority}); err != nil {
			return err
		}
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, stored []byte) (bool, error) {
				documents++
				return true, errors.Join(out.document(kind, key, stored), ctx.Err())
			})
			if err != nil {
				return err
			}
		}
		if err := out.line(trailer{documents, hex.EncodeToString(out.hash.Sum(nil))}); err != nil {
			return err
		}
		return out.to.Flush()
	})
	return documents, err
}

type exporter struct {
	hash hash.Hash
	to   *bufio.Writer
}

func (e *exporter) line(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	e.hash.Write(data)
	_, err = e.to.Write(data)
	return err
}

func (e *exporter) document(kind, key string, stored []byte) error {
	value, err := bureau.OpenDocument(kind, key, stored)
	if err != nil || !utf8.ValidString(key) {
		return &bureau.Damaged{Kind: kind, Key: key}
	}
	d := exported{Kind: kind, Key: key, Salt: bureau.SaltOf(stored)}
	if again, err := json.Marshal(json.RawMessage(value)); err == nil && bytes.Equal(again, value) {
		d.Value = value
	} else {
		d.Bytes = value
	}
	return e.line(d)
}

// Import reads an export into an empty store, and returns the number of
// documents. Either everything is kept or nothing.
func Import(ctx context.Context, b *bureau.Bureau, from io.Reader) (documents int, err error) {
	err = b.Update(ctx, func(w bureau.Writer) error {
		kinds, err := w.Kinds()
		if err != nil {
			return err
		}
		if len(kinds) > 0 {
			return finding.Refuse("import-not-empty")
		}
		in := &importer{hash: sha256.New(), from: bufio.NewReader(from)}
		if err := in.header(); err != nil {
			return err
		}
		err = in.keep(ctx, w)
		documents = in.documents
		return err
	})
	return documents, err
}

type importer struct {
	hash      hash.Hash
	from      *bufio.Reader
	lines     int
	documents int
}

// damaged returns the refusal of the line read last.
func (i *importer) damaged() error {
	return finding.Refuse("import-damaged", finding.Int("line", i.lines))
}

// next reads a line.
func (i *importer) next() ([]byte, error) {
	i.lines++
	line, err := i.from.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		return nil, i.damaged() // the trailer is missing or cut off
	}
	return line, err
}

func (i *importer) header() error {
	line, err := i.next()
	if err != nil {
		return err
	}
	i.hash.Write(line)
	var h header
	if json.Unmarshal(line, &h) != nil || h.Form != exportForm {
		return finding.Refuse("import-form", finding.Text("form", exportForm))
	}
	return nil
}

// keep stores all documents. It returns nil only if the export was intact.
func (i *importer) keep(ctx context.Context, w bureau.Writer) error {
	for {
		d, err := i.document()
		if err != nil || d == nil {
			return err
		}
		value := d.Bytes
		if d.Value != nil {
			value = d.Value
		}
		if err := errors.Join(bureau.PutSalted(w, d.Kind, d.Key, value, d.Salt), ctx.Err()); err != nil {
			return err
		}
	}
}

// document returns the next document, nil at the end of an intact export.
func (i *importer) document() (*exported, error) {
	line, err := i.next()
	if err != nil {
		return nil, err
	}
	var d struct {
		exported
		trailer
	}
	if json.Unmarshal(line, &d) != nil {
		return nil, i.damaged()
	}
	if d.SHA256 != "" {
		if d.SHA256 != hex.EncodeToString(i.hash.Sum(nil)) || d.Documents != i.documents {
			return nil, i.damaged()
		}
		return nil, nil
	}
	if d.Kind == "" || len(d.Salt) != bureau.SaltSize {
		return nil, i.damaged()
	}
	i.hash.Write(line)
	i.documents++
	return &d.exported, nil
}
