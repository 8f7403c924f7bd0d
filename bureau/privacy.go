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
	err := b.act(ctx, "person.anonymise", reason, func(c *change) (string, any, error) {
		who, _, err := c.forget(id, reason)
		if err == nil && who.forgotten() {
			err = errDone
		}
		if err != nil {
			return "", nil, err
		}
		return who.ids[0], nil, nil
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
	err = b.act(ctx, "person.erase", reason, func(c *change) (string, any, error) {
		touched = 0
		who, known, err := c.forget(id, reason)
		if err != nil {
			return "", nil, err
		}
		var in []*Report
		var at [][]Appearance
		err = who.appearances(c, func(r *Report, found []Appearance) error {
			if !r.silent(found) {
				in, at = append(in, r), append(at, found)
			}
			return nil
		})
		if err == nil && len(in) == 0 && who.forgotten() {
			err = errDone
		}
		if err != nil {
			return "", nil, err
		}
		for i, r := range in {
			touched++
			if err := c.cutOut(r, who, at[i], known); err != nil {
				return "", nil, err
			}
		}
		return who.ids[0], map[string]any{"reports": touched}, c.forgetMemberships(who)
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
func (c *change) forget(id, reason string) (*self, secrets, error) {
	if reason == "" {
		return nil, nil, refuse("reason-needed")
	}
	who, err := selfOf(c, id)
	if err != nil {
		return nil, nil, err
	}
	known, err := who.secrets(c)
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(c.bind(who), c.forgetSender(who, known), c.forgetReporter(who), c.forgetInquirer(known), c.forgetSalt(who)); err != nil {
		return nil, nil, err
	}
	for _, p := range who.players {
		if err := c.forgetKeys(p); err != nil {
			return nil, nil, err
		}
		bare := &Player{Number: p.Number, ID: p.ID, Federation: p.Federation, EnteredUnrated: p.EnteredUnrated, MergedInto: p.MergedInto, Merged: p.Merged, Inactive: true, Erased: true}
		if err := c.keepDocuments(bare, &Person{}); err != nil {
			return nil, nil, err
		}
	}
	return who, known, nil
}

// bind notes in every report in which the person stands who his entries are, by
// ID alone: what has told it goes, and his games, and those of others with him,
// are to count as they do.
func (c *change) bind(who *self) error {
	rules, err := c.settings.rules()
	if err != nil {
		return err
	}
	var in []*Report
	var at [][]Appearance
	err = who.appearances(c, func(r *Report, found []Appearance) error {
		in, at = append(in, r), append(at, found)
		return nil
	})
	for i, r := range in {
		if err == nil {
			err = c.bindIn(who, r, at[i], rules.Latest().About().Federation)
		}
	}
	return err
}

func (c *change) bindIn(who *self, r *Report, at []Appearance, federation string) error {
	u, err := understoodOf(c, r, (*understood).sound)
	if err != nil || u == nil {
		return err
	}
	_, places, err := who.recorded(c, RecordID{r.Ref, r.Current})
	before := len(r.Matches)
	who.in(u.Report, r.placesIn(u.revision, at), func(s *report.Section, e *report.Player) {
		p, failed := c.entry(r, s, e, federation)
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
	return c.keepReport(r)
}

// forgetSender takes the person who handed in reports, or of whom officers told
// there, out of what happened to them. Where they are not rated yet, the ID takes the
// place of the name of who was in charge: they are to count as they do.
func (c *change) forgetSender(who *self, known secrets) error {
	all, err := reports.all(c, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.forget(known) {
			if err := c.keepReport(r); err != nil {
				return err
			}
		}
		if r.State == Rated {
			continue
		}
		if err := c.forgetInCharge(r, who); err != nil {
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

func (c *change) forgetInCharge(r *Report, who *self) error {
	u, err := understoodOf(c, r, func(u *understood) bool { return u.Report != nil })
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
	return c.seal(understoodKind, RecordID{r.Ref, u.revision}, data)
}

// forgetInquirer forgets who asked where it was the person, and the words of
// others that speak of him.
func (c *change) forgetInquirer(known secrets) error {
	all := map[string]*Inquirer{}
	err := inquirers.scan(c, "", "", func(key string, who *Inquirer) (bool, error) {
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
			err = c.Delete(inquirers.kind, key)
		} else {
			who.Words = ""
			err = inquirers.put(c, key, who)
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
func (c *change) forgetReporter(who *self) error {
	all, err := clubs.all(c, "")
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
			if err := clubs.put(c, club.ID, club); err != nil {
				return err
			}
		}
	}
	return nil
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

// cutOut destroys the bytes of a report, and keeps what was understood of it
// without the entries of a person.
func (c *change) cutOut(r *Report, who *self, at []Appearance, known secrets) error {
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
	}
	if err := c.Delete(keyKind, refKey(r.Ref)); err != nil {
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
		if err := c.seal(understoodKind, RecordID{r.Ref, n}, data); err != nil {
			return err
		}
	}
	return c.keepReport(r)
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
