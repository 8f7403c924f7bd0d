package upkeep

import (
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/portal"
)

// backupsShown is what the page of the backups shows.
type backupsShown struct {
	Tabs    []tab
	Checks  []point // the newest backup, the trial, the key
	Copies  []copyShown
	More    int // that are not shown
	Folder  string
	KeyFile string // empty: there is no key
	May     doings
}

type copyShown struct{ Name, Made, Age, Size, Tried string }

func showBackups(v *portal.Visit) (any, error) {
	of, err := stateOf(v)
	if err != nil {
		return nil, err
	}
	s := &backupsShown{Tabs: tabs(v, "backups"), Folder: v.Office().CopyFolder(), May: of.may(), Checks: []point{of.backup(), of.trial()}}
	key, err := of.key()
	if err != nil {
		return nil, err
	}
	if key != nil {
		s.Checks, s.KeyFile = append(s.Checks, *key), v.Office().KeyFile()
	}
	trials := map[string]string{}
	for _, j := range of.jobs {
		var t office.Tried
		if j.What == "try" && portal.Result(j, &t) && trials[t.Name] == "" {
			trials[t.Name] = of.say("was-tried", "when", v.When(j.Ended))
			if len(t.Faults) > 0 {
				trials[t.Name] = of.say("was-tried-badly", "when", v.When(j.Ended))
			}
		}
	}
	const most = 100
	for _, c := range of.copies[:min(len(of.copies), most)] {
		s.Copies = append(s.Copies, copyShown{c.Name, v.When(c.Made), ago(v, c.Made), size(v, c.Size), trials[c.Name]})
	}
	s.More = len(of.copies) - len(s.Copies)
	return s, nil
}
