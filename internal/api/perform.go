package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/page"
)

// acts adds an operation for each act of the table that organisers do with what is theirs. One with a file has
// operations of its own; how a club is reached is a person's word, as letters and invoices go there.
func (a *API) acts() {
	for i := range act.Table {
		line := &act.Table[i]
		switch line.Zero.(type) {
		case *act.SubmitReport, *act.ContactClub:
			continue
		}
		if line.Own&bureau.Organiser == 0 {
			continue
		}
		says := described(line.Zero, true)
		op := huma.Operation{
			OperationID: operationOf(line.ID), Method: http.MethodPost, Path: "/own/acts/" + line.ID, Summary: page.In(explain.Languages[0]).Text("cli."+strings.ReplaceAll(line.ID, ".", "-"), nil),
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{jsonType: {Schema: says}}}, Parameters: []*huma.Param{sameRequest()},
		}
		if line.Ask&bureau.Seen != 0 {
			op.Parameters = append(op.Parameters, &huma.Param{Name: "If-Match", In: "header", Required: true, Schema: &huma.Schema{Type: huma.TypeString}, Description: "The ETag with which the report, the announcement or the question was read; if it has changed since, nothing is done."})
		}
		a.keyed(op, account.Submit, a.schemaOf("done"), func(c *caller) (any, error) {
			does := line.New()
			if err := c.body(does, says, a); err != nil {
				return nil, err
			}
			done, err := act.Do(c.r.Context(), c.b, does, c.with)
			if err != nil {
				return nil, err
			}
			return document.NewDone(line.ID, done), nil
		})
	}
}

// operationOf returns the name of an act as an operation: "reportNotice".
func operationOf(id string) string {
	name := component(strings.ReplaceAll(id, ".", "-"))
	return strings.ToLower(name[:1]) + name[1:]
}

// sameRequest is the field by which a request is known again.
func sameRequest() *huma.Param {
	return &huma.Param{Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: "Any text, another one for each request: sent again with it within 30 days, the same request is answered and not done twice."}
}

// body reads the body of a request into an act.
func (c *caller) body(does act.Act, says *huma.Schema, a *API) error {
	if kind, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type")); err != nil || kind != jsonType {
		return errInvalid
	}
	data, err := io.ReadAll(c.r.Body)
	if err != nil {
		return unread(err)
	}
	var said any
	if err := json.Unmarshal(data, &said); err != nil {
		return errInvalid
	}
	return a.fits(does, says, said)
}

// unread returns the refusal of a body that cannot be read.
func unread(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return finding.Refuse("request-too-large")
	}
	return errInvalid
}

// misfit is a request with parts that cannot be used.
type misfit struct{ parts []document.ProblemPart }

// Error implements error.
func (m *misfit) Error() string { return errInvalid.Error() }

// Unwrap returns how it is refused.
func (m *misfit) Unwrap() error { return errInvalid }

// fits sets the fields of an act to what is said, if its schema allows that.
func (a *API) fits(does act.Act, says *huma.Schema, said any) error {
	var found huma.ValidateResult
	huma.Validate(a.huma.OpenAPI().Components.Schemas, says, huma.NewPathBuffer([]byte("body"), len("body")), huma.ModeWriteToServer, said, &found)
	if len(found.Errors) > 0 {
		return &misfit{partsOf(found.Errors)}
	}
	data, err := json.Marshal(said)
	if err == nil {
		err = json.Unmarshal(data, does)
	}
	var problem *finding.Problem
	if err != nil && !errors.As(err, &problem) {
		err = errInvalid
	}
	return err
}

// What the files of a report may have, and how long they may take to come.
const (
	maxFile   = 16 << 20
	maxFields = 64 << 10
	patience  = 10 * time.Minute
)

// Bounds are what bodies of requests may take: files of reports are larger than others.
func Bounds() map[string]front.Bounds {
	of := front.Bounds{Bytes: maxFile + maxFields, Read: patience}
	return map[string]front.Bounds{http.MethodPost + " " + Own + "reports": of, http.MethodPost + " " + Own + "reports/try": of}
}

