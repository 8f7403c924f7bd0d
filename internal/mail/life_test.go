package mail_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// told is a bureau of which everybody is told.
type told struct {
	*bureautest.Bureau
	letters  *mail.Office
	kept     *work.Store
	driven   map[string]bool // rows of the tables
	seen     map[string]bool // letters by ID
	club     string          // its ID
	reporter string          // who hands in, by name
}

const tellsFrom = "https://ratings.example.jp"

// The addresses by whom they are.
const (
	clubsAddress    = "club@example.jp"
	playersAddress  = "player@example.jp"
	officersAddress = "officer@example.jp"
	holdersAddress  = "holder@example.jp"
	fansAddress     = "fan@example.com"
)

// tells opens what writes letters of a bureau, with a club, an officer, a holder of an account and their confirmed addresses.
func tells(t *testing.T, db *store.Store, d *bureautest.Bureau, driven map[string]bool, club ...string) *told {
	t.Helper()
	s, err := work.Open(t.Context(), db, d.Clock)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	l := &told{Bureau: d, letters: &mail.Office{Bureau: d.Bureau, Work: s, Base: tellsFrom}, kept: s, driven: driven, seen: map[string]bool{}}
	is, err := register.AddClub(t.Context(), d.Bureau, club, "applied")
	must(t, err)
	l.club = is.ID
	_, err = register.SetClubContact(t.Context(), d.Bureau, is.ID, []string{"email=" + clubsAddress, "language=ja"}, "asked")
	must(t, err)
	_, err = account.Invite(t.Context(), d.Bureau, officersAddress, "Ando Yui", account.Wish{Roles: []string{"officer"}}, "")
	must(t, err)
	_, err = account.Invite(t.Context(), d.Bureau, holdersAddress, "Mori Kei", account.Wish{Roles: []string{"auditor"}}, "")
	must(t, err)
	for _, address := range []string{clubsAddress, playersAddress, officersAddress, holdersAddress, fansAddress} {
		must(t, s.Shown(t.Context(), address))
	}
	must(t, l.letters.Collect(t.Context()))
	return l
}

// reasons are the kinds of letters that say why.
var reasons = []string{"returned", "withheld", "closed", "taken-out", "dispensed", "answered", "granted"}

// tell collects what follows from what was just done, and looks at each new letter.
func (l *told) tell(done error) {
	l.T.Helper()
	l.Must(done)
	l.Must(l.letters.Collect(l.T.Context()))
	var all []*work.Letter
	l.Must(l.kept.Letters(l.T.Context(), "", "", func(is *work.Letter) bool {
		if !l.seen[is.ID] {
			l.seen[is.ID] = true
			all = append(all, is)
		}
		return true
	}))
	for _, is := range all {
		l.look(is)
	}
}

// look looks at a letter: to whom, in their language, and with what it must name.
func (l *told) look(is *work.Letter) {
	l.T.Helper()
	m, may, err := l.letters.Read(l.T.Context(), is)
	l.Must(err)
	if m == nil || !may {
		l.T.Errorf("the letter %s to %s says nothing, or nobody may be written to: %v", is.Kind, is.Receiver, may)
		return
	}
	e := &bureau.Entry{}
	if is.Entry > 0 {
		l.Look(func(r bureau.Reader) (err error) {
			e, err = bureau.Entries.Get(r, bureau.SeqKey(is.Entry))
			return err
		})
	}
	for _, row := range mail.RowsOf(e, is.Kind) {
		l.driven[row] = true
	}
	what, _, _ := strings.Cut(is.Receiver, " ")
	want := map[string]string{"club": clubsAddress, "follower": fansAddress}[what]
	switch {
	case is.Kind == "second" || is.Kind == "digest":
		want = officersAddress
	case is.Kind == "access":
		want = holdersAddress
	case is.Kind == "numbers" || is.Kind == "disputed" && what == "account":
		want = playersAddress
	case what == "inquirer":
		want = fansAddress
	}
	lang := map[string]string{clubsAddress: "ja", fansAddress: "en"}[want]
	if what == "inquirer" || lang == "" {
		lang = m.Language // that of the federation
	}
	text := m.Subject + "\n" + m.Text()
	if m.Address != want || m.Language != lang {
		l.T.Errorf("%s goes to %s in %s, want %s in %s", is.Kind, m.Address, m.Language, want, lang)
	}
	names := []string{}
	for _, moved := range e.Moves {
		if what == "club" && len(e.Moves) == 1 {
			names = append(names, moved.Ref)
		}
	}
	switch {
	case !slices.Contains(reasons, is.Kind):
	case e.Act() == "correction.accept": // the reason that is published
		l.Look(func(r bureau.Reader) error {
			k, err := correction.Find(r, e.Subject)
			if err == nil {
				names = append(names, k.Number, k.Reason)
			}
			return err
		})
	default:
		names = append(names, e.Reason)
	}
	if is.Kind != "answered" && is.Kind != "granted" || what != "inquirer" {
		names = append(names, tellsFrom+"/"+m.Language+"/")
	}
	for _, name := range names {
		if !strings.Contains(text, name) {
			l.T.Errorf("%s does not name %q:\n%s", is.Kind, name, text)
		}
	}
}

