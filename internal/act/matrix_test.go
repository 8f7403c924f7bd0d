package act_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// actors are who acts, in the order of the columns. The organisers are of C0001, the player is N00000001.
var actors = []struct {
	name string
	bureau.Actor
}{
	{"anybody", bureau.Actor{}},
	{"player", bureau.Actor{Account: "A0901", Roles: bureau.Player, Player: "N00000001"}},
	{"organiser", bureau.Actor{Account: "A0902", Roles: bureau.Organiser, Clubs: []string{"C0001"}}},
	{"officer", bureau.Actor{Account: "A0903", Roles: bureau.Officer}},
	{"officer and organiser", bureau.Actor{Account: "A0904", Roles: bureau.Officer | bureau.Organiser, Clubs: []string{"C0001"}}},
	{"treasurer", bureau.Actor{Account: "A0905", Roles: bureau.Treasurer}},
	{"auditor", bureau.Actor{Account: "A0906", Roles: bureau.Auditor}},
	{"administrator", bureau.Actor{Account: "A0907", Roles: bureau.Administrator}},
}

// object is what an act is done with: the organiser's and the player's own, another's, or nothing that is there.
type object struct {
	name                                             string
	ref, announced, club, who, inquiry, account, key string
	asked                                            string // by the organiser, or the office
}

// office is a bureau with two clubs, each of which has reported and announced an event.
type office struct {
	*bureautest.Bureau
	objects []object
}

func newOffice(t *testing.T) *office {
	t.Helper()
	return newOfficeIn(t, func(players []roster.Player, list *roster.List) *bureautest.Bureau {
		return bureautest.With(t, "ncs", players, list)
	})
}

// newOfficeIn is newOffice in a bureau that begin begins with players and their list.
func newOfficeIn(t *testing.T, begin func([]roster.Player, *roster.List) *bureautest.Bureau) *office {
	t.Helper()
	clubs := []string{"Minato Chess Club", "Kita Chess Club"}
	var players []roster.Player
	list := &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 4)}
	for n, name := range []string{"Aoki Ren", "Baba Mio", "Chiba Sota", "Doi Mei"} {
		players = append(players, roster.Player{ID: fmt.Sprint("N0000000", n+1), Name: name, Club: clubs[n%2]})
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
	}
	o := &office{Bureau: begin(players, list)}
	o.On("2024-02-10")
	for i, club := range clubs {
		id := fmt.Sprint("C000", i+1)
		o.Must(bureautest.KeepClub(o.Bureau.Bureau, &register.Club{ID: id, Name: club, Representative: fmt.Sprint("N0000000", i+1)}))
		sent, err := act.Do(t.Context(), o.Bureau.Bureau, o.report("Cup of "+club, id, players[2*i].ID, players[2*i+1].ID), act.With{})
		o.Must(err)
		asked, err := act.Do(t.Context(), o.Bureau.Bureau, &act.AskClub{Ref: sent.Subject, Text: "Which result?", Round: 1, White: 1, Black: 2}, act.With{})
		o.Must(err)
		announced, err := act.Do(t.Context(), o.Bureau.Bureau, &act.AnnounceEvent{Name: "Open of " + club, Club: club, Start: civil.Of(2024, 3, 2), Rounds: 3, Type: "standard"}, act.With{})
		o.Must(err)
		invited, err := act.Do(t.Context(), o.Bureau.Bureau, &act.InviteAccount{Email: fmt.Sprint("club", i+1, "@example.jp"), Wish: act.Wish{Roles: []string{"officer", "organiser"}, Clubs: []string{id}}}, act.With{})
		o.Must(err)
		key, err := act.Do(t.Context(), o.Bureau.Bureau, &act.MakeKey{Account: invited.Subject, Name: "pairing", May: []string{"submit"}, Because: act.Because{Reason: "why"}}, act.With{})
		o.Must(err)
		by := *o.Bureau.Bureau
		if i == 0 {
			by.Actor = actors[2].Actor
		}
		wondered, err := act.Do(t.Context(), &by, &act.AddInquiry{Who: "Mori Kei", What: "a rating"}, act.With{})
		o.Must(err)
		o.objects = append(o.objects, object{[]string{"own", "other"}[i], sent.Subject, announced.Subject, id, fmt.Sprint("N0000000", i+1), asked.Subject, invited.Subject, key.Value.(*account.MadeKey).Number, wondered.Subject})
	}
	o.objects = append(o.objects, object{"none", "2019-01-0001", "A2019-0001", "C0099", "N00000099", "Q99", "A0099", "K99", "Q99"})
	return o
}