// files adds the operations with which files are handed in.
func (a *API) files() {
	says := described(&act.SubmitReport{}, true)
	says.Properties["file"] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file, with its name."}
	says.Properties["beside"] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "A file beside it, which supplies what it leaves out."}
	says.Required = []string{"file"}
	form := &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: says}}}
	fields := described(&act.SubmitReport{}, true)
	for _, of := range []struct {
		id, path, summary string
		hand              func(*caller, *act.Organizer, *act.SubmitReport) (*trial.Told, error)
	}{
		{"tryReport", "/own/reports/try", "What a file of a report comes to; nothing is kept but that it was tried", func(c *caller, o *act.Organizer, s *act.SubmitReport) (*trial.Told, error) {
			return o.Try(c.r.Context(), c.b, s)
		}},
		{"submitReport", "/own/reports", "Hands in a file of a report; without a reference in the answer nothing was received, and the status is 422", func(c *caller, o *act.Organizer, s *act.SubmitReport) (*trial.Told, error) {
			told, err := o.Submit(c.r.Context(), c.b, s, c.with)
			if err == nil && told.Ref == "" {
				c.status = http.StatusUnprocessableEntity
			}
			return told, err
		}},
	} {
		op := huma.Operation{OperationID: of.id, Method: http.MethodPost, Path: of.path, Summary: of.summary, RequestBody: form, Parameters: []*huma.Param{sameRequest()}}
		a.keyed(op, account.Submit, a.schemaOf("organizer"), func(c *caller) (any, error) {
			s, err := c.form(fields, a)
			if err != nil {
				return nil, err
			}
			select {
			case c.turns <- struct{}{}:
				defer func() { <-c.turns }()
			case <-c.r.Context().Done():
				return nil, finding.Refuse("request-busy")
			case <-time.After(longestWait):
				return nil, finding.Refuse("request-busy")
			}
			told, err := of.hand(c, &act.Organizer{Looks: c.Looks}, s)
			if err != nil {
				return nil, err
			}
			return document.NewOrganizers(c.Printer, told), nil
		})
	}
}

// longestWait is how long a file waits until others are read.
const longestWait = 10 * time.Second

// form reads the file and the fields of a form.
func (c *caller) form(fields *huma.Schema, a *API) (*act.SubmitReport, error) {
	parts, err := c.r.MultipartReader()
	if err != nil {
		return nil, errInvalid
	}
	s, texts := &act.SubmitReport{}, map[string][]string{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		var data bytes.Buffer
		if err == nil {
			_, err = data.ReadFrom(io.LimitReader(part, maxFile+1))
		}
		switch {
		case err != nil:
			return nil, unread(err)
		case data.Len() > maxFile:
			return nil, finding.Refuse("request-too-large")
		case part.FormName() == "file":
			s.File = act.File{Name: part.FileName(), Data: data.Bytes()}
		case part.FormName() == "beside":
			s.Beside = data.Bytes()
		default:
			texts[part.FormName()] = append(texts[part.FormName()], data.String())
		}
	}
	if s.File.Name == "" || len(s.File.Data) == 0 {
		return nil, &misfit{[]document.ProblemPart{{In: "body.file", Wants: "a file with its name"}}}
	}
	said := map[string]any{}
	for name, all := range texts {
		said[name] = typed(fields.Properties[name], all)
	}
	return s, a.fits(s, fields, said)
}

// typed returns the texts of a field as what its schema wants, or the text if they are not that.
func typed(of *huma.Schema, all []string) any {
	if of == nil {
		return all[0]
	}
	switch of.Type {
	case huma.TypeArray:
		items := make([]any, len(all))
		for i := range all {
			items[i] = all[i]
		}
		return items
	case huma.TypeInteger:
		if n, err := strconv.Atoi(all[0]); err == nil {
			return float64(n)
		}
	case huma.TypeBoolean:
		if is, err := strconv.ParseBool(all[0]); err == nil {
			return is
		}
	case huma.TypeObject:
		var of map[string]any
		if json.Unmarshal([]byte(all[0]), &of) == nil {
			return of
		}
	}
	return all[0]
}
