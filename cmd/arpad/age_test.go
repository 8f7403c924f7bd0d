package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/office"
)

// Births that lead to the same K lead to the same pages, files and answers of the API, whatever
// is sorted, filtered or indexed: byte by byte, but for what commits to the log, of which the
// personal data is part.
func TestPublicTellsNoMoreOfABirthThanK(t *testing.T) {
	adult, junior := publicOf(t, "1987-06-05"), publicOf(t, "2007-06-05")
	for birth, like := range map[string]map[string][]byte{"1951-11-30": adult, "2011-11-30": junior} {
		is := publicOf(t, birth)
		if len(is) < 300 || len(is) != len(like) {
			t.Fatalf("there are %d files and %d", len(is), len(like))
		}
		for address, text := range is {
			if filepath.Base(address) == ".arpad-site" {
				text, like[address] = withoutProof(text), withoutProof(like[address])
			}
			if !bytes.Equal(text, like[address]) {
				t.Errorf("%s is another one if everybody was born on %s: %s", address, birth, cmp.Diff(string(like[address]), string(text)))
			}
		}
	}
	const why = "en/lists/2023-02/why/2.bin" // of those whose number ends so
	if adult[why] == nil || bytes.Equal(adult[why], junior[why]) {
		t.Error("no birth decides a K")
	}
}

// withoutProof returns the lines of a list of pages that are not about the proof.
func withoutProof(list []byte) []byte {
	_, list, _ = bytes.Cut(list, []byte("\n")) // the first line is of the whole
	return slices.Concat(slices.DeleteFunc(bytes.SplitAfter(list, []byte("\n")), func(line []byte) bool { return bytes.Contains(line, []byte("/proof/")) })...)
}

// publicOf lives the life of a bureau in which everybody was born on a day, and returns what
// is public then, by address.
func publicOf(t *testing.T, birth string) map[string][]byte {
	t.Helper()
	cryptotest.SetGlobalRandom(t, 1)
	folder := canaryFolder(t)
	born := strings.NewReplacer("1987-06-05", birth)
	for name, text := range canaryFiles {
		write(t, filepath.Join(folder, name), []byte(born.Replace(text)))
	}
	for _, s := range life {
		if word, _, _ := strings.Cut(s.command, " "); slices.Contains([]string{"check", "list", "history", "games", "calc", "event", "performances", "serve", "explain"}, word) {
			continue // they only read
		}
		t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
		s.command = born.Replace(s.command)
		must(t, s.args(folder)...)
		if s.command == "site @public" {
			break
		}
	}
	all := map[string][]byte{}
	root := filepath.Join(folder, "public")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		address, err := filepath.Rel(root, path)
		if err == nil && !slices.Contains(strings.Split(filepath.ToSlash(address), "/"), "proof") {
			all[filepath.ToSlash(address)], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	answers(t, all)
	return all
}

// answers adds what the API answers at all of its addresses.
func answers(t *testing.T, all map[string][]byte) {
	t.Helper()
	b, err := (&office.Office{Database: os.Getenv("ARPAD_DB")}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	site := siteOf(b)
	handler := &public{site, api.New(site.Public)}
	for _, addresses := range apiAddresses {
		for _, address := range append(slices.Clone(addresses), "/lists/2023-02/standard?under=18") {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.Root+address, nil))
			all[address] = answer.Body.Bytes()
		}
	}
	site.Wait()
	if err := office.Close(b); err != nil {
		t.Error(err)
	}
}
