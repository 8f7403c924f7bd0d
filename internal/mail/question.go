package mail

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
)

// Question returns what a club is asked, empty for what only an officer can answer. It never says whether a birth agrees, or
// who somebody may be.
func Question(p *explain.Printer, c *check.Case, q *check.Question, all *report.Report) string {
	who, sections := "", 0
	if all != nil {
		sections = len(all.Sections)
		if e := all.Entry(q.Section, q.Start); e != nil {
			who = strings.Join(strings.Fields(cmp.Or(e.NameLocal, e.Name)), " ")
		}
	}
	data := explain.Data{"start": fmt.Sprint(q.Start), "section": "", "name": who}
	if sections > 1 {
		data["section"] = p.Section(q.Section)
	}
	if text := p.TextOr("desk.ask.about-"+q.What, "", data); text != "" {
		return text
	}
	if q.Officer || !check.AskedOfOrganizer(q.What) {
		return ""
	}
	text := document.WaitInWords(p, c, q)
	if _, asks, is := strings.Cut(text, p.Text("desk.ask.to", nil)); is && !strings.HasPrefix(asks, "//") { // whom it asks, and no address
		asks = strings.TrimSpace(asks)
		first, size := utf8.DecodeRuneInString(asks)
		return string(unicode.ToUpper(first)) + asks[size:]
	}
	return text
}
