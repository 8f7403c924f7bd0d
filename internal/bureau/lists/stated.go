package lists

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// Statement is what a report states about a player that the register did not know when the report
// was checked, or knew otherwise.
type Statement struct {
	Ref        string      `json:"ref"`
	Birth      civil.Birth `json:"birth,omitempty"`
	Sex        string      `json:"sex,omitempty"`
	Federation string      `json:"federation,omitempty"`
	Club       string      `json:"club,omitempty"`
	FideID     string      `json:"fide_id,omitempty"`

	Counts bool `json:"-"` // the games of the report are in a list, or on the way into one
}

// Same reports whether two statements are the same, in force or not.
func (s Statement) Same(other Statement) bool {
	other.Counts = s.Counts
	return s == other
}

// Differs returns the fields of which the register knows something else.
func (s Statement) Differs(sex, fideID string) string {
	return season.Differing(s.Sex, sex, s.FideID, fideID)
}

// Statements are what reports state about a player, by ID.
var Statements = bureau.Table[[]Statement]{Kind: "player-stated"}

// cases are the reports, as far as this package asks for them.
var cases = bureau.Table[struct {
	State State `json:"state"`
}]{Kind: "report"}

// Stated returns what reports state about players, by ID.
func Stated(r bureau.Reader, ids []string) (map[string][]Statement, error) {
	if err := bureau.Gather(r, Statements.Kind, ids); err != nil {
		return nil, err
	}
	stated, counts := map[string][]Statement{}, map[string]bool{}
	for _, id := range ids {
		all, err := Statements.Get(r, id)
		if err != nil {
			return nil, err
		}
		if all == nil {
			continue
		}
		for i := range *all {
			ref := (*all)[i].Ref
			if _, asked := counts[ref]; !asked {
				found, err := cases.Get(r, bureau.RefKey(ref))
				if err != nil {
					return nil, err
				}
				counts[ref] = found != nil && found.State.Counts()
			}
			(*all)[i].Counts = counts[ref]
		}
		stated[id] = *all
	}
	return stated, nil
}

// BirthBy returns the birth of a player that counts, and where it is known from, by what the register
// has and what the reports in force state.
func BirthBy(listed civil.Birth, stated []Statement) (civil.Birth, season.Origin) {
	var births []civil.Birth
	for i := range stated {
		if stated[i].Counts {
			births = append(births, stated[i].Birth)
		}
	}
	return season.WhichBirth(listed, births...)
}

// persons are what is not public of players, as far as this package asks for it.
var persons = bureau.Table[struct {
	Birth civil.Birth `json:"birth"`
}]{Kind: "person"}

// doubt takes births away from the facts of those who played with which nobody can have done so (Reading G8).
func (in *Input) doubt(r bureau.Reader) error {
	const youngest, oldest = 5, 110 // years of whom no day has to be known
	for i := range in.Batch.Sections {
		s := &in.Batch.Sections[i]
		day := in.Batch.Events[s.Event].Start
		for _, e := range s.Entries {
			n, found := slices.BinarySearchFunc(in.Facts, e.Player, func(f PlayerFact, n uint32) int { return cmp.Compare(f.Player, n) })
			if !found || in.Facts[n].BirthYear == 0 {
				continue
			}
			f := &in.Facts[n]
			if years := day.Year() - int(f.BirthYear); years >= youngest && years <= oldest {
				continue
			}
			ids, err := IDsOf(r, []uint32{f.Player})
			if err != nil {
				return err
			}
			person, err := persons.Get(r, ids[f.Player])
			if err != nil {
				return err
			}
			birth := f.birth()
			if person != nil && !f.Reported {
				birth = person.Birth
			}
			if !report.PlausibleBirth(birth, day) {
				f.SetBirth(0)
			}
		}
	}
	return nil
}

// complete adds to the facts of those who played what only reports state.
func complete(r bureau.Reader, facts []PlayerFact) error {
	var lack []uint32
	for i := range facts {
		if facts[i].BirthYear == 0 || facts[i].YearOnly {
			lack = append(lack, facts[i].Player)
		}
	}
	ids, err := IDsOf(r, lack)
	if err != nil {
		return err
	}
	asked := make([]string, 0, len(lack))
	for _, n := range lack {
		asked = append(asked, ids[n])
	}
	stated, err := Stated(r, slices.DeleteFunc(asked, func(id string) bool { return id == "" }))
	for i := range facts {
		if f := &facts[i]; len(stated[ids[f.Player]]) > 0 {
			f.take(BirthBy(f.birth(), stated[ids[f.Player]]))
		}
	}
	return err
}
