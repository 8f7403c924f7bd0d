package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// commit is the text of a commit statement.
const commit = "commit"

// runCut runs a command over a wire that is cut. It returns the output and the
// number of statements.
func (d *fixture) runCut(t *testing.T, of task, cut pgtest.Cut) (said string, statements int, err error) {
	t.Helper()
	w := pgtest.NewWire(t)
	w.Cut(cut)
	far := *d
	far.db = w.Through(d.db)
	said, err = far.run(of.args...)
	statements = w.Statements()
	reached := cut.At > 0 && cut.At <= statements // a run may have a statement less than the one before
	if broken := w.Cut(pgtest.Cut{}); broken != reached {
		t.Errorf("%+v: cut %v, after %d statements", cut, broken, statements)
	}
	return said, statements, err
}

// The connection is cut at every statement, including the commit, before it
// reaches the server or before the answer returns. The command either succeeds
// or says that nothing was kept, and repeating it takes effect once.
func TestCutAtEveryStatement(t *testing.T) {
	for _, of := range tasks(t) {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, pgtest.Database(t), of.steps...)
			old, fine, failed := len(from.look()), 0, 0
			var cuts []pgtest.Cut
			if of.effect != "" { // a backup commits nothing
				cuts = append(cuts, pgtest.Cut{At: 1, Of: commit})
			}
			said, statements, err := from.clone(t).runCut(t, of, pgtest.Cut{})
			if err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			all := make([]pgtest.Cut, statements)
			for i := range all {
				all[i].At = i + 1
			}
			cuts = append(cuts, sampled(all)...)
			t.Logf("%d statements, cut at %d", statements, len(cuts))
			for i, cut := range cuts {
				for _, cut.Arrives = range []bool{false, true} {
					if !soak.Full() && cut.Of != commit && cut.Arrives == (i%2 > 0) {
						continue // by default one after the other
					}
					d := from.clone(t)
					said, _, err := d.runCut(t, of, cut)
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

// The connection is lost for good at the commit, so that the outcome is
// unknown. The command says so, and repeating it takes effect once, whether or
// not the commit went through.
func TestCutAtTheCommitForGood(t *testing.T) {
	of := tasks(t)[0]
	from := newOffice(t, pgtest.Database(t), of.steps...)
	old := len(from.look())
	for _, arrives := range []bool{false, true} {
		t.Run(fmt.Sprintf("arrives=%v", arrives), func(t *testing.T) {
			t.Parallel()
			d := from.clone(t)
			d.db += shortTimeout
			said, _, err := d.runCut(t, of, pgtest.Cut{At: 1, Of: commit, Arrives: arrives, Stays: true})
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

// A bureau has a key only once the leaf that announces it is kept.
func TestNoKeyWithoutItsLeaf(t *testing.T) {
	t.Parallel()
	d := newOffice(t, pgtest.Database(t))
	for _, file := range []string{d.path(officeKey), d.checkpoint()} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	begin := task{args: []string{"proof", "init"}}
	if said, _, err := d.runCut(t, begin, pgtest.Cut{At: 1, Of: commit}); err == nil || d.has(officeKey) {
		t.Errorf("%v, and there is a key: %t\n%s", err, d.has(officeKey), said)
	}
	d.do(begin.args...)
	d.do("doctor")
}
