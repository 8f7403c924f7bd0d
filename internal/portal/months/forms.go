package months

import (
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/portal"
)

// forms makes the forms of a page: the first error is that of all.
type forms struct {
	*portal.Visit
	err error
}

// form returns the form of an act whose button says a text; empty: the name of the act.
func (f *forms) form(a act.Act, seen, says string) *portal.Form {
	if f.err != nil {
		return nil
	}
	made, err := f.Form(a, seen)
	if f.err = err; err == nil && says != "" {
		made.As(says)
	}
	return made
}

// lesser is like form, for a button beside a more important one.
func (f *forms) lesser(a act.Act, seen, says string) *portal.Form {
	made := f.form(a, seen, says)
	if f.err != nil {
		return nil
	}
	return made.Lesser()
}

// way is how far a list has come.
type way struct {
	Steps []string // the keys of their names
	At    int
}

func wayAt(at int) way {
	return way{[]string{"desk.month.step-period", "desk.month.step-review", "desk.month.step-publish"}, at}
}

// monthForms are the forms of the page of a period.
type monthForms struct{ Close, Reopen *portal.Form }

func (s *monthShown) forms(v *portal.Visit) error {
	if !acts(v) || s.State == lists.Published {
		return nil
	}
	seen, err := v.Seen("review", s.Label)
	f := &forms{v, err}
	s.Forms = &monthForms{}
	switch {
	case s.State == lists.Drafted:
		s.Forms.Reopen = f.lesser(&act.ReopenPeriod{Label: s.Label}, seen, "desk.month.reopen")
		if s.Behind() {
			s.Forms.Close = f.form(&act.ClosePeriod{Label: s.Label}, seen, "desk.month.close-again")
		}
	case s.Over() && s.Before == "":
		s.Forms.Close = f.form(&act.ClosePeriod{Label: s.Label}, seen, "desk.month.close")
	}
	return f.err
}

// mostForms is how many questions of a kind have a form each; more are answered together.
const mostForms = 50

func (s *reviewShown) forms(v *portal.Visit) error {
	if !acts(v) || !s.Drafted {
		return nil
	}
	seen, err := v.Seen("review", s.Label)
	f := &forms{v, err}
	if s.Open > 1 {
		s.All = f.form(&act.TickCheck{Label: s.Label, Check: "all"}, seen, "desk.review.answer-all")
	}
	for _, k := range s.Kinds {
		if k.Open > 1 && k.Open < s.Open {
			k.All = f.form(&act.TickCheck{Label: s.Label, Check: k.ID}, seen, "desk.review.answer-kind")
		}
		for _, q := range k.Checks[:min(len(k.Checks), mostForms)] {
			answer := &act.TickCheck{Label: s.Label, Check: q.Key}
			says := "desk.review.answer"
			if q.Ticked {
				answer.Undo.Undo, says = true, "desk.review.take-back"
			}
			q.Answer = f.lesser(answer, seen, says)
		}
	}
	return f.err
}

// publishForms are the forms of the page of a publication: one of the first two; that which has it published on its day, as long
// as that is ahead; and that which takes the day back.
type publishForms struct{ Now, AsDrafted, Plan, Stop *portal.Form }

func (s *publishShown) forms(v *portal.Visit) error {
	if !acts(v) || !s.Drafted {
		return nil
	}
	seen, err := v.Seen("review", s.Label)
	f := &forms{v, err}
	if s.Waits != nil {
		if s.Waits.Confirm = f.form(s.Waits.Does, seen, "desk.publish.confirm"); s.Waits.Own {
			s.Waits.Confirm = nil
		}
	}
	s.Forms = &publishForms{}
	if s.Period.Plan != nil {
		s.Forms.Stop = f.lesser(&act.StopPeriod{Label: s.Label}, seen, "desk.acts.period-stop")
	}
	if s.Open > 0 || !s.Same {
		return f.err
	}
	if s.Early != 0 && !s.Behind() && (s.Period.Plan == nil || s.Period.Stale()) {
		if s.Forms.Plan = f.form(&act.PlanPeriod{Label: s.Label, On: s.Early}, seen, "desk.publish.plan"); f.err == nil {
			s.Forms.Plan.With("on")
		}
	}
	a, says := &act.PublishPeriod{Label: s.Label}, "desk.publish.now"
	if s.Two {
		says = "desk.publish.want"
	}
	if s.Behind() {
		a.Drafted = true
		s.Forms.AsDrafted = f.withReason(f.form(a, seen, "desk.publish.as-drafted"), "")
	} else if s.Forms.Now = f.form(a, seen, says); s.Early != 0 {
		if f.withReason(s.Forms.Now, ""); s.Forms.Plan != nil {
			s.Forms.Now.Lesser()
		}
	}
	return f.err
}

