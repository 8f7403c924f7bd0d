package synth_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// clean fails if the checks find anything in a report.
func clean(t *testing.T, r *report.Report) {
	t.Helper()
	for _, f := range report.Check(r) {
		t.Errorf("%s: %s %v", r.File, f.ID, f.Values)
	}
}

func TestReportsAreRight(t *testing.T) {
	for _, c := range countries {
		f, reports := small(c, 1)
		files := map[string]bool{}
		for _, r := range reports {
			clean(t, r)
			if files[r.File] {
				t.Errorf("%s was made twice", r.File)
			}
			files[r.File] = true
			for _, word := range []string{r.Name, r.Organizer, r.Venue, r.City, r.Time, r.Responsible, r.SubmittedBy, r.Federation} {
				if word == "" {
					t.Errorf("%s lacks something: %+v", r.File, *r)
				}
			}
			if r.Received < f.On || r.Received > f.On+182 || r.Received < r.End {
				t.Errorf("%s ended on %s and was received on %s", r.File, r.End, r.Received)
			}
			for _, control := range r.TimeControl {
				if _, err := control.Seconds(60); err != nil {
					t.Error(err)
				}
			}
		}
		if !slices.IsSortedFunc(reports, func(a, b *report.Report) int { return cmp.Compare(a.Received, b.Received) }) {
			t.Errorf("%s: the reports are not in order of receipt", c)
		}
	}
}

// Everybody plays in one place at a time, and only while they are members.
func TestPeopleAreInOnePlace(t *testing.T) {
	type day struct {
		id string
		on civil.Date
	}
	for _, c := range countries {
		f, reports := small(c, 2)
		where := map[day]*report.Report{}
		for _, r := range reports {
			for _, s := range r.Sections {
				index := report.NewIndex(&s)
				for _, g := range s.Games {
					for _, start := range []int{g.White, g.Black} {
						e := s.Players[index.Of(start)]
						if e.ID == "" {
							continue
						}
						p, ok := f.ByID(e.ID)
						if !ok || p.Name != e.Name || p.Joined > r.Start || !p.Member.Contains(r.End) {
							t.Fatalf("%s: %+v is not %+v", r.File, e, p)
						}
						at := day{e.ID, g.Date}
						if where[at] != nil && where[at] != r {
							t.Fatalf("%s plays in %s and %s", e.ID, r.File, where[at].File)
						}
						where[at] = r
					}
				}
			}
		}
	}
}

// The mix of events is that of a federation.
func TestMixOfEvents(t *testing.T) {
	for _, c := range countries {
		f := synth.New(7, synth.Size{Country: c, Players: 5_000, Clubs: 50})
		reports := f.Events(f.On, f.On+364, synth.Volume{})
		within(t, c, "reports", len(reports), 500, 500)
		var games, forfeits, draws, meetings, robins, fide, late, veryLate, newcomers, rapids, pairingByes, halfByes, young int
		for _, r := range reports {
			count(&meetings, r.Meeting)
			count(&robins, r.System == report.RoundRobin)
			count(&fide, r.FIDEEvent)
			count(&late, r.Received > r.End+7)
			count(&veryLate, r.Received > r.End+90)
			count(&rapids, r.Type == rating.Rapid)
			for i := range r.Sections {
				s := &r.Sections[i]
				games += len(s.Games)
				count(&young, s.Group == report.Under10)
				for _, g := range s.Games {
					count(&forfeits, !g.Result.Played())
					count(&draws, g.Result == report.Drawn)
				}
				for _, b := range s.Byes {
					count(&pairingByes, b.Kind == report.PairingBye)
					count(&halfByes, b.Kind == report.HalfBye)
				}
				for _, p := range s.Players {
					count(&newcomers, p.ID == "")
					if p.ID == "" && (p.Email == "" || p.Birth == 0 || (p.NameLocal == "") == (c == synth.Japan)) {
						t.Errorf("%s: of a newcomer it says %+v", r.File, p)
					}
				}
			}
		}
		within(t, c, "games", games, 16_000, 23_500)
		within(t, c, "forfeits", forfeits, games/200, games/60)
		within(t, c, "draws", draws, games/25, games/6)
		within(t, c, "meetings", meetings, 330, 420)
		within(t, c, "round robins", robins, 1, 10)
		within(t, c, "events of FIDE", fide, 3, 12)
		within(t, c, "late reports", late, 20, 60)
		within(t, c, "reports after 90 days", veryLate, 1, 15)
		within(t, c, "rapid events", rapids, 80, 220)
		within(t, c, "newcomers without ID", newcomers, 30, 400)
		within(t, c, "pairing byes", pairingByes, 200, 2_000)
		within(t, c, "half-point byes", halfByes, 50, 1_000)
		within(t, c, "sections of the young", young, 5, 80)
	}
}

// The stronger win as often as their strength predicts, and masters draw more.
func TestResultsFollowStrength(t *testing.T) {
	f := synth.New(8, synth.Size{Players: 4_000})
	var games, score, strong, strongDraws, weak, weakDraws int
	for _, r := range f.Events(f.On, f.On+364, synth.Volume{Games: 30_000}) {
		for i := range r.Sections {
			s := &r.Sections[i]
			for _, g := range s.Games {
				white, known := f.ByID(s.Players[g.White-1].ID)
				black, too := f.ByID(s.Players[g.Black-1].ID)
				if !known || !too || !g.Result.Played() {
					continue
				}
				drawn := g.Result == report.Drawn
				switch difference := white.Strength - black.Strength; {
				case difference >= 150 && difference <= 250: // 0.76, with White 0.79
					games++
					score += int(g.Result)
				case difference > -100 && difference < 100 && white.Strength > 1800:
					strong++
					count(&strongDraws, drawn)
				case difference > -100 && difference < 100 && white.Strength < 1000:
					weak++
					count(&weakDraws, drawn)
				}
			}
		}
	}
	within(t, "200 points more", "per cent", 100*score/(2*games), 73, 84)
	within(t, "strong", "draws per cent", 100*strongDraws/strong, 22, 36)
	within(t, "weak", "draws per cent", 100*weakDraws/weak, 4, 14)
}
