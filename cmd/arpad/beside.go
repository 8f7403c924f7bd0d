package main

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/arpadchess/arpad/civil"
)

// statements are what a sender says of a report with its submission, because its file
// does not say it. They come to the bureau as a file beside the report.
type statements struct {
	Start       civil.Date `json:"start,omitzero" help:"cli.flag-submit-start" placeholder:"YYYY-MM-DD"`
	End         civil.Date `json:"end,omitzero" help:"cli.flag-submit-end" placeholder:"YYYY-MM-DD"`
	Organizer   string     `json:"organizer,omitempty" help:"cli.flag-submit-organizer" placeholder:"CLUB"`
	Responsible string     `json:"responsible,omitempty" help:"cli.flag-submit-responsible" placeholder:"NAME"`
	Venue       string     `json:"venue,omitempty" help:"cli.flag-submit-venue" placeholder:"PLACE"`
	Time        string     `json:"time,omitempty" help:"cli.flag-submit-time" placeholder:"HH:MM"`
	Type        string     `json:"type,omitempty" enum:",${types}" default:"" help:"cli.flag-submit-type" placeholder:"TYPE"`
	TimeControl string     `json:"time_control_text,omitempty" help:"cli.flag-submit-time-control" placeholder:"CODE"`
	Group       string     `json:"group,omitempty" enum:",${groups}" default:"" help:"cli.flag-submit-group" placeholder:"GROUP"`
	FIDEEvent   bool       `json:"fide_event,omitempty" name:"fide-event" help:"cli.flag-submit-fide-event"`
	Meeting     bool       `json:"meeting,omitempty" help:"cli.flag-submit-meeting"`
	Team        bool       `json:"team,omitempty" help:"cli.flag-submit-team"`
	Qualifying  bool       `json:"qualifying,omitempty" help:"cli.flag-submit-qualifying"`
	Qualified   []string   `json:"qualified,omitempty" help:"cli.flag-submit-qualified" placeholder:"NAME" sep:"none"`
}

// beside returns what is said beside a report: by a file, nil if there is none, and by
// the sender, who has the last word. A file that is no JSON object is returned as it is.
func (s *statements) beside(file []byte) ([]byte, error) {
	said, err := json.Marshal(s)
	if err != nil || bytes.Equal(said, []byte("{}")) {
		return file, err
	}
	if file == nil {
		return said, nil
	}
	var all, now map[string]json.RawMessage
	if bad := json.Unmarshal(file, &all); bad != nil || all == nil {
		return file, nil //nolint:nilerr // its reader says what is wrong with it
	}
	if err := json.Unmarshal(said, &now); err != nil {
		return nil, err
	}
	maps.Copy(all, now)
	return json.Marshal(all)
}
