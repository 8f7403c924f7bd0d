package check

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Known is everything that the check of a report may know. It is read before: the check
// itself reads nothing.
type Known struct {
	bureau.Moment
	Rules catalog.Regulation

	Case   *Case          // with what officers have decided where it is in the event now
	Event  *join.Event    // what all files say together; nil: there is none that can be read
	Told   *report.Report // what a notice tells that came just now; nil: none did
	Kept   *Reading       // what was understood of the newest revision; nil: nothing, or it has no file
	Record []byte         // of the newest revision; nil: it has none

	Period  regulation.Period // to which the report belongs
	Counted civil.Date        // the day that chose it, if not that of receipt

	Rows      [][]*register.Player        // by section and entry; nil: nobody knows
	People    map[string]*Person          // those of the rows, and whoever was merged into them, by ID
	Named     map[string][]*Person        // whom a text of the report names
	Corrected map[string]*register.Player // whom officers have put in the place of others, by the ID that they gave
	Taken     map[Seat]identity.Doubt     // whose name is exactly another player's, and not their own, or whose FIDE ID is
	Near      map[Seat]string             // the number of an unknown entry, had it not lost its zeros

	Club       *register.Club  // the organiser; nil: not registered
	NearClubs  []string        // which it may be then
	Represents []string        // names and IDs of its representative, folded
	Approved   []string        // whom the representative has approved
	Sender     *register.Club  // for which the report was sent; nil: for none
	Keeps      map[string]bool // the registers that are kept at all, by kind
	Announced  *Announcement   // nil: it was not, by this name and first day
	Nearly     []*Announcement // else those that may be of the event

	Account []*Case        // the other reports of its account
	Earlier []*Case        // reports of the event by other senders, if nobody says who holds it
	Games   []twin.Section // as they are compared with those of others
	Sharing []Other        // reports that have some of them, by reference
	Meets   []*Case        // reports of the organiser on days of this one, where a report is a meet

	Without string // a claim that is left out, to see that it matters
}

// Seat is the place of an entry in a report.
type Seat struct{ Section, Entry int }

// Person is what the registers know of a player.
type Person struct {
	*register.Player
	Birth       civil.Birth
	Email       string
	New         bool                  // of Japan: they have not played before, and the register lacks something that is asked of such
	Memberships []register.Membership // of all their IDs, if the register is kept
	Standing    roster.Standing       // in the list that counts
	Stated      []lists.Statement     // by reports, about what the register does not know
}

// Other is another report and its record.
type Other struct {
	Case  *Case
	Batch *pack.Batch
}

// Sends reports whether the organiser is the club for which the report was sent.
func (k *Known) Sends() bool { return k.Sender != nil && k.Club != nil && k.Club.ID == k.Sender.ID }

// Copied returns a copy of a report, of which each part can be changed.
func (r *Case) Copied() *Case {
	c := *r
	c.Revisions, c.History = slices.Clone(r.Revisions), slices.Clone(r.History)
	c.Questions = slices.Clone(r.Questions)
	return &c
}
