package main

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// demoDispute is a question about a report of the last period that only an
// officer can answer.
type demoDispute struct {
	mistake synth.Mistake        // in the report; empty: none
	again   func(*report.Report) // changes a second file of the event; nil: there is none
}

// demoDisputes are the disputes of the demo. Each question that the files of an
// event can raise is open in one report.
var demoDisputes = []demoDispute{
	{again: func(r *report.Report) { // games-differ
		g := &r.Sections[0].Games[0]
		g.Result = map[report.Result]report.Result{report.WhiteWon: report.Drawn, report.BlackWon: report.Drawn, report.Drawn: report.WhiteWon}[g.Result]
	}},
	{mistake: synth.Lapsed},   // non-member
	{mistake: synth.OthersID}, // entry-contradicts
	{again: func(r *report.Report) { // games-missing
		r.Sections[0].Games = r.Sections[0].Games[1:]
	}},
	{again: func(r *report.Report) { r.Name = "Club Championship" }}, // games-twice
	{again: func(r *report.Report) { // field-differs
		r.Type, r.TimeControl = rating.Standard+rating.Rapid-r.Type, nil
	}},
	{again: func(r *report.Report) { r.Sections[0].Players[0].ID = "N00999999" }}, // entry-differs
}

// dispute submits the report of an event so that an officer has to decide.
func (d *demo) dispute(r *report.Report) *report.Report {
	if d.disputes == len(demoDisputes) {
		return r
	}
	serial, dispute := uint64(d.disputes), demoDisputes[d.disputes]
	d.disputes++
	if planted, ok := d.federation.Plant(serial, dispute.mistake, r); ok {
		return planted.Report
	}
	if dispute.again != nil {
		d.schedule(civil.Of(2024, 10, 20), func(ctx context.Context) error {
			other := synth.Renumbered(serial, r)
			for i := range other.Sections[0].Players {
				other.Sections[0].Players[i].Points = nil
			}
			dispute.again(other)
			_, err := d.submitFile(ctx, other)
			return err
		})
	}
	return r
}

// notice sends a notice about an event whose file is missing.
func (d *demo) notice(ctx context.Context) error {
	_, err := events.Notify(ctx, d.Bureau, events.Notice{
		Event: "Harvest Rapid 2024", Days: civil.Range{From: civil.Of(2024, 10, 19), To: civil.Of(2024, 10, 20)},
		Link: "https://chess-results.com/tnr2.aspx", From: d.federation.Clubs[0].Name,
	})
	return err
}
