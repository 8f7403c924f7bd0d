package json

import (
	"slices"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/arpadchess/arpad/internal/test/schema"
)

// TestSchema checks that docs/schema/report.json is that of the structs; UPDATE=1 writes it.
func TestSchema(t *testing.T) {
	schema.Check(t, "../..", schema.Document{Name: "report", Of: []any{reportDocument{}}})
}

// What is read is more than what is written: programs may leave out much, add what we do not
// know, and write null or an empty text for nothing.

// JSONSchemaExtend tells what is read.
func (reportDocument) JSONSchemaExtend(s *jsonschema.Schema) {
	asRead(s, []string{"schema", "sections"}, "type", "age_year")
	control, _ := s.Properties.Get("time_control")
	control.Type, control.Extras = "", map[string]any{"type": []string{"array", "string"}}
}

// JSONSchemaExtend tells what is read.
func (section) JSONSchemaExtend(s *jsonschema.Schema) {
	asRead(s, []string{"players"}, "type", "rounds", "unrated_floor")
}

// JSONSchemaExtend tells what is read.
func (player) JSONSchemaExtend(s *jsonschema.Schema) {
	asRead(s, []string{"start_number"}, "birth", "rating", "points", "rank")
	number, _ := s.Properties.Get("fide_id")
	number.Type, number.Extras = "", map[string]any{"type": []string{"string", "integer", "null"}}
}

// JSONSchemaExtend tells what is read.
func (game) JSONSchemaExtend(s *jsonschema.Schema) { asRead(s, s.Required, "date") }

// JSONSchemaExtend tells what is read.
func (bye) JSONSchemaExtend(s *jsonschema.Schema) { asRead(s, s.Required) }

// JSONSchemaExtend tells what is read.
func (scoring) JSONSchemaExtend(s *jsonschema.Schema) { s.Required = nil }

// JSONSchemaExtend tells what is read.
func (startingRank) JSONSchemaExtend(s *jsonschema.Schema) { s.Required = nil }

// JSONSchemaExtend tells what is read.
func (teamScoring) JSONSchemaExtend(s *jsonschema.Schema) { s.Required = nil }

// JSONSchemaExtend tells what is read.
func (team) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == "players" })
	orNull(s, "players")
}

// JSONSchemaExtend tells what is read.
func (assignment) JSONSchemaExtend(s *jsonschema.Schema) { orNull(s, "match_points", "points") }

// JSONSchemaExtend tells what is read.
func (acceleration) JSONSchemaExtend(s *jsonschema.Schema) { orNull(s, "match_points", "points") }

// JSONSchemaExtend tells what is read.
func (teamPairingBye) JSONSchemaExtend(s *jsonschema.Schema) {
	orNull(s, "match_points", "game_points")
}

// asRead lets an object have more members than the known ones, of which some are required and
// some may be null.
func asRead(s *jsonschema.Schema, required []string, nullable ...string) {
	s.Required, s.AdditionalProperties = required, nil
	orNull(s, nullable...)
}

func orNull(s *jsonschema.Schema, names ...string) {
	for _, name := range names {
		of, _ := s.Properties.Get(name)
		s.Properties.Set(name, schema.OrNull(of))
	}
}
