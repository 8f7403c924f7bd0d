package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/settle"
)

// FolderGarbage is the percentage of garbage at which a process that writes a folder collects
// it, for debug.SetGCPercent: what a page is made of is garbage once it is written.
const FolderGarbage = 300

// Outcome is what writing a folder did.
type Outcome struct {
	Files   int // that the folder has
	Written int // of them: new, or with other bytes
	Removed int
}

// Write writes the site as a folder for any web host. Only what has changed is written, each file whole, and
// the home pages last. What a run that was killed has written stays.
func (s *Site) Write(ctx context.Context, folder string) (*Outcome, error) {
	const searchable = 0o755
	if err := os.MkdirAll(folder, searchable); err != nil {
		return nil, err
	}
	held, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer held.Close() //nolint:errcheck // nothing is written to it
	if err := settle.Hold(held); err != nil {
		return nil, err
	}
	before, err := readManifest(folder)
	if err != nil {
		return nil, err
	}
	of := *s
	of.Folder, of.Patience = true, time.Minute // no visitor waits
	w := &writer{site: &of, folder: folder, before: before}
	for err = w.write(ctx); errors.Is(err, errMoved); err = w.write(ctx) {
		w.before = w.now // with what was written
	}
	return &w.outcome, err
}

// errMoved is the error of a run during which the bureau changed.
var errMoved = errors.New("the bureau has changed")

// writer writes a folder.
type writer struct {
	site   *Site
	folder string
	census *census
	made   uint64 // digest of the program
	whole  uint64 // digest of all that the bureau holds
	before *manifest

	mu      sync.Mutex // guards what follows
	now     *manifest
	outcome Outcome
}

// job is the files of a subject, to be made.
type job struct {
	key  string
	of   *resource // nil: the body is there
	body []byte
	subject
	packed    []subject // of a pack: the subjects of its pages
	addresses []string  // of all files: a page or a pack in each language, a file of each format
	named     map[uint32]bool
}

// write writes the folder of the bureau as it is now.
func (w *writer) write(ctx context.Context) error {
	program, err := programDigest()
	if err != nil {
		return err
	}
	stamp := ""
	_, err = w.site.Visit(ctx, nil, func(v *public.Visit) (err error) {
		if stamp = fmt.Sprint("arpad site 3 ", program, v.Now); stamp != w.before.Of {
			w.census, err = w.site.takeCensus(v)
		}
		return err
	})
	if err != nil {
		return err
	}
	if w.now = w.before; w.census != nil {
		w.made, w.whole = digest(program), digest("all", fmt.Sprint(w.census.Version))
		if err := w.writeAll(ctx); err != nil {
			return err
		}
		w.now.Of = stamp
		if err := errors.Join(settle.Flush(), w.now.write(w.folder)); err != nil {
			return err
		}
	}
	for _, of := range w.now.Files {
		w.outcome.Files += len(of.Addresses)
	}
	return nil
}

// programDigest returns a digest of the program, which makes other pages than another.
var programDigest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, file)
	return hex.EncodeToString(h.Sum(nil)) + " ", errors.Join(err, file.Close())
})

// writeAll writes all files whose subjects have changed, the home pages last, and removes those
// that are no more.
func (w *writer) writeAll(ctx context.Context) error {
	jobs, err := w.jobs(ctx)
	if err != nil {
		return err
	}
	due := w.due(jobs)
	if err := w.now.write(w.folder); err != nil { // so that the next run knows what this one may have written
		return err
	}
	home := slices.IndexFunc(due, func(j *job) bool { return j.key == "/" })
	if home < 0 {
		home = len(due)
	}
	for _, some := range [][]*job{due[:home], due[home:]} {
		if err := w.make(ctx, some); err != nil {
			return err
		}
	}
	return w.remove(jobs)
}

