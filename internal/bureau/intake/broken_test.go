package intake_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/trf"
)

// cutOff returns a file of ten players who met each other in one round, and its first lines:
// four of those who play in these are missing.
func cutOff(t *testing.T, f *synth.Federation) (whole, cut []byte) {
	t.Helper()
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	r.Sections[0].Games = nil
	for i := 1; i <= 5; i++ {
		r.Sections[0].Games = append(r.Sections[0].Games, report.Game{Round: 1, White: i, Black: 11 - i, Result: report.WhiteWon})
	}
	var text bytes.Buffer
	bureautest.Must(t, trf.Write(&text, r, 0, trf.TRF16))
	cut, _, _ = bytes.Cut(text.Bytes(), []byte("001    7"))
	return text.Bytes(), cut
}

func sendFile(d *bureautest.Bureau, name string, data []byte) *intake.Receipt {
	p, found := file.Read(data, name, "")
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: name, Data: data, Parsed: p, Found: found, From: "Sakura"})
	d.Must(err)
	return receipt
}

// A file that was cut off does not spoil the whole one, whichever comes first: each file's faults
// are its own.
func TestCutFileSpoilsNoSoundOne(t *testing.T) {
	t.Parallel()
	for _, cutFirst := range []bool{true, false} {
		d, f := bureautest.Japan(t, nil)
		whole, cut := cutOff(t, f)
		var receipt *intake.Receipt
		if cutFirst {
			if r := sendFile(d, "cut.trf", cut).Report; r.State != check.Returned {
				t.Fatalf("a file that is cut off alone is %s", r.State)
			}
			receipt = sendFile(d, "whole.trf", whole)
		} else {
			sendFile(d, "whole.trf", whole)
			receipt = sendFile(d, "cut.trf", cut)
		}
		games, r := d.Recorded(receipt.Report.Ref)
		if len(games) != 5 || r.WentBack() || len(r.Refused()) > 0 {
			t.Errorf("cut first %v: it is %s with %d games, refused for %v", cutFirst, r.State, len(games), r.Refused())
		}
		faults := bureautest.Finds(receipt.Findings, "unknown-start-number")
		if faults == cutFirst {
			t.Errorf("cut first %v: the receipt of the last file says %v", cutFirst, receipt.Findings)
		}
		d.Verified()
	}
}

// A report that was admitted stays so when a file comes that cannot be rated and has other
// games; the file is named until its club sends another one or an officer sets it aside.
func TestBrokenFileLeavesReportAdmitted(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	ref := d.Send(r).Report.Ref
	r.Sections[0].Games[0].Result, r.Sections[0].Games[1].Black = report.Drawn, 9
	if receipt := d.Send(r); receipt.Report.Ref != ref || receipt.Report.State != check.Admitted || !bureautest.Finds(receipt.Findings, "unknown-start-number") {
		t.Fatalf("%+v", receipt)
	}
	open := func() []finding.Finding {
		var found []finding.Finding
		d.Must(d.View(context.Background(), func(rd bureau.Reader, _ *bureau.Settings) (err error) {
			found, err = intake.OpenWarnings(rd, d.Report(ref))
			return err
		}))
		return found
	}
	if !bureautest.Finds(open(), "file-refused") {
		t.Errorf("nobody is told of the file: %v", open())
	}
	if games, _ := d.Recorded(ref); !slices.Equal(games, []string{" 1 1 2 1-0", " 1 3 4 1-0"}) {
		t.Errorf("%q", games)
	}
	d.Must(desk.SetAside(context.Background(), d.Bureau, ref, 2, "it is damaged"))
	if bureautest.Finds(open(), "file-refused") {
		t.Errorf("it is told of the file that was set aside: %v", open())
	}
}
