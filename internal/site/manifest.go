package site

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/arpadchess/arpad/internal/settle"
)

// manifestFile is the file of a folder that tells what it holds.
const manifestFile = ".arpad-site"

// manifest is what a folder holds.
type manifest struct {
	Of    string           `json:"of"`    // what the whole was made of; empty: the last run did not finish
	Files map[string]*item `json:"files"` // by subject: the address of its page, below the language
}

// item is the files of a subject.
type item struct {
	Of        uint64   `json:"of,omitempty"`    // digest of what they were made of, with the names shown; zero: unknown
	Named     []uint32 `json:"named,omitempty"` // numbers of the players named, in order
	Addresses []string `json:"at"`
}

// readManifest reads the manifest of a folder. One that there is not, or that another program
// wrote, holds nothing.
func readManifest(folder string) (*manifest, error) {
	m := &manifest{}
	body, err := os.ReadFile(filepath.Join(folder, manifestFile))
	if err == nil && json.Unmarshal(body, m) != nil {
		m = &manifest{}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return m, err
}

// write writes the manifest.
func (m *manifest) write(folder string) error {
	return settle.Write(filepath.Join(folder, manifestFile), true, func(f *os.File) error {
		out := bufio.NewWriter(f)
		return errors.Join(json.NewEncoder(out).Encode(m), out.Flush())
	})
}

// fileOf returns the file of an address, from the folder on.
func fileOf(address string) string {
	if strings.HasSuffix(address, "/") {
		address += "index.html"
	}
	return filepath.FromSlash(strings.TrimPrefix(address, "/"))
}
