package mail

import "github.com/arpadchess/arpad/internal/bureau"

// Rows returns the rows of the tables that have a letter, and the others that officers get.
func Rows() (all []string) {
	for _, m := range moved {
		if m.kind != "" {
			all = append(all, ofRow(string(m.from), string(m.to), m.kind))
		}
	}
	for _, t := range told {
		if t.kind != "" {
			all = append(all, t.act+": "+t.kind)
		}
	}
	return append(all, "unpaid", "followed", "second", "digest")
}

func ofRow(from, into, kind string) string { return "from " + from + " to " + into + ": " + kind }

// RowsOf returns the rows of which a letter of a kind follows from an entry.
func RowsOf(e *bureau.Entry, kind string) (all []string) {
	for _, move := range e.Moves {
		for _, m := range moved {
			if string(m.to) == move.To && (string(m.from) == move.From || m.from == "*" && move.From != "") {
				if m.kind == kind {
					all = append(all, ofRow(string(m.from), string(m.to), kind))
				}
				break
			}
		}
	}
	for _, t := range told {
		if t.act == e.Act() && t.kind == kind {
			all = append(all, t.act+": "+kind)
		}
	}
	return append(all, kind)
}
