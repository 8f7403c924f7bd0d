package intake

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// anchorAt returns the anchor of a place in a file.
func anchorAt(p join.Place) check.Anchor {
	return check.Anchor{Part: check.Part{File: p.File, Section: p.Section}, Start: p.Start}
}

// Anchors returns where the entries of a report stand in its files, by section and start number
// in the report.
func Anchors(tx *bureau.Tx, r *check.Case) (func(section string, start int) []check.Anchor, error) {
	e, _, err := joined(tx, &tx.Moment, r.Copied(), nil)
	return func(section string, start int) (anchors []check.Anchor) {
		if e == nil || e.Report == nil {
			return nil
		}
		for _, p := range e.Places(section, start) {
			anchors = append(anchors, anchorAt(p))
		}
		return anchors
	}, err
}

// filesOf returns the files of a report, each as it was read. Those whose key was
// destroyed are not there. fresh is what was read just now, and is not kept yet; it may
// be nil.
func filesOf(rd bureau.Reader, r *check.Case, fresh *check.Reading) ([]join.File, error) {
	replaced := map[int][]string{}
	for i := range r.Revisions {
		if r.IsAside(r.Revisions[i].Number) {
			continue
		}
		for _, part := range r.Revisions[i].Replaces {
			replaced[part.File] = append(replaced[part.File], part.Section)
		}
	}
	stated, err := statedOf(rd, r)
	if err != nil {
		return nil, err
	}
	var files []join.File
	for i := range r.Revisions {
		v := &r.Revisions[i]
		if v.Digest == "" {
			continue
		}
		u := fresh
		if u == nil || u.Revision != v.Number {
			if u, err = readingOf(rd, r, v.Number); err != nil {
				return nil, err
			}
		}
		if u == nil || u.Report == nil {
			continue
		}
		f := join.File{Number: v.Number, Digest: v.Digest + v.Sidecar, Without: replaced[v.Number]}
		f.Report, f.Found = stated.over(u)
		if r.IsAside(v.Number) {
			f.Without = nil
			for j := range u.Report.Sections {
				f.Without = append(f.Without, u.Report.Sections[j].Name)
			}
			f.Aside = true
		}
		files = append(files, f)
	}
	dropElsewhere(files)
	return files, nil
}

// dropElsewhere drops what is found of a word about a section that a file has not, if another one has it: the word is about that.
func dropElsewhere(files []join.File) {
	if len(files) < 2 {
		return
	}
	has := map[string]bool{}
	for i := range files {
		for j := range files[i].Report.Sections {
			has[files[i].Report.Sections[j].Name] = true
		}
	}
	for i := range files {
		f := &files[i]
		f.Found = slices.DeleteFunc(slices.Clone(f.Found), func(found finding.Finding) bool {
			section := found.Value("section")
			own := slices.ContainsFunc(f.Report.Sections, func(s report.Section) bool { return s.Name == section })
			return (found.ID == "no-entry" || found.ID == "no-game") && !own && has[section]
		})
	}
}

// people are the players behind the entries of files.
type people struct {
	federation string // the one whose national IDs these are
	known      join.Known
	byID       map[string]*register.Player
	reads      Subjects // the numbers by which they are found, or not
}

// together is the file number of all files of a report joined, where these stand for one.
const together = -1

// identities finds who the entries of files are, by the register and by what
// officers have said of the entries of each.
func identities(rd bureau.Reader, at *bureau.Moment, r *check.Case, files ...join.File) (*people, error) {
	rules, err := at.Settings.Rules()
	if err != nil {
		return nil, err
	}
	who := &people{rules.Latest().About().Federation, join.Known{}, map[string]*register.Player{}, Subjects{}}
	matched := map[check.Anchor]*check.Decision{}
	for _, d := range r.Standing() {
		if m := d.Match; m != nil {
			matched[m.Of] = d
			matched[anchorAt(join.Place{File: together, Section: m.Section, Start: m.Start})] = d
		}
	}
	var ids []string
	for _, f := range files {
		for i := range f.Report.Sections {
			for j := range f.Report.Sections[i].Players {
				ids = append(ids, f.Report.Sections[i].Players[j].ID)
			}
		}
	}
	for _, kind := range []string{register.Players.Kind, register.PersonKind, register.Memberships.Kind} {
		if err := bureau.Gather(rd, kind, ids); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		for i := range f.Report.Sections {
			s := &f.Report.Sections[i]
			for j := range s.Players {
				p := &s.Players[j]
				var player *register.Player
				decided := matched[anchorAt(join.Place{File: f.Number, Section: s.Name, Start: p.StartNumber})]
				if decided != nil {
					player, err = register.Find(rd, decided.Match.Player)
				} else {
					player, err = byNumber(rd, p, who.federation)
				}
				if err != nil {
					return nil, err
				}
				for _, number := range p.Numbers() {
					if player == nil || p.ID != player.ID {
						who.reads.AddNumber(number)
					}
				}
				if player != nil {
					who.reads.AddNumber(player.ID)
					is := join.Identity{ID: player.ID}
					if decided != nil {
						is.Decided, is.Files = true, r.LastOf(decided.Files)
					}
					who.known[p], who.byID[player.ID] = is, player
				}
			}
		}
	}
	return who, nil
}

