package api

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/report"
)

// EventsOf names a part of the events.
type EventsOf struct {
	Asked
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	Cursor string `query:"cursor" maxLength:"2000" doc:"Where a part begins, from the Link field of the part before. It decides everything else."`
}

func readEvents(v *visit, q *EventsOf) (any, error) {
	at := eventCursor{Seq: v.now.Seq, Limit: q.Limit}
	if q.Cursor != "" {
		if err := readCursor(q.Cursor, &at); err != nil {
			return nil, err
		}
		at.Limit = min(max(1, at.Limit), mostOfPage)
	}
	out, err := v.published(at.Seq)
	if err != nil {
		return nil, err
	}
	all, err := rows.Reports.Select(v.r, bureau.Range{Order: 1, Is: []any{string(intake.Rated)}})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e *rows.Report) bool { return !out[e.Period] || at.Ref != "" && !at.before(e) })
	slices.SortFunc(all, compareEvents)
	if len(all) > at.Limit {
		all = all[:at.Limit]
		last := all[len(all)-1]
		at.End, at.Ref = last.LastDay.String(), last.Ref
		if err := v.next("/events", &at); err != nil {
			return nil, err
		}
	}
	return document.NewEvents(all), nil
}

// compareEvents orders events: the one that ended last first.
func compareEvents(a, b *rows.Report) int {
	return cmp.Or(cmp.Compare(b.LastDay, a.LastDay), strings.Compare(bureau.RefKey(b.Ref), bureau.RefKey(a.Ref)))
}

// before reports whether an event comes after that of the cursor in the order of events.
func (c *eventCursor) before(e *rows.Report) bool {
	return cmp.Or(strings.Compare(e.LastDay.String(), c.End), strings.Compare(bureau.RefKey(e.Ref), bureau.RefKey(c.Ref))) < 0
}

// published returns the labels of the lists up to a publication.
func (v *visit) published(seq int) (map[string]bool, error) {
	all, err := public.Publications(v.r)
	labels := map[string]bool{}
	for _, p := range all {
		labels[p.Label] = labels[p.Label] || p.Seq <= seq
	}
	return labels, err
}

// EventOf names an event.
type EventOf struct {
	Asked
	Ref string `path:"ref" maxLength:"100" doc:"The number of the report: 2024-10-0006."`
}

func readEvent(v *visit, q *EventOf) (any, error) {
	e, err := public.Event(v.r, q.Ref)
	if err != nil {
		return nil, err
	}
	return document.NewEvent(e), nil
}

func readClubs(v *visit, _ *Asked) (any, error) {
	board, err := v.boardOf(v.newest)
	if err != nil {
		return nil, err
	}
	all, err := rows.Clubs.Select(v.r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *rows.Club) int { return strings.Compare(a.Name, b.Name) })
	members, err := board.Members(v.r)
	if err != nil {
		return nil, err
	}
	lines := make([]document.ClubLine, len(all))
	for i, c := range all {
		lines[i] = document.NewClubLine(c, members[report.FoldName(c.Name)], v.newest.InForce)
	}
	return document.NewClubs(v.newest.Label, lines), nil
}

// ClubOf names a club.
type ClubOf struct {
	Asked
	ID string `path:"id" maxLength:"100" doc:"The ID of the club: C0012."`
}

func readClub(v *visit, q *ClubOf) (any, error) {
	found, err := rows.Clubs.Select(v.r, bureau.Range{Is: []any{q.ID}})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, finding.Refuse("no-club", finding.Text("club", q.ID))
	}
	board, err := v.boardOf(v.newest)
	if err != nil {
		return nil, err
	}
	members, err := board.Page(v.r, ranking.Selection{Club: found[0].Name, Sort: ranking.ByName})
	if err != nil {
		return nil, err
	}
	held, err := rows.Reports.Select(v.r, bureau.Range{Order: 3, Is: []any{found[0].Name}, Backward: true})
	held = slices.DeleteFunc(held, func(r *rows.Report) bool { return r.State != string(intake.Rated) })
	return document.NewClub(found[0], members, held), err
}

func readStatus(v *visit, _ *Asked) (any, error) {
	const rated = 30
	s, err := agenda.StatusOf(v.r, v.now.Day, rated)
	if err != nil {
		return nil, err
	}
	for i := range s.Underway {
		if err := public.NameWaits(v.r, s.Underway[i].Case); err != nil {
			return nil, err
		}
	}
	return document.NewStatus(v.Printer, s, v.now.Day), nil
}

func readCalendar(v *visit, _ *Asked) (any, error) {
	ahead, err := agenda.AheadOf(v.r, v.settings, v.now.Day)
	if err != nil {
		return nil, err
	}
	return document.NewCalendar(ahead, v.now.Day), nil
}

func readCorrections(v *visit, _ *Asked) (any, error) {
	accepted, err := public.Corrections(v.r)
	return document.NewCorrections(v.Printer, v.settings, accepted), err
}
