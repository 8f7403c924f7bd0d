package intake

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// The documents of announcements.
var (
	Announcements = bureau.Table[check.Announcement]{Kind: "announcement"} // by reference
	Announced     = bureau.Table[string]{Kind: "announcement-event"}       // reference by event
)

// AnnouncementOf returns the announcement of an event, by its name and first day; nil if there
// is none.
func AnnouncementOf(r bureau.Reader, name string, day civil.Date) (*check.Announcement, error) {
	ref, err := Announced.Get(r, check.EventKey(name, day))
	if err != nil || ref == nil {
		return nil, err
	}
	return Announcements.Get(r, *ref)
}

// NearAnnouncements returns the announcements that may be of an event although its name or its
// first day is another: those of its organiser or of nearly its name on some of its days, and
// those of its name on other days (Reading G12). Those that were withdrawn are left out.
func NearAnnouncements(r bureau.Reader, name, organizer string, days civil.Range) (near []*check.Announcement, err error) {
	wanted, club := report.FoldName(name), report.FoldName(organizer)
	var refs []string
	err = errors.Join(Announced.Scan(r, wanted+"\x00", wanted+"\x01", func(_ string, ref *string) (bool, error) {
		refs = append(refs, *ref)
		return true, nil
	}), r.Rows(&rows.Announced.Relation, bureau.Range{Order: 1, From: days.From.String()}, func(row bureau.Row) (bool, error) {
		a, err := rows.Announced.Value(row)
		held := report.FoldName(a.Club)
		if a.FirstDay <= days.To && (held != "" && held == club || identity.OneEdit(report.FoldName(a.Event), wanted)) {
			refs = append(refs, a.Ref)
		}
		return true, err
	}))
	slices.Sort(refs)
	for _, ref := range slices.Compact(refs) {
		a, failed := Announcements.Get(r, ref)
		if err = errors.Join(err, failed); a != nil && a.Withdrawn == "" && a.Key() != check.EventKey(name, days.From) {
			near = append(near, a)
		}
	}
	return near, err
}

// FollowedBy returns the report that follows an announcement, nil if there is none.
func FollowedBy(r bureau.Reader, a *check.Announcement) (*check.Case, error) {
	by, err := newestBy(r, byAnnouncement, a.Ref, check.Sender{}.MayJoin)
	if err != nil || by != nil {
		return by, err
	}
	return OfEvent(r, a.Key(), nil, check.Sender{})
}

// Followed is the announcement that a report follows.
type Followed struct {
	*check.Announcement
	Late   bool           // it came too late to confirm anything
	Report *report.Report // as its files say
}

// Follows returns the announcement that a report follows, beside what its files say; nil if there
// is none.
func Follows(rd bureau.Reader, r *check.Case) (*Followed, error) {
	if r.Announced == "" {
		return nil, nil
	}
	s, err := bureau.ReadSettings(rd)
	if err != nil {
		return nil, err
	}
	a, err := Announcements.Get(rd, r.Announced)
	if err != nil || a == nil {
		return nil, err
	}
	event, _, err := joined(rd, &bureau.Moment{Settings: s}, r.Copied(), nil)
	if err != nil || event == nil || event.Report == nil {
		return nil, err
	}
	return &Followed{a, a.Withdrawn == "" && !a.Binds(s), event.Report}, nil
}

// Dispensed says in a report what was dispensed of its event.
func Dispensed(r bureau.Reader, p *report.Report) error {
	if p.Dispensation != "" {
		return nil
	}
	a, err := AnnouncementOf(r, p.Name, p.FirstDay())
	if err == nil && a != nil && a.Dispensation != nil {
		p.Dispensation = a.Dispensation.Reason
	}
	return err
}
