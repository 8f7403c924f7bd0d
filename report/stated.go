package report

// Stated is the set of fields that a file states explicitly with their default
// value. The zero Stated is empty.
type Stated uint8

// The fields.
const (
	StatedFIDE       Stated = 1 << iota // it is not a FIDE event
	StatedTeam                          // it is not a team event
	StatedBraille                       // it is not a Braille event
	StatedMeeting                       // it is not a regular meeting of a club
	StatedQualifying                    // nobody qualifies by it
	StatedSystem                        // it is a Swiss
	StatedGroup                         // of a section: its group is open
)

// Has reports whether a field is in the set.
func (s Stated) Has(field Stated) bool { return s&field != 0 }

// Set puts a field into the set, or takes it out.
func (s *Stated) Set(field Stated, stated bool) {
	if *s &^= field; stated {
		*s |= field
	}
}

// Flag is a boolean field of a report.
type Flag struct {
	Name   string // its JSON name
	Stated Stated
	Of     func(*Report) *bool
}

// Flags are the boolean fields of a report.
var Flags = []Flag{
	{"fide_event", StatedFIDE, func(r *Report) *bool { return &r.FIDEEvent }},
	{"team", StatedTeam, func(r *Report) *bool { return &r.Team }},
	{"braille", StatedBraille, func(r *Report) *bool { return &r.Braille }},
	{"meeting", StatedMeeting, func(r *Report) *bool { return &r.Meeting }},
	{"qualifying", StatedQualifying, func(r *Report) *bool { return &r.Qualifying }},
}
