package events

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/report"
)

// Notice states that the results of an event are published under a link, 4(2).
type Notice struct {
	Event string
	Days  civil.Range
	Link  string
	From  string // the sender, by an officer's word
	For   string // the club for which it is sent; see intake.SenderOf
}

// resultsHost is the site where results may be published in place of a report,
// 4(2).
const resultsHost = "chess-results.com"

// Notify receives a notice. Its day counts as the day of the report and decides
// the period. The file follows and is joined to it, by its event or by the
// reference.
func Notify(ctx context.Context, b *bureau.Bureau, n Notice) (r *check.Case, err error) {
	err = b.Do(ctx, "report.notice", "", func(tx *bureau.Tx) error {
		if err := n.check(); err != nil {
			return err
		}
		p := &report.Report{Name: n.Event, Start: n.Days.From, End: n.Days.To, Received: tx.Settings.Day(tx.Came)}
		sender, err := intake.SenderOf(tx, n.For, &n.From, new(string))
		if err != nil {
			return err
		}
		known, err := intake.OfEvent(tx, check.EventKey(p.Name, p.FirstDay()), nil, sender)
		if err != nil {
			return err
		}
		if known != nil {
			return finding.Refuse("event-known", finding.Text("ref", known.Ref))
		}
		at := tx.Moment
		at.Actor = cmp.Or(n.From, at.Actor)
		if r, err = intake.Notify(tx, at, sender, p, n.Link); err != nil {
			return err
		}
		tx.Note(r.Ref, map[string]any{"link": n.Link})
		return nil
	})
	return r, err
}

// check refuses an incomplete notice or one with a link to another site.
func (n *Notice) check() error {
	link, err := url.Parse(n.Link)
	host := ""
	if err == nil {
		host = strings.ToLower(link.Hostname())
	}
	switch {
	case n.Event == "" || n.Days.From == 0 || n.Days.To < n.Days.From:
		return finding.Refuse("notice-incomplete")
	case err != nil || link.Scheme != "https" && link.Scheme != "http" || host != resultsHost && !strings.HasSuffix(host, "."+resultsHost):
		return finding.Refuse("notice-link", finding.Text("link", n.Link))
	}
	return finding.Readable(n.Event, n.From)
}
