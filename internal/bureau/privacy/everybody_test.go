package privacy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/mistake"
)

// Any person can be erased: the name appears nowhere any more, the others are
// unchanged, and every list can be made again.
func TestEraseKeepsOtherPlayers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.New(t, &memory.Store{})
	federation := synth.New(3, synth.Size{Players: 60, Clubs: 3})
	players, list := federation.Opening()
	list.From = civil.Of(2024, 1, 1)
	d.On("2023-12-21")
	d.Init("ncs", "2024-01", bureautest.AsReported, players.Players, list)
	for i, r := range federation.Events(federation.On, federation.On+60, synth.Volume{Reports: 12}) {
		if planted, ok := mistake.Plant(federation, uint64(i), mistake.All()[i%len(mistake.All())], r); ok {
			r = planted.Report
		}
		d.On(r.Received.String())
		d.Send(r)
	}
	d.PublishAll(-1)
	who, others := mostActive(t, d, federation)
	before := publishedOf(d)
	touched, err := privacy.Erase(ctx, d.Bureau, who.ID, "asked for")
	if err != nil || touched == 0 {
		t.Fatal(touched, err)
	}
	if !maps.Equal(before, publishedOf(d)) {
		t.Error("the lists have changed")
	}
	d.Sound()
	said := dossier(t, d, who.ID)
	for _, word := range []string{who.Name, who.NameLocal, who.Email, who.Birth.String()} {
		if word != "" && strings.Contains(said, word) {
			t.Errorf("%q is still said of %s: %s", word, who.ID, said)
		}
	}
	for id, was := range others {
		if now := dossier(t, d, id); now != was {
			t.Errorf("what is kept of %s has changed", id)
		}
	}
}

// When a person is erased, their own inquiries no longer name them and the
// words of other inquirers about them are removed. The inquiries remain. Of the contact of a club
// goes what is theirs.
func TestEraseRemovesTheInquirer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, erase := range map[string]func(*bureautest.Bureau, string) error{
		"erase": func(d *bureautest.Bureau, id string) error {
			_, err := privacy.Erase(ctx, d.Bureau, id, "asked for")
			return err
		},
		"anonymise": func(d *bureautest.Bureau, id string) error { return privacy.Anonymise(ctx, d.Bureau, id, "asked for") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := bureautest.DemoLived(t, &memory.Store{}, 0)
			who, err := register.Register(ctx, d.Bureau, register.Player{Name: "Kitagawa Haru"}, register.Person{Email: "haru@example.jp"}, "applied")
			d.Must(err)
			for _, asks := range []correction.Inquirer{
				{Name: "KITAGAWA, Haru", Words: "Why 1500?"},
				{Name: "K. H.", Contact: "haru@example.jp"},
				{Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did Kitagawa Haru win?"},
				{Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did I win?"},
			} {
				_, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{}, asks)
				d.Must(err)
			}
			contacts := map[string]register.ClubContact{"Ine Chess Club": {Email: "haru@example.jp", Language: "ja", Address: "1-2 Harbour"}, "Oki Chess Club": {Address: "Kitagawa Haru, 3 Bay"}, "Sado Chess Club": {Email: "sado@example.jp"}}
			ids := map[string]string{}
			for name, c := range contacts {
				club, err := register.AddClub(ctx, d.Bureau, []string{"name=" + name}, "")
				d.Must(err)
				_, err = register.SetClubContact(ctx, d.Bureau, club.ID, []string{"email=" + c.Email, "language=" + c.Language, "address=" + c.Address}, "")
				d.Must(err)
				ids[name] = club.ID
			}
			if found, err := privacy.DossierOf(ctx, d.Bureau, who); err != nil || len(found.Documents["inquirer"]) != 2 || len(found.Documents["club-contact"]) != 2 {
				t.Errorf("the dossier has %v, %v, %v", found.Documents["inquirer"], found.Documents["club-contact"], err)
			}
			d.Must(erase(d, who))
			contacts["Ine Chess Club"], contacts["Oki Chess Club"] = register.ClubContact{Language: "ja", Address: "1-2 Harbour"}, register.ClubContact{}
			d.Must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
				for name, want := range contacts {
					if c, err := register.ContactOfClub(r, ids[name]); err != nil || *c != want {
						t.Errorf("the contact of %s is %v, %v, want %v", name, c, err, want)
					}
				}
				return nil
			}))
			kept := []*correction.Inquirer{nil, nil, {Name: "Mori Ai", Contact: "ai@example.jp"}, {Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did I win?"}}
			d.Must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
				for i, want := range kept {
					q, asks, err := correction.FindInquiry(r, fmt.Sprintf("Q%d", i+1))
					if diff := cmp.Diff(want, asks); err != nil || q == nil || diff != "" {
						t.Errorf("Q%d: %v %s", i+1, err, diff)
					}
				}
				return nil
			}))
		})
	}
}

// publishedOf returns the bytes of all lists.
func publishedOf(d *bureautest.Bureau) map[string]string {
	d.T.Helper()
	all := d.Documents()
	maps.DeleteFunc(all, func(id, _ string) bool { return !strings.HasPrefix(id, "list ") })
	if len(all) < 2 {
		d.T.Fatal("no lists were published")
	}
	return all
}

// mostActive returns the person with entries in most reports, and stored
// documents of some others.
func mostActive(t *testing.T, d *bureautest.Bureau, federation *synth.Federation) (*synth.Person, map[string]string) {
	t.Helper()
	var who *synth.Person
	most, others := 0, map[string]string{}
	for i := range federation.People[:60] {
		p := &federation.People[i]
		found, err := privacy.DossierOf(context.Background(), d.Bureau, p.ID)
		d.Must(err)
		if len(found.Reports) > most {
			who, most = p, len(found.Reports)
		}
	}
	if who == nil {
		t.Fatal("nobody played")
	}
	for i := range federation.People[:60] {
		if p := &federation.People[i]; p.ID != who.ID && p.Name != who.Name {
			others[p.ID] = dossier(t, d, p.ID)
		}
	}
	return who, others
}

func dossier(t *testing.T, d *bureautest.Bureau, id string) string {
	t.Helper()
	found, err := privacy.DossierOf(context.Background(), d.Bureau, id)
	d.Must(err)
	data, err := json.Marshal(found)
	d.Must(err)
	return string(data)
}
