package simulation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	stdjson "encoding/json"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/mistake"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// What organisers do.

// submit reports an event that is over: mostly as it was, or a stage of it, or
// with a mistake.
func (l *Life) submit() *deed {
	e := l.world.due(l.today())
	if e == nil {
		return nil
	}
	t := &letter{of: e, said: e.Report, from: e.SubmittedBy}
	switch n := l.dice.IntN(100); {
	case n < 12:
		t.said = l.stage(e)
	case n < 25:
		l.mistaken(t)
	case n < 39:
		l.slip(t)
	}
	return l.hand(t)
}

// stage returns an event as it was after some rounds.
func (l *Life) stage(e *event) *report.Report {
	return specimen.Stage(e.Report, 1+l.dice.IntN(max(1, e.Sections[0].PlannedRounds()-1)))
}

// submitEarly reports an event that is not over: some rounds, or all that there will be.
func (l *Life) submitEarly() *deed {
	e := l.world.running(l.today())
	if e == nil {
		return nil
	}
	t := &letter{of: e, said: e.Report, from: e.SubmittedBy, early: true}
	if l.dice.IntN(3) > 0 {
		t.said = l.stage(e)
	}
	return l.hand(t)
}

// identity are the mistakes after which a report is not known to be that of the
// event.
var identity = []synth.Mistake{mistake.DatesReversed, mistake.GameOutside}

// unseen are the mistakes after which a report holds together, and says something else
// than what was: who played, how a game ended, how much time there was.
var unseen = []synth.Mistake{mistake.Repeated, synth.Lapsed, mistake.NoList, mistake.TypeDiffers}

// mistaken makes a mistake in a report, if it has an occasion for it.
func (l *Life) mistaken(t *letter) {
	m := pick(l.dice, mistake.All()...)
	planted, ok := mistake.Plant(l.world.Federation, l.dice.Uint64(), m, t.said)
	if !ok {
		return
	}
	l.Tally.count("mistake", string(m))
	t.slip = string(m)
	t.said, t.bent = planted.Report, slices.Contains(identity, m)
	t.believed = slices.Contains(unseen, m)
}

// hand hands a report in.
func (l *Life) hand(t *letter) *deed {
	if t.data == nil {
		t.data, t.name = l.written(t.said)
	}
	return l.deliver(t)
}

// written writes a report as a file, mostly as JSON.
func (l *Life) written(r *report.Report) (data []byte, name string) {
	var b bytes.Buffer
	copied := *r
	copied.Received = 0
	if len(r.Sections) == 1 && (r.FIDEEvent || l.dice.IntN(8) == 0) {
		l.must(trf.Write(&b, &copied, 0, trf.TRF26))
		l.Tally.count("format", "trf")
		return b.Bytes(), r.File + ".trf"
	}
	l.must(json.Write(&b, &copied))
	l.Tally.count("format", "json")
	return b.Bytes(), r.File + ".json"
}

// deliver delivers a file.
func (l *Life) deliver(t *letter) *deed {
	d := &deed{reach: reachNew, about: t.name}
	e, data, name := t.of, t.data, t.name
	known := false
	d.do = func(ctx context.Context) error {
		parsed, found := file.Read(data, name, "")
		receipt, err := intake.Submit(ctx, l.desk, intake.Submission{File: name, Data: data, Parsed: parsed, Found: found, From: t.from, Replaces: t.replaces})
		if known = receipt != nil && receipt.Known; err == nil { // though its sender may not hear of it
			learned, err := stdjson.Marshal(receipt.Findings)
			l.must(err)
			l.discreet(e, data, string(learned))
		}
		return err
	}
	d.after = func(changed changes, _ error) {
		if e.tries++; known {
			l.knownAgain(e, data)
		}
		if changed == nil {
			return
		}
		parsed, found := file.Read(data, name, "")
		if known { // what is kept as evidence may have gone
			return
		}
		if parsed == nil {
			if len(changed["report"]) > 0 {
				l.fail("a file that cannot be read is of no report", "it has changed the reports %v", changed["report"])
			}
			if t.legible {
				l.fail("rounds that are moved alike are read", "%s cannot be read: %v", name, found)
			}
			return
		}
		refs := slices.DeleteFunc(slices.Clone(changed["report"]), func(ref string) bool { // the others are settled with it
			return !slices.ContainsFunc(l.known.reports[ref].Revisions, func(v check.Revision) bool { return v.Digest == digest(data) })
		})
		if len(refs) != 1 {
			l.fail("a file is of one report", "it has changed the reports %v", changed["report"])
			return
		}
		ref := refs[0]
		l.received(t, ref)
		l.told(ref)
	}
	return d
}

