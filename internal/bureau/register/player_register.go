package register

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Register adds a player and returns the ID, the next one if p has none.
func Register(ctx context.Context, b *bureau.Bureau, p Player, person Person, reason string) (id string, err error) {
	err = b.Do(ctx, "player.add", reason, func(tx *bureau.Tx) error {
		id, err = Add(tx, p, person)
		tx.Note(id, nil)
		return err
	})
	return id, err
}

// Add adds a player within a transaction.
func Add(tx *bureau.Tx, p Player, person Person) (string, error) {
	reg := NewBatch(tx)
	if err := reg.enter(&p, &person); err != nil {
		return "", err
	}
	return p.ID, reg.Close()
}

// enter adds a player, checking the format of the ID or assigning the next one.
func (r *Batch) enter(p *Player, person *Person) (err error) {
	switch {
	case p.ID == "":
		if p.ID, err = nextID(r.Tx); err != nil {
			return err
		}
	case !r.Settings.IDPattern().MatchString(p.ID):
		if near, err := Padded(r, p.ID); err != nil || len(near) > 0 {
			return cmp.Or(err, Unknown(r, p.ID))
		}
		return finding.Refuse("id-form", finding.Text("id", p.ID), finding.Text("pattern", r.Settings.IDs))
	}
	return r.Add(p, person)
}

// plausible refuses a card without a name or with an impossible age, and one of somebody
// who is not known to be of age and agrees to be found by search engines.
func plausible(tx *bureau.Tx, card *Card) error {
	const youngest, ofAge, oldest = 4, 18, 110 // Reading G8
	if card.Name == "" {
		return finding.Refuse("name-needed")
	}
	age, known := card.Birth.AgeOn(tx.Today)
	switch {
	case known && !card.Deceased && (age < youngest || age > oldest):
		return finding.Refuse("birth-of-nobody", finding.Int("youngest", youngest), finding.Int("oldest", oldest))
	case card.Indexed && age < ofAge: // or not known
		return finding.Refuse("indexed-under-age", finding.Int("age", ofAge))
	}
	return nil
}

// Enter registers a player from FIELD=VALUE pairs. It returns the stored card
// and the players who may be the same person.
func Enter(ctx context.Context, b *bureau.Bureau, fields []string, reason string) (*Card, []Pair, error) {
	r, err := cards().Fields(fields)
	if err != nil {
		return nil, nil, err
	}
	var card *Card
	var alike []Pair
	err = b.Do(ctx, "player.add", reason, func(tx *bureau.Tx) error {
		card = &Card{}
		if err := bureau.FirstRefusal(r.Fill(card)); err != nil {
			return err
		}
		if err := plausible(tx, card); err != nil {
			return err
		}
		if alike, err = alikeTo(tx, card); err != nil {
			return err
		}
		card.defaultEntered()
		id, err := Add(tx, card.Player, card.Person)
		card.ID = id
		for i := range alike {
			alike[i].A = id
		}
		tx.Note(id, nil)
		return err
	})
	return card, alike, err
}

// Set changes fields of a player by FIELD=VALUE pairs; an empty value clears a
// field.
func Set(ctx context.Context, b *bureau.Bureau, id string, fields []string, reason string) (*Card, error) {
	r, err := cards().Fields(fields)
	if err != nil {
		return nil, err
	}
	var card *Card
	err = b.Do(ctx, "player.set", reason, func(tx *bureau.Tx) error {
		if card, err = CardOf(tx, id); err != nil {
			return err
		}
		if err := tx.About(card.Subject()); err != nil {
			return err
		}
		before := card.Player
		if err := bureau.FirstRefusal(r.Fill(card)); err != nil {
			return err
		}
		if card.ID != before.ID {
			return finding.Refuse("id-stays", finding.Text("id", before.ID))
		}
		if err := plausible(tx, card); err != nil {
			return err
		}
		tx.Note(before.ID, map[string]any{"fields": r.Columns()}) // never what they are
		return keepPlayer(tx, &before, &card.Player, &card.Person)
	})
	return card, err
}

