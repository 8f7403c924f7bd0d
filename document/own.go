package document

import (
	"bytes"
	"cmp"
	"errors"
	"regexp"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// OwnReport is a report as its club reads it: what its files state, what is asked of the club, and why a file was sent back or waits.
type OwnReport struct {
	*Organizers
	State lists.State `json:"state"`
	Waits []string    `json:"waits"` // in sentences
	Asks  []OwnWait   `json:"asks"`  // what of it waits for the club
	Moves []OwnMove   `json:"moves"`
	Fee   *check.Fee  `json:"fee"` // null: nothing is due
}

// OwnWait is something that a report waits for, and that its club answers, sends or pays.
type OwnWait struct {
	What  string      `json:"what"`  // "returned", "file", "fee", "player", or a finding
	Text  string      `json:"text"`  // in a sentence
	Until *civil.Date `json:"until"` // the last day to do so in time; null: none
}

// OwnMove is a change of a report's state.
type OwnMove struct {
	To     lists.State `json:"to"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason"` // an officer's words; empty: it is for officers, or there is none
}

// Understood is what all files of a report say together, without births and how people are reached.
type Understood struct {
	Ref      string              `json:"ref"`
	Event    string              `json:"event"`
	Club     string              `json:"club"`
	Venue    string              `json:"venue"`
	Sections []UnderstoodSection `json:"sections"`
}

// UnderstoodSection is a section with its entries and games.
type UnderstoodSection struct {
	Section string            `json:"section"`
	Entries []OrganizersEntry `json:"entries"`
	Games   []report.Game     `json:"games"`
}

// Inquiry is an inquiry as officers read it.
type Inquiry struct {
	*correction.Inquiry
	By *correction.Inquirer `json:"by"` // null: it is forgotten
}

// OwnInquiry is an inquiry as whoever asked reads it, and the club whose event it is about: of what others ask it reads no words.
type OwnInquiry struct {
	Number    string     `json:"number"`
	On        civil.Date `json:"on"`
	Asks      string     `json:"asks"`    // the act that is asked for, as "member.add"; empty: none
	Granted   bool       `json:"granted"` // it was done
	List      string     `json:"list"`
	Player    string     `json:"player"` // empty: none, or somebody has asked who is not of the club
	Report    string     `json:"report"`
	Question  string     `json:"question"` // empty: a club reads it no longer, or somebody else has asked it
	Answer    string     `json:"answer"`   // empty: it is open, or withdrawn
	Withdrawn bool       `json:"withdrawn"`
	Asked     bool       `json:"asked"`   // the office asks the club
	Replied   bool       `json:"replied"` // the club has answered the office
}

// questionHolds is for how many days after the answer a club reads what was asked.
const questionHolds = 90

// OwnAnnouncement is an announced event as its club reads it.
type OwnAnnouncement struct {
	Ref       string       `json:"ref"`
	Event     string       `json:"event"`
	Days      civil.Range  `json:"days"`
	Type      rating.Kind  `json:"type"`
	Rounds    int          `json:"rounds"`
	Answer    check.Answer `json:"answer"`
	Dispensed bool         `json:"dispensed"`
	Withdrawn string       `json:"withdrawn"` // the reason; empty: it takes place

	Club        string               `json:"club"`
	TimeControl []report.TimeControl `json:"time_control"`
	Group       string               `json:"group"` // empty: open to all
	FIDEEvent   bool                 `json:"fide_event"`
	Team        bool                 `json:"team"`
	Braille     bool                 `json:"braille"`
	Qualifying  bool                 `json:"qualifying"`
	At          time.Time            `json:"at"`          // when it was announced, or last changed
	FIDESince   *civil.Date          `json:"fide_since"`  // the day on which it was announced as a FIDE event; null: it is none
	FIDEUntil   *civil.Date          `json:"fide_until"`  // the last day to announce one; null: it is none, or the rules name no day
	Deadline    *civil.Date          `json:"deadline"`    // the last day on which games of its first day are reported in time; null: none
	AskUntil    *civil.Date          `json:"dispense_by"` // the last day to ask for leave to play fewer rounds; null: it needs none
	List        string               `json:"list"`        // label of the list in which it counts, if it is reported on its last day
	Reported    bool                 `json:"reported"`    // a report of it has come
	Report      *string              `json:"report"`      // reference of the club's own; null: none has come

	Terms events.Terms `json:"-"`
}

// OwnData is what is stored about a person as they read it themselves: without officers' words, which may name others.
type OwnData struct {
	*register.Card
	Memberships []register.Membership    `json:"memberships"`
	Reports     []privacy.Appearance     `json:"reports"` // the entries in reports
	Lists       []privacy.ListedRating   `json:"lists"`
	Acts        []OwnAct                 `json:"acts"`      // about them, and what they have done
	Inquiries   any                      `json:"inquiries"` // that they have made
	Accounts    map[string]Account       `json:"accounts"`  // by number
	Beside      map[string][]bureau.Held `json:"beside"`    // sessions, forms and jobs of these, and what they have looked at, by table
}

// OwnAct is something that was done about a person.
type OwnAct struct {
	At  time.Time `json:"at"`
	Act string    `json:"act"`
}

// Named is an account without how its holder signs in.
type Named struct {
	Account string `json:"account"`
	Name    string `json:"name"`
}

// ofCase makes a document of a report.
func ofCase(maker func(*wished, *check.Case) (any, error)) func(*wished) (any, error) {
	return func(w *wished) (any, error) {
		r, err := intake.Find(w.r, w.Key)
		if err != nil {
			return nil, err
		}
		return maker(w, r)
	}
}

// eachOf makes a document of each key that whoever reads is given.
func eachOf(w *wished, document string, keys func(bureau.Reader) ([]string, error)) (any, error) {
	all, err := keys(w.r)
	made := []any{}
	for _, key := range all {
		one := *w
		one.Document, one.Key = document, key
		if one.form, err = w.door.Form(w.r, document, key); refused(err) {
			err = nil
			continue
		}
		var of any
		if err == nil {
			of, err = makers()[document](&one)
		}
		if err != nil {
			return nil, err
		}
		made = append(made, of)
	}
	return made, err
}

// refused reports whether an error says that something is not given.
func refused(err error) bool {
	var why *finding.Refused
	return errors.As(err, &why)
}

// ofClubs returns the keys that are found for each club of whoever reads, each once.
func (w *wished) ofClubs(r bureau.Reader, find func(r bureau.Reader, club string) ([]string, error)) (keys []string, err error) {
	for _, club := range w.b.Actor.Clubs {
		of, err := find(r, club)
		if err != nil {
			return nil, err
		}
		keys = append(keys, of...)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(bureau.RefKey(a), bureau.RefKey(b)) })
	return slices.Compact(keys), nil
}

