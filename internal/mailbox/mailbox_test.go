package mailbox_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/mailbox"
	"github.com/arpadchess/arpad/internal/test/mails"
)

var server = mailbox.Server{Name: mails.Server, Own: []string{mails.Box}}

// What is read of each of sixty mails, for a person to read.
func TestMails(t *testing.T) {
	all := mails.All()
	if len(all) != 60 {
		t.Errorf("%d mails, want 60", len(all))
	}
	var out strings.Builder
	for _, m := range all {
		is := mailbox.Read(m.Raw, server)
		fmt.Fprintf(&out, "%s\n\t%s", m.Name, is.Class)
		if is.Verified != "" {
			fmt.Fprintf(&out, ", verified by %s", is.Verified)
		}
		if is.Cut {
			out.WriteString(", cut")
		}
		if is.Silent {
			out.WriteString(", not answered")
		}
		fmt.Fprintf(&out, "\n\tfrom %s %q, %s\n\tsubject %q\n", is.From, is.Name, is.Received.Format("2006-01-02 15:04:05"), is.Subject)
		for _, f := range is.Files {
			event, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(string(f.Data), "012 "), "\r", ""), "\n")
			whole := ""
			if bytes.Equal(bytes.ReplaceAll(f.Data, []byte("\r\n"), []byte("\n")), mails.Event(event)) {
				whole = ", whole"
			}
			fmt.Fprintf(&out, "\tfile %q, %d bytes%s: %.40q", f.Name, len(f.Data), whole, event)
			if len(f.Within) > 0 {
				fmt.Fprintf(&out, ", within %q", f.Within)
			}
			out.WriteString("\n")
		}
		if is.Returned.ID != "" {
			fmt.Fprintf(&out, "\treturns %s for %s\n", is.Returned.ID, is.Returned.Status)
		}
		for _, link := range is.Links {
			fmt.Fprintf(&out, "\tlink %s\n", link)
		}
	}
	const golden = "testdata/mails.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("%s differs:\n%s", golden, out.String())
	}
}

// A mail of more than 30 MB is not read, but who sent it is known.
func TestLargeMail(t *testing.T) {
	raw := mails.Large()
	if len(raw) <= mailbox.MaxBytes {
		t.Fatalf("it has %d bytes", len(raw))
	}
	m := mailbox.Read(raw, server)
	if m.Class != mailbox.Large || m.From != mails.Reporter || m.Verified != "DMARC" || len(m.Files) > 0 {
		t.Errorf("%s from %s by %q, %d files", m.Class, m.From, m.Verified, len(m.Files))
	}
}

// Nobody is verified where the server's name is not known.
func TestNoServerVerifiesNobody(t *testing.T) {
	for _, m := range mails.All() {
		if is := mailbox.Read(m.Raw, mailbox.Server{}); is.Verified != "" {
			t.Errorf("%s: verified by %s", m.Name, is.Verified)
		}
	}
}

// A mail with thousands of parts, or as deep, is read in part.
func TestBoundsOfParts(t *testing.T) {
	wide := "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Disposition: attachment; filename=a.trf\n\n012 x\n", 5000)
	if m := mailbox.Read([]byte(wide), server); !m.Cut || len(m.Files) > 200 {
		t.Errorf("%d files, cut %v", len(m.Files), m.Cut)
	}
	deep := strings.Repeat("Content-Type: message/rfc822\n\n", 100_000)
	if m := mailbox.Read([]byte(deep), server); !m.Cut {
		t.Error("it was read to its end")
	}
}

// Whatever the bytes are, a mail is read.
func FuzzRead(f *testing.F) {
	for _, m := range mails.All() {
		f.Add(m.Raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := mailbox.Read(raw, server)
		if m.ID == "" || m.Class == "" {
			t.Errorf("%+v", m)
		}
		if m.Verified != "" && !bytes.Contains(raw, []byte("pass")) {
			t.Errorf("verified by %s, which nobody says", m.Verified)
		}
		for _, f := range m.Files {
			if f.Name == "" || strings.ContainsAny(f.Name, "/\n") || len(f.Data) > len(raw) {
				t.Errorf("file %q, %d bytes", f.Name, len(f.Data))
			}
		}
	})
}
