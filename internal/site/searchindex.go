package site

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/rating"
)

// searchIndex is the index of the players of a folder, or of the events, by the beginnings of the
// keys of their names. A beginning that few players have is a leaf, with all of them; another one
// has those whose key it is, and the best of the others.
type searchIndex struct {
	at      string // the address of its files
	entries []indexEntry
	nodes   map[string]int // 1: a leaf
	files   map[string][]byte
	found   map[uint32]json.RawMessage
	best    map[uint32]int64 // the highest rating, or the last day
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
	files := map[string][]byte{}
	x := newIndex("/search/", files)
	for n, p := range c.players {
		if p == nil || gone(p) || n >= len(c.persons) || c.persons[n] == nil {
			continue
		}
		if err := x.addPlayer(c, uint32(n)); err != nil {
			return nil, err
		}
	}
	if err := x.write(); err != nil {
		return nil, err
	}
	clubs := [][]any{}
	keys := map[string][]namekey.Key{}
	for _, of := range c.clubs {
		keys[of.Name] = append(of.Keys(), namekey.Key{Text: strings.ToLower(of.ID), Word: len(of.ID)})
		clubs = append(clubs, []any{of.ID, of.Name, of.NameLocal, of.Region, marked(keys[of.Name])})
	}
	var err error
	if files["/search/clubs.json"], err = json.Marshal(clubs); err != nil {
		return nil, err
	}
	e := newIndex("/search/events/", files)
	for n, ref := range slices.Sorted(maps.Keys(c.reports)) {
		of := c.reports[ref]
		number, year := strings.ReplaceAll(ref, "-", ""), strconv.Itoa(of.LastDay.Year())
		own := append(append(of.Keys(), keys[of.Club]...), namekey.Key{Text: number, Word: len(number)}, namekey.Key{Text: year, Word: len(year)})
		if err := e.add(uint32(n), int64(of.LastDay), own, []any{ref, of.Event, of.LastDay.String(), of.Club, marked(own)}); err != nil {
			return nil, err
		}
	}
	return files, e.write()
}

func newIndex(at string, files map[string][]byte) *searchIndex {
	return &searchIndex{at: at, nodes: map[string]int{}, files: files, found: map[uint32]json.RawMessage{}, best: map[uint32]int64{}}
}

// marked returns keys as the script reads them: "sato" is a word, "山田|太郎" begins with one, and
// "*田太郎" begins inside one.
func marked(keys []namekey.Key) (all []string) {
	for _, key := range keys {
		switch {
		case key.Word == 0:
			all = append(all, "*"+key.Text)
		case key.Word < len(key.Text):
			all = append(all, key.Text[:key.Word]+"|"+key.Text[key.Word:])
		default:
			all = append(all, key.Text)
		}
	}
	return all
}

// write writes the files of the index.
func (x *searchIndex) write() error {
	slices.SortFunc(x.entries, func(a, b indexEntry) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.player, b.player))
	})
	if err := x.split(x.entries, ""); err != nil {
		return err
	}
	index, err := json.Marshal(map[string]any{"nodes": x.nodes, "forms": namekey.Forms()})
	x.files[x.at+"index.json"] = index
	return err
}

// addPlayer adds the keys of a player.
func (x *searchIndex) addPlayer(c *census, n uint32) error {
	player, person := c.players[n], c.persons[n]
	keys := append(person.Keys(), namekey.Key{Text: strings.ToLower(player.ID), Word: len(player.ID)}, endOf(player.ID))
	best := rating.Rating(0)
	for _, text := range c.ratings[n] {
		if now, err := rating.ParseRating(text); err == nil {
			best = max(best, now)
		}
	}
	return x.add(n, int64(best), keys, []any{player.ID, person.Name, person.NameLocal, player.Club, c.ratings[n], marked(keys)})
}

// add adds the keys of something, how good it is among others, and what is said of it.
func (x *searchIndex) add(n uint32, best int64, keys []namekey.Key, said []any) (err error) {
	for _, key := range keys {
		x.entries = append(x.entries, indexEntry{key.Text, n})
	}
	x.best[n] = best
	x.found[n], err = json.Marshal(said)
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
		if err := x.writeNode(prefix, players); err != nil || leaf {
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

func (x *searchIndex) writeNode(prefix string, players []uint32) error {
	var all []json.RawMessage
	for _, n := range players {
		all = append(all, x.found[n])
	}
	body, err := json.Marshal(all)
	x.files[x.at+hex.EncodeToString([]byte(prefix))+".json"] = body
	return err
}
