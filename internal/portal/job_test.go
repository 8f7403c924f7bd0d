package portal_test

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// Whoever may makes a backup and verifies everything, and reads what came of it.
func TestHealth(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "administrator")
	h.Wants(h.Get("desk/health/"), http.StatusOK, "desk/health/", h.Say("desk.health.no-backup"), h.Say("desk.health.not-verified"))
	for do, says := range map[string]string{"verify": h.Say("desk.health.sound"), "backup": h.Say("desk.health.key")} {
		h.Get("desk/health/")
		a := h.Post("desk/health/", "do", do)
		h.Jobs.Wait()
		to := strings.TrimPrefix(a.Path, "/en/")
		if !strings.HasPrefix(to, "desk/jobs/") {
			t.Fatalf("%s leads to %s\n%s", do, a.Path, a.Text())
		}
		h.Wants(h.Get(to), http.StatusOK, to, h.Say("desk.job.is-done"), says)
	}
	a := h.Get("desk/health/")
	h.Wants(a, http.StatusOK, "desk/health/", "Backup of 22 October 2024", "Verified on 22 October 2024")
	copies, err := h.Office.Copies()
	h.Must(err)
	if len(copies) != 1 || copies[0].Size == 0 || !strings.Contains(a.Body, copies[0].Name) {
		t.Fatalf("the backups are %+v", copies)
	}
	other := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Clock: h.Office.Clock}
	h.Must(other.Restore(t.Context(), filepath.Join(h.Office.CopyFolder(), copies[0].Name)))

	auditor := h.Another()
	h.Enters(auditor, "auditor")
	auditor.Get("desk/health/")
	auditor.Wants(auditor.Post("desk/health/", "do", "backup"), http.StatusUnprocessableEntity, "desk/health/")
	treasurer := h.Another()
	h.Enters(treasurer, "treasurer")
	treasurer.Wants(treasurer.Get("desk/health/"), http.StatusNotFound, "desk/health/")
}

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
