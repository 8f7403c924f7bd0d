package reports

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/template"
)

// membersOf returns the players of a club on the list published last, by name, but those whose names are withheld.
func membersOf(v *portal.Visit, club *register.Club) (list *ranking.List, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		list, err = board.Page(r, ranking.Selection{Club: club.Name, Sort: ranking.ByName})
		return err
	})
	if err == nil {
		list.Lines = slices.DeleteFunc(list.Lines, func(l rows.Line) bool { return l.Withheld })
	}
	return list, err
}

// formPage is what the page of the form shows.
type formPage struct {
	Clubs []*register.Club
	Club  *register.Club // whose form it is; nil: of none
	List  string         // label
	Count int            // players of the club
}

// clubOf returns the club that was chosen, the first of the visitor's if none was, and all of them.
func clubOf(v *portal.Visit) (*register.Club, []*register.Club, error) {
	clubs, err := v.Clubs()
	if err != nil || len(clubs) == 0 {
		return nil, nil, err
	}
	at := slices.IndexFunc(clubs, func(c *register.Club) bool { return c.ID == v.Field("club") })
	return clubs[max(at, 0)], clubs, nil
}

// showForm tells what the form has that can be filled in.
func showForm(v *portal.Visit) (any, error) {
	club, clubs, err := clubOf(v)
	if err != nil || club == nil {
		return formPage{}, err
	}
	list, err := membersOf(v, club)
	if err != nil {
		return nil, err
	}
	return formPage{clubs, club, list.Publication.Label, len(list.Lines)}, nil
}

// sendForm sends the form.
func sendForm(v *portal.Visit) error {
	form, name := &template.Form{Report: &report.Report{SubmittedBy: v.Is.Account.Name}}, "report.xlsx"
	club, _, err := clubOf(v)
	if err != nil {
		return err
	}
	if club != nil {
		form.Report.Organizer, name = club.Name, "report-"+club.ID+".xlsx"
		list, err := membersOf(v, club)
		if err != nil {
			return err
		}
		for i := range list.Lines {
			line := &list.Lines[i]
			m := template.Member{ID: line.ID, Name: line.Name, NameLocal: line.NameLocal}
			for k := range line.Figures {
				m.Ratings[k] = line.Figures[k].Rating
			}
			form.Members = append(form.Members, m)
		}
	}
	var b bytes.Buffer
	if err := template.Write(&b, func(key string) string { return v.Printer().Text("template."+key, nil) }, form); err != nil {
		return err
	}
	v.W.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	v.Send(response.New(http.StatusOK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.Bytes()))
	return nil
}
