package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/post"
)

// From a mail to a published list and letters: what is at the ends is a mailbox of Dovecot and a mail server.
func TestReportByMailIsPublished(t *testing.T) {
	t.Parallel()
	need.Program(t, "dovecot")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	box, err := post.Open(t.Context())
	must(err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(box.Said())
		}
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	letters := post.NewLetters(nil)
	port, closes, err := letters.Serve(t.Context())
	must(err)
	t.Cleanup(func() { _ = closes() })
	report, err := os.ReadFile("../../demo/japan/reports/new-year-rapid.trf")
	must(err)
	opening, err := filepath.Abs("../../demo/japan/opening.csv")
	must(err)

	d := &fixture{t: t, folder: t.TempDir(), db: "arpad.db"}
	s := &post.Story{
		Mailbox: box, Letters: letters, Port: port, Report: report, Secret: post.SecretIn(d.path("password")), Tell: func(what string) { t.Log(what) },
		Command: func(clock string, args ...string) error {
			d.clock = clock
			said, err := d.run(args...)
			if err != nil {
				err = fmt.Errorf("%w\n%s", err, said)
			}
			return err
		},
		Serve: func(clock string, flags ...string) (string, func() error, error) {
			d.clock = clock
			server, address, said := d.server(t, flags...)
			return address, func() error { return endsWell(server, said.Scan) }, nil
		},
	}
	must(s.Begin(opening))
	got, end, err := s.Run(t.Context())
	must(err)
	must(end())

	begins := "[" + post.Ref + "] "
	for name, l := range map[string]struct {
		*post.Letter
		to, answers string
		says        []string
	}{
		"confirm":  {got.Confirm, post.Follower, "", []string{"Please confirm", post.Site + "/en/follow/confirm?code="}},
		"receipt":  {got.Receipt, post.Secretary, post.First, []string{begins + "Your report has arrived", "14 of 20 games are ready", "- Who is no. 2, Baba Mio?", post.Site + "/en/portal/reports/" + post.Ref + "/"}},
		"returned": {got.Returned, post.Secretary, "", []string{begins + "We need another file", "the ID of a player is missing", "- Who is no. 2, Baba Mio?"}},
		"question": {got.Question, post.Secretary, post.Second, []string{begins + "Your report waits for you"}},
		"admitted": {got.Admitted, post.Secretary, "", []string{begins + "Your report is ready for its list", "goes into list " + post.Label + ", with 19 of 20 games"}},
		"rated":    {got.Rated, post.Secretary, "", []string{begins + "Your event is in list " + post.Label, "with 19 games that count", post.Site + "/en/portal/reports/" + post.Ref + "/"}},
		"followed": {got.Followed, post.Follower, "", []string{"Aoki Ren: list " + post.Label, "- Rapid: 1890 → 1903"}},
	} {
		text := l.Subject + "\n" + l.Text
		for _, want := range l.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, text)
			}
		}
		if l.To != l.to || l.Get("In-Reply-To") != l.answers || l.Get("From") != "<rating@example.jp>" {
			t.Errorf("%s: to %s, in answer to %q, from %s", name, l.To, l.Get("In-Reply-To"), l.Get("From"))
		}
	}
	if strings.Contains(got.Question.Text, "Baba Mio") {
		t.Errorf("what was answered is asked again:\n%s", got.Question.Text)
	}
	if n := len(letters.All()); n != 7 {
		t.Errorf("%d letters came, want 7", n)
	}
	if !strings.Contains(got.List, "N00000001") || !strings.Contains(got.List, "1903") || strings.Count(got.List, "\n") != 11 {
		t.Errorf("the list is\n%s", got.List)
	}
}

// endsWell tells a server to end, and returns how it did.
func endsWell(server *exec.Cmd, says func() bool) error {
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	for says() { // what it says until it ends
		continue
	}
	return server.Wait()
}
