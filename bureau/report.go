package bureau

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// State is where a report stands.
type State string

// The states of a report.
const (
	Received State = "received" // kept, not yet looked at
	Waiting  State = "waiting"  // for what Report.Waits says
	Admitted State = "admitted" // goes into its period
	Withheld State = "withheld" // an officer has to decide
	Returned State = "returned" // to the organiser, who has to send it anew
	Rated    State = "rated"    // in a published list
)

// Report is a report of an event, through all its revisions. It holds no
// personal data: people are named by their place, or by ID.
type Report struct {
	Ref         string            `json:"ref"` // "2026-03-0012": month of receipt and number
	State       State             `json:"state"`
	Event       string            `json:"event"` // its name
	Days        civil.Range       `json:"days,omitzero"`
	Club        string            `json:"club,omitempty"` // organiser, as reported
	Period      string            `json:"period,omitempty"`
	Counted     civil.Date        `json:"counted,omitempty"` // the day that chose its period, if not that of receipt: the list of that one was out
	Received    time.Time         `json:"received"`          // the notice or the file, whichever came first; it starts the clock
	Notice      string            `json:"notice,omitempty"`  // the link under which the results stand, 4(2)
	Revisions   []Revision        `json:"revisions"`         // the first has number 1; none: a notice alone
	Current     int               `json:"current,omitempty"` // number of the revision whose record is in force; zero: none
	Waits       []Wait            `json:"waits,omitempty"`   // what it is waiting for
	Decided     bool              `json:"decided,omitempty"` // its state is an officer's word, and stands until a new file comes
	Options     map[string]string `json:"options,omitempty"` // of the regulation, as an officer has set them for this report
	Matches     []Match           `json:"matches,omitempty"` // who an officer says that entries are
	Fee         *Fee              `json:"fee,omitempty"`     // nil: none is due
	Refused     []string          `json:"refused,omitempty"` // findings for which all of it or a section cannot be rated
	Precedent   string            `json:"precedent,omitempty"`
	Adjustments []Adjustment      `json:"adjustments,omitempty"`
	History     []Move            `json:"history"`
	Players     int               `json:"players,omitempty"`
	Games       int               `json:"games,omitempty"`
	Section     []string          `json:"sections,omitempty"`
	LastPlayed  civil.Date        `json:"last_played,omitempty"`
	FirstPlayed civil.Date        `json:"first_played,omitempty"`
	Deadline    civil.Date        `json:"deadline,omitempty"` // the last day on which all its games are reported in time; zero: none
	Checked     Basis             `json:"checked,omitzero"`
}

// Sound says that nothing is wrong with a report: it is on its way into a list,
// or waits for no more than its file or its fee.
func (r *Report) Sound() bool {
	wrong := slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What != waitFile && w.What != waitFee })
	return r.State == Admitted || r.State == Rated || r.State == Waiting && !wrong
}

