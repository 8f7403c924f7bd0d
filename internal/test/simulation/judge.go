package simulation

import (
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// judge looks a second time at the reports that have come into the list of a run,
// by what their files say, by the list before and by the registers. held are
// those that were in a list before.
func (l *Life) judge(r bureau.Reader, run *lists.Run, held map[string]string) error {
	var opening []oracle.Opening
	if l.chain.drafted == run.Label { // by what was known then
		return nil
	}
	for _, id := range run.Records {
		rated := l.known.reports[id.Ref]
		if held[id.Ref] == "" && !l.broughtBack(rated) {
			if err := l.meant(r, run, id.Ref); err != nil {
				return err
			}
		}
		if held[id.Ref] != "" || l.broughtBack(rated) || slices.ContainsFunc(rated.Refused(), func(finding string) bool { return !byRegulation[finding] }) {
			continue
		}
		e, err := view.FindEvent(r, id.Ref)
		if err != nil {
			return err
		}
		file, err := l.filed(r, e)
		if err != nil {
			return err
		}
		if file == nil {
			continue
		}
		if opening == nil {
			if opening, err = l.openings(r, l.chain.all[run.Base].Label); err != nil {
				return err
			}
		}
		l.judgeSections(run, e, oracle.Rate(run.Edition, &oracle.Case{Opening: opening, Reports: []*report.Report{file}}).Periods[0])
		if err := l.judgeGames(r, run, e, file); err != nil {
			return err
		}
		l.judgeFee(run, e.Report, file)
	}
	return nil
}

// meant looks at a report that has come into a list by what its senders meant.
func (l *Life) meant(r bureau.Reader, run *lists.Run, ref string) error {
	e, err := view.FindEvent(r, ref)
	if err != nil {
		return err
	}
	l.notLost(e)
	l.leftOut(run, e.Report)
	return l.typed(r, e)
}

// byRegulation are the findings that keep a section from being rated, and that
// the oracle makes, too. The others are about what cannot be read.
var byRegulation = map[string]bool{
	"section-too-small": true, "too-few-rounds": true, "tournament-too-small": true, "type-missing": true, "no-list-for-type": true,
}

// broughtBack reports whether a report came into its list by the undoing of a
// correction: as it was judged then.
func (l *Life) broughtBack(r *check.Case) bool {
	reason := r.History[len(r.History)-1].Reason
	return slices.ContainsFunc(l.known.numbers, func(key string) bool {
		c := l.known.corrections[key]
		return c.Undoes != "" && reason == "correction "+c.Number
	})
}

// openings returns a list as one to begin with.
func (l *Life) openings(r bureau.Reader, label string) ([]oracle.Opening, error) {
	list, err := ranking.Current(r, label)
	if err != nil {
		return nil, err
	}
	standings, err := lists.ListOf(r, list.Publication.Run)
	if err != nil {
		return nil, err
	}
	all := make([]oracle.Opening, len(list.Lines))
	for i := range all {
		all[i] = oracle.Opening{Player: roster.Player{ID: list.Lines[i].ID}, Standing: standings.Standing(list.Lines[i].Number)}
	}
	return all, nil
}

// filed returns what the files say of an event, with the leave to play few rounds
// that the registers know of. Who somebody is, and which result is right,
// officers have said: that it takes from the record. It is nil if the bytes were
// destroyed, or if something else is rated than what came last.
func (l *Life) filed(r bureau.Reader, e *view.Event) (*report.Report, error) {
	read, _, err := intake.Latest(r, e.Report)
	came := slices.IndexFunc(e.Report.Revisions[fileOf(e.Report):], func(v check.Revision) bool { return v.Digest != "" })
	if err != nil || read == nil || came >= 0 {
		return nil, err
	}
	file := *read
	file.Received, file.Dispensation, file.Sections = l.settings.Day(e.Report.Received), "", slices.Clone(read.Sections)
	announced, err := events.Announcements(r)
	if err != nil {
		return nil, err
	}
	for _, a := range announced {
		if a.Name == file.Name && a.Days.From == file.FirstDay() && a.Dispensation != nil {
			file.Dispensation = a.Dispensation.Reason
		}
	}
	for i := range e.Batch.Sections {
		s := &file.Sections[e.Batch.Sections[i].Number]
		s.Players, s.Games = slices.Clone(s.Players), slices.Clone(s.Games)
		s.UnratedFloor = 1000 // by which even a section of unrated players is calculated
		l.asRecorded(e, i, s)
	}
	return &file, nil
}

// asRecorded puts the IDs and results of a record's section into what a file says
// of it. Whom nobody knows has no rating.
func (l *Life) asRecorded(e *view.Event, section int, s *report.Section) {
	ids, start := map[int]string{}, map[uint32]int{}
	for _, entry := range e.Batch.Sections[section].Entries {
		start[entry.Player] = int(entry.Start)
		ids[int(entry.Start)], _ = e.Names(entry.Player)
	}
	for i := range s.Players {
		p := &s.Players[i]
		if p.ID = ids[p.StartNumber]; p.ID == "" {
			p.ID = fmt.Sprint("stranger ", p.StartNumber, " of ", s.Name)
		}
	}
	for _, g := range e.Batch.Games {
		n := slices.IndexFunc(s.Games, func(is report.Game) bool {
			return int(g.Round) == is.Round && start[g.White] == is.White && start[g.Black] == is.Black
		})
		if g.Section == uint32(section) && n >= 0 {
			s.Games[n].Result, s.Games[n].Unrated = g.Result, g.Out == pack.Unrated
		}
	}
}

// judgeSections sees that the sections of an event are of the types that they
// should be of, and rated if they should be.
func (l *Life) judgeSections(run *lists.Run, e *view.Event, period *oracle.Period) {
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		n := slices.IndexFunc(period.Sections, func(o *oracle.Section) bool { return o.Name == s.Name })
		if n < 0 {
			l.fail("reports are judged as those of their list", "list %s, report %s: its files have no section %q", run.Label, e.Report.Ref, s.Name)
			return
		}
		should := period.Sections[n]
		if s.Refused != should.Refused || !s.Refused && s.Kind != should.Kind {
			l.fail("reports are judged as those of their list", "list %s, report %s, section %q: it is %v (refused: %v), and should be %v (refused: %v)", run.Label,
				e.Report.Ref, s.Name, s.Kind, s.Refused, should.Kind, should.Refused)
		}
		l.Tally.count("judged", "sections")
	}
}

