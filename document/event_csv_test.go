package document_test

import (
	"bytes"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// An event leaves as a row for each game, and no name in it is a formula.
func TestEventCSV(t *testing.T) {
	e := &document.Event{Ref: "2024-01-0001", Sections: []document.EventSection{{
		Name: "A", Type: rating.Standard, Players: []document.EventPlayer{{Start: 1, ID: "N1", Name: "Aoki Ren"}, {Start: 2, ID: "N2", Name: "=1+1"}},
		Games: []document.EventGame{{Round: 1, White: 2, Black: 1, Date: civil.Of(2024, 1, 7), Result: report.WhiteWon, Counts: true}},
	}}}
	var out bytes.Buffer
	if err := document.WriteEventCSV(&out, e); err != nil {
		t.Fatal(err)
	}
	want := "ref,section,type,round,date,white_id,white,black_id,black,result,counts\n2024-01-0001,A,standard,1,2024-01-07,N2,'=1+1,N1,Aoki Ren,1-0,true\n"
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
