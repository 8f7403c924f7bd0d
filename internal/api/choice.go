package api

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

// Values of enumerations in requests.
type (
	kindName  string
	orderName string
	language  string
)

// Schema implements huma.SchemaProvider.
func (kindName) Schema(huma.Registry) *huma.Schema { return choice(rating.AllKinds[:]) }

// Schema implements huma.SchemaProvider.
func (orderName) Schema(huma.Registry) *huma.Schema { return choice(ranking.Sorts()) }

// Schema implements huma.SchemaProvider.
func (language) Schema(huma.Registry) *huma.Schema { return choice(explain.Languages) }

// choice returns the schema of one of some values.
func choice[T any](values []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, v := range values {
		s.Enum = append(s.Enum, fmt.Sprint(v))
	}
	return s
}
