package site

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/chart"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// player is the values of a player's page.
type player struct {
	Who      person
	Club     called
	Title    string
	Official []kindFacts
	Now      *unofficialRatings // nil: a script asks the server for them
	Chart    template.HTML
	Kinds    []rating.Kind
	Lists    []playerList  // newest first
	Events   []playedEvent // newest first
	Earlier  []playedEvent // that the page shows on demand
	Entered  int           // how many events there are
	Wins     []win
}

// kindFacts is a rating of a kind, official or not, with what is shown of it.
type kindFacts struct {
	Kind      rating.Kind
	Rating    rating.Rating // zero: none
	Change    int
	Changed   bool            // there was one before
	Reason    bool            // it leads to its calculation
	As        *ranking.Ranked // an official one, in the newest list
	Fresh     bool            // games counted in that list, or the rating is another one
	PeakMonth string          // empty: it never moved

	Qualifies bool // it may serve for qualification
	More      int  // games than these it needs for that; zero: it needs none
	Lacking   int  // games until it may; zero: it does, or the regulation does not say
	Pool      int  // of an unrated player: games towards a first rating
	Needed    int  // games that a first rating needs; zero: the regulation does not say
}

// playerList is the line of a player in a list.
type playerList struct {
	Day           string // on which it came into force; empty: none
	Name          string
	Corrections   string // their numbers
	CorrectionsTo template.URL
	Ratings       [rating.Kinds]playerRating
}

// playerRating is a rating in a list.
type playerRating struct {
	Shown  bool // the newest list has this kind
	Rating string
	Why    template.URL // the calculation that led to it; empty: none did
}

// playedEvent is a player's part in a section of an event.
type playedEvent struct {
	Day         string // on which it ended
	Event       template.HTML
	EventTo     template.URL
	Kind        string
	Won, Games  string
	Performance string
	Change      page.Change
	After       string // the rating in the list that has it, or else the list
	Why         template.URL
}

// win is a game that the player won.
type win struct {
	Who     person
	Rating  string
	Event   template.HTML
	EventTo template.URL
	Kind    string
}

// lastEvents is how many events a player's page shows at once.
const lastEvents = 12

func playerPage(v *visit, h *view.History) (*player, error) {
	p := h.Player
	var err error
	shown := &player{Who: v.person(p.ID, p.Name, p.NameLocal), Title: p.Title, Kinds: h.About.Lists}
	if shown.Club, err = v.club(p.Club); err != nil {
		return nil, err
	}
	today, err := v.Today(p)
	if err != nil {
		return nil, err
	}
	if shown.Official, err = v.official(today); err != nil {
		return nil, err
	}
	if v.site.Folder {
		if shown.Now, err = readNow(v); err != nil {
			return nil, err
		}
	}
	events := slices.Clone(h.Events) // the files of the page have them in the order of the reports
	slices.SortStableFunc(events, func(a, b view.Played) int { return cmp.Compare(a.End, b.End) })
	for i := range slices.Backward(events) {
		shown.Events = append(shown.Events, v.played(h, &events[i]))
	}
	shown.Entered = len(shown.Events)
	if shown.Entered > lastEvents {
		shown.Events, shown.Earlier = shown.Events[:lastEvents], shown.Events[lastEvents:]
	}
	for _, line := range slices.Backward(h.Lists) {
		if line.Revision == 0 {
			continue
		}
		shown.Lists = append(shown.Lists, v.playerList(h, &line))
	}
	if v.site.Folder { // ten years of lists are most of a page: those in which nothing moved are left out
		all := shown.Lists
		shown.Lists = nil
		for i, l := range all {
			if i == 0 || i == len(all)-1 || l.Ratings != all[i+1].Ratings || l.Corrections != "" {
				shown.Lists = append(shown.Lists, l)
			}
		}
	}
	if shown.Chart, err = v.curve(h, today, shown.Who.Name, nil); err != nil {
		return nil, err
	}
	games, err := view.PlayerGames(v.R, p.ID, "")
	if err != nil {
		return nil, err
	}
	const most = 5
	best := games.Best()
	f := v.Format()
	for _, g := range best[:min(most, len(best))] {
		shown.Wins = append(shown.Wins, win{v.person(g.Opponent, g.OpponentName, g.OpponentLocal), f.Rating(g.OpponentRating), page.Event(g.Event), v.Way("events", g.Ref), f.Word(g.Kind.String())})
	}
	return shown, nil
}

// playerList returns the line of a player in a list.
func (v *visit) playerList(h *view.History, line *view.HistoryLine) playerList {
	f := v.Format()
	l := playerList{Name: f.List(line.Label, line.InForce), Corrections: strings.Join(line.Corrections, ", "), CorrectionsTo: v.Way("corrections")}
	if line.InForce != 0 {
		l.Day = line.InForce.String()
	}
	if line.Revision > 1 {
		l.Name += f.Say("web.revision", "revision", line.Revision)
	}
	for i, kind := range h.About.Lists {
		now := line.Then.Of(kind).Rating
		l.Ratings[i] = playerRating{Shown: true, Rating: f.Rating(now)}
		if line.Moved[kind-1] && line.Cause != lists.CauseZero && now.Rated() {
			l.Ratings[i].Why = v.Way("players", h.Player.ID, "why", line.Label, kind.String())
		}
	}
	return l
}

