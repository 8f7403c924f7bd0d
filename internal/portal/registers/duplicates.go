package registers

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// evidence is what speaks for or against two players being one person.
type evidence struct {
	What string // the key of what it is
	For  bool
}

// pairShown is a pair of players who may be one person.
type pairShown struct {
	Old, Into person // the one that was registered later would lead to the other
	Points    int
	Evidence  []evidence
}

// pairOf returns a pair with what the visitor reads of the evidence: what speaks of births is for officers.
func pairOf(v *portal.Visit, r bureau.Reader, p *register.Pair) (one pairShown, err error) {
	for id, to := range map[string]*person{p.A: &one.Old, p.B: &one.Into} {
		is, err := register.Find(r, id)
		if err != nil {
			return one, err
		}
		*to = personOf(v.Lang, id, is.Name, is.NameLocal, is.Club)
	}
	one.Points = p.Points
	for _, e := range p.Evidence {
		if strings.HasPrefix(e.What, "birth") && !v.Is.Actor.Is(bureau.Officer) {
			one.Points -= e.Points
			continue
		}
		one.Evidence = append(one.Evidence, evidence{"register.evidence-" + e.What, e.Points > 0})
	}
	return one, nil
}

// mergeShown is a merge that was decided earlier.
type mergeShown struct {
	Old, Into    person
	When, Reason string
}

// duplicatesShown is what the page of the duplicates shows.
type duplicatesShown struct {
	desktop
	Query  string
	Pairs  []pairShown
	All    int
	Found  int    // number of pairs that match the query; without a query, of all pairs
	From   int    // the number of the first one shown, from 1
	Back   string // queries of the pages beside this one; empty: there is none
	More   string
	Merged []mergeShown
}

// To returns the number of the last pair shown.
func (s *duplicatesShown) To() int { return s.From + len(s.Pairs) - 1 }

func showDuplicates(v *portal.Visit) (any, error) {
	s := &duplicatesShown{desktop: deskOf(v, "duplicates", "arpad player duplicates")}
	pairs, err := read[[]register.Pair](v, "duplicates", "")
	if err != nil {
		return nil, err
	}
	s.All = len(pairs)
	q := v.R.URL.Query()
	s.Query = strings.TrimSpace(q.Get("q"))
	from, _ := strconv.Atoi(q.Get("from")) // what is none begins with the first one
	return s, view(v, func(r bureau.Reader) error {
		if pairs, err = pairsAbout(r, pairs, s.Query); err != nil {
			return err
		}
		s.page(len(pairs), from)
		shown := pairs[s.From-1 : min(len(pairs), s.From-1+mostFound)]
		for i := range shown {
			one, err := pairOf(v, r, &shown[i])
			if err != nil {
				return err
			}
			s.Pairs = append(s.Pairs, one)
		}
		merges, err := desk.Merges(r)
		if err != nil {
			return err
		}
		slices.SortFunc(merges, func(a, b *desk.Merge) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(a.Old, b.Old)) })
		for _, m := range merges[:min(len(merges), mostFound)] {
			one := mergeShown{When: v.When(m.At), Reason: m.Reason}
			for id, to := range map[string]*person{m.Old: &one.Old, m.Into: &one.Into} {
				p, err := register.Players.Get(r, id)
				if err != nil {
					return err
				}
				if *to = (person{ID: id}); p != nil {
					*to = personOf(v.Lang, id, p.Name, p.NameLocal, p.Club)
				}
			}
			s.Merged = append(s.Merged, one)
		}
		return nil
	})
}

// page finds where the pairs that are shown stand among those that were found.
func (s *duplicatesShown) page(found, from int) {
	s.Found, s.From = found, min(max(from, 1), (max(found, 1)-1)/mostFound*mostFound+1)
	to := func(from int) string { return "?" + url.Values{"q": {s.Query}, "from": {strconv.Itoa(from)}}.Encode() }
	if s.From > 1 {
		s.Back = to(max(s.From-mostFound, 1))
	}
	if s.From+mostFound <= found {
		s.More = to(s.From + mostFound)
	}
}

