package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/program"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// thing is what programs act with: what is of the club of the first account, of the other's, or not there.
type thing struct{ name, ref, announced, club, player, inquiry, asked string }

// hall is an office with two clubs, each with an account and a report, an announcement and a question.
type hall struct {
	*bureautest.Bureau
	kept     *program.Kept
	api      *api.API
	accounts []string
	things   []thing
}

func newHall(t *testing.T) *hall {
	t.Helper()
	var players []roster.Player
	list := &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 4)}
	clubs := []string{"Minato Chess Club", "Kita Chess Club"}
	for n, name := range []string{"Aoki Ren", "Baba Mio", "Chiba Sota", "Doi Mei"} {
		players = append(players, roster.Player{ID: fmt.Sprint("N0000000", n+1), Name: name, Club: clubs[n%2]})
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
	}
	h := &hall{Bureau: bureautest.With(t, "ncs", players, list), kept: &program.Kept{Left: 1000}}
	h.On("2024-02-10")
	do := func(a act.Act) string {
		t.Helper()
		out, err := act.Do(t.Context(), h.Bureau.Bureau, a, act.With{})
		h.Must(err)
		return out.Subject
	}
	for i, club := range clubs {
		is := thing{name: []string{"own", "other"}[i], club: fmt.Sprint("C000", i+1), player: players[i].ID}
		h.Must(bureautest.KeepClub(h.Bureau.Bureau, &register.Club{ID: is.club, Name: club, Representative: is.player}))
		is.ref = do(h.cup("Cup of "+club, is.club, players[i].ID, players[i+2].ID))
		is.inquiry = do(&act.AskClub{Ref: is.ref, Text: "Which result? " + club, Round: 1, White: 1, Black: 2})
		is.announced = do(&act.AnnounceEvent{Name: "Open of " + club, Club: club, Start: civil.Of(2024, 3, 2), Rounds: 3, Type: "standard"})
		h.accounts = append(h.accounts, do(&act.InviteAccount{Email: fmt.Sprint("club", i+1, "@example.jp"), Wish: act.Wish{Roles: []string{"organiser", "officer"}, Clubs: []string{is.club}}}))
		by := *h.Bureau.Bureau
		by.Actor = bureau.Actor{Account: h.accounts[i], Roles: bureau.Organiser, Clubs: []string{is.club}}
		asked, err := act.Do(t.Context(), &by, &act.AddInquiry{Who: "Mori Kei", What: "a rating"}, act.With{})
		h.Must(err)
		is.asked = asked.Subject
		h.things = append(h.things, is)
	}
	h.things = append(h.things, thing{"none", "2019-01-0001", "A2019-0001", "C0099", "N00000099", "Q99", "Q99"})
	h.api = api.New(public.New(h.Bureau.Bureau))
	h.api.Admit(h.kept.Programs())
	return h
}

// cup returns what submits a report of two players.
func (h *hall) cup(event, club, white, black string) *act.SubmitReport {
	return &act.SubmitReport{File: act.File{Name: "cup.json", Data: bureautest.JSON(h.T, bureautest.Meeting(event, civil.Of(2024, 2, 4), white, black))}, For: club}
}

// key makes a key of an account.
func (h *hall) key(number string, may ...string) *account.MadeKey {
	h.T.Helper()
	made, err := account.MakeKeyFor(h.T.Context(), h.Bureau.Bureau, number, "pairing", may, "why")
	h.Must(err)
	return made
}

// program returns a program of the first account.
func (h *hall) program(may ...string) program.Program {
	h.T.Helper()
	return program.Program{Server: h.api, Key: h.key(h.accounts[0], may...).Token}
}

// refusalOf returns the ID of a refusal, as a problem.
func (h *hall) refusalOf(answer *http.Response, body []byte) string {
	h.T.Helper()
	var p document.Problem
	if err := json.Unmarshal(body, &p); err != nil || answer.Header.Get("Content-Type") != "application/problem+json" || p.Status != answer.StatusCode {
		h.T.Errorf("%v %s", answer.Header, body)
	}
	return p.ID
}

