package months

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	seeing "github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// asked is a question of the review.
type asked struct {
	document.ReviewCheck
	Report string       // the reference of what it is about; empty: it is about a player
	Player string       // ID; empty: it is about a report
	Answer *portal.Form // nil: the visitor only reads, or it is answered together with others
}

// kindOfCheck are the questions of one kind.
type kindOfCheck struct {
	ID     string
	Checks []*asked
	Open   int
	All    *portal.Form // one answer for all that are open; nil: the visitor only reads, or that of the page is the same
}

// reviewShown is what the page of a review shows.
type reviewShown struct {
	*document.Review
	changes
	Kinds   []*kindOfCheck // with questions, the open ones first
	Fine    []string       // ids of what was looked at and raises no question
	Open    int            // questions
	Games   int            // of the draft
	Reports int
	Largest *largest // nil: nobody's rating changes
	Left    []reportLine
	Missing []string
	Events  map[string]string // names by reference
	At      string            // when the draft was made
	Drafted bool              // else the list is out
	All     *portal.Form      // one answer for all that are open; nil: the visitor only reads, or there are no two
}

// Way returns how far the list has come.
func (s *reviewShown) Way() way {
	if !s.Drafted {
		return wayAt(3)
	}
	return wayAt(1)
}

// Since reports whether something has come since the draft was made.
func (s *reviewShown) Since() bool { return len(s.Behind) > 0 || s.Registers }

// largest is the largest change of a draft.
type largest struct {
	closing.Mover
	Kind rating.Kind
}

// By returns by how much the rating changes.
func (l *largest) By() int { return int(l.To) - int(l.From) }

// looksAt are the ids of all questions of a review, in the order of the page.
var looksAt = []string{"held-games", "games-alike", "big-change", "k-jump", "performance-off", "games-a-day", "two-events-a-day", "births-differ", "facts-differ", "age-unlikely"}

// reviewed returns the review of a list. Where there is no draft, the visitor is led to the page of the period, which says what comes
// before.
func reviewed(v *portal.Visit, label string) (of document.Review, led bool, err error) {
	of, err = as[document.Review](v, "review", label)
	var why *finding.Refused
	if errors.As(err, &why) && why.ID == "no-draft" {
		return of, true, v.Lead("desk", "periods", label)
	}
	return of, false, err
}

func showReview(v *portal.Visit) (any, error) {
	label := v.R.PathValue("label")
	read, led, err := reviewed(v, label)
	if err != nil || led {
		return nil, err
	}
	s := &reviewShown{Review: &read, Events: map[string]string{}, Missing: read.Missing, Drafted: read.State == lists.Drafted}
	s.sort()
	s.move()
	err = view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		run, err := lists.FindRun(r, read.Run)
		if err != nil {
			return err
		}
		s.Games, s.Reports, s.At = run.Games, len(run.Records), v.When(run.At)
		for _, out := range read.Left {
			c, err := intake.Find(r, out.Ref)
			if err != nil {
				return err
			}
			line := reportLine{Ref: out.Ref, Event: c.Event, State: out.State, Held: c.Games}
			if len(out.Waits) > 0 {
				line.Waits = v.Printer().Because(out.Waits)
			}
			s.Left = append(s.Left, line)
		}
		for _, out := range read.Out {
			c, err := intake.Find(r, out.Ref)
			if err != nil {
				return err
			}
			s.Events[out.Ref] = c.Event
		}
		return nil
	})
	if err == nil {
		err = s.forms(v)
	}
	return s, err
}

// sort puts the questions under their kinds.
func (s *reviewShown) sort() {
	by := map[string]*kindOfCheck{}
	for _, c := range s.Checks {
		id, about, _ := strings.Cut(c.Key, ":")
		k := by[id]
		if k == nil {
			k = &kindOfCheck{ID: id}
			by[id], s.Kinds = k, append(s.Kinds, k)
		}
		q := &asked{ReviewCheck: c}
		about, _, _ = strings.Cut(about, ":")
		if id == "held-games" || id == "games-alike" {
			q.Report = about
		} else {
			q.Player = about
		}
		if k.Checks = append(k.Checks, q); !c.Ticked {
			k.Open, s.Open = k.Open+1, s.Open+1
		}
	}
	for _, id := range looksAt {
		if by[id] == nil {
			s.Fine = append(s.Fine, id)
		}
	}
	slices.SortStableFunc(s.Kinds, func(a, b *kindOfCheck) int { return min(b.Open, 1) - min(a.Open, 1) })
}

// Span returns the changes of a bucket as a span.
func (s *reviewShown) Span(from int) string {
	sign := cmp.Compare(from, 0)
	return glyph(from) + " … " + glyph(from/10*10+9*sign)
}

// glyph returns a change with its sign.
func glyph(by int) string { return strings.Replace(fmt.Sprintf("%+d", by), "-", "\u2212", 1) }

// move finds the largest change.
func (s *reviewShown) move() {
	for _, k := range s.Review.Kinds {
		for _, m := range k.Movers[:min(1, len(k.Movers))] {
			l := &largest{m, k.Kind}
			if was := s.Largest; was == nil || max(l.By(), -l.By()) > max(was.By(), -was.By()) {
				s.Largest = l
			}
		}
	}
}

// whyShown is how a draft arrives at the ratings of a player.
type whyShown struct {
	Label string
	person
	Kinds []whyKind
}

// whyKind is how a draft arrives at a rating.
type whyKind struct {
	*explain.List
	Said    []string // sentences, the first one says it all
	Account string   // all steps
}

func showWhy(v *portal.Visit) (any, error) {
	s := &whyShown{Label: v.R.PathValue("label")}
	err := view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		x, err := seeing.ExplainDraft(r, v.R.PathValue("id"), s.Label)
		if err != nil {
			return err
		}
		s.person = person{x.Player.ID, x.Player.Name, x.Player.NameLocal}
		listed, err := document.Explained(x, 0, false)
		for _, l := range listed {
			s.Kinds = append(s.Kinds, whyKind{l, v.Printer().Summarize(l), v.Printer().Write(l)})
		}
		if err == nil && len(listed) == 0 {
			err = finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
		}
		return err
	})
	return s, err
}
