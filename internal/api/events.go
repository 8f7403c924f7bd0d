package api

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
)

// EventChoice is which events are chosen.
type EventChoice struct {
	Year string   `query:"year" json:"y,omitempty" pattern:"^[0-9]{4}$" doc:"In which they ended."`
	List string   `query:"list" json:"l,omitempty" maxLength:"100" doc:"The label of the list in which they count."`
	Club string   `query:"club" json:"c,omitempty" maxLength:"200" doc:"The organiser: its ID, one of its names, or words of one."`
	Type kindName `query:"type" json:"t,omitempty" doc:"Of one of the sections."`
}

// EventsOf names a part of the events.
type EventsOf struct {
	Asked
	EventChoice
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	Cursor string `query:"cursor" maxLength:"2000" doc:"Where a part begins, from the Link field of the part before. It decides everything else."`
}

func readEvents(v *visit, q *EventsOf) (any, error) {
	at := eventCursor{Seq: v.Now.Seq, Limit: q.Limit, Chosen: q.EventChoice}
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
	of := at.Chosen
	all, err := public.Events(v.R, public.EventChoice{Year: of.Year, List: of.List, Club: of.Club, Kind: string(of.Type), Rated: "yes"})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e *rows.Report) bool { return !out[e.Period] || at.Ref != "" && !at.before(e) })
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

// before reports whether an event comes after that of the cursor in the order of events.
func (c *eventCursor) before(e *rows.Report) bool {
	return cmp.Or(strings.Compare(e.LastDay.String(), c.End), strings.Compare(bureau.RefKey(e.Ref), bureau.RefKey(c.Ref))) < 0
}

// published returns the labels of the lists up to a publication.
func (v *visit) published(seq int) (map[string]bool, error) {
	all, err := public.Publications(v.R)
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

func readClubs(v *visit, _ *Asked) (any, error) {
	all, err := v.Clubs()
	if err != nil {
		return nil, err
	}
	lines := make([]document.ClubLine, len(all))
	for i, c := range all {
		lines[i] = document.NewClubLine(c.Club, c.Members, v.Newest.InForce)
	}
	return document.NewClubs(v.Newest.Label, lines), nil
}

// ClubOf names a club.
type ClubOf struct {
	Asked
	ID string `path:"id" maxLength:"100" doc:"The ID of the club: C0012."`
}

func readClub(v *visit, q *ClubOf) (any, error) {
	c, err := v.Club(q.ID, ranking.ByName)
	if err != nil {
		return nil, err
	}
	return document.NewClub(c.Club, c.Members, c.Events), nil
}

func readStatus(v *visit, _ *Asked) (any, error) {
	s, err := v.Status()
	if err != nil {
		return nil, err
	}
	return document.NewStatus(v.Printer, s, v.Now.Day), nil
}

func readCalendar(v *visit, _ *Asked) (any, error) {
	ahead, err := agenda.AheadOf(v.R, v.Settings, v.Now.Day)
	if err != nil {
		return nil, err
	}
	return document.NewCalendar(ahead, v.Now.Day), nil
}

func readCorrections(v *visit, _ *Asked) (any, error) {
	accepted, err := public.Corrections(v.R)
	return document.NewCorrections(v.Printer, v.Settings, accepted), err
}
