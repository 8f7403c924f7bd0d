package players

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	seeing "github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// abouts are what may be wrong, by what the form calls them.
var abouts = []string{"result", "game", "person", "sum", "data", "other"}

// results are what a game may have ended with.
var results = []report.Result{report.WhiteWon, report.Drawn, report.BlackWon}

// mostEvents is how many events have their games on the page, the newest first.
const mostEvents = 3

// gameShown is a game as its player sees it.
type gameShown struct {
	Value           string // that names it
	Event           string
	Round           int
	Black           bool // they had Black
	Opponent, Other string
	OpponentID      string
	Played          bool
	Score           rating.Score
	Chosen          bool

	ask act.Game
}

// askShown is what the page shows on which somebody says that something is wrong.
type askShown struct {
	Player       string // ID; empty: it is about no player
	Name, Local  string
	List, Report string
	Event        string
	Abouts       []option
	Games        []gameShown
	Should       []option
	Words        string
	Who, Email   string
	Signed       bool // whoever asks is known
	Key          string
	age
	Command string
}

// ask returns what is asked about: of the address, or of the form that was sent. What is not there is refused.
func ask(v *portal.Visit) (*askShown, error) {
	field := func(name string) string {
		return strings.TrimSpace(cmp.Or(v.R.PostForm.Get(name), v.R.URL.Query().Get(name)))
	}
	s := &askShown{Player: field("player"), List: field("list"), Report: field("report"), Words: field("words"), Who: field("who"), Email: field("email"), Key: cmp.Or(field("key"), newKey()), Signed: signed(v)}
	if len(s.Words) > mostWords || len(s.Who)+len(s.Email) > mostName {
		return nil, portal.Said("desk.wrong.long")
	}
	for _, what := range abouts {
		s.Abouts = append(s.Abouts, option{what, v.Printer().Text("desk.wrong.about-"+what, nil), what == field("about")})
	}
	for _, of := range results {
		s.Should = append(s.Should, option{of.String(), v.Printer().Text("desk.wrong.result-"+strings.NewReplacer("/", "", "-", "").Replace(of.String()), nil), of.String() == field("should")})
	}
	err := view(v, func(r bureau.Reader, of *bureau.Settings) error { return s.read(v, r, of, field("game")) })
	about := &act.AddInquiry{Who: "NAME", What: "TEXT", List: s.List, Player: s.Player, Event: s.Report}
	s.Command = command(about)
	return s, err
}

// What may be written.
const (
	mostWords = 4000
	mostName  = 500
)

// signed reports whether whoever asks is signed in, and may ask at once.
func signed(v *portal.Visit) bool {
	return v.Is != nil && v.Is.Actor.Is(bureau.Player|bureau.Organiser|bureau.Officer)
}

func (s *askShown) read(v *portal.Visit, r bureau.Reader, of *bureau.Settings, game string) error {
	if s.Report != "" {
		c, err := intake.Find(r, s.Report)
		if err != nil {
			return err
		}
		s.Event = c.Event
	}
	if s.List != "" {
		p, err := lists.Publications.Last(r, s.List+"\x00")
		if err == nil && p == nil {
			err = finding.Refuse("no-list", finding.Text("label", s.List))
		}
		if err != nil {
			return err
		}
	}
	if s.Player == "" && v.Is != nil && v.Is.Actor.Is(bureau.Player) {
		s.Player = v.Is.Actor.Player
	}
	var err error
	if s.age, err = ageOf(r, of, &correction.Inquiry{On: v.Bureau.Today(of), List: s.List, Report: s.Report}, v.Bureau.Today(of)); err != nil || s.Player == "" {
		return err
	}
	p, err := register.Find(r, s.Player)
	if err != nil {
		return err
	}
	s.Player = p.ID
	s.Name, s.Local = called(v.Lang, p.Name, p.NameLocal)
	refs, err := refsOf(r, p.Number)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		c, err := intake.Find(r, ref)
		switch {
		case err != nil:
			return err
		case c.State != check.Rated && c.State != check.Admitted, s.Report != "" && ref != s.Report, s.List != "" && s.Report == "" && c.Period != s.List: // the others are not public, or something else
			continue
		}
		if err := s.add(r, v.Lang, c, p.Number, game); err != nil {
			return err
		}
		if s.events() >= mostEvents {
			break
		}
	}
	return nil
}

// events returns how many events the games are of.
func (s *askShown) events() (n int) {
	last := ""
	for i := range s.Games {
		if s.Games[i].ask.Ref != last {
			n++
		}
		last = s.Games[i].ask.Ref
	}
	return n
}

