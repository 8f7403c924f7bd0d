package statement_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report"
)

// event returns a report in which two sections have an entry without ID and a game of two results.
func event() *report.Report {
	section := func(name string) report.Section {
		return report.Section{
			Name: name, Rounds: 1,
			Players:  []report.Player{{StartNumber: 1, ID: "N00000001", Name: "Aoki Ren"}, {StartNumber: 2, Name: "Baba Mio"}},
			Games:    []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteWon}},
			Disputed: []report.Game{{Round: 1, White: 1, Black: 2, Result: report.Drawn}},
		}
	}
	return &report.Report{Name: "Open", Sections: []report.Section{section("A"), section("B")}}
}

// What is said of an entry and of a game is laid over its section alone, and what was read stays as it was.
func TestEntriesAndResults(t *testing.T) {
	p := event()
	over := *p
	over.Sections = slices.Clone(p.Sections)
	w := statement.Words{Entries: []string{statement.Entry("B", 2, "N00000002")}, Results: []string{"B/1:1-2=0-1"}}
	if found := w.Over(&over, nil, false); len(found) != 0 {
		t.Error(found)
	}
	if a, b := &over.Sections[0], &over.Sections[1]; a.Players[1].ID != "" || b.Players[1].ID != "N00000002" || len(a.Disputed) != 1 || len(b.Disputed) != 0 || a.Games[0].Result != report.WhiteWon || b.Games[0].Result != report.BlackWon {
		t.Errorf("%+v", over.Sections)
	}
	if !reflect.DeepEqual(p, event()) {
		t.Errorf("what was read has changed: %+v", p)
	}
}

// Of a file that came later only what it leaves out is filled in.
func TestLaterFileHasTheWord(t *testing.T) {
	p := event()
	p.Sections = p.Sections[:1]
	p.Sections[0].Disputed = nil
	w := statement.Words{Entries: []string{"1=N00000009", "2=N00000002"}, Results: []string{"1:1-2=0-1"}}
	w.Over(p, nil, true)
	if s := &p.Sections[0]; s.Players[0].ID != "N00000001" || s.Players[1].ID != "N00000002" || s.Games[0].Result != report.WhiteWon {
		t.Errorf("%+v", s)
	}
}

// An ID that is stated takes the place of a national one in the field for FIDE's, where exchange files have it; FIDE's own stays.
func TestEntryInPlaceOfItsNumber(t *testing.T) {
	for was, want := range map[string]string{"N00000080": "", "99900017": "99900017"} {
		p := event()
		p.Sections[0].Players[0] = report.Player{StartNumber: 1, FideID: was, Name: "Aoki Ren"}
		w := statement.Words{Entries: []string{"A/1=N00000001"}}
		w.Over(p, nil, false)
		if e := p.Sections[0].Players[0]; e.ID != "N00000001" || e.FideID != want {
			t.Errorf("%s: %+v", was, e)
		}
		p.Sections[0].Players[0] = report.Player{StartNumber: 1, FideID: was, Name: "Aoki Ren"}
		if w.Over(p, nil, true); p.Sections[0].Players[0].ID != "" {
			t.Errorf("%s: the file that came later has not the word", was)
		}
	}
}

// What is about no entry and no game is found.
func TestNoEntryAndNoGame(t *testing.T) {
	for text, want := range map[string]string{
		"A/7=N00000002": "no-entry", "C/1=N00000002": "no-entry", "2=N00000002": "no-entry", "": "no-entry", "=/=": "no-entry",
	} {
		w := statement.Words{Entries: []string{text}}
		found(t, text, w.Over(event(), nil, false), want)
	}
	for _, text := range []string{"A/2:1-2=1-0", "A/1:2-1=1-0", "A/1:1-2=3-0", "1:1-2=1-0", "A/1", ""} {
		w := statement.Words{Results: []string{text}}
		found(t, text, w.Over(event(), nil, false), "no-game")
	}
}

func found(t *testing.T, text string, got []finding.Finding, want string) {
	t.Helper()
	if len(got) != 1 || got[0].ID != want {
		t.Errorf("%q: %v, want %s", text, got, want)
	}
}
