package site

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/settle"
)

// AllLists shows the calculations of all lists.
const AllLists = -1

// FolderGarbage is the percentage of garbage at which a process that writes a folder collects
// it, for debug.SetGCPercent: what a page is made of is garbage once it is written.
const FolderGarbage = 300

// Folder is the public site as a folder for any web host.
type Folder struct {
	Path string
	Why  int // of how many of the newest lists the calculations are shown; or AllLists
}

// Outcome is what writing a folder did.
type Outcome struct {
	Files   int // that the folder has
	Written int // of them: new, or with other bytes
	Removed int
}

// Write writes the site as a folder. Only what has changed is written, each file whole, and
// the home pages last; what a run that was killed has written is not written again.
func (s *Site) Write(ctx context.Context, f Folder) (*Outcome, error) {
	const readable = 0o755
	if err := os.MkdirAll(f.Path, readable); err != nil {
		return nil, err
	}
	for {
		site := New(s.Bureau)
		site.Base, site.Log, site.Engine = s.Base, s.Log, s.Engine
		w := &writer{site: site, folder: f.Path}
		err := w.write(ctx, f.Why)
		if errors.Is(err, errMoved) {
			continue // what was written is in the journal
		}
		return &w.outcome, err
	}
}

// errMoved is the error of a run during which the bureau changed.
var errMoved = errors.New("the bureau has changed")

// writer writes a folder.
type writer struct {
	site    *Site
	folder  string
	census  *census
	program string // digest of the program, and a digest of that
	made    uint64
	whole   uint64 // digest of all that the bureau holds

	before  *manifest
	mu      sync.Mutex // guards what follows
	files   map[string]item
	journal *os.File
	outcome Outcome
}

// job is a file of a folder.
type job struct {
	kind   *kind
	lang   string
	format string
	target
	address string
	old     item
	also    *job // has the same bytes; nil: none has
}

// write writes the folder of the bureau as it is now.
func (w *writer) write(ctx context.Context, why int) (err error) {
	if w.program, err = programDigest(); err != nil {
		return err
	}
	if w.before, err = readManifest(w.folder); err != nil {
		return err
	}
	w.files = make(map[string]item, len(w.before.files))
	now := version{}
	err = w.site.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		if now, err = w.site.Look(r, settings); err != nil {
			return err
		}
		if w.stamp(now, why) != w.before.of {
			w.census, err = w.site.takeCensus(r, settings, why)
		}
		return err
	})
	if err != nil {
		return err
	}
	if w.census == nil {
		w.outcome.Files = len(w.before.files)
		return nil
	}
	w.made, w.whole = digest(w.program), digest("all", fmt.Sprint(w.census.version))
	const readable = 0o644
	if w.journal, err = os.OpenFile(filepath.Join(w.folder, journalFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, readable); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.journal.Close()) }()
	if err = settle.Hold(w.journal); err == nil {
		err = w.writeAll(ctx)
	}
	if err == nil {
		err = w.remove()
	}
	if err == nil {
		err = settle.Flush()
	}
	if err != nil {
		return err
	}
	w.outcome.Files = len(w.files)
	return (&manifest{w.stamp(now, why), w.files}).write(w.folder)
}

// stamp returns of what a whole folder is made.
func (w *writer) stamp(now version, why int) string {
	return fmt.Sprint("arpad site 1 ", w.program, why, now)
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
	return contentDigest(h.Sum(nil)) + " ", errors.Join(err, file.Close())
})

// writeAll writes all files, those of the newest list's own address and the home pages last.
func (w *writer) writeAll(ctx context.Context) error {
	jobs, newest, home, err := w.jobs()
	if err != nil {
		return err
	}
	placed := make(chan error, 1)
	go func() { placed <- w.places(ctx) }()
	if err = errors.Join(w.make(ctx, jobs), <-placed); err != nil {
		return err
	}
	for _, some := range [][]*job{newest, home} {
		if err := w.make(ctx, some); err != nil {
			return err
		}
	}
	return w.entrance()
}

