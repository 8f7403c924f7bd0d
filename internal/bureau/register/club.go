// Package register holds the registers of a bureau: players, clubs and memberships.
package register

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report"
)

// Club is an organiser that may report tournaments.
type Club struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	NameLocal      string      `json:"name_local,omitempty"`     // in the local script
	Region         string      `json:"region,omitempty"`         // a prefecture or province, as the bureau names it
	Representative string      `json:"representative,omitempty"` // ID of a player, or a name
	Registered     civil.Range `json:"registered,omitzero"`      // first and last day of registration; a zero end is open
	Reporters      []string    `json:"reporters,omitempty"`      // names or IDs of those who may submit for it besides the representative

	Columns map[string]string `json:"columns,omitempty"` // what the headers of its lists of games are, folded
}

// The tables of clubs.
var (
	Clubs     = bureau.Table[Club]{Kind: "club"}        // by ID
	ClubNames = bureau.Table[string]{Kind: "club-name"} // ID by folded name
)

// clubSheet returns the columns of a club.
func clubSheet() sheet.Sheet[Club] {
	text, day := sheet.Text[Club], sheet.Day[Club]
	return sheet.Sheet[Club]{
		text("id", func(c *Club) *string { return &c.ID }),
		text("name", func(c *Club) *string { return &c.Name }),
		text("name_local", func(c *Club) *string { return &c.NameLocal }),
		text("region", func(c *Club) *string { return &c.Region }),
		text("representative", func(c *Club) *string { return &c.Representative }),
		day("registered_from", func(c *Club) *civil.Date { return &c.Registered.From }),
		day("registered_to", func(c *Club) *civil.Date { return &c.Registered.To }),
		{Name: "reporters", Form: "reporters",
			Read: func(c *Club, s string) error {
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
			Write: func(c *Club) string { return strings.Join(c.Reporters, "; ") }},
	}
}

// IsKept reports whether any document of a kind exists. A bureau without a
// register cannot say who is missing from it.
func IsKept(r bureau.Reader, kind string) (bool, error) {
	found := false
	err := r.Scan(kind, "", "", func(string, []byte) (bool, error) {
		found = true
		return false, nil
	})
	return found, err
}

// LookUpClub returns a club by ID or name, nil if there is none.
func LookUpClub(r bureau.Reader, name string) (*Club, error) {
	if found, err := Clubs.Get(r, name); err != nil || found != nil {
		return found, err
	}
	id, err := ClubNames.Get(r, report.FoldName(name))
	if err != nil || id == nil {
		return nil, err
	}
	return Clubs.Get(r, *id)
}

// On reports whether the club is registered on all of these days.
func (c *Club) On(days civil.Range) bool {
	return c.Registered == civil.Range{} || c.Registered.Covers(days)
}

// Organizer returns the club of a name, nil if it is not registered. The federation always is, by
// any of its names; who reports for it stands in its own entry, if it has one (Reading J34).
func Organizer(r bureau.Reader, name string) (*Club, error) {
	s, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	same := func(other string) bool { return report.FoldName(other) == report.FoldName(name) }
	if !slices.ContainsFunc(s.Names(), same) {
		return LookUpClub(r, name)
	}
	federation := Club{Name: name}
	for _, name := range s.Names() {
		own, err := LookUpClub(r, name)
		if err != nil {
			return nil, err
		}
		if own != nil {
			federation.ID, federation.Representative, federation.Reporters = own.ID, own.Representative, own.Reporters
		}
	}
	return &federation, nil
}

// NamesOf returns the folded names and IDs of people whom a club names, by name or ID.
func NamesOf(r bureau.Reader, people ...string) (names []string, err error) {
	for _, who := range people {
		if who == "" {
			continue
		}
		names = append(names, report.FoldName(who))
		if p, err := Players.Get(r, who); err != nil || p == nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		p, err := Find(r, who)
		if err != nil {
			return nil, err
		}
		names = append(names, report.FoldName(p.ID), report.FoldName(p.Name))
	}
	return names, nil
}

// NearClubs returns the IDs and names of clubs that a name may mean: those that differ from it by
// one letter, and those of whose name it is a part.
func NearClubs(r bureau.Reader, name string) (near []string, err error) {
	const most, shortest = 5, 3
	wanted := report.FoldName(name)
	clubs, err := AllClubs(r)
	for _, c := range clubs {
		like := identity.OneEdit(c.ID, name)
		for _, own := range c.names() {
			folded := report.FoldName(own)
			like = like || identity.OneEdit(folded, wanted) || len(wanted) >= shortest && strings.Contains(folded, wanted)
		}
		if like && len(near) < most {
			near = append(near, c.ID+" "+c.Name)
		}
	}
	return near, err
}

// FindClub returns a club by ID or name, or a refusal if it does not exist.
func FindClub(r bureau.Reader, name string) (*Club, error) {
	found, err := LookUpClub(r, name)
	if err != nil || found != nil {
		return found, err
	}
	near, err := NearClubs(r, name)
	if err != nil {
		return nil, err
	}
	return nil, finding.Refuse("no-club", finding.Text("name", name), finding.Text("near", strings.Join(near, ", ")))
}

// AllClubs returns all clubs, sorted by ID.
func AllClubs(r bureau.Reader) ([]*Club, error) { return Clubs.All(r, "") }

// Fields returns the non-empty fields of a club.
func (c *Club) Fields() []Field {
	var fields []Field
	for _, column := range clubSheet() {
		if text := column.Write(c); text != "" {
			fields = append(fields, Field{column.Name, text, column.Public})
		}
	}
	return fields
}

// AddClub registers a club from FIELD=VALUE pairs. Without an ID it gets the
// next one.
func AddClub(ctx context.Context, b *bureau.Bureau, fields []string, reason string) (made *Club, err error) {
	r, err := clubSheet().Fields(fields)
	if err != nil {
		return nil, err
	}
	err = b.Do(ctx, "club.add", reason, func(tx *bureau.Tx) error {
		made = &Club{}
		if err := bureau.FirstRefusal(r.Fill(made)); err != nil {
			return err
		}
		if taken, err := Clubs.Get(tx, made.ID); err != nil || taken != nil {
			if err == nil {
				err = finding.Refuse("id-taken", finding.Text("id", made.ID))
			}
			return err
		}
		err := KeepClub(tx, nil, made)
		tx.Note(made.ID, nil)
		return err
	})
	return made, err
}

// Subject returns a club as something is done with it.
func (c *Club) Subject() bureau.Subject {
	return bureau.Subject{ID: c.ID, Club: c.ID, Player: c.Representative, Seen: []bureau.Document{Clubs.Of(c.ID)}}
}

// SetClub changes fields of a club by FIELD=VALUE pairs.
func SetClub(ctx context.Context, b *bureau.Bureau, name string, fields []string, reason string) (made *Club, err error) {
	r, err := clubSheet().Fields(fields)
	if err != nil {
		return nil, err
	}
	err = b.Do(ctx, "club.set", reason, func(tx *bureau.Tx) error {
		before, err := FindClub(tx, name)
		if err != nil {
			return err
		}
		if err := tx.About(before.Subject()); err != nil {
			return err
		}
		now := *before
		made = &now
		if err := bureau.FirstRefusal(r.Fill(made)); err != nil {
			return err
		}
		if made.ID != before.ID {
			return finding.Refuse("id-stays", finding.Text("id", before.ID))
		}
		tx.Note(made.ID, map[string]any{"fields": r.Columns()})
		return KeepClub(tx, before, made)
	})
	return made, err
}

// KeepClub stores a club and its name key. before is the stored club, nil for a
// new one.
func KeepClub(tx *bureau.Tx, before, club *Club) error {
	if err := checkClub(tx, club); err != nil {
		return err
	}
	if before != nil {
		if err := DropClubNames(tx, before); err != nil {
			return err
		}
	}
	for club.ID == "" {
		n, err := tx.Count("club")
		if err != nil {
			return err
		}
		id := fmt.Sprintf("C%04d", n)
		taken, err := Clubs.Get(tx, id)
		if err != nil {
			return err
		}
		if taken == nil {
			club.ID = id
		}
	}
	for _, name := range club.names() {
		if err := ClubNames.Put(tx, report.FoldName(name), &club.ID); err != nil {
			return err
		}
	}
	return Clubs.Put(tx, club.ID, club)
}

// names returns the names of the club.
func (c *Club) names() []string {
	return slices.DeleteFunc([]string{c.Name, c.NameLocal}, func(name string) bool { return name == "" })
}

// DropClubNames deletes the keys by which a club is found by name.
func DropClubNames(tx *bureau.Tx, c *Club) error {
	for _, name := range c.names() {
		if err := tx.Delete(ClubNames.Kind, report.FoldName(name)); err != nil {
			return err
		}
	}
	return nil
}

func checkClub(tx *bureau.Tx, club *Club) error {
	if club.Name == "" {
		return finding.Refuse("name-needed")
	}
	for _, name := range club.names() {
		if holder, err := ClubNames.Get(tx, report.FoldName(name)); err != nil || holder != nil && *holder != club.ID {
			if err == nil {
				err = finding.Refuse("club-name-taken", finding.Text("name", name), finding.Text("id", *holder))
			}
			return err
		}
	}
	if days := club.Registered; days.From != 0 && days.To != 0 && days.To < days.From {
		return finding.Refuse("days-reversed", finding.Text("start", days.From.String()), finding.Text("end", days.To.String()))
	}
	near, err := Padded(tx, club.Representative)
	if err != nil || len(near) == 0 && !tx.Settings.IDPattern().MatchString(club.Representative) {
		return err
	}
	_, err = Find(tx, club.Representative)
	return err
}

// ImportClubs imports a CSV of clubs: it updates clubs whose IDs exist, in the
// columns present, and registers the others. Either all lines are imported or
// none.
func ImportClubs(ctx context.Context, b *bureau.Bureau, in io.Reader, file, reason string) (*Imported, error) {
	return importRows(ctx, b, "club", clubSheet(), in, file, reason, []string{"name"}, func(tx *bureau.Tx, made *Imported) (func(*sheet.Row[Club]) (effect, []finding.Finding, error), func() error) {
		return func(line *sheet.Row[Club]) (effect, []finding.Finding, error) { return takeClub(tx, made, line) }, func() error { return nil }
	})
}

// takeClub registers the club of a line, or updates the existing one.
func takeClub(tx *bureau.Tx, to *Imported, line *sheet.Row[Club]) (effect, []finding.Finding, error) {
	before, err := Clubs.Get(tx, line.Value("id"))
	if err != nil {
		return same, nil, err
	}
	made, outcome := &Club{}, added
	if before != nil {
		now := *before
		made, outcome = &now, changed
	}
	found := line.Fill(made)
	if bureau.AnyRefusal(found) || before != nil && clubSheet().Same(before, made) {
		return same, found, nil
	}
	if err := KeepClub(tx, before, made); err != nil {
		return outcome, found, err
	}
	if before == nil {
		to.noteNew(line.At.Line, made.ID, made.Name)
	} else {
		note(to, line.At.Line, made.ID, made.Name, clubSheet(), before, made)
	}
	return outcome, found, nil
}

// ExportClubs writes the clubs as a CSV that ImportClubs reads.
func ExportClubs(r bureau.Reader, w io.Writer) error {
	return clubSheet().WriteCSV(w, func(write func(*Club) error) error {
		return Clubs.Scan(r, "", "", func(_ string, c *Club) (bool, error) { return true, write(c) })
	})
}
