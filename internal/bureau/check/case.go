package check

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
)

// Case is a report of an event, through all its revisions: what came, what officers have
// decided, and what that comes to. It holds no personal data: people are named by their place,
// or by ID.
type Case struct {
	Ref       string      `json:"ref"`                             // "2026-03-0012": month of receipt and number
	Received  time.Time   `json:"received"`                        // the notice or the file, whichever came first; it starts the clock
	For       Sender      `json:"for,omitzero"`                    // whose it is; zero: the office's
	Notice    string      `json:"notice,omitempty"`                // the link under which the results stand, 4(2)
	Revisions []Revision  `json:"revisions" jsonschema:"nullable"` // the first has number 1; null: a notice alone
	Stated    []Statement `json:"stated,omitempty"`                // beside its files; only appended
	Decisions []Decision  `json:"decisions,omitempty"`             // of officers; only appended
	Outcome
	History []Move            `json:"history"` // told, and not asked
	FIDE    *fidereport.Event `json:"-"`       // as an earlier version kept it with the report; nil: it did not
}

// Sender is who sends a report: as it was proved, or as an officer says, never as a file claims.
type Sender struct {
	Account string `json:"account,omitempty"` // its number; empty: an officer says for which club it came
	Club    string `json:"club,omitempty"`    // ID of the club for which it is sent
}

// MayJoin reports whether what somebody sends may belong to a report: nobody changes, or learns of,
// what another has sent. An officer who says for which club something came means its reports.
func (s Sender) MayJoin(r *Case) bool { return s.Club == "" || s.Club == r.For.Club }

// Outcome is what the last check of a report came to, or what a list has made of it since.
type Outcome struct {
	State       lists.State  `json:"state"`
	Heard       int          `json:"heard"` // number of the newest decision that it follows
	Event       string       `json:"event"` // its name
	Days        civil.Range  `json:"days,omitzero"`
	MayBegin    []civil.Date `json:"may_begin,omitempty"` // the days that its first day may be, as long as it is not clear
	Club        string       `json:"club,omitempty"`      // organiser, as reported
	Announced   string       `json:"announced,omitempty"` // reference of its announcement; empty: none
	Period      string       `json:"period,omitempty"`
	Counted     civil.Date   `json:"counted,omitempty"` // the day that chose its period, if not that of receipt: the list of that one was out
	Current     int          `json:"current,omitempty"` // number of the revision whose record is in force; zero: none
	Questions   []Question   `json:"questions"`
	Alike       []string     `json:"alike,omitempty"`  // references of reports that share some of its games
	Places      []Placed     `json:"places,omitempty"` // where in the event is what decisions are about
	Charge      *Charge      `json:"charge,omitempty"` // for whom a fee is due; nil: for nobody, and nothing was paid
	Fee         *Fee         `json:"fee,omitempty"`    // what is due; nil: nothing
	Players     int          `json:"players,omitempty"`
	Games       int          `json:"games,omitempty"`
	Counting    int          `json:"counting,omitempty"` // games that are rated
	Section     []string     `json:"sections,omitempty"`
	LastPlayed  civil.Date   `json:"last_played,omitempty"`
	FirstPlayed civil.Date   `json:"first_played,omitempty"`
	Deadline    civil.Date   `json:"deadline,omitempty"` // the last day on which all its games are reported in time; zero: none
	Listed      *Extent      `json:"listed,omitempty"`   // what of it its list knows; nil: all
	Behind      bool         `json:"behind,omitempty"`   // what has come since would change what its list has of it
	Since       []Question   `json:"since,omitempty"`    // what is asked then
}

// Extent is how far a report has come: how many revisions, statements and decisions it has.
type Extent struct {
	Revisions int `json:"revisions"`
	Stated    int `json:"stated"`
	Decisions int `json:"decisions"`
}

// New returns a report of which something was received.
func New(at bureau.Moment, ref string) *Case {
	return &Case{
		Ref: ref, Received: at.Now, Outcome: Outcome{State: Received}, History: []Move{{To: Received, At: at.Now, Actor: at.Actor}},
	}
}

// MarkListed notes what a list knows of a report, before more comes.
func (r *Case) MarkListed() {
	if r.State == Rated && r.Listed == nil {
		r.Listed = &Extent{len(r.Revisions), len(r.Stated), len(r.Decisions)}
	}
}

// AsListed returns a report as far as its list knows it.
func (r *Case) AsListed() *Case {
	c := r.Copied()
	if of := r.Listed; of != nil {
		c = &Case{Ref: c.Ref, Received: c.Received, For: c.For, Notice: c.Notice, Revisions: c.Revisions[:of.Revisions], Stated: c.Stated[:of.Stated], Decisions: c.Decisions[:of.Decisions], Outcome: c.Outcome, History: c.History}
	}
	return c
}

// Whole returns a report as it is with all that came after its list.
func (r *Case) Whole() *Case {
	c := r.Copied()
	c.Listed = nil
	return c
}

