// Package registers has the pages of the registers: players, those who may be one, clubs, memberships, lists that are
// imported, and what is owed.
package registers

import (
	"embed"
	"errors"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

//go:embed template
var files embed.FS

const (
	readers = bureau.Officer | bureau.Auditor
	payers  = readers | bureau.Treasurer
)

// Room has the pages.
var Room = &portal.Room{Templates: files, Routes: []portal.Route{
	{Path: "desk/players", Template: "players", Who: readers, Acts: []string{"player.stated"}, Show: showPlayers},
	{Path: "desk/players/new", Template: "player-new", Who: bureau.Officer, Acts: []string{"player.add"}, Show: showNew},
	{Path: "desk/players/{id}", Template: "player", Who: readers, Acts: []string{"player.set", "player.consent", "player.remove", "player.first", "player.unmerge", "player.merge", "member.add", "member.remove"}, Show: showPlayer, Send: lookAtBirth},
	{Path: "desk/duplicates", Template: "duplicates", Who: readers, Show: showDuplicates},
	{Path: "desk/duplicates/{old}/{into}", Template: "pair", Who: readers, Acts: []string{"player.merge", "player.distinct", "player.unmerge"}, Show: showPair, Send: lookAtBirths},
	{Path: "desk/import", Template: "import", Who: bureau.Officer, Files: true, Show: showImport, Send: sendImport},
	{Path: "desk/import/{draft}", Template: "preview", Who: bureau.Officer, Acts: []string{"player.import", "member.import", "club.import", "player.fide"}, Show: showPreview, Send: sendPreview},
	{Path: "desk/clubs", Template: "clubs", Who: readers, Acts: []string{"club.add"}, Show: showClubs},
	{Path: "desk/clubs/{club}", Template: "club", Who: readers, Acts: []string{"club.set", "club.reporters", "club.contact", "club.remove"}, Show: showClub},
	{Path: "desk/members", Template: "members", Who: readers, Acts: []string{"member.add", "inquiry.grant"}, Show: showMembers},
	{Path: "desk/export/{list}", Template: "players", Who: readers, Show: export},
	{Path: "desk/sheet/{list}", Template: "players", Who: payers, Show: sendSheet},
	{Path: "desk/fees", Template: "fees", Who: payers, Acts: []string{"fee.paid", "fee.overdue"}, Show: showFees, Send: sendFees},
	{Path: "desk/fees/{ref}", Template: "fee", Who: payers, Acts: []string{"fee.paid"}, Show: showFee},
}}

// pages are the registers, as the row of links above each page leads to them.
var pages = []string{"players", "duplicates", "clubs", "members", "import"}

// desktop is what each page shows.
type desktop struct {
	At       string // the register of the page
	May      bool   // the visitor changes what the page shows
	Commands []string
}

// deskOf returns what each page of a register shows; commands do the same.
func deskOf(v *portal.Visit, at string, commands ...string) desktop {
	return desktop{At: at, May: v.Is.Actor.Is(bureau.Officer), Commands: commands}
}

// Tabs returns the registers that the visitor reads.
func (d desktop) Tabs() []string {
	if d.At == "fees" {
		return nil
	}
	if !d.May {
		return pages[:len(pages)-1]
	}
	return pages
}

// person is a player as the pages name them.
type person struct {
	ID, Name string
	Other    string // in the other script; empty: unknown
	Club     string
}

// personOf returns a player by their names.
func personOf(lang string, id, name, local, club string) person {
	one := person{id, name, local, club}
	if lang == "ja" && local != "" {
		one.Name, one.Other = local, name
	}
	return one
}

// called returns the name of a club in a language.
func called(lang, name, local string) string {
	if lang == "ja" && local != "" {
		return local
	}
	return name
}

// membership is whether somebody is a member today.
type membership struct {
	Until civil.Date // the last day of the membership of today, or of the last one; zero: none, or without an end
	Key   string     // of what is said of it
	Valid bool
}

// membershipOf returns whether somebody with some memberships is a member on a day. One of a tournament counts for that only.
func membershipOf(all []register.Membership, today civil.Date) membership {
	m := membership{Key: "desk.registers.no-member"}
	for _, one := range all {
		switch {
		case one.Event != "":
		case one.Days.Contains(today):
			if !m.Valid || one.Days.To == 0 || m.Until != 0 && one.Days.To > m.Until {
				m = membership{one.Days.To, "desk.registers.member", true}
			}
		case !m.Valid && one.Days.To != 0 && one.Days.To < today && one.Days.To > m.Until:
			m.Until, m.Key = one.Days.To, "desk.registers.ended"
		}
	}
	return m
}

// kindsOf returns the kinds of list that there are.
func kindsOf(v *portal.Visit) ([]rating.Kind, error) {
	rules, err := v.Of.Rules()
	if err != nil {
		return nil, err
	}
	return rules.Latest().About().Lists, nil
}

// words returns the names of kinds of list.
func words(v *portal.Visit, kinds []rating.Kind) (all []string) {
	for _, kind := range kinds {
		all = append(all, v.Printer().Word(kind.String()))
	}
	return all
}

// read returns a document as what it is.
func read[T any](v *portal.Visit, name, key string) (is T, err error) {
	made, err := v.Read(name, key)
	if err != nil {
		return is, err
	}
	is, ok := made.(T)
	if !ok {
		err = errors.New("registers: " + name + " is something else")
	}
	return is, err
}

// forms makes the forms of a page, until one cannot be made.
type forms struct {
	v   *portal.Visit
	err error
}

// of returns the form of an act, nil after an error. Fields that need not be filled in are added by their names.
func (f *forms) of(a act.Act, seen string, names ...string) (made *portal.Form) {
	if f.err == nil {
		made, f.err = f.v.Form(a, seen)
	}
	if f.err != nil {
		return nil
	}
	return made.With(names...)
}

// member returns the form by which a membership is entered.
func (f *forms) member(a *act.AddMember, seen string) *portal.Form {
	made := f.of(a, seen, "event")
	for i := 0; made != nil && i < len(made.Fields); i++ {
		if of := &made.Fields[i]; of.Name == "from" { // a word of which the name of the field has others
			of.Label = f.v.Printer().Text("desk.registers.column-from", nil)
		}
	}
	return made
}

// missing refuses what is not there.
func missing(v *portal.Visit) error {
	return finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
}

// view reads with a reader of the bureau.
func view(v *portal.Visit, f func(r bureau.Reader) error) error {
	return v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error { return f(r) })
}

// today returns the day of the authority.
func today(v *portal.Visit) civil.Date { return v.Bureau.Today(v.Of) }
