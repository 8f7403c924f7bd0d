package cases

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/report"
)

// row is a report in a list of those that wait.
type row struct {
	Ref, Event, Club string
	State            string // the key of its name
	Officer          bool   // it needs one
	Waits            []wait
	Age, Left        int
	Due, Over        bool
	Meter            int // how much of the days is over, of 90
}

// wait is something that a report waits for.
type wait struct{ Text, Clause string }

// rowOf returns a report in a list.
func rowOf(p *explain.Printer, of *agenda.Pending) row {
	r := row{Ref: of.Ref, Event: of.Event, Club: of.Club, State: stateKey(of.Case.State), Officer: of.Officer, Age: of.Age, Left: max(of.Left, -of.Left), Due: of.Due, Over: of.Left < 0}
	var waits []document.Wait
	for _, q := range of.Case.OpenSince() {
		waits = append(waits, document.Wait{Question: document.Question{What: q.What, Clause: q.Clause, Start: q.Start}, Text: document.WaitInWords(p, of.Case, &q)})
	}
	r.Waits = waitsOf(p, waits)
	r.meter()
	return r
}

// waitsOf returns what a report waits for, each once. All entries that are to be identified are one.
func waitsOf(p *explain.Printer, waits []document.Wait) (all []wait) {
	var unknown []string
	for _, w := range waits {
		is := wait{w.Text, w.Clause}
		if w.What == check.WaitPlayer {
			unknown = append(unknown, strconv.Itoa(w.Start))
			is.Text = ""
		}
		if !slices.Contains(all, is) {
			all = append(all, is)
		}
	}
	for i := range all {
		if all[i].Text == "" {
			all[i].Text = p.Text("desk.cases.who", explain.Data{"starts": strings.Join(unknown, ", ")})
		}
	}
	return all
}

// meter says how much of the days to report in time, or to pay, is over.
func (r *row) meter() {
	if r.Due {
		r.Meter = 90
		if !r.Over && r.Age+r.Left > 0 {
			r.Meter = 90 * r.Age / (r.Age + r.Left)
		}
	}
}

func stateKey(s lists.State) string { return "desk.report.state-" + string(s) }

// part is a part of the list: those that need an officer, that wait for their clubs, or that are ready.
type part struct {
	queue
	Count int
	More  string // address of the rest; empty: there is none
}

// queue is a table of reports.
type queue struct {
	Name string // need, wait, ready; or a state
	Link string // of the page under which those of the reports are
	Rows []row
}

func queueOf(v *portal.Visit, name string, rows []row) queue {
	return queue{name, "/" + v.Lang + "/desk/cases/", rows}
}

// listShown is what the page of the list shows.
type listShown struct {
	Words, State string
	States       []casefile.Option
	Parts        []part
	Officer      bool // the visitor decides
}

// How many reports of a part are shown, beside others and alone.
const (
	few  = 50
	many = 200
)

func showList(v *portal.Visit) (any, error) {
	asked := v.R.URL.Query()
	s := &listShown{Words: strings.TrimSpace(asked.Get("q")), State: asked.Get("state"), Officer: isOfficer(v)}
	only, from := asked.Get("of"), 0
	if n, err := strconv.Atoi(asked.Get("from")); err == nil && n > 0 {
		from = n
	}
	for _, state := range check.States() {
		s.States = append(s.States, casefile.Option{Value: string(state), Name: v.Printer().Text(stateKey(state), nil), Chosen: string(state) == s.State})
	}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		parts, names, err := s.rows(r)
		if err != nil {
			return err
		}
		for i, all := range parts {
			if only != "" && only != names[i] {
				continue
			}
			shown, first := few, 0
			if only != "" || s.State != "" {
				shown, first = many, min(from, len(all))
			}
			made := part{Count: len(all), queue: queueOf(v, names[i], nil)}
			if made.Rows, err = read(v.Printer(), r, all[first:min(first+shown, len(all))], v.Bureau.Today(of)); err != nil {
				return err
			}
			if next := first + len(made.Rows); next < len(all) {
				asked.Set("of", names[i])
				asked.Set("from", strconv.Itoa(next))
				if only == "" && s.State == "" {
					asked.Del("from")
				}
				made.More = "?" + asked.Encode()
			}
			if len(all) > 0 {
				s.Parts = append(s.Parts, made)
			}
		}
		return nil
	})
	return s, err
}

// rows returns the reports of the parts, with the names of these.
func (s *listShown) rows(r bureau.Reader) (parts [][]*rows.Report, names []string, err error) {
	if s.State != "" {
		all, err := agenda.InState(r, lists.State(s.State))
		if s.State == string(check.Rated) {
			slices.Reverse(all)
		}
		return [][]*rows.Report{s.fitting(all)}, []string{s.State}, err
	}
	waiting, err := agenda.Waiting(r)
	if err != nil {
		return nil, nil, err
	}
	parts = make([][]*rows.Report, 3)
	for _, one := range s.fitting(waiting) {
		n := 1
		if one.Officer {
			n = 0
		}
		parts[n] = append(parts[n], one)
	}
	admitted, err := agenda.InState(r, check.Admitted)
	parts[2] = s.fitting(admitted)
	return parts, []string{"need", "wait", "ready"}, err
}

// fitting returns the reports that have all words.
func (s *listShown) fitting(all []*rows.Report) []*rows.Report {
	words := strings.Fields(report.FoldName(s.Words))
	return slices.DeleteFunc(all, func(of *rows.Report) bool {
		text := report.FoldName(of.Ref + " " + of.Event + " " + of.Club)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	})
}

// read returns reports with what they wait for.
func read(p *explain.Printer, r bureau.Reader, some []*rows.Report, today civil.Date) (all []row, err error) {
	found, err := agenda.PendingOf(r, some, today)
	for i := range found {
		all = append(all, rowOf(p, &found[i]))
	}
	return all, err
}
