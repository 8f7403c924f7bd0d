package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
)

// command is the command of an act: its fields are the arguments and flags.
type command[A any] struct {
	bureauFlags
	Act A `embed:""`
}

func (c *command[A]) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.act(ctx, b, any(&c.Act).(act.Act))
}

// act does something and prints what became of it.
func (a *app) act(ctx context.Context, b *bureau.Bureau, does act.Act) error {
	out, err := act.Do(ctx, b, does, act.With{})
	if err != nil {
		return err
	}
	switch {
	case out.Waits:
		a.waits(does)
		return nil
	case out.Value != nil:
		return a.made(ctx, b, does, out)
	case act.LineOf(does).OfReport():
		return a.after(ctx, b, out.Subject)
	}
	return a.did(ctx, b, does)
}

// waits prints that an act waits for a second officer.
func (a *app) waits(does act.Act) {
	a.say("period.second", explain.Data{"command": explain.CommandLine(act.Command(does))})
}

// made prints what an act has made.
func (a *app) made(ctx context.Context, b *bureau.Bureau, does act.Act, out *bureau.Outcome) error {
	switch made := out.Value.(type) {
	case *intake.Receipt:
		a.receipt(made)
		if _, sent := does.(*act.SubmitReport); sent && made.Report != nil && !made.Report.Sound() {
			a.atLeast(exitRefused)
		}
	case *check.Fee:
		fmt.Fprintln(a.out, a.feeLine(made))
		return a.after(ctx, b, out.Subject)
	case []*check.Case:
		for _, r := range made {
			a.say("report.stands", a.standing(r))
		}
		a.say("fee.overdue", explain.Data{"reports": strconv.Itoa(len(made))})
	case *desk.Precedent:
		fmt.Fprintf(a.out, "%s  %s\n", made.Name(), finding.OneLine(made.Title))
	case *act.Announced:
		if err := a.printAnswer(made.Announcement); err != nil {
			return err
		}
		a.printFindings(made.Found, finding.Info)
		a.examined(made.Found)
	case *check.Announcement:
		if d, is := does.(*act.DispenseEvent); is && !d.Undo.Undo {
			key := "register.dispensed"
			if made.Dispensation.Late {
				key = "register.dispensed-late"
			}
			a.say(key, explain.Data{"ref": made.Ref, "reason": made.Dispensation.Reason, "asked": a.Date(made.Dispensation.Asked)})
		}
		return a.printAnswer(made)
	case *lists.Run:
		return a.drafted(made)
	case *lists.Period:
		a.planned(made)
	case []closing.Check:
		for _, check := range made {
			fmt.Fprintf(a.out, "%s\n    %s\n", check.Key, a.Message(check.Finding))
		}
		tick := does.(*act.TickCheck)
		a.say(map[bool]string{true: "review.unticked", false: "review.ticked"}[tick.Undo.Undo], explain.Data{"n": strconv.Itoa(len(made)), "label": tick.Label})
	case *correction.Inquiry:
		key := "inquiry.noted"
		if made.Replied != nil {
			key = "inquiry.replied"
		}
		a.say(key, explain.Data{"inquiry": made.Number, "date": a.Date(made.On)})
	case *act.Granted:
		a.say("inquiry.is-granted", explain.Data{"inquiry": made.Inquiry})
		switch done := made.Value.(type) {
		case *correction.Correction:
			a.correction(done)
		case int: // the reports from which a person was erased
			a.warn(office.Unfinished(b))
			return checkpoint(ctx, b)
		}
		if act.LineOf(made.Act).OfReport() {
			return a.after(ctx, b, out.Subject)
		}
	case *correction.Correction:
		a.correction(made)
	default:
		return a.registered(does, made)
	}
	return nil
}

