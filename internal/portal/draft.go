package portal

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/work"
)

// below returns the address of a page below its language: a draft goes on in the other one, too.
func (v *Visit) below(address string) string {
	return strings.TrimPrefix(address, "/"+v.Lang)
}

// refill fills the form of a page with what its visitor has typed: before their session had ended, or in their draft. It is
// sent by whoever presses its button.
func (v *Visit) refill(rt *Route) error {
	if v.Is == nil || rt.Send == nil {
		return nil
	}
	ctx, account, path := v.R.Context(), v.Is.Session.Account, v.R.URL.Path
	if token := v.cookie(ofForm); token != "" {
		fields, err := v.door.Work.Kept(ctx, token, account, path)
		if err != nil {
			return err
		}
		if fields != nil {
			v.setCookie(ofForm, "", 0)
			v.R.PostForm, v.kept = fields, "desk.kept"
		}
	}
	if !rt.Drafts {
		return nil
	}
	draft, err := v.door.Work.Draft(ctx, account, v.below(path))
	if err != nil {
		return err
	}
	if v.version = draft.Version; v.kept == "" && draft.Fields != nil {
		v.R.PostForm = draft.Fields
		if !v.R.URL.Query().Has("typed") {
			v.kept = "desk.draft.here"
		}
	}
	return nil
}

// Keep keeps fields as the visitor's draft of the page, and shows the page with them, of which nothing is said: they were typed a
// moment ago.
func (v *Visit) Keep(fields url.Values) error {
	if err := v.Hold(fields); err != nil {
		return err
	}
	return v.LeadTo(v.R.URL.Path + "?typed")
}

// Hold keeps fields as the visitor's draft of the page, in place of the one that was read, for after what is sent, too.
func (v *Visit) Hold(fields url.Values) error {
	ctx, account, path := v.R.Context(), v.Is.Session.Account, v.below(v.R.URL.Path)
	_, err := v.door.Work.Save(ctx, account, path, draftable(fields), v.version)
	if errors.Is(err, work.ErrElsewhere) {
		draft, err := v.door.Work.Draft(ctx, account, path)
		if v.version = draft.Version; err != nil {
			return err
		}
		return Said("desk.draft.changed") // sent again, it is kept in place of the other
	}
	v.keeps = err == nil
	return err
}

// draftable returns what somebody has typed into a form.
func draftable(form url.Values) url.Values {
	fields := url.Values{}
	for name, values := range withoutSecrets(form) {
		if name != "owner" && name != "seen" && !strings.HasPrefix(name, "draft-") {
			fields[name] = values
		}
	}
	return fields
}

// keepDraft keeps what somebody types into a form, for a script; or forgets it, for whoever begins again.
func (v *Visit) keepDraft() error {
	if err := v.R.ParseForm(); err != nil {
		return v.Refuse(http.StatusBadRequest, "form")
	}
	form := v.R.PostForm
	path := form.Get("draft-of")
	if v.Is == nil || form.Get("owner") != v.Is.Actor.Account || !v.drafts(path) {
		return v.Refuse(http.StatusForbidden, "missing")
	}
	ctx, account := v.R.Context(), v.Is.Session.Account
	v.Lang, _, _ = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if form.Has("begin-again") {
		if err := v.door.Work.Drop(ctx, account, v.below(path)); err != nil {
			return err
		}
		return v.LeadTo(path)
	}
	read, _ := strconv.Atoi(form.Get("draft-version")) // what is none was never kept
	version, err := v.door.Work.Save(ctx, account, v.below(path), draftable(form), read)
	status := http.StatusOK
	if errors.Is(err, work.ErrElsewhere) {
		status, err = http.StatusConflict, nil
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]int{"version": version})
	if err == nil {
		v.Send(response.New(status, "application/json", text))
	}
	return err
}

// drafts reports whether an address is that of a page whose forms have drafts.
func (v *Visit) drafts(address string) bool {
	_, pattern := v.portal.mux.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: address}, Host: v.R.Host})
	return slices.Contains(v.portal.drafts, pattern)
}
