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

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
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
	read    bureau.Kept

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
	like    int // how many jobs before is one of the same bytes; zero: none is
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
	for _, some := range [][]job{newest, home} {
		if err := w.make(ctx, some); err != nil {
			return err
		}
	}
	return w.entrance()
}

// jobs returns the files to make, those of a group together, those under the name of the
// newest list, which lead to others, and the home pages.
func (w *writer) jobs() (jobs, newest, home []job, err error) {
	groups := map[string]int{}
	for i := range kinds {
		k := &kinds[i]
		if k.each == nil {
			continue
		}
		err := k.each(w.census, func(t target) {
			if _, known := groups[t.group]; !known {
				groups[t.group] = len(groups)
			}
			for _, format := range k.formats(t.bare) {
				same := 0
				for _, lang := range explain.Languages {
					j := job{kind: k, lang: lang, format: format, target: t, address: k.address(lang, t.values, format)}
					if !w.due(&j) {
						continue
					}
					if format != "" && !k.worded {
						j.like = same
						same++
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
	slices.SortStableFunc(jobs, func(a, b job) int { return groups[a.group] - groups[b.group] })
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

// perView is how many files are read in one View.
const perView = 256

// make makes files, on all processors.
func (w *writer) make(ctx context.Context, jobs []job) error {
	work := make(chan []job)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for some := range work {
				if err := w.some(ctx, some); err != nil {
					stop(err)
				}
			}
		})
	}
	for len(jobs) > 0 && ctx.Err() == nil {
		n := min(perView, len(jobs))
		for n < len(jobs) && jobs[n].group != "" && jobs[n].group == jobs[n-1].group && n < 4*perView {
			n++
		}
		select {
		case work <- jobs[:n]:
			jobs = jobs[n:]
		case <-ctx.Done():
		}
	}
	close(work)
	workers.Wait()
	return context.Cause(ctx)
}

// some makes some files: it reads their values in one View, and renders and writes them
// after it.
func (w *writer) some(ctx context.Context, jobs []job) error {
	type read struct {
		*page
		err   error
		names []uint32
		body  []byte
	}
	made := make([]read, len(jobs))
	err := w.site.Bureau.View(ctx, func(r bureau.Reader, settings *bureau.Settings) error {
		now, err := w.site.Look(r, settings)
		if err != nil {
			return err
		}
		if now != w.census.version {
			return errMoved
		}
		together := &recent{unofficial: w.census.now}
		r = view.WithPlayers(w.read.Over(r), w.census.who)
		for i := range jobs {
			if err := ctx.Err(); err != nil {
				return err
			}
			j, one := &jobs[i], &made[i]
			if j.like > 0 && i >= j.like {
				continue
			}
			one.page = w.page(j)
			v := &visit{page: one.page, ctx: ctx, r: r, settings: settings, site: w.site, now: now, recent: together, newest: w.census.publications[len(w.census.publications)-1]}
			v.shown = func(id string) {
				if n, ok := w.census.numbers[id]; ok {
					one.names = append(one.names, n)
				}
			}
			one.err = v.read()
			var refused *finding.Refused
			var elsewhere *redirect
			if j.format != "" && errors.Is(one.err, errNoPage) {
				continue // not all events have all files
			}
			if one.err != nil && !errors.As(one.err, &elsewhere) && !(errors.As(one.err, &refused) && j.bare) {
				return fmt.Errorf("%s: %w", j.address, one.err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range made {
		one := &made[i]
		if one.page == nil {
			of := &made[i-jobs[i].like]
			if err := w.keep(&jobs[i], of.body, of.names); err != nil {
				return err
			}
			continue
		}
		if jobs[i].format != "" && errors.Is(one.err, errNoPage) {
			if err := w.keep(&jobs[i], nil, nil); err != nil {
				return err
			}
			continue
		}
		response, err := one.respond(one.err)
		if err == nil && response.Location != "" && jobs[i].format != "" {
			one.body, one.names, err = w.there(&jobs[i], response) // a file cannot lead on
		} else if err == nil {
			one.body, err = response.Bytes()
		}
		if err != nil {
			return err
		}
		slices.Sort(one.names)
		one.names = slices.Compact(one.names)
		if err := w.keep(&jobs[i], one.body, one.names); err != nil {
			return err
		}
	}
	return nil
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

// page returns the page of a job.
func (w *writer) page(j *job) *page {
	var names []string
	for segment := range strings.SplitSeq(j.kind.pattern, "/") {
		if strings.HasPrefix(segment, "{") {
			names = append(names, strings.Trim(segment, "{}"))
		}
	}
	a := address{lang: j.lang, path: j.address, format: j.format, value: func(name string) string {
		if n := slices.Index(names, name); n >= 0 {
			return j.values[n]
		}
		return ""
	}}
	return &page{Printer: languages()[j.lang].Printer, address: a, kind: j.kind, Status: http.StatusOK}
}