// hands has a report come for the club.
func (l *told) hands(r *report.Report, again ...string) string {
	l.T.Helper()
	r.SubmittedBy = l.reporter
	s := bureautest.Submission(bureautest.JSON(l.T, r))
	s.For = l.club
	for _, ref := range again {
		s.Ref, s.Replaces = ref, true
	}
	got, err := intake.Submit(l.T.Context(), l.Bureau.Bureau, s)
	l.tell(err)
	return got.Report.Ref
}

// Each row of the tables is driven by what happens in a bureau: the letter comes to whom the row names, in their language, and names
// the number, the reason and the page.
func TestEveryRowIsDriven(t *testing.T) {
	driven := map[string]bool{}
	t.Run("Japan", func(t *testing.T) { livesInJapan(t, driven) })
	t.Run("Japan without fees", func(t *testing.T) { livesWithoutFees(t, driven) })
	t.Run("South Africa", func(t *testing.T) { livesInSouthAfrica(t, driven) })
	for _, row := range mail.Rows() {
		if !driven[row] {
			t.Errorf("nothing drives the row %s", row)
		}
	}
}

func livesInSouthAfrica(t *testing.T, driven map[string]bool) {
	db := storetest.Create(t, storetest.File(t))
	d := bureautest.New(t, db)
	d.On("2024-02-01")
	d.Init("chessa", "2024-02", nil, nil, &roster.List{})
	l := tells(t, db, d, driven, "name=Tsuru")
	a, _, err := events.Announce(t.Context(), d.Bureau, check.Announcement{Name: "Short", Club: "Tsuru", Rounds: 4, Type: rating.Rapid, Days: civil.Range{From: civil.Of(2024, 2, 8), To: civil.Of(2024, 2, 8)}})
	must(t, err)
	_, err = events.Dispense(t.Context(), d.Bureau, a.Ref, "schools play at noon", 0)
	l.tell(err)
}

