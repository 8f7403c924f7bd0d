package explain

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/regulation"
)

// uncounted writes the rounds that do not change the rating, one line per
// reason.
func (w *listWriter) uncounted(steps []*regulation.Step) {
	type reason struct {
		note            regulation.Note
		clause, reading string
	}
	var reasons []reason
	rounds := map[reason][]int{}
	for _, s := range steps {
		r := reason{s.Note, s.Clause, s.Reading}
		if len(rounds[r]) == 0 {
			reasons = append(reasons, r)
		}
		rounds[r] = append(rounds[r], int(s.Round))
	}
	for _, r := range reasons {
		w.labelled(w.Text("explain.rounds", nil)+" "+spans(rounds[r]), w.Text("step.uncounted."+string(r.note), nil), w.Citation(r.clause, r.reading))
	}
}

// spans formats numbers as "1, 3-5".
func spans(numbers []int) string {
	slices.Sort(numbers)
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += "-" + strconv.Itoa(numbers[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