// defaultEntered sets EnteredUnrated where it is not stated: true unless the
// player has a FIDE rating (Reading J4).
func (c *Card) defaultEntered() {
	if c.entered == "" {
		c.EnteredUnrated = c.Fide == [rating.Kinds]rating.Rating{}
	}
}

// ImportPlayers imports a CSV of players: it updates players whose IDs exist,
// in the columns present, and registers the others. A line without an ID gets
// the next one. A line with the days of a membership enrols its player. Either
// all lines are imported or none.
func ImportPlayers(ctx context.Context, b *bureau.Bureau, in io.Reader, file, reason string) (*Imported, error) {
	var named namedClubs
	var proposed []ProposedClub
	var reg *Batch
	made, err := importRows(ctx, b, "player", entries(), in, file, reason, []string{"name"}, func(tx *bureau.Tx, to *Imported) (func(*sheet.Row[Card]) (effect, []finding.Finding, error), func() error) {
		lines := map[string]finding.At{}
		reg, named = NewBatch(tx), namedClubs{}
		reg.imported = to
		return func(r *sheet.Row[Card]) (effect, []finding.Finding, error) {
				if id := r.Value("id"); id != "" {
					if first, twice := lines[id]; twice {
						return same, nil, finding.Refuse("id-repeated-in-list", finding.Text("id", id), finding.Int("first", int(first.Line)))
					}
					lines[id] = r.At
				}
				named.add(r.Value("club"))
				return reg.takeEntry(r)
			}, func() (err error) {
				if proposed, err = named.proposed(tx); err != nil {
					return err
				}
				return reg.Close()
			}
	})
	if err == nil && !made.Refused() {
		made.Proposed, made.Given = proposed, reg.given
	}
	return made, err
}

// takeEntry takes the card of a line, and enrols the player if it says from when to when.
func (r *Batch) takeEntry(line *sheet.Row[Card]) (effect, []finding.Finding, error) {
	card := &Card{}
	outcome, found, err := r.take(line, card)
	if err != nil || bureau.AnyRefusal(found) || card.ID == "" {
		return outcome, found, err
	}
	if outcome == added && line.Value("id") == "" {
		r.given = append(r.given, &card.Player)
	}
	if card.member == (civil.Range{}) {
		return outcome, found, nil
	}
	enrolled, said, err := enrolAt(r.Tx, r.imported, Membership{Player: card.ID, Days: card.member}, line.At)
	if outcome == same && enrolled != same {
		outcome = changed
	}
	return outcome, append(found, said...), err
}

// take registers the player of a line, or updates the existing one. The card
// becomes that of the player; that of an erased one stays empty.
func (r *Batch) take(line *sheet.Row[Card], card *Card) (effect, []finding.Finding, error) {
	before, err := Players.Get(r, line.Value("id"))
	if err != nil {
		return same, nil, err
	}
	if before == nil {
		return r.takeNew(line, card)
	}
	if before.MergedInto != "" {
		return same, nil, finding.Refuse("player-merged", finding.Text("id", before.ID), finding.Text("into", before.MergedInto))
	}
	if before.Erased { // an import from elsewhere does not restore them
		return same, []finding.Finding{finding.New("player-erased", finding.Warning, line.At, finding.Text("id", before.ID))}, nil
	}
	person, err := PersonOf(r, before.ID)
	if err != nil {
		return same, nil, err
	}
	card.Player, card.Person = *before, *person
	found := card.fill(line)
	if bureau.AnyRefusal(found) || cards().Same(card, &Card{Player: *before, Person: *person}) {
		return same, found, nil
	}
	if err := plausible(r.Tx, card); err != nil {
		return same, found, err
	}
	r.suspects.add(card)
	note(r.imported, line.At.Line, card.ID, card.Name, cards(), &Card{Player: *before, Person: *person}, card)
	return changed, found, r.put(before, &card.Player, &card.Person)
}