// jobs returns all files of the folder, the home pages last.
func (w *writer) jobs(ctx context.Context) ([]*job, error) {
	all, err := w.bodies(ctx)
	if err != nil {
		return nil, err
	}
	add := func(r *resource) {
		packs := map[string]*job{}
		r.each(w.census, func(of subject) {
			j := &job{key: r.address("", of.values, ""), of: r, subject: of, addresses: r.addresses(of)}
			if r.packed {
				pack := packOf(strings.Trim(j.key, "/"))
				if j = packs[pack]; j != nil {
					j.packed = append(j.packed, of)
					return
				}
				j = &job{key: pack, of: r, packed: []subject{of}, addresses: []string{}}
				for _, lang := range explain.Languages {
					j.addresses = append(j.addresses, "/"+lang+"/"+pack+".bin")
				}
				packs[pack] = j
			}
			all = append(all, j)
		})
		for _, j := range packs {
			j.subject.of = digestOfPack(j)
		}
	}
	add(&opener)
	for i := range resources {
		if resources[i].each != nil {
			add(&resources[i])
		}
	}
	body, err := entrance()
	return append(all, &job{key: "", body: body, addresses: []string{"/"}}), err
}

// addresses returns the addresses of the pages and files of a subject. A file without words is in one language.
func (r *resource) addresses(of subject) (all []string) {
	for i, lang := range explain.Languages {
		if r.template != "" {
			all = append(all, r.address("/"+lang, of.values, ""))
		}
		for _, f := range r.files {
			if !of.bare && !r.bare && (i == 0 || f.worded) && (!f.newest || of.values[0] == public.NewestLabel) {
				all = append(all, r.address("/"+lang, of.values, f.format)+r.zipped(&f, slices.Contains(of.values, public.NewestLabel)))
			}
		}
	}
	return all
}

// address returns the address of a page or a file below another one.
func (r *resource) address(below string, values []string, format string) string {
	for segment := range strings.SplitSeq(strings.TrimPrefix(r.pattern, "/"), "/") {
		if strings.HasPrefix(segment, "{") {
			segment, values = values[0], values[1:]
		}
		if segment != "" {
			below += "/" + segment
		}
	}
	return below + (&address{format: format}).ending()
}

// due returns the files that are to be made. Of what they are made is unknown until then.
func (w *writer) due(jobs []*job) []*job {
	w.now = &manifest{Files: maps.Clone(w.before.Files)}
	var due []*job
	for _, j := range jobs {
		old := w.before.Files[j.key]
		if old != nil && old.Of != 0 && old.Of == w.digest(j, old.Named) {
			continue
		}
		planned := &item{Addresses: j.addresses}
		if old != nil {
			planned.Addresses = slices.Compact(slices.Sorted(slices.Values(slices.Concat(old.Addresses, j.addresses))))
		}
		w.now.Files[j.key] = planned
		due = append(due, j)
	}
	return due
}

// digest returns the digest of what the files of a subject are made of, if they name some
// players.
func (w *writer) digest(j *job, named []uint32) uint64 {
	all := []any{w.made, j.subject.of}
	switch {
	case j.of == nil:
		all[1] = digest(string(j.body))
	case j.subject.of == 0:
		all[1] = w.whole
	}
	for _, n := range named {
		all = append(all, w.census.names[n])
	}
	return digest(all...)
}

// make makes files, on all processors.
func (w *writer) make(ctx context.Context, jobs []*job) error {
	made, ctx := errgroup.WithContext(ctx)
	made.SetLimit(runtime.GOMAXPROCS(0))
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		made.Go(func() error { return w.one(ctx, j) })
	}
	return made.Wait()
}

// one makes the files of a subject, as the site does for whoever asks for them.
func (w *writer) one(ctx context.Context, j *job) error {
	j.named = map[uint32]bool{}
	bodies, err := w.bodiesOf(ctx, j)
	if err != nil {
		return err
	}
	made := &item{Addresses: slices.Sorted(maps.Keys(bodies))}
	written := 0
	for _, address := range made.Addresses {
		changed, err := w.place(address, bodies[address])
		if err != nil {
			return err
		}
		if changed {
			written++
		}
	}
	made.Named = slices.Sorted(maps.Keys(j.named))
	made.Of = w.digest(j, made.Named)
	w.mu.Lock()
	defer w.mu.Unlock()
	var gone []string
	for _, address := range w.now.Files[j.key].Addresses {
		if _, still := bodies[address]; !still {
			gone = append(gone, address)
		}
	}
	w.now.Files[j.key] = made
	w.outcome.Written += written
	return w.take(gone)
}

