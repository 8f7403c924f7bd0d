package site

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/rating"
)

// searchIndex is the index of the players of a folder, by the beginnings of the keys of
// their names. A beginning that few players have is a leaf, with all of them; another one
// has those whose key it is, and the best of the others.
type searchIndex struct {
	entries []indexEntry
	nodes   map[string]int // 1: a leaf
	files   map[string][]byte
	found   map[uint32]json.RawMessage
	best    map[uint32]rating.Rating
}

// indexEntry is a key of a player.
type indexEntry struct {
	key    string
	player uint32
}

// How many players a leaf has at most, and how many of the best another node has.
const (
	mostOfLeaf = 120
	mostOfNode = 50
)

// readRatings reads the ratings that searches show.
func (c *census) readRatings(r bureau.Reader) error {
	newest := c.newest()
	list, err := lists.ListOf(r, newest.Run)
	if err != nil {
		return err
	}
	c.ratings = make([][]string, len(c.players))
	for n := range c.ratings {
		standing := list.Standing(uint32(n))
		for _, kind := range c.kinds[newest.Edition] {
			text := ""
			if now := standing.Of(kind).Rating; now.Rated() {
				text = now.String()
			}
			c.ratings[n] = append(c.ratings[n], text)
		}
	}
	return nil
}

// searchFiles returns the files of the search index, by address.
func (c *census) searchFiles() (map[string][]byte, error) {
	x := &searchIndex{nodes: map[string]int{}, files: map[string][]byte{}, found: map[uint32]json.RawMessage{}, best: map[uint32]rating.Rating{}}
	for n, p := range c.players {
		if p == nil || gone(p) || n >= len(c.persons) || c.persons[n] == nil {
			continue
		}
		if err := x.add(c, uint32(n)); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(x.entries, func(a, b indexEntry) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.player, b.player))
	})
	if err := x.split(x.entries, ""); err != nil {
		return nil, err
	}
	index, err := json.Marshal(map[string]any{"nodes": x.nodes, "forms": namekey.Forms()})
	x.files["/search/index.json"] = index
	return x.files, err
}

// add adds the keys of a player.
func (x *searchIndex) add(c *census, n uint32) error {
	player, person := c.players[n], c.persons[n]
	keys := append(person.Keys(), namekey.Key{Text: strings.ToLower(player.ID), Word: len(player.ID)}, endOf(player.ID))
	var marked []string
	for _, key := range keys {
		switch {
		case key.Word == 0:
			marked = append(marked, "*"+key.Text)
		case key.Word < len(key.Text):
			marked = append(marked, key.Text[:key.Word]+"|"+key.Text[key.Word:])
		default:
			marked = append(marked, key.Text)
		}
		x.entries = append(x.entries, indexEntry{key.Text, n})
	}
	for _, text := range c.ratings[n] {
		if now, err := rating.ParseRating(text); err == nil {
			x.best[n] = max(x.best[n], now)
		}
	}
	said, err := json.Marshal([]any{player.ID, person.Name, person.NameLocal, player.Club, c.ratings[n], marked})
	x.found[n] = said
	return err
}

// endOf returns the key by which an ID is found by its last digits: these backwards.
func endOf(id string) namekey.Key {
	key := []byte("~")
	for i := len(id) - 1; i >= 0 && id[i] >= '0' && id[i] <= '9'; i-- {
		key = append(key, id[i])
	}
	return namekey.Key{Text: string(key), Word: len(key)}
}

// split makes the nodes of the entries that begin with a text.
func (x *searchIndex) split(entries []indexEntry, prefix string) error {
	var players []uint32
	for _, e := range entries {
		players = append(players, e.player)
	}
	slices.Sort(players)
	players = slices.Compact(players)
	leaf := len(players) <= mostOfLeaf
	if prefix != "" {
		if !leaf {
			players = x.bestOf(entries, players, prefix)
		} else {
			x.nodes[prefix] = 1
		}
		x.nodes[prefix] += 0
		if err := x.write(prefix, players); err != nil || leaf {
			return err
		}
	}
	for len(entries) > 0 {
		if entries[0].key == prefix {
			entries = entries[1:]
			continue
		}
		_, size := utf8.DecodeRuneInString(entries[0].key[len(prefix):])
		next := entries[0].key[:len(prefix)+size]
		n := 0
		for n < len(entries) && strings.HasPrefix(entries[n].key, next) {
			n++
		}
		if err := x.split(entries[:n], next); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

// bestOf returns the players whose key a text is, and the best of the others.
func (x *searchIndex) bestOf(entries []indexEntry, players []uint32, prefix string) []uint32 {
	slices.SortStableFunc(players, func(a, b uint32) int { return cmp.Compare(x.best[b], x.best[a]) })
	players = slices.Clone(players[:min(mostOfNode, len(players))])
	for _, e := range entries {
		if e.key == prefix {
			players = append(players, e.player)
		}
	}
	slices.Sort(players)
	return slices.Compact(players)
}

func (x *searchIndex) write(prefix string, players []uint32) error {
	var all []json.RawMessage
	for _, n := range players {
		all = append(all, x.found[n])
	}
	body, err := json.Marshal(all)
	x.files["/search/"+hex.EncodeToString([]byte(prefix))+".json"] = body
	return err
}
