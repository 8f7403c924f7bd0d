package intake

import (
	"errors"
	"maps"
	"slices"
	"strings"
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
	Current     int               `json:"current,omitempty"`               // number of the revision whose record is in force; zero: none
	Waits       []Wait            `json:"waits,omitempty"`                 // what it is waiting for
	Excluded    []Wait            `json:"excluded,omitempty"`              // what an officer has left out
	Alike       []string          `json:"alike,omitempty"`                 // references of reports that share some of its games
	Replies     []Reply           `json:"replies,omitempty"`               // officers' answers to questions
	Decided     bool              `json:"decided,omitempty"`               // whether its state is an officer's decision, which stays until a new file comes, or longer
	DecidedOn   string            `json:"decided_on,omitempty"`            // what an officer has admitted, as a digest of games
	Options     map[string]string `json:"options,omitempty"`               // of the regulation, by name, as an officer has set them for this report
	Matches     []Match           `json:"matches,omitempty"`               // who an officer says that entries are
	Fee         *Fee              `json:"fee,omitempty"`                   // what is due; nil: nothing
	FIDE        *fidereport.Event `json:"fide,omitempty"`                  // what was sent to FIDE of a FIDE event, and what FIDE is not to rate; nil: it is none
	Refused     []string          `json:"refused,omitempty"`               // findings for which all of it or a section cannot be rated
	Precedent   string            `json:"precedent,omitempty"`
	Adjustments []Adjustment      `json:"adjustments,omitempty"`
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
	wrong := slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What != WaitFile && w.What != WaitFee && w.What != WaitBearer })
	return r.State == Admitted || r.State == Rated || r.State == Waiting && !wrong
}

// Cites reports whether a decision on a report, or an answer, follows a precedent.
func (r *Case) Cites(precedent string) bool {
	return r.Precedent == precedent || slices.ContainsFunc(r.Replies, func(a Reply) bool { return a.Precedent == precedent })
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
	Aside     bool   `json:"aside,omitempty"`     // an officer has set the file aside: it adds nothing
	Destroyed bool   `json:"destroyed,omitempty"` // the bytes were destroyed, because somebody was erased who was in them
}

