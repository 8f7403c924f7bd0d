package site

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// census is what a bureau holds that decides which pages there are, and of what they are
// made. It is read at once.
type census struct {
	public.Version
	signed bool   // the bureau signs a log
	key    string // that signs it
	leaves int    // of it

	players      []*rows.Player // by number; nil: none
	numbers      map[string]uint32
	persons      []*rows.Person               // by number; nil: erased
	names        []uint64                     // digests of how the players are named, by number
	people       uint64                       // digest of all that pages show of players from the registers
	ids          [256]bool                    // the bytes that occur in IDs
	publications []*rows.Publication          // by seq
	newestOf     map[string]*rows.Publication // revisions, by label
	kinds        map[string][]rating.Kind
	editionOf    map[string]string               // by label; empty: the opening list
	lists        map[string]uint64               // digests of the publications, by label
	calculated   map[string]uint64               // and of the reports that went in
	reports      map[string]*reported            // by reference
	played       []map[number]bool               // what the players played, by number
	histories    []uint64                        // digests of the players' results, by number
	rated        map[int][rating.Kinds + 1]int32 // players with a rating, by seq and kind
	unofficial   []uint64                        // digests of the players' official and unofficial ratings, by number
	clubs        []*rows.Club
	named        uint64 // digest of the clubs
	editions     []string
	ratings      [][]string // that searches show, by number
}

// reported is a report with the digest of its rows.
type reported struct {
	*rows.Report
	digest uint64
	kinds  map[int]string // by section
	files  []int          // sections that can be had as a TRF
}

// number is a number that a list gives a player.
type number struct {
	label    string
	revision int // zero: the newest
	kind     string
}

// values returns what the address of the calculation of a player's number has for wildcards.
func (n number) values(id string) []string {
	revision := ""
	if n.revision != 0 {
		revision = "r" + strconv.Itoa(n.revision)
	}
	return []string{id, n.label, revision, n.kind}
}

// digest returns a digest of values.
func digest(values ...any) uint64 {
	var all []byte
	for _, v := range values {
		switch v := v.(type) {
		case uint64:
			all = binary.LittleEndian.AppendUint64(all, v)
		case string:
			all = strconv.AppendQuote(all, v)
		default:
			text, err := json.Marshal(v)
			if err != nil {
				panic(err) // rows are plain values
			}
			all = append(all, text...)
		}
	}
	return digestOf(all)
}

// digestOf returns a digest of bytes, never zero.
func digestOf(all []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(all) // hashes do not fail
	return max(1, h.Sum64())
}

// takeCensus reads what a bureau holds.
func (s *Site) takeCensus(v *public.Visit) (*census, error) {
	r := v.R
	c := &census{Version: v.Now, signed: s.Log != nil, numbers: map[string]uint32{}}
	for _, read := range []func(bureau.Reader) error{c.readPlayers, c.readLists, c.readStates, c.readReports, c.readEntries, c.readCalculated, c.readRatings} {
		if err := read(r); err != nil {
			return nil, err
		}
	}
	var err error
	if _, c.key, err = s.checkpoint(); err == nil {
		c.leaves, err = proof.LeafCount(r)
	}
	if err != nil {
		return nil, err
	}
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	for _, e := range rules.Editions {
		c.editions = append(c.editions, e.About().ID)
	}
	return c, c.readUnofficial(v)
}

// grown returns the element of a slice, which it makes longer if it is too short.
func grown[T any](all *[]T, n uint32) *T {
	if missing := int(n) + 1 - len(*all); missing > 0 {
		*all = append(*all, make([]T, missing)...)
	}
	return &(*all)[n]
}

