package registers

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// mostReports is how many reports of a player the page shows.
const mostReports = 5

// factShown is what the register knows of a player, where from and since when.
type factShown struct {
	Name   string // of the field
	Text   string // empty: it is shown after a click
	From   string // the key of where it is from
	By     string // who entered it, or which list it is from
	When   string // empty: not known
	Public bool
	OfClub bool
}

// Title returns the key of the field's name.
func (f factShown) Title() string { return title(f.Name, f.OfClub) }

// inputShown is a field of the form.
type inputShown struct {
	Name, Kind, Text string
	OfClub           bool
}

// Title returns the key of the field's name.
func (in inputShown) Title() string { return title(in.Name, in.OfClub) }

// title returns the key of the name of a field: names of clubs are others than those of players.
func title(name string, ofClub bool) string {
	if ofClub && strings.HasPrefix(name, "name") {
		return "desk.registers.club-" + name
	}
	return "register.field-" + name
}

// eventShown is a report in which a player is.
type eventShown struct {
	*rows.Report
	Days string
}

// lineOfLog is an entry of the log about something.
type lineOfLog struct{ When, Who, What, Reason string }

// mergedShown is an ID that was merged into the player of the page.
type mergedShown struct {
	ID   string
	Form *portal.Form
}

// memberShown is a membership of a player.
type memberShown struct {
	register.Membership
	Remove string // leads to the form that removes it; empty: the visitor does not
}

// playerShown is what the page of a player shows.
type playerShown struct {
	desktop
	person
	Card        *register.Card // without what is not public, unless it was asked for
	Births      bool           // the date of birth is known
	Birth       string         // that was asked for; empty: it was not
	Ratings     []rating.Rating
	Kinds       []string
	Facts       []factShown
	Inputs      []inputShown
	Clubs       []clubFound
	Member      membership
	Memberships []memberShown
	Reports     []eventShown
	More        int // reports that are not shown
	Open        int // reports that are not rated yet
	Pairs       []pairShown
	Merged      []mergedShown
	Proposed    []factProposed
	Log         []lineOfLog

	Set, Consent, Add          *portal.Form
	FirstTo, MergeTo, RemoveTo string // addresses of forms; FirstTo is empty where the rules have no first rating by an officer
}

func showPlayer(v *portal.Visit) (any, error) { return playerOf(v, false) }

// lookAtBirth shows the page with the date of birth. That the visitor looks is kept first.
func lookAtBirth(v *portal.Visit) error {
	if !v.Is.Actor.Is(bureau.Officer) {
		return missing(v)
	}
	if v.Field("show") == "birth" {
		if err := v.Looked("birth " + v.R.PathValue("id")); err != nil {
			return err
		}
	}
	s, err := playerOf(v, v.Field("show") == "birth")
	if err != nil {
		return err
	}
	return v.Show("player", http.StatusOK, s)
}

// playerOf returns what the page of a player shows.
func playerOf(v *portal.Visit, birth bool) (*playerShown, error) {
	id := v.R.PathValue("id")
	card, err := cardOf(v, id)
	if err != nil {
		return nil, err
	}
	s := &playerShown{desktop: deskOf(v, "players"), person: personOf(v.Lang, card.ID, card.Name, card.NameLocal, card.Club), Card: card, Births: card.Birth != 0}
	s.Commands = []string{"arpad player show " + card.ID}
	if birth {
		s.Birth = card.Birth.String()
	}
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	s.Kinds = words(v, kinds)
	err = view(v, func(r bureau.Reader) error {
		standing, err := lists.NewestStanding(r, card.Number)
		for _, kind := range kinds {
			s.Ratings = append(s.Ratings, standing.Of(kind).Rating)
		}
		return errors.Join(err, s.readMemberships(v, r), s.readReports(v, r), s.readLog(v, r), s.readPairs(v, r), s.readClubs(v, r))
	})
	if err == nil && s.May {
		err = s.forms(v)
	}
	return s, err
}

// cardOf returns the card of a player as the visitor reads it. Under an ID that was merged there is no page: it leads to a pair.
func cardOf(v *portal.Visit, id string) (*register.Card, error) {
	made, err := v.Read("card", id)
	if err != nil {
		return nil, err
	}
	switch is := made.(type) {
	case *register.Card:
		return is, nil
	case *register.Player:
		return &register.Card{Player: *is}, nil
	}
	return nil, errors.New("registers: a card is something else")
}

