package report

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Check returns what is inconsistent in the report under any regulation.
// Refusals without a section concern the whole report.
func Check(r *Report) []finding.Finding {
	c := checker{r: r, scoring: r.PointSystem(), Collector: finding.Collector{File: r.File}}
	c.dates()
	c.words()
	if len(r.Sections) == 0 {
		c.Add(finding.Refusal("no-section", finding.At{}))
	}
	names := map[string]bool{}
	for i := range r.Sections {
		s := &r.Sections[i]
		if names[s.Name] {
			c.Add(finding.Refusal("section-name-repeated", s.At, finding.Text("section", s.Name)))
		}
		names[s.Name] = true
		c.section(s)
	}
	c.sameTime()
	return c.Findings
}

type checker struct {
	finding.Collector
	r       *Report
	scoring Scoring
}

func (c *checker) dates() {
	r := c.r
	unclear := r.StillUnclear()
	for i := range unclear {
		c.Add(unclear[i].Finding())
	}
	switch {
	case len(unclear) > 0:
	case r.Start == 0 && r.End == 0:
		c.Add(finding.Refusal("no-date", finding.At{}))
	case r.Start == 0 || r.End == 0:
		c.Add(finding.New("one-date", finding.Info, finding.At{}, finding.Text("date", cmp.Or(r.Start, r.End).String())))
	case r.End < r.Start:
		c.Add(finding.Refusal("dates-reversed", finding.At{}, finding.Text("start", r.Start.String()), finding.Text("end", r.End.String())))
	}
	if r.LastDay()-r.FirstDay() > longPause {
		if before, after := r.widestGap(); after-before > longPause {
			c.Add(finding.New("days-apart", finding.Warning, finding.At{}, finding.Text("before", before.String()), finding.Text("after", after.String())))
		}
	}
	if r.Received != 0 && r.Received < r.LastDay() {
		c.Add(finding.New("received-before-end", finding.Warning, finding.At{}, finding.Text("received", r.Received.String()), finding.Text("end", r.LastDay().String())))
	}
}

// longPause is how many days no event pauses: a league has a game every few months.
const longPause = 270

// widestGap returns the two days of an event between which it pauses longest, as far as they are
// stated; zero if there are no two.
func (r *Report) widestGap() (before, after civil.Date) {
	days := []civil.Date{r.FirstDay(), r.LastDay()}
	for i := range r.Sections {
		for j := range r.Sections[i].Games {
			days = append(days, r.Sections[i].Games[j].Date)
		}
	}
	slices.Sort(days)
	days = slices.DeleteFunc(slices.Compact(days), func(d civil.Date) bool { return d == 0 })
	for i := 1; i < len(days); i++ {
		if days[i]-days[i-1] > after-before {
			before, after = days[i-1], days[i]
		}
	}
	return before, after
}

// FirstDay returns the event's first day: its start, or its end if that is
// missing; zero if its days are not certain.
func (r *Report) FirstDay() civil.Date {
	if r.LacksDays() {
		return 0
	}
	return cmp.Or(r.Start, r.End)
}

// LastDay returns the event's last day: its end, or its start if that is
// missing; zero if its days are not certain.
func (r *Report) LastDay() civil.Date {
	if r.LacksDays() {
		return 0
	}
	return cmp.Or(r.End, r.Start)
}

// ReceivedOn returns the day on which the report was received: as stated,
// otherwise the event's last day.
func (r *Report) ReceivedOn() civil.Date { return cmp.Or(r.Received, r.LastDay()) }

// words refuses disguised texts and texts that are too long.
func (c *checker) words() {
	r := c.r
	for _, text := range []string{r.Name, r.Organizer, r.Venue, r.City, r.Responsible, r.SubmittedBy, r.ChiefArbiter} {
		if finding.Disguised(text) {
			c.Add(finding.Refusal("control-character", finding.At{}, finding.Quoted("text", text)))
		}
	}
	for _, texts := range [][]string{
		{r.Name, r.Organizer, r.Venue, r.City, r.Federation, r.Time, r.Responsible, r.SubmittedBy, r.Dispensation, r.ChiefArbiter, r.TypeText,
			r.TypeCode, r.TimeControlText, r.Pairing.Controller}, r.Qualified, r.Deputies, r.Pairing.TieBreaks, r.Pairing.Standings,
	} {
		for _, text := range texts {
			if finding.TooLong(text) {
				c.Add(tooLong(finding.At{}, text))
			}
		}
	}
}

func tooLong(at finding.At, text string) finding.Finding {
	return finding.Refusal("text-too-long", at, finding.Int("limit", finding.MaxText), finding.Text("text", text))
}

