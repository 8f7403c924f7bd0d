package document

import (
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
)

// Corrections is the log of corrections: schema arpad.corrections/1. It is what arpad
// corrections prints, and does not name inquirers.
type Corrections struct {
	Schema      string       `json:"schema"`
	Corrections []Correction `json:"corrections"`
}

// Correction is an entry of the log of corrections.
type Correction struct {
	Correction string           `json:"correction"` // its number
	State      correction.State `json:"state"`
	Day        civil.Date       `json:"day"`  // of the decision, else of the proposal
	What       string           `json:"what"` // what it corrects, in a sentence
	Ref        *string          `json:"ref"`  // the report; null: it is about a rating
	Reason     string           `json:"reason"`
	Reissued   []string         `json:"reissued"`  // labels of the lists published again
	Corrected  []string         `json:"corrected"` // labels of lists that changed too long after publication to be reissued
	Ratings    int              `json:"ratings"`   // number of changed ratings in the newest of these lists
	Moves      []Corrected      `json:"moves"`     // the ratings that it changed in these lists
	UndoneBy   *string          `json:"undone_by"` // number of the correction that undid it; null: none
	Citation   string           `json:"-"`         // citation of the clause that limits reissues
}

// Corrected is a rating that a correction changed in a list.
type Corrected struct {
	List string         `json:"list"` // its label
	ID   string         `json:"id"`   // of the player
	Type rating.Kind    `json:"type"`
	From *rating.Rating `json:"from"` // null: unrated
	To   *rating.Rating `json:"to"`   // null: unrated
}

// NewCorrections returns the document of the corrections of a bureau with
// settings s.
func NewCorrections(p *explain.Printer, s *bureau.Settings, all []*correction.Correction) Corrections {
	d := Corrections{"arpad.corrections/1", []Correction{}}
	for _, k := range all {
		d.Corrections = append(d.Corrections, newCorrection(p, s, k))
	}
	return d
}

func newCorrection(p *explain.Printer, s *bureau.Settings, k *correction.Correction) Correction {
	d := Correction{
		Correction: k.Number, State: k.State, What: CorrectedWhat(p, k), Ref: orNull(k.What.Report), Reason: k.Reason,
		Reissued: []string{}, Corrected: []string{}, Moves: []Corrected{}, UndoneBy: orNull(k.UndoneBy),
	}
	decided := k.At
	if k.Decided != nil {
		decided = k.Decided.At
	}
	d.Day = s.Day(decided)
	for _, list := range k.Impact {
		switch {
		case list.Reissue:
			d.Reissued, d.Ratings = append(d.Reissued, list.Label), len(list.Moves)
		case list.TooOld:
			d.Corrected, d.Citation = append(d.Corrected, list.Label), p.Citation(list.Clause, list.Reading)
			if len(d.Reissued) == 0 {
				d.Ratings = len(list.Moves)
			}
		default:
			continue
		}
		for _, m := range list.Moves {
			d.Moves = append(d.Moves, Corrected{list.Label, m.Player, m.Kind, orNull(m.From), orNull(m.To)})
		}
	}
	return d
}

// CorrectedWhat describes what a correction changes.
func CorrectedWhat(p *explain.Printer, k *correction.Correction) string {
	data := explain.Data{
		"ref": k.What.Report, "player": k.What.Player, "type": p.Word(k.What.Type.String()), "rating": p.Rating(k.What.Rating), "correction": k.Undoes,
	}
	if len(k.What.Adjustments) > 0 {
		first := k.What.Adjustments[0]
		data["section"], data["round"] = p.Section(first.Section), strconv.Itoa(first.Round)
		data["white"], data["black"] = strconv.Itoa(first.White), strconv.Itoa(first.Black)
		data["start"], data["player"] = strconv.Itoa(first.Start), first.Player
		switch out := first.Out; {
		case first.Result != nil:
			data["result"] = first.Result.String()
		case out != nil && *out == pack.In:
			data["result"] = p.Text("correction.counts", nil)
		case out != nil:
			data["result"] = p.Text("correction.counts-not", nil)
		}
	}
	return p.Text("correction.what-"+string(k.What.Kind), data)
}
