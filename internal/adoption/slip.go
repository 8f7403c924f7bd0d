package adoption

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// numbers looks for slips in the numbers themselves: roundings, floors, typing.
func (e *inquest) numbers() {
	made := map[key]*number{}
	for _, o := range e.span.numbers() {
		made[key{e.span.list, o.player.ID, o.kind}] = o
	}
	lowest := e.lowest()
	for i, d := range e.cases {
		if o := made[d.key]; o != nil {
			for _, group := range grouped(o.written()) {
				e.about(d, group)
			}
			e.about(d, o.withK())
		}
		if !d.Ours.Rated() || !d.Theirs.Rated() {
			continue
		}
		if d.Theirs == lowest && d.Ours < lowest && lowest%50 == 0 {
			cause := plain(ByFloor, OtherFloor)
			cause.Value = lowest.String()
			e.suspect(&suspect{Cause: cause, at: []key{d.key}, among: 1})
		}
		if what, among := typed(d.Ours.String(), d.Theirs.String()); what != "" {
			e.suspect(&suspect{Cause: plain(ByTyping, what), at: []key{d.key}, among: among})
		}
		for _, other := range e.cases[:i] {
			if other.Kind == d.Kind && other.Ours == d.Theirs && other.Theirs == d.Ours {
				cause := plain(ByTyping, Exchanged)
				cause.Name, cause.Value = other.ID, d.ID
				e.suspect(&suspect{Cause: cause, at: []key{other.key, d.key}, among: len(e.cases) * len(e.cases) / 2})
			}
		}
	}
}

// grouped returns the ways to write a number by their groups.
func grouped(all []written) map[Group][]written {
	groups := map[Group][]written{}
	for _, w := range all {
		groups[w.Group] = append(groups[w.Group], w)
	}
	return groups
}

// lowest returns the lowest rating in the list.
func (e *inquest) lowest() rating.Rating {
	l := &e.book.Lists[e.span.list]
	lowest := rating.Rating(0)
	for n := range l.standings {
		for _, kind := range rating.AllKinds {
			if r := l.standings[n].Of(kind).Rating; r.Rated() && (lowest == 0 || r < lowest) {
				lowest = r
			}
		}
	}
	return lowest
}

// typed returns the slip that makes one number another, and how many such slips there
// are. Another last digit is not taken for a slip: too much else may be.
func typed(ours, theirs string) (what season.CauseKind, among int) {
	if len(ours) != len(theirs) {
		if without(ours, theirs) || without(theirs, ours) {
			return TypedLength, 4
		}
		return "", 0
	}
	var differ []int
	for i := range ours {
		if ours[i] != theirs[i] {
			differ = append(differ, i)
		}
	}
	switch {
	case len(differ) == 2 && ours[differ[0]] == theirs[differ[1]] && ours[differ[1]] == theirs[differ[0]]:
		return TypedDigits, len(ours) - 1
	case len(differ) == 1 && differ[0] < len(ours)-1:
		return TypedDigit, 9 * (len(ours) - 1)
	}
	return "", 0
}

// without reports whether a text without one of its characters is another.
func without(text, other string) bool {
	for i := range text {
		if text[:i]+text[i+1:] == other {
			return true
		}
	}
	return false
}