// played returns a player's part in a section of an event.
func (v *visit) played(h *view.History, e *view.Played) playedEvent {
	f := v.Format()
	p := playedEvent{
		Day: f.Day(e.End), Event: page.Event(e.Event), EventTo: v.Way("events", e.Ref), Kind: f.Word(e.Kind.String()), Won: glyph.Score(e.Won), Games: strconv.Itoa(e.Games),
		After: e.List, Why: v.Way("players", h.Player.ID, "why", e.List, e.Kind.String()),
	}
	if after := h.After(e.List, e.Kind); after.Rated() {
		p.After = after.String()
	}
	if e.Performance.Rated() {
		p.Performance = glyph.Typeset(v.Printer, v.Performance(&h.About, e.Performance, e.Won, e.Games))
	}
	if !e.Rated {
		p.Won, p.Games = glyph.Score(e.Score), v.Text("web.event.not-rated", nil)
	}
	if e.Change != nil {
		p.Change = changeBy(*e.Change)
	}
	return p
}

// official returns the official ratings of a player.
func (v *visit) official(today *ranking.Player) ([]kindFacts, error) {
	current, err := lists.NewestStanding(v.R, today.Number)
	if err != nil {
		return nil, err
	}
	var all []kindFacts
	for _, kind := range today.About.Lists {
		o := kindFacts{Kind: kind, As: today.Of(kind)}
		if in := o.As.HighestIn; in != nil && in.InForce != 0 && (o.As.Unchanged == nil || o.As.Unchanged.Cause != lists.CauseZero) {
			o.PeakMonth = v.Format().Month(in.InForce)
		}
		if o.As.Rating.Rated() {
			o.Rating, o.Fresh, o.Reason = o.As.Rating, o.As.Since == today.List.Seq, o.As.Unchanged.Cause != lists.CauseZero
			if o.Fresh {
				o.Change, o.Changed = today.Change(kind)
			}
			o.qualify(&today.About, kind)
		} else if needed := today.About.FirstGames; needed > 0 {
			o.Pool, o.Needed = current.Of(kind).Pool.Sum().Counted, needed
		}
		all = append(all, o)
	}
	return all, nil
}

// qualify adds whether the rating may serve for qualification, and if not, how many games
// it lacks.
func (o *kindFacts) qualify(about *regulation.About, kind rating.Kind) {
	needed := int(about.Qualifying.Games)
	switch {
	case o.As.Qualifies == nil || !slices.Contains(about.Qualifying.Lists, kind):
	case !*o.As.Qualifies:
		o.Lacking = needed + 1 - o.As.Games
	default:
		if o.Qualifies = true; o.As.Games > needed {
			o.More = needed
		}
	}
}

// curve draws the history of a player, with unofficial ratings or without.
func (v *visit) curve(h *view.History, today *ranking.Player, name string, unofficial []kindFacts) (template.HTML, error) {
	f := v.Format()
	drawn := chart.History{Title: f.Say("web.player.history-of", "name", name), Month: func(m time.Month) string {
		return f.Say("web.month-label", "month", f.Text("web.month"+strconv.Itoa(int(m)), nil))
	}}
	if unofficial != nil {
		drawn.Now = v.Now.Day.String() + "|" + f.Text("web.now.title", nil)
	}
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
		if highest := today.Of(kind).Highest; highest.Rated() && len(s.Points) > 0 {
			drawn.Description += f.Say("web.player.history-kind", "kind", s.Name, "rating", s.Points[len(s.Points)-1].Rating, "highest", highest)
			for _, now := range unofficial {
				if now.Kind == kind && now.Changed {
					s.Now = chart.Point{Day: v.Now.Day, Rating: now.Rating}
					drawn.Description += f.Say("web.player.history-unofficial", "rating", now.Rating)
				}
			}
			drawn.Series = append(drawn.Series, s)
		}
		if unofficial != nil {
			drawn.Now += "|" + s.Now.Rating.String()
		}
	}
	return drawn.SVG()
}

// games is the games of a player: all, or those against another one.
type games struct {
	Who     person
	Against *person // nil: everybody
	Both    []bothRated
	Score   view.Total // of all games shown
	Part    bool       // they are chosen by type, year or colour
	Totals  []view.Total
	Years   []view.Year
	Games   []game // the newest first
}

// bothRated is the newest ratings of a kind of two players.
type bothRated struct {
	Kind     rating.Kind
	Who, Foe rating.Rating
}

// game is a game as its player sees it.
type game struct {
	Day           string
	White, Black  bool
	Who           person       // the opponent
	Against       template.URL // their games with each other; empty: the page shows those
	Own           string       // the player's rating then
	Record        view.Total   // against that opponent
	Is            string       // year, type and colour, by which a script chooses
	Rating, Score string
	Change        page.Change
	Event         template.HTML
	EventTo       template.URL
	Kind          string
}

