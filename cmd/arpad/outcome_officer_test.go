package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
)

// live lives a life.
func (r *outcomeRecorder) live() {
	l := r.life
	r.clock = l.on.String() + "T09:00:00" + l.zone
	form := "N00000000"
	if l.authority == "chessa" {
		form = "000000000"
	}
	if !r.do("init", "--authority", l.authority, "--label", (l.on + 15).String()[:7], "--id-form", form, "opening.csv") {
		r.t.Fatal("there is no office")
	}
	for i := range l.federation.Clubs {
		c := &l.federation.Clubs[i]
		r.do("club", "add", "name="+c.Name, "representative="+l.federation.People[c.Members[0]].ID, "registered_from=2010-04-01", "reporters="+strings.Join(c.Reporters, "; "))
	}
	r.do("member", "import", "members.csv")
	next := 0
	for day := l.on + 1; day <= l.on+l.days; day++ {
		r.clock = day.String() + "T12:00:00" + l.zone
		came := false
		for ; next < len(l.sent) && l.sent[next].day <= day; next++ {
			came = true
			r.do(append(append([]string{"report", "submit"}, l.sent[next].args...), l.sent[next].file)...)
		}
		if came {
			r.see()
		}
		r.act(day, came)
	}
	r.see()
}

// act does what an officer does on a day.
func (r *outcomeRecorder) act(day civil.Date, came bool) {
	before := len(r.steps)
	_, _, number := day.Split()
	if came || number == 24 {
		for i := range r.seen {
			r.decide(&r.seen[i])
		}
	}
	switch number {
	case 25:
		var labels []string
		for _, report := range r.seen {
			if report.Period != "" && report.State != "rated" && !slices.Contains(labels, report.Period) {
				labels = append(labels, report.Period)
			}
		}
		slices.Sort(labels)
		for _, label := range labels {
			if !slices.Contains(r.draft, label) && r.do("period", "close", label) {
				r.do("period", "tick", label, "all", "--reason", "looked at")
				r.draft = append(r.draft, label)
			}
		}
	case 2:
		for _, label := range r.draft {
			r.do("period", "tick", label, "all", "--reason", "looked at")
		}
		r.draft = slices.DeleteFunc(r.draft, func(label string) bool { return r.do("period", "publish", label) })
		r.correct()
	}
	if len(r.steps) > before {
		r.see()
	}
}

// decide decides on a report as an officer who knows what was played, mostly.
func (r *outcomeRecorder) decide(report *outcomeReport) {
	d := r.life
	if report.State == "rated" || report.State == "closed" || r.handled[report.Ref] == r.state[report.Ref] && d.IntN(8) > 0 {
		return
	}
	r.handled[report.Ref] = r.state[report.Ref]
	if due := report.Fee.Amount - report.Fee.Paid; due > 0 && d.IntN(4) > 0 {
		r.do("fee", "paid", report.Ref)
	}
	asked := map[string]bool{}
	for _, w := range report.Waits {
		switch {
		case d.IntN(6) == 0:
		case w.What == "player":
			r.match(report, w)
		case !asked[w.What]:
			asked[w.What] = true
			r.do("report", "answer", report.Ref, w.What+"="+[]string{"count", "count", "exclude"}[d.IntN(3)], "--reason", "asked the club")
		}
	}
	reason := []string{"--reason", "as the club says"}
	switch n := d.IntN(40); {
	case n < 2:
		r.do(append([]string{"report", []string{"admit", "withhold", "return", "close"}[d.IntN(4)], report.Ref}, reason...)...)
	case n < 6 && report.State == "withheld":
		r.do(append([]string{"report", "admit", report.Ref}, reason...)...)
	case n < 8:
		if e := d.true[report.Event]; e != nil {
			s := &e.Sections[0]
			g := s.Games[d.IntN(len(s.Games))]
			r.do(append([]string{"report", "correct", report.Ref, "--section", s.Name, "--round", fmt.Sprint(g.Round), "--white", fmt.Sprint(g.White), "--black", fmt.Sprint(g.Black), "--result", "1/2-1/2"}, reason...)...)
		}
	case n < 10:
		r.do("report", "check", report.Ref)
	case n < 11:
		r.do(append([]string{"report", "set-aside", report.Ref, fmt.Sprint(1 + d.IntN(2))}, reason...)...)
	case n < 12 && d.authority == "chessa":
		r.do(append([]string{"report", "floor", report.Ref, "700"}, reason...)...)
	case n < 14:
		p := &d.federation.People[d.IntN(40)]
		r.do("player", "set", p.ID, "club="+d.federation.Clubs[d.IntN(len(d.federation.Clubs))].Name, "--reason", "moved")
	}
}

// match states who an entry is.
func (r *outcomeRecorder) match(report *outcomeReport, w outcomeWait) {
	args := []string{"report", "match", report.Ref, "--section", w.Section, "--start", fmt.Sprint(w.Start)}
	id := ""
	if e := r.life.true[report.Event]; e != nil {
		for i := range e.Sections {
			for _, p := range e.Sections[i].Players {
				if e.Sections[i].Name == w.Section && p.StartNumber == w.Start {
					id = p.ID
				}
			}
		}
	}
	if id != "" && r.do(append(args, "--player", id)...) {
		return
	}
	r.do(append(args, "--new")...)
}

// correct proposes to correct a game of a list, and puts it into force.
func (r *outcomeRecorder) correct() {
	for _, report := range r.seen {
		e := r.life.true[report.Event]
		if report.State != "rated" || e == nil || r.life.IntN(6) > 0 {
			continue
		}
		s := &e.Sections[0]
		g := s.Games[r.life.IntN(len(s.Games))]
		if r.do("correct", "result", report.Ref, "--section", s.Name, "--round", fmt.Sprint(g.Round), "--white", fmt.Sprint(g.White), "--black", fmt.Sprint(g.Black), "--result", "0-1", "--reason", "the sheet says so") {
			r.do("correction", "accept", fmt.Sprint("C", r.corrections+1), "--reason", "seen")
			r.corrections++
		}
		return
	}
}
