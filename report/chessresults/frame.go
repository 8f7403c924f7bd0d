package chessresults

import (
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// What stands beside the tables of a page.

// line reads a row of text beside the tables: the name of the event, the round that
// comes, what is told of the event or of a player.
func (r *reader) line(t *table.Table, row *table.Row) bool {
	said := row.Texts()
	if len(said) == 2 && r.detail(t, row, said[0], said[1]) {
		return true
	}
	if len(said) != 1 {
		return false
	}
	text := said[0]
	for _, c := range [...]interface{ FindStringSubmatch(string) []string }{caption, numbered} {
		if m := c.FindStringSubmatch(text); m != nil {
			r.round, _ = strconv.Atoi(m[1]) // digits
			if m[2] != "" {
				r.told = append(r.told, roundDay{r.round, report.Tell(nearer(m[2]), table.At(row.Line, 0))})
			}
			return true
		}
	}
	if r.block.kind != none {
		return false
	}
	if strings.Contains(strings.ToLower(text), "chess-results") || stamp.MatchString(text) {
		return true
	}
	if r.page && t.Text != table.Heading {
		return true
	}
	if r.titles++; r.titles == 1 {
		r.named(t, row.Line, text)
	}
	return true
}

// frame reads what stands around the tables of a page: its title names the event, and the address of
// its form has the number of the event, which tells pages of one event from those of another.
func (r *reader) frame(t *table.Table) {
	text, line := t.Rows[0].Cell(0), t.Rows[0].Line
	if m := title.FindStringSubmatch(text); m != nil && t.Text == table.Title {
		r.title = m[1]
		return
	}
	m := address.FindStringSubmatch(text)
	if m == nil || t.Text != table.Address {
		return
	}
	if r.event != "" && r.event != m[1] {
		r.Add(t.Refusal("pages-of-two-events", line, 0, finding.Text("name", "tnr"+m[1]), finding.Text("other", "tnr"+r.event)))
	}
	r.again, r.event = r.event != "", m[1]
	r.english, r.teams = english.MatchString(text), ofTeams.MatchString(text)
}

// leave says of a page why something of it is not read: it is one of teams, or in another language,
// or rows have lost their header.
func (r *reader) leave() {
	switch line := r.at.Rows[0].Line; {
	case r.teams && !r.known:
		r.Add(r.at.Refusal("chess-results-teams", line, 0))
	case r.numbered.Table == nil:
	case r.known:
		r.Add(r.numbered.Refusal("table-second", r.numbered.Line, 0))
	case !r.english:
		r.Add(r.at.Refusal("chess-results-language", line, 0))
	}
}

// named takes the name of the event. Pages of one event have one, unless the site says that the event
// is the same.
func (r *reader) named(t *table.Table, line int, name string) {
	if r.Report.Name != "" && !r.again && report.FoldName(r.Report.Name) != report.FoldName(name) {
		r.Add(t.Refusal("pages-of-two-events", line, 0, finding.Text("name", name), finding.Text("other", r.Report.Name)))
	}
	r.Report.Name = name
}

// nearer returns a day without the blanks in it.
func nearer(day string) string { return strings.ReplaceAll(day, " ", "") }

// detail reads a row with a label and what it says.
func (r *reader) detail(t *table.Table, row *table.Row, label, text string) bool {
	label, of, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(label), ":"), " (")
	name, known := details[table.Fold(label)]
	if !known {
		name, known = details[table.Fold(label+" ("+of)]
	}
	if !known || r.block.kind != none && r.block.kind != card {
		return false
	}
	to := r.Report
	set := func(field *string) {
		if *field == "" {
			*field = text
		}
	}
	switch name {
	case "organizer":
		set(&to.Organizer)
	case "federation":
		if open, end := strings.LastIndex(text, "("), strings.LastIndex(text, ")"); open >= 0 && end > open {
			text = strings.TrimSpace(text[open+1 : end])
		}
		set(&to.Federation)
	case "responsible":
		set(&to.Responsible)
	case "arbiter":
		set(&to.ChiefArbiter)
	case "time":
		set(&to.TimeControlText)
		if to.Type == 0 {
			to.Type = report.ReadTimeWords(strings.TrimSuffix(of, ")")).Type
		}
	case "venue":
		set(&to.Venue)
	case "type":
		set(&to.TypeText)
	case "rounds":
		r.rounds(t, row, text)
	case "date":
		days := span.FindAllString(text, 2)
		for _, d := range days {
			r.told = append(r.told, roundDay{Told: report.Tell(nearer(d), table.At(row.Line, 1))})
		}
		if len(days) == 0 {
			to.Unclear = append(to.Unclear, report.Unclear{Text: text, At: table.At(row.Line, 1)})
		}
	case "player_name":
		r.cardOf = number{name: text}
	case "player_start":
		r.cardOf.start, _ = strconv.Atoi(text) // zero: it is no number
	}
	return true
}

// rounds reads the number of rounds.
func (r *reader) rounds(t *table.Table, row *table.Row, text string) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > report.MaxRound {
		r.Add(t.New("table-line-unread", finding.Warning, row.Line, 0, finding.Quoted("text", text)))
		return
	}
	r.section().Rounds = n
}

// roundDay is a day of a round; round zero: of the event.
type roundDay struct {
	round int
	report.Told
}
