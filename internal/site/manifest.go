package site

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/settle"
)

// The files of a folder that are about the folder.
const (
	manifestFile = ".arpad-site"         // what the folder holds; its first line is of what it was made
	journalFile  = ".arpad-site-journal" // what the run under way has written; a killed one leaves it
)

// item is a file of a folder.
type item struct {
	inputs  uint64   // digest of what it was made of, with the names shown
	content string   // digest of its bytes
	names   []uint32 // numbers of the players named, in order
}

// manifest is what a folder holds, by address.
type manifest struct {
	of    string // what the whole was made of; empty: the last run did not finish
	files map[string]item
}

// appendLine appends a file as a line of a manifest.
func (w *item) appendLine(to []byte, address string) []byte {
	to = append(append(to, address...), '\t')
	to = append(strconv.AppendUint(to, w.inputs, inputsBase), '\t')
	to = append(append(to, w.content...), '\t')
	for i, n := range w.names {
		if i > 0 {
			to = append(to, ' ')
		}
		to = strconv.AppendUint(to, uint64(n), namesBase)
	}
	return append(to, '\n')
}

// The bases of the numbers of a manifest.
const (
	inputsBase = 16
	namesBase  = 36
)

// contentDigest returns the digest of a file's bytes.
func contentDigest(body []byte) string {
	const enough = 12
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:enough])
}

// readManifest reads the manifest of a folder. What a killed run has written since is part
// of it as far as the files are as they should be.
func readManifest(folder string) (*manifest, error) {
	m := &manifest{files: map[string]item{}}
	err := readLines(filepath.Join(folder, manifestFile), func(n int, line string) {
		if n == 0 {
			m.of = line
			return
		}
		if address, w, ok := parseWritten(line); ok {
			m.files[address] = w
		}
	})
	if err != nil {
		return nil, err
	}
	return m, readLines(filepath.Join(folder, journalFile), func(_ int, line string) {
		m.of = ""
		address, w, ok := parseWritten(line)
		if !ok {
			return
		}
		if w.content == "" {
			m.files[address] = w // there is no such file
			return
		}
		if body, err := os.ReadFile(filepath.Join(folder, fileOf(address))); err != nil || contentDigest(body) != w.content {
			delete(m.files, address)
			return
		}
		m.files[address] = w
	})
}

// readLines calls f for the complete lines of a file, and their numbers. A file that is not
// there has none.
func readLines(path string, f func(n int, line string)) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	in := bufio.NewReader(file)
	for n := 0; err == nil; n++ {
		var line string
		if line, err = in.ReadString('\n'); err == nil {
			f(n, line[:len(line)-1])
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, file.Close())
}

func parseWritten(line string) (address string, w item, ok bool) {
	address, rest, _ := strings.Cut(line, "\t")
	inputs, rest, _ := strings.Cut(rest, "\t")
	content, names, ok := strings.Cut(rest, "\t")
	if !ok {
		return "", w, false
	}
	var err error
	if w.inputs, err = strconv.ParseUint(inputs, inputsBase, 64); err != nil {
		return "", w, false
	}
	w.content = content
	if names != "" {
		w.names = make([]uint32, 0, strings.Count(names, " ")+1)
	}
	for names != "" {
		var name string
		name, names, _ = strings.Cut(names, " ")
		n, err := strconv.ParseUint(name, namesBase, 32)
		if err != nil {
			return "", w, false
		}
		w.names = append(w.names, uint32(n))
	}
	return address, w, true
}

// write writes the manifest, and removes the journal.
func (m *manifest) write(folder string) error {
	addresses := make([]string, 0, len(m.files))
	for address := range m.files {
		addresses = append(addresses, address)
	}
	slices.Sort(addresses)
	err := settle.Write(filepath.Join(folder, manifestFile), true, func(f *os.File) error {
		out := bufio.NewWriter(f)
		fmt.Fprintln(out, m.of)
		var line []byte
		for _, address := range addresses {
			w := m.files[address]
			line = w.appendLine(line[:0], address)
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		return out.Flush()
	})
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(folder, journalFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileOf returns the file of an address, from the folder on.
func fileOf(address string) string {
	if strings.HasSuffix(address, "/") {
		address += "index.html"
	}
	return filepath.FromSlash(strings.TrimPrefix(address, "/"))
}
