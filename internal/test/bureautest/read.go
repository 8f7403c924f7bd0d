package bureautest

import (
	"bytes"
	"context"
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// Look calls f with a Reader.
func (d *Bureau) Look(f func(bureau.Reader) error) {
	d.T.Helper()
	d.Must(d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error { return f(r) }))
}

// Report returns the current state of a report.
func (d *Bureau) Report(ref string) (r *check.Case) {
	d.T.Helper()
	d.Look(func(rd bureau.Reader) (err error) {
		r, err = intake.Find(rd, ref)
		return err
	})
	return r
}

// SinceDraft returns what has come since the draft of a period was made.
func (d *Bureau) SinceDraft(label string) (since *closing.Since) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) error {
		p, err := lists.FindPeriod(r, label)
		if err == nil {
			since, err = closing.SinceDraft(d.Bureau, r, p)
		}
		return err
	})
	return since
}

// Recorded returns the sorted games of a report's record in force, and its state.
func (d *Bureau) Recorded(ref string) (games []string, r *check.Case) {
	d.T.Helper()
	d.Look(func(rd bureau.Reader) (err error) {
		if r, err = intake.Find(rd, ref); err != nil {
			return err
		}
		batch, _, err := RecordOf(rd, r)
		if err != nil || batch == nil {
			return err
		}
		for _, g := range batch.Games {
			s := &batch.Sections[g.Section]
			start := map[uint32]int32{}
			for _, e := range s.Entries {
				start[e.Player] = e.Start
			}
			games = append(games, fmt.Sprint(s.Name, " ", g.Round, " ", start[g.White], " ", start[g.Black], " ", g.Result))
		}
		return nil
	})
	slices.Sort(games)
	return games, r
}

// Ratings are the ratings of a list by ID and kind.
type Ratings map[string][rating.Kinds]rating.Rating

// RatingsOf returns the ratings of a list.
func RatingsOf(l *ranking.List) Ratings {
	all := Ratings{}
	for _, line := range l.Lines {
		var row [rating.Kinds]rating.Rating
		for _, kind := range rating.AllKinds {
			row[kind-1] = line.Of(kind).Rating
		}
		all[line.ID] = row
	}
	return all
}

// Published returns a published list, made again from the documents. Revision zero means the
// newest revision, an empty label the newest list.
func Published(r bureau.Reader, label string, revision int) (*ranking.List, error) {
	p, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	before, err := lists.PublishedBefore(r, p.Seq, run.Base)
	if err != nil {
		return nil, err
	}
	other := 0
	if before != nil {
		other = before.Run
	}
	return ranking.Made(r, run, other)
}

// Standing returns all current lists, by label.
func (d *Bureau) Standing() map[string]Ratings {
	d.T.Helper()
	all := map[string]Ratings{}
	d.Look(func(r bureau.Reader) error {
		published, err := lists.AllPublications(r)
		for _, p := range published {
			l, err := ranking.Current(r, p.Label)
			if err != nil {
				return err
			}
			all[p.Label] = RatingsOf(l)
		}
		return err
	})
	return all
}

// Issued returns the digests of all publications, by label, revision and cause.
func (d *Bureau) Issued() map[string]string {
	d.T.Helper()
	all := map[string]string{}
	d.Look(func(r bureau.Reader) error {
		published, err := lists.AllPublications(r)
		for _, p := range published {
			all[fmt.Sprintf("%s/%d %s", p.Label, p.Revision, p.Cause)] = p.Digest
		}
		return err
	})
	return all
}

// Documents returns all documents except the log and the counters, by kind and key.
func (d *Bureau) Documents() map[string]string {
	d.T.Helper()
	all := map[string]string{}
	d.Look(func(r bureau.Reader) error {
		return eachDocument(r, func(kind, key string, data []byte) {
			if !strings.HasPrefix(kind, "audit") && kind != bureau.Counters.Kind {
				all[kind+" "+key] = string(data)
			}
		})
	})
	return all
}

// Stored returns all documents as they are stored, with their seals.
func (d *Bureau) Stored() bureau.Documents {
	d.T.Helper()
	all := bureau.Documents{}
	d.Must(d.Store.View(context.Background(), func(r bureau.Reader) error {
		return eachDocument(r, func(kind, key string, stored []byte) {
			if all[kind] == nil {
				all[kind] = map[string][]byte{}
			}
			all[kind][key] = slices.Clone(stored)
		})
	}))
	return all
}

// eachDocument calls f for each document.
func eachDocument(r bureau.Reader, f func(kind, key string, data []byte)) error {
	kinds, err := r.Kinds()
	for _, kind := range kinds {
		if err == nil {
			err = r.Scan(kind, "", "", func(key string, data []byte) (bool, error) {
				f(kind, key, data)
				return true, nil
			})
		}
	}
	return err
}

// Put stores a document past the bureau, as it is stored; nil deletes it.
func (d *Bureau) Put(kind, key string, stored []byte) {
	d.T.Helper()
	d.Must(d.Store.Update(context.Background(), func(w bureau.Writer) error {
		if stored == nil {
			return w.Delete(kind, key)
		}
		return w.Put(kind, key, stored)
	}))
}

// Forge replaces a text in a document, which must contain it, past the bureau.
func Forge(w bureau.Writer, kind, key, old, now string) error {
	value, err := w.Get(kind, key)
	if err == nil && !bytes.Contains(value, []byte(old)) {
		err = fmt.Errorf("%s %q holds no %q: %s", kind, key, old, value)
	}
	if err != nil {
		return err
	}
	return w.Put(kind, key, bytes.Replace(value, []byte(old), []byte(now), 1))
}
