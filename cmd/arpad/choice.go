package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// variables returns what tags name: the values of enumerations (enum:"${groups}"), the
// version, and the language, which is the default of --lang.
func variables(language string) kong.Vars {
	return kong.Vars{
		"lang":        language,
		"version":     version(),
		"languages":   spelled(explain.Languages),
		"types":       spelled(rating.AllKinds[:]),
		"groups":      spelled(report.Groups()) + "," + strings.Join(report.OlderGroups[:], ","),
		"identities":  spelled(season.Identities()),
		"authorities": spelled(bureau.AuthorityNames()),
		"other_files": spelled(bureau.WaysOfFiles()),
		"states":      spelled(check.States()),
		"sorts":       spelled(ranking.Sorts()),
		"routines":    routineIDs(),
	}
}

// spelled returns values as an enum tag lists them.
func spelled[T any](values []T) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ",")
}

// chosen returns the values that a flag may have, none if it may have any.
func chosen(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(f.Enum, ","), ",") // an empty value means that none is given
}

// showChoices gives the flags with a choice of values, and without another placeholder,
// these values as their placeholder.
func showChoices(node *kong.Node) {
	for _, f := range node.Flags {
		if of := chosen(f); of != nil && f.PlaceHolder == "" {
			f.PlaceHolder = strings.Join(of, "|")
		}
	}
	for _, child := range node.Children {
		showChoices(child)
	}
}
