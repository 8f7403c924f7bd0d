package players

import (
	"bytes"
	"net/http"
	"net/url"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/rating"
)

// number is a number of the newest list.
type number struct {
	Kind   string // in a word
	Rating rating.Rating
	Wrong  string // what is asked about it, as a query
}

// factShown is what is kept about somebody.
type factShown struct {
	Title  string // the key of its name
	Text   string
	Public bool
	Hidden bool // it is shown after a click
}

// meShown is what the page of a player shows to them.
type meShown struct {
	ID, Name, Other string
	List            string // label of the newest list; empty: there is none
	Numbers         []number
	UnderWay        int // reports with them that are in no list yet
	Next            civil.Date
	Facts           []factShown
	Memberships     []register.Membership
	Indexed         bool
	Email           string
	Seen            string
	Saved           bool
	Inquiries       []*inquiryLine
	Doubts          []*correction.Doubt // results about which they are asked
	Export          string              // the command
}

func showMe(v *portal.Visit) (any, error) {
	id := v.Is.Actor.Player
	card, err := as[*register.Card](v.Read("card", id))
	if err != nil {
		return nil, err
	}
	s := &meShown{ID: card.ID, Indexed: card.Indexed, Email: card.Email, Saved: v.R.URL.Query().Has("saved"), Export: "arpad person export " + card.ID}
	s.Name, s.Other = called(v.Lang, card.Name, card.NameLocal)
	if v.Field("do") == "consent" { // it was refused
		s.Indexed, s.Email = v.Field("indexed") != "", v.Field("email")
	}
	for _, f := range card.Fields(true) {
		s.Facts = append(s.Facts, factShown{Title: "register.field-" + f.Name, Text: v.Fact(f.Name, f.Text), Public: f.Public, Hidden: f.Name == "birth"})
	}
	if s.Inquiries, err = inquiriesOf(v); err != nil {
		return nil, err
	}
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	return s, view(v, func(r bureau.Reader, of *bureau.Settings) error {
		if s.Seen, err = bureau.SeenOf(r, card.Subject()); err != nil {
			return err
		}
		newest, err := lists.BySeq.Last(r, "")
		if err != nil {
			return err
		}
		if newest != nil {
			p, err := lists.Publications.Get(r, *newest)
			if err != nil {
				return err
			}
			s.List = p.Label
		}
		standing, err := lists.NewestStanding(r, card.Number)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			about := url.Values{"player": {card.ID}, "list": {s.List}}
			s.Numbers = append(s.Numbers, number{v.Printer().Word(kind.String()), standing.Of(kind).Rating, about.Encode()})
		}
		if s.Memberships, err = register.AllMemberships(r, &card.Player); err != nil {
			return err
		}
		if s.UnderWay, err = underWay(r, card.Number); err != nil {
			return err
		}
		if s.Doubts, err = correction.Doubts(r, &v.Bureau.Actor); err != nil {
			return err
		}
		c, err := agenda.CalendarOf(r, of, v.Bureau.Today(of))
		if err == nil {
			s.Next = c.Now.List
		}
		return err
	})
}

// underWay returns how many reports with a player are in no list yet.
func underWay(r bureau.Reader, player uint32) (n int, err error) {
	refs, err := refsOf(r, player)
	for _, ref := range refs {
		report, err := rows.Reports.One(r, ref)
		if err != nil {
			return 0, err
		}
		if report != nil && report.State != "rated" && report.State != "closed" {
			n++
		}
	}
	return n, err
}

// sendMe changes what a player agrees to and how they are reached, or sends them what is stored about them as a file.
func sendMe(v *portal.Visit) error {
	id := v.Is.Actor.Player
	if v.Field("do") == "data" {
		made, err := v.Read("dossier", id) // a second factor is asked for first
		if err != nil {
			return err
		}
		if err := v.Looked("dossier " + id); err != nil {
			return err
		}
		var body bytes.Buffer
		if err := document.Write(&body, made); err != nil {
			return err
		}
		v.W.Header().Set("Content-Disposition", `attachment; filename="`+id+`.json"`)
		v.Send(response.New(http.StatusOK, "application/json", body.Bytes()))
		return nil
	}
	card, err := as[*register.Card](v.Read("card", id))
	if err != nil {
		return err
	}
	does := &act.SetConsent{ID: card.ID}
	if is := v.Field("indexed") != ""; is != card.Indexed {
		does.Indexed = &is
	}
	if email := v.Field("email"); email != card.Email {
		does.Email = &email
	}
	if does.Indexed == nil && does.Email == nil {
		return v.Lead("account", "me")
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Seen: v.Field("seen")}); err != nil {
		return err
	}
	return v.LeadTo(v.R.URL.Path + "?saved")
}

// removeShown is what the page shows on which a player asks to be forgotten.
type removeShown struct {
	ID, Name  string
	Wishes    []option
	Words     string
	Key       string
	Waits     string // number of the inquiry that asks for it already; empty: none does
	Two       bool   // two officers do it
	Anonymise string // the commands
	Erase     string
}

// forgets are the acts by which somebody is forgotten, by what a form calls them.
func forgets(what, player, words string) act.Act {
	of := act.Person{Player: player, Reason: words}
	switch what {
	case "anonymise":
		return &act.Asks[act.AnonymisePerson]{Act: act.AnonymisePerson{Person: of}}
	case "erase":
		return &act.Asks[act.ErasePerson]{Act: act.ErasePerson{Person: of}}
	}
	return nil
}

func showRemove(v *portal.Visit) (any, error) {
	card, err := as[*register.Card](v.Read("card", v.Is.Actor.Player))
	if err != nil {
		return nil, err
	}
	s := &removeShown{ID: card.ID, Words: v.Field("words"), Key: newKey(), Two: v.Of.TwoOfficers, Anonymise: command(forgets("anonymise", card.ID, "TEXT")), Erase: command(forgets("erase", card.ID, "TEXT"))}
	s.Name, _ = called(v.Lang, card.Name, card.NameLocal)
	for _, what := range []string{"anonymise", "erase"} {
		s.Wishes = append(s.Wishes, option{what, v.Printer().Text("desk.remove."+what, nil), v.Field("wish") == what})
	}
	all, err := inquiriesOf(v)
	for _, q := range all {
		if q.Open && (q.Asks == "person.anonymise" || q.Asks == "person.erase") {
			s.Waits = q.Number
		}
	}
	return s, err
}

func sendRemove(v *portal.Visit) error {
	does := forgets(v.Field("wish"), v.Is.Actor.Player, v.Field("words"))
	if does == nil {
		return portal.Said("desk.remove.nothing")
	}
	out, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Key: v.Field("key")})
	if err != nil {
		return err
	}
	return v.Lead("account", "inquiries", out.Subject)
}
