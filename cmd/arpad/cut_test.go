package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/store/pgtest"
)

// over runs a command over a wire, and says how it ended.
func (d *desk) over(t *testing.T, w *wire, of deed) (said string, err error) {
	t.Helper()
	c := d.command(t.Context(), of.args...)
	c.Env = append(c.Env, "ARPAD_DB="+newWire(t, w, d.db))
	out, err := c.CombinedOutput()
	return string(out), err
}

// The connection to the server is cut at every statement, before the server gets
// it, or when it has done it and nobody hears so, also of the commit: the
// command does what it was asked to do, or says that nothing is kept; it can be
// repeated with one effect.
func TestCutAtEveryStatement(t *testing.T) {
	one := everyNth(t)
	for _, of := range deeds(t) {
		t.Run(of.name, func(t *testing.T) {
			from := newOffice(t, pgtest.Database(t), of.steps...)
			old, fine, failed := len(from.look()), 0, 0
			quiet := &wire{}
			if said, err := from.again(t).over(t, quiet, of); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			commit := 1 + slices.Index(quiet.statements, "commit")
			t.Logf("%d statements, the commit is number %d", len(quiet.statements), commit)
			for at := 1; at <= len(quiet.statements); at++ {
				if at%one != 0 && at != commit {
					continue
				}
				for _, answered := range []bool{false, true} {
					d := from.again(t)
					w := &wire{at: at, answered: answered}
					said, err := d.over(t, w, of)
					if !w.wasCut() {
						t.Errorf("statement %d: not cut", at)
					}
					if err == nil {
						fine++
					} else {
						failed++
					}
					d.afterFault(of, old, fmt.Sprintf("statement %d, answered %v", at, answered), said, err)
				}
			}
			t.Logf("%d commands did what they were asked to do, %d said why not", fine, failed)
			if failed == 0 {
				t.Error("no command noticed anything")
			}
		})
	}
}
