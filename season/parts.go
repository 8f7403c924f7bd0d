package season

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
)

// Parts puts reports together that are parts of one event, as a bureau does: groups
// of an open whose program writes a file for each. They have the name and the days of the
// event in common, and no player in the same round. Files that do are left as they are:
// they refuse each other.
func Parts(sources []Source) ([]Source, []finding.Finding) {
	type event struct {
		name       string
		start, end civil.Date
	}
	groups := map[event][]Source{}
	digests := map[[sha256.Size]byte]bool{}
	var order []event
	for _, s := range sources {
		if r := s.Report; r.Name != "" && !digests[s.Digest] {
			digests[s.Digest] = true
			e := event{r.Name, r.FirstDay(), r.LastDay()}
			if groups[e] == nil {
				order = append(order, e)
			}
			groups[e] = append(groups[e], s)
		}
	}
	var found []finding.Finding
	joined := map[*report.Report]bool{}
	var all []Source
	for _, e := range order {
		group := groups[e]
		if len(group) < 2 || !apart(group) {
			continue
		}
		together, told := together(group)
		for _, s := range group {
			joined[s.Report] = true
		}
		found, all = append(found, told...), append(all, together)
	}
	if len(joined) == 0 {
		return sources, nil
	}
	for _, s := range sources {
		if !joined[s.Report] {
			all = append(all, s)
		}
	}
	return all, found
}

// together returns the report that several files make.
func together(group []Source) (Source, []finding.Finding) {
	slices.SortFunc(group, func(a, b Source) int { return cmp.Compare(a.Report.File, b.Report.File) })
	files := make([]join.File, len(group))
	var names []string
	sum := sha256.New()
	for i, s := range group {
		files[i] = join.File{Number: i + 1, Digest: string(s.Digest[:]), Report: s.Report}
		names = append(names, s.Report.File)
		sum.Write(s.Digest[:])
	}
	e := join.Join(files, nil, "")
	e.Report.File = strings.Join(names, ", ")
	f := finding.New("parts-joined", finding.Info, finding.At{}, finding.Int("files", len(group)), finding.Int("sections", len(e.Report.Sections)))
	return Source{Report: e.Report, Digest: [sha256.Size]byte(sum.Sum(nil))}, []finding.Finding{f.Of(e.Report.File)}
}

// apart reports whether the files of an event can be parts of it: each holds together,
// organisers do not contradict each other, some section has no name of its own, and no
// player is in two files in the same round.
func apart(group []Source) bool {
	names := map[string]int{}
	organizer := ""
	for _, s := range group {
		if slices.ContainsFunc(report.Check(s.Report), func(f finding.Finding) bool { return f.Refuses && !report.LacksGames(&f) }) {
			return false
		}
		if o := report.FoldName(s.Report.Organizer); o != "" && organizer != "" && o != organizer {
			return false
		}
		organizer = cmp.Or(organizer, report.FoldName(s.Report.Organizer))
		for i := range s.Report.Sections {
			names[s.Report.Sections[i].Name]++
		}
	}
	same := false // a section in two files under one name: they are rated as they are otherwise
	for _, n := range names {
		same = same || n > 1
	}
	return same && !meet(group)
}

// meet reports whether two of the files have a player in the same round, or most of
// their games by their start numbers: then they are one, with names in two scripts.
func meet(group []Source) bool {
	type seat struct {
		key   string
		round int
	}
	type seated struct {
		file   int
		player *report.Player
	}
	taken := map[seat][]seated{}
	for file, s := range group {
		for _, other := range group[:file] {
			if alike(s.Report, other.Report) {
				return true
			}
		}
		for i := range s.Report.Sections {
			section := &s.Report.Sections[i]
			index := report.NewIndex(section)
			for _, g := range section.Games {
				for _, start := range [...]int{g.White, g.Black} {
					entry := index.Of(start)
					if entry < 0 {
						continue // report.Check refuses it
					}
					p := &section.Players[entry]
					for _, key := range keysOf(p) {
						at := seat{key, g.Round}
						if slices.ContainsFunc(taken[at], func(o seated) bool { return o.file != file && mayBe(o.player, p) }) {
							return true
						}
						taken[at] = append(taken[at], seated{file, p})
					}
				}
			}
		}
	}
	return false
}

// keysOf returns by what a player may be found in another file: IDs and name.
func keysOf(p *report.Player) []string {
	keys := p.Numbers()
	for i := range keys {
		keys[i] = "#" + keys[i]
	}
	if name := report.FoldName(p.Name); name != "" {
		keys = append(keys, name)
	}
	return keys
}

// mayBe reports whether no ID tells two players apart.
func mayBe(a, b *report.Player) bool {
	differ := func(one, other string) bool { return one != "" && other != "" && one != other }
	return !differ(a.ID, b.ID) && !differ(a.FideID, b.FideID)
}

// alike reports whether most games of a report are in another one, by start numbers.
func alike(a, b *report.Report) bool {
	type game struct{ round, white, black, result int }
	games := func(r *report.Report) map[game]bool {
		all := map[game]bool{}
		for i := range r.Sections {
			for _, g := range r.Sections[i].Games {
				all[game{g.Round, g.White, g.Black, int(g.Result)}] = true
			}
		}
		return all
	}
	ours, theirs := games(a), games(b)
	common := 0
	for g := range ours {
		if theirs[g] {
			common++
		}
	}
	return common > 0 && 4*common >= 3*min(len(ours), len(theirs))
}
