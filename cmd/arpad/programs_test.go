package main

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// ofProgram is a program of a test at a server.
type ofProgram struct {
	address string
	values  map[string]string // of variables of a shell
}

// curl does what the command line of curl says, and returns its answer.
func (p *ofProgram) curl(t *testing.T, line string) (int, http.Header, []byte) {
	t.Helper()
	for name, value := range p.values {
		line = strings.ReplaceAll(line, "$"+name, value)
	}
	words := regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`).FindAllString(line, -1)
	method, header, address, body := http.MethodGet, http.Header{}, "", bytes.Buffer{}
	form := multipart.NewWriter(&body)
	plain := func(word string) string {
		if quoted, is := strings.CutPrefix(word, "'"); is {
			return strings.TrimSuffix(quoted, "'")
		}
		return strings.ReplaceAll(word, `"`, "")
	}
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-H":
			name, value, _ := strings.Cut(plain(words[i+1]), ": ")
			header.Set(name, value)
			i++
		case "-d":
			method = http.MethodPost
			body.WriteString(plain(words[i+1]))
			i++
		case "-F":
			method = http.MethodPost
			header.Set("Content-Type", form.FormDataContentType())
			name, value, _ := strings.Cut(plain(words[i+1]), "=")
			var w io.Writer
			var err error
			if file, is := strings.CutPrefix(value, "@"); is {
				data, failed := os.ReadFile(file)
				if value = string(data); failed != nil {
					t.Fatal(failed)
				}
				w, err = form.CreateFormFile(name, file)
			} else {
				w, err = form.CreateFormField(name)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(w, value)
			i++
		default:
			address = strings.Replace(plain(words[i]), "https://ratings.example.jp", p.address, 1)
		}
	}
	if strings.HasPrefix(header.Get("Content-Type"), "multipart/") {
		_ = form.Close()
	}
	return p.send(t, method, address, header, body.Bytes())
}

// send sends a request.
func (p *ofProgram) send(t *testing.T, method, address string, header http.Header, body []byte) (int, http.Header, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, said
}

// The requests of docs/programs.md do what the page says, at a server. Another site's page reaches nothing without the key, and
// with it no more than the program. No file has the key.
func TestProgramsOfClubs(t *testing.T) {
	liveUpTo(t, "period publish")
	t.Chdir(filepath.Dir(os.Getenv("ARPAD_DB"))) // where what is written without a folder belongs
	must(t, "account", "invite", "yano@example.jp", "--role", "organiser,officer", "--club", "C0001")
	made := printed(t, "account", "key", "yano@example.jp", "pairing", "--may", "submit,follow,read", "--reason", "for the computer")
	key := regexp.MustCompile(`arpad_A[0-9]+_[A-Z2-7]{26}`).FindString(made)
	file := bureautest.Meeting("Spring Evening", civil.Of(2023, 2, 1), "N00000001", "N00000002")
	if err := os.WriteFile("spring.json", bureautest.JSON(t, file), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startServe(t, &serveCommand{Addr: "127.0.0.1:0", Rate: 1000})
	p := &ofProgram{s.lastAddress(t), map[string]string{"KEY": key}}
	page, err := os.ReadFile(filepath.Join(root, "docs", "programs.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^curl .*$`).FindAllString(string(page), -1)
	for _, line := range lines {
		status, header, body := p.curl(t, line)
		if status != http.StatusOK || header.Get("Cache-Control") != "no-store" || header.Get("Access-Control-Allow-Origin") != "" {
			t.Fatalf("%s: %d %v\n%s", line, status, header, body)
		}
		var said struct{ Ref string }
		if json.Unmarshal(body, &said) == nil && said.Ref != "" {
			p.values["REF"] = said.Ref
		}
		if tag := header.Get("ETag"); tag != "" {
			p.values["ETAG"] = strings.Trim(tag, `"`)
		}
	}
	if len(lines) < 8 || p.values["REF"] == "" || p.values["ETAG"] == "" {
		t.Errorf("%d lines, %v", len(lines), p.values)
	}
	announce := []byte(`{"name": "Winter Open", "club": "C0001", "start": "2023-12-02", "rounds": 5, "type": "standard"}`)
	for _, c := range []struct {
		with http.Header
		path string
		want int
	}{
		{http.Header{"Authorization": {"Bearer " + key}}, "/api/v1/own/acts/announce.add", http.StatusOK},
		{http.Header{}, "/api/v1/own/acts/announce.add", http.StatusUnauthorized},
		{http.Header{"Cookie": {"__Host-arpad=" + key + "; arpad=" + key}}, "/api/v1/own/acts/announce.add", http.StatusUnauthorized},
		{http.Header{"Authorization": {"Bearer " + key}}, "/en/login/", http.StatusForbidden},
	} {
		c.with.Set("Origin", "https://other.example")
		c.with.Set("Sec-Fetch-Site", "cross-site")
		c.with.Set("Content-Type", "application/json")
		if status, header, body := p.send(t, http.MethodPost, p.address+c.path, c.with, announce); status != c.want || header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s with %v: %d %v %s", c.path, c.with, status, header, body)
		}
	}
	status := 0
	for range 31 {
		status, _, _ = p.send(t, http.MethodGet, p.address+"/api/v1/own/reports", http.Header{"Authorization": {"Bearer " + key[:len(key)-26] + strings.Repeat("A", 26)}}, nil)
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("after 31 wrong keys: %d", status)
	}
	s.stop()
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	if said := printed(t, "account", "key-list", "yano@example.jp"); !strings.Contains(said, "used ") {
		t.Errorf("it was not used: %s", said)
	}
	must(t, "backup", "of-programs.db")
	files, err := filepath.Glob("*")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	secret := key[len(key)-26:]
	for _, name := range append(files, "arpad.db"+store.WorkFile) {
		if data, err := os.ReadFile(name); err == nil && bytes.Contains(data, []byte(secret)) {
			t.Errorf("%s has the key", name)
		}
	}
}
