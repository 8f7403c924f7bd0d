package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Stage is a part of the check of a bundle.
type Stage string

// The stages, in order.
const (
	Signature Stage = "signature" // of the checkpoint
	Place     Stage = "place"     // of the leaves in the tree
	Input     Stage = "input"     // what the list is made from is what the leaf states
	Again     Stage = "again"     // the list is made again
	Numbers   Stage = "numbers"   // and each number compared
)

// Stages are all stages, in order.
var Stages = []Stage{Signature, Place, Input, Again, Numbers}

// Watch is told how far a check is: how much of a stage is done.
type Watch func(stage Stage, done, total int)

// Tell tells how far a check is, if somebody watches.
func (w Watch) Tell(stage Stage, done, total int) {
	if w != nil {
		w(stage, done, total)
	}
}

// Checked is what a check has found out.
type Checked struct {
	*Leaf
	Compared    int          // numbers
	Differences []Difference // the first ones, by player
	Differ      int          // all of them
	at          Stage
	check       *checking
	made        *lists.Made // nil: the list could not be made again
}

// Difference is a number that is another one when the list is made again.
type Difference struct {
	Player       string
	Kind         rating.Kind
	Stated, Made PublicMade
}

// NotChecked returns what is known of a disclosure that was refused at a stage before its
// own check.
func NotChecked(at Stage) *Checked { return &Checked{at: at, check: &checking{}} }

// At returns the stage that the check came to, or at which it failed.
func (c *Checked) At() Stage { return c.at }

// Find returns what the disclosure states about a player, and what comes out.
func (c *Checked) Find(player string, kind rating.Kind) (d Difference, known bool) {
	i, known := c.check.places[player]
	if !known || c.made == nil {
		return Difference{}, false
	}
	return c.check.compare(c.made, &c.check.Players[i], kind), true
}

// Check makes the list again from what is disclosed, and compares everything
// with the leaf. A *finding.Refused names the first discrepancy; if only a digest
// differs, the list is made again all the same, to name the numbers that differ.
func (d *Disclosure) Check(watch Watch) (*Checked, error) {
	leaf := &Leaf{}
	found := NotChecked(Place)
	found.Leaf = leaf
	if err := json.Unmarshal(d.Leaf, leaf); err != nil || leaf.List == nil {
		return found, finding.Refuse("bundle-leaf")
	}
	c := &checking{Disclosure: d, leafNumber: leaf.Number, leaf: leaf.List, watch: watch}
	found.check = c
	const most = 1 << 22 // a limit on the number of players; the file is not trusted
	if c.leaf.Players < 0 || c.leaf.Players > most || c.leaf.Base != nil && (c.leaf.Base.Players < 0 || c.leaf.Base.Players > c.leaf.Players) {
		return found, finding.Refuse("bundle-leaf")
	}
	if err := c.base(); err != nil {
		return found, err
	}
	var differs error // the first digest that does
	steps := []func() error{c.people, c.from, c.records, c.others, c.list}
	for i, step := range steps {
		watch.Tell(Input, i, len(steps))
		err := step()
		switch {
		case err != nil && differs == nil:
			found.at, differs = Input, err
			if !onlyDigest(err) {
				return found, err
			}
		case err != nil && !onlyDigest(err):
			return found, differs
		}
	}
	return found, c.again(found, differs)
}

// onlyDigest reports whether a refusal is about a digest over things that can be
// read.
func onlyDigest(err error) bool {
	var refused *finding.Refused
	return errors.As(err, &refused) && slices.Contains([]string{"bundle-standings", "bundle-records", "bundle-facts", "bundle-list"}, refused.ID)
}

// again makes the list again. It returns the first digest that differs, unless
// a number can be named in place of the digest of the list.
func (c *checking) again(found *Checked, differs error) error {
	if differs == nil {
		found.at = Again
	}
	err := c.makeAgain(found)
	if differs == nil {
		return err
	}
	var list, number *finding.Refused
	if errors.As(differs, &list) && list.ID == "bundle-list" {
		found.at = Numbers
		if errors.As(err, &number) && number.ID == "bundle-made" {
			return err
		}
	}
	return differs
}

// checking is the state of a check.
type checking struct {
	*Disclosure
	leafNumber int
	leaf       *ListLeaf
	watch      Watch
	ids        lists.Numbering
	numbers    map[string]uint32
	places     map[string]int // index in Players
	standings  []roster.Standing
	batch      *pack.Batch
	public     []lists.PlayerFact
}

