package players

import (
	"crypto/rand"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

// newKey returns a key by which the same form is known again.
func newKey() string { return rand.Text() }

// refsOf returns the references of the reports with a player, the newest first.
func refsOf(r bureau.Reader, player uint32) ([]string, error) {
	entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(player)}})
	var refs []string
	for _, e := range entries {
		refs = append(refs, e.Ref)
	}
	slices.SortFunc(refs, func(a, b string) int { return strings.Compare(bureau.RefKey(b), bureau.RefKey(a)) })
	return slices.Compact(refs), err
}

// inquiryLine is what somebody has asked the office.
type inquiryLine struct {
	document.OwnInquiry
	State string // the key of where it stands
	About string // the key of the act that is asked for; empty: none is
	Event string // empty: it is about none
	Open  bool
	age

	Address string // of its page
}

// age is where an inquiry stands among the days in which it leads to a new revision of its list. Where there is no such bound, or no
// list, Of is 0.
type age struct {
	Of    int        // days
	Day   int        // of these, on which it came
	Until civil.Date // the last one
	Label string     // of that list
	Waits int        // days since it came
}

// Late reports whether it came too late for a new revision.
func (a *age) Late() bool { return a.Of > 0 && a.Day > a.Of }

// inquiriesOf returns what the visitor has asked, the newest first.
func inquiriesOf(v *portal.Visit) (all []*inquiryLine, err error) {
	read, err := as[[]any](v.Read("inquiries", ""))
	if err != nil {
		return nil, err
	}
	return all, view(v, func(r bureau.Reader, of *bureau.Settings) error {
		for _, one := range slices.Backward(read) {
			q, err := as[document.OwnInquiry](one, nil)
			if err != nil {
				return err
			}
			line, err := lineOf(v, r, of, &q)
			if err != nil {
				return err
			}
			all = append(all, line)
		}
		return nil
	})
}

// lineOf returns what is said of an inquiry.
func lineOf(v *portal.Visit, r bureau.Reader, of *bureau.Settings, q *document.OwnInquiry) (*inquiryLine, error) {
	l := &inquiryLine{OwnInquiry: *q, Address: "/" + v.Lang + "/account/inquiries/" + q.Number + "/"}
	if q.Asks != "" {
		l.About = "desk.acts." + strings.ReplaceAll(q.Asks, ".", "-")
	}
	switch {
	case q.Withdrawn:
		l.State = "desk.asked.withdrawn"
	case q.Granted:
		l.State = "desk.asked.granted"
	case q.Answer != "" && q.Asks != "":
		l.State = "desk.asked.refused"
	case q.Answer != "":
		l.State = "desk.asked.answered"
	default:
		l.State, l.Open = "desk.asked.open", true
	}
	if q.Report != "" {
		c, err := intake.Cases.Get(r, bureau.RefKey(q.Report))
		if err != nil {
			return nil, err
		}
		if c != nil {
			l.Event = c.Event
		}
	}
	var err error
	l.age, err = ageOf(r, of, &correction.Inquiry{On: q.On, List: q.List, Report: q.Report}, v.Bureau.Today(of))
	return l, err
}

// ageOf returns where an inquiry stands.
func ageOf(r bureau.Reader, of *bureau.Settings, q *correction.Inquiry, today civil.Date) (a age, err error) {
	a.Waits = int(today - q.On)
	a.Label, a.Until, err = q.Until(r, of)
	if err == nil && a.Until != 0 {
		a.Of = lists.Reissue[of.Text()].Days + 1
		a.Day = int(q.On-a.Until) + a.Of
	}
	return a, err
}

// inquiriesShown is what the page of a player's inquiries shows.
type inquiriesShown struct{ Open, Closed []*inquiryLine }

func showInquiries(v *portal.Visit) (any, error) {
	s := &inquiriesShown{}
	all, err := inquiriesOf(v)
	for _, q := range all {
		if q.Open {
			s.Open = append(s.Open, q)
		} else {
			s.Closed = append(s.Closed, q)
		}
	}
	return s, err
}

// step is something that has come of an inquiry.
type step struct {
	When, What string
	Correction string // its number
}

// inquiryShown is what the page of an inquiry shows to whoever asked.
type inquiryShown struct {
	*inquiryLine
	Steps []step
	Seen  string // with which it is withdrawn
	Sent  bool   // a moment ago
}

func showInquiry(v *portal.Visit) (any, error) { return inquiryOf(v, v.R.PathValue("q")) }

// inquiryOf returns what the page of an inquiry shows to the visitor, who has asked it.
func inquiryOf(v *portal.Visit, number string) (any, error) {
	q, err := as[document.OwnInquiry](v.Read("inquiry", number))
	if err != nil {
		return nil, err
	}
	s := &inquiryShown{Sent: v.R.URL.Query().Has("sent")}
	if s.Seen, err = v.Seen("inquiry", number); err != nil {
		return nil, err
	}
	return s, view(v, func(r bureau.Reader, of *bureau.Settings) (err error) {
		if s.inquiryLine, err = lineOf(v, r, of, &q); err != nil {
			return err
		}
		s.Steps, err = stepsOf(v, r, number)
		return err
	})
}

// stepsOf returns what has come of an inquiry, in the order in which it happened.
func stepsOf(v *portal.Visit, r bureau.Reader, number string) (all []step, err error) {
	q, _, err := correction.FindInquiry(r, number)
	if err != nil {
		return nil, err
	}
	say := func(key string) string { return v.Printer().Text("desk.asked.step-"+key, nil) }
	all = []step{{When: v.When(q.At), What: say("came")}}
	others, err := correction.Inquiries(r)
	if err != nil {
		return nil, err
	}
	for _, other := range others { // of the club, about the same
		if !other.Asked || q.Report == "" || other.Report != q.Report || other.At.Before(q.At) || q.Closed != nil && other.At.After(q.Closed.At) {
			continue
		}
		all = append(all, step{When: v.When(other.At), What: say("club")})
		if other.Replied != nil {
			all = append(all, step{When: v.When(*other.Replied), What: say("replied")})
		}
	}
	made, err := correction.All(r)
	for _, k := range made {
		if k.Inquiry == number && k.Decided != nil && (k.State == correction.Accepted) {
			all = append(all, step{When: v.When(k.Decided.At), What: say("corrected"), Correction: k.Number})
		}
	}
	switch {
	case q.Closed == nil:
		all = append(all, step{What: say("next")})
	case q.Withdrawn:
		all = append(all, step{When: v.When(q.Closed.At), What: say("withdrawn")})
	default:
		all = append(all, step{When: v.When(q.Closed.At), What: say("answered")})
	}
	return all, err
}

func sendInquiry(v *portal.Visit) error { return withdraws(v, v.R.PathValue("q")) }

// withdraws takes back an inquiry of the visitor.
func withdraws(v *portal.Visit, number string) error {
	if _, err := act.Do(v.R.Context(), v.Bureau, &act.WithdrawInquiry{Number: number}, act.With{Seen: v.Field("seen")}); err != nil {
		return err
	}
	return v.LeadTo(v.R.URL.Path)
}
