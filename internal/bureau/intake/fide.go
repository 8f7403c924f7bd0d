package intake

import (
	"cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
)

// FIDE returns what FIDE was told of a report's event; nil: it is no FIDE event. Earlier versions
// kept it with the report.
func FIDE(rd bureau.Reader, r *check.Case) (*fidereport.Event, error) {
	e, err := fidereport.Events.Get(rd, bureau.RefKey(r.Ref))
	return cmp.Or(e, r.FIDE), err
}

// KeepFIDE keeps what FIDE was told of a report's event; nil: it is no FIDE event.
func KeepFIDE(tx *bureau.Tx, r *check.Case, e *fidereport.Event) error {
	had, err := fidereport.Events.Get(tx, bureau.RefKey(r.Ref))
	r.FIDE = nil
	switch {
	case err != nil:
		return err
	case e != nil:
		return fidereport.Events.Put(tx, bureau.RefKey(r.Ref), e)
	case had != nil:
		return tx.Delete(fidereport.Events.Kind, bureau.RefKey(r.Ref))
	}
	return nil
}

// followFIDE keeps whether a report's event is a FIDE event.
func followFIDE(tx *bureau.Tx, r *check.Case, is *bool) error {
	if is == nil {
		return nil
	}
	e, err := FIDE(tx, r)
	if now := e.Follow(*is); err == nil && (now != e || r.FIDE != nil) {
		err = KeepFIDE(tx, r, now)
	}
	return err
}
