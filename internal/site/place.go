package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/settle"
)

// keep writes a file if its bytes have changed, and notes it.
func (w *writer) keep(j *job, body []byte, names []uint32) error {
	now := item{w.inputs(j, names), "", names}
	if body != nil {
		now.content = contentDigest(body)
	} else if j.old.content != "" {
		if err := os.Remove(filepath.Join(w.folder, fileOf(j.address))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		j.old.content = ""
	}
	if now.content != j.old.content {
		if err := w.place(j.address, body); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.content != j.old.content {
		w.outcome.Written++
	}
	w.files[j.address] = now
	_, err := w.journal.Write(now.appendLine(nil, j.address))
	return err
}

// place writes a file.
func (w *writer) place(address string, body []byte) error {
	name := fileOf(address)
	if !filepath.IsLocal(name) || strings.Contains(address, "\\") {
		return fmt.Errorf("%s cannot be a file", address)
	}
	return settle.Place(filepath.Join(w.folder, name), body)
}

// places writes the files that pages load, and the notes where calculations are not shown.
func (w *writer) places(ctx context.Context) error {
	all := map[string][]byte{"/robots.txt": []byte(w.site.robots())}
	if w.site.Base != "" {
		var err error
		if all["/sitemap.xml"], err = w.site.sitemap(ctx); err != nil {
			return err
		}
	}
	for name, asset := range assets() {
		all["/assets/"+name] = asset.Body
	}
	index, err := w.census.searchFiles()
	if err != nil {
		return err
	}
	maps.Copy(all, index)
	for _, address := range slices.Sorted(maps.Keys(all)) {
		if err := w.plain(address, digest(contentDigest(all[address])), func() ([]byte, error) { return all[address], nil }); err != nil {
			return err
		}
	}
	return w.notes()
}

// plain writes a file that is not of a kind.
func (w *writer) plain(address string, inputs uint64, body func() ([]byte, error)) error {
	j := &job{target: target{inputs: inputs}, address: address}
	if !w.due(j) {
		return nil
	}
	made, err := body()
	if err != nil {
		return err
	}
	return w.keep(j, made, nil)
}

// The addresses of notes, which have these words replaced, and how many slashes there are up
// to the player.
const (
	noteAt        = "/players/ID/why/LIST/KIND/"
	revisedNoteAt = "/players/ID/why/LIST/REVISION/KIND/"
	noteDepth     = 3
)

// notes writes a note for each number whose calculation is not shown.
func (w *writer) notes() error {
	notes := map[string][]byte{}
	for _, lang := range explain.Languages {
		for _, sample := range []string{noteAt, revisedNoteAt} {
			p := &page{Printer: languages()[lang].Printer, address: address{lang: lang, path: "/" + lang + sample}, kind: &notShown, V: strings.Repeat("../", strings.Count(sample, "/")-noteDepth), Status: http.StatusOK}
			response, err := p.render()
			if err != nil {
				return err
			}
			notes[lang+sample] = response.Body
		}
	}
	var failed error
	w.census.eachMoved(false, func(n uint32, of number, _ bool) {
		sample, way := noteAt, "/players/"+w.census.players[n].ID+"/why/"+of.label+"/"+of.kind+"/"
		if of.revision != 0 {
			sample, way = revisedNoteAt, "/players/"+w.census.players[n].ID+"/why/"+of.label+"/r"+strconv.Itoa(of.revision)+"/"+of.kind+"/"
		}
		for _, lang := range explain.Languages {
			err := w.plain("/"+lang+way, 1, func() ([]byte, error) {
				return bytes.ReplaceAll(notes[lang+sample], []byte(sample), []byte((&url.URL{Path: way}).EscapedPath())), nil
			})
			failed = errors.Join(failed, err)
		}
	})
	return failed
}

// notShown is the kind of the page of a calculation that a folder does not show.
var notShown = kind{template: "not-shown.html", noindex: true}

// entrance writes the page at the root, which leads to a language.
func (w *writer) entrance() error {
	body, err := entrance()
	if err != nil {
		return err
	}
	return w.plain("/", digest(contentDigest(body)), func() ([]byte, error) { return body, nil })
}

// remove removes the files of pages that are no more, and the folders that are empty then.
func (w *writer) remove() error {
	for address := range w.before.files {
		if _, still := w.files[address]; still {
			continue
		}
		name := filepath.Join(w.folder, fileOf(address))
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		w.outcome.Removed++
		for dir := path.Dir(name); dir != w.folder && os.Remove(dir) == nil; dir = path.Dir(dir) {
		}
	}
	return nil
}
