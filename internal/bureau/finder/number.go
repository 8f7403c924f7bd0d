package finder

import (
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

const digits = "0123456789"

// ByNumber returns the player whose ID a text is, in any form: without the letters or the zeros
// before it, in small letters, in full width, with blanks. It is nil if there is none, or several.
func ByNumber(r bureau.Reader, text string) (*register.Player, error) {
	id := namekey.Number(text)
	if id == "" {
		return nil, nil
	}
	p, err := register.Players.Get(r, id)
	if err == nil && p == nil {
		var near []string
		if near, err = register.Padded(r, id); len(near) == 1 {
			p, err = register.Players.Get(r, near[0])
		}
	}
	return p, err
}

// Look is Find for visitors, who write a number in any form or a part of it, and make mistakes.
func (s *Search) Look(r bureau.Reader, text string, limit int) (*Found, error) {
	ids, unfinished, err := numbered(r, namekey.Number(text), limit+1)
	switch {
	case err != nil:
		return nil, err
	case len(ids) == 0:
		f, err := s.Find(r, text, limit)
		if err == nil && len(f.Players) == 0 {
			f, err = s.Near(r, text, limit)
		}
		return f, err
	}
	f := &Found{Query: text, About: s.about, Number: len(ids) == 1 && !unfinished, More: len(ids) > limit}
	for _, id := range ids[:min(limit, len(ids))] {
		p, err := register.Find(r, id)
		if err != nil {
			return nil, err
		}
		f.Players = append(f.Players, s.hit(p))
	}
	return f, nil
}

// numbered returns the ID that a number means, or else those that end with its digits or begin
// with it, which may be unfinished.
func numbered(r bureau.Reader, number string, limit int) (ids []string, unfinished bool, err error) {
	if number == "" {
		return nil, false, nil
	}
	p, err := ByNumber(r, number)
	if err == nil && p == nil {
		p, err = byFideID(r, number)
	}
	switch {
	case err != nil:
	case p != nil:
		ids = []string{p.ID}
	case strings.Trim(number, digits) == "":
		ids, err = endingWith(r, number, limit)
	default:
		unfinished = true
		ids, err = beginningWith(r, number, limit)
	}
	return ids, unfinished, err
}

// beginningWith returns IDs that begin with a text.
func beginningWith(r bureau.Reader, text string, limit int) (ids []string, err error) {
	found, err := rows.Players.Select(r, bureau.Range{Order: 1, From: text, To: text + "\U0010FFFF", Limit: limit})
	for _, p := range found {
		if p.MergedInto == "" && !p.Erased {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

// endingWith returns IDs that end with some digits. It leaps from the IDs with one beginning to
// those with the next.
func endingWith(r bureau.Reader, end string, limit int) (ids []string, err error) {
	const fewest, leaps = 3, 500 // with three digits, for half a million players
	from := ""
	for n := 0; len(end) >= fewest && n < leaps && len(ids) < limit; n++ {
		next, err := rows.Players.Select(r, bureau.Range{Order: 1, From: from, Limit: 1})
		if err != nil || len(next) == 0 {
			return ids, err
		}
		p := next[0]
		start := p.ID[:max(0, len(p.ID)-len(end))]
		switch wanted := start + end; {
		case p.ID == wanted:
			if p.MergedInto == "" && !p.Erased {
				ids = append(ids, p.ID)
			}
			from = p.ID + "\x00"
		case p.ID < wanted:
			from = wanted
		default:
			from = start + "\U0010FFFF"
		}
	}
	return ids, nil
}
