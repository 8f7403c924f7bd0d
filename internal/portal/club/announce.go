package club

import (
	"net/http"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/portal"
)

// announceShown is what the page shows on which an event is announced.
type announceShown struct {
	*plan
	Key    string
	As     *document.OwnAnnouncement // the event that is announced again, otherwise; nil: none
	Answer *answer                   // nil: too little is entered, or it would be refused
	Wrong  string                    // why it would be; empty: it would not
}

func showAnnounce(v *portal.Visit) (any, error) {
	s := &announceShown{Key: newKey()}
	var err error
	if ref := v.R.PathValue("ref"); ref != "" {
		if s.As, err = announced(v, ref); err != nil {
			return nil, err
		}
	}
	if s.As != nil && len(v.R.PostForm) == 0 {
		s.plan, err = planFrom(v, s.As)
		return s, err
	}
	if s.plan, err = planOf(v); err != nil || len(v.R.PostForm) == 0 { // nothing was typed yet
		return s, err
	}
	does, err := s.act(v)
	if err == nil {
		s.Answer, err = look(v, does)
	}
	s.Wrong, err = wrong(v, err)
	return s, err
}

// answers returns the route by which a script has a page made again with what its form leads to. Nothing is kept or sent by it,
// so that the draft of the form stays.
func answers(path, template string, show func(*portal.Visit) (any, error)) portal.Route {
	return own(path+"/answer", "", nil, func(v *portal.Visit) error { return again(v, template, show) })
}

func sendAnnounce(v *portal.Visit) error {
	p, err := planOf(v)
	if err != nil {
		return err
	}
	does, err := p.act(v)
	if err != nil {
		return err
	}
	if v.Field("do") != "announce" {
		if _, err := look(v, does); err != nil {
			return err
		}
		return again(v, "announce", showAnnounce)
	}
	if err := looked(v, does); err != nil {
		return err
	}
	out, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Seen: v.Field("seen"), Key: v.Field("key")})
	if err != nil {
		return err
	}
	return v.LeadTo("/" + v.Lang + "/portal/events/" + out.Subject + "/?done=announced")
}

// again shows the page of a form with what its fields lead to.
func again(v *portal.Visit, template string, show func(*portal.Visit) (any, error)) error {
	of, err := show(v)
	if err != nil {
		return err
	}
	return v.Show(template, http.StatusOK, of)
}

// announced returns an announced event of the visitor's clubs.
func announced(v *portal.Visit, ref string) (*document.OwnAnnouncement, error) {
	is, err := v.Read("announcement", ref)
	if err != nil {
		return nil, err
	}
	return as[*document.OwnAnnouncement](is)
}