// bodiesOf returns the files of a subject, by address.
func (w *writer) bodiesOf(ctx context.Context, j *job) (map[string][]byte, error) {
	switch {
	case j.of == nil:
		return map[string][]byte{j.addresses[0]: j.body}, nil
	case j.packed != nil:
		return w.pack(ctx, j)
	}
	bodies := map[string][]byte{}
	return bodies, w.fetch(ctx, j, bodies)
}

// fetch fetches the files of a subject, which is read once for all of them.
func (w *writer) fetch(ctx context.Context, j *job, bodies map[string][]byte) error {
	var all []*address
	for _, of := range j.addresses {
		_, a := find(strings.TrimSuffix(of, ".gz"))
		all = append(all, a)
	}
	answers, of, err := w.site.make(ctx, j.of, all...)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", j.key, err)
	case of.Now != w.census.Version:
		return errMoved
	}
	for i, a := range all {
		made := answers[i]
		if made.Location != "" && a.format != "" { // a file cannot lead on
			if made, err = w.there(ctx, a, made); err != nil {
				return err
			}
		}
		switch {
		case made.Status == http.StatusNotFound && a.format != "": // not all events have all files
			continue
		case made.Status >= http.StatusBadRequest && !j.bare:
			return fmt.Errorf("%s: %d", a.path, made.Status)
		}
		body, err := made.Bytes()
		if err != nil {
			return err
		}
		w.census.namedIn(body, j.named)
		if strings.HasSuffix(j.addresses[i], ".gz") {
			body = response.Gzipped(body)
		}
		bodies[j.addresses[i]] = body
	}
	return nil
}

// there returns the file to which another one leads.
func (w *writer) there(ctx context.Context, a *address, from *Response) (*Response, error) {
	to, err := (&url.URL{Path: a.path}).Parse(from.Location)
	if err != nil {
		return nil, err
	}
	return w.site.Page(ctx, strings.TrimSuffix(to.Path, ".gz"))
}

// place writes a file if it has other bytes, and reports whether it had.
func (w *writer) place(address string, body []byte) (bool, error) {
	name := fileOf(address)
	if !filepath.IsLocal(name) || strings.Contains(address, "\\") {
		return false, fmt.Errorf("%s cannot be a file", address)
	}
	name = filepath.Join(w.folder, name)
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, body) {
		return false, nil
	}
	return true, settle.Place(name, body)
}

// bodies returns the files that pages load.
func (w *writer) bodies(ctx context.Context) ([]*job, error) {
	all, err := w.census.searchFiles()
	if err != nil {
		return nil, err
	}
	all["/robots.txt"] = []byte(w.site.robots())
	if w.site.Base != "" {
		if all["/sitemap.xml"], _, err = w.site.sitemap(ctx); err != nil {
			return nil, err
		}
	}
	all["/favicon.ico"] = pages().Assets["icon.ico"].Body
	for name, asset := range pages().Assets {
		all["/assets/"+name] = asset.Body
	}
	var jobs []*job
	for address, body := range all {
		jobs = append(jobs, &job{key: address, body: body, addresses: []string{address}})
	}
	return jobs, nil
}

// remove removes the files of subjects that are no more.
func (w *writer) remove(jobs []*job) error {
	for _, j := range jobs {
		delete(w.before.Files, j.key)
	}
	for key, of := range w.before.Files {
		if err := w.take(of.Addresses); err != nil {
			return err
		}
		delete(w.now.Files, key)
	}
	return nil
}

// take removes files, and the folders that are empty then.
func (w *writer) take(addresses []string) error {
	for _, address := range addresses {
		name := filepath.Join(w.folder, fileOf(address))
		switch err := os.Remove(name); {
		case err == nil:
			w.outcome.Removed++
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		for dir := filepath.Dir(name); dir != w.folder && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
		}
	}
	return nil
}
