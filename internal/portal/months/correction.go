package months

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/portal"
)

// correctionLine is a correction in the list of all.
type correctionLine struct {
	*correction.Correction
	Says     string   // what it corrects, in a sentence
	Reissued []string // labels of the lists that it has published again
}

// correctionsShown is what the page of all corrections shows.
type correctionsShown struct{ Proposed, Decided []*correctionLine }

func showCorrections(v *portal.Visit) (any, error) {
	s := &correctionsShown{}
	err := view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := correction.All(r)
		slices.Reverse(all)
		for _, k := range all {
			line := &correctionLine{Correction: k, Says: document.CorrectedWhat(v.Printer(), k)}
			for i := range k.Impact {
				if k.Impact[i].Reissue && k.State == correction.Accepted {
					line.Reissued = append(line.Reissued, k.Impact[i].Label)
				}
			}
			if k.State == correction.Proposed {
				s.Proposed = append(s.Proposed, line)
			} else {
				s.Decided = append(s.Decided, line)
			}
		}
		return err
	})
	return s, err
}

// touched is what a correction does to a list.
type touched struct {
	correction.Impact
	Key      string // of what happens to it
	Citation string
	Revision int // of the list as it was published with it; 0: it was not
}

// correctionShown is what the page of a correction shows.
type correctionShown struct {
	*correctionLine
	changes
	When     func(time.Time) string
	Event    string
	Game     *sheetGame  // nil: it is about something else
	Entry    *sheetEntry // whose player is corrected; nil: it is about something else
	Lists    []touched
	Newest   string // label of the newest of these lists
	Players  int    // whose rating in it changes
	Again    int    // lists that get a new revision
	Names    map[string]person
	Outdated bool // something has come since its impact was calculated
	Waits    *waits
	Two      bool             // a second officer has to want it, too
	Forms    *correctionForms // nil: the visitor only reads
}

// Open reports whether nobody has decided on it.
func (s *correctionShown) Open() bool { return s.State == correction.Proposed }

// InForce reports whether it may be undone.
func (s *correctionShown) InForce() bool {
	return s.State == correction.Accepted && s.UndoneBy == "" && s.Undoes == ""
}

func showCorrection(v *portal.Visit) (any, error) {
	k, err := as[*correction.Correction](v, "correction", v.R.PathValue("c"))
	if err != nil {
		return nil, err
	}
	s := &correctionShown{When: v.When, correctionLine: &correctionLine{Correction: k, Says: document.CorrectedWhat(v.Printer(), k)}, Two: v.Of.TwoOfficers}
	err = view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		newest, err := newestList(r)
		if err != nil {
			return err
		}
		s.Outdated = k.State == correction.Proposed && newest.ID != k.Basis
		if err := s.about(r); err != nil {
			return err
		}
		return s.impact(v, r)
	})
	if err != nil {
		return nil, err
	}
	all, err := waiting(v)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(w *waits) bool { a, is := w.Does.(*act.AcceptCorrection); return is && a.Number == k.Number }); i >= 0 {
		s.Waits = all[i]
	}
	return s, s.forms(v)
}

// about finds what the correction is about.
func (s *correctionShown) about(r bureau.Reader) error {
	if s.What.Report == "" {
		return nil
	}
	c, err := intake.Find(r, s.What.Report)
	if err != nil {
		return err
	}
	s.Event = c.Event
	if len(s.What.Adjustments) == 0 {
		return nil
	}
	was := s.Change.Out
	if was.Ref == "" {
		was = c.RecordID(c.Current)
	}
	played, err := sheetOf(r, was)
	if err != nil {
		return err
	}
	a := &s.What.Adjustments[0]
	s.Game, s.Entry = played.Game(a.Section, a.Round, a.White, a.Black), played.Entry(a.Section, a.Start)
	return nil
}

// impact says what the correction does to each list and each player.
func (s *correctionShown) impact(v *portal.Visit, r bureau.Reader) (err error) {
	var ids []string
	for i := range s.Impact {
		of := touched{Impact: s.Impact[i], Key: "same"}
		switch {
		case of.Reissue && of.First:
			of.Key = "first"
		case of.Reissue:
			of.Key = "again"
		case of.TooOld && of.First:
			of.Key = "late"
		case of.TooOld:
			of.Key = "stands"
		}
		of.Citation = v.Printer().Citation(of.Clause, of.Reading)
		if of.Reissue {
			s.Again++
		}
		out, err := lists.Publications.All(r, of.Label+"\x00")
		if err != nil {
			return err
		}
		for _, p := range out {
			if p.Cause == s.Number {
				of.Revision = p.Revision
			}
		}
		moved := map[string]bool{}
		for _, m := range of.Moves {
			ids, moved[m.Player] = append(ids, m.Player), true
		}
		s.Newest, s.Players = of.Label, len(moved)
		s.Lists = append(s.Lists, of)
	}
	s.Names, err = people(r, append(ids, s.What.Player)...)
	return err
}