// pairsAbout returns the pairs that have one of the players whom a search finds; all pairs if nothing is searched.
func pairsAbout(r bureau.Reader, all []register.Pair, query string) ([]register.Pair, error) {
	if query == "" {
		return all, nil
	}
	search, err := finder.New(r)
	if err != nil {
		return nil, err
	}
	found, err := search.Find(r, query, mostSearched)
	if err != nil {
		return nil, err
	}
	is := map[string]bool{}
	for _, p := range found.Players {
		is[p.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(p register.Pair) bool { return !is[p.A] && !is[p.B] }), nil
}

// rowShown is a fact of both players of a pair.
type rowShown struct {
	Name       string // the key of its name
	Old, Into  string
	Same       bool
	Differs    bool
	Look       bool // the date of birth, which is shown after a click
	Registered bool
}

// onePair is what the page of a pair shows.
type onePair struct {
	desktop
	pairShown
	Rows           []rowShown
	Asked          bool   // the dates of birth were asked for
	Is             bool   // they were merged
	Apart          string // the reason why they are different people; empty: nobody has said so
	Refused        string // why they cannot be merged; empty: they can
	Cure           string
	Moved          []string // the reports whose entries change
	First          bool     // a first rating moves
	Merge, Two     *portal.Form
	Unmerge, Again *portal.Form
}

func showPair(v *portal.Visit) (any, error) { return onePairOf(v, false) }

// lookAtBirths shows the pair with the dates of birth. That the visitor looks is kept first.
func lookAtBirths(v *portal.Visit) error {
	asked := v.Field("show") == "birth"
	if !v.Is.Actor.Is(bureau.Officer) {
		return missing(v)
	}
	for _, id := range []string{v.R.PathValue("old"), v.R.PathValue("into")} {
		if asked {
			if err := v.Looked("birth " + id); err != nil {
				return err
			}
		}
	}
	s, err := onePairOf(v, asked)
	if err != nil {
		return err
	}
	return v.Show("pair", http.StatusOK, s)
}

// onePairOf returns what the page of a pair shows.
func onePairOf(v *portal.Visit, asked bool) (*onePair, error) {
	old, into := v.R.PathValue("old"), v.R.PathValue("into")
	s := &onePair{desktop: deskOf(v, "duplicates"), Asked: asked}
	err := view(v, func(r bureau.Reader) error {
		var cards [2]*register.Card
		for i, id := range []string{old, into} {
			p, err := register.Players.Get(r, id)
			if err == nil && (p == nil || p.Erased) {
				err = register.Unknown(r, id)
			}
			if err != nil {
				return err
			}
			person, err := register.PersonOf(r, id)
			if err != nil {
				return err
			}
			cards[i] = &register.Card{Player: *p, Person: *person}
		}
		if old == into {
			return missing(v)
		}
		weighed := register.Compare(cards[0], cards[1])
		if weighed.A != old {
			weighed.A, weighed.B = weighed.B, weighed.A
		}
		var err error
		if s.pairShown, err = pairOf(v, r, &weighed); err != nil {
			return err
		}
		for i, to := range []*person{&s.Old, &s.Into} { // of one that was merged, too
			*to = personOf(v.Lang, cards[i].ID, cards[i].Name, cards[i].NameLocal, cards[i].Club)
		}
		s.Is = cards[0].MergedInto == into
		two, err := register.DistinctPairs.Get(r, register.DistinctKey(old, into))
		if two != nil {
			s.Apart = cmp.Or(two.Reason, "–")
		}
		return errors.Join(err, s.compare(v, r, cards))
	})
	if err == nil && s.May {
		err = s.forms(v)
	}
	return s, err
}

// compare fills in the facts of both players.
func (s *onePair) compare(v *portal.Visit, r bureau.Reader, cards [2]*register.Card) error {
	texts := [2]map[string]string{{}, {}}
	for i, card := range cards {
		for _, f := range card.Fields(true) {
			texts[i][f.Name] = f.Text
		}
	}
	row := func(key, old, into string) {
		both := old != "" && into != ""
		s.Rows = append(s.Rows, rowShown{Name: key, Old: old, Into: into, Same: both && old == into, Differs: both && old != into})
	}
	row("register.field-id", s.Old.ID, s.Into.ID)
	s.Rows[0].Differs = false
	for _, name := range []string{"name", "name_local", "kana", "birth", "sex", "club", "federation", "fide_id", "email"} {
		old, into := texts[0][name], texts[1][name]
		hidden := !register.IsPublic(name)
		if old == "" && into == "" || hidden && !s.May {
			continue
		}
		row("register.field-"+name, old, into)
		if last := &s.Rows[len(s.Rows)-1]; hidden && (name != "birth" || !s.Asked) {
			last.Old, last.Into, last.Look = "", "", name == "birth"
		}
	}
	kinds, err := kindsOf(v)
	if err != nil {
		return err
	}
	var facts [2]struct{ ratings, member, games, since string }
	for i, card := range cards {
		of := &facts[i]
		standing, err := lists.NewestStanding(r, card.Number)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			of.ratings += "  " + rated(standing.Of(kind).Rating)
		}
		own, err := register.Memberships.Get(r, card.ID)
		if err != nil {
			return err
		}
		if own != nil {
			m := membershipOf(*own, today(v))
			if of.member = v.Printer().Text(m.Key, explain.Data{"day": v.Printer().Date(m.Until)}); m.Until == 0 && m.Valid {
				of.member = v.Printer().Text("desk.registers.member-open", nil)
			}
		}
		entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(card.Number)}})
		if err != nil {
			return err
		}
		games := 0
		for _, e := range entries {
			games += e.Games
		}
		of.games = strconv.Itoa(games)
		log, err := rows.LogOf(r, card.ID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(log, func(e *bureau.Entry) bool { return e.Act() == "player.add" }); i >= 0 {
			of.since = v.When(log[i].At)
		}
	}
	plain := func(key, old, into string) {
		s.Rows = append(s.Rows, rowShown{Name: key, Old: cmp.Or(old, "–"), Into: cmp.Or(into, "–")})
	}
	plain("desk.registers.ratings", strings.TrimSpace(facts[0].ratings), strings.TrimSpace(facts[1].ratings))
	plain("desk.registers.games", facts[0].games, facts[1].games)
	plain("desk.registers.membership", facts[0].member, facts[1].member)
	plain("desk.registers.since", facts[0].since, facts[1].since)
	return nil
}

