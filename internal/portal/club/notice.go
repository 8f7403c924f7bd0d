package club

import (
	"cmp"
	"net/http"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/portal"
)

// noticeShown is what the page shows on which somebody says that results are on Chess-Results.
type noticeShown struct {
	Key                    string
	Event, Start, End, URL string
	Events                 []option // announced ones without a report
	Clubs                  []option
	Today                  civil.Date
	Command                string
}

func showNotice(v *portal.Visit) (any, error) {
	s := &noticeShown{Key: newKey(), Event: v.Field("event"), Start: v.Field("start"), End: v.Field("end"), URL: v.Field("url"), Today: v.Bureau.Today(v.Of)}
	of := cmp.Or(v.Field("announced"), v.R.URL.Query().Get("event"))
	all, err := unreported(v)
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		s.Events = append(s.Events, option{a.Ref, a.Ref + " " + a.Event, a.Ref == of})
	}
	s.Clubs, err = clubsOf(v, v.Field("club"))
	s.Command = command(&act.NoticeReport{Event: "NAME", Start: civil.Of(2024, 10, 19), End: civil.Of(2024, 10, 20), From: "https://chess-results.com/tnr1.aspx"})
	return s, err
}

// unreported returns the announced events of the visitor's clubs that have begun, or begin soon, and of which no report has come.
func unreported(v *portal.Visit) (some []*document.OwnAnnouncement, err error) {
	all, err := each[*document.OwnAnnouncement](v, "announcements")
	for _, a := range all {
		if !a.Reported && a.Withdrawn == "" {
			some = append(some, a)
		}
	}
	return some, err
}

func sendNotice(v *portal.Visit) error {
	clubs, err := clubsOf(v, v.Field("club"))
	if err != nil {
		return err
	}
	does := &act.NoticeReport{Event: v.Field("event"), For: chosen(clubs), From: v.Field("url")}
	if ref := v.Field("announced"); ref != "" {
		of, err := announced(v, ref)
		if refused(err) {
			return v.Refuse(http.StatusNotFound, "missing")
		}
		if err != nil {
			return err
		}
		does.Event, does.Start, does.End, does.For = of.Event, of.Days.From, of.Days.To, of.Club
	} else {
		days, err := daysOf(v)
		if err != nil {
			return err
		}
		does.Start, does.End = days.From, cmp.Or(days.To, days.From)
	}
	if does.For == "" {
		return portal.Said("desk.events.no-club")
	}
	out, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Key: v.Field("key")})
	if err != nil {
		return err
	}
	return v.LeadTo("/" + v.Lang + "/portal/?noted=" + out.Subject)
}
