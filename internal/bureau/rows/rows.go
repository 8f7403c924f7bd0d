// Package rows declares the rows that are kept beside a bureau's documents: what pages
// and queries read. docs/sql.md describes them for those who ask in SQL.
package rows

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/report"
)

// The relations. Each is in All.
var (
	Players      = bureau.NewRows[Player]("player", "number", "id", "indexed where indexed", "club_key number")
	Persons      = bureau.NewRows[Person]("person", "number").Indexed("sex, number")
	NameKeys     = bureau.NewRows[NameKey]("name_key", "key player word")
	Alike        = bureau.NewRows[AlikeKey]("alike_key", "key player")
	Clubs        = bureau.NewRows[Club]("club", "id", "name", "region")
	Memberships  = bureau.NewRows[Membership]("membership", "player first_day event")
	Announced    = bureau.NewRows[Announcement]("announcement", "ref", "last_day", "club_key")
	Reports      = bureau.NewRows[Report]("report", "ref", "state received", "period", "club first_day", "last_day", "fide last_day", "behind", "fee_due")
	Payments     = bureau.NewRows[Payment]("payment", "ref number", "day")
	Sections     = bureau.NewRows[Section]("section", "ref section")
	Entries      = bureau.NewRows[Entry]("entry", "ref section player", "player", "performance where performance")
	Games        = bureau.NewRows[Game]("game", "ref number", "white", "black")
	Played       = bureau.NewRows[Play]("played", "ref player", "player last_day")
	Periods      = bureau.NewRows[Period]("period", "label")
	Lists        = bureau.NewRows[List]("list", "label", "in_force")
	Publications = bureau.NewRows[Publication]("publication", "seq", "label revision")
	Corrections  = bureau.NewRows[Correction]("correction", "number")
	Inquiries    = bureau.NewRows[Inquiry]("inquiry", "number", "club", "report", "asked_by")
	EventKeys    = bureau.NewRows[EventKey]("event_key", "key ref")
	ReportKeys   = bureau.NewRows[ReportKey]("report_key", "kind key ref")
	Knows        = bureau.NewRows[Known]("knows", "kind part ref")
	Stated       = bureau.NewRows[StatedNumber]("stated_number", "ref number", "number")
	Actions      = bureau.NewRows[Action]("action", "seq", "subject")
)

// All are the relations, in the order of docs/sql.md.
var All = []*bureau.Relation{
	&Players.Relation, &Persons.Relation, &NameKeys.Relation, &Names.Relation, &Alike.Relation, &Clubs.Relation, &Memberships.Relation, &Announced.Relation, &Reports.Relation, &Payments.Relation, &Sections.Relation,
	&Entries.Relation, &Games.Relation, &Played.Relation, &ListsNow.Relation, &ListsPast.Relation, &Changes.Relation, &Counts.Relation, &Totals.Relation, &Periods.Relation, &Lists.Relation, &Publications.Relation, &Corrections.Relation, &Inquiries.Relation,
	&EventKeys.Relation, &ReportKeys.Relation, &Knows.Relation, &Stated.Relation, &Actions.Relation,
}

// Personal are the names of the relations that name or describe people.
var Personal = []string{Persons.Name, NameKeys.Name, Names.Name, Alike.Name, Stated.Name, Inquiries.Name}

// Version is the version of the tables as an interface. It grows when a column changes
// its meaning or goes away, and when there are other rows.
const Version = 10

// Player is a player, without anything that describes them.
type Player struct {
	Number     uint32 `row:"number"` // by which other tables name the player
	ID         string `row:"id"`
	Club       string `row:"club"`     // as in the register; empty: none
	ClubKey    string `row:"club_key"` // the same, folded as names are compared
	Federation string `row:"federation,null"`
	Title      string `row:"title,null"`
	Inactive   bool   `row:"inactive"`
	Unrated    bool   `row:"entered_unrated"`  // the first rating was one of this regulation
	MergedInto string `row:"merged_into,null"` // ID of the player that this one was merged into
	Erased     bool   `row:"erased"`
	Indexed    bool   `row:"indexed,null"` // an adult, who agrees that search engines show their page; nil: else
}

