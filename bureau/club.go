package bureau

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Club is an organiser that may report tournaments.
type Club struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	Representative string      `json:"representative,omitempty"` // ID of the player, or a name
	Registered     civil.Range `json:"registered,omitzero"`      // the days on which it is; a zero end is open
	Reporters      []string    `json:"reporters,omitempty"`      // names or IDs of those who may submit for it beside the representative; nobody: anybody may
}

// The documents of clubs.
var (
	clubs     = table[Club]{"club"}        // by ID
	clubNames = table[string]{"club-name"} // ID by folded name
)

// clubSheet is the columns of a club.
var clubSheet = clubColumns()

func clubColumns() sheet[Club] {
	text := func(name string, field func(*Club) *string) column[Club] {
		return column[Club]{name: name, form: "text", public: true,
			read:  func(c *Club, s string) error { *field(c) = s; return nil },
			write: func(c *Club) string { return *field(c) }}
	}
	day := func(name string, field func(*Club) *civil.Date) column[Club] {
		return column[Club]{name: name, form: "date", public: true,
			read:  func(c *Club, s string) error { return field(c).UnmarshalText([]byte(s)) },
			write: func(c *Club) string { return field(c).String() }}
	}
	return sheet[Club]{
		text("id", func(c *Club) *string { return &c.ID }),
		text("name", func(c *Club) *string { return &c.Name }),
		text("representative", func(c *Club) *string { return &c.Representative }),
		day("registered_from", func(c *Club) *civil.Date { return &c.Registered.From }),
		day("registered_to", func(c *Club) *civil.Date { return &c.Registered.To }),
		{name: "reporters", form: "reporters",
			read: func(c *Club, s string) error {
				c.Reporters = nil
				for who := range strings.SplitSeq(s, ";") {
					if who = strings.TrimSpace(who); who != "" {
						c.Reporters = append(c.Reporters, who)
					}
				}
				if strings.Contains(s, "@") {
					return errors.New("an address is neither a name nor an ID")
				}
				return nil
			},
			write: func(c *Club) string { return strings.Join(c.Reporters, "; ") }},
	}
}

// anyone says whether there is a document of a kind at all: who keeps no
// register cannot tell who is not in it.
func anyone(r Reader, kind string) (bool, error) {
	found := false
	err := r.Scan(kind, "", "", func(string, []byte) (bool, error) {
		found = true
		return false, nil
	})
	return found, err
}

// club gives a club by ID or name, nil if there is none.
func club(r Reader, name string) (*Club, error) {
	if found, err := clubs.get(r, name); err != nil || found != nil {
		return found, err
	}
	id, err := clubNames.get(r, foldName(name))
	if err != nil || id == nil {
		return nil, err
	}
	return clubs.get(r, *id)
}

// on says whether the club is registered on all these days.
func (c *Club) on(days civil.Range) bool {
	return c.Registered == civil.Range{} || c.Registered.Covers(days)
}

// mayReport says whether a person, by name or ID, may submit for the club: the
// representative and those whom he has approved.
func (c *Club) mayReport(r Reader, name string) (bool, error) { // 3(2)
	for _, who := range append(slices.Clone(c.Reporters), c.Representative) {
		if who == "" {
			continue
		}
		if foldName(who) == foldName(name) {
			return true, nil
		}
		p, err := players.get(r, who)
		if err != nil {
			return false, err
		}
		if p != nil && foldName(p.Name) == foldName(name) {
			return true, nil
		}
	}
	return false, nil
}

// Club gives a club by ID or name; one that is not there is refused.
func (b *Bureau) Club(r Reader, name string) (*Club, error) {
	found, err := club(r, name)
	if err == nil && found == nil {
		err = refuse("no-club", finding.Text("name", name))
	}
	return found, err
}

// Clubs gives all clubs, by ID.
func (b *Bureau) Clubs(r Reader) ([]*Club, error) { return clubs.all(r, "") }

// Fields gives what is known of a club, but for the fields that are empty.
func (c *Club) Fields() []Field {
	var fields []Field
	for _, column := range clubSheet {
		if text := column.write(c); text != "" {
			fields = append(fields, Field{column.name, text, column.public})
		}
	}
	return fields
}

