package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
)

// The documents of announcements.
var (
	Announcements = bureau.Table[check.Announcement]{Kind: "announcement"} // by reference
	Announced     = bureau.Table[string]{Kind: "announcement-event"}       // reference by event
)

// Dispensed says in a report what was dispensed of its event.
func Dispensed(r bureau.Reader, p *report.Report) error {
	ref, err := Announced.Get(r, check.EventKey(p.Name, p.FirstDay()))
	if err != nil || ref == nil || p.Dispensation != "" {
		return err
	}
	a, err := Announcements.Get(r, *ref)
	if err == nil && a.Dispensation != nil {
		p.Dispensation = a.Dispensation.Reason
	}
	return err
}