// judgeGames sees that those games of an event are left out that are too late, or
// of somebody who is no member, where they do not count (Readings J15, J24).
func (l *Life) judgeGames(r bureau.Reader, run *lists.Run, e *view.Event, file *report.Report) error {
	options := map[string]string{}
	maps.Copy(options, run.Options)
	maps.Copy(options, e.Report.Options())
	for _, w := range e.Report.Held() { // what nobody has decided stays out
		if option := map[string]string{"late": "late", "non-member": "non_members"}[w.What]; option != "" && options[option] == "" {
			options[option] = "exclude"
		}
	}
	counts := func(string) bool { return true }
	if options["non_members"] == "exclude" {
		var err error
		if counts, err = l.members(r, civil.Range{From: file.FirstDay(), To: file.LastDay()}); err != nil {
			return err
		}
	}
	for _, g := range e.Batch.Games {
		white, _ := e.Names(g.White)
		black, _ := e.Names(g.Black)
		should := pack.In
		switch {
		case !counts(white) || !counts(black):
			should = pack.NonMember
		case options["late"] == "exclude" && l.cameOn(e.Report, &g, file.Received)-g.Date > 90:
			should = pack.Late
		}
		officers := slices.ContainsFunc(e.Report.Standing(), func(d *check.Decision) bool {
			a := d.Adjustment
			return a != nil && a.Out != nil && a.Section == e.Batch.Sections[g.Section].Name && a.Round == int(g.Round)
		})
		if g.Out != pack.In && isDouble(e.Report, e.Batch.Sections[g.Section].Name) || g.Out == pack.Refused && e.Batch.Sections[g.Section].Refused {
			continue // nothing else of it is asked
		}
		if g.Out == pack.Held {
			if !slices.ContainsFunc(e.Report.Held(), func(w check.Question) bool { return w.Holds == check.HoldsGames }) {
				l.fail("games are held by questions", "list %s, report %s, round %d, %s against %s", run.Label, e.Report.Ref, g.Round, white, black)
			}
			continue
		}
		if g.Out != should && !officers {
			l.fail("reports are judged as those of their list", "list %s, report %s, round %d, %s against %s: out is %q, and should be %q", run.Label,
				e.Report.Ref, g.Round, white, black, g.Out, should)
		}
		l.Tally.count("judged", strings.TrimSpace("games "+should.String()))
	}
	return nil
}

