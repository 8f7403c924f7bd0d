package portal

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/settle"
)

// Setup is the first start: whoever knows the code from the terminal says what federation it is and with
// which list it begins. What was answered is in a file beside the database to be, with the list as it was sent,
// so that it goes on there after a stop.
type Setup struct {
	office *office.Office
	opened func(*bureau.Bureau) // called with the bureau, once
	ctx    context.Context      // ends the work under way
	work   sync.WaitGroup

	mu      sync.Mutex // guards what follows
	code    code
	answers answers
	typed   answers           // what the form shows
	taken   bureau.Settings   // with which the list was to be taken last
	opening *opening          // as it was read; nil: none was
	job     *underway         // under way; nil: none is
	failed  error             // of the last job
	begun   *bureau.Bureau    // nil: there is none yet
	found   []finding.Finding // about it
	ended   bool

	restoring restoring
}

// answers are what was said about the federation.
type answers struct {
	Authority string `json:"authority"`
	Name      string `json:"federation,omitempty"`
	NameLocal string `json:"federation_local,omitempty"`
	Contact   string `json:"contact,omitempty"`
	Zone      string `json:"zone,omitempty"`
	Site      string `json:"site,omitempty"`

	Officer string `json:"officer,omitempty"` // name of the first officer
	Email   string `json:"email,omitempty"`

	List *chosen `json:"list,omitempty"` // nil: none was chosen yet
}

// answersFile is the suffix of the file with the answers.
const answersFile = ".setup"

// NewSetup returns the set-up of a bureau that is not there. It calls opened with the bureau that has begun.
func NewSetup(ctx context.Context, o *office.Office, opened func(*bureau.Bureau)) *Setup {
	s := &Setup{office: o, opened: opened, ctx: ctx, code: newCode()}
	if data, err := os.ReadFile(o.Database + answersFile); err == nil && json.Unmarshal(data, &s.answers) != nil {
		s.answers = answers{} // they are asked for again
	}
	s.typed = s.answers
	if s.answers.List != nil {
		s.opening = s.answers.List.read()
	}
	return s
}

// Unfinished reports whether the set-up of a bureau was stopped before its first officer had signed in.
func Unfinished(ctx context.Context, o *office.Office, b *bureau.Bureau) (bool, error) {
	_, err := os.Lstat(o.Database + answersFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	there := 0
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		there, err = account.Administrators(r)
		return err
	})
	return there == 0, err
}

// GoOn goes on with the set-up of a bureau that has begun, of which something was found.
func (s *Setup) GoOn(b *bureau.Bureau, found []finding.Finding) {
	s.opened(b) // before anybody is led to its pages
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.found, s.opening, s.job = b, found, nil, nil
	s.answers.List, s.typed.List = nil, nil
}

// Code returns the one-time code, as it is shown.
func (s *Setup) Code() string { return s.code.String() }

// Wait waits for the work under way, when nothing is served any more.
func (s *Setup) Wait() {
	s.work.Wait()
	_ = s.restoring.drop() // the next start clears it
}

// boundsOfSetup are those of its pages.
func boundsOfSetup() map[string]front.Bounds {
	const patience = 10 * time.Minute
	all := map[string]front.Bounds{}
	for _, lang := range explain.Languages {
		all["POST /"+lang+"/setup/file/"] = front.Bounds{Bytes: maxUpload, Read: patience}
		all["POST /"+lang+"/setup/backup/"] = backupBounds
	}
	return all
}

// Serves reports whether a request is for the set-up.
func (s *Setup) Serves(r *http.Request) bool {
	_, rest := langOf(r)
	return r.URL.Path == "/setup" || rest == "setup" || strings.HasPrefix(rest, "setup/") || r.URL.Path == "/assets/desk.css"
}

// step is a page of the set-up.
type step struct {
	name string // in the address, and of its template
	show func(*explain.Printer) any
	send func(*Visit) error // does what the form says; nil: there is none
}

