package projection

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// players writes the rows of players, by ID.
func (p *projecting) players(ids []string) error {
	k := &keys{}
	for some := range slices.Chunk(ids, batchSize) {
		if err := p.somePlayers(some, k); err != nil {
			return err
		}
		if p.fresh && len(k.names) < manyKeys {
			continue
		}
		if err := k.write(p); err != nil {
			return err
		}
	}
	return k.write(p)
}

// keys are rows by which players are found. In their order they are written faster, and
// the more so, the more they are.
type keys struct {
	names []*rows.NameKey
	alike []*rows.AlikeKey
}

// manyKeys is how many keys are written at once if all are.
const manyKeys = 1 << 18

func (k *keys) add(person *rows.Person) {
	for _, key := range person.Keys() {
		k.names = append(k.names, &rows.NameKey{Key: key.Text, Player: person.Number, Word: key.Word})
	}
	for _, key := range register.AlikeKeys(person) {
		k.alike = append(k.alike, &rows.AlikeKey{Key: key, Player: person.Number})
	}
}

func (k *keys) write(p *projecting) error {
	slices.SortFunc(k.names, func(a, b *rows.NameKey) int {
		return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(a.Player, b.Player))
	})
	slices.SortFunc(k.alike, func(a, b *rows.AlikeKey) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Player, b.Player))
	})
	for some := range slices.Chunk(k.names, batchSize) {
		if err := rows.NameKeys.PutAll(p, some...); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(k.alike, batchSize) {
		if err := rows.Alike.PutAll(p, some...); err != nil {
			return err
		}
	}
	k.names, k.alike = k.names[:0], k.alike[:0]
	return nil
}

// registered returns players by ID, and what is not public of them; if all are read, with
// one scan of each.
func (p *projecting) registered(ids []string) (players map[string]*register.Player, people map[string]*register.Person, err error) {
	players, people = make(map[string]*register.Player, len(ids)), make(map[string]*register.Person, len(ids))
	if p.fresh {
		from, to := ids[0], bureau.KeyAfter(ids[len(ids)-1])
		return players, people, errors.Join(
			register.Players.Scan(p, from, to, func(id string, player *register.Player) (bool, error) {
				players[id] = player
				return true, nil
			}),
			register.EachPerson(p, from, to, func(id string, person *register.Person) { people[id] = person }))
	}
	for _, id := range ids {
		if players[id], err = register.Players.Get(p, id); err != nil {
			return nil, nil, err
		}
		if people[id], err = register.PersonOf(p, id); err != nil {
			return nil, nil, err
		}
	}
	return players, people, nil
}

func (p *projecting) somePlayers(ids []string, k *keys) error {
	var players []*rows.Player
	var people []*rows.Person
	var names []*rows.NameOrder
	var gone []any // numbers of players whose description was another one
	known, private, err := p.registered(ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		player := known[id]
		if player == nil {
			continue
		}
		if p.fresh {
			p.numbers[id] = player.Number
		}
		players = append(players, &rows.Player{
			Number: player.Number, ID: player.ID, Club: player.Club, ClubKey: report.FoldName(player.Club), Federation: player.Federation, Title: player.Title,
			Inactive: player.Inactive || player.Deceased, Unrated: player.EnteredUnrated, MergedInto: player.MergedInto, Erased: player.Erased, Indexed: player.Indexed,
		})
		if player.Erased {
			gone = append(gone, int64(player.Number))
			names = append(names, rows.WithheldName(player.Number, player.ID))
			continue
		}
		now := &rows.Person{
			Number: player.Number, Name: player.Name, NameLocal: player.NameLocal, Kana: player.Kana, Sex: player.Sex, FideID: player.FideID,
		}
		if person := private[id]; person != nil {
			now.Birth = person.Birth
		}
		people = append(people, now)
		names = append(names, now.Order())
	}
	if people, err = p.redescribed(people); err != nil {
		return err
	}
	for _, now := range people {
		gone = append(gone, int64(now.Number))
		k.add(now)
	}
	return errors.Join(p.forgetNames(gone), rows.Players.PutAll(p, players...), rows.Persons.PutAll(p, people...), rows.Names.PutAll(p, names...))
}