// report returns the act that submits a report of a club.
func (o *office) report(event, club, white, black string) *act.SubmitReport {
	r := bureautest.Meeting(event, civil.Of(2024, 2, 4), white, black)
	return &act.SubmitReport{File: act.File{Name: "cup.json", Data: bureautest.JSON(o.T, r)}, For: club}
}

// of returns an act of a line that is done with an object.
func (o *office) of(line *act.Line, with object) act.Act {
	switch line.Zero.(type) {
	case *act.SubmitReport:
		return o.report("Second cup", with.club, "N00000001", "N00000002")
	case *act.NoticeReport:
		return &act.NoticeReport{Event: "Third cup", Start: civil.Of(2024, 2, 3), End: civil.Of(2024, 2, 4), For: with.club, From: "https://chess-results.com/tnr1.aspx"}
	case *act.AnnounceEvent:
		return &act.AnnounceEvent{Name: "Fourth cup", Club: with.club, Start: civil.Of(2024, 3, 9), Rounds: 3, Type: "standard"}
	}
	a := reflect.New(reflect.TypeOf(line.Zero).Elem())
	ref := with.ref
	if strings.HasPrefix(line.ID, "announce.") || line.ID == "ask.dispensation" {
		ref = with.announced
	}
	number := "C1"
	if line.ID == "inquiry.withdraw" {
		with.inquiry = with.asked
	}
	if strings.HasPrefix(line.ID, "inquiry.") {
		number = with.inquiry
	}
	if strings.HasPrefix(line.ID, "ask.") { // what an officer could do
		asked := a.Elem().FieldByName("Act")
		for name, value := range map[string]any{"From": civil.Of(2024, 4, 1), "To": civil.Of(2025, 3, 31), "Round": 1, "White": 1, "Black": 2, "Start": 1, "Result": act.Result(report.Drawn)} {
			if f := asked.FieldByName(name); f.IsValid() {
				f.Set(reflect.ValueOf(value))
			}
		}
	}
	fill(a.Elem(), map[string]string{
		"Ref": ref, "Club": with.club, "Email": "yano@example.jp", "Account": with.account, "ID": with.who, "Player": with.who, "One": with.who, "Old": with.who, "Other": "N00000004", "Into": "N00000004", "Reason": "why",
		"Name": "a program", "Key": with.key, "Label": "2024-03", "Number": number, "Venue": "Hall", "Title": "a case", "Text": "so decided", "By": "the board", "Who": "Aoki Ren",
	})
	if may := a.Elem().FieldByName("May"); may.IsValid() {
		may.Set(reflect.ValueOf([]string{"follow"}))
	}
	if roles := a.Elem().FieldByName("Roles"); roles.IsValid() {
		roles.Set(reflect.ValueOf([]string{"treasurer"}))
	}
	return a.Interface().(act.Act)
}

// fill sets the texts of a struct by the names of its fields.
func fill(v reflect.Value, texts map[string]string) {
	for i := range v.NumField() {
		text, is := texts[v.Type().Field(i).Name]
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct && (v.Type().Field(i).Anonymous || v.Type().Field(i).Name == "Act"):
			fill(f, texts)
		case f.Kind() == reflect.String && f.CanSet() && is:
			f.SetString(text)
		}
	}
}

// outcome returns what an act leads to: an ID of a refusal, or what becomes of reports.
func outcome(out *bureau.Outcome, err error) string {
	var refused *finding.Refused
	var problem *finding.Problem
	switch {
	case errors.As(err, &refused):
		return refused.ID
	case errors.As(err, &problem):
		return problem.ID
	case err != nil:
		return err.Error()
	case out.Waits:
		return "WAITS"
	}
	text := "DONE"
	for _, m := range out.Moves {
		text += " " + m.From + ">" + m.To
	}
	return text
}

// gate are the refusals by which the gate says that somebody may not.
var gate = []string{"sign-in-needed", "act-not-allowed", "not-yours"}