// people checks the commitments and collects the number of each ID.
func (c *checking) people() error {
	digest := ""
	c.numbers = map[string]uint32{}
	c.ids.IDs = make([]string, c.leaf.Players)
	for _, lines := range c.People {
		digest = lists.DigestOf(digest, []byte(lines))
	}
	if digest != c.leaf.People {
		return finding.Refuse("bundle-people")
	}
	for _, lines := range c.People {
		err := eachCommitted([]byte(lines), func(l committed) error {
			if int(l.number) < len(c.ids.IDs) {
				c.ids.IDs[l.number], c.numbers[l.id] = l.id, l.number
			}
			return nil
		})
		if err != nil {
			return finding.Refuse("bundle-people")
		}
	}
	c.ids.Sort()
	c.places = map[string]int{}
	last := -1
	for i := range c.Players {
		p := &c.Players[i]
		n, known := c.numbers[p.ID]
		if !known || int(n) <= last {
			return finding.Refuse("bundle-player", finding.Text("player", p.ID))
		}
		last, c.places[p.ID] = int(n), i
	}
	return nil
}

// number returns the number of a disclosed player.
func (c *checking) number(p *PublicPlayer) uint32 { return c.numbers[p.ID] }

// from checks the base list; for list zero, the list itself.
func (c *checking) from() error {
	players, digest := c.leaf.Players, c.leaf.Standings
	if base := c.leaf.Base; base != nil {
		players, digest = base.Players, base.Standings
	}
	c.standings = make([]roster.Standing, players)
	for i := range c.Players {
		p := &c.Players[i]
		if p.From == nil {
			continue
		}
		n := c.number(p)
		if int(n) >= players {
			return finding.Refuse("bundle-from", finding.Text("player", p.ID))
		}
		for _, kind := range rating.AllKinds {
			if s := *p.From.at(kind); s != nil {
				state, err := s.state()
				if err != nil {
					return finding.Refuse("bundle-from", finding.Text("player", p.ID))
				}
				*c.standings[n].Of(kind) = state
			}
		}
	}
	if lists.StandingsDigest(c.standings) != digest {
		return finding.Refuse("bundle-standings")
	}
	return nil
}

// records checks the records.
func (c *checking) records() error {
	all, sum := sha256.New(), &pack.Batch{}
	for i := range c.Records {
		r := &c.Records[i]
		id := lists.RecordID{Ref: r.Report, Revision: r.Revision}
		batch, err := r.batch(c.numbers)
		var packed []byte
		if err == nil {
			packed, err = batch.AppendBinary(nil)
		}
		if err == nil {
			_, err = sum.Unpack(packed, i)
		}
		if err != nil {
			return finding.Refuse("bundle-record", finding.Text("ref", r.Report))
		}
		fmt.Fprintf(all, "%s %x\n", id.Key(), sha256.Sum256(packed))
	}
	sum.Sort()
	c.batch = sum
	if hex.EncodeToString(all.Sum(nil)) != c.leaf.Records {
		return finding.Refuse("bundle-records")
	}
	return nil
}

// others checks the other public data of the players.
func (c *checking) others() error {
	for i := range c.Players {
		p := &c.Players[i]
		fact := lists.Fact{EnteredUnrated: p.EnteredUnrated}
		for _, kind := range rating.AllKinds {
			if p.Fide != nil && *p.Fide.at(kind) != nil {
				fact.Fide[kind-1] = **p.Fide.at(kind)
			}
		}
		c.public = append(c.public, lists.PlayerFact{Player: c.number(p), Fact: fact})
	}
	if publicDigest(c.public, c.leaf.Players) != c.leaf.Facts {
		return finding.Refuse("bundle-facts")
	}
	return nil
}

// list checks that the stated ratings are the published ones.
func (c *checking) list() error {
	stated := make([]roster.Standing, c.leaf.Players)
	for i := range c.Players {
		p := &c.Players[i]
		for _, kind := range rating.AllKinds {
			if p.To != nil && *p.To.at(kind) != nil {
				made := *p.To.at(kind)
				*stated[c.number(p)].Of(kind) = roster.State{Rating: made.Rating, Games: made.Games}
			}
		}
	}
	if lists.DigestOf(c.leaf.Prev, c.ids.Canonical(nil, c.run(), stated, c.leaf.Revision)) != c.leaf.Digest {
		return finding.Refuse("bundle-list", finding.Text("label", c.leaf.Label))
	}
	return nil
}

// run returns the run that made the list, without its overrides.
func (c *checking) run() *lists.Run {
	l := c.leaf
	return &lists.Run{Label: l.Label, Days: civil.Range{From: l.From, To: l.To}, List: l.InForce, Meet: l.Meet, Regulation: l.Regulation, Edition: l.Edition, Options: l.Options}
}

// overrides returns the ratings set by corrections.
func (c *checking) overrides() ([]lists.Override, error) {
	var all []lists.Override
	for _, o := range c.leaf.Overrides {
		n, known := c.numbers[o.Player]
		if !known || o.Kind == 0 {
			return nil, finding.Refuse("bundle-player", finding.Text("player", o.Player))
		}
		all = append(all, lists.Override{Player: n, Kind: o.Kind, Rating: o.Rating, Correction: o.Correction})
	}
	return all, nil
}