func (s *playerShown) readMemberships(v *portal.Visit, r bureau.Reader) error {
	all, err := register.MembershipsOf(r, s.ID, 0)
	s.Member = membershipOf(all, today(v))
	for _, m := range slices.Backward(all) {
		s.Memberships = append(s.Memberships, memberShown{Membership: m})
	}
	return err
}

func (s *playerShown) readReports(v *portal.Visit, r bureau.Reader) error {
	entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(s.Card.Number)}})
	if err != nil {
		return err
	}
	var keys []string
	for _, e := range entries {
		keys = append(keys, bureau.RefKey(e.Ref)+" "+e.Ref)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	s.More = max(0, len(keys)-mostReports)
	for i, key := range slices.Backward(keys) {
		_, ref, _ := strings.Cut(key, " ")
		report, err := rows.Reports.One(r, ref)
		if err != nil {
			return err
		}
		if report == nil {
			continue
		}
		if report.State != "rated" && report.State != "closed" {
			s.Open++
		}
		if len(keys)-i <= mostReports {
			s.Reports = append(s.Reports, eventShown{report, v.Printer().Date(report.LastDay)})
		}
	}
	return nil
}

// logOf returns the entries of the log about something, the newest first, and the entries themselves.
func logOf(v *portal.Visit, r bureau.Reader, subjects ...string) (all []lineOfLog, log []*bureau.Entry, err error) {
	if log, err = rows.LogOf(r, subjects...); err != nil {
		return nil, nil, err
	}
	slices.Reverse(log)
	for _, e := range log {
		by, err := bureau.AccountOf(r, e.Actor)
		if err != nil {
			return nil, nil, err
		}
		line := lineOfLog{When: v.When(e.At), Who: by.Name, What: document.Decided(v.Printer(), e), Reason: e.Reason}
		if e.Erased() {
			line.Reason = ""
		}
		all = append(all, line)
	}
	return all, log, nil
}

// readLog reads what was done with the player, and says of each fact where it is from.
func (s *playerShown) readLog(v *portal.Visit, r bureau.Reader) error {
	var log []*bureau.Entry
	var err error
	if s.Log, log, err = logOf(v, r, append([]string{s.ID}, s.Card.Merged...)...); err != nil {
		return err
	}
	for _, f := range s.Card.Fields(s.May) {
		one := factShown{Name: f.Name, Text: v.Fact(f.Name, f.Text), Public: f.Public, From: "desk.registers.from-list"}
		if f.Name == "birth" {
			one.Text = s.Birth
		}
		if s.Card.FideList != "" && strings.HasPrefix(f.Name, "fide_") && f.Name != "fide_id" {
			one.From, one.By = "desk.registers.from-fide", s.Card.FideList
			s.Facts = append(s.Facts, one)
			continue
		}
		for i, e := range log { // the newest first
			if states(e, f.Name) {
				one.From, one.By, one.When = "desk.registers.from-officer", s.Log[i].Who, s.Log[i].When
				break
			}
		}
		s.Facts = append(s.Facts, one)
	}
	return nil
}

// states reports whether an entry of the log has changed a field of a player.
func states(e *bureau.Entry, field string) bool {
	if e.Act() == "player.add" {
		return true
	}
	var data struct {
		Fields []string `json:"fields"`
	}
	if len(e.Data) == 0 || json.Unmarshal(e.Data, &data) != nil {
		return false
	}
	return slices.Contains(data.Fields, field)
}

// readPairs reads who may be the same person.
func (s *playerShown) readPairs(v *portal.Visit, r bureau.Reader) error {
	card, err := register.CardOf(r, s.ID)
	if err != nil {
		return err
	}
	pairs, err := register.AlikeTo(r, card)
	for i := range pairs {
		one, failed := pairOf(v, r, &pairs[i])
		if failed != nil {
			return failed
		}
		s.Pairs = append(s.Pairs, one)
	}
	return err
}

func (s *playerShown) readClubs(v *portal.Visit, r bureau.Reader) error {
	clubs, err := register.AllClubs(r)
	for _, c := range clubs {
		s.Clubs = append(s.Clubs, clubFound{c.ID, called(v.Lang, c.Name, c.NameLocal)})
	}
	return err
}