// rows returns the players that the entries of an event are, by section and entry; nil
// where nobody knows.
func (who *people) rows(e *join.Event) [][]*register.Player {
	rows := make([][]*register.Player, len(e.IDs))
	for i, ids := range e.IDs {
		rows[i] = make([]*register.Player, len(ids))
		for j, id := range ids {
			rows[i][j] = who.byID[id]
		}
	}
	return rows
}

// joined puts the files of a report together, and what officers have decided of their
// entries where these are in it.
func joined(rd bureau.Reader, at *bureau.Moment, r *check.Case, fresh *check.Reading) (*join.Event, *people, error) {
	files, err := filesOf(rd, r, fresh)
	if err != nil || len(files) == 0 {
		return nil, nil, err
	}
	for i := range files {
		files[i].Day = at.Settings.Day(r.Revisions[files[i].Number-1].At)
	}
	if err := hideForgotten(rd, files); err != nil {
		return nil, nil, err
	}
	who, err := identities(rd, at, r, files...)
	if err != nil {
		return nil, nil, err
	}
	e := join.Join(files, who.known, who.federation)
	r.Locate(e)
	return e, who, decideDays(rd, at.Settings, r, e, who.reads)
}

// decideDays decides days that can be read in several ways: by the announcement of the event, by
// the day of receipt, which no event begins after, or as two days that follow each other.
func decideDays(rd bureau.Reader, s *bureau.Settings, r *check.Case, e *join.Event, reads Subjects) error {
	if e.Report == nil {
		return nil
	}
	announced, received := map[civil.Date]bool{}, s.Day(r.Received)
	for _, day := range e.Report.MayBegin() {
		reads.Add(ofEvent, check.EventKey(e.Report.Name, day))
		a, err := AnnouncementOf(rd, e.Report.Name, day)
		if err != nil {
			return err
		}
		if a != nil && a.Binds(s) { // Reading G12
			announced[day] = true
		}
	}
	e.Found = append(e.Found, e.Report.DecideDays(
		report.Evidence{Because: "by-announcement", Allows: func(days civil.Range) bool { return announced[days.From] }},
		report.Evidence{Because: "by-receipt", Allows: func(days civil.Range) bool { return cmp.Or(days.From, days.To) <= received }},
		report.Evidence{Because: "by-days", Allows: func(days civil.Range) bool { return days.From != 0 && days.To == days.From+1 }},
	)...)
	return nil
}

// hideForgotten takes the IDs that stand in the place of somebody who was forgotten from
// files where another one names somebody: a question would tell whose ID it is.
func hideForgotten(rd bureau.Reader, files []join.File) error {
	for _, of := range []func(*report.Report) *string{
		func(p *report.Report) *string { return &p.SubmittedBy },
		func(p *report.Report) *string { return &p.Responsible },
		func(p *report.Report) *string { return &p.ChiefArbiter },
	} {
		var forgotten []*string
		named := false
		for i := range files {
			text := of(files[i].Report)
			if *text == "" {
				continue
			}
			p, err := register.Players.Get(rd, *text)
			if err != nil {
				return err
			}
			if p != nil && p.Erased {
				forgotten = append(forgotten, text)
			} else {
				named = true
			}
		}
		for _, text := range forgotten {
			if named {
				*text = ""
			}
		}
	}
	return nil
}
