package portal

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/page"
)

// doShown is what the page of an act shows.
type doShown struct {
	*Form
	Effect  *effect  // what it would do; nil: nothing was looked at
	Will    []string // what follows from it in any case
	Changes []logged // what has been done with the same since the visitor looked
	Return  string
	Typed   string // what the visitor types to say that they mean it; empty: nothing
}

// meant returns what somebody types before an act that nothing takes back and that also destroys what others have handed in; empty:
// nothing.
func meant(a act.Act) string {
	if of, is := a.(*act.ErasePerson); is {
		return of.Player
	}
	return ""
}

// effect is what an act would do.
type effect struct {
	Said  string
	Moves []moved
}

// moved is a report that it would move.
type moved struct{ Ref, From, To string }

// logged is a line of the log.
type logged struct{ At, By, What, Reason string }

// do returns the act of the page as far as its form fills it in, nil if there is none for the visitor.
func (v *Visit) do(fields url.Values) (act.Act, error) {
	line := act.Find(v.R.PathValue("act"))
	if line == nil || !v.may(line) || line.TakesFile() {
		return nil, nil
	}
	a := line.New()
	return a, fill(a, fields)
}

// may reports whether the visitor may do an act at all.
func (v *Visit) may(line *act.Line) bool { return v.Bureau.Actor.May(&line.Rule) == nil }

func (v *Visit) showDo() (any, error) {
	fields, sent := v.R.URL.Query(), len(v.R.PostForm) > 0
	if sent {
		fields = v.R.PostForm
	}
	a, unread := v.do(fields)
	if a == nil {
		return nil, v.Refuse(http.StatusNotFound, "missing")
	}
	form, err := v.Form(a, "")
	if err != nil {
		return nil, err
	}
	s := &doShown{Form: form, Return: v.ours(fields.Get("back"))}
	var all []string
	for _, field := range act.FieldsOf(a) {
		if field.Name != "undo" {
			all = append(all, field.Name)
		}
	}
	s.With(all...)
	s.Back = s.Return
	if key := fields.Get("once"); key != "" && sent {
		s.Key = key
	}
	if unread == nil {
		err = v.ahead(s, a, fields, sent)
	}
	return s, err
}

// ahead adds to a page what an act would do.
func (v *Visit) ahead(s *doShown, a act.Act, fields url.Values, sent bool) error {
	seen := fields.Get("seen")
	var changed *finding.Refused
	e, whose, err := v.foresee(a, act.With{Seen: seen})
	if errors.As(err, &changed) && changed.ID == "changed-since" {
		since, _ := strconv.Atoi(fields.Get("since"))
		if s.Changes, err = v.since(whose.ID, since); err != nil {
			return err
		}
		seen, s.Key = "", s.Key+"2"
		e, whose, err = v.foresee(a, act.With{})
	}
	if _, known := refused(v.Printer(), err); err != nil && !known {
		return err
	}
	if s.Seen = seen; s.Seen == "" && len(whose.Seen) > 0 {
		if s.Seen, err = v.seenOf(whose); err != nil {
			return err
		}
	}
	if sent && (!v.R.PostForm.Has("looked") || v.Field("typed") != meant(a)) {
		s.Effect = e
	}
	s.Will = v.follows(a)
	if s.Effect != nil { // of what was shown, nothing is changed any more but why it is done
		s.settle()
		s.Typed = meant(a)
	}
	return nil
}

