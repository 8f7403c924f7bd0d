package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// reader reads what a letter says, when it is sent or shown.
type reader struct {
	*explain.Printer
	b     *bureau.Bureau
	r     bureau.Reader
	s     *bureau.Settings
	e     *bureau.Entry // nil: of none
	l     *work.Letter
	known *Known

	reminded []string          // the references that a reminder is about
	alarms   []finding.Finding // that are raised
}

// facts returns what a letter is about, nil if there is nothing to say any more.
func (rd *reader) facts() (*Facts, error) {
	switch rd.l.Kind {
	case "digest":
		return rd.digest()
	case "second", "access":
		return rd.act()
	case "asked":
		return rd.asked()
	case "answered", "granted":
		return rd.answered()
	case "disputed":
		return rd.disputed()
	case "corrected":
		return rd.corrected()
	case "dispensed":
		return rd.dispensed()
	case "numbers":
		_, id := cut(rd.l.Receiver)
		a, err := bureau.Accounts.Get(rd.r, id)
		if err != nil || a == nil || a.Player == "" {
			return nil, err
		}
		return rd.numbers(a.Player)
	case "followed":
		return rd.followed()
	case ReportMissing, ReportDue:
		return rd.unreported()
	case Alarm:
		return rd.alarm()
	}
	return rd.reports()
}

// reports returns what a letter to a club says of its reports that were moved.
func (rd *reader) reports() (*Facts, error) {
	clubs, err := rd.clubs()
	if err != nil {
		return nil, err
	}
	f := &Facts{Path: rd.path("portal")}
	for _, m := range rd.e.Moves {
		kind, _ := ofMove(m.From, m.To)
		c, err := intake.Cases.Get(rd.r, m.Ref)
		if err != nil {
			return nil, err
		}
		if c == nil || !slices.Contains(clubs, c.For.Club) || kind != rd.l.Kind && !(rd.l.Kind == "unpaid" && (kind == "question" || kind == "withheld")) {
			continue
		}
		if kind != "received" && string(c.State) != m.To { // a later letter says more
			continue
		}
		of, err := rd.report(c)
		if err != nil {
			return nil, err
		}
		if f.About = append(f.About, *of); len(f.About) == 1 {
			f.Path = rd.path("portal/reports/" + c.Ref)
		} else {
			f.Path = rd.path("portal")
		}
	}
	if len(f.About) == 0 {
		return nil, nil
	}
	return f, nil
}

// clubs returns the clubs of the receiver.
func (rd *reader) clubs() ([]string, error) {
	what, id := cut(rd.l.Receiver)
	if what == work.OfClub {
		return []string{id}, nil
	}
	a, err := bureau.Accounts.Get(rd.r, id)
	if err != nil || a == nil {
		return nil, err
	}
	return a.Clubs, nil
}

// report returns what is said of a report.
func (rd *reader) report(c *check.Case) (*About, error) {
	of := &About{Data: explain.Data{
		"ref": c.Ref, "event": cmp.Or(c.Event, c.Ref), "day": rd.Date(rd.s.Day(c.Received)), "games": fmt.Sprint(c.Games), "ready": fmt.Sprint(c.Counting),
		"period": c.Period, "reason": "", "until": "", "amount": "", "currency": "", "due": "", "payment": "", "state": string(c.State),
	}}
	if c.Games == 0 { // nothing was read yet
		of.Data["games"] = ""
	}
	if c.Deadline != 0 {
		of.Data["until"] = rd.Date(c.Deadline)
	}
	if c.Fee != nil && c.Fee.Due() > 0 {
		of.Data["amount"], of.Data["currency"], of.Data["due"] = fmt.Sprint(c.Fee.Due()), c.Fee.Currency, rd.Date(c.Fee.Until)
		of.Data["payment"] = rd.s.Contact.In(rd.Language).Payment
	}
	if n := len(c.History); n > 0 {
		var err error
		if of.Data["reason"], err = rd.reason(c.History[n-1].Reason); err != nil {
			return nil, err
		}
	}
	if !slices.Contains([]string{"received", "question", "returned", "admitted"}, rd.l.Kind) {
		return of, nil
	}
	all, _, err := intake.Latest(rd.r, c.Whole())
	if err != nil {
		return nil, err
	}
	if games := reported(all); games > 0 { // the case has none of players who are not known yet
		of.Data["games"] = fmt.Sprint(games)
	}
	if rd.l.Kind == "admitted" {
		return of, nil
	}
	for _, q := range c.OpenSince() {
		if text := Question(rd.Printer, c, &q, all); text != "" && !slices.Contains(of.Items, text) {
			of.Items = append(of.Items, text)
		}
	}
	return of, nil
}