// steps are the pages in their order. Where the set-up is, one may go back from.
func (s *Setup) steps() []step {
	return []step{
		{"backup", s.showBackup, s.sendBackup}, {"federation", s.showFederation, s.sendFederation}, {"file", s.showFile, s.sendFile}, {"list", s.showList, s.sendList},
		{"taking", s.showTaking, s.sendTaking}, {"testing", s.showTesting, s.sendTesting}, {"officer", s.showOfficer, s.sendOfficer},
	}
}

// at returns the name of the step at which the set-up is.
func (s *Setup) at() string {
	switch at := s.restoring.at(); {
	case s.begun != nil:
		return "officer"
	case at != "":
		return at
	case s.job != nil:
		return "taking"
	case s.opening != nil:
		return "list"
	case s.answers.Authority != "":
		return "file"
	}
	return "federation"
}

// ServeHTTP answers a request.
func (s *Setup) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &Visit{W: w, R: r}
	var rest string
	v.Lang, rest = langOf(r)
	err := s.answer(v, strings.Trim(strings.TrimPrefix(rest, "setup"), "/"))
	if err != nil {
		panic(err) // the front logs it, and answers
	}
}

func (s *Setup) answer(v *Visit, name string) error {
	if asset := own.pages().Assets[strings.TrimPrefix(v.R.URL.Path, "/assets/")]; asset != nil && strings.HasPrefix(v.R.URL.Path, "/assets/") {
		asset.Send(v.W, v.R)
		return nil
	}
	switch canonical := "/" + v.Lang + path.Join("/setup", name) + "/"; {
	case !local(v.R):
		return v.Refuse(http.StatusMisdirectedRequest, "host")
	case slices.Contains([]string{"/", "/setup", "/" + v.Lang + "/", strings.TrimSuffix(canonical, "/")}, v.R.URL.Path):
		return v.Lead("setup", name)
	case v.R.URL.Path != canonical:
		return v.Refuse(http.StatusNotFound, "no-step")
	case !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost}, v.R.Method):
		return v.Refuse(http.StatusMethodNotAllowed, "method")
	}
	if name == "" {
		return s.enter(v)
	}
	s.mu.Lock()
	known, at, elsewhere := s.code.knows(v.R), s.at(), s.elsewhere()
	s.mu.Unlock()
	all := s.steps()
	of := func(name string) int { return slices.IndexFunc(all, func(s step) bool { return s.name == name }) }
	i := of(name)
	switch {
	case i < 0 || s.over(v.R.Context()):
		return v.Refuse(http.StatusNotFound, "no-step")
	case !known:
		return v.Lead("setup")
	case elsewhere:
		return v.Refuse(http.StatusConflict, "elsewhere")
	case i > of(at) || i < of(at) && of(at) >= of("taking"):
		return v.Lead("setup", at)
	case v.R.Method != http.MethodPost:
		return s.page(v, &all[i], nil)
	case all[i].send == nil:
		return v.Refuse(http.StatusMethodNotAllowed, "method")
	}
	err := all[i].send(v)
	if why, ok := refused(page.In(v.Lang), err); ok {
		return s.page(v, &all[i], why)
	}
	return err
}

// over reports whether the set-up has ended: the first officer has signed in.
func (s *Setup) over(ctx context.Context) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun == nil || s.ended {
		return s.ended
	}
	unfinished, err := Unfinished(ctx, s.office, s.begun)
	if s.ended = err == nil && !unfinished; s.ended {
		_ = os.Remove(s.office.Database + answersFile) // there is nothing to go on with
	}
	return s.ended
}

// elsewhere reports whether another process has made the bureau.
func (s *Setup) elsewhere() bool {
	_, err := os.Lstat(s.office.Database)
	return s.begun == nil && s.job == nil && err == nil
}

// mark is a part of the way.
type mark struct {
	Key        string
	Past, Here bool
}

