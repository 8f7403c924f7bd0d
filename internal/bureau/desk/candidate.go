package desk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// UnknownEntry is a report entry that matches no registered player, with the
// candidates it might be. It is for officers only; nobody is ever matched by
// name alone.
type UnknownEntry struct {
	Ref        string // of the report
	Section    string
	Entry      *report.Player
	Candidates []Candidate // the likeliest first
	Certain    bool        // it is the first of them, beyond doubt
}

// Candidate is a registered player who may be the entry, with the evidence.
type Candidate struct {
	Player *register.Player
	identity.Weighed
	Rating rating.Rating // of the type of the section, in the list published last
	Plays  bool          // excluded, because another entry of the report is this player
}

// The limits of the candidates for an entry.
const (
	maxCandidates = 5
	fewestPoints  = 25 // about a name that is hardly similar, or a kanji alone
)

// UnknownEntries returns the entries that are not identified yet or whose ID is
// contradicted, with the players that they may be.
func UnknownEntries(rd bureau.Reader, r *check.Case) ([]UnknownEntry, error) {
	u, err := intake.ReadingOf(rd, r.Whole(), (*check.Reading).Readable)
	if err != nil || u == nil {
		return nil, err
	}
	record, err := intake.Record(rd, r)
	if err != nil {
		return nil, err
	}
	f := &seeker{rd: rd, report: u.Joined(), standing: r.Standing()}
	var all []UnknownEntry
	for _, w := range r.OpenSince() {
		if !asksWho(w) {
			continue
		}
		p := f.report.Entry(w.Section, w.Start)
		if p == nil {
			continue
		}
		s := UnknownEntry{Ref: r.Ref, Section: w.Section, Entry: p}
		f.kind = f.report.Type
		if i := slices.IndexFunc(record.Sections, func(s pack.Section) bool { return s.Name == w.Section }); i >= 0 {
			f.kind = record.Sections[i].Kind
		}
		if s.Candidates, err = f.candidates(p); err != nil {
			return nil, err
		}
		s.Certain = w.What == check.WaitPlayer && certain(s.Candidates)
		all = append(all, s)
	}
	notTwice(all)
	return all, nil
}

// asksWho reports whether a question is who an entry is.
func asksWho(q check.Question) bool {
	return q.What == check.WaitPlayer || q.What == "entry-contradicts"
}

// certain reports whether the first candidate is the entry: nobody else comes near.
func certain(all []Candidate) bool {
	return len(all) > 0 && !all[0].Plays && all[0].Certain() && (len(all) == 1 || all[1].Points < identity.Level)
}

// notTwice takes certainty from entries that seem to be one player.
func notTwice(all []UnknownEntry) {
	first := map[string]int{}
	for i := range all {
		if !all[i].Certain {
			continue
		}
		id := all[i].Candidates[0].Player.ID
		if other, taken := first[id]; taken {
			all[i].Certain, all[other].Certain = false, false
		} else {
			first[id] = i
		}
	}
}

// seeker finds the players that the entries of a report may be.
type seeker struct {
	rd       bureau.Reader
	report   *report.Report
	kind     rating.Kind // of the section; zero: not known
	standing []*check.Decision
}

// mostAlike is how many of those are compared with an entry whose names begin like a word of it.
const mostAlike = 2000