// request is a request with a thing, by the operation.
type request struct {
	scope string
	send  func(h *hall, p program.Program, with thing) (int, http.Header, []byte)
	whole bool // it names nothing: everybody is answered what is theirs
	seen  bool // it is asked what was seen
}

// reading asks for a document.
func reading(scope, path string, key func(thing) string) request {
	return request{scope: scope, whole: key == nil, send: func(_ *hall, p program.Program, with thing) (int, http.Header, []byte) {
		at := path
		if key != nil {
			at = strings.ReplaceAll(path, "{key}", key(with))
		}
		answer := p.Ask(http.MethodGet, at, nil, nil)
		return answer.Code, answer.Header(), answer.Body.Bytes()
	}}
}

// doing does an act whose body is a text with the thing.
func doing(id, body string, seen func(thing) string) request {
	return request{scope: account.Submit, seen: seen != nil, send: func(_ *hall, p program.Program, with thing) (int, http.Header, []byte) {
		says := strings.NewReplacer("REF", with.ref, "ANNOUNCED", with.announced, "CLUB", with.club, "PLAYER", with.player, "INQUIRY", with.inquiry, "ASKED", with.asked).Replace(body)
		header := http.Header{"Content-Type": {"application/json"}}
		if seen != nil {
			header["If-Match"] = p.Ask(http.MethodGet, seen(with), nil, nil).Header()["Etag"]
			if header["If-Match"] == nil {
				header.Set("If-Match", `"none"`)
			}
		}
		answer := p.Ask(http.MethodPost, "/own/acts/"+id, header, []byte(says))
		return answer.Code, answer.Header(), answer.Body.Bytes()
	}}
}

// handing hands a file in.
func handing(path string) request {
	return request{scope: account.Submit, send: func(h *hall, p program.Program, with thing) (int, http.Header, []byte) {
		answer := p.Hand(h.T, path, h.cup("Second cup", with.club, "N00000001", "N00000003"), nil)
		return answer.Code, answer.Header(), answer.Body.Bytes()
	}}
}

// requests are a request of each operation that needs a key.
var requests = map[string]request{
	"listOwnReports": reading(account.Follow, "/own/reports", nil), "getOwnReport": reading(account.Follow, "/own/reports/{key}", func(w thing) string { return w.ref }),
	"listOwnAnnouncements": reading(account.Follow, "/own/announcements", nil), "getOwnAnnouncement": reading(account.Follow, "/own/announcements/{key}", func(w thing) string { return w.announced }),
	"listOwnInquiries": reading(account.Follow, "/own/inquiries", nil), "getOwnInquiry": reading(account.Follow, "/own/inquiries/{key}", func(w thing) string { return w.inquiry }),
	"listOwnMembers": reading(account.Read, "/own/clubs/{key}/members", func(w thing) string { return w.club }),
	"tryReport":      handing("/own/reports/try"), "submitReport": handing("/own/reports"),
	"announceAdd":      doing("announce.add", `{"name": "Fourth cup", "club": "CLUB", "start": "2024-03-09", "rounds": 3, "type": "standard"}`, nil),
	"announceWithdraw": doing("announce.withdraw", `{"ref": "ANNOUNCED", "reason": "no hall"}`, func(w thing) string { return "/own/announcements/" + w.announced }),
	"reportNotice":     doing("report.notice", `{"event": "Third cup", "start": "2024-02-03", "end": "2024-02-04", "for": "CLUB", "from": "https://chess-results.com/tnr1.aspx"}`, nil),
	"reportState":      doing("report.state", `{"ref": "REF", "venue": "Hall"}`, func(w thing) string { return "/own/reports/" + w.ref }),
	"inquiryReply":     doing("inquiry.reply", `{"inquiry": "INQUIRY", "text": "It was drawn.", "result": "1/2-1/2"}`, nil),
	"inquiryWithdraw":  doing("inquiry.withdraw", `{"inquiry": "ASKED"}`, func(w thing) string { return "/own/inquiries/" + w.asked }),
	"askRenewal":       doing("ask.renewal", `{"act": {"player": "PLAYER", "from": "2024-04-01", "to": "2025-03-31"}}`, nil),
	"askDispensation":  doing("ask.dispensation", `{"act": {"ref": "ANNOUNCED", "reason": "few came"}}`, nil),
	"askResult":        doing("ask.result", `{"act": {"ref": "REF", "round": 1, "white": 1, "black": 2, "result": "1/2-1/2", "reason": "mistyped"}}`, nil),
	"askCount":         doing("ask.count", `{"act": {"ref": "REF", "round": 1, "white": 1, "black": 2, "reason": "played"}}`, nil),
	"askOmission":      doing("ask.omission", `{"act": {"ref": "REF", "round": 1, "white": 1, "black": 2, "reason": "free"}}`, nil),
	"askPlayer":        doing("ask.player", `{"act": {"ref": "REF", "start": 1, "player": "N00000004", "reason": "a namesake"}}`, nil),
	"announceSet":      doing("announce.set", `{"ref": "ANNOUNCED", "name": "Spring Open"}`, func(w thing) string { return "/own/announcements/" + w.announced }),
	"askLate":          doing("ask.late", `{"act": {"ref": "REF", "reason": "came late"}}`, nil),
	"askWithdrawal":    doing("ask.withdrawal", `{"act": {"ref": "REF", "reason": "no clocks"}}`, nil),
}

