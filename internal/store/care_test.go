package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report/file"
	reportjson "github.com/arpadchess/arpad/report/json"
)

// The doctor finds and corrects derived documents that are missing, wrong or
// left over, and everything is as before.
func TestDoctorMends(t *testing.T) {
	ctx := context.Background()
	s := &memory.Store{}
	d := live(t, s, 1)
	d.on("2024-02-01")
	for _, kind := range []string{"player-number", "player-name", "period-report", "report-digest", "report-event"} {
		before, err := everything(t, s)
		d.must(err)
		keys := slices.Sorted(maps.Keys(before))
		at := slices.IndexFunc(keys, func(id string) bool { return strings.HasPrefix(id, kind+"\x00") })
		if at < 0 {
			t.Errorf("there is no %s to lose", kind)
			continue
		}
		_, key, _ := strings.Cut(keys[at], "\x00")
		for name, harm := range map[string]func(bureau.Writer) error{
			"lost":  func(w bureau.Writer) error { return w.Delete(kind, key) },
			"wrong": func(w bureau.Writer) error { return w.Put(kind, key, []byte("damaged")) },
		} {
			d.must(s.Update(ctx, harm))
			mended, err := care.Mend(ctx, d.Bureau)
			if err != nil || mended != 1 {
				t.Errorf("%s %s: %d mended, %v", kind, name, mended, err)
			}
			after, err := everything(t, s)
			d.must(err)
			if unsealed(after[keys[at]]) != unsealed(before[keys[at]]) {
				t.Errorf("%s %s is not as it was", kind, name)
			}
			if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
				t.Error(kind, name, faults, err)
			}
		}
	}
}

// What the doctor reports for a bureau with nothing to do, and for one with
// something waiting.
func TestDoctorReportsWaitingReports(t *testing.T) {
	ctx := context.Background()
	d := live(t, &memory.Store{}, -1)
	worse := func(f finding.Finding) bool { return f.Severity > finding.Info }
	if found, err := care.Examine(ctx, d.Bureau); err != nil || slices.ContainsFunc(found, worse) {
		t.Error(found, err)
	}
	late := live(t, &memory.Store{}, 1)
	found, err := care.Examine(ctx, late.Bureau)
	if err != nil || len(found) == 0 || found[0].ID != "period-overdue" {
		t.Error(found, err)
	}
}

