package synth_test

import (
	"crypto/sha256"
	"testing"

	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/mistake"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// foundByCheck are the mistakes found by report.Check.
var foundByCheck = map[synth.Mistake]bool{
	mistake.IDTwice: true, mistake.NameDisguised: true, mistake.BirthImplausible: true, mistake.PointsDiffer: true,
	mistake.StartNumberTwice: true, mistake.StartNumberUnknown: true, mistake.TwoOpponents: true, mistake.GameOutside: true,
	mistake.DatesReversed: true, mistake.ReceivedEarly: true,
}

// Each mistake is made in a copy if there is an occasion, and either
// report.Check finds it or the copy contains it.
func TestMistakes(t *testing.T) {
	for _, c := range countries {
		f, reports := small(c, 1)
		for _, m := range mistake.All() {
			planted := 0
			for i, r := range reports {
				before := digest(r)
				p, ok := mistake.Plant(f, uint64(i), m, r)
				if digest(r) != before {
					t.Fatalf("%s: the right report was changed", m)
				}
				if !ok {
					continue
				}
				planted++
				if p.Mistake != m || p.Was == p.Is || digest(p.Report) == before {
					t.Fatalf("%s was not planted: %q, %q", m, p.Was, p.Is)
				}
				if foundByCheck[m] != finds(p.Report, p.Finding) {
					t.Errorf("%s: %s: %s finds %v", c, m, p.Finding, report.Check(p.Report))
				}
				if !foundByCheck[m] {
					clean(t, p.Report)
				}
				if !shows(f, r, &p) {
					t.Errorf("%s: %s is not in %s: %q, %q", c, m, p.Report.File, p.Was, p.Is)
				}
			}
			if fewest := 3; planted < fewest && !(c == synth.SouthAfrica && m == mistake.NoList) {
				t.Errorf("%s: %s was planted %d times", c, m, planted)
			}
		}
	}
}

// finds reports whether report.Check makes a finding.
func finds(r *report.Report, id string) bool {
	for _, f := range report.Check(r) {
		if f.ID == id {
			return true
		}
	}
	return false
}

// shows reports whether the report contains a mistake that report.Check cannot
// find.
func shows(f *synth.Federation, right *report.Report, p *mistake.Planted) bool {
	var e, was report.Player
	for i := range p.Report.Sections {
		for j := range p.Report.Sections[i].Players {
			if s := &p.Report.Sections[i]; s.Name == p.Section && s.Players[j].StartNumber == p.Player {
				e, was = s.Players[j], right.Sections[i].Players[j]
			}
		}
	}
	person, known := f.ByID(e.ID)
	switch p.Mistake {
	case mistake.SiblingsSwapped, synth.OthersID:
		return known && e.ID != was.ID && !roster.SameName(person.Name, e.Name)
	case synth.UnknownID:
		return !known && e.ID != ""
	case mistake.MissingID:
		return e.ID == "" && was.ID != ""
	case mistake.NameMisspelt, mistake.NameComma:
		return e.Name != was.Name && roster.SameName(e.Name, was.Name)
	case mistake.FirstTimerBare:
		return e.ID == "" && e.Birth == 0 && e.Email == "" && was.Email != ""
	case synth.Lapsed:
		return known && person.Name == e.Name && person.Member.To < right.Start
	case synth.Late:
		return p.Report.Received > right.End+90
	case mistake.TypeDiffers:
		return p.Report.Type != right.Type
	case mistake.NoList:
		seconds, err := p.Report.TimeControl[0].Seconds(60)
		return err == nil && seconds < 600
	case mistake.NobodyResponsible:
		return p.Report.Responsible == "" && p.Report.ChiefArbiter == ""
	case mistake.Repeated:
		return p.Report.Name == right.Name && p.Report.Start == right.Start && p.Report.File != right.File
	}
	return true
}

func digest(r *report.Report) string {
	digest := fingerprint{sha256.New()}
	digest.report(r)
	return digest.String()
}