// readGames reads the games of a player. Those against one who was merged have moved.
func readGames(v *public.Visit, a *public.Asked) (*view.Games, error) {
	found, err := public.Results.Read(v, a)
	if err != nil || found.Against == nil {
		return found, err
	}
	from, asked := "/results", a.Query.Get("against")
	if other := a.Value("against"); other != "" {
		from, asked = "/against/"+other, other
	}
	if found.Against.ID == asked {
		return found, nil
	}
	return nil, &public.Moved{Status: http.StatusMovedPermanently, From: from, To: "/against/" + found.Against.ID, Alone: true}
}

func gamesPage(v *visit, found *view.Games) (*games, error) {
	p := found.Player
	all := len(found.Games)
	records := map[string]*view.Total{}
	for i := range found.Games {
		of := &found.Games[i]
		if records[of.Opponent] == nil {
			records[of.Opponent] = &view.Total{}
		}
		records[of.Opponent].Add(of.Score)
	}
	found.Games = slices.DeleteFunc(found.Games, func(of view.Game) bool {
		is := strings.Fields(isOf(&of))
		return slices.ContainsFunc([]string{"year", "type", "colour"}, func(by string) bool { return v.Get(by) != "" && !slices.Contains(is, v.Get(by)) })
	})
	g := &games{Part: len(found.Games) < all, Who: v.person(p.ID, p.Name, p.NameLocal), Totals: found.Totals(), Years: found.Years()}
	if o := found.Against; o != nil {
		against := v.person(o.ID, o.Name, o.NameLocal)
		g.Against = &against
		mine, err := lists.NewestStanding(v.R, p.Number)
		if err != nil {
			return nil, err
		}
		theirs, err := lists.NewestStanding(v.R, o.Number)
		if err != nil {
			return nil, err
		}
		for _, kind := range rating.AllKinds {
			if both := (bothRated{kind, mine.Of(kind).Rating, theirs.Of(kind).Rating}); both.Who.Rated() || both.Foe.Rated() {
				g.Both = append(g.Both, both)
			}
		}
	}
	for i := range found.Games {
		g.Score.Add(found.Games[i].Score)
	}
	f := v.Format()
	for _, of := range slices.Backward(found.Games) {
		shown := game{
			Day: f.Day(of.Day), White: !of.Black, Black: of.Black, Who: v.person(of.Opponent, of.OpponentName, of.OpponentLocal), Own: f.Rating(of.Rating), Rating: f.Rating(of.OpponentRating),
			Score: glyph.Score(of.Score), Event: page.Event(of.Event), EventTo: v.Way("events", of.Ref), Kind: f.Word(of.Kind.String()),
		}
		if of.Change != nil {
			shown.Change = changeBy(*of.Change)
		}
		if shown.Is = isOf(&of); g.Against == nil {
			shown.Record = *records[of.Opponent]
			shown.Against = template.URL("?against=" + url.QueryEscape(of.Opponent))
		}
		g.Games = append(g.Games, shown)
	}
	return g, nil
}

// isOf returns the year, the type and the colour of a game.
func isOf(g *view.Game) string {
	return strconv.Itoa(g.Day.Year()) + " " + g.Kind.String() + map[bool]string{true: " black", false: " white"}[g.Black]
}

// unofficialRatings are the player's unofficial ratings.
type unofficialRatings struct {
	Who     person
	Ratings []kindFacts
	Chart   template.HTML // empty: they are the official ones, or those never moved
}

func readNow(v *visit) (*unofficialRatings, error) {
	p, err := v.Player(v.Value("id"))
	if err != nil {
		return nil, err
	}
	if kind, err := rating.ParseKind(v.Get("why")); err == nil && kind != 0 {
		return nil, &public.Moved{Status: http.StatusFound, From: "/now", To: "/why/" + public.NowLabel + "/" + kind.String(), Alone: true}
	}
	list, err := v.UnofficialList()
	if err != nil {
		return nil, err
	}
	current, err := lists.NewestStanding(v.R, p.Number)
	if err != nil {
		return nil, err
	}
	about, err := lists.AboutEdition(v.R, v.Newest.Edition)
	if err != nil {
		return nil, err
	}
	n := &unofficialRatings{Who: v.person(p.ID, p.Name, p.NameLocal)}
	standing := list.Standing(p.Number)
	moved := false
	for _, kind := range about.Lists {
		before, after := current.Of(kind), standing.Of(kind)
		was, is := before.Rating, after.Rating
		n.Ratings = append(n.Ratings, kindFacts{Kind: kind, Rating: is, Change: int(is - was), Changed: was.Rated() && is.Rated(), Reason: was != is || before.Games != after.Games})
		moved = moved || was.Rated() && is.Rated() && was != is
	}
	if !moved {
		return n, nil
	}
	h, err := v.History(p.ID)
	if err != nil {
		return nil, err
	}
	today, err := v.Today(p)
	if err == nil {
		n.Chart, err = v.curve(h, today, n.Who.Name, n.Ratings)
	}
	return n, err
}
