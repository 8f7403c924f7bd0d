package main

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/mistake"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/roster"
)

// outcomeLife is the life of an office as its surroundings make it: an invented federation, its
// files, and who submits which of them when. A seed makes the same one on every machine.
type outcomeLife struct {
	*rand.Rand
	authority, zone string
	on              civil.Date
	days            civil.Date
	federation      *synth.Federation
	files           map[string][]byte
	sent            []sending
	true            map[string]*report.Report // what was played, by the name of the event
	failed          error                     // a file that could not be written
}

// sending is a file that is submitted on a day, with the flags.
type sending struct {
	day  civil.Date
	file string
	args []string
}

// outcomeAuthorities are those whose offices live, with the first days of their lives.
var outcomeAuthorities = []struct {
	name    string
	country synth.Country
	zone    string
	on      civil.Date
}{
	{"ncs", synth.Japan, "+09:00", civil.Of(2022, 10, 21)}, {"chessa", synth.SouthAfrica, "+02:00", civil.Of(2015, 11, 1)},
	{"japan", synth.Japan, "+09:00", civil.Of(2023, 6, 21)}, {"ncs", synth.Japan, "+09:00", civil.Of(2023, 12, 21)},
	{"nscl", synth.Japan, "+09:00", civil.Of(2019, 8, 20)}, {"chessa", synth.SouthAfrica, "+02:00", civil.Of(2024, 1, 1)},
}

// newOutcomeLife returns the life of a seed: two years in South Africa for 0, else some months.
func newOutcomeLife(seed uint64) *outcomeLife {
	a := outcomeAuthorities[seed%uint64(len(outcomeAuthorities))]
	players, days, reports := 40, civil.Date(50), 5
	if seed == 0 {
		a, players, days, reports = outcomeAuthorities[5], 80, 730, 40
	}
	l := &outcomeLife{
		Rand: rand.New(rand.NewPCG(seed, 53)), authority: a.name, zone: a.zone, on: a.on, days: days, files: map[string][]byte{}, true: map[string]*report.Report{},
		federation: synth.New(seed, synth.Size{Country: a.country, Players: players, Clubs: 2, On: a.on}),
	}
	people, list := l.federation.Opening()
	var text bytes.Buffer
	l.failed = roster.Write(&text, people.Players, list)
	l.files["opening.csv"] = bytes.Clone(text.Bytes())
	text.Reset()
	text.WriteString("player,from,to\n")
	for i := range l.federation.People {
		if p := &l.federation.People[i]; i < players && p.Member.From != 0 && p.ID != "" {
			fmt.Fprintf(&text, "%s,%s,%s\n", p.ID, p.Member.From, p.Member.To)
		}
	}
	l.files["members.csv"] = text.Bytes()
	for i, r := range l.federation.Events(l.on+1, l.on+days-20, synth.Volume{Reports: reports, Games: 18 * reports}) {
		for n, control := range r.TimeControl {
			if control == "300" { // whether these are seconds or minutes is another question (Reading G6)
				r.TimeControl[n] = "300+0"
			}
		}
		if l.true[r.Name] == nil {
			l.true[r.Name] = r
			l.send(i, r)
		}
	}
	slices.SortStableFunc(l.sent, func(a, b sending) int { return int(a.day - b.day) })
	return l
}

// send submits an event: as it was, in parts, with a mistake, cut, or other and back again.
func (l *outcomeLife) send(event int, r *report.Report) {
	day := r.Received
	put := func(after int, r *report.Report, kind string, args ...string) {
		l.put(sending{day + civil.Date(after), fmt.Sprintf("e%d-%s", event, kind), args}, r)
	}
	mistaken := func() *report.Report {
		all := mistake.All()
		planted, ok := mistake.Plant(l.federation, l.Uint64(), all[l.IntN(len(all))], r)
		if !ok {
			return specimen.Stage(r, 2)
		}
		return planted.Report
	}
	switch n := l.IntN(20); {
	case n < 7:
		put(0, r, "whole")
	case n < 9:
		put(0, specimen.Stage(r, 1+l.IntN(3)), "stage")
		put(3, r, "whole")
	case n < 14:
		put(0, mistaken(), "mistaken")
		if l.IntN(2) == 0 {
			put(4, r, "whole", "--replaces")
		}
	case n < 15:
		put(0, r, "whole")
		put(2, mistaken(), "other", "--replaces")
		l.sent = append(l.sent, l.sent[len(l.sent)-2])
		l.sent[len(l.sent)-1].day += 5
		l.sent[len(l.sent)-1].args = append(slices.Clone(l.sent[len(l.sent)-1].args), "--replaces")
	case n < 17:
		put(0, r, "whole")
		whole := l.sent[len(l.sent)-1]
		cut := sending{whole.day + civil.Date(4*l.IntN(2)-2), "cut-" + whole.file, whole.args}
		l.files[cut.file] = l.files[whole.file][:len(l.files[whole.file])*2/3]
		l.sent = append(l.sent, cut)
	case n < 18:
		put(0, r, "whole")
		again := synth.Renumbered(l.Uint64(), r)
		put(3, again, "again")
	default:
		silent := *r
		silent.Organizer, silent.SubmittedBy = "", ""
		if l.IntN(2) == 0 {
			silent.Responsible, silent.ChiefArbiter, silent.TimeControl = "", "", nil
		}
		put(0, &silent, "silent")
	}
}

