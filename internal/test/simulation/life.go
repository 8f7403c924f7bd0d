package simulation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// Life is the life of a bureau.
type Life struct {
	Plan    Plan
	Tally   Tally
	Failure *Failure // nil: every promise held
	Log     []string // a line for each step

	ctx      context.Context
	cabinet  Cabinet
	dice     *rand.Rand // of the step
	desk     *bureau.Bureau
	store    *faulty
	ledger   *ledger
	world    *world
	known    *registry
	chain    *chain
	settings *bureau.Settings
	later    []appointment
	step     int
	now      time.Time     // in the world
	off      time.Duration // by how much the bureau's clock is wrong

}

// Failure is a promise that did not hold.
type Failure struct {
	Plan   Plan
	Step   int
	Action string // of the step
	What   string // did not hold
	Why    string
}

// Error names the promise, and how to see it fail again.
func (f *Failure) Error() string {
	return fmt.Sprintf("seed %d (%s, %d years), step %d, %s: %s: %s", f.Plan.Seed, f.Plan.Authority, f.Plan.Years, f.Step, f.Action, f.What, f.Why)
}

// fail notes the first thing that did not hold: the life ends with it.
func (l *Life) fail(what, why string, values ...any) {
	if l.Failure != nil {
		return
	}
	action := "the beginning"
	if len(l.Log) > 0 {
		action = l.Log[len(l.Log)-1]
	}
	l.Failure = &Failure{l.Plan, l.step, action, what, fmt.Sprintf(why, values...)}
}

// must notes an error of something that cannot fail.
func (l *Life) must(err error) {
	if err != nil {
		l.fail("works", "%v", err)
	}
}

// Live lives the life of a plan to its end, or until a promise does not hold.
func (p Plan) Live(ctx context.Context, c Cabinet) *Life {
	l := &Life{Plan: p, Tally: Tally{}, ctx: ctx, cabinet: c, world: newWorld(p), known: newRegistry(), chain: newChain()}
	l.begin()
	end := l.now.AddDate(p.Years, 0, 0)
	for l.step = 1; l.Failure == nil && l.now.Before(end); l.step++ {
		l.dice = rand.New(rand.NewPCG(p.Seed, uint64(l.step)))
		d := l.next()
		if p.Skip[l.step] && d.action != waiting {
			continue
		}
		l.carryOut(d)
		l.slipUp()
		l.inspect()
	}
	l.end()
	return l
}

// begin makes the bureau.
func (l *Life) begin() {
	l.dice = rand.New(rand.NewPCG(l.Plan.Seed, 0))
	year, month, day := l.Plan.On.Split()
	l.now = time.Date(year, month, day, 3, 0, 0, 0, time.UTC)
	s, err := l.cabinet.Empty(l.ctx)
	if l.must(err); err != nil {
		return
	}
	l.ledger = newLedger(s)
	l.store = &faulty{Store: l.ledger}
	l.desk = &bureau.Bureau{Store: l.store, Clock: func() time.Time { return l.now.Add(l.off) }, Actor: bureau.AtTerminal("suzuki"), Projection: projection.Rows{}, Follow: projection.Follow, Daily: proof.AppendDayLeaf}
	for _, d := range l.opening() {
		l.carryOut(d)
	}
}

// today is the day on which the world is.
func (l *Life) today() civil.Date {
	year, month, day := l.now.Date()
	return civil.Of(year, month, day)
}

// view reads what is stored; nothing fails meanwhile.
func (l *Life) view(f func(bureau.Reader) error) {
	l.must(l.desk.View(l.ctx, func(r bureau.Reader, s *bureau.Settings) error {
		l.settings = s
		return f(r)
	}))
}

// officers are those who act.
var officers = []string{"suzuki", "sato", "tanaka"}

// carryOut does a deed, perhaps while the store fails, and sees whether what
// became of it is what may become of it.
func (l *Life) carryOut(d *deed) {
	if l.Failure != nil {
		return
	}
	l.desk.Actor = bureau.AtTerminal(officers[l.dice.IntN(len(officers))])
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	next, at := l.drawFault(d)
	l.store.arm(next, at, cancel)
	err := l.try(ctx, d)
	struck := l.store.disarm()
	l.note(d, struck, err)
	changed := l.ledger.take()
	switch {
	case l.Failure != nil:
	case l.ledger.wrong != "":
		l.fail("documents change as they may, with an entry in the log", "%s", l.ledger.wrong)
	case err == nil && struck.fails():
		l.fail("what failed is not acknowledged", "%s was injected, and it says that all is well", struck)
	case err != nil && changed != nil && struck != cutAfter:
		l.fail("what was refused changed nothing", "it says %v, and has changed %v", err, changed)
	}
	const oneIn = 4 // refusals; it takes long
	if err != nil && changed == nil && (struck != sound || l.dice.IntN(oneIn) == 0) {
		l.must(l.unchanged())
	}
	if changed != nil {
		l.learn(d, changed)
		if struck != sound || l.step%oneIn == 0 { // rows that are wrong stay so
			l.compare()
		}
	}
	if d.after != nil && l.Failure == nil {
		d.after(changed, err)
	}
	l.admitted()
	if struck.fails() && l.dice.IntN(3) > 0 && l.Failure == nil {
		l.Tally.count("repeated", d.action)
		l.carryOut(d)
	}
}

// try does a deed; what panics has failed.
func (l *Life) try(ctx context.Context, d *deed) (err error) {
	defer func() {
		if p := recover(); p != nil {
			l.fail("nothing panics", "%v\n%s", p, debug.Stack())
		}
	}()
	return d.do(ctx)
}

// note writes a line of the life's log and counts what happened; an error that
// is neither a refusal nor injected is one that must not be.
func (l *Life) note(d *deed, struck fault, err error) {
	said := "done"
	var refused *finding.Refused
	switch {
	case err == nil:
		l.Tally.count("done", d.action)
	case struck.fails() && !errors.As(err, &refused):
		said = "failed"
	case errors.As(err, &refused):
		said = "refused: " + refused.ID
		l.Tally.count("refused", d.action+": "+refused.ID)
	default:
		said = fmt.Sprint("error: ", err)
	}
	if struck != sound {
		l.Tally.count("fault", struck.String())
		said += " (" + struck.String() + ")"
	}
	l.Log = append(l.Log, fmt.Sprintf("%d %s %s %s %s: %s", l.step, l.now.Add(l.off).Format(time.DateTime), l.desk.Actor.Name, d.action, d.about, said))
	injected := struck.fails() && (errors.Is(err, errInjected) || errors.Is(err, context.Canceled))
	if err != nil && refused == nil && !injected {
		l.fail("works", "%v", err)
	}
}