// Wait is one thing that a report waits for. It holds no personal data: an
// entry is named by its place.
type Wait struct {
	What      string `json:"what"`             // "player": nobody knows who an entry is; "fee"; "file": a notice came alone; else a finding
	Clause    string `json:"clause,omitempty"` // on which it rests
	Officer   bool   `json:"officer,omitempty"`
	Section   string `json:"section,omitempty"`
	Start     int    `json:"start,omitempty"`      // start number
	InSection bool   `json:"in_section,omitempty"` // it is about a section
	About     string `json:"about,omitempty"`      // by what the question is known again: another one of its kind has to be answered on its own
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

// officerDecision returns the state into which an officer's decision has put the
// report, empty if there is none. A file or a check that is refused moves the report,
// but does not undo the decision.
func (r *Case) officerDecision() lists.State {
	for i := len(r.History) - 1; r.Decided && i >= 0; i-- {
		if r.History[i].Reason != "" {
			return r.History[i].To
		}
	}
	return ""
}

// newest names the newest revision.
func (r *Case) newest() lists.RecordID { return r.RecordID(len(r.Revisions)) }

// RecordID names a revision.
func (r *Case) RecordID(revision int) lists.RecordID {
	return lists.RecordID{Ref: r.Ref, Revision: revision}
}

// The documents of reports.
var (
	Cases         = bureau.Table[Case]{Kind: "report"}          // by reference
	ReportDigests = bureau.Table[string]{Kind: "report-digest"} // reference by digest of bytes
	ReportEvents  = bureau.Table[string]{Kind: "report-event"}  // reference by event
	periodReports = bureau.Table[string]{Kind: "period-report"} // reference by period and reference
)

// InTime returns the last day on which a report's games are reported in time.
func (r *Case) InTime() finding.Value { return finding.Text("until", r.Deadline.String()) }

// EventKey returns the key of an event: its name and first day.
func EventKey(name string, day civil.Date) string {
	return report.FoldName(name) + "\x00" + day.String()
}

// eventKeys returns the keys of an event, the surest first: name, first day, which may
// be one of several, and organiser; without the organiser, for files that name none.
func eventKeys(name, organizer string, days ...civil.Date) (keys []string) {
	for _, day := range days {
		bare := EventKey(name, day)
		if organizer != "" {
			keys = append(keys, bare+"\x00"+report.FoldName(organizer))
		}
		keys = append(keys, bare)
	}
	return keys
}

// keys returns the keys of a report's event and its sections, nil for no report.
func (r *Case) keys() []string {
	if r == nil || r.Event == "" || r.Days.From == 0 {
		return nil
	}
	var keys []string
	for _, event := range eventKeys(r.Event, r.Club, append(slices.Clone(r.MayBegin), r.Days.From)...) {
		keys = append(keys, event)
		for _, section := range r.Section {
			keys = append(keys, partKey(event, section))
		}
	}
	return keys
}

// partKey returns the key of a section of an event.
func partKey(event, section string) string { return event + "\x00\x00" + report.FoldName(section) }

// keepEvent keeps the keys of a report's event and of its sections. If two clubs'
// events have the same name and first day, the first report has the shorter keys.
func keepEvent(tx *bureau.Tx, before, r *Case) error {
	old, keys := before.keys(), r.keys()
	if slices.Equal(old, keys) {
		return nil
	}
	var left []string
	for _, key := range old {
		ref, err := ReportEvents.Get(tx, key)
		if err == nil && !slices.Contains(keys, key) && ref != nil && *ref == r.Ref {
			left = append(left, key)
			err = tx.Delete(ReportEvents.Kind, key)
		}
		if err != nil {
			return err
		}
	}
	if err := takeOver(tx, left, r); err != nil {
		return err
	}
	for _, key := range keys {
		ref, err := ReportEvents.Get(tx, key)
		if err != nil {
			return err
		}
		if ref != nil && *ref != r.Ref {
			other, err := Cases.Get(tx, bureau.RefKey(*ref))
			if err != nil {
				return err
			}
			if other != nil && report.FoldName(other.Club) != report.FoldName(r.Club) && bureau.RefKey(other.Ref) < bureau.RefKey(r.Ref) {
				continue
			}
		}
		if err := ReportEvents.Put(tx, key, &r.Ref); err != nil {
			return err
		}
	}
	return nil
}

// takeOver finds new owners for the event keys that a report no longer has: of the
// other clubs' reports that have such a key too, the first one gets it.
func takeOver(tx *bureau.Tx, left []string, r *Case) error {
	if len(left) == 0 {
		return nil
	}
	parts := strings.SplitN(left[0], "\x00", 3) // name, first day
	event := parts[0] + "\x00" + parts[1] + "\x00"
	refs := map[string]string{}
	err := ReportEvents.Scan(tx, event, bureau.KeyAfter(event), func(_ string, ref *string) (bool, error) {
		if *ref != r.Ref {
			refs[bureau.RefKey(*ref)] = *ref
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	for _, at := range slices.Backward(slices.Sorted(maps.Keys(refs))) { // the first one has the last word
		other, err := Cases.Get(tx, at)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		for _, key := range other.keys() {
			if slices.Contains(left, key) {
				if err := ReportEvents.Put(tx, key, &other.Ref); err != nil {
					return err
				}
			}
		}
	}
	return nil
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

// Keep keeps a report and the keys by which it is found.
func Keep(tx *bureau.Tx, r *Case) error {
	before, err := Cases.Get(tx, bureau.RefKey(r.Ref))
	if err != nil {
		return err
	}
	if before != nil && before.Period != "" && before.Period != r.Period {
		if err := tx.Delete(periodReports.Kind, before.Period+"\x00"+bureau.RefKey(r.Ref)); err != nil {
			return err
		}
	}
	if r.Period != "" {
		if err := periodReports.Put(tx, r.Period+"\x00"+bureau.RefKey(r.Ref), &r.Ref); err != nil {
			return err
		}
	}
	if err := errors.Join(keepEvent(tx, before, r), keepReturned(tx, before, r)); err != nil {
		return err
	}
	return Cases.Put(tx, bureau.RefKey(r.Ref), r)
}

// Find returns a report by its reference; one that is not there is refused.
func Find(r bureau.Reader, ref string) (*Case, error) {
	found, err := Cases.Get(r, bureau.RefKey(ref))
	if err == nil && found == nil {
		err = finding.Refuse("no-report", finding.Text("ref", ref))
	}
	return found, err
}

// All returns the reports of a period, all if it is empty.
func All(r bureau.Reader, label string) ([]*Case, error) {
	if label == "" {
		return Cases.All(r, "")
	}
	return OfPeriod(r, label)
}

// OfPeriod returns the reports of a period, by reference.
func OfPeriod(r bureau.Reader, label string) ([]*Case, error) {
	refs, err := periodReports.All(r, label+"\x00")
	if err != nil {
		return nil, err
	}
	found := make([]*Case, len(refs))
	for i, ref := range refs {
		if found[i], err = Find(r, *ref); err != nil {
			return nil, err
		}
	}
	return found, nil
}
