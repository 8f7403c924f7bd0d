package intake

import (
	"cmp"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// addressee returns the report to which a submission belongs: the one that it
// names, else that of one of its sections, else a rated one whose games it tells
// again, else that of its event unless it is rated; nil if there is none.
func addressee(tx *bureau.Tx, s *Submission) (*check.Case, error) {
	if s.Ref != "" {
		return Find(tx, s.Ref)
	}
	if s.Parsed == nil {
		return nil, nil
	}
	p := new(*s.Parsed)
	p.Sections = slices.Clone(p.Sections)
	s.Words.Over(p, nil, false)
	for _, event := range eventKeys(p.Name, p.Organizer, append(p.MayBegin(), p.FirstDay())...) {
		for i := range p.Sections {
			r, err := sameEvent(tx, partKey(event, p.Sections[i].Name), p)
			if err != nil || r != nil {
				return r, err
			}
		}
		r, err := ratedBefore(tx, event, p)
		if err != nil || r != nil {
			return r, err
		}
		if r, err = sameEvent(tx, event, p); err != nil || r != nil {
			return r, err
		}
	}
	return returnedBefore(tx, s)
}

// returned says which report was sent back with a file, by its sender and name.
var returned = bureau.Table[string]{Kind: "report-returned"}

// returnedBefore returns the report that was sent back with a file of the same name from
// the same sender, if this one tells of its games: it is the repaired file. Nil if there is
// none.
func returnedBefore(tx *bureau.Tx, s *Submission) (*check.Case, error) {
	ref, err := returned.Get(tx, report.FoldName(cmp.Or(s.From, tx.Actor))+"\x00"+s.File)
	if err != nil || ref == nil {
		return nil, err
	}
	r, err := Find(tx, *ref)
	if err != nil {
		return nil, err
	}
	if again, err := tells(tx, r, s.Parsed, join.Retells); err != nil || !again {
		return nil, err
	}
	return r, nil
}

// returnedKeys returns by what the repaired files of a report are known, as long as it
// is sent back.
func returnedKeys(r *check.Case) []string {
	var keys []string
	if r == nil || !r.WentBack() {
		return nil
	}
	for i := range r.Revisions {
		if v := &r.Revisions[i]; v.Digest != "" {
			keys = append(keys, report.FoldName(v.Actor)+"\x00"+v.File)
		}
	}
	return keys
}

// keepReturned keeps by what the repaired files of a report are known.
func keepReturned(tx *bureau.Tx, before, r *check.Case) error {
	keys := returnedKeys(r)
	for _, key := range returnedKeys(before) {
		have, err := returned.Get(tx, key)
		if err == nil && have != nil && *have == r.Ref && !slices.Contains(keys, key) {
			err = tx.Delete(returned.Kind, key)
		}
		if err != nil {
			return err
		}
	}
	for _, key := range keys {
		if err := returned.Put(tx, key, &r.Ref); err != nil {
			return err
		}
	}
	return nil
}

// sameEvent returns the report that is kept under a key, nil if there is none or
// another club held the event.
func sameEvent(tx *bureau.Tx, key string, p *report.Report) (*check.Case, error) {
	ref, err := ReportEvents.Get(tx, key)
	if err != nil || ref == nil {
		return nil, err
	}
	r, err := Cases.Get(tx, bureau.RefKey(*ref))
	if err != nil || ofAnother(r, p) {
		return nil, err
	}
	return r, nil
}

// ofAnother reports whether a club other than the one that a file names held the event
// of a report.
func ofAnother(r *check.Case, p *report.Report) bool {
	return r.Club != "" && p.Organizer != "" && report.FoldName(r.Club) != report.FoldName(p.Organizer)
}

// ratedBefore returns a rated report of an event of which a file tells a section
// again, under whatever name: programs call one section differently. Nil if there
// is none.
func ratedBefore(tx *bureau.Tx, event string, p *report.Report) (*check.Case, error) {
	refs := map[string]bool{}
	err := ReportEvents.Scan(tx, event, bureau.KeyAfter(event), func(_ string, ref *string) (bool, error) {
		refs[*ref] = true
		return true, nil
	})
	for _, ref := range slices.Sorted(maps.Keys(refs)) {
		if err != nil {
			return nil, err
		}
		r, err := Cases.Get(tx, bureau.RefKey(ref))
		if err != nil {
			return nil, err
		}
		if r.State != check.Rated || ofAnother(r, p) {
			continue
		}
		if again, err := tells(tx, r, p, goesOn); err != nil || again {
			return r, err
		}
	}
	return nil, err
}

// goesOn reports whether a section goes on in one of a file.
func goesOn(section *report.Section, sections []report.Section, known join.Known) bool {
	_, goes := join.GoesOn(section, sections, known)
	return goes
}

// tells reports whether a file tells of a section of a report, in some way.
func tells(tx *bureau.Tx, r *check.Case, p *report.Report, of func(*report.Section, []report.Section, join.Known) bool) (bool, error) {
	u, err := ReadingOf(tx, r, (*check.Reading).Readable)
	if err != nil || u == nil {
		return false, err
	}
	who, err := identities(tx, &tx.Moment, r, join.File{Number: together, Report: u.Joined()}, join.File{Report: p})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(u.Joined().Sections, func(s report.Section) bool {
		return of(&s, p.Sections, who.known)
	}), nil
}
