package register

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Card is everything that the register keeps of a player, public or not.
type Card struct {
	Player
	Person

	entered string      // the CSV cell of EnteredUnrated
	member  civil.Range // the days of a membership to enrol, of an imported line
	given   string      // name, of an imported line with two columns for names
}

// PersonalField declares a field of the register. The text
// "register.purpose-NAME" states what it is kept for.
type PersonalField struct {
	Name   string
	Clause string // of the authority's regulation that asks for it; empty: none
	Public bool   // whether it is ever public
}

// PersonalFields returns every field that an authority's register keeps of a
// person.
func PersonalFields(authority string) []PersonalField {
	columns := cards()
	fields := make([]PersonalField, len(columns))
	for i, c := range columns {
		fields[i] = PersonalField{c.Name, c.Clauses[authority], c.Public}
	}
	return fields
}

// IsPublic reports whether a field of the register is ever public.
func IsPublic(name string) bool {
	return slices.ContainsFunc(cards(), func(c sheet.Column[Card]) bool { return c.Name == name && c.Public })
}

// cards returns the table of a card's columns: each with its format, the clause that
// asks for it and whether it is public.
func cards() sheet.Sheet[Card] {
	asked := func(c sheet.Column[Card], authority, clause string) sheet.Column[Card] {
		if c.Clauses == nil {
			c.Clauses = map[string]string{}
		}
		c.Clauses[authority] = clause
		return c
	}
	private := func(c sheet.Column[Card]) sheet.Column[Card] { c.Public = false; return c }
	text := sheet.Text[Card]
	mark := func(name string, field func(*Card) *bool) sheet.Column[Card] {
		return sheet.Column[Card]{Name: name, Form: "boolean", Public: true,
			Read: func(c *Card, s string) error { return parseMark(field(c), s) },
			Write: func(c *Card) string {
				if *field(c) {
					return "true"
				}
				return ""
			}}
	}
	address := func(name string, field func(*Card) *string) sheet.Column[Card] {
		return sheet.Column[Card]{Name: name, Form: "email",
			Read:  func(c *Card, s string) error { *field(c) = s; return checkAddress(s) },
			Write: func(c *Card) string { return *field(c) }}
	}
	names := text("name", func(c *Card) *string { return &c.Name })
	names.Read = func(c *Card, s string) error { c.Name = RomanName(s); return nil }
	names.Reading = "J26"
	all := sheet.Sheet[Card]{
		asked(text("id", func(c *Card) *string { return &c.ID }), "ncs", "4(1)b"),
		asked(names, "ncs", "4(3)"),
		asked(text("name_local", func(c *Card) *string { return &c.NameLocal }), "ncs", "4(5)"),
		text("kana", func(c *Card) *string { return &c.Kana }),
		{Name: "sex", Form: "sex-letter", Public: true,
			Read: func(c *Card, s string) error {
				if s != "" && s != "m" && s != "w" {
					return errors.New("neither m nor w")
				}
				c.Sex = s
				return nil
			},
			Write: func(c *Card) string { return c.Sex }},
		asked(asked(sheet.Column[Card]{Name: "birth", Form: "birth",
			Read:  func(c *Card, s string) (err error) { c.Birth, err = civil.ParseBirth(s); return err },
			Write: func(c *Card) string { return c.Birth.String() }}, "ncs", "4(5)"), "chessa", "Calculation of age group"),
		text("federation", func(c *Card) *string { return &c.Federation }),
		text("club", func(c *Card) *string { return &c.Club }),
		text("title", func(c *Card) *string { return &c.Title }),
		asked(address("email", func(c *Card) *string { return &c.Email }), "ncs", "4(5)"),
		private(text("guardian", func(c *Card) *string { return &c.Guardian })),
		address("guardian_email", func(c *Card) *string { return &c.GuardianEmail }),
		asked(sheet.Column[Card]{Name: "fide_id", Form: "fide-id", Public: true,
			Read:  func(c *Card, s string) (err error) { c.FideID, err = roster.ParseFideID(s); return err },
			Write: func(c *Card) string { return c.FideID }}, "ncs", "6(2)"),
	}
	for i, kind := range rating.AllKinds {
		all = append(all, asked(sheet.Column[Card]{Name: "fide_" + kind.String(), Form: "rating", Public: true,
			Read: func(c *Card, s string) (err error) { c.Fide[i], err = rating.ParseRating(s); return err },
			Write: func(c *Card) string {
				if c.Fide[i] == 0 {
					return ""
				}
				return strconv.Itoa(int(c.Fide[i]))
			}}, "ncs", "6(2)"))
	}
	entered := mark("entered_unrated", func(c *Card) *bool { return &c.EnteredUnrated })
	entered.Read = func(c *Card, s string) error {
		if c.entered = s; s == "" {
			return nil
		}
		return parseMark(&c.EnteredUnrated, s)
	}
	entered.Write = func(c *Card) string { return strconv.FormatBool(c.EnteredUnrated) }
	return append(all,
		text("fide_list", func(c *Card) *string { return &c.FideList }),
		asked(entered, "ncs", "6(3)"),
		mark("inactive", func(c *Card) *bool { return &c.Inactive }),
		mark("deceased", func(c *Card) *bool { return &c.Deceased }),
		mark("indexed", func(c *Card) *bool { return &c.Indexed }),
	)
}

// entries returns the table of an imported line: a card, with the name in one column or two, and a
// membership.
func entries() sheet.Sheet[Card] {
	return append(cards(),
		sheet.Text("given_name", func(c *Card) *string { return &c.given }),
		sheet.Day("member_from", func(c *Card) *civil.Date { return &c.member.From }),
		sheet.Day("member_to", func(c *Card) *civil.Date { return &c.member.To }))
}

// RomanName formats a name as 4(3) requires: family name, given names, no
// comma.
func RomanName(name string) string { return strings.Join(strings.Fields(roster.PlainName(name)), " ") }

// 4(3), Reading J26

func parseMark(to *bool, s string) error {
	if s != "" && s != "true" && s != "false" {
		return errors.New("neither true nor false")
	}
	*to = s == "true"
	return nil
}
