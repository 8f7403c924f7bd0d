package portal

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
)

// openFor is how long somebody counts as having something open since they last loaded its page.
const openFor = 10 * time.Minute

// Opened notes that the visitor has something open, once a minute, and returns the names of those who have it open, too.
func (v *Visit) Opened(what string) (others []string, err error) {
	ctx, now := v.R.Context(), v.Bureau.Clock()
	var accounts []string
	err = v.door.Work.Looks(ctx, now.Add(-openFor), func(l bureau.Look) bool {
		if l.What == what && l.Account != v.Is.Actor.Account && !slices.Contains(accounts, l.Account) {
			accounts = append(accounts, l.Account)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	err = v.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		for _, account := range accounts {
			is, err := bureau.AccountOf(r, account)
			if err != nil {
				return err
			}
			others = append(others, is.Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return others, v.door.Work.Looked(ctx, bureau.Look{Account: v.Is.Actor.Account, What: what, At: now.Truncate(time.Minute)})
}
