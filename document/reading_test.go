package document_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
)

// readers are who reads: the player and the organisers are of the first club.
func readers(own string) map[string]bureau.Actor {
	organiser := bureau.Actor{Account: "A0902", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	both := organiser
	both.Account, both.Roles, both.Player = "A0903", bureau.Organiser|bureau.Player, own
	return map[string]bureau.Actor{
		"anybody":       {},
		"player":        {Account: "A0901", Roles: bureau.Player, Player: own},
		"organiser":     organiser,
		"both":          both,
		"clubless":      {Account: "A0904", Roles: bureau.Organiser},
		"officer":       {Account: "A0905", Roles: bureau.Officer},
		"treasurer":     {Account: "A0906", Roles: bureau.Treasurer},
		"auditor":       {Account: "A0907", Roles: bureau.Auditor},
		"administrator": {Account: "A0908", Roles: bureau.Administrator},
		"terminal":      bureau.AtTerminal("officer"),
	}
}

// canaries are what is planted, and who finds it besides officers.
var canaries = map[string]string{
	"1931-07-19": "player both", "mail-own@example.jp": "player both", "guardian-own@example.jp": "player both", // of the register
	"1932-08-23": "", "mail-other@example.jp": "", "guardian-other@example.jp": "",
	"1933-05-05": "", "entry-own@example.jp": "", "1934-06-06": "", "entry-other@example.jp": "", // of the files
	"1935-06-11": "organiser both", "1936-06-12": "", // of the words of a file
	"hall-own": "organiser both auditor", "hall-other": "auditor",
	"withheld-own": "organiser both auditor", "withheld-other": "auditor", "distinct-own": "auditor", "distinct-other": "auditor", "admitted-own": "auditor", "admitted-other": "auditor", // reasons
	"asker-own": "", "asker-other": "", "street-own": "", "street-other": "", // who asked, and from where
	"words-own": "organiser both", "words-other": "", // of the office, to the club
	"told-own": "", "told-other": "", // of whoever asked
	"words-old": "", "answer-old": "organiser both auditor",
	"words-player": "player", "answer-other": "auditor",
	`"amount":1200`: "organiser both treasurer auditor", `"amount":1600`: "treasurer auditor", // fees
	"login-7381":         "administrator",
	"officer-kept":       "administrator auditor",
	"precedent-of-board": "auditor", "set-for-machine": "administrator auditor",
	"reporter-own": "organiser both auditor", "reporter-other": "auditor",
	"club-own@example.jp": "organiser both", "club-other@example.jp": "", // how clubs are reached
	"cancelled-own": "organiser both auditor", "cancelled-other": "auditor",

	`"entry-contradicts"`: "auditor", "birth differs": "", // the question; evidence
	"corrected-quietly": "auditor",
}

// planted is an office of the size of the demo, with canaries in all that it keeps.
type planted struct {
	*bureautest.Bureau
	keys map[string][]string // of documents, by what they name
	ids  []string            // a player of each club
}

// plant makes an office in which two clubs have reported, announced and asked the same, the readers' and another.
func plant(t *testing.T) *planted {
	t.Helper()
	f := synth.New(3, synth.Size{Players: 446, Clubs: 6, On: civil.Of(2023, 1, 21)}) // while there are fees
	d := &planted{Bureau: bureautest.JapanOf(t, storetest.Create(t, storetest.File(t)), f, nil), keys: map[string][]string{"": {""}, "correction": {"C1"}}}
	d.Actor = bureau.Actor{Name: "officer-kept", Login: "login-7381", Roles: bureau.AtTerminal("").Roles}
	do := func(a act.Act) *bureau.Outcome {
		t.Helper()
		out, err := act.Do(t.Context(), d.Bureau.Bureau, a, act.With{})
		d.Must(err)
		return out
	}
	var meetings []*report.Report
	var questions []string // of the office
	do(&act.AddPrecedent{Title: "Late?", Text: "precedent-of-board", By: "the board"})
	do(&act.ChangeSettings{Settings: []string{"contact=office@example.jp"}, Because: act.Because{Reason: "set-for-machine"}})
	for i, whose := range []string{"own", "other"} {
		club, home := f.Clubs[i].Name, []int{}
		for n, p := range f.People {
			if p.Home == i && p.ID != "" {
				home = append(home, n)
			}
		}
		id, clubID := f.People[home[0]].ID, fmt.Sprint("C000", i+1)
		d.Must(bureautest.KeepClub(d.Bureau.Bureau, &register.Club{ID: clubID, Name: club, Representative: id, Reporters: []string{"reporter-" + whose}}))
		do(&act.ContactClub{Club: clubID, Email: new("club-" + whose + "@example.jp")})
		d.Set(id, "club="+club, fmt.Sprintf("birth=%d-0%d-%d", 1931+i, 7+i, 19+4*i), "email=mail-"+whose+"@example.jp", "guardian=Kept Name", "guardian_email=guardian-"+whose+"@example.jp")
		do(&act.AddMember{Player: id, From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)})
		r := bureautest.Event(f, "Open of "+whose, "", home[0], home[1], home[2], home[3])
		r.Organizer, r.Venue = club, "hall-"+whose
		e := &r.Sections[0].Players[1]
		e.Birth, e.Email = civil.BirthOn(civil.Of(1933+i, time.Month(5+i), 5+i)), "entry-"+whose+"@example.jp"
		ref := do(&act.SubmitReport{File: act.File{Name: "open.json", Data: bureautest.JSON(t, r)}, For: clubID}).Subject
		do(&act.WithholdReport{Ruling: act.Ruling{Decided: act.Decided{Ref: ref, Reason: "withheld-" + whose}}})
		do(&act.DistinguishPlayers{One: id, Other: e.ID, Because: act.Because{Reason: "distinct-" + whose}})
		raw := do(&act.SubmitReport{File: act.File{Name: "raw.csv", Data: rawTable(i)}, For: clubID, Words: statement.Words{Event: "Raw of " + whose, Start: f.On - 5, End: f.On - 5, Type: "standard"}}).Subject
		meeting := bureautest.Event(f, "Evening of "+whose, "", home[:6+2*i]...)
		meeting.Organizer, meeting.Meeting, meeting.SubmittedBy = club, true, f.People[home[0]].Name
		fee := do(&act.SubmitReport{File: act.File{Name: "evening.json", Data: bureautest.JSON(t, meeting)}, For: clubID}).Subject
		do(&act.WithholdReport{Ruling: act.Ruling{Decided: act.Decided{Ref: fee, Reason: "to be looked at"}}})
		do(&act.AdmitReport{Ruling: act.Ruling{Decided: act.Decided{Ref: fee, Reason: "admitted-" + whose}}})
		do(&act.PayFee{Ref: fee, Amount: 1200 + 400*i})
		announced := do(&act.AnnounceEvent{Name: "Cup of " + whose, Club: club, Start: f.On + 40, Rounds: 5, Type: "standard"}).Subject
		do(&act.WithdrawEvent{Ref: announced, Because: act.Because{Reason: "cancelled-" + whose}})
		asked := do(&act.AddInquiry{Who: "asker-" + whose, Contact: "street-" + whose, What: "told-" + whose, Event: ref}).Subject
		questions = append(questions, do(&act.AskClub{Ref: ref, Text: "words-" + whose}).Subject)
		meetings = append(meetings, meeting)
		d.ids, d.keys["report"], d.keys["club"] = append(d.ids, id), append(d.keys["report"], ref, fee, raw), append(d.keys["club"], clubID)
		d.keys["contact"] = d.keys["club"]
		d.keys["announcement"], d.keys["inquiry"] = append(d.keys["announcement"], announced), append(d.keys["inquiry"], asked)
	}
	old := do(&act.AskClub{Ref: d.keys["report"][0], Text: "words-old"}).Subject
	d.keys["inquiry"] = append(append(d.keys["inquiry"], questions...), old)
	do(&act.CloseInquiry{Number: old, Reason: "answer-old"})
	do(&act.CloseInquiry{Number: d.keys["inquiry"][1], Reason: "answer-other"})
	player := *d.Bureau.Bureau
	player.Actor = readers(d.ids[0])["player"]
	out, err := act.Do(t.Context(), &player, &act.AddInquiry{Who: "asker-own", Contact: "street-own", What: "words-player", Player: d.ids[1]}, act.With{})
	d.Must(err)
	d.keys["inquiry"] = append(d.keys["inquiry"], out.Subject)
	d.keys["player"] = d.ids
	d.On("2023-03-21T03:00:00Z")
	label := d.Report(d.keys["report"][1]).Period
	d.Publish(label)
	_, err = correction.Propose(t.Context(), d.Bureau.Bureau, correction.Proposal{What: bureautest.Turn(d.keys["report"][1], meetings[0], 0), Reason: "corrected-quietly"})
	d.Must(err)
	next := "2023-04"
	d.Draft(next)
	d.keys["list"], d.keys["period"] = []string{label}, []string{next}
	return d
}

