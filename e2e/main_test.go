package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// soak tells that all of a sweep is wanted (make soak).
var soak = os.Getenv("ARPAD_SOAK") != ""

// languages are the languages of the site.
var languages = []string{"en", "ja"}

// spoken returns the languages in which a test has what people do done: one, of half of the tests the other, with ARPAD_SOAK=1 both.
func spoken(t *testing.T) []string {
	if n := len(t.Name()) % len(languages); !soak {
		return languages[n : n+1]
	}
	return languages
}

var (
	program     string            // as it is built
	home        string            // where the site is served: "http://127.0.0.1:40123/"
	folderHome  string            // where it is as a folder on a plain host
	folderThere func() error      // waits until the folder is written
	pages       map[string]string // addresses below a language by name, of every kind of page
	browser     context.Context
	desk        string // folder with a copy of the demo, of which those who act have copies
	deskClock   string // its time, as the environment has it
)

func TestMain(m *testing.M) {
	status, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// run runs the tests against the site of the demo federation.
func run(m *testing.M) (status int, err error) {
	folder, err := os.MkdirTemp("", "arpad-e2e-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if pages, err = sitePages(); err != nil {
		return 0, err
	}
	stop, clock, err := serve(folder)
	if err != nil {
		return 0, err
	}
	writer := exec.Command(program, "site", "--db", filepath.Join(folder, "demo", "arpad.db"), filepath.Join(folder, "site"))
	writer.Env = append(os.Environ(), clock)
	if err := writer.Start(); err != nil {
		return 0, errors.Join(err, stop())
	}
	written := sync.OnceValue(writer.Wait)
	defer func() { _, _ = writer.Process.Kill(), written() }() // nobody needs it any more
	plain := httptest.NewServer(newPlainHost(filepath.Join(folder, "site"), written))
	defer plain.Close()
	folderHome, folderThere = plain.URL+"/", written
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath("chromium"), chromedp.Flag("no-sandbox", os.Getuid() == 0), chromedp.Flag("hide-scrollbars", true), chromedp.UserDataDir(filepath.Join(folder, "browser")))
	allocator, closed := chromedp.NewExecAllocator(context.Background(), options...)
	var done context.CancelFunc
	browser, done = chromedp.NewContext(allocator)
	if err := chromedp.Do(browser); err != nil {
		return 0, errors.Join(err, stop())
	}
	status = m.Run()
	err = chromedp.Cancel(browser)
	done()
	closed()
	return status, errors.Join(err, stop())
}

// newPlainHost returns a host of the files of a folder that is being written. Who asks waits
// for it.
func newPlainHost(folder string, written func() error) http.Handler {
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := written(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		files.ServeHTTP(w, r)
	})
}

// serve builds the program and the demo federation, and serves its site. It returns the
// setting of the demo's clock, too.
func serve(folder string) (stop func() error, clock string, err error) {
	program = filepath.Join(folder, "arpad")
	if out, err := exec.Command("make", "-C", "..", "engine").CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, out)
	}
	if out, err := exec.Command("go", "build", "-C", "..", "-o", program, "./cmd/arpad").CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, out)
	}
	out, err := exec.Command(program, "demo", filepath.Join(folder, "demo")).CombinedOutput()
	if err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, out)
	}
	clock = regexp.MustCompile(`ARPAD_CLOCK=\S+`).FindString(string(out))
	desk, deskClock = filepath.Join(folder, "desk"), clock
	if err := os.CopyFS(desk, os.DirFS(filepath.Join(folder, "demo"))); err != nil {
		return nil, "", err
	}
	for _, name := range []string{"arpad.db", "arpad.db.key"} {
		if err := os.Chmod(filepath.Join(desk, name), 0o600); err != nil {
			return nil, "", err
		}
	}
	home, stop, err = start(program, filepath.Join(folder, "demo", "arpad.db"), clock)
	return stop, clock, err
}

// start starts the program as the server of a database, and returns where it is.
func start(program, database, clock string) (at string, stop func() error, err error) {
	server := exec.Command(program, "serve", "--db", database, "--addr", "127.0.0.1:0", "--rate", "0")
	server.Env = append(os.Environ(), clock)
	said, err := server.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, err
	}
	lines := bufio.NewScanner(said)
	lines.Scan()
	if at = regexp.MustCompile(`http://[0-9.:]+/`).FindString(lines.Text()); at == "" {
		return "", nil, fmt.Errorf("the server says %q", lines.Text())
	}
	return at, func() error {
		err := server.Process.Signal(syscall.SIGTERM)
		for lines.Scan() {
			err = errors.Join(err, errors.New(lines.Text())) // what the server has said is a fault
		}
		return errors.Join(err, server.Wait())
	}, nil
}

// sitePages reads the addresses of all kinds of pages where the tests of the program have
// them: a kind of page without an address fails there.
func sitePages() (map[string]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "cmd", "arpad", "site_test.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		of, ok := n.(*ast.ValueSpec)
		if !ok || of.Names[0].Name != "sitePages" {
			return true
		}
		for _, element := range of.Values[0].(*ast.CompositeLit).Elts {
			pair := element.(*ast.KeyValueExpr)
			name, nameErr := strconv.Unquote(pair.Key.(*ast.BasicLit).Value)
			address, addressErr := strconv.Unquote(pair.Value.(*ast.BasicLit).Value)
			err = errors.Join(err, nameErr, addressErr)
			all[name] = address
		}
		return false
	})
	if len(all) < 20 {
		err = errors.Join(err, fmt.Errorf("there are only %d pages", len(all)))
	}
	return all, err
}

// whole reports whether an address is that of a page, not of a part of one or of a file.
func whole(address string) bool {
	return !strings.Contains(address, "search/hits") && strings.Trim(address, "/") != "newest" && !slices.Contains([]string{".csv", ".ics", ".json", ".trf", ".txt", ".xlsx", ".xml"}, filepath.Ext(address))
}
