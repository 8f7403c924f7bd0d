package care

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Days that a report may wait before the doctor mentions it.
const waitsLong = 14

// Examine returns what a bureau's keeper should look at, each with its cure: a
// clock that is behind, reports that have waited for long, overdue periods, and
// derived documents that disagree with their sources. It does not include the
// faults that Verify finds.
func Examine(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	var found []finding.Finding
	err := b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		today := b.Today(s)
		for _, look := range []func() ([]finding.Finding, error){
			func() ([]finding.Finding, error) { return behind(b, r, s) },
			func() ([]finding.Finding, error) { return overdue(r, today) },
			func() ([]finding.Finding, error) { return waitingLong(r, s, today) },
			func() ([]finding.Finding, error) { return openWarnings(r) },
			func() ([]finding.Finding, error) { return notKept(r, s, today) },
			func() ([]finding.Finding, error) { return register.NoContact(s), nil },
		} {
			some, err := look()
			if err != nil {
				return err
			}
			found = append(found, some...)
		}
		wrong, err := disagreeing(r)
		for _, kind := range slices.Sorted(maps.Keys(wrong)) {
			found = append(found, finding.New("derived-disagrees", finding.Error, finding.At{}, finding.Int("count", len(wrong[kind])), finding.Text("documents", kind)))
		}
		return err
	})
	return found, err
}

// clocksDiffer is the tolerated difference between the clocks of two machines.
const clocksDiffer = time.Minute

// behind reports a clock that is behind the last log entry. The log relies on
// its numbers, but periods and deadlines rely on the clock.
func behind(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) ([]finding.Finding, error) {
	last, err := bureau.Heads.Get(r, "")
	if err != nil || last == nil {
		return nil, err
	}
	e, err := bureau.Entries.Get(r, bureau.SeqKey(last.Seq))
	if err != nil || e == nil || e.At.Sub(b.Clock()) <= clocksDiffer {
		return nil, err
	}
	local := func(t time.Time) string { return s.Local(t).Format("2006-01-02 15:04") }
	return []finding.Finding{finding.New("clock-behind", finding.Warning, finding.At{},
		finding.Text("now", local(b.Clock())), finding.Text("recorded", local(e.At)), finding.Text("entry", strconv.Itoa(e.Seq)))}, nil
}

// overdue returns the periods whose list should be in force.
func overdue(r bureau.Reader, today civil.Date) ([]finding.Finding, error) {
	var found []finding.Finding
	err := lists.Periods.Scan(r, "", "", func(_ string, p *lists.Period) (bool, error) {
		if p.State != lists.Published && p.List != 0 && p.List <= today {
			found = append(found, finding.New("period-overdue", finding.Warning, finding.At{},
				finding.Text("label", p.Label), finding.Text("since", p.List.String()), finding.Text("treatment", string(p.State))))
		}
		return true, nil
	})
	return found, err
}

// waitingLong returns the reports that have not moved for more than two weeks.
func waitingLong(r bureau.Reader, s *bureau.Settings, today civil.Date) ([]finding.Finding, error) {
	var found []finding.Finding
	err := intake.Cases.Scan(r, "", "", func(_ string, report *check.Case) (bool, error) {
		if !check.Pending(report.State) || len(report.History) == 0 {
			return true, nil
		}
		last := report.History[len(report.History)-1]
		days := int(today - s.Day(last.At))
		if days <= waitsLong || strings.HasPrefix(last.Reason, correction.ByCorrection) { // a report withdrawn by a correction does not wait
			return true, nil
		}
		id := "report-waits-long"
		if report.Waits(check.WaitFee, check.WaitOverdue) {
			id = "report-unpaid-long"
		}
		found = append(found, finding.New(id, finding.Warning, finding.At{},
			finding.Text("ref", report.Ref), finding.Text("treatment", string(report.State)), finding.Int("days", days)))
		return true, nil
	})
	return found, err
}

// notKept returns the registers that the text asks and the bureau does not keep, for
// information: what they would answer is not checked.
func notKept(r bureau.Reader, s *bureau.Settings, today civil.Date) ([]finding.Finding, error) {
	if s.Text() != "ncs" {
		return nil, nil
	}
	clubs, err := register.IsKept(r, register.Clubs.Kind)
	if err != nil {
		return nil, err
	}
	members, err := register.IsKept(r, register.Memberships.Kind)
	var found []finding.Finding
	if !clubs {
		found = append(found, finding.New("clubs-not-kept", finding.Info, finding.At{}).Under(s.Number("2(1)", today), "J28"))
	}
	if !members {
		found = append(found, finding.New("members-not-kept", finding.Info, finding.At{}).Under(s.Number("2(2)", today), ""))
	}
	return found, err
}

