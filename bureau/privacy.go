package bureau

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/report"
)

// Anonymise takes a person's name and all that is personal out of the register
// and out of what is searched; the reports stay as they came, under their keys,
// for officers. It cannot be undone. Who is anonymised already stays so, and
// nothing is recorded.
func (b *Bureau) Anonymise(ctx context.Context, id, reason string) error {
	err := b.Do(ctx, "person.anonymise", reason, func(tx *Tx) error {
		who, _, err := tx.forget(id, reason)
		if err == nil && who.forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		tx.Note(who.ids[0], nil)
		return nil
	})
	return unlessDone(err)
}

// errDone says that what is asked for was done before: there is nothing to keep
// and nothing to record.
var errDone = errors.New("it was done before")

func unlessDone(err error) error {
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// Erase does what Anonymise does, and takes the person out of the reports: the
// bytes as they came are destroyed with their key, their hash stays; what was
// understood of them is kept without him, under a new key. Results, records and
// lists stay as they are: they count players by number. It says how many
// reports it touched, and cannot be undone. If nothing is left of the person,
// nothing is recorded.
func (b *Bureau) Erase(ctx context.Context, id, reason string) (touched int, err error) {
	err = b.Do(ctx, "person.erase", reason, func(tx *Tx) error {
		touched = 0
		who, known, err := tx.forget(id, reason)
		if err != nil {
			return err
		}
		var in []*Report
		var at [][]Appearance
		err = who.appearances(tx, func(r *Report, found []Appearance) error {
			if !r.silent(found) {
				in, at = append(in, r), append(at, found)
			}
			return nil
		})
		if err == nil && len(in) == 0 && who.forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		for i, r := range in {
			touched++
			if err := tx.cutOut(r, who, at[i], known); err != nil {
				return err
			}
		}
		tx.Note(who.ids[0], map[string]any{"reports": touched})
		return tx.forgetMemberships(who)
	})
	return touched, unlessDone(err)
}

// silent says whether a report says nothing more of the person of these entries:
// they are bare, and the bytes are destroyed.
func (r *Report) silent(at []Appearance) bool {
	said := slices.ContainsFunc(at, func(a Appearance) bool { return a.Entry != nil && !reflect.DeepEqual(*a.Entry, bare(a.Entry)) })
	kept := slices.ContainsFunc(r.Revisions, func(v Revision) bool { return v.Digest != "" && !v.Destroyed })
	return !said && !kept
}

// bare gives an entry of a report without the person.
func bare(e *report.Player) report.Player {
	return report.Player{StartNumber: e.StartNumber, Rating: e.Rating, Points: e.Points, Rank: e.Rank, At: e.At}
}

// forget takes a person out of the registers, and gives the words by which
// other texts may speak of him.
func (tx *Tx) forget(id, reason string) (*self, secrets, error) {
	if reason == "" {
		return nil, nil, refuse("reason-needed")
	}
	who, err := selfOf(tx, id)
	if err != nil {
		return nil, nil, err
	}
	known, err := who.secrets(tx)
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(tx.bind(who), tx.forgetSender(who, known), tx.forgetReporter(who), tx.forgetInquirer(known), tx.forgetSalt(who)); err != nil {
		return nil, nil, err
	}
	for _, p := range who.players {
		if err := tx.forgetKeys(p); err != nil {
			return nil, nil, err
		}
		bare := &Player{Number: p.Number, ID: p.ID, Federation: p.Federation, EnteredUnrated: p.EnteredUnrated, MergedInto: p.MergedInto, Merged: p.Merged, Inactive: true, Erased: true}
		if err := tx.keepDocuments(bare, &Person{}); err != nil {
			return nil, nil, err
		}
	}
	return who, known, nil
}

// bind notes in every report in which the person stands who his entries are, by
// ID alone: what has told it goes, and his games, and those of others with him,
// are to count as they do.
func (tx *Tx) bind(who *self) error {
	rules, err := tx.Settings.rules()
	if err != nil {
		return err
	}
	var in []*Report
	var at [][]Appearance
	err = who.appearances(tx, func(r *Report, found []Appearance) error {
		in, at = append(in, r), append(at, found)
		return nil
	})
	for i, r := range in {
		if err == nil {
			err = tx.bindIn(who, r, at[i], rules.Latest().About().Federation)
		}
	}
	return err
}

func (tx *Tx) bindIn(who *self, r *Report, at []Appearance, federation string) error {
	u, err := understoodOf(tx, r, (*understood).sound)
	if err != nil || u == nil {
		return err
	}
	_, places, err := who.recorded(tx, RecordID{r.Ref, r.Current})
	before := len(r.Matches)
	who.in(u.Report, r.placesIn(u.revision, at), func(s *report.Section, e *report.Player) {
		p, failed := tx.entry(r, s, e, federation)
		if p == nil && slices.Contains(places, Match{Section: s.Name, Start: e.StartNumber}) { // the register knew him by something else then
			p = who.players[0]
		}
		matched := slices.ContainsFunc(r.Matches, func(m Match) bool { return m.Section == s.Name && m.Start == e.StartNumber })
		if p != nil && !matched {
			r.Matches = append(r.Matches, Match{Section: s.Name, Start: e.StartNumber, Player: p.ID})
		}
		if err == nil {
			err = failed
		}
	})
	if err != nil || len(r.Matches) == before {
		return err
	}
	return tx.keepReport(r)
}

// forgetSender takes the person who handed in reports, or of whom officers told
// there, out of what happened to them. Where they are not rated yet, the ID takes the
// place of the name of who was in charge: they are to count as they do.
func (tx *Tx) forgetSender(who *self, known secrets) error {
	all, err := reports.all(tx, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.forget(known) {
			if err := tx.keepReport(r); err != nil {
				return err
			}
		}
		if r.State == Rated {
			continue
		}
		if err := tx.forgetInCharge(r, who); err != nil {
			return err
		}
	}
	return nil
}

// forget takes the person of these words out of what happened to a report, and
// says whether he was there. That an officer gave his word stays.
func (r *Report) forget(known secrets) (was bool) {
	replace := func(text *string, by string) {
		if known.in(*text) {
			*text, was = by, true
		}
	}
	for i := range r.Revisions {
		v := &r.Revisions[i]
		replace(&v.File, "")
		replace(&v.Actor, "")
		replace(&v.Reason, "-")
	}
	for i := range r.History {
		m := &r.History[i]
		replace(&m.Actor, "")
		replace(&m.Reason, "-")
	}
	return was
}

func (tx *Tx) forgetInCharge(r *Report, who *self) error {
	u, err := understoodOf(tx, r, func(u *understood) bool { return u.Report != nil })
	if err != nil || u == nil {
		return err
	}
	changed := false
	for _, name := range []*string{&u.Report.Responsible, &u.Report.ChiefArbiter, &u.Report.SubmittedBy} {
		if who.named(*name) {
			*name, changed = who.ids[0], true
		}
	}
	if !changed {
		return nil
	}
	data, err := json.Marshal(u)
	if err != nil {
		return err
	}
	return tx.seal(understoodKind, RecordID{r.Ref, u.revision}, data)
}

// forgetInquirer forgets who asked where it was the person, and the words of
// others that speak of him.
func (tx *Tx) forgetInquirer(known secrets) error {
	all := map[string]*Inquirer{}
	err := inquirers.scan(tx, "", "", func(key string, who *Inquirer) (bool, error) {
		if who.is(known) || known.in(who.Words) {
			all[key] = who
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	for key, who := range all {
		if who.is(known) {
			err = tx.Delete(inquirers.kind, key)
		} else {
			who.Words = ""
			err = inquirers.put(tx, key, who)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// is says whether the one who asks is the person of these words.
func (q *Inquirer) is(known secrets) bool { return known.in(q.Name) || known.in(q.Contact) }

// forgetReporter puts the ID in place of the name among the clubs' reporters.
func (tx *Tx) forgetReporter(who *self) error {
	all, err := clubs.all(tx, "")
	if err != nil {
		return err
	}
	for _, club := range all {
		changed := who.named(club.Representative)
		if changed {
			club.Representative = who.ids[0]
		}
		for i, name := range club.Reporters {
			if who.named(name) {
				club.Reporters[i], changed = who.ids[0], true
			}
		}
		if changed {
			if err := clubs.put(tx, club.ID, club); err != nil {
				return err
			}
		}
	}
	return nil
}

func (tx *Tx) forgetMemberships(who *self) error {
	for _, id := range who.ids {
		var keys []string
		err := tx.Scan(memberships.kind, id+"\x00", id+"\x01", func(key string, _ []byte) (bool, error) {
			keys = append(keys, key)
			return true, nil
		})
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := tx.Delete(memberships.kind, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// cutOut destroys the bytes of a report, and keeps what was understood of it
// without the entries of a person.
func (tx *Tx) cutOut(r *Report, who *self, at []Appearance, known secrets) error {
	said := map[int]*understood{}
	for i := range r.Revisions {
		n := r.Revisions[i].Number
		data, err := unseal(tx, understoodKind, r, n)
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
			if err := tx.Delete(kind, RecordID{r.Ref, n}.key()); err != nil {
				return err
			}
		}
		r.Revisions[i].Destroyed = r.Revisions[i].Digest != ""
	}
	if err := tx.Delete(keyKind, refKey(r.Ref)); err != nil {
		return err
	}
	places := map[int][]Match{}
	for n := range said {
		places[n] = r.placesIn(n, at)
		for m := range said {
			places[n] = append(places[n], said[m].lead(r.placesIn(m, at), said[n])...)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(said)) {
		u := said[n]
		if u.Report != nil {
			known = append(known, u.words(who, places[n])...)
		}
	}
	r.forget(known)
	for _, n := range slices.Sorted(maps.Keys(said)) {
		u := said[n]
		if err := u.without(who, places[n], known); err != nil {
			return err
		}
		data, err := json.Marshal(u)
		if err != nil {
			return err
		}
		if err := tx.seal(understoodKind, RecordID{r.Ref, n}, data); err != nil {
			return err
		}
	}
	return tx.keepReport(r)
}

// file gives the number of the revision whose file a revision was made from.
func (r *Report) file(n int) int {
	for n > 1 && r.Revisions[n-1].Digest == "" {
		n = cmp.Or(r.Revisions[n-1].Of, n-1)
	}
	return n
}

// placesIn gives the places of entries in the file from which a revision was
// made: others may number them otherwise.
func (r *Report) placesIn(revision int, at []Appearance) []Match {
	var places []Match
	for _, a := range at {
		if r.file(a.Revision) == r.file(revision) {
			places = append(places, Match{Section: a.Section, Start: a.Start})
		}
	}
	return places
}

// lead gives the places in another file of the entries at some places of this one
// that it names without an ID.
func (u *understood) lead(places []Match, to *understood) []Match {
	var found []Match
	if u.Report == nil || to.Report == nil {
		return nil
	}
	for i := range u.Report.Sections {
		s, goes := goesOn(&u.Report.Sections[i], to.Report.Sections, nil)
		for _, p := range places {
			if !goes || p.Section != s.old.Name {
				continue
			}
			is, e := entryOf(u.Report, p.Section, p.Start), entryOf(to.Report, s.now.Name, s.start[p.Start])
			if is != nil && e != nil && e.ID+e.FideID == "" && len(e.National) == 0 && foldName(e.Name) == foldName(is.Name) {
				found = append(found, Match{Section: s.now.Name, Start: e.StartNumber})
			}
		}
	}
	return found
}

// words gives the words by which a person's entries speak of him.
func (u *understood) words(who *self, places []Match) (words secrets) {
	who.in(u.Report, places, func(_ *report.Section, e *report.Player) {
		for _, word := range []string{e.Name, e.NameLocal, e.Email, e.FideID} {
			if word != "" {
				words = append(words, foldName(word))
			}
		}
	})
	return words
}

// without takes a person's entries out of what was understood, and all else that
// speaks of him.
func (u *understood) without(who *self, places []Match, known secrets) error {
	if u.Report != nil {
		who.in(u.Report, places, func(_ *report.Section, e *report.Player) { *e = bare(e) })
		sections := u.Report.Sections
		u.Report.Sections = nil
		if err := without(&u.Report, known); err != nil {
			return err
		}
		u.Report.Sections = sections
	}
	return errors.Join(without(&u.Read, known), without(&u.Findings, known))
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