func (c *census) readPlayers(r bureau.Reader) error {
	all, err := rows.Players.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	people, err := rows.Persons.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, p := range all {
		*grown(&c.players, p.Number) = p
		*grown(&c.names, p.Number) = digest(p)
		c.people = digest(c.people, p)
		c.numbers[p.ID] = p.Number
		for i := range len(p.ID) {
			c.ids[p.ID[i]] = true
		}
	}
	for _, p := range people {
		of := grown(&c.names, p.Number)
		*of = digest(*of, p.Name, p.NameLocal, p.Sex)
		*grown(&c.persons, p.Number) = p
		c.people = digest(c.people, *of) // no birth: the digests lie beside the pages
	}
	c.histories = make([]uint64, len(c.players))
	c.played = make([]map[number]bool, len(c.players))
	c.clubs, err = rows.Clubs.Select(r, bureau.Range{})
	c.named = digest(c.clubs)
	return err
}

func (c *census) readLists(r bureau.Reader) error {
	var err error
	if c.publications, err = rows.Publications.Select(r, bureau.Range{}); err != nil {
		return err
	}
	c.kinds, c.lists, c.editionOf, c.newestOf = map[string][]rating.Kind{}, map[string]uint64{}, map[string]string{}, map[string]*rows.Publication{}
	for _, p := range c.publications {
		c.editionOf[p.Label], c.newestOf[p.Label] = p.Edition, p
		c.lists[p.Label] = digest(c.lists[p.Label], p)
		if c.kinds[p.Edition] == nil {
			about, err := lists.AboutEdition(r, p.Edition)
			if err != nil {
				return err
			}
			c.kinds[p.Edition] = about.Lists
		}
	}
	return nil
}

func (c *census) readStates(r bureau.Reader) error {
	label, old := map[int]string{}, map[int]int{} // old revisions
	for _, p := range c.publications {
		label[p.Seq] = p.Label
		if c.newestOf[p.Label] != p {
			old[p.Seq] = p.Revision
		}
	}
	err := rows.EachStanding(r, func(s *rows.ListPast) error {
		kind := rating.Kind(s.Kind).String()
		c.plays(s.Player, number{label[int(s.Since)], 0, kind})
		if revision := old[int(s.Since)]; revision != 0 {
			c.plays(s.Player, number{label[int(s.Since)], revision, kind})
		}
		of := grown(&c.histories, s.Player)
		*of = digest(*of, kind, uint64(s.Since), uint64(s.Rating), uint64(s.Games), uint64(s.K))
		return nil
	})
	if err != nil {
		return err
	}
	c.rated = map[int][rating.Kinds + 1]int32{}
	totals, err := rows.Totals.Select(r, bureau.Range{})
	for _, t := range totals {
		of := c.rated[int(t.Publication)]
		of[t.Kind] = t.Rated
		c.rated[int(t.Publication)] = of
	}
	return err
}

// plays notes a number that a list gives a player.
func (c *census) plays(player uint32, n number) {
	of := grown(&c.played, player)
	if *of == nil {
		*of = map[number]bool{}
	}
	(*of)[n] = true
}

// readReports reads the reports and their sections.
func (c *census) readReports(r bureau.Reader) error {
	c.reports = map[string]*reported{}
	all, err := rows.Reports.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, row := range all {
		c.reports[row.Ref] = &reported{Report: row, digest: digest(row), kinds: map[int]string{}}
	}
	sections, err := rows.Sections.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, s := range sections {
		if of := c.reports[s.Ref]; of != nil {
			of.digest, of.kinds[s.Section] = digest(of.digest, s), s.Kind
			if state := lists.State(of.State); (!s.Refused || s.Games > 0) && (state == check.Rated || state == check.Admitted) {
				of.files = append(of.files, s.Section)
			}
		}
	}
	return intake.Cases.Scan(r, "", "", func(ref string, k *check.Case) (bool, error) {
		if of := c.reports[ref]; of != nil {
			of.digest = digest(of.digest, k.Questions, uint64(k.Current))
		}
		return true, nil
	})
}

