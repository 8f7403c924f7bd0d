package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
)

// ledger is a store that writes down what each transaction has changed, and
// sees that it may.
type ledger struct {
	bureau.Store
	documents map[string]map[string]string // as they must be, by kind and key
	changed   changes                      // since the last take; nil: nothing
	entries   int                          // of the audit log
	wrong     string                       // the first thing that must not be
}

// changes are the keys of the documents that were written, by kind, in their
// order.
type changes map[string][]string

func newLedger(s bureau.Store) *ledger {
	return &ledger{Store: s, documents: map[string]map[string]string{}}
}

// lasting are the kinds of documents that are never changed once they are
// there.
var lasting = []string{"settings", "audit", "list", "publication", "publication-seq", "record", "run", "run-state", "run-facts", "precedent"}

// Update implements bureau.Store.
func (l *ledger) Update(ctx context.Context, f func(bureau.Writer) error) error {
	var t *transaction
	err := l.Store.Update(ctx, func(w bureau.Writer) error {
		t = &transaction{Writer: w, written: map[string]map[string]*string{}}
		return f(t)
	})
	if err == nil {
		l.commit(t)
	}
	return err
}

// take returns what has changed since the last time.
func (l *ledger) take() changes {
	c := l.changed
	l.changed = nil
	return c
}

// commit writes down what a transaction has changed.
func (l *ledger) commit(t *transaction) {
	changed := changes{}
	for _, kind := range slices.Sorted(maps.Keys(t.written)) {
		if l.documents[kind] == nil {
			l.documents[kind] = map[string]string{}
		}
		for _, key := range slices.Sorted(maps.Keys(t.written[kind])) {
			if l.keep(kind, key, t.written[kind][key]) {
				changed[kind] = append(changed[kind], key)
			}
		}
	}
	if len(changed) == 0 {
		return
	}
	l.logged(changed)
	if l.changed == nil {
		l.changed = changes{}
	}
	for kind, keys := range changed {
		l.changed[kind] = append(l.changed[kind], keys...)
	}
}

// keep keeps a document, or that it is gone, and says whether it has changed.
func (l *ledger) keep(kind, key string, value *string) bool {
	was, there := l.documents[kind][key]
	if value == nil && !there || value != nil && there && *value == was {
		return false
	}
	if there && slices.Contains(lasting, kind) {
		l.complain("%s %q was changed", kind, key)
	}
	if there && kind == "report" && !appended(was, value) {
		l.complain("decisions on report %s were changed or removed", key)
	}
	if value == nil {
		delete(l.documents[kind], key)
	} else {
		l.documents[kind][key] = *value
	}
	return true
}

// appended reports whether a report has the decisions that it had, as they were, and perhaps more.
func appended(was string, value *string) bool {
	if value == nil {
		return false
	}
	var before, now struct{ Decisions []json.RawMessage }
	for text, into := range map[string]any{was: &before, *value: &now} {
		if json.NewDecoder(strings.NewReader(text)).Decode(into) != nil { // a checksum follows
			return false
		}
	}
	had := len(before.Decisions)
	return had <= len(now.Decisions) && slices.EqualFunc(before.Decisions, now.Decisions[:had], func(a, b json.RawMessage) bool { return string(a) == string(b) })
}

// logged sees that a transaction that has changed something has its entries in
// the log, and that they are the next ones.
func (l *ledger) logged(changed changes) {
	if len(changed["audit"]) == 0 || len(changed["audit-head"]) != 1 {
		l.complain("%v was written without an entry in the log", slices.Sorted(maps.Keys(changed)))
	}
	for _, key := range changed["audit"] {
		if l.entries++; key != fmt.Sprintf("%010d", l.entries) {
			l.complain("entry %s follows entry %d", key, l.entries-1)
		}
	}
}

func (l *ledger) complain(why string, values ...any) {
	if l.wrong == "" {
		l.wrong = fmt.Sprintf(why, values...)
	}
}

// differs compares what is stored with what must be, and says what is not so;
// nothing if all is.
func (l *ledger) differs(ctx context.Context) (what string, err error) {
	left := 0
	for _, documents := range l.documents {
		left += len(documents)
	}
	err = l.View(ctx, func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			if err != nil {
				return err
			}
			err = r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				left--
				if should, there := l.documents[kind][key]; !there || should != string(value) {
					what = fmt.Sprintf("%s %q is not as it was", kind, strings.ReplaceAll(key, "\x00", "/"))
				}
				return what == "", nil
			})
		}
		return err
	})
	if what == "" && left != 0 {
		what = fmt.Sprintf("%d documents are gone", left)
	}
	return what, err
}

// transaction is what somebody writes; a nil value is deleted.
type transaction struct {
	bureau.Writer
	written map[string]map[string]*string
}

func (t *transaction) write(kind, key string, value *string) {
	if t.written[kind] == nil {
		t.written[kind] = map[string]*string{}
	}
	t.written[kind][key] = value
}

// Put implements bureau.Writer.
func (t *transaction) Put(kind, key string, value []byte) error {
	kept := string(value)
	t.write(kind, key, &kept)
	return t.Writer.Put(kind, key, value)
}

// Delete implements bureau.Writer.
func (t *transaction) Delete(kind, key string) error {
	t.write(kind, key, nil)
	return t.Writer.Delete(kind, key)
}
