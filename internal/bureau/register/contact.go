package register

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/sheet"
)

// contactSheet returns the settings by which the public reaches the federation.
func contactSheet() sheet.Sheet[bureau.Contact] {
	text := sheet.Text[bureau.Contact]
	page := func(name string, field func(*bureau.Contact) *string) sheet.Column[bureau.Contact] {
		c := text(name, field)
		c.Form = "web"
		c.Read = func(to *bureau.Contact, s string) error {
			*field(to) = s
			if u, err := url.Parse(s); s != "" && (err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil) {
				return errors.New("no address of a page")
			}
			return nil
		}
		return c
	}
	contact := text("contact", func(c *bureau.Contact) *string { return &c.Email })
	contact.Form = "email"
	contact.Read = func(to *bureau.Contact, s string) error { to.Email = s; return checkAddress(s) }
	site := text("site", func(c *bureau.Contact) *string { return &c.Site })
	site.Form = "site"
	site.Read = func(to *bureau.Contact, s string) (err error) { to.Site, err = SiteAddress(s); return err }
	return sheet.Sheet[bureau.Contact]{
		contact,
		text("federation", func(c *bureau.Contact) *string { return &c.Name }),
		text("federation_local", func(c *bureau.Contact) *string { return &c.NameLocal }),
		text("address", func(c *bureau.Contact) *string { return &c.Address }),
		text("address_local", func(c *bureau.Contact) *string { return &c.AddressLocal }),
		page("form", func(c *bureau.Contact) *string { return &c.Form }),
		page("form_local", func(c *bureau.Contact) *string { return &c.FormLocal }),
		page("home", func(c *bureau.Contact) *string { return &c.Home }),
		site,
	}
}

// SiteAddress returns the address of a site from outside, without a slash at its end.
func SiteAddress(text string) (string, error) {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return "", errors.New("no address of a site")
	}
	return strings.TrimRight(text, "/"), nil
}

// ContactOf takes what is about the contact out of settings by name.
func ContactOf(settings map[string]string) (contact bureau.Contact, others map[string]string, err error) {
	var fields []string
	for name, value := range settings {
		if len(contactSheet().Only(name)) > 0 {
			fields = append(fields, name+"="+value)
			continue
		}
		if others == nil {
			others = map[string]string{}
		}
		others[name] = value
	}
	return contact, others, fillContact(&contact, fields)
}

func fillContact(to *bureau.Contact, fields []string) error {
	r, err := contactSheet().Fields(fields)
	if err != nil {
		return err
	}
	return bureau.FirstRefusal(r.Fill(to))
}

// SetContact changes how the public reaches the federation, by NAME=VALUE pairs. It returns
// what holds then.
func SetContact(ctx context.Context, b *bureau.Bureau, fields []string, reason string) (now *bureau.Contact, err error) {
	if strings.TrimSpace(reason) == "" {
		return now, finding.Refuse("reason-needed")
	}
	err = b.Do(ctx, "set", reason, func(tx *bureau.Tx) error {
		if err := tx.About(bureau.Subject{Seen: []bureau.Document{bureau.AllSettings.Of("")}}); err != nil {
			return err
		}
		s := *tx.Settings
		if err := fillContact(&s.Contact, fields); err != nil {
			return err
		}
		now = &s.Contact
		return bureau.AllSettings.Put(tx, "", &s)
	})
	return now, err
}

// ContactFields returns the settings of a contact that say something.
func ContactFields(c *bureau.Contact) (fields []Field) {
	for _, column := range contactSheet() {
		if text := column.Write(c); text != "" {
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
