package fidelist

import (
	"archive/zip"
	"io"
	"path"

	"github.com/arpadchess/arpad/finding"
)

// maxMembers is the maximum number of files in a ZIP. FIDE's have one.
const maxMembers = 16

// readZip reads the only list in a ZIP.
func (l *list) readZip(f io.ReaderAt, size int64) {
	archive, err := zip.NewReader(f, size)
	if err != nil {
		l.Add(finding.Refusal("zip-broken", finding.At{}))
		return
	}
	var lists []*zip.File
	for _, member := range archive.File[:min(len(archive.File), maxMembers)] {
		head, err := headOf(member)
		if err != nil {
			l.Add(finding.Refusal("zip-broken", finding.At{}))
			return
		}
		if f := sniff(head); f == text || f == markup {
			lists = append(lists, member)
		}
	}
	if len(lists) != 1 || len(archive.File) > maxMembers {
		l.Add(finding.Refusal("zip-not-one-list", finding.At{}, finding.Int("lists", len(lists)), finding.Int("files", len(archive.File))))
		return
	}
	l.names = []string{path.Base(lists[0].Name), l.File}
	in, err := lists[0].Open()
	if err != nil {
		l.broken(err, 0)
		return
	}
	l.read(in)
	if err := in.Close(); err != nil {
		l.broken(err, 0)
	}
}

// headOf returns the first bytes of a file in a ZIP; none for a folder.
func headOf(member *zip.File) ([]byte, error) {
	if member.FileInfo().IsDir() {
		return nil, nil
	}
	in, err := member.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // read only
	return io.ReadAll(io.LimitReader(in, Head))
}
