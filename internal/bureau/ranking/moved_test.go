package ranking_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// What is read of a list without the list says the same as the whole list: who moved since the
// list published before, who gained and played most in the last 12 lists, and the first women.
// Lists that were corrected later, and their corrections, are among them: what was published just
// before these is a later list.
func TestMovedIsThatOfTheWholeList(t *testing.T) { storetest.InSQL(t, movedIsThatOfTheWholeList) }

func movedIsThatOfTheWholeList(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	for n := range 5 {
		_, err := register.Set(t.Context(), d.Bureau, d.ID(3*n), []string{"sex=w"}, "as they say")
		d.Must(err)
	}
	_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club", "region=Tokyo", "reporters=club"}, "applied")
	d.Must(err)
	for n, fields := range map[int][]string{2: {"club=Minato Chess Club", "title=CM"}, 6: {"club=Minato Chess Club", "kana=いい"}, 3: {"club=Minato Chess Club", "kana=ああ"}, 4: {"club=Another Club"}, 15: {"title=CM"}} {
		_, err := register.Set(t.Context(), d.Bureau, d.ID(n), fields, "as they say")
		d.Must(err)
	}
	refs := d.Live(1, 4, nil)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	later := d.Live(5, 8, nil)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: later[5]}, "")
	d.Accept(correction.Amendment{Kind: correction.AmendRating, Label: "2024-08", Player: d.ID(15), Type: rating.Standard, Rating: 1234}, "")
	d.Live(9, 9, nil)
	d.Accept(correction.Amendment{Kind: correction.AmendRating, Label: "2024-09", Player: d.ID(3), Type: rating.Standard}, "")
	d.Accept(correction.Amendment{Kind: correction.AmendRating, Label: "2024-09", Player: d.ID(3), Type: rating.Rapid, Rating: 1111}, "")
	d.Live(10, 10, nil)
	some := s.File() == "" && !soak.Full() // a server takes three times as long
	seen := map[string]int{}
	d.Look(func(r bureau.Reader) error {
		all, err := rows.Publications.Select(r, bureau.Range{})
		for _, p := range all {
			if some && p.Seq%6 > 0 {
				continue
			}
			if err == nil {
				err = sameMoves(d, r, p, seen)
			}
		}
		return err
	})
	if some {
		return
	}
	for _, what := range []string{"rose", "fell", "same", "created", "dropped", "unplayed", "gain", "active", "women", "corrected",
		"all", "sex", "club", "region", "title", "lively", "from", "to", "under", "several", "rated", "rated in another kind only"} {
		if seen[what] == 0 {
			t.Errorf("nothing was %s: %v", what, seen)
		}
	}
}

// sameMoves compares what is read of a publication without its list with the whole list.
func sameMoves(d *bureautest.Bureau, r bureau.Reader, p *rows.Publication, seen map[string]int) error {
	read, err := ranking.NewBoard(r, p.Label, p.Revision)
	if err != nil {
		return err
	}
	c, err := read.Changes(r, rating.Standard, 0)
	if err != nil {
		return err
	}
	run, err := lists.FindRun(r, p.Run)
	if err != nil {
		return err
	}
	now, err := lists.ListOf(r, run.ID)
	if err != nil {
		return err
	}
	before, base := &roster.List{}, &roster.List{}
	if run.Base != 0 {
		out, err := lists.PublishedBefore(r, p.Seq, run.Base)
		if err == nil {
			before, err = lists.ListOf(r, out.Run)
		}
		if err == nil {
			base, err = lists.ListOf(r, run.Base)
		}
		if err != nil {
			return err
		}
	}
	want, count := map[string][]string{}, map[string]int{}
	for n := range uint32(bureautest.People) {
		is, was, from := standard(now, n), standard(before, n), standard(base, n)
		note := func(what string) { want[what] = append(want[what], d.ID(int(n))) }
		switch {
		case c.Previous == nil || !is.Rating.Rated() && !was.Rating.Rated():
		case !was.Rating.Rated():
			note("created")
		case !is.Rating.Rated():
			note("dropped")
		default:
			count[[]string{"fell", "same", "rose"}[1+cmp.Compare(is.Rating, was.Rating)]]++
			if is.Rating != was.Rating && is.Games == from.Games {
				note("unplayed")
			}
		}
	}
	got := map[string][]string{"created": idsOf(c.Created), "dropped": idsOf(c.Dropped)}
	for _, u := range c.Unplayed {
		got["unplayed"] = append(got["unplayed"], u.ID)
	}
	counted := map[string]int{"rose": c.Rose, "fell": c.Fell, "same": c.Same}
	if diff := gocmp.Diff([]any{want, count}, []any{got, counted}, cmpopts.EquateEmpty(), cmpopts.IgnoreMapEntries(func(_ string, of any) bool {
		return fmt.Sprint(of) == "0" || fmt.Sprint(of) == "[]"
	})); diff != "" {
		d.T.Errorf("list %s, revision %d: %s", p.Label, p.Revision, diff)
	}
	for what, n := range counted {
		seen[what] += n
	}
	for what, ids := range got {
		seen[what] += len(ids)
	}
	seen["corrected"] += p.Revision - 1
	if err := sameChoices(d.T, r, p, read, seen); err != nil {
		return err
	}
	if p.Seq%3 > 0 && (p.Label != "2024-09" || p.Revision == 1) && !soak.Full() { // of September there are players rated in another kind only
		return nil
	}
	return sameOrders(d.T, r, read, seen)
}

