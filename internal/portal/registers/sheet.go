package registers

import (
	"bytes"
	"cmp"
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
	s, err := feesOf(v)
	if err != nil {
		return nil, err
	}
	for i := range s.Owed {
		o := &s.Owed[i]
		all = append(all, []any{o.Club, o.Month, o.Reports, o.charged, o.credit, o.due, o.currency})
	}
	return all, nil
}

// memberRows returns who is a member today, by club and name.
func memberRows(v *portal.Visit) (all [][]any, err error) {
	type member struct {
		*register.Player
		last string
	}
	var members []member
	err = view(v, func(r bureau.Reader) error {
		return register.Memberships.Scan(r, "", "", func(id string, own *[]register.Membership) (bool, error) {
			m := membershipOf(*own, today(v))
			if !m.Valid {
				return true, nil
			}
			p, err := register.Find(r, id)
			one := member{p, ""}
			if m.Until != 0 {
				one.last = m.Until.String()
			}
			members = append(members, one)
			return err == nil, err
		})
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(strings.Compare(a.Club, b.Club), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	for _, m := range members {
		all = append(all, []any{m.ID, m.Name, m.NameLocal, m.Club, m.last})
	}
	return all, nil
}