// likeNames returns a roster of those registered names that may be like those of an entry: with
// a word that begins alike.
func likeNames(rd bureau.Reader, wanted *identity.Known) (*roster.Roster, error) {
	var numbers []any
	for _, word := range namekey.Keys(wanted.Latin, wanted.Name, wanted.NameLocal) {
		start := identity.Beginning(word.Text)
		found, err := rows.NameKeys.Select(rd, bureau.Range{From: start, To: start + "\U0010FFFF", Limit: mostAlike})
		if err != nil {
			return nil, err
		}
		for _, key := range found {
			numbers = append(numbers, int64(key.Player))
		}
	}
	names := &roster.Roster{}
	if len(numbers) == 0 {
		return names, nil
	}
	people, err := rows.Persons.Select(rd, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	for _, person := range people {
		id, err := lists.IDOf(rd, person.Number)
		if err != nil {
			return nil, err
		}
		for _, name := range identity.New(identity.Person{Name: person.Name, NameLocal: person.NameLocal, Kana: person.Kana}).All() {
			names.Players = append(names.Players, roster.Player{ID: id, Name: report.FoldName(name)})
		}
	}
	return names, nil
}

// stated returns what an entry of the report states of its player.
func (f *seeker) stated(entry *report.Player) *identity.Known {
	p := identity.Person{
		ID: cmp.Or(entry.ID, entry.FideID), Name: entry.Name, NameLocal: entry.NameLocal, Birth: entry.Birth, Sex: entry.Sex, Club: entry.Club,
		FideID: entry.FideID, Rating: entry.Rating, Entry: true,
	}
	if entry.ID == "" && len(entry.National) == 1 {
		p.ID = entry.National[0].Number
	}
	if !report.PlausibleBirth(p.Birth, f.report.FirstDay()) { // Reading G8
		p.Birth = 0
	}
	return identity.New(p)
}

// candidates returns the players that an entry may be.
func (f *seeker) candidates(entry *report.Player) ([]Candidate, error) {
	wanted := f.stated(entry)
	ids, err := f.alike(wanted)
	if err != nil {
		return nil, err
	}
	var all []Candidate
	for id := range ids {
		c, err := f.candidate(wanted, id)
		if err != nil {
			return nil, err
		}
		if c != nil && !slices.ContainsFunc(all, func(o Candidate) bool { return o.Player.ID == c.Player.ID }) {
			all = append(all, *c)
		}
	}
	slices.SortFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), strings.Compare(a.Player.ID, b.Player.ID))
	})
	return all[:min(len(all), maxCandidates)], nil
}

// alike returns the IDs of those who share a name, a birth or a number with an entry, or nearly.
func (f *seeker) alike(wanted *identity.Known) (map[string]bool, error) {
	ids, err := register.Candidates(f.rd, wanted)
	if err != nil {
		return nil, err
	}
	names, err := likeNames(f.rd, wanted)
	if err != nil {
		return nil, err
	}
	for _, name := range wanted.All() {
		for _, n := range names.Closest(name, 4*maxCandidates) {
			ids[names.Players[n].ID] = true
		}
	}
	near, err := register.Near(f.rd, wanted.ID)
	for _, id := range near {
		ids[id] = true
	}
	return ids, err
}

// candidate weighs the evidence that an entry is a player; nil if there is too little.
func (f *seeker) candidate(wanted *identity.Known, id string) (*Candidate, error) {
	card, err := register.CardOf(f.rd, id)
	if err != nil || card.Erased {
		return nil, err
	}
	is := card.Known()
	standing, err := lists.NewestStanding(f.rd, card.Number)
	if err != nil {
		return nil, err
	}
	if f.kind != 0 {
		is.Rating = standing.Of(f.kind).Rating
	}
	c := &Candidate{Player: &card.Player, Rating: is.Rating, Weighed: wanted.Compare(is), Plays: f.plays(&card.Player)}
	if c.Points < fewestPoints {
		return nil, nil
	}
	if is.Visits, err = f.visits(card.Number); err != nil || is.Visits == 0 {
		return c, err
	}
	c.Weighed = wanted.Compare(is)
	return c, nil
}

// visits returns how many rated events of the organiser a player has played.
func (f *seeker) visits(player uint32) (n int, err error) {
	organizer := report.FoldName(f.report.Organizer)
	if organizer == "" {
		return 0, nil
	}
	entries, err := rows.Entries.Select(f.rd, bureau.Range{Order: 1, Is: []any{int64(player)}})
	if err != nil {
		return 0, err
	}
	var refs []any
	for _, e := range entries {
		if e.InList {
			refs = append(refs, e.Ref)
		}
	}
	if len(refs) == 0 {
		return 0, nil
	}
	reports, err := rows.Reports.Select(f.rd, bureau.Range{Any: refs})
	for _, r := range reports {
		if report.FoldName(r.Club) == organizer {
			n++
		}
	}
	return n, err
}

// plays reports whether another entry of the report is a player.
func (f *seeker) plays(p *register.Player) bool {
	if slices.ContainsFunc(f.standing, func(d *check.Decision) bool { return d.Match != nil && d.Match.Player == p.ID }) {
		return true
	}
	return slices.ContainsFunc(f.report.Sections, func(s report.Section) bool {
		return slices.ContainsFunc(s.Players, func(e report.Player) bool { return e.HasNumber(p.ID, p.FideID) })
	})
}