// received notes what the bureau was told of an event.
func (l *Life) received(t *letter, ref string) {
	e, data := t.of, t.data
	e.told = append(e.told, t)
	l.known.sent[digest(data)] = true
	e.bent = e.bent || t.bent
	e.goesOn = t.early
	if t.believed {
		e.real().believed = append(e.real().believed, t.said)
	}
	if t.said != nil {
		l.known.letters[ref] = append(l.known.letters[ref], t)
		if e := e.real(); !slices.Contains(l.known.of[e], ref) {
			l.known.of[e] = append(l.known.of[e], ref)
		}
	}
	r := l.known.reports[ref]
	l.Tally.count("received", string(r.State))
	said := t.said == nil || l.known.reports[e.ref] == nil || l.known.reports[e.ref].Club == t.said.Organizer // else somebody else has claimed the event since
	if e.ref != "" && e.ref != ref && !e.bent && said && l.known.reports[e.ref].Event != "" {
		l.fail("an event is one report", "%s is report %s, and then %s", e.File, e.ref, ref)
	}
	if r.Event != "" || e.ref == "" {
		e.ref = ref
	}
	if l.known.files[ref] == nil {
		l.known.files[ref] = map[int][]byte{}
	}
	for i := range r.Revisions { // the newest may be one that the check has made
		if n := r.Revisions[i].Number; r.Revisions[i].Digest == digest(data) {
			l.known.files[ref][n] = data
		}
	}
}

// knownAgain sees that only bytes which came before are known again.
func (l *Life) knownAgain(e *event, data []byte) {
	if !l.known.sent[digest(data)] {
		l.fail("the same bytes are known again", "%s came for the first time, and is known", e.File)
	}
}

// earlier draws an event of which the bureau was told, nil if there is none.
func (l *Life) earlier() *event {
	all := l.world.reported()
	if len(all) == 0 {
		return nil
	}
	return all[l.dice.IntN(len(all))]
}

// counts reports whether bytes are of a file that adds something to a report: when they come
// again, that is nothing new.
func (l *Life) counts(data []byte) bool {
	for _, ref := range l.known.refs {
		if slices.ContainsFunc(l.inForceOf(l.known.reports[ref]), func(t *letter) bool { return bytes.Equal(t.data, data) }) {
			return true
		}
	}
	return false
}

// submitAgain hands the same bytes in again.
func (l *Life) submitAgain() *deed {
	e := l.earlier()
	if e == nil {
		return nil
	}
	t := *pick(l.dice, e.told...)
	t.bent, t.replaces = false, false
	d, counts := l.deliver(&t), false
	do, learned := d.do, d.after
	d.do = func(ctx context.Context) error {
		counts = l.counts(t.data)
		return do(ctx)
	}
	d.after = func(changed changes, err error) {
		if counts && len(changed["report"]) > 0 {
			l.fail("the same bytes are known again", "%s came twice, and has changed %v", e.File, changed)
		}
		learned(changed, err)
	}
	return d
}

