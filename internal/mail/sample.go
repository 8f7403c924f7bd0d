package mail

import (
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Asks are the kinds of letters that follow from no entry.
var Asks = []string{"confirm", "confirm-inquiry", "confirm-follow", "bind", "invitation", "inquiry-state"}

// Sample returns a letter of a kind about an invented report, as the page of the texts shows it.
func Sample(p *explain.Printer, kind string) *Message {
	in := func(name string) string { return p.Text("letter.sample-"+name, nil) }
	of := About{Data: explain.Data{
		"ref": "2024-10-0006", "event": in("event"), "day": in("day"), "games": "28", "ready": "22", "period": "2024-10",
		"reason": "", "until": in("until"), "amount": "2800", "currency": "JPY", "due": in("due"), "payment": in("payment"),
		"number": "Q12", "label": "2024-10", "rounds": "3", "asks": "", "corrected": "", "by": in("by"), "act": in("act"), "subject": "2024-10", "about": "N00000001",
		"name": in("name"),
	}}
	path := "portal/reports/2024-10-0006"
	switch kind {
	case "received", "question", "returned":
		of.Items = []string{p.Text("desk.ask.about-player", explain.Data{"start": "13", "name": in("player"), "section": ""})}
		if kind == "returned" {
			of.Data["reason"] = in("missing")
		}
	case "withheld", "closed", "taken-out", "dispensed":
		of.Data["reason"] = in("closure")
	case "asked":
		of.Words = in("words")
	case "answered", "granted":
		of.Data["reason"] = in("answer")
		path = "account"
	case "disputed":
		path = "account/asked/Q12"
	case "corrected":
		of.Data["number"], of.Data["reason"] = "C3", in("cause")
		path = "corrections"
	case "numbers", "followed":
		of.Items = []string{p.Text("letter.number", explain.Data{"kind": p.Word("standard"), "before": "1204", "after": "1216", "label": "2024-10"})}
		path = "players/N00000001"
	case "access":
		path = "account"
		of.Data["act"] = in("roles")
	case "second":
		path = "desk"
	case "digest":
		path = "desk"
		of.Items = []string{p.Text("letter.digest-reports", explain.Data{"n": "3"})}
	case ReportMissing, ReportDue:
		of.Data["ref"] = "A2024-0006"
		path = "portal/events/A2024-0006"
	case Alarm:
		path = "admin/schedule"
		f := finding.New("backup-old", finding.Warning, finding.At{}, finding.Text("at", "2024-10-20 03:00"))
		of.Items = []string{p.Message(f) + " " + p.CureInWords(f)}
	case "confirm", "confirm-inquiry", "confirm-follow", "bind", "invitation", "inquiry-state":
		path = "letters/confirm"
	}
	const base = "https://ratings.example.jp"
	name := in("receiver")
	for _, ask := range Asks {
		if ask == kind {
			name = ""
		}
	}
	m := Write(p, kind, name, &Facts{[]About{of}, "/" + p.Language + "/" + path + "/"}, base, in("federation"))
	if Ends(kind) {
		m.ends(p, base+"/"+p.Language+"/letters/end/?to=…")
	}
	return m
}
