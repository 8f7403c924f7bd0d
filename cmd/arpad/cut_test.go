package main

import (
	"fmt"
	"slices"
	"strings"
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
			t.Parallel()
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
					if at == commit && (err == nil) != answered {
						t.Errorf("the server has committed: %v; it ended with %v:\n%s", answered, err, said)
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

// The connection is cut at the commit, and there is no other for a long time:
// nobody knows what is kept, which is said; the command is repeated with one
// effect, whether the server has done it or not.
func TestCutAtTheCommitForGood(t *testing.T) {
	of := deeds(t)[0]
	from := newOffice(t, pgtest.Database(t), of.steps...)
	old := len(from.look())
	quiet := &wire{}
	if said, err := from.again(t).over(t, quiet, of); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	commit := 1 + slices.Index(quiet.statements, "commit")
	for _, answered := range []bool{false, true} {
		t.Run(fmt.Sprintf("answered=%v", answered), func(t *testing.T) {
			t.Parallel()
			d := from.again(t)
			d.db += impatient
			w := &wire{at: commit, answered: answered, stays: true}
			said, err := d.over(t, w, of)
			if !w.wasCut() || err == nil || !strings.Contains(said, "is not known") {
				t.Errorf("cut: %v, %v: %s", w.wasCut(), err, said)
			}
			if done := len(d.look()) > old; done != answered {
				t.Errorf("done: %v", done)
			}
			d.afterFault(of, old, "commit", said, err)
		})
	}
}
