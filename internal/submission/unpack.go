package submission

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
)

// MostFiles is how many files of an event are handed in at once.
const MostFiles = 20

// mostUnpacked is how large the files in a ZIP may be together.
const mostUnpacked = 16 << 20

// Part is a file of several that come together.
type Part struct {
	Name string
	Data []byte
}

// Unpack returns the files of a ZIP of exchange files, each of a section or a group; or the file itself, which is read as a whole:
// a workbook, a saved page or the tables of SwissPerfect are ZIP files, too.
func Unpack(name string, data []byte) []Part {
	whole := []Part{{name, data}}
	if !strings.EqualFold(path.Ext(name), ".zip") {
		return whole
	}
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(in.File) > MostFiles {
		return whole
	}
	var files []Part
	size := 0
	for _, member := range in.File {
		ext := strings.ToLower(path.Ext(member.Name))
		if member.FileInfo().IsDir() {
			continue
		}
		if !slices.Contains([]string{".trf", ".trfx", ".txt", ".pgn", ".json"}, ext) {
			return whole
		}
		data := unzipped(member)
		if size += len(data); data == nil || size > mostUnpacked {
			return whole
		}
		files = append(files, Part{path.Base(member.Name), data})
	}
	if len(files) < 2 {
		return whole
	}
	return files
}

// unzipped returns the bytes of a file in a ZIP, nil if they cannot be read or are too many.
func unzipped(member *zip.File) []byte {
	in, err := member.Open()
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(in, mostUnpacked+1))
	if err = errors.Join(err, in.Close()); err != nil || len(data) > mostUnpacked {
		return nil
	}
	return data
}
