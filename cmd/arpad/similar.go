package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
)

// mostSimilar is how many similar names are proposed.
const mostSimilar = 5

// propose prints what may be meant, if anything.
func (a *app) propose(meant []string) {
	if len(meant) > 0 {
		fmt.Fprintf(a.err, "    %s\n", a.Text("usage.similar", explain.Data{"similar": a.joined(meant...)}))
	}
}

// similar returns what a player or report that is not there may be meant to be.
func similar(ctx context.Context, b *bureau.Bureau, f finding.Finding) (all []string) {
	_ = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) { // without it nothing is proposed
		switch f.ID {
		case "unknown-player":
			if f.Value("near") == "" { // otherwise the refusal proposes it
				all, err = similarPlayers(r, f.Value("id"))
			}
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
	near, err := search.Near(r, text, mostSimilar)
	if err != nil {
		return nil, err
	}
	for _, p := range near.Players {
		all = append(all, p.ID+" "+p.Name)
	}
	return all, nil
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