// readEntries reads who played what, and how the games ended.
func (c *census) readEntries(r bureau.Reader) error {
	err := r.Rows(&rows.Games.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		if of := c.reports[row[0].(string)]; of != nil {
			of.digest = digest(of.digest, fmt.Sprint(row...))
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	in := map[uint32][]*reported{}
	err = r.Rows(&rows.Entries.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		e, err := rows.Entries.Value(row)
		of := c.reports[e.Ref]
		if err != nil || of == nil {
			return err == nil, err
		}
		of.digest = digest(of.digest, fmt.Sprint(row...))
		if in[e.Player] = append(in[e.Player], of); e.InList {
			c.plays(e.Player, number{of.Period, 0, of.kinds[e.Section]})
		}
		return true, nil
	})
	for player, reports := range in {
		of := grown(&c.histories, player)
		for _, report := range reports {
			*of = digest(*of, report.digest)
		}
	}
	if err != nil {
		return err
	}
	corrected, err := c.corrected(r)
	for n := range c.histories {
		c.histories[n] = digest(c.histories[n], corrected)
	}
	return err
}

// corrected returns a digest of all corrections.
func (c *census) corrected(r bureau.Reader) (uint64, error) {
	all, err := rows.Corrections.Select(r, bureau.Range{})
	if err != nil {
		return 0, err
	}
	current, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil || len(current) == 0 {
		return digest(all), err
	}
	edition := current[len(current)-1].Edition // of the newest list: which kinds pages show
	current = slices.DeleteFunc(current, func(l *rows.List) bool { return l.Cause == "" })
	return digest(all, current, edition), err
}

// readCalculated reads which reports went into the lists.
func (c *census) readCalculated(r bureau.Reader) error {
	c.calculated = map[string]uint64{}
	corrected, err := c.corrected(r)
	if err != nil {
		return err
	}
	before := ""
	for _, p := range c.publications {
		run, err := lists.FindRun(r, p.Run)
		if err != nil {
			return err
		}
		of := digest(c.lists[p.Label], c.lists[before], corrected)
		for _, record := range run.Records {
			if report := c.reports[record.Ref]; report != nil {
				of = digest(of, report.digest)
			}
		}
		for _, left := range run.Left {
			if report := c.reports[left.Ref]; report != nil {
				of = digest(of, report.digest)
			}
		}
		c.calculated[p.Label] = of
		before = p.Label
	}
	return nil
}

// readUnofficial reads the ratings as they are and as they would be now.
func (c *census) readUnofficial(v *public.Visit) error {
	r := v.R
	unofficial, err := v.UnofficialList()
	if err != nil {
		return err
	}
	run, err := lists.RunNow(r, "")
	if err != nil {
		return err
	}
	official, err := lists.ListOf(r, run)
	if err != nil {
		return err
	}
	c.unofficial = make([]uint64, len(c.players))
	for n := range c.unofficial {
		a, b := unofficial.Standing(uint32(n)), official.Standing(uint32(n))
		values := []any{c.kinds[c.newest().Edition]}
		for _, kind := range rating.AllKinds {
			if is, was := a.Of(kind).Rating, b.Of(kind).Rating; is.Rated() && was.Rated() && is != was {
				values = append(values, c.histories[n], uint64(c.Day)) // of the chart
			}
			values = append(values, uint64(a.Of(kind).Rating), uint64(b.Of(kind).Rating))
		}
		c.unofficial[n] = digest(values...)
	}
	return nil
}

// newest returns the list published last.
func (c *census) newest() *rows.Publication { return c.publications[len(c.publications)-1] }

// namedIn adds the players whose IDs are in a file to a set.
func (c *census) namedIn(body []byte, named map[uint32]bool) {
	for i := 0; i < len(body); i++ {
		begin := i
		for i < len(body) && c.ids[body[i]] {
			i++
		}
		if n, known := c.numbers[string(body[begin:i])]; known {
			named[n] = true
		}
	}
}
