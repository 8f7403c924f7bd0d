package bureau

import (
	"maps"
	"time"
)

// Routine is something that happens by itself at its times.
type Routine struct {
	ID   string
	Time string // as cron writes it, in the authority's time zone, unless the settings say another one
}

// Routines are all of them.
var Routines = []Routine{
	{"publish", "0 * * * *"},
	{"overdue", "5 0 * * *"},
	{"backup", "0 3 * * *"},
	{"try", "20 3 * * 0"},
	{"verify", "40 3 * * *"},
	{"sweep", "0 4 * * *"},
	{"remind", "0 8 * * *"},
	{"alarm", "*/10 * * * *"},
}

// NoTime is what the settings say of a routine that is switched off.
const NoTime = "off"

// SetTime sets when a routine happens; empty: at its usual time.
func (r Routine) SetTime(of *Settings, text string) (err error) {
	own := maps.Clone(of.Times)
	if delete(own, r.ID); text != "" {
		if own == nil {
			own = map[string]string{}
		}
		own[r.ID] = text
	}
	of.Times = own
	if text != "" && text != NoTime {
		_, err = times(text)
	}
	return err
}

// OwnTime returns what the settings say of a routine; empty: nothing.
func (r Routine) OwnTime(of *Settings) string { return of.Times[r.ID] }

// TimeOf returns when a routine happens, or NoTime.
func (s *Settings) TimeOf(r Routine) string {
	if own := s.Times[r.ID]; own != "" {
		return own
	}
	return r.Time
}

// NextTime returns the first time of a routine after a moment; zero: there is none.
func (s *Settings) NextTime(r Routine, after time.Time) time.Time {
	is, err := times(s.TimeOf(r))
	if err != nil { // it is off
		return time.Time{}
	}
	return is.Next(s.Local(after))
}

// LastTime returns the last time of a routine until a moment that comes after another one; zero: there is none.
func (s *Settings) LastTime(r Routine, after, until time.Time) (last time.Time) {
	for _, back := range []time.Duration{time.Hour, 24 * time.Hour, 31 * 24 * time.Hour, 366 * 24 * time.Hour} {
		from := until.Add(-back)
		if from.Before(after) {
			from = after
		}
		for t := s.NextTime(r, from); !t.IsZero() && !t.After(until); t = s.NextTime(r, t) {
			last = t
		}
		if !last.IsZero() || !from.After(after) {
			break
		}
	}
	return last
}
