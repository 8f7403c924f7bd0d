package events_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/mailbox"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/test/mails"
)

// A mail of a stranger waits until an officer says for whom it came, or that it is nothing; nobody else sees who sent it.
func TestMail(t *testing.T) {
	both(t, "jcf", func(h *hall.Hall, officer, auditor *hall.Browser) {
		box := &inbox.Inbox{Work: h.Door.Work, Sealer: h.Door.Sealer}
		take := func(name string) *inbox.Mail {
			for _, m := range mails.All() {
				if m.Name == name {
					is, err := box.Take(h.Context(), h.Bureau, mailbox.Server{Name: mails.Server}, m.Raw, time.Time{})
					h.Must(err)
					return is
				}
			}
			h.Fatalf("there is no mail %q", name)
			return nil
		}
		officer.Wants(officer.Get("desk/mail/"), http.StatusOK, "desk/mail/", h.Say("desk.mail.none"))
		spoofed, stranger, notice := take("The reporter's address, no check"), take("A stranger, verified"), take("Results on Chess-Results")
		a := officer.Get("desk/mail/")
		officer.Wants(a, http.StatusOK, "desk/mail/", h.Say("desk.mail.why-unverified"), h.Say("desk.mail.why-unknown"), mails.Stranger, "open.trf", "https://chess-results.com/tnr812345.aspx?lan=1")
		if a := auditor.Get("desk/mail/"); a.Status != http.StatusNotFound {
			h.Errorf("an auditor: %d", a.Status)
		}
		officer.Wants(officer.Post("desk/mail/", "mail", spoofed.ID, "do", "nothing"), http.StatusOK, "desk/mail/", h.Say("desk.mail.is-nothing"), h.Say("desk.mail.again"))
		officer.Wants(officer.Post("desk/mail/", "mail", spoofed.ID, "do", "nothing"), http.StatusUnprocessableEntity, "desk/mail/", h.Say("desk.mail.gone"))
		officer.Wants(officer.Post("desk/mail/", "mail", stranger.ID, "do", "hand-in", "club", "C0001"), http.StatusOK, "desk/mail/", h.Say("desk.mail.is-report"), "2024-10-0001")
		officer.Wants(officer.Post("desk/mail/", "mail", notice.ID, "do", "notice", "club", "C0001", "event", "Minato Spring", "start", "2024-10-12", "end", "2024-10-13", "link", notice.Links[0]), http.StatusOK, "desk/mail/", h.Say("desk.mail.is-notice"), "2024-10-0002")
		h.Must(h.Bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
				if c.For.Club != "C0001" || c.Received.Day() != 20 {
					h.Errorf("%s is for %q, received %s", c.Ref, c.For.Club, c.Received)
				}
				return true, nil
			})
		}))
	})
}
