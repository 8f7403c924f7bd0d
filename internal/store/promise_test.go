package store_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/report/file"
)

// The promises of docs/reliability.md, on each kind of database.

// A refused action changes nothing.
func TestPromise1RefusedChangesNothing(t *testing.T) {
	t.Parallel()
	inEach(t, promise1RefusedChangesNothing)
}

func promise1RefusedChangesNothing(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 1)
	before, err := everything(t, s)
	d.Must(err)
	for name, request := range map[string]func() error{
		"init twice":                  func() error { return closing.Init(ctx, d.Bureau, bureau.Settings{Authority: "ncs"}, nil, nil) },
		"close what is published":     func() error { _, err := closing.Close(ctx, d.Bureau, "2024-02"); return err },
		"close what is not there":     func() error { _, err := closing.Close(ctx, d.Bureau, "1999-01"); return err },
		"publish without a draft":     func() error { _, err := closing.Publish(ctx, d.Bureau, "2024-03", ""); return err },
		"decide without a reason":     func() error { return desk.Decide(ctx, d.Bureau, "2024-01-0001", check.Withheld, "") },
		"decide on what is not there": func() error { return desk.Decide(ctx, d.Bureau, "1999-01-0001", check.Withheld, "so") },
		"register a foreign ID": func() error {
			_, err := register.Register(ctx, d.Bureau, register.Player{ID: "X1"}, register.Person{}, "so")
			return err
		},
		"register a taken ID": func() error {
			_, err := register.Register(ctx, d.Bureau, register.Player{ID: "N00000001"}, register.Person{}, "so")
			return err
		},
		"register an endless name": func() error {
			_, err := register.Register(ctx, d.Bureau, register.Player{Name: strings.Repeat("Aoki ", 300)}, register.Person{}, "so")
			return err
		},
		"erase without a reason":        func() error { _, err := privacy.Erase(ctx, d.Bureau, "N00000001", ""); return err },
		"anonymise who is not there":    func() error { return privacy.Anonymise(ctx, d.Bureau, "N99999999", "so") },
		"import into what is not empty": func() error { _, err := care.Import(ctx, d.Bureau, strings.NewReader("")); return err },
		"correct what is in a list":     func() error { return desk.Adjust(ctx, d.Bureau, "2023-12-0001", "so", check.Adjustment{}) },
		"admit what is in a list":       func() error { return desk.Decide(ctx, d.Bureau, "2023-12-0001", check.Admitted, "so") },
		"amend the one who is not there": func() error {
			_, err := register.Set(ctx, d.Bureau, "N99999999", []string{"club=Kita"}, "so")
			return err
		},
	} {
		var refused *finding.Refused
		if err := request(); !errors.As(err, &refused) {
			t.Errorf("to %s was not refused: %v", name, err)
		}
		if after, err := everything(t, s); err != nil || !maps.Equal(before, after) {
			t.Fatalf("to %s was refused and changed something (%v)", name, err)
		}
	}
}

// published returns the bytes of all lists.
func published(t *testing.T, s bureau.Store) map[string]string {
	t.Helper()
	all, err := everything(t, s)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(id, _ string) bool { return !strings.HasPrefix(id, "list\x00") })
	for id, stored := range all {
		all[id] = unsealed(stored)
	}
	if len(all) < 2 {
		t.Fatal("no lists were published")
	}
	return all
}

// Lists have the same bytes in memory, in SQLite and on PostgreSQL. Exporting
// and importing reproduces the same bureau, log included, and again the same
// export.
func TestPromise3SameBytesInEveryStore(t *testing.T) {
	t.Parallel()
	memory := &memory.Store{}
	bureautest.DemoLived(t, memory, 3)
	listed := published(t, memory)
	for from, address := range storetest.Databases {
		for to, other := range storetest.Databases {
			t.Run(from+" to "+to, func(t *testing.T) {
				t.Parallel()
				s := storetest.Create(t, address(t))
				d := bureautest.DemoLived(t, s, 3)
				if !maps.Equal(published(t, s), listed) {
					t.Error("the lists are others than those in memory")
				}
				there := storetest.Create(t, other(t))
				back := storetest.Create(t, address(t))
				text := move(t, s, there)
				if again := move(t, there, back); again != text {
					t.Error("an export of what was imported is another")
				}
				want, err := everything(t, s)
				d.Must(err)
				for _, s := range []bureau.Store{there, back} {
					if got, err := everything(t, s); err != nil || !maps.Equal(got, want) {
						t.Errorf("what was imported is not what was exported (%v)", err)
					}
					if faults, err := care.Verify(t.Context(), over(s), nil); err != nil || len(faults) > 0 {
						t.Error(faults, err)
					}
				}
			})
		}
	}
}

