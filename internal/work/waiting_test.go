package work_test

import (
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// It is known since when the oldest letter waits, and when a mailbox was last read.
func TestWaiting(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, c *clock) {
		both := func() (letter, mailbox time.Time) {
			letter, err := s.OldestLetter(t.Context())
			if err == nil {
				mailbox, err = s.MailboxAsked(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			return letter, mailbox
		}
		if letter, mailbox := both(); !letter.IsZero() || !mailbox.IsZero() {
			t.Errorf("of nothing it is %v, %v", letter, mailbox)
		}
		for id, state := range map[string]string{"7": work.Waits, "5": work.Sent, "9": work.Waits} {
			insert(t, db, "letter (id, entry, receiver, kind, made, state, due, changed) VALUES ('"+id+"', 1, 'club C0001', 'received', "+id+", $1, 0, 0)", state)
		}
		if err := s.ReadMailbox(t.Context(), work.Mailbox{Name: "INBOX"}); err != nil {
			t.Fatal(err)
		}
		if letter, mailbox := both(); letter.Unix() != 7 || !mailbox.Equal(c.Time) {
			t.Errorf("it is %v, %v", letter, mailbox)
		}
	})
}