// allowed reports whether the table allows what came of an act. Of what is not there nobody learns whether it is
// another's report; clubs and announcements are public.
func allowed(line *act.Line, who *bureau.Actor, with object, got string) bool {
	switch {
	case who.Roles == 0:
		return got == "sign-in-needed"
	case !who.Is(line.Any | line.Own):
		return got == "act-not-allowed"
	case (line.ID == "inquiry.withdraw" || line.ID == "inquiry.reply") && who.Is(bureau.Player):
		return got == "not-yours" // the organiser asked, and the office asks the organiser
	case who.Is(line.Any) || with.name == "own":
		return !slices.Contains(gate, got)
	}
	return got == "not-yours" || with.name == "none" && (got == "no-club" || got == "no-announcement" || got == "unknown-player")
}

// cell does an act as somebody with a report in a state, in a preview, and returns what comes of it.
func (o *office) cell(line *act.Line, who *bureau.Actor, with object, state lists.State) string {
	out, err := o.tried(line, who, with, state)
	return outcome(out, err)
}

// tried does an act as somebody with a report in a state, in a preview.
func (o *office) tried(line *act.Line, who *bureau.Actor, with object, state lists.State) (out *bureau.Outcome, tried error) {
	o.Must(o.Preview(o.T.Context(), func(trial *bureau.Bureau) error {
		if err := trial.Update(o.T.Context(), func(w bureau.Writer) error { return with.in(state, w) }); err != nil {
			return err
		}
		trial.Actor = *who
		out, tried = act.Do(o.T.Context(), trial, o.of(line, with), act.With{})
		return nil
	}))
	return out, tried
}

// in brings the report of an object to a state; empty: it stays as it is.
func (o *object) in(state lists.State, w bureau.Writer) error {
	if state == "" || o.name == "none" {
		return nil
	}
	c, err := intake.Find(w, o.ref)
	if err == nil {
		c.State = state
		err = intake.Cases.Put(w, bureau.RefKey(o.ref), c)
	}
	return err
}

// row returns what comes of an act with an object and a report in a state, a column for each actor.
func (o *office) row(line *act.Line, with object, state lists.State) (cells []string) {
	for j := range actors {
		cells = append(cells, o.cell(line, &actors[j].Actor, with, state))
	}
	return cells
}

// throwaway is a store that keeps nothing, of a bureau that is no preview: the gate asks for everything.
type throwaway struct{ bureau.Store }

// Update implements bureau.Store.
func (s throwaway) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.View(ctx, func(r bureau.Reader) error { return f(bureau.NewOverlay(r)) })
}

// asked returns what comes of an act with what is the organiser's own by whoever may do it with everything, if something is
// not there that may be asked for: a reason, the second factor, what was seen; or if something else was seen.
func (o *office) asked(line *act.Line) string {
	who := actors[slices.IndexFunc(actors, func(a struct {
		name string
		bureau.Actor
	}) bool {
		return a.Is(line.Any)
	})].Actor
	b := *o.Bureau.Bureau
	b.Store, b.Projection = throwaway{b.Store}, nil
	var cells []string
	for _, lacks := range []string{"reason", "factor", "seen", ""} {
		a, with := o.of(line, o.objects[0]), act.With{Seen: "stale"}
		b.Actor = who
		b.Actor.Fresh = o.Now.Add(-time.Minute)
		switch lacks {
		case "reason":
			fill(reflect.ValueOf(a).Elem(), map[string]string{"Reason": ""})
		case "factor":
			b.Actor.Fresh = time.Time{}
		case "seen":
			with.Seen = ""
		}
		cells = append(cells, outcome(act.Do(o.T.Context(), &b, a, with)))
	}
	if line.Ask&bureau.Another != 0 {
		cells = append(cells, "two officers")
	}
	return strings.Join(cells, " | ")
}

// elsewhere are the acts that need more than their fields: a list of FIDE's is a file.
var elsewhere = []string{"player.fide"}

