package e2e

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// newcomer starts the program in an empty folder, and looks at its first page in a browser with cookies and a passkey of its own. It returns
// the code, too.
func newcomer(t *testing.T, lang string, l look) (o *office, code string) {
	t.Helper()
	at, code := setUp(t)
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	o = &office{openIn(ctx, t), at, lang, false}
	o.authenticator()
	o.showAt(at, lang+"/setup/", l)
	return o, code
}

// setUp starts the program in an empty folder, and returns where it is and the code.
func setUp(t *testing.T) (at, code string) {
	t.Helper()
	server := exec.Command(program, "serve", "--db", filepath.Join(t.TempDir(), "arpad.db"), "--addr", "localhost:0", "--rate", "0")
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

// office is the acting side as somebody sees it in a tab.
type office struct {
	*tab
	at, lang string
	still    bool // without scripts
}

// look looks at the page of a name: it fits, keeps nobody out and says nothing twice. Whether somebody is kept out is asked on a phone and
// on a laptop in turn, with ARPAD_SOAK=1 on both. With ARPAD_SHOTS=FOLDER it is seen.
func (o *office) look(name, address string) {
	o.t.Helper()
	o.until(`document.readyState == "complete" && location.pathname == "/` + o.lang + `/` + address + `"`)
	o.looked++
	for i, l := range []look{phone, laptop} {
		o.do(chromedp.EmulateViewport(l.width, l.height))
		o.check(name, l)
		if !o.still && (soak || o.looked%2 == i) { // it is a script
			o.axe(name, l)
		}
		if folder := os.Getenv("ARPAD_SHOTS"); folder != "" {
			png, err := chromedp.Run(o.Context, chromedp.FullScreenshot(100))
			o.must(err)
			o.must(os.WriteFile(filepath.Join(folder, name+"-"+o.lang+"-"+map[bool]string{true: "360", false: "1280"}[l.width < 500]+".png"), png, 0o600))
		}
	}
	if !o.still {
		o.reflow(name)
	}
	o.mu.Lock()
	o.problems, o.weight = nil, map[network.ResourceType]float64{} // of the way to the next one
	o.mu.Unlock()
}

// fills types into the fields of a page.
func (o *office) fills(fields ...string) {
	o.t.Helper()
	for i := 0; i < len(fields); i += 2 {
		o.do(chromedp.SetValue(fields[i], fields[i+1]))
	}
}

// authenticator has the tab make and show passkeys.
func (o *office) authenticator() {
	o.t.Helper()
	call(o.tab, webauthn.Enable, webauthn.EnableParams{})
	call(o.tab, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal, HasResidentKey: true,
		HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}})
}

// somebodyElse returns the same place in a browser with cookies of its own, as a look has it.
func (o *office) somebodyElse(l look) *office {
	o.t.Helper()
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	o.t.Cleanup(stop)
	other := &office{openIn(ctx, o.t), o.at, o.lang, l.still}
	other.showAt(o.at, o.lang+"/login/", l)
	return other
}

// code returns the code that an authenticator app shows for a secret on the page.
func (o *office) code() string {
	o.t.Helper()
	text := read[string](o.tab, `document.querySelector(".qr ~ p code").textContent.replaceAll(" ", "")`)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text)
	o.must(err)
	return codeAt(secret)
}

// demoNow is the time of the server.
var demoNow = time.Date(2024, 10, 25, 1, 0, 0, 0, time.UTC)

// codeAt returns the code of now (RFC 6238).
func codeAt(secret []byte) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, demoNow.Unix()/30) // a hash never fails
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[from:])&0x7fffffff)%1_000_000)
}

