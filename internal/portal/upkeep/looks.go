package upkeep

import (
	"cmp"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

// lookers read who has looked at what.
const lookers = bureau.Officer | bureau.Administrator

// looksShown is what the page shows of who has looked at what is not public.
type looksShown struct {
	Tabs     []tab
	logShown // the form, by which they are chosen
	Looks    []lookShown
	More     bool
}

// lookShown is a look.
type lookShown struct{ At, By, What string }

// mostLooks are on the page, and mostLookedAt are read for it.
const (
	mostLooks    = 300
	mostLookedAt = 50_000
	looksSince   = 31 * 24 * time.Hour // unless a first day is asked for
)

func showLooks(v *portal.Visit) (any, error) {
	asked := v.R.URL.Query()
	s := &looksShown{Tabs: tabs(v, "looks"), logShown: logShown{From: asked.Get("from"), To: asked.Get("to")}}
	who, subject := asked.Get("actor"), strings.TrimSpace(asked.Get("subject"))
	s.Subject = subject
	from, to, wrong := s.days(v.Of)
	if s.Wrong = wrong; from.IsZero() {
		from = v.Bureau.Clock().Add(-looksSince)
	}
	var names map[string]string
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		names, err = s.actors(r, who)
		return err
	})
	if err != nil {
		return nil, err
	}
	read := 0
	return s, v.Looks().Looks(v.R.Context(), from, func(l bureau.Look) bool {
		read++
		switch {
		case !to.IsZero() && !l.At.Before(to), who != "" && l.Account != who, !strings.Contains(l.What, subject):
		case len(s.Looks) == mostLooks:
			s.More = true
			return false
		default:
			s.Looks = append(s.Looks, lookShown{v.When(l.At), cmp.Or(names[l.Account], l.Account), looked(v, l.What)})
		}
		s.More = read == mostLookedAt
		return !s.More
	})
}

// lookKinds are the kinds of looks, by how what is kept of them begins.
var lookKinds = []string{
	"births of those who are certain", "births of ", "birth ", "export of ", "members ", "report.try ", "report.submit ", "report ", "entries - ", "entries ", "accounts", "account ", "fide ", "dossier ", keyLook,
}

// looked says what somebody has looked at.
func looked(v *portal.Visit, what string) string {
	for _, begins := range lookKinds {
		if of, is := strings.CutPrefix(what, begins); is {
			if len(of) == 64 { // the digest of a file
				of = of[:12]
			}
			return v.Printer().Text("desk.looks."+strings.NewReplacer(" ", "-", ".", "-").Replace(strings.TrimRight(begins, " -")), map[string]string{"of": of})
		}
	}
	return what
}