// move exports a bureau and imports it elsewhere. It returns the export.
func move(t *testing.T, from, to bureau.Store) string {
	t.Helper()
	var text bytes.Buffer
	_, err := care.Export(t.Context(), over(from), &text)
	if err == nil {
		_, err = care.Import(t.Context(), over(to), bytes.NewReader(text.Bytes()))
	}
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Lists do not depend on the order in which reports arrive.
func TestPromise3OrderOfLoadingDoesNotMatter(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	address := storetest.Databases["SQLite"]
	var first map[string]string
	for _, order := range [][]string{
		{"new-year-rapid.trf", "winter-open.json", "spring-cup.trf"},
		{"spring-cup.trf", "winter-open.json", "new-year-rapid.trf"},
	} {
		s := storetest.Create(t, address(t))
		d := bureautest.Demo(t, s)
		for _, name := range order {
			data, err := os.ReadFile(tree.Path("demo/japan/reports/" + name))
			d.Must(err)
			parsed, found := file.Read(data, name, "")
			d.On("2024-01-10")
			_, err = intake.Submit(ctx, d.Bureau, intake.Submission{File: name, Data: data, Parsed: parsed, Found: found})
			d.Must(err)
		}
		d.PublishAll(-1)
		listed := published(t, s)
		if first == nil {
			first = listed
		}
		if !maps.Equal(listed, first) {
			t.Errorf("the order %v makes other lists", order)
		}
		d.Must(s.Close())
	}
}

// watched is a store that reports every transaction that wrote without a log
// entry.
type watched struct {
	bureau.Store
	silent func(kinds []string)
}

func (s watched) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error {
		seen := &kindsWritten{Writer: w}
		err := f(seen)
		if err == nil && len(seen.kinds) > 0 && !slices.Contains(seen.kinds, "audit") {
			s.silent(seen.kinds)
		}
		return err
	})
}

type kindsWritten struct {
	bureau.Writer
	kinds []string
}

func (w *kindsWritten) Put(kind, key string, value []byte) error {
	w.kinds = append(w.kinds, kind)
	return w.Writer.Put(kind, key, value)
}

func (w *kindsWritten) Delete(kind, key string) error {
	w.kinds = append(w.kinds, kind)
	return w.Writer.Delete(kind, key)
}

// Every transaction that changes anything writes a log entry.
func TestPromise5EveryChangeIsLogged(t *testing.T) {
	t.Parallel()
	inEach(t, promise5EveryChangeIsLogged)
}

func promise5EveryChangeIsLogged(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, watched{s, func(kinds []string) { t.Errorf("%v were written without an entry in the log", kinds) }}, 1)
	_, err := register.Register(ctx, d.Bureau, register.Player{Name: "Mori Ai"}, register.Person{}, "applied")
	d.Must(err)
	_, err = register.Set(ctx, d.Bureau, "N00000001", []string{"club=Kita"}, "moved")
	d.Must(err)
	d.Must(privacy.Anonymise(ctx, d.Bureau, "N00000001", "asked for"))
	_, err = privacy.Erase(ctx, d.Bureau, "N00000001", "asked for")
	d.Must(err)
	_, err = care.Mend(ctx, d.Bureau)
	d.Must(err)
	d.Must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		log, err := bureau.Entries.All(r, "")
		for _, e := range log {
			if e.Actor == "" || e.At.IsZero() || e.Action == "" {
				t.Errorf("entry %d does not say who, when and what: %+v", e.Seq, e)
			}
		}
		if len(log) < 10 {
			t.Errorf("only %d entries", len(log))
		}
		return err
	}))
}

// The bytes of a report are stored as submitted, and cannot be read without its
// key: neither in the database nor after the key is destroyed.
func TestPromise7BytesAreKeptUnderAKey(t *testing.T) {
	t.Parallel()
	inEach(t, promise7BytesAreKeptUnderAKey)
}

func promise7BytesAreKeptUnderAKey(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 1)
	want, err := os.ReadFile(tree.Path("demo/japan/reports/winter-open.json"))
	d.Must(err)
	ref := ""
	d.Must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := intake.All(r, "")
		for _, report := range all {
			if report.Revisions[0].File == "winter-open.json" {
				ref = report.Ref
			}
		}
		return err
	}))
	received := func() (data []byte) {
		d.Must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
			data, err = bureautest.Received(r, ref, 1)
			return err
		}))
		return data
	}
	if got := received(); !bytes.Equal(got, want) {
		t.Errorf("the bytes are not as they came: %q", got)
	}
	all, err := everything(t, s)
	d.Must(err)
	for id, value := range all {
		if strings.Contains(value, "Minato Civic Hall") {
			t.Errorf("%q holds a part of a report that is not encrypted", id)
		}
	}
	d.Must(s.Update(ctx, func(w bureau.Writer) error { return w.Delete("report-key", ref) }))
	if got := received(); got != nil {
		t.Errorf("without the key there is still %q", got)
	}
}
