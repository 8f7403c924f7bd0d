package intake

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// By what reports are found.
const (
	byPeriod       = "period"
	byEvent        = "event" // or a section of one
	byAnnouncement = "announcement"
	byFile         = "file"
	byReturned     = "returned"
	byClub         = "club" // for which it came
	byPrecedent    = "precedent"
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

// partKey returns the key of a section of an event.
func partKey(event, section string) string { return event + "\x00\x00" + report.FoldName(section) }

// returnedKey returns by what the repaired file of a report is known that was sent back.
func returnedKey(sender, file string) string { return report.FoldName(sender) + "\x00" + file }

// rowKey returns the key of rows: a hash of what people have typed, which names nobody.
func rowKey(kind, key string) string {
	if kind != byEvent && kind != byReturned {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// keysOf returns by what a report is found, each once; nothing for no report.
func keysOf(r *check.Case) (keys []rows.ReportKey, err error) {
	if r == nil {
		return nil, nil
	}
	add := func(kind, key string) {
		if len(key) > bureau.MaxKey { // it is made of names, which may be long
			err = finding.Refuse("name-too-long", finding.Int("limit", bureau.MaxKey))
		}
		if of := (rows.ReportKey{Kind: kind, Key: rowKey(kind, key), Ref: r.Ref}); key != "" && !slices.Contains(keys, of) {
			keys = append(keys, of)
		}
	}
	add(byPeriod, r.Period)
	add(byClub, r.For.Club)
	for _, d := range r.Standing() {
		add(byPrecedent, d.Precedent)
	}
	for i := range r.Revisions {
		if v := &r.Revisions[i]; v.Digest != "" {
			add(byFile, v.Digest+v.Sidecar)
			if r.WentBack() {
				add(byReturned, returnedKey(v.Actor, v.File))
			}
		}
	}
	add(byAnnouncement, r.Announced)
	if r.Event == "" {
		return keys, err
	}
	days := slices.Clone(r.MayBegin)
	if r.Days.From != 0 {
		days = append(days, r.Days.From)
	}
	for _, event := range eventKeys(r.Event, r.Club, days...) {
		add(byEvent, event)
		for _, section := range r.Section {
			add(byEvent, partKey(event, section))
		}
	}
	return keys, err
}

// KeepKeys writes the rows by which a report is found, before it as it was; nil: it was not.
func KeepKeys(w bureau.Writer, before, r *check.Case) error {
	old, _ := keysOf(before)
	keys, err := keysOf(r)
	if err != nil {
		return err
	}
	var gone []bureau.Row
	for _, key := range old {
		if !slices.Contains(keys, key) {
			gone = append(gone, bureau.Row{key.Kind, key.Key, key.Ref})
		}
	}
	if len(gone) > 0 {
		if err := w.DeleteRows(&rows.ReportKeys.Relation, gone); err != nil {
			return err
		}
	}
	var came []*rows.ReportKey
	for i := range keys {
		if !slices.Contains(old, keys[i]) {
			came = append(came, &keys[i])
		}
	}
	return rows.ReportKeys.PutAll(w, came...)
}

// refsBy returns the references of the reports that are found by a key, in order.
func refsBy(rd bureau.Reader, kind, key string) ([]string, error) {
	found, err := rows.ReportKeys.Select(rd, bureau.Range{Is: []any{kind, rowKey(kind, key)}})
	refs := make([]string, len(found))
	for i := range found {
		refs[i] = found[i].Ref
	}
	slices.SortFunc(refs, func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) })
	return refs, err
}

// OfClub returns the references of the reports that came for a club, by its ID.
func OfClub(rd bureau.Reader, club string) ([]string, error) { return refsBy(rd, byClub, club) }

// Citing returns the references of the reports of which a decision that stands cites a precedent.
func Citing(rd bureau.Reader, precedent string) ([]string, error) {
	return refsBy(rd, byPrecedent, precedent)
}

// foundBy returns the reports that are found by a key, by reference.
func foundBy(rd bureau.Reader, kind, key string) ([]*check.Case, error) {
	refs, err := refsBy(rd, kind, key)
	if err != nil {
		return nil, err
	}
	found := make([]*check.Case, len(refs))
	for i, ref := range refs {
		if found[i], err = Find(rd, ref); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// newestBy returns the newest of the reports that are found by a key and may be meant, nil if there
// is none. Of several senders it is that of the first.
func newestBy(rd bureau.Reader, kind, key string, may func(*check.Case) bool) (is *check.Case, err error) {
	all, err := foundBy(rd, kind, key)
	for _, r := range all {
		if may(r) && (is == nil || is.For.Club == r.For.Club) {
			is = r
		}
	}
	return is, err
}

// OfEvent returns the newest report of an event or of a section of one that its sender may mean, nil
// if there is none. If a file names its club, it is not another club's; without one, that of the club
// that reported first.
func OfEvent(rd bureau.Reader, key string, p *report.Report, sender check.Sender) (*check.Case, error) {
	var first *check.Case
	return newestBy(rd, byEvent, key, func(r *check.Case) bool {
		if !sender.MayJoin(r) || p != nil && ofAnother(r, p) {
			return false
		}
		first = cmp.Or(first, r)
		return report.FoldName(first.Club) == report.FoldName(r.Club)
	})
}

// OfPeriod returns the reports of a period, by reference.
func OfPeriod(r bureau.Reader, label string) ([]*check.Case, error) {
	return foundBy(r, byPeriod, label)
}
