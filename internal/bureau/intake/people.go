package intake

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// corrected returns the players whom officers have put in the place of others, by the ID
// that they gave.
func corrected(rd bureau.Reader, r *check.Case) (map[string]*register.Player, error) {
	found := map[string]*register.Player{}
	for _, d := range r.Standing() {
		a := d.Adjustment
		if a == nil || a.Player == "" {
			continue
		}
		var err error
		if found[a.Player], err = register.Find(rd, a.Player); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (k *reader) readPeople(p *report.Report) (err error) {
	if k.Corrected, err = corrected(k.rd, k.Case); err != nil {
		return err
	}
	for i := range p.Sections {
		correctRow(k.Case, k.Corrected, &p.Sections[i], k.Rows[i])
	}
	k.People = map[string]*check.Person{}
	for _, p := range slices.Concat(k.Rows...) {
		if err := k.readPerson(p); err != nil {
			return err
		}
	}
	return k.readStated(p)
}

// readStated reads what reports state about some players: those whose birth the register lacks, and
// those about whom this report adds something.
func (k *reader) readStated(p *report.Report) error {
	var ids []string
	err := k.eachEntry(p, true, func(at check.Seat, entry *report.Player) error {
		is := k.Rows[at.Section][at.Entry]
		born := k.People[is.ID].Birth
		if born == 0 || born.YearOnly() || is.Adds(entry, born, p.FirstDay()) != (lists.Statement{}) {
			ids = append(ids, is.ID)
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(ids)
	stated, err := lists.Stated(k.rd, slices.Compact(ids))
	for id, all := range stated {
		k.People[id].Stated = all
	}
	return err
}

// readPerson reads what the registers know of a player, nil for nobody, and of those who
// were merged into them.
func (k *reader) readPerson(p *register.Player) error {
	if p == nil || k.People[p.ID] != nil {
		return nil
	}
	person, err := k.person(p)
	if err != nil {
		return err
	}
	k.People[p.ID] = person
	k.reads.AddNumber(p.ID)
	for _, id := range p.Merged {
		old, err := register.Players.Get(k.rd, id)
		if err == nil {
			err = k.readPerson(old)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *reader) person(p *register.Player) (*check.Person, error) {
	private, err := register.PersonOf(k.rd, p.ID)
	if err != nil {
		return nil, err
	}
	person := &check.Person{Player: p, Birth: private.Birth, Email: private.Email}
	if k.Keeps[register.Memberships.Kind] {
		person.Memberships, err = register.AllMemberships(k.rd, p)
	}
	return person, err
}

func (k *reader) readStandings(run int) error {
	var numbers []uint32
	for _, p := range k.People {
		numbers = append(numbers, p.Number)
	}
	if run == 0 {
		return nil
	}
	list, err := lists.StandingsOf(k.rd, run)
	if err != nil || list.None() {
		return err
	}
	slices.Sort(numbers)
	some, err := list.Of(numbers...)
	if err != nil {
		return err
	}
	for _, p := range k.People {
		n, _ := slices.BinarySearch(numbers, p.Number)
		p.Standing = some[n]
	}
	return nil
}

// readNew finds the players who have not played before, among those for whom the register lacks data.
func (k *reader) readNew() error {
	lacking := map[uint32]*check.Person{}
	for _, p := range k.People {
		if k.Settings.Text() == "ncs" && p.EnteredUnrated && !p.Erased && (p.NameLocal == "" || p.Birth == 0 || p.Email == "") {
			lacking[p.Number] = p
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	k.reads.Add(ofList, "")
	newest, err := lists.LatestRun.Get(k.rd, "")
	if err != nil || newest == nil {
		return err
	}
	numbers := slices.Sorted(maps.Keys(lacking))
	rated, err := rows.Rated(k.rd, numbers) // nearly all, and their rows are read faster than their standings
	if err != nil {
		return err
	}
	numbers = slices.DeleteFunc(numbers, func(number uint32) bool { return rated[number] })
	list, err := lists.StandingsOf(k.rd, *newest)
	if err != nil {
		return err
	}
	standings, err := list.Of(numbers...)
	for i := range standings {
		lacking[numbers[i]].New = lists.IsEmpty(&standings[i])
	}
	return err
}
