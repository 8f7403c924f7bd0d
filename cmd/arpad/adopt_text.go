package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/rating"
)

// adoption prints how the lists of an old bureau differ: what matters for all lists, each
// list, and what to ask.
func (a *app) adoption(d *document.Adoption, reports int, all bool) {
	a.say("adopt.title", explain.Data{
		"regulation": d.Regulation, "lists": strconv.Itoa(len(d.Lists)), "reports": strconv.Itoa(reports), "from": a.Date(d.Lists[0].List), "to": a.Date(d.Lists[len(d.Lists)-1].List),
	})
	a.say("adopt.summary", explain.Data{"agree": strconv.Itoa(d.Agree), "differ": strconv.Itoa(d.Differ)})
	a.adoptionCauses(d.Causes)
	for i := range d.Ways {
		a.adoptionWay(&d.Ways[i], d.Differ)
	}
	if len(d.Outside) > 0 {
		a.say("adopt.outside", explain.Data{"n": strconv.Itoa(len(d.Outside)), "files": few(d.Outside)})
	}
	for i := range d.Periods {
		fmt.Fprintln(a.out)
		a.adoptionPeriod(&d.Periods[i], all)
	}
	a.adoptionAsk(d.Causes)
}

// few joins the first of some names.
func few(names []string) string {
	const most = 3
	text := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text += ", ..."
	}
	return text
}

func (a *app) adoptionCauses(causes []document.AdoptionTally) {
	for _, t := range causes {
		fmt.Fprint(a.out, "  ")
		a.say("adopt.cause", explain.Data{"n": strconv.Itoa(t.Ratings), "cause": t.Text})
	}
}

// adoptionWay prints what the old bureau did in another way for everybody.
func (a *app) adoptionWay(w *document.AdoptionWay, differ int) {
	reading := ""
	if w.Reading != nil {
		reading = " " + a.Citation("", *w.Reading)
	}
	a.say("adopt.way", explain.Data{
		"cause": w.Text, "explains": strconv.Itoa(w.Explains), "breaks": strconv.Itoa(w.Breaks), "differ": strconv.Itoa(differ), "reading": reading,
	})
	if w.Set != nil {
		fmt.Fprint(a.out, "  ")
		a.say("adopt.way-set", explain.Data{"set": *w.Set})
	}
}

// adoptionPeriod prints a list: the causes of its differences, each with the first
// examples, or with all.
func (a *app) adoptionPeriod(p *document.AdoptionPeriod, all bool) {
	a.say("adopt.period", explain.Data{
		"date": a.Date(p.List), "file": p.File, "agree": strconv.Itoa(p.Agree), "moved": strconv.Itoa(p.Moved), "differ": strconv.Itoa(p.Differ),
	})
	if p.Reports == 0 {
		a.say("adopt.no-report", nil)
	}
	if p.Absent > 0 {
		a.say("adopt.absent", explain.Data{"n": strconv.Itoa(p.Absent)})
	}
	for _, t := range p.Causes {
		a.adoptionCauses([]document.AdoptionTally{t})
		const most = 3
		shown, left := 0, 0
		for i := range p.Differences {
			switch d := &p.Differences[i]; {
			case d.Because[0].Text != t.Text || d.Because[0].What != t.What:
			case shown < most || all:
				shown++
				a.adoptionExample(d)
			default:
				left++
			}
		}
		if left > 0 {
			fmt.Fprint(a.out, "      ")
			a.say("adopt.more", explain.Data{"n": strconv.Itoa(left)})
		}
	}
}

// adoptionExample prints a difference.
func (a *app) adoptionExample(d *document.AdoptionDifference) {
	fmt.Fprint(a.out, "      ")
	a.say("adopt.example", explain.Data{
		"id": d.ID, "name": d.Name, "type": a.Word(d.Type.String()), "before": ratingOr(d.Before), "ours": ratingOr(d.Ours), "theirs": ratingOr(d.Theirs),
	})
	if g := d.Because[0].Game; g != nil {
		section := ""
		if g.Section != "" {
			section = a.Text("adopt.section", explain.Data{"section": g.Section})
		}
		fmt.Fprint(a.out, "        ")
		a.say("adopt.game", explain.Data{
			"report": g.Report, "section": section, "round": strconv.Itoa(g.Round), "white": g.White, "black": g.Black, "result": g.Result.String(),
		})
	}
}

// ratingOr formats a rating, a dash if there is none.
func ratingOr(r *rating.Rating) string {
	if r == nil {
		return rating.Rating(0).String()
	}
	return r.String()
}

// adoptionAsk prints what to ask the old bureau, by the groups of the causes.
func (a *app) adoptionAsk(causes []document.AdoptionTally) {
	var order []adoption.Group
	ratings, ask := map[adoption.Group]int{}, map[adoption.Group]string{}
	for _, t := range causes {
		if ratings[t.Group] == 0 {
			order = append(order, t.Group)
		}
		ratings[t.Group] += t.Ratings
		ask[t.Group] = t.Ask
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(x, y adoption.Group) int { return cmp.Compare(ratings[y], ratings[x]) })
	fmt.Fprintln(a.out)
	a.say("adopt.ask", nil)
	for _, group := range order {
		fmt.Fprint(a.out, "  ")
		a.say("adopt.asked", explain.Data{"group": a.Text("group."+string(group), nil), "n": strconv.Itoa(ratings[group]), "ask": ask[group]})
	}
}