// refsOf returns the references of the reports that whoever reads may be given.
func (w *wished) refsOf(r bureau.Reader) (refs []string, err error) {
	if w.form == view.OfClub {
		return w.ofClubs(r, intake.OfClub)
	}
	all, err := intake.All(r, "")
	for _, c := range all {
		refs = append(refs, c.Ref)
	}
	return refs, err
}

// announcementsOf returns the references of the announced events that whoever reads may be given.
func (w *wished) announcementsOf(r bureau.Reader) (refs []string, err error) {
	if w.form == view.OfClub {
		return w.ofClubs(r, rows.AnnouncedBy)
	}
	all, err := intake.Announcements.All(r, "")
	for _, a := range all {
		refs = append(refs, a.Ref)
	}
	return refs, err
}

// inquiriesOf returns the numbers of the inquiries that whoever reads may be given, in the order in which they were recorded.
func (w *wished) inquiriesOf(r bureau.Reader) (numbers []string, err error) {
	if w.form == view.OfClub || w.form == view.Personal {
		reports, err := w.ofClubs(r, intake.OfClub)
		if err == nil {
			numbers, err = rows.InquiriesFor(r, w.b.Actor.Clubs, reports, w.b.Actor.Account)
		}
		slices.SortFunc(numbers, func(a, b string) int { return cmp.Compare(correction.Key(a), correction.Key(b)) })
		return slices.Compact(numbers), err
	}
	all, err := correction.Inquiries(r)
	for _, q := range all {
		numbers = append(numbers, q.Number)
	}
	return numbers, err
}

