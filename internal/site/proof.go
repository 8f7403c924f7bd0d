package site

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
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

func readProof(v *visit) (*words, error) {
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
	home.Commands = v.commandsOf(v.Newest.Label)
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
	f := v.Format()
	for _, p := range all {
		name := f.List(p.Label, p.InForce) + f.Say("web.revision", "revision", p.Revision)
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
func (v *visit) commandsOf(label string) []string {
	all := []string{
		"arpad verify --bundle " + label + ".bundle.json --key federation.pub",
		"arpad verify --bundle " + label + ".bundle.json --key federation.pub --checkpoint kept.txt",
	}
	if v.site.Folder {
		all = slices.Insert(all, 0, "gunzip "+label+".bundle.json.gz")
	}
	return all
}

func writeCheckpoint(v *visit, w io.Writer) error {
	signed, _, err := v.site.checkpoint()
	if err == nil && signed == nil {
		err = errNoPage
	}
	if err == nil {
		_, err = w.Write(signed)
	}
	return err
}

// leavesOfPage is how many lines of the log an address has.
const leavesOfPage = 256

func writeLeaves(v *visit, w io.Writer) error {
	number, err := strconv.Atoi(v.Value("page"))
	if err != nil || number < 1 || v.site.Log == nil {
		return errNoPage
	}
	n := 0
	err = proof.Leaves(v.R, (number-1)*leavesOfPage, func(leaf []byte) error {
		if n++; n > leavesOfPage {
			return errEnough
		}
		_, err := fmt.Fprintf(w, "%s\n", leaf)
		return err
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return err
	case n == 0:
		return errNoPage
	}
	return nil
}

var errEnough = errors.New("that is enough")

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
func (c *checked) File(p *page.Page) string {
	last := len(c.Base) - 1
	return p.Link(append(slices.Clone(c.Base[:last]), fmt.Sprint(c.Base[last], ".json"))...)
}

func checkPage(v *visit, p *rows.Publication) (*checked, error) {
	signed, public, err := v.site.checkpoint()
	if err != nil {
		return nil, err
	}
	home := v.commandsOf(p.Label)
	c := &checked{Publication: p, Signed: signed != nil, Public: public, Home: home[:len(home)-1], Check: check.New(), Running: check.New(), Pieces: leavesOfPage}
	for _, shown := range []*check.Values{c.Check, c.Running} {
		shown.List, shown.Revision = v.Format().List(p.Label, p.InForce), p.Revision
		shown.Form = c.Signed && v.site.Engine
	}
	c.Check.Size = check.Size(v.Printer, engineSize)
	c.Running.Start("fetch", 0, 0)
	c.Base = []any{"proof", p.Label}
	if v.Value("revision") != "" {
		c.Base = append(c.Base, revisionOf(p))
	}
	v.Engine = v.site.Engine
	return c, nil
}

// bundleJSON is the bundle of a publication.
var bundleJSON = as("json", func(v *visit, w io.Writer, p *rows.Publication) error {
	if v.site.Log == nil {
		return errNoPage
	}
	write, err := v.site.Log.Bundle(v.R, p.Label, p.Revision)
	var refused *finding.Refused
	switch {
	case errors.As(err, &refused):
		return errNoPage // it is not signed yet
	case err != nil:
		return err
	}
	return write(w)
})
