// Package file is the only entrance for report files: it detects their encoding
// and format, and calls the reader of the format.
package file

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// MaxSize is the default limit in MiB on the size of a file: a report, a list
// of players or a register. Reading a file of that size takes at most 256 MB,
// whatever its bytes.
const MaxSize = 16

// Load returns the bytes of a file up to a limit in bytes. For a larger one it
// returns the problem "file-too-large".
func Load(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	return LoadFrom(f, path, limit)
}

// LoadFrom is like Load, for an open file.
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

// Read reads a report in any format. name is used in findings. encoding
// overrides the detected one unless it is empty. The report is nil if a refusal
// says that the file cannot be read at all.
func Read(data []byte, name, encoding string) (*report.Report, []finding.Finding) {
	return ReadAs(data, name, As{Encoding: encoding})
}

// As is what the caller knows of a file, where the file itself does not tell.
type As struct {
	Encoding string      // overrides the detected one; empty: detected
	Dates    civil.Order // of the numbers in dates

	Columns map[string]string // of a list of games: what its headers are, folded; empty: not used
}

// Columns returns what the headers of a list of games are, by headers in any form. The
// names of the columns are gamelist.Columns; an empty one says that nobody needs it.
func Columns(headers map[string]string) map[string]string {
	folded := make(map[string]string, len(headers))
	for header, name := range headers {
		folded[table.Fold(header)] = name
	}
	return folded
}

// ReadAs is like Read, with what the caller knows of the file.
func ReadAs(data []byte, name string, as As) (*report.Report, []finding.Finding) {
	r, findings := readAll(data, name, as)
	if slices.ContainsFunc(findings, finding.Finding.RefusesAll) {
		return nil, findings
	}
	for i := range r.Sections {
		r.Sections[i].Settle()
	}
	return r, findings
}

// readAll is Read, but returns what there is of a report that is refused.
func readAll(data []byte, name string, as As) (*report.Report, []finding.Finding) {
	in := &input{Collector: &finding.Collector{File: name}, as: as, data: data}
	format, ok := in.format(true)
	if !ok {
		if !in.Refused() {
			in.Add(finding.Refusal("format-unknown", first))
		}
		return nil, in.Findings
	}
	r, findings := format.read(in)
	if r != nil {
		for i := range r.Sections {
			r.Sections[i].DropNobodies(func(f finding.Finding) { findings = append(findings, f.Of(name)) })
		}
	}
	return r, append(in.Findings, findings...)
}
