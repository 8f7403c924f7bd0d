package finder

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/rating"
)

// BenchmarkFind finds players by a name and a letter of another one, without reading rows.
func BenchmarkFind(b *testing.B) {
	for _, players := range []int{100_000, 345_000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			register, list, _ := workload.Period(1, players, players/5)
			s := &Search{ratings: make([][rating.Kinds]rating.Rating, players)}
			for n := range list.Standings {
				for k := range s.ratings[n] {
					s.ratings[n][k] = list.Standings[n][k].Rating
				}
			}
			type of struct {
				key    namekey.Key
				player uint32
			}
			var all []of
			for n := range register {
				for _, key := range namekey.Keys(register[n].Name, "", "") {
					all = append(all, of{key, uint32(n)})
				}
			}
			slices.SortFunc(all, func(a, b of) int { return strings.Compare(a.key.Text, b.key.Text) })
			names := &names{}
			text := strings.Builder{}
			for _, one := range all {
				text.WriteString(one.key.Text)
				names.keys = append(names.keys, nameKey{uint32(text.Len()), one.player, uint16(one.key.Word)})
			}
			names.text = text.String()
			names.group(players)
			s.names = names
			var took []time.Duration
			at := 0
			for b.Loop() {
				words := strings.Fields(register[at*7919%players].Name)
				at++
				begun := time.Now()
				s.bestOf(namekey.Query(words[0] + " " + words[len(words)-1][:1]))
				took = append(took, time.Since(begun))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Nanoseconds()), "ns/95%")
		})
	}
}
