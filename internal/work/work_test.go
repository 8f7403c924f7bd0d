package work_test

import (
	stdcmp "cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
)

// clock is a clock that a test sets.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

// each runs a test on a work database of each kind.
func each(t *testing.T, test func(t *testing.T, s *work.Store, db *store.Work, c *clock)) {
	storetest.InSQL(t, func(t *testing.T, of *store.Store) {
		c := &clock{time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)}
		s, err := work.Open(t.Context(), of, c.now)
		if err != nil {
			t.Fatal(err)
		}
		db, err := of.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if s.Close() != nil || db.Close() != nil {
				t.Error("it cannot be closed")
			}
		})
		test(t, s, db, c)
	})
}

// A look is there for two years. Twice in a second is once.
func TestLooksAreKeptForTwoYears(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		first := c.Time
		looks := func() (all []bureau.Look) {
			if err := s.Looks(t.Context(), first, func(l bureau.Look) bool { all = append(all, l); return true }); err != nil {
				t.Fatal(err)
			}
			return all
		}
		older := bureau.Look{Account: "A0007", What: "player.show N00000001", At: first}
		newer := bureau.Look{Account: "A0007", What: "person.export N00000001", At: first.Add(time.Hour)}
		for _, l := range []bureau.Look{older, newer, newer} {
			if err := s.Looked(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}
		want := []bureau.Look{newer, older}
		if got := looks(); !slices.Equal(got, want) {
			t.Errorf("the looks are %v, want %v", got, want)
		}
		c.Time = first.Add(2 * 365 * 24 * time.Hour)
		if err := s.Sweep(t.Context()); err != nil || !slices.Equal(looks(), want[:1]) {
			t.Errorf("after two years they are %v, want %v (%v)", looks(), want[:1], err)
		}
	})
}

// What has had its time is swept away, and nothing else.
func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, c *clock) {
		now := c.Unix()
		for _, statement := range []string{
			"session VALUES ('%', 'A0007', 0, 0, 0, $1, 1, 1, 'Firefox', 0)", "ceremony VALUES ('%', 'add', 'A0007', '{}', $1)",
			"kept VALUES ('%', 'x', '/portal', '{}', $1)",
		} {
			insert(t, db, strings.ReplaceAll(statement, "%", "over"), now)
			insert(t, db, strings.ReplaceAll(statement, "%", "live"), now+1)
		}
		const month, year = 30 * 24 * 3600, 365 * 24 * 3600
		for statement, kept := range map[string]int64{
			"device VALUES ('%', 'A0007', $1)": year, "draft VALUES ('%', 'A0007', '/portal', '{}', 1, $1)": month,
			"job VALUES ('%', 'A0007', 'verify', 0, 0, 1, 1, $1, '')": month,
			"usage VALUES ('%', 'A0007', $1)":                         year,
		} {
			insert(t, db, strings.ReplaceAll(statement, "%", "over"), now-kept)
			insert(t, db, strings.ReplaceAll(statement, "%", "live"), now-kept+1)
		}
		insert(t, db, "job VALUES ('live since long', 'A0007', 'verify', 0, 0, 1, 1, $1, '')", 0)
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for table, key := range map[string]string{"session": "hash", "ceremony": "hash", "kept": "hash", "device": "hash", "draft": "id", "job": "id", "usage": "key"} {
			for _, left := range keysOf(t, db, table, key) {
				if !strings.HasPrefix(left, "live") {
					t.Errorf("%s has still %s", table, left)
				}
			}
			if len(keysOf(t, db, table, key)) == 0 {
				t.Errorf("nothing is left of %s", table)
			}
		}
	})
}

// Who is forgotten is in no text and signed in nowhere.
func TestForget(t *testing.T) {
	each(t, func(t *testing.T, _ *work.Store, db *store.Work, _ *clock) {
		insert(t, db, "draft VALUES ('hers', 'A0008', '/portal', '{\"player\":\"Aoki Ren\"}', 1, $1)", 1)
		insert(t, db, "draft VALUES ('other', 'A0008', '/portal', '{\"player\":\"Baba Mio\"}', 1, $1)", 1)
		insert(t, db, "kept VALUES ('hers', 'x', '/portal', 'Aoki Ren', $1)", 1)
		insert(t, db, "session VALUES ('hers', 'A0007', 0, 0, 0, $1, 1, 1, 'Firefox', 0)", 1)
		insert(t, db, "session VALUES ('other', 'A0008', 0, 0, 0, $1, 1, 1, 'Firefox', 0)", 1)
		insert(t, db, "usage VALUES ('hers', 'A0007', $1)", 1)
		insert(t, db, "usage VALUES ('other', 'A0008', $1)", 1)
		mentioned := func(text string) bool { return strings.Contains(text, "Aoki") }
		if err := work.Forget(t.Context(), db, nil, mentioned, []string{"A0007"}); err != nil {
			t.Fatal(err)
		}
		for table, want := range map[string][]string{"draft": {"other"}, "kept": nil, "session": {"other"}, "usage": {"other"}} {
			key := map[string]string{"draft": "id", "usage": "key"}[table]
			if got := keysOf(t, db, table, stdcmp.Or(key, "hash")); !slices.Equal(got, want) {
				t.Errorf("%s has %v, want %v", table, got, want)
			}
		}
	})
}

// Who asks what is kept of them hears of what their account has left and of texts that mention them, and
// nothing with which somebody could sign in.
func TestOf(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, _ *clock) {
		insert(t, db, "draft VALUES ('hers', 'A0008', '/portal', '{\"player\":\"Aoki Ren\"}', 1, $1)", 1)
		insert(t, db, "draft VALUES ('other', 'A0008', '/portal', '{\"player\":\"Baba Mio\"}', 1, $1)", 1)
		insert(t, db, "session VALUES ('secret', 'A0007', 0, 5, 6, $1, 1, 1, 'Firefox', 0)", 1)
		insert(t, db, "session VALUES ('secret of another', 'A0008', 0, 0, 0, $1, 1, 1, 'Firefox', 0)", 1)
		if err := s.Looked(t.Context(), bureau.Look{Account: "A0007", What: "report.try 5f3c", At: time.Unix(9, 0)}); err != nil {
			t.Fatal(err)
		}
		held, err := work.Of(t.Context(), db, nil, func(text string) bool { return strings.Contains(text, "Aoki") }, []string{"A0007"})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]bureau.Held{
			"draft":   {{Account: "A0008", Line: map[string]any{"path": "/portal", "fields": `{"player":"Aoki Ren"}`, "changed": int64(1)}}},
			"session": {{Account: "A0007", Line: map[string]any{"made": int64(5), "seen": int64(6), "expires": int64(1), "browser": "Firefox"}}},
			"look":    {{Account: "A0007", Line: map[string]any{"at": int64(9), "what": "report.try 5f3c"}}},
		}
		if diff := cmp.Diff(want, held); diff != "" {
			t.Error(diff)
		}
	})
}

func insert(t *testing.T, db *store.Work, row string, arguments ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), "INSERT INTO work."+row, arguments...); err != nil {
		t.Fatal(err)
	}
}

func keysOf(t *testing.T, db *store.Work, table, key string) (all []string) {
	t.Helper()
	err := db.Rows(t.Context(), func(scan func(...any) error) (bool, error) {
		var k string
		err := scan(&k)
		all = append(all, k)
		return true, err
	}, "SELECT "+key+" FROM work."+table+" ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	return all
}
