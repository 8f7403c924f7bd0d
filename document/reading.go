package document

import (
	"context"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Wish is what somebody wants to read: a document of view.Audiences.
type Wish struct {
	Document, Key string
	IDs           []string     // of "announced-members": whom an organiser thinks to enter
	Entries       entry.Asked  // of "entries"
	Looks         bureau.Looks // is told before an organiser is told who is a member
	Most          int          // of "today": how many reports; 0: all
	Confirmed     bool         // whoever reads has just shown who they are, if only by a password: enough for what is stored about themselves
}

// wished is a wish that is granted in a form.
type wished struct {
	Wish
	ctx  context.Context
	p    *explain.Printer
	b    *bureau.Bureau // of what r reads
	r    bureau.Reader
	s    *bureau.Settings
	door view.Door
	form view.Form
}

// Read returns a document in the form in which whoever acts for the bureau is given it. What they are not given is refused as
// what is not there, before they are asked for a second factor.
func Read(ctx context.Context, b *bureau.Bureau, p *explain.Printer, wish Wish) (made any, err error) {
	err = b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		w := &wished{wish, ctx, p, b.Over(r), r, s, view.For(b.Actor), view.Hidden}
		w.form, err = w.door.Form(r, w.Document, w.Key)
		if err != nil {
			return err
		}
		if view.AsksFactor(w.Document) && !b.Actor.Confirmed(b.Clock()) && (w.form != view.Personal || !w.Confirmed) {
			return finding.Refuse("factor-needed")
		}
		maker := makers()[w.Document]
		if maker == nil {
			return errors.New("document: " + w.Document + " is not read here")
		}
		made, err = maker(w)
		return err
	})
	return made, err
}

// makers make the documents. Who is given one stands in view.Audiences; those that everybody is given come from
// internal/public, and those of a file that is only tried from internal/submission.
func makers() map[string]func(*wished) (any, error) {
	return map[string]func(*wished) (any, error){
		"accounts":          (*wished).accounts,
		"announced-members": (*wished).announcedMembers,
		"announcement":      (*wished).announcement,
		"announcements":     func(w *wished) (any, error) { return eachOf(w, "announcement", w.announcementsOf) },
		"card":              (*wished).card,
		"club-card":         func(w *wished) (any, error) { return register.FindClub(w.r, w.Key) },
		"club-contact":      (*wished).clubContact,
		"clubs-proposed":    func(w *wished) (any, error) { return register.ProposedClubs(w.r) },
		"correction":        func(w *wished) (any, error) { return correction.Find(w.r, w.Key) },
		"dossier":           (*wished).dossier,
		"duplicates":        func(w *wished) (any, error) { return register.Duplicates(w.r) },
		"entries":           (*wished).entries,
		"entered-members":   ofCase((*wished).enteredMembers),
		"faults": func(w *wished) (any, error) {
			found, err := care.Examine(w.ctx, w.b)
			return NewFindings(w.p, found), err
		},
		"fees": func(w *wished) (any, error) { return eachOf(w, "invoice", w.refsOf) },
		"fide": func(w *wished) (any, error) {
			all, err := agenda.FIDEEventsOf(w.r, w.b.Today(w.s), fidereport.States()...)
			if err != nil {
				return nil, err
			}
			return NewFIDEEvents(all), nil
		},
		"file":           ofCase((*wished).file),
		"inquiries":      func(w *wished) (any, error) { return eachOf(w, "inquiry", w.inquiriesOf) },
		"inquiry":        (*wished).inquiry,
		"invoice":        ofCase(func(_ *wished, r *check.Case) (any, error) { return NewInvoice(r), nil }),
		"log":            (*wished).log,
		"log-of-machine": (*wished).log,
		"members":        (*wished).members,
		"memberships":    func(w *wished) (any, error) { return register.MembershipsOf(w.r, "", 0) },
		"periods":        func(w *wished) (any, error) { return lists.Periods.All(w.r, "") },
		"players":        (*wished).players,
		"precedents":     func(w *wished) (any, error) { return desk.Precedents(w.b, w.r) },
		"report":         ofCase((*wished).report),
		"report-status":  ofCase((*wished).reportStatus),
		"reports":        func(w *wished) (any, error) { return eachOf(w, "report-status", w.refsOf) },
		"review": func(w *wished) (any, error) {
			of, err := closing.ReviewOf(w.b, w.r, w.Key)
			if err != nil {
				return nil, err
			}
			return NewReview(w.p, of), nil
		},
		"settings":   func(w *wished) (any, error) { return w.s, nil },
		"stated":     func(w *wished) (any, error) { return register.ProposedFacts(w.r, "") },
		"statements": ofCase((*wished).statements),
		"today": func(w *wished) (any, error) {
			all, err := agenda.TodayOf(w.b, w.r, w.s, w.Most)
			if err != nil {
				return nil, err
			}
			return NewToday(w.p, all), nil
		},
		"waiting": func(w *wished) (any, error) { return w.b.Waiting(w.r) },
	}
}

// ours reports whether the words of an inquiry are for who reads: they have asked, or the office asks their club, or another account of
// the club has asked something for it, and not for themselves.
func (w *wished) ours(q *correction.Inquiry) (bool, error) {
	if w.form == view.Personal || q.Asked {
		return true, nil
	}
	by, err := correction.AskedBy(w.r, q.Number)
	if err != nil || by == "" {
		return false, err
	}
	a, err := bureau.Accounts.Get(w.r, by)
	if err != nil || a == nil || a.Player != "" && a.Player == q.Player {
		return false, err
	}
	return slices.ContainsFunc(a.Clubs, func(club string) bool { return slices.Contains(w.b.Actor.Clubs, club) }), nil
}