// jobs returns the files to make, those under the name of the
// newest list, which lead to others, and the home pages.
func (w *writer) jobs() (jobs, newest, home []*job, err error) {
	for i := range kinds {
		k := &kinds[i]
		if k.each == nil {
			continue
		}
		err := k.each(w.census, func(t target) {
			for _, format := range k.formats(t.bare) {
				var first *job
				for _, lang := range explain.Languages {
					j := &job{kind: k, lang: lang, format: format, target: t, address: k.address(lang, t.values, format)}
					if !w.due(j) {
						continue
					}
					if format != "" && !k.worded {
						if first != nil {
							j.also, first.also = first.also, j
							continue
						}
						first = j
					}
					switch {
					case k.pattern == "":
						home = append(home, j)
					case len(t.values) > 0 && t.values[0] == newestLabel:
						newest = append(newest, j)
					default:
						jobs = append(jobs, j)
					}
				}
			}
		})
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return jobs, newest, home, nil
}

// formats returns the formats of a kind, empty for a page; of a bare one it is all.
func (k *kind) formats(bare bool) []string {
	switch {
	case bare:
		return []string{""}
	case k.alone:
		return k.files
	}
	return append([]string{""}, k.files...)
}

// address returns the address of a page or a file.
func (k *kind) address(lang string, values []string, format string) string {
	segments := strings.Split(k.pattern, "/")
	n := 0
	for i, segment := range segments {
		if strings.HasPrefix(segment, "{") {
			segments[i] = values[n]
			n++
		}
	}
	address := "/" + lang + strings.Join(segments, "/")
	if format == "" {
		return address + "/"
	}
	return address + "." + format
}

// due reports whether a file is to be made. One that is not stays as it is.
func (w *writer) due(j *job) bool {
	old, ok := w.before.files[j.address]
	if ok && old.inputs == w.inputs(j, old.names) {
		w.mu.Lock()
		w.files[j.address] = old
		w.mu.Unlock()
		return false
	}
	if ok {
		j.old = old
	}
	return true
}

// inputs returns the digest of what a file is made of, if it names some players.
func (w *writer) inputs(j *job, names []uint32) uint64 {
	of := j.inputs
	if of == 0 {
		of = w.whole
	}
	all := make([]byte, 0, 16+8*len(names))
	all = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(all, w.made), of)
	for _, n := range names {
		all = binary.LittleEndian.AppendUint64(all, w.census.names[n])
	}
	return digestOf(all)
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

// one makes a file, as the site does for whoever asks for it.
func (w *writer) one(ctx context.Context, j *job) error {
	_, a := find(j.address)
	made, named, err := w.site.make(ctx, j.kind, a, true)
	if err != nil {
		return fmt.Errorf("%s: %w", j.address, err)
	}
	if made.Of != w.census.version {
		return errMoved
	}
	var body []byte
	var names []uint32
	for _, id := range named {
		if n, known := w.census.numbers[id]; known {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	switch {
	case made.Location != "" && j.format != "": // a file cannot lead on
		body, names, err = w.there(j, made.Response)
	case made.Status == http.StatusNotFound && j.format != "": // not all events have all files
	case made.Status >= http.StatusBadRequest && !j.bare:
		return fmt.Errorf("%s: %d", j.address, made.Status)
	default:
		body, err = made.Bytes()
	}
	for ; err == nil && j != nil; j = j.also {
		err = w.keep(j, body, names)
	}
	return err
}

// there returns the file to which another one leads, and the players that it names.
func (w *writer) there(j *job, response *Response) ([]byte, []uint32, error) {
	to, err := (&url.URL{Path: j.address}).Parse(response.Location)
	if err != nil {
		return nil, nil, err
	}
	w.mu.Lock()
	made, ok := w.files[to.Path]
	w.mu.Unlock()
	if !ok {
		return nil, nil, fmt.Errorf("%s leads to %s, which is no file", j.address, to)
	}
	body, err := os.ReadFile(filepath.Join(w.folder, fileOf(to.Path)))
	return body, slices.Clone(made.names), err
}
