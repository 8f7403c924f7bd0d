package club

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// answer is what the rules say of an announced event, or of one that is only thought of.
type answer struct {
	*document.OwnAnnouncement
	Kind    string // how it is rated; empty: it is not
	Clause  string // the title of the clause that decides it
	Minutes string // a player's time for 60 moves; empty: not known
	Late    bool   // as a FIDE event
	Left    int    // days until it had to be announced as one; negative: over
	Begun   bool
	Over    bool
	AskLate bool // the last day to ask for a dispensation is over
	Found   []item
	Looked  string // the digest of what was looked at; empty: it is what is announced
	Seen    string // the digest of the announcement that it would change
	Known   bool   // there is one
	Command string
}

// answerOf returns what the rules say of an event.
func answerOf(v *portal.Visit, own *document.OwnAnnouncement, found []finding.Finding) *answer {
	p, today := v.Printer(), v.Bureau.Today(v.Of)
	a := &answer{OwnAnnouncement: own, Clause: p.Clause(&own.Terms.About, own.Answer.Clause), Begun: own.Days.From <= today, Over: own.Days.To < today, Found: itemsOf(p, found)}
	if own.Answer.Rated {
		a.Kind = p.Word(own.Answer.Kind.String())
	}
	if own.Terms.Seconds > 0 {
		a.Minutes = strings.TrimSuffix(fmt.Sprintf("%.1f", float64(own.Terms.Seconds)/60), ".0")
	}
	a.AskLate = own.AskUntil != nil && *own.AskUntil < today
	if own.FIDEUntil != nil {
		a.Left, a.Late = int(*own.FIDEUntil-today), own.FIDESince != nil && *own.FIDESince > *own.FIDEUntil
	}
	return a
}

// cited is a clause of an edition.
type cited struct{ Edition, Clause string }

// Cite returns a clause of the edition that the answer is of.
func (a *answer) Cite(clause string) cited { return cited{a.Answer.Edition, clause} }

// FIDEUntilDay returns the last day to announce it as a FIDE event, zero if there is none.
func (a *answer) FIDEUntilDay() civil.Date { return orZero(a.FIDEUntil) }

// DeadlineDay returns the last day on which all its games are reported in time, zero if there is none.
func (a *answer) DeadlineDay() civil.Date { return orZero(a.Deadline) }

// AskUntilDay returns the last day to ask for a dispensation, zero if there is none.
func (a *answer) AskUntilDay() civil.Date { return orZero(a.AskUntil) }

// orZero returns a day, zero for none.
func orZero(day *civil.Date) civil.Date {
	if day == nil {
		return 0
	}
	return *day
}

// look returns what the rules say of an event as it would be announced or changed; nothing is kept.
func look(v *portal.Visit, does act.Act) (*answer, error) {
	out, err := act.Look(v.R.Context(), v.Bureau, does, act.With{})
	if err != nil {
		return nil, err
	}
	made, ok := out.Value.(*act.Announced)
	if !ok {
		return nil, errors.New("club: what is announced is something else")
	}
	own, err := document.NewOwnAnnouncement(v.Of, made.Announcement)
	if err != nil {
		return nil, err
	}
	a := answerOf(v, own, made.Found)
	a.Command, a.Looked = command(does), digestOf(does)
	if _, err = v.Read("announcement", own.Ref); err == nil {
		a.Known = true
	} else if !refused(err) {
		return nil, err
	}
	a.Seen, err = seen(v, own.Ref)
	return a, err
}

// seen returns the digest of an announcement, also of one that is not there yet: it must not be there then, either.
func seen(v *portal.Visit, ref string) (seen string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		seen, err = bureau.SeenOf(r, bureau.Subject{Seen: []bureau.Document{intake.Announcements.Of(ref)}})
		return err
	})
	return seen, err
}

// digestOf returns the digest of an act, by which what was looked at is known again.
func digestOf(does act.Act) string {
	said, err := json.Marshal(does)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(said)
	return hex.EncodeToString(sum[:8])
}

