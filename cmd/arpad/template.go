package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/template"
)

// templateCommand writes the federation's reporting file, to be filled in.
type templateCommand struct {
	bureauFlags
	saver
	Club string     `help:"cli.flag-template-club" placeholder:"NAME"`
	Out  outputFile `arg:"" name:"file.xlsx" help:"cli.arg-template"`
}

// Run writes a blank form; for a club of the bureau it names the club and its members.
func (c *templateCommand) Run(a *app) error {
	form := &template.Form{}
	if c.Club == "" {
		return c.write(a, form)
	}
	return c.view(a, func(_ *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) error {
		club, err := register.FindClub(r, c.Club)
		if err != nil {
			return err
		}
		form.Report = &report.Report{Organizer: club.Name}
		if form.Members, err = membersOf(r, club); err != nil {
			return err
		}
		return c.write(a, form)
	})
}

// membersOf returns the players of a club by name, with what lists show of them, and their ratings of the one published last.
func membersOf(r bureau.Reader, club *register.Club) ([]template.Member, error) {
	var members []template.Member
	_, run, err := lists.FindListRun(r, "", 0)
	if err != nil {
		return nil, err
	}
	list, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	err = register.Players.Scan(r, "", "", func(id string, p *register.Player) (bool, error) {
		if report.FoldName(p.Club) == report.FoldName(club.Name) && p.MergedInto == "" && !p.Inactive && !p.Deceased && !p.Erased {
			m := template.Member{ID: id, Name: p.Name, NameLocal: p.NameLocal}
			for k, state := range list.Standing(p.Number) {
				m.Ratings[k] = state.Rating
			}
			members = append(members, m)
		}
		return true, nil
	})
	slices.SortFunc(members, func(a, b template.Member) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return members, err
}

// write writes a form in the language of the caller.
func (c *templateCommand) write(a *app, form *template.Form) error {
	return c.save(a, &c.bureauFlags, c.Out, func(w io.Writer) error {
		return template.Write(w, func(key string) string { return a.Text("template."+key, nil) }, form)
	})
}
