package json

import (
	"encoding/json"
	"io"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Write writes a report so that Read reads it back unchanged.
func Write(w io.Writer, r *report.Report) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(document(r))
}

// Compact returns the report as Write writes it, but on one line without
// blanks.
func Compact(r *report.Report) ([]byte, error) { return json.Marshal(document(r)) }

// reportDocument is a tournament report, as programs submit it: schema arpad.report/1. Keys
// that are not known are left out, with an info.
type reportDocument struct {
	Schema          string               `json:"schema"`
	Name            string               `json:"name"`
	Organizer       string               `json:"organizer,omitempty"`
	Venue           string               `json:"venue,omitempty"`
	City            string               `json:"city,omitempty"`
	Federation      string               `json:"federation,omitempty"`
	Start           civil.Date           `json:"start,omitzero"`        // the first day
	End             civil.Date           `json:"end,omitzero"`          // the last day
	Time            string               `json:"time,omitempty"`        // of day, at which it begins
	Received        civil.Date           `json:"received,omitzero"`     // the day on which it was submitted; absent: the last day
	Responsible     string               `json:"responsible,omitempty"` // name of the person in charge
	SubmittedBy     string               `json:"submitted_by,omitempty"`
	Qualified       []string             `json:"qualified,omitempty"`    // who has qualified, of a qualifying event: IDs or names
	Type            rating.Kind          `json:"type,omitzero"`          // empty: the time control decides
	TimeControl     []report.TimeControl `json:"time_control,omitempty"` // in FIDE's coding, several where rounds differ: 5400+30; a bare number from 30 to 300 is minutes
	FIDEEvent       *bool                `json:"fide_event,omitempty"`   // whether FIDE rates it, too
	Team            *bool                `json:"team,omitempty"`
	Braille         *bool                `json:"braille,omitempty"`           // whether it is for blind players
	Meeting         *bool                `json:"meeting,omitempty"`           // whether it is a meeting of a club
	Qualifying      *bool                `json:"qualifying,omitempty"`        // whether players qualify by the event
	Dispensation    string               `json:"dispensation,omitempty"`      // the accepted reason for fewer rounds
	AgeYear         int                  `json:"age_year,omitempty"`          // the year for age groups
	System          string               `json:"system,omitempty"`            // empty: swiss
	ExchangeFile    bool                 `json:"exchange_file,omitempty"`     // whether it comes from a TRF
	OwnFile         bool                 `json:"own_file,omitempty"`          // whether it was filled in on the federation's own form
	TypeText        string               `json:"type_text,omitempty"`         // type of tournament in words
	TypeCode        string               `json:"type_code,omitempty"`         // type of tournament in FIDE's coding
	TimeControlText string               `json:"time_control_text,omitempty"` // time control in words
	ChiefArbiter    string               `json:"chief_arbiter,omitempty"`
	Deputies        []string             `json:"deputies,omitempty"`
	RoundDates      []civil.Date         `json:"round_dates,omitempty"`
	Scoring         *scoring             `json:"scoring,omitempty"`  // points for what happens in a round; absent: 1, 0.5, 0
	Assigned        []assignment         `json:"assigned,omitempty"` // points that the arbiter has assigned
	Pairing         pairing              `json:"pairing,omitzero"`   // data for programs that pair and rank
	Teams           []team               `json:"teams,omitempty"`
	TeamPlay        teamPlay             `json:"team_play,omitzero"`
	Records         []record             `json:"records,omitempty"` // lines of an exchange file that are kept as they are
	Sections        []section            `json:"sections"`
}

type scoring struct {
	Win         rating.Score `json:"win"`
	Draw        rating.Score `json:"draw"`
	Loss        rating.Score `json:"loss"`
	PairingBye  rating.Score `json:"pairing_bye"`
	ZeroBye     rating.Score `json:"zero_bye"`
	ForfeitLoss rating.Score `json:"forfeit_loss"`
	Unknown     rating.Score `json:"unknown"`
}

type team struct {
	Number      int    `json:"number,omitempty"`
	Name        string `json:"name"`
	Nick        string `json:"nick,omitempty"`
	Strength    string `json:"strength,omitempty"`
	MatchPoints string `json:"match_points,omitempty"`
	GamePoints  string `json:"game_points,omitempty"`
	Rank        int    `json:"rank,omitempty"`
	Players     []int  `json:"players"`
}

type record struct {
	Code   string `json:"code"`
	Text   string `json:"text"`
	Before string `json:"before,omitempty"`
}

type section struct {
	Name            string               `json:"name"`
	Group           string               `json:"group,omitempty"`             // empty: open
	Rounds          int                  `json:"rounds,omitempty"`            // planned; absent: not stated
	UnratedFloor    rating.Rating        `json:"unrated_floor,omitempty"`     // the floor set by hand if nobody is rated
	Type            rating.Kind          `json:"type,omitzero"`               // empty: the report's
	TimeControl     []report.TimeControl `json:"time_control,omitempty"`      // absent: the report's
	TimeControlText string               `json:"time_control_text,omitempty"` // time control in words
	NoRounds        bool                 `json:"no_rounds,omitempty"`         // whether neither rounds nor colours are told: games stand by their opponents
	Players         []player             `json:"players"`
	Games           []game               `json:"games,omitempty"`
	Byes            []bye                `json:"byes,omitempty"`
}

