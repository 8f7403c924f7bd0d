package inbox_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/test/mails"
	"github.com/arpadchess/arpad/internal/work"
)

// A letter that comes back for good says why, and its address gets no more until it is confirmed again. Another server's delay, and who
// only guesses a letter, change nothing.
func TestLetterComesBack(t *testing.T) {
	d := opened(t)
	ctx, kept := t.Context(), d.Door.Work
	letters := &mail.Office{Bureau: d.Bureau, Work: kept, Base: "https://ratings.example.jp", Thread: d.Thread}
	d.Must(letters.Collect(ctx))
	d.take(named(t, "Outlook, one file"))
	d.Must(letters.Collect(ctx))
	l, err := kept.Claim(ctx)
	if err != nil || l == nil || l.Kind != "received" {
		t.Fatal(l, err)
	}
	d.Must(kept.Becomes(ctx, l, work.Sent, kept.Now(), 0))
	is := func(state, answered string, confirmed bool) {
		t.Helper()
		now, err := kept.Letter(ctx, l.ID)
		d.Must(err)
		known, err := kept.IsConfirmed(ctx, mails.Reporter)
		if err != nil || now.State != state || now.Answered() != answered || known != confirmed {
			t.Errorf("it is %s, %q, and the address confirmed: %v; want %s, %q, %v: %v", now.State, now.Answered(), known, state, answered, confirmed, err)
		}
	}
	d.take(mails.Back(l.ID+"@example.jp", "delayed", "4.4.1"))
	d.take(mails.Back("x"+l.ID[1:]+"@example.jp", "failed", "5.1.1"))
	is(work.Sent, "", true)
	d.take(mails.Back(l.ID+"@example.jp", "failed", "5.1.1"))
	is(work.Back, "5.1.1", false)

	l.State = work.Back
	if _, may, err := letters.Read(ctx, l); err != nil || may {
		t.Errorf("more is sent to the address: %v, %v", may, err)
	}
	d.take(named(t, "Gmail, one file")) // the server is certain of the sender: the address is alive
	is(work.Back, "5.1.1", true)
}

// A letter that comes back late takes no address from whoever has confirmed it since.
func TestConfirmedSinceStays(t *testing.T) {
	d := opened(t)
	ctx, kept := t.Context(), d.Door.Work
	token, err := kept.Ask(ctx, work.Asked{Kind: "confirm", Address: "kei@example.jp", Language: "en", Path: "letters/confirm"})
	d.Must(err)
	l, err := kept.Claim(ctx)
	d.Must(err)
	d.Must(kept.Becomes(ctx, l, work.Sent, kept.Now(), 0))
	d.Now = d.Now.AddDate(0, 0, 1)
	_, err = kept.Confirm(ctx, "confirm", token)
	d.Must(err)
	d.Must(kept.CameBack(ctx, l, "5.2.2", "Kei@example.jp"))
	if is, err := kept.IsConfirmed(ctx, "kei@example.jp"); err != nil || !is {
		t.Error("the address is nobody's any more", err)
	}
}
