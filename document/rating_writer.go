package document

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/season"
)

// RatingWriter writes a document of schema arpad.rating/1, period by period.
// End completes it.
type RatingWriter struct {
	w          io.Writer
	words      *explain.Printer
	regulation string
	periods    int
	compared   []Difference
	comparing  bool
}

// NewRatingWriter returns a writer for ratings under a regulation.
func NewRatingWriter(w io.Writer, p *explain.Printer, regulation string) *RatingWriter {
	return &RatingWriter{w: w, words: p, regulation: regulation}
}

// begin writes everything before the periods.
func (v *RatingWriter) begin() {
	fmt.Fprintf(v.w, "{\"schema\": \"arpad.rating/1\", \"regulation\": %q, \"periods\": [", v.regulation)
}

// Period writes a period: its header, then each event and each player on a
// line.
func (v *RatingWriter) Period(p *season.Period) error {
	if v.periods == 0 {
		v.begin()
	} else {
		fmt.Fprint(v.w, ",")
	}
	v.periods++
	about := p.Edition.About()
	head, err := json.Marshal(RatingPeriod{Period: p.Label, From: p.Days.From, To: p.Days.To, Regulation: about.ID})
	if err != nil {
		return err
	}
	fmt.Fprintf(v.w, "\n%s\"events\": [", strings.TrimSuffix(string(head), `"events":null,"list":null}`))
	if err := v.events(p, &about); err != nil {
		return err
	}
	fmt.Fprint(v.w, "],\n\"list\": [")
	if err := writeItems(v.w, listOf(p, &about)); err != nil {
		return err
	}
	fmt.Fprint(v.w, "]}")
	return nil
}

// events writes the events, one per line.
func (v *RatingWriter) events(p *season.Period, about *regulation.About) error {
	rows := make([][]regulation.Row, len(p.Batch.Sections))
	for _, row := range p.Trace.Rows() {
		rows[row.Section] = append(rows[row.Section], row)
	}
	for i := range p.Batch.Sections {
		s := &p.Batch.Sections[i]
		event := &p.Batch.Events[s.Event]
		reasons := p.Reasons(i)
		e := RatingEvent{
			Report: p.Reports[event.Report].File, Event: event.Name, Section: s.Name, Type: orNull(s.Kind), Rated: len(reasons) == 0,
			Reasons: append([]string{}, reasons...),
		}
		if !e.Rated {
			rows[i] = nil
		}
		if i > 0 {
			fmt.Fprint(v.w, ",")
		}
		head, err := json.Marshal(&e)
		if err != nil {
			return err
		}
		fmt.Fprintf(v.w, "\n%s[", strings.TrimSuffix(string(head), "null}"))
		for j := range rows[i] {
			player, err := json.Marshal(entryOf(p, about, &rows[i][j]))
			if err != nil {
				return err
			}
			if j > 0 {
				fmt.Fprint(v.w, ",")
			}
			fmt.Fprintf(v.w, "%s", player)
		}
		if _, err := fmt.Fprint(v.w, "]}"); err != nil {
			return err
		}
	}
	return nil
}

// Compare writes how the last list differs from one made elsewhere.
func (v *RatingWriter) Compare(found []season.Difference) error {
	v.comparing = true
	for i := range found {
		v.compared = append(v.compared, NewDifference(v.words, &found[i]))
	}
	return nil
}

// End writes the findings and completes the document.
func (v *RatingWriter) End(findings []finding.Finding) error {
	if v.periods == 0 {
		v.begin()
	}
	fmt.Fprint(v.w, "],\n")
	if v.comparing {
		fmt.Fprint(v.w, "\"compared\": [")
		if err := writeItems(v.w, slices.Values(v.compared)); err != nil {
			return err
		}
		fmt.Fprint(v.w, "],\n")
	}
	fmt.Fprint(v.w, "\"findings\": [")
	if err := writeItems(v.w, eachFinding(v.words, findings)); err != nil {
		return err
	}
	_, err := fmt.Fprint(v.w, "]}\n")
	return err
}