// rawTable returns a file with a birth in the place of a column's name, of which a finding tells.
func rawTable(i int) []byte {
	return fmt.Appendf(nil, "No,Name,Rtg,193%d/06/1%d,1.Rd\n1,\"Raw, One\",2010,,2w1\n2,\"Raw, Two\",1875,,1b0\n", i+5, i+1)
}

// found returns the canaries in all documents as somebody is given them, in both languages.
func (d *planted) found(who bureau.Actor) map[string]string {
	d.T.Helper()
	b := *d.Bureau.Bureau
	b.Actor = who
	b.Actor.Fresh = d.Now
	all := map[string]string{}
	look := func(where, text string) {
		for canary := range canaries {
			if strings.Contains(text, canary) || strings.Contains(text, strings.ReplaceAll(canary, "-", "/")) {
				all[canary] += where + " "
			}
		}
	}
	for _, of := range view.Audiences() {
		if of.Public || of.Of == "file" {
			continue
		}
		for _, key := range d.keys[of.Of] {
			for _, language := range explain.Languages {
				made, err := document.Read(d.T.Context(), &b, explain.New(language), document.Wish{Document: of.Document, Key: key, IDs: d.ids, Entries: entry.Asked{Lines: entrylist.Pasted(strings.Join(d.ids, "\n"))}, Looks: &remembers{}})
				var refused *finding.Refused
				if errors.As(err, &refused) && (refused.ID == "no-address") {
					if refused.Value("address") != of.Document+" "+key {
						d.T.Errorf("%s: %v", of.Document, refused)
					}
					continue
				}
				d.Must(err)
				text, err := json.Marshal(made)
				d.Must(err)
				if bytes, ok := made.([]byte); ok {
					text = bytes
				}
				look(of.Document, string(text))
			}
		}
	}
	return all
}