// fill parses the cells of a line.
func (c *Card) fill(line *sheet.Row[Card]) []finding.Finding {
	found := line.Fill(c)
	c.Name = RomanName(c.Name + " " + c.given)
	return found
}

// takeNew registers the player of a line.
func (r *Batch) takeNew(line *sheet.Row[Card], card *Card) (effect, []finding.Finding, error) {
	found := card.fill(line)
	if bureau.AnyRefusal(found) {
		return same, found, nil
	}
	if err := plausible(r.Tx, card); err != nil {
		return same, found, err
	}
	card.defaultEntered()
	alike, said, err := r.alike(line, card)
	if err != nil {
		return same, nil, err
	}
	found = append(found, said...)
	err = r.enter(&card.Player, &card.Person)
	if r.suspects.add(card); err == nil {
		r.imported.noteNew(line.At.Line, card.ID, card.Name)
	}
	for _, p := range alike {
		found = append(found, p.finding(card.ID, line.At))
	}
	return added, found, err
}

// alike returns the players who may be the person of a line without an ID.
func (r *Batch) alike(line *sheet.Row[Card], card *Card) ([]Pair, []finding.Finding, error) {
	if line.Value("id") != "" {
		return nil, nil, nil
	}
	if r.suspects == nil {
		var err error
		if r.suspects, err = suspectsOf(r); err != nil {
			return nil, nil, err
		}
	}
	return r.suspects.alikeTo(r, card, line.At)
}

// ExportPlayers writes the players as a CSV that ImportPlayers reads, with or
// without the private columns. Merged and erased players are left out.
func ExportPlayers(r bureau.Reader, w io.Writer, private bool) error {
	return cards().Shown(private).WriteCSV(w, func(write func(*Card) error) error {
		return Players.Scan(r, "", "", func(id string, p *Player) (bool, error) {
			if p.MergedInto != "" || p.Erased {
				return true, nil
			}
			card := &Card{Player: *p}
			if private {
				person, err := PersonOf(r, id)
				if err != nil {
					return false, err
				}
				card.Person = *person
			}
			return true, write(card)
		})
	})
}

// fideIDs returns the set of the players' FIDE IDs.
func fideIDs(r bureau.Reader) (map[string]bool, error) {
	ids := map[string]bool{}
	err := Players.Scan(r, "", "", func(_ string, p *Player) (bool, error) {
		if p.FideID != "" && p.MergedInto == "" && !p.Erased {
			ids[p.FideID] = true
		}
		return true, nil
	})
	return ids, err
}

// FideList is a list of FIDE, with its ratings as FIDE ratings.
type FideList interface {
	// ByFideID finds a player by FIDE ID.
	ByFideID(id string) (n uint32, found bool)
	// Player returns a player by number.
	Player(n uint32) *roster.Player
	// Len returns the number of players.
	Len() int
}

// FideUpdate is the result of an update from a FIDE list.
type FideUpdate struct {
	Found, Changed, Missing int
	Findings                []finding.Finding // about players who do not resemble their entry in the list
}

