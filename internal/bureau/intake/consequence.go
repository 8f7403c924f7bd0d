package intake

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Consequence is what changes of some documents are about: reports whose checks rest on that are
// checked again.
type Consequence struct {
	Kind  string // of the documents
	About func(rd bureau.Reader, about Subjects, keys []string) error
}

// Consequences are what follows from what.
type Consequences []Consequence

// AllConsequences returns all.
func AllConsequences() Consequences {
	club := func(about Subjects, key string) { about.Add(ofClub, key) }
	return Consequences{
		{Cases.Kind, each(func(about Subjects, key string) { about.Add(ofReport, key) })},
		{register.Players.Kind, each(Subjects.AddNumber)},
		{register.FideKind, each(func(about Subjects, key string) { about.AddNumber(first(key)) })},
		{register.PlayerNames.Kind, each(func(about Subjects, key string) { about.AddName(first(key)) })},
		{register.Memberships.Kind, each(Subjects.AddNumber)},
		{register.Memberships.Kind, kept(register.Memberships.Kind)},
		{register.Clubs.Kind, each(club)},
		{register.Clubs.Kind, kept(register.Clubs.Kind)},
		{register.ClubNames.Kind, each(club)},
		{Announcements.Kind, announced},
		{Announced.Kind, each(func(about Subjects, key string) { about.Add(ofEvent, key) })},
		{Cases.Kind, followers},
		{lists.Statements.Kind, each(func(about Subjects, key string) { about.Add(ofStated, key) })},
		{lists.LatestRun.Kind, each(func(about Subjects, key string) { about.Add(ofList, key) })},
	}
}

// each is about something of each document.
func each(add func(about Subjects, key string)) func(bureau.Reader, Subjects, []string) error {
	return func(_ bureau.Reader, about Subjects, keys []string) error {
		for _, key := range keys {
			add(about, key)
		}
		return nil
	}
}

// announced is about the events that may be what was announced.
func announced(rd bureau.Reader, about Subjects, refs []string) error {
	for _, ref := range refs {
		a, err := Announcements.Get(rd, ref)
		if err != nil {
			return err
		}
		about.Add(ofFollower, rowKey(byAnnouncement, ref))
		about.AddEvent(a.Name, a.Days)
	}
	return nil
}

// followers is about what reports may follow.
func followers(rd bureau.Reader, about Subjects, refs []string) error {
	for _, ref := range refs {
		r, err := Cases.Get(rd, ref)
		if err != nil {
			return err
		}
		keys, err := keysOf(r)
		for _, key := range keys {
			about.Add(ofFollower, key.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// kept is about a register for those who have read that it is kept, if it is not, or that it is not.
func kept(kind string) func(bureau.Reader, Subjects, []string) error {
	return func(rd bureau.Reader, about Subjects, _ []string) error {
		is, err := register.IsKept(rd, kind)
		about.Add(ofRegister, whether(kind, !is))
		return err
	}
}

// whether is by what it is known that a register is kept, or that it is not.
func whether(kind string, kept bool) string { return fmt.Sprint(kind, kept) }

// first returns what comes before the ID in a search key.
func first(key string) string {
	text, _, _ := strings.Cut(key, "\x00")
	return text
}

// Follow forgets what the checks of reports rest on, if documents were written that change it.
func (all Consequences) Follow(tx *bureau.Tx, written map[string][]string) error {
	about := Subjects{}
	for _, c := range all {
		if keys := written[c.Kind]; len(keys) > 0 {
			if err := c.About(tx, about, keys); err != nil {
				return err
			}
		}
	}
	refs, err := concerned(tx, about)
	if err != nil {
		return err
	}
	return forgetBases(tx, slices.Sorted(maps.Keys(refs))...)
}
