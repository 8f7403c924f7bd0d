package portal

import (
	"crypto/rand"
	"errors"
	"net/url"
	"path"
	"regexp"

	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/work"
)

// Inbox returns where mails wait.
func (v *Visit) Inbox() *inbox.Inbox {
	return &inbox.Inbox{Work: v.door.Work, Sealer: v.door.Sealer}
}

// isKey matches what rand.Text returns.
var isKey = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// Begin keeps files with a new draft of the visitor, for a page below one of ours, and returns the last part of its path: the key of the
// form, if it has one, so that what is sent again is taken once. They are sealed: nobody reads them in a stolen database.
func (v *Visit) Begin(below string, fields url.Values, files []work.File) (id string, err error) {
	account := v.Is.Session.Account
	sealed := make([]work.File, len(files))
	for i, f := range files {
		if f.Data, err = v.door.Sealer.Seal(f.Data, account); err != nil {
			return "", err
		}
		sealed[i] = work.File{Name: f.Name, Data: f.Data, Size: len(files[i].Data)}
	}
	if id = v.Field("key"); !isKey.MatchString(id) {
		id = rand.Text()
	}
	err = v.door.Work.Wait(v.R.Context(), account, path.Join("/", below, id)+"/", fields, sealed)
	if errors.Is(err, work.ErrFull) {
		err = Said("desk.draft.full")
	}
	return id, err
}

// Waiting returns the files that wait with the visitor's draft of this page.
func (v *Visit) Waiting() ([]work.File, error) {
	account := v.Is.Session.Account
	files, err := v.door.Work.Waiting(v.R.Context(), account, v.below(v.R.URL.Path))
	for i := range files {
		if err == nil {
			files[i].Data, err = v.door.Sealer.Open(files[i].Data, account)
		}
	}
	return files, err
}

// Draft returns the visitor's draft of this page, which stays after what is sent; the zero value: there is none.
func (v *Visit) Draft() (work.Draft, error) {
	v.keeps = true
	return v.door.Work.Draft(v.R.Context(), v.Is.Session.Account, v.below(v.R.URL.Path))
}

// Drafts returns the visitor's drafts of the pages below one of ours, by the last part of their paths.
func (v *Visit) Drafts(below string) (map[string]work.Draft, error) {
	below = path.Join("/", below) + "/"
	found, err := v.door.Work.Drafts(v.R.Context(), v.Is.Session.Account, below)
	all := map[string]work.Draft{}
	for at, d := range found {
		all[path.Base(at)] = d
	}
	return all, err
}

// Drop removes the visitor's draft of a page below one of ours, with its files.
func (v *Visit) Drop(below, id string) error {
	return v.door.Work.Drop(v.R.Context(), v.Is.Session.Account, path.Join("/", below, id)+"/")
}

// Settle keeps what the visitor's draft of this page has become, so that sending it again leads there.
func (v *Visit) Settle(fields url.Values) error {
	return v.door.Work.Settle(v.R.Context(), v.Is.Session.Account, v.below(v.R.URL.Path), fields)
}

// Stays has the draft of the page stay as it is, after what was sent.
func (v *Visit) Stays() { v.keeps = true }

// Quiet leaves out that the page is filled with what was typed: where it always is.
func (v *Visit) Quiet() { v.kept = "" }
