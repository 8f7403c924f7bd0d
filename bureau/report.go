package bureau

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

// Report is a report of an event, through all its revisions.
type Report struct {
	Ref         string       `json:"ref"` // "2026-03-0012": month of receipt and number
	State       State        `json:"state"`
	Event       string       `json:"event"` // its name
	Days        civil.Range  `json:"days,omitzero"`
	Club        string       `json:"club,omitempty"` // organiser, as reported
	Period      string       `json:"period,omitempty"`
	Received    time.Time    `json:"received"`          // the notice or the file, whichever came first; it starts the clock
	Notice      string       `json:"notice,omitempty"`  // the link under which the results stand, 4(2)
	Revisions   []Revision   `json:"revisions"`         // the first has number 1; none: a notice alone
	Current     int          `json:"current,omitempty"` // number of the revision in force
	Waits       []Wait       `json:"waits,omitempty"`   // what it is waiting for
	Decided     bool         `json:"decided,omitempty"` // an officer has admitted it in spite of what was found
	Matches     []Match      `json:"matches,omitempty"` // who an officer says that entries are
	Fee         *Fee         `json:"fee,omitempty"`     // nil: none is due
	Refused     []string     `json:"refused,omitempty"` // findings for which all of it or a section cannot be rated
	Precedent   string       `json:"precedent,omitempty"`
	Adjustments []Adjustment `json:"adjustments,omitempty"`
	History     []Move       `json:"history"`
	Players     int          `json:"players,omitempty"`
	Games       int          `json:"games,omitempty"`
	Section     []string     `json:"sections,omitempty"`
	LastPlayed  civil.Date   `json:"last_played,omitempty"`
	FirstPlayed civil.Date   `json:"first_played,omitempty"`
}

// Revision is a version of a report: a file that came, or what an officer has
// corrected of the one before.
type Revision struct {
	Number int       `json:"number"`
	File   string    `json:"file,omitempty"`
	Digest string    `json:"digest,omitempty"` // SHA-256 of the bytes as they came
	Size   int       `json:"size,omitempty"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Reason string    `json:"reason,omitempty"`

	Destroyed bool `json:"destroyed,omitempty"` // the bytes, because somebody was erased who stood in them
}

// Wait is one thing that a report waits for. It holds no personal data: an
// entry is named by its place.
type Wait struct {
	What    string `json:"what"` // "player": nobody knows who an entry is; "fee"; "file": a notice came alone
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
	From   State     `json:"from,omitempty"`
	To     State     `json:"to"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Reason string    `json:"reason,omitempty"`
}

// Fee is what is due for a report.
type Fee struct {
	Amount int    `json:"amount"` // in the currency's smallest unit in use
	Per    int    `json:"per"`    // for each of so many players
	Due    int    `json:"players"`
	Clause string `json:"clause"`
	Paid   bool   `json:"paid,omitempty"`
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
	Parsed *report.Report // nil: it could not be read
	Found  []finding.Finding
	From   string // who submits it
}

// Submit receives a report: it keeps the bytes, checks what they say, finds out
// who the players are, and admits it if nothing stands against it.
func (b *Bureau) Submit(ctx context.Context, s Submission) (*Receipt, error) {
	sum := sha256.Sum256(s.Data)
	digest := hex.EncodeToString(sum[:])
	receipt := &Receipt{}
	err := b.update(ctx, func(w Writer) error {
		*receipt = Receipt{}
		c, err := b.begin(ctx, w)
		if err != nil {
			return err
		}
		if known, err := reportDigests.get(c, digest); err != nil || known != nil {
			if err == nil {
				receipt.Known = true
				receipt.Report, err = reports.get(c, *known)
			}
			return err
		}
		r, err := c.receive(&s, digest)
		if err != nil {
			return err
		}
		receipt.Report = r
		if s.Parsed != nil {
			if receipt.Findings, err = c.check(r, s.Parsed, s.Found); err != nil {
				return err
			}
		} else {
			receipt.Findings = s.Found
			c.move(r, Returned, "unreadable")
		}
		if err := c.keepReport(r); err != nil {
			return err
		}
		return c.log("report.submit", r.Ref, "", map[string]any{"revision": r.Current, "digest": digest, "state": r.State})
	})
	return receipt, err
}