func (w *wished) dossier() (any, error) {
	d, err := privacy.DossierOf(w.ctx, w.b, w.Key)
	if err != nil || w.form == view.Whole {
		return d, err
	}
	card, err := register.CardOf(w.r, w.Key)
	if err != nil {
		return nil, err
	}
	members, err := register.AllMemberships(w.r, &card.Player)
	if err != nil {
		return nil, err
	}
	asked, err := eachOf(w, "inquiry", w.inquiriesOf)
	own := OwnData{card, members, d.Reports, d.Lists, []OwnAct{}, asked, map[string]Account{}, map[string][]bureau.Held{}}
	for _, e := range d.Log {
		own.Acts = append(own.Acts, OwnAct{e.At, e.Act()})
	}
	for number := range d.Accounts {
		a, failed := bureau.Accounts.Get(w.r, number)
		if failed != nil {
			return nil, failed
		}
		own.Accounts[number] = accountOf(a)
	}
	for table, lines := range d.Beside {
		for _, held := range lines {
			if d.Accounts[held.Account] != nil { // a form of somebody else that mentions them is theirs
				own.Beside[table] = append(own.Beside[table], held)
			}
		}
	}
	return own, err
}

// Account is an account as officers and administrators read it: without what somebody signs in with.
type Account struct {
	Name     string     `json:"name"`
	Email    string     `json:"email"`
	Roles    []string   `json:"roles"`
	Clubs    []string   `json:"clubs"`  // IDs
	Player   string     `json:"player"` // ID; empty: nobody's
	Way      string     `json:"way"`    // "invited", "disabled", "passkey", "codes" or "password"
	Invited  *time.Time `json:"invited_until"`
	Programs []Program  `json:"programs"` // with keys
}

// Program is a program that acts for an account.
type Program struct {
	Number string    `json:"number"`
	Name   string    `json:"name"`
	May    []string  `json:"may"`
	Made   time.Time `json:"made"`
}

func accountOf(a *bureau.Account) Account {
	of := Account{Name: a.Name, Email: a.Email, Roles: array(account.NamesOf(a.Roles)), Clubs: array(a.Clubs), Player: a.Player, Way: account.State(a), Programs: []Program{}}
	if a.Invited != nil {
		of.Invited = &a.Invited.Until
	}
	for _, key := range account.Keys(a) {
		of.Programs = append(of.Programs, Program{key.Number, key.Name, array(key.May), key.Made})
	}
	return of
}

func (w *wished) accounts() (any, error) {
	whole, named := map[string]Account{}, []Named{}
	err := bureau.Accounts.Scan(w.r, "", "", func(number string, a *bureau.Account) (bool, error) {
		whole[number] = accountOf(a)
		named = append(named, Named{number, a.Name})
		return true, nil
	})
	if w.form == view.Audited {
		return named, err
	}
	return whole, err
}

func (w *wished) announcement() (any, error) {
	a, err := intake.Announcements.Find(w.r, w.Key, finding.Refuse("no-announcement", finding.Text("ref", w.Key)))
	if err != nil || w.form == view.Whole {
		return a, err
	}
	followed, err := intake.FollowedBy(w.r, a)
	if err != nil {
		return nil, err
	}
	own, err := NewOwnAnnouncement(w.s, a)
	if err == nil && followed != nil {
		own.Reported = true
		if _, err = w.door.Form(w.r, "report", followed.Ref); err == nil {
			own.Report = &followed.Ref
		} else if refused(err) {
			err = nil
		}
	}
	return own, err
}

// NewOwnAnnouncement returns an announced event, or one that is only thought of, as its club reads it before it is reported.
func NewOwnAnnouncement(s *bureau.Settings, a *check.Announcement) (*OwnAnnouncement, error) {
	terms, err := events.TermsOf(s, a)
	own := &OwnAnnouncement{
		Ref: a.Ref, Event: a.Name, Days: a.Days, Type: a.Type, Rounds: a.Rounds, Answer: a.Answer, Dispensed: a.Dispensation != nil, Withdrawn: a.Withdrawn,
		Club: a.Club, TimeControl: array(a.TimeControl), FIDEEvent: a.FIDEEvent, Team: a.Team, Braille: a.Braille, Qualifying: a.Qualifying, At: a.At,
		FIDESince: orNull(a.FIDESince), FIDEUntil: orNull(terms.FIDE), Deadline: orNull(terms.Report), AskUntil: orNull(terms.Fewer), List: terms.List.Label,
		Terms: terms,
	}
	if a.Group != report.Open {
		own.Group = a.Group.String()
	}
	return own, err
}

func (w *wished) file(r *check.Case) (any, error) { return intake.Bytes(w.r, r, 0, false) }

func (w *wished) report(r *check.Case) (any, error) {
	p, _, err := intake.Latest(w.r, r)
	if err != nil || p == nil || w.form == view.Whole {
		return p, err
	}
	d := Understood{r.Ref, p.Name, p.Organizer, p.Venue, []UnderstoodSection{}}
	for i, s := range newOrganizersSections(p) {
		d.Sections = append(d.Sections, UnderstoodSection{s.Section, s.Entries, p.Sections[i].Games})
	}
	return d, nil
}

