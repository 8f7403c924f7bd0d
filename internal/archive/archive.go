// Package archive reads ZIP files from strangers: files only, none outside, and no
// more bytes than a limit, counted as they are read.
package archive

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// The limits of an archive.
const (
	MaxBytes = 64 << 20 // unzipped, of all files together
	MaxFiles = 1000
)

// Archive is an open ZIP file.
type Archive struct {
	Names []string // of its files, with slashes

	files []*zip.File
	left  int64
}

// Is reports whether bytes are a ZIP file.
func Is(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// Open opens a ZIP file. It returns nil and adds a refusal if it cannot be read, or
// names a file outside.
func Open(data []byte, c *finding.Collector) *Archive {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case err != nil:
		c.Add(finding.Refusal("zip-broken", finding.At{}))
		return nil
	case len(r.File) > MaxFiles:
		c.Add(finding.Refusal("zip-too-large", finding.At{}, finding.Int("files", MaxFiles), finding.Int("limit", MaxBytes>>20)))
		return nil
	}
	a := &Archive{left: MaxBytes}
	for _, f := range r.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if path.IsAbs(name) || strings.Contains(name, ":") || slices.Contains(strings.Split(name, "/"), "..") || finding.Disguised(name) {
			c.Add(finding.Refusal("zip-outside", finding.At{}, finding.Quoted("name", name)))
			return nil
		}
		if !f.FileInfo().Mode().IsRegular() || strings.HasSuffix(name, "/") {
			continue
		}
		a.Names, a.files = append(a.Names, name), append(a.files, f)
	}
	return a
}

// Read returns the bytes of a file, by its index in Names. It returns false and adds a
// refusal if they cannot be read, or the archive is too large.
func (a *Archive) Read(i int, c *finding.Collector) ([]byte, bool) {
	in, err := a.files[i].Open()
	if err != nil {
		c.Add(finding.Refusal("zip-broken", finding.At{}))
		return nil, false
	}
	defer func() { _ = in.Close() }() // read only
	data, err := io.ReadAll(io.LimitReader(in, a.left+1))
	switch {
	case int64(len(data)) > a.left:
		c.Add(finding.Refusal("zip-too-large", finding.At{}, finding.Int("files", MaxFiles), finding.Int("limit", MaxBytes>>20)))
		return nil, false
	case err != nil:
		c.Add(finding.Refusal("zip-broken", finding.At{}))
		return nil, false
	}
	a.left -= int64(len(data))
	return data, true
}