func livesInJapan(t *testing.T, driven map[string]bool) {
	ctx := t.Context()
	f := synth.New(3, synth.Size{Players: 24, Clubs: 3, On: civil.Of(2023, 1, 21)}) // while there are fees
	db := storetest.Create(t, storetest.File(t))
	d := bureautest.JapanOf(t, db, f, nil)
	l := tells(t, db, d, driven, "name="+f.Clubs[0].Name, "reporters="+f.People[0].ID)
	l.reporter = f.People[0].Name
	is := func(n int) string { return f.People[n].ID }
	_, err := account.Invite(ctx, d.Bureau, playersAddress, "Player", account.Wish{Roles: []string{"player"}, Player: is(0)}, "")
	l.tell(err)
	must(t, l.kept.Follow(ctx, work.Follower{Address: fansAddress, Language: "en", Subject: "player " + is(0)}))

	// Accounts.
	_, err = register.AddClub(ctx, d.Bureau, []string{"name=" + f.Clubs[1].Name}, "applied")
	must(t, err)
	_, err = account.SetRoles(ctx, d.Bureau, holdersAddress, account.Wish{Roles: []string{"organiser"}, Clubs: []string{f.Clubs[1].Name}}, "elected")
	l.tell(err)
	key, err := account.MakeKeyFor(ctx, d.Bureau, holdersAddress, "their program", []string{"submit"}, "asked")
	l.tell(err)
	l.tell(account.RevokeKeyOf(ctx, d.Bureau, holdersAddress, key.Number, "lost"))
	_, err = account.Disable(ctx, d.Bureau, holdersAddress, false, "left")
	l.tell(err)
	_, err = account.Disable(ctx, d.Bureau, holdersAddress, true, "back again")
	l.tell(err)

	// Reports come, and go where an officer puts them.
	_, err = events.Notify(ctx, d.Bureau, events.Notice{Event: "Noticed", Days: civil.Range{From: f.On - 1, To: f.On - 1}, Link: "https://chess-results.com/tnr1.aspx", For: l.club})
	l.tell(err)
	open := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	ref := l.hands(open)
	unknown := bureautest.Event(f, "Unknown", "", 4, 5)
	unknown.Sections[0].Players[0].ID = ""
	unknown.Sections[0].Players[0].Name = "Nobody Known"
	asks := l.hands(unknown)
	l.tell(desk.Decide(ctx, d.Bureau, asks, check.Returned, "the wrong file"))
	l.reporter, unknown.Venue = "", "Another hall" // who reports for the club?
	l.hands(unknown, asks)
	l.reporter = f.People[0].Name
	l.tell(desk.Decide(ctx, d.Bureau, asks, check.Returned, "the wrong file again"))
	l.tell(desk.Decide(ctx, d.Bureau, asks, check.Closed, "it never came"))
	other := l.hands(bureautest.Event(f, "Other", "", 6, 7))
	l.tell(desk.Decide(ctx, d.Bureau, other, check.Withheld, "under protest"))
	l.tell(desk.Decide(ctx, d.Bureau, other, check.Admitted, "the protest was rejected"))
	_, err = correction.AskClub(ctx, d.Bureau, ref, "Was the last game played?", correction.Game{})
	l.tell(err)

	// Questions, and what is asked for.
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{Player: is(1)}, correction.Inquirer{Name: "Fan", Contact: fansAddress, Words: "It looks low."})
	must(t, err)
	l.tell(correction.CloseInquiry(ctx, d.Bureau, q.Number, "it is right"))

	said, err := json.Marshal(act.AddMember{Player: is(2), From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)})
	must(t, err)
	livesWithADispute(l, is, ref)
	q, err = correction.Ask(ctx, d.Bureau, "ask.renewal", correction.Inquiry{Player: is(2), Club: l.club, Asks: &correction.Wish{Act: "member.add", Said: said}}, bureau.Subject{}, correction.Inquirer{Name: "Mori Kei", Words: "It was paid."})
	must(t, err)
	_, err = act.Do(ctx, d.Bureau, &act.GrantInquiry{Number: q.Number, Because: act.Because{Reason: "the fee has come"}}, act.With{})
	l.tell(err)
	asked := bureau.Request{Rule: &bureau.Rule{ID: "player.first", Any: bureau.Officer, Ask: bureau.Another}, Key: "k1"}
	for range 2 { // the second waits for another officer
		err := d.Asking(asked, &bureau.Outcome{}).Do(ctx, "player.first", "", func(tx *bureau.Tx) error {
			tx.Settings.TwoOfficers = true
			return bureau.AllSettings.Put(tx, "", tx.Settings)
		})
		if bureau.Answered(err) {
			err = nil
		}
		l.tell(err)
		asked.Key = ""
	}

	// A fee that nobody pays, and games that came twice.
	l.hands(bureautest.Event(f, "Owes", "", 8, 9))
	twice := bureautest.Event(f, "Reported twice", "", 0, 1, 2, 3)
	twice.Organizer = f.Clubs[1].Name
	l.hands(twice)
	_, err = desk.Pay(ctx, d.Bureau, ref, 0)
	l.tell(err)
	d.On("2023-03-01T03:00:00Z")
	_, err = desk.Overdue(ctx, d.Bureau)
	l.tell(err)

	// The list, its corrections and what is taken out of it.
	d.Publish(d.Report(ref).Period)
	l.tell(nil)
	accepts := func(what correction.Amendment) {
		d.Now = d.Now.Add(time.Hour)
		d.Accept(what, "")
		l.tell(nil)
	}
	accepts(bureautest.Turn(ref, open, 0))
	accepts(correction.Amendment{Kind: correction.Withdraw, Report: ref})
}