// redescribed returns those whose description is new or another one.
func (p *projecting) redescribed(people []*rows.Person) ([]*rows.Person, error) {
	if p.fresh || len(people) == 0 {
		return people, nil
	}
	var numbers []any
	for _, now := range people {
		numbers = append(numbers, int64(now.Number))
	}
	stored, err := rows.Persons.Select(p, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	before := make(map[uint32]rows.Person, len(stored))
	for _, person := range stored {
		before[person.Number] = *person
	}
	return slices.DeleteFunc(people, func(now *rows.Person) bool { return before[now.Number] == *now }), nil
}

// forgetNames deletes the rows that name players.
func (p *projecting) forgetNames(numbers []any) error {
	if p.fresh || len(numbers) == 0 {
		return nil
	}
	before, err := rows.Persons.Select(p, bureau.Range{Any: numbers})
	if err != nil {
		return err
	}
	var people, keys, alike []bureau.Row
	for _, person := range before {
		people = append(people, bureau.Row{int64(person.Number)})
		for _, key := range person.Keys() {
			keys = append(keys, bureau.Row{key.Text, int64(person.Number), int64(key.Word)})
		}
		for _, key := range register.AlikeKeys(person) {
			alike = append(alike, bureau.Row{key, int64(person.Number)})
		}
	}
	return errors.Join(forget(p, rows.NameKeys, keys...), forget(p, rows.Alike, alike...), forget(p, rows.Persons, people...))
}

// clubs writes the rows of clubs, by ID.
func (p *projecting) clubs(ids []string) error {
	made := batchOf(p, rows.Clubs)
	return each(p, register.Clubs, ids, made, func(id string, club *register.Club) error {
		if club == nil {
			return forget(p, rows.Clubs, bureau.Row{id})
		}
		return made.add(rows.Club{ID: club.ID, Name: club.Name, NameLocal: club.NameLocal, Region: club.Region, RegisteredFrom: club.Registered.From, RegisteredTo: club.Registered.To})
	})
}

// announcements writes the rows of announced events.
func (p *projecting) announcements(refs []string) error {
	made := batchOf(p, rows.Announced)
	return each(p, intake.Announcements, refs, made, func(ref string, a *check.Announcement) error {
		if a == nil {
			return forget(p, rows.Announced, bureau.Row{ref})
		}
		return made.add(rows.Announcement{Ref: ref, Event: a.Name, Club: a.Club, ClubKey: report.FoldName(a.Club), FirstDay: a.Days.From, LastDay: a.Days.To, Withdrawn: a.Withdrawn != ""})
	})
}

// memberships writes the rows of memberships, by the IDs of their players.
func (p *projecting) memberships(ids []string) error {
	made := batchOf(p, rows.Memberships)
	add := func(of uint32, all []register.Membership) error {
		for _, m := range all {
			if err := made.add(rows.Membership{Player: of, FirstDay: m.Days.From, LastDay: m.Days.To, Event: m.Event}); err != nil {
				return err
			}
		}
		return nil
	}
	if p.fresh { // the IDs are those of all
		err := register.Memberships.Scan(p, "", "", func(id string, all *[]register.Membership) (bool, error) {
			return true, add(p.numbers[id], *all)
		})
		return errors.Join(err, made.write())
	}
	for _, id := range ids {
		of := uint32(0)
		player, err := register.Players.Get(p, id)
		if err != nil {
			return err
		}
		if player != nil {
			of = player.Number
		}
		if err := forget(p, rows.Memberships, bureau.Row{int64(of)}); err != nil {
			return err
		}
		all, err := register.Memberships.Get(p, id)
		if err != nil {
			return err
		}
		if all == nil {
			continue
		}
		if err := add(of, *all); err != nil {
			return err
		}
	}
	return made.write()
}