// published returns what everybody reads: the documents of the API.
func (d *planted) published() (all []string) {
	d.T.Helper()
	served := api.New(public.New(d.Bureau.Bureau))
	addresses := []string{"/lists", "/status", "/calendar", "/corrections", "/clubs", "/events"}
	for _, under := range []struct{ of, form string }{
		{"list", "/lists/%s"}, {"list", "/lists/%s/standard"}, {"list", "/lists/%s/changes"}, {"player", "/players/%s"}, {"player", "/players/%s/history"}, {"player", "/players/%s/results"}, {"player", "/players/%s/now"}, {"report", "/events/%s"}, {"club", "/clubs/%s"}} {
		for _, key := range d.keys[under.of] {
			addresses = append(addresses, fmt.Sprintf(under.form, key))
		}
	}
	for _, address := range addresses {
		for _, language := range explain.Languages {
			answer := httptest.NewRecorder()
			served.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.Root+address+"?lang="+language, http.NoBody))
			if answer.Code != http.StatusOK {
				d.T.Error(address, answer.Code)
			}
			all = append(all, answer.Body.String())
		}
	}
	return all
}

// strangers returns who finds a canary whose it is not.
func strangers(name string, found map[string]string) (all []string) {
	for canary, where := range found {
		if name != "officer" && name != "terminal" && !slices.Contains(strings.Fields(canaries[canary]), name) {
			all = append(all, fmt.Sprintf("%s finds %s in %s", name, canary, where))
		}
	}
	return all
}