// rated writes a rating.
func rated(n rating.Rating) string {
	if !n.Rated() {
		return "UR"
	}
	return n.String()
}

// forms makes the forms of a pair, after a look at what a merge would do.
func (s *onePair) forms(v *portal.Visit) error {
	var seen, apart string
	f := forms{v: v}
	err := view(v, func(r bureau.Reader) (err error) {
		if seen, err = playersSeen(r, s.Old.ID, s.Into.ID); err != nil {
			return err
		}
		apart, err = bureau.SeenOf(r, bureau.Subject{Seen: []bureau.Document{register.DistinctPairs.Of(register.DistinctKey(s.Old.ID, s.Into.ID))}})
		return err
	})
	switch {
	case err != nil:
		return err
	case s.Is:
		s.Unmerge = f.of(&act.UnmergePlayers{Old: s.Old.ID}, seen)
		return f.err
	case s.Apart != "":
		s.Again = f.of(&act.DistinguishPlayers{Undo: act.Undo{Undo: true}, One: s.Old.ID, Other: s.Into.ID}, apart)
		return f.err
	}
	s.Merge = f.of(&act.MergePlayers{Old: s.Old.ID, Into: s.Into.ID}, seen)
	s.Two = f.of(&act.DistinguishPlayers{One: s.Old.ID, Other: s.Into.ID}, seen)
	if f.err != nil {
		return f.err
	}
	s.Two.Lesser()
	tried := &act.MergePlayers{Because: act.Because{Reason: "a look"}, Old: s.Old.ID, Into: s.Into.ID}
	out, err := act.Look(v.R.Context(), v.Bureau, tried, act.With{Seen: seen})
	var why *finding.Refused
	if errors.As(err, &why) {
		s.Refused, s.Cure, s.Merge = v.Printer().Message(why.Finding), v.Printer().CureInWords(why.Finding), nil
		return nil
	}
	if err != nil {
		return err
	}
	if m, ok := out.Value.(*desk.Merge); ok {
		s.Moved, s.First = slices.Compact(slices.Sorted(slices.Values(m.Refs))), m.First
	}
	return nil
}