// edited are the fields of the form, in its order.
var edited = []inputShown{
	{Name: "name", Kind: "text"}, {Name: "name_local", Kind: "text"}, {Name: "kana", Kind: "text"}, {Name: "club", Kind: "text"}, {Name: "birth", Kind: "date"}, {Name: "sex", Kind: "text"},
	{Name: "federation", Kind: "text"}, {Name: "title", Kind: "text"}, {Name: "fide_id", Kind: "text"}, {Name: "guardian", Kind: "text"}, {Name: "guardian_email", Kind: "email"},
}

// inputs returns the fields of a card, for its form. A date of birth that was not asked for stays empty, and as it is.
func inputs(card *register.Card, birth string) (all []inputShown) {
	known := map[string]string{}
	for _, f := range card.Fields(true) {
		known[f.Name] = f.Text
	}
	known["birth"] = birth
	for _, in := range edited {
		in.Text = known[in.Name]
		all = append(all, in)
	}
	return all
}

// forms makes the forms of the page.
func (s *playerShown) forms(v *portal.Visit) error {
	var seen string
	err := view(v, func(r bureau.Reader) (err error) {
		seen, err = playersSeen(r, s.ID)
		return err
	})
	if err != nil {
		return err
	}
	s.Inputs = inputs(s.Card, s.Birth)
	f := forms{v: v}
	s.Set, s.Consent = f.of(&act.SetPlayer{ID: s.ID}, seen), f.of(&act.SetConsent{ID: s.ID, Indexed: &s.Card.Indexed, Email: &s.Card.Email}, seen, "indexed", "email")
	s.Add = f.member(&act.AddMember{Player: s.ID}, seen)
	s.MergeTo, s.RemoveTo = v.DoLink(&act.MergePlayers{Old: s.ID}), v.DoLink(&act.RemovePlayer{ID: s.ID})
	for i := range s.Memberships {
		m := &s.Memberships[i]
		m.Remove = v.DoLink(&act.RemoveMember{Player: m.Player, From: m.Days.From, Event: m.Event})
	}
	rules, err := v.Of.Rules()
	if err != nil {
		return err
	}
	about := rules.Latest().About()
	if about.FirstGiven != "" && !slices.ContainsFunc(s.Ratings, rating.Rating.Rated) {
		s.FirstTo = v.DoLink(&act.GiveFirst{Player: s.ID})
	}
	all, err := read[[]register.ProposedFact](v, "stated", "")
	for i := range all {
		if p := &all[i]; p.Player.ID == s.ID {
			one := factProposed{s.person, "register.field-" + p.Field, p.Text, p.Refs, p.Disputed}
			if !register.IsPublic(p.Field) && s.Birth == "" {
				one.Text = ""
			}
			s.Proposed = append(s.Proposed, one)
		}
	}
	return errors.Join(err, f.err, view(v, func(r bureau.Reader) error {
		for _, old := range s.Card.Merged {
			seen, err := playersSeen(r, old, s.ID)
			if err != nil {
				return err
			}
			s.Merged = append(s.Merged, mergedShown{old, f.of(&act.UnmergePlayers{Old: old}, seen)})
		}
		return f.err
	}))
}

// newShown is what the page shows on which a player is registered.
type newShown struct {
	desktop
	Inputs []inputShown
	Clubs  []clubFound
	Form   *portal.Form
}

func showNew(v *portal.Visit) (any, error) {
	f := forms{v: v}
	s := &newShown{desktop: deskOf(v, "players"), Inputs: inputs(&register.Card{}, ""), Form: f.of(&act.AddPlayer{}, "")}
	s.Commands = []string{explain.CommandLine([]string{"player", "add", "name=NAME", "club=CLUB"})}
	return s, view(v, func(r bureau.Reader) error {
		clubs, err := register.AllClubs(r)
		err = errors.Join(err, f.err)
		for _, c := range clubs {
			s.Clubs = append(s.Clubs, clubFound{c.ID, called(v.Lang, c.Name, c.NameLocal)})
		}
		return err
	})
}

// playersSeen returns the digest of what is seen of some players.
func playersSeen(r bureau.Reader, ids ...string) (string, error) {
	all := bureau.Subject{}
	for _, id := range ids {
		p, err := register.Players.Get(r, id)
		if err == nil && p == nil {
			err = register.Unknown(r, id)
		}
		if err != nil {
			return "", err
		}
		all = all.And(p.Subject())
	}
	return bureau.SeenOf(r, all)
}