// The first start from the code to the second administrator, in one language: the first officer with a passkey, the other by an
// invitation, with a password and an authenticator app, in a browser without scripts.
func TestSetup(t *testing.T) {
	list, bad := filepath.Join(t.TempDir(), "名簿.csv"), filepath.Join(t.TempDir(), "bad.csv")
	rows := "会員名簿 2024年10月,,,,\n会員番号,氏名,ローマ字,スタンダード,局数,備考\nN00000001,青木 蓮,Aoki Ren,1800,44,役員\nN00000002,馬場 澪,Baba Mio,1650,12,\n"
	for file, text := range map[string]string{list: rows, bad: "id,name,standard\nN00000001,Aoki Ren,18OO\n,Total,\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			o, code := newcomer(t, lang, phone)
			o.look("setup", "setup/")
			o.do(chromedp.SendKeys("#code", code+kb.Enter))
			o.look("setup-federation", "setup/federation/")
			o.do(chromedp.Click("label[for=authority-jcf]"), chromedp.SendKeys("#federation", "Example Chess Federation"), chromedp.SendKeys("#contact", "rating@example.jp"), chromedp.Click("main button"))
			o.look("setup-file", "setup/file/")
			o.do(chromedp.SetUploadFiles("#list", []string{bad}), chromedp.Click(".drop ~ .acts button"))
			o.look("setup-list-refused", "setup/list/")
			o.do(chromedp.Click("main a.button"))
			o.until(`location.pathname == "/` + lang + `/setup/file/" && !!document.querySelector("#list")`)
			o.do(chromedp.SetUploadFiles("#list", []string{list}), chromedp.Click(".drop ~ .acts button"))
			o.look("setup-list", "setup/list/")
			o.do(chromedp.SetValue("tr:last-child select", "club"), chromedp.Click("table ~ .acts button"))
			o.until(`document.readyState == "complete" && document.querySelector("tr:last-child select option[selected]").value == "club"`)
			o.do(chromedp.Click(".act .form button"))
			o.look("setup-officer", "setup/officer/")
			o.fills("#name", "Suzuki Hana", "#email", "suzuki@example.jp")
			o.do(chromedp.Click(".act button"))
			o.look("invite-officer", "invite/")
			o.do(chromedp.Click("details.else summary"))
			o.look("invite-officer-password", "invite/")
			o.do(chromedp.Click("[data-only-passkey]"))
			o.until(`!!document.querySelector(".codes")`)
			o.look("codes", "invite/")
			o.do(chromedp.Click("label[for=kept]"), chromedp.Click("main button"))
			o.look("first", "desk/first/")

			o.do(chromedp.Click("main a.button"))
			o.look("people", "admin/people/")
			o.do(chromedp.SendKeys("#name", "Shimizu Aoi"))
			o.until(`document.querySelector("[data-draft-state]").textContent != ""`)
			o.do(chromedp.Reload())
			o.until(`!!document.querySelector("[name=begin-again]") && document.querySelector("#name").value == "Shimizu Aoi"`)
			o.look("people-draft", "admin/people/")
			o.fills("#email", "shimizu@example.jp")
			o.do(chromedp.Click("label[for=role-officer]"), chromedp.Click("label[for=role-administrator]"), chromedp.Click(".act button"))
			o.until(`!!document.querySelector("pre.copy")`)
			o.look("invited", "admin/people/")
			link := read[string](o.tab, `document.querySelector("pre.copy").textContent`)

			second := o.somebodyElse(still)
			second.do(chromedp.Navigate(strings.Replace(link, "/invite", "/"+lang+"/invite", 1)))
			second.look("invite-still", "invite/")
			second.do(chromedp.Click("details.else summary"))
			second.fills("#new-password", "four words of nobody", "#new-code", second.code())
			second.do(chromedp.Click("[data-no-passkey]"))
			second.until(`!!document.querySelector(".codes")`)
			recovery := read[string](second.tab, `document.querySelector(".codes li").textContent`)
			second.do(chromedp.Click("label[for=kept]"), chromedp.Click("main button"))
			second.look("first-second", "desk/first/")
			second.do(chromedp.Click(".sess .link"))
			second.look("login-still", "login/")
			second.fills("#email", "shimizu@example.jp", "#password", "five words of nobody")
			second.do(chromedp.Click(".narrow form:last-child button"))
			second.until(`!!document.querySelector(".note.grave")`)
			second.look("login-wrong", "login/")
			second.fills("#email", "shimizu@example.jp", "#password", "four words of nobody")
			second.do(chromedp.Click(".narrow form:last-child button"))
			second.until(`!!document.querySelector("#code")`)
			second.look("login-code", "login/")
			scripted := second.somebodyElse(laptop)
			scripted.look("login-laptop", "login/")
			scripted.fills("#email", "shimizu@example.jp", "#password", "four words of nobody")
			scripted.do(chromedp.Click(".narrow form:last-child button"))
			scripted.until(`!!document.querySelector("#code")`)
			scripted.look("login-code-laptop", "login/")
			second.fills("#code", recovery)
			second.do(chromedp.Click("main button"))
			second.look("morning-third", "desk/")

			o.do(chromedp.Navigate(o.at + lang + "/admin/people/"))
			o.look("people-two", "admin/people/")
			o.do(chromedp.Click("td.go a"))
			o.until(`!!document.querySelector("[name=seen]")`)
			person := read[string](o.tab, `location.pathname.slice(4)`)
			o.look("person", person)
			o.do(chromedp.Navigate(o.at + lang + "/desk/health/"))
			o.look("health", "desk/health/")
			o.do(chromedp.Click(".act button"))
			o.until(`location.pathname.startsWith("/` + lang + `/desk/jobs/") && !document.querySelector("progress") && !!document.querySelector(".will")`)
			o.look("job", read[string](o.tab, `location.pathname.slice(4)`))
			o.do(chromedp.Navigate(o.at + lang + "/account/"))
			o.look("account", "account/")
			o.do(chromedp.Click("main a.button"))
			o.look("factors", "account/factors/")
			o.do(chromedp.Click(".sess .link"))
			o.look("login", "login/")
			o.do(chromedp.Click("[data-passkey] button"))
			o.until(`location.pathname == "/` + lang + `/desk/"`)
			o.do(chromedp.Navigate(o.at + lang + "/forgotten/"))
			o.look("forgotten", "forgotten/")
			o.do(chromedp.Navigate(o.at + lang + "/"))
			o.until(`document.title.includes("Example Chess Federation")`)
		})
	}
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
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			at, code := setUp(t)
			o := &office{open(t), at, lang, false}
			o.showAt(at, lang+"/setup/", phone)
			o.do(chromedp.SendKeys("#code", code+kb.Enter))
			o.until(`location.pathname == "/` + lang + `/setup/federation/" && document.readyState == "complete"`)
			o.do(chromedp.Click(".title a"))
			o.look("setup-backup", "setup/backup/")
			o.do(chromedp.SetUploadFiles("#backup", []string{file("kept.arpad")}), chromedp.Click("main button"))
			o.until(`!!document.querySelector("[role=alert]")`) // its sum was forgotten
			o.look("setup-backup-refused", "setup/backup/")
			o.do(chromedp.SetUploadFiles("#backup", []string{file("kept.arpad"), file("kept.arpad.sha256")}), chromedp.SetUploadFiles("#key", []string{file("old.db.key"), file("old.db.key.checkpoint")}), chromedp.Click("main button"))
			o.until(`!!document.querySelector(".facts")`)
			o.look("setup-backup-tested", "setup/backup/")
			o.do(chromedp.Click("[name=restore]"))
			o.look("setup-backup-officer", "setup/officer/") // it has none
		})
	}
}
