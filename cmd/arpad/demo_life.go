package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
)

// The size of the demo. Its first year uses the regulation of 2022, which has a
// fee.
const (
	demoPlayers = 400
	demoClubs   = 12
	demoLists   = 24
	demoReports = 240
)

var (
	demoFirst = civil.Of(2022, 9, 21)  // first day of the first period
	demoOpen  = civil.Of(2024, 9, 21)  // first day of the period that stays open
	demoTold  = civil.Of(2024, 1, 1)   // FIDE has not been told of the events from here on
	demoLast  = civil.Of(2024, 10, 22) // the day after the last one
	japan     = time.FixedZone("JST", 9*60*60)
)

// demo builds a bureau over two years.
type demo struct {
	*bureau.Bureau
	today         civil.Date
	now           time.Time
	federation    *synth.Federation
	agenda        map[civil.Date][]func(context.Context) error // what happens on each day
	sent          map[string]*report.Report                    // by reference
	lists         int                                          // number published so far
	debtor        string                                       // the report whose fee is overdue for longest
	unmatched     string                                       // a report with an entry not identified yet
	disputes      int                                          // number of reports of the last period with a dispute
	corrected     string                                       // number of the correction
	changedPlayer string                                       // ID of a player whose rating it changed
	changedList   string                                       // label of the list in which it did
}

// newDemo returns a demo of a federation of so many players, before its first day.
func newDemo(players int) *demo {
	return &demo{
		federation: synth.New(1, synth.Size{Country: synth.Japan, Players: players, Clubs: demoClubs, On: demoFirst}),
		agenda:     map[civil.Date][]func(context.Context) error{}, sent: map[string]*report.Report{},
	}
}

// schedule schedules a function for a day.
func (d *demo) schedule(day civil.Date, do func(context.Context) error) {
	d.agenda[day] = append(d.agenda[day], do)
}

// list returns the day on which the next list comes into force.
func (d *demo) list() civil.Date { return demoFirst.FirstOfMonth(2 + d.lists) }

// label returns the label of the next list.
func (d *demo) label() string { return labelOf(d.list()) }

// newest returns the label of the newest list.
func (d *demo) newest() string { return labelOf(d.list().FirstOfMonth(-1)) }

func labelOf(list civil.Date) string { return list.String()[:len("2006-01")] }

