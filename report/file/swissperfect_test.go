package file_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// What SwissPerfect leaves in its files is no fault of the event: boards at which nobody sits, settings
// of nothing, and bytes behind the last record.
func TestSwissPerfectLeavesRubbish(t *testing.T) {
	sound := func() *report.Report {
		return &report.Report{Name: "Spring Open", Sections: []report.Section{{
			Players: []report.Player{{StartNumber: 1, Name: "Adams, Ann"}, {StartNumber: 2, Name: "Baker, Ben"}, {StartNumber: 3, Name: "Cox, Cat"}},
			Games:   []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteWon}, {Round: 2, White: 3, Black: 1, Result: report.Drawn}},
			Byes:    []report.Bye{{Round: 1, Player: 3, Kind: report.PairingBye}, {Round: 2, Player: 2, Kind: report.PairingBye}},
		}}}
	}
	pack := func(r *report.Report, alter func(name string, data []byte) []byte) []byte {
		t.Helper()
		data, err := specimen.SwissPerfect(r)
		if err != nil {
			t.Fatal(err)
		}
		in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		for _, f := range in.File {
			from, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			if files[f.Name], err = io.ReadAll(from); err != nil {
				t.Fatal(err)
			}
			files[f.Name] = alter(f.Name, files[f.Name])
		}
		if data, err = specimen.ZIP(files); err != nil {
			t.Fatal(err)
		}
		return data
	}
	same := func(_ string, data []byte) []byte { return data }
	only := func(name string, to func([]byte) []byte) func(string, []byte) []byte {
		return func(n string, data []byte) []byte {
			if n == name {
				return to(data)
			}
			return data
		}
	}
	empty := sound()
	empty.Sections[0].Games = append(empty.Sections[0].Games, report.Game{Round: 1, Result: report.DoubleForfeit}, report.Game{Round: 2, Result: report.DoubleForfeit})
	for name, data := range map[string][]byte{
		"nothing":                      pack(sound(), same),
		"boards without players":       pack(empty, same),
		"settings without a section":   pack(sound(), only("event.ini", func([]byte) []byte { return []byte("Rounds=2\r\n") })),
		"settings of nothing":          pack(sound(), only("event.ini", func([]byte) []byte { return []byte("\r\n") })),
		"bytes behind the last record": pack(sound(), only("event.sco", func(data []byte) []byte { return append(data, 0, 0, 0x1A, 0) })),
	} {
		r, found := file.Read(data, "event.zip", "")
		if r == nil || len(r.Sections[0].Games) != 2 || len(r.Sections[0].Byes) != 2 || len(r.Sections[0].Players) != 3 {
			t.Errorf("%s: %+v, %v", name, r, found)
			continue
		}
		for _, f := range found {
			if f.Refuses {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
}
