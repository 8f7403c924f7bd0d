package portal_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// The page of a job hall.Answer how far it is, and looks again; its account and administrators stop it; then it says what came
// of it.
func TestJobPage(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			officer, _ := h.Find(hall.Email("officer"))
			starts := func(act func(ctx context.Context, progress func(done, total int)) (any, error)) string {
				t.Helper()
				id, err := h.Jobs.Start(officer, "verify", act)
				h.Must(err)
				return "desk/jobs/" + id + "/"
			}
			until := func(ctx context.Context, progress func(done, total int)) (any, error) {
				progress(3, 24)
				<-ctx.Done()
				return nil, ctx.Err()
			}
			auditor := h.Another()
			h.Enters(auditor, "auditor")
			h.Enters(h.Browser, "officer")
			to := starts(until)
			a := h.Get(to)
			if h.Wants(a, http.StatusOK, to, h.Say("desk.job.what-verify"), h.Say("desk.job.about"), h.Say("desk.job.stop")); a.Response.Header.Get("Refresh") == "" {
				t.Error("the page does not look again")
			}
			auditor.Wants(auditor.Get(to), http.StatusOK, to, h.Say("desk.job.about"))
			auditor.Post(to)
			a = h.Get(to)
			h.Wants(a, http.StatusOK, to, h.Say("desk.job.about")) // whoever only looks does not stop it
			h.Post(to)
			h.Jobs.Wait()
			a = h.Get(to)
			if h.Wants(a, http.StatusOK, to, h.Say("desk.job.is-stopped")); a.Response.Header.Get("Refresh") != "" {
				t.Error("the page of what has ended looks again")
			}
			for key, err := range map[string]error{"desk.job.is-done": nil, "desk.job.failed": errors.New("broken machinery"), "problem.upload-missing": finding.NewProblem("upload-missing")} {
				to = starts(func(context.Context, func(int, int)) (any, error) { return nil, err })
				h.Jobs.Wait()
				h.Wants(h.Get(to), http.StatusOK, to, h.Say(key))
			}
			h.Wants(h.Get("desk/jobs/nothing/"), http.StatusNotFound, "desk/jobs/nothing/", h.Say("problem.job-unknown"))
		})
	}
}
