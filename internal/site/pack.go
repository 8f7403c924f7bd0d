package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/response"
)

// A folder of files has a page for everything that is now, and of what is many, each number's
// calculation, each player's games, the further pages of lists, it has packs: the pages of a
// pack by their addresses below the language, as JSON in gzip. The opener is the page that shows
// one of them, by a script.

// opener is the page of a folder that shows packed pages.
var opener = resource{pattern: "/open", template: "open.html", contents: showing(func(*visit) (any, error) { return nil, nil }), noindex: true, each: one}

// The calculations of a list lie together, by the last character of the player's number, and so do
// its further pages; any other page is alone.
var (
	calculation = regexp.MustCompile(`^players/(.*(.))/why/(.*)/[a-z]+$`)
	furtherPage = regexp.MustCompile(`(/pages)/\d+$`)
)

// packOf returns the pack of a page, as the script that opens it does.
func packOf(page string) string {
	return furtherPage.ReplaceAllString(calculation.ReplaceAllString(page, "lists/$3/why/$2"), "$1")
}

// place returns where a folder has what is at an address below a language: a packed page where it is
// opened, a file without words in the first language, in gzip if it is a large one for programs.
func place(lang, to string) string {
	r, a := find("/" + lang + "/" + to)
	f := r.file(a.format)
	if r.packed && f == nil {
		return lang + "/open/?" + strings.TrimSuffix(to, "/")
	}
	if f != nil && !f.worded {
		lang = explain.Languages[0]
	}
	return lang + "/" + to + r.zipped(f)
}

// zipped returns how the address of a file goes on in a folder that has it in gzip.
func (r *resource) zipped(f *file) string {
	if f != nil && r.whole && strings.HasPrefix(f.contentType, "application/json") {
		return ".gz"
	}
	return ""
}

// digestOfPack returns the digest of what the pages of a pack are made of.
func digestOfPack(j *job) uint64 {
	slices.SortFunc(j.packed, func(a, b subject) int { return slices.Compare(a.values, b.values) })
	var all []any
	for _, of := range j.packed {
		all = append(all, of.values, of.of)
	}
	return digest(all...)
}

// pack makes a pack in each language.
func (w *writer) pack(ctx context.Context, j *job) (map[string][]byte, error) {
	pages := map[string][]byte{}
	for _, of := range j.packed {
		if err := w.fetch(ctx, &job{key: j.key, of: j.of, subject: of, addresses: j.of.addresses(of), named: j.named}, pages); err != nil {
			return nil, err
		}
	}
	made := map[string][]byte{}
	for i, lang := range explain.Languages {
		of := map[string]string{}
		for address, body := range pages {
			if page, ok := strings.CutPrefix(address, "/"+lang+"/"); ok {
				of[strings.TrimSuffix(page, "/")] = string(body)
			}
		}
		var text bytes.Buffer
		plain := json.NewEncoder(&text)
		plain.SetEscapeHTML(false)
		if err := plain.Encode(of); err != nil {
			return nil, err
		}
		made[j.addresses[i]] = response.Gzipped(text.Bytes())
	}
	return made, nil
}

// Unpack returns the pages of a pack by their addresses below the language.
func Unpack(pack []byte) (map[string]string, error) {
	zip, err := gzip.NewReader(bytes.NewReader(pack))
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	return pages, json.NewDecoder(zip).Decode(&pages)
}