// sendDo does an act, or shows what it would do.
func (v *Visit) sendDo() error {
	a, err := v.do(v.R.PostForm)
	switch {
	case a == nil:
		return v.Refuse(http.StatusNotFound, "missing")
	case err != nil:
		return err
	}
	line, with := act.LineOf(a), act.With{Seen: v.Field("seen"), Key: v.Field("once")}
	if (line.Look || line.Ask&bureau.Seen != 0 && with.Seen == "") && !v.R.PostForm.Has("looked") {
		if _, _, err := v.foresee(a, with); err != nil {
			return err
		}
		of, err := v.showDo()
		if err != nil || of == nil {
			return err
		}
		return v.show(own, "do", http.StatusOK, shown{Of: of})
	}
	if word := meant(a); word != "" && v.Field("typed") != word {
		return Said("desk.do.typed")
	}
	out, err := act.Do(v.R.Context(), v.Bureau, a, with)
	if err != nil {
		return err
	}
	if done, err := v.once(out); done || err != nil {
		return err
	}
	to := v.ours(v.Field("back"))
	if strings.HasPrefix(line.ID, "correct.") || line.ID == "correction.undo" { // to the correction that is proposed now
		to = "/" + v.Lang + "/" + pages["correct"] + "/" + page.Escaped(out.Subject) + "/"
	}
	return v.Done(a, out, to)
}