// operationsWithKey returns the operations of the description that need a key.
func operationsWithKey(t *testing.T) (all []string) {
	t.Helper()
	body, err := os.ReadFile("../../docs/openapi.json")
	var d struct {
		Paths map[string]map[string]struct {
			OperationID string
			Security    []any
		}
	}
	if err = errors.Join(err, json.Unmarshal(body, &d)); err != nil {
		t.Fatal(err)
	}
	for path, methods := range d.Paths {
		for _, op := range methods {
			if strings.HasPrefix(path, "/own/") != (len(op.Security) == 1) {
				t.Errorf("%s: %v", path, op.Security)
			}
			if len(op.Security) > 0 {
				all = append(all, op.OperationID)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Every operation, with what is the club's own, another's and what is not there, and with keys that hold for it, for something
// else, and not at all: a key of one club reaches nothing of another, and nothing for which it is not.
func TestKeysReachWhatIsTheirs(t *testing.T) {
	t.Parallel()
	if got, want := slices.Sorted(maps.Keys(requests)), operationsWithKey(t); !slices.Equal(got, want) {
		t.Fatalf("requests are there for %v, operations are %v", got, want)
	}
	for id, is := range requests {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			others := slices.DeleteFunc(slices.Clone(account.Scopes), func(s string) bool { return s == is.scope })
			revoked := h.key(h.accounts[0], is.scope)
			h.Must(account.RevokeKeyOf(t.Context(), h.Bureau.Bureau, h.accounts[0], revoked.Number, "lost"))
			gone := h.key(h.accounts[1], account.Scopes...)
			_, err := account.Reset(t.Context(), h.Bureau.Bureau, h.accounts[1], "why")
			h.Must(err)
			right := h.program(is.scope, account.Follow) // what was seen is read first
			for name, with := range map[string]program.Program{
				"none": {Server: h.api}, "wrong": {Server: h.api, Key: revoked.Token[:12] + strings.Repeat("A", 26)}, "revoked": {Server: h.api, Key: revoked.Token},
				"old": {Server: h.api, Key: gone.Token}, "hash": {Server: h.api, Key: revoked.Hash}, "for other things": h.program(others...),
			} {
				before := h.Documents()
				for _, object := range h.things {
					status, header, body := is.send(h, with, object)
					want, why := http.StatusUnauthorized, "key-needed"
					if name == "for other things" {
						want, why = http.StatusForbidden, "key-not-for"
					}
					if got := h.refusalOf(&http.Response{StatusCode: status, Header: header}, body); status != want || got != why || (header.Get("WWW-Authenticate") == "Bearer") != (want == http.StatusUnauthorized) {
						t.Errorf("%s, %s: %d %s %v", name, object.name, status, got, header)
					}
					closed(t, header)
				}
				if !maps.Equal(before, h.Documents()) {
					t.Errorf("%s has changed something", name)
				}
			}
			before := h.Documents()
			for _, object := range h.things[1:] {
				status, header, body := is.send(h, right, object)
				closed(t, header)
				switch {
				case is.whole:
					if status != http.StatusOK || bytes.Contains(body, []byte("Kita")) || !bytes.Contains(body, []byte("Minato")) {
						t.Errorf("%s: %d %s", object.name, status, body)
					}
				case status != http.StatusNotFound || bytes.Contains(body, []byte("Kita")):
					t.Errorf("%s: %d %s", object.name, status, body)
				}
			}
			if !maps.Equal(before, h.Documents()) {
				t.Error("what is another's was changed")
			}
			status, header, body := is.send(h, right, h.things[0])
			closed(t, header)
			if status != http.StatusOK && (!strings.HasPrefix(id, "ask") || status == http.StatusNotFound && strings.Contains(string(body), "not-yours") || status == http.StatusForbidden) {
				t.Errorf("own: %d %s", status, body)
			}
			if changed := !maps.Equal(before, h.Documents()); changed != (is.scope == account.Submit && id != "tryReport" && status == http.StatusOK) {
				t.Errorf("own: something has changed: %v", changed)
			}
		})
	}
}

// closed checks that nobody keeps an answer, and that no page of another site reads it.
func closed(t *testing.T, header http.Header) {
	t.Helper()
	if header.Get("Cache-Control") != "no-store" || header.Get("Access-Control-Allow-Origin") != "" || header.Get("Set-Cookie") != "" {
		t.Errorf("it is answered with %v", header)
	}
}

// An officer's key is an organiser's: what is another club's is not there.
func TestKeysAreNoOfficers(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := h.program(account.Scopes...)
	for _, id := range []string{"report.admit", "report.submit", "account.invite", "report.answer", "club.contact", "nothing"} {
		answer := p.Ask(http.MethodPost, "/own/acts/"+id, http.Header{"Content-Type": {"application/json"}}, []byte(`{"ref": "`+h.things[0].ref+`", "reason": "why"}`))
		if got := h.refusalOf(answer.Result(), answer.Body.Bytes()); answer.Code != http.StatusNotFound || got != "no-address" {
			t.Errorf("%s: %d %s", id, answer.Code, got)
		}
	}
	status := p.Ask(http.MethodGet, "/own/reports/"+h.things[0].ref, nil, nil).Body.String()
	if strings.Contains(status, "arpad.report-status/1") || !strings.Contains(status, "arpad.organizer/1") {
		t.Errorf("it reads %s", status)
	}
}

// What was seen is asked where the table asks it, and what has changed since is not decided.
func TestSeen(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := h.program(account.Submit, account.Follow)
	says, header := []byte(`{"ref": "`+h.things[0].ref+`", "venue": "Hall"}`), http.Header{"Content-Type": {"application/json"}}
	state := func(seen string) (int, string) {
		header.Set("If-Match", seen)
		if seen == "" {
			header.Del("If-Match")
		}
		answer := p.Ask(http.MethodPost, "/own/acts/report.state", header, says)
		if answer.Code == http.StatusOK {
			return answer.Code, ""
		}
		return answer.Code, h.refusalOf(answer.Result(), answer.Body.Bytes())
	}
	tag := p.Ask(http.MethodGet, "/own/reports/"+h.things[0].ref, nil, nil).Header().Get("ETag")
	for _, c := range []struct {
		seen   string
		status int
		id     string
	}{{"", http.StatusPreconditionRequired, "seen-needed"}, {`"stale"`, http.StatusConflict, "changed-since"}, {tag, http.StatusOK, ""}, {tag, http.StatusConflict, "changed-since"}} {
		if status, id := state(c.seen); status != c.status || id != c.id {
			t.Errorf("seen %q: %d %s, want %d %s", c.seen, status, id, c.status, c.id)
		}
	}
}

// A request that is sent again is answered with what came of the first, and another one with its key is refused.
func TestSentAgain(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := h.program(account.Submit)
	header := http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"one"}}
	says := func(name string) []byte {
		return []byte(`{"name": "` + name + `", "club": "C0001", "start": "2024-03-09", "rounds": 3, "type": "standard"}`)
	}
	var done [2]document.Done
	for i := range done {
		answer := p.Ask(http.MethodPost, "/own/acts/announce.add", header, says("Fourth cup"))
		if err := json.Unmarshal(answer.Body.Bytes(), &done[i]); err != nil || answer.Code != http.StatusOK {
			t.Fatal(answer.Code, answer.Body.String())
		}
	}
	if done[0].Again || !done[1].Again || *done[0].Subject != *done[1].Subject || done[0].Act != "announce.add" {
		t.Errorf("%+v", done)
	}
	answer := p.Ask(http.MethodPost, "/own/acts/announce.add", header, says("Fifth cup"))
	if got := h.refusalOf(answer.Result(), answer.Body.Bytes()); answer.Code != http.StatusUnprocessableEntity || got != "key-used" {
		t.Errorf("another one: %d %s", answer.Code, got)
	}
	var refs [2]string
	for i := range refs {
		sent := p.Hand(t, "/own/reports", h.cup("Second cup", "C0001", "N00000001", "N00000003"), http.Header{"Idempotency-Key": {"two"}})
		var of document.Organizers
		if err := json.Unmarshal(sent.Body.Bytes(), &of); err != nil || sent.Code != http.StatusOK || of.Ref == nil {
			t.Fatal(sent.Code, sent.Body.String())
		}
		refs[i] = *of.Ref
	}
	if refs[0] != refs[1] || h.Report(refs[0]).Current != 1 || h.Report(refs[0]).For.Account != h.accounts[0] {
		t.Errorf("it became %v", refs)
	}
}

