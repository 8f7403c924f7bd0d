package cases

import (
	"crypto/rand"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
)

// submitShown is what the page shows on which an officer takes a file for a club.
type submitShown struct {
	Clubs     []casefile.Option
	Ref, From string
	Replaces  bool
	Once      string // key by which the same form is known again
	Notice    string // address of the form for results that are on the web
}

func showSubmit(v *portal.Visit) (any, error) {
	s := &submitShown{Once: rand.Text(), Ref: v.R.FormValue("ref"), From: v.Field("from"), Replaces: v.Field("replaces") != "", Notice: v.DoLink(&act.NoticeReport{})}
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := register.AllClubs(r)
		for _, club := range all {
			s.Clubs = append(s.Clubs, casefile.Option{Value: club.ID, Name: club.Name, Chosen: club.ID == v.Field("for")})
		}
		return err
	})
}

// sendSubmit takes a file for a club, and leads to its report.
func sendSubmit(v *portal.Visit) error {
	f, err := fileOf(v)
	if err != nil {
		return err
	}
	a := &act.SubmitReport{File: *f, For: v.Field("for"), From: v.Field("from"), Ref: v.Field("ref"), Replaces: v.Field("replaces") != ""}
	out, err := act.Do(v.R.Context(), v.Bureau, a, act.With{Key: v.Field("once")})
	switch {
	case err != nil:
		return err
	case out.Subject == "":
		return portal.Said("desk.submit.unread")
	}
	return v.Lead("desk", "cases", out.Subject)
}

// fileOf returns the file of the form.
func fileOf(v *portal.Visit) (*act.File, error) {
	if v.R.MultipartForm == nil || len(v.R.MultipartForm.File["file"]) == 0 {
		return nil, finding.NewProblem("upload-missing")
	}
	of := v.R.MultipartForm.File["file"][0]
	in, err := of.Open()
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(in)
	return &act.File{Name: path.Base(strings.ReplaceAll(of.Filename, `\`, "/")), Data: data}, errors.Join(err, in.Close())
}
