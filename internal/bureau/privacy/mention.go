package privacy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Mentions finds the person in texts, by what registers and reports call them.
type Mentions struct{ *register.Mentions }

// Mentions returns what finds the person in texts, as far as the register knows them.
func (who *PersonIDs) Mentions(r bureau.Reader) (*Mentions, error) {
	known := &Mentions{&register.Mentions{}}
	for _, p := range who.Players {
		person, err := register.PersonOf(r, p.ID)
		if err != nil {
			return nil, err
		}
		known.Name(p.Name, p.NameLocal, p.Kana, person.Guardian)
		known.Number(p.FideID, person.Email, person.GuardianEmail)
	}
	return known, nil
}

// entry adds what an entry calls the person.
func (known *Mentions) entry(e *report.Player) {
	known.Name(e.Name, e.NameLocal)
	known.Number(e.Email, e.FideID)
}

func (known *Mentions) entries(at []Appearance) {
	for _, a := range at {
		if a.Entry != nil {
			known.entry(a.Entry)
		}
	}
}

// mentioning adds the reports to in that mention a person elsewhere than in an entry.
func mentioning(tx *bureau.Tx, known *Mentions, in map[string][]Appearance) error {
	return intake.Cases.Scan(tx, "", "", func(_ string, r *check.Case) (bool, error) {
		if in[r.Ref] != nil {
			return true, nil
		}
		c := &cleaner{known: known, by: "-"}
		err := intake.EachStatement(tx, r, func(_ *check.Statement, w *statement.Words) {
			p := &report.Report{}
			w.Over(p, nil, false)
			_ = c.report(p) // a report can be encoded
		})
		if err != nil {
			return false, err
		}
		if c.found {
			in[r.Ref] = []Appearance{}
			return true, nil
		}
		for i := range r.Revisions {
			data, err := vault.Unseal(tx, vault.Reading, r.RecordID(r.Revisions[i].Number))
			if err != nil {
				return false, err
			}
			if data == nil || !known.MayBeIn(string(data)) {
				continue
			}
			u, err := intake.UnpackReading(data)
			if err != nil {
				return false, err
			}
			for _, p := range u.Reports() {
				if err := c.report(p); err != nil {
					return false, err
				}
			}
			if c.found {
				in[r.Ref] = []Appearance{}
				break
			}
		}
		return true, nil
	})
}

// recordsOfRuns returns the records that a list was made from.
func recordsOfRuns(r bureau.Reader) (map[lists.RecordID]bool, error) {
	used := map[lists.RecordID]bool{}
	return used, lists.Runs.Scan(r, "", "", func(_ string, run *lists.Run) (bool, error) {
		for _, id := range run.Records {
			used[id] = true
		}
		return true, nil
	})
}

// cleaner removes what mentions a person from documents.
type cleaner struct {
	known  *Mentions
	by     string // what takes the place of the name in other names; empty: these stay
	theirs bool   // the document is about the person: a file's name is theirs that has one of their names

	renamed map[string]string // the sections of a report that were named after the person
	found   bool              // something mentioned them
}

// text returns a text of a field without the person.
func (c *cleaner) text(field, text string) string {
	now := text
	switch field = strings.ToLower(field); {
	case field == "file" && (c.theirs && c.known.InFile(text) || c.known.In(text)):
		now = ""
	case field == "digest" || field == "beside" || !c.known.In(text):
		now = cmp.Or(c.renamed[text], text)
	case slices.Contains([]string{"reason", "reasons", "withdrawn"}, field):
		now = bureau.ErasedReason
	case field == "actor" || field == "words":
		now = ""
	case c.by != "":
		now = cmp.Or(c.renamed[text], c.known.Without(text, c.by))
	}
	c.found = c.found || now != text
	return now
}

// tree returns a JSON tree without the person; field is the name of what it is in.
func (c *cleaner) tree(field string, v any) any {
	switch v := v.(type) {
	case string:
		return c.text(field, v)
	case []any:
		for i := range v {
			v[i] = c.tree(field, v[i])
		}
	case map[string]any:
		for key := range v {
			within := key
			if strings.EqualFold(field, "reasons") {
				within = field
			}
			v[key] = c.tree(within, v[key])
		}
	}
	return v
}

// document returns a JSON document without the person, and whether it mentioned them.
func (c *cleaner) document(data []byte) (clean []byte, changed bool, err error) {
	from := json.NewDecoder(bytes.NewReader(data))
	from.UseNumber()
	var tree any
	if err := from.Decode(&tree); err != nil {
		return nil, false, err
	}
	before := c.found
	c.found = false
	tree = c.tree("", tree)
	changed, c.found = c.found, c.found || before
	clean, err = json.Marshal(tree)
	return clean, changed, err
}

// clean removes the person from a value.
func clean[T any](c *cleaner, v *T) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	data, changed, err := c.document(data)
	if err != nil || !changed {
		return err
	}
	var now T
	if err := json.Unmarshal(data, &now); err != nil {
		return err
	}
	*v = now
	return nil
}

