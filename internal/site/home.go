package site

import (
	"html/template"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/chart"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// home is the values of the home page.
type home struct {
	Newest    *rows.Publication
	Rose      []bestOf // who gained the most in the newest list
	Tops      []table
	Events    []*rows.Report
	Coming    []agenda.Expected
	Corrected []*corrected
	Calendar  *agenda.Calendar
	Closed    bool // the period of the next list is over
}

func readHome(v *visit) (*home, error) {
	const top, last, next = 5, 7, 3
	h := &home{Newest: v.Newest}
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	for _, kind := range board.About.Lists {
		t, err := v.table(board, ranking.Selection{Kind: kind, Sort: ranking.ByRating, Limit: top})
		if err != nil {
			return nil, err
		}
		h.Tops = append(h.Tops, *t)
		moved, err := board.Movers(v.R, ranking.Selection{Kind: kind, Limit: top})
		if err != nil {
			return nil, err
		}
		lines, err := v.tableLines(board.Publication, kind, moved.Gains)
		if err != nil {
			return nil, err
		}
		if len(lines) > 0 {
			h.Rose = append(h.Rose, bestOf{kind, lines})
		}
	}
	if h.Events, err = agenda.LastEvents(v.R, last); err != nil {
		return nil, err
	}
	ahead, err := agenda.AheadOf(v.R, v.Settings, v.Now.Day)
	if err != nil {
		return nil, err
	}
	h.Coming = slices.DeleteFunc(ahead.Events, func(e agenda.Expected) bool { return e.Over || e.Withdrawn != "" })
	h.Coming = h.Coming[:min(next, len(h.Coming))]
	accepted, err := public.Corrections(v.R)
	if err != nil {
		return nil, err
	}
	if h.Corrected, err = v.corrections(accepted[:min(next, len(accepted))]); err != nil {
		return nil, err
	}
	if h.Calendar, err = agenda.CalendarOf(v.R, v.Settings, v.Now.Day); err == nil && h.Calendar.Next != nil {
		h.Closed = h.Calendar.Next.Days.To < v.Now.Day
	}
	return h, err
}

// readNewest reads the list published last, which all pages name.
func readNewest(v *visit) (*rows.Publication, error) { return v.Newest, nil }

// distribution draws how many players have which rating.
func (v *visit) distribution(board *ranking.Board, kind rating.Kind) (template.HTML, error) {
	d, err := board.Distribution(v.R, ranking.Selection{Kind: kind})
	if err != nil || len(d.Bands) == 0 {
		return "", err
	}
	bands := d.Bands
	f, last := v.Format(), bands[len(bands)-1]
	drawn := chart.Distribution{
		Title:       f.Say("web.list.distribution", "kind", f.Word(kind.String())),
		Description: f.Say("web.list.distribution-of", "players", last.Below+last.Players, "from", bands[0].From, "to", last.To),
	}
	for _, b := range bands {
		drawn.Bars = append(drawn.Bars, chart.Bar{From: b.From, Players: b.Players})
	}
	return drawn.SVG()
}
