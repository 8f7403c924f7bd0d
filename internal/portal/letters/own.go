package letters

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

func showTexts(v *portal.Visit) (any, error) {
	s := &textsShown{Chosen: mail.Kinds[0].Name}
	for _, k := range mail.Kinds {
		s.Kinds = append(s.Kinds, k.Name)
	}
	s.Kinds = append(s.Kinds, mail.Asks...)
	if asked := v.R.URL.Query().Get("letter"); slices.Contains(s.Kinds, asked) {
		s.Chosen = asked
	}
	for _, lang := range explain.Languages {
		m := mail.Sample(page.In(lang), s.Chosen)
		s.Said = append(s.Said, textShown{lang, m.Subject, m.Text()})
	}
	return s, nil
}

// endShown is the page by which letters of a kind end.
type endShown struct {
	Name string // the key of what ends; empty: the link is not one of ours
	Done bool
}

func showEnd(v *portal.Visit) (any, error) {
	said := v.R.URL.Query()
	ours, err := mail.Ours(v.R.Context(), v.Work(), said)
	s := &endShown{Done: said.Has("done")}
	if ours {
		s.Name = "letter." + said.Get("kind") + ".name"
	}
	return s, err
}

// sendEnd ends letters, for whoever presses the button, and for programs that do it for them (RFC 8058): these send to the
// address of the link itself, from no page.
func sendEnd(v *portal.Visit) error {
	said := v.R.URL.Query()
	_, ours, err := mail.End(v.R.Context(), v.Work(), said)
	if err != nil {
		return err
	}
	if !ours {
		return portal.Said("desk.letters.end-over")
	}
	if v.Field("List-Unsubscribe") == "One-Click" {
		v.W.Header().Set("Cache-Control", "no-store")
		v.W.WriteHeader(http.StatusNoContent) // a program reads no page
		return nil
	}
	said.Set("done", "1")
	return v.LeadTo("/" + v.Lang + "/letters/end/?" + said.Encode())
}

// confirmShown is the page on which somebody says that an address is theirs.
type confirmShown struct {
	Address string // empty: the link is over
	Done    bool
}

const confirms = "confirm"

func showConfirm(v *portal.Visit) (any, error) {
	if v.R.URL.Query().Has("done") {
		return &confirmShown{Done: true}, nil
	}
	a, err := v.Work().Asked(v.R.Context(), confirms, v.Code())
	if errors.Is(err, work.ErrGone) {
		return &confirmShown{}, nil
	}
	if err != nil {
		return nil, err
	}
	return &confirmShown{Address: a.Address}, nil
}

func sendConfirm(v *portal.Visit) error {
	_, err := v.Work().Confirm(v.R.Context(), confirms, v.Code())
	if errors.Is(err, work.ErrGone) {
		return portal.Said("desk.letters.confirm-over")
	}
	if err != nil {
		return err
	}
	return v.LeadTo("/" + v.Lang + "/letters/confirm/?done=1")
}

// wishesShown are the wishes of the visitor.
type wishesShown struct {
	Addresses []addressShown
	Kinds     []wishShown
	Languages []wishShown
	Sends     bool
	Asked     string // the address to which a letter goes
}

type wishShown struct {
	Value, Name string
	Chosen      bool
}

// receiver returns whom letters to the visitor name.
func receiver(v *portal.Visit) string { return work.OfAccount + v.Is.Actor.Account }

func showWishes(v *portal.Visit) (any, error) {
	s := &wishesShown{Sends: v.Sends()}
	var err error
	if s.Addresses, err = addresses(v); err != nil {
		return nil, err
	}
	if asked := v.R.URL.Query().Get("asked"); slices.ContainsFunc(s.Addresses, func(a addressShown) bool { return a.Address == asked }) {
		s.Asked = asked
	}
	wishes, err := v.Work().Wishes(v.R.Context())
	for _, k := range mail.Kinds {
		if k.Ends && k.Name != "followed" {
			s.Kinds = append(s.Kinds, wishShown{k.Name, "letter." + k.Name + ".name", wishes[[2]string{receiver(v), k.Name}] != "no"})
		}
	}
	for _, lang := range explain.Languages {
		s.Languages = append(s.Languages, wishShown{lang, "desk.letters.in-" + lang, wishes[[2]string{receiver(v), "language"}] == lang})
	}
	return s, err
}

func sendWishes(v *portal.Visit) error {
	ctx := v.R.Context()
	if asked := v.Field("confirm"); asked != "" {
		all, err := addresses(v)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(a addressShown) bool { return a.Address == asked && !a.Confirmed })
		if i < 0 {
			return portal.Said("desk.letters.gone")
		}
		_, err = v.Work().Ask(ctx, work.Asked{Kind: confirms, Address: asked, Language: v.Lang, Path: "letters/confirm", Values: map[string]string{"name": all[i].Whose}})
		if errors.Is(err, work.ErrOften) {
			return portal.Said("desk.letters.often")
		}
		if err != nil {
			return err
		}
		return v.LeadTo("/" + v.Lang + "/account/letters/?asked=" + url.QueryEscape(asked))
	}
	for _, k := range mail.Kinds {
		if !k.Ends || k.Name == "followed" {
			continue
		}
		wish := "no"
		if slices.Contains(v.R.PostForm["kind"], k.Name) {
			wish = ""
		}
		if err := v.Work().Wish(ctx, receiver(v), k.Name, wish); err != nil {
			return err
		}
	}
	lang := v.Field("language")
	if !slices.Contains(explain.Languages, lang) {
		lang = ""
	}
	if err := v.Work().Wish(ctx, receiver(v), "language", lang); err != nil {
		return err
	}
	return v.Lead("account", "letters")
}
