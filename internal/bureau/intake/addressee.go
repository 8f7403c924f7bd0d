package intake

import (
	"cmp"
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
		return Take(tx, s.Ref)
	}
	if s.Parsed == nil {
		return nil, nil
	}
	p := new(*s.Parsed)
	p.Sections = slices.Clone(p.Sections)
	s.Words.Over(p, nil, false)
	for _, event := range eventKeys(p.Name, p.Organizer, append(p.MayBegin(), p.FirstDay())...) {
		for i := range p.Sections {
			r, err := OfEvent(tx, partKey(event, p.Sections[i].Name), p, s.sender)
			if err != nil || r != nil {
				return r, err
			}
		}
		r, err := ratedBefore(tx, event, p, s.sender)
		if err != nil || r != nil {
			return r, err
		}
		if r, err = OfEvent(tx, event, p, s.sender); err != nil || r != nil {
			return r, err
		}
	}
	return returnedBefore(tx, s)
}

// returnedBefore returns the report that was sent back with a file of the same name from
// the same sender, if this one tells of its games: it is the repaired file. Nil if there is
// none.
func returnedBefore(tx *bureau.Tx, s *Submission) (*check.Case, error) {
	r, err := newestBy(tx, byReturned, returnedKey(cmp.Or(s.From, tx.Actor), s.File), s.sender.MayJoin)
	if err != nil || r == nil {
		return nil, err
	}
	if again, err := tells(tx, r, s.Parsed, join.Retells); err != nil || !again {
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
func ratedBefore(tx *bureau.Tx, event string, p *report.Report, sender check.Sender) (*check.Case, error) {
	all, err := foundBy(tx, byEvent, event)
	for _, r := range all {
		if r.State != check.Rated || ofAnother(r, p) || !sender.MayJoin(r) {
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
