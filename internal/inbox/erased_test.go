package inbox_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/test/mails"
	"github.com/arpadchess/arpad/internal/work"
)

// Whoever is erased is in no letter, no queue, no draft, no inquiry, no mail and no file of the bureau, and in no backup from then on: they had
// an account, were written to, had asked, followed others and were followed, and a mail of theirs waited.
func TestErasedIsInNoLetter(t *testing.T) {
	h := hall.Opening(t, "en", "", players)
	d := &desk{h, &inbox.Inbox{Work: h.Door.Work, Sealer: h.Door.Sealer}}
	ctx, kept := t.Context(), h.Door.Work
	made, err := account.Invite(ctx, h.Bureau, mails.Reporter, "Aoki Ren", account.Wish{Roles: []string{"organiser", "player"}, Clubs: []string{"Kawagoe Tsuru"}, Player: "N00000001"}, "")
	h.Must(err)
	letters := &mail.Office{Bureau: h.Bureau, Work: kept, Base: "https://ratings.example.jp", Thread: d.Thread}
	h.Must(letters.Collect(ctx))
	d.take(named(t, "Outlook, one file")) // it becomes a report, and is answered
	_, err = register.AddClub(ctx, h.Bureau, []string{"name=Second Club"}, "")
	h.Must(err)
	_, err = account.SetRoles(ctx, h.Bureau, made.Number, account.Wish{Roles: []string{"organiser", "player"}, Clubs: []string{"Kawagoe Tsuru", "Second Club"}, Player: "N00000001"}, "moved")
	h.Must(err)
	if m := d.take(named(t, "Gmail, one file")); m.State != work.MailWaits { // it says for which club
		t.Fatal(m.State, m.Why)
	}
	_, err = kept.Save(ctx, "A0001", "inquiry/new", url.Values{"words": {"Aoki Ren was there"}}, 0)
	h.Must(err)
	q, err := correction.Inquire(ctx, h.Bureau, correction.Inquiry{Player: "N00000001"}, correction.Inquirer{Name: "Aoki Ren", Contact: mails.Reporter, Words: "I am Aoki Ren."})
	h.Must(err)
	h.Must(correction.CloseInquiry(ctx, h.Bureau, q.Number, "it was right"))
	h.Must(kept.Follow(ctx, work.Follower{Address: mails.Reporter, Language: "en", Subject: "player N00000002"}))
	h.Must(kept.Shown(ctx, "mori@example.com"))
	h.Must(kept.Follow(ctx, work.Follower{Address: "mori@example.com", Language: "en", Subject: "player N00000001"}))
	for _, a := range []work.Asked{{Kind: "confirm", Address: mails.Reporter, Language: "en", Path: "x"}, {Kind: "confirm-follow", Address: "kei@example.com", Language: "en", Path: "x", Values: map[string]string{"about": "Aoki Ren"}}} {
		_, err = kept.Ask(ctx, a)
		h.Must(err)
	}
	h.Must(kept.Wish(ctx, work.OfAccount+made.Number, "language", "ja"))
	h.Must(kept.Looked(ctx, bureau.Look{Account: made.Number, What: "player.show N00000001", At: h.Now}))
	h.Must(letters.Collect(ctx))
	if found := d.mentions(letters); len(found) < 4 {
		t.Fatalf("before the erasure only %v mention them", found)
	}

	_, err = privacy.Erase(ctx, h.Bureau, "N00000001", "asked for")
	h.Must(err)
	h.Must(letters.Collect(ctx))
	if found := d.mentions(letters); len(found) > 0 {
		t.Errorf("they are mentioned in %v", found)
	}
	folder := filepath.Dir(h.Office.Database)
	_, err = office.Database(h.Bureau).Backup(ctx, filepath.Join(folder, "backup.db"))
	h.Must(err)
	h.Must(office.Database(h.Bureau).Checkpoint(ctx))
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	h.Must(err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		h.Must(err)
		for _, word := range []string{"Aoki", "aoki"} {
			if at := bytes.Index(data, []byte(word)); at >= 0 {
				t.Errorf("%s has %q", filepath.Base(file), data[max(0, at-60):min(len(data), at+60)])
			}
		}
	}
}

// mentions returns which letters and mails mention the reporter, as an officer would read them.
func (d *desk) mentions(letters *mail.Office) (found []string) {
	d.Helper()
	theirs := func(text string) bool { return strings.Contains(strings.ToLower(text), "aoki") }
	d.Must(letters.Work.Letters(d.Context(), "", "", func(l *work.Letter) bool {
		m, _, err := letters.Read(d.Context(), l)
		d.Must(err)
		if m != nil && theirs(m.Address+m.Name+m.Subject+m.Text()) {
			found = append(found, "letter "+l.Kind)
		}
		return true
	}))
	all, err := d.Mails(d.Context(), "", 100)
	d.Must(err)
	for _, m := range all {
		if theirs(fmt.Sprint(m.About)) {
			found = append(found, "mail "+m.State)
		}
	}
	return found
}