// Person is what describes a player. After an erasure there is no such row.
type Person struct {
	Number    uint32      `row:"number"` // the player's
	Name      string      `row:"name"`
	NameLocal string      `row:"name_local,null"` // in kanji
	Kana      string      `row:"kana,null"`
	Sex       string      `row:"sex,null"`
	Birth     civil.Birth `row:"birth,null"`
	FideID    string      `row:"fide_id,null"`
}

// Names are the names of a person by which they are found.
func (p *Person) Names() []string { return []string{p.Name, p.NameLocal, p.Kana} }

// Keys returns the folded words by which a person is found.
func (p *Person) Keys() []namekey.Key { return namekey.Keys(p.Names()...) }

// NameKey is a folded word by which a player is found.
type NameKey struct {
	Key    string `row:"key"`
	Player uint32 `row:"player"`
	Word   int    `row:"word"` // length of its first word in bytes; zero: it begins inside a word
}

// AlikeKey is what the names and births of those have in common who may be the same person,
// as a hash.
type AlikeKey struct {
	Key    int64  `row:"key"`
	Player uint32 `row:"player"`
}

// Club is a registered club.
type Club struct {
	ID             string     `row:"id"`
	Name           string     `row:"name"`
	NameLocal      string     `row:"name_local,null"` // in the local script
	Region         string     `row:"region"`
	RegisteredFrom civil.Date `row:"registered_from,null"`
	RegisteredTo   civil.Date `row:"registered_to,null"` // nil: open
}

// Keys returns the folded words by which a club is found: of its names, and its region.
func (c *Club) Keys() []namekey.Key { return namekey.Keys(c.Name, c.NameLocal, c.Region) }

// Called returns the names and the ID under which players are in the club, folded.
func (c *Club) Called() []string {
	all := []string{report.FoldName(c.Name), report.FoldName(c.NameLocal), report.FoldName(c.ID)}
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}

// OfClub returns the players of a club who are neither merged nor erased, at most as many as the limit says if there is one.
func OfClub(r bureau.Reader, c *Club, limit int) (all []*Player, err error) {
	for _, called := range c.Called() {
		some, err := Players.Select(r, bureau.Range{Order: 3, Is: []any{called}, Limit: limit})
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(some, func(p *Player) bool { return p.MergedInto != "" || p.Erased })...)
	}
	return all, nil
}

// AnnouncedBy returns the references of the events that a club has announced.
func AnnouncedBy(r bureau.Reader, club string) (refs []string, err error) {
	c, err := Clubs.One(r, club)
	if err != nil || c == nil {
		return nil, err
	}
	all, err := Announced.Select(r, bureau.Range{Order: 2, Any: anyOf(c.Called())})
	for _, a := range all {
		refs = append(refs, a.Ref)
	}
	return refs, err
}

// InquiriesFor returns the numbers of the inquiries that clubs or an account have made, or that are about some reports.
func InquiriesFor(r bureau.Reader, clubs, reports []string, account string) (numbers []string, err error) {
	for order, values := range [][]string{1: clubs, 2: reports, 3: {account}} {
		if len(values) == 0 {
			continue
		}
		some, err := Inquiries.Select(r, bureau.Range{Order: order, Any: anyOf(values)})
		if err != nil {
			return nil, err
		}
		for _, q := range some {
			numbers = append(numbers, q.Number)
		}
	}
	return numbers, nil
}

// anyOf returns texts as the values of a column.
func anyOf(texts []string) (values []any) {
	for _, text := range texts {
		values = append(values, text)
	}
	return values
}

// ClubsCalled returns the clubs whose name or ID a text is, or else those that its words find.
func ClubsCalled(all []*Club, text string) (some []*Club) {
	folded, words := report.FoldName(text), namekey.Query(text)
	for _, c := range all {
		if slices.Contains(c.Called(), folded) {
			some = append(some, c)
		}
	}
	if some != nil {
		return some
	}
	for _, c := range all {
		if namekey.Rank(words, c.Keys()) != namekey.None {
			some = append(some, c)
		}
	}
	return some
}

