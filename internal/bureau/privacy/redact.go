package privacy

import (
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// redactReport destroys the bytes of a report, and stores its readings without the
// entries of a person and without what mentions them.
func redactReport(tx *bureau.Tx, ref string, who *PersonIDs, at []Appearance, known *Mentions, used map[lists.RecordID]bool) error {
	r, err := intake.Find(tx, ref)
	if err != nil {
		return err
	}
	if err := intake.Settle(tx, r); err != nil {
		return err
	}
	said := map[int]*check.Reading{}
	for i := range r.Revisions {
		n := r.Revisions[i].Number
		data, err := vault.Unseal(tx, vault.Reading, r.RecordID(n))
		if err != nil {
			return err
		}
		if data != nil {
			if said[n], err = intake.UnpackReading(data); err != nil {
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
	known = &Mentions{known.Clone()}
	places := placesOf(r, said, who, at, known)
	for _, u := range said {
		for _, p := range u.Reports() {
			who.In(p, places[p], func(_ *report.Section, e *report.Player) { known.entry(e) })
		}
	}
	c := &cleaner{known: known, by: who.IDs[0], theirs: true}
	if err := c.sections(tx, r, said, used); err != nil {
		return err
	}
	for _, n := range slices.Sorted(maps.Keys(said)) {
		u := said[n]
		for _, p := range u.Reports() {
			who.In(p, places[p], func(_ *report.Section, e *report.Player) { *e = bare(e) })
			if err := c.report(p); err != nil {
				return err
			}
		}
		if err := errors.Join(clean(c, &u.Read), clean(c, &u.Findings)); err != nil {
			return err
		}
		data, err := intake.PackReading(u)
		if err != nil {
			return err
		}
		if err := vault.Seal(tx, vault.Reading, r.RecordID(n), data); err != nil {
			return err
		}
	}
	told, err := intake.FIDE(tx, r)
	if err == nil && told != nil {
		err = errors.Join(clean(c, told), intake.KeepFIDE(tx, r, told))
	}
	if err != nil {
		return err
	}
	if err := clean(c, r); err != nil {
		return err
	}
	return intake.Keep(tx, r)
}

// placesOf returns the places of a person's entries in each of the readings of a report,
// of which said has those of its revisions. In a file in which nothing else tells which
// entry is theirs, it is the one without a number that has their name.
func placesOf(r *check.Case, said map[int]*check.Reading, who *PersonIDs, at []Appearance, known *Mentions) map[*report.Report][]check.Match {
	places := map[*report.Report][]check.Match{}
	for n, u := range said {
		for _, p := range u.Reports() {
			for m, other := range said {
				places[p] = append(places[p], otherPlaces(other.Joined(), placesIn(m, at), p)...)
			}
		}
		if u.Joined() != nil {
			places[u.Joined()] = append(places[u.Joined()], placesIn(n, at)...)
		}
		for _, d := range r.Standing() {
			if m := d.Match; m != nil && u.Report != nil && m.Of.File == n && slices.Contains(who.IDs, m.Player) {
				places[u.Report] = append(places[u.Report], check.Match{Section: m.Of.Section, Start: m.Of.Start})
			}
		}
	}
	byName := false
	for _, u := range said {
		there := u.Report == nil || len(at) == 0
		if !there {
			who.In(u.Report, places[u.Report], func(*report.Section, *report.Player) { there = true })
		}
		if !there {
			places[u.Report] = named(u.Report, known)
			byName = byName || len(places[u.Report]) > 0
		}
	}
	for _, u := range said {
		if byName && u.All != nil {
			places[u.All] = append(places[u.All], named(u.All, known)...)
		}
	}
	return places
}

// named returns the places of the entries that have a name of the person, and no number.
func named(p *report.Report, known *Mentions) (places []check.Match) {
	for i := range p.Sections {
		for _, e := range p.Sections[i].Players {
			if e.ID+e.FideID == "" && len(e.National) == 0 && (known.Is(e.Name) || known.Is(e.NameLocal)) {
				places = append(places, check.Match{Section: p.Sections[i].Name, Start: e.StartNumber})
			}
		}
	}
	return places
}

// placesIn returns the places of entries in a revision, because each file has
// its own start numbers.
func placesIn(revision int, at []Appearance) []check.Match {
	var places []check.Match
	for _, a := range at {
		if a.Revision == revision {
			places = append(places, check.Match{Section: a.Section, Start: a.Start})
		}
	}
	return places
}

// otherPlaces returns the places, in another file, of those entries at the given
// places of this one that the other names without an ID.
func otherPlaces(from *report.Report, places []check.Match, to *report.Report) []check.Match {
	var found []check.Match
	if from == nil || len(places) == 0 {
		return nil
	}
	for i := range from.Sections {
		s, goes := join.GoesOn(&from.Sections[i], to.Sections, nil)
		for _, p := range places {
			if !goes || p.Section != s.Old.Name {
				continue
			}
			is, e := from.Entry(p.Section, p.Start), to.Entry(s.Now.Name, s.Start[p.Start])
			if is != nil && e != nil && e.ID+e.FideID == "" && len(e.National) == 0 && report.FoldName(e.Name) == report.FoldName(is.Name) {
				found = append(found, check.Match{Section: s.Now.Name, Start: e.StartNumber})
			}
		}
	}
	return found
}