// Everybody finds in all documents what is for them, and nothing else.
func TestReadersFindWhatIsForThem(t *testing.T) {
	t.Parallel()
	d := plant(t)
	d.On("2023-05-20T03:00:00Z") // more than 90 days later
	before := fmt.Sprint(d.Documents())
	everything := d.found(readers(d.ids[0])["officer"])
	for name, who := range readers(d.ids[0]) {
		found := d.found(who)
		for _, stranger := range strangers(name, found) {
			t.Error(stranger)
		}
		for canary, those := range canaries {
			if found[canary] == "" && (name == "officer" || name == "terminal" || slices.Contains(strings.Fields(those), name)) {
				t.Errorf("%s does not find %s", name, canary)
			}
		}
		if name != "officer" && name != "terminal" && len(strangers(name, everything)) == 0 {
			t.Errorf("nothing is kept from %s", name)
		}
	}
	for _, text := range d.published() {
		for canary := range canaries {
			if strings.Contains(text, canary) {
				t.Errorf("everybody reads %s", canary)
			}
		}
	}
	if fmt.Sprint(d.Documents()) != before {
		t.Error("reading has changed something")
	}
}

// What is another's is refused as what is not there, to the word, and so is a document that nobody has heard of.
func TestWhatIsOthersIsNotThere(t *testing.T) {
	t.Parallel()
	d := plant(t)
	unknown := map[string]string{"report": "2019-01-0001", "club": "C0099", "contact": "C0099", "player": "N00999999", "announcement": "A2019-0001", "inquiry": "Q99", "period": "2019-01", "correction": "C9"}
	said := func(who bureau.Actor, name, key string) string {
		b := *d.Bureau.Bureau
		b.Actor = who
		_, err := document.Read(t.Context(), &b, explain.New("en"), document.Wish{Document: name, Key: key, Looks: &looks{}})
		return strings.ReplaceAll(fmt.Sprint(err), key, "KEY")
	}
	others := map[string]string{"report": d.keys["report"][3], "club": "C0002", "contact": "C0002", "player": d.ids[1], "announcement": d.keys["announcement"][1], "inquiry": d.keys["inquiry"][1], "period": d.keys["period"][0], "correction": "C1"}
	for name, who := range readers(d.ids[0]) {
		for _, of := range view.Audiences() {
			if of.Public || others[of.Of] == "" || who.Is(of.Whole|of.Audited) {
				continue
			}
			is, none := said(who, of.Document, others[of.Of]), said(who, of.Document, unknown[of.Of])
			if is != none || !strings.HasPrefix(is, "no-address") {
				t.Errorf("%s, %s: %q, but of what is not there %q", name, of.Document, is, none)
			}
		}
	}
	if got := said(bureau.AtTerminal("officer"), "secrets", "KEY"); !strings.HasPrefix(got, "no-address") {
		t.Error(got)
	}
}

// All that is stored about a person is given to an account that has just shown a second factor, and at the terminal.
// Whose it is not learns nothing by that.
func TestDossierAsksForFactor(t *testing.T) {
	t.Parallel()
	d := plant(t)
	for name, who := range readers(d.ids[0]) {
		reads := name == "player" || name == "both" || name == "officer" || name == "terminal"
		for when, fresh := range map[string]struct {
			at    time.Time
			holds bool
		}{
			"never": {}, "now": {d.Now, true}, "just": {d.Now.Add(time.Second - 5*time.Minute), true},
			"too long ago": {d.Now.Add(-5 * time.Minute), false}, "later": {d.Now.Add(time.Second), false},
		} {
			b := *d.Bureau.Bureau
			b.Actor = who
			b.Actor.Fresh = fresh.at
			want := "<nil>"
			switch {
			case !reads:
				want = "no-address"
			case name != "terminal" && !fresh.holds:
				want = "factor-needed"
			}
			made, err := document.Read(t.Context(), &b, explain.New("en"), document.Wish{Document: "dossier", Key: d.ids[0]})
			if got := bureautest.Refusal(err); got != want || (made != nil) != (err == nil) {
				t.Errorf("%s, factor %s: %v, %q, want %q", name, when, err, got, want)
			}
		}
	}
}

