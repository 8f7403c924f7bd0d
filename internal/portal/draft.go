package portal

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/work"
)

// below returns the address of a page below its language: a draft goes on in the other one, too.
func (v *visit) below(address string) string {
	return strings.TrimPrefix(address, "/"+v.lang)
}

// refill fills the form of a page with what its visitor has typed: before their session had ended, or in their draft. It is
// sent by whoever presses its button.
func (v *visit) refill(rt *route) error {
	if v.is == nil || !rt.drafts {
		return nil
	}
	ctx, account, path := v.r.Context(), v.is.Session.Account, v.r.URL.Path
	if token := v.cookie(ofForm); token != "" {
		fields, err := v.door.Work.Kept(ctx, token, account, path)
		if err != nil {
			return err
		}
		if fields != nil {
			v.setCookie(ofForm, "", 0)
			v.r.PostForm, v.kept = fields, "desk.kept"
		}
	}
	draft, err := v.door.Work.Draft(ctx, account, v.below(path))
	if err != nil {
		return err
	}
	if v.version = draft.Version; v.kept == "" && draft.Fields != nil {
		v.r.PostForm, v.kept = draft.Fields, "desk.draft.here"
	}
	return nil
}

// keepDraft keeps what somebody types into a form, for a script; or forgets it, for whoever begins again.
func (v *visit) keepDraft() error {
	if err := v.r.ParseForm(); err != nil {
		return v.refuse(http.StatusBadRequest, "form")
	}
	form := v.r.PostForm
	path := form.Get("draft-of")
	if v.is == nil || form.Get("owner") != v.is.Actor.Account || !v.drafts(path) {
		return v.refuse(http.StatusForbidden, "missing")
	}
	ctx, account := v.r.Context(), v.is.Session.Account
	v.lang, _, _ = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if form.Has("begin-again") {
		if err := v.door.Work.Drop(ctx, account, v.below(path)); err != nil {
			return err
		}
		return v.leadTo(path)
	}
	read, _ := strconv.Atoi(form.Get("draft-version")) // what is none was never kept
	fields := url.Values{}
	for name, values := range withoutSecrets(form) {
		if name != "owner" && name != "seen" && !strings.HasPrefix(name, "draft-") {
			fields[name] = values
		}
	}
	version, err := v.door.Work.Save(ctx, account, v.below(path), fields, read)
	status := http.StatusOK
	if errors.Is(err, work.ErrElsewhere) {
		status, err = http.StatusConflict, nil
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]int{"version": version})
	if err == nil {
		v.send(response.New(status, "application/json", text))
	}
	return err
}

// drafts reports whether an address is that of a page whose forms have drafts.
func (v *visit) drafts(address string) bool {
	_, pattern := v.portal.mux.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: address}, Host: v.r.Host})
	for _, rt := range routes {
		if rt.drafts && strings.HasSuffix(pattern, "/"+rt.path+"/{$}") {
			return true
		}
	}
	return false
}
