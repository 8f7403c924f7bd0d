package register

import (
	"context"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/sheet"
)

// ClubContact is how the office reaches a club. It is often a person's, so it stands apart from Club: it is
// shown to officers and to the club itself only, and it is forgotten with the person.
type ClubContact struct {
	Email    string `json:"email,omitempty"`
	Language string `json:"language,omitempty"` // of letters; empty: that of the federation
	Address  string `json:"address,omitempty"`  // to whom and where invoices go
}

// ClubContacts are the contacts of clubs by ID. Who has stated none has no document.
var ClubContacts = bureau.Table[ClubContact]{Kind: "club-contact"}

// letterLanguages are those in which letters can be written.
var letterLanguages = []string{"en", "ja"}

// clubContactSheet returns the fields of a club's contact.
func clubContactSheet() sheet.Sheet[ClubContact] {
	text := sheet.Text[ClubContact]
	email := text("email", func(c *ClubContact) *string { return &c.Email })
	email.Form = "email"
	email.Read = func(to *ClubContact, s string) error { to.Email = s; return checkAddress(s) }
	language := text("language", func(c *ClubContact) *string { return &c.Language })
	language.Form = "language"
	language.Read = func(to *ClubContact, s string) error {
		if to.Language = s; s != "" && !slices.Contains(letterLanguages, s) {
			return errors.New("no language of letters")
		}
		return nil
	}
	return sheet.Sheet[ClubContact]{email, language, text("address", func(c *ClubContact) *string { return &c.Address })}
}

// ContactOfClub returns the contact of a club, an empty one if it has stated none.
func ContactOfClub(r bureau.Reader, id string) (*ClubContact, error) {
	c, err := ClubContacts.Get(r, id)
	if err == nil && c == nil {
		c = &ClubContact{}
	}
	return c, err
}

// PutClubContact keeps the contact of a club; an empty one is deleted.
func PutClubContact(w bureau.Writer, id string, c *ClubContact) error {
	if *c == (ClubContact{}) {
		return w.Delete(ClubContacts.Kind, id)
	}
	return ClubContacts.Put(w, id, c)
}

// SetClubContact changes how the office reaches a club, by FIELD=VALUE pairs. The log does not have them.
func SetClubContact(ctx context.Context, b *bureau.Bureau, name string, fields []string, reason string) (club *Club, err error) {
	r, err := clubContactSheet().Fields(fields)
	if err != nil {
		return nil, err
	}
	err = b.Do(ctx, "club.contact", reason, func(tx *bureau.Tx) error {
		if club, err = FindClub(tx, name); err != nil {
			return err
		}
		if err := tx.About(bureau.Subject{ID: club.ID, Club: club.ID, Seen: []bureau.Document{ClubContacts.Of(club.ID)}}); err != nil {
			return err
		}
		c, err := ContactOfClub(tx, club.ID)
		if err != nil {
			return err
		}
		if err := bureau.FirstRefusal(r.Fill(c)); err != nil {
			return err
		}
		tx.Note(club.ID, nil)
		return PutClubContact(tx, club.ID, c)
	})
	return club, err
}

// Fields returns the non-empty fields of a contact.
func (c *ClubContact) Fields() []Field {
	var fields []Field
	for _, column := range clubContactSheet() {
		if text := column.Write(c); text != "" {
			fields = append(fields, Field{column.Name, text, column.Public})
		}
	}
	return fields
}
