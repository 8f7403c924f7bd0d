package document

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Days are the first and the last day of something.
type Days struct {
	From civil.Date `json:"from"`
	To   civil.Date `json:"to"`
}

// Case is a report of an event, through all its revisions. It holds no
// personal data: people are named by their place, or by ID.
type Case struct {
	Ref         string            `json:"ref"` // "2026-03-0012": month of receipt and number
	State       lists.State       `json:"state"`
	Event       string            `json:"event"` // its name
	Days        Days              `json:"days,omitzero"`
	MayBegin    []civil.Date      `json:"may_begin,omitempty"` // the days that its first day may be, as long as it is not clear
	Club        string            `json:"club,omitempty"`      // organiser, as reported
	Period      string            `json:"period,omitempty"`
	Counted     civil.Date        `json:"counted,omitempty"`               // the day that chose its period, if not that of receipt: the list of that one was out
	Received    time.Time         `json:"received"`                        // the notice or the file, whichever came first; it starts the clock
	Behind      bool              `json:"behind,omitempty"`                // it is in a list, and what has come since would change what the list has of it
	Notice      string            `json:"notice,omitempty"`                // the link under which the results stand, 4(2)
	Revisions   []Revision        `json:"revisions" jsonschema:"nullable"` // the first has number 1; null: a notice alone
	Current     int               `json:"current,omitempty"`               // number of the revision whose record is in force; zero: none
	Waits       []Wait            `json:"waits,omitempty"`                 // what it waits for
	Excluded    []Question        `json:"excluded,omitempty"`              // what an officer has left out
	Alike       []string          `json:"alike,omitempty"`                 // references of reports that share some of its games
	Replies     []Reply           `json:"replies,omitempty"`               // officers' answers to questions
	Decided     bool              `json:"decided,omitempty"`               // whether its state is an officer's decision, which stays until a new file comes, or longer
	DecidedOn   string            `json:"decided_on,omitempty"`            // what an officer has admitted, as a digest of games
	Options     map[string]string `json:"options,omitempty"`               // of the regulation, by name, as an officer has set them for this report
	Matches     []Match           `json:"matches,omitempty"`               // who an officer says that entries are
	Fee         *check.Fee        `json:"fee,omitempty"`                   // what is due; nil: nothing
	FIDE        *fidereport.Event `json:"fide,omitempty"`                  // what was sent to FIDE of a FIDE event, and what FIDE is not to rate; nil: it is none
	Refused     []string          `json:"refused,omitempty"`               // findings for which all of it or a section cannot be rated
	Precedent   string            `json:"precedent,omitempty"`
	Adjustments []Adjustment      `json:"adjustments,omitempty"`
	History     []check.Move      `json:"history"`
	Players     int               `json:"players,omitempty"`
	Games       int               `json:"games,omitempty"`
	Counting    int               `json:"counting,omitempty"` // games that are rated
	Section     []string          `json:"sections,omitempty"`
	LastPlayed  civil.Date        `json:"last_played,omitempty"`
	FirstPlayed civil.Date        `json:"first_played,omitempty"`
	Deadline    civil.Date        `json:"deadline,omitempty"` // the last day on which all its games are reported in time; zero: none
}

// Revision is a version of a report: a file that came, or what became of the
// one before by an officer's correction or a new check.
type Revision struct {
	Number  int       `json:"number"`
	File    string    `json:"file,omitempty"`
	Digest  string    `json:"digest,omitempty"` // SHA-256 of the bytes as they came
	Sidecar string    `json:"beside,omitempty"` // SHA-256 of what came beside them; empty: nothing
	Size    int       `json:"size,omitempty"`
	At      time.Time `json:"at"`
	Actor   string    `json:"actor"`
	Reason  string    `json:"reason,omitempty"`

	Replaces  []check.Part `json:"replaces,omitempty"`  // sections of earlier files in whose place the file came
	Aside     bool         `json:"aside,omitempty"`     // an officer has set the file aside: it adds nothing
	Destroyed bool         `json:"destroyed,omitempty"` // the bytes were destroyed, because somebody was erased who was in them
}

