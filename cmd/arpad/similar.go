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
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// mostSimilar is how many similar names are proposed.
const mostSimilar = 5

// slip reports whether two words differ by one slip of the keyboard: a letter more, less or
// other, or two exchanged.
func slip(one, other string) bool {
	a, b := []rune(one), []rune(other)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// similar returns what a player, club or report that is not there may be meant to be.
func similar(ctx context.Context, b *bureau.Bureau, f finding.Finding) (all []string) {
	_ = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) { // without it nothing is proposed
		switch f.ID {
		case "unknown-player":
			if f.Value("near") == "" { // otherwise the refusal proposes it
				all, err = similarPlayers(r, f.Value("id"))
			}
		case "no-club":
			all, err = similarClubs(r, f.Value("name"))
		case "no-report":
			all, err = kept(identity.Slips(f.Value("ref")), func(ref string) (bool, error) {
				c, err := intake.Cases.Get(r, bureau.RefKey(ref))
				return c != nil, err
			})
		}
		return err
	})
	return all
}

func similarPlayers(r bureau.Reader, text string) ([]string, error) {
	all, err := register.Near(r, text)
	if err != nil || len(all) > 0 {
		return all[:min(mostSimilar, len(all))], err
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
				if slip(name, wanted) {
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
		if slip(strings.ToLower(c.Name), strings.ToLower(text)) || slip(c.ID, text) || len(text) > 2 && strings.Contains(strings.ToLower(c.Name), strings.ToLower(text)) {
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