// report removes the person from what a file says of its event. Entries stay: they are
// those of other people.
func (c *cleaner) report(p *report.Report) error {
	players := make([][]report.Player, len(p.Sections))
	for i := range p.Sections {
		players[i], p.Sections[i].Players = p.Sections[i].Players, nil
	}
	err := clean(c, p)
	for i := range players {
		p.Sections[i].Players = players[i]
	}
	return err
}

// sections finds other names for the sections of a report that were named after the
// person, and puts them into its records. Their order stays: the order in which games
// count follows from it. So does the name of the event in records that lists were made
// from, as that is part of what was published.
func (c *cleaner) sections(tx *bureau.Tx, r *check.Case, said map[int]*check.Reading, used map[lists.RecordID]bool) error {
	records, names := map[lists.RecordID]*pack.Batch{}, []string{}
	for i := range r.Revisions {
		id := r.RecordID(r.Revisions[i].Number)
		batch, err := lists.StoredRecord(tx, id)
		if err != nil {
			return err
		}
		if batch == nil {
			continue
		}
		records[id] = batch
		for i := range batch.Sections {
			names = append(names, batch.Sections[i].Name)
		}
	}
	for _, u := range said {
		for _, p := range u.Reports() {
			for i := range p.Sections {
				names = append(names, p.Sections[i].Name)
			}
		}
	}
	c.rename(names)
	for id, batch := range records {
		changed := false
		for i := range batch.Sections {
			if now, is := c.renamed[batch.Sections[i].Name]; is {
				batch.Sections[i].Name, changed = now, true
			}
		}
		for i := range batch.Events {
			if e := &batch.Events[i]; !used[id] && c.known.In(e.Name) {
				e.Name, changed = c.known.Without(e.Name, c.by), true
			}
		}
		if !changed {
			continue
		}
		data, err := batch.AppendBinary(nil)
		if err != nil {
			return err
		}
		if err := tx.Put(lists.RecordKind, id.Key(), data); err != nil {
			return err
		}
	}
	sections, err := rows.Sections.Select(tx, bureau.Range{Is: []any{r.Ref}})
	for _, s := range sections {
		s.Name = cmp.Or(c.renamed[s.Name], s.Name)
	}
	return errors.Join(err, rows.Sections.PutAll(tx, sections...))
}

// rename finds other names for those that mention the person, with the same place in the
// order of all.
func (c *cleaner) rename(names []string) {
	slices.Sort(names)
	names = slices.Compact(names)
	c.renamed = map[string]string{}
	for i, name := range names {
		if !c.known.In(name) {
			continue
		}
		before, after := "", ""
		if i > 0 {
			before = names[i-1]
		}
		if i+1 < len(names) {
			after = names[i+1]
		}
		for _, now := range []string{c.known.Without(name, c.by), before + " " + c.by, before + " "} {
			if (i == 0 || now > before) && (after == "" || now < after) {
				names[i], c.renamed[name] = now, now
				break
			}
		}
	}
}

// sweep removes the person from all documents that hold texts, but those of the audit
// log, leaves, and players, whose names are their own.
func (c *cleaner) sweep(tx *bureau.Tx) error {
	others := []string{
		bureau.Entries.Kind, bureau.Heads.Kind, proof.AllLeaves.Kind, bureau.AllSettings.Kind, register.Players.Kind, register.PersonKind,
		register.PlayerNames.Kind, intake.Announced.Kind, register.ClubNames.Kind,
	}
	kinds, err := tx.Kinds()
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		if slices.Contains(others, kind) {
			continue
		}
		found := map[string][]byte{}
		err := tx.Scan(kind, "", "", func(key string, data []byte) (bool, error) {
			if slices.Contains(bureau.RetiredNames, kind) {
				found[key] = nil
				return true, nil
			}
			if len(data) == 0 || data[0] != '{' || !json.Valid(data) { // packed, or encrypted
				return true, nil
			}
			now, changed, err := c.document(data)
			if changed {
				found[key] = now
			}
			return true, err
		})
		if err != nil {
			return err
		}
		for key, data := range found {
			if err := keep(tx, kind, key, data); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep stores a document, and the keys under which it is found by its names; nil: it deletes it.
func keep(tx *bureau.Tx, kind, key string, data []byte) error {
	if data == nil {
		return tx.Delete(kind, key)
	}
	switch kind {
	case intake.Cases.Kind:
		r, err := intake.Cases.Read(key, data)
		if err != nil {
			return err
		}
		return intake.Keep(tx, r)
	case register.Clubs.Kind:
		before, err := register.Clubs.Get(tx, key)
		if err != nil {
			return err
		}
		club, err := register.Clubs.Read(key, data)
		if err != nil {
			return err
		}
		return register.KeepClub(tx, before, club)
	case intake.Announcements.Kind:
		before, err := intake.Announcements.Get(tx, key)
		if err != nil {
			return err
		}
		a, err := intake.Announcements.Read(key, data)
		if err != nil {
			return err
		}
		if err := tx.Delete(intake.Announced.Kind, before.Key()); err != nil {
			return err
		}
		if err := intake.Announced.Put(tx, a.Key(), &a.Ref); err != nil {
			return err
		}
		return intake.Announcements.Put(tx, key, a)
	}
	return tx.Put(kind, key, data)
}