// UpdateFide updates FIDE ratings and titles from a list of FIDE and records
// its month ("2026-03"). Players who are missing from the list, or have data of
// a later one, are left unchanged. A list that can hardly be right is refused.
func UpdateFide(ctx context.Context, b *bureau.Bureau, list FideList, label string) (made *FideUpdate, err error) {
	err = b.Do(ctx, "player.fide", "", func(tx *bureau.Tx) error {
		made = &FideUpdate{}
		if !isMonth(label) || label > (tx.Today + 31).String()[:len(label)] { // next month's list may already be published
			return finding.Refuse("fide-label", finding.Text("label", label))
		}
		run, err := lists.RunNow(tx, "")
		if err != nil {
			return err
		}
		newest, err := lists.StandingsOf(tx, run)
		if err != nil {
			return err
		}
		stated, err := statedFideIDs(tx)
		if err != nil {
			return err
		}
		reg, later := NewBatch(tx), ""
		var doubt fideDoubt
		err = eachPlayer(tx, func(p *Player) error {
			if p.FideID+stated[p.ID] == "" || p.MergedInto != "" || p.Erased {
				return nil
			}
			var listed *roster.Player
			if n, found := list.ByFideID(cmp.Or(p.FideID, stated[p.ID])); found {
				listed = list.Player(n)
			}
			if p.FideID != "" {
				doubt.see(p, listed)
			}
			switch {
			case p.FideID == "" && listed == nil:
				return nil
			case listed == nil:
				made.Missing++
				return nil
			case isMonth(p.FideList) && p.FideList > label: // 6(2), Reading J23
				later = max(later, p.FideList)
				return nil
			}
			return reg.updateFide(p, listed, newest, label, made)
		})
		if err != nil {
			return err
		}
		if err := doubt.refuse(); err != nil {
			return err
		}
		if later != "" {
			made.Findings = append(made.Findings, finding.New("fide-list-older", finding.Warning, finding.At{},
				finding.Text("label", label), finding.Text("later", later)))
		}
		tx.Note(label, map[string]any{"found": made.Found, "changed": made.Changed})
		return reg.Close()
	})
	return made, err
}

// eachPlayer calls each for all players. It reads some at a time, so that each may write
// and memory stays bounded.
func eachPlayer(r bureau.Reader, each func(*Player) error) error {
	const atOnce = 1000
	for from := ""; ; {
		var some []*Player
		err := Players.Scan(r, from, "", func(id string, p *Player) (bool, error) {
			some, from = append(some, p), id+"\x00"
			return len(some) < atOnce, nil
		})
		if err != nil || len(some) == 0 {
			return err
		}
		for _, p := range some {
			if err := each(p); err != nil {
				return err
			}
		}
	}
}

// isMonth reports whether a text is the label of a FIDE list.
func isMonth(text string) bool {
	_, err := time.Parse("2006-01", text)
	return err == nil
}

// updateFide updates a player from an entry of a FIDE list.
func (r *Batch) updateFide(p *Player, listed *roster.Player, newest *lists.Standings, label string, made *FideUpdate) error {
	person, err := PersonOf(r, p.ID)
	if err != nil {
		return err
	}
	before := *p
	if p.FideID == "" { // a report states it: 6(2) needs FIDE's word that it is theirs
		if !roster.SameName(p.Name, listed.Name) || listed.Birth == 0 || listed.Birth.Year() != person.Birth.Year() {
			return nil
		}
		p.FideID = listed.FideID
		made.Findings = append(made.Findings, finding.New("fide-id-from-report", finding.Warning, finding.At{},
			finding.Text("id", p.ID), finding.Text("name", p.Name), finding.Text("fide", p.FideID)))
	}
	made.Found++
	note := func(id string, values ...finding.Value) {
		made.Findings = append(made.Findings, finding.New(id, finding.Warning, finding.At{},
			append(values, finding.Text("id", p.ID), finding.Text("name", p.Name), finding.Text("fide", p.FideID))...))
	}
	if listed.Name != "" && !roster.SameName(p.Name, listed.Name) {
		note("fide-name-differs", finding.Text("listed", RomanName(listed.Name)))
	}
	if listed.Birth != 0 && person.Birth != 0 && listed.Birth.Year() != person.Birth.Year() {
		note("fide-birth-differs")
	}
	p.Fide, p.FideList = listed.Fide, label
	if listed.Title != "" {
		p.Title = listed.Title
	}
	if p.EnteredUnrated && p.Fide != [rating.Kinds]rating.Rating{} {
		standing, err := newest.Of(p.Number)
		if err != nil {
			return err
		}
		p.EnteredUnrated = !lists.IsEmpty(&standing[0]) // not entered yet; Reading J4
	}
	if p.Fide != before.Fide || p.Title != before.Title {
		made.Changed++
	}
	if p.equal(&before) {
		return nil
	}
	return r.put(&before, p, person)
}

// equal reports whether two players have the same public card.
func (p *Player) equal(o *Player) bool { return cards().Same(&Card{Player: *p}, &Card{Player: *o}) }
