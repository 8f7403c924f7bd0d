package intake_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Findings are kept without the names of entries and of registered players, and shown with them:
// somebody who was erased stands in none.
func TestFindingsAreKeptWithoutNames(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	event := bureautest.Event(f, "Open", "", 2, 3, 4, 5)
	entries := event.Sections[0].Players
	entries[0].Name, entries[1].ID, entries[1].Name, entries[3].ID, entries[3].Name = "Qotani, Zen", "", "Xagawa Moe", "", "Xagawa Moe" // namesakes
	receipt := d.Send(event)
	names := []string{"Qotani", "Xagawa", f.People[2].Name}
	d.Look(func(rd bureau.Reader) error {
		data, err := vault.Unseal(rd, vault.Reading, receipt.Report.RecordID(1))
		kept := struct{ Read, Findings json.RawMessage }{}
		bureautest.Must(t, err)
		bureautest.Must(t, json.Unmarshal(data, &kept))
		for _, name := range names {
			if strings.Contains(string(kept.Read)+string(kept.Findings), name) {
				t.Errorf("%s is kept in %s", name, kept.Findings)
			}
		}
		if !bureautest.Finds(receipt.Findings, "entry-contradicts") || !bureautest.Finds(receipt.Findings, "player-unknown") {
			t.Errorf("found: %v", receipt.Findings)
		}
		_, found, err := intake.Latest(rd, receipt.Report)
		if diff := cmp.Diff(receipt.Findings, found); diff != "" {
			t.Errorf("what is shown differs from the receipt: %s", diff)
		}
		return err
	})
	d.Must(privacy.Anonymise(t.Context(), d.Bureau, f.People[2].ID, "asked for"))
	d.Look(func(rd bureau.Reader) error {
		_, found, err := intake.Latest(rd, receipt.Report)
		if text := fmt.Sprint(found); strings.Contains(text, f.People[2].Name) {
			t.Errorf("after erasing: %s", text)
		}
		return err
	})
}
