package web

import (
	"html/template"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/chart"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// found returns the player that the address names. One who was merged is elsewhere, one
// who was erased is gone.
func (v *visit) player() (*register.Player, error) {
	asked, _, _ := strings.Cut(v.value("id"), ".")
	p, err := register.Find(v.r, asked)
	switch {
	case err != nil:
		return nil, err
	case p.Erased:
		return nil, finding.Refuse("player-erased", finding.Text("id", p.ID))
	case p.ID != asked:
		return nil, &redirect{http.StatusMovedPermanently, strings.TrimPrefix(strings.Replace(v.path, "/players/"+asked, "/players/"+p.ID, 1), "/")}
	}
	return p, nil
}

// player is the values of a player's page.
type player struct {
	Who      person
	Club     string
	ClubID   string // empty: no registered club
	Title    string
	Official []official
	Chart    template.HTML
	Kinds    []rating.Kind
	Lists    []playerList // newest first
	Events   []view.Played
	Wins     []win
}

// official is the rating of a kind in the newest list.
type official struct {
	Kind    rating.Kind
	Rating  rating.Rating // zero: none
	Change  int
	Changed bool // there was one before
	K       rating.K
	Games   int32
	Highest rating.Rating
	Percent string // of the players with a lower one; empty: unknown
	Total   int
	Reason  bool // it leads to its calculation

	Qualifies bool // it may serve for qualification
	Lacking   int  // games until it may; zero: it does, or the regulation does not say
	Pool      int  // of an unrated player: games towards a first rating
	Needed    int  // games that a first rating needs; zero: the regulation does not say
}

// playerList is the line of a player in a list.
type playerList struct {
	view.HistoryLine
	Ratings []rating.Rating // by player.Kinds
	Zero    bool            // the opening list, which was not calculated
}

// win is a game that the player won.
type win struct {
	Who    person
	Rating rating.Rating
	view.Game
}

func readPlayer(v *visit) (any, error) {
	p, err := v.player()
	if err != nil {
		return nil, err
	}
	h, err := view.PlayerHistory(v.r, p.ID)
	if err != nil {
		return nil, err
	}
	h.NameSections(v.section)
	switch _, format, _ := strings.Cut(v.value("id"), "."); format {
	case "":
	case "csv":
		return written(csvType, func(w io.Writer) error { return document.WriteHistoryCSV(w, h) })
	case "json":
		return written(jsonType, func(w io.Writer) error { return document.Write(w, document.NewHistory(h)) })
	default:
		return nil, errNoPage
	}
	shown := &player{Who: v.person(p.ID, p.Name, p.NameLocal), Club: p.Club, Title: p.Title, Kinds: h.About.Lists, Events: slices.Clone(h.Events)}
	slices.Reverse(shown.Events)
	if shown.ClubID, err = v.clubID(p.Club); err != nil {
		return nil, err
	}
	if shown.Official, err = v.official(h); err != nil {
		return nil, err
	}
	for _, line := range slices.Backward(h.Lists) {
		if line.Revision == 0 {
			continue
		}
		l := playerList{HistoryLine: line, Zero: line.Cause == lists.CauseZero}
		for _, kind := range h.About.Lists {
			l.Ratings = append(l.Ratings, line.Then.Of(kind).Rating)
		}
		shown.Lists = append(shown.Lists, l)
	}
	if shown.Chart, err = v.history(h, shown.Who.Name); err != nil {
		return nil, err
	}
	games, err := view.PlayerGames(v.r, p.ID, "")
	if err != nil {
		return nil, err
	}
	const most = 5
	best := games.Best()
	for _, g := range best[:min(most, len(best))] {
		shown.Wins = append(shown.Wins, win{v.person(g.Opponent, g.OpponentName, g.OpponentLocal), g.OpponentRating, g})
	}
	return shown, nil
}

// official returns the ratings of a player in the newest list.
func (v *visit) official(h *view.History) ([]official, error) {
	board, err := v.site.board(v, v.Newest)
	if err != nil {
		return nil, err
	}
	var all []official
	last, before := h.Official()
	now, err := lists.StandingIn(v.r, v.now.run, h.Player.Number)
	if err != nil {
		return nil, err
	}
	for _, kind := range h.About.Lists {
		o := official{Kind: kind, Highest: h.Highest(kind)}
		if last != nil && last.Label == v.Newest.Label {
			state := last.Then.Of(kind)
			o.Rating, o.Games, o.K = state.Rating, state.Games, last.Marks.Of(kind).K
			o.Change, o.Changed = last.Change(before, kind)
			o.Reason = last.Cause != lists.CauseZero
			o.qualify(&h.About, kind, last.Marks.Of(kind).Qualifies)
		}
		if needed := h.About.FirstGames; !o.Rating.Rated() && needed > 0 {
			o.Pool, o.Needed = now.Of(kind).Pool.Sum().Counted, needed
		}
		if o.Rating.Rated() {
			d, err := board.Distribution(view.Selection{Kind: kind})
			if err != nil {
				return nil, err
			}
			o.Percent, o.Total = d.Percent(o.Rating), d.Total()
		}
		all = append(all, o)
	}
	return all, nil
}

// qualify adds whether the rating may serve for qualification, and if not, how many games
// it lacks.
func (o *official) qualify(about *regulation.About, kind rating.Kind, qualifies *bool) {
	switch {
	case qualifies == nil || !o.Rating.Rated() || !slices.Contains(about.Qualifying.Lists, kind):
	case *qualifies:
		o.Qualifies = true
	default:
		o.Lacking = int(about.Qualifying.Games + 1 - o.Games)
	}
}

// history draws the history of a player.
func (v *visit) history(h *view.History, name string) (template.HTML, error) {
	f := format{v.Printer}
	drawn := chart.History{Title: f.text("web.player.history-of", "name", name), Month: func(m time.Month) string {
		return f.text("web.month-label", "month", f.Text("web.month"+strconv.Itoa(int(m)), nil))
	}}
	for _, kind := range h.About.Lists {
		s := chart.Series{Name: f.Word(kind.String())}
		last := ""
		for _, line := range h.Lists {
			if line.Revision == 0 || line.InForce == 0 {
				continue
			}
			now := line.Then.Of(kind).Rating
			if line.Label == last {
				p := &s.Points[len(s.Points)-1]
				if p.Published == 0 {
					p.Published = p.Rating
				}
				p.Rating = now
				continue
			}
			s.Points, last = append(s.Points, chart.Point{Day: line.InForce, Rating: now}), line.Label
		}
		if highest := h.Highest(kind); highest.Rated() {
			drawn.Series = append(drawn.Series, s)
			drawn.Description += f.text("web.player.history-kind", "kind", s.Name, "rating", s.Points[len(s.Points)-1].Rating, "highest", highest)
		}
	}
	return drawn.SVG()
}

// games is the games of a player: all, or those against another one.
type games struct {
	Who     person
	Against *person // nil: everybody
	Totals  []view.Total
	Years   []view.Year
	Games   []game // the newest first
}

// game is a game as its player sees it.
type game struct {
	view.Game
	Who    person // the opponent
	Colour string
}

func readGames(v *visit) (any, error) {
	p, err := v.player()
	if err != nil {
		return nil, err
	}
	other, format, _ := strings.Cut(v.value("other"), ".")
	if other == "" {
		_, format, _ = strings.Cut(path.Base(v.path), ".")
	}
	found, err := view.PlayerGames(v.r, p.ID, other)
	if err != nil {
		return nil, err
	}
	found.NameSections(v.section)
	g := &games{Who: v.person(p.ID, p.Name, p.NameLocal), Totals: found.Totals(), Years: found.Years()}
	if o := found.Against; o != nil {
		if o.Erased {
			return nil, finding.Refuse("player-erased", finding.Text("id", o.ID))
		}
		if o.ID != other {
			return nil, &redirect{http.StatusMovedPermanently, strings.TrimPrefix(path.Dir(v.path)+"/"+strings.Replace(path.Base(v.path), other, o.ID, 1), "/")}
		}
		against := v.person(o.ID, o.Name, o.NameLocal)
		g.Against = &against
	}
	switch format {
	case "":
	case "csv":
		return written(csvType, func(w io.Writer) error { return document.WriteGamesCSV(w, found) })
	case "json":
		return written(jsonType, func(w io.Writer) error { return document.Write(w, document.NewGames(found, found.Games)) })
	default:
		return nil, errNoPage
	}
	for _, of := range slices.Backward(found.Games) {
		shown := game{of, v.person(of.Opponent, of.OpponentName, of.OpponentLocal), "white"}
		if of.Black {
			shown.Colour = "black"
		}
		g.Games = append(g.Games, shown)
	}
	return g, nil
}

// now is the unofficial ratings of a player.
type now struct {
	Who     person
	Day     string
	Ratings []official
}

func readNow(v *visit) (any, error) {
	p, err := v.player()
	if err != nil {
		return nil, err
	}
	list, err := v.site.unofficial.List(v.r)
	if err != nil {
		return nil, err
	}
	line, err := view.CurrentLine(v.r, p.ID)
	if err != nil {
		return nil, err
	}
	about, err := lists.AboutEdition(v.r, v.Newest.Edition)
	if err != nil {
		return nil, err
	}
	n := &now{Who: v.person(p.ID, p.Name, p.NameLocal), Day: v.Date(v.now.day)}
	standing := list.Standing(p.Number)
	for _, kind := range about.Lists {
		before, after := line.Standing.Of(kind), standing.Of(kind)
		was, is := before.Rating, after.Rating
		n.Ratings = append(n.Ratings, official{Kind: kind, Rating: is, Change: int(is - was), Changed: was.Rated() && is.Rated(), Reason: was != is || before.Games != after.Games})
	}
	return n, nil
}
