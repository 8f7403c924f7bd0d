package entrylist_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/entrylist/entryfile"
)

// read returns what an entry states: numbers, name and the rest, separated by slashes.
func read(l *entrylist.Line) string {
	return strings.Join(l.Numbers, " ") + "/" + l.Name + "/" + strings.Join(l.More, "+")
}

func TestPasted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"N00900752":                 "N00900752//",
		"N00900956 Shimada":         "N00900956/Shimada/",
		"Shimada Kensuke N00900956": "N00900956/Shimada Kensuke/",
		"Ｎ００９００９５６　島田　健介": "N00900956/島田 健介/",
		"小野 美里": "/小野 美里/",
		"１．小野　美里（おの みり）　1539":                   "/小野 美里/おの みり",
		"小野 美里, 川越つる, 1539":                     "/小野 美里/川越つる",
		"小野 美里、川越つる":                            "/小野 美里/川越つる",
		"小野 美里 様":                               "/小野 美里/",
		"ｵﾉ ﾐﾘ":                                 "/オノ ミリ/",
		"12. Sato Yukito (Kawagoe Tsuru) 1247":  "/Sato Yukito/Kawagoe Tsuru",
		"3) Aoki, Ren":                          "/Aoki Ren/",
		"Aoki, Ren, Kawagoe Tsuru":              "/Aoki Ren/Kawagoe Tsuru",
		"Aoki Ren, Kawagoe Tsuru":               "/Aoki Ren/Kawagoe Tsuru",
		"N00000001,Aoki,Ren,Kawagoe,1984-05-02": "N00000001/Aoki Ren/Kawagoe",
		"Aoki Ren\tKawagoe Tsuru\t1827":         "/Aoki Ren/Kawagoe Tsuru",
		"Ota Hiroe   Kawagoe Tsuru   1827":      "/Ota Hiroe/Kawagoe Tsuru",
		"- Ota Hiroe":                           "/Ota Hiroe/",
		"①太田 裕江":                                "/太田 裕江/",
		"7000012":                               "7000012//",
		"1827":                                  "1827//",
		"N00000001 7000012 Aoki Ren":            "N00000001 7000012/Aoki Ren/",
		"FM Aoki Ren 19840502":                  "/Aoki Ren/",
		"Aoki Ren 1984/05/02 ren@example.jp":    "/Aoki Ren/",
	} {
		all := entrylist.Pasted(text)
		if len(all) != 1 || read(&all[0]) != want {
			t.Errorf("%q: got %+v, want %s", text, all, want)
			continue
		}
		if again := entrylist.Pasted(all[0].Written()); len(again) != 1 || read(&again[0]) != want {
			t.Errorf("%q is written as %q, which is read as %+v", text, all[0].Written(), again)
		}
	}
	if all := entrylist.Pasted("\n ---\n\tAoki Ren\r\n\nBaba Mio"); len(all) != 2 || all[0].Text != "Aoki Ren" || all[1].Name != "Baba Mio" {
		t.Errorf("%+v", all)
	}
}

const exchange = "012 Minato Spring\r\n042 2024/01/05\r\n052 2024/01/05\r\n062 2\r\n" +
	"001    1 m    Aoki, Ren                         2010 JPN   N00000001 1984/05/02  0.0    1\r\n" +
	"001    2 w    Baba, Mio                         1875 JPN   N00000002 1991/09/14  0.0    2\r\n"

func workbook(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	for i, row := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"a TRF without games", []byte(exchange), "N00000001/Aoki Ren/ N00000002/Baba Mio/"},
		{"names, one a line", []byte("Aoki Ren\n小野 美里\n"), "/Aoki Ren/ /小野 美里/"},
		{"Swiss-Manager's list", []byte("ID_No;Name;Title;Sex;Fed;ClubNumber;ClubName;Birthday;Rtg_Nat;Rtg_Int;Fide_No\nN00000001;Aoki, Ren;;;JPN;;Kawagoe;02.05.1984;2010;0;7000012\n"), "N00000001 7000012/Aoki Ren/Kawagoe"},
		{"a table in Japanese", []byte("No.,会員番号,氏名,フリガナ,生年月日,所属\n1,N00000001,青木 蓮,アオキ レン,1984-05-02,川越つる\n2,,馬場 澪,,,\n"), "N00000001/青木 蓮/川越つる /馬場 澪/"},
		{"a table in Shift_JIS", []byte("\x8e\x81\x96\xbc,\x8f\x8a\x91\xae\n\x90\xc2\x96\xd8 \x98\x40,\x90\xec\x89\x7a\n"), "/青木 蓮/川越"},
		{"a workbook", workbook(t, []any{"Name", "Birthday", "Club"}, []any{"Aoki Ren", "1984-05-02", "Kawagoe"}), "/Aoki Ren/Kawagoe"},
		{"a workbook without a header", workbook(t, []any{1, "Aoki", "Ren", 2010}, []any{2, "馬場", "澪"}), "/Aoki/Ren /馬場/澪"},
		{"family names and given names", []byte("Surname,First name,ID\nAoki,Ren,N00000001\n"), "N00000001/Aoki Ren/"},
	} {
		all, found := entryfile.File(c.data, "list")
		var got []string
		for i := range all {
			got = append(got, read(&all[i]))
			if again := entrylist.Pasted(all[i].Written()); len(again) != 1 || read(&all[i]) != read(&again[0]) {
				t.Errorf("%s: %q is read as %+v", c.name, all[i].Written(), again)
			}
			if strings.Contains(fmt.Sprintf("%+v", all[i]), "84") {
				t.Errorf("%s: %+v has a birth", c.name, all[i])
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %s, want %s (%v)", c.name, text, c.want, found)
		}
	}
	for _, data := range []string{"", "\n\n", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old"} {
		if all, found := entryfile.File([]byte(data), "list"); len(all) > 0 || len(found) == 0 {
			t.Errorf("%q: got %v, %v", data, all, found)
		}
	}
}

// The lists of the testdata of other rooms are lists of entries, too.
func TestFilesOfPrograms(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir("../../report/testdata/exports")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		data, err := os.ReadFile("../../report/testdata/exports/" + f.Name())
		if err != nil {
			continue // a folder
		}
		if all, found := entryfile.File(data, f.Name()); len(all) == 0 {
			t.Errorf("%s: no entries, %v", f.Name(), found)
		}
	}
}

func FuzzPasted(f *testing.F) {
	f.Add("N00900752\tOta Hiroe (Kawagoe)")
	f.Add("1. 小野　美里（おの")
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range entrylist.Pasted(text) {
			again := entrylist.Pasted(l.Written())
			if len(again) > 1 {
				t.Errorf("%q is written as %q", l.Text, l.Written())
			}
		}
	})
}