// Membership is a time in which a player is a member.
type Membership struct {
	Player   uint32     `row:"player"`
	FirstDay civil.Date `row:"first_day"`
	LastDay  civil.Date `row:"last_day,null"`
	Event    string     `row:"event"` // empty: an annual membership
}

// Announcement is an announced event.
type Announcement struct {
	Ref       string     `row:"ref"`
	Event     string     `row:"event"`    // its name
	Club      string     `row:"club"`     // the organiser
	ClubKey   string     `row:"club_key"` // the same, folded as names are compared
	FirstDay  civil.Date `row:"first_day"`
	LastDay   civil.Date `row:"last_day"`
	Withdrawn bool       `row:"withdrawn"`
}

// Report is a report of an event, and what has become of it.
type Report struct {
	Ref      string     `row:"ref"`
	State    string     `row:"state"`     // waiting, withheld, returned, admitted, rated, closed
	Event    string     `row:"event"`     // its name
	Club     string     `row:"club"`      // the organiser, as reported
	FirstDay civil.Date `row:"first_day"` // empty: not known
	LastDay  civil.Date `row:"last_day"`
	Period   string     `row:"period"`
	Received civil.Date `row:"received"`
	Days     int        `row:"days_to_report"` // from the last day to the receipt; 0 while the last day is not known
	Deadline civil.Date `row:"deadline,null"`  // the last day on which all its games are in time
	Revision int        `row:"revision"`       // whose record is in force; 0: none
	Players  int        `row:"players"`
	Games    int        `row:"games"`
	Counting int        `row:"counting"` // games that are rated
	FeeDue   int        `row:"fee_due"`  // what is outstanding of its fee, in the currency of its payments
	Open     int        `row:"open_questions"`
	Officer  bool       `row:"needs_officer"` // one of these is for an officer
	Behind   bool       `row:"behind"`        // it is in a list, and what has come since would change that
	FIDE     string     `row:"fide"`          // of a FIDE event, the most urgent state of a section: unsent, changed, sent, confirmed; else empty
}

// Payment is what was paid of the fee of a report, and was not taken back.
type Payment struct {
	Ref      string     `row:"ref"`
	Number   int        `row:"number"` // of the decision that notes it
	Day      civil.Date `row:"day"`
	Amount   int        `row:"amount"` // in whole units of the currency
	Currency string     `row:"currency"`
}

// Section is a section of a report, as it goes into a list.
type Section struct {
	Ref     string `row:"ref"`
	Section int    `row:"section"` // in the order of the record
	Name    string `row:"name"`
	Kind    string `row:"kind"`
	Players int    `row:"players"`
	Games   int    `row:"games"`
	Refused bool   `row:"refused"` // nothing in it is rated
}

// Entry is a known player in a section.
type Entry struct {
	Ref         string `row:"ref"`
	Section     int    `row:"section"`
	Player      uint32 `row:"player"`
	Start       int    `row:"start_number"`
	Points      int    `row:"half_points"` // in the table
	Games       int    `row:"games"`       // played games that count
	Score       int    `row:"half_score"`  // in these games
	InList      bool   `row:"in_list"`     // a current list is made with the entry; what follows is of its calculation
	Rating      int    `row:"rating,null"` // with which the player entered; nil: unrated
	Performance int    `row:"performance,null"`
	K           int    `row:"k,null"`        // nil: none, or several
	Change      int    `row:"change_100000"` // of the rating, in 1/100,000 of a point
	Activity    int    `row:"activity"`      // rounds that count as activity, where the regulation has that
}

// Game is a game of a report that is in a list, or on the way into one.
type Game struct {
	Ref     string     `row:"ref"`
	Number  int        `row:"number"` // in the order of play
	Section int        `row:"section"`
	Day     civil.Date `row:"day"`
	Round   int        `row:"round"`
	White   uint32     `row:"white"`
	Black   uint32     `row:"black"`
	Result  string     `row:"result"`   // 1-0, 1/2-1/2, 0-1; +/-, -/+ and -/- if it was not played
	Counts  bool       `row:"counts"`   // for the ratings
	Out     string     `row:"out,null"` // why it does not: unrated, late, non-member, unfit, held, refused
}