// ours returns an address of a page of ours, that of the desk if it is none.
func (v *Visit) ours(address string) string {
	to, err := url.Parse(address)
	if err != nil || to.IsAbs() || to.Host != "" || !strings.HasPrefix(to.Path, "/"+v.Lang+"/") || strings.Contains(to.Path, "//") || strings.Contains(to.Path, `\`) {
		return "/" + v.Lang + "/desk/"
	}
	return to.Path
}

// foresee returns what an act would do, and with what.
func (v *Visit) foresee(a act.Act, with act.With) (e *effect, whose bureau.Subject, err error) {
	err = v.Bureau.Preview(v.R.Context(), func(trial *bureau.Bureau) error {
		out, err := act.Do(v.R.Context(), trial, a, act.With{Seen: with.Seen})
		whose = out.Whose
		if err != nil {
			return err
		}
		e = &effect{}
		for _, m := range out.Moves {
			e.Moves = append(e.Moves, moved{m.Ref, v.state(m.From), v.state(m.To)})
		}
		return trial.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			entry, err := bureau.Entries.Get(r, bureau.SeqKey(out.Seq))
			if entry != nil {
				e.Said = v.said(entry)
			}
			return err
		})
	})
	return e, whose, err
}

// said returns what the log says that was done, and with what.
func (v *Visit) said(e *bureau.Entry) string {
	return v.Printer().Text("desk.do.done", explain.Data{"subject": e.Subject, "what": document.Decided(v.Printer(), e)})
}

// state returns the name of a state of reports, empty for none.
func (v *Visit) state(name string) string {
	if name == "" {
		return ""
	}
	return v.Printer().Word(name)
}

func (v *Visit) seenOf(s bureau.Subject) (seen string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		seen, err = bureau.SeenOf(r, s)
		return err
	})
	return seen, err
}

// since returns what has been done with something after an entry of the log.
func (v *Visit) since(subject string, seq int) (all []logged, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Entries.Scan(r, bureau.SeqKey(seq+1), "", func(_ string, e *bureau.Entry) (bool, error) {
			if e.Subject != subject && !slices.ContainsFunc(e.Moves, func(m bureau.Moved) bool { return m.Ref == subject }) {
				return true, nil
			}
			by, err := bureau.AccountOf(r, e.Actor)
			line := logged{At: v.When(e.At), By: e.Actor, What: v.said(e), Reason: e.Reason}
			if by != nil && by.Name != "" {
				line.By = by.Name
			}
			all = append(all, line)
			return err == nil, err
		})
	})
	return all, err
}

// follows returns what follows from an act in any case.
func (v *Visit) follows(a act.Act) (all []string) {
	line, p := act.LineOf(a), v.Printer()
	if text := p.TextOr("desk.will."+strings.ReplaceAll(line.ID, ".", "-"), "", nil); text != "" {
		all = strings.Split(strings.TrimSpace(text), "\n")
	}
	all = append(all, p.Text("desk.do.will-log", nil))
	switch {
	case line.Ask&bureau.Another != 0 && v.Of.TwoOfficers:
		all = append(all, p.Text("desk.do.will-second", nil))
	case act.TakenBack(a) != nil:
		all = append(all, p.Text("desk.do.will-back", nil))
	}
	return all
}

// doneShown is what was done a moment ago.
type doneShown struct {
	What  string
	Waits bool
	Back  *Form // that takes it back; nil: none does
}

// ofDone is where the last thing that somebody did is kept, for the line that says so.
const ofDone = "/desk/do"

// Done leads to a page that says that an act was done.
func (v *Visit) Done(a act.Act, out *bureau.Outcome, to string) error {
	fields := url.Values{"act": {act.LineOf(a).ID}, "seq": {strconv.Itoa(out.Seq)}}
	if out.Waits {
		fields.Set("waits", "1")
	}
	if back := act.TakenBack(a); back != nil { // of what is never taken back, nothing is kept: it may be about people
		fields.Set("back", act.LineOf(back).ID)
		for _, field := range act.FieldsOf(back) {
			if values := field.Values(); len(values) > 0 {
				fields["of."+field.Name] = values
			}
		}
	}
	ctx, account := v.R.Context(), v.Is.Session.Account
	if err := v.door.Work.Drop(ctx, account, ofDone); err != nil {
		return err
	}
	if _, err := v.door.Work.Save(ctx, account, ofDone, fields, 0); err != nil {
		return err
	}
	return v.LeadTo(to + "?done")
}

// DoneAll leads to a page that says in one sentence that several acts were done. Each is taken back where it stands.
func (v *Visit) DoneAll(said, to string) error {
	ctx, account := v.R.Context(), v.Is.Session.Account
	if err := v.door.Work.Drop(ctx, account, ofDone); err != nil {
		return err
	}
	if _, err := v.door.Work.Save(ctx, account, ofDone, url.Values{"said": {said}}, 0); err != nil {
		return err
	}
	return v.LeadTo(to + "?done")
}

// done returns what was done before the page was shown, nil if it does not say so.
func (v *Visit) done() (*doneShown, error) {
	if v.R.Method != http.MethodGet || !v.R.URL.Query().Has("done") {
		return nil, nil
	}
	kept, err := v.door.Work.Draft(v.R.Context(), v.Is.Session.Account, ofDone)
	if said := kept.Fields.Get("said"); said != "" {
		return &doneShown{What: said}, err
	}
	line := act.Find(kept.Fields.Get("act"))
	if err != nil || line == nil {
		return nil, err
	}
	p := v.Printer()
	s := &doneShown{What: p.Text("desk.acts."+strings.ReplaceAll(line.ID, ".", "-"), nil), Waits: kept.Fields.Has("waits")}
	seq, _ := strconv.Atoi(kept.Fields.Get("seq"))
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		entry, err := bureau.Entries.Get(r, bureau.SeqKey(seq))
		if entry != nil && !s.Waits {
			s.What = v.said(entry)
		}
		return err
	})
	if err != nil || s.Waits {
		return s, err
	}
	takes := act.Find(kept.Fields.Get("back"))
	if takes == nil || !v.may(takes) {
		return s, nil
	}
	back, fields := takes.New(), url.Values{}
	for name, values := range kept.Fields {
		if name, is := strings.CutPrefix(name, "of."); is {
			fields[name] = values
		}
	}
	if err := fill(back, fields); err != nil {
		return s, err
	}
	for _, field := range act.FieldsOf(back) {
		if field.Name == "reason" {
			if err := field.Set([]string{p.Text("desk.do.mistake", nil)}); err != nil {
				return s, err
			}
		}
	}
	_, whose, err := v.foresee(back, act.With{})
	if _, known := refused(p, err); err != nil {
		if known {
			err = nil
		}
		return s, err
	}
	seen := ""
	if len(whose.Seen) > 0 {
		if seen, err = v.seenOf(whose); err != nil {
			return s, err
		}
	}
	if s.Back, err = v.Form(back, seen); err == nil {
		s.Back.As("desk.do.back").Lesser()
	}
	return s, err
}
