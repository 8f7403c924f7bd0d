package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// FIDEReport returns what FIDE is told of a section of a FIDE event, and the number of the
// section in it: what the files say, with the results that officers have corrected and what
// the register knows of the players. The section may be empty if there is only one. It
// finds the players who have no FIDE ID.
func FIDEReport(r bureau.Reader, ref, section string) (*report.Report, int, []finding.Finding, error) {
	c, sections, err := fideSections(r, ref, section)
	if err != nil {
		return nil, 0, nil, err
	}
	if len(sections) > 1 {
		return nil, 0, nil, sectionNeeded(ref, sections)
	}
	u, err := intake.ReadingOf(r, c.Case, (*check.Reading).Sound)
	if err == nil && u == nil {
		err = finding.Refuse("no-bytes", finding.Text("ref", ref)) // its key was destroyed
	}
	if err != nil {
		return nil, 0, nil, err
	}
	told, number := c.Adjusted(u.Joined()), sections[0].Number
	s := &told.Sections[number]
	if err := identified(r, c.Case, s); err != nil {
		return nil, 0, nil, err
	}
	return told, number, withoutFIDE(ref, s), nil
}

// identified fills the entries of a section with what the register knows of the players,
// their FIDE ratings, and their points as corrected.
func identified(r bureau.Reader, c *check.Case, s *report.Section) error {
	record, err := intake.Record(r, c)
	if err != nil {
		return err
	}
	index := report.NewIndex(s)
	for i := range s.Players {
		s.Players[i].ID = "" // FIDE knows no national IDs
	}
	for i := range record.Sections {
		if record.Sections[i].Name != s.Name {
			continue
		}
		for _, e := range record.Sections[i].Entries {
			n := index.Of(int(e.Start))
			if n < 0 {
				continue
			}
			id, err := lists.IDOf(r, e.Player)
			if err != nil {
				return err
			}
			card, err := register.CardOf(r, id)
			if err != nil {
				return err
			}
			identify(&s.Players[n], card)
			if kind := record.Sections[i].Kind; kind != 0 && card.Fide[kind-1].Rated() {
				s.Players[n].Rating = card.Fide[kind-1]
			}
			if !record.Sections[i].Refused {
				points := e.Points
				s.Players[n].Points = &points
			}
		}
	}
	return nil
}

// identify writes a player of the register into an entry: what it leaves open, and all of
// it if it is another's by the FIDE ID.
func identify(p *report.Player, card *register.Card) {
	if p.FideID == card.ID || slices.Contains(card.Merged, p.FideID) { // where a file has the only number that it has
		p.FideID = ""
	}
	if p.FideID != "" && card.FideID != "" && p.FideID != card.FideID {
		*p = report.Player{StartNumber: p.StartNumber, Rank: p.Rank, Points: p.Points, Rating: p.Rating, At: p.At}
	}
	p.FideID = cmp.Or(card.FideID, p.FideID)
	p.Name, p.Sex, p.Title = cmp.Or(p.Name, card.Name), cmp.Or(p.Sex, card.Sex), cmp.Or(p.Title, card.Title)
	p.Federation, p.Birth = cmp.Or(p.Federation, card.Federation), cmp.Or(p.Birth, card.Birth)
}

// withoutFIDE finds the players of a section whom FIDE does not know.
func withoutFIDE(ref string, s *report.Section) []finding.Finding {
	c := finding.Collector{File: ref}
	for i := range s.Players {
		if p := &s.Players[i]; p.FideID == "" {
			c.Add(finding.New("fide-id-missing", finding.Warning, finding.At{}, finding.Int("player", p.StartNumber), finding.Text("name", p.Name)).In(s.Name))
		}
	}
	return c.Findings
}

// SendToFIDE notes that the reports of a FIDE event were sent to FIDE on a day, zero for
// today: that of a section, else all that are to be sent.
func SendToFIDE(ctx context.Context, b *bureau.Bureau, ref, section string, day civil.Date) error {
	return onSections(ctx, b, "fide.sent", "", ref, section, func(tx *bureau.Tx, c *fideCase, sections []fidereport.Section) (any, error) {
		if section != "" && sections[0].State == fidereport.Excluded {
			return nil, excluded(ref, section)
		}
		day = cmp.Or(day, tx.Today)
		if day > tx.Today || day < c.Days.From {
			return nil, finding.Refuse("fide-day", finding.Text("day", day.String()), finding.Text("from", c.Days.From.String()), finding.Text("last", tx.Today.String()))
		}
		var sent []fidereport.Filing
		for _, s := range sections {
			if section != "" || slices.Contains(fidereport.Open, s.State) {
				sent = append(sent, fidereport.Filing{Section: s.Name, Revision: c.Current, Day: day})
			}
		}
		if len(sent) == 0 {
			return nil, finding.Refuse("fide-all-sent", finding.Text("ref", ref))
		}
		for _, one := range sent {
			c.told.File(one)
		}
		return sent, nil
	})
}

