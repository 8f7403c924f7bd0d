package trf

import (
	"strings"

	"github.com/arpadchess/arpad/report"
)

// federation reports whether a code is in FIDE's table, or occurs in the file's
// line 032 or in a player's line.
func (r *reader) federation(code string) bool {
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || places[code].tag != nil {
		return false
	}
	if report.IsFederation(code) {
		return true
	}
	if r.federations == nil {
		r.federations = map[string]bool{}
		for line := range lines(r.text) {
			switch {
			case strings.HasPrefix(line, "032 "):
				r.federations[trim(line[4:])] = true
			case strings.HasPrefix(line, "001 ") && len(line) <= MaxLine:
				row := newRow(line, characters)
				r.federations[row.field(colFederation)] = true
			}
		}
	}
	return r.federations[code]
}