// Play is the games of somebody against players of higher numbers, by which games that were
// reported twice are found. It is written with the record of its report, before all other rows. One
// row for each report would be written faster, but all of a hundred days would be read for each
// report.
type Play struct {
	Ref     string `row:"ref"`
	Player  uint32 `row:"player"`
	LastDay int32  `row:"last_day"` // of the event, counted from 0001-01-01, which is 1: a report writes a tenth fewer pages than with text
	Marks   string `row:"marks"`    // one of each game, in base64
}

// Period is a calculation period.
type Period struct {
	Label    string     `row:"label"`
	State    string     `row:"state"` // open, drafted, published
	FirstDay civil.Date `row:"first_day,null"`
	LastDay  civil.Date `row:"last_day,null"`
	InForce  civil.Date `row:"in_force,null"` // the day of its list
	Meet     bool       `row:"meet"`
}

// List is a list as it is now, with all corrections.
type List struct {
	Label   string     `row:"label"`
	InForce civil.Date `row:"in_force"`
	Edition string     `row:"edition"` // of the regulation; empty: the opening list
	Run     int        `row:"run"`
	Cause   string     `row:"cause"` // the correction that led to it; empty: its period was closed
}

// Publication is a published list.
type Publication struct {
	Seq      int        `row:"seq"` // in the order of publication
	Label    string     `row:"label"`
	Revision int        `row:"revision"`
	InForce  civil.Date `row:"in_force,null"`
	At       string     `row:"published_at"` // UTC
	Edition  string     `row:"edition"`      // of the regulation; empty: the opening list
	Cause    string     `row:"cause"`
	Run      int        `row:"run"`
	Digest   string     `row:"digest"`
}

// Correction is a correction of published lists.
type Correction struct {
	Number  string     `row:"number"`
	State   string     `row:"state"` // proposed, accepted, rejected
	Label   string     `row:"label"` // of the first list that it touches
	Asked   civil.Date `row:"asked"`
	Decided civil.Date `row:"decided,null"`
	Reason  string     `row:"reason"`
}

// Inquiry is a question about a published number, an act that somebody asks for, or a question of the office to a club.
type Inquiry struct {
	Number  string `row:"number"`
	Club    string `row:"club"`     // ID of the club that asks or is asked; empty: none
	Report  string `row:"report"`   // reference of the event; empty: it is about none
	AskedBy string `row:"asked_by"` // the number of an account
}

// StatedNumber is an ID of somebody who is in a report, but not in its record in force: files state
// it, or an earlier record had the player.
type StatedNumber struct {
	Ref    string `row:"ref"`
	Number string `row:"number"` // a national ID, or a FIDE ID
}

// EventKey is a folded word of the name or the organiser of an event, by which it is found.
type EventKey struct {
	Key string `row:"key"`
	Ref string `row:"ref"`
}

// Keys returns the folded words by which an event is found.
func (r *Report) Keys() []namekey.Key { return namekey.Keys(r.Event, r.Club) }

// ReportKey is something by which a report is found. It is written with the report, before all other
// rows.
type ReportKey struct {
	Kind string `row:"kind"` // period; event: it, or a section; announcement: that it follows; file: what came; returned: its sender and name, as long as it is sent back; club: for which it came; precedent: that a decision cites
	Key  string `row:"key"`  // label, reference or digest; of names a hash
	Ref  string `row:"ref"`
}

// Known is what the last check of an open report rests on, as far as it is of a kind and its hashes
// begin alike: if something of it changes, the report is checked again. A row has many hashes,
// because they are scattered: a report of 300 players would change 300 places of the table.
type Known struct {
	Kind   string `row:"kind"`   // report, player, name, club, register, event, follower, list, stated
	Part   int16  `row:"part"`   // the first four bits of the hashes
	Ref    string `row:"ref"`    // of the report
	Hashes string `row:"hashes"` // in base64, four bytes each: they name nobody
}

// Action is an entry of the audit log, without who acted and why.
type Action struct {
	Seq     int    `row:"seq"`
	At      string `row:"at"` // UTC
	Action  string `row:"action"`
	Subject string `row:"subject"` // the reference, ID or label concerned
}
