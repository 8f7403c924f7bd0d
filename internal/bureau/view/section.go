package view

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// SectionNames returns what a section is called, given its name and its number in its
// report, counted from 1; zero: unknown.
type SectionNames func(name string, number int) string

// ages match names that tell how old the players are: by age, by school or by year, in
// English and Japanese. A limit of four digits is one of ratings.
var ages = regexp.MustCompile(strings.Join([]string{
	`\b[uos][- ]?\d{1,2}\b`, `\b[bgmw][- ]?(0?[6-9]|1\d|20)\b`, `\b\d{1,2}\s?\+(\s*$|[^\d\s])`, // U14, B12, 50+
	`\b(under|over|below|above)[- ]\d{1,2}\b`, `\b\d{1,2}\s?(and|&|or) (under|over|younger|older|below|above)\b`, `\bgrade \d`,
	`\b(juniors?|youths?|young|kids?|child(ren)?|cadets?|boys?|girls?|teen(s|agers?)?|pupils?|minors?|infants?|seniors?|veterans?|schools?|scholastic|school(boys?|girls?)|elementary|primary|secondary|kindergarten|students?)\b`,
	`歳|\d才|(^|\D)\d{1,2}(以[上下]|未満)|小学|中学|高校|高等学校|中高|小中|学年|年生|学生|生徒|児童|少年|少女|幼児|幼稚|園児|未就学|子供|小[1-6]|中[1-3]|高[1-3]`,
	`\x{3053}\x{3069}\x{3082}|子\x{3069}\x{3082}`,                                                                  // kodomo
	`\x{30B8}\x{30E5}\x{30CB}\x{30A2}|\x{30E6}\x{30FC}\x{30B9}|\x{30AD}\x{30C3}\x{30BA}|\x{30B7}\x{30CB}\x{30A2}`, // junior, youth, kids, senior
}, "|"))

// TellsAge reports whether the name of a section tells how old its players are: Under 14.
func TellsAge(name string) bool { return ages.MatchString(strings.ToLower(norm.NFKC.String(name))) }

// NameSections renames the sections that an explanation mentions.
func (x *Explanation) NameSections(names SectionNames) {
	before := make([]int, len(x.Batch.Events)) // sections of each event so far
	for i := range x.Batch.Sections {
		s := &x.Batch.Sections[i]
		before[s.Event]++
		s.Name = names(s.Name, before[s.Event])
		if f, ok := x.Refused[i]; ok {
			f.Section = s.Name
			x.Refused[i] = f
		}
	}
	for i := range x.Left {
		out := &x.Left[i]
		out.Section = names(out.Section, out.Number)
		nameSection(out.Findings, out.Section)
	}
	for _, c := range x.Corrected {
		if c.Section != "" {
			c.Section = names(c.Section, c.Number)
		}
	}
}

// nameSection renames the section of findings.
func nameSection(found []finding.Finding, name string) {
	for i := range found {
		if found[i].InSection {
			found[i].Section = name
		}
	}
}

// NameSections renames the sections of an event, also where questions mention them.
func (e *Event) NameSections(names SectionNames) {
	numbers := map[string]int{}
	if e.Batch != nil {
		for i := range e.Batch.Sections {
			s := &e.Batch.Sections[i]
			numbers[s.Name] = i + 1
			s.Name = names(s.Name, i+1)
		}
	}
	for i := range e.Report.Questions {
		if w := &e.Report.Questions[i]; w.Section != "" {
			w.Section = names(w.Section, numbers[w.Section])
		}
	}
	for i := range e.Listed {
		e.Listed[i].Section = names(e.Listed[i].Section, i+1)
	}
	for i := range e.NotRated {
		n := &e.NotRated[i]
		n.Section = names(n.Section, n.Number)
		nameSection(n.Findings, n.Section)
	}
}

// NameSections renames the sections of games.
func (g *Games) NameSections(names SectionNames) {
	for i := range g.Games {
		game := &g.Games[i]
		game.Section = names(game.Section, game.section+1)
	}
}

// NameSections renames the sections of a history.
func (h *History) NameSections(names SectionNames) {
	for i := range h.Events {
		played := &h.Events[i]
		played.Section = names(played.Section, played.Number)
	}
}

// SectionNumber returns the number of a section in the record of a report, zero if it is
// unknown.
func SectionNumber(r bureau.Reader, ref, name string) (int, error) {
	all, err := rows.Sections.Select(r, bureau.Range{Is: []any{ref}})
	for _, s := range all {
		if s.Name == name {
			return s.Section + 1, nil
		}
	}
	return 0, err
}
