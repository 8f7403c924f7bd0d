package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
)

// problem is the document of a refusal, as huma answers it.
type problem struct{ document.Problem }

// Error returns the problem for a programmer.
func (p *problem) Error() string { return p.ID + ": " + p.Detail }

// GetStatus implements huma.StatusError.
func (p *problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *problem) ContentType(string) string { return problemType }

// Schema implements huma.SchemaProvider.
func (p *problem) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Ref: components + component("problem")}
}

// response returns the problem as an answer.
func (p *problem) response(lang string) *response.Response {
	var out bytes.Buffer
	_ = document.Write(&out, &p.Problem) // a buffer takes everything
	answer := response.New(p.Status, problemType, out.Bytes())
	answer.Header = http.Header{"Cache-Control": {"no-store"}, "Vary": {"Accept-Language"}, "Content-Language": {lang}}
	return answer
}

// problemOf returns the problem of an error.
func problemOf(p *explain.Printer, path string, err error) *problem {
	var refused *finding.Refused
	var cannot *finding.Problem
	switch {
	case errors.As(err, &refused):
	case errors.As(err, &cannot):
		of := &problem{document.NewProblem(p, finding.Refuse("request-invalid", cannot.Values...), http.StatusBadRequest, path)}
		of.ID, of.Detail = cannot.ID, p.Problem(cannot)
		return of
	default:
		refused = finding.Refuse("request-failed")
	}
	of := &problem{document.NewProblem(p, refused, response.StatusOf(refused), path)}
	of.Detail = wordsOf(p, "web.refused.message-"+refused.ID, of.Detail)
	of.Cure = wordsOf(p, "web.refused."+refused.ID, of.Cure)
	var misfits *misfit
	if errors.As(err, &misfits) {
		of.Errors = misfits.parts
	}
	return of
}

// wordsOf returns the words that the site has for the public, else those for officers.
func wordsOf(p *explain.Printer, key, other string) string {
	if text := p.Text(key, nil); text != key {
		return text
	}
	return other
}

// refusedBy returns the refusal of a request by the status that it is given before it comes
// to an operation.
func refusedBy(status int) *finding.Refused {
	switch status {
	case http.StatusTooManyRequests:
		return finding.Refuse("too-many-requests")
	case http.StatusForbidden:
		return finding.Refuse("request-cross-site")
	case http.StatusRequestEntityTooLarge:
		return finding.Refuse("request-too-large")
	case http.StatusInternalServerError:
		return finding.Refuse("request-failed")
	}
	return finding.Refuse("request-invalid")
}

// override has huma answer with our problems. It knows one way for all APIs of a process.
var override = sync.OnceFunc(func() {
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError {
		return &problem{document.Problem{Status: status, Detail: msg}}
	}
	huma.NewErrorWithContext = func(c huma.Context, status int, _ string, errs ...error) huma.StatusError {
		r, w := humago.Unwrap(c)
		lang := langOf(r)
		p := problemOf(page.In(lang), r.URL.Path, refusedBy(status))
		p.Errors = partsOf(errs)
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Vary", "Accept-Language")
		h.Set("Content-Language", lang)
		return p
	}
})

// partsOf returns the parts of a request that cannot be used.
func partsOf(errs []error) []document.ProblemPart {
	all := []document.ProblemPart{}
	for _, err := range errs {
		if detailed, ok := err.(huma.ErrorDetailer); ok {
			detail := detailed.ErrorDetail()
			all = append(all, document.ProblemPart{In: detail.Location, Value: finding.Text("", valueOf(detail.Value)).Text, Wants: detail.Message})
		}
	}
	return all
}

// valueOf returns the part of a request that cannot be used as a text that can be shown.
func valueOf(value any) string {
	const most = 60
	text := strings.ToValidUTF8(fmt.Sprint(value), "\uFFFD")
	if value == nil {
		text = ""
	}
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