// receive keeps the bytes as a new report, or as a revision of the one of the
// same event.
func (c *change) receive(s *Submission, digest string) (*Report, error) {
	r, err := c.sameEvent(s.Parsed)
	if err != nil {
		return nil, err
	}
	if r == nil {
		ref, err := c.newRef()
		if err != nil {
			return nil, err
		}
		r = &Report{Ref: ref, Received: c.now}
		c.move(r, Received, "")
	} else if r.State == Rated {
		return nil, refuse("report-already-rated", finding.Text("ref", r.Ref), finding.Text("label", r.Period))
	}
	revision := Revision{
		Number: len(r.Revisions) + 1, File: s.File, Digest: digest, Size: len(s.Data), At: c.now, Actor: cmp.Or(s.From, c.actor),
	}
	r.Revisions = append(r.Revisions, revision)
	r.Current = revision.Number
	if err := reportDigests.put(c, digest, &r.Ref); err != nil {
		return nil, err
	}
	return r, c.keepBytes(r, s.Data)
}

// newRef gives the next reference number of the month.
func (c *change) newRef() (string, error) {
	month := c.today.String()[:len("2006-01")]
	n, err := c.count("report-" + month)
	return fmt.Sprintf("%s-%04d", month, n), err
}

// eventKey gives what makes two reports speak of the same event.
func eventKey(p *report.Report) string { return foldName(p.Name) + "\x00" + p.FirstDay().String() }

// sameEvent gives the report of the same event, nil if there is none.
func (c *change) sameEvent(p *report.Report) (*Report, error) {
	if p == nil {
		return nil, nil
	}
	ref, err := reportEvents.get(c, eventKey(p))
	if err != nil || ref == nil {
		return nil, err
	}
	return reports.get(c, *ref)
}

// move changes the state of a report.
func (c *change) move(r *Report, to State, reason string) {
	if r.State == to && reason == "" {
		return
	}
	r.History = append(r.History, Move{From: r.State, To: to, At: c.now, Actor: c.actor, Reason: reason})
	r.State = to
}

// keepReport keeps a report and the keys by which it is found.
func (c *change) keepReport(r *Report) error {
	before, err := reports.get(c, r.Ref)
	if err != nil {
		return err
	}
	if before != nil && before.Period != "" && before.Period != r.Period {
		if err := c.Delete(periodReports.kind, before.Period+"\x00"+r.Ref); err != nil {
			return err
		}
	}
	if r.Period != "" {
		if err := periodReports.put(c, r.Period+"\x00"+r.Ref, &r.Ref); err != nil {
			return err
		}
	}
	return reports.put(c, r.Ref, r)
}

// Report gives a report by reference; one that is not there is refused.
func (b *Bureau) Report(r Reader, ref string) (*Report, error) { return findReport(r, ref) }

func findReport(r Reader, ref string) (*Report, error) {
	found, err := reports.get(r, ref)
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

// Decide moves a report by an officer's decision, which needs a reason.
func (b *Bureau) Decide(ctx context.Context, ref string, to State, reason string) error {
	return b.act(ctx, "report."+string(to), reason, func(c *change) (string, any, error) {
		r, err := findReport(c, ref)
		if err != nil {
			return "", nil, err
		}
		if reason == "" {
			return "", nil, refuse("reason-needed")
		}
		if r.State == Rated || !slices.Contains([]State{Admitted, Withheld, Returned}, to) {
			return "", nil, refuse("report-move", finding.Text("ref", ref), finding.Text("from", string(r.State)), finding.Text("to", string(to)))
		}
		if to == Admitted && r.Current == 0 {
			return "", nil, refuse("report-without-file", finding.Text("ref", ref))
		}
		r.Decided = to == Admitted
		c.move(r, to, reason)
		return r.Ref, nil, c.keepReport(r)
	})
}

// understood is what was understood of a report's bytes: it holds names, so it
// is kept under the report's key.
type understood struct {
	Report   *report.Report
	Findings []finding.Finding
}

func (c *change) keepUnderstood(r *Report, p *report.Report, found []finding.Finding) error {
	data, err := json.Marshal(understood{p, found})
	if err != nil {
		return err
	}
	return c.seal(understoodKind, r, data)
}

// Understood gives what was understood of a report's revision in force, and what
// was found wrong; nothing once its key is destroyed.
func (b *Bureau) Understood(rd Reader, r *Report) (*report.Report, []finding.Finding, error) {
	return understoodOf(rd, r)
}

func understoodOf(rd Reader, r *Report) (*report.Report, []finding.Finding, error) {
	var data []byte
	for n := r.Current; n > 0 && data == nil; n-- { // an officer's revision is of what came before
		var err error
		if data, err = unseal(rd, understoodKind, r, n); err != nil {
			return nil, nil, err
		}
	}
	if data == nil {
		return nil, nil, nil
	}
	var u understood
	if err := json.Unmarshal(data, &u); err != nil {
		return nil, nil, err
	}
	return u.Report, u.Findings, nil
}