// submitOtherwise reports an event again: all of it, exported again, under
// other numbers, with a mistake.
func (l *Life) submitOtherwise() *deed {
	e := l.earlier()
	if e == nil {
		return nil
	}
	t := &letter{of: e, said: e.Report, from: e.SubmittedBy, early: e.goesOn, replaces: l.dice.IntN(2) == 0}
	switch l.dice.IntN(6) {
	case 0:
		t.said = synth.Renumbered(l.dice.Uint64(), t.said)
	case 1:
		l.mistaken(t)
	case 2:
		again := *t.said
		again.Time = fmt.Sprintf("%02d:%02d", l.dice.IntN(24), l.dice.IntN(60))
		t.said = &again
	case 3:
		l.slip(t)
	}
	d := l.hand(t)
	if slices.ContainsFunc(e.told, func(before *letter) bool { return bytes.Equal(before.data, t.data) }) {
		return nil
	}
	return d
}

// submitGarbage hands in what nobody can read.
func (l *Life) submitGarbage() *deed {
	data := pick(l.dice, []byte("<html><body>Log in</body></html>"), []byte("PK\x03\x04\x00\x00"), []byte{0, 1, 2, 0xFE}, []byte(`{"schema": "arpad.report/1"`))
	data = fmt.Append(data, l.dice.Uint64())
	return l.deliver(&letter{of: &event{Report: &report.Report{File: "garbage"}}, data: data, name: "garbage"})
}

// notify says under which link the results of an event stand.
func (l *Life) notify() *deed {
	e := l.world.due(l.today() + 7)
	if e == nil || e.noticed || e.End > l.today() {
		return nil
	}
	link := fmt.Sprintf("https://chess-results.com/tnr%d.aspx", l.dice.IntN(1e6))
	n := events.Notice{Event: e.Name, Days: civil.Range{From: e.FirstDay(), To: e.LastDay()}, Link: link, From: e.SubmittedBy}
	return &deed{reach: reachNew, about: e.File, do: func(ctx context.Context) error {
		_, err := events.Notify(ctx, l.desk, n)
		return err
	}, after: func(changed changes, _ error) { e.noticed = e.noticed || changed != nil }}
}

// announce announces an event that is to come.
func (l *Life) announce() *deed {
	coming := l.world.coming(l.today(), l.today()+150)
	if len(coming) == 0 {
		return nil
	}
	e := pick(l.dice, coming...)
	a := check.Announcement{
		Name: e.Name, Club: e.Organizer, Days: civil.Range{From: e.Start, To: e.End}, Type: e.Type, TimeControl: e.TimeControl,
		Rounds: 1 + l.dice.IntN(7), FIDEEvent: e.FIDEEvent,
	}
	return &deed{about: e.File, do: func(ctx context.Context) error {
		_, _, err := events.Announce(ctx, l.desk, a)
		return err
	}}
}

// announced draws an announcement, nil if there is none.
func (l *Life) announced() *events.Announced {
	var all []events.Announced
	l.view(func(r bureau.Reader) (err error) {
		all, err = events.Announcements(r)
		return err
	})
	if len(all) == 0 {
		return nil
	}
	return &all[l.dice.IntN(len(all))]
}

// withdraw says that an announced event does not take place.
func (l *Life) withdraw() *deed {
	a := l.announced()
	if a == nil {
		return nil
	}
	return &deed{about: a.Ref, do: func(ctx context.Context) error { return events.Withdraw(ctx, l.desk, a.Ref, "the hall is closed") }}
}

// dispense returns leave to play fewer rounds.
func (l *Life) dispense() *deed {
	a := l.announced()
	if a == nil {
		return nil
	}
	asked := l.today() - civil.Date(l.dice.IntN(20))
	return &deed{reach: reachAny, about: a.Ref, do: func(ctx context.Context) error {
		_, err := events.Dispense(ctx, l.desk, a.Ref, "few rooms", asked)
		return err
	}}
}

// digest returns the SHA-256 of bytes.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
