// Package file is the one way in for report files: it looks at the bytes, finds
// out their encoding and format, and has the format read them.
package file

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// MaxSize is the largest file that is read unless the caller allows more, in
// MiB: of a report, a list of players or a register. Reading one of that size
// takes no more than 256 MB, whatever its bytes.
const MaxSize = 16

// Load returns the bytes of a file that is not larger than a limit in bytes. Of
// a larger one it returns the problem "file-too-large".
func Load(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return LoadFrom(f, path, limit)
}

// LoadFrom returns the bytes of an open file as Load does.
func LoadFrom(f io.Reader, name string, limit int64) ([]byte, error) {
	var data bytes.Buffer
	if known, ok := f.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := known.Stat(); err == nil {
			data.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
		}
	}
	if n, err := data.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	} else if n > limit {
		return nil, finding.NewProblem("file-too-large", finding.Text("file", name), finding.Text("limit", strconv.FormatInt(limit>>20, 10)))
	}
	return data.Bytes(), nil
}

// Read reads a report in any format. The name is the one under which findings
// speak of the file. An encoding that is not empty is taken instead of the one
// that the bytes suggest. The report is nil if a refusal says that the file
// cannot be read at all.
func Read(data []byte, name, encoding string) (*report.Report, []finding.Finding) {
	c := finding.Collector{File: name}
	if f, known := namedForeign(data); known {
		c.Add(f)
		return nil, c.Findings
	}
	text := Decode(data, encoding, &c)
	if c.Refused() {
		return nil, c.Findings
	}
	read := sniff(text)
	if read == nil {
		c.Add(finding.Refusal("format-unknown", finding.At{Line: 1}))
		return nil, c.Findings
	}
	r, findings := read(text, name)
	findings = append(c.Findings, findings...)
	if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses && !f.InSection }) {
		return nil, findings
	}
	return r, findings
}

// sniff finds the reader of a text by its beginning.
func sniff(text string) func(text, name string) (*report.Report, []finding.Finding) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return json.Read
	}
	const enough = 64 << 10 // of the text to find a line of the exchange format
	head := text[:min(len(text), enough)]
	for _, code := range []string{"001 ", "012 ", "022 ", "032 ", "042 ", "052 ", "062 ", "### "} {
		if strings.HasPrefix(head, code) || strings.Contains(head, "\n"+code) || strings.Contains(head, "\r"+code) {
			return trf.Read
		}
	}
	return nil
}
