package register

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/sheet"
)

// settingSheet returns the settings that a bureau may change: how the public reaches the federation, and how many officers what
// changes published numbers takes.
func settingSheet() sheet.Sheet[bureau.Settings] {
	text := func(name string, field func(*bureau.Contact) *string) sheet.Column[bureau.Settings] {
		return sheet.Text(name, func(s *bureau.Settings) *string { return field(&s.Contact) })
	}
	read := func(form string, reads func(string) (string, error), name string, field func(*bureau.Contact) *string) sheet.Column[bureau.Settings] {
		c := text(name, field)
		c.Form, c.Read = form, func(to *bureau.Settings, s string) (err error) { *field(&to.Contact), err = reads(s); return err }
		return c
	}
	officers := sheet.Column[bureau.Settings]{
		Name: "officers", Form: "officers", Public: true,
		Read: func(to *bureau.Settings, s string) error {
			if to.TwoOfficers = s == "two"; s != "one" && s != "two" {
				return errors.New("neither one nor two")
			}
			return nil
		},
		Write: func(of *bureau.Settings) string { return map[bool]string{true: "two"}[of.TwoOfficers] },
	}
	all := sheet.Sheet[bureau.Settings]{
		read("email", func(s string) (string, error) { return s, checkAddress(s) }, "contact", func(c *bureau.Contact) *string { return &c.Email }),
		text("federation", func(c *bureau.Contact) *string { return &c.Name }),
		text("federation_local", func(c *bureau.Contact) *string { return &c.NameLocal }),
		text("address", func(c *bureau.Contact) *string { return &c.Address }),
		text("address_local", func(c *bureau.Contact) *string { return &c.AddressLocal }),
		read("web", pageAddress, "form", func(c *bureau.Contact) *string { return &c.Form }),
		read("web", pageAddress, "form_local", func(c *bureau.Contact) *string { return &c.FormLocal }),
		read("web", pageAddress, "home", func(c *bureau.Contact) *string { return &c.Home }),
		read("site", SiteAddress, "site", func(c *bureau.Contact) *string { return &c.Site }),
		read("site", SiteAddress, "portal", func(c *bureau.Contact) *string { return &c.Portal }),
		text("payment", func(c *bureau.Contact) *string { return &c.Payment }),
		text("payment_local", func(c *bureau.Contact) *string { return &c.PaymentLocal }),
		officers,
	}
	for _, r := range bureau.Routines {
		all = append(all, sheet.Column[bureau.Settings]{Name: "clock_" + r.ID, Form: "clock", Public: true, Read: r.SetTime, Write: r.OwnTime})
	}
	return all
}

// pageAddress returns the address of a page.
func pageAddress(text string) (string, error) {
	if u, err := url.Parse(text); text != "" && (err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil) {
		return text, errors.New("no address of a page")
	}
	return text, nil
}

// SiteAddress returns the address of a site from outside, without a slash at its end.
func SiteAddress(text string) (string, error) {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return "", errors.New("no address of a site")
	}
	return strings.TrimRight(text, "/"), nil
}

// Begin sets the settings that can be changed later from settings by name. It returns the others.
func Begin(to *bureau.Settings, settings map[string]string) (others map[string]string, err error) {
	var fields []string
	others = maps.Clone(settings)
	for name, value := range settings {
		if len(settingSheet().Only(name)) > 0 {
			fields = append(fields, name+"="+value)
			delete(others, name)
		}
	}
	return others, fillSettings(to, fields)
}

func fillSettings(to *bureau.Settings, fields []string) error {
	r, err := settingSheet().Fields(fields)
	if err != nil {
		return err
	}
	return bureau.FirstRefusal(r.Fill(to))
}

// ChangeSettings changes settings by NAME=VALUE pairs. It returns what holds then. Where two officers are wanted, only whoever is at the
// machine itself can say that one is enough: else one of them could.
func ChangeSettings(ctx context.Context, b *bureau.Bureau, fields []string, reason string) (now *bureau.Settings, err error) {
	if strings.TrimSpace(reason) == "" {
		return now, finding.Refuse("reason-needed")
	}
	err = b.Do(ctx, "set", reason, func(tx *bureau.Tx) error {
		if err := tx.About(bureau.Subject{Seen: []bureau.Document{bureau.AllSettings.Of("")}}); err != nil {
			return err
		}
		s := *tx.Settings
		if err := fillSettings(&s, fields); err != nil {
			return err
		}
		if tx.Settings.TwoOfficers && !s.TwoOfficers && b.Actor.Login == "" {
			return finding.Refuse("act-not-allowed", finding.Text("act", "set officers=one"))
		}
		now = &s
		return bureau.AllSettings.Put(tx, "", &s)
	})
	return now, err
}

// SettingFields returns the settings that can be changed and say something.
func SettingFields(s *bureau.Settings) (fields []Field) {
	for _, column := range settingSheet() {
		if text := column.Write(s); text != "" {
			fields = append(fields, Field{column.Name, text, column.Public})
		}
	}
	return fields
}

// NoContact returns the finding that the public can ask nobody, nothing if it can.
func NoContact(s *bureau.Settings) []finding.Finding {
	if !s.Contact.Missing() {
		return nil
	}
	return []finding.Finding{finding.New("contact-missing", finding.Info, finding.At{})}
}
