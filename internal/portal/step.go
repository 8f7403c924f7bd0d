package portal

import (
	"cmp"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/report/file"
)

// settings returns the settings of the bureau to be.
func (a answers) settings() bureau.Settings {
	s := bureau.Settings{Authority: a.Authority, Zone: a.Zone, Options: map[string]string{}}
	for name, value := range map[string]string{"federation": a.Name, "federation_local": a.NameLocal, "contact": a.Contact, "site": a.Site} {
		if value != "" {
			s.Options[name] = value
		}
	}
	return s
}

// federationShown is what the page of the federation shows.
type federationShown struct {
	answers
	Authorities []choice
	Zones       []string
}

type choice struct {
	Value, Name, About string
	Chosen             bool
}

func (s *Setup) showFederation(p *explain.Printer) any {
	f := federationShown{answers: s.typed}
	for i, name := range bureau.AuthorityNames() {
		f.Authorities = append(f.Authorities, choice{name, p.Text("web.authority."+name, nil), p.Text("desk.setup.rules-"+name, nil), f.Authority == name || f.Authority == "" && i == 0})
		if usual, _ := bureau.NewSettings(name); len(f.Zones) == 0 || f.Zones[len(f.Zones)-1] != usual.Zone {
			f.Zones = append(f.Zones, usual.Zone)
		}
	}
	return f
}

func (s *Setup) sendFederation(v *Visit) error {
	field := func(name string) string { return strings.TrimSpace(v.R.PostFormValue(name)) }
	s.mu.Lock()
	list := s.answers.List
	s.mu.Unlock()
	a := answers{List: list, Authority: field("authority"), Name: field("federation"), NameLocal: field("federation_local"), Contact: field("contact"), Zone: field("zone"), Site: field("site")}
	wanted := a.settings()
	var begun bureau.Settings
	_, err := register.Begin(&begun, wanted.Options)
	switch _, known := bureau.NewSettings(a.Authority); {
	case !known:
		err = finding.Refuse("authority-unknown", finding.Text("authority", a.Authority), finding.Text("authorities", strings.Join(bureau.AuthorityNames(), ", ")))
	case err == nil:
		if _, unknown := time.LoadLocation(a.Zone); unknown != nil {
			err = finding.Refuse("zone-unknown", finding.Text("zone", a.Zone))
		}
	}
	if err != nil {
		s.mu.Lock()
		s.typed = a
		s.mu.Unlock()
		return err
	}
	a.Site = begun.Contact.Site
	if err := s.keep(a); err != nil {
		return err
	}
	return v.Lead("setup", "file")
}

func (s *Setup) showFile(*explain.Printer) any {
	return struct{ MB, Rows int }{file.MaxSize, register.MaxRows}
}

func (s *Setup) sendFile(v *Visit) error {
	var large *http.MaxBytesError
	switch err := v.R.ParseMultipartForm(maxUpload); {
	case errors.As(err, &large):
		return finding.NewProblem("upload-too-large", finding.Int("limit", file.MaxSize))
	case err != nil:
		return finding.NewProblem("upload-broken")
	}
	of := &chosen{}
	if v.R.PostFormValue("without") == "" {
		var err error
		if of.Data, of.Name, err = uploaded(v.R.MultipartForm, "list"); err != nil {
			return err
		}
	}
	if err := s.choose(of); err != nil {
		return err
	}
	return v.Lead("setup", "list")
}

// uploaded returns the file of a form.
func uploaded(form *multipart.Form, field string) (data []byte, name string, err error) {
	files := form.File[field]
	if len(files) == 0 || files[0].Size == 0 {
		return nil, "", finding.NewProblem("upload-missing")
	}
	f, err := files[0].Open()
	if err != nil {
		return nil, "", err
	}
	data, err = io.ReadAll(f)
	return data, path.Base(strings.ReplaceAll(files[0].Filename, `\`, "/")), errors.Join(err, f.Close())
}

// listShown is what the page of the list shows.
type listShown struct {
	*understood
	Label string // of the list in force; empty: each meet makes a list
	Meet  bool
	Empty bool // it begins without a list
}

func (s *Setup) showList(p *explain.Printer) any {
	wanted, _ := bureau.NewSettings(s.answers.Authority)
	if s.answers.Zone != "" {
		wanted.Zone = s.answers.Zone
	}
	l := listShown{understood: s.opening.show(p), Empty: s.opening.Name == ""}
	now := time.Now
	if s.office.Clock != nil {
		now = s.office.Clock
	}
	l.Label = closing.CurrentList(&wanted, wanted.Day(now()))
	l.Meet = l.Label == ""
	if s.taken.Authority == s.answers.Authority {
		l.Label = cmp.Or(s.taken.ListZero, l.Label)
	}
	return l
}

func (s *Setup) sendList(v *Visit) error {
	if as := v.R.PostFormValue("as"); as != "" {
		if err := s.readAs(v.R.PostForm["column"]); err != nil {
			return err
		}
		return v.Lead("setup", "list")
	}
	s.mu.Lock()
	of, wanted := s.opening, s.answers.settings()
	s.mu.Unlock()
	wanted.ListZero, wanted.Unrated = strings.TrimSpace(v.R.PostFormValue("label")), v.R.PostFormValue("unrated") != ""
	if of == nil || of.refused() {
		return v.Lead("setup", "list")
	}
	s.take(wanted, of)
	return v.Lead("setup", "taking")
}

// takingShown is how far the taking is.
type takingShown struct {
	Done, Of, Seconds int
	Writing           bool // all players are noted: the list is being written
}

func (s *Setup) showTaking(*explain.Printer) any {
	if s.job == nil {
		return takingShown{}
	}
	return takingShown{s.job.done, s.job.of, int(time.Since(s.job.began).Seconds()), s.job.done+reported >= s.job.of}
}

// sendTaking stops the taking.
func (s *Setup) sendTaking(v *Visit) error {
	s.mu.Lock()
	if s.job != nil {
		s.job.stop()
	}
	s.mu.Unlock()
	s.work.Wait()
	return v.Lead("setup", "list")
}

// officerShown is what the page of the first officer shows.
type officerShown struct {
	Name, Email string
	Found       []item // about the bureau that has begun
}

func (s *Setup) showOfficer(p *explain.Printer) any {
	return officerShown{s.typed.Officer, s.typed.Email, items(p, s.found, cure)}
}

// sendOfficer invites the first officer, who says on the page of the invitation how they sign in.
func (s *Setup) sendOfficer(v *Visit) error {
	s.mu.Lock()
	s.typed.Officer, s.typed.Email = strings.TrimSpace(v.R.PostFormValue("name")), strings.TrimSpace(v.R.PostFormValue("email"))
	a, b := s.typed, s.begun
	s.mu.Unlock()
	made, err := account.First(v.R.Context(), b, a.Email, a.Officer)
	if err == nil {
		err = s.keep(a)
	}
	if err != nil {
		return err
	}
	v.at = &place{here: true, tls: v.R.TLS != nil}
	v.setCookie(ofInvitation, made.Token, invitationKnown)
	return v.Lead("invite")
}

// whyFailed returns why a job failed; nil: it did not.
func whyFailed(p *explain.Printer, err error, otherwise string) *message {
	if err == nil {
		return nil
	}
	if why, ok := refused(p, err); ok {
		return why
	}
	return &message{What: p.Text(otherwise, explain.Data{"cause": office.Cause(err)})}
}
