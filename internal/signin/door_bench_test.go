package signin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/roster"
)

// BenchmarkSignIn signs in by password while 345,000 players are imported into the same bureau, and by itself.
func BenchmarkSignIn(b *testing.B) {
	const players = 345_000
	var list strings.Builder
	list.WriteString("id,name\n")
	for n := range players {
		fmt.Fprintf(&list, "N%08d,Aoki %c%c%c%c\n", n+1, 'A'+n/17576%26, 'a'+n/676%26, 'a'+n/26%26, 'a'+n%26)
	}
	for _, imports := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "import"}[imports], func(b *testing.B) {
			of := bureautest.New(b, storetest.Create(b, storetest.File(b)))
			of.MaxRows = players
			of.Now = time.Date(2024, 1, 10, 0, 0, 0, 0, time.UTC)
			of.Init("ncs", "2024-01", nil, nil, &roster.List{})
			now := of.Now
			kept, err := work.Open(b.Context(), of.Store.(*store.Store), func() time.Time { return now })
			of.Must(err)
			b.Cleanup(func() { of.Must(kept.Close()) })
			hash, err := HashPassword(b.Context(), password)
			of.Must(err)
			made, err := account.Invite(b.Context(), of.Bureau, "yano@example.jp", "Yano Sohei", account.Wish{Roles: []string{"auditor"}}, "")
			of.Must(err)
			_, _, err = account.Accept(b.Context(), of.Bureau, made.Token, "", bureau.Factors{Password: hash, Codes: []byte("sealed")})
			of.Must(err)
			door := &Door{Work: kept, Throttle: NewThrottle(kept, &Sealer{}), View: func(ctx context.Context, f func(bureau.Reader) error) error {
				return of.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return f(r) })
			}}
			ended := make(chan error, 1)
			if imports {
				go func() {
					made, err := register.ImportPlayers(b.Context(), of.Bureau, strings.NewReader(list.String()), "list.csv", "")
					if err == nil && made.New != players {
						err = fmt.Errorf("%d players were imported: %v", made.New, made.Findings)
					}
					ended <- err
				}()
			}
			var took []time.Duration
			for over := false; !over; over = over || !imports && len(took) == 100 {
				now = now.Add(time.Hour) // so that there are no more tries than one may have
				begun := time.Now()
				if _, err := door.Password(b.Context(), Try{Name: "yano@example.jp", Password: password, From: from(1)}); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(begun))
				select {
				case err := <-ended:
					if over = true; err != nil {
						b.Fatal(err)
					}
				default:
				}
			}
			b.ReportMetric(float64(len(took)), "times")
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Milliseconds()), "ms/95%")
			b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms/50%")
		})
	}
}