func standard(l *roster.List, player uint32) *roster.State {
	standing := l.Standing(player)
	return standing.Of(rating.Standard)
}

// sameChoices compares the players and the best of a list with the list itself, and with its lines,
// sorted and filtered here. The lines are read from the lists, or from the rows of ratings.
func sameChoices(t testing.TB, r bureau.Reader, p *rows.Publication, read *ranking.Board, seen map[string]int) error {
	t.Helper()
	by, err := ranking.NewBoard(r, p.Label, p.Revision)
	if err != nil {
		return err
	}
	page, err := by.Page(r, ranking.Selection{})
	if err != nil {
		return err
	}
	lines := page.Lines
	list, err := lists.ListOf(r, p.Run)
	if err != nil {
		return err
	}
	rated := 0
	for n := range list.Standings {
		if slices.ContainsFunc(list.Standings[n][:], func(s roster.State) bool { return s.Rating.Rated() }) {
			rated++
		}
	}
	if len(lines) != rated {
		t.Errorf("list %s, revision %d has %d players, want %d", p.Label, p.Revision, len(lines), rated)
	}
	year, err := yearOf(r, p)
	if err != nil {
		return err
	}
	const most = 4
	best, err := read.Best(r, rating.Standard, most, most)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what  string
		of    ranking.Selection
		best  []ranking.BestLine
		above bool // only those whose figure is above zero are among the best
	}{
		{what: "women", of: ranking.Selection{Sort: ranking.ByRating, Sex: "w"}, best: best.Women},
		{what: "gain", of: ranking.Selection{Sort: ranking.ByGain}, best: best.Improvers, above: true},
		{what: "active", of: ranking.Selection{Sort: ranking.ByActivity, Active: true}, best: best.Active},
	} {
		want := sortedLines(lines, c.of, year)
		if c.above {
			want = slices.DeleteFunc(want, func(l rows.Line) bool { return year.gain(&l) <= 0 })
		}
		var first []rows.Line
		for i := range c.best {
			l := &c.best[i]
			first = append(first, l.Line)
			change, known := l.Change(rating.Standard)
			if !known {
				change = 0
			}
			if figure := map[string]int{"women": change, "gain": year.gain(&l.Line), "active": year.games(&l.Line)}[c.what]; l.Figure != figure {
				t.Errorf("list %s, revision %d: %s has %d by %s, want %d", p.Label, p.Revision, l.ID, l.Figure, c.what, figure)
			}
			if place := 1 + slices.IndexFunc(c.best, func(other ranking.BestLine) bool {
				return c.what != "women" && other.Figure == l.Figure || c.what == "women" && other.Figures[rating.Standard-1].Rating == l.Figures[rating.Standard-1].Rating
			}); l.Place != place {
				t.Errorf("list %s, revision %d: %s has place %d by %s, want %d", p.Label, p.Revision, l.ID, l.Place, c.what, place)
			}
		}
		if diff := gocmp.Diff(idsOf(want[:min(most, len(want))]), idsOf(first), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("list %s, revision %d, the first by %s: %s", p.Label, p.Revision, c.what, diff)
		}
		seen[c.what] += len(want)
	}
	all, err := read.Best(r, rating.Standard, len(lines), most) // not among the first of a large list
	if err != nil {
		return err
	}
	var women []rows.Line
	for i := range all.Women {
		women = append(women, all.Women[i].Line)
		if all.Women[i].Place != 1+slices.IndexFunc(women, func(l rows.Line) bool { return l.Figures[0].Rating == women[i].Figures[0].Rating }) {
			t.Errorf("list %s, revision %d: %s has place %d among women", p.Label, p.Revision, women[i].ID, all.Women[i].Place)
		}
	}
	want := sortedLines(lines, ranking.Selection{Sort: ranking.ByRating, Sex: "w"}, year)
	if diff := gocmp.Diff(idsOf(want), idsOf(women), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("list %s, revision %d, all women: %s", p.Label, p.Revision, diff)
	}
	return nil
}

