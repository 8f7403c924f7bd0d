package reports_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/portal/reports"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
)

// drafted signs an organiser in and has a file checked. It returns the page of the draft, and the form that submits it.
func drafted(t *testing.T) (h *hall.Hall, draft string, form []string) {
	t.Helper()
	h = hall.New(t, "en", "")
	h.Enters(h.Browser, "organiser")
	h.Get("portal/submit/")
	a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("Winter Open", "2024/10/19", "N00000001 Aoki, Ren", "N00000002 Baba, Mio")}})
	draft = strings.TrimPrefix(a.Path, "/en/")
	h.Wants(a, http.StatusOK, draft, "Winter Open")
	return h, draft, append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "30+30", "submit", "1")
}

// revisions returns how often each report was handed in.
func revisions(h *hall.Hall) (all []int) {
	h.Helper()
	h.Must(h.Bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
			all = append(all, len(c.Revisions))
			return true, nil
		})
	}))
	return all
}

// once fails unless one report was handed in, once.
func once(h *hall.Hall) {
	h.Helper()
	if got := revisions(h); len(got) != 1 || got[0] != 1 {
		h.Errorf("reports were handed in %v times, want one, once", got)
	}
}

// post returns the request by which a browser sends a form.
func post(ctx context.Context, h *hall.Hall, to string, fields []string) *http.Request {
	h.Helper()
	values := url.Values{"owner": {h.Hidden("owner")}}
	for i := 0; i < len(fields); i += 2 {
		values.Set(fields[i], fields[i+1])
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.Base+"/en/"+to, strings.NewReader(values.Encode()))
	h.Must(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", h.Base)
	return r
}

// A form that is sent eight times at once, by a double click or from two tabs, makes one report, to which each leads. So does the
// way back.
func TestSentAtOnce(t *testing.T) {
	h, draft, form := drafted(t)
	const times = 8
	led := make([]string, times)
	var all sync.WaitGroup
	for n := range times {
		r := post(t.Context(), h, draft, form)
		all.Go(func() {
			a, err := h.Do(r)
			if err != nil {
				led[n] = err.Error()
				return
			}
			led[n] = fmt.Sprint(a.StatusCode, " ", a.Request.URL.Path)
			_ = a.Body.Close() // not read
		})
	}
	all.Wait()
	once(h)
	back := h.Get(draft)
	for n := range led {
		if want := "200 " + back.Path; led[n] != want || !strings.HasSuffix(want, "/sent/") {
			t.Errorf("time %d leads to %s, want %s", n, led[n], want)
		}
	}
}

// Whoever does not see the answer sends the form again, and comes to the report that it has become, wherever it was broken off.
func TestAnswerIsLost(t *testing.T) {
	h, draft, form := drafted(t)
	release := reports.Hold(time.Hour, reports.Checks, reports.Receipts)
	ctx, leaves := context.WithCancel(t.Context())
	r := post(ctx, h, draft, form)
	left := make(chan error, 1)
	go func() { left <- gone(h, r) }()
	awaits(t, 1)
	leaves()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	awaits(t, 0)
	if got := revisions(h); len(got) != 0 {
		t.Errorf("reports were handed in %v times while nothing was read", got)
	}
	release()
	h.Wants(h.Get(draft), http.StatusOK, draft, "Winter Open")
	for wait := time.Millisecond; wait < time.Second; wait *= 3 { // broken off in the middle, and behind it
		ctx, leaves := context.WithTimeout(t.Context(), wait)
		if err := gone(h, post(ctx, h, draft, form)); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		leaves()
	}
	a := h.Post(draft, form...)
	if a.Status != http.StatusOK || !strings.HasSuffix(a.Path, "/sent/") {
		t.Errorf("sent again it is %d at %s: %s", a.Status, a.Path, a.Text())
	}
	once(h)
}

// A file that is uploaded and submitted twice, by a double click before its check, becomes one report.
func TestUploadedTwice(t *testing.T) {
	h, draft, form := drafted(t)
	h.Get("portal/submit/")
	a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("Winter Open", "2024/10/19", "N00000001 Aoki, Ren", "N00000002 Baba, Mio")}})
	another := strings.TrimPrefix(a.Path, "/en/")
	first := h.Post(draft, form...)
	h.Get(another)
	second := h.Post(another, form...)
	if first.Path != second.Path || first.Status != http.StatusOK || !strings.HasSuffix(first.Path, "/sent/") {
		t.Errorf("it is %d at %s and %d at %s: %s", first.Status, first.Path, second.Status, second.Path, second.Text())
	}
	once(h)
}