// put writes a report in a format, and notes that it is submitted.
func (l *outcomeLife) put(s sending, r *report.Report) {
	stated := *r
	stated.Received = 0
	var out bytes.Buffer
	english := specimen.Languages["en"]
	of := func(suffix string, data []byte, err error) {
		s.file += suffix
		l.files[s.file] = data
		if err != nil {
			l.failed = err
		}
	}
	others := len(r.Sections) == 1 && l.true[r.Name] == r // nothing is mistaken
	switch n := l.IntN(30); {
	case n < 4 && len(r.Sections) == 1 || r.FIDEEvent && len(r.Sections) == 1:
		err := trf.Write(&out, &stated, 0, trf.TRF26)
		of(".trf", out.Bytes(), err)
	case n == 4 && others:
		of(".html", flatPage(r, specimen.Crosstable(r, english, false)), nil)
	case n == 5 && others:
		of(".xml", specimen.Upload(r), nil)
	case n == 6 && others:
		data, err := specimen.CSV(specimen.Games(r))
		of(".csv", data, err)
	case n == 7 && others:
		of(".pgn", specimen.PGN(r), nil)
	default:
		err := json.Write(&out, &stated)
		of(".json", out.Bytes(), err)
	}
	if ext := s.file[strings.LastIndex(s.file, "."):]; ext != ".json" {
		s.args = append(s.args, "--organizer", r.Organizer, "--responsible", r.Responsible, "--start", r.FirstDay().String(), "--end", r.LastDay().String(), "--type", strings.ToLower(r.Type.String()))
	}
	if from := r.SubmittedBy; from != "" && l.IntN(8) > 0 {
		s.args = append(s.args, "--from", from)
	}
	l.sent = append(l.sent, s)
}

// names returns the names of the files.
func (l *outcomeLife) names() []string { return slices.Sorted(maps.Keys(l.files)) }

// flatPage returns a sheet as a page whose headings stand beside its tables, as the outcomes were recorded.
func flatPage(r *report.Report, sheets ...specimen.Sheet) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Chess-Results Server</title><script>var x = \"<table>\";</script></head><body>\n")
	fmt.Fprintf(&b, "<table><tr><td>Logged on: Gast</td></tr></table>\n<div class=\"defaultDialog\"><h2>%s</h2>\n", html.EscapeString(r.Name))
	fmt.Fprintf(&b, "<table class=\"CRs1\"><tr><td>Organizer(s)</td><td>%s</td></tr><tr><td>Number of rounds</td><td>%d</td></tr>\n", html.EscapeString(r.Organizer), r.Sections[0].PlannedRounds())
	fmt.Fprintf(&b, "<tr><td>Date</td><td>%s to %s</td></tr></table>\n", strings.ReplaceAll(r.Start.String(), "-", "/"), strings.ReplaceAll(r.End.String(), "-", "/"))
	for _, s := range sheets {
		fmt.Fprintf(&b, "<h2>%s</h2><table class=\"CRs1\">\n", html.EscapeString(s.Name))
		for _, row := range s.Rows[4:] {
			if len(row) == 0 {
				b.WriteString("</table><table class=\"CRs1\">\n")
				continue
			}
			b.WriteString("<tr>")
			for _, text := range row {
				fmt.Fprintf(&b, "<td>%s</td>", strings.ReplaceAll(html.EscapeString(text), " ", "&nbsp;"))
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</table>\n")
	}
	b.WriteString("</div></body></html>\n")
	return []byte(b.String())
}
