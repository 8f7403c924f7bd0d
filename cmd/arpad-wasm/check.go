package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/site/check"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/rating"
)

// task is a bundle to check.
type task struct {
	Lang       string `json:"lang"`
	Up         string `json:"up"`         // the way to the root of the site
	Key        string `json:"key"`        // that the visitor trusts
	Player     string `json:"player"`     // whose number is asked for; empty: none
	Kind       string `json:"kind"`       // of that number
	Checkpoint string `json:"checkpoint"` // of the log as it is now; empty: it is not compared
	Leaves     string `json:"leaves"`     // of that log, a line each

	*page
	values *check.Values
}

// stepOf is the step in which a visitor sees a stage of the check.
var stepOf = map[proof.Stage]string{proof.Signature: "signature", proof.Place: "place", proof.Input: "again", proof.Again: "again", proof.Numbers: "numbers"}

// check checks a bundle with the code of arpad verify. It tells what a page shows
// meanwhile, and returns what it shows at the end.
func (t *task) check(data []byte, show func(html string)) (string, error) {
	t.page, t.values = newPage(t.Lang, t.Up), check.New()
	t.values.Form = true
	t.start("fetch", 0, 0, show)
	bundle, err := tamper.Read(bytes.NewReader(data))
	if err != nil {
		t.values.End("fetch", true)
		return t.refused(err)
	}
	t.describe(bundle, len(data))
	last := ""
	bundle.Watch = func(stage proof.Stage, done, total int) {
		const often = 20
		name := stepOf[stage]
		if part := fmt.Sprint(name, done*often/max(1, total)); part != last {
			last = part
			t.start(name, done, total, show)
		}
	}
	proved, err := bundle.Verify(t.Key)
	if errors.Is(err, tamper.ErrNoKey) {
		t.values.End("signature", true)
		return t.refused(finding.NewProblem("no-public-key"))
	}
	t.find(proved)
	if err != nil {
		t.values.End(stepOf[proved.At()], true)
		t.differ(proved)
		return t.refused(err)
	}
	t.numbers(proved, len(bundle.Records))
	t.start("since", 0, 0, show)
	return t.since(proved)
}

// start shows that a step runs.
func (t *task) start(name string, part, parts int, show func(html string)) {
	t.values.Start(name, part, parts)
	if html, err := t.render("check", t.values); err == nil {
		show(html)
	}
}

// describe says what the bundle is.
func (t *task) describe(b *tamper.Bundle, size int) {
	v := t.values
	var leaf proof.Leaf
	if err := json.Unmarshal(b.Leaf, &leaf); err == nil && leaf.List != nil {
		v.List, v.Revision = leaf.List.Label, leaf.List.Revision
		if day := leaf.List.InForce; day != 0 {
			v.List = t.Date(day)
		}
	}
	v.Of("fetch").Note = glyph.Text(t.Printer, "web.check.note-fetch", "reports", len(b.Records), "size", check.Size(t.Printer, size))
	v.Of("again").Note = glyph.Text(t.Printer, "web.check.note-again", "players", len(b.Players), "reports", len(b.Records))
	v.Of("signature").Code = t.Key
}

// find shows the number that was asked for.
func (t *task) find(proved *tamper.Verified) {
	kind, err := rating.ParseKind(t.Kind)
	if err != nil || t.Player == "" || proved == nil {
		return
	}
	if d, known := proved.Find(t.Player, kind); known {
		t.values.Number = &check.Number{Player: t.Player, Kind: t.Word(kind.String()), Stated: d.Stated.Rating.String(), Made: d.Made.Rating.String(), Same: d.Stated == d.Made}
	}
}

// differ shows the numbers that differ.
func (t *task) differ(proved *tamper.Verified) {
	for _, d := range proved.Differences {
		t.values.Differences = append(t.values.Differences, check.Difference{Player: d.Player, Kind: t.Word(d.Kind.String()), Stated: glyph.Typeset(t.Printer, d.Stated.String()), Made: glyph.Typeset(t.Printer, d.Made.String())})
	}
	t.values.More = proved.Differ - len(proved.Differences)
	if proved.Differ > 0 {
		t.values.Title = glyph.Text(t.Printer, "web.check.title-differ", "numbers", strconv.Itoa(proved.Differ))
		t.values.Of("numbers").Note = glyph.Text(t.Printer, "web.check.note-differ", "numbers", proved.Compared, "differ", proved.Differ)
	}
}

// numbers says what was compared, and where the list stands in the log.
func (t *task) numbers(proved *tamper.Verified, reports int) {
	v := t.values
	v.Of("numbers").Note = glyph.Text(t.Printer, "web.check.note-numbers", "numbers", proved.Compared)
	v.Of("place").Note = glyph.Text(t.Printer, "web.check.note-place", "leaf", proved.Number, "size", int(proved.Checkpoint.Size))
	v.Lead = glyph.Text(t.Printer, "web.check.lead-ok", "reports", reports, "numbers", proved.Compared)
}

// since checks that the log as it is now goes on from the bundle's.
func (t *task) since(proved *tamper.Verified) (string, error) {
	v := t.values
	if t.Checkpoint == "" {
		v.End("numbers", false)
		v.Of("since").Note = t.Text("web.check.note-no-log", nil)
		return t.render("check", v)
	}
	now, err := tamper.OpenCheckpoint([]byte(t.Checkpoint), t.Key)
	var tree *tamper.Tree
	if err == nil {
		tree, err = tamper.TreeOfLog(now, []byte(t.Leaves))
	} else {
		err = finding.Refuse("log-unsigned")
	}
	if err == nil && now.Size < proved.Checkpoint.Size {
		err = finding.Refuse("log-short", finding.Int("leaves", int(now.Size)), finding.Int("size", int(proved.Checkpoint.Size)))
	}
	if err == nil {
		var holds bool
		if holds, err = proved.Checkpoint.Holds(tree); err == nil && !holds {
			err = finding.Refuse("checkpoint-other", finding.Int("size", int(proved.Checkpoint.Size)))
		}
	}
	if err != nil {
		v.End("since", true)
		return t.refused(err)
	}
	v.End("since", false)
	v.Of("since").Note = glyph.Text(t.Printer, "web.check.note-since", "size", int(now.Size))
	return t.render("check", v)
}

// refused shows what does not hold.
func (t *task) refused(err error) (string, error) {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		t.values.Trouble, t.values.Cure = glyph.Typeset(t.Printer, t.Message(refused.Finding)), t.CureInWords(refused.Finding)
	} else {
		t.values.Trouble = t.Problem(err)
	}
	return t.render("check", t.values)
}