// run runs the two years, day by day.
func (d *demo) run(ctx context.Context) error {
	d.schedule(demoFirst, d.open)
	for i := range d.federation.People {
		if p := &d.federation.People[i]; p.Joined > demoFirst && p.ID != "" {
			d.schedule(p.Joined, func(ctx context.Context) error { return d.join(ctx, p) })
		}
	}
	for i := range demoLists {
		d.schedule(demoFirst.FirstOfMonth(2+i), d.publish)
	}
	for i, r := range d.federation.Events(demoFirst+1, demoLast-2, synth.Volume{Reports: demoReports}) {
		d.plan(i, r)
	}
	d.schedule(civil.Of(2024, 8, 30), d.announceOnly)
	d.schedule(civil.Of(2024, 9, 15), d.inquiry)
	d.schedule(civil.Of(2024, 10, 10), d.registerTwice)
	d.schedule(civil.Of(2024, 10, 20), d.notice)
	for day := demoFirst; day <= demoLast; day++ {
		d.today = day
		year, month, number := day.Split()
		d.now = time.Date(year, month, number, 12, 0, 0, 0, japan)
		for _, do := range d.agenda[day] {
			if err := do(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// demoContact is how the public reaches the federation of the demo.
func demoContact() map[string]string {
	languages := explain.Languages
	en, ja := explain.New(languages[0]), explain.New(languages[1])
	return map[string]string{
		"contact": "ratings@example.jp", "home": "https://example.jp/",
		"federation": en.Text("demo.federation", nil), "federation_local": ja.Text("demo.federation", nil),
		"address": en.Text("demo.address", nil), "address_local": ja.Text("demo.address", nil),
	}
}

// open creates the bureau and fills its registers.
func (d *demo) open(ctx context.Context) error {
	players, list := d.federation.Opening()
	list.From = demoFirst.FirstOfMonth(1)
	if err := closing.Init(ctx, d.Bureau, bureau.Settings{Authority: "ncs", ListZero: list.From.String()[:len("2006-01")], Options: demoContact()}, players.Players, list); err != nil {
		return err
	}
	var personal bytes.Buffer
	w := sheet.NewWriter(&personal)
	rows := [][]string{{"id", "name", "kana", "email", "guardian", "guardian_email"}}
	for i := range players.Players {
		p := &d.federation.People[i]
		guardian, reach := d.guardian(p)
		rows = append(rows, []string{p.ID, p.Name, p.Kana, p.Email, guardian, reach})
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	if _, err := register.ImportPlayers(ctx, d.Bureau, &personal, "register.csv", "the register of 2022"); err != nil {
		return err
	}
	for i := range d.federation.Clubs {
		c := &d.federation.Clubs[i]
		_, err := register.AddClub(ctx, d.Bureau, []string{
			"name=" + c.Name, "name_local=" + c.NameLocal, "representative=" + d.federation.People[c.Members[0]].ID,
			fmt.Sprintf("registered_from=%d-04-01", 1996+i), "reporters=" + strings.Join(c.Reporters, "; "),
		}, "registered")
		if err != nil {
			return err
		}
	}
	_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{
		Title: "A report came late because its organiser was in hospital", Clause: "3(6)", Text: "Its games count, once.", By: "The rating section",
	})
	return err
}

// guardian returns the guardian of a minor, and the address.
func (d *demo) guardian(p *synth.Person) (name, address string) {
	if age, known := p.Birth.AgeOn(demoFirst); !known || age >= 18 {
		return "", ""
	}
	family, _, _ := strings.Cut(p.Name, " ")
	return family + " Keiko", "guardian." + p.Email
}

// join registers a newcomer who has applied for an ID.
func (d *demo) join(ctx context.Context, p *synth.Person) error {
	guardian, address := d.guardian(p)
	_, err := register.Register(ctx, d.Bureau, register.Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Sex: p.Sex, Club: p.Club, Federation: p.Federation, EnteredUnrated: true,
	}, register.Person{Birth: p.Birth, Email: p.Email, Guardian: guardian, GuardianEmail: address}, "applied")
	if err == nil {
		_, err = register.Enrol(ctx, d.Bureau, register.Membership{Player: p.ID, Days: p.Member}, "applied")
	}
	return err
}

// plan schedules an event and its report. Some reports have a mistake.
func (d *demo) plan(serial int, r *report.Report) {
	const months = 70 // days before a FIDE event
	if r.FIDEEvent {
		d.schedule(max(demoFirst, r.FirstDay()-months), func(ctx context.Context) error { return d.announce(ctx, r) })
	}
	late := false
	for _, m := range []struct {
		every   int
		mistake synth.Mistake
	}{{20, synth.UnknownID}, {60, synth.Late}} {
		if planted, ok := d.federation.Plant(uint64(serial), m.mistake, r); ok && serial%m.every == 7 {
			r, late = planted.Report, m.mistake == synth.Late
		}
	}
	if r.Received >= demoOpen && !late {
		r = d.dispute(r)
	}
	d.schedule(r.Received, func(ctx context.Context) error { return d.submit(ctx, serial, r) })
}

func (d *demo) announce(ctx context.Context, r *report.Report) error {
	_, _, err := events.Announce(ctx, d.Bureau, check.Announcement{
		Name: r.Name, Club: r.Organizer, Days: civil.Range{From: r.FirstDay(), To: r.LastDay()}, Rounds: r.Sections[0].PlannedRounds(),
		Type: r.Type, TimeControl: r.TimeControl, FIDEEvent: true,
	})
	return err
}

// announceOnly announces an event that will never be reported.
func (d *demo) announceOnly(ctx context.Context) error {
	_, _, err := events.Announce(ctx, d.Bureau, check.Announcement{
		Name: "Autumn Cup 2024", Club: d.federation.Clubs[0].Name, Days: civil.Range{From: civil.Of(2024, 10, 5), To: civil.Of(2024, 10, 6)},
		Rounds: 5, TimeControl: []report.TimeControl{"3600+30"},
	})
	return err
}

// registerTwice registers a registered player again, with the name in reverse order, as
// is usual abroad.
func (d *demo) registerTwice(ctx context.Context) error {
	p := &d.federation.People[demoClubs+1]
	family, given, _ := strings.Cut(p.Name, " ")
	_, err := register.Register(ctx, d.Bureau, register.Player{
		Name: given + " " + family, NameLocal: p.NameLocal, Sex: p.Sex, Club: p.Club, Federation: p.Federation, EnteredUnrated: true,
	}, register.Person{Birth: p.Birth, Email: p.Email}, "applied")
	return err
}

// submit submits a report, and has its fee paid some days later.
func (d *demo) submit(ctx context.Context, serial int, r *report.Report) error {
	made, err := d.submitFile(ctx, r)
	if err != nil {
		return ignoreRefusal(err)
	}
	d.sent[made.Ref] = r
	today := r.Received
	if made.Fee.Due() > 0 {
		d.schedulePayment(serial, today, made)
	}
	d.schedule(today+1, func(ctx context.Context) error { return d.decide(ctx, made.Ref) })
	if r.FIDEEvent && today < demoTold {
		d.file(serial, today, made.Ref)
	}
	return nil
}

// file schedules two things: the report of an event is sent to FIDE, and FIDE confirms it.
func (d *demo) file(serial int, today civil.Date, ref string) {
	const toSend, toConfirm = 6, 15 // days
	d.schedule(today+toSend, func(ctx context.Context) error {
		return ignoreRefusal(desk.SendToFIDE(ctx, d.Bureau, ref, "", 0))
	})
	d.schedule(today+toConfirm, func(ctx context.Context) error {
		return ignoreRefusal(desk.ConfirmToFIDE(ctx, d.Bureau, ref, "", fmt.Sprint(400000+serial)))
	})
}

// submitFile submits a file.
func (d *demo) submitFile(ctx context.Context, r *report.Report) (*check.Case, error) {
	var data bytes.Buffer
	if err := json.Write(&data, r); err != nil {
		return nil, err
	}
	name := r.File + ".json"
	receipt, err := submission.Submit(ctx, d.Bureau, submission.Submission{File: name, Data: data.Bytes(), From: r.SubmittedBy, For: r.Organizer})
	if err != nil {
		return nil, err
	}
	return receipt.Report, nil
}

// schedulePayment schedules the payment of a fee within the month. Some debtors pay only
// when the next one fails to, and the last one never pays.
func (d *demo) schedulePayment(serial int, today civil.Date, r *check.Case) {
	pay := func(ref string) func(context.Context) error {
		return func(ctx context.Context) error {
			if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil {
				return ignoreRefusal(err)
			}
			return d.decide(ctx, ref)
		}
	}
	const debtors = 25 // one report in so many
	if serial%debtors != 13 {
		d.schedule(min(today+civil.Date(2+serial%6), max(today+1, r.Fee.Until)), pay(r.Ref))
		return
	}
	if d.debtor != "" {
		d.schedule(today+1, pay(d.debtor))
	}
	d.debtor = r.Ref
}

// ignoreRefusal returns an error, but nil for a refusal, which the sender sees.
func ignoreRefusal(err error) error {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// decide does an officer's work on a report: matches the unknown entries and
// answers the open questions. In the last period nothing is decided yet.
func (d *demo) decide(ctx context.Context, ref string) error {
	if d.today >= demoOpen {
		return d.noteUnmatched(ref)
	}
	if err := d.match(ctx, ref); err != nil {
		return err
	}
	r, err := d.report(ref)
	if err != nil || r.State != check.Withheld || r.Fee.Due() > 0 {
		return err
	}
	var asked []string
	for _, w := range r.Open() {
		reply, reason, precedent := demoReply(r, w.What)
		if reason == "" || slices.Contains(asked, w.What) {
			continue
		}
		asked = append(asked, w.What)
		if err := desk.Answer(ctx, d.Bureau, ref, reason, precedent, reply); err != nil {
			return err
		}
	}
	if r, err = d.report(ref); err != nil || r.State != check.Withheld || !slices.ContainsFunc(r.Open(), func(w check.Question) bool { return w.Officer }) {
		return err
	}
	return desk.Decide(ctx, d.Bureau, ref, check.Admitted, "the club has confirmed it")
}

// demoReply is an officer's answer to a question about a report, with reason
// and precedent. Without a reason, the officer decides on the whole report.
func demoReply(r *check.Case, question string) (reply desk.Reply, reason, precedent string) {
	reply = desk.Reply{Question: question, Count: true}
	switch question {
	case "late":
		return reply, "as in the precedent", "P1"
	case check.WaitOverdue:
		return reply, "paid late, with an apology", ""
	case "non-member":
		if reply.Count = r.Days.To%2 == 0; reply.Count {
			return reply, "the renewal was in the post", ""
		}
		return reply, "the membership had ended", ""
	}
	return reply, "", ""
}

func (d *demo) report(ref string) (r *check.Case, err error) {
	err = d.View(context.Background(), func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err = intake.Find(rd, ref)
		return err
	})
	return r, err
}

// noteUnmatched notes a report with an unknown entry.
func (d *demo) noteUnmatched(ref string) error {
	r, err := d.report(ref)
	if err == nil && r.Waits(check.WaitPlayer) {
		d.unmatched = ref
	}
	return err
}

// match matches the unknown entries of a report: to a player with the same name
// and the same birth or a mistyped ID, otherwise to a new player.
func (d *demo) match(ctx context.Context, ref string) error {
	var unknownEntries []desk.UnknownEntry
	err := d.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err := intake.Find(rd, ref)
		if err == nil {
			unknownEntries, err = desk.UnknownEntries(rd, r)
		}
		return err
	})
	for _, s := range unknownEntries {
		is := slices.IndexFunc(s.Candidates, func(c desk.Candidate) bool {
			return !c.Plays && c.Has("name", "name-sound", "name-similar") && c.Has("birth", "id-digits", "id-digit")
		})
		switch {
		case err != nil:
		case is >= 0:
			err = desk.Match(ctx, d.Bureau, ref, s.Section, s.Entry.StartNumber, s.Candidates[is].Player.ID)
		case s.Entry.ID == "":
			_, err = desk.MatchNew(ctx, d.Bureau, ref, s.Section, s.Entry.StartNumber)
		}
	}
	return ignoreRefusal(err)
}

// publish closes the period that is due, reviews its draft and publishes it.
func (d *demo) publish(ctx context.Context) error {
	if _, err := desk.Overdue(ctx, d.Bureau); err != nil {
		return err
	}
	if _, err := closing.Close(ctx, d.Bureau, d.label()); err != nil {
		return err
	}
	if _, err := closing.Tick(ctx, d.Bureau, d.label(), "all", "seen on the score sheets"); err != nil {
		return err
	}
	_, err := closing.Publish(ctx, d.Bureau, d.label(), "")
	d.lists++
	return err
}

// inquiry receives an inquiry about a wrong result in the newest list, which is
// corrected.
func (d *demo) inquiry(ctx context.Context) error {
	newest := d.newest()
	ref, game, err := d.wrongGame(newest)
	if err != nil {
		return err
	}
	s := &d.sent[ref].Sections[0]
	loser := s.Players[report.NewIndex(s).Of(game.Black)]
	d.changedPlayer, d.changedList = loser.ID, newest
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{List: newest, Report: ref, Player: loser.ID},
		correction.Inquirer{Name: loser.Name, Contact: loser.Email, Words: "My game was a draw."})
	if err != nil {
		return err
	}
	drawn := report.Drawn
	k, err := correction.Propose(ctx, d.Bureau, correction.Proposal{Inquiry: q.Number, Reason: "the score sheet says that it was a draw", What: correction.Amendment{
		Kind: correction.AmendResult, Report: ref,
		Adjustments: []check.Adjustment{{Section: s.Name, Round: game.Round, White: game.White, Black: game.Black, Result: &drawn}},
	}})
	if err != nil {
		return err
	}
	d.corrected = k.Number
	if _, err := correction.Accept(ctx, d.Bureau, k.Number, "seen on the score sheet"); err != nil {
		return err
	}
	return correction.CloseInquiry(ctx, d.Bureau, q.Number, "the list is published anew")
}

// wrongGame returns a game of a list that White won against an opponent with an ID.
func (d *demo) wrongGame(label string) (ref string, game report.Game, err error) {
	var refs []string
	err = d.View(context.Background(), func(rd bureau.Reader, _ *bureau.Settings) error {
		all, err := intake.All(rd, label)
		for _, r := range all {
			if r.State == check.Rated {
				refs = append(refs, r.Ref)
			}
		}
		return err
	})
	for _, ref := range refs {
		s := &d.sent[ref].Sections[0]
		index := report.NewIndex(s)
		for _, g := range s.Games {
			if g.Result == report.WhiteWon && s.Players[index.Of(g.Black)].ID != "" && s.Players[index.Of(g.White)].ID != "" {
				return ref, g, err
			}
		}
	}
	return "", game, errors.Join(err, errors.New("no list of the demo has a game to correct"))
}