// add adds the games of a player in a report.
func (s *askShown) add(r bureau.Reader, lang string, c *check.Case, player uint32, chosen string) error {
	batch, err := lists.RecordOf(r, c.RecordID(c.Current))
	if err != nil {
		return err
	}
	var opponents []uint32
	for i := range batch.Games {
		if g := &batch.Games[i]; g.White == player || g.Black == player {
			opponents = append(opponents, g.White+g.Black-player)
		}
	}
	named, err := seeing.LocalNamesOf(r, opponents)
	if err != nil {
		return err
	}
	for i := range batch.Games {
		g := &batch.Games[i]
		if g.White != player && g.Black != player {
			continue
		}
		section := &batch.Sections[g.Section]
		start := map[uint32]int{}
		for _, e := range section.Entries {
			start[e.Player] = int(e.Start)
		}
		one := gameShown{Event: c.Event, Round: int(g.Round), Black: g.Black == player, ask: act.Game{Ref: c.Ref, Section: section.Name, Round: int(g.Round), White: start[g.White], Black: start[g.Black]}}
		id, name, local := named(g.White + g.Black - player)
		one.OpponentID = id
		one.Opponent, one.Other = called(lang, name, local)
		if one.Played = g.Result.Played(); one.Played {
			if one.Score = rating.Score(g.Result); one.Black {
				one.Score = rating.Score(report.WhiteWon) - one.Score
			}
		}
		one.Value = strings.TrimSpace(fmt.Sprintf("%s %d %d %d %s", c.Ref, g.Round, one.ask.White, one.ask.Black, section.Name)) // a field has no blanks at its end
		one.Chosen = one.Value == chosen
		s.Games = append(s.Games, one)
	}
	return nil
}

func showAsk(v *portal.Visit) (any, error) {
	s, err := ask(v)
	if err == nil && s.Who == "" && v.Is != nil {
		s.Who, s.Email = v.Is.Account.Name, v.Is.Account.Email
	}
	return s, err
}

// chosen returns the value that is chosen, empty if none is.
func chosen(all []option) string {
	if i := slices.IndexFunc(all, func(o option) bool { return o.Chosen }); i >= 0 {
		return all[i].Value
	}
	return ""
}

// game returns the game that is chosen, nil if none is.
func (s *askShown) game() *gameShown {
	if i := slices.IndexFunc(s.Games, func(g gameShown) bool { return g.Chosen }); i >= 0 {
		return &s.Games[i]
	}
	return nil
}

// says returns what is asked, in words: what the form says, and what was written.
func (s *askShown) says(p *explain.Printer) string {
	about, g := chosen(s.Abouts), s.game()
	all := []string{p.Text("desk.wrong.about-"+about, nil)}
	if g != nil {
		all = append(all, p.Text("desk.wrong.says-game", explain.Data{"event": g.Event, "round": fmt.Sprint(g.Round), "name": g.Opponent}))
		if i := slices.IndexFunc(s.Should, func(o option) bool { return o.Chosen }); i >= 0 && about == "result" {
			all = append(all, p.Text("desk.wrong.says-should", explain.Data{"result": s.Should[i].Name}))
		}
	}
	if s.Words != "" {
		all = append(all, s.Words)
	}
	return strings.Join(all, "\n")
}

// checked refuses what says too little.
func (s *askShown) checked() error {
	switch about := chosen(s.Abouts); {
	case about == "":
		return portal.Said("desk.wrong.nothing")
	case about == "result" && (s.game() == nil || chosen(s.Should) == "") && s.Words == "":
		return portal.Said("desk.wrong.which")
	case about != "result" && s.Words == "":
		return portal.Said("desk.wrong.no-words")
	}
	return nil
}

// act returns what asks it, of whoever is signed in: for another result of a game of theirs if that is it, else it is a question.
func (s *askShown) act(v *portal.Visit) (act.Act, error) {
	a := v.Is.Account
	if g := s.game(); g != nil && chosen(s.Abouts) == "result" && chosen(s.Should) != "" && v.Is.Actor.Is(bureau.Player) && s.Player == v.Is.Actor.Player {
		does := &act.Asks[act.ProposeResult]{Act: act.ProposeResult{Game: g.ask}, Who: a.Name, Contact: a.Email}
		does.Act.Reason = cmp.Or(s.Words, s.says(v.Printer()))
		return does, does.Act.Result.UnmarshalText([]byte(chosen(s.Should)))
	}
	return &act.AddInquiry{Who: a.Name, Contact: a.Email, What: s.says(v.Printer()), List: s.List, Player: s.Player, Event: s.about()}, nil
}

// about returns the reference of the event that it is about.
func (s *askShown) about() string {
	if g := s.game(); s.Report == "" && g != nil {
		return g.ask.Ref
	}
	return s.Report
}

// sentShown is what a page says that an inquiry was sent.
type sentShown struct{ Number, Email string }

func sendAsk(v *portal.Visit) error {
	s, err := ask(v)
	if err == nil {
		err = s.checked()
	}
	if err != nil {
		return err
	}
	if !s.Signed {
		return s.visitor(v)
	}
	if v.Is.Actor.Is(bureau.Player) {
		v.Bureau.Actor.Roles &= bureau.Player
	}
	does, err := s.act(v)
	if err != nil {
		return err
	}
	out, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Key: s.Key})
	var same *finding.Refused
	if _, asks := does.(*act.Asks[act.ProposeResult]); asks && errors.As(err, &same) { // an officer could not do it as it stands: it is a question
		out, err = act.Do(v.R.Context(), v.Bureau, &act.AddInquiry{Who: v.Is.Account.Name, Contact: v.Is.Account.Email, What: s.says(v.Printer()), List: s.List, Player: s.Player, Event: s.about()}, act.With{Key: s.Key})
	}
	if err != nil {
		return err
	}
	if v.Is.Actor.Is(bureau.Player) {
		return v.LeadTo("/" + v.Lang + "/account/inquiries/" + out.Subject + "/?sent")
	}
	return v.Show("sent", http.StatusOK, sentShown{Number: out.Subject})
}
