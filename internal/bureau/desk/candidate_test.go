package desk_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/report/file"
)

// Promise 8: only officers see candidates for an entry. The sender of a report
// sees no ID of a person whom the report does not name.
func TestPromise8CandidatesAreForOfficers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Demo(t, &memory.Store{})
	d.On("2024-01-10T12:00:00+09:00")
	data := []byte(`{"schema": "arpad.report/1", "name": "Open", "start": "2024-01-06", "end": "2024-01-06", "type": "standard", "sections": [{"name": "A", "rounds": 1,
		"players": [{"start_number": 1, "name": "Aoki Ren", "birth": "1984-05-02"}, {"start_number": 2, "id": "N00000002", "name": "Baba Mio"}],
		"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`)
	parsed, found := file.Read(data, "open.json", "")
	receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: data, Parsed: parsed, Found: found, From: "club"})
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(receipt)
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Report.State != check.Waiting || strings.Contains(string(told), "N00000001") {
		t.Errorf("%s: %s", receipt.Report.State, told)
	}
	err = d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		strangers, err := desk.UnknownEntries(r, receipt.Report)
		if len(strangers) != 1 || len(strangers[0].Candidates) == 0 || strangers[0].Candidates[0].Player.ID != "N00000001" {
			t.Errorf("the officer is shown %+v", strangers)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The rating of a candidate is that of the type under which the section is rated, whether the file states
// it, the time control decides it, or it is assumed (Reading J13).
func TestCandidatesHaveTheRatingOfTheSection(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct{ stated, want string }{
		{`"type": "standard"`, "2010"}, {`"time_control": ["5400+30"]`, "2010"}, {`"time_control": ["900+10"]`, "1890"}, {`"venue": "Hall"`, "2010"},
	} {
		d := bureautest.Demo(t, &memory.Store{})
		d.On("2024-01-10T12:00:00+09:00")
		data := []byte(`{"schema": "arpad.report/1", "name": "Open", "start": "2024-01-06", "end": "2024-01-06", ` + c.stated + `, "sections": [{"name": "A", "rounds": 1,
			"players": [{"start_number": 1, "name": "Aoki Ren"}, {"start_number": 2, "id": "N00000002", "name": "Baba Mio"}],
			"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`)
		parsed, found := file.Read(data, "open.json", "")
		receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: data, Parsed: parsed, Found: found, From: "club"})
		if err != nil {
			t.Fatal(err)
		}
		err = d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
			all, err := desk.UnknownEntries(r, receipt.Report)
			if len(all) != 1 || len(all[0].Candidates) == 0 || all[0].Candidates[0].Rating.String() != c.want {
				t.Errorf("%s: the officer is shown %+v, want a rating of %s", c.stated, all, c.want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