// registered prints what an act has changed in the registers.
func (a *app) registered(does act.Act, made any) error {
	switch made := made.(type) {
	case *act.Entered:
		a.say("register.registered", explain.Data{"player": made.ID, "name": made.Name})
		for _, p := range made.Alike {
			a.printFindings([]finding.Finding{p.Finding()}, finding.Warning)
			fmt.Fprintf(a.err, "    %s\n    %s\n", a.evidence(p.Weighed), a.Cure(p.Finding()))
		}
	case *register.Card:
		a.say("register.amended", explain.Data{"player": made.ID, "name": made.Name})
	case *register.Club:
		key := "register.amended"
		if _, is := does.(*act.AddClub); is {
			key = "register.club-registered"
		}
		a.say(key, explain.Data{"player": made.ID, "club": made.ID, "name": made.Name})
	case *register.Player:
		first := does.(*act.GiveFirst)
		a.say(map[bool]string{true: "register.first-undone", false: "register.first-given"}[first.Undo], explain.Data{"player": made.ID, "name": made.Name, "rating": first.To.String()})
	case *register.Enrolled:
		key := "member"
		switch {
		case made.Covered:
			key = "member-already"
		case made.Joined:
			key = "member-joined"
		}
		a.say("register."+key, explain.Data{"player": made.Player, "days": days(made.Days)})
	case *desk.Merge:
		a.say("register.merged", explain.Data{"old": made.Old, "player": made.Into, "entries": strconv.Itoa(len(made.Moved))})
	case []string: // the reports rated as merged
		old := does.(*act.UnmergePlayers).Old
		a.say("register.unmerged", explain.Data{"old": old})
		for _, ref := range made {
			a.printFindings([]finding.Finding{finding.New("rated-as-merged", finding.Warning, finding.At{}, finding.Text("ref", ref), finding.Text("id", old))}, finding.Warning)
		}
	case *register.Imported:
		a.imported(made)
	case *account.Invited:
		a.invited(made)
	case *account.MadeKey:
		a.madeKey(made)
	case *bureau.Account:
		printRows(a, []*bureau.Account{made}, func(is *bureau.Account) table.Row { return a.accountRow("", is)[1:] })
	default:
		return fmt.Errorf("nobody says what became of it: %T", made)
	}
	return nil
}

// did prints that something was done that has made nothing.
func (a *app) did(ctx context.Context, b *bureau.Bureau, does act.Act) error {
	switch did := does.(type) {
	case *act.SendToFIDE:
		return a.filedAt(ctx, b, did.Ref)
	case *act.ConfirmToFIDE:
		return a.filedAt(ctx, b, did.Ref)
	case *act.ExcludeFromFIDE:
		return a.filedAt(ctx, b, did.Ref)
	case *act.IncludeForFIDE:
		return a.filedAt(ctx, b, did.Ref)
	case *act.WithdrawEvent:
		a.say("register.event-withdrawn", explain.Data{"ref": did.Ref})
	case *act.ReopenPeriod:
		a.say("period.reopened", explain.Data{"label": did.Label})
	case *act.StopPeriod:
		a.say("period.stopped", explain.Data{"label": did.Label})
	case *act.RemovePlayer:
		a.say("register.removed", explain.Data{"player": did.ID})
	case *act.RemoveClub:
		a.say("register.removed", explain.Data{"player": did.Club})
	case *act.RemoveMember:
		a.say("register.member-removed", explain.Data{"player": did.Player, "from": did.From.String()})
	case *act.DistinguishPlayers:
		a.say(map[bool]string{true: "register.distinct-undone", false: "register.distinct"}[did.Undo.Undo], explain.Data{"player": did.One, "other": did.Other})
	case *act.AnonymisePerson:
		a.say("care.anonymised", explain.Data{"player": did.Player})
		return checkpoint(ctx, b)
	case *act.RevokeKey:
		a.say("account.key-revoked", explain.Data{"key": did.Key})
	case *act.CloseInquiry:
		a.say("inquiry.is-closed", explain.Data{"inquiry": did.Number})
	case *act.WithdrawInquiry:
		a.say("inquiry.is-withdrawn", explain.Data{"inquiry": did.Number})
	case *act.RejectCorrection:
		a.say("correction.rejected", explain.Data{"correction": did.Number})
	case *act.RebuildRows:
		a.say("care.rebuilt", nil)
	default:
		return fmt.Errorf("nobody says that it was done: %T", did)
	}
	return nil
}