// Every act by every actor, with what is their own, another's, and what is not there, and with a report in every
// state: the gate refuses what the table says and nothing else, and what is refused changes nothing.
// testdata/matrix.txt has what comes of it, a line for each act, state and object; UPDATE=1 writes it.
func TestMatrix(t *testing.T) {
	o := newOffice(t)
	before := o.Documents()
	var text strings.Builder
	text.WriteString("What comes of each act. Columns:")
	for i := range actors {
		text.WriteString(" " + actors[i].name + ";")
	}
	text.WriteString("\n-: they may not do it at all. No state: as it is.\n")
	text.WriteString("asks: what comes of it with what is the organiser's own, if nothing else were wrong: without a reason; without a second factor; without what was seen; after it was seen otherwise.\n\n")
	for i := range act.Table {
		line := &act.Table[i]
		if slices.Contains(elsewhere, line.ID) {
			continue
		}
		states := []lists.State{""}
		if refs := reflect.ValueOf(o.of(line, o.objects[0])).Elem().FieldByName("Ref"); line.OfReport() && refs.IsValid() && line.ID != "report.submit" {
			states = check.States()
		}
		for _, state := range states {
			for _, with := range o.objects {
				cells := o.row(line, with, state)
				for j, got := range cells {
					if !allowed(line, &actors[j].Actor, with, got) {
						t.Errorf("%s, %s, %s, %s: %s", line.ID, with.name, state, actors[j].name, got)
					}
					if slices.Contains(gate[:2], got) {
						cells[j] = "-"
					}
				}
				fmt.Fprintf(&text, "%-18s %-9s %-5s  %s\n", line.ID, state, with.name, strings.Join(cells, " | "))
			}
		}
		fmt.Fprintf(&text, "%-18s asks       %s\n", line.ID, o.asked(line))
		for j := range actors {
			b := *o.Bureau.Bureau
			b.Actor = actors[j].Actor
			for _, with := range o.objects[1:] {
				if !b.Actor.Is(line.Any) {
					if out, err := act.Do(t.Context(), &b, o.of(line, with), act.With{Seen: "stale"}); err == nil {
						t.Errorf("%s is done by %s: %+v", line.ID, actors[j].name, out)
					}
				}
			}
		}
	}
	if !maps.Equal(before, o.Documents()) {
		t.Error("an act that was refused or tried has changed something")
	}
	const golden = "testdata/matrix.txt"
	if os.Getenv("UPDATE") != "" {
		o.Must(os.MkdirAll("testdata", 0o755))
		o.Must(os.WriteFile(golden, []byte(text.String()), 0o600))
	}
	is, err := os.ReadFile(golden)
	if diff := cmp.Diff(string(is), text.String()); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// asksItself are the acts whose rooms ask for a reason, too.
var asksItself = []string{
	"player.remove", "player.distinct", "player.merge", "player.unmerge", "club.remove", "member.remove", "person.anonymise", "person.erase", "correct.rating", "set", "account.roles", "account.disable", "account.reset", "account.key", "account.key-revoke",
}

// asNothing are the acts of which is not noticed what is asked: inquiry.grant is asked what the act is asked that it grants, and
// for the others there is nothing in this office that could be done.
var asNothing = []string{"inquiry.grant", "ask.dispensation", "ask.count", "ask.omission", "ask.late"}

// Whatever changes in the table of acts changes the matrix.
func TestMatrixNoticesTheTable(t *testing.T) {
	o := newOffice(t)
	came := func(line *act.Line) string {
		return fmt.Sprint(o.row(line, o.objects[0], ""), o.row(line, o.objects[1], ""), o.asked(line))
	}
	changes := 0
	for i := range act.Table {
		line := &act.Table[i]
		if slices.Contains(elsewhere, line.ID) {
			continue
		}
		is, was := line.Rule, came(line)
		differs := func(what string, to bureau.Rule) {
			if line.Rule = to; came(line) == was {
				t.Errorf("%s: nobody notices %s", is.ID, what)
			}
			line.Rule, changes = is, changes+1
		}
		for role := bureau.Player; role <= bureau.Administrator; role <<= 1 {
			to := is
			if to.Any ^= role; to.Any != 0 {
				differs(fmt.Sprint("with everything, role ", role), to)
			}
			if to = is; role <= bureau.Organiser && !(&bureau.Actor{Roles: role}).Is(is.Any) {
				to.Own ^= role
				differs(fmt.Sprint("with their own, role ", role), to)
			}
		}
		for ask := bureau.Reason; ask <= bureau.Another; ask <<= 1 {
			to := is
			to.Ask ^= ask
			if ask == bureau.Reason && is.Ask&ask != 0 && slices.Contains(asksItself, is.ID) || ask != bureau.Another && slices.Contains(asNothing, is.ID) {
				continue
			}
			differs(fmt.Sprint("what is asked, ", ask), to)
		}
	}
	if changes < 10*len(act.Table) {
		t.Errorf("only %d changes", changes)
	}
}
