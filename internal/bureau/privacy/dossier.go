package privacy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Dossier is everything that a bureau stores about one person.
type Dossier struct {
	ID        string                                `json:"id"`
	Documents map[string]map[string]json.RawMessage `json:"documents"` // of the registers, by kind and key
	Reports   []Appearance                          `json:"reports"`   // the entries in reports
	Lists     []ListedRating                        `json:"lists"`     // in published lists
	Log       []*bureau.Entry                       `json:"log"`       // the audit log entries about the person, and what their accounts have done
	Accounts  map[string]*bureau.Account            `json:"accounts"`  // by number, without what they sign in with
	Beside    map[string][]bureau.Held              `json:"beside"`    // what is kept beside the bureau, by table: sessions, forms, jobs, looks
}

// ListedRating is a rating in a published list.
type ListedRating struct {
	List     string        `json:"list"`
	Revision int           `json:"revision"`
	Kind     rating.Kind   `json:"kind"`
	Rating   rating.Rating `json:"rating"`
	Games    int32         `json:"games"`
}

// DossierOf returns everything that is stored about a person, including what
// reports state.
func DossierOf(ctx context.Context, b *bureau.Bureau, id string) (*Dossier, error) {
	var d *Dossier
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		who, err := PersonIDsOf(r, id)
		if err != nil {
			return err
		}
		d = &Dossier{ID: who.IDs[0], Documents: map[string]map[string]json.RawMessage{}}
		if err := d.register(r, who); err != nil {
			return err
		}
		err = who.Appearances(r, func(_ *check.Case, at []Appearance) error {
			d.Reports = append(d.Reports, at...)
			return nil
		})
		if err != nil {
			return err
		}
		if err := errors.Join(d.mentions(r, who), d.lists(r, who)); err != nil {
			return err
		}
		d.Log, err = rows.LogOf(r, who.IDs...)
		if err != nil {
			return err
		}
		known, err := who.Mentions(r)
		if err == nil {
			err = d.accounts(r, who, known)
		}
		if err == nil && b.Beside != nil {
			d.Beside, err = b.Beside(ctx, known.In, slices.Sorted(maps.Keys(d.Accounts)))
		}
		return err
	})
	return d, err
}

// accounts collects the accounts of the person, and what they have done.
func (d *Dossier) accounts(r bureau.Reader, who *PersonIDs, known *Mentions) (err error) {
	if d.Accounts, err = bureau.AccountsOf(r, who.IDs, known.In); err != nil || len(d.Accounts) == 0 {
		return err
	}
	for _, a := range d.Accounts {
		a.Invited, a.Factors = nil, nil
		for i := range a.Keys {
			a.Keys[i].Hash = ""
		}
	}
	about := map[int]bool{}
	for _, e := range d.Log {
		about[e.Seq] = true
	}
	err = bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
		if d.Accounts[e.Actor] != nil && !about[e.Seq] {
			d.Log = append(d.Log, &bureau.Entry{Seq: e.Seq, At: e.At, Actor: e.Actor, With: e.With, Action: e.Action, Subject: e.Subject}) // what it says may be of others
		}
		return true, nil
	})
	slices.SortFunc(d.Log, func(a, b *bureau.Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	return err
}

// register collects the documents with an ID of the person as key or key
// prefix.
func (d *Dossier) register(r bureau.Reader, who *PersonIDs) error {
	kinds, err := r.Kinds()
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		for _, id := range who.IDs {
			err := r.Scan(kind, id, id+"\x01", func(key string, value []byte) (bool, error) {
				if json.Valid(value) {
					if d.Documents[kind] == nil {
						d.Documents[kind] = map[string]json.RawMessage{}
					}
					d.Documents[kind][bureau.KeyName(key)] = value
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

// mentions collects the inquiries of the person, and the contacts of clubs that are theirs.
func (d *Dossier) mentions(r bureau.Reader, who *PersonIDs) error {
	known, err := who.Mentions(r)
	if err != nil {
		return err
	}
	return errors.Join(
		collect(d, r, &correction.Inquirers, func(q *correction.Inquirer) bool { return is(q, known) }),
		collect(d, r, &register.ClubContacts, func(c *register.ClubContact) bool { return known.In(c.Email) || known.In(c.Address) }),
	)
}

// collect collects the documents of a table that are the person's.
func collect[T any](d *Dossier, r bureau.Reader, table *bureau.Table[T], theirs func(*T) bool) error {
	found := map[string]json.RawMessage{}
	err := r.Scan(table.Kind, "", "", func(key string, value []byte) (bool, error) {
		v, err := table.Read(key, value)
		if err == nil && theirs(v) {
			found[key] = value
		}
		return true, err
	})
	if len(found) > 0 {
		d.Documents[table.Kind] = found
	}
	return err
}

func (d *Dossier) lists(r bureau.Reader, who *PersonIDs) error {
	return lists.Publications.Scan(r, "", "", func(_ string, p *lists.Publication) (bool, error) {
		for _, number := range who.Numbers {
			standing, err := lists.StandingIn(r, p.Run, number)
			if err != nil {
				return false, err
			}
			for _, kind := range rating.AllKinds {
				if s := standing.Of(kind); s.Rating.Rated() {
					d.Lists = append(d.Lists, ListedRating{p.Label, p.Revision, kind, s.Rating, s.Games})
				}
			}
		}
		return true, nil
	})
}