// An organiser is told who is a member of their club, and who of those whom they enter is one, after that was kept.
func TestLooksAtMembersAreKept(t *testing.T) {
	t.Parallel()
	d := plant(t)
	b := *d.Bureau.Bureau
	b.Actor = readers(d.ids[0])["organiser"]
	for name, key := range map[string]string{"members": "C0001", "card": d.ids[0], "entered-members": d.keys["report"][0], "announced-members": d.keys["announcement"][0]} {
		kept := &looks{}
		wish := document.Wish{Document: name, Key: key, IDs: []string{d.ids[0], "", "N00999999"}, Looks: kept}
		made, err := document.Read(t.Context(), &b, explain.New("en"), wish)
		d.Must(err)
		members := made.([]document.Member)
		if len(members) == 0 || slices.ContainsFunc(members, func(m document.Member) bool { return m.ID == "" || m.Member && m.ID == "N00999999" }) || !slices.Contains(members, document.Member{ID: d.ids[0], Member: true}) {
			t.Errorf("%s: %v", name, members)
		}
		if len(kept.all) != 1 || kept.all[0].Account != "A0902" || !strings.HasPrefix(kept.all[0].What, name+" "+key) || !kept.all[0].At.Equal(d.Now) {
			t.Errorf("%s: looks %v", name, kept.all)
		}
		for _, keeps := range []bureau.Looks{nil, &looks{err: errors.New("the disk is full")}} {
			wish.Looks = keeps
			if made, err := document.Read(t.Context(), &b, explain.New("en"), wish); err == nil || made != nil {
				t.Errorf("%s, though nobody keeps it: %v, %v", name, made, err)
			}
		}
	}
}

// A club reads what the office has asked it about its event until 90 days after the answer; whoever asked it reads it ever after.
func TestClubsReadQuestionsForAWhile(t *testing.T) {
	t.Parallel()
	d := plant(t)
	organiser := readers(d.ids[0])["organiser"]
	for day, reads := range map[string]bool{"2023-01-21": true, "2023-04-21": true, "2023-04-22": false} {
		d.On(day + "T03:00:00Z")
		if found := d.found(organiser); (found["words-old"] != "") != reads || found["words-own"] == "" || found["answer-old"] == "" {
			t.Errorf("%s: %v", day, found)
		}
	}
}

// Every document with a schema has an audience, and each is named once.
func TestEveryDocumentHasAnAudience(t *testing.T) {
	t.Parallel()
	var names []string
	for _, of := range view.Audiences() {
		names = append(names, of.Document)
		if of.Public == (of.Whole|of.Audited|of.Own != 0) || of.Whole&of.Audited != 0 || of.Own&^(bureau.Player|bureau.Organiser) != 0 {
			t.Errorf("%+v", of)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error(names)
	}
	schemas, err := filepath.Glob("../docs/schema/*.json")
	bureautest.Must(t, err)
	for _, path := range schemas {
		if name := strings.TrimSuffix(filepath.Base(path), ".json"); !slices.Contains(names, name) {
			t.Errorf("%s has no audience", name)
		}
	}
	if len(schemas) < 30 {
		t.Error(schemas)
	}
}

// Whoever reads the accounts reads nothing that somebody signs in with.
func TestAccountsWithoutSecrets(t *testing.T) {
	d := bureautest.Empty(t, "jcf")
	made, err := account.Invite(t.Context(), d.Bureau, "kubo@example.jp", "Kubo Jun", account.Wish{Roles: []string{"officer"}}, "")
	d.Must(err)
	secrets := []string{made.Invited.Hash, "a hash of a password", "sealed codes", "a recovery code", "the hash of a key"}
	d.Must(d.Do(t.Context(), "account.roles", "", func(tx *bureau.Tx) error {
		a, err := bureau.Accounts.Get(tx, made.Number)
		if err != nil {
			return err
		}
		a.Factors = &bureau.Factors{Password: secrets[1], Codes: []byte(secrets[2]), Recovery: []string{secrets[3]}}
		a.Keys = []bureau.Key{{Number: "K1", Name: "pairings", Hash: secrets[4], May: []string{account.Submit}}}
		return bureau.Accounts.Put(tx, made.Number, a)
	}))
	read, err := document.Read(t.Context(), d.Bureau, explain.New("en"), document.Wish{Document: "accounts"})
	d.Must(err)
	text, err := json.Marshal(read)
	d.Must(err)
	for _, secret := range append(secrets, base64.StdEncoding.EncodeToString([]byte(secrets[2]))) {
		if strings.Contains(string(text), secret) {
			t.Errorf("the accounts have %q: %s", secret, text)
		}
	}
	for _, says := range []string{"Kubo Jun", "kubo@example.jp", `"officer"`, `"codes"`, "pairings"} {
		if !strings.Contains(string(text), says) {
			t.Errorf("the accounts do not say %s: %s", says, text)
		}
	}
}