// TakenOut reports whether an officer has taken the report out of its list since that was made.
func (r *Case) TakenOut() bool {
	d := r.Ruling()
	return r.Listed != nil && d != nil && d.Number > r.Listed.Decisions && d.Ruling.To != Admitted
}

// CameLater reports whether a file came after the list of its report.
func (r *Case) CameLater(file int) bool {
	return r.Listed != nil && file > r.Listed.Revisions && r.Revisions[file-1].Digest != ""
}

// Sound reports whether nothing is wrong with a report: it is on its way into a list,
// or waits for no more than its file or its fee.
func (r *Case) Sound() bool {
	wrong := func(q Question) bool { return !slices.Contains([]string{WaitFile, WaitFee, WaitBearer}, q.What) }
	return r.State == Admitted || r.State == Rated || r.State == Waiting && !slices.ContainsFunc(r.Open(), wrong)
}

// Cites reports whether a decision on a report, or an answer, follows a precedent.
func (r *Case) Cites(precedent string) bool {
	return slices.ContainsFunc(r.Standing(), func(d *Decision) bool { return d.Precedent == precedent })
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

	Replaces  []Part `json:"replaces,omitempty"`  // sections of earlier files in whose place the file came
	Destroyed bool   `json:"destroyed,omitempty"` // the bytes were destroyed, because somebody was erased who was in them
}

// Statement is something that was said of a report beside its files. Its words are sealed under
// the report's key. It is never changed: a later one has the last word.
type Statement struct {
	Number    int       `json:"number"`         // from 1
	File      int       `json:"file,omitempty"` // number of the file that it is about; zero: all
	At        time.Time `json:"at"`
	Actor     string    `json:"actor"`
	Destroyed bool      `json:"destroyed,omitempty"` // its words are in what was understood of the files, without somebody who was erased
}

// Match is an officer's word who an entry is.
type Match struct {
	Section string `json:"section"`
	Start   int    `json:"start"`
	Player  string `json:"player"` // ID
	Of      Anchor `json:"of"`     // where the entry is in the files; file 0: in none of them
}

// Same reports whether two matches are about one entry of a report.
func (m Match) Same(other Match) bool { return m.Section == other.Section && m.Start == other.Start }

// Move is a change of a report's state.
type Move struct {
	From      lists.State `json:"from,omitempty"`
	To        lists.State `json:"to"`
	At        time.Time   `json:"at"`
	Actor     string      `json:"actor"`
	Reason    string      `json:"reason,omitempty"`    // an officer's words
	Because   []string    `json:"because,omitempty"`   // what led to it by rule: waits and findings
	Precedent string      `json:"precedent,omitempty"` // that was cited
}

// Newest names the newest revision.
func (r *Case) Newest() lists.RecordID { return r.RecordID(len(r.Revisions)) }

// RecordID names a revision.
func (r *Case) RecordID(revision int) lists.RecordID {
	return lists.RecordID{Ref: r.Ref, Revision: revision}
}

// InTime returns the last day on which a report's games are reported in time.
func (r *Case) InTime() finding.Value { return finding.Text("until", r.Deadline.String()) }

// EventKey returns the key of an event: its name and first day.
func EventKey(name string, day civil.Date) string {
	return report.FoldName(name) + "\x00" + day.String()
}

// Obey moves the report where officers have put it since the last check.
func (r *Case) Obey() {
	for _, d := range r.Standing() {
		switch {
		case d.Number <= r.Heard:
		case d.Ruling != nil:
			r.MoveTo(Move{To: d.Ruling.To, At: d.At, Actor: d.Actor, Reason: d.Reason, Precedent: d.Precedent})
		case d.GoesInto == r.Period && r.IsPending() && r.GoesInPart():
			r.MoveTo(Move{To: Admitted, At: d.At, Actor: d.Actor, Because: []string{becauseClosing}})
		}
	}
	r.Heard = len(r.Decisions)
}

// MoveTo changes the state of a report.
func (r *Case) MoveTo(m Move) {
	m.From, r.State = r.State, m.To
	r.History = append(r.History, m)
}

// moveByRule changes the state of a report by rule.
func (r *Case) moveByRule(at bureau.Moment, to lists.State, because ...string) {
	slices.Sort(because)
	because = slices.Compact(because)
	if n := len(r.History); n > 0 && r.State == to && (slices.Equal(r.History[n-1].Because, because) || r.History[n-1].Reason != "") {
		return // it was told
	}
	r.MoveTo(Move{To: to, At: at.Now, Actor: at.Actor, Because: because})
}

// files counts the files of a report.
func (r *Case) files() (n int) {
	for i := range r.Revisions {
		if r.Revisions[i].Digest != "" {
			n++
		}
	}
	return n
}

// LastOf returns the number of the n-th file of a report: of the first if n is less, of the last revision if there are fewer.
func (r *Case) LastOf(n int) int {
	for i := range r.Revisions {
		if r.Revisions[i].Digest == "" {
			continue
		}
		if n--; n <= 0 {
			return r.Revisions[i].Number
		}
	}
	return len(r.Revisions)
}
