package document

import (
	"encoding/json"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

// Distribution is how many players of a published list, or of a selection of it, have which
// rating: schema arpad.distribution/1. It is what arpad list --distribution prints.
type Distribution struct {
	Schema   string             `json:"schema"`
	Label    string             `json:"label"`
	Revision int                `json:"revision"`
	Type     rating.Kind        `json:"type"`
	Total    int                `json:"total"`    // players in the selection
	Bands    []DistributionBand `json:"bands"`    // of 100 points each, without gaps, the lowest first
	Compared *Percentile        `json:"compared"` // the rating asked about; null: none
}

// DistributionBand is the players with a rating from From to To.
type DistributionBand struct {
	From    rating.Rating `json:"from"` // the lowest rating of the band
	To      rating.Rating `json:"to"`   // the highest rating of the band
	Players int           `json:"players"`
	Below   int           `json:"below"` // players with a rating below the band
}

// Percentile is how many players a rating is above.
type Percentile struct {
	Rating  rating.Rating `json:"rating"`
	Below   int           `json:"below"`   // players with a lower rating
	Percent *json.Number  `json:"percent"` // their share, rounded down to a tenth; null: there are no players
}

// NewDistribution returns the document of a distribution, with the percentile of a
// rating; zero means none.
func NewDistribution(of *ranking.Distribution, compared rating.Rating) Distribution {
	d := Distribution{
		Schema: "arpad.distribution/1", Label: of.Publication.Label, Revision: of.Publication.Revision, Type: of.Kind, Total: of.Total(), Bands: []DistributionBand{},
	}
	for _, b := range of.Bands {
		d.Bands = append(d.Bands, DistributionBand(b))
	}
	if compared.Rated() {
		d.Compared = &Percentile{compared, of.Below(compared), orNull(json.Number(of.Percent(compared)))}
	}
	return d
}

// Movers are the greatest gains and losses of a published list: schema arpad.movers/1. It
// is what arpad list --movers prints.
type Movers struct {
	Schema   string       `json:"schema"`
	Label    string       `json:"label"`
	Revision int          `json:"revision"`
	Type     rating.Kind  `json:"type"`   // whose changes these are
	Gains    []ListPlayer `json:"gains"`  // the greatest first
	Losses   []ListPlayer `json:"losses"` // the greatest first
}

// NewMovers returns the document of the greatest gains and losses.
func NewMovers(m *ranking.Movers) Movers {
	return Movers{"arpad.movers/1", m.Publication.Label, m.Publication.Revision, m.Kind, newListPlayers(m.Gains), newListPlayers(m.Losses)}
}
