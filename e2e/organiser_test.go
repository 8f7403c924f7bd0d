package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// organisers starts the program with a club whose organiser is invited, and returns where it is and the link's code.
func organisers(t *testing.T) (at, code string) {
	t.Helper()
	folder := t.TempDir()
	list := filepath.Join(folder, "list.csv")
	if err := os.WriteFile(list, []byte("id,name,standard,club\nN00000001,Aoki Ren,1800,Kawagoe Tsuru\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "ARPAD_DB="+filepath.Join(folder, "arpad.db"), "ARPAD_CLOCK=2024-10-25T10:00:00+09:00")
	for _, arguments := range [][]string{
		{"init", "--authority", "jcf", "--label", "2024-10", list}, {"club", "add", "name=Kawagoe Tsuru"},
		{"account", "invite", "yano@example.jp", "--role", "organiser", "--club", "Kawagoe Tsuru", "--name", "Yano Sohei"},
	} {
		c := exec.Command(program, arguments...)
		c.Env = env
		said, err := c.CombinedOutput()
		if err != nil {
			t.Fatal(err, string(said))
		}
		if found := regexp.MustCompile(`code=(\S+)`).FindSubmatch(said); found != nil {
			code = string(found[1])
		}
	}
	server := exec.Command(program, "serve", "--addr", "localhost:0")
	server.Env = env
	said, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for at == "" && lines.Scan() {
		at = regexp.MustCompile(`http://localhost:\d+/`).FindString(lines.Text())
	}
	t.Cleanup(func() {
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		for lines.Scan() {
			if !strings.Contains(lines.Text(), "http") {
				t.Error("the server says", lines.Text())
			}
		}
		if err := server.Wait(); err != nil {
			t.Error(err)
		}
	})
	return at, code
}

// An organiser announces an event, which is answered as they type, changes its days and withdraws it; without scripts they see
// the same after a button.
func TestOrganiser(t *testing.T) {
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			at, code := organisers(t)
			ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
			t.Cleanup(stop)
			o := &office{openIn(ctx, t), at, lang, false}
			o.showAt(at, lang+"/invite?code="+code, phone)
			o.do(chromedp.Click("details.else summary"), chromedp.SetValue("#new-password", "four words of nobody"), chromedp.Click("[data-no-passkey]"))
			o.look("portal-empty", "portal/")
			o.do(chromedp.Navigate(at + lang + "/portal/events/new/"))
			o.look("announce", "portal/events/new/")
			o.fills("#event", "New Year Open", "#start", "2025-01-11", "#end", "2025-01-12", "#rounds", "5")
			o.do(chromedp.SendKeys("#control", "60+30"))
			o.until(`!!document.querySelector("[name=looked]")`)
			was := read[string](o.tab, `document.querySelector("[name=looked]").value`)
			o.do(chromedp.Click("label[for=fide]"))
			o.until(`document.querySelector("[name=looked]").value != "` + was + `"`)
			o.look("announce-answered", "portal/events/new/")
			o.do(chromedp.Click("#will button"))
			o.look("event", "portal/events/A2024-0001/")
			o.do(chromedp.SetValue("#start", "2025-01-10"), chromedp.SendKeys("#event", "!"))
			o.until(`!!document.querySelector("[name=looked]")`)
			o.look("event-change", "portal/events/A2024-0001/")
			o.do(chromedp.Click("#answer button"))
			o.until(`document.readyState == "complete" && !!document.querySelector(".note.done") && document.querySelector("#start").value == "2025-01-10"`)
			o.do(chromedp.SetValue("#reason", "the hall is closed"), chromedp.Click("#withdraw button"))
			o.until(`document.readyState == "complete" && !!document.querySelector(".note.grave")`)
			o.look("event-withdrawn", "portal/events/A2024-0001/")
			o.do(chromedp.Navigate(at + lang + "/portal/notice/"))
			o.look("notice", "portal/notice/")
			o.fills("#event", "Harvest Rapid", "#start", "2024-10-19", "#end", "2024-10-20", "#url", "https://chess-results.com/tnr1.aspx")
			o.do(chromedp.Click("main form button"))
			o.look("portal", "portal/")

			s := o.somebodyElse(still)
			s.fills("#email", "yano@example.jp", "#password", "four words of nobody")
			s.do(chromedp.Click(".narrow form:last-child button"))
			s.look("portal-still", "portal/")
			s.do(chromedp.Navigate(at + lang + "/portal/events/new/"))
			s.look("announce-still", "portal/events/new/")
			s.fills("#event", "Spring Open", "#start", "2025-03-01", "#rounds", "5", "#control", "15+10")
			s.do(chromedp.Click("[value=look]"))
			s.until(`!!document.querySelector("[name=looked]")`)
			s.look("announce-answered-still", "portal/events/new/")
			s.do(chromedp.Click("#will button"))
			s.look("event-still", "portal/events/A2024-0002/")
		})
	}
}