// What the API says of a file is what the organiser is told, to the byte.
func TestFilesAreToldAsToOrganisers(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := h.program(account.Submit)
	as := *h.Bureau.Bureau
	as.Actor = bureau.Actor{Account: h.accounts[0], Name: "club1@example.jp", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	s := h.cup("Second cup", "C0001", "N00000001", "N00000009")
	s.Qualified, s.Venue, s.Rounds, s.Team = []string{"Aoki Ren", "Baba Mio"}, "Hall", 1, new(bool)
	for _, lang := range explain.Languages {
		told, err := (&act.Organizer{Looks: &program.Kept{}}).Try(t.Context(), &as, s)
		h.Must(err)
		var want bytes.Buffer
		h.Must(document.Write(&want, document.NewOrganizers(explain.New(lang), told)))
		got := p.Hand(t, "/own/reports/try?lang="+lang, s, nil)
		if !bytes.Equal(got.Body.Bytes(), want.Bytes()) || got.Code != http.StatusOK || len(told.Findings) == 0 {
			t.Errorf("%d %s, want %s", got.Code, got.Body, want.String())
		}
	}
	if len(h.kept.Looks) != 2 || h.kept.Looks[0].Account != h.accounts[0] || h.kept.Used[0] != h.accounts[0]+" K1" {
		t.Errorf("%+v %v", h.kept.Looks, h.kept.Used)
	}
	unread := p.Hand(t, "/own/reports", &act.SubmitReport{File: act.File{Name: "x.trf", Data: []byte{0, 1, 2}}, For: "C0001"}, nil)
	if unread.Code != http.StatusUnprocessableEntity || !strings.Contains(unread.Body.String(), `"ref": null`) {
		t.Errorf("a file that nobody can read: %d %s", unread.Code, unread.Body)
	}
	h.kept.Full = errors.New("the disk is full")
	if got := p.Hand(t, "/own/reports/try", s, nil); got.Code != http.StatusInternalServerError {
		t.Errorf("nobody keeps that it was tried: %d %s", got.Code, got.Body)
	}
}

// What is not of the form that is described is refused before anything is done.
func TestProgramsAreRefusedWhatTheySend(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := h.program(account.Submit)
	before := h.Documents()
	for says, part := range map[string]string{
		`{`: "", `null`: "body", `[]`: "body", `{"name": "a"}`: "body", `{"name": 1, "start": "2024-03-09", "rounds": 3}`: "body.name",
		`{"name": "a", "start": "2024-03-09", "rounds": 3, "type": "lightning"}`: "body.type", `{"name": "a", "start": "tomorrow", "rounds": 3}`: "body.start",
		`{"name": "a", "start": "2024-03-09", "rounds": 3, "reason": "x"}`: "body.reason", `{"name": "a", "start": "2024-03-09", "rounds": 3.5}`: "",
	} {
		answer := p.Ask(http.MethodPost, "/own/acts/announce.add", http.Header{"Content-Type": {"application/json"}}, []byte(says))
		var is document.Problem
		if err := json.Unmarshal(answer.Body.Bytes(), &is); err != nil || answer.Code != http.StatusBadRequest || is.ID != "request-invalid" || part != "" && (len(is.Errors) == 0 || is.Errors[0].In != part || is.Errors[0].Wants == "") {
			t.Errorf("%s: %d %s", says, answer.Code, answer.Body)
		}
	}
	answer := p.Ask(http.MethodPost, "/own/acts/inquiry.reply", http.Header{"Content-Type": {"application/json"}}, []byte(`{"inquiry": "`+h.things[0].inquiry+`", "result": "won"}`))
	if got := h.refusalOf(answer.Result(), answer.Body.Bytes()); answer.Code != http.StatusBadRequest || got != "result-unknown" {
		t.Errorf("a result that is none: %d %s", answer.Code, got)
	}
	for name, send := range map[string]func() int{
		"no form": func() int { return p.Ask(http.MethodPost, "/own/reports", nil, []byte("x")).Code },
		"a plain text": func() int {
			return p.Ask(http.MethodPost, "/own/acts/announce.add", http.Header{"Content-Type": {"text/plain"}}, []byte(`{}`)).Code
		},
		"no file": func() int { return p.Hand(t, "/own/reports", &act.SubmitReport{}, nil).Code },
		"a long key": func() int {
			return p.Ask(http.MethodGet, "/own/reports", http.Header{"Idempotency-Key": {strings.Repeat("a", 201)}}, nil).Code
		},
	} {
		if got := send(); got != http.StatusBadRequest {
			t.Errorf("%s: %d", name, got)
		}
	}
	large := h.cup("Second cup", "C0001", "N00000001", "N00000003")
	large.File.Data = bytes.Repeat([]byte("x"), 16<<20+1)
	if got := p.Hand(t, "/own/reports", large, nil); got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d", got.Code)
	}
	if !maps.Equal(before, h.Documents()) {
		t.Error("something was kept")
	}
}

