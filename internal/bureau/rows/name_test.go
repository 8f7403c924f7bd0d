package rows

import (
	"slices"
	"strings"
	"testing"
)

// Japanese lists are sorted by the sounds of the names: voicing and size come second.
func TestReadingKey(t *testing.T) {
	t.Parallel()
	want := []string{"あおき れん", "カトウ", "がとう", "キムラ", "さっか", "さつき", "ホンダ", "ボンダ", ""}
	people := make([]*Person, len(want))
	for i, kana := range want {
		people[i] = &Person{Name: "Aoki", Kana: kana}
	}
	sorted := slices.Clone(people)
	slices.Reverse(sorted)
	slices.SortFunc(sorted, func(a, b *Person) int { return strings.Compare(readingKey(a), readingKey(b)) })
	for i, p := range sorted {
		if p != people[i] {
			t.Errorf("at %d is %q, want %q", i, p.Kana, want[i])
		}
	}
}
