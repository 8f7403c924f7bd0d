package simulation

import (
	"math/rand/v2"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// world is what is true outside of the bureau: people, and the events that they
// play.
type world struct {
	*synth.Federation
	plan   Plan
	events []*event // by the day on which they are to be reported
	years  int      // that are planned so far
	first  int      // of events, that is still to be reported
	joined int      // so many people have applied to the bureau
	renew  []register.Membership
	twins  []twin // who was registered twice
	births map[string]bool
}

// event is an event that takes place, and what the bureau was told of it.
type event struct {
	*report.Report
	tries    int       // to report it
	told     []*letter // that the bureau has acknowledged
	ref      string    // of its report
	bent     bool      // what was told does not show that it is this event
	goesOn   bool      // what was told is of an event that was not over
	noticed  bool
	believed []*report.Report // how it was by mistakes that nothing betrays
	of       *event           // that it tells again under another name; nil: it is one of its own
}

// twin is somebody who was registered twice.
type twin struct{ id, of string }

// ids says how IDs look, for the authorities whose own the federations of synth
// do not have.
var ids = map[string]string{"nscl": "N00000000"}

func newWorld(p Plan) *world {
	country := synth.Japan
	if p.Authority == "chessa" {
		country = synth.SouthAfrica
	}
	w := &world{plan: p, births: map[string]bool{}}
	w.Federation = synth.New(p.Seed, synth.Size{Country: country, Players: p.Players, Clubs: p.Clubs, On: p.On, Years: p.Years})
	for i := range w.People {
		if birth := w.People[i].Birth; birth != 0 && !birth.YearOnly() {
			w.births[birth.String()] = true
		}
	}
	for i := range w.People { // the first day of a membership stands in the log
		delete(w.births, w.People[i].Joined.String())
	}
	return w
}

// year is a year in days.
const year = 365

// upTo plans the events that are reported up to a day. Before each year those
// who play renew their memberships, most of them.
func (w *world) upTo(day civil.Date) {
	for ; w.On+civil.Date(year*w.years) <= day; w.years++ {
		from := w.On + civil.Date(year*w.years)
		w.renewAll(from)
		for _, r := range w.Events(from, from+year-1, synth.Volume{Reports: w.plan.Reports, Games: 22 * w.plan.Reports}) {
			if !slices.ContainsFunc(w.events, func(e *event) bool { return e.Name == r.Name && e.FirstDay() == r.FirstDay() }) { // that would be one event
				w.events = append(w.events, &event{Report: w.atTheEdge(r)})
			}
		}
	}
}

// Opening returns the players and the list to begin with. In a young federation
// most have no rating yet.
func (w *world) Opening() (*roster.Roster, *roster.List) {
	players, list := w.Federation.Opening()
	const oneIn = 4
	for n := range list.Standings {
		if w.plan.Young && n%oneIn > 0 {
			list.Standings[n] = roster.Standing{}
		}
	}
	return players, list
}

// atTheEdge moves events in South Africa to where its text decides: to four
// rounds, which need leave, or to half an hour, which is Standard for beginners
// and Rapid for others.
func (w *world) atTheEdge(r *report.Report) *report.Report {
	if w.plan.Authority != "chessa" {
		return r
	}
	const tooFew = 4
	switch d := rand.New(rand.NewPCG(w.plan.Seed, streamEvents+uint64(len(w.events)))); d.IntN(10) {
	case 0:
		received := r.Received
		r = specimen.Stage(r, tooFew)
		for i := range r.Sections {
			r.Sections[i].Rounds = min(r.Sections[i].Rounds, tooFew)
		}
		r.Received = received
	case 1, 2:
		r.TimeControl = []report.TimeControl{"1500+10"}
	}
	return r
}

// renewAll renews memberships that end within a year.
func (w *world) renewAll(from civil.Date) {
	for i := range w.People {
		p := &w.People[i]
		if p.ID == "" || p.Zeal == 0 || p.Joined > from || p.Member.To > from+2*year {
			continue
		}
		next := civil.Range{From: max(p.Member.To+1, from), To: from + 2*year + 60}
		p.Member.To = next.To
		if (i+w.years)%9 > 0 { // one of nine forgets to tell the bureau
			w.renew = append(w.renew, register.Membership{Player: p.ID, Days: next})
		}
	}
}

// adopt returns somebody an ID, by which reports name him from then on.
func (w *world) adopt(p *synth.Person, id string, today civil.Date) {
	w.Admit(p, id, civil.Range{From: today, To: today + 2*year})
	w.renew = append(w.renew, register.Membership{Player: id, Days: p.Member})
}

// named returns somebody by name, nil if there is nobody: of namesakes one with
// an ID.
func (w *world) named(name string) *synth.Person {
	var found *synth.Person
	for i := range w.People {
		if p := &w.People[i]; p.Name == name && (found == nil || found.ID == "") {
			found = p
		}
	}
	return found
}

// due returns the next event that is to be reported on a day or before, nil if
// there is none.
func (w *world) due(day civil.Date) *event {
	w.upTo(day)
	for w.first < len(w.events) && w.events[w.first].done() {
		w.first++
	}
	for _, e := range w.events[w.first:] {
		if e.Received > day {
			return nil
		}
		if !e.done() {
			return e
		}
	}
	return nil
}

// done reports whether an event was reported, or that nobody tries any more.
func (e *event) done() bool {
	const enough = 4
	return e.ref != "" && !e.goesOn || e.tries >= enough
}

// running returns an event that has begun, is not over and was not reported, nil if there
// is none.
func (w *world) running(day civil.Date) *event {
	w.upTo(day + 30)
	for _, e := range w.events[w.first:] {
		if e.FirstDay() <= day && day < e.LastDay() && e.ref == "" && !e.done() {
			return e
		}
	}
	return nil
}

// coming returns the events that begin within some days.
func (w *world) coming(from, to civil.Date) []*event {
	w.upTo(to)
	var found []*event
	for _, e := range w.events[w.first:] {
		if e.Start > from && e.Start <= to {
			found = append(found, e)
		}
	}
	return found
}

// reported returns the last events that the bureau was told of.
func (w *world) reported() []*event {
	const enough = 12
	var found []*event
	for _, e := range slices.Backward(w.events[:min(len(w.events), w.first+1)]) {
		if len(e.told) > 0 && len(found) < enough {
			found = append(found, e)
		}
	}
	return found
}
