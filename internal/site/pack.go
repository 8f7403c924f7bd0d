package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/arpadchess/arpad/explain"
)

// A folder of files has a page for everything that is now, and of what is many, each number's
// calculation, each player's games, the further pages of lists, it has packs: the pages of a
// pack by their addresses below the language, as JSON in gzip. The opener is the page that shows
// one of them, by a script.

// opener is the page of a folder that shows packed pages.
var opener = resource{pattern: "/open", template: "open.html", contents: showing(func(*visit) (any, error) { return nil, nil }), noindex: true, each: one}

// packs are the packs of pages that lie together: the calculations of a list by the last character
// of the player's number, and the further pages of a list.
var packs = regexp.MustCompile(`^players/(.*(.))/why/(.*)/[a-z]+$|^(lists/.*/pages)/\d+$`)

// packOf returns the pack of a page, as the script that opens it does.
func packOf(page string) string {
	if of := packs.FindStringSubmatch(page); of == nil {
		return page
	} else if of[4] != "" {
		return of[4]
	} else {
		return "lists/" + of[3] + "/why/" + of[2]
	}
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

// gzipped returns bytes in gzip.
func gzipped(body []byte) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = zip.Write(body)
	err = errors.Join(err, zip.Close())
	return out.Bytes(), err
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
		err := plain.Encode(of)
		if err == nil {
			made[j.addresses[i]], err = gzipped(text.Bytes())
		}
		if err != nil {
			return nil, err
		}
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
