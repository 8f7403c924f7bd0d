// Package file is the one way in for report files: it looks at the bytes, finds
// out their encoding and format, and has the format read them.
package file

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// MaxSize is the largest file that is read unless the caller allows more, in
// bytes.
const MaxSize = 64 << 20

// Load gives the bytes of a file that is not larger than a limit.
func Load(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return LoadFrom(f, path, limit)
}

// LoadFrom gives the bytes of an open file that is not larger than a limit.
func LoadFrom(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d MiB", name, limit>>20)
	}
	return data, nil
}

// Read reads a report in any format. The name is the one under which findings
// speak of the file. An encoding that is not empty is taken instead of the one
// that the bytes suggest. The report is nil if a refusal says that the file
// cannot be read at all.
func Read(data []byte, name, encoding string) (*report.Report, []finding.Finding) {
	c := finding.Collector{File: name}
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
	for _, f := range findings {
		c.Add(f)
	}
	if c.Refused() {
		return nil, c.Findings
	}
	return r, c.Findings
}

// sniff finds the reader of a text by its beginning.
func sniff(text []byte) func([]byte, string) (*report.Report, []finding.Finding) {
	start := bytes.TrimLeft(text, " \t\r\n")
	if len(start) > 0 && start[0] == '{' {
		return json.Read
	}
	const enough = 64 << 10 // of the text to find a line of the exchange format
	head := text[:min(len(text), enough)]
	for _, code := range []string{"001 ", "012 ", "022 ", "032 ", "042 ", "052 ", "062 ", "### "} {
		if bytes.HasPrefix(head, []byte(code)) || bytes.Contains(head, []byte("\n"+code)) || bytes.Contains(head, []byte("\r"+code)) {
			return func(text []byte, name string) (*report.Report, []finding.Finding) {
				return trf.Read(string(text), name)
			}
		}
	}
	return nil
}