// tooLong returns a text of the player that is too long, empty if there is
// none.
func (p *Player) tooLong() string {
	all := len(p.Name) + len(p.NameLocal) + len(p.ID) + len(p.Sex) + len(p.Title) + len(p.Federation) + len(p.Club) + len(p.Email) + len(p.FideID)
	if all <= finding.MaxText && len(p.National) == 0 {
		return ""
	}
	for _, text := range [...]string{p.Name, p.NameLocal, p.ID, p.Sex, p.Title, p.Federation, p.Club, p.Email, p.FideID} {
		if finding.TooLong(text) {
			return text
		}
	}
	for i := range p.National {
		n := &p.National[i]
		for _, text := range [...]string{n.Name, n.Number, n.Federation, n.Sex, n.Classification, n.Origin} {
			if finding.TooLong(text) {
				return text
			}
		}
	}
	return ""
}

// sectionChecker checks a section.
type sectionChecker struct {
	*checker
	*Section
	federations map[string]bool // of its players; nil: nobody has asked yet
}

// refuse and note add findings about the section.
func (s *sectionChecker) refuse(id string, at finding.At, values ...finding.Value) {
	s.Add(finding.Refusal(id, at, values...).In(s.Name))
}

func (s *sectionChecker) note(id string, severity finding.Severity, at finding.At, values ...finding.Value) {
	s.Add(finding.New(id, severity, at, values...).In(s.Name))
}

func (c *checker) section(of *Section) {
	s := &sectionChecker{checker: c, Section: of}
	if finding.TooLong(s.Name) {
		s.Add(tooLong(s.At, s.Name)) // not in the section, because the finding would bear its name
		return
	}
	if len(s.Players) == 0 {
		s.refuse("no-players", s.At)
		return
	}
	if finding.Disguised(s.Name) {
		s.refuse("control-character", s.At, finding.Quoted("text", s.Name))
	}
	rounds := s.PlannedRounds()
	switch {
	case s.NoRounds:
		s.Add(finding.New("rounds-by-opponent", finding.Info, s.At).Under("", "G16").In(s.Name))
	case s.Rounds == 0 && rounds > 0:
		s.note("rounds-assumed", finding.Info, s.At, finding.Int("rounds", rounds))
	}
	if s.Rounds < 0 || rounds > MaxRound {
		s.refuse("rounds-impossible", s.At, finding.Int("rounds", rounds))
		return
	}
	empty := s.withoutGames()
	if s.players() && !empty { // else the players of the games are unknown
		s.rounds(rounds)
	}
}

// players checks the entries, and reports whether a start number names one
// entry only.
func (s *sectionChecker) players() (distinct bool) {
	distinct = true
	ids := make(map[string]bool, len(s.Players))
	order := s.ByStartNumber()
	plausible := plausibleOn(s.r.FirstDay())
	stated := len(s.Games) > 0 && slices.ContainsFunc(s.Players, func(p Player) bool { return p.Points != nil })
	for n, i := range order {
		p := &s.Players[i]
		switch {
		case p.StartNumber < 1 || p.StartNumber > MaxStartNumber:
			s.refuse("start-number-impossible", p.At, finding.Int("player", p.StartNumber))
		case n > 0 && s.Players[order[n-1]].StartNumber == p.StartNumber:
			distinct = false
			s.refuse("start-number-repeated", p.At, finding.Int("player", p.StartNumber))
		}
		for _, id := range slices.Compact([]string{p.ID, p.FideID}) {
			if id == "" {
				continue
			}
			if ids[id] {
				s.refuse("id-repeated", p.At, finding.Int("player", p.StartNumber), finding.Text("id", id))
			}
			ids[id] = true
		}
		if s.damagedID(p) {
			s.refuse("cell-impossible", p.At, finding.Text("column", "fide_id"), finding.Quoted("text", p.FideID), finding.Text("form", "fide-id"))
		}
		if finding.Disguised(p.Name) || finding.Disguised(p.NameLocal) || finding.Disguised(p.ID) || finding.Disguised(p.Club) {
			s.refuse("control-character", p.At, finding.Quoted("text", p.Name))
		}
		if text := p.tooLong(); text != "" {
			s.Add(tooLong(p.At, text).In(s.Name))
		}
		if s.noName(p) {
			s.note("name-strange", finding.Warning, p.At, finding.Int("player", p.StartNumber), finding.Quoted("name", p.Name))
		}
		if p.Points == nil && stated {
			s.note("points-missing", finding.Warning, p.At, finding.Int("player", p.StartNumber))
		}
		if p.Name == "" {
			s.note("player-without-name", finding.Warning, p.At, finding.Int("player", p.StartNumber))
		}
		if !plausible.has(p.Birth) {
			s.note("birth-implausible", finding.Warning, p.At, finding.Int("player", p.StartNumber))
		}
	}
	s.strange()
	return distinct
}