// withReason has a form ask for a reason, by the key of what it is called; empty: as usual.
func (f *forms) withReason(made *portal.Form, called string) *portal.Form {
	if f.err != nil {
		return nil
	}
	made.With("reason")
	for i := range made.Fields {
		if of := &made.Fields[i]; of.Name == "reason" {
			of.Required = true
			if called != "" {
				of.Label = f.Printer().Text(called, nil)
			}
		}
	}
	return made
}

// inquiryForms are the forms of the page of an inquiry.
type inquiryForms struct{ Grant, Reply, Close, Withdraw *portal.Form }

func (s *inquiryShown) forms(v *portal.Visit) error {
	if !acts(v) || s.Closed != nil {
		return nil
	}
	seen, err := v.Seen("inquiry", s.Number)
	f := &forms{v, err}
	s.Forms = &inquiryForms{Close: f.withReason(f.lesser(&act.CloseInquiry{Number: s.Number}, seen, "desk.inquiry.close"), "desk.inquiry.answer"), Withdraw: f.lesser(&act.WithdrawInquiry{Number: s.Number}, seen, "desk.inquiry.withdraw")}
	if s.Asks != nil {
		s.Forms.Grant = f.withReason(f.form(&act.GrantInquiry{Number: s.Number}, "", "desk.inquiry.grant"), "")
	}
	if s.Waits() {
		s.Forms.Reply = f.lesser(&act.ReplyInquiry{Number: s.Number}, seen, "desk.inquiry.reply")
		if s.Forms.Reply != nil {
			s.Forms.Reply.With("text")
			if s.Inquiry.Game != nil {
				s.Forms.Reply.With("result")
			}
		}
	}
	return f.err
}

// correctionForms are the forms of the page of a correction.
type correctionForms struct{ Accept, Reject, Undo *portal.Form }

func (s *correctionShown) forms(v *portal.Visit) error {
	if !acts(v) {
		return nil
	}
	seen, err := v.Seen("correction", s.Number)
	f := &forms{v, err}
	s.Forms = &correctionForms{}
	switch {
	case s.Waits != nil && !s.Waits.Own:
		s.Waits.Confirm = f.form(s.Waits.Does, seen, "desk.correction.confirm")
		fallthrough
	case s.Open():
		s.Forms.Accept = f.withReason(f.form(&act.AcceptCorrection{Number: s.Number}, seen, "desk.correction.accept"), "desk.correction.public-reason")
		s.Forms.Reject = f.lesser(&act.RejectCorrection{Number: s.Number}, seen, "desk.correction.reject")
		if s.Outdated || s.Waits != nil {
			s.Forms.Accept = nil
		}
	case s.InForce():
		undo := &act.UndoCorrection{Number: s.Number}
		s.Forms.Undo = f.withReason(f.form(undo, seen, "desk.correction.undo"), "desk.correction.public-reason")
	}
	return f.err
}

// filingForms are the forms of a section of a FIDE event.
type filingForms struct{ Sent, Receipt, Exclude, Include *portal.Form }

func (s *fideEventShown) forms(v *portal.Visit) error {
	if !acts(v) {
		return nil
	}
	seen, err := v.Seen("report", s.Ref)
	f := &forms{v, err}
	for _, section := range s.Sections {
		section.Forms = &filingForms{}
		exclude, include := &act.ExcludeFromFIDE{}, &act.IncludeForFIDE{}
		exclude.Ref, exclude.Section = s.Ref, section.Section
		include.Ref, include.Section = s.Ref, section.Section
		switch {
		case section.Excluded != nil:
			section.Forms.Include = f.form(include, seen, "desk.fide.include")
		case section.Sendable():
			section.Forms.Sent = f.lesser(&act.SendToFIDE{Ref: s.Ref, Section: section.Section}, seen, "desk.fide.sent-now")
			section.Forms.Exclude = f.lesser(exclude, seen, "desk.fide.exclude")
			if section.Forms.Sent != nil {
				section.Forms.Sent.With("on")
			}
		default:
			section.Forms.Receipt = f.form(&act.ConfirmToFIDE{Ref: s.Ref, Section: section.Section}, seen, "desk.fide.receipt-now")
		}
	}
	return f.err
}
