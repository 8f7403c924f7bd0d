package shelf

import (
	"testing"

	"github.com/arpadchess/arpad/internal/response"
)

// What is kept goes when it is too much, and when something was published.
func TestKeptAnswers(t *testing.T) {
	s := &Shelf{}
	s.now.Seq = 1
	big := &response.Response{Body: make([]byte, mostKept/3)}
	for _, key := range []string{"a", "b", "c", "d"} {
		s.Keep(key, s.now, false, big)
	}
	if s.size > mostKept || len(s.all) != 2 || s.Answer("d", s.now) == nil {
		t.Errorf("%d answers of %d bytes are kept", len(s.all), s.size)
	}
	s.Keep("moves", s.now, true, &response.Response{})
	later := s.now
	later.Log++
	if s.Answer("d", later) == nil || s.Answer("moves", later) != nil || s.Answer("moves", s.now) == nil {
		t.Error("an action changes answers that show reports, and no others")
	}
	later.Seq++
	if s.Answer("d", later) != nil {
		t.Error("an answer of the list before is given")
	}
	s.Keep("e", later, false, big) // rendered from a list that the shelf does not know yet
	if s.all["e"].Response != nil {
		t.Error("an answer of another list is kept")
	}
	s.drop(later)
	if len(s.all) != 0 || s.size != 0 {
		t.Errorf("%d answers of %d bytes are left", len(s.all), s.size)
	}
}
