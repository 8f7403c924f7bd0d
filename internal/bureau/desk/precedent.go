package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
)

// Precedent is a decision in a case that the rules do not cover, 7(2). Later
// decisions cite it by number. It names no person.
type Precedent struct {
	Number int       `json:"number"`           // P1, P2, ...
	Title  string    `json:"title"`            // the question
	Clause string    `json:"clause,omitempty"` // the clause that leaves it open
	Text   string    `json:"text"`             // the decision
	By     string    `json:"by"`               // the officer
	At     time.Time `json:"at"`
}

// Name returns the number in the form in which it is cited.
func (p *Precedent) Name() string { return fmt.Sprintf("P%d", p.Number) }

var precedents = bureau.Table[Precedent]{Kind: "precedent"} // by name

// AddPrecedent stores a decision as a precedent and returns it with its number.
func AddPrecedent(ctx context.Context, b *bureau.Bureau, p Precedent) (*Precedent, error) {
	err := b.Do(ctx, "precedent.add", "", func(tx *bureau.Tx) error {
		if p.Title == "" || p.Text == "" || p.By == "" {
			return finding.Refuse("precedent-incomplete")
		}
		var err error
		if p.Number, err = tx.Count("precedent"); err != nil {
			return err
		}
		p.At = tx.Now
		tx.Note(p.Name(), nil)
		return precedents.Put(tx, p.Name(), &p)
	})
	return &p, err
}

// Precedents returns all precedents in order.
func Precedents(_ *bureau.Bureau, r bureau.Reader) ([]*Precedent, error) {
	n, err := bureau.Counters.Get(r, "precedent")
	if err != nil || n == nil {
		return nil, err
	}
	all := make([]*Precedent, *n)
	for i := range all {
		if all[i], err = FindPrecedent(r, fmt.Sprintf("P%d", i+1)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// NearPrecedents returns the precedents that have some of the words, or are about the clause, the nearest first and of equally
// near ones the newest. Without words and clause it returns all.
func NearPrecedents(b *bureau.Bureau, r bureau.Reader, words, clause string) ([]*Precedent, error) {
	all, err := Precedents(b, r)
	wanted, near := pieces(words), map[*Precedent]int{}
	for _, p := range all {
		title, text := report.FoldName(p.Title), report.FoldName(p.Text)
		for _, piece := range wanted {
			if strings.Contains(title, piece) {
				near[p]++
			}
			if strings.Contains(title, piece) || strings.Contains(text, piece) {
				near[p]++
			}
		}
		if clause != "" && p.Clause == clause {
			near[p] += 2 // as much as a word of the question
		}
	}
	if len(wanted) > 0 || clause != "" {
		all = slices.DeleteFunc(all, func(p *Precedent) bool { return near[p] == 0 })
	}
	slices.SortFunc(all, func(a, b *Precedent) int { return cmp.Or(near[b]-near[a], b.Number-a.Number) })
	return all, err
}

// pieces returns the words of a text as they are looked for: of a script without blanks each two letters that follow one
// another. Short words count only where there are no longer ones.
func pieces(text string) (all []string) {
	var short []string
	for _, word := range strings.FieldsFunc(report.FoldName(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		letters := []rune(word)
		switch {
		case unicode.In(letters[0], unicode.Han, unicode.Hiragana, unicode.Katakana):
			for i := range max(1, len(letters)-1) {
				all = append(all, string(letters[i:min(i+2, len(letters))]))
			}
		case len(letters) > len("the"):
			all = append(all, word)
		default:
			short = append(short, word)
		}
	}
	if len(all) == 0 {
		all = short
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// FindPrecedent returns a precedent by name, or a refusal if it does not exist.
func FindPrecedent(r bureau.Reader, name string) (*Precedent, error) {
	return precedents.Find(r, name, finding.Refuse("no-precedent", finding.Text("precedent", name)))
}

// cite refuses a cited precedent that does not exist.
func cite(tx *bureau.Tx, name string) error {
	if name == "" {
		return nil
	}
	_, err := FindPrecedent(tx, name)
	return err
}
