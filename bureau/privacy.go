package bureau

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Dossier is all that a bureau keeps of one person.
type Dossier struct {
	ID        string                                `json:"id"`
	Documents map[string]map[string]json.RawMessage `json:"documents"` // of the registers, by kind and key
	Reports   []Appearance                          `json:"reports"`   // where he is an entry
	Lists     []ListedRating                        `json:"lists"`     // that were published
	Log       []*Entry                              `json:"log"`       // what was done with him
}

// Appearance is a person as a revision of a report has him.
type Appearance struct {
	Ref      string         `json:"ref"`
	Revision int            `json:"revision"`
	Event    string         `json:"event"`
	Section  string         `json:"section"`
	Start    int            `json:"start"`
	Entry    *report.Player `json:"entry,omitempty"` // as it came; nil once that was destroyed
}

// ListedRating is a rating in a published list.
type ListedRating struct {
	List     string        `json:"list"`
	Revision int           `json:"revision"`
	Kind     rating.Kind   `json:"kind"`
	Rating   rating.Rating `json:"rating"`
	Games    int32         `json:"games"`
}

// Dossier gives all that is kept of a person, also what reports say of him.
func (b *Bureau) Dossier(ctx context.Context, id string) (*Dossier, error) {
	var d *Dossier
	err := b.View(ctx, func(r Reader, _ *Settings) error {
		who, err := selfOf(r, id)
		if err != nil {
			return err
		}
		d = &Dossier{ID: who.ids[0], Documents: map[string]map[string]json.RawMessage{}}
		if err := d.register(r, who); err != nil {
			return err
		}
		err = who.appearances(r, func(_ *Report, at []Appearance) error {
			d.Reports = append(d.Reports, at...)
			return nil
		})
		if err != nil {
			return err
		}
		if err := d.lists(r, who); err != nil {
			return err
		}
		return entries.scan(r, "", "", func(_ string, e *Entry) (bool, error) {
			if slices.Contains(who.ids, e.Subject) {
				d.Log = append(d.Log, e)
			}
			return true, nil
		})
	})
	return d, err
}

