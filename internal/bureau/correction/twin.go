package correction

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report/pack"
)

// countsOnce refuses to put a report into a list if its games count in a list
// already, with another report, and no officer has let them count in both.
func countsOnce(tx *bureau.Tx, k *Correction, chain []*lists.Run) error {
	if k.Change.In.Ref == "" || k.Change.Out.Ref != "" && k.What.Kind != AmendReport { // nothing comes into a list
		return nil
	}
	r, err := intake.Find(tx, k.Change.In.Ref)
	if err != nil {
		return err
	}
	own, err := counting(tx, r)
	if err != nil {
		return err
	}
	for _, run := range chain {
		for _, id := range run.Records {
			other, err := intake.Find(tx, id.Ref)
			if err != nil {
				return err
			}
			apart := max(other.Days.From-r.Days.To, r.Days.From-other.Days.To)
			if other.Ref == r.Ref || apart > twin.FarthestApart || r.CountsBeside(other.Ref) || other.CountsBeside(r.Ref) {
				continue
			}
			theirs, err := counting(tx, other)
			if err != nil {
				return err
			}
			if games := shared(own, theirs); games > 0 {
				return finding.Refuse("games-in-list", finding.Text("ref", r.Ref), finding.Int("games", games), finding.Text("label", run.Label),
					finding.Text("other", other.Ref), finding.Text("question", check.WaitTwin))
			}
		}
	}
	return nil
}

// counting returns the games of a report that count, by section.
func counting(tx *bureau.Tx, r *check.Case) ([]twin.Section, error) {
	batch, err := intake.Record(tx, r)
	if err != nil {
		return nil, err
	}
	var games []pack.Game
	for _, g := range batch.Games {
		if g.Counts() && !batch.Sections[g.Section].Refused {
			games = append(games, g)
		}
	}
	batch.Games = games
	return twin.Sections(batch), nil
}

// shared returns how many games two sections share that are the same ones; zero
// if there are no such sections.
func shared(own, theirs []twin.Section) int {
	for _, a := range own {
		for _, b := range theirs {
			if v := twin.Compare(a, b); v.Same {
				return v.Shared
			}
		}
	}
	return 0
}
