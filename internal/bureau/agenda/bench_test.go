package agenda_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkToday reads the morning of an officer for whom 2,000 reports wait, as the page shows it.
func BenchmarkToday(b *testing.B) {
	f := bureautest.JapanFederation()
	d := bureautest.JapanOf(b, storetest.Stores["SQLite"](b), f, nil)
	event := bureautest.Event(f, "Open", "A", 0, 1, 2, 3, 4, 5, 6, 7)
	event.Responsible = "Nobody Known"
	for i := range event.Sections[0].Players[:3] { // nobody knows who they are
		event.Sections[0].Players[i].ID = ""
	}
	first := d.Send(event).Report
	d.Must(d.Do(context.Background(), "report.check", "", func(tx *bureau.Tx) error {
		for n := range 1999 {
			c := *first
			c.Ref, c.Event = fmt.Sprintf("%s-%04d", first.Ref[:7], n+2), fmt.Sprintf("Open %d", n+2)
			if err := intake.Keep(tx, &c); err != nil {
				return err
			}
		}
		tx.Note("", nil)
		return nil
	}))
	p := explain.New("en")
	for b.Loop() {
		d.Must(d.View(context.Background(), func(r bureau.Reader, s *bureau.Settings) error {
			t, err := agenda.TodayOf(d.Bureau, r, s, 50)
			if err == nil && (t.Need != 2000 || len(document.NewToday(p, t).Reports) != 50) {
				b.Fatalf("%d reports need an officer", t.Need)
			}
			return err
		}))
	}
}