// way returns the parts of the way to a step.
func way(name string) []mark {
	parts := [][]string{{"code", ""}, {"federation"}, {"list", "file", "taking"}, {"officer"}}
	if name == "backup" || name == "testing" {
		parts = [][]string{{"code"}, {"backup", "testing"}, {"sign-in"}}
	}
	here := slices.IndexFunc(parts, func(names []string) bool { return slices.Contains(names, name) })
	var all []mark
	for i, names := range parts {
		all = append(all, mark{"desk.setup.step-" + names[0], i < here, i == here})
	}
	return all
}

// page sends the page of a step.
func (s *Setup) page(v *Visit, of *step, why *message) error {
	s.mu.Lock()
	switch p := page.In(v.Lang); {
	case of.name == "list" && why == nil:
		why = whyFailed(p, s.failed, "desk.setup.failed")
	case of.name == "backup" && why == nil:
		why = whyFailed(p, s.restoring.failed, "desk.setup.backup-failed")
	}
	shows := shown{Steps: way(of.name), Refused: why, Of: of.show(page.In(v.Lang))}
	s.mu.Unlock()
	status := http.StatusOK
	if why != nil {
		status = http.StatusUnprocessableEntity
	}
	if of.name == "taking" || of.name == "testing" {
		v.W.Header().Set("Refresh", "2")
	}
	return v.show(own, "setup-"+of.name, status, shows)
}

// enter shows the page of the code, and tries one.
func (s *Setup) enter(v *Visit) error {
	if s.over(v.R.Context()) {
		return v.Refuse(http.StatusNotFound, "no-step")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.code.knows(v.R) {
		return v.Lead("setup", s.at())
	}
	if v.R.Method == http.MethodPost {
		if cookie, ok := s.code.enter(v.R.PostFormValue("code")); ok {
			setCookie(v.W, v.R, cookie)
			return v.Lead("setup", s.at())
		}
	}
	p, shows, status := page.In(v.Lang), shown{Steps: way("")}, http.StatusOK
	switch {
	case s.code.session != "":
		shows.Refused, status = &message{What: p.Text("desk.setup.code-used", nil)}, http.StatusForbidden
	case s.code.left == 0:
		shows.Refused, status = &message{What: p.Text("desk.setup.code-spent", nil)}, http.StatusForbidden
	case v.R.Method == http.MethodPost:
		shows.Refused, status = &message{What: p.Text("desk.setup.code-wrong", explain.Data{"left": strconv.Itoa(s.code.left)})}, http.StatusForbidden
	}
	return v.show(own, "setup", status, shows)
}

// Refuse answers a request that does not come to a page.
func (s *Setup) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	(&Portal{}).Refuse(w, r, status)
}

// keep keeps the answers for the next start.
func (s *Setup) keep(a answers) error {
	data, err := json.MarshalIndent(a, "", "  ")
	if err == nil {
		err = settle.Replace(s.office.Database+answersFile, append(data, '\n'))
	}
	if err != nil {
		return office.Problem(err)
	}
	s.mu.Lock()
	s.answers, s.typed = a, a
	s.mu.Unlock()
	return nil
}

// underway is the taking of a list, or the test of a backup.
type underway struct {
	stop     context.CancelFunc
	began    time.Time
	done, of int
}

// reported is after how many players it is said how far the taking is.
const reported = 500

// take begins the bureau. The page may be closed meanwhile.
func (s *Setup) take(wanted bureau.Settings, of *opening) {
	ctx, stop := context.WithCancel(s.ctx)
	j := &underway{stop: stop, began: time.Now(), of: len(of.players)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at() != "list" { // somebody was faster
		stop()
		return
	}
	s.job, s.failed, s.taken = j, nil, wanted
	o := *s.office
	o.Progress = func(done, _ int) {
		if done%reported == 0 {
			s.mu.Lock()
			j.done = done
			s.mu.Unlock()
		}
	}
	s.work.Go(func() {
		defer stop()
		b, found, err := o.Begin(ctx, wanted, of.players, of.list)
		if err == nil {
			s.GoOn(b, found)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.job, s.failed = nil, office.Problem(err); errors.Is(err, context.Canceled) {
			s.failed = nil
		}
	})
}
