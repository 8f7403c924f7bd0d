package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Everybody reads what the organiser has to do, and until when; what officers are asked and have
// said is not for everybody. The club reads why its report came back.
func TestWhatAReportWaitsFor(t *testing.T) {
	t.Parallel()
	p := explain.New("en")
	r := &check.Case{Ref: "2023-02-0001"}
	r.Deadline = civil.Of(2023, 5, 6)
	r.Questions = []check.Question{{What: "non-member", Officer: true, Holds: check.HoldsGames}, {What: "late", Officer: true, Holds: check.HoldsGames}}
	for state, want := range map[lists.State][]string{
		check.Withheld: {"A decision of the office."}, check.Closed: {}, check.Returned: {"A repaired file from the organiser; games reported by 6 May 2023 are in time."},
	} {
		r.State = state
		if got := document.PublicWaits(p, r); !slices.Equal(got, want) {
			t.Errorf("%s: everybody reads %q, want %q", state, got, want)
		}
	}
	r.State, r.Decisions = check.Returned, []check.Decision{{Number: 1, Ruling: &check.Ruling{To: check.Returned}, Reason: "a round is missing"}}
	if all := strings.Join(document.WaitsFor(p, r), " "); !strings.Contains(all, "6 May 2023") || !strings.Contains(all, "a round is missing") {
		t.Errorf("the club reads %q", all)
	}
}

// A sentence names a section only where the report has another one.
func TestWaitsNameASectionAmongSeveral(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sections       []string
		of, lang, want string
	}{
		{[]string{""}, "", "en", "Officer: games are missing from one of the files. Which file is right?"},
		{[]string{"A"}, "A", "en", "Officer: games are missing from one of the files. Which file is right?"},
		{nil, "", "en", "Officer: games are missing from one of the files. Which file is right?"},
		{nil, "A", "en", "Officer: games in section A are missing from one of the files. Which file is right?"},
		{[]string{"A", "B"}, "A", "en", "Officer: games in section A are missing from one of the files. Which file is right?"},
		{[]string{"A", ""}, "", "en", "Officer: games in section (unnamed) are missing from one of the files. Which file is right?"},
		{[]string{"A"}, "A", "ja", "担当者:対局が一部のファイルにありません。どのファイルが正しいですか。"},
		{[]string{"A", "B"}, "A", "ja", "担当者:セクション A の対局が一部のファイルにありません。どのファイルが正しいですか。"},
	} {
		r := &check.Case{Ref: "2023-02-0001"}
		r.Section = c.sections
		if got := document.WaitInWords(explain.New(c.lang), r, &check.Question{What: "games-missing", Section: c.of}); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.of, c.sections, got, c.want)
		}
	}
}