// looked refuses an act whose effect was not looked at.
func looked(v *portal.Visit, does act.Act) error {
	if v.Field("looked") != digestOf(does) {
		return portal.Said("desk.events.look")
	}
	return nil
}

// plan is an event as it stands in a form.
type plan struct {
	Event, Start, End, Rounds, Control string
	FIDE, Qualifying, Team, Braille    bool
	Clubs, Types, Groups               []option
	Rules                              regulation.About
}

// planOf returns the event of the form that was sent.
func planOf(v *portal.Visit) (*plan, error) {
	p := &plan{
		Event: v.Field("event"), Start: v.Field("start"), End: v.Field("end"), Rounds: v.Field("rounds"), Control: v.Field("control"),
		FIDE: v.Field("fide") != "", Qualifying: v.Field("qualifying") != "", Team: v.Field("team") != "", Braille: v.Field("braille") != "",
	}
	return p, p.choose(v, v.Field("club"), v.Field("type"), v.Field("group"))
}

// planFrom returns the event of an announcement.
func planFrom(v *portal.Visit, a *document.OwnAnnouncement) (*plan, error) {
	p := &plan{
		Event: a.Event, Start: a.Days.From.String(), End: a.Days.To.String(), Rounds: strconv.Itoa(a.Rounds), Control: controlIn(v.Printer(), a.TimeControl),
		FIDE: a.FIDEEvent, Qualifying: a.Qualifying, Team: a.Team, Braille: a.Braille,
	}
	kind := ""
	if a.Type != 0 {
		kind = a.Type.String()
	}
	return p, p.choose(v, a.Club, kind, a.Group)
}

// choose sets what can be chosen.
func (p *plan) choose(v *portal.Visit, club, kind, group string) (err error) {
	rules, err := v.Of.Rules()
	if err != nil {
		return err
	}
	p.Rules = rules.Latest().About()
	for _, k := range rating.AllKinds {
		p.Types = append(p.Types, option{k.String(), v.Printer().Word(k.String()), k.String() == kind})
	}
	if p.Rules.AgeGroups {
		for _, g := range report.Groups() {
			p.Groups = append(p.Groups, option{g.String(), v.Printer().Word(g.String()), g.String() == group})
		}
	}
	p.Clubs, err = clubsOf(v, club)
	return err
}

// act returns the act that announces the event.
func (p *plan) act(v *portal.Visit) (does *act.AnnounceEvent, err error) {
	does = &act.AnnounceEvent{
		Name: p.Event, Club: chosen(p.Clubs), Type: chosen(p.Types), TimeControl: p.Control, Group: chosen(p.Groups),
		FIDEEvent: p.FIDE, Qualifying: p.Qualifying, Team: p.Team, Braille: p.Braille,
	}
	var failed error
	does.Start, err = day(v, "start")
	does.End, failed = day(v, "end")
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	if does.Rounds, err = strconv.Atoi(p.Rounds); err != nil || does.Rounds < 1 || does.Rounds > mostRounds {
		return nil, portal.Said("desk.events.no-rounds")
	}
	switch {
	case does.Club == "":
		return nil, portal.Said("desk.events.no-club")
	case p.Control != "" && report.ReadTimeWords(p.Control).Control == "":
		return nil, portal.Said("desk.events.no-control")
	}
	return does, nil
}

// controlIn returns a time control as people write it: 90 min + 30 s.
func controlIn(p *explain.Printer, all []report.TimeControl) string {
	if len(all) == 0 {
		return ""
	}
	base, increment, _ := strings.Cut(string(all[0]), "+")
	seconds, err := strconv.Atoi(base)
	more, failed := strconv.Atoi(cmp.Or(increment, "0"))
	if err != nil || failed != nil || seconds%60 != 0 {
		return all[0].Words()
	}
	return p.Text("desk.events.control", explain.Data{"minutes": strconv.Itoa(seconds / 60), "seconds": strconv.Itoa(more)})
}

// mostRounds is how many rounds an event may be announced with: more is a slip.
const mostRounds = 99