// Any person can be erased: the name appears nowhere any more, the others are
// unchanged, and every list can be made again.
func TestEraseKeepsOtherPlayers(t *testing.T) {
	ctx := context.Background()
	s := &memory.Store{}
	d := at(t, s)
	federation := synth.New(3, synth.Size{Players: 60, Clubs: 3})
	players, list := federation.Opening()
	list.From = civil.Of(2024, 1, 1)
	d.on("2023-12-21")
	d.must(closing.Init(ctx, d.Bureau, bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, players.Players, list))
	for i, r := range federation.Events(federation.On, federation.On+60, synth.Volume{Reports: 12}) {
		if planted, ok := federation.Plant(uint64(i), synth.Mistakes()[i%len(synth.Mistakes())], r); ok {
			r = planted.Report
		}
		var data bytes.Buffer
		d.must(reportjson.Write(&data, r))
		parsed, found := file.Read(data.Bytes(), "r.json", "")
		d.on(r.Received.String())
		_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: fmt.Sprintf("r%d.json", i), Data: data.Bytes(), Parsed: parsed, Found: found})
		d.must(err)
	}
	d.publishAll(-1)
	who, others := mostActive(t, d, federation)
	before := published(t, s)
	touched, err := privacy.Erase(ctx, d.Bureau, who.ID, "asked for")
	if err != nil || touched == 0 {
		t.Fatal(touched, err)
	}
	if !maps.Equal(before, published(t, s)) {
		t.Error("the lists have changed")
	}
	if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
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
// words of other inquirers about them are removed. The inquiries remain.
func TestEraseRemovesTheInquirer(t *testing.T) {
	ctx := context.Background()
	for name, erase := range map[string]func(*fixture, string) error{
		"erase":     func(d *fixture, id string) error { _, err := privacy.Erase(ctx, d.Bureau, id, "asked for"); return err },
		"anonymise": func(d *fixture, id string) error { return privacy.Anonymise(ctx, d.Bureau, id, "asked for") },
	} {
		t.Run(name, func(t *testing.T) {
			s := &memory.Store{}
			d := live(t, s, 0)
			who, err := register.Register(ctx, d.Bureau, register.Player{Name: "Kitagawa Haru"}, register.Person{Email: "haru@example.jp"}, "applied")
			d.must(err)
			for _, asks := range []correction.Inquirer{
				{Name: "KITAGAWA, Haru", Words: "Why 1500?"},
				{Name: "K. H.", Contact: "haru@example.jp"},
				{Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did Kitagawa Haru win?"},
				{Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did I win?"},
			} {
				_, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{}, asks)
				d.must(err)
			}
			if found, err := privacy.DossierOf(ctx, d.Bureau, who); err != nil || len(found.Documents["inquirer"]) != 2 {
				t.Errorf("the dossier has %v, %v", found.Documents["inquirer"], err)
			}
			d.must(erase(d, who))
			kept := []*correction.Inquirer{nil, nil, {Name: "Mori Ai", Contact: "ai@example.jp"}, {Name: "Mori Ai", Contact: "ai@example.jp", Words: "Did I win?"}}
			d.must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
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

// mostActive returns the person with entries in most reports, and stored
// documents of some others.
func mostActive(t *testing.T, d *fixture, federation *synth.Federation) (*synth.Person, map[string]string) {
	t.Helper()
	var who *synth.Person
	most, others := 0, map[string]string{}
	for i := range federation.People[:60] {
		p := &federation.People[i]
		found, err := privacy.DossierOf(context.Background(), d.Bureau, p.ID)
		d.must(err)
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

func dossier(t *testing.T, d *fixture, id string) string {
	t.Helper()
	found, err := privacy.DossierOf(context.Background(), d.Bureau, id)
	d.must(err)
	data, err := json.Marshal(found)
	d.must(err)
	return string(data)
}

// A backup is a snapshot, whatever else goes on. One that was changed or lost
// its SHA-256 is not restored.
func TestBackupAndRestore(t *testing.T) { inEach(t, backupAndRestore) }

func backupAndRestore(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := live(t, s, 2)
	want, err := everything(t, s)
	d.must(err)
	backup := filepath.Join(t.TempDir(), "kept #1?.db")
	_, err = s.Backup(ctx, backup)
	d.must(err)
	if _, err := s.Backup(ctx, backup); !os.IsExist(err) {
		t.Errorf("a backup was written over: %v", err)
	}
	_, err = register.Register(ctx, d.Bureau, register.Player{Name: "Mori Ai"}, register.Person{}, "applied")
	d.must(err)
	for name, address := range storetest.Databases {
		t.Run("into "+name, func(t *testing.T) { restore(t, backup, address, want) })
	}
}

// restore restores a backup to a database of some kind.
func restore(t *testing.T, backup string, address func(testing.TB) string, want map[string]string) {
	ctx := t.Context()
	restored := address(t)
	if err := store.Restore(ctx, backup, restored); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(ctx, backup, restored); !errors.Is(err, os.ErrExist) {
		t.Errorf("a database was written over: %v", err)
	}
	if got, err := contents(ctx, t, restored); err != nil || !maps.Equal(got, want) {
		t.Errorf("what was restored is not what was stored (%v)", err)
	}
	data, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	data[len(data)/2] ^= 1
	sum, err := os.ReadFile(backup + ".sha256")
	if err := errors.Join(err, os.WriteFile(damaged, data, 0o600), os.WriteFile(damaged+".sha256", sum, 0o600)); err != nil {
		t.Fatal(err)
	}
	other := address(t)
	if err := store.Restore(ctx, damaged, other); !errors.Is(err, store.ErrBadSum) {
		t.Errorf("a backup that was changed: %v", err)
	}
	if err := os.Remove(damaged + ".sha256"); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(ctx, damaged, other); !errors.Is(err, store.ErrNoSum) {
		t.Errorf("a backup without its SHA-256: %v", err)
	}
	if s, err := store.Open(ctx, other); !errors.Is(err, store.ErrMissing) {
		t.Errorf("something was left: %v, %v", s, err)
	}
}