// year is a list and the one 12 lists before it.
type year struct {
	now, then *roster.List
	people    map[uint32]*rows.Person
}

func yearOf(r bureau.Reader, p *rows.Publication) (y year, err error) {
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return y, err
	}
	at := slices.IndexFunc(all, func(l *rows.List) bool { return l.Label == p.Label })
	if y.now, err = lists.ListOf(r, p.Run); err != nil {
		return y, err
	}
	if y.then, err = lists.ListOf(r, all[max(0, at-12)].Run); err != nil {
		return y, err
	}
	y.people = map[uint32]*rows.Person{}
	people, err := rows.Persons.Select(r, bureau.Range{})
	for _, p := range people {
		y.people[p.Number] = p
	}
	return y, err
}

// gain returns by how much the standard rating of a line rose.
func (y year) gain(l *rows.Line) int {
	now, then := standard(y.now, l.Number), standard(y.then, l.Number)
	if !now.Rating.Rated() || !then.Rating.Rated() {
		return 0
	}
	return int(now.Rating - then.Rating)
}

// games returns how many games at standard of a line were counted.
func (y year) games(l *rows.Line) int {
	return int(max(0, standard(y.now, l.Number).Games-standard(y.then, l.Number).Games))
}

// The orders and filters of a list. The test crosses them. The ratings of filters are those of players.
var (
	listOrders  = []ranking.Sort{"", ranking.ByID, ranking.ByName, ranking.ByReading, ranking.ByRating, ranking.ByChange, ranking.ByGames, ranking.ByGain, ranking.ByActivity}
	listFilters = map[string]ranking.Selection{
		"all": {}, "rated": {Rated: true}, "sex": {Sex: "w"}, "club": {Club: "Minato Chess Club"}, "region": {Region: "Tokyo"}, "title": {Title: "CM"}, "lively": {Active: true},
		"from": {Min: 1}, "to": {Max: 1}, "under": {Under: 45, Officer: true}, "nowhere": {Club: "Nowhere Chess Club"}, "several": {Sex: "w", Active: true, Min: 1, Max: 1, Club: "Minato Chess Club"},
	}
)

