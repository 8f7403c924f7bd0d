package site

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// card is the values of a player's card of an event.
type card struct {
	*entry
	Case    *check.Case
	Now     bool // its numbers are provisional
	Section string
	Kind    rating.Kind
	Account accountPart // no change: there is no calculation
	Before  *entry      // by start number; nil: none
	After   *entry
}

// readEvent reads an event. One of its players has a card.
func readEvent(v *public.Visit, a *public.Asked) (*view.Event, error) {
	found, err := public.Report.Read(v, a)
	if code := a.Query.Get("player"); err == nil && code != "" && strings.Trim(code, "-0123456789") == "" {
		from := "/events/" + found.Report.Ref
		return nil, &public.Moved{Status: http.StatusFound, From: from, To: from + "/players/" + code, Alone: true}
	}
	return found, err
}

func cardPage(v *visit, found *view.Event) (*card, error) {
	e, err := eventPage(v, found)
	if err != nil {
		return nil, err
	}
	for i := range e.Sections {
		s := &e.Sections[i]
		for n, of := range s.Starts {
			if of.Code != v.Value("code") {
				continue
			}
			c := &card{entry: of, Case: e.Case, Now: e.Now, Section: s.Name, Kind: s.Kind}
			if n > 0 {
				c.Before = s.Starts[n-1]
			}
			if n+1 < len(s.Starts) {
				c.After = s.Starts[n+1]
			}
			c.Account, err = v.accountOf(found, of)
			return c, err
		}
	}
	return nil, errNoPage
}

// accountOf returns the account of an entry: of the list that the event is in, or of the unofficial one.
// Without a calculation it is the rounds.
func (v *visit) accountOf(found *view.Event, of *entry) (accountPart, error) {
	var played accountPart
	for i, r := range of.Rounds {
		g := accountGame{Round: strconv.Itoa(i + 1), Score: r.Result, Remark: r.Bye, Out: r.Out || r.Opponent == nil}
		if r.Opponent != nil {
			g.White, g.Black, g.Opponent, g.Rated = r.White, !r.White, r.Opponent.Who, v.Format().Rating(r.Opponent.Rating)
		}
		played.Games = append(played.Games, g)
	}
	c, kind := found.Report, found.Batch.Sections[of.Section].Kind
	label := c.Period
	if c.State == check.Admitted {
		label = public.NowLabel
	}
	x, err := v.Explained(of.Who.ID, label, 0, kind.String())
	var refused *finding.Refused
	var moved *public.Moved
	switch {
	case errors.As(err, &refused) || errors.As(err, &moved):
		return played, nil
	case err != nil:
		return played, err
	}
	account, a := x.Steps.Account(), accountant{visit: v, list: x.Steps}
	for i := range account.Parts {
		if p := &account.Parts[i]; x.Steps.Refs(p.Section.Event) == c.Ref && p.Section.Number == of.Section {
			part := a.part(p)
			for _, g := range part.Games {
				if round, err := strconv.Atoi(g.Round); err == nil && round <= len(played.Games) {
					played.Games[round-1] = g
				}
			}
			part.Games = played.Games
			return part, nil
		}
	}
	return played, nil
}
