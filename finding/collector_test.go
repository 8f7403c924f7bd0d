package finding_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
)

// However many warnings come first, a later error is kept, and the reader does
// not give up.
func TestWarningsHideNoError(t *testing.T) {
	const many = 5 * finding.Most
	var c finding.Collector
	for range many {
		c.Add(finding.New("doubtful", finding.Warning, finding.At{}))
		c.Add(finding.New("adjusted", finding.Info, finding.At{}))
	}
	c.Add(finding.New("wrong", finding.Error, finding.At{Line: 7}))
	if c.Full() {
		t.Error("the reader gives up for warnings")
	}
	if !slices.ContainsFunc(c.Findings, func(f finding.Finding) bool { return f.ID == "wrong" }) {
		t.Error("the error is hidden")
	}
	kept := map[finding.Severity]int{}
	left := map[finding.Severity]string{}
	for _, f := range c.Findings {
		if f.ID == "findings-left-out" {
			left[f.Severity] = f.Value("findings")
			continue
		}
		kept[f.Severity]++
	}
	for _, s := range []finding.Severity{finding.Info, finding.Warning} {
		if want := strconv.Itoa(many - finding.Most); kept[s] != finding.Most || left[s] != want {
			t.Errorf("%v: got %d kept and %q left out, want %d and %s", s, kept[s], left[s], finding.Most, want)
		}
	}
}

// After too many errors the reader gives up, and the last finding refuses the
// file.
func TestTooManyErrorsRefuse(t *testing.T) {
	c := finding.Collector{File: "a.trf"}
	for range finding.Most {
		c.Add(finding.New("wrong", finding.Error, finding.At{}))
	}
	if c.Full() || c.Refused() {
		t.Errorf("%d errors are too many", finding.Most)
	}
	for range finding.Most {
		c.Add(finding.New("wrong", finding.Error, finding.At{Line: 9}))
	}
	last := c.Findings[len(c.Findings)-1]
	if !c.Full() || !c.Refused() || len(c.Findings) != finding.Most+1 || last.ID != "too-many-findings" || last.Report != "a.trf" || last.Line != 9 {
		t.Errorf("%d findings, the last is %+v", len(c.Findings), last)
	}
}

// A value is text that can be shown, whatever the file contains.
func TestValueCanBeShown(t *testing.T) {
	for _, text := range []string{"\xff \xff", "a\x80b", strings.Repeat("\u9752", 1_000_000), strings.Repeat("\xe9", 1_000_000)} {
		for _, v := range []finding.Value{finding.Text("text", text), finding.Quoted("text", text)} {
			if !utf8.ValidString(v.Text) || len(v.Text) > 1100 {
				t.Errorf("got %d bytes, valid: %v", len(v.Text), utf8.ValidString(v.Text))
			}
		}
	}
	if v := finding.Text("name", "\u9752\u6728 \u84ee"); v.Text != "\u9752\u6728 \u84ee" {
		t.Errorf("got %q", v.Text)
	}
}

// Adding findings to a collector also adds the count of those left out.
func TestLeftOutFindingsAreCounted(t *testing.T) {
	var one, all finding.Collector
	for range finding.Most + 5 {
		one.Add(finding.New("doubtful", finding.Warning, finding.At{}))
		all.Note(finding.New("wrong", finding.Error, finding.At{}))
	}
	for range 3 {
		for _, f := range one.Findings {
			all.Note(f)
		}
	}
	got := map[finding.Severity]string{}
	for _, f := range all.Findings {
		if f.ID == "findings-left-out" {
			got[f.Severity] += f.Value("findings")
		}
	}
	if want := strconv.Itoa(2*finding.Most + 3*5); got[finding.Warning] != want || got[finding.Error] != "5" || all.Full() {
		t.Errorf("got %v, want %s warnings and 5 errors", got, want)
	}
}