// sameOrders compares pages of a list in every order with every filter, both ways, with its lines.
func sameOrders(t testing.TB, r bureau.Reader, board *ranking.Board, seen map[string]int) error {
	t.Helper()
	whole, err := board.Page(r, ranking.Selection{})
	if err != nil {
		return err
	}
	var rated []rating.Rating
	for i := range whole.Lines {
		line := &whole.Lines[i]
		now, before := line.Of(rating.Standard).Rating, line.Of(rating.Standard).Before
		if now.Rated() {
			rated = append(rated, now)
		}
		if by, known := line.Change(rating.Standard); known != (now.Rated() && before.Rated()) || !known && by != 0 {
			t.Errorf("list %d: from %d to %d %s has changed by %d, %t", board.Publication.Seq, before, now, line.ID, by, known)
		}
	}
	seen["rated in another kind only"] += len(whole.Lines) - len(rated)
	slices.Sort(rated)
	year, err := yearOf(r, board.Publication)
	if err != nil {
		return err
	}
	for what, s := range listFilters {
		if s.Min > 0 { // that of a player
			s.Min = rated[len(rated)/4]
		}
		if s.Max > 0 {
			s.Max = rated[len(rated)*3/4]
		}
		for _, s.Sort = range listOrders {
			for _, s.Backward = range []bool{false, true} {
				page, err := board.Page(r, s)
				if err != nil {
					return err
				}
				want := sortedLines(whole.Lines, s, year)
				if diff := gocmp.Diff(idsOf(want), idsOf(page.Lines), cmpopts.EquateEmpty()); diff != "" || page.Total != len(want) {
					t.Errorf("list %d, %+v: %d lines: %s", board.Publication.Seq, s, page.Total, diff)
				}
				seen[what] += len(want)
				const part = 7
				for _, s.Offset = range []int{0, 1, len(want) / 3, max(0, len(want)-part/2)} {
					s.Limit = part
					some, err := board.Page(r, s)
					if err != nil {
						return err
					}
					from := min(s.Offset, len(want))
					if diff := gocmp.Diff(idsOf(want[from:min(from+part, len(want))]), idsOf(some.Lines), cmpopts.EquateEmpty()); diff != "" || some.Total != len(want) {
						t.Errorf("list %d, %+v: %d lines: %s", board.Publication.Seq, s, some.Total, diff)
					}
				}
				s.Offset, s.Limit = 0, 0
			}
		}
	}
	return nil
}

// sortedLines returns those of some lines, which are sorted by ID, that a selection has, in its order.
func sortedLines(lines []rows.Line, s ranking.Selection, year year) []rows.Line {
	const k = rating.Standard - 1
	figure := func(l *rows.Line) int {
		switch s.Sort {
		case ranking.ByRating:
			return int(l.Figures[k].Rating)
		case ranking.ByGames:
			return l.Figures[k].Games
		case ranking.ByChange:
			if change, both := l.Change(rating.Standard); both {
				return change
			}
		case ranking.ByGain:
			return year.gain(l)
		case ranking.ByActivity:
			return year.games(l)
		}
		return 0
	}
	ofKind := !slices.Contains([]ranking.Sort{"", ranking.ByID, ranking.ByName, ranking.ByReading}, s.Sort) || s.Rated || s.Active || s.Min > 0 || s.Max > 0
	var some []rows.Line
	for _, l := range lines {
		now, club := l.Figures[k].Rating, l.Club
		switch {
		case ofKind && !now.Rated(), s.Sex != "" && l.Sex != s.Sex, s.Active && year.games(&l) == 0, now < s.Min, s.Max > 0 && now > s.Max,
			s.Club != "" && club != s.Club, s.Region != "" && club != "Minato Chess Club", s.Title != "" && l.Title != s.Title,
			s.Under > 0 && 2024-year.people[l.Number].Birth.Year() > s.Under:
		default:
			some = append(some, l)
		}
	}
	slices.SortStableFunc(some, func(x, y rows.Line) int {
		switch s.Sort {
		case ranking.ByName:
			return cmp.Compare(report.FoldName(x.Name), report.FoldName(y.Name))
		case ranking.ByReading: // those without kana come last, by name
			return cmp.Or(cmp.Compare(len(year.people[y.Number].Kana), len(year.people[x.Number].Kana)), cmp.Compare(year.people[x.Number].Kana, year.people[y.Number].Kana), cmp.Compare(report.FoldName(x.Name), report.FoldName(y.Name)))
		}
		by := cmp.Compare(figure(&y), figure(&x))
		if s.Sort == ranking.ByChange && by == 0 && figure(&x) == 0 { // those who did not move are sorted by rating
			by = cmp.Compare(y.Figures[k].Rating, x.Figures[k].Rating)
		}
		return by
	})
	if s.Backward {
		slices.Reverse(some)
	}
	return some
}

func idsOf(lines []rows.Line) (all []string) {
	for i := range lines {
		all = append(all, lines[i].ID)
	}
	return all
}