// reported returns how many games a report has, nil: none.
func reported(r *report.Report) (games int) {
	if r == nil {
		return 0
	}
	for i := range r.Sections {
		games += len(r.Sections[i].Games)
	}
	return games
}

// reason returns why a report was moved: by a correction for the reason that is published with it, else for what was said.
func (rd *reader) reason(said string) (string, error) {
	if rd.e == nil || rd.e.Act() != "correction.accept" {
		return said, nil
	}
	k, err := correction.Corrections.Get(rd.r, correction.Key(rd.e.Subject))
	if err != nil || k == nil {
		return said, err
	}
	return rd.Text("letter.by-correction", explain.Data{"number": k.Number, "reason": k.Reason}), nil
}

// path returns a way below the site in the language of the letter.
func (rd *reader) path(below string) string { return "/" + rd.Language + "/" + below + "/" }

// act returns what a letter says of an act by its name alone.
func (rd *reader) act() (*Facts, error) {
	act, _ := strings.CutSuffix(rd.e.Act(), wantedSuffix)
	by, err := bureau.AccountOf(rd.r, rd.e.Actor)
	if err != nil {
		return nil, err
	}
	f := &Facts{About: []About{{Data: explain.Data{"act": rd.TextOr("desk.acts."+strings.ReplaceAll(act, ".", "-"), act, nil), "by": by.Name, "subject": rd.e.Subject}}}, Path: rd.path("account")}
	if rd.l.Kind == "second" {
		waits, err := rd.b.Waiting(rd.r)
		if f.Path = rd.path("desk"); err != nil || !slices.ContainsFunc(waits, func(w *bureau.Wanted) bool { return w.Act == act }) {
			return nil, err // another officer has done it
		}
	}
	return f, nil
}

// asked returns what the office asks a club.
func (rd *reader) asked() (*Facts, error) {
	q, err := inquiry(rd.r, rd.e.Subject)
	if err != nil || q == nil || !q.Waits() {
		return nil, err
	}
	_, who, err := correction.FindInquiry(rd.r, q.Number)
	if err != nil || who == nil {
		return nil, err
	}
	c, err := intake.Cases.Get(rd.r, q.Report)
	if err != nil || c == nil {
		return nil, err
	}
	of, err := rd.report(c)
	if err != nil {
		return nil, err
	}
	of.Words = who.Words
	return &Facts{[]About{*of}, rd.path("portal/reports/" + c.Ref)}, nil
}

// answered returns the answer to an inquiry. The question itself is not repeated: it is whoever asked who has it.
func (rd *reader) answered() (*Facts, error) {
	q, err := inquiry(rd.r, rd.e.Subject)
	if err != nil || q == nil || q.Closed == nil {
		return nil, err
	}
	f := &Facts{About: []About{{Data: explain.Data{"number": q.Number, "day": rd.Date(q.On), "reason": q.Closed.Reason, "asks": ""}}}}
	if q.Asks != nil {
		f.About[0].Data["asks"] = rd.TextOr("desk.acts."+strings.ReplaceAll(q.Asks.Act, ".", "-"), q.Asks.Act, nil)
	}
	switch what, number := cut(rd.l.Receiver); what {
	case work.OfClub:
		f.Path = rd.path("portal")
	case work.OfAccount:
		a, err := bureau.Accounts.Get(rd.r, number)
		if err != nil {
			return nil, err
		}
		if f.Path = rd.path("account"); q.For(a) != "" {
			f.Path = rd.path("portal")
		}
	}
	return f, nil
}

// disputed returns of which game the receiver is asked which result it had, nil if they have said so or are asked no more.
func (rd *reader) disputed() (*Facts, error) {
	what, id := cut(rd.l.Receiver)
	by, path := reporter(id), "portal/asked/"
	if what == work.OfAccount {
		a, err := bureau.Accounts.Get(rd.r, id)
		if err != nil || a == nil {
			return nil, err
		}
		by = &bureau.Actor{Account: id, Roles: a.Roles, Clubs: a.Clubs, Player: a.Player}
	}
	d, err := correction.DoubtOf(rd.r, rd.e.Subject, by)
	var none *finding.Refused
	if errors.As(err, &none) {
		return nil, nil
	}
	if err != nil || d.Closed != nil || d.Said() {
		return nil, err
	}
	if d.As.Player != "" {
		path = "account/asked/"
	}
	c := d.Case
	return &Facts{[]About{{Data: explain.Data{"number": d.Number, "event": cmp.Or(c.Event, c.Ref), "ref": c.Ref, "rounds": fmt.Sprint(d.Round)}}}, rd.path(path + d.Number)}, nil
}

