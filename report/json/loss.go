package json

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/report"
)

// Lost counts the values of a report that another one lacks, by their paths. The
// former are given by Values, because converting changes a report.
func Lost(before json.RawMessage, after *report.Report) (map[string]int, error) {
	values, err := Values(after)
	if err != nil {
		return nil, err
	}
	lost := map[string]int{}
	return lost, losses("", before, values, lost)
}

// Values returns a report as JSON for Lost, with players and games in a fixed
// order.
func Values(r *report.Report) (json.RawMessage, error) {
	ordered := *r
	ordered.Sections = slices.Clone(r.Sections)
	for i := range ordered.Sections {
		s := &ordered.Sections[i]
		s.Players, s.Games, s.Byes = slices.Clone(s.Players), slices.Clone(s.Games), slices.Clone(s.Byes)
		slices.SortStableFunc(s.Players, func(a, b report.Player) int { return cmp.Compare(a.StartNumber, b.StartNumber) })
		slices.SortStableFunc(s.Games, func(a, b report.Game) int {
			return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.White, b.White))
		})
		slices.SortStableFunc(s.Byes, func(a, b report.Bye) int {
			return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Player, b.Player))
		})
	}
	return Compact(&ordered)
}

// losses counts the values of one JSON text that the other lacks, by path.
func losses(path string, before, after json.RawMessage, lost map[string]int) error {
	if bytes.Equal(before, after) {
		return nil
	}
	switch before[0] {
	case '{':
		var had, has map[string]json.RawMessage
		if err := both(before, after, &had, &has); err != nil {
			return err
		}
		for key, value := range had {
			if err := losses(strings.TrimPrefix(path+"."+key, "."), value, has[key], lost); err != nil {
				return err
			}
		}
	case '[':
		var had, has []json.RawMessage
		if err := both(before, after, &had, &has); err != nil {
			return err
		}
		for i, value := range had {
			var other json.RawMessage
			if i < len(has) {
				other = has[i]
			}
			if err := losses(path, value, other, lost); err != nil {
				return err
			}
		}
	default:
		lost[path]++
	}
	return nil
}

// both parses two JSON texts, of which the second may be missing or of another
// type.
func both[T any](before, after json.RawMessage, had, has *T) error {
	if len(after) > 0 && after[0] == before[0] {
		if err := json.Unmarshal(after, has); err != nil {
			return err
		}
	}
	return json.Unmarshal(before, had)
}
