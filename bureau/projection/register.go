package projection

import (
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/rows"
)

// players writes the rows of players, by ID.
func (p *projecting) players(ids []string) error {
	for some := range slices.Chunk(ids, batchSize) {
		if err := p.somePlayers(some); err != nil {
			return err
		}
	}
	return nil
}

func (p *projecting) somePlayers(ids []string) error {
	var players []*rows.Player
	var people []*rows.Person
	var keys []*rows.NameKey
	var alike []*rows.AlikeKey
	var named []any // whose names may have changed
	for _, id := range ids {
		player, err := register.Players.Get(p, id)
		if err != nil {
			return err
		}
		if player == nil {
			continue
		}
		named = append(named, int64(player.Number))
		players = append(players, &rows.Player{
			Number: player.Number, ID: player.ID, Club: player.Club, Federation: player.Federation, Title: player.Title,
			Inactive: player.Inactive || player.Deceased, Unrated: player.EnteredUnrated, MergedInto: player.MergedInto, Erased: player.Erased,
		})
		if player.Erased {
			continue
		}
		person, err := register.PersonOf(p, id)
		if err != nil {
			return err
		}
		now := &rows.Person{
			Number: player.Number, Name: player.Name, NameLocal: player.NameLocal, Kana: player.Kana, Sex: player.Sex,
			Birth: person.Birth, FideID: player.FideID,
		}
		people = append(people, now)
		for _, key := range now.Keys() {
			keys = append(keys, &rows.NameKey{Key: key.Text, Player: player.Number, Word: key.Word})
		}
		for _, key := range register.AlikeKeys(now) {
			alike = append(alike, &rows.AlikeKey{Key: key, Player: player.Number})
		}
	}
	return errors.Join(
		p.forgetNames(named),
		rows.Players.PutAll(p, players...), rows.Persons.PutAll(p, people...), rows.NameKeys.PutAll(p, keys...), rows.Alike.PutAll(p, alike...))
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
	for _, id := range ids {
		club, err := register.Clubs.Get(p, id)
		if err != nil {
			return err
		}
		if club == nil {
			if err := forget(p, rows.Clubs, bureau.Row{id}); err != nil {
				return err
			}
			continue
		}
		err = made.add(rows.Club{ID: club.ID, Name: club.Name, Region: club.Region, RegisteredFrom: club.Registered.From, RegisteredTo: club.Registered.To})
		if err != nil {
			return err
		}
	}
	return made.write()
}

// memberships writes the rows of memberships, by their keys: all those of the same
// players.
func (p *projecting) memberships(keys []string) error {
	made := batchOf(p, rows.Memberships)
	number := func(id string) (uint32, error) {
		player, err := register.Players.Get(p, id)
		if err != nil || player == nil {
			return 0, err
		}
		return player.Number, nil
	}
	var of uint32
	last := ""
	add := func(m *register.Membership) error {
		return made.add(rows.Membership{Player: of, FirstDay: m.Days.From, LastDay: m.Days.To, Event: m.Event})
	}
	for _, key := range keys {
		id, _, _ := strings.Cut(key, "\x00")
		if id != last {
			var err error
			if of, err = number(id); err != nil {
				return err
			}
		} else if !p.fresh {
			continue
		}
		last = id
		if p.fresh { // the keys are those of all
			m, err := register.Memberships.Get(p, key)
			if err == nil && m != nil {
				err = add(m)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := forget(p, rows.Memberships, bureau.Row{int64(of)}); err != nil {
			return err
		}
		all, err := register.Memberships.All(p, id+"\x00")
		if err != nil {
			return err
		}
		for _, m := range all {
			if err := add(m); err != nil {
				return err
			}
		}
	}
	return made.write()
}