// Question is one thing that a report waits for. It holds no personal data: an
// entry is named by its place.
type Question struct {
	What      string `json:"what"`             // "player": nobody knows who an entry is; "fee"; "file": a notice came alone; else a finding
	Clause    string `json:"clause,omitempty"` // on which it rests
	Officer   bool   `json:"officer,omitempty"`
	Section   string `json:"section,omitempty"`
	Start     int    `json:"start,omitempty"`      // start number
	InSection bool   `json:"in_section,omitempty"` // it is about a section
	Near      string `json:"near,omitempty"`       // the number that an unknown entry may have
	About     string `json:"about,omitempty"`      // by what the question is known again: another one of its kind has to be answered on its own
}

func newQuestion(q *check.Question) Question {
	return Question{q.What, q.Clause, q.Officer, q.Section, q.Start, q.InSection, q.Near, q.About}
}

// Reply is an officer's answer to a question. It holds as long as the question is the
// same.
type Reply struct {
	What      string    `json:"what"`
	Section   string    `json:"section,omitempty"`
	About     string    `json:"about,omitempty"` // what the question was about
	Count     bool      `json:"count"`           // whether what the question is about counts
	Reason    string    `json:"reason"`
	At        time.Time `json:"at"`
	Actor     string    `json:"actor"`
	Precedent string    `json:"precedent,omitempty"`
}

// Match is an officer's word who an entry is.
type Match struct {
	Section string       `json:"section"`
	Start   int          `json:"start"`
	Player  string       `json:"player"` // ID
	Of      check.Anchor `json:"of"`     // where the entry is in the files; file 0: in none of them
}

// Adjustment is what an officer has corrected of a report. It stands beside what
// was reported: the bytes and what was understood of them stay.
type Adjustment struct {
	Revision int    `json:"revision"` // that it made
	Section  string `json:"section"`

	Round  int            `json:"round,omitempty"`  // of a game
	White  int            `json:"white,omitempty"`  // start number
	Black  int            `json:"black,omitempty"`  // start number
	Result *report.Result `json:"result,omitempty"` // another result of the game
	Out    *pack.Out      `json:"out,omitempty"`    // whether the game counts: 0, or the number of the reason why not

	Floor rating.Rating `json:"floor,omitempty"` // the floor of a section in which nobody is rated

	Start    int    `json:"start,omitempty"`    // start number of an entry
	Player   string `json:"player,omitempty"`   // ID of another player behind the entry
	Exchange bool   `json:"exchange,omitempty"` // the two players change places: their IDs were transposed

	Of [3]check.Anchor `json:"of"` // where the entry, White and Black are in the files; file 0: in none of them
}

// newCase returns a report with what it waits for in words, and what FIDE was told of its event.
func newCase(p *explain.Printer, r *check.Case, told *fidereport.Event) *Case {
	c := &Case{
		Ref: r.Ref, State: r.State, Event: r.Event, Days: Days(r.Days), MayBegin: r.MayBegin, Club: r.Club, Period: r.Period, Counted: r.Counted, Received: r.Received, Behind: r.Behind,
		Notice: r.Notice, Current: r.Current, Waits: newWaits(p, r), Alike: r.Alike, Decided: r.Ruling() != nil,
		Options: r.Options(), Fee: r.Fee, FIDE: told, Refused: r.Refused(), Precedent: r.Precedent(), History: r.History, Players: r.Players, Games: r.Games,
		Counting: r.Counting, Section: r.Section, LastPlayed: r.LastPlayed, FirstPlayed: r.FirstPlayed, Deadline: r.Deadline,
	}
	for _, v := range r.Revisions {
		c.Revisions = append(c.Revisions, Revision{
			v.Number, v.File, v.Digest, v.Sidecar, v.Size, v.At, v.Actor, v.Reason, v.Replaces, r.IsAside(v.Number), v.Destroyed,
		})
	}
	for _, q := range r.LeftOut() {
		c.Excluded = append(c.Excluded, newQuestion(&q))
	}
	for _, d := range r.Standing() {
		switch {
		case d.Reply != nil:
			a := d.Reply
			c.Replies = append(c.Replies, Reply{a.What, a.Section, a.About, a.Count, d.Reason, d.At, d.Actor, d.Precedent})
		case d.Match != nil:
			c.Matches = append(c.Matches, Match(*d.Match))
		case d.Adjustment != nil:
			c.Adjustments = append(c.Adjustments, Adjustment(*d.Adjustment))
		}
	}
	if d := r.Ruling(); d != nil {
		c.DecidedOn = d.Ruling.On
	}
	return c
}