// Whoever shows wrong keys is slowed down, and whoever has a right one is not.
func TestWrongKeysAreThrottled(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.kept.Left = 2
	wrong, right := program.Program{Server: h.api, Key: "arpad_A0002_" + strings.Repeat("A", 26)}, h.program(account.Follow)
	for i, want := range []int{http.StatusUnauthorized, http.StatusUnauthorized, http.StatusTooManyRequests} {
		if got := wrong.Ask(http.MethodGet, "/own/reports", nil, nil).Code; got != want {
			t.Errorf("%d: %d, want %d", i, got, want)
		}
	}
	if got := right.Ask(http.MethodGet, "/own/reports", nil, nil).Code; got != http.StatusOK {
		t.Errorf("the right key: %d", got)
	}
}

// Where nobody lets programs in, there is nothing.
func TestProgramsAreNotLetIn(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	p := program.Program{Server: api.New(public.New(h.Bureau.Bureau)), Key: h.key(h.accounts[0], account.Scopes...).Token}
	for _, path := range []string{"/own/reports", "/own/nothing"} {
		answer := p.Ask(http.MethodGet, path, nil, nil)
		if got := h.refusalOf(answer.Result(), answer.Body.Bytes()); answer.Code != http.StatusNotFound || got != "no-address" {
			t.Errorf("%s: %d %s", path, answer.Code, got)
		}
		closed(t, answer.Header())
	}
	answer := p.Ask(http.MethodOptions, "/own/reports", http.Header{"Origin": {"https://club.example.jp"}, "Access-Control-Request-Headers": {"authorization"}}, nil)
	if answer.Code < http.StatusBadRequest {
		t.Errorf("another site may ask: %d", answer.Code)
	}
	closed(t, answer.Header())
}
