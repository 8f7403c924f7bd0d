package registers

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
)

// sheets are what officers and treasurers hand around as a spreadsheet.
var sheets = map[string]struct {
	who     bureau.Role // to whom it is given
	look    string      // the register that they see by it, which is kept; empty: that of nobody
	name    string      // the keys of its name and of its columns
	columns []string
	rows    func(*portal.Visit) ([][]any, error)
}{
	"owed": {payers, "", "desk.registers.sheet-owed", []string{
		"desk.registers.club", "desk.registers.list", "desk.registers.reports-in", "desk.registers.charged", "desk.registers.credit", "desk.registers.due", "desk.registers.currency",
	}, owedRows},
	"member-list": {readers, "members", "desk.registers.sheet-members", []string{
		"register.field-id", "register.field-name", "register.field-name_local", "register.field-club", "desk.registers.last-of-membership",
	}, memberRows},
}

// sendSheet sends a spreadsheet.
func sendSheet(v *portal.Visit) (any, error) {
	list := v.R.PathValue("list")
	of := sheets[list]
	if !v.Is.Actor.Is(of.who) {
		return nil, missing(v)
	}
	if of.look != "" {
		if err := v.Looked("export of " + of.look); err != nil {
			return nil, err
		}
	}
	rows, err := of.rows(v)
	if err != nil {
		return nil, err
	}
	var head []string
	for _, key := range of.columns {
		head = append(head, v.Printer().Text(key, nil))
	}
	var made bytes.Buffer
	if err := document.WriteSheet(&made, v.Printer().Text(of.name, nil), head, rows); err != nil {
		return nil, err
	}
	v.W.Header().Set("Content-Disposition", `attachment; filename="`+list+`.xlsx"`)
	v.Send(response.New(http.StatusOK, document.XLSXType, made.Bytes()))
	return nil, nil
}

// owedRows returns what clubs owe by club and list: of the list that is asked for, or all that is outstanding.
func owedRows(v *portal.Visit) (all [][]any, err error) {
	read, err := showFees(v)
	if err != nil {
		return nil, err
	}
	for _, o := range read.(*feesShown).Owed {
		all = append(all, []any{o.Club, o.Month, o.Reports, o.charged, o.credit, o.due, o.currency})
	}
	return all, nil
}

// memberRows returns who is a member today, by club and name.
func memberRows(v *portal.Visit) (all [][]any, err error) {
	err = view(v, func(r bureau.Reader) error {
		return register.Memberships.Scan(r, "", "", func(id string, own *[]register.Membership) (bool, error) {
			m := membershipOf(*own, today(v))
			if !m.Valid {
				return true, nil
			}
			p, err := register.Find(r, id)
			if err != nil {
				return false, err
			}
			last := ""
			if m.Until != 0 {
				last = m.Until.String()
			}
			all = append(all, []any{p.ID, p.Name, p.NameLocal, p.Club, last})
			return true, nil
		})
	})
	slices.SortFunc(all, func(a, b []any) int {
		key := func(row []any) string { return row[3].(string) + "\x00" + row[1].(string) + "\x00" + row[0].(string) }
		return strings.Compare(key(a), key(b))
	})
	return all, err
}
