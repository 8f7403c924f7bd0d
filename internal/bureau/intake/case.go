package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
)

// The documents of reports.
var (
	Cases         = bureau.Table[check.Case]{Kind: "report"}    // by reference
	ReportDigests = bureau.Table[string]{Kind: "report-digest"} // reference by digest of bytes
	ReportEvents  = bureau.Table[string]{Kind: "report-event"}  // reference by event
	periodReports = bureau.Table[string]{Kind: "period-report"} // reference by period and reference
)

// eventKeys returns the keys of an event, the surest first: name, first day, which may
// be one of several, and organiser; without the organiser, for files that name none.
func eventKeys(name, organizer string, days ...civil.Date) (keys []string) {
	for _, day := range days {
		bare := check.EventKey(name, day)
		if organizer != "" {
			keys = append(keys, bare+"\x00"+report.FoldName(organizer))
		}
		keys = append(keys, bare)
	}
	return keys
}

// keysOf returns the keys of a report's event and its sections, nil for no report.
func keysOf(r *check.Case) []string {
	if r == nil || r.Event == "" || r.Days.From == 0 && len(r.MayBegin) == 0 {
		return nil
	}
	days, keys := slices.Clone(r.MayBegin), []string(nil)
	if r.Days.From != 0 {
		days = append(days, r.Days.From)
	}
	if r.Announced != "" {
		keys = append(keys, followsKey(r.Announced))
	}
	for _, event := range eventKeys(r.Event, r.Club, days...) {
		keys = append(keys, event)
		for _, section := range r.Section {
			keys = append(keys, partKey(event, section))
		}
	}
	return keys
}

// partKey returns the key of a section of an event.
func partKey(event, section string) string { return event + "\x00\x00" + report.FoldName(section) }

// keepEvent keeps the keys of a report's event and of its sections. If two clubs'
// events have the same name and first day, the first report has the shorter keys.
func keepEvent(tx *bureau.Tx, before, r *check.Case) error {
	old, keys := keysOf(before), keysOf(r)
	if slices.Equal(old, keys) {
		return nil
	}
	var left []string
	for _, key := range old {
		ref, err := ReportEvents.Get(tx, key)
		if err == nil && !slices.Contains(keys, key) && ref != nil && *ref == r.Ref {
			left = append(left, key)
			err = tx.Delete(ReportEvents.Kind, key)
		}
		if err != nil {
			return err
		}
	}
	if err := takeOver(tx, left, r); err != nil {
		return err
	}
	for _, key := range keys {
		ref, err := ReportEvents.Get(tx, key)
		if err != nil {
			return err
		}
		if ref != nil && *ref != r.Ref {
			other, err := Cases.Get(tx, bureau.RefKey(*ref))
			if err != nil {
				return err
			}
			if other != nil && report.FoldName(other.Club) != report.FoldName(r.Club) && bureau.RefKey(other.Ref) < bureau.RefKey(r.Ref) {
				continue
			}
		}
		if err := ReportEvents.Put(tx, key, &r.Ref); err != nil {
			return err
		}
	}
	return nil
}

// takeOver finds new owners for the event keys that a report no longer has: of the
// other clubs' reports that have such a key too, the first one gets it.
func takeOver(tx *bureau.Tx, left []string, r *check.Case) error {
	if len(left) == 0 {
		return nil
	}
	parts := strings.SplitN(left[0], "\x00", 3) // name, first day
	event := parts[0] + "\x00" + parts[1] + "\x00"
	refs := map[string]string{}
	err := ReportEvents.Scan(tx, event, bureau.KeyAfter(event), func(_ string, ref *string) (bool, error) {
		if *ref != r.Ref {
			refs[bureau.RefKey(*ref)] = *ref
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	for _, at := range slices.Backward(slices.Sorted(maps.Keys(refs))) { // the first one has the last word
		other, err := Cases.Get(tx, at)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		for _, key := range keysOf(other) {
			if slices.Contains(left, key) {
				if err := ReportEvents.Put(tx, key, &other.Ref); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Keep keeps a report and the keys by which it is found. One that is as before is not written:
// nobody has to be checked again for it.
func Keep(tx *bureau.Tx, r *check.Case) error {
	key := bureau.RefKey(r.Ref)
	if err := settleOwn(tx, r); err != nil {
		return err
	}
	stored, err := tx.Get(Cases.Kind, key)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil || bytes.Equal(stored, data) {
		return err
	}
	var before *check.Case
	if stored != nil {
		if before, err = Cases.Read(key, stored); err != nil {
			return err
		}
	}
	if r.State == check.Rated {
		if err := forgetBases(tx, r.Ref); err != nil {
			return err
		}
	}
	if before != nil && before.Period != "" && before.Period != r.Period {
		if err := tx.Delete(periodReports.Kind, before.Period+"\x00"+bureau.RefKey(r.Ref)); err != nil {
			return err
		}
	}
	if r.Period != "" {
		if err := periodReports.Put(tx, r.Period+"\x00"+bureau.RefKey(r.Ref), &r.Ref); err != nil {
			return err
		}
	}
	if err := errors.Join(keepEvent(tx, before, r), keepReturned(tx, before, r)); err != nil {
		return err
	}
	if r.FIDE != nil { // kept with the report until now
		if err := KeepFIDE(tx, r, r.FIDE); err != nil {
			return err
		}
	}
	if r.Charge != nil {
		err = accounts.Put(tx, r.Charge.Account+"\x00"+key, &r.Ref)
	}
	return errors.Join(err, tx.Put(Cases.Kind, key, data), settleOthers(tx, before, r))
}

// Find returns a report by its reference; one that is not there is refused.
func Find(r bureau.Reader, ref string) (*check.Case, error) {
	return Cases.Find(r, bureau.RefKey(ref), finding.Refuse("no-report", finding.Text("ref", ref)))
}

// All returns the reports of a period, all if it is empty.
func All(r bureau.Reader, label string) ([]*check.Case, error) {
	if label == "" {
		return Cases.All(r, "")
	}
	return OfPeriod(r, label)
}

// OfPeriod returns the reports of a period, by reference.
func OfPeriod(r bureau.Reader, label string) ([]*check.Case, error) {
	refs, err := periodReports.All(r, label+"\x00")
	if err != nil {
		return nil, err
	}
	found := make([]*check.Case, len(refs))
	for i, ref := range refs {
		if found[i], err = Find(r, *ref); err != nil {
			return nil, err
		}
	}
	return found, nil
}
