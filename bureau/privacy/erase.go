package privacy

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/correction"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/vault"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// Anonymise removes a person's name and personal data from the register and the
// search index. The reports remain as submitted, encrypted, for officers. It
// cannot be undone. If the person is already anonymised, nothing is recorded.
func Anonymise(ctx context.Context, b *bureau.Bureau, id, reason string) error {
	err := b.Do(ctx, "person.anonymise", reason, func(tx *bureau.Tx) error {
		who, _, err := forget(tx, id, reason)
		if err == nil && who.Forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		tx.Note(who.IDs[0], nil)
		return nil
	})
	return unlessDone(err)
}

// errDone ends a transaction that has nothing left to do and nothing to record.
var errDone = errors.New("it was done before")

func unlessDone(err error) error {
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// Erase does what Anonymise does, and removes the person from the reports: the
// submitted bytes are destroyed with their key and only their hash remains; the
// readings are stored without the person, under a new key. Results, records and
// lists remain as they are, because they refer to players by number. It returns
// the number of reports changed, and cannot be undone. If nothing is left of
// the person, nothing is recorded.
func Erase(ctx context.Context, b *bureau.Bureau, id, reason string) (touched int, err error) {
	err = b.Do(ctx, "person.erase", reason, func(tx *bureau.Tx) error {
		touched = 0
		who, known, err := forget(tx, id, reason)
		if err != nil {
			return err
		}
		var in []*intake.Case
		var at [][]Appearance
		err = who.Appearances(tx, func(r *intake.Case, found []Appearance) error {
			if !fullyErased(r, found) {
				in, at = append(in, r), append(at, found)
			}
			return nil
		})
		if err == nil && len(in) == 0 && who.Forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		for i, r := range in {
			touched++
			if err := redactReport(tx, r, who, at[i], known); err != nil {
				return err
			}
		}
		tx.Note(who.IDs[0], map[string]any{"reports": touched})
		return forgetMemberships(tx, who)
	})
	return touched, unlessDone(err)
}

// fullyErased reports whether a report has nothing more about the person: the given
// entries are bare, and the bytes are destroyed.
func fullyErased(r *intake.Case, at []Appearance) bool {
	said := slices.ContainsFunc(at, func(a Appearance) bool { return a.Entry != nil && !reflect.DeepEqual(*a.Entry, bare(a.Entry)) })
	kept := slices.ContainsFunc(r.Revisions, func(v intake.Revision) bool { return v.Digest != "" && !v.Destroyed })
	return !said && !kept
}

// bare returns an entry without its personal data.
func bare(e *report.Player) report.Player {
	return report.Player{StartNumber: e.StartNumber, Rating: e.Rating, Points: e.Points, Rank: e.Rank, At: e.At}
}

// forget removes a person from the registers, and returns the words by which
// other texts may mention them.
func forget(tx *bureau.Tx, id, reason string) (*PersonIDs, NameTokens, error) {
	if reason == "" {
		return nil, nil, finding.Refuse("reason-needed")
	}
	who, err := PersonIDsOf(tx, id)
	if err != nil {
		return nil, nil, err
	}
	known, err := who.NameTokens(tx)
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(bind(tx, who), forgetSender(tx, who, known), forgetReporter(tx, who), forgetInquirer(tx, known), forgetReasons(tx, known), forgetSalt(tx, who)); err != nil {
		return nil, nil, err
	}
	for _, p := range who.Players {
		if err := register.ForgetKeys(tx, p); err != nil {
			return nil, nil, err
		}
		bare := &register.Player{Number: p.Number, ID: p.ID, Federation: p.Federation, EnteredUnrated: p.EnteredUnrated, MergedInto: p.MergedInto, Merged: p.Merged, Inactive: true, Erased: true}
		if err := register.KeepDocuments(tx, bare, &register.Person{}); err != nil {
			return nil, nil, err
		}
	}
	return who, known, nil
}

// bind records, in every report with entries of the person, who these entries
// are, by ID: the data that identified them is about to go, but their games,
// and their opponents', must count as before.
func bind(tx *bureau.Tx, who *PersonIDs) error {
	rules, err := tx.Settings.Rules()
	if err != nil {
		return err
	}
	var in []*intake.Case
	var at [][]Appearance
	err = who.Appearances(tx, func(r *intake.Case, found []Appearance) error {
		in, at = append(in, r), append(at, found)
		return nil
	})
	for i, r := range in {
		if err == nil {
			err = bindIn(tx, who, r, at[i], rules.Latest().About().Federation)
		}
	}
	return err
}

func bindIn(tx *bureau.Tx, who *PersonIDs, r *intake.Case, at []Appearance, federation string) error {
	u, err := intake.ReadingOf(tx, r, (*intake.Reading).Sound)
	if err != nil || u == nil {
		return err
	}
	_, places, err := who.Recorded(tx, r.RecordID(r.Current))
	if err != nil {
		return err
	}
	var bound []intake.Match
	who.In(u.Joined(), placesIn(u.Revision, at), func(s *report.Section, e *report.Player) {
		p, failed := intake.Entry(tx, r, s, e, federation)
		place := intake.Match{Section: s.Name, Start: e.StartNumber}
		if p == nil && slices.ContainsFunc(places, place.Same) { // the register had other data then
			p = who.Players[0]
		}
		if p != nil {
			place.Player = p.ID
			bound = append(bound, place)
		}
		err = errors.Join(err, failed)
	})
	if err != nil || len(bound) == 0 {
		return err
	}
	for _, m := range bound {
		anchors, err := intake.Anchors(tx, r, m.Section, m.Start)
		if err != nil {
			return err
		}
		if len(anchors) == 0 { // its files are gone
			anchors = []intake.Anchor{{}}
		}
		for _, of := range anchors {
			if m.Of = of; !slices.ContainsFunc(r.Matches, func(have intake.Match) bool { return have.Of == of && have.Same(m) }) {
				r.Matches = append(r.Matches, m)
			}
		}
	}
	return intake.Keep(tx, r)
}

// forgetSender removes the person from report histories, as sender or as
// mentioned by an officer. In reports that are not rated yet, the ID replaces
// the name of the person in charge, so that they count as before.
func forgetSender(tx *bureau.Tx, who *PersonIDs, known NameTokens) error {
	all, err := intake.Cases.All(tx, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if forgetIn(r, known) {
			if err := intake.Keep(tx, r); err != nil {
				return err
			}
		}
		if r.State == intake.Rated {
			continue
		}
		if err := forgetInCharge(tx, r, who); err != nil {
			return err
		}
	}
	return nil
}

// forgetIn removes the person with these words from a report's history, and
// reports whether it mentioned them. The officers' decisions themselves remain.
func forgetIn(r *intake.Case, known NameTokens) (was bool) {
	replace := func(text *string, by string) {
		if known.In(*text) {
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

func forgetInCharge(tx *bureau.Tx, r *intake.Case, who *PersonIDs) error {
	return intake.EachReading(tx, r, func(u *intake.Reading) (changed bool) {
		for _, p := range u.Reports() {
			for _, name := range []*string{&p.Responsible, &p.ChiefArbiter, &p.SubmittedBy} {
				if who.Named(*name) {
					*name, changed = who.IDs[0], true
				}
			}
		}
		return changed
	})
}

// forgetInquirer removes the person as inquirer, and the words of other
// inquirers that mention them.
func forgetInquirer(tx *bureau.Tx, known NameTokens) error {
	all := map[string]*correction.Inquirer{}
	err := correction.Inquirers.Scan(tx, "", "", func(key string, who *correction.Inquirer) (bool, error) {
		if is(who, known) || known.In(who.Words) {
			all[key] = who
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	for key, who := range all {
		if is(who, known) {
			err = tx.Delete(correction.Inquirers.Kind, key)
		} else {
			who.Words = ""
			err = correction.Inquirers.Put(tx, key, who)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetReasons removes the reasons in the audit log that mention the person.
func forgetReasons(tx *bureau.Tx, known NameTokens) error {
	var in []*bureau.Entry
	err := bureau.Entries.Scan(tx, "", "", func(_ string, e *bureau.Entry) (bool, error) {
		if known.In(e.Reason) {
			in = append(in, e)
		}
		return true, nil
	})
	for _, e := range in {
		if err == nil {
			err = tx.EraseReason(e)
		}
	}
	return err
}

// is reports whether the inquirer is the person with these words.
func is(q *correction.Inquirer, known NameTokens) bool {
	return known.In(q.Name) || known.In(q.Contact)
}

// forgetReporter replaces the name by the ID among the clubs' reporters.
func forgetReporter(tx *bureau.Tx, who *PersonIDs) error {
	all, err := register.Clubs.All(tx, "")
	if err != nil {
		return err
	}
	for _, club := range all {
		changed := who.Named(club.Representative)
		if changed {
			club.Representative = who.IDs[0]
		}
		for i, name := range club.Reporters {
			if who.Named(name) {
				club.Reporters[i], changed = who.IDs[0], true
			}
		}
		if changed {
			if err := register.Clubs.Put(tx, club.ID, club); err != nil {
				return err
			}
		}
	}
	return nil
}

func forgetMemberships(tx *bureau.Tx, who *PersonIDs) error {
	for _, id := range who.IDs {
		var keys []string
		err := tx.Scan(register.Memberships.Kind, id+"\x00", id+"\x01", func(key string, _ []byte) (bool, error) {
			keys = append(keys, key)
			return true, nil
		})
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := tx.Delete(register.Memberships.Kind, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// redactReport destroys the bytes of a report, and stores its readings without the
// entries of a person.
func redactReport(tx *bureau.Tx, r *intake.Case, who *PersonIDs, at []Appearance, known NameTokens) error {
	said := map[int]*intake.Reading{}
	for i := range r.Revisions {
		n := r.Revisions[i].Number
		data, err := vault.Unseal(tx, vault.Reading, r.RecordID(n))
		if err != nil {
			return err
		}
		if data != nil {
			said[n] = &intake.Reading{}
			if err := json.Unmarshal(data, said[n]); err != nil {
				return err
			}
		}
		for _, kind := range []string{vault.Bytes, vault.Sidecar} {
			if err := tx.Delete(kind, r.RecordID(n).Key()); err != nil {
				return err
			}
		}
		r.Revisions[i].Destroyed = r.Revisions[i].Digest != ""
	}
	if err := vault.Destroy(tx, r.Ref); err != nil {
		return err
	}
	places := map[*report.Report][]intake.Match{}
	for n, u := range said {
		for _, p := range u.Reports() {
			for m, other := range said {
				places[p] = append(places[p], otherPlaces(other.Joined(), placesIn(m, at), p)...)
			}
		}
		if u.Joined() != nil {
			places[u.Joined()] = append(places[u.Joined()], placesIn(n, at)...)
		}
		for _, m := range r.Matches {
			if u.Report != nil && m.Of.File == n && slices.Contains(who.IDs, m.Player) {
				places[u.Report] = append(places[u.Report], intake.Match{Section: m.Of.Section, Start: m.Of.Start})
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(said)) {
		for _, p := range said[n].Reports() {
			known = append(known, words(p, who, places[p])...)
		}
	}
	forgetIn(r, known)
	for _, n := range slices.Sorted(maps.Keys(said)) {
		u := said[n]
		for _, p := range u.Reports() {
			if err := without(p, who, places[p], known); err != nil {
				return err
			}
		}
		if err := errors.Join(Redact(&u.Read, known), Redact(&u.Findings, known)); err != nil {
			return err
		}
		data, err := json.Marshal(u)
		if err != nil {
			return err
		}
		if err := vault.Seal(tx, vault.Reading, r.RecordID(n), data); err != nil {
			return err
		}
	}
	return intake.Keep(tx, r)
}

// placesIn returns the places of entries in a revision, because each file has
// its own start numbers.
func placesIn(revision int, at []Appearance) []intake.Match {
	var places []intake.Match
	for _, a := range at {
		if a.Revision == revision {
			places = append(places, intake.Match{Section: a.Section, Start: a.Start})
		}
	}
	return places
}

// otherPlaces returns the places, in another file, of those entries at the given
// places of this one that the other names without an ID.
func otherPlaces(from *report.Report, places []intake.Match, to *report.Report) []intake.Match {
	var found []intake.Match
	if from == nil || len(places) == 0 {
		return nil
	}
	for i := range from.Sections {
		s, goes := join.GoesOn(&from.Sections[i], to.Sections, nil)
		for _, p := range places {
			if !goes || p.Section != s.Old.Name {
				continue
			}
			is, e := intake.EntryOf(from, p.Section, p.Start), intake.EntryOf(to, s.Now.Name, s.Start[p.Start])
			if is != nil && e != nil && e.ID+e.FideID == "" && len(e.National) == 0 && report.FoldName(e.Name) == report.FoldName(is.Name) {
				found = append(found, intake.Match{Section: s.Now.Name, Start: e.StartNumber})
			}
		}
	}
	return found
}

// words returns the words by which a person's entries mention them.
func words(p *report.Report, who *PersonIDs, places []intake.Match) (words NameTokens) {
	who.In(p, places, func(_ *report.Section, e *report.Player) {
		for _, word := range []string{e.Name, e.NameLocal, e.Email, e.FideID} {
			if word != "" {
				words = append(words, report.FoldName(word))
			}
		}
	})
	return words
}

// without removes a person's entries from a report, and everything else that
// mentions them.
func without(p *report.Report, who *PersonIDs, places []intake.Match, known NameTokens) error {
	who.In(p, places, func(_ *report.Section, e *report.Player) { *e = bare(e) })
	sections := p.Sections
	p.Sections = nil
	err := Redact(p, known)
	p.Sections = sections
	return err
}
