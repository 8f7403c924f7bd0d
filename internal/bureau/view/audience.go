package view

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Form is how somebody is given a document.
type Form uint8

// The forms. Each is a type of its own, never another one with fields removed.
const (
	Hidden   Form = iota // not at all: as if there were none
	Whole                // as officers read it
	Audited              // as officers read it, without births and how people are reached
	OfClub               // as an organiser reads what is of their club
	Personal             // as the person reads it whose it is
)

// Audience is who is given a document.
type Audience struct {
	Document string
	Of       string // what its key names; empty: it has none
	Public   bool   // everybody is given the whole
	Whole    bureau.Role
	Audited  bureau.Role
	Own      bureau.Role // given what is theirs: of a document without a key, the parts that are
}

// Audiences are all documents that a bureau shows.
func Audiences() []Audience {
	const (
		player, organiser, officer, treasurer, auditor, administrator = bureau.Player, bureau.Organiser, bureau.Officer, bureau.Treasurer, bureau.Auditor, bureau.Administrator
		money                                                         = officer | treasurer | auditor
	)
	all := []Audience{
		{"accounts", "", false, officer | administrator, auditor, 0},
		{"announced-members", "announcement", false, officer | auditor, 0, organiser},
		{"announcements", "", false, officer | auditor, 0, organiser},
		{"announcement", "announcement", false, officer | auditor, 0, organiser},
		{"card", "player", false, officer, auditor, player | organiser},
		{"club-card", "club", false, officer | auditor, 0, organiser},
		{"club-contact", "contact", false, officer, 0, organiser},
		{"clubs-proposed", "", false, officer | auditor, 0, 0},
		{"correction", "correction", false, officer | auditor, 0, 0},
		{"dossier", "player", false, officer, 0, player},
		{"duplicates", "", false, officer | auditor, 0, 0},
		{"entered-members", "report", false, officer | auditor, 0, organiser},
		{"entries", "", false, officer | auditor, 0, organiser},
		{"faults", "", false, officer | auditor | administrator, 0, 0},
		{"fees", "", false, money, 0, organiser},
		{"fide", "", false, officer | auditor, 0, 0},
		{"file", "report", false, officer, 0, 0}, // organisers have theirs; a report may have files of others, too
		{"inquiries", "", false, officer, auditor, player | organiser},
		{"inquiry", "inquiry", false, officer, auditor, player | organiser},
		{"invoice", "report", false, money, 0, organiser},
		{"log", "", false, officer, auditor, 0},
		{"log-of-machine", "", false, officer | administrator, auditor, 0},
		{"members", "club", false, officer | auditor, 0, organiser},
		{"memberships", "", false, officer | auditor, 0, 0},
		{"organizer", "file", false, 0, 0, organiser},
		{"periods", "", false, officer | auditor, 0, 0},
		{"players", "", false, officer, auditor, 0},
		{"precedents", "", false, officer | auditor, 0, 0},
		{"preview", "file", false, officer, 0, 0},
		{"report", "report", false, officer, auditor, organiser},
		{"report-status", "report", false, officer, auditor, organiser},
		{"reports", "", false, officer, auditor, organiser},
		{"review", "period", false, officer | auditor, 0, 0},
		{"settings", "", false, officer | auditor | administrator, 0, 0},
		{"stated", "", false, officer, 0, 0},
		{"statements", "report", false, officer, 0, 0},
		{"today", "", false, officer | auditor, 0, 0},
		{"waiting", "", false, officer, 0, 0},
	}
	for _, name := range []string{
		"adoption", "bundle", "calc", "calendar", "changes", "club", "clubs", "corrections", "distribution", "done", "event", "events", "explanation",
		"findings", "found", "games", "history", "list", "lists", "lookup", "movers", "now", "performances", "player", "problem", "rating",
		"regulation", "regulation-family", "regulations", "report-template", "status", "what-if",
	} {
		all = append(all, Audience{Document: name, Public: true})
	}
	return all
}

