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

var calculation = regexp.MustCompile(`^players/(.*(.))/why/(.*)/[a-z]+$`)

// packOf returns the pack of a page. The calculations of a list lie together, by the last
// character of the player's number; any other page is alone.
func packOf(page string) string { return calculation.ReplaceAllString(page, "lists/$3/why/$2") }

// place returns where a folder has what is at an address below a language: packed, or as a
// file of the first language that serves all.
func place(lang, to string) string {
	r, a := find("/" + lang + "/" + to)
	switch f := r.file(a.format); {
	case r.packed && a.format == "":
		return lang + "/open/?" + strings.TrimSuffix(to, "/")
	case f != nil && !f.worded:
		return explain.Languages[0] + "/" + to
	}
	return lang + "/" + to
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
	packs := map[string][]byte{}
	for i, lang := range explain.Languages {
		of := map[string]string{}
		for address, body := range pages {
			if page, ok := strings.CutPrefix(address, "/"+lang+"/"); ok {
				of[strings.TrimSuffix(page, "/")] = string(body)
			}
		}
		var out bytes.Buffer
		zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		text := json.NewEncoder(zip)
		text.SetEscapeHTML(false)
		if err := errors.Join(text.Encode(of), zip.Close()); err != nil {
			return nil, err
		}
		packs[j.addresses[i]] = out.Bytes()
	}
	return packs, nil
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
