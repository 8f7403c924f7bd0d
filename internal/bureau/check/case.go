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

// Case is a report of an event, through all its revisions. It holds no
// personal data: people are named by their place, or by ID.
type Case struct {
	Ref         string            `json:"ref"` // "2026-03-0012": month of receipt and number
	State       lists.State       `json:"state"`
	Event       string            `json:"event"` // its name
	Days        civil.Range       `json:"days,omitzero"`
	MayBegin    []civil.Date      `json:"may_begin,omitempty"` // the days that its first day may be, as long as it is not clear
	Club        string            `json:"club,omitempty"`      // organiser, as reported
	Period      string            `json:"period,omitempty"`
	Counted     civil.Date        `json:"counted,omitempty"`               // the day that chose its period, if not that of receipt: the list of that one was out
	Received    time.Time         `json:"received"`                        // the notice or the file, whichever came first; it starts the clock
	Notice      string            `json:"notice,omitempty"`                // the link under which the results stand, 4(2)
	Revisions   []Revision        `json:"revisions" jsonschema:"nullable"` // the first has number 1; null: a notice alone
	Stated      []Statement       `json:"stated,omitempty"`                // beside its files; only appended
	Current     int               `json:"current,omitempty"`               // number of the revision whose record is in force; zero: none
	Questions   []Question        `json:"questions"`                       // of the last check
	Alike       []string          `json:"alike,omitempty"`                 // references of reports that share some of its games
	Decisions   []Decision        `json:"decisions,omitempty"`             // of officers; only appended
	Places      []Placed          `json:"places,omitempty"`                // where in the event is what they are about
	Fee         *Fee              `json:"fee,omitempty"`                   // what is due; nil: nothing
	FIDE        *fidereport.Event `json:"fide,omitempty"`                  // what was sent to FIDE of a FIDE event, and what FIDE is not to rate; nil: it is none
	History     []Move            `json:"history"`
	Players     int               `json:"players,omitempty"`
	Games       int               `json:"games,omitempty"`
	Counting    int               `json:"counting,omitempty"` // games that are rated
	Section     []string          `json:"sections,omitempty"`
	LastPlayed  civil.Date        `json:"last_played,omitempty"`
	FirstPlayed civil.Date        `json:"first_played,omitempty"`
	Deadline    civil.Date        `json:"deadline,omitempty"` // the last day on which all its games are reported in time; zero: none
	Checked     Basis             `json:"checked,omitzero"`
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

// MoveTo changes the state of a report, for a reason in somebody's words.
func MoveTo(at bureau.Moment, r *Case, to lists.State, reason string) {
	if r.State == to && reason == "" {
		return
	}
	r.History = append(r.History, Move{From: r.State, To: to, At: at.Now, Actor: at.Actor, Reason: reason})
	r.State = to
}

// MoveByRule changes the state of a report by rule.
func MoveByRule(at bureau.Moment, r *Case, to lists.State, because ...string) {
	slices.Sort(because)
	because = slices.Compact(because)
	if n := len(r.History); n > 0 && r.State == to && (slices.Equal(r.History[n-1].Because, because) || r.History[n-1].Reason != "") {
		return
	}
	r.History = append(r.History, Move{From: r.State, To: to, At: at.Now, Actor: at.Actor, Because: because})
	r.State = to
}