type player struct {
	StartNumber int           `json:"start_number"`
	ID          string        `json:"id,omitempty"` // national; empty: not known
	Name        string        `json:"name"`
	NameLocal   string        `json:"name_local,omitempty"` // in kanji or the like
	Sex         string        `json:"sex,omitempty"`        // m, w or empty
	Title       string        `json:"title,omitempty"`
	Federation  string        `json:"federation,omitempty"`
	Club        string        `json:"club,omitempty"`
	Email       string        `json:"email,omitempty"`
	FideID      string        `json:"fide_id,omitempty"`
	Birth       civil.Birth   `json:"birth,omitzero"` // a day or a year
	Rating      rating.Rating `json:"rating,omitempty"`
	Points      *rating.Score `json:"points,omitempty"` // as stated; absent: not stated
	Rank        int           `json:"rank,omitempty"`
	National    []national    `json:"national,omitempty"` // the federations' lines of an exchange file
}

type national struct {
	Federation     string        `json:"federation"`
	Sex            string        `json:"sex,omitempty"`
	Classification string        `json:"classification,omitempty"`
	Name           string        `json:"name,omitempty"`
	Rating         rating.Rating `json:"rating,omitempty"`
	Origin         string        `json:"origin,omitempty"`
	Number         string        `json:"number,omitempty"`
	Birth          civil.Birth   `json:"birth,omitzero"`
}

type game struct {
	Round    int        `json:"round"`
	Date     civil.Date `json:"date,omitzero"` // the day on which it was played; absent: the last day of the event
	White    int        `json:"white"`         // start number
	Black    int        `json:"black"`         // start number
	Result   string     `json:"result"`
	Unrated  bool       `json:"unrated,omitempty"`   // whether it counts for points only
	NoColour bool       `json:"no_colour,omitempty"` // whether the file tells no colours
}

type bye struct {
	Round  int    `json:"round"`
	Player int    `json:"player"` // start number
	Kind   string `json:"kind"`
}

func document(r *report.Report) reportDocument {
	d := reportDocument{
		Schema: Schema, Name: r.Name, Organizer: r.Organizer, Venue: r.Venue, City: r.City, Federation: r.Federation,
		Start: r.Start, End: r.End, Time: r.Time, Received: r.Received, Responsible: r.Responsible,
		SubmittedBy: r.SubmittedBy, Qualified: r.Qualified, Type: r.Type, TimeControl: r.TimeControl,
		FIDEEvent: flag(r, r.FIDEEvent, report.StatedFIDE), Team: flag(r, r.Team, report.StatedTeam), Braille: flag(r, r.Braille, report.StatedBraille),
		Meeting: flag(r, r.Meeting, report.StatedMeeting), Qualifying: flag(r, r.Qualifying, report.StatedQualifying), Dispensation: r.Dispensation,
		AgeYear: r.AgeYear, ExchangeFile: r.ExchangeFile, OwnFile: r.OwnFile, TypeText: r.TypeText, TypeCode: r.TypeCode, TimeControlText: r.TimeControlText,
		ChiefArbiter: r.ChiefArbiter, Deputies: r.Deputies, RoundDates: r.RoundDates, Pairing: pairingOf(&r.Pairing), TeamPlay: teamPlayOf(&r.TeamPlay), Sections: []section{},
	}
	if r.System != report.Swiss || r.Stated.Has(report.StatedSystem) {
		d.System = r.System.String()
	}
	if s := r.Scoring; s != nil {
		d.Scoring = &scoring{s.Win, s.Draw, s.Loss, s.PairingBye, s.ZeroBye, s.ForfeitLoss, s.Unknown}
	}
	for _, a := range r.Assigned {
		d.Assigned = append(d.Assigned, assignmentOf(a))
	}
	for _, t := range r.Teams {
		d.Teams = append(d.Teams, teamOf(t))
	}
	for _, x := range r.KeptLines {
		d.Records = append(d.Records, record(x))
	}
	for i := range r.Sections {
		d.Sections = append(d.Sections, sectionOf(&r.Sections[i]))
	}
	return d
}

// flag returns the value of a boolean field to write, nil if it was not stated.
func flag(r *report.Report, value bool, field report.Stated) *bool {
	if !value && !r.Stated.Has(field) {
		return nil
	}
	return &value
}

func sectionOf(s *report.Section) section {
	out := section{
		Name: s.Name, Rounds: s.Rounds, UnratedFloor: s.UnratedFloor, Type: s.Type, TimeControl: s.TimeControl, TimeControlText: s.TimeControlText, NoRounds: s.NoRounds, Players: []player{},
	}
	if s.Group != report.Open || s.Stated.Has(report.StatedGroup) {
		out.Group = s.Group.String()
	}
	for i := range s.Players {
		p := &s.Players[i]
		entry := player{
			StartNumber: p.StartNumber, ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Title: p.Title,
			Federation: p.Federation, Club: p.Club, Email: p.Email, FideID: p.FideID, Birth: p.Birth, Rating: p.Rating,
			Points: p.Points, Rank: p.Rank,
		}
		for _, n := range p.National {
			entry.National = append(entry.National, national(n))
		}
		out.Players = append(out.Players, entry)
	}
	for _, g := range s.Games {
		out.Games = append(out.Games, game{g.Round, g.Date, g.White, g.Black, g.Result.String(), g.Unrated, g.NoColour})
	}
	for _, b := range s.Byes {
		out.Byes = append(out.Byes, bye{b.Round, b.Player, b.Kind.String()})
	}
	return out
}