// A file whose answer did not arrive is sent again with the key of its form: it waits once.
func TestUploadedAgain(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "organiser")
	h.Get("portal/submit/")
	key := h.Hidden("key")
	file := []hall.File{{Field: "files", Name: "a.trf", Content: trf("Winter Open", "2024/10/19", "N00000001 Aoki, Ren", "N00000002 Baba, Mio")}}
	for range 2 {
		a := h.Upload("portal/submit/", file, "key", key)
		h.Wants(a, http.StatusOK, "portal/drafts/"+key+"/", "Winter Open")
		h.Get("portal/submit/")
	}
	if n := strings.Count(h.Last, `name="discard"`); n != 1 {
		t.Errorf("%d drafts wait, want 1", n)
	}
	other := h.Upload("portal/submit/", file, "key", "../../account")
	if !strings.HasPrefix(other.Path, "/en/portal/drafts/") || strings.Contains(other.Path, "account") {
		t.Errorf("a key that is none leads to %s", other.Path)
	}
}

// gone sends a request of which nobody reads the answer.
func gone(h *hall.Hall, r *http.Request) error {
	a, err := h.Do(r)
	if err == nil {
		err = a.Body.Close()
	}
	return err
}

// awaits waits until so many pages wait for their turn.
func awaits(t *testing.T, many int) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range 10_000 {
		if reports.Queued() == many {
			return
		}
		<-tick.C
	}
	t.Fatalf("%d pages wait, want %d", reports.Queued(), many)
}

// While others' files are read a page says how many wait, and fetches itself again; what was typed into the form that was sent
// meanwhile is in it.
func TestPlaceInTheQueue(t *testing.T) {
	h, draft, form := drafted(t)
	release := reports.Hold(time.Millisecond, reports.Checks, reports.Receipts)
	waits := func(a hall.Answer, status int, says ...string) {
		t.Helper()
		h.Wants(a, status, draft, append(says, h.Say("desk.report.waiting"), "1 page waits")...)
		if got := a.Response.Header.Get("Refresh"); got != "3" {
			t.Errorf("it fetches itself again after %q, want 3 seconds", got)
		}
	}
	waits(h.Get(draft), http.StatusOK)
	waits(h.Read(post(t.Context(), h, draft, form)), http.StatusOK, h.Say("desk.report.busy"), h.Say("desk.report.busy-cure"))
	release()
	if got := revisions(h); len(got) != 0 {
		t.Errorf("reports were handed in %v times while others were read", got)
	}
	a := h.Get(draft)
	h.Wants(a, http.StatusOK, draft, "Winter Open")
	if !strings.Contains(a.Body, `value="Hall"`) {
		t.Error("what was typed is gone")
	}
	a = h.Post(draft, append(h.Form(`name="was"`), "submit", "1")...)
	if !strings.HasSuffix(a.Path, "/sent/") {
		t.Errorf("it is %d at %s: %s", a.Status, a.Path, a.Text())
	}
	once(h)
}

// A report is received while others' files are checked, however long that takes.
func TestReceivedWhileOthersAreChecked(t *testing.T) {
	h, draft, form := drafted(t)
	release := reports.Hold(time.Hour, reports.Checks)
	a := h.Post(draft, form...)
	release()
	if a.Status != http.StatusOK || !strings.HasSuffix(a.Path, "/sent/") {
		t.Errorf("it is %d at %s: %s", a.Status, a.Path, a.Text())
	}
	once(h)
}

// A draft whose files were erased, because somebody was forgotten, says so; it is neither checked nor submitted.
func TestFilesAreGone(t *testing.T) {
	h, draft, form := drafted(t)
	h.Must(office.Database(h.Bureau).IfWork(t.Context(), func(w *store.Work) error {
		return work.Forget(t.Context(), w, nil, func(string) bool { return false }, nil)
	}))
	for _, a := range []hall.Answer{h.Post(draft, form...), h.Get(draft)} {
		h.Wants(a, http.StatusNotFound, draft, h.Say("desk.draft.gone"), h.Say("desk.draft.gone-cure"))
	}
	if got := revisions(h); len(got) != 0 {
		t.Errorf("reports were handed in %v times", got)
	}
}