// openWarnings returns the number of admitted reports with open warnings, for
// information: nothing is missing or wrong.
func openWarnings(r bureau.Reader) ([]finding.Finding, error) {
	reports, warnings := 0, 0
	err := intake.Cases.Scan(r, "", "", func(_ string, report *check.Case) (bool, error) {
		open, err := intake.OpenWarnings(r, report)
		if len(open) > 0 {
			reports, warnings = reports+1, warnings+len(open)
		}
		return true, err
	})
	if err != nil || reports == 0 {
		return nil, err
	}
	return []finding.Finding{finding.New("admitted-warnings", finding.Info, finding.At{}, finding.Int("reports", reports), finding.Int("warnings", warnings))}, nil
}

// derivedKinds are those that can be derived again from the register of players.
var derivedKinds = []string{"player-number", "player-name", "player-fide"}

// Derived reports whether Mend can make the documents of a kind again.
func Derived(kind string) bool {
	return slices.Contains(derivedKinds, kind) || kind == projection.RowFault
}

// derive returns the derived documents, by kind and key.
func derive(r bureau.Reader) (bureau.Documents, error) {
	scratch := bureau.NewOverlay(bureau.Empty{})
	tx := &bureau.Tx{Writer: scratch}
	err := register.Players.Scan(r, "", "", func(_ string, p *register.Player) (bool, error) { return true, register.KeepKeys(tx, p) })
	return scratch.Written, err
}

// disagreeing returns the correct values of the derived documents that differ
// from what is stored, by kind; nil for one that should not exist.
func disagreeing(r bureau.Reader) (bureau.Documents, error) {
	want, err := derive(r)
	if err != nil {
		return nil, err
	}
	wrong := bureau.Documents{}
	set := func(kind, key string, value []byte) {
		if wrong[kind] == nil {
			wrong[kind] = map[string][]byte{}
		}
		wrong[kind][key] = value
	}
	for _, kind := range derivedKinds {
		left := want[kind]
		err := scanSound(r, kind, func(key string, value []byte) {
			should, known := left[key]
			switch {
			case known && !bytes.Equal(should, value):
				set(kind, key, should)
			case !known:
				set(kind, key, nil)
			}
			delete(left, key)
		})
		if err != nil {
			return nil, err
		}
		for key, should := range left { // missing
			set(kind, key, should)
		}
	}
	return wrong, nil
}

// scanSound calls each for the documents of a kind, with a nil value for a
// damaged one.
func scanSound(r bureau.Reader, kind string, each func(key string, value []byte)) error {
	from := ""
	for {
		err := r.Scan(kind, from, "", func(key string, value []byte) (bool, error) {
			each(key, value)
			return true, nil
		})
		var damaged *bureau.Damaged
		if !errors.As(err, &damaged) || damaged.Kind != kind || damaged.Key < from {
			return err
		}
		each(damaged.Key, nil)
		from = damaged.Key + "\x00" // the next possible key
	}
}

// Mend corrects the derived documents that disagree with their sources, and
// returns their number.
func Mend(ctx context.Context, b *bureau.Bureau) (mended int, err error) {
	var faults []bureau.Fault // of rows, before the transaction: it logs what has no row yet
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		faults, err = projection.Compare(r)
		return err
	})
	if err != nil {
		return 0, err
	}
	err = b.Do(ctx, "doctor", "", func(tx *bureau.Tx) error {
		mended = 0
		wrong, err := disagreeing(tx)
		if err != nil {
			return err
		}
		counts := map[string]int{}
		for kind, documents := range wrong {
			counts[kind] = len(documents)
			for key, value := range documents {
				if value == nil {
					err = tx.Delete(kind, key)
				} else {
					err = tx.Put(kind, key, value)
				}
				if err != nil {
					return err
				}
				mended++
			}
		}
		if len(faults) > 0 {
			counts[projection.RowFault] = len(faults)
			mended += len(faults)
			err = projection.Rebuild(tx)
		}
		tx.Note("", counts)
		return err
	})
	return mended, err
}

// Rebuild writes all rows anew from the documents.
func Rebuild(ctx context.Context, b *bureau.Bureau) error {
	return b.Do(ctx, "rebuild", "", func(tx *bureau.Tx) error { return projection.Rebuild(tx) })
}
