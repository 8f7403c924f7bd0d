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
	"github.com/chromedp/chromedp/kb"
)

// setUp starts the program in an empty folder, and returns where it is and the code.
func setUp(t *testing.T) (at, code string) {
	t.Helper()
	server := exec.Command(program, "serve", "--db", filepath.Join(t.TempDir(), "arpad.db"), "--addr", "localhost:0")
	server.Env = append(os.Environ(), "ARPAD_CLOCK=2024-10-25T10:00:00+09:00")
	said, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for code == "" && lines.Scan() {
		if found := regexp.MustCompile(`http://localhost:\d+/`).FindString(lines.Text()); found != "" {
			at = found
		}
		code = regexp.MustCompile(`([A-Z2-7]{4}-){3}[A-Z2-7]{4}`).FindString(lines.Text())
	}
	t.Cleanup(func() {
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		for lines.Scan() {
			t.Error("the server says", lines.Text())
		}
		if err := server.Wait(); err != nil {
			t.Error(err)
		}
	})
	return at, code
}

// The first start from the code to the public site: every page fits, keeps nobody out and says nothing twice. With
// ARPAD_SHOTS=FOLDER it is seen.
func TestSetup(t *testing.T) {
	list, bad := filepath.Join(t.TempDir(), "名簿.csv"), filepath.Join(t.TempDir(), "bad.csv")
	rows := "会員名簿 2024年10月,,,,\n会員番号,氏名,ローマ字,スタンダード,局数,備考\nN00000001,青木 蓮,Aoki Ren,1800,44,役員\nN00000002,馬場 澪,Baba Mio,1650,12,\n"
	for file, text := range map[string]string{list: rows, bad: "id,name,standard\nN00000001,Aoki Ren,18OO\n,Total,\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			at, code := setUp(t)
			o := open(t)
			look := func(name string) { t.Helper(); o.setUp(lang, name) }
			o.showAt(at, lang+"/setup/", phone)
			look("")
			o.do(chromedp.SendKeys("#code", code+kb.Enter))
			look("federation/")
			o.do(chromedp.Click("label[for=authority-jcf]"), chromedp.SendKeys("#federation", "Example Chess Federation"), chromedp.SendKeys("#contact", "rating@example.jp"), chromedp.Click("main button"))
			look("file/")
			o.do(chromedp.SetUploadFiles("#list", []string{bad}), chromedp.Click(".drop ~ .acts button"))
			look("list/")
			o.do(chromedp.Click("main a.button"))
			o.until(`location.pathname == "/` + lang + `/setup/file/" && !!document.querySelector("#list")`)
			o.do(chromedp.SetUploadFiles("#list", []string{list}), chromedp.Click(".drop ~ .acts button"))
			look("list/")
			o.do(chromedp.SetValue("tr:last-child select", "club"), chromedp.Click("table ~ .acts button"))
			o.until(`document.readyState == "complete" && document.querySelector("tr:last-child select option[selected]").value == "club"`)
			o.do(chromedp.Click(".act button"))
			o.until(`location.pathname == "/` + lang + `/setup/done/"`)
			look("done/")
			o.do(chromedp.Click("main a.button"))
			o.until(`location.pathname == "/` + lang + `/" && document.title.includes("Example Chess Federation")`)
		})
	}
}

// setUp looks at a page of the set-up.
func (o *tab) setUp(lang, name string) {
	o.t.Helper()
	path, _, _ := strings.Cut(name, "-") // what is behind it tells states of a page apart
	o.until(`document.readyState == "complete" && location.pathname == "/` + lang + `/setup/` + path + `"`)
	for _, l := range []look{phone, laptop} {
		o.do(chromedp.EmulateViewport(l.width, l.height))
		o.check(name, l)
		o.axe(name, l)
		if folder := os.Getenv("ARPAD_SHOTS"); folder != "" {
			png, err := chromedp.Run(o.Context, chromedp.FullScreenshot(100))
			o.must(err)
			o.must(os.WriteFile(filepath.Join(folder, strings.ReplaceAll(strings.Trim("setup/"+name, "/"), "/", "")+"-"+lang+"-"+map[bool]string{true: "360", false: "1280"}[l.width < 500]+".png"), png, 0o600))
		}
	}
	o.reflow(name)
}

// A backup and its key are chosen, looked into and restored.
func TestSetupRestores(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(file("list.csv"), []byte("id,name,standard\nN00000001,Aoki Ren,1800\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{"init", "--authority", "jcf", "--label", "2024-10", file("list.csv")}, {"backup", file("kept.arpad")}} {
		c := exec.Command(program, arguments...)
		c.Env = append(os.Environ(), "ARPAD_DB="+file("old.db"), "ARPAD_CLOCK=2024-10-25T10:00:00+09:00")
		if said, err := c.CombinedOutput(); err != nil {
			t.Fatal(err, string(said))
		}
	}
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			at, code := setUp(t)
			o := open(t)
			o.showAt(at, lang+"/setup/", phone)
			o.do(chromedp.SendKeys("#code", code+kb.Enter))
			o.until(`location.pathname == "/` + lang + `/setup/federation/" && document.readyState == "complete"`)
			o.do(chromedp.Click(".title a"))
			o.setUp(lang, "backup/")
			o.do(chromedp.SetUploadFiles("#backup", []string{file("kept.arpad")}), chromedp.Click("main button"))
			o.until(`!!document.querySelector("[role=alert]")`) // its sum was forgotten
			o.setUp(lang, "backup/-refused")
			o.do(chromedp.SetUploadFiles("#backup", []string{file("kept.arpad"), file("kept.arpad.sha256")}), chromedp.SetUploadFiles("#key", []string{file("old.db.key"), file("old.db.key.checkpoint")}), chromedp.Click("main button"))
			o.until(`!!document.querySelector(".facts")`)
			o.setUp(lang, "backup/-tested")
			o.do(chromedp.Click("[name=restore]"))
			o.setUp(lang, "restored/")
			o.do(chromedp.Click("main a.button"))
			o.until(`location.pathname == "/` + lang + `/"`)
		})
	}
}