// AddClub registers a club by FIELD=VALUE; without an ID it gets the next one.
func (b *Bureau) AddClub(ctx context.Context, fields []string, reason string) (made *Club, err error) {
	r, err := clubSheet.fields(fields)
	if err != nil {
		return nil, err
	}
	err = b.Do(ctx, "club.register", reason, func(tx *Tx) error {
		made = &Club{}
		if err := wrong(r.fill(made)); err != nil {
			return err
		}
		if taken, err := clubs.get(tx, made.ID); err != nil || taken != nil {
			if err == nil {
				err = refuse("id-taken", finding.Text("id", made.ID))
			}
			return err
		}
		err := tx.keepClub(nil, made)
		tx.Note(made.ID, nil)
		return err
	})
	return made, err
}

// SetClub changes fields of a club by FIELD=VALUE.
func (b *Bureau) SetClub(ctx context.Context, name string, fields []string, reason string) (made *Club, err error) {
	r, err := clubSheet.fields(fields)
	if err != nil {
		return nil, err
	}
	err = b.Do(ctx, "club.amend", reason, func(tx *Tx) error {
		before, err := b.Club(tx, name)
		if err != nil {
			return err
		}
		now := *before
		made = &now
		if err := wrong(r.fill(made)); err != nil {
			return err
		}
		if made.ID != before.ID {
			return refuse("id-stays", finding.Text("id", before.ID))
		}
		tx.Note(made.ID, nil)
		return tx.keepClub(before, made)
	})
	return made, err
}

// keepClub keeps a club and the name by which it is found. before is what was
// kept, nil for a new one.
func (tx *Tx) keepClub(before, club *Club) error {
	if err := tx.checkClub(club); err != nil {
		return err
	}
	if before != nil {
		if err := tx.Delete(clubNames.kind, foldName(before.Name)); err != nil {
			return err
		}
	}
	for club.ID == "" {
		n, err := tx.count("club")
		if err != nil {
			return err
		}
		id := fmt.Sprintf("C%04d", n)
		taken, err := clubs.get(tx, id)
		if err != nil {
			return err
		}
		if taken == nil {
			club.ID = id
		}
	}
	if err := clubNames.put(tx, foldName(club.Name), &club.ID); err != nil {
		return err
	}
	return clubs.put(tx, club.ID, club)
}

func (tx *Tx) checkClub(club *Club) error {
	if club.Name == "" {
		return refuse("name-needed")
	}
	if holder, err := clubNames.get(tx, foldName(club.Name)); err != nil || holder != nil && *holder != club.ID {
		if err == nil {
			err = refuse("club-name-taken", finding.Text("name", club.Name), finding.Text("id", *holder))
		}
		return err
	}
	if days := club.Registered; days.From != 0 && days.To != 0 && days.To < days.From {
		return refuse("days-reversed", finding.Text("start", days.From.String()), finding.Text("end", days.To.String()))
	}
	if !tx.Settings.idPattern().MatchString(club.Representative) {
		return nil
	}
	_, err := player(tx, club.Representative)
	return err
}

// ImportClubs takes a CSV of clubs: it changes those whose IDs are there, in the
// columns that it has, and registers the others. All lines are taken, or none.
func (b *Bureau) ImportClubs(ctx context.Context, in io.Reader, file, reason string) (*Imported, error) {
	return importRows(ctx, b, "club", clubSheet, in, file, reason, []string{"id", "name"}, func(tx *Tx) (func(*row[Club]) (did, []finding.Finding, error), func() error) {
		return tx.takeClub, func() error { return nil }
	})
}

// takeClub registers the club of a line, or changes the one that is there.
func (tx *Tx) takeClub(line *row[Club]) (did, []finding.Finding, error) {
	before, err := clubs.get(tx, line.value("id"))
	if err != nil {
		return same, nil, err
	}
	made, outcome := &Club{}, added
	if before != nil {
		now := *before
		made, outcome = &now, changed
	}
	found := line.fill(made)
	if refuses(found) || before != nil && clubSheet.same(before, made) {
		return same, found, nil
	}
	return outcome, found, tx.keepClub(before, made)
}

// ExportClubs writes the clubs as a CSV that ImportClubs takes.
func (b *Bureau) ExportClubs(r Reader, w io.Writer) error {
	return clubSheet.writeAll(w, func(write func(*Club) error) error {
		return clubs.scan(r, "", "", func(_ string, c *Club) (bool, error) { return true, write(c) })
	})
}
