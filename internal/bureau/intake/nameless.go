package intake

import (
	"slices"

	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
)

// nameOf is the name of an entry in a finding, kept as the entry: finding and value, section and entry.
type nameOf [4]int

// nameless is a reading as it is stored: its findings name nobody.
type nameless struct {
	check.Reading
	InRead []nameOf `json:",omitempty"` // names of Report in Read
	In     []nameOf `json:",omitempty"` // names of Joined in Findings
}

// PackReading returns what is stored of a reading. What is zero is left out: it is most of what an
// entry or a game has fields for.
func PackReading(u *check.Reading) ([]byte, error) {
	k := nameless{Reading: *u}
	k.Read, k.InRead = hide(u.Read, u.Report)
	k.Findings, k.In = hide(u.Findings, u.Joined())
	return json.Marshal(&k, jsonv1.DefaultOptionsV1(), json.OmitZeroStructFields(true))
}

// UnpackReading reads what PackReading returns. Earlier versions kept the names.
func UnpackReading(data []byte) (*check.Reading, error) {
	k := nameless{}
	if err := json.Unmarshal(data, &k, jsonv1.DefaultOptionsV1()); err != nil {
		return nil, err
	}
	u := k.Reading
	show(u.Read, k.InRead, u.Report)
	show(u.Findings, k.In, u.Joined())
	return &u, nil
}

// hide returns findings without the names of a report's entries and of the register, and which entries these are.
func hide(found []finding.Finding, p *report.Report) (bare []finding.Finding, in []nameOf) {
	if p == nil || len(found) == 0 {
		return found, nil
	}
	entries := map[string][][2]int{} // of the names that the findings may say
	for i := range found {
		for _, v := range found[i].Values {
			entries[v.Text] = nil
		}
	}
	for i := range p.Sections {
		for j := range p.Sections[i].Players {
			name := p.Sections[i].Players[j].Name
			if of, said := entries[name]; said {
				entries[name] = append(of, [2]int{i, j})
			}
		}
	}
	bare = slices.Clone(found)
	for n := range bare {
		f := &bare[n]
		f.Values = slices.Clone(f.Values)
		for m := range f.Values {
			v := &f.Values[m]
			if f.ID == "entry-contradicts" && v.Name == "listed" {
				v.Text = "" // Latest asks the register
			}
			if of := entries[v.Text]; v.Text != "" && len(of) > 0 {
				at := max(0, slices.IndexFunc(of, func(at [2]int) bool { // the namesake whom it is about
					s := &p.Sections[at[0]]
					return s.Name == f.Section && finding.Int("player", s.Players[at[1]].StartNumber).Text == f.Value("player")
				}))
				v.Text, in = "", append(in, nameOf{n, m, of[at][0], of[at][1]})
			}
		}
	}
	return bare, in
}

// show puts the names of a report's entries into findings.
func show(found []finding.Finding, in []nameOf, p *report.Report) {
	for _, n := range in {
		found[n[0]].Values[n[1]].Text = p.Sections[n[2]].Players[n[3]].Name
	}
}
