package trf

import (
	"github.com/arpadchess/arpad/report"
)

// tag describes how the lines of one code are read and written.
type tag struct {
	code  string
	many  bool                       // several lines are allowed, or read decides which counts
	read  func(*reader, string) fate // reads the whole line; nil: read elsewhere
	write func(*writer)
}

// fate is the outcome of reading a line.
type fate uint8

const (
	taken    fate = iota // it was read
	silent               // it was read and is empty
	unread               // it was kept, with a finding
	repeated             // an earlier line counts; it was kept, with a finding
)

// takenIf returns the fate of a line that was read and may be empty.
func takenIf(something bool) fate {
	if something {
		return taken
	}
	return silent
}

// tags are the lines in output order.
var tags = []tag{
	words("012", func(r *report.Report) *string { return &r.Name }),
	words("022", func(r *report.Report) *string { return &r.City }),
	words("032", func(r *report.Report) *string { return &r.Federation }),
	{code: "042", read: (*reader).start, write: func(w *writer) { w.tag("042", slashed(w.r.Start)) }},
	{code: "052", read: (*reader).end, write: func(w *writer) { w.tag("052", slashed(w.r.End)) }},
	{code: "062", many: true, read: (*reader).count, write: (*writer).players062},
	{code: "072", many: true, read: (*reader).count, write: (*writer).rated072},
	{code: "082", many: true, read: (*reader).count, write: (*writer).teams082},
	{code: "092", read: words("092", typeText).read, write: (*writer).typeText},
	words("102", func(r *report.Report) *string { return &r.ChiefArbiter }),
	{code: "112", many: true, read: (*reader).deputy, write: (*writer).deputies},
	{code: "122", read: words("122", timeControlText).read, write: (*writer).timeControlText},
	{code: "132", read: (*reader).roundDates, write: (*writer).roundDates},
	{code: "142", many: true, read: (*reader).rounds, write: (*writer).rounds},
	{code: "152", many: true, read: (*reader).initialColour, write: (*writer).initialColour},
	{code: "162", many: true, read: (*reader).scoring, write: (*writer).scoring},
	{code: "172", read: (*reader).startingRank, write: (*writer).startingRank},
	of26(words("182", func(r *report.Report) *string { return &r.Pairing.Controller })),
	of26(words("192", func(r *report.Report) *string { return &r.TypeCode })),
	of26(commaList("202", func(r *report.Report) *[]string { return &r.Pairing.TieBreaks })),
	of26(commaList("212", func(r *report.Report) *[]string { return &r.Pairing.Standings })),
	of26(tag{code: "222", many: true, read: (*reader).timeControl, write: (*writer).timeControl}),
	of26(tag{code: "352", read: (*reader).boardColours, write: (*writer).boardColours}),
	of26(tag{code: "362", read: (*reader).teamScoring, write: (*writer).teamScoring}),
	{code: "001", many: true, write: (*writer).players},
	of26(tag{code: national, many: true, write: (*writer).nationals}),
	{code: "310", many: true, read: (*reader).team310, write: (*writer).teams},
	of26(tag{code: "240", many: true, read: (*reader).byes, write: (*writer).byes}),
	{code: "250", many: true, read: several(&accelerations250, accelerations), write: (*writer).accelerations},
	{code: "260", many: true, read: several(&prohibitions260, prohibitions), write: (*writer).prohibitions},
	of26(tag{code: "299", many: true, read: several(&assignments299, assignments), write: eachOf(&assignments299, assignments)}),
	of26(tag{code: "300", many: true, read: several(&lineUps300, lineUps), write: eachOf(&lineUps300, lineUps)}),
	of26(tag{code: "320", read: (*reader).pairingBye, write: (*writer).pairingBye}),
	of26(tag{code: "330", many: true, read: (*reader).forfeit, write: eachOf(&forfeits330, forfeits)}),
	{code: "XXZ", many: true, read: (*reader).absent, write: (*writer).absent},
}

