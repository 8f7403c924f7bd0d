package privacy

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Anonymise removes a person's name and personal data from the register and the
// search index. The reports remain as submitted, encrypted, for officers. It
// cannot be undone. If the person is already anonymised, nothing is recorded.
func Anonymise(ctx context.Context, b *bureau.Bureau, id, reason string) error {
	err := b.Do(ctx, "person.anonymise", reason, func(tx *bureau.Tx) error {
		who, known, err := forget(tx, id, reason)
		if err == nil && who.Forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		tx.Note(who.IDs[0], nil)
		return (&cleaner{known: known}).sweep(tx)
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

// Erase does what Anonymise does, and removes the person from the reports that they
// are in, or that mention them: the submitted bytes are destroyed with their key and
// only their hash remains; the readings are stored without the person, under a new
// key. What was named after them, like an event, has their ID in place of the name.
// Results and lists remain as they are, because they refer to players by number. It
// returns the number of reports changed, and cannot be undone. If nothing is left of
// the person, nothing is recorded.
func Erase(ctx context.Context, b *bureau.Bureau, id, reason string) (touched int, err error) {
	err = b.Do(ctx, "person.erase", reason, func(tx *bureau.Tx) error {
		touched = 0
		who, known, err := forget(tx, id, reason)
		if err != nil {
			return err
		}
		in := map[string][]Appearance{} // by reference
		err = who.Appearances(tx, func(r *check.Case, found []Appearance) error {
			if !fullyErased(r, found) {
				in[r.Ref] = found
			}
			known.entries(found)
			return nil
		})
		if err == nil {
			err = mentioning(tx, known, in)
		}
		if err == nil && len(in) == 0 && who.Forgotten() {
			err = errDone
		}
		if err != nil {
			return err
		}
		used, err := recordsOfRuns(tx)
		if err != nil {
			return err
		}
		for _, ref := range slices.Sorted(maps.Keys(in)) {
			touched++
			if err := redactReport(tx, ref, who, in[ref], known, used); err != nil {
				return err
			}
		}
		tx.Note(who.IDs[0], map[string]any{"reports": touched})
		return errors.Join((&cleaner{known: known, by: who.IDs[0]}).sweep(tx), forgetMemberships(tx, who))
	})
	return touched, unlessDone(err)
}

// fullyErased reports whether a report has nothing more about the person: the given
// entries are bare, and the bytes are destroyed.
func fullyErased(r *check.Case, at []Appearance) bool {
	said := slices.ContainsFunc(at, func(a Appearance) bool { return a.Entry != nil && !reflect.DeepEqual(*a.Entry, bare(a.Entry)) })
	kept := slices.ContainsFunc(r.Revisions, func(v check.Revision) bool { return v.Digest != "" && !v.Destroyed })
	return !said && !kept
}

// bare returns an entry without its personal data.
func bare(e *report.Player) report.Player {
	return report.Player{StartNumber: e.StartNumber, Rating: e.Rating, Points: e.Points, Rank: e.Rank, At: e.At}
}

// forget removes a person from the registers, and returns the words by which
// other texts may mention them.
func forget(tx *bureau.Tx, id, reason string) (*PersonIDs, *Mentions, error) {
	if reason == "" {
		return nil, nil, finding.Refuse("reason-needed")
	}
	who, err := PersonIDsOf(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if err := tx.About(who.Players[0].Subject()); err != nil {
		return nil, nil, err
	}
	known, err := who.Mentions(tx)
	if err == nil && known.In(reason) {
		err = finding.Refuse("reason-names-person")
	}
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(bind(tx, who), forgetInCharge(tx, who), forgetReporter(tx, who), forgetInquirer(tx, known), forgetContacts(tx, known), forgetReasons(tx, known), tx.ForgetAccounts(who.IDs, known.In), forgetSalt(tx, who), forgetStated(tx, who)); err != nil {
		return nil, nil, err
	}
	return who, known, who.empty(tx)
}

// empty takes all from the entries of a person in the register but their IDs.
func (who *PersonIDs) empty(tx *bureau.Tx) error {
	for _, p := range who.Players {
		bare := &register.Player{Number: p.Number, ID: p.ID, Federation: p.Federation, EnteredUnrated: p.EnteredUnrated, MergedInto: p.MergedInto, Merged: p.Merged, Inactive: true, Erased: true}
		if err := errors.Join(register.ForgetKeys(tx, p), register.KeepDocuments(tx, bare, &register.Person{})); err != nil {
			return err
		}
		if p.Erased {
			continue
		}
		facts := lists.WriteFacts(tx) // the birth is unknown from now on, Reading G8
		if err := errors.Join(facts.Set(p.Number, register.FactsOf(p, 0)), facts.Close()); err != nil {
			return err
		}
	}
	return nil
}

// bind records, in every report with entries of the person, who these entries
// are, by ID: the data that identified them is about to go, but their games,
// and their opponents', must count as before.
func bind(tx *bureau.Tx, who *PersonIDs) error {
	rules, err := tx.Settings.Rules()
	if err != nil {
		return err
	}
	var in []*check.Case
	var at [][]Appearance
	err = who.Appearances(tx, func(r *check.Case, found []Appearance) error {
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

func bindIn(tx *bureau.Tx, who *PersonIDs, r *check.Case, at []Appearance, federation string) error {
	u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound)
	if err != nil || u == nil {
		return err
	}
	places, err := who.Recorded(tx, r.RecordID(r.Current))
	if err != nil {
		return err
	}
	var bound []check.Match
	who.In(u.Joined(), placesIn(u.Revision, at), func(s *report.Section, e *report.Player) {
		p, failed := intake.Entry(tx, r, s, e, federation)
		place := check.Match{Section: s.Name, Start: e.StartNumber}
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
	anchors, err := intake.Anchors(tx, r)
	if err != nil {
		return err
	}
	for _, m := range bound {
		all := anchors(m.Section, m.Start)
		if len(all) == 0 { // its files are gone
			all = []check.Anchor{{}}
		}
		for _, m.Of = range all {
			if !slices.ContainsFunc(r.Standing(), func(d *check.Decision) bool {
				return d.Match != nil && d.Match.Of == m.Of && d.Match.Same(m)
			}) {
				r.Decide(tx.Moment, check.Decision{Match: new(m)})
			}
		}
	}
	return intake.Keep(tx, r)
}

// forgetInCharge replaces the name of the person in charge by the ID, in reports that
// are not rated yet, so that they count as before.
func forgetInCharge(tx *bureau.Tx, who *PersonIDs) error {
	all, err := intake.Cases.All(tx, "")
	for _, r := range all {
		if err == nil && r.State != check.Rated {
			err = intake.EachReading(tx, r, func(u *check.Reading) (changed bool) {
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
	}
	return err
}

// forgetInquirer removes the person as inquirer, and the words of other
// inquirers that mention them.
func forgetInquirer(tx *bureau.Tx, known *Mentions) error {
	all := map[string]*correction.Inquirer{}
	err := correction.Inquirers.Scan(tx, "", "", func(key string, who *correction.Inquirer) (bool, error) {
		if is(who, known) || known.In(who.Words) || known.In(who.Reply) {
			all[key] = who
		}
		return true, nil
	})
	for key, who := range all {
		switch {
		case err != nil:
		case is(who, known):
			err = tx.Delete(correction.Inquirers.Kind, key)
		default:
			who.Words, who.Reply = "", ""
			err = correction.Inquirers.Put(tx, key, who)
		}
	}
	return err
}

// forgetContacts removes the person from the contacts of clubs.
func forgetContacts(tx *bureau.Tx, known *Mentions) error {
	all := map[string]*register.ClubContact{}
	err := register.ClubContacts.Scan(tx, "", "", func(club string, c *register.ClubContact) (bool, error) {
		before := *c
		for _, text := range []*string{&c.Email, &c.Address} {
			if known.In(*text) {
				*text = ""
			}
		}
		if *c != before {
			all[club] = c
		}
		return true, nil
	})
	for club, c := range all {
		err = errors.Join(err, register.PutClubContact(tx, club, c))
	}
	return err
}

// forgetReasons removes the reasons in the audit log that mention the person.
func forgetReasons(tx *bureau.Tx, known *Mentions) error {
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

// forgetStated removes what reports state about the person, and the FIDE IDs from those that files state. Reports know the
// entries by ID.
func forgetStated(tx *bureau.Tx, who *PersonIDs) error {
	for _, id := range who.IDs {
		if err := tx.Delete(lists.Statements.Kind, id); err != nil {
			return err
		}
	}
	for _, p := range who.Players {
		if p.FideID == "" {
			continue
		}
		stated, err := rows.Stated.Select(tx, bureau.Range{Order: 1, Is: []any{p.FideID}})
		if err != nil {
			return err
		}
		for _, s := range stated {
			if err := register.ForgetStated(tx, p.FideID, s.Ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// is reports whether the inquirer is the person with these words.
func is(q *correction.Inquirer, known *Mentions) bool {
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
		all, err := register.Memberships.Get(tx, id)
		if err == nil && all != nil {
			err = tx.Delete(register.Memberships.Kind, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