func (w *wished) reportStatus(r *check.Case) (any, error) {
	p, found, err := intake.Latest(w.r, r)
	if err != nil {
		return nil, err
	}
	if w.form == view.OfClub {
		d := OwnReport{NewOrganizers(w.p, &trial.Told{Ref: r.Ref, Report: p, Case: r, Findings: finding.For(found, finding.Organizer)}), r.State, PublicWaits(w.p, r), asksOf(w.p, r), []OwnMove{}, r.Fee}
		if p == nil { // a notice alone
			d.Event, d.Start, d.End, d.Deadline = &r.Event, orNull(r.Days.From), orNull(r.Days.To), orNull(r.Deadline)
		}
		for _, m := range r.History {
			move := OwnMove{m.To, m.At, ""}
			if slices.Contains([]lists.State{check.Returned, check.Withheld, check.Closed}, m.To) {
				move.Reason = m.Reason
			}
			d.Moves = append(d.Moves, move)
		}
		return d, nil
	}
	if w.form == view.Audited {
		found = slices.DeleteFunc(withoutFigures(finding.Doubted(found)), func(f finding.Finding) bool { return finding.TellsBirth(f.ID) })
	}
	told, err := intake.FIDE(w.r, r)
	if err != nil {
		return nil, err
	}
	follows, err := intake.Follows(w.r, r)
	if err != nil {
		return nil, err
	}
	var qualified []string
	if p != nil {
		qualified = p.Qualified
	}
	return NewReportStatus(w.p, r, told, follows, qualified, found), nil
}

// asksOf returns what of a report waits for its club.
func asksOf(p *explain.Printer, r *check.Case) []OwnWait {
	all := []OwnWait{}
	switch ruling := r.Ruling(); {
	case r.State == check.Closed:
		return all
	case r.State == check.Returned:
		why := ""
		if ruling != nil {
			why = ruling.Reason
		}
		return append(all, OwnWait{string(check.Returned), repaired(p, r, why), orNull(r.Deadline)})
	}
	for _, q := range r.Open() {
		until := r.Deadline
		if q.What == check.WaitFee && r.Fee != nil {
			until = r.Fee.Until
		}
		if !q.Officer && check.AskedOfOrganizer(q.What) && q.What != "event-running" && q.What != check.WaitBearer {
			all = append(all, OwnWait{q.What, WaitInWords(p, r, &q), orNull(until)})
		}
	}
	return all
}

// figures are what a birth is written with.
var figures = regexp.MustCompile(`\d`)

// withoutFigures returns findings without the figures of what a file says word for word, as it may say when somebody was born.
func withoutFigures(found []finding.Finding) []finding.Finding {
	found = slices.Clone(found)
	for i := range found {
		found[i].Values = slices.Clone(found[i].Values)
		for j, v := range found[i].Values {
			if v.Name == "text" || v.Name == "column" {
				found[i].Values[j].Text = figures.ReplaceAllString(v.Text, "?")
			}
		}
	}
	return found
}

func (w *wished) statements(r *check.Case) (any, error) {
	said := []string{}
	err := intake.EachStatement(w.r, r, func(_ *check.Statement, words *statement.Words) { said = append(said, words.String()) })
	return said, err
}

func (w *wished) inquiry() (any, error) {
	q, who, err := correction.FindInquiry(w.r, w.Key)
	switch {
	case err != nil || w.form == view.Audited:
		return q, err
	case w.form == view.Whole:
		return Inquiry{q, who}, nil
	}
	own := OwnInquiry{Number: q.Number, On: q.On, List: q.List, Player: q.Player, Report: q.Report, Withdrawn: q.Withdrawn, Asked: q.Asked, Replied: q.Replied != nil}
	if q.Closed != nil {
		own.Answer = q.Closed.Reason
	}
	ours, err := w.ours(q)
	if !ours {
		own.Player = ""
	}
	if who != nil && ours && (w.form == view.Personal || q.Closed == nil || w.b.Today(w.s) <= w.s.Day(q.Closed.At)+questionHolds) {
		own.Question = who.Words
	}
	if own.Granted = q.Granted; q.Asks != nil {
		own.Asks = q.Asks.Act
	}
	return own, err
}

func (w *wished) players() (any, error) {
	var text bytes.Buffer
	err := register.ExportPlayers(w.r, &text, w.form == view.Whole)
	return text.String(), err
}