// AsksFactor reports whether a document is given to an account only after a second factor: one of all
// that is stored about a person.
func AsksFactor(document string) bool { return document == "dossier" }

// Door is what somebody reads through.
type Door struct{ who bureau.Actor }

// For returns the door of somebody.
func For(who bureau.Actor) Door { return Door{who} }

// Form returns how they are given a document. What they are not given is refused as what is not there.
func (d Door) Form(r bureau.Reader, document, key string) (Form, error) {
	all := Audiences()
	i := slices.IndexFunc(all, func(a Audience) bool { return a.Document == document })
	form, err := Hidden, error(nil)
	if i >= 0 {
		form, err = d.form(r, &all[i], key)
	}
	if err == nil && form == Hidden {
		err = finding.Refuse("no-address", finding.Text("address", document+" "+key))
	}
	return form, err
}

// Seen returns the digest of what whoever reads a document has seen, for what they decide by it; empty: nothing is.
func (d Door) Seen(r bureau.Reader, document, key string) (string, error) {
	form, err := d.Form(r, document, key)
	all := Audiences()
	i := slices.IndexFunc(all, func(a Audience) bool { return a.Document == document })
	if err != nil || form == Hidden || all[i].Of == "" {
		return "", err
	}
	s, _, err := d.owner(r, all[i].Of, key)
	if err != nil || len(s.Seen) == 0 {
		return "", err
	}
	return bureau.SeenOf(r, s)
}

func (d Door) form(r bureau.Reader, a *Audience, key string) (Form, error) {
	switch {
	case a.Public || d.who.Is(a.Whole):
		return Whole, nil
	case d.who.Is(a.Audited):
		return Audited, nil
	case !d.who.Is(a.Own):
		return Hidden, nil
	case a.Of == "" || a.Of == "file":
		return OfClub, nil
	}
	s, asked, err := d.owner(r, a.Of, key)
	switch {
	case err != nil:
		return Hidden, err
	case asked || d.who.Owns(&s, a.Own&bureau.Player):
		return Personal, nil
	case d.who.Owns(&s, a.Own&bureau.Organiser):
		return OfClub, nil
	}
	return Hidden, nil
}

// owner returns whose the thing is that a key names, and whether it is an inquiry of whoever reads.
func (d Door) owner(r bureau.Reader, of, key string) (s bureau.Subject, asked bool, err error) {
	switch of {
	case "club":
		s = bureau.Subject{Club: key, Seen: []bureau.Document{register.Clubs.Of(key)}}
	case "contact":
		s = bureau.Subject{Club: key, Seen: []bureau.Document{register.ClubContacts.Of(key)}}
	case "player":
		p, err := register.Players.Get(r, key)
		if err != nil || p == nil {
			return s, false, err
		}
		club, err := register.LookUpClub(r, p.Club)
		if club != nil {
			s.Club = club.ID
		}
		s.Player = p.ID
		return s, false, err
	case "report":
		c, err := intake.Cases.Get(r, bureau.RefKey(key))
		if c != nil {
			s = intake.Subject(c)
		}
		return s, false, err
	case "announcement":
		a, err := intake.Announcements.Get(r, key)
		if err == nil && a != nil {
			s, err = events.Subject(r, a)
		}
		return s, false, err
	case "period":
		s = (&lists.Period{Label: key}).Subject()
	case "correction":
		s = (&correction.Correction{Number: key}).Subject()
	case "inquiry":
		q, _, err := correction.FindInquiry(r, key)
		var refused *finding.Refused
		if errors.As(err, &refused) {
			return s, false, nil
		} else if err != nil {
			return s, false, err
		}
		by, err := correction.AskedBy(r, key)
		switch {
		case err != nil:
		case q.Report != "":
			s, _, err = d.owner(r, "report", q.Report)
		case q.Asks != nil && by != "":
			var a *bureau.Account
			a, err = bureau.Accounts.Get(r, by)
			s.Club = q.For(a)
		}
		s.Seen = correction.Subject(q).Seen
		return s, by != "" && by == d.who.Account, err
	}
	return s, false, nil
}