// makeAgain makes the list again and compares it with the stated one.
func (c *checking) makeAgain(found *Checked) error {
	c.watch.Tell(Again, 0, 1)
	run, in, m, err := c.remake()
	if err != nil {
		return err
	}
	found.made = m
	for i := range c.Players {
		const often = 64
		if i%often == 0 {
			c.watch.Tell(Numbers, i, len(c.Players))
		}
		for _, kind := range rating.AllKinds {
			d := c.compare(m, &c.Players[i], kind)
			if d.Stated.Rating.Rated() || d.Made.Rating.Rated() {
				found.Compared++
			}
			if d.Stated != d.Made {
				found.differ(d)
			}
		}
	}
	if found.at == Again {
		found.at = Numbers
	}
	if found.Differ > 0 {
		d := found.Differences[0]
		return finding.Refuse("bundle-made", finding.Text("player", d.Player), finding.Text("type", d.Kind.String()),
			finding.Text("stated", d.Stated.String()), finding.Text("made", d.Made.String()))
	}
	if lists.StandingsDigest(m.Outcome.Standings) != c.leaf.Standings {
		return finding.Refuse("bundle-made-otherwise", finding.Text("label", c.leaf.Label))
	}
	return c.ages(run, in, m)
}

// differ notes a difference.
func (c *Checked) differ(d Difference) {
	const most = 20
	c.Differ++
	if len(c.Differences) < most {
		c.Differences = append(c.Differences, d)
	}
}

// compare returns what is stated about a player, and what was made.
func (c *checking) compare(m *lists.Made, p *PublicPlayer, kind rating.Kind) Difference {
	d := Difference{Player: p.ID, Kind: kind}
	if p.To != nil && *p.To.at(kind) != nil {
		d.Stated = **p.To.at(kind)
	}
	n := c.number(p)
	d.Made = publicMade(m.Outcome.Standings[n].Of(kind), m.Outcome.Moves[n][kind-1])
	return d
}

// remake makes the list as the bureau did.
func (c *checking) remake() (run *lists.Run, in *lists.Input, m *lists.Made, err error) {
	run = c.run()
	defer func() {
		if recover() != nil { // the file may hold games that no bureau would rate
			err = finding.Refuse("bundle-made-otherwise", finding.Text("label", run.Label))
		}
	}()
	if c.leaf.Base == nil {
		return run, &lists.Input{}, openingMade(&roster.List{Standings: c.standings}), nil
	}
	if run.Overrides, err = c.overrides(); err != nil {
		return nil, nil, nil, err
	}
	for _, first := range c.leaf.First {
		n, known := c.numbers[first.Player]
		if !known {
			return nil, nil, nil, finding.Refuse("bundle-player", finding.Text("player", first.Player))
		}
		run.First = append(run.First, lists.FirstRating{Player: n, Rating: first.Rating})
	}
	unknown := finding.Refuse("bundle-edition", finding.Text("edition", run.Edition))
	rules, err := run.Rules()
	if err != nil {
		return nil, nil, nil, unknown
	}
	edition, _ := rules.For(run.Period())
	if edition == nil || edition.About().ID != run.Edition {
		return nil, nil, nil, unknown
	}
	in = &lists.Input{Base: &roster.List{From: c.leaf.Base.InForce, Standings: c.standings}, Batch: c.batch, Players: c.leaf.Players}
	if in.Facts, err = c.facts(edition.Births(run.Period(), c.batch)); err != nil {
		return nil, nil, nil, err
	}
	m, err = run.Make(in, nil)
	return run, in, m, err
}

// ages checks that no age rule is disclosed that decides nothing.
func (c *checking) ages(run *lists.Run, in *lists.Input, m *lists.Made) error {
	rules, err := ageRules(run, in, m)
	if err != nil {
		return err
	}
	for i := range c.Players {
		if p := &c.Players[i]; p.AgeRule != rules[c.number(p)] {
			return finding.Refuse("bundle-age", finding.Text("player", p.ID))
		}
	}
	return nil
}

// facts returns the facts, with the births of the age rules.
func (c *checking) facts(births []civil.Birth) ([]lists.PlayerFact, error) {
	facts := make([]lists.PlayerFact, len(c.public))
	for i, f := range c.public {
		p := &c.Players[i]
		if p.AgeRule < 0 || p.AgeRule > len(births) {
			return nil, finding.Refuse("bundle-age", finding.Text("player", p.ID))
		}
		facts[i] = lists.PlayerFact{Player: f.Player, Fact: agedFact(f.Fact, births, p.AgeRule)}
	}
	return facts, nil
}

// String formats rating, games and K for a message.
func (p PublicMade) String() string {
	return fmt.Sprintf("%v (%d), %+d, K %d", p.Rating, p.Games, p.Change, p.K)
}