// ConfirmToFIDE notes the number under which FIDE has received the report of a section.
// The section may be empty if only one waits for it.
func ConfirmToFIDE(ctx context.Context, b *bureau.Bureau, ref, section, receipt string) error {
	return onSections(ctx, b, "fide.receipt", "", ref, section, func(_ *bureau.Tx, c *fideCase, sections []fidereport.Section) (any, error) {
		if receipt == "" {
			return nil, finding.Refuse("fide-receipt-needed")
		}
		s, err := only(ref, sections, func(s fidereport.Section) bool {
			return s.Filing != nil && s.State != fidereport.Excluded && (section != "" || s.Filing.Receipt == "")
		}, finding.Refuse("fide-not-sent", finding.Text("ref", ref)))
		if err != nil {
			return nil, err
		}
		confirmed := *s.Filing
		confirmed.Receipt = receipt
		c.told.File(confirmed)
		return []fidereport.Filing{confirmed}, finding.Readable(receipt)
	})
}

// ExcludeFromFIDE notes that FIDE is not to rate a section of a FIDE event, so that it is no
// longer to be sent. The section may be empty if only one is not excluded.
func ExcludeFromFIDE(ctx context.Context, b *bureau.Bureau, ref, section, reason string) error {
	return onSections(ctx, b, "fide.exclude", reason, ref, section, func(tx *bureau.Tx, c *fideCase, sections []fidereport.Section) (any, error) {
		s, err := only(ref, sections, func(s fidereport.Section) bool { return s.State != fidereport.Excluded }, excluded(ref, section))
		switch {
		case reason == "":
			return nil, finding.Refuse("reason-needed")
		case err != nil:
			return nil, err
		case s.Filing != nil && s.Filing.Receipt != "":
			return nil, finding.Refuse("fide-received", finding.Text("ref", ref), finding.Text("section", s.Name), finding.Text("receipt", s.Filing.Receipt))
		}
		c.told.Exclude(s.Name, tx.Today)
		return map[string]any{"section": s.Name}, nil
	})
}

// IncludeForFIDE notes that FIDE is to rate an excluded section of a FIDE event after all.
// The section may be empty if only one is excluded.
func IncludeForFIDE(ctx context.Context, b *bureau.Bureau, ref, section, reason string) error {
	return onSections(ctx, b, "fide.include", reason, ref, section, func(_ *bureau.Tx, c *fideCase, sections []fidereport.Section) (any, error) {
		none := finding.Refuse("fide-not-excluded", finding.Text("ref", ref))
		s, err := only(ref, sections, func(s fidereport.Section) bool { return s.State == fidereport.Excluded }, none)
		if err != nil {
			return nil, err
		}
		c.told.Include(s.Name)
		return map[string]any{"section": s.Name}, nil
	})
}

// excluded returns the refusal of what is done about a section that FIDE is not to rate, all
// of them if it is empty.
func excluded(ref, section string) error {
	return finding.Refuse("fide-excluded", finding.Text("ref", ref), finding.Text("section", section))
}

// only returns the only section for which is returns true; none is the error if there is
// none.
func only(ref string, sections []fidereport.Section, is func(fidereport.Section) bool, none error) (*fidereport.Section, error) {
	sections = slices.DeleteFunc(sections, func(s fidereport.Section) bool { return !is(s) })
	switch len(sections) {
	case 0:
		return nil, none
	case 1:
		return &sections[0], nil
	}
	return nil, sectionNeeded(ref, sections)
}

func sectionNeeded(ref string, sections []fidereport.Section) error {
	var names []string
	for _, s := range sections {
		names = append(names, s.Name)
	}
	return finding.Refuse("section-needed", finding.Text("ref", ref), finding.Text("sections", strings.Join(names, ", ")))
}

// onSections has a function change what is kept of the sections of a FIDE event, and notes
// what it returns.
func onSections(ctx context.Context, b *bureau.Bureau, action, reason, ref, section string, f func(*bureau.Tx, *fideCase, []fidereport.Section) (any, error)) error {
	return b.Do(ctx, action, reason, func(tx *bureau.Tx) error {
		c, sections, err := fideSections(tx, ref, section)
		if err != nil {
			return err
		}
		if err := tx.About(intake.Subject(c.Case)); err != nil {
			return err
		}
		changed, err := f(tx, c, sections)
		if err != nil {
			return err
		}
		tx.Note(ref, changed)
		return errors.Join(intake.KeepFIDE(tx, c.Case, c.told), intake.Keep(tx, c.Case))
	})
}

// fideCase is a report of a FIDE event, and what FIDE was told of it.
type fideCase struct {
	*check.Case
	told *fidereport.Event
}

// fideSections returns a FIDE event and its sections, or the one that is named.
func fideSections(r bureau.Reader, ref, section string) (*fideCase, []fidereport.Section, error) {
	c, err := intake.Find(r, ref)
	if err != nil {
		return nil, nil, err
	}
	told, err := intake.FIDE(r, c)
	switch {
	case err != nil:
		return nil, nil, err
	case told == nil:
		return nil, nil, finding.Refuse("no-fide-event", finding.Text("ref", ref))
	case c.Current == 0:
		return nil, nil, finding.Refuse("report-without-record", finding.Text("ref", ref), c.InTime())
	}
	all, err := told.Sections(r, c.RecordID(c.Current))
	if err != nil || section == "" {
		return &fideCase{c, told}, all, err
	}
	for i := range all {
		if all[i].Name == section {
			return &fideCase{c, told}, all[i : i+1], nil
		}
	}
	return nil, nil, finding.Refuse("unknown-section", finding.Text("section", section))
}