// cameOn returns the day on which a game of a report was told: with the first file that has
// its round, or with the notice if it was played by then (Reading J24).
func (l *Life) cameOn(r *check.Case, g *pack.Game, received civil.Date) civil.Date {
	if r.Notice != "" && g.Date <= received {
		return received
	}
	var first civil.Date
	for _, t := range l.known.letters[r.Ref] {
		has := slices.ContainsFunc(t.said.Sections, func(s report.Section) bool {
			return slices.ContainsFunc(s.Games, func(is report.Game) bool { return is.Round == int(g.Round) })
		})
		for i := range r.Revisions {
			if v := &r.Revisions[i]; has && v.Digest == digest(t.data) && (first == 0 || l.settings.Day(v.At) < first) {
				first = l.settings.Day(v.At)
			}
		}
	}
	return max(first, received)
}

// isDouble reports whether an officer has left a section out for another report.
func isDouble(r *check.Case, section string) bool {
	return slices.ContainsFunc(r.LeftOut(), func(q check.Question) bool { return q.What == check.WaitTwin && q.Section == section })
}

// judgeFee sees that a fee is due for each who played, in a club's meetings perhaps
// with another one (Reading J25).
func (l *Life) judgeFee(run *lists.Run, r *check.Case, file *report.Report) {
	played := map[string]bool{}
	for i := range file.Sections {
		if isDouble(r, file.Sections[i].Name) { // it is due with the other one
			continue
		}
		for _, p := range file.Sections[i].Players {
			played[p.ID] = true
		}
	}
	const each = 200
	fee := r.Fee
	if run.Edition != "ncs-2022" || run.Cause != "" { // later there was none
		return
	}
	if len(played) == 0 {
		return
	}
	if fee == nil || fee.Players+fee.Earlier != len(played) || fee.Amount != each*fee.Players || fee.Earlier > 0 && !file.Meeting {
		l.fail("fees are due for those who played", "list %s, report %s: %d have played, the fee is %+v", run.Label, r.Ref, len(played), fee)
	}
	l.Tally.count("judged", "fees")
}

// members says of an ID whether its player is a member on each of some days, as
// far as it is known.
func (l *Life) members(r bureau.Reader, days civil.Range) (func(id string) bool, error) {
	all, err := register.MembershipsOf(r, "", 0)
	if err != nil {
		return nil, err
	}
	covered := map[string]map[civil.Date]bool{}
	for _, m := range all {
		p, err := register.Find(r, m.Player) // perhaps another one, to whom this one was merged
		if err != nil {
			return nil, err
		}
		if covered[p.ID] == nil {
			covered[p.ID] = map[civil.Date]bool{}
		}
		for day := max(days.From, m.Days.From); day <= min(days.To, m.Days.To); day++ {
			covered[p.ID][day] = true
		}
	}
	return func(id string) bool {
		return len(all) == 0 || len(covered[id]) == int(days.To-days.From)+1 || l.erased(id)
	}, nil
}