// register collects the documents whose key is an ID of the person, or begins
// with one.
func (d *Dossier) register(r Reader, who *self) error {
	kinds, err := r.Kinds()
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		for _, id := range who.ids {
			err := r.Scan(kind, id, id+"\x01", func(key string, value []byte) (bool, error) {
				if json.Valid(value) {
					if d.Documents[kind] == nil {
						d.Documents[kind] = map[string]json.RawMessage{}
					}
					d.Documents[kind][keyName(key)] = value
				}
				return true, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Dossier) lists(r Reader, who *self) error {
	return publications.scan(r, "", "", func(_ string, p *Publication) (bool, error) {
		list, err := listOf(r, p.Run)
		if err != nil {
			return false, err
		}
		for _, number := range who.numbers {
			standing := list.Standing(number)
			for _, kind := range rating.AllKinds {
				if s := standing.Of(kind); s.Rating.Rated() {
					d.Lists = append(d.Lists, ListedRating{p.Label, p.Revision, kind, s.Rating, s.Games})
				}
			}
		}
		return true, nil
	})
}

// self is a person with all the IDs that he has had; the first is the one under
// which he goes on.
type self struct {
	ids     []string
	numbers []uint32
	players []*Player
}

func selfOf(r Reader, id string) (*self, error) {
	p, err := player(r, id)
	if err != nil {
		return nil, err
	}
	who := &self{ids: []string{p.ID}, numbers: []uint32{p.Number}, players: []*Player{p}}
	for i := 0; i < len(who.ids); i++ { // merges of merges
		err := players.scan(r, "", "", func(_ string, other *Player) (bool, error) {
			if other.MergedInto == who.ids[i] {
				who.ids, who.numbers, who.players = append(who.ids, other.ID), append(who.numbers, other.Number), append(who.players, other)
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return who, nil
}

// appearances goes through the reports in which the person stands, with his
// entries in all revisions.
func (who *self) appearances(r Reader, each func(*Report, []Appearance) error) error {
	return reports.scan(r, "", "", func(_ string, report *Report) (bool, error) {
		var all []Appearance
		for i := range report.Revisions {
			at, err := who.entries(r, report, report.Revisions[i].Number)
			if err != nil {
				return false, err
			}
			all = append(all, at...)
		}
		if len(all) == 0 {
			return true, nil
		}
		return true, each(report, all)
	})
}

// entries gives the person's entries in a revision of a report.
func (who *self) entries(r Reader, in *Report, revision int) ([]Appearance, error) {
	data, err := r.Get(recordKind, RecordID{in.Ref, revision}.key())
	if err != nil || data == nil {
		return nil, err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return nil, err
	}
	var found []Appearance
	var said *report.Report
	for i := range batch.Sections {
		s := &batch.Sections[i]
		for _, e := range s.Entries {
			if !slices.Contains(who.numbers, e.Player) {
				continue
			}
			if said == nil {
				at := *in
				at.Revisions = at.Revisions[:revision]
				u, err := understoodOf(r, &at, func(u *understood) bool { return u.Report != nil })
				if err != nil {
					return nil, err
				}
				if said = (&report.Report{}); u != nil {
					said = u.Report
				}
			}
			entry := entryOf(said, s.Name, int(e.Start))
			found = append(found, Appearance{in.Ref, revision, in.Event, s.Name, int(e.Start), entry})
		}
	}
	return found, nil
}

// Anonymise takes a person's name and all that is personal out of the register
// and out of what is searched; the reports stay as they came, under their keys,
// for officers. It cannot be undone.
func (b *Bureau) Anonymise(ctx context.Context, id, reason string) error {
	return b.act(ctx, "person.anonymise", reason, func(c *change) (string, any, error) {
		who, err := c.forget(id, reason)
		if err != nil {
			return "", nil, err
		}
		return who.ids[0], nil, nil
	})
}

// Erase does what Anonymise does, and takes the person out of the reports: the
// bytes as they came are destroyed with their key, their hash stays; what was
// understood of them is kept without him, under a new key. Results, records and
// lists stay as they are: they count players by number. It says how many
// reports it touched, and cannot be undone.
func (b *Bureau) Erase(ctx context.Context, id, reason string) (touched int, err error) {
	err = b.act(ctx, "person.erase", reason, func(c *change) (string, any, error) {
		touched = 0
		who, err := selfOf(c, id)
		if err != nil {
			return "", nil, err
		}
		known, err := who.secrets(c)
		if err != nil {
			return "", nil, err
		}
		if _, err := c.forget(id, reason); err != nil {
			return "", nil, err
		}
		var in []*Report
		var at [][]Appearance
		err = who.appearances(c, func(r *Report, found []Appearance) error {
			in, at = append(in, r), append(at, found)
			return nil
		})
		if err != nil {
			return "", nil, err
		}
		for i, r := range in {
			touched++
			if err := c.cutOut(r, at[i], known); err != nil {
				return "", nil, err
			}
		}
		return who.ids[0], map[string]any{"reports": touched}, c.forgetMemberships(who)
	})
	return touched, err
}

// forget takes a person out of the register.
func (c *change) forget(id, reason string) (*self, error) {
	if reason == "" {
		return nil, refuse("reason-needed")
	}
	who, err := selfOf(c, id)
	if err != nil {
		return nil, err
	}
	if err := c.forgetReporter(who); err != nil {
		return nil, err
	}
	for _, p := range who.players {
		if err := c.forgetKeys(p); err != nil {
			return nil, err
		}
		bare := &Player{Number: p.Number, ID: p.ID, Federation: p.Federation, EnteredUnrated: p.EnteredUnrated, MergedInto: p.MergedInto, Merged: p.Merged, Inactive: true, Erased: true}
		if err := c.keepDocuments(bare, &Person{}); err != nil {
			return nil, err
		}
	}
	return who, nil
}

// forgetReporter puts the ID in place of the name among the clubs' reporters.
func (c *change) forgetReporter(who *self) error {
	all, err := clubs.all(c, "")
	if err != nil {
		return err
	}
	for _, club := range all {
		changed := false
		for i, name := range club.Reporters {
			if who.named(name) {
				club.Reporters[i], changed = who.ids[0], true
			}
		}
		if changed {
			if err := clubs.put(c, club.ID, club); err != nil {
				return err
			}
		}
	}
	return nil
}

// named says whether a name is one of the person's.
func (who *self) named(name string) bool {
	return slices.ContainsFunc(who.players, func(p *Player) bool {
		return slices.Contains([]string{foldName(p.Name), foldName(p.NameLocal), foldName(p.Kana)}, foldName(name)) && foldName(name) != ""
	})
}

func (c *change) forgetMemberships(who *self) error {
	for _, id := range who.ids {
		var keys []string
		err := c.Scan(memberships.kind, id+"\x00", id+"\x01", func(key string, _ []byte) (bool, error) {
			keys = append(keys, key)
			return true, nil
		})
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := c.Delete(memberships.kind, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// secrets gives the words by which a text speaks of the person.
func (who *self) secrets(r Reader) (secrets, error) {
	var all secrets
	for _, p := range who.players {
		person, err := personOf(r, p.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, foldName(p.Name), foldName(p.NameLocal), foldName(p.Kana), foldName(person.Email), foldName(person.Guardian),
			foldName(person.GuardianEmail), p.FideID)
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" }), nil
}

// secrets is words that are to be nowhere any more, folded.
type secrets []string

// in says whether a text speaks of the person. A short word has to be the whole
// text.
func (all secrets) in(text string) bool {
	const short = 4 // characters
	text = foldName(text)
	return slices.ContainsFunc(all, func(word string) bool {
		return text == word || utf8.RuneCountInString(word) > short && strings.Contains(text, word)
	})
}

// cutOut destroys the bytes of a report, and keeps what was understood of it
// without the entries of a person.
func (c *change) cutOut(r *Report, at []Appearance, known secrets) error {
	said := map[int]*understood{}
	for i := range r.Revisions {
		n := r.Revisions[i].Number
		data, err := unseal(c, understoodKind, r, n)
		if err != nil {
			return err
		}
		if data != nil {
			said[n] = &understood{}
			if err := json.Unmarshal(data, said[n]); err != nil {
				return err
			}
		}
		for _, kind := range []string{bytesKind, besideKind} {
			if err := c.Delete(kind, RecordID{r.Ref, n}.key()); err != nil {
				return err
			}
		}
		r.Revisions[i].Destroyed = r.Revisions[i].Digest != ""
		if known.in(r.Revisions[i].Actor) {
			r.Revisions[i].Actor = ""
		}
	}
	if err := c.Delete(keyKind, r.Ref); err != nil {
		return err
	}
	for n, u := range said {
		if err := u.without(at, known); err != nil {
			return err
		}
		data, err := json.Marshal(u)
		if err != nil {
			return err
		}
		revision := *r
		revision.Current = n
		if err := c.seal(understoodKind, &revision, data); err != nil {
			return err
		}
	}
	return c.keepReport(r)
}

// without takes entries out of what was understood, and all else that speaks of
// the person.
func (u *understood) without(at []Appearance, known secrets) error {
	if u.Report != nil {
		for _, a := range at {
			e := entryOf(u.Report, a.Section, a.Start)
			if e == nil {
				continue
			}
			for _, word := range []string{e.Name, e.NameLocal, e.Email, e.FideID} {
				if word != "" {
					known = append(known, foldName(word))
				}
			}
			*e = report.Player{StartNumber: e.StartNumber, Rating: e.Rating, Points: e.Points, Rank: e.Rank, At: e.At}
		}
		sections := u.Report.Sections
		u.Report.Sections = nil
		if err := without(&u.Report, known); err != nil {
			return err
		}
		u.Report.Sections = sections
	}
	return errors.Join(without(&u.Read, known), without(&u.Findings, known))
}

// without empties every text in a value that holds one of the words.
func without[T any](v *T, known secrets) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return err
	}
	if data, err = json.Marshal(known.emptied(tree)); err != nil {
		return err
	}
	var clean T
	if err := json.Unmarshal(data, &clean); err != nil {
		return err
	}
	*v = clean
	return nil
}

// emptied gives a tree of JSON without the texts that hold one of the words.
func (all secrets) emptied(v any) any {
	switch v := v.(type) {
	case string:
		if all.in(v) {
			return ""
		}
	case []any:
		for i := range v {
			v[i] = all.emptied(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = all.emptied(v[key])
		}
	}
	return v
}

// BytesReceived gives the bytes of a report's revision as they came; nil if it
// came without any, or once they were destroyed.
func (b *Bureau) BytesReceived(r Reader, ref string, revision int) ([]byte, error) {
	found, err := findReport(r, ref)
	if err != nil {
		return nil, err
	}
	return unseal(r, bytesKind, found, revision)
}
