package document_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
)

// remembers are looks that are told again.
type remembers struct{ looks }

func (l *remembers) Looks(_ context.Context, since time.Time, each func(bureau.Look) bool) error {
	for _, look := range l.all {
		if !look.At.Before(since) && !each(look) {
			break
		}
	}
	return nil
}

// An organiser is told who of their own club is a member, and who of another one for an announced event of theirs only. Officers
// are told of all. Nobody else is given the document.
func TestEntriesTellMembership(t *testing.T) {
	t.Parallel()
	d := plant(t)
	asked := entry.Asked{Lines: entrylist.Pasted(strings.Join(d.ids, "\n"))}
	told := func(who, event string) string {
		b := *d.Bureau.Bureau
		b.Actor = readers(d.ids[0])[who]
		made, err := document.Read(t.Context(), &b, explain.New("en"), document.Wish{Document: "entries", Key: event, Entries: asked, Looks: &remembers{}})
		if err != nil {
			return bureautest.Refusal(err)
		}
		said := ""
		for _, e := range made.(*document.Entries).Entries {
			switch {
			case e.Member == nil:
				said += "?"
			case *e.Member:
				said += "+"
			default:
				said += "-"
			}
		}
		return said
	}
	own, other := d.keys["announcement"][0], d.keys["announcement"][1]
	for _, c := range [][3]string{
		{"organiser", "", "+?"}, {"organiser", own, "++"}, {"organiser", other, "no-address"}, {"organiser", "A2019-0001", "no-address"},
		{"both", "", "+?"}, {"clubless", "", "??"}, {"clubless", own, "no-address"},
		{"officer", "", "++"}, {"auditor", other, "++"}, {"terminal", own, "++"},
		{"anybody", "", "no-address"}, {"player", "", "no-address"}, {"treasurer", "", "no-address"}, {"administrator", "", "no-address"},
	} {
		if got := told(c[0], c[1]); got != c[2] {
			t.Errorf("%s, event %q: got %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for _, name := range []string{"organiser", "officer"} { // what is planted is not in it
		b := *d.Bureau.Bureau
		b.Actor = readers(d.ids[0])[name]
		made, err := document.Read(t.Context(), &b, explain.New("en"), document.Wish{Document: "entries", Entries: asked, Looks: &remembers{}})
		d.Must(err)
		text, err := json.Marshal(made)
		d.Must(err)
		for canary := range canaries {
			if strings.Contains(string(text), canary) {
				t.Errorf("%s finds %s", name, canary)
			}
		}
	}
}

// Who looks is kept before anything is told, or nothing is; and there is a limit to whom somebody is shown in a day.
func TestEntriesAreBounded(t *testing.T) {
	t.Parallel()
	d := plant(t)
	b := *d.Bureau.Bureau
	b.Actor = readers(d.ids[0])["organiser"]
	read := func(keeps bureau.Looks, lines string) error {
		made, err := document.Read(t.Context(), &b, explain.New("en"), document.Wish{Document: "entries", Entries: entry.Asked{Lines: entrylist.Pasted(lines)}, Looks: keeps})
		if (made != nil) != (err == nil) {
			t.Errorf("got %v, %v", made, err)
		}
		return err
	}
	full := &remembers{}
	full.err = fmt.Errorf("the disk is full")
	for _, keeps := range []bureau.Looks{nil, &looks{}, full} {
		if read(keeps, d.ids[0]) == nil {
			t.Errorf("it is told, though %T keeps nothing", keeps)
		}
	}
	kept := &remembers{}
	d.Must(read(kept, d.ids[0]+"\n"+d.ids[1]))
	if len(kept.all) != 1 || kept.all[0].What != "entries - "+d.ids[0]+" "+d.ids[1] && kept.all[0].What != "entries - "+d.ids[1]+" "+d.ids[0] {
		t.Errorf("%v", kept.all)
	}
	many := "entries -"
	for n := range 1998 {
		many += fmt.Sprintf(" X%07d", n)
	}
	kept.all = append(kept.all, bureau.Look{Account: b.Actor.Account, What: many, At: d.Now})
	d.Must(read(kept, d.ids[0])) // they have seen them
	if got := bureautest.Refusal(read(kept, "N00900002\nN00900003\nN00900004")); got != "entries-enough" || len(kept.all) != 3 {
		t.Errorf("got %q, looks %d", got, len(kept.all))
	}
	d.Now = d.Now.Add(25 * time.Hour)
	d.Must(read(kept, "N00900002\nN00900003\nN00900004"))
}

// The files have those who are clear, each once, the best first, with the ratings of the event's type.
func TestFilesOfEntries(t *testing.T) {
	t.Parallel()
	d := plant(t)
	announced, err := act.Do(t.Context(), d.Bureau.Bureau, &act.AnnounceEvent{Name: "Rapid Cup", Club: "C0001", Start: civil.Of(2023, 6, 10), Rounds: 5, Type: "rapid"}, act.With{})
	d.Must(err)
	made, err := document.Read(t.Context(), d.Bureau.Bureau, explain.New("en"), document.Wish{
		Document: "entries", Key: announced.Subject, Entries: entry.Asked{Lines: entrylist.Pasted(d.ids[0] + "\nNobody Such\n" + d.ids[1] + "\n" + d.ids[0])},
	})
	d.Must(err)
	list := made.(*document.Entries)
	if list.Type != rating.Rapid || list.Ready() != 2 {
		t.Errorf("%+v", list)
	}
	for _, f := range document.EntryFormats() {
		var out bytes.Buffer
		d.Must(list.Write(&out, &f))
		for _, e := range list.Entries[:3] {
			if e.Player == nil || f.Name == "xlsx" {
				continue
			}
			if n := strings.Count(out.String(), e.Player.ID); n != 1 {
				t.Errorf("%s has %s %d times:\n%s", f.Name, e.Player.ID, n, out.String())
			}
			if is := e.Player.Rating; is != nil && !strings.Contains(out.String(), is.String()) {
				t.Errorf("%s lacks %s:\n%s", f.Name, is, out.String())
			}
		}
		for _, born := range []string{"1931", "1932", "19310719"} {
			if strings.Contains(out.String(), born) {
				t.Errorf("%s has a birth", f.Name)
			}
		}
	}
}
