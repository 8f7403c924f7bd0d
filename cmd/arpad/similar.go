package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
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

// propose prints what may be meant, if anything.
func (a *app) propose(meant []string) {
	if len(meant) > 0 {
		fmt.Fprintf(a.err, "    %s\n", a.Text("usage.similar", explain.Data{"similar": a.joined(meant...)}))
	}
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
				if identity.OneEdit(name, wanted) {
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
		if identity.OneEdit(strings.ToLower(c.Name), strings.ToLower(text)) || identity.OneEdit(c.ID, text) || len(text) > 2 && strings.Contains(strings.ToLower(c.Name), strings.ToLower(text)) {
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
