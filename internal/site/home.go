package site

import (
	"html/template"

	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/chart"
	"github.com/arpadchess/arpad/rating"
)

// home is the values of the home page.
type home struct {
	Newest   *rows.Publication
	Tops     []table
	Events   []*rows.Report
	Calendar *agenda.Calendar
	Chart    template.HTML
}

func readHome(v *visit) (*home, error) {
	const top, last = 10, 7
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
	}
	if h.Chart, err = v.distribution(board, board.About.Lists[0]); err != nil {
		return nil, err
	}
	if h.Events, err = agenda.LastEvents(v.R, last); err != nil {
		return nil, err
	}
	h.Calendar, err = agenda.CalendarOf(v.R, v.Settings, v.Now.Day)
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
