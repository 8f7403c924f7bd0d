package bureau

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Notice is the news that the results of an event stand under a link, 4(2).
type Notice struct {
	Event string
	Days  civil.Range
	Link  string
	From  string // who gives it
}

// resultsHost is where results may stand in the place of a report, 4(2).
const resultsHost = "chess-results.com"

// Notify receives a notice: it starts the clock and chooses the period. The file
// follows and joins it, by its event or by the reference.
func (b *Bureau) Notify(ctx context.Context, n Notice) (r *Report, err error) {
	err = b.act(ctx, "report.notice", "", func(c *change) (string, any, error) {
		if err := n.check(); err != nil {
			return "", nil, err
		}
		p := &report.Report{Name: n.Event, Start: n.Days.From, End: n.Days.To, Received: c.today}
		known, err := reportEvents.get(c, eventKey(p.Name, p.FirstDay()))
		if err != nil {
			return "", nil, err
		}
		if known != nil {
			return "", nil, refuse("event-known", finding.Text("ref", *known))
		}
		if r, err = c.newReport(); err != nil {
			return "", nil, err
		}
		rules, err := c.settings.rules()
		if err != nil {
			return "", nil, err
		}
		r.Notice = n.Link
		period, err := c.place(r, p, rules)
		if err != nil {
			return "", nil, err
		}
		edition, _ := rules.For(period)
		r.describe(p, edition)
		r.Waits = []Wait{{What: waitFile, Clause: c.settings.ground("report-without-file", c.today).clause}}
		c.moveFor(r, Waiting, waitFile)
		r.History[len(r.History)-1].Actor = cmp.Or(n.From, c.actor)
		return r.Ref, map[string]any{"link": n.Link}, c.keepReport(r)
	})
	return r, err
}

// check refuses a notice that says too little, or that points elsewhere.
func (n *Notice) check() error {
	link, err := url.Parse(n.Link)
	host := ""
	if err == nil {
		host = strings.ToLower(link.Hostname())
	}
	switch {
	case n.Event == "" || n.Days.From == 0 || n.Days.To < n.Days.From:
		return refuse("notice-incomplete")
	case err != nil || link.Scheme != "https" && link.Scheme != "http" || host != resultsHost && !strings.HasSuffix(host, "."+resultsHost):
		return refuse("notice-link", finding.Text("link", n.Link))
	}
	return readable(n.Event, n.From)
}
