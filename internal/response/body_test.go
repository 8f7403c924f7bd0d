package response

import (
	"bytes"
	"compress/gzip"
	"fmt"
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

// What was sent by a form is answered whole, whatever its sender has already: something was done.
func TestWritingIsAnsweredWhole(t *testing.T) {
	for _, r := range []*Response{New(http.StatusOK, "text/plain", []byte("done")), {Status: http.StatusOK, Body: []byte("done")}} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			for _, has := range []string{r.ETag, "*", ""} {
				q := httptest.NewRequest(method, "/", http.NoBody)
				q.Header.Set("If-None-Match", has)
				q.Header.Set("Range", "bytes=0-0")
				sent := httptest.NewRecorder()
				if r.Send(sent, q); sent.Code != http.StatusOK || sent.Body.String() != "done" {
					t.Errorf("%s with %q: %d %q", method, has, sent.Code, sent.Body)
				}
			}
		}
	}
}

// A part of a body is that part, whoever keeps it and however it is sent; who has an older body is
// sent all of it.
func TestParts(t *testing.T) {
	for _, lines := range []int{10, 500_000} {
		var want bytes.Buffer
		body := &Body{}
		if err := body.Make(func(to *Body) error {
			for n := range lines {
				fmt.Fprintf(io.MultiWriter(&want, to), "%d line\n", n)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		r, err := body.Response(http.StatusOK, "text/csv")
		if err != nil {
			t.Fatal(err)
		}
		r = r.Ready().Lean()
		size := want.Len()
		for _, c := range []struct {
			asked, since string
			from, upto   int
			status       int
		}{
			{"bytes=0-0", "", 0, 1, http.StatusPartialContent}, {"bytes=5-", "", 5, size, http.StatusPartialContent}, {"bytes=5-20", r.ETag, 5, 21, http.StatusPartialContent},
			{"bytes=-7", "", size - 7, size, http.StatusPartialContent}, {"bytes=-99999999", "", 0, size, http.StatusPartialContent}, {"bytes=10-99999999", "", 10, size, http.StatusPartialContent},
			{"bytes=5-20", `"older"`, 0, size, http.StatusOK}, {"bytes=0-1,5-6", "", 0, size, http.StatusOK}, {"lines=1-2", "", 0, size, http.StatusOK}, {"bytes=9-5", "", 0, size, http.StatusOK},
			{"bytes=-", "", 0, size, http.StatusOK}, {"bytes=x-5", "", 0, size, http.StatusOK}, {"bytes=" + strconv.Itoa(size) + "-", "", 0, 0, http.StatusRequestedRangeNotSatisfiable},
			{"bytes=-0", "", 0, 0, http.StatusRequestedRangeNotSatisfiable},
		} {
			q := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
			q.Header.Set("Range", c.asked)
			q.Header.Set("If-Range", c.since)
			got := httptest.NewRecorder()
			r.Send(got, q)
			if got.Code != c.status || !bytes.Equal(got.Body.Bytes(), want.Bytes()[c.from:c.upto]) || got.Header().Get("Content-Length") != strconv.Itoa(c.upto-c.from) {
				t.Errorf("%s of %d bytes: %d, %d bytes, %v", c.asked, size, got.Code, got.Body.Len(), got.Header())
			}
			place := map[int]string{http.StatusPartialContent: fmt.Sprintf("bytes %d-%d/%d", c.from, c.upto-1, size), http.StatusRequestedRangeNotSatisfiable: fmt.Sprintf("bytes */%d", size)}[c.status]
			if got := got.Header().Get("Content-Range"); got != place {
				t.Errorf("%s: Content-Range is %q, want %q", c.asked, got, place)
			}
		}
		both := [][]byte{}
		for _, asked := range []string{"bytes=0-99", "bytes=100-"} { // of what is sent in gzip
			q := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
			q.Header.Set("Accept-Encoding", "gzip")
			q.Header.Set("Range", asked)
			got := httptest.NewRecorder()
			r.Send(got, q)
			both = append(both, got.Body.Bytes())
		}
		if lines > 10 {
			unpacked, err := gzip.NewReader(bytes.NewReader(bytes.Join(both, nil)))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(unpacked); err != nil || !bytes.Equal(got, want.Bytes()) {
				t.Errorf("two parts in gzip are %d bytes together: %v", len(got), err)
			}
		}
	}
}
