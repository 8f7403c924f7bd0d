package document

import (
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

func TestGroupsBeginWithTheMostSevere(t *testing.T) {
	in := func(id string, s finding.Severity, line int32, section string) finding.Finding {
		f := finding.New(id, s, finding.At{Line: line}).In(section)
		f.Report = "a.trf"
		return f
	}
	about := finding.New("report-lacks", finding.Warning, finding.At{})
	about.Report = "a.trf"
	groups := GroupFindings(explain.New("en"), []finding.Finding{
		in("name-comma", finding.Info, 3, "A"), in("no-date", finding.Error, 9, "B"), in("name-comma", finding.Info, 2, "A"), about,
		in("no-date", finding.Error, 7, "B"), in("first-timer-lacks", finding.Warning, 4, "A"),
	})
	if len(groups) != 3 || groups[0].Section != "B" || groups[1].InSection || groups[2].Section != "A" {
		t.Fatalf("the groups are %+v", groups)
	}
	if c := groups[0].Cures; len(c) != 1 || len(c[0].Findings) != 2 || c[0].Findings[0].Line != 7 {
		t.Errorf("one cure of B cures %+v", c)
	}
	if c := groups[2].Cures; len(c) != 2 || c[0].Findings[0].Severity != finding.Warning || c[1].Findings[0].Line != 2 {
		t.Errorf("the cures of A are %+v", c)
	}
}
