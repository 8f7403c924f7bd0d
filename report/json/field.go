package json

import (
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// fields returns the fields of an object by their keys: pointers for value, or functions that
// read. Players, games and byes, of which there are many, have functions of their own.
func fields(of any) map[string]any {
	switch to := of.(type) {
	case *report.Report:
		return map[string]any{
			"name": &to.Name, "organizer": &to.Organizer, "venue": &to.Venue, "city": &to.City, "federation": &to.Federation,
			"start": &to.Start, "end": &to.End, "time": &to.Time, "received": &to.Received, "responsible": &to.Responsible,
			"submitted_by": &to.SubmittedBy, "qualified": each(&to.Qualified), "type": &to.Type, "fide_event": &to.FIDEEvent,
			"team": &to.Team, "braille": &to.Braille, "meeting": &to.Meeting, "qualifying": &to.Qualifying,
			"dispensation": &to.Dispensation, "age_year": &to.AgeYear, "system": &to.System,
			// Additional fields of the federations' exchange files.
			"exchange_file": &to.ExchangeFile, "own_file": &to.OwnFile, "type_text": &to.TypeText, "type_code": &to.TypeCode, "time_control_text": &to.TimeControlText,
			"chief_arbiter": &to.ChiefArbiter, "deputies": each(&to.Deputies), "round_dates": each(&to.RoundDates),
			"scoring": from(&to.Scoring, report.UsualScoring), "assigned": each(&to.Assigned), "pairing": &to.Pairing,
			"team_play": &to.TeamPlay, "teams": each(&to.Teams), "records": each(&to.KeptLines),
		}
	case *report.Section:
		return map[string]any{
			"name": &to.Name, "group": &to.Group, "rounds": &to.Rounds, "unrated_floor": &to.UnratedFloor, "type": &to.Type,
			"time_control_text": &to.TimeControlText, "no_rounds": &to.NoRounds,
		}
	case *report.National:
		return map[string]any{
			"federation": &to.Federation, "sex": &to.Sex, "classification": &to.Classification, "name": &to.Name, "rating": &to.Rating,
			"origin": &to.Origin, "number": &to.Number, "birth": &to.Birth,
		}
	case *report.Scoring:
		return map[string]any{
			"win": &to.Win, "draw": &to.Draw, "loss": &to.Loss, "pairing_bye": &to.PairingBye, "zero_bye": &to.ZeroBye,
			"forfeit_loss": &to.ForfeitLoss, "unknown": &to.Unknown,
		}
	case *report.Assignment:
		return map[string]any{
			"for": &to.For, "match_points": &to.MatchPoints, "points": &to.Points, "round": &to.Round, "entrants": each(&to.Entrants),
		}
	case *report.Team:
		return map[string]any{
			"number": &to.Number, "name": &to.Name, "nick": &to.Nick, "strength": &to.Strength, "match_points": &to.MatchPoints,
			"game_points": &to.GamePoints, "rank": &to.Rank, "players": each(&to.Players),
		}
	case *report.KeptLine:
		return map[string]any{"code": &to.Code, "text": &to.Text, "before": &to.Before}
	case *report.Pairing:
		return map[string]any{
			"initial_colour": &to.InitialColour, "starting_rank": &to.StartingRank, "controller": &to.Controller, "by_rank": &to.ByRank,
			"absent": each(&to.Absent), "tie_breaks": each(&to.TieBreaks), "standings": each(&to.Standings),
			"accelerations": each(&to.Accelerations), "prohibitions": each(&to.Prohibitions),
		}
	case *report.StartingRank:
		return map[string]any{"federation": &to.Federation, "method": &to.Method}
	case *report.Acceleration:
		return map[string]any{
			"match_points": &to.MatchPoints, "points": &to.Points, "first_round": &to.FirstRound, "last_round": &to.LastRound,
			"first": &to.First, "last": &to.Last,
		}
	case *report.Prohibition:
		return map[string]any{"first_round": &to.FirstRound, "last_round": &to.LastRound, "entrants": each(&to.Entrants)}
	}
	return teamFields(of)
}

// teamFields returns those of what teams play.
func teamFields(of any) map[string]any {
	switch to := of.(type) {
	case *report.TeamPlay:
		return map[string]any{
			"scoring": from(&to.Scoring, report.UsualTeamScoring), "colours": &to.Colours, "byes": each(&to.Byes),
			"pairing_bye": from(&to.PairingBye, report.TeamPairingBye{}), "line_ups": each(&to.LineUps), "forfeits": each(&to.Forfeits),
		}
	case *report.TeamScoring:
		return map[string]any{"win": &to.Win, "draw": &to.Draw, "loss": &to.Loss}
	case *report.TeamBye:
		return map[string]any{"round": &to.Round, "team": &to.Team, "kind": &to.Kind}
	case *report.TeamPairingBye:
		return map[string]any{"match_points": &to.MatchPoints, "game_points": &to.GamePoints, "teams": each(&to.Teams)}
	case *report.LineUp:
		return map[string]any{"round": &to.Round, "team": &to.Team, "opponent": &to.Opponent, "players": each(&to.Players)}
	case *report.ForfeitedMatch:
		return map[string]any{"round": &to.Round, "white": &to.White, "black": &to.Black, "result": &to.Result}
	}
	return nil
}

// each reads an array of values.
func each[T any](to *[]T) func(*reader) {
	return func(r *reader) { items(r, report.Entries, to, func(v *T) { r.value(v) }) }
}

// from reads an object whose fields have values already.
func from[T any](to **T, usual T) func(*reader) {
	return func(r *reader) {
		*to = &usual
		r.value(*to)
	}
}

// field reads the value of a key into one of some fields; it returns false for an unknown key.
func (r *reader) field(of map[string]any, key string) bool {
	to, known := of[key]
	if known {
		r.value(to)
	}
	return known
}

// value reads a value into what a pointer points to.
func (r *reader) value(to any) {
	switch to := to.(type) {
	case func(*reader):
		to(r)
	case *string:
		r.string(to)
	case *bool:
		r.bool(to)
	case *int:
		r.int(to)
	case *civil.Date:
		r.parse("date", func(text string) error { return to.UnmarshalText([]byte(text)) })
	case *civil.Birth:
		parsed(r, "birth", to, civil.ParseBirth)
	case *rating.Kind:
		parsed(r, "kind", to, rating.ParseKind)
	case *rating.Rating:
		parsed(r, "rating", to, rating.ParseRating)
	case *rating.Score:
		parsed(r, "points", to, rating.ParseScore)
	case **rating.Score:
		r.points(to)
	case *report.Group:
		at := r.next()
		r.parse("group", func(text string) (err error) {
			var open []finding.Finding
			*to, open, err = report.ReadGroup(text, at)
			for _, f := range open {
				r.Add(f)
			}
			return err
		})
	case *report.System:
		parsed(r, "system", to, report.ParseSystem)
	case *report.Result:
		parsed(r, "result", to, report.ParseResult)
	case *report.ByeKind:
		parsed(r, "bye", to, report.ParseByeKind)
	case *report.Occasion:
		parsed(r, "occasion", to, report.ParseOccasion)
	default:
		of := fields(to)
		r.object(func(key string) bool { return r.field(of, key) })
	}
}

// parsed reads a value that has a form.
func parsed[T any](r *reader, form string, to *T, parse func(string) (T, error)) {
	r.parse(form, func(text string) (err error) { *to, err = parse(text); return err })
}

// points reads points, which may be negative; null or missing is nil.
func (r *reader) points(to **rating.Score) {
	*to = nil
	r.parse("points", func(text string) error {
		amount, negative := strings.CutPrefix(text, "-")
		points, err := rating.ParseScore(amount)
		if negative {
			points = -points
		}
		*to = &points
		return err
	})
}
