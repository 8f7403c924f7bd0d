package check

import (
	"encoding/json"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// named is the name of an entry in a finding, kept as the entry: finding and value, section and entry.
type named [4]int

// kept is a reading as it is stored: its findings name nobody.
type kept struct {
	*plain
	Read     []finding.Finding
	Findings []finding.Finding
	InRead   []named `json:",omitempty"` // names of Report in Read
	In       []named `json:",omitempty"` // names of Joined in Findings
}

type plain Reading

// MarshalJSON writes a reading, its entries in the place of their names in findings.
func (u *Reading) MarshalJSON() ([]byte, error) {
	k := kept{plain: (*plain)(u)}
	k.Read, k.InRead = hide(u.Read, u.Report)
	k.Findings, k.In = hide(u.Findings, u.Joined())
	return json.Marshal(k)
}

// UnmarshalJSON reads what MarshalJSON writes. Earlier versions kept the names.
func (u *Reading) UnmarshalJSON(data []byte) error {
	k := kept{plain: (*plain)(u)}
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	u.Read, u.Findings = k.Read, k.Findings
	show(u.Read, k.InRead, u.Report)
	show(u.Findings, k.In, u.Joined())
	return nil
}

// hide returns findings without the names of a report's entries and of the register, and which entries these are.
func hide(found []finding.Finding, p *report.Report) (bare []finding.Finding, in []named) {
	if p == nil || len(found) == 0 {
		return found, nil
	}
	entries := map[string][][2]int{}
	for i := range p.Sections {
		for j, e := range p.Sections[i].Players {
			entries[e.Name] = append(entries[e.Name], [2]int{i, j})
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
				v.Text, in = "", append(in, named{n, m, of[at][0], of[at][1]})
			}
		}
	}
	return bare, in
}

// show puts the names of a report's entries into findings.
func show(found []finding.Finding, in []named, p *report.Report) {
	for _, n := range in {
		found[n[0]].Values[n[1]].Text = p.Sections[n[2]].Players[n[3]].Name
	}
}
