package upkeep

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
)

// personsShown is what the page shows on which somebody is looked for.
type personsShown struct {
	Tabs  []tab
	Query string
	Found []personFound
	More  bool
}

// personFound is somebody who may be meant.
type personFound struct{ ID, Name, Other, Club string }

func foundOf(v *portal.Visit, p *register.Player) personFound {
	is := personFound{p.ID, p.Name, p.NameLocal, p.Club}
	if v.Lang == "ja" && p.NameLocal != "" {
		is.Name, is.Other = p.NameLocal, p.Name
	}
	if p.Erased {
		is.Name = v.Printer().Text("desk.persons.erased", nil)
	}
	return is
}

func showPersons(v *portal.Visit) (any, error) {
	const most = 20
	s := &personsShown{Tabs: tabs(v, "persons"), Query: strings.TrimSpace(v.R.URL.Query().Get("q"))}
	if s.Query == "" {
		return s, nil
	}
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		if p, err := finder.ByNumber(r, s.Query); err != nil || p != nil {
			if p != nil {
				s.Found = append(s.Found, foundOf(v, p))
			}
			return err
		}
		search, err := finder.New(r)
		if err != nil {
			return err
		}
		found, err := search.Find(r, s.Query, most)
		if err != nil {
			return err
		}
		s.More = found.More
		for _, hit := range found.Players {
			p, err := register.Find(r, hit.ID)
			if err != nil {
				return err
			}
			s.Found = append(s.Found, foundOf(v, p))
		}
		return nil
	})
}

// personShown is what the page about the data of a person shows.
type personShown struct {
	Tabs []tab
	personFound
	IDs       []string // which they had besides
	Reports   int      // that they are in
	Files     int      // of these, whose bytes are still kept
	Accounts  int      // that are bound to them
	Erased    bool
	Two       bool   // two officers do it
	To, Log   string // their page in the register, and the log about them
	Anonymise string // the pages on which it is done
	Erase     string
}

func showPerson(v *portal.Visit) (any, error) {
	s := &personShown{Tabs: tabs(v, "persons"), Two: v.Of.TwoOfficers}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		who, err := privacy.PersonIDsOf(r, v.R.PathValue("id"))
		if err != nil {
			return err
		}
		s.personFound, s.IDs, s.Erased = foundOf(v, who.Players[0]), who.IDs[1:], who.Forgotten()
		err = who.Appearances(r, func(c *check.Case, _ []privacy.Appearance) error {
			s.Reports++
			for _, revision := range c.Revisions {
				if revision.Digest != "" && !revision.Destroyed {
					s.Files++
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return bureau.Accounts.Scan(r, "", "", func(_ string, a *bureau.Account) (bool, error) {
			if a.Player == s.ID {
				s.Accounts++
			}
			return true, nil
		})
	})
	if err != nil {
		return nil, err
	}
	s.To, s.Log = v.PageOf("player.set", s.ID), "/"+v.Lang+"/desk/log/?subject="+s.ID
	of := act.Person{Player: s.ID}
	s.Anonymise, s.Erase = v.DoLink(&act.AnonymisePerson{Person: of}), v.DoLink(&act.ErasePerson{Person: of})
	return s, nil
}

// sendData sends what is stored about a person as a file. A second factor is asked for first.
func sendData(v *portal.Visit) error {
	id := v.R.PathValue("id")
	made, err := v.Read("dossier", id)
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
