package privacy

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Appearance is an entry of a person in a revision of a report.
type Appearance struct {
	Ref      string         `json:"ref"`
	Revision int            `json:"revision"`
	Event    string         `json:"event"`
	Section  string         `json:"section"`
	Start    int            `json:"start"`
	Entry    *report.Player `json:"entry,omitempty"` // as submitted; nil once that was destroyed
}

// PersonIDs is a person with all IDs that they have had; the first is the
// current one.
type PersonIDs struct {
	IDs     []string
	Numbers []uint32
	Players []*register.Player
}

// PersonIDsOf returns the IDs of a person: their own and those merged into it.
func PersonIDsOf(r bureau.Reader, id string) (*PersonIDs, error) {
	p, err := register.Find(r, id)
	if err != nil {
		return nil, err
	}
	who := &PersonIDs{IDs: []string{p.ID}, Numbers: []uint32{p.Number}, Players: []*register.Player{p}}
	for i := 0; i < len(who.IDs); i++ { // merges may be chained
		for _, id := range who.Players[i].Merged {
			other, err := register.Players.Get(r, id)
			if err != nil {
				return nil, err
			}
			who.IDs, who.Numbers, who.Players = append(who.IDs, other.ID), append(who.Numbers, other.Number), append(who.Players, other)
		}
	}
	return who, nil
}

// Forgotten reports whether the register holds no personal data of the person.
func (who *PersonIDs) Forgotten() bool {
	return !slices.ContainsFunc(who.Players, func(p *register.Player) bool { return !p.Erased })
}

// Appearances calls each for every report that the person is in, with the
// entries of all its revisions.
func (who *PersonIDs) Appearances(r bureau.Reader, each func(*check.Case, []Appearance) error) error {
	refs, err := who.refs(r)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		report, err := intake.Find(r, ref)
		if err != nil {
			return err
		}
		all, err := who.AppearancesIn(r, report)
		if err == nil && len(all) > 0 {
			err = each(report, all)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// AppearancesIn returns the entries of the person in all revisions of a report.
func (who *PersonIDs) AppearancesIn(r bureau.Reader, report *check.Case) (all []Appearance, err error) {
	for i := range report.Revisions {
		at, err := who.entries(r, report, report.Revisions[i].Number)
		if err != nil {
			return nil, err
		}
		all = append(all, at...)
	}
	return all, nil
}

// refs returns the references of the reports that the person may be in: those whose record
// has them, and those whose files state one of their IDs.
func (who *PersonIDs) refs(r bureau.Reader) ([]string, error) {
	var numbers, stated []any
	for i, p := range who.Players {
		numbers = append(numbers, int64(who.Numbers[i]))
		for _, number := range []string{p.ID, p.FideID} {
			if number != "" {
				stated = append(stated, number)
			}
		}
	}
	entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Any: numbers})
	if err != nil {
		return nil, err
	}
	others, err := rows.Stated.Select(r, bureau.Range{Order: 1, Any: stated})
	if err != nil {
		return nil, err
	}
	var refs []string
	for _, e := range entries {
		refs = append(refs, e.Ref)
	}
	for _, o := range others {
		refs = append(refs, o.Ref)
	}
	slices.SortFunc(refs, func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) })
	return slices.Compact(refs), nil
}

// entries returns the person's entries in a revision of a report: those in its
// record, and those that the file names by ID but that were not packed or were
// matched to another player.
func (who *PersonIDs) entries(r bureau.Reader, in *check.Case, revision int) ([]Appearance, error) {
	places, err := who.Recorded(r, lists.RecordID{Ref: in.Ref, Revision: revision})
	if err != nil {
		return nil, err
	}
	at := *in
	at.Revisions = at.Revisions[:revision]
	u, err := intake.ReadingOf(r, &at, (*check.Reading).Readable)
	if err != nil {
		return nil, err
	}
	var found []Appearance
	left := slices.Clone(places)
	if u != nil {
		who.In(u.Joined(), places, func(s *report.Section, e *report.Player) {
			found = append(found, Appearance{in.Ref, revision, in.Event, s.Name, e.StartNumber, e})
			left = slices.DeleteFunc(left, func(m check.Match) bool { return m.Section == s.Name && m.Start == e.StartNumber })
		})
	}
	for _, m := range left {
		found = append(found, Appearance{in.Ref, revision, in.Event, m.Section, m.Start, nil})
	}
	return found, nil
}

// In calls each for the entries of a report that are the person's, by place or
// by ID.
func (who *PersonIDs) In(p *report.Report, places []check.Match, each func(*report.Section, *report.Player)) {
	for i := range p.Sections {
		s := &p.Sections[i]
		index := report.NewIndex(s)
		for j := range s.Players {
			e := &s.Players[j]
			placed := index.Of(e.StartNumber) == j && slices.ContainsFunc(places, check.Match{Section: s.Name, Start: e.StartNumber}.Same)
			if placed || who.reported(e) {
				each(s, e)
			}
		}
	}
}

// Recorded returns the places of the person in a packed record, none if it does not exist.
func (who *PersonIDs) Recorded(r bureau.Reader, id lists.RecordID) (places []check.Match, err error) {
	batch, err := lists.StoredRecord(r, id)
	if err != nil || batch == nil {
		return nil, err
	}
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			if slices.Contains(who.Numbers, e.Player) {
				places = append(places, check.Match{Section: batch.Sections[i].Name, Start: int(e.Start)})
			}
		}
	}
	return places, nil
}

// reported reports whether an entry names the person by an ID.
func (who *PersonIDs) reported(e *report.Player) bool {
	return slices.ContainsFunc(who.Players, func(p *register.Player) bool { return e.HasNumber(p.ID, p.FideID) })
}

// Named reports whether a name is one of the person's.
func (who *PersonIDs) Named(name string) bool {
	return slices.ContainsFunc(who.Players, func(p *register.Player) bool {
		return slices.Contains([]string{report.FoldName(p.Name), report.FoldName(p.NameLocal), report.FoldName(p.Kana)}, report.FoldName(name)) && report.FoldName(name) != ""
	})
}