// livesWithADispute is when a player asks for another result of the first game of a report: the opponent and the club are asked which one
// it had, until they have said it. When the club states another one to the office, both players are.
func livesWithADispute(l *told, is func(n int) string, ref string) {
	ctx := l.T.Context()
	said, err := json.Marshal(map[string]any{"ref": ref, "round": 1, "white": 1, "black": 2, "result": "1/2-1/2"})
	l.Must(err)
	q, err := correction.Ask(ctx, l.Bureau.Bureau, "ask.result", correction.Inquiry{Player: is(1), Report: ref, Asks: &correction.Wish{Act: "correct.result", Said: said}}, bureau.Subject{}, correction.Inquirer{Name: "Opponent", Contact: fansAddress, Words: "We agreed to a draw."})
	l.tell(err)
	l.asked(q.Number, clubsAddress, playersAddress)
	b := *l.Bureau.Bureau
	b.Actor = bureau.Actor{Account: "A0999", Roles: bureau.Player, Player: is(0)}
	result := act.Result(report.Drawn)
	_, err = act.Do(ctx, &b, &act.ReplyInquiry{Number: q.Number, Result: &result}, act.With{})
	l.tell(err)
	l.asked(q.Number, clubsAddress)
	l.tell(correction.CloseInquiry(ctx, l.Bureau.Bureau, q.Number, "it was a draw"))
	l.asked(q.Number)

	q, err = correction.AskClub(ctx, l.Bureau.Bureau, ref, "Was it a draw?", correction.Game{Round: 1, White: 1, Black: 2})
	l.tell(err)
	_, err = correction.Reply(ctx, l.Bureau.Bureau, q.Number, "", new(report.Drawn))
	l.tell(err)
	l.asked(q.Number, playersAddress)
}

// asked expects letters that ask which result a game had to some addresses, sorted, and no other ones.
func (l *told) asked(number string, want ...string) {
	l.T.Helper()
	var to []string
	l.Must(l.kept.Letters(l.T.Context(), "", "", func(of *work.Letter) bool {
		if of.Kind == "disputed" {
			m, _, err := l.letters.Read(l.T.Context(), of)
			l.Must(err)
			if m != nil && strings.Contains(m.Text(), "/asked/"+number+"/") {
				to = append(to, m.Address)
			}
		}
		return true
	}))
	slices.Sort(to)
	if !slices.Equal(to, want) {
		l.T.Errorf("about %s %q are asked, want %q", number, to, want)
	}
}

// livesWithoutFees is when a report is ready as it comes, and one that came late is put into its list and taken out again.
func livesWithoutFees(t *testing.T, driven map[string]bool) {
	f := bureautest.JapanFederation()
	db := storetest.Create(t, storetest.File(t))
	d := bureautest.JapanOf(t, db, f, nil)
	l := tells(t, db, d, driven, "name="+f.Clubs[0].Name, "reporters="+f.People[0].ID)
	l.reporter = f.People[0].Name
	label := d.Report(l.hands(bureautest.Event(f, "In time", "", 0, 1, 2, 3))).Period
	d.Now = d.Now.AddDate(0, 1, 0)
	d.Publish(label)
	l.tell(nil)
	late := l.hands(bureautest.Event(f, "Late", "", 4, 5))
	d.Now = d.Now.Add(time.Hour)
	k := d.Accept(correction.Amendment{Kind: correction.AddLate, Report: late, Label: label}, "")
	l.tell(nil)
	d.Now = d.Now.Add(time.Hour)
	d.Undo(k.Number)
	l.tell(nil)
}
