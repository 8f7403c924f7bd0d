package response

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"testing"
)

// A body is sent as it was written, whether it is small or large, and in gzip to those who
// take it. A large one is in a file if there can be one.
func TestBodies(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  int
		room   bool // for a file
		inFile bool
	}{
		{"small", 10, true, false},
		{"large", 500_000, true, true},
		{"large without room", 500_000, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.room {
				t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
			}
			var want bytes.Buffer
			body := &Body{}
			err := body.Make(func(to *Body) error {
				want.Reset()
				for n := range c.lines {
					line := strconv.Itoa(n) + " line\n"
					want.WriteString(line)
					if _, err := io.WriteString(to, line); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := body.Response(http.StatusOK, "text/plain")
			if err != nil {
				t.Fatal(err)
			}
			r = r.Ready().Lean()
			memory, file := r.Held()
			if (file > 0) != c.inFile || c.inFile && memory > 100 {
				t.Errorf("%d bytes are in memory, %d in a file", memory, file)
			}
			if got, err := r.Bytes(); err != nil || !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%d bytes in place of %d: %v", len(got), want.Len(), err)
			}
			if r.ETag != ETag(want.Bytes()) {
				t.Errorf("the tag is %s, not %s", r.ETag, ETag(want.Bytes()))
			}
			sendsAlike(t, r, want.Bytes())
		})
	}
}

// sendsAlike checks what a response sends.
func sendsAlike(t *testing.T, r *Response, want []byte) {
	t.Helper()
	for _, coding := range []string{"", "gzip"} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			q := httptest.NewRequest(method, "/", http.NoBody)
			q.Header.Set("Accept-Encoding", coding)
			sent := httptest.NewRecorder()
			r.Send(sent, q)
			length, got := sent.Header().Get("Content-Length"), sent.Body.Bytes()
			if method == http.MethodHead {
				if len(got) > 0 || length == "0" {
					t.Errorf("%s: %d bytes are sent, of %s", method, len(got), length)
				}
				continue
			}
			if length != strconv.Itoa(len(got)) {
				t.Errorf("%s %q: %s bytes are announced, %d sent", method, coding, length, len(got))
			}
			if sent.Header().Get("Content-Encoding") == "gzip" {
				unpacked, err := gzip.NewReader(bytes.NewReader(got))
				if err == nil {
					got, err = io.ReadAll(unpacked)
				}
				if err != nil || coding == "" {
					t.Errorf("%q: gzip: %v", coding, err)
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s %q: %d bytes in place of %d", method, coding, len(got), len(want))
			}
			q.Header.Set("If-None-Match", sent.Header().Get("ETag"))
			again := httptest.NewRecorder()
			if r.Send(again, q); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
				t.Errorf("%q: sent again: %d", coding, again.Code)
			}
		}
	}
}
