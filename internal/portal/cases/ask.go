package cases

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/report"
)

// askShown is what the page shows on which a club is asked.
type askShown struct {
	Ref, Event, Club string
	Language         string // of the letter
	About            []casefile.Option
	Text             string
	Form             *portal.Form
}

func showAsk(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	seen, err := v.Seen("report-status", ref)
	if err != nil {
		return nil, err
	}
	s := &askShown{Ref: ref, Language: explain.Languages[0]}
	draft, err := v.Draft()
	if err != nil {
		return nil, err
	}
	text, sent := draft.Fields.Get("text"), false
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := intake.Find(r, ref)
		if err != nil {
			return err
		}
		s.Event = c.Event
		club, err := register.Clubs.Get(r, cmp.Or(c.For.Club, "-"))
		switch {
		case err != nil:
			return err
		case club == nil: // nobody is there to be asked
			return finding.Refuse("club-unassigned", finding.Text("ref", ref))
		}
		s.Club = club.Name
		contact, err := register.ContactOfClub(r, club.ID)
		if err != nil {
			return err
		}
		s.Language = v.Lang
		if contact != nil && slices.Contains(explain.Languages, contact.Language) {
			s.Language = contact.Language
		}
		all, _, err := intake.Latest(r, c.Whole())
		if err != nil {
			return err
		}
		s.prepare(page.In(s.Language), c, all, v.R.URL.Query()["about"])
		if text == "" {
			return nil
		}
		inquiries, err := correction.Inquiries(r)
		for _, q := range inquiries {
			if err == nil && q.Report == ref && q.Asked {
				var who *correction.Inquirer
				_, who, err = correction.FindInquiry(r, q.Number)
				sent = sent || who != nil && said(who.Words) == said(text)
			}
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case sent: // what was kept is nothing to go on with
		if err := v.Drop("desk/cases/"+ref, "ask"); err != nil {
			return nil, err
		}
	case text != "" && !v.R.URL.Query().Has("about"):
		s.Text = text
	}
	s.Form, err = v.Form(&act.AskClub{Ref: ref}, seen)
	if err == nil {
		s.Form.Back = "/" + v.Lang + "/desk/cases/" + ref + "/"
	}
	return s, err
}

// said returns a text without the difference that a form makes.
func said(text string) string { return strings.Join(strings.Fields(text), " ") }

// keepAsk keeps the letter as a draft, for whoever has no script.
func keepAsk(v *portal.Visit) error { return v.Keep(v.R.PostForm) }

// prepare writes the letter: what is asked of the club, or of that what is chosen.
func (s *askShown) prepare(p *explain.Printer, c *check.Case, all *report.Report, chosen []string) {
	var asked []string
	for _, q := range c.OpenSince() {
		value := q.What + "/" + q.Section + "/" + number(q.Start)
		if slices.ContainsFunc(s.About, func(o casefile.Option) bool { return o.Value == value }) {
			continue
		}
		text := mail.Question(p, c, &q, all)
		if text == "" {
			continue
		}
		is := slices.Contains(chosen, value) || len(chosen) == 0
		s.About = append(s.About, casefile.Option{Value: value, Name: text, Chosen: is})
		if is {
			asked = append(asked, p.Text("desk.ask.item", explain.Data{"text": text}))
		}
	}
	data := explain.Data{"club": s.Club, "event": s.Event, "ref": s.Ref, "until": ""}
	if c.Deadline != 0 {
		data["until"] = p.Date(c.Deadline)
	}
	s.Text = p.Text("desk.ask.begins", data) + "\n\n" + strings.Join(asked, "\n") + "\n\n" + p.Text("desk.ask.ends", data) // a value has no lines
}
