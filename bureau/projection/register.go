package projection

import (
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/report"
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
	var named []bureau.Row // whose names may have changed
	for _, id := range ids {
		player, err := register.Players.Get(p, id)
		if err != nil {
			return err
		}
		if player == nil {
			continue
		}
		named = append(named, bureau.Row{int64(player.Number)})
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
		people = append(people, &rows.Person{
			Number: player.Number, Name: player.Name, NameLocal: player.NameLocal, Kana: player.Kana, Sex: player.Sex,
			Birth: person.Birth, FideID: player.FideID,
		})
		for _, key := range nameKeys(player) {
			keys = append(keys, &rows.NameKey{Player: player.Number, Key: key})
		}
	}
	return errors.Join(
		forget(p, rows.Persons, named...), forget(p, rows.NameKeys, named...),
		rows.Players.PutAll(p, players...), rows.Persons.PutAll(p, people...), rows.NameKeys.PutAll(p, keys...))
}

// nameKeys returns the folded words by which a player is found.
func nameKeys(p *register.Player) []string {
	var keys []string
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		keys = append(keys, strings.Fields(report.FoldName(name))...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
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
	for _, key := range keys {
		id, _, _ := strings.Cut(key, "\x00")
		if id == last {
			continue
		}
		last = id
		var err error
		if of, err = number(id); err != nil {
			return err
		}
		if err := forget(p, rows.Memberships, bureau.Row{int64(of)}); err != nil {
			return err
		}
		all, err := register.Memberships.All(p, id+"\x00")
		if err != nil {
			return err
		}
		for _, m := range all {
			if err := made.add(rows.Membership{Player: of, FirstDay: m.Days.From, LastDay: m.Days.To, Event: m.Event}); err != nil {
				return err
			}
		}
	}
	return made.write()
}