// Revision is a version of a report: a file that came, or what became of the
// one before by an officer's correction or a new check.
type Revision struct {
	Number int       `json:"number"`
	Of     int       `json:"of,omitempty"` // the revision that an officer went back to; zero: the one before, or a file of its own
	File   string    `json:"file,omitempty"`
	Digest string    `json:"digest,omitempty"` // SHA-256 of the bytes as they came
	Beside string    `json:"beside,omitempty"` // SHA-256 of what came beside them; empty: nothing
	Size   int       `json:"size,omitempty"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Reason string    `json:"reason,omitempty"`

	Destroyed bool `json:"destroyed,omitempty"` // the bytes, because somebody was erased who stood in them
}

// Wait is one thing that a report waits for. It holds no personal data: an
// entry is named by its place.
type Wait struct {
	What    string `json:"what"`             // "player": nobody knows who an entry is; "fee"; "file": a notice came alone; else a finding
	Clause  string `json:"clause,omitempty"` // on which it rests
	Officer bool   `json:"officer,omitempty"`
	Section string `json:"section,omitempty"`
	Start   int    `json:"start,omitempty"` // start number
}

// Match is an officer's word who an entry is.
type Match struct {
	Section string `json:"section"`
	Start   int    `json:"start"`
	Player  string `json:"player"` // ID
}

// Move is a change of a report's state.
type Move struct {
	From      State     `json:"from,omitempty"`
	To        State     `json:"to"`
	At        time.Time `json:"at"`
	Actor     string    `json:"actor"`
	Reason    string    `json:"reason,omitempty"`    // an officer's words
	Because   []string  `json:"because,omitempty"`   // what led to it by rule: waits and findings
	Precedent string    `json:"precedent,omitempty"` // that was cited
}

// The documents of reports.
var (
	reports       = table[Report]{"report"}        // by reference
	reportDigests = table[string]{"report-digest"} // reference by digest of bytes
	reportEvents  = table[string]{"report-event"}  // reference by event
	periodReports = table[string]{"period-report"} // reference by period and reference
)

// Read reads a report out of bytes; the formats are not the bureau's affair.
// The report is nil if it cannot be read.
type Read func(data []byte, file string) (*report.Report, []finding.Finding)

// Receipt is what the sender of a report learns.
type Receipt struct {
	Report   *Report
	Findings []finding.Finding
	Known    bool // the same bytes had come before; nothing has changed
}

// Submission is a report as it comes.
type Submission struct {
	File   string // base name
	Data   []byte
	Beside []byte         // what a file beside it says; nil: nothing
	Parsed *report.Report // nil: it could not be read
	Found  []finding.Finding
	From   string // who submits it
	Ref    string // the report that it belongs to; empty: found by its event
}

// digests gives the SHA-256 of the bytes and of what came beside them, and that
// by which the same submission is known again.
func (s *Submission) digests() (data, beside, both string) {
	sum := sha256.Sum256(s.Data)
	data = hex.EncodeToString(sum[:])
	if s.Beside == nil {
		return data, "", data
	}
	sum = sha256.Sum256(s.Beside)
	beside = hex.EncodeToString(sum[:])
	return data, beside, data + beside
}

// Submit receives a report: it keeps the bytes, checks what they say, finds out
// who the players are, and admits it if nothing stands against it.
func (b *Bureau) Submit(ctx context.Context, s Submission) (*Receipt, error) {
	receipt := &Receipt{}
	err := b.update(ctx, func(w Writer) error {
		*receipt = Receipt{}
		tx, err := b.begin(ctx, w)
		if err != nil {
			return err
		}
		_, _, both := s.digests()
		if known, err := reportDigests.get(tx, both); err != nil || known != nil {
			if err == nil {
				receipt.Known = true
				receipt.Report, err = reports.get(tx, refKey(*known))
			}
			return err
		}
		if receipt.Report, err = tx.receive(&s); err != nil {
			return err
		}
		if receipt.Findings, err = tx.take(receipt.Report, &s); err != nil {
			return err
		}
		r := receipt.Report
		if err := tx.keepReport(r); err != nil {
			return err
		}
		return tx.log("report.submit", r.Ref, "", map[string]any{"revision": len(r.Revisions), "digest": both, "state": r.State})
	})
	return receipt, err
}

// word gives where an officer's word has put the report, empty if none stands:
// a file or a check that is refused moves the report, and does not take it back.
func (r *Report) word() State {
	for i := len(r.History) - 1; r.Decided && i >= 0; i-- {
		if r.History[i].Reason != "" {
			return r.History[i].To
		}
	}
	return ""
}

// newest names the newest revision.
func (r *Report) newest() RecordID { return RecordID{r.Ref, len(r.Revisions)} }

// receive keeps the bytes as a new report, or as a revision of the one of the
// same event.
func (tx *Tx) receive(s *Submission) (*Report, error) {
	r, err := tx.addressee(s)
	if err != nil {
		return nil, err
	}
	if r == nil {
		if r, err = tx.newReport(); err != nil {
			return nil, err
		}
	} else if err := tx.mayGoOn(r); err != nil {
		return nil, err
	}
	data, beside, both := s.digests()
	r.Revisions = append(r.Revisions, Revision{
		Number: len(r.Revisions) + 1, File: s.File, Digest: data, Beside: beside, Size: len(s.Data), At: tx.Now, Actor: cmp.Or(s.From, tx.Actor),
	})
	r.Decided = r.word() == Withheld // what an officer holds back no file sets free
	if !r.Decided {
		r.Options = nil // they were set for what had come
	}
	if err := reportDigests.put(tx, both, &r.Ref); err != nil {
		return nil, err
	}
	if s.Beside != nil {
		if err := tx.seal(besideKind, r.newest(), s.Beside); err != nil {
			return nil, err
		}
	}
	return r, tx.seal(bytesKind, r.newest(), s.Data)
}

// take checks what a submission says, together with what was said before.
func (tx *Tx) take(r *Report, s *Submission) ([]finding.Finding, error) {
	if s.Parsed == nil {
		r.Waits = nil
		tx.moveFor(r, Returned, "unreadable")
		return s.Found, tx.keepUnderstood(r, &understood{Read: s.Found, Findings: s.Found, Refused: true})
	}
	s.Parsed.SubmittedBy = cmp.Or(s.From, s.Parsed.SubmittedBy)
	before, err := understoodOf(tx, r, func(u *understood) bool { return u.Report != nil })
	if err != nil {
		return nil, err
	}
	u := &understood{Report: s.Parsed, Read: s.Found, revision: len(r.Revisions)}
	if before != nil {
		known, err := tx.people(r, before, s.Parsed)
		if err != nil {
			return nil, err
		}
		j := join(before, s.Parsed, known)
		u.Report, u.Read = j.report, append(slices.Clone(s.Found), j.found...)
	}
	u.Origin = origins(before, u.Report, len(s.Parsed.Sections), len(r.Revisions))
	err = tx.check(r, u)
	return u.Findings, err
}

// newReport begins a report under the next reference number of the month.
func (tx *Tx) newReport() (*Report, error) {
	month := tx.Today.String()[:len("2006-01")]
	n, err := tx.count("report-" + month)
	if err != nil {
		return nil, err
	}
	r := &Report{Ref: refOf(month, n), Received: tx.Now}
	tx.moveFor(r, Received)
	return r, nil
}

// mayGoOn refuses a new file of a report that is in a list or in a draft of one.
func (tx *Tx) mayGoOn(r *Report) error {
	if r.State == Rated {
		return tx.alreadyRated(r)
	}
	p, err := periods.get(tx, r.Period)
	if err == nil && p != nil && p.State == Drafted {
		err = p.open()
	}
	return err
}

// alreadyRated is the refusal to change a report that is in a list.
func (tx *Tx) alreadyRated(r *Report) error {
	p, err := findPeriod(tx, r.Period)
	if err != nil {
		return err
	}
	return tx.listOut(p, refuse("report-already-rated", finding.Text("ref", r.Ref), finding.Text("label", r.Period)))
}

// inTime gives the last day on which a report's games are reported in time.
func (r *Report) inTime() finding.Value { return finding.Text("until", r.Deadline.String()) }

// eventKey gives by what an event is known again: its name and first day.
func eventKey(name string, day civil.Date) string { return foldName(name) + "\x00" + day.String() }

// eventKeys gives the keys of an event, the surest first: name, first day and
// organiser; then without the organiser, for files that do not name him.
func eventKeys(name string, day civil.Date, organizer string) []string {
	bare := eventKey(name, day)
	if organizer == "" {
		return []string{bare}
	}
	return []string{bare + "\x00" + foldName(organizer), bare}
}

// keys gives the keys of a report's event and its sections.
func (r *Report) keys() []string {
	if r.Event == "" || r.Days.From == 0 {
		return nil
	}
	var keys []string
	for _, event := range eventKeys(r.Event, r.Days.From, r.Club) {
		keys = append(keys, event)
		for _, section := range r.Section {
			keys = append(keys, partKey(event, section))
		}
	}
	return keys
}

// partKey gives what makes two reports speak of the same section of an event.
func partKey(event, section string) string { return event + "\x00\x00" + foldName(section) }

// addressee gives the report to which a submission belongs: the one that it
// names, else that of one of its sections, else a rated one whose games it tells
// again, else that of its event unless it is rated; nil if there is none.
func (tx *Tx) addressee(s *Submission) (*Report, error) {
	if s.Ref != "" {
		return findReport(tx, s.Ref)
	}
	if s.Parsed == nil {
		return nil, nil
	}
	for _, event := range eventKeys(s.Parsed.Name, s.Parsed.FirstDay(), s.Parsed.Organizer) {
		for i := range s.Parsed.Sections {
			r, err := tx.sameEvent(partKey(event, s.Parsed.Sections[i].Name), s.Parsed)
			if err != nil || r != nil {
				return r, err
			}
		}
		r, err := tx.ratedBefore(event, s.Parsed)
		if err != nil || r != nil {
			return r, err
		}
		if r, err = tx.sameEvent(event, s.Parsed); err != nil || r != nil && r.State != Rated {
			return r, err
		}
	}
	return nil, nil
}

// sameEvent gives the report that is kept under a key, nil if there is none or
// another club held the event.
func (tx *Tx) sameEvent(key string, p *report.Report) (*Report, error) {
	ref, err := reportEvents.get(tx, key)
	if err != nil || ref == nil {
		return nil, err
	}
	r, err := reports.get(tx, refKey(*ref))
	if err != nil || r.ofAnother(p) {
		return nil, err
	}
	return r, nil
}

// ofAnother says that a club other than the one that a file names held the event
// of a report.
func (r *Report) ofAnother(p *report.Report) bool {
	return r.Club != "" && p.Organizer != "" && foldName(r.Club) != foldName(p.Organizer)
}

// keepEvent keeps by what a report's event and its sections are known again. Of
// two clubs' events that are named alike the first one has the shorter keys.
func (tx *Tx) keepEvent(before, r *Report) error {
	var old []string
	if before != nil {
		old = before.keys()
	}
	keys := r.keys()
	if slices.Equal(old, keys) {
		return nil
	}
	for _, key := range old {
		if ref, err := reportEvents.get(tx, key); err != nil {
			return err
		} else if ref != nil && *ref == r.Ref {
			if err := tx.Delete(reportEvents.kind, key); err != nil {
				return err
			}
		}
	}
	for _, key := range keys {
		ref, err := reportEvents.get(tx, key)
		if err != nil {
			return err
		}
		if ref != nil && *ref != r.Ref {
			other, err := reports.get(tx, refKey(*ref))
			if err != nil {
				return err
			}
			if other != nil && foldName(other.Club) != foldName(r.Club) {
				continue
			}
		}
		if err := reportEvents.put(tx, key, &r.Ref); err != nil {
			return err
		}
	}
	return nil
}

// move changes the state of a report, for a reason in somebody's words.
func (tx *Tx) move(r *Report, to State, reason string) {
	if r.State == to && reason == "" {
		return
	}
	r.History = append(r.History, Move{From: r.State, To: to, At: tx.Now, Actor: tx.Actor, Reason: reason})
	r.State = to
}

// moveFor changes the state of a report by rule.
func (tx *Tx) moveFor(r *Report, to State, because ...string) {
	slices.Sort(because)
	because = slices.Compact(because)
	if n := len(r.History); n > 0 && r.State == to && (slices.Equal(r.History[n-1].Because, because) || r.History[n-1].Reason != "") {
		return
	}
	r.History = append(r.History, Move{From: r.State, To: to, At: tx.Now, Actor: tx.Actor, Because: because})
	r.State = to
}

// keepReport keeps a report and the keys by which it is found.
func (tx *Tx) keepReport(r *Report) error {
	before, err := reports.get(tx, refKey(r.Ref))
	if err != nil {
		return err
	}
	if before != nil && before.Period != "" && before.Period != r.Period {
		if err := tx.Delete(periodReports.kind, before.Period+"\x00"+refKey(r.Ref)); err != nil {
			return err
		}
	}
	if r.Period != "" {
		if err := periodReports.put(tx, r.Period+"\x00"+refKey(r.Ref), &r.Ref); err != nil {
			return err
		}
	}
	if err := tx.keepEvent(before, r); err != nil {
		return err
	}
	return reports.put(tx, refKey(r.Ref), r)
}

// Report gives a report by reference; one that is not there is refused.
func (b *Bureau) Report(r Reader, ref string) (*Report, error) { return findReport(r, ref) }

func findReport(r Reader, ref string) (*Report, error) {
	found, err := reports.get(r, refKey(ref))
	if err == nil && found == nil {
		err = refuse("no-report", finding.Text("ref", ref))
	}
	return found, err
}

// Reports gives the reports of a period, all if it is empty.
func (b *Bureau) Reports(r Reader, label string) ([]*Report, error) {
	if label == "" {
		return reports.all(r, "")
	}
	return reportsOf(r, label)
}

func reportsOf(r Reader, label string) ([]*Report, error) {
	refs, err := periodReports.all(r, label+"\x00")
	if err != nil {
		return nil, err
	}
	found := make([]*Report, len(refs))
	for i, ref := range refs {
		if found[i], err = findReport(r, *ref); err != nil {
			return nil, err
		}
	}
	return found, nil
}
