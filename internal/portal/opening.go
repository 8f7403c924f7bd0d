package portal

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
)

// maxUpload is how many bytes a list may have with the form around it.
const maxUpload = (file.MaxSize + 1) << 20

// chosen is the file of an opening list.
type chosen struct {
	Name string   `json:"name"` // empty: the federation begins without a list
	Data []byte   `json:"data"`
	As   []string `json:"as,omitempty"` // what its columns are taken as, if that was chosen
}

// opening is an opening list as it was read.
type opening struct {
	*chosen
	players  []roster.Player
	list     *roster.List
	found    []finding.Finding
	headings []sheet.Heading
}

// choose keeps the file of an opening list, which the next start reads again, and reads it. The list that was read
// before is given up first: there is one in memory.
func (s *Setup) choose(of *chosen) error {
	s.mu.Lock()
	a, late := s.answers, s.job != nil || s.begun != nil // somebody was faster
	s.mu.Unlock()
	if late {
		return nil
	}
	a.List = of
	if err := s.keep(a); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job == nil && s.begun == nil {
		s.opening = nil
		s.opening, s.failed = of.read(), nil
	}
	return nil
}

// read reads the list, with the columns that were chosen.
func (c *chosen) read() *opening {
	o := &opening{chosen: c, list: &roster.List{}}
	if c.Name == "" {
		return o
	}
	in, found := file.Table(c.Data, c.Name)
	o.found = found
	if slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return o
	}
	const head = 64 << 10 // bytes, with the headings
	buffered := bufio.NewReaderSize(in, head)
	begins, _ := buffered.Peek(head) // what there is
	o.headings = roster.Headings(strings.NewReader(string(begins)))
	var table io.Reader = buffered
	if _, cells := in.(sheet.Cells); cells {
		table = sheet.Cells{Reader: buffered}
	}
	players, list, more := roster.ReadAs(c.As, register.MaxRows, table, c.Name)
	o.players, o.list, o.found = players.Players, &list, append(o.found, more...)
	if o.has("ids-given") {
		for i := range o.players {
			o.players[i].ID = "" // the bureau has a form for them
		}
	}
	return o
}

// has reports whether a finding was made.
func (o *opening) has(id string) bool {
	return slices.ContainsFunc(o.found, func(f finding.Finding) bool { return f.ID == id })
}

// refused reports whether the list cannot be used.
func (o *opening) refused() bool {
	return slices.ContainsFunc(o.found, func(f finding.Finding) bool { return f.Refuses })
}

// understood is what was understood of a list, as the page shows it.
type understood struct {
	Name    string
	Size    int // in kB
	Players int
	Kinds   []rated
	Unrated int
	Clubs   int
	Members int
	Columns []column
	Further int // columns that are not shown
	Found   []item
	Refused bool
	Nobody  bool // has a rating
}

// rated is how many players have a rating of a kind, and from which to which.
type rated struct {
	Kind     rating.Kind
	Players  int
	From, To rating.Rating
}

// item is a finding on a page.
type item struct {
	Word        string // its severity
	Line        int
	What, Cure  string
	Bad, Doubts bool
	More        int // of the same kind
}

// Item is a finding on a page.
type Item = item

// Items returns findings for a page, the worst first.
func (v *Visit) Items(found []finding.Finding) []Item { return items(page.In(v.Lang), found, cure) }

// mostItems is how many findings of a kind a page shows, and mostErrors how many errors.
const (
	mostItems  = 3
	mostErrors = 25
)

// items returns findings for a page, the worst first; of those of a kind the first with the number of the others.
func items(p *explain.Printer, found []finding.Finding, cure func(*explain.Printer, finding.Finding) string) (all []item) {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Line, b.Line))
	})
	of, last := 0, -1
	for i, f := range found {
		if of++; i == 0 || found[i-1].ID != f.ID {
			of = 1
		}
		if of > mostErrors || of > mostItems && f.Severity < finding.Error {
			all[last].More++
			continue
		}
		f, last = inWords(p, f), len(all)
		all = append(all, item{Word: p.Word(f.Severity.String()), Line: int(f.Line), What: p.Message(f), Cure: cure(p, f), Bad: f.Severity == finding.Error, Doubts: f.Severity == finding.Warning})
	}
	return all
}

// show returns what was understood.
func (o *opening) show(p *explain.Printer) *understood {
	u := &understood{Name: o.Name, Size: (len(o.Data) + 1<<10 - 1) >> 10, Players: len(o.players), Refused: o.refused(), Nobody: o.has("list-without-ratings")}
	u.Found = items(p, slices.DeleteFunc(slices.Clone(o.found), func(f finding.Finding) bool { return f.ID == "list-without-ratings" }), cure)
	clubs := map[string]bool{}
	for _, kind := range rating.AllKinds {
		r := rated{Kind: kind}
		for i := range o.players {
			standing := o.list.Standing(uint32(i))
			if of := standing.Of(kind).Rating; of.Rated() {
				if r.Players++; r.Players == 1 || of < r.From {
					r.From = of
				}
				r.To = max(r.To, of)
			}
		}
		if r.Players > 0 {
			u.Kinds = append(u.Kinds, r)
		}
	}
	for i := range o.players {
		player, standing := &o.players[i], o.list.Standing(uint32(i))
		if !standing.Rated() {
			u.Unrated++
		}
		if player.Member != (civil.Range{}) {
			u.Members++
		}
		if player.Club != "" {
			clubs[player.Club] = true
		}
	}
	u.Clubs = len(clubs)
	u.Columns = o.columns(p)
	u.Further = len(o.headings) - len(u.Columns)
	return u
}