// extensions are the codes that TRF26 or TRF16 replaces by one of the lines
// above.
var extensions = []struct {
	tag
	as string // the code under which it is written
}{
	{tag{code: "013", many: true, read: (*reader).team013}, "310"},
	{tag{code: "XXR", many: true, read: (*reader).rounds}, "142"},
	{tag{code: "XXC", many: true, read: (*reader).configuration}, "152"},
	{tag{code: "XXS", many: true, read: (*reader).scoringByColour}, "162"},
	{tag{code: "BBW", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "BBD", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "BBL", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "BBZ", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "BBF", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "BBU", many: true, read: (*reader).scoringOf}, "162"},
	{tag{code: "XXA", many: true, read: (*reader).accelerated}, "250"},
	{tag{code: "XXP", many: true, read: (*reader).forbidden}, "260"},
	{tag{code: "340", many: true, read: (*reader).draft}, "330"},
}

// national stands for the codes of the federations' lines, of which each
// federation has its own.
const national = "NRS"

// The codes of the lines for human readers.
const (
	ofComment = "###"
	ofMatches = "801" // team results, by game
	ofTeams   = "802" // team results, by match
)

// place is how and where the lines of a code are read and written.
type place struct {
	*tag
	at int // index in tags
}

// places maps a code to its place.
var places = func() map[string]place {
	found := map[string]place{}
	for i := range tags {
		found[tags[i].code] = place{&tags[i], i}
	}
	for i := range extensions {
		e := &extensions[i]
		found[e.code] = place{&e.tag, found[e.as].at}
	}
	return found
}()

// placeOf returns the index in tags at which the lines of a code are written;
// unknown ones come last.
func placeOf(code string) int {
	if p, ok := places[code]; ok {
		return p.at
	}
	return len(tags)
}

// of26 marks lines that TRF16 does not have.
func of26(t tag) tag {
	write := t.write
	t.write = func(w *writer) {
		if w.version == TRF26 {
			write(w)
		}
	}
	return t
}

// words returns a tag for a line with a text.
func words(code string, of func(*report.Report) *string) tag {
	return tag{code: code,
		read:  func(r *reader, line string) fate { *of(r.report) = r.words(line); return takenIf(*of(r.report) != "") },
		write: func(w *writer) { w.tag(code, *of(w.r)) }}
}

// commaList returns a tag for a line with codes separated by commas.
func commaList(code string, of func(*report.Report) *[]string) tag {
	return tag{code: code,
		read: func(r *reader, line string) fate {
			*of(r.report) = listed(r.words(line))
			return takenIf(*of(r.report) != nil)
		},
		write: func(w *writer) { w.tag(code, joined(*of(w.r))) }}
}

// several reads lines with one value each.
func several[T any](l *layout[T], of func(*report.Report) *[]T) func(*reader, string) fate {
	return func(r *reader, line string) fate {
		value, ok := take(r, l, line)
		if !ok {
			return unread
		}
		to := of(r.report)
		*to = append(*to, value)
		return taken
	}
}

// eachOf writes lines with one value each.
func eachOf[T any](l *layout[T], of func(*report.Report) *[]T) func(*writer) {
	return func(w *writer) {
		values := *of(w.r)
		for i := range values {
			writeLaid(w, l, &values[i])
		}
	}
}

func typeText(r *report.Report) *string        { return &r.TypeText }
func timeControlText(r *report.Report) *string { return &r.TimeControlText }

func accelerations(r *report.Report) *[]report.Acceleration { return &r.Pairing.Accelerations }
func prohibitions(r *report.Report) *[]report.Prohibition   { return &r.Pairing.Prohibitions }
func assignments(r *report.Report) *[]report.Assignment     { return &r.Assigned }
func lineUps(r *report.Report) *[]report.LineUp             { return &r.TeamPlay.LineUps }
func forfeits(r *report.Report) *[]report.ForfeitedMatch    { return &r.TeamPlay.Forfeits }
