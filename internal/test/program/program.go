// Package program is a program of a club in a test, which talks to the API with a key.
package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Program is a program with a key.
type Program struct {
	Server http.Handler
	Key    string // empty: none
}

// Request returns a request of the program.
func (p Program) Request(method, path string, header http.Header, body []byte) *http.Request {
	r := httptest.NewRequest(method, api.Root+path, bytes.NewReader(body))
	for name, values := range header {
		r.Header[name] = values
	}
	if p.Key != "" {
		r.Header.Set("Authorization", "Bearer "+p.Key)
	}
	return r
}

// Ask asks the API.
func (p Program) Ask(method, path string, header http.Header, body []byte) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	p.Server.ServeHTTP(answer, p.Request(method, path, header, body))
	return answer
}

// Hand hands a file in.
func (p Program) Hand(t testing.TB, path string, s *act.SubmitReport, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	kind, body := Form(t, s)
	all := header.Clone()
	if all == nil {
		all = http.Header{}
	}
	all.Set("Content-Type", kind)
	return p.Ask(http.MethodPost, path, all, body)
}

// Form returns a submission as a form.
func Form(t testing.TB, s *act.SubmitReport) (contentType string, body []byte) {
	t.Helper()
	said, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(said, &fields); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	file := func(field, name string, data []byte) {
		w, err := form.CreateFormFile(field, name)
		must(err)
		_, err = w.Write(data)
		must(err)
	}
	file("file", s.File.Name, s.File.Data)
	if s.Beside != nil {
		file("beside", s.File.Name+".arpad.json", s.Beside)
	}
	for name, value := range fields {
		if name == "file" || name == "beside" || name == "submitted_by" {
			continue
		}
		switch value := value.(type) {
		case []any:
			for _, one := range value {
				must(form.WriteField(name, fmt.Sprint(one)))
			}
		case map[string]any:
			text, err := json.Marshal(value)
			must(err)
			must(form.WriteField(name, string(text)))
		default:
			must(form.WriteField(name, fmt.Sprint(value)))
		}
	}
	must(form.Close())
	return form.FormDataContentType(), out.Bytes()
}

// Kept are programs of a test, of which is kept what they looked at and which keys they used.
type Kept struct {
	Looks []bureau.Look
	Used  []string
	Full  error // why nothing is kept; nil: it is
	Left  int   // how many more wrong keys may be shown
}

// Looked implements bureau.Looks.
func (k *Kept) Looked(_ context.Context, l bureau.Look) error {
	k.Looks = append(k.Looks, l)
	return k.Full
}

// Programs returns what lets the programs act.
func (k *Kept) Programs() *api.Programs {
	return &api.Programs{
		Looks: k,
		Used: func(_ context.Context, account, key string) error {
			k.Used = append(k.Used, account+" "+key)
			return k.Full
		},
		Guess: func(*http.Request) (bool, error) { k.Left--; return k.Left >= 0, nil },
	}
}
