package trf

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// timeControl reads a coded time control (222).
func (r *reader) timeControl(line string) fate {
	text := r.words(line)
	t, minutes, err := report.ReadTimeCode(text)
	if minutes {
		r.Add(report.TimeInMinutes(r.at(tagText), text, t))
	}
	if err != nil {
		r.Add(finding.New("time-control-unclear", finding.Warning, r.at(tagText), finding.Text("text", text)))
		return unread
	}
	r.report.TimeControl = append(r.report.TimeControl, t)
	return taken
}

// finishSystem sets the pairing system: from the coded type (192), otherwise
// from the words of 092.
func (r *reader) finishSystem() {
	if code := strings.ToUpper(r.report.TypeCode); code != "" {
		r.report.System = systemOf(code)
		return
	}
	text := strings.ToLower(r.report.TypeText)
	if strings.Contains(text, "robin") || strings.Contains(text, "berger") {
		r.report.System = report.RoundRobin
	}
}

// systemOf returns the pairing system of a coded type.
func systemOf(code string) report.System {
	switch {
	case strings.Contains(code, "ROUNDROBIN"):
		return report.RoundRobin
	case strings.HasPrefix(code, "FIDE_TEAM"), slices.ContainsFunc(
		[]string{"SWISS", "DUTCH", "BURSTEIN", "DUBOV", "FIDE_LIM"}, func(swiss string) bool { return strings.Contains(code, swiss) }):
		return report.Swiss
	}
	return report.OtherSystem
}

// teamEvent reports whether a report is of a team event: it has teams,
// unreadable lines about them, or a coded type of team event.
func teamEvent(r *report.Report, teams int) bool {
	return teams > 0 || strings.HasPrefix(strings.ToUpper(r.TypeCode), "FIDE_TEAM") ||
		slices.ContainsFunc(r.KeptLines, func(record report.KeptLine) bool { return record.Code == "310" || record.Code == "013" })
}

// typeText writes the type in words; a coded type makes that unnecessary.
func (w *writer) typeText() {
	text := w.r.TypeText
	if text == "" && w.r.System == report.RoundRobin && (w.version == TRF16 || w.r.TypeCode == "") {
		text = "Round-Robin"
	}
	w.tag("092", text)
}

// timeControlText writes the time control in words. Without words it writes the
// code in TRF16, which has no other place for it, and a delay in TRF26.
func (w *writer) timeControlText() {
	text := w.r.TimeControlText
	if text == "" && len(w.r.TimeControl) > 0 && (w.version == TRF16 || w.r.TimeControl[0].Delayed()) {
		text = w.r.TimeControl[0].Words()
	}
	w.tag("122", text)
}

// timeControl writes the coded time control, or all of them if rounds differ.
func (w *writer) timeControl() {
	for _, t := range w.r.TimeControl {
		if !t.Delayed() {
			w.tag("222", string(t))
		}
	}
}
