package bureau

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
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
		if err := errors.Join(d.inquiries(r, who), d.lists(r, who)); err != nil {
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

// inquiries collects what the person has asked.
func (d *Dossier) inquiries(r Reader, who *self) error {
	known, err := who.secrets(r)
	if err != nil {
		return err
	}
	asked := map[string]json.RawMessage{}
	err = r.Scan(inquirers.kind, "", "", func(key string, value []byte) (bool, error) {
		q, err := inquirers.read(key, value)
		if err == nil && q.is(known) {
			asked[key] = value
		}
		return true, err
	})
	if len(asked) > 0 {
		d.Documents[inquirers.kind] = asked
	}
	return err
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
