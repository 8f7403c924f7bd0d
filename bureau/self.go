package bureau

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// self is a person with all the IDs that he has had; the first is the one under
// which he goes on.
type self struct {
	ids     []string
	numbers []uint32
	players []*Player
	// Whether an ID of his has led elsewhere once: records of that time have
	// another one in his place.
	unmerged bool
}

func selfOf(r Reader, id string) (*self, error) {
	p, err := player(r, id)
	if err != nil {
		return nil, err
	}
	who := &self{ids: []string{p.ID}, numbers: []uint32{p.Number}, players: []*Player{p}}
	for i := 0; i < len(who.ids); i++ { // merges of merges
		err := players.scan(r, "", "", func(_ string, other *Player) (bool, error) {
			if other.MergedInto == who.ids[i] {
				who.ids, who.numbers, who.players = append(who.ids, other.ID), append(who.numbers, other.Number), append(who.players, other)
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return who, entries.scan(r, "", "", func(_ string, e *Entry) (bool, error) {
		who.unmerged = who.unmerged || e.Action == "player.unmerge" && slices.Contains(who.ids, e.Subject)
		return !who.unmerged, nil
	})
}

// forgotten says whether the register holds nothing personal of him.
func (who *self) forgotten() bool {
	return !slices.ContainsFunc(who.players, func(p *Player) bool { return !p.Erased })
}

// appearances goes through the reports in which the person stands, with his
// entries in all revisions.
func (who *self) appearances(r Reader, each func(*Report, []Appearance) error) error {
	return reports.scan(r, "", "", func(_ string, report *Report) (bool, error) {
		var all []Appearance
		for i := range report.Revisions {
			at, err := who.entries(r, report, report.Revisions[i].Number)
			if err != nil {
				return false, err
			}
			all = append(all, at...)
		}
		if len(all) == 0 {
			return true, nil
		}
		return true, each(report, all)
	})
}

// knowsAll says whether the record of a revision has everybody whom the file
// names: nobody was left out of it, or said to be somebody else.
func (r *Report) knowsAll(revision int) bool {
	unknown := slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What == waitPlayer })
	return revision == r.Current && (r.State == Admitted || r.State == Rated) && !unknown && len(r.Adjustments)+len(r.Matches) == 0
}

// entries gives the person's entries in a revision of a report: those that its
// record has, and those that the file names by ID, though nothing could be
// packed or an officer has said that they are somebody else.
func (who *self) entries(r Reader, in *Report, revision int) ([]Appearance, error) {
	packed, places, err := who.recorded(r, RecordID{in.Ref, revision})
	if err != nil || packed && len(places) == 0 && in.knowsAll(revision) && !who.unmerged {
		return nil, err
	}
	at := *in
	at.Revisions = at.Revisions[:revision]
	u, err := understoodOf(r, &at, func(u *understood) bool { return u.Report != nil })
	if err != nil {
		return nil, err
	}
	var found []Appearance
	left := slices.Clone(places)
	if u != nil {
		who.in(u.Report, places, func(s *report.Section, e *report.Player) {
			found = append(found, Appearance{in.Ref, revision, in.Event, s.Name, e.StartNumber, e})
			left = slices.DeleteFunc(left, func(m Match) bool { return m.Section == s.Name && m.Start == e.StartNumber })
		})
	}
	for _, m := range left {
		found = append(found, Appearance{in.Ref, revision, in.Event, m.Section, m.Start, nil})
	}
	return found, nil
}

// in goes through the entries of a report that are the person's: by place, or by
// an ID.
func (who *self) in(p *report.Report, places []Match, each func(*report.Section, *report.Player)) {
	for i := range p.Sections {
		s := &p.Sections[i]
		index := report.NewIndex(s)
		for j := range s.Players {
			e := &s.Players[j]
			placed := index.Of(e.StartNumber) == j && slices.Contains(places, Match{Section: s.Name, Start: e.StartNumber})
			if placed || who.reported(e) {
				each(s, e)
			}
		}
	}
}

// recorded gives the places of the person in a packed record, and whether there
// is one.
func (who *self) recorded(r Reader, id RecordID) (packed bool, places []Match, err error) {
	data, err := r.Get(recordKind, id.key())
	if err != nil || data == nil {
		return false, nil, err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return true, nil, err
	}
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			if slices.Contains(who.numbers, e.Player) {
				places = append(places, Match{Section: batch.Sections[i].Name, Start: int(e.Start)})
			}
		}
	}
	return true, places, nil
}

// reported says whether an entry names the person by an ID.
func (who *self) reported(e *report.Player) bool {
	numbers := []string{e.ID, e.FideID}
	for _, n := range e.National {
		numbers = append(numbers, n.Number)
	}
	return slices.ContainsFunc(who.players, func(p *Player) bool {
		return slices.Contains(numbers, p.ID) || p.FideID != "" && p.FideID == e.FideID
	})
}

// named says whether a name is one of the person's.
func (who *self) named(name string) bool {
	return slices.ContainsFunc(who.players, func(p *Player) bool {
		return slices.Contains([]string{foldName(p.Name), foldName(p.NameLocal), foldName(p.Kana)}, foldName(name)) && foldName(name) != ""
	})
}

// secrets gives the words by which a text speaks of the person.
func (who *self) secrets(r Reader) (secrets, error) {
	var all secrets
	for _, p := range who.players {
		person, err := personOf(r, p.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, foldName(p.Name), turnedName(p.Name), foldName(p.NameLocal), foldName(p.Kana), foldName(person.Email),
			foldName(person.Guardian), foldName(person.GuardianEmail), p.FideID)
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" }), nil
}

// secrets is words that are to be nowhere any more, folded.
type secrets []string

// in says whether a text speaks of the person. A short word has to be the whole
// text.
func (all secrets) in(text string) bool {
	const short = 4 // characters
	text = foldName(text)
	return slices.ContainsFunc(all, func(word string) bool {
		return text == word || utf8.RuneCountInString(word) > short && strings.Contains(text, word)
	})
}

// without empties every text in a value that holds one of the words.
func without[T any](v *T, known secrets) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return err
	}
	if data, err = json.Marshal(known.emptied(tree)); err != nil {
		return err
	}
	var clean T
	if err := json.Unmarshal(data, &clean); err != nil {
		return err
	}
	*v = clean
	return nil
}

// emptied gives a tree of JSON without the texts that hold one of the words.
func (all secrets) emptied(v any) any {
	switch v := v.(type) {
	case string:
		if all.in(v) {
			return ""
		}
	case []any:
		for i := range v {
			v[i] = all.emptied(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = all.emptied(v[key])
		}
	}
	return v
}
