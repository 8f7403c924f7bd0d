package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/site/check"
)

// Log is the signed state of the transparency log.
type Log interface {
	// Checkpoint returns the last signed checkpoint and the public key that signed it; nil
	// if nothing is signed yet.
	Checkpoint() (signed []byte, public string, err error)
	// Bundle returns what writes the bundle of a publication, with which everybody can check it.
	Bundle(r bureau.Reader, label string, revision int) (write func(io.Writer) error, err error)
}

// checkpoint returns the last checkpoint, nil if there is none.
func (s *Site) checkpoint() (signed []byte, public string, err error) {
	if s.Log == nil {
		return nil, "", nil
	}
	return s.Log.Checkpoint()
}

func readProof(v *visit) (any, error) {
	signed, public, err := v.site.checkpoint()
	if err != nil {
		return nil, err
	}
	all, err := rows.Publications.Select(v.R, bureau.Range{Backward: true})
	if err != nil {
		return nil, err
	}
	what := v.chapter("proof.what")
	check := v.chapter("proof.check")
	check.link(v, "check.title-ahead", "proof", v.Newest.Label)
	home := v.chapter("proof.home")
	home.Commands = commandsOf(v.Newest.Label)
	w := &words{"proof", []chapter{what, check, home}}
	if signed != nil {
		point := v.chapter("proof.signed")
		point.Pairs = []pair{{Term: v.Text("web.proof.key", nil), Text: public, Code: true}}
		point.link(v, "proof.checkpoint", "proof", "checkpoint.txt")
		point.link(v, "check.leaves", "proof", "leaves", "1.txt")
		w.Chapters = append(w.Chapters, point)
	} else {
		w.Chapters = append(w.Chapters, v.chapter("proof.unsigned"))
	}
	lists := v.chapter("proof.lists")
	f := format{v.Printer}
	for _, p := range all {
		name := f.list(p.Label, p.InForce) + f.text("web.revision", "revision", p.Revision)
		to := v.Link("proof", p.Label, revisionOf(p))
		if !slices.ContainsFunc(all, func(o *rows.Publication) bool { return o.Label == p.Label && o.Revision > p.Revision }) {
			to = v.Link("proof", p.Label)
		}
		lists.Pairs = append(lists.Pairs, pair{Term: name, Text: p.Digest, Href: to, Code: true})
	}
	w.Chapters = append(w.Chapters, lists)
	return w, nil
}

// commandsOf are the commands that check a list at home.
func commandsOf(label string) []string {
	return []string{
		"arpad verify --bundle " + label + ".bundle.json --key federation.pub",
		"arpad verify --bundle " + label + ".bundle.json --key federation.pub --checkpoint kept.txt",
	}
}

func readCheckpoint(v *visit) (any, error) {
	signed, _, err := v.site.checkpoint()
	if err != nil {
		return nil, err
	}
	if signed == nil {
		return nil, errNoPage
	}
	return ready(textType, signed)
}

// leavesOfPage is how many lines of the log an address has.
const leavesOfPage = 256

func readLeaves(v *visit) (any, error) {
	number, err := strconv.Atoi(v.value("page"))
	if err != nil || number < 1 || v.site.Log == nil {
		return nil, errNoPage
	}
	var out bytes.Buffer
	n := 0
	err = proof.Leaves(v.R, (number-1)*leavesOfPage, func(leaf []byte) error {
		if n++; n > leavesOfPage {
			return errEnough
		}
		_, err := fmt.Fprintf(&out, "%s\n", leaf)
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	if n == 0 {
		return nil, errNoPage
	}
	return ready(textType, out.Bytes())
}

var errEnough = errors.New("that is enough")

// eachLeaves is for the lines of the log.
func eachLeaves(c *census, f func(target)) error {
	for n := 0; c.signed && n*leavesOfPage < c.leaves; n++ {
		last := min(c.leaves, (n+1)*leavesOfPage)
		f(target{values: []string{strconv.Itoa(n + 1)}, inputs: digest("leaves", last)})
	}
	return nil
}

// CheckOf returns the way to the page on which a list is checked, by the parts of the
// address of the list.
func (p *page) CheckOf(list []any) string {
	return p.Link(append([]any{"proof"}, list[1:]...)...)
}

// checked is the values of the page on which a list is checked.
type checked struct {
	*rows.Publication
	Signed  bool
	Public  string // key
	Base    []any  // the address of the page, as parts
	Home    []string
	Check   *check.Values
	Running *check.Values // as it begins
	Pieces  int           // lines of the log in an address of it
}

// Bundle returns the name under which the bundle is kept.
func (c *checked) Bundle() string { return c.Label + ".bundle.json" }

// File returns the way to the bundle, for a page.
func (c *checked) File(p *page) string {
	last := len(c.Base) - 1
	return p.Link(append(slices.Clone(c.Base[:last]), fmt.Sprint(c.Base[last], ".json"))...)
}

func readCheck(v *visit) (any, error) {
	p, err := v.publication()
	if err != nil {
		return nil, err
	}
	if v.format != "" {
		return v.bundle(p)
	}
	signed, public, err := v.site.checkpoint()
	if err != nil {
		return nil, err
	}
	c := &checked{Publication: p, Signed: signed != nil, Public: public, Home: commandsOf(p.Label)[:1], Check: check.New(), Running: check.New(), Pieces: leavesOfPage}
	for _, shown := range []*check.Values{c.Check, c.Running} {
		shown.List, shown.Revision = format{v.Printer}.list(p.Label, p.InForce), p.Revision
		shown.Form = c.Signed && v.site.Engine
	}
	c.Check.Size = check.Size(v.Printer, engineSize)
	c.Running.Start("fetch", 0, 0)
	c.Base = []any{"proof", p.Label}
	if v.value("revision") != "" {
		c.Base = append(c.Base, revisionOf(p))
	}
	v.engine = v.site.Engine
	return c, nil
}

// bundle returns the bundle of a publication.
func (v *visit) bundle(p *rows.Publication) (any, error) {
	if v.site.Log == nil {
		return nil, errNoPage
	}
	write, err := v.site.Log.Bundle(v.R, p.Label, p.Revision)
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return nil, errNoPage // it is not signed yet
	}
	if err != nil {
		return nil, err
	}
	return written(jsonType, write)
}

// eachProof is for pages on which a list is checked, in its newest revision.
func eachProof(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) == p {
			f(target{values: []string{p.Label}, inputs: digest("proof", c.lists[p.Label], c.public)})
		}
	}
	return nil
}

// eachRevisedProof is like eachProof, for other revisions than the newest.
func eachRevisedProof(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) != p {
			f(target{values: []string{p.Label, revisionOf(p)}, inputs: digest("proof", c.lists[p.Label], c.public)})
		}
	}
	return nil
}
