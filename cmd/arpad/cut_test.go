package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/store/pgtest"
)

// commit is how the end of an update is sent.
const commit = "commit"

// over runs a command over a wire that is cut, and says how it ended and after
// how many statements.
func (d *fixture) over(t *testing.T, of deed, cut pgtest.Cut) (said string, statements int, err error) {
	t.Helper()
	w := pgtest.NewWire(t)
	w.Cut(cut)
	c := d.command(t.Context(), of.args...)
	c.Env = append(c.Env, "ARPAD_DB="+w.Through(d.db))
	out, err := c.CombinedOutput()
	statements = w.Statements()
	if broken := w.Cut(pgtest.Cut{}); broken != (cut.At > 0) {
		t.Errorf("%+v: cut %v, after %d statements", cut, broken, statements)
	}
	return string(out), statements, err
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
			var cuts []pgtest.Cut
			if of.effect != "" { // a backup commits nothing
				cuts = append(cuts, pgtest.Cut{At: 1, Of: commit})
			}
			said, statements, err := from.again(t).over(t, of, pgtest.Cut{})
			if err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			for at := 1; at <= statements; at++ {
				if at%one == 0 {
					cuts = append(cuts, pgtest.Cut{At: at})
				}
			}
			t.Logf("%d statements, cut at %d", statements, len(cuts))
			for _, cut := range cuts {
				for _, cut.Arrives = range []bool{false, true} {
					d := from.again(t)
					said, _, err := d.over(t, of, cut)
					if err == nil {
						fine++
					} else {
						failed++
					}
					if cut.Of == commit && (err == nil) != cut.Arrives {
						t.Errorf("the server has committed: %v; it ended with %v:\n%s", cut.Arrives, err, said)
					}
					d.afterFault(of, old, fmt.Sprintf("%+v", cut), said, err)
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
	for _, arrives := range []bool{false, true} {
		t.Run(fmt.Sprintf("arrives=%v", arrives), func(t *testing.T) {
			t.Parallel()
			d := from.again(t)
			d.db += impatient
			said, _, err := d.over(t, of, pgtest.Cut{At: 1, Of: commit, Arrives: arrives, Stays: true})
			if err == nil || !strings.Contains(said, "is not known") {
				t.Errorf("%v: %s", err, said)
			}
			if done := len(d.look()) > old; done != arrives {
				t.Errorf("done: %v", done)
			}
			d.afterFault(of, old, "commit", said, err)
		})
	}
}

// A bureau gets its key when the leaf that announces it is kept, not before.
func TestNoKeyWithoutItsLeaf(t *testing.T) {
	d := newOffice(t, pgtest.Database(t))
	for _, file := range []string{d.path(officeKey), d.checkpoint()} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	begin := deed{args: []string{"proof", "init"}}
	if said, _, err := d.over(t, begin, pgtest.Cut{At: 1, Of: commit}); err == nil || d.has(officeKey) {
		t.Errorf("%v, and there is a key: %t\n%s", err, d.has(officeKey), said)
	}
	d.do(begin.args...)
	d.do("doctor")
}
