package shelf

import (
	"testing"

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
	s.drop(later, map[string]listState{"2024-01": {seq: 1, run: 1}, "2024-02": {seq: 3, run: 2}, "2024-03": {seq: 4, run: 3}})
	s.now = later
	if len(s.all) != 1 || s.Answer("2024-01", later) == nil {
		t.Errorf("%d answers are left after another list came out", len(s.all))
	}
	later.Registers++
	s.drop(later, s.states)
	if len(s.all) != 0 || s.size != 0 {
		t.Errorf("%d answers of %d bytes are left", len(s.all), s.size)
	}
}
