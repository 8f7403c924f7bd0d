package web

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

// line returns a file as a line of a manifest.
func (w *item) line(address string) string {
	numbers := make([]string, len(w.names))
	for i, n := range w.names {
		numbers[i] = strconv.FormatUint(uint64(n), 36)
	}
	return fmt.Sprintf("%s\t%x\t%s\t%s\n", address, w.inputs, w.content, strings.Join(numbers, " "))
}

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
	fields := strings.Split(line, "\t")
	const all = 4
	if len(fields) != all {
		return "", w, false
	}
	var err error
	if w.inputs, err = strconv.ParseUint(fields[1], 16, 64); err != nil {
		return "", w, false
	}
	w.content = fields[2]
	for _, text := range strings.Fields(fields[3]) {
		n, err := strconv.ParseUint(text, 36, 32)
		if err != nil {
			return "", w, false
		}
		w.names = append(w.names, uint32(n))
	}
	return fields[0], w, true
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
		for _, address := range addresses {
			w := m.files[address]
			if _, err := out.WriteString(w.line(address)); err != nil {
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
