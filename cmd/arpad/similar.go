package main

import (
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/report"
)

// mostSimilar is how many similar names are proposed.
const mostSimilar = 5

// slips returns what an ID or a reference becomes by a slip: a digit more, less or other, or
// two signs exchanged.
func slips(text string) (all []string) {
	for i := range len(text) + 1 {
		for _, digit := range "0123456789" {
			all = append(all, text[:i]+string(digit)+text[i:])
			if i < len(text) {
				all = append(all, text[:i]+string(digit)+text[i+1:])
			}
		}
		if i < len(text) {
			all = append(all, text[:i]+text[i+1:])
		}
		if i+1 < len(text) {
			all = append(all, text[:i]+text[i+1:i+2]+text[i:i+1]+text[i+2:])
		}
	}
	return all
}

// similar returns what a player, club or report that is not there may be meant to be.
func similar(ctx context.Context, b *bureau.Bureau, f finding.Finding) (all []string) {
	_ = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) { // without it nothing is proposed
		switch f.ID {
		case "unknown-player":
			all, err = similarPlayers(r, f.Value("id"))
		case "no-club":
			all, err = similarClubs(r, f.Value("name"))
		case "no-report":
			all, err = kept(slips(f.Value("ref")), func(ref string) (bool, error) {
				c, err := intake.Cases.Get(r, bureau.RefKey(ref))
				return c != nil, err
			})
		}
		return err
	})
	return all
}

func similarPlayers(r bureau.Reader, text string) ([]string, error) {
	all, err := kept(slips(text), func(id string) (bool, error) {
		p, err := register.Players.Get(r, id)
		return p != nil, err
	})
	if err != nil || len(all) > 0 {
		return all, err
	}
	search, err := finder.New(r)
	if err != nil {
		return nil, err
	}
	wanted := report.FoldName(text)
	for word := range strings.FieldsSeq(wanted) {
		letters := []rune(word)
		found, err := search.Find(r, string(letters[:min(2, len(letters))]), 200)
		if err != nil {
			return nil, err
		}
		for _, p := range found.Players {
			names := append(strings.Fields(report.FoldName(p.Name)), report.FoldName(p.Name), report.FoldName(p.NameLocal))
			for _, name := range names {
				if doubt.OneEdit(name, wanted) {
					all = append(all, p.ID+" "+p.Name)
					break
				}
			}
		}
		if len(all) > 0 {
			break
		}
	}
	return all[:min(mostSimilar, len(all))], nil
}

func similarClubs(r bureau.Reader, text string) (all []string, err error) {
	clubs, err := register.AllClubs(r)
	for _, c := range clubs {
		if doubt.OneEdit(strings.ToLower(c.Name), strings.ToLower(text)) || doubt.OneEdit(c.ID, text) || len(text) > 2 && strings.Contains(strings.ToLower(c.Name), strings.ToLower(text)) {
			all = append(all, c.ID+" "+c.Name)
		}
	}
	return all[:min(mostSimilar, len(all))], err
}

// kept returns the first words that are there.
func kept(words []string, there func(string) (bool, error)) (all []string, err error) {
	for _, word := range words {
		if yes, err := there(word); err != nil {
			return nil, err
		} else if yes && !slices.Contains(all, word) && len(all) < mostSimilar {
			all = append(all, word)
		}
	}
	return all, nil
}