// crosstable is what the games and byes of a section come to.
type crosstable struct {
	entries Index
	rounds  int
	busy    []bool         // of each player, round by round from zero
	points  []rating.Score // of each player
}

func newCrosstable(s *Section, rounds int) *crosstable {
	return &crosstable{NewIndex(s), rounds, make([]bool, len(s.Players)*(rounds+1)), make([]rating.Score, len(s.Players))}
}

// seat returns a player's round in busy.
func (t *crosstable) seat(entry, round int) *bool { return &t.busy[entry*(t.rounds+1)+round] }

// taken reports whether anybody has a game or bye in a round.
func (t *crosstable) taken(round int) bool {
	for entry := range t.points {
		if *t.seat(entry, round) {
			return true
		}
	}
	return false
}

// at returns a player's round in busy, nil if there is no such player or round.
func (t *crosstable) at(player, round int) *bool {
	entry := t.entries.Of(player)
	if entry < 0 || round < 1 || round > t.rounds {
		return nil
	}
	return t.seat(entry, round)
}

// rounds checks the games, byes and points of a section.
func (s *sectionChecker) rounds(rounds int) {
	t := newCrosstable(s.Section, rounds)
	sound := s.games(t)
	for i := range s.Byes {
		b := &s.Byes[i]
		entry := t.entries.Of(b.Player)
		switch {
		case b.Round < 1 || b.Round > rounds:
			s.refuse("round-impossible", b.At, finding.Int("round", b.Round), finding.Int("rounds", rounds))
			continue
		case entry < 0:
			s.refuse("unknown-start-number", b.At, finding.Int("player", b.Player), finding.Int("round", b.Round))
			continue
		}
		s.occupied(t.seat(entry, b.Round), b.Player, b.Round, b.At)
		t.points[entry] += s.scoring.Bye(b.Kind)
	}
	if sound && !s.NoRounds { // else what is missing is known already
		s.whole(t)
	}
	s.r.assigned(s.Section, t.entries, t.points)
	contested := map[int]bool{} // entries whose points cannot be compared
	for i := range s.Disputed {
		contested[t.entries.Of(s.Disputed[i].White)], contested[t.entries.Of(s.Disputed[i].Black)] = true, true
	}
	var off []misfit
	for i := range s.Players {
		if p := &s.Players[i]; p.Points != nil && *p.Points != t.points[i] && !contested[i] && !s.surplus(t, i) {
			off = append(off, misfit{i, *p.Points - t.points[i]})
		}
	}
	if len(s.Disputed)+len(off) > 0 {
		s.contradictions(t, off)
	}
}

// games checks the games of a section, and reports whether each has two players and a round.
func (s *sectionChecker) games(t *crosstable) (sound bool) {
	counted := 0
	worth, first, last := s.scoring.Games(), s.r.FirstDay(), s.r.LastDay()
	for i := range s.Games {
		g := &s.Games[i]
		white, black := t.entries.Of(g.White), t.entries.Of(g.Black)
		switch {
		case g.Round < 1 || g.Round > t.rounds:
			s.refuse("round-impossible", g.At, finding.Int("round", g.Round), finding.Int("rounds", t.rounds))
			continue
		case white < 0:
			s.refuse("unknown-start-number", g.At, finding.Int("player", g.White), finding.Int("round", g.Round))
			continue
		case black < 0:
			s.refuse("unknown-start-number", g.At, finding.Int("player", g.Black), finding.Int("round", g.Round))
			continue
		case white == black:
			s.refuse("game-against-himself", g.At, finding.Int("player", g.White), finding.Int("round", g.Round))
			continue
		case g.Date != 0 && (g.Date < first || g.Date > last) && first != 0:
			s.note("game-outside-event", finding.Warning, g.At, finding.Text("date", g.Date.String()), finding.Int("round", g.Round))
		}
		s.occupied(t.seat(white, g.Round), g.White, g.Round, g.At)
		s.occupied(t.seat(black, g.Round), g.Black, g.Round, g.At)
		t.points[white] += worth[g.Result][0]
		t.points[black] += worth[g.Result][1]
		counted++
	}
	return counted == len(s.Games)
}

