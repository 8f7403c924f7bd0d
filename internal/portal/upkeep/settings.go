package upkeep

import (
	"slices"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/regulation"
)

// settingsShown is what the page of the settings shows.
type settingsShown struct {
	Tabs    []tab
	Contact []fieldShown
	F       *portal.Form // nil: the visitor changes nothing
	Two     *portal.Form // that has two officers decide; nil: they do, or the visitor changes nothing
	Rules   []settingShown
	Own     []settingShown // of the bureau, by no clause
	Reason  string         // why options decide for all reports; empty: none does
}

// fieldShown is a setting that can be changed.
type fieldShown struct{ Name, Label, Hint, Kind, Value string }

// settingShown is a setting in words.
type settingShown struct {
	Name, Value string
	About       string // empty: nothing more is said
	Edition     string // whose clauses they are
	Clauses     []string
	Fixed       bool // by the federation, for all reports
}

func showSettings(v *portal.Visit) (any, error) {
	s := &settingsShown{Tabs: tabs(v, "settings"), Reason: v.Of.Reason}
	p := v.Printer()
	said := map[string]string{}
	for _, f := range register.SettingFields(v.Of) {
		said[f.Name] = f.Text
	}
	for _, name := range []string{"federation", "federation_local", "contact", "address", "address_local", "form", "form_local", "home", "site", "portal", "payment", "payment_local"} {
		f := fieldShown{Name: name, Label: p.Text("desk.settings."+name, nil), Hint: p.TextOr("desk.settings."+name+"-hint", "", nil), Kind: "text", Value: said[name]}
		switch name {
		case "contact":
			f.Kind = "email"
		case "form", "form_local", "home", "site", "portal":
			f.Kind = "url"
		}
		s.Contact = append(s.Contact, f)
	}
	about, err := v.Of.EditionOn(v.Bureau.Today(v.Of))
	if err != nil {
		return nil, err
	}
	s.rules(v, &about)
	say := func(name, value string) {
		s.Own = append(s.Own, settingShown{Name: p.Text("desk.settings."+name, nil), Value: value, About: p.TextOr("desk.settings."+name+"-about", "", nil)})
	}
	say("zone", v.Of.Zone)
	say("ids", v.Of.IDs)
	say("list-zero", page.Format{Printer: p}.Label(v.Of.ListZero))
	say("officers", p.Text(map[bool]string{true: "desk.settings.officers-two", false: "desk.settings.officers-one"}[v.Of.TwoOfficers], nil))
	if v.Is.Actor.Is(bureau.Officer | bureau.Administrator) {
		seen, err := seenOf(v, bureau.Subject{Seen: []bureau.Document{bureau.AllSettings.Of("")}})
		if err != nil {
			return nil, err
		}
		if s.F, err = v.Form(&act.ChangeSettings{}, seen); err != nil || v.Of.TwoOfficers {
			return s, err
		}
		if s.Two, err = v.Form(&act.ChangeSettings{Settings: []string{"officers=two"}}, seen); err == nil {
			s.Two.As("desk.settings.officers-take").Lesser()
		}
		return s, err
	}
	return s, nil
}

// rules adds what the text in force leaves open, each with the clauses that it is about.
func (s *settingsShown) rules(v *portal.Visit, about *regulation.About) {
	p, f := v.Printer(), page.Format{Printer: v.Printer()}
	s.Rules = append(s.Rules, settingShown{Name: p.Text("desk.settings.text", nil), Value: p.Text("regulation."+about.ID, nil), Edition: about.ID})
	if about.OwnFile {
		way := v.Of.OtherFiles
		if way == "" {
			way = bureau.WarnOfFiles
		}
		s.Rules = append(s.Rules, settingShown{
			Name: p.Text("desk.settings.other-files", nil), Value: p.Text("desk.settings.files-"+string(way), nil), Edition: about.ID, Clauses: clausesOf(about, "J29"), Fixed: way != bureau.WarnOfFiles,
		})
	}
	for _, o := range about.Options {
		of := settingShown{Name: p.Text("web.option."+o.Name, nil), Value: f.Option(o.Value), Edition: about.ID, Clauses: clausesOf(about, o.Reading)}
		_, chosen := v.Of.Options[o.Name]
		switch {
		case check.DecidesQuestions(o.Name) && !chosen:
			of.Value = p.Text("desk.settings.asked", nil)
		case check.DecidesQuestions(o.Name):
			of.Fixed = true
		}
		s.Rules = append(s.Rules, of)
	}
}

// clausesOf returns the clauses that a reading interprets.
func clausesOf(about *regulation.About, reading string) (all []string) {
	for _, c := range about.Clauses {
		if slices.Contains(about.ReadingsOf(c.ID), reading) {
			all = append(all, c.ID)
		}
	}
	return all
}

// seenOf returns the digest of what is done something with.
func seenOf(v *portal.Visit, s bureau.Subject) (seen string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		seen, err = bureau.SeenOf(r, s)
		return err
	})
	return seen, err
}
