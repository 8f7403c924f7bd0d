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
	"github.com/arpadchess/arpad/internal/public"
)

// A folder of files has a page for everything that is now, and of what is many, each number's
// calculation and each player's games, it has packs: the pages of a pack by their addresses below
// the language, without the frame that all pages have, as JSON in gzip. The opener is the page
// that shows one of them, by a script. It also leads to the further pages of lists, which a script
// makes of the list's JSON.

// opener is the page of a folder that shows packed pages.
var opener = resource{pattern: "/open", template: "open.html", contents: showing(func(*visit) (any, error) { return nil, nil }), noindex: true, each: one}

var (
	calculation = regexp.MustCompile(`^players/(.*(.))/why/(.*)/[a-z]+$`)
	furtherPage = regexp.MustCompile(`^(lists/.+)/pages/\d+$`)
)

// packOf returns the pack of a page, as the script that opens it does. The calculations of a list lie
// together, by the last character of the player's number; any other page is alone.
func packOf(page string) string { return calculation.ReplaceAllString(page, "lists/$3/why/$2") }

// place returns where a folder has what is at an address below a language: a packed page where it is
// opened, a file without words in the first language, in gzip if it is a large one.
func place(lang, to string) string {
	r, a := find("/" + lang + "/" + to)
	f := r.file(a.format)
	if r.packed && f == nil {
		return lang + "/open/?" + strings.TrimSuffix(to, "/")
	}
	if f != nil && !f.worded {
		lang = explain.Languages[0]
	}
	return lang + "/" + to + r.zipped(f, a.Value("label") == public.NewestLabel)
}

// zipped returns how the address of a file of a list goes on in a folder that has it in gzip: a whole list as
// JSON, and as CSV but for the newest one, which a table program opens.
func (r *resource) zipped(f *file, newest bool) string {
	if f != nil && r.whole && (f.format == "csv" && !newest || strings.HasPrefix(f.contentType, "application/json")) {
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
				of[strings.TrimSuffix(page, "/")] = Inside(string(body))
			}
		}
		var text bytes.Buffer
		plain := json.NewEncoder(&text)
		plain.SetEscapeHTML(false)
		if err := plain.Encode(of); err != nil {
			return nil, err
		}
		var pack bytes.Buffer
		zip, err := gzip.NewWriterLevel(&pack, gzip.BestCompression) // which others do not reach
		if err != nil {
			return nil, err
		}
		if _, err = zip.Write(text.Bytes()); err != nil {
			return nil, err
		}
		if err = zip.Close(); err != nil {
			return nil, err
		}
		made[j.addresses[i]] = pack.Bytes()
	}
	return made, nil
}

// Inside returns what a page has in the frame of all pages: its title, its place among the others, and what it shows.
func Inside(page string) string {
	all := ""
	for _, of := range [][2]string{{"<title>", "</title>"}, {"<div class=stand>", "</header>"}, {"<main id=main>", "</main>"}} {
		_, rest, _ := strings.Cut(page, of[0])
		inside, _, _ := strings.Cut(rest, of[1])
		all += of[0] + inside + of[1]
	}
	return all
}

// Unpack returns what is inside the pages of a pack, by their addresses below the language.
func Unpack(pack []byte) (map[string]string, error) {
	zip, err := gzip.NewReader(bytes.NewReader(pack))
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	return pages, json.NewDecoder(zip).Decode(&pages)
}