// occupied marks a player's round, and refuses it if it is already marked: the report was
// not settled.
func (s *sectionChecker) occupied(seat *bool, player, round int, at finding.At) {
	if *seat {
		s.refuse("two-opponents", at, finding.Int("player", player), finding.Int("round", round), finding.Text("mine", "–"), finding.Text("theirs", "–"))
	}
	*seat = true
}

// surplus reports whether byes in blank rounds explain the stated points of a player. A round that
// nobody has was lost, and explains nothing.
func (s *sectionChecker) surplus(t *crosstable, entry int) bool {
	p, blank := &s.Players[entry], 0
	for round := 1; round <= t.rounds; round++ {
		if !*t.seat(entry, round) && t.taken(round) && !s.NoRounds {
			blank++
		}
	}
	surplus := p.Surplus(t.points[entry], blank, &s.scoring)
	if surplus > 0 {
		s.note("points-surplus", finding.Warning, p.At, finding.Int("player", p.StartNumber), finding.Text("stated", p.Points.String()),
			finding.Text("surplus", surplus.String()), finding.Int("blank", blank))
	}
	return surplus > 0
}

// Surplus returns by how much the points that are stated for a player exceed those that
// were counted, if byes in blank rounds explain it: zero otherwise. Older programs leave
// such rounds blank.
func (p *Player) Surplus(counted rating.Score, blank int, scoring *Scoring) rating.Score {
	if p.Points == nil || *p.Points <= counted || *p.Points-counted > rating.Score(blank)*scoring.Win {
		return 0
	}
	return *p.Points - counted
}

// PlausibleBirth reports whether somebody with this birth may be playing on the
// day: between 4 and 110 years old, or of unknown age (Reading G8).
func PlausibleBirth(b civil.Birth, on civil.Date) bool { return plausibleOn(on).has(b) }

// births is a span of births, both ends included.
type births struct{ first, last civil.Birth }

// plausibleOn returns the births of people who may be playing on a day.
func plausibleOn(day civil.Date) births {
	const youngest, oldest, year = 4, 110, 10_000
	if day == 0 {
		return births{0, civil.BirthIn(9999)}
	}
	on := civil.BirthOn(day)
	return births{on - (oldest+1)*year + 1, on - youngest*year}
}

// has reports whether a birth is in the span, or unknown.
func (s births) has(b civil.Birth) bool {
	if b.YearOnly() {
		b = civil.BirthOn(b.Date()) // Reading G8
	}
	return b == 0 || b >= s.first && b <= s.last
}

// Entry finds an entry by section and start number, nil if there is none.
func (r *Report) Entry(section string, start int) *Player {
	for i := range r.Sections {
		s := &r.Sections[i]
		if s.Name != section {
			continue
		}
		if n := NewIndex(s).Of(start); n >= 0 {
			return &s.Players[n]
		}
	}
	return nil
}

// Index finds entries by start number.
type Index struct{ entries []int32 }

// NewIndex indexes a section's players. Of two with the same start number, it
// finds the first.
func NewIndex(s *Section) Index {
	highest := 0
	for i := range s.Players {
		if n := s.Players[i].StartNumber; n <= MaxStartNumber {
			highest = max(highest, n)
		}
	}
	x := Index{make([]int32, highest+1)}
	for i := range s.Players {
		if n := s.Players[i].StartNumber; n >= 1 && n <= highest && x.entries[n] == 0 {
			x.entries[n] = int32(i + 1)
		}
	}
	return x
}

// Of returns the position of a start number in the section's players, -1 if
// there is none.
func (x Index) Of(startNumber int) int {
	if startNumber < 1 || startNumber >= len(x.entries) {
		return -1
	}
	return int(x.entries[startNumber]) - 1
}

// FillPoints calculates the points of players for whom the report states none.
func FillPoints(r *Report) {
	scoring := r.PointSystem()
	worth := scoring.Games()
	for i := range r.Sections {
		s := &r.Sections[i]
		index := NewIndex(s)
		points := make([]rating.Score, len(s.Players)+1) // the last element is for unknown players
		add := func(start int, n rating.Score) {
			entry := index.Of(start)
			if entry < 0 {
				entry = len(s.Players)
			}
			points[entry] += n
		}
		for _, g := range s.Games {
			add(g.White, worth[g.Result][0])
			add(g.Black, worth[g.Result][1])
		}
		for _, b := range s.Byes {
			add(b.Player, scoring.Bye(b.Kind))
		}
		r.assigned(s, index, points)
		for entry := range s.Players {
			if s.Players[entry].Points == nil {
				s.Players[entry].Points = &points[entry]
			}
		}
	}
}
