package casefile

import (
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// cures are the fields that resolve a finding, by its ID. What is resolved in the file itself is missing here.
var cures = map[string][]string{
	"no-date": {"start", "end"}, "one-date": {"end"}, "date-unreadable": {"start", "end"}, "date-ambiguous": {"date_order"}, "dates-reversed": {"start", "end"}, "round-date-unclear": {"date_order"},
	"type-missing": {"type", "time_control_text"}, "type-unclear": {"type"}, "time-control-unclear": {"time_control_text"}, "time-control-minutes": {"time_control_text"},
	"rounds-assumed": {"rounds"}, "rounds-counted": {"rounds"}, "event-unnamed": {"name"}, "name-needed": {"name"},
	"organizer-missing": {"organizer"}, "organizer-not-registered": {"organizer"}, "club-needed": {"organizer"}, "responsible-missing": {"responsible"},
	"qualifiers-missing": {"qualified"}, "meeting-doubtful": {"meeting"}, "fide-event-unannounced": {"fide_event"}, "braille-claimed": {"braille"}, "team-claimed": {"team"},
	"encoding-undecided": {"encoding"}, "encoding-broken": {"encoding"}, "encoding-unknown": {"encoding"}, "group-open": {"group"}, "too-few-rounds": {"dispensation"}, "rounds-fewer": {"dispensation"},
}

// Lacked returns the fields that resolve a finding.
func Lacked(f *finding.Finding) []string {
	if f.ID != "report-lacks" {
		return cures[f.ID]
	}
	return strings.Split(strings.Replace(f.Value("fields"), "date", "start,end", 1), ",")
}
