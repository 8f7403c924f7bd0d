package entrylist

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Entry returns an entry of a report.
func Entry(p *report.Player) Line { return Written(p.Numbers(), p.Name, p.NameLocal, p.Club) }

// Written returns an entry of which is known what its parts are.
func Written(numbers []string, name string, more ...string) Line {
	l := Line{Numbers: slices.Compact(numbers), Name: roster.PlainName(strings.TrimSpace(name))}
	for _, text := range more {
		if text = strings.TrimSpace(text); text != "" && text != l.Name {
			l.More = append(l.More, text)
		}
	}
	l.Text = strings.ReplaceAll(l.Written(), "\t", " ")
	return l
}
