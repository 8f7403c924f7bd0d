package simulation

import (
	"context"
	"errors"

	"github.com/arpadchess/arpad/internal/bureau"
)

// fault is how a store fails.
type fault string

// The faults.
const (
	sound     fault = ""
	atRead    fault = "a read fails"
	atScan    fault = "a scan fails midway"
	atWrite   fault = "a write fails"
	atCommit  fault = "the commit fails"
	cutAfter  fault = "cut off after the commit" // it was kept, and nobody hears of it
	cancelled fault = "cancelled"                // whoever asked goes away
	again     fault = "another process was faster"
)

var faults = []fault{atRead, atScan, atWrite, atCommit, cutAfter, cancelled, again}

// fails reports whether whoever asked is told of an error.
func (f fault) fails() bool { return f != sound && f != again }

func (f fault) String() string { return string(f) }

var errInjected = errors.New("injected: the store fails")

// calls says among how many calls of its kind the one is that fails; the first
// ones fail more often.
var calls = map[fault]int{atRead: 120, atScan: 8, atWrite: 16, cancelled: 120}

// drawFault draws how the store fails during a deed: mostly it does not.
func (l *Life) drawFault(d *deed) (f fault, at int) {
	const oneIn = 12
	if d.calm || l.dice.IntN(oneIn) > 0 {
		return sound, 0
	}
	f = faults[l.dice.IntN(len(faults))]
	return f, 1 + l.dice.IntN(1+l.dice.IntN(max(1, calls[f])))
}

// faulty is a store that fails once in the next update if it is told to.
type faulty struct {
	bureau.Store
	next   fault
	at     int // the call of its kind that fails
	cancel context.CancelFunc
	struck fault
}

func (s *faulty) arm(f fault, at int, cancel context.CancelFunc) {
	s.next, s.at, s.cancel, s.struck = f, at, cancel, sound
}

// disarm returns the fault that has struck.
func (s *faulty) disarm() fault {
	s.next = sound
	return s.struck
}

// Update implements bureau.Store.
func (s *faulty) Update(ctx context.Context, f func(bureau.Writer) error) error {
	next := s.next
	s.next = sound
	switch next {
	case again: // what the first attempt wrote is gone, and it is made anew
		err := s.Store.Update(ctx, func(w bureau.Writer) error { return errors.Join(f(w), errInjected) })
		s.struck = again
		if !errors.Is(err, errInjected) {
			return err
		}
	case atCommit:
		return s.Store.Update(ctx, func(w bureau.Writer) error {
			err := f(w)
			if err == nil {
				s.struck, err = next, errInjected
			}
			return err
		})
	case cutAfter:
		err := s.Store.Update(ctx, f)
		if err == nil {
			s.struck, err = next, errInjected
		}
		return err
	}
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(&faultyWriter{Writer: w, faulty: s, next: next, left: s.at}) })
}

// faultyWriter fails at the last call that is left.
type faultyWriter struct {
	bureau.Writer
	*faulty
	next fault
	left int
}

// strikes reports whether a call of a kind fails.
func (w *faultyWriter) strikes(kind fault) bool {
	if w.next != kind {
		return false
	}
	w.left--
	if w.left == 0 {
		w.struck = kind
	}
	return w.left == 0
}

// Get implements bureau.Reader.
func (w *faultyWriter) Get(kind, key string) ([]byte, error) {
	if w.strikes(cancelled) {
		w.cancel()
		return nil, context.Canceled // as of a database
	}
	if w.strikes(atRead) {
		return nil, errInjected
	}
	return w.Writer.Get(kind, key)
}

// Scan implements bureau.Reader.
func (w *faultyWriter) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	fails := w.strikes(atScan)
	seen := 0
	err := w.Writer.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
		if seen++; fails && seen > 1 {
			return false, errInjected
		}
		return each(key, value)
	})
	if fails && err == nil {
		err = errInjected
	}
	return err
}

// Put implements bureau.Writer.
func (w *faultyWriter) Put(kind, key string, value []byte) error {
	if w.strikes(atWrite) {
		return errInjected
	}
	return w.Writer.Put(kind, key, value)
}

// Delete implements bureau.Writer.
func (w *faultyWriter) Delete(kind, key string) error {
	if w.strikes(atWrite) {
		return errInjected
	}
	return w.Writer.Delete(kind, key)
}