// corrected returns which correction changed what was published of a club's event.
func (rd *reader) corrected() (*Facts, error) {
	k, err := correction.Corrections.Get(rd.r, correction.Key(rd.e.Subject))
	if err != nil || k == nil {
		return nil, err
	}
	c, err := intake.Cases.Get(rd.r, k.What.Report)
	if err != nil || c == nil {
		return nil, err
	}
	of := About{Data: explain.Data{"number": k.Number, "event": cmp.Or(c.Event, c.Ref), "ref": c.Ref, "label": k.Label, "reason": k.Reason}}
	return &Facts{[]About{of}, rd.path("corrections")}, nil
}

func (rd *reader) dispensed() (*Facts, error) {
	a, err := intake.Announcements.Get(rd.r, rd.e.Subject)
	if err != nil || a == nil || a.Dispensation == nil {
		return nil, err
	}
	return &Facts{[]About{{Data: explain.Data{"event": a.Name, "ref": a.Ref, "reason": a.Dispensation.Reason, "rounds": fmt.Sprint(a.Rounds)}}}, rd.path("portal/events/" + a.Ref)}, nil
}

// numbers returns how what was published has changed a player's numbers.
func (rd *reader) numbers(player string) (*Facts, error) {
	published, err := publications(rd.r, rd.e)
	if err != nil {
		return nil, err
	}
	is, err := register.Players.Get(rd.r, player)
	if err != nil || is == nil || is.Erased {
		return nil, err
	}
	of := About{Data: explain.Data{"name": called(rd.Language, is.Name, is.NameLocal), "label": "", "corrected": ""}}
	for _, p := range published {
		changed, err := changesOf(rd.r, player, p)
		if err != nil {
			return nil, err
		}
		for _, c := range changed {
			of.Items = append(of.Items, rd.Text("letter.number", explain.Data{
				"kind": rd.Word(rating.Kind(c.kind).String()), "before": rd.Rating(rating.Rating(c.before)), "after": rd.Rating(rating.Rating(c.after)), "label": p.Label,
			}))
			of.Data["label"] = p.Label
		}
		if p.Cause != lists.CausePeriod {
			of.Data["corrected"] = p.Cause
		}
	}
	if len(of.Items) == 0 {
		return nil, nil
	}
	return &Facts{[]About{of}, rd.path("players/" + is.ID)}, nil
}

// followed returns what is new of what somebody follows.
func (rd *reader) followed() (*Facts, error) {
	_, id := cut(rd.l.Receiver)
	i := slices.IndexFunc(rd.known.Followers, func(f work.Follower) bool { return f.ID == id })
	if i < 0 {
		return nil, nil
	}
	what, id := cut(rd.known.Followers[i].Subject)
	if what == "player " {
		return rd.numbers(id)
	}
	f := &Facts{Path: rd.path("events")}
	for _, m := range rd.e.Moves {
		c, err := intake.Cases.Get(rd.r, m.Ref)
		if err != nil {
			return nil, err
		}
		if c == nil || string(c.State) != m.To || !tellsFollowers(m) || id != c.Ref && id != c.Announced && id != c.For.Club {
			continue
		}
		f.About = append(f.About, About{
			Data:  explain.Data{"name": cmp.Or(c.Event, c.Ref), "label": c.Period, "corrected": ""},
			Items: []string{rd.Text("letter.event-"+m.To, explain.Data{"event": cmp.Or(c.Event, c.Ref), "label": c.Period})},
		})
		if f.Path = rd.path("events"); m.To == string(check.Rated) {
			f.Path = rd.path("events/" + c.Ref)
		}
	}
	if len(f.About) == 0 {
		return nil, nil
	}
	return f, nil
}

// digest returns what waits for officers, nil if nothing does.
func (rd *reader) digest() (*Facts, error) {
	t, err := agenda.TodayOf(rd.b, rd.r, rd.s, 1)
	if err != nil {
		return nil, err
	}
	of := About{Data: explain.Data{"day": rd.Date(t.Day)}}
	for _, line := range []struct {
		key string
		n   int
	}{{"reports", t.Need}, {"asked", len(t.Asked)}, {"periods", len(t.Periods)}, {"behind", len(t.Behind)}, {"fide", len(t.FIDE)}, {"stated", t.Stated}} {
		if line.n > 0 {
			of.Items = append(of.Items, rd.Text("letter.digest-"+line.key, explain.Data{"n": fmt.Sprint(line.n)}))
		}
	}
	if len(of.Items) == 0 {
		return nil, nil
	}
	return &Facts{[]About{of}, rd.path("desk")}, nil
}
