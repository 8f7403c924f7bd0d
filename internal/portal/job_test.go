package portal

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
)

// Whoever may makes a backup and verifies everything, and reads what came of it.
func TestHealth(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "administrator")
	h.wants(h.get("desk/health/"), http.StatusOK, "desk/health/", h.say("desk.health.no-backup"), h.say("desk.health.not-verified"))
	for do, says := range map[string]string{"verify": h.say("desk.health.sound"), "backup": h.say("desk.health.key")} {
		h.get("desk/health/")
		a := h.post("desk/health/", "do", do)
		h.Jobs.Wait()
		to := strings.TrimPrefix(a.path, "/en/")
		if !strings.HasPrefix(to, "desk/jobs/") {
			t.Fatalf("%s leads to %s\n%s", do, a.path, a.text())
		}
		h.wants(h.get(to), http.StatusOK, to, h.say("desk.job.is-done"), says)
	}
	a := h.get("desk/health/")
	h.wants(a, http.StatusOK, "desk/health/", "Backup of 22 October 2024", "Verified on 22 October 2024")
	copies, err := h.office.Copies()
	h.must(err)
	if len(copies) != 1 || copies[0].Size == 0 || !strings.Contains(a.body, copies[0].Name) {
		t.Fatalf("the backups are %+v", copies)
	}
	other := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Clock: h.office.Clock}
	h.must(other.Restore(t.Context(), filepath.Join(h.office.CopyFolder(), copies[0].Name)))

	auditor := h.another()
	h.enters(auditor, "auditor")
	auditor.get("desk/health/")
	auditor.wants(auditor.post("desk/health/", "do", "backup"), http.StatusUnprocessableEntity, "desk/health/")
	treasurer := h.another()
	h.enters(treasurer, "treasurer")
	treasurer.wants(treasurer.get("desk/health/"), http.StatusNotFound, "desk/health/")
}

// The page of a job shows how far it is, and looks again; its account and administrators stop it; then it says what came
// of it.
func TestJobPage(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := newHall(t, lang, "")
			officer, _ := h.find(email("officer"))
			starts := func(act func(ctx context.Context, progress func(done, total int)) (any, error)) string {
				t.Helper()
				id, err := h.Jobs.Start(officer, "verify", act)
				h.must(err)
				return "desk/jobs/" + id + "/"
			}
			until := func(ctx context.Context, progress func(done, total int)) (any, error) {
				progress(3, 24)
				<-ctx.Done()
				return nil, ctx.Err()
			}
			auditor := h.another()
			h.enters(auditor, "auditor")
			h.enters(h.browser, "officer")
			to := starts(until)
			a := h.get(to)
			if h.wants(a, http.StatusOK, to, h.say("desk.job.what-verify"), h.say("desk.job.about"), h.say("desk.job.stop")); a.response.Header.Get("Refresh") == "" {
				t.Error("the page does not look again")
			}
			auditor.wants(auditor.get(to), http.StatusOK, to, h.say("desk.job.about"))
			auditor.post(to)
			a = h.get(to)
			h.wants(a, http.StatusOK, to, h.say("desk.job.about")) // whoever only looks does not stop it
			h.post(to)
			h.Jobs.Wait()
			a = h.get(to)
			if h.wants(a, http.StatusOK, to, h.say("desk.job.is-stopped")); a.response.Header.Get("Refresh") != "" {
				t.Error("the page of what has ended looks again")
			}
			for key, err := range map[string]error{"desk.job.is-done": nil, "desk.job.failed": errors.New("broken machinery"), "problem.upload-missing": finding.NewProblem("upload-missing")} {
				to = starts(func(context.Context, func(int, int)) (any, error) { return nil, err })
				h.Jobs.Wait()
				h.wants(h.get(to), http.StatusOK, to, h.say(key))
			}
			h.wants(h.get("desk/jobs/nothing/"), http.StatusNotFound, "desk/jobs/nothing/", h.say("problem.job-unknown"))
		})
	}
}
