package shelf

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/response"
)

// What is kept goes when it is too much, and when something was published.
func TestKeptAnswers(t *testing.T) {
	s := &Shelf{}
	s.now.Seq = 1
	s.states = map[string]listState{"2024-01": {seq: 1, run: 1}, "2024-02": {seq: 2, run: 2}}
	big := &response.Response{Body: make([]byte, mostKept/3)}
	for _, key := range []string{"a", "b", "c", "d"} {
		s.Keep(key, s.now, Shows{}, big)
	}
	if s.size > mostKept || len(s.all) != 2 || s.Answer("d", s.now) == nil {
		t.Errorf("%d answers of %d bytes are kept", len(s.all), s.size)
	}
	s.Keep("moves", s.now, Shows{Moves: true}, &response.Response{})
	later := s.now
	later.Log++
	if s.Answer("d", later) == nil || s.Answer("moves", later) != nil || s.Answer("moves", s.now) == nil {
		t.Error("an action changes answers that show reports, and no others")
	}
	later.Seq++
	if s.Answer("d", later) != nil {
		t.Error("an answer of the list before is given")
	}
	s.Keep("e", later, Shows{}, big) // rendered from a list that the shelf does not know yet
	if s.all["e"].Response != nil {
		t.Error("an answer of another list is kept")
	}
	s.forget("d")
	small := &response.Response{Body: []byte("small")}
	for _, label := range []string{"2024-01", "2024-02"} {
		s.Keep(label, s.now, Shows{List: label}, small)
	}
	s.moveOn(later, map[string]listState{"2024-01": {seq: 1, run: 1}, "2024-02": {seq: 3, run: 2}, "2024-03": {seq: 4, run: 3}})
	s.now = later
	if len(s.all) != 1 || s.Answer("2024-01", later) == nil {
		t.Errorf("%d answers are left after another list came out", len(s.all))
	}
	later.Registers++
	s.moveOn(later, s.states)
	if len(s.all) != 0 || s.size != 0 {
		t.Errorf("%d answers of %d bytes are left", len(s.all), s.size)
	}
}

// Answers for which there is no room in memory are kept in a file, and go with the others.
// Where there can be no file, fewer are kept.
func TestAnswersInFile(t *testing.T) {
	const pages = 10
	noise := make([]byte, mostKept/8) // random digits, of which gzip leaves nearly a half
	dice := rand.NewChaCha8([32]byte{})
	_, _ = dice.Read(noise)
	body := []byte(hex.EncodeToString(noise))
	var all []*response.Response
	for n := range pages {
		all = append(all, response.New(http.StatusOK, "text/html", append([]byte(strconv.Itoa(n)), body...)))
	}
	kept := func() *Shelf {
		s := &Shelf{}
		s.now = Version{Published: Published{Seq: 1}}
		for n, r := range all {
			s.Keep(strconv.Itoa(n), s.now, Shows{}, r)
		}
		return s
	}
	s := kept()
	if s.size > mostKept || s.inFiles < mostKept/8 || s.spool.Size() != s.inFiles || len(s.all) != pages {
		t.Fatalf("%d answers are kept, %d bytes in memory and %d in files", len(s.all), s.size, s.inFiles)
	}
	for n, r := range all {
		got, err := s.Answer(strconv.Itoa(n), s.now).Bytes()
		if err != nil || !bytes.Equal(got, r.Body) {
			t.Errorf("answer %d has %d bytes in place of %d: %v", n, len(got), len(r.Body), err)
		}
	}
	later := s.now
	later.Registers++
	s.moveOn(later, nil)
	if len(s.all) != 0 || s.size != 0 || s.inFiles != 0 || s.spool.Size() != 0 {
		t.Errorf("%d answers are left, %d bytes in memory, %d in files, %d in the one for small ones", len(s.all), s.size, s.inFiles, s.spool.Size())
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if s = kept(); s.size > mostKept || s.inFiles != 0 || len(s.all) == 0 || len(s.all) == pages {
		t.Errorf("without a file %d answers are kept, %d bytes in memory and %d in files", len(s.all), s.size, s.inFiles)
	}
}

// Who would have to wait gets the answer from before a publication for a while; nobody gets one
// from before an erasure.
func TestAnswersFromBefore(t *testing.T) {
	s := &Shelf{Grace: time.Hour}
	s.now = Version{Published: Published{Seq: 1, Registers: 1}, Day: 1}
	old := &response.Response{Body: []byte("old")}
	s.Keep("page", s.now, Shows{}, old)
	s.Keep("reports", s.now, Shows{Moves: true}, old)
	if before, _ := s.Stale("page", s.now); before != nil {
		t.Error("an answer of now is from before")
	}
	later := s.now
	later.Log++
	s.moveOn(later, nil)
	if s.Answer("page", later) == nil || s.Answer("reports", later) != nil {
		t.Error("an act changes answers that show reports, and no others")
	}
	later.Seq++
	s.moveOn(later, nil)
	s.now = later
	for _, key := range []string{"page", "reports"} {
		var making []func()
		for {
			before, done := s.Stale(key, later)
			if before != nil {
				break
			}
			if making = append(making, done); len(making) > runtime.GOMAXPROCS(0) {
				t.Fatalf("%s is made anew by everybody", key)
			}
		}
		if len(making) == 0 {
			t.Errorf("%s is made anew by nobody", key)
		}
		for _, done := range making {
			done()
		}
		if s.rest.IsZero() {
			t.Errorf("after making %s anew there is no rest", key)
		}
		s.rest = time.Now().Add(time.Hour)
		if before, _ := s.Stale(key, later); before == nil {
			t.Errorf("%s is made anew without a rest", key)
		}
		s.rest = time.Time{} // it is over
		if before, done := s.Stale(key, later); before != nil {
			t.Errorf("%s is from before, and nobody is making it anew", key)
		} else {
			done()
		}
		s.rest = time.Time{}
	}
	if before, _ := s.Stale("another page", later); before != nil {
		t.Error("an answer is there that was never made")
	}
	for name, change := range map[string]func(*Version){"a name": func(v *Version) { v.Registers++ }, "the day": func(v *Version) { v.Day++ }} {
		now := later
		change(&now)
		for range 2 * runtime.GOMAXPROCS(0) {
			if before, _ := s.Stale("page", now); before != nil {
				t.Errorf("an answer is given from before %s changed", name)
			}
		}
	}
	s.Grace = 1
	later.Seq++
	s.moveOn(later, nil)
	if len(s.all) != 0 || s.size != 0 {
		t.Errorf("%d answers of %d bytes are left after the time of grace", len(s.all), s.size)
	}
}

// A page of a list that was corrected is from before, and stays so when another list comes out.
func TestCorrectedListIsNotAsItWas(t *testing.T) {
	s := &Shelf{Grace: time.Hour}
	s.now.Seq = 1
	s.states = map[string]listState{"2024-01": {seq: 1, run: 1}}
	s.Keep("page", s.now, Shows{List: "2024-01"}, &response.Response{})
	now := s.now
	for _, states := range []map[string]listState{
		{"2024-01": {seq: 2, run: 2}},
		{"2024-01": {seq: 2, run: 2}, "2024-02": {seq: 3, run: 3}},
	} {
		now.Seq++
		s.moveOn(now, states)
		s.now = now
		if s.Answer("page", now) != nil {
			t.Errorf("after publication %d the page is as it was before the correction", now.Seq)
		}
	}
}
