package closing

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
)

// List zero is the list from which an installation begins. Its label is that of a
// list of the regulation: a month, or, where each meet makes a list, any name.

// monthForm is the form of the label of a monthly list.
var monthForm = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])$`)

// mayBegin refuses a label of list zero that no list of the regulation has, or
// that comes before its first edition.
func mayBegin(s *bureau.Settings, today civil.Date) error {
	rules, err := s.Rules()
	if err != nil {
		return err
	}
	label := finding.Text("label", s.ListZero)
	if periodOn(rules, today).Meet {
		if s.ListZero == "" || strings.TrimSpace(s.ListZero) != s.ListZero || finding.Disguised(s.ListZero) {
			return finding.Refuse("list-zero-name", label)
		}
		return nil
	}
	if !monthForm.MatchString(s.ListZero) {
		return finding.Refuse("list-zero-label", label, finding.Text("list", listOn(rules, today).Label))
	}
	if first, ok := s.FirstEdition(); ok {
		if earliest := listBefore(rules, first.InForce); s.ListZero < earliest {
			return finding.Refuse("list-zero-early", label, finding.Text("authority", s.Authority), finding.Text("list", earliest), finding.Text("edition", first.ID))
		}
	}
	return nil
}

// CurrentList returns the label of the list in force by the calendar, empty where each meet makes a list.
func CurrentList(s *bureau.Settings, today civil.Date) string {
	rules, err := s.Rules()
	if err != nil || periodOn(rules, today).Meet {
		return ""
	}
	return listOn(rules, today).Label
}

// periodOn returns the period of what is reported on a day.
func periodOn(rules catalog.Regulation, day civil.Date) regulation.Period {
	return rules.Latest().Period(&report.Report{Start: day, End: day, Received: day})
}

// listOn returns the period whose list is in force on a day, where lists are
// monthly.
func listOn(rules catalog.Regulation, day civil.Date) regulation.Period {
	p := periodOn(rules, day)
	for p.List > day {
		p = periodOn(rules, p.Days.From-1)
	}
	return p
}

// listBefore returns the label of the list from which the first period starts that
// begins on a day or later.
func listBefore(rules catalog.Regulation, day civil.Date) string {
	p := periodOn(rules, day)
	if p.Days.From < day {
		return p.Label
	}
	return periodOn(rules, p.Days.From-1).Label
}

// ExamineListZero warns of a list zero that is older than the one in force.
func ExamineListZero(ctx context.Context, b *bureau.Bureau) (found []finding.Finding, err error) {
	err = b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		rules, err := s.Rules()
		if err != nil || periodOn(rules, b.Today(s)).Meet {
			return err
		}
		if now := listOn(rules, b.Today(s)).Label; s.ListZero < now {
			found = append(found, finding.New("list-zero-old", finding.Warning, finding.At{}, finding.Text("label", s.ListZero), finding.Text("list", now)))
		}
		_, about := rules.For(periodOn(rules, b.Today(s)))
		found = append(found, slices.DeleteFunc(about, func(f finding.Finding) bool { return f.Refuses })...)
		return nil
	})
	return found, err
}
