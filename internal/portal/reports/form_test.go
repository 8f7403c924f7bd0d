package reports_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// The form that is downloaded has the club and its players with their ratings, nobody else's and nothing that is not on the public
// list. Filled in, it is read.
func TestFormIsFilledIn(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		h := enters(t, lang)
		h.Wants(h.Get("portal/form/"), http.StatusOK, "portal/form/", h.Say("desk.form.title"), "Kawagoe Tsuru", "2024-10")
		a := h.Post("portal/form/")
		if got := a.Response.Header.Get("Content-Disposition"); a.Status != http.StatusOK || got != `attachment; filename="report-C0001.xlsx"` {
			t.Fatalf("%d, %s", a.Status, got)
		}
		book, err := excelize.OpenReader(strings.NewReader(a.Body))
		h.Must(err)
		sheets := book.GetSheetList()
		rows, err := book.GetRows(sheets[4])
		h.Must(err)
		var members []string
		for _, row := range rows[3:] {
			members = append(members, strings.Join(row, " "))
		}
		if len(members) != 6 || members[0] != "N00900284 Ishikawa Kyohei 石川 恭平 1360 1360" {
			t.Errorf("the members are %q", members)
		}
		for cell, text := range map[string]string{"C2": "Autumn", "C3": "2024-10-20", "C4": "2024-10-20", "C11": "rapid", "C13": "1"} {
			h.Must(book.SetCellStr(sheets[0], cell, text))
		}
		for line, id := range []string{"N00900281", "N00900282"} {
			for column, text := range []string{[]string{"1", "2"}[line], id} {
				cell, err := excelize.CoordinatesToCellName(column+1, line+4)
				h.Must(err)
				h.Must(book.SetCellStr(sheets[1], cell, text))
			}
		}
		for column, text := range []string{"1", "1", "2", "1-0"} {
			cell, err := excelize.CoordinatesToCellName(column+1, 4)
			h.Must(err)
			h.Must(book.SetCellStr(sheets[3], cell, text))
		}
		var filled bytes.Buffer
		h.Must(book.Write(&filled))
		r, found := file.Read(filled.Bytes(), "report.xlsx", "")
		if r == nil || len(found) > 0 {
			t.Fatalf("%v", found)
		}
		s := &r.Sections[0]
		if r.Name != "Autumn" || r.Organizer != "Kawagoe Tsuru" || r.SubmittedBy != "Organiser" || len(s.Players) != 2 || s.Players[0].Name != "Yano Sohei" || s.Players[1].NameLocal != "村山 貴雄" ||
			len(s.Games) != 1 || s.Games[0].Result != report.WhiteWon {
			t.Errorf("%+v", r)
		}
	}
}
