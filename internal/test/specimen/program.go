package specimen

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/report"
)

// Upload returns the XML that programs upload to Chess-Results.
func Upload(r *report.Report) []byte {
	var b strings.Builder
	quote := func(text string) string {
		var out strings.Builder
		_ = xml.EscapeText(&out, []byte(text)) // a builder does not fail
		return `"` + out.String() + `"`
	}
	day := func(d fmt.Stringer) string { return strings.ReplaceAll(d.String(), "-", "/") }
	s := &r.Sections[0]
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<chessresults><tournamentdata>\n")
	fmt.Fprintf(&b, "<tournament key=\"1\" type=\"0\" name=%s rounds=\"%d\" timetype=\"%d\" timecontrol=%s datestart=\"%s\" dateend=\"%s\" organizer=%s/>\n",
		quote(r.Name), s.PlannedRounds(), int(r.Type), quote(r.TimeControlText), day(r.Start), day(r.End), quote(r.Organizer))
	b.WriteString("<players>\n")
	for i := range s.Players {
		p := &s.Players[i]
		last, firstName, _ := strings.Cut(p.Name, ", ")
		pts := ""
		if p.Points != nil {
			pts = p.Points.String()
		}
		dob := ""
		if p.Birth != 0 {
			dob = " dob=" + quote(born(p))
		}
		fmt.Fprintf(&b, "<player no=\"%d\"%s id=%s lastname=%s firstname=%s title=%s rtg=\"%d\" sex=%s fed=%s fideid=%s clubname=%s rank=\"%d\" pts=\"%s\"/>\n",
			p.StartNumber, dob, quote(p.ID), quote(last), quote(firstName), quote(p.Title), int(p.Rating), quote(p.Sex), quote(p.Federation), quote(p.FideID), quote(p.Club), p.Rank, pts)
	}
	b.WriteString("</players>\n<playerpairings>\n")
	worths := map[string]string{"1": "1", "+": "1", "½": "0.5", "0": "0", "-": "0"}
	for _, g := range s.Games {
		forfeit := ""
		if !g.Result.Played() {
			forfeit = "K"
		}
		fmt.Fprintf(&b, "<playerpairing round=\"%d\" whiteno=\"%d\" blackno=\"%d\" reswhite=\"%s\" resblack=\"%s\" forfeit=\"%s\"/>\n",
			g.Round, g.White, g.Black, worths[signs[g.Result][0]], worths[signs[g.Result][1]], forfeit)
	}
	for _, bye := range s.Byes {
		opponent := -2
		if bye.Kind == report.PairingBye {
			opponent = -1
		}
		fmt.Fprintf(&b, "<playerpairing round=\"%d\" whiteno=\"%d\" blackno=\"%d\" reswhite=\"%s\" resblack=\"\" forfeit=\"\"/>\n", bye.Round, bye.Player, opponent, worths[worth[bye.Kind]])
	}
	b.WriteString("</playerpairings></tournamentdata></chessresults>\n")
	return []byte(b.String())
}

// field is a column of a dBase table.
type field struct {
	name string
	size int
}

// dbf returns a dBase table.
func dbf(fields []field, rows [][]string) []byte {
	size := 1
	for _, f := range fields {
		size += f.size
	}
	head := make([]byte, 32+32*len(fields)+1)
	head[0], head[1], head[2], head[3] = 3, 126, 3, 10
	binary.LittleEndian.PutUint32(head[4:], uint32(len(rows)))
	binary.LittleEndian.PutUint16(head[8:], uint16(len(head)))
	binary.LittleEndian.PutUint16(head[10:], uint16(size))
	for i, f := range fields {
		at := head[32+32*i:]
		copy(at[:11], f.name)
		at[11], at[16] = 'C', byte(f.size)
	}
	head[len(head)-1] = 0x0D
	for _, row := range rows {
		head = append(head, ' ')
		for i, f := range fields {
			cell := bytes.Repeat([]byte(" "), f.size)
			copy(cell, row[i])
			head = append(head, cell...)
		}
	}
	return append(head, 0x1A)
}

// born returns a birth as programs write it: blank if it is not known.
func born(p *report.Player) string {
	if p.Birth == 0 {
		return ""
	}
	return strings.ReplaceAll(p.Birth.String(), "-", "/")
}

// SwissPerfect returns the three files of an event in a ZIP.
func SwissPerfect(r *report.Report) ([]byte, error) {
	s := &r.Sections[0]
	players := [][]string{}
	for i := range s.Players {
		p := &s.Players[i]
		last, firstName, _ := strings.Cut(p.Name, ", ")
		players = append(players, []string{fmt.Sprint(100 + i), fmt.Sprint(p.StartNumber), last, firstName, p.Federation, p.ID, p.FideID, fmt.Sprint(int(p.Rating)),
			map[string]string{"m": "1", "w": "2"}[p.Sex], fmt.Sprint(p.Rank), p.Club, born(p)})
	}
	own := map[int]string{0: "0"}
	for i := range s.Players {
		own[s.Players[i].StartNumber] = fmt.Sprint(100 + i)
	}
	halves := map[string]string{"1": "2", "+": "2", "½": "1", "0": "0", "-": "0"}
	games := [][]string{}
	for _, g := range s.Games {
		kind := "1"
		if !g.Result.Played() {
			kind = "2"
		}
		games = append(games, []string{fmt.Sprint(g.Round), own[g.White], own[g.Black], halves[signs[g.Result][0]], halves[signs[g.Result][1]], kind, kind})
	}
	for _, b := range s.Byes {
		games = append(games, []string{fmt.Sprint(b.Round), own[b.Player], "0", halves[worth[b.Kind]], "0", "2", "2"})
	}
	settings := fmt.Sprintf("[Desktop]\r\nRound=%d\r\n[Tournament Info]\r\nName=%s\r\nOrganiser=%s\r\nRounds=%d\r\nTeam or Individual=0\r\n", s.PlannedRounds(), r.Name, r.Organizer, s.PlannedRounds())
	return ZIP(map[string][]byte{
		"event.ini": []byte(settings),
		"event.trn": dbf([]field{{"ID", 5}, {"START_NO", 5}, {"SURNAME", 30}, {"FIRSTNAME", 30}, {"FEDER", 3}, {"LOC_ID", 12}, {"INTL_ID", 12}, {"LOC_RTG", 5}, {"SEX", 1}, {"ORDER", 5}, {"CLUB", 30}, {"BIRTH_DATE", 10}}, players),
		"event.sco": dbf([]field{{"ROUND", 3}, {"WHITE", 5}, {"BLACK", 5}, {"W_SCORE", 2}, {"B_SCORE", 2}, {"W_TYPE", 2}, {"B_TYPE", 2}}, games),
	})
}

// ZIP returns files in a ZIP.
func ZIP(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
