package fidelist

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// Row is a player's line in the text of a list of one kind. Sex and birth are blank: it is
// for everybody.
type Row struct {
	ID, Name, Federation, Title string
	Rating                      rating.Rating
	Games                       int      // of the period
	K                           rating.K // zero: none, or several
	Inactive                    bool
}

// layout is the columns of a list of one kind: title, and width.
const layout = "%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s%s\r\n"

// Write writes the text of a list of one kind in the columns of FIDE's lists, in Latin-1. A
// character that Latin-1 lacks becomes a question mark; a name that is too long is cut. An
// error of the rows ends it.
func Write(to io.Writer, day civil.Date, rows iter.Seq2[Row, error]) error {
	w := bufio.NewWriter(to)
	title := "Rtng"
	if day != 0 {
		year, month, _ := day.Split()
		title = strings.ToUpper(month.String()[:3]) + fmt.Sprintf("%02d", year%100)
	}
	line := func(cells ...any) { _, _ = w.Write(fromUnicode(fmt.Sprintf(layout, cells...))) } // Flush returns the error
	line("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", title, "Gms", "K", "B-day", "Flag")
	for r, err := range rows {
		if err != nil {
			return err
		}
		title, women, k, flag := r.Title, "", "", ""
		if strings.HasPrefix(title, "W") {
			women = title
		}
		if r.K != 0 {
			k = fmt.Sprint(r.K)
		}
		if r.Inactive {
			flag = "i"
		}
		line(cut(r.ID, 14), cut(r.Name, 60), cut(r.Federation, 3), "", cut(title, 4), cut(women, 4), "", "", r.Rating.String(), fmt.Sprint(r.Games), k, "", flag)
	}
	return w.Flush()
}

// cut returns a text on one line with at most some characters.
func cut(text string, most int) string {
	all := []rune(strings.Join(strings.Fields(text), " "))
	return string(all[:min(most, len(all))])
}

// fromUnicode returns a text in Latin-1.
func fromUnicode(text string) []byte {
	var out []byte
	for _, c := range text {
		if c > 0xFF {
			c = '?'
		}
		out = append(out, byte(c))
	}
	return out
}
