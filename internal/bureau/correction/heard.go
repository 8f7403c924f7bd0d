package correction

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Heard is which result a game had in the words of somebody who knows it and has not asked for another one.
type Heard struct {
	Player string        `json:"player,omitempty"` // ID of who played it; empty: the club that reported it says so
	Result report.Result `json:"result"`
	At     time.Time     `json:"at"`
}

// Played is a game as the newest record of its report has it.
type Played struct {
	Game
	Case     *check.Case
	Numbers  [2]uint32 // of White and Black
	IDs      [2]string
	Reported report.Result
}

// PlayedIn returns a game of a report, nil if it is not there, or no longer.
func PlayedIn(r bureau.Reader, ref string, g Game) (*Played, error) {
	c, err := intake.Cases.Get(r, bureau.RefKey(ref))
	if err != nil || c == nil || c.Current == 0 {
		return nil, err
	}
	batch, err := lists.RecordOf(r, c.RecordID(c.Current))
	if err != nil {
		return nil, err
	}
	section := slices.IndexFunc(batch.Sections, func(s pack.Section) bool { return s.Name == g.Section })
	if section < 0 {
		return nil, nil
	}
	player := map[int]uint32{}
	for _, e := range batch.Sections[section].Entries {
		player[int(e.Start)] = e.Player
	}
	p := &Played{Game: g, Case: c, Numbers: [2]uint32{player[g.White], player[g.Black]}}
	at := slices.IndexFunc(batch.Games, func(of pack.Game) bool {
		return int(of.Section) == section && int(of.Round) == g.Round && of.White == p.Numbers[0] && of.Black == p.Numbers[1]
	})
	if at < 0 {
		return nil, nil
	}
	p.Reported = batch.Games[at].Result
	found, err := rows.Players.Select(r, bureau.Range{Any: []any{int64(p.Numbers[0]), int64(p.Numbers[1])}})
	for _, is := range found {
		p.IDs[slices.Index(p.Numbers[:], is.Number)] = is.ID
	}
	return p, err
}

// Dispute is a game of which an inquiry asks for another result.
type Dispute struct {
	*Played
	Asked report.Result
}

// DisputeOf returns the game of which an inquiry asks for another result; nil: it asks for none, or the game is no longer there.
func DisputeOf(r bureau.Reader, q *Inquiry) (*Dispute, error) {
	if q.Asks == nil || q.Asks.Act != "correct.result" {
		return nil, nil
	}
	var said struct {
		Ref string `json:"ref"`
		Game
		Result report.Result `json:"result"`
	}
	if err := json.Unmarshal(q.Asks.Said, &said); err != nil {
		return nil, err
	}
	p, err := PlayedIn(r, said.Ref, said.Game)
	if err != nil || p == nil {
		return nil, err
	}
	return &Dispute{p, said.Result}, nil
}

// Hears returns as whom an account is asked which result the game had, and whether it is. Whoever asked for another result is not asked,
// in none of their roles.
func (d *Dispute) Hears(q *Inquiry, by *bureau.Actor) (as Heard, is bool) {
	switch {
	case by.Player != "" && by.Player == q.Player:
		return as, false
	case by.Is(bureau.Player) && by.Player != "" && slices.Contains(d.IDs[:], by.Player):
		return Heard{Player: by.Player}, true
	}
	return as, by.Is(bureau.Organiser) && !q.Asked && q.Player != "" && slices.Contains(by.Clubs, d.Case.For.Club)
}

// HeardOf returns what a player says, nil if they have said nothing. No ID stands for the club.
func (q *Inquiry) HeardOf(player string) *Heard {
	if i := slices.IndexFunc(q.Heard, func(h Heard) bool { return h.Player == player }); i >= 0 {
		return &q.Heard[i]
	}
	return nil
}

// Doubt is a result about which an account is asked.
type Doubt struct {
	*Inquiry
	*Dispute
	As Heard // as whom; with the result and the time once they have said it
}

// Said reports whether they have said it.
func (d *Doubt) Said() bool { return !d.As.At.IsZero() }

// doubt returns the result about which an inquiry asks an account, nil if it asks it about none.
func doubt(r bureau.Reader, q *Inquiry, by *bureau.Actor) (*Doubt, error) {
	d, err := DisputeOf(r, q)
	if err != nil || d == nil {
		return nil, err
	}
	as, is := d.Hears(q, by)
	if !is {
		return nil, nil
	}
	if h := q.HeardOf(as.Player); h != nil {
		as = *h
	}
	return &Doubt{q, d, as}, nil
}

// DoubtOf returns the result about which an inquiry asks an account. Every other inquiry is refused as one that is not there.
func DoubtOf(r bureau.Reader, number string, by *bureau.Actor) (d *Doubt, err error) {
	q, err := findInquiry(r, number)
	if err == nil {
		d, err = doubt(r, q, by)
	}
	if err == nil && d == nil {
		err = finding.Refuse("no-inquiry", finding.Text("inquiry", number))
	}
	return d, err
}

// Doubts returns the results about which open inquiries ask an account, and which it has not answered.
func Doubts(r bureau.Reader, by *bureau.Actor) (all []*Doubt, err error) {
	waits, err := Pending(r)
	for _, q := range waits {
		d, failed := doubt(r, q, by)
		if failed != nil {
			return nil, failed
		}
		if d != nil && !d.Said() {
			all = append(all, d)
		}
	}
	return all, err
}

// hear notes which result a game had in the words of whoever is asked about it; nil: an inquiry asks them about none.
func hear(tx *bureau.Tx, number, words string, result *report.Result) (*Inquiry, error) {
	d, err := DoubtOf(tx, number, tx.Own())
	var none *finding.Refused
	if errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := Subject(d.Inquiry)
	if s.Player = d.As.Player; s.Player == "" {
		s.Club = d.Case.For.Club
	}
	if err := tx.About(s); err != nil {
		return nil, err
	}
	switch {
	case d.Closed != nil:
		return nil, finding.Refuse("inquiry-closed", finding.Text("inquiry", number))
	case d.Said() || words != "" || result == nil:
		return nil, finding.Refuse("inquiry-not-asked", finding.Text("inquiry", number))
	}
	d.Heard = append(d.Heard, Heard{d.As.Player, *result, tx.Now})
	tx.Note(number, nil)
	return d.Inquiry, ByNumber.Put(tx, Key(number), d.Inquiry)
}
